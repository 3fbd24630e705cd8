"""The kitty of Shoot Pontoon: a fold over the deals of a session (rulebook 7.1, 7.8, 7.9).

In: who held the bank, what the record says of the kitty, what the shoot bets of each deal made. Out:
the kitty at the start of each deal, what is wrong with it, and its moves between banker and kitty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

KITTY = {
    "kitty_start": pl.Int64,
    "kitty_carry": pl.Int64,
    "kitty_step": pl.String,
    "kitty_was_dry": pl.Boolean,
    "kitty_left": pl.Int64,
}
"""`kitty_start`: K in this deal, null where unknown. `kitty_carry`: what was left of it before, as it counts.
`kitty_step`: the code of what is wrong. `kitty_was_dry`: nothing was left when this
deal began, with the same banker. `kitty_left`: what the
deals before left in it, whoever holds the bank now."""

MOVES = {
    "session_no": pl.Int32,
    "deal_no": pl.Int32,
    "banker": pl.String,
    "recorded": pl.Int64,
    "counts": pl.Int64,
    "ends": pl.Boolean,
}
"""Moves from the banker's pocket into the kitty; negative: out of it, home to the banker. `ends`: because the
session ends."""


class KittyDeal(Struct):
    """What the fold asks of one deal; results of shoot bets from the players' side, None = unknown.

    `unread`: a kitty is written, or may be, that could not be read. `idle`: void, and nothing of it written.
    `sold`: the bank was bought before the deal, by its last holder too.
    """

    deal_no: int
    holder: str | None
    written: int | None
    gap: bool
    hands: bool
    recorded: int | None
    counts: int | None
    unread: bool = False
    idle: bool = False
    sold: bool = False


class KittyStep(Struct):
    """The columns of `KITTY` for one deal."""

    kitty_start: int | None = None
    kitty_carry: int | None = None
    kitty_step: str | None = None
    kitty_was_dry: bool | None = None
    kitty_left: int | None = None


class _Kitty(Struct):
    """The purse between two deals: whose it is, what is in it by the record and as it counts."""

    owner: str | None = None
    recorded: int | None = 0
    counts: int | None = 0
    known: bool = True


Move = tuple[int, int | None, str | None, int | None, int | None, bool]


def follow_kitty(
    session_no: int, limits: tuple[int | None, int | None], deals: Sequence[KittyDeal]
) -> tuple[list[KittyStep], list[Move]]:
    """The kitty's way through one session: a step a deal, and the moves between banker and kitty.

    Behind a deal whose holder is unknown the kitty is unknown until it is written, not missing.
    """
    purse = _Kitty()
    steps: list[KittyStep] = []
    moves: list[Move] = []

    def move(deal_no: int | None, recorded: int | None, counts: int | None, *, ends: bool = False) -> None:
        if recorded != 0 or counts != 0:
            moves.append((session_no, deal_no, purse.owner, recorded, counts, ends))

    def go_home(deal_no: int | None, *, ends: bool = False) -> None:
        if purse.owner is not None:
            move(deal_no, _negative(purse.recorded), _negative(purse.counts), ends=ends)

    lost = False
    for deal in deals:
        if deal.idle:
            steps.append(KittyStep())
            continue
        left = purse.counts if purse.known and purse.owner is not None else None
        new = False
        if deal.gap or (deal.hands and (deal.holder != purse.owner or deal.sold)):
            go_home(deal.deal_no)
            new = deal.gap or not lost
            purse = _Kitty() if new else _Kitty(recorded=None, counts=None, known=False)
            purse.owner = deal.holder if deal.hands else None
        lost = not deal.gap if not deal.hands else deal.holder is None
        if not deal.hands:
            steps.append(KittyStep())
            continue
        step = _enter(purse, deal, limits, new=new)
        step.kitty_left = left
        steps.append(step)
        if deal.written is not None:
            move(deal.deal_no, _less(deal.written, purse.recorded), _less(deal.written, purse.counts))
            purse.recorded = purse.counts = deal.written
            purse.known = True
        step.kitty_start = purse.counts if purse.known else None
        purse.recorded = _less(purse.recorded, deal.recorded)
        purse.counts = _less(purse.counts, deal.counts)
        lacks = [_negative(min(0, k)) if k is not None else 0 for k in (purse.recorded, purse.counts)]
        if any(lacks) and purse.known:
            move(deal.deal_no, lacks[0], lacks[1])
            purse.recorded, purse.counts = _plus(purse.recorded, lacks[0]), _plus(purse.counts, lacks[1])
    go_home(deals[-1].deal_no if deals else None, ends=True)
    return steps, moves


def _enter(purse: _Kitty, deal: KittyDeal, limits: tuple[int | None, int | None], *, new: bool) -> KittyStep:
    """Judge what the record says of the kitty when a deal begins."""
    step = KittyStep(kitty_carry=purse.counts if purse.known and not new else None)
    if deal.holder is None or deal.unread:
        purse.known = False
        purse.recorded = purse.counts = None
        return step
    if new:
        step.kitty_step = "P506" if deal.written is None else _outside(deal.written, limits)
        purse.known = deal.written is not None
        return step
    carries = [k for k in (purse.recorded, purse.counts) if k is not None]
    if len(carries) < 2 or not purse.known:
        return step
    step.kitty_was_dry = max(carries) <= 0
    if step.kitty_was_dry:
        step.kitty_step = "P506" if not deal.written else _outside(deal.written, limits)
    elif deal.written is not None and deal.written < min(carries):
        step.kitty_step = "P505"
    return step


def _outside(kitty: int, limits: tuple[int | None, int | None]) -> str | None:
    low, high = limits
    if kitty == 0:
        return "P506"
    return "P501" if (low is not None and kitty < low) or (high is not None and kitty > high) else None


def _less(kitty: int | None, off: int | None) -> int | None:
    return None if kitty is None or off is None else kitty - off


def _plus(kitty: int | None, more: int | None) -> int | None:
    return None if kitty is None or more is None else kitty + more


def _negative(amount: int | None) -> int | None:
    return None if amount is None else -amount


def with_kitties(
    deals: pl.DataFrame, sessions: pl.DataFrame, results: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Add the columns of `KITTY` to the deals of Shoot sessions, and return the `MOVES` beside them.

    `results`: one row a deal with shoot bets: `deal_idx, recorded, counts`, null where unknown.
    """
    nothing = {name: pl.lit(None, dtype=dtype) for name, dtype in KITTY.items()}
    shoot = sessions.filter("shoot")
    if shoot.is_empty():
        return deals.with_columns(**nothing), pl.DataFrame(schema=MOVES)
    limits = {
        n: (low, high) for n, low, high in shoot.select("session_no", "kitty_low", "kitty_high").iter_rows()
    }
    mine = deals.filter(pl.col("session_no").is_in(list(limits))).join(
        results, on="deal_idx", how="left", maintain_order="left"
    )
    columns = (
        "session_no",
        "deal_no",
        "holder",
        "kitty",
        "gap",
        "has_hands",
        "has_shoots",
        "recorded",
        "counts",
        "kitty_unread",
        "idle",
        "sold",
    )
    mine = mine.with_columns(
        idle=pl.col("void").is_not_null() & ~pl.col("has_hands") & pl.col("kitty").is_null() & ~pl.col("gap"),
        has_shoots=pl.col("shot").fill_null(False),
        sold=pl.col("sale").is_not_null(),
        kitty_unread=pl.col("kitty").is_null() & (pl.col("kitty_line").is_not_null() | pl.col("dues_open")),
    )
    steps: list[KittyStep] = []
    moves: list[Move] = []
    by_session: dict[int, list[tuple[Any, ...]]] = {}
    for row in mine.select(columns).iter_rows():
        by_session.setdefault(row[0], []).append(row)
    for session_no, rows in by_session.items():
        facts = [
            KittyDeal(
                no,
                holder,
                written,
                gap,
                some,
                recorded if shot else 0,
                counts if shot else 0,
                unread,
                idle,
                sold,
            )
            for _, no, holder, written, gap, some, shot, recorded, counts, unread, idle, sold in rows
        ]
        found, moved = follow_kitty(session_no, limits[session_no], facts)
        steps += found
        moves += moved
    table = pl.DataFrame(
        {name: [getattr(step, name) for step in steps] for name in KITTY}, schema=KITTY
    ).with_columns(mine["deal_idx"])
    deals = deals.join(table, on="deal_idx", how="left", maintain_order="left")
    return deals, pl.DataFrame(moves, schema=MOVES, orient="row")
