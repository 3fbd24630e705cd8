"""The pack by rank: a hand as one whole number, a digit for each value of a card.

In: cards as codes of `cards.py` or as letters. Out: whole numbers that add up as cards do, what a hand
of them comes to, and how many cards of each value are left when some are known to lie elsewhere.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pontoon_ledger.cards import RANKS
from pontoon_ledger.replay.totals import BUST, FIVE, PONTOON, ROYAL, TWENTY_ONE, best_total

if TYPE_CHECKING:
    from collections.abc import Iterable

VALUES = "A23456789T"
DIGIT = 6
ACE, TEN = 0, 9
UNITS = tuple(1 << DIGIT * value for value in range(len(VALUES)))
"""One card of each value: ace to nine, and ten for the ten and the three court cards."""
_MASK = (1 << DIGIT) - 1
_SEVENS = 3 * UNITS[6]


def value_of(rank: int) -> int:
    """The place in `VALUES` of a rank from 0 (ace) to 12 (king).

    >>> value_of(0), value_of(8), value_of(12)
    (0, 8, 9)
    """
    return min(rank, TEN)


def hand_of(ranks: Iterable[int]) -> int:
    """The number of a hand of ranks from 0 to 12; the order of cards does not count.

    >>> hand_of([4, 8]) == hand_of([8, 4]) == cards("59")
    True
    """
    return sum(UNITS[value_of(rank)] for rank in ranks)


def cards(letters: str) -> int:
    """The number of a hand written as letters of ranks.

    >>> counts(cards("A9K"))
    (1, 0, 0, 0, 0, 0, 0, 0, 1, 1)
    """
    return hand_of(RANKS.index(letter) for letter in letters)


@cache
def counts(code: int) -> tuple[int, ...]:
    """How many cards of each value.

    >>> sum(counts(cards("777T")))
    4
    """
    return tuple(code >> DIGIT * value & _MASK for value in range(len(VALUES)))


@cache
def size(code: int) -> int:
    """How many cards.

    >>> size(cards("777T"))
    4
    """
    return sum(counts(code))


@cache
def total(code: int) -> int:
    """The best total, 0 when bust (rulebook 1.2).

    >>> total(cards("A6")), total(cards("A69")), total(cards("KQ2"))
    (17, 16, 0)
    """
    return best_total(lowest(code), bool(counts(code)[ACE]))


@cache
def lowest(code: int) -> int:
    """The total with every ace at one.

    >>> lowest(cards("AA9"))
    11
    """
    return sum((value + 1) * n for value, n in enumerate(counts(code)))


def soft(code: int) -> bool:
    """Whether an ace counts eleven in the best total.

    >>> soft(cards("A6")), soft(cards("A69"))
    (True, False)
    """
    return total(code) > lowest(code)


@cache
def class_of(code: int, royal: bool) -> int:
    """The class of a finished hand, as `replay.totals` numbers them (rulebook 1.3).

    >>> class_of(cards("AK"), False) == PONTOON, class_of(cards("777"), True) == ROYAL
    (True, True)
    """
    best = total(code)
    if best == BUST:
        return BUST
    if size(code) == 5:
        return FIVE
    if best == TWENTY_ONE and size(code) == 2:
        return PONTOON
    return ROYAL if royal and code == _SEVENS else best


def done(code: int) -> bool:
    """Whether no card may be added: bust, 21 or five cards (rulebook 3.6).

    >>> done(cards("K9")), done(cards("K9A")), done(cards("K92"))
    (False, False, True)
    """
    return total(code) in (BUST, TWENTY_ONE) or size(code) == 5


@cache
def left(code: int, packs: int) -> tuple[int, ...]:
    """How many cards of each value are left of `packs` packs; raises ValueError where there are too few.

    >>> left(cards("AK"), 1)
    (3, 4, 4, 4, 4, 4, 4, 4, 4, 15)
    """
    rest = tuple((16 if v == TEN else 4) * packs - n for v, n in enumerate(counts(code)))
    if min(rest) < 0:
        raise ValueError(f"there are not so many cards: {spelled(code)}")
    return rest


def spelled(code: int) -> str:
    """A hand as letters, low cards first.

    >>> spelled(cards("KA9"))
    'A 9 T'
    """
    return " ".join(VALUES[v] for v, n in enumerate(counts(code)) for _ in range(n))
