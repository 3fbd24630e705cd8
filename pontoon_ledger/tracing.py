"""A balance traced to where it comes from: each deal, sale, chip and payment that moved it.

In: moves (the columns `balances.MOVES`) and a player. Out: one row for all that passed between the player
and one other in one deal, or beside the deals; the rows of a currency add up to its balance.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.transfers import PLAY_KINDS
from pontoon_ledger.words import fold, nearest

LINES = {
    "currency": pl.String,
    "decimals": pl.Int8,
    "session": pl.String,
    "date": pl.String,
    "deal_no": pl.Int32,
    "deal": pl.String,
    "kinds": pl.List(pl.String),
    "other": pl.String,
    "other_account": pl.Boolean,
    "file": pl.String,
    "line": pl.Int32,
    "note": pl.String,
    "due": pl.Int64,
    "paid": pl.Int64,
    "balance": pl.Int64,
}
"""`kinds`: the kinds of moves that the row sums up; `due`: what the play gives the player, `paid`: what he
got of it already (null where unknown); `balance`: due less paid up to and with this row."""

_KEYS = [name for name in LINES if name not in {"kinds", "due", "paid", "balance"}]


_OF_A_SEAT = ("share", "coin")
"""What belongs to no deal, but comes of a seat that was played for others."""


class UnknownPlayerError(ValueError):
    """Nobody of that name pays or is paid; the message names the nearest."""


def trace(moves: pl.DataFrame, player: str) -> pl.DataFrame:
    """The rows `LINES` of one player, in the order of the moves, currency by currency.

    `the box` and `the kitty` are the accounts, also where a player is called so.
    """
    name, account = _party(moves, player)
    gets, gives = (
        moves.filter(pl.col(mine) == name, pl.col(f"{mine}_account") == account).with_columns(
            other=pl.col(theirs),
            other_account=pl.col(f"{theirs}_account"),
            amount=sign * pl.col("counts"),
        )
        for mine, theirs, sign in (("payee", "payer", 1), ("payer", "payee", -1))
    )
    of_play = pl.col("kind").is_in(PLAY_KINDS)
    both = pl.concat([gets, gives]).with_columns(
        due=pl.when(of_play).then("amount").otherwise(0),
        paid=pl.when(of_play).then(0).otherwise("amount"),
        apart=pl.when(pl.col("deal_no").is_null() & ~pl.col("kind").is_in(_OF_A_SEAT)).then("kind"),
    )
    rows = both.group_by(*_KEYS, "apart", maintain_order=True).agg(
        kinds=pl.col("kind").unique(maintain_order=True),
        due=_sum("due"),
        paid=_sum("paid"),
    )
    rows = rows.filter(((pl.col("due") != 0) | (pl.col("paid") != 0)).fill_null(True)).sort(
        "currency",
        pl.col("session").is_null(),
        "date",
        "session",
        pl.col("deal_no").is_null(),
        "deal_no",
        maintain_order=True,
    )
    step = pl.col("due") - pl.col("paid")
    lost = step.is_null().cum_sum().over("currency", "decimals") > 0
    total = step.fill_null(0).cum_sum().over("currency", "decimals")
    told = rows.with_columns(balance=pl.when(lost).then(None).otherwise(total))
    return told.select(list(LINES)).cast(dict(LINES))  # type: ignore[arg-type]


def _sum(name: str) -> pl.Expr:
    """A sum that is unknown where a part of it is."""
    return pl.when(pl.col(name).null_count() > 0).then(None).otherwise(pl.col(name).sum())


def _party(moves: pl.DataFrame, player: str) -> tuple[str, bool]:
    """The name as the moves have it, and whether it is an account."""
    sides = [moves.select(name=side, account=f"{side}_account").drop_nulls() for side in ("payer", "payee")]
    known = dict.fromkeys(pl.concat(sides).unique(maintain_order=True).rows())
    wanted = fold(player)
    for name, account in known:
        if not account and fold(name) == wanted:
            return name, False
    for name, account in known:
        if account and name == wanted.removeprefix("the "):
            return name, True
    near = nearest(player, [name for name, _ in known])
    hint = f"; did you mean {near}?" if near else ""
    raise UnknownPlayerError(f"nobody called {player} pays or is paid here{hint}")
