"""What was staked: the initial stake S and all that is staked, T, as ranges (rulebook 2.1, 3.3).

In: bets, prices and how the cards were taken. Out: `s_low, s_high` and, by how many cards a class
may hold, `t_low, t_high` (totals), `five_high` (bust, five-card trick); minor units. A range of
one value is known, and all are where not `ranged`. `UNBOUNDED` and more stands for "no limit".
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.frames import beside, in_slices, joined
from pontoon_ledger.shape import BARE, BOUGHT, TWISTED

UNBOUNDED = 1 << 44
_MOST_TAKEN = 3
_TAKEN = (3, 4, 5)
_STAKE = ("s_low", "s_high")
_TOTALS = ("t_least", "t_most", "t_low", "t_high", "five_high")
_BOUNDS = tuple(f"bound{k}" for k in _TAKEN)
_RANGES = (*_STAKE, *_TOTALS, *_BOUNDS)
_ASKED = (
    *(f"{what}{k}" for k in _TAKEN for what in ("how", "price")),
    *("bet", "first_bet", "staked", "split", "listed", "buy_max", "stakes_min", "stakes_max"),
)


def with_stakes(hands: pl.DataFrame) -> pl.DataFrame:
    """Add the ranges where all is known, one value each; else they are null, and `ranged` is true.

    Needs `first_bet` (the bet of the player's first hand) and the options.

    >>> row = {"bet": 20, "staked": None, "first_bet": 20, "split": False, "listed": True, "buy_max": 2,
    ...        "stakes_min": None, "stakes_max": None, "how3": 1, "price3": 30, "how4": None,
    ...        "price4": None, "how5": None, "price5": None}
    >>> with_stakes(pl.DataFrame([row])).select("t_low", "t_high", "bound4", "ranged").row(0)
    (50, 50, 30, False)
    """
    return beside(hands, _sums, *_RANGES, "ranged")


def with_ranges(hands: pl.DataFrame) -> pl.DataFrame:
    """Work the ranges out that `with_stakes` left, but for the bank's rows: nothing is staked on those.

    >>> row = {"bet": 20, "staked": None, "first_bet": 20, "split": False, "listed": True, "buy_max": 2,
    ...        "stakes_min": None, "stakes_max": None, "how3": 1, "price3": None, "how4": None,
    ...        "price4": None, "how5": None, "price5": None, "banker": False}
    >>> with_ranges(with_stakes(pl.DataFrame([row]))).select("t_low", "t_high", "bound4").row(0)
    (40, 60, 40)
    """
    at = hands.select(pl.col("ranged") & ~pl.col("banker")).to_series().arg_true()
    if at.is_empty():
        return hands
    ranges = in_slices(hands.select(_ASKED)[at], lambda rows: _ranges(rows.lazy()).select(_RANGES).collect())
    both = pl.DataFrame([hands[name].scatter(at, ranges[name]) for name in _RANGES])
    return joined(hands.drop(_RANGES), both).select(hands.columns)


def _sums(hands: pl.LazyFrame) -> pl.LazyFrame:
    """S, T and the bounds of each price where all is known."""
    total = pl.col("own") + pl.sum_horizontal(f"price{k}" for k in _TAKEN)
    most = pl.col("buy_max").cast(pl.Int64) * pl.col("own")
    bounds = {
        f"bound{k}": pl.when(pl.col(f"how{k - 1}") == TWISTED)
        .then(most)
        .otherwise(pl.max_horizontal(f"price{k - 1}", "own"))
        for k in (4, 5)
    }
    known = hands.with_columns(own=_own_bet()).with_columns(_total=total)
    return known.with_columns(
        **dict.fromkeys(_STAKE, pl.col("own")),
        **dict.fromkeys(_TOTALS, pl.col("_total")),
        bound3=most,
        **bounds,
        ranged=_leaves_a_range(),
    )


def _own_bet() -> pl.Expr:
    """What was bet on the hand: on a hand of a split the bet of the first, unless it is written again."""
    return pl.when(pl.col("bet").is_null() & pl.col("split")).then("first_bet").otherwise("bet")


def _leaves_a_range() -> pl.Expr:
    """Whether the bet is not written, or the cards, or what each of them cost."""
    bare = pl.any_horizontal(pl.col(f"how{k}") == BARE for k in _TAKEN).fill_null(False)
    return pl.col("own").is_null() | ~pl.col("listed") | pl.col("staked").is_not_null() | bare | _unpriced()


def _unpriced() -> pl.Expr:
    """Whether a card was bought of which the price is not written."""
    each = ((pl.col(f"how{k}") == BOUGHT) & pl.col(f"price{k}").is_null() for k in _TAKEN)
    return pl.any_horizontal(each).fill_null(False)


def _ranges(hands: pl.LazyFrame) -> pl.LazyFrame:
    bet, staked = _own_bet(), pl.col("staked")
    low = pl.coalesce(bet, pl.min_horizontal(pl.max_horizontal("stakes_min", pl.lit(1)), staked))
    high = pl.coalesce(bet, pl.min_horizontal(pl.coalesce("stakes_max", pl.lit(UNBOUNDED)), staked))
    plan = hands.with_columns(s_low=low, s_high=pl.max_horizontal(low, high))
    most = pl.col("buy_max").cast(pl.Int64) * pl.col("s_high")
    third = _price(3, pl.col("s_low"), most, most)
    plan = plan.with_columns(low3=third[0], high3=third[1])
    bound4 = pl.when(pl.col("how3") == TWISTED).then(most).otherwise(pl.max_horizontal("high3", "s_high"))
    fourth = _price(4, pl.col("s_low"), bound4, pl.when(pl.col("how3") == TWISTED).then(0).otherwise(bound4))
    plan = plan.with_columns(low4_=fourth[0], high4=fourth[1], bound4=bound4)
    twisted = (pl.col("how3") == TWISTED) | (pl.col("how4") == TWISTED)
    bound5 = pl.when(pl.col("how4") == TWISTED).then(most).otherwise(pl.max_horizontal("high4", "s_high"))
    fifth = _price(5, pl.col("s_low"), bound5, pl.when(twisted).then(0).otherwise(bound5))
    plan = plan.with_columns(bound3=most, bound5=bound5, _low5=fifth[0], _high5=fifth[1])
    listed_low = pl.col("s_low") + pl.col("low3") + pl.col("low4_") + pl.col("_low5")
    listed_high = pl.col("s_high") + pl.col("high3") + pl.col("high4") + pl.col("_high5")
    buys = pl.col("buy_max").cast(pl.Int64) * pl.col("s_high")
    two, three = pl.col("s_high") + 2 * buys, pl.col("s_high") + 3 * buys
    listed = pl.col("listed")
    return plan.with_columns(
        t_least=pl.when(listed).then(listed_low).otherwise("s_low"),
        t_most=pl.when(listed).then(listed_high).otherwise(three),
        t_low=pl.coalesce(staked, pl.when(listed).then(listed_low).otherwise("s_low")),
        t_high=pl.coalesce(staked, pl.when(listed).then(listed_high).otherwise(two)),
        five_high=pl.coalesce(staked, pl.when(listed).then(listed_high).otherwise(three)),
    )


def _price(k: int, least: pl.Expr, bought: pl.Expr, bare: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """The least and the most that card k may have cost; `bare` bounds a card nobody noted how."""
    how, price = pl.col(f"how{k}"), pl.col(f"price{k}")
    low = pl.when(how == BOUGHT).then(pl.coalesce(price, least)).otherwise(0)
    high = (
        pl.when(how == BOUGHT)
        .then(pl.coalesce(price, pl.max_horizontal(bought, least)))
        .when(how == BARE)
        .then(bare)
        .otherwise(0)
    )
    return low.cast(pl.Int64), high.cast(pl.Int64)


def dearest() -> pl.Expr:
    """What a card cost at most of which nobody noted how it was taken; null where a price is missing besides.

    In a row that lists no cards any may have been bought.
    """
    bare = [pl.when(pl.col(f"how{k}") == BARE).then(f"bound{k}") for k in _TAKEN]
    listed = pl.when(~_unpriced()).then(pl.max_horizontal(*bare, 0))
    return pl.when("listed").then(listed).otherwise("bound3")


def may_be_staked(amount: pl.Expr, least: pl.Expr, most_each: pl.Expr) -> pl.Expr:
    """Whether it is what was surely staked (`least`) and some cards more, each for nothing or for S at least.

    A third card that nobody noted how makes of a bet of 10 either 10 or 20 to 30, never 15 (rulebook 3.3).
    True where `most_each`, what one of them cost at most, is unknown.
    """
    more, open_stake = amount - least, pl.col("s_high") - pl.col("s_low")
    bought = (
        more.is_between(n * pl.col("s_low"), open_stake + n * most_each) for n in range(_MOST_TAKEN + 1)
    )
    return pl.any_horizontal(bought).fill_null(True)
