"""Who owes whom: the transfers of an audit summed to balances, and the fewest payments.

In: an audit. Out: a `Settlement`: one row a player and currency, and a plan of payments for each
currency. What is not known makes a balance null; nobody with an open balance is in a plan.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.settlement import Plan, fewest_payments
from pontoon_ledger.transfers import PLAY_KINDS, net_by_player
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit

BALANCES = {
    "player": pl.String,
    "account": pl.Boolean,
    "currency": pl.String,
    "decimals": pl.Int8,
    "recorded": pl.Int64,
    "due": pl.Int64,
    "paid": pl.Int64,
    "balance": pl.Int64,
}
"""`recorded`: the net of the play as written; `due`: as it counts; `paid`: received so far; `balance`:
still to get, negative: to pay. Minor units, null where unknown."""


@dataclass(frozen=True)
class Settlement:
    """Balances, and one plan of payments for each currency (None: no currency named)."""

    complete: bool
    balances: pl.DataFrame
    plans: dict[str | None, Plan]


def settle(audit: Audit) -> Settlement:
    """Sum up all sessions of an audit and find the fewest payments that settle everybody.

    `complete` is false where a session has record faults or a result that nobody can know; its
    balances are then null for whoever is concerned, and the plan leaves them out.
    """
    sessions = audit.sessions
    moves = audit.transfers.join(
        sessions.select("session_no", "currency", "decimals"), on="session_no", how="left"
    )
    balances = _balances(_folded(moves), known=not _open_ended(audit))
    plans = {}
    for currency in balances["currency"].unique(maintain_order=True).to_list():
        mine = balances.filter(pl.col("currency").eq_missing(pl.lit(currency)))
        plans[currency] = _plan(mine)
    complete = bool(sessions["complete"].all()) and not balances["balance"].is_null().any()
    return Settlement(complete, balances, plans)


def _open_ended(audit: Audit) -> bool:
    """Whether somebody who is not even known pays or is paid."""
    moves = audit.transfers
    return bool((moves["payer"].is_null() | moves["payee"].is_null()).any())


def _folded(moves: pl.DataFrame) -> pl.DataFrame:
    """One spelling for each person: the first one met."""
    names = pl.concat([moves["payer"], moves["payee"]]).drop_nulls().unique(maintain_order=True).to_list()
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(fold(name), name)
    spelling = {name: first[fold(name)] for name in names}
    return moves.with_columns(
        pl.col(side).replace_strict(spelling, default=None, return_dtype=pl.String)
        for side in ("payer", "payee")
    )


def _balances(moves: pl.DataFrame, *, known: bool) -> pl.DataFrame:
    """The balance of every party in every currency, players by name, accounts last."""
    rows = []
    for (currency, decimals), mine in moves.group_by("currency", "decimals", maintain_order=True):
        together = mine.with_columns(session_no=pl.lit(0, dtype=pl.Int32))
        play = pl.col("kind").is_in(PLAY_KINDS)
        due = net_by_player(together.filter(play), "recorded", "counts").rename({"counts": "due"})
        paid = net_by_player(together.filter(~play), "counts").rename({"counts": "paid"})
        keys = ["player", "account"]
        both = due.drop("session_no").join(
            paid.drop("session_no"), on=keys, how="full", coalesce=True, nulls_equal=True
        )
        in_play = due.select(*keys, _in=pl.lit(True))
        handed = paid.select(*keys, _out=pl.lit(True))
        both = both.join(in_play, on=keys, how="left", nulls_equal=True).join(
            handed, on=keys, how="left", nulls_equal=True
        )
        both = both.with_columns(
            *[pl.when(pl.col("_in").is_null()).then(0).otherwise(c).alias(c) for c in ("recorded", "due")],
            paid=pl.when(pl.col("_out").is_null()).then(0).otherwise("paid"),
            currency=pl.lit(currency, dtype=pl.String),
            decimals=pl.lit(decimals, dtype=pl.Int8),
        )
        rows.append(both.filter(pl.col("player").is_not_null()))
    if not rows:
        return pl.DataFrame(schema=BALANCES)
    table = pl.concat(rows).with_columns(balance=pl.col("due") - pl.col("paid"))
    if not known:
        unknown = pl.lit(None, dtype=pl.Int64)
        table = table.with_columns(recorded=unknown, due=unknown, balance=unknown)
    seats = (
        (pl.col("recorded").fill_null(0) == 0)
        & (pl.col("due") == 0)
        & (pl.col("balance") == 0)
        & (pl.col("paid") == 0)
    )
    quiet = seats & (pl.col("account") | pl.col("player").is_in(_shared(moves)))
    return (
        table.filter(~quiet.fill_null(False))
        .select(*BALANCES)
        .sort("currency", "account", "player", nulls_last=False)
    )


def _shared(moves: pl.DataFrame) -> list[str]:
    """Seats played for somebody else: their money is with the people."""
    seats: list[str] = moves.filter(pl.col("kind") == "share")["payer"].drop_nulls().unique().to_list()
    return seats


def _plan(balances: pl.DataFrame) -> Plan:
    """The plan over those whose balance is known; if that does not sum to zero, nobody can be settled."""
    known = {
        (f"{p} (the {p})" if a else p): b
        for p, a, b in balances.select("player", "account", "balance").iter_rows()
        if b is not None
    }
    if sum(known.values()) != 0:
        return Plan((), (), minimal=False)
    return fewest_payments(known)
