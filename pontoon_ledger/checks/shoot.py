"""Shoot Pontoon, rulebook chapter 7: shoot bets, their cap and their settlement, the kitty.

In: the columns of the replay's hands and deals. Out: the checks P501 and P503 to P507, P303 of a bet
that is not written, and the P502 findings from a running sum of bets down each deal.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.checks.base import DEALS, Check, between, money, name, raised, result, sure
from pontoon_ledger.checks.payout import P303
from pontoon_ledger.checks.play import read
from pontoon_ledger.replay.course import BET_UNTOLD
from pontoon_ledger.replay.totals import BIT, BUST

_decided = sure(pl.col("shoot_low") == pl.col("shoot_high"))
_paid = pl.col("shoot_recorded")
_difference = pl.col("shoot_low") - _paid
_holder = pl.coalesce("holder", pl.lit("the bank"))
_low, _high = result(pl.col("shoot_low")), result(pl.col("shoot_high"))
_due = pl.when(_decided).then(_low).otherwise(between(_low, _high))
_side = (
    pl.when(pl.col("shoot_high").is_null()).then(pl.lit("better than")).otherwise(pl.lit("not better than"))
)

shoot_outside = sure(
    (read | pl.col("void"))
    & ~pl.col("unread")
    & pl.col("payable")
    & ~pl.col("contradicted")
    & (sure(_paid < pl.col("shoot_low")) | sure(_paid > pl.col("shoot_high")))
)

P504 = Check(
    code="P504",
    broken=shoot_outside,
    message=pl.when(_decided)
    .then(
        pl.format(
            "the shoot bet of {} {}, but {} is due: {} owes {} {}",
            name(),
            result(_paid),
            result(pl.col("shoot_low")),
            pl.when(_difference > 0).then(_holder).otherwise(name()),
            pl.when(_difference > 0).then(name()).otherwise(_holder),
            money(_difference),
        )
    )
    .when(BET_UNTOLD)
    .then(pl.format("the shoot bet of {} {}, but the hand is {} the bank's", name(), result(_paid), _side))
    .otherwise(pl.format("the shoot bet of {} {}, but what is due lies {}", name(), result(_paid), _due)),
    slot="shoot_result",
    where="shoot_recorded",
    found=result(_paid),
    expected=_due,
    owed=pl.when(_decided).then(_difference),
)

P507, P507_RESULT = (
    Check(
        code="P507",
        broken=read & pl.col("playing") & ~pl.col("shoot_on") & shot,
        message=pl.format("{} placed a shoot bet, but these rules are not Shoot Pontoon", name()),
        slot=slot,
        where=where,
        expected=pl.lit("no shoot bet, or the option shoot: true"),
    )
    for shot, slot, where in (
        (pl.col("shoots").is_not_null(), "shoot0", "shoots"),
        (BET_UNTOLD, "shoot_result", "shoot_recorded"),
    )
)

P303_SHOOT = Check(
    code="P303",
    broken=read & pl.col("payable") & pl.col("shoot_on") & BET_UNTOLD & ~pl.col("contradicted"),
    unless=(P303, P504),
    message=pl.format(
        "the shoot bet of {} cannot be verified: not written is the bet; due is {}", name(), _due
    ),
    slot="shoot_result",
    where="shoot_recorded",
    found=result(_paid),
    expected=_due,
)

P507_KITTY = Check(
    code="P507",
    broken=~pl.col("shoot") & pl.col("kitty").is_not_null(),
    message=pl.lit("a kitty is written, but these rules are not Shoot Pontoon"),
    slot="kitty",
    expected=pl.lit("no kitty, or the option shoot: true"),
    over=DEALS,
)

_limits = (
    pl.when(pl.col("kitty_low").is_null())
    .then(pl.format("{} or less", money(pl.col("kitty_high"))))
    .when(pl.col("kitty_high").is_null())
    .then(pl.format("{} or more", money(pl.col("kitty_low"))))
    .otherwise(pl.format("{} to {}", money(pl.col("kitty_low")), money(pl.col("kitty_high"))))
)
P501 = Check(
    code="P501",
    broken=sure(pl.col("kitty_step") == "P501"),
    message=pl.format("{} put up a kitty of {}; it may be {}", "holder", money(pl.col("kitty")), _limits),
    slot="kitty",
    found=money(pl.col("kitty")),
    expected=_limits,
    over=DEALS,
)
P505 = Check(
    code="P505",
    broken=sure(pl.col("kitty_step") == "P505"),
    message=pl.format(
        "the kitty is written as {}, but {} was left in it: nothing may be taken out",
        money(pl.col("kitty")),
        money(pl.col("kitty_carry")),
    ),
    slot="kitty",
    found=money(pl.col("kitty")),
    expected=pl.format("{} or more", money(pl.col("kitty_carry"))),
    over=DEALS,
)
P506 = Check(
    code="P506",
    broken=sure(pl.col("kitty_step") == "P506"),
    message=pl.when(sure(pl.col("kitty_was_dry")))
    .then(pl.format("the kitty of {} is empty and no new one was put up", "holder"))
    .otherwise(pl.format("{} holds the bank and put up no kitty", "holder")),
    slot="kitty",
    expected=pl.lit("kitty: and an amount, or the bank sold"),
    over=DEALS,
)

CHECKS = (P303_SHOOT, P501, P504, P505, P506, P507, P507_RESULT, P507_KITTY)


def shoot_findings(hands: pl.DataFrame, deals: pl.DataFrame) -> list[pl.DataFrame]:
    """P502 and P503, which look at single bets and at a deal's bets in their order."""
    if hands["shoots"].is_null().all():
        return []
    hands = hands.with_columns(kitty_start=pl.lit(deals["kitty_start"]).gather("deal_idx"))
    return [
        raised("P502", pl.concat([over_the_kitty(hands), over_in_any_order(hands)])),
        raised("P503", wrong_time(hands)),
    ]


