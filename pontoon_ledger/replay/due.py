"""What is due: the settlement table of rulebook 5 over all classes that the record leaves open.

In: sets of classes of a hand and of the bank, ranges of S and T, the options. Out: `due_low` and
`due_high`, signed from the player's side; equal where the payout is decided. The table is built
once per set of rules and asked once per distinct pair of sets.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.frames import flags, in_slices, joined, numbered
from pontoon_ledger.replay.course import SHOT
from pontoon_ledger.replay.stakes import UNBOUNDED, dearest, may_be_staked
from pontoon_ledger.replay.totals import BUST, CLASSES, FIVE, PONTOON, ROYAL, TWENTY_ONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pontoon_ledger.rules import Rules

Multiple = tuple[bool, int]
"""(is it a multiple of S rather than of T, how many times, signed from the player's side)."""

_PARTS = ("s", "pontoon", "total", "five", "royal")
_SPAN = {
    **{f"{part}_{end}": pl.Int8 for part in _PARTS for end in ("min", "max")},
    "s_set": pl.Int32,
    "t_set": pl.Int32,
    "shoot_min": pl.Int8,
    "shoot_max": pl.Int8,
}
MOST_TIMES = 6
_DUE = ("due_low", "due_high")
_SHOOT_DUE = ("shoot_low", "shoot_high")
_STAKED = ("s_low", "s_high", "t_low", "t_high", "five_high", "ranged", "staked", "listed")
_TAKEN = tuple(f"{what}{k}" for k in (3, 4, 5) for what in ("how", "price", "bound"))
_ASKED = (*_STAKED, *_TAKEN, "void", "settled", "shoots", "shoot_recorded", "recorded")
_KEY = ("classes", "bank_classes", "split", "doubled", "ruleset")
_SET = 1 << CLASSES


def multiple(player: int, bank: int, *, split: bool, doubled: bool, rules: Rules) -> Multiple:
    """What a hand of class `player` is paid against a bank of class `bank` (rulebook 2.2, 5).

    >>> from pontoon_ledger.rules import Rules
    >>> multiple(20, 17, split=False, doubled=False, rules=Rules())
    (False, 1)
    >>> multiple(PONTOON, PONTOON, split=False, doubled=False, rules=Rules())
    (True, -2)
    """

    def times(n: int) -> int:
        return 2 if doubled and n == 1 else n

    tie = 0 if rules.ties == "push" else -times(1)
    if bank == PONTOON and rules.peek:
        pays = rules.pontoon_vs_banker_pontoon if player == PONTOON else rules.banker_pontoon
        return True, -times(pays)
    if player == BUST:
        return False, -times(1)
    if player == ROYAL:
        return False, 3
    if bank == PONTOON:
        pays = rules.pontoon_vs_banker_pontoon if player == PONTOON else rules.banker_pontoon
        return False, -times(pays)
    if player == PONTOON:
        return False, times(rules.split_pontoon_pays if split else rules.pontoon_pays)
    if bank == FIVE:
        return False, tie if player == FIVE and rules.ties == "push" else -times(rules.banker_five_card)
    if player == FIVE:
        return False, times(rules.five_card_pays)
    if bank == BUST or player > bank:
        return False, times(1)
    return False, tie if player == bank else -times(1)


def cannot_meet(player: int, bank: int, *, split: bool, rules: Rules) -> bool:
    """Whether a pair of classes cannot be: a bank's pontoon shown at once ends the deal (2.4).

    >>> from pontoon_ledger.rules import Rules
    >>> cannot_meet(BUST, PONTOON, split=False, rules=Rules())
    True
    """
    shown = bank == PONTOON and rules.peek
    return shown and (split or player in (BUST, TWENTY_ONE, FIVE, ROYAL))


def _members(classes: int) -> Iterator[int]:
    return (c for c in range(CLASSES) if classes >> c & 1)


def _part(player: int, of_stake: bool) -> str:
    if of_stake:
        return "s"
    if player == PONTOON:
        return "pontoon"
    if player == ROYAL:
        return "royal"
    return "five" if player in (BUST, FIVE) else "total"


@cache
def span(players: int, banks: int, split: bool, doubled: bool, rules: Rules) -> tuple[int | None, ...]:
    """The least and greatest multiples over all open pairs, by what they multiply (see `_PARTS`).

    Behind them the sets of all multiples of S and of T, bit n + MOST_TIMES for n times, and the least and
    greatest of what a shoot bet makes: 1 where the hand is better than the bank's, else -1 (rulebook 7.7).
    """
    low: dict[str, int] = {}
    high: dict[str, int] = {}
    sets = {True: 0, False: 0}
    pairs = [(p, b) for p in _members(players) for b in _members(banks)]
    can = [pair for pair in pairs if not cannot_meet(*pair, split=split, rules=rules)]
    for p, b in can or pairs:
        of_stake, times = multiple(p, b, split=split, doubled=doubled, rules=rules)
        part = _part(p, of_stake)
        low[part] = min(times, low.get(part, times))
        high[part] = max(times, high.get(part, times))
        sets[of_stake] |= 1 << (times + MOST_TIMES)
    shoot = (1 if min(low.values()) > 0 else -1), (1 if max(high.values()) > 0 else -1)
    return *(end.get(part) for part in _PARTS for end in (low, high)), sets[True], sets[False], *shoot


def with_due(hands: pl.DataFrame, rules: Sequence[Rules]) -> pl.DataFrame:
    """Add what is due for each hand and for its shoot bets, as ranges.

    `due_low` and `due_high`: null where there is no end to the range; `no_such_due`: the payment is none of
    the amounts left open. `shoot_low` and `shoot_high`: null where there is no shoot bet or nothing is known.

    Needs `classes`, `bank_classes`, `ruleset` (a number of `rules`), `split`, `doubled`, the ranges
    of `stakes.py`, `settled` (false on the bank's rows and where the holder is unknown) and `void`.
    """
    needed = hands.select(*_ASKED, *_KEY)
    return joined(hands, in_slices(needed, lambda rows: _due(rows, rules)))


def _due(hands: pl.DataFrame, rules: Sequence[Rules]) -> pl.DataFrame:
    """One product where one multiple of a known stake is due, as mostly it is; elsewhere a range."""
    numbers, keys = numbered(hands.select(key=_key()).to_series())
    spans = pl.DataFrame([span(*_unpack(int(key), rules)) for key in keys], schema=_SPAN, orient="row")
    product = _product(spans, numbers)
    ranged = pl.col("settled") & ~pl.col("void") & (pl.col("ranged") | product.is_null()) | SHOT
    known = hands.select(due=pl.when("void").then(0).when("settled").then(product), ranged=ranged)
    nothing = pl.repeat(None, len(hands), dtype=pl.Int64, eager=True)
    dues = {**dict.fromkeys(_DUE, known["due"]), **dict.fromkeys(_SHOOT_DUE, nothing)}
    at = known["ranged"].arg_true()
    if len(at):
        ranges = _ranges(hands[at].hstack(spans[numbers.gather(at)]))
        dues = {name: due.clone().scatter(at, ranges[name]) for name, due in dues.items()}
    judged = hands.with_columns(**dues)
    return judged.select(*dues, no_such_due=_no_such_due(judged, spans, numbers))


def _product(spans: pl.DataFrame, numbers: pl.Series) -> pl.Expr:
    """The only multiple that is left open, of S or of T; null where several are."""
    total = {end: [f"{part}_{end}" for part in _PARTS if part != "s"] for end in ("min", "max")}
    ends = spans.select(
        "s_min", "s_max", min=pl.min_horizontal(total["min"]), max=pl.max_horizontal(total["max"])
    )
    of_stake = ends.select(pl.when(pl.col("s_min") == pl.col("s_max"), pl.col("min").is_null()).then("s_min"))
    of_total = ends.select(pl.when(pl.col("min") == pl.col("max"), pl.col("s_min").is_null()).then("min"))
    times = {"s_low": of_stake.to_series(), "t_low": of_total.to_series()}
    products = [
        pl.lit(n.cast(pl.Int64).gather(numbers)) * pl.col(staked)
        for staked, n in times.items()
        if n.null_count() < len(n)
    ]
    return pl.coalesce(*products, pl.lit(None, dtype=pl.Int64))


def _ranges(hands: pl.DataFrame) -> pl.DataFrame:
    """What is due where a range of S or of T is left; and what the shoot bets make."""
    ranges = {
        "s": ("s_low", "s_high"),
        "pontoon": (_pontoon_stake("s_low", "t_low"), _pontoon_stake("s_high", "t_high")),
        "total": ("t_low", "t_high"),
        "five": ("t_low", "five_high"),
        "royal": ("t_low", _royal_stake()),
    }
    lows, highs = [pl.lit(None, dtype=pl.Int64)], [pl.lit(None, dtype=pl.Int64)]
    for part, (low, high) in ranges.items():
        if hands[f"{part}_min"].null_count() == len(hands):
            continue
        least, most = pl.col(f"{part}_min").cast(pl.Int64), pl.col(f"{part}_max").cast(pl.Int64)
        lows.append(least * pl.when(least < 0).then(high).otherwise(low))
        highs.append(most * pl.when(most > 0).then(high).otherwise(low))
    plan = hands.lazy().with_columns(_low=pl.min_horizontal(lows), _high=pl.max_horizontal(highs))
    zero = pl.lit(0, dtype=pl.Int64)
    return plan.select(
        due_low=pl.when("void").then(zero).when("settled", pl.col("_low") > -UNBOUNDED).then("_low"),
        due_high=pl.when("void").then(zero).when("settled", pl.col("_high") < UNBOUNDED).then("_high"),
        **_shoot_due(),
    ).collect()


def _key() -> pl.Expr:
    """Everything that `span` asks, packed into one integer."""
    flags = pl.col("split").cast(pl.UInt64) + pl.col("doubled").cast(pl.UInt64) * 2
    sets = pl.col("classes").cast(pl.UInt64) + pl.col("bank_classes").cast(pl.UInt64) * _SET
    return sets + (flags + pl.col("ruleset").cast(pl.UInt64) * 4) * _SET * _SET


def _unpack(key: int, rules: Sequence[Rules]) -> tuple[int, int, bool, bool, Rules]:
    rest, players = divmod(key, _SET)
    rest, banks = divmod(rest, _SET)
    ruleset, flags = divmod(rest, 4)
    return players, banks, bool(flags & 1), bool(flags & 2), rules[ruleset]


def _shoot_due() -> dict[str, pl.Expr]:
    """What the shoot bets of a hand make, one to one with the kitty; null where there are none.

    Of a bet that is not written, but its result is, no more than the side can be known: a penny at least.
    """
    bets = pl.when(pl.col("shoots").is_not_null()).then(pl.col("shoots").list.sum())
    signs = {end: pl.col(f"shoot_{sign}").cast(pl.Int64) for end, sign in (("low", "min"), ("high", "max"))}
    untold = {"low": pl.when(signs["low"] > 0), "high": pl.when(signs["high"] < 0)}
    return {
        f"shoot_{end}": pl.when("void", SHOT)
        .then(0)
        .when("settled")
        .then(pl.coalesce(bets * sign, pl.when(SHOT).then(untold[end].then(sign))))
        for end, sign in signs.items()
    }


def _no_such_due(hands: pl.DataFrame, spans: pl.DataFrame, numbers: pl.Series) -> pl.Series:
    """Whether the payment is none of the multiples left open, of anything that may have been staked.

    Asked of the payments alone that are not just what is due.
    """
    paid = pl.col("recorded")
    as_due = ((paid == pl.col("due_low")) & (paid == pl.col("due_high"))).fill_null(False)
    asked = pl.col("settled") & ~pl.col("void") & paid.is_not_null() & ~as_due
    at = hands.select(asked).to_series().arg_true()
    if at.is_empty():
        return flags(at, len(hands))
    needed = ("recorded", "listed", "s_low", "s_high", "t_low", "five_high", *_TAKEN)
    doubted = hands.select(needed)[at].hstack(spans.select("s_set", "t_set")[numbers.gather(at)])
    doubted = doubted.with_columns(at=at, dearest=pl.when("listed").then(dearest()))
    each = doubted.join(_each_times(), how="cross")
    such = each.filter(_is_open().fill_null(True))["at"]
    return flags(at, len(hands)) & ~flags(such, len(hands))


@cache
def _each_times() -> pl.DataFrame:
    """How many times S or T a payment may be, and the bit of each in a set of multiples."""
    times = range(-MOST_TIMES, MOST_TIMES + 1)
    return pl.DataFrame({"times": times, "bit": [1 << (n + MOST_TIMES) for n in times]})


def _is_open() -> pl.Expr:
    """Whether the payment is so many `times` an amount that can be S or T, and that is left open."""
    paid, times = pl.col("recorded"), pl.col("times")
    amount = paid // times
    of_stake = (pl.col("s_set") & pl.col("bit") != 0) & ((times == 0) | amount.is_between("s_low", "s_high"))
    of_all = (pl.col("t_set") & pl.col("bit") != 0) & (
        (times == 0)
        | amount.is_between("t_low", "five_high") & may_be_staked(amount, pl.col("t_low"), pl.col("dearest"))
    )
    return pl.when(times == 0).then(paid == 0).otherwise(paid % times == 0) & (of_stake | of_all)


def _royal_stake() -> pl.Expr:
    """Three sevens are three cards: where the row lists none, one was bought at most (chapter 8, `royal`)."""
    exact = pl.col("listed") | pl.col("staked").is_not_null()
    return pl.when(exact).then("t_high").otherwise(pl.col("s_high") + pl.col("bound3"))


def _pontoon_stake(of_two: str, of_all: str) -> pl.Expr:
    """A pontoon has two cards: where the row lists none, all that is staked on it is S."""
    return pl.when(pl.col("listed") | pl.col("staked").is_not_null()).then(of_all).otherwise(of_two)
