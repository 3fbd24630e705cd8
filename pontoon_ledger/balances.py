"""Who owes whom: what passed between people summed to balances, and the fewest payments.

In: an audit, or the moves of one or of a ledger. Out: a `Settlement`: one row a player and currency, and a
plan of payments for each currency. What is not known makes a balance null; nobody with an open
balance is in a plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.naming import shown_names
from pontoon_ledger.settlement import Plan, coins, fewest_payments
from pontoon_ledger.transfers import PLAY_KINDS, net_by_player

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

MOVES = {
    "session": pl.String,
    "date": pl.String,
    "deal_no": pl.Int32,
    "deal": pl.String,
    "kind": pl.String,
    "payer": pl.String,
    "payer_account": pl.Boolean,
    "payee": pl.String,
    "payee_account": pl.Boolean,
    "recorded": pl.Int64,
    "due": pl.Int64,
    "counts": pl.Int64,
    "currency": pl.String,
    "decimals": pl.Int8,
    "file": pl.String,
    "line": pl.Int32,
    "note": pl.String,
}
"""Every sum that passed, under the names that people have; a payment between evenings has no session."""


class Settlement(Struct, frozen=True):
    """Balances, and one plan of payments for each currency by its name (`Coin.name`; None: none named)."""

    complete: bool
    balances: pl.DataFrame
    plans: dict[str | None, Plan]


def settle(audit: Audit) -> Settlement:
    """Sum up all sessions of an audit and find the fewest payments that settle everybody.

    `complete` is false where a session has record faults or a result that nobody can know; its
    balances are then null for whoever is concerned, and the plan leaves them out.
    """
    return settle_moves(moves_of(audit), complete=bool(audit.sessions["complete"].all()))


def settle_moves(moves: pl.DataFrame, *, complete: bool = True) -> Settlement:
    """Sum up moves (the columns `MOVES`), of an audit or of a ledger, and find the fewest payments.

    Where somebody who is not even known pays or is paid, no balance of that currency is known.
    """
    balances = _balances(moves)
    plans = {}
    for coin in coins(balances.select("currency", "decimals").rows()):
        same = pl.col("currency").eq_missing(pl.lit(coin.code, dtype=pl.String))
        plans[coin.name] = _plan(balances.filter(same, pl.col("decimals") == coin.decimals))
    return Settlement(complete and not balances["balance"].is_null().any(), balances, plans)


def moves_of(audit: Audit) -> pl.DataFrame:
    """The transfers of an audit as the ledger's view `moves` has them; the columns `MOVES`."""
    sessions = audit.sessions.select("session_no", "session", "date", "currency", "decimals", "file")
    deals = audit.deals.select("session_no", "deal_no", "deal", "line", "file_no")
    paths = pl.lit(pl.Series([source.path for source in audit.records.sources], dtype=pl.String))
    moves = (
        audit.transfers.join(sessions, on="session_no", how="left", maintain_order="left")
        .join(deals, on=["session_no", "deal_no"], how="left", maintain_order="left")
        .with_columns(file=pl.coalesce(paths.gather("file_no"), "file"), note=pl.lit(None, dtype=pl.String))
    )
    return _under_shown_names(moves, audit).select(pl.col(name).cast(dtype) for name, dtype in MOVES.items())


def _under_shown_names(moves: pl.DataFrame, audit: Audit) -> pl.DataFrame:
    """One name for each person, whatever the sessions call him."""
    names = shown_names(audit)
    for side in ("payer", "payee"):
        told = names.select("session_no", pl.col("spelling").alias(side), shown="name")
        moves = (
            moves.join(told, on=["session_no", side], how="left", maintain_order="left")
            .with_columns(pl.when(f"{side}_account").then(side).otherwise("shown").alias(side))
            .drop("shown")
        )
    return moves


def _balances(moves: pl.DataFrame) -> pl.DataFrame:
    """The balance of every party in every currency, players by name, accounts last."""
    rows = []
    for (currency, decimals), mine in moves.group_by("currency", "decimals", maintain_order=True):
        together = mine.with_columns(session_no=pl.lit(0, dtype=pl.Int32))
        nameless = bool((mine["payer"].is_null() | mine["payee"].is_null()).any())
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
        if nameless:
            both = both.with_columns(pl.lit(None, dtype=pl.Int64).alias(name) for name in ("recorded", "due"))
        rows.append(both.filter(pl.col("player").is_not_null()))
    if not rows:
        return pl.DataFrame(schema=BALANCES)
    table = pl.concat(rows).with_columns(balance=pl.col("due") - pl.col("paid"))
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