def wrong_time(hands: pl.DataFrame) -> pl.DataFrame:
    """P503: `row, deal_idx, slot, message` of each shoot bet at a place where none may be."""
    rows = hands.filter(read & pl.col("playing") & pl.col("shoots").is_not_null())
    bets = _bets(rows).filter("shoot_wrong")
    lay = pl.col("shoot_at")
    return bets.select(
        "row",
        "deal_idx",
        "slot",
        message=pl.when((lay == 3) & (pl.col("cards") < 4).fill_null(False))
        .then(pl.format("{} placed a shoot bet after the third card, but no fourth card followed", name()))
        .when(lay.is_in([0, 3]))
        .then(pl.format("{} placed a second shoot bet at one place", name()))
        .otherwise(
            pl.format("{} placed a shoot bet at the wrong time, with {} cards on the table", name(), lay)
        ),
    )


def _bets(rows: pl.DataFrame) -> pl.DataFrame:
    """One row a shoot bet."""
    many = rows.with_columns(k=pl.int_ranges(0, pl.col("shoots").list.len()))
    return many.explode("shoots", "shoot_at", "shoot_wrong", "k").with_columns(slot=pl.format("shoot{}", "k"))


def over_the_kitty(hands: pl.DataFrame) -> pl.DataFrame:
    """P502: the bets that the kitty cannot bear when they are placed (7.2 to 7.5).

    Needs `seat_rank` (0 = the banker's left) and `kitty_start`; a deal in which either is unknown is left
    out. Room = kitty + 2 x lost to it by busts - all placed before.
    """
    shooting = hands.filter(
        read & pl.col("playing") & pl.col("shoots").is_not_null() & pl.col("kitty_start").is_not_null()
    )
    unseated = pl.col("shoots").is_not_null() & pl.col("seat_rank").is_null()
    murky = hands.filter(pl.col("unread") | unseated | (pl.col("playing") & BET_UNTOLD))
    shooting = shooting.filter(~pl.col("deal_idx").is_in(murky["deal_idx"].unique().to_list()))
    first = (pl.col("shoot_at") == 0) & (pl.col("hand") == 1)
    placed = _bets(shooting).with_columns(
        phase=pl.when(first).then(0).otherwise(1),
        at=pl.col("shoot_at").cast(pl.Int32),
        gone=pl.lit(0, pl.Int64),
    )
    lost = shooting.filter(pl.col("classes") & BIT[BUST] != 0).with_columns(
        gone=pl.col("shoots").list.sum(),
        shoots=pl.lit(0, pl.Int64),
        phase=pl.lit(1),
        at=pl.lit(9),
        slot=pl.lit(None, pl.String),
    )
    columns = [
        "row",
        "deal_idx",
        "player",
        "holder",
        "decimals",
        "kitty_start",
        "seat_rank",
        "hand",
        "phase",
        "at",
        "slot",
        "shoots",
        "gone",
    ]
    events = pl.concat([placed.select(columns), lost.select(columns)], how="vertical_relaxed")
    events = events.sort("deal_idx", "phase", "seat_rank", "hand", "at", maintain_order=True)
    before = [pl.col(c).cum_sum().over("deal_idx") - pl.col(c) for c in ("shoots", "gone")]
    room = (pl.col("kitty_start") + 2 * before[1] - before[0]).clip(0)
    return _over(events.with_columns(room=room).filter(pl.col("slot").is_not_null()))


def over_in_any_order(hands: pl.DataFrame) -> pl.DataFrame:
    """P502 where nobody knows the order of the seats: bets beyond the room that all busts of others can make.

    Needs `kitty_start`. A bet before the second card can follow none of them.
    """
    murky = hands.filter(pl.col("unread") | (pl.col("playing") & BET_UNTOLD))["deal_idx"].unique()
    shooting = hands.filter(
        read & pl.col("playing") & pl.col("shoots").is_not_null() & pl.col("kitty_start").is_not_null(),
        pl.col("seat_rank").is_null() & ~pl.col("deal_idx").is_in(murky.implode()),
    )
    lost = pl.when(pl.col("classes") & BIT[BUST] != 0).then(pl.col("shoots").list.sum()).otherwise(0)
    bets = _bets(shooting.with_columns(lost=lost.sum().over("deal_idx") - lost))
    first = (pl.col("shoot_at") == 0) & (pl.col("hand") == 1)
    before = pl.col("shoots").cum_sum().over("row") - pl.col("shoots")
    room = pl.col("kitty_start") + pl.when(first).then(0).otherwise(2 * pl.col("lost")) - before
    return _over(bets.with_columns(room=room.clip(0)))


def _over(bets: pl.DataFrame) -> pl.DataFrame:
    """The bets that are more than the `room` for them."""
    return bets.filter(pl.col("shoots") > pl.col("room")).select(
        "row",
        "deal_idx",
        "slot",
        message=pl.format(
            "{} shot for {}, but the kitty had room for {}",
            name(),
            money(pl.col("shoots")),
            money(pl.col("room")),
        ),
        found=money(pl.col("shoots")),
        expected=pl.format("{} or less", money(pl.col("room"))),
    )
