"""The bank's finished hand: how likely each class of it is, given the cards that lie elsewhere.

In: hands by rank that are known to be out of the pack, the banker's policy. Out: for each the chances of
the bank's classes. Every draw is without replacement; the sums are of whole numbers until the last division.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from pontoon_ledger.odds.pack import UNITS, class_of, counts, done, left, soft, total
from pontoon_ledger.replay.totals import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pontoon_ledger.odds.policy import Policy, Share

_AT_ONCE = 4096
Step = tuple[int, int, tuple[tuple[int, int, int], ...], "Share", int]
"""A hand of the bank: (class if it is the end, cards, ((earlier hand, value, how many before), ...),
the share of times that it is the end, the number of the hand)."""


@cache
def plan(policy: Policy) -> tuple[Step, ...]:
    """Every hand that the bank may come to, shorter ones first, and from which it comes.

    >>> from pontoon_ledger.odds.policy import DEFAULT
    >>> len(plan(DEFAULT))
    1498
    """
    ends: dict[int, Share] = {0: 0, **dict.fromkeys(UNITS, 0)}
    steps: list[Step] = [(0, 1, ((0, v, 0),), 0, unit) for v, unit in enumerate(UNITS)]
    layer = list(UNITS)
    for cards in range(2, 6):
        reached = sorted({hand + unit for hand in layer if ends[hand] != 1 for unit in UNITS})
        for hand in reached:
            ends[hand] = 1 if done(hand) else policy.stays(total(hand), soft(hand))
            steps.append((class_of(hand, False), cards, _before(hand, ends), ends[hand], hand))
        layer = reached
    return tuple(steps)


def _before(hand: int, ends: dict[int, Share]) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (hand - UNITS[v], v, n - 1)
        for v, n in enumerate(counts(hand))
        if n and ends.get(hand - UNITS[v], 1) != 1
    )


def chances(out: int, policy: Policy, packs: int) -> tuple[Fraction, ...]:
    """The exact chance of each class of the bank's hand, with the cards `out` not in the pack.

    >>> from pontoon_ledger.odds.policy import DEFAULT
    >>> from pontoon_ledger.replay.totals import PONTOON
    >>> chances(0, DEFAULT, 1)[PONTOON]
    Fraction(32, 663)
    """
    pack = left(out, packs)
    ways = _ways(policy, pack, {0: 1})
    per = _orders(sum(pack))
    return tuple(sum((Fraction(n) / per[cards] for cards, n in of.items()), Fraction(0)) for of in ways)


def _ways(policy: Policy, pack: Sequence[Any], open_: dict[int, Any]) -> list[dict[int, Any]]:
    """By class and number of cards: in how many orders the bank's hand can come to it."""
    ways: list[dict[int, Any]] = [{} for _ in range(CLASSES)]
    for klass, cards, before, ends, hand in plan(policy):
        n = None
        for earlier, value, had in before:
            part = open_[earlier] * (pack[value] - had if had else pack[value])
            n = part if n is None else n + part
        if ends:
            ended = n if ends == 1 else n * _plain(ends, n)
            ways[klass][cards] = ways[klass][cards] + ended if cards in ways[klass] else ended
        if ends != 1:
            open_[hand] = n if not ends else n * _plain(1 - ends, n)
    return ways


def _plain(share: Share, beside: Any) -> Any:
    """A share as the numbers beside it can take it: a fraction beside whole numbers, else a float."""
    return share if isinstance(beside, int | Fraction) else float(share)


def _orders(cards: int) -> list[int]:
    """In how many orders so many cards can be drawn, up to five.

    >>> _orders(52)[:3]
    [1, 52, 2652]
    """
    orders = [1]
    for drawn in range(5):
        orders.append(orders[-1] * (cards - drawn))
    return orders


def many(outs: Iterable[int], policy: Policy, packs: int) -> dict[int, tuple[float, ...]]:
    """The same for many at once, in floats.

    >>> from pontoon_ledger.odds.pack import cards
    >>> from pontoon_ledger.odds.policy import DEFAULT
    >>> both = many([0, cards("59")], DEFAULT, 1)
    >>> abs(both[0][0] - float(chances(0, DEFAULT, 1)[0])) < 1e-15
    True
    """
    codes = list(dict.fromkeys(outs))
    found: dict[int, tuple[float, ...]] = {}
    for start in range(0, len(codes), _AT_ONCE):
        part = codes[start : start + _AT_ONCE]
        found |= zip(part, _columns(part, policy, packs), strict=True)
    return found


def _columns(codes: list[int], policy: Policy, packs: int) -> Iterable[tuple[float, ...]]:
    import polars as pl

    rows = [left(code, packs) for code in codes]
    pack = [pl.Series(column, dtype=pl.Float64) for column in zip(*rows, strict=True)]
    per = [
        pl.Series(column, dtype=pl.Float64) for column in zip(*(_orders(sum(r)) for r in rows), strict=True)
    ]
    nothing = [0.0] * len(codes)
    columns = [nothing] * CLASSES
    for klass, of in enumerate(_ways(policy, pack, {0: 1.0})):
        for cards, n in of.items():
            part = (n / per[cards]).to_list()
            before = columns[klass]
            columns[klass] = part if before is nothing else [a + b for a, b in zip(before, part, strict=True)]
    return zip(*columns, strict=True)
