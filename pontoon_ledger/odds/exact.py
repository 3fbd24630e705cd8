"""Exact tests of counts: how likely a count is that is no likelier than the one seen.

In: the chances of each part of a count (a coin, a hand of cards), parts alike counted once. Out: the chance
of every sum, a two-sided p, and p corrected by Holm for all that was looked at.
"""

from __future__ import annotations

import cmath
from functools import cache
from math import comb, sqrt
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEAST = 1e-10
"""Sums are right to about this much; a p below it is given as this."""
_DEVIATIONS, _MORE = 8, 16
_TIE = 1 + 1e-7


class Spread(Struct, frozen=True):
    """The chance of each sum from `first` on; sums beyond either end are less likely than `LEAST`."""

    first: int
    chances: tuple[float, ...]
    mean: float
    variance: float

    def two_sided(self, seen: int) -> float:
        """The chance of a sum that is no likelier than `seen`, not less than `LEAST`.

        >>> round(spread({(0.5, 0.5): 10}).two_sided(1), 6)  # 22 of 1024
        0.021484
        """
        at = seen - self.first
        if not 0 <= at < len(self.chances):
            return LEAST
        limit = self.chances[at] * _TIE
        return min(1.0, max(LEAST, sum(chance for chance in self.chances if chance <= limit)))


def spread(parts: Mapping[tuple[float, ...], int]) -> Spread:
    """How a sum of independent parts spreads: each part's chances of 0, 1, 2, ..., and how many are like it.

    The chances of the sum are read off the product of the parts' generating functions on the unit circle.

    >>> [round(chance, 4) for chance in spread({(0.5, 0.5): 2, (0.0, 0.0, 1.0): 1}).chances[:5]]
    [0.0, 0.0, 0.25, 0.5, 0.25]
    """
    mean = sum(n * mean_of(part) for part, n in parts.items())
    variance = max(0.0, sum(n * _variance(part) for part, n in parts.items()))
    most = sum(n * (len(part) - 1) for part, n in parts.items())
    length = 1 << min(most, int(2 * (_DEVIATIONS * sqrt(variance) + _MORE))).bit_length()
    first = 0 if most < length else min(max(0, int(mean) - length // 2), most + 1 - length)
    terms = [(part[::-1], n) for part, n in parts.items()]
    circle = []
    for k in range(length // 2 + 1):
        step = cmath.rect(1, -2 * cmath.pi * k / length)
        product = step**-first
        for (high, *lower), n in terms:
            value = complex(high)
            for chance in lower:
                value = value * step + chance
            product *= value if n == 1 else value**n
        circle.append(product)
    circle += [value.conjugate() for value in circle[-2:0:-1]]
    chances = tuple(max(0.0, value.real / length) for value in _transform(circle))
    return Spread(first, chances, mean, variance)


def mean_of(part: Sequence[float]) -> float:
    """The mean of a part.

    >>> mean_of((0.25, 0.5, 0.25))
    1.0
    """
    return sum(k * chance for k, chance in enumerate(part))


def _variance(part: Sequence[float]) -> float:
    return sum(k * k * chance for k, chance in enumerate(part)) - mean_of(part) ** 2


def deviations(parts: Mapping[tuple[float, ...], int], seen: int) -> float:
    """How many standard deviations `seen` lies from the mean; 0 where it cannot but be the mean.

    >>> deviations({(0.5, 0.5): 100}, 60)
    2.0
    """
    variance = sum(n * _variance(part) for part, n in parts.items())
    gap = seen - sum(n * mean_of(part) for part, n in parts.items())
    return gap / sqrt(variance) if variance > LEAST else 0.0


def _transform(values: list[complex]) -> list[complex]:
    """Fourier's transform backwards, not yet divided by the length, a power of two."""
    if len(values) == 1:
        return values
    even, odd = _transform(values[::2]), _transform(values[1::2])
    turned = [cmath.rect(1, 2 * cmath.pi * k / len(values)) * value for k, value in enumerate(odd)]
    pairs = list(zip(even, turned, strict=True))
    return [a + b for a, b in pairs] + [a - b for a, b in pairs]


@cache
def dealt(cards: int, wanted: int, drawn: int) -> tuple[float, ...]:
    """The chances to draw 0, 1, 2, ... of `wanted` cards with `drawn` out of `cards`, without putting back.

    >>> [round(chance, 4) for chance in dealt(52, 4, 2)]
    [0.8507, 0.1448, 0.0045]
    """
    ways = comb(cards, drawn)
    most = min(wanted, drawn)
    return tuple(comb(wanted, k) * comb(cards - wanted, drawn - k) / ways for k in range(most + 1))


@cache
def pontoons(cards: int, aces: int, tens: int, hands: int) -> tuple[float, ...]:
    """The chances that 0, 1, 2, ... of so many hands of two cards are an ace and a ten-point card.

    >>> pontoons(52, 4, 16, 1)[1] == 64 / 1326
    True
    """
    if hands == 0 or cards < 2:
        return (1.0,)
    pairs, others = comb(cards, 2), cards - aces - tens
    chances = [0.0] * (min(hands, aces, tens) + 1)
    for ways, a, t in (
        (aces * tens, 1, 1),
        (comb(aces, 2), 2, 0),
        (comb(tens, 2), 0, 2),
        (aces * others, 1, 0),
        (tens * others, 0, 1),
        (comb(others, 2), 0, 0),
    ):
        if ways:
            made = int(a == 1 and t == 1)
            for k, chance in enumerate(pontoons(cards - 2, aces - a, tens - t, hands - 1)):
                chances[k + made] += chance * ways / pairs
    return tuple(chances)


def holm(chances: Sequence[float]) -> list[float]:
    """Each p corrected for all of them (Holm 1979): the least times their number, the next by one less, ...

    >>> holm([0.04, 0.01, 0.5])
    [0.08, 0.03, 0.5]
    """
    corrected = [0.0] * len(chances)
    least = 0.0
    for place, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = max(least, min(1.0, (len(chances) - place) * chances[at]))
        corrected[at] = least
    return corrected
