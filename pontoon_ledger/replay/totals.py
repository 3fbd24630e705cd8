"""Totals and classes as sets: every total a hand may have, one bit each (rulebook 1.2, 1.3).

In: card codes, how many cards, how the hand ended. Out: `totals2..totals5` (bit 0 = bust, bit
t = total t) after so many cards, and `classes`, the set of classes that the record leaves open.
A card that nobody noted makes the sets larger; a set of one member is a known hand.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_

import polars as pl

from pontoon_ledger.cards import CARD_CODES, NO_SUIT, UNKNOWN, points_of
from pontoon_ledger.frames import beside
from pontoon_ledger.notation import Kind

BUST, TWENTY_ONE, FIVE, PONTOON, ROYAL = 0, 21, 22, 23, 24
CLASSES = 25
CLASS_NAMES = ("bust", *(str(t) for t in range(1, 22)), "five-card trick", "pontoon", "royal")
BIT = {c: 1 << c for c in range(CLASSES)}
LEAST_TOTAL = 4
ALL_TOTALS = sum(BIT[t] for t in range(LEAST_TOTAL, 22))
ALL_CLASSES = BIT[BUST] | ALL_TOTALS | BIT[FIVE] | BIT[PONTOON]
_POINTS, _ACE = 36, 6
_SEVENS = tuple(c for c in (*range(24, 28), NO_SUIT + 6))


def below(limit: int) -> int:
    """The set of totals under `limit`, bust left out.

    >>> below(4) == BIT[2] | BIT[3]
    True
    """
    return sum(BIT[t] for t in range(2, limit))


@cache
def _weights() -> pl.Series:
    """What one card adds to the index of the totals table: its points, an ace, an unknown."""
    weights = []
    for code in range(CARD_CODES):
        points = points_of(code)
        weights.append(1 if points is None else points * _POINTS + (_ACE if points == 1 else 0))
    return pl.Series(weights, dtype=pl.Int16)


@cache
def _totals_table() -> pl.Series:
    """The set of best totals for each sum of points, number of aces and number of unknown cards."""
    sets = [
        _open_totals(points, aces > 0, unknown)
        for points in range(51)
        for aces in range(6)
        for unknown in range(6)
    ]
    return pl.Series(sets, dtype=pl.Int32)


@cache
def _open_totals(points: int, ace: bool, unknown: int) -> int:
    if not unknown:
        return BIT[best_total(points, ace)]
    if points > 21:
        return BIT[BUST]
    return reduce(or_, (_open_totals(points + q, ace or q == 1, unknown - 1) for q in range(1, 11)))


def best_total(points: int, ace: bool) -> int:
    """The best total of a hand, 0 when bust (rulebook 1.2).

    >>> best_total(2, True), best_total(21, True), best_total(22, False)
    (12, 21, 0)
    """
    if points > 21:
        return 0
    return points + 10 if ace and points <= 11 else points


def with_totals(hands: pl.DataFrame) -> pl.DataFrame:
    """Add `totals2` to `totals5` and `points`, `points_high`: the least and most a hand's pips come to.

    `totals5` is that of all cards up to the fifth, however few they are.
    """
    names = [f"totals{k}" for k in (2, 3, 4, 5)]
    return beside(hands, _totals, *names, "points", "points_high", "low4")


def _totals(hands: pl.LazyFrame) -> pl.LazyFrame:
    sums = [pl.lit(_weights()).gather(f"c{k}").fill_null(0) for k in range(1, 6)]
    plan = hands.with_columns(_i2=sums[0] + sums[1], _w3=sums[2], _w4=sums[3], _w5=sums[4])
    plan = plan.with_columns(_i3=pl.col("_i2") + pl.col("_w3"))
    plan = plan.with_columns(_i4=pl.col("_i3") + pl.col("_w4"))
    plan = plan.with_columns(_i5=pl.col("_i4") + pl.col("_w5"))
    table = pl.lit(_totals_table())
    unknown = pl.col("_i5") % _ACE
    return plan.with_columns(
        **{f"totals{k}": table.gather(f"_i{k}") for k in (2, 3, 4, 5)},
        points=(pl.col("_i5") // _POINTS + unknown).cast(pl.Int8),
        points_high=(pl.col("_i5") // _POINTS + 10 * unknown).cast(pl.Int8),
        low4=(pl.col("_i4") // _POINTS + 10 * (pl.col("_i4") % _ACE)).cast(pl.Int8),
    )


def _to_classes(totals: pl.Expr, royal: pl.Expr) -> pl.Expr:
    """Totals of a listed hand as classes: two cards make a pontoon, five live ones a trick."""
    n = pl.col("cards")
    bust = totals & BIT[BUST]
    live = totals - bust
    pontoon = totals & BIT[TWENTY_ONE]
    return (
        pl.when(n == 5)
        .then(bust | pl.when(live != 0).then(BIT[FIVE]).otherwise(0))
        .when((n == 2) & (pontoon != 0))
        .then((totals - pontoon) | BIT[PONTOON])
        .when((n == 3) & royal & (pontoon != 0))
        .then(_royal(totals))
        .otherwise(totals)
    )


def _royal(totals: pl.Expr) -> pl.Expr:
    """Three sevens, or what may be three sevens (option `royal`)."""
    cards = [pl.col(f"c{k}") for k in (1, 2, 3)]
    unknown = pl.sum_horizontal((c == UNKNOWN).cast(pl.Int8) for c in cards)
    sevens = pl.all_horizontal(c.is_in([*_SEVENS, UNKNOWN]) for c in cards)
    return (
        pl.when(~sevens)
        .then(totals)
        .when(unknown <= 1)
        .then((totals & ~BIT[TWENTY_ONE]) | BIT[ROYAL])
        .otherwise(totals | BIT[ROYAL])
    )


def may_be_pontoon(hands: pl.DataFrame) -> pl.DataFrame:
    """Add `pontoon_open` (may be a pontoon) and `pontoon_sure`, whoever holds the bank.

    Needs `with_totals`, `unread` (the row had a P0xx). Both are never null.
    """
    two = (pl.col("cards") == 2) & (pl.col("totals5") & BIT[TWENTY_ONE] != 0)
    ending, total = pl.col("ending"), pl.col("said_total")
    said_other = ending.is_in([Kind.BUST, Kind.FIVE]) | (ending == Kind.STICK) & (total != 21).fill_null(
        False
    )
    unlisted = ending.is_null() | (ending == Kind.PONTOON)
    sure_cards = two & (pl.col("totals5") == BIT[TWENTY_ONE])
    sure = (
        pl.when(pl.col("listed"))
        .then(sure_cards | two & (ending == Kind.PONTOON))
        .otherwise(ending == Kind.PONTOON)
    )
    could = (
        pl.when(pl.col("listed")).then(sure_cards | two & ~said_other.fill_null(False)).otherwise(unlisted)
    )
    return hands.with_columns(
        pontoon_sure=sure.fill_null(False) & ~pl.col("unread"),
        pontoon_open=could.fill_null(True) | pl.col("unread"),
    )


def with_classes(hands: pl.DataFrame) -> pl.DataFrame:
    """Add `classes` (the set left open) and `contradicted` (P210: no class fits what is written).

    Needs `with_totals`, `banker`, `royal`, `stick_on`, `least_stand`, `unread`. `least_stand` is
    the least total that this row may stand on by the rules, used where no card is written.
    """
    return beside(hands, _classes, "contradicted", "classes")


def _classes(hands: pl.LazyFrame) -> pl.LazyFrame:
    ending, said = pl.col("ending"), pl.col("said_total")
    royal = pl.col("royal") & ~pl.col("banker")
    royal_bit = pl.when(royal).then(BIT[ROYAL]).otherwise(0)
    table = pl.lit(pl.Series([sum(BIT[t] for t in range(n, 22)) for n in range(22)], dtype=pl.Int32))
    bits = pl.lit(pl.Series([BIT[t] if LEAST_TOTAL <= t <= 21 else 0 for t in range(100)], dtype=pl.Int32))
    said_bit = bits.gather(said)
    stood = table.gather("least_stand")
    totals = pl.col("totals5")
    fits = (
        pl.when(ending.is_null())
        .then(totals)
        .when(ending == Kind.STICK)
        .then(pl.when(said.is_null()).then(totals - (totals & BIT[BUST])).otherwise(totals & said_bit))
        .when(ending == Kind.BUST)
        .then(totals & BIT[BUST])
        .when(ending == Kind.PONTOON)
        .then(pl.when(pl.col("cards") == 2).then(totals & BIT[TWENTY_ONE]).otherwise(0))
        .otherwise(pl.when(pl.col("cards") == 5).then(totals - (totals & BIT[BUST])).otherwise(0))
    )
    told = (
        pl.when(ending.is_null())
        .then(ALL_CLASSES | royal_bit)
        .when(ending == Kind.STICK)
        .then(
            pl.when(said.is_null() | (said_bit == 0))
            .then(stood | royal_bit)
            .otherwise(said_bit | pl.when(said == 21).then(royal_bit).otherwise(0))
        )
        .when(ending == Kind.BUST)
        .then(BIT[BUST])
        .when(ending == Kind.PONTOON)
        .then(BIT[PONTOON])
        .otherwise(BIT[FIVE])
    )
    off_bust = (said < 22) | pl.when(pl.col("listed")).then(
        (said < pl.col("points")) | (said > pl.col("points_high"))
    )
    off_total = pl.when(ending == Kind.BUST).then(off_bust).otherwise(said_bit == 0)
    plan = hands.with_columns(
        _fits=fits.cast(pl.Int32),
        _told=told.cast(pl.Int32),
        _off=(off_total & said.is_not_null()).fill_null(False),
    )
    gone = pl.col("listed") & (pl.col("_fits") == 0)
    listed = _to_classes(pl.when(gone).then(totals).otherwise(pl.col("_fits")), royal)
    everything = ALL_CLASSES | royal_bit
    return plan.with_columns(
        contradicted=(gone | pl.col("_off")) & ~pl.col("unread"),
        classes=pl.when(pl.col("unread"))
        .then(everything)
        .when(pl.col("listed"))
        .then(listed)
        .otherwise(pl.col("_told"))
        .cast(pl.Int32),
    )
