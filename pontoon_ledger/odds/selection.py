"""Whether the hands that are told whole are like the others: who writes only what lost sees bad luck.

In: the seats of a `Luck`. Out: a `Selection`: how many of each won, and how likely such a gap is.
"""

from __future__ import annotations

from math import exp, lgamma
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterator

_TIE = 1 + 1e-7


class Selection(NamedTuple):
    """Players' deals: `weighed`, of which `won`; `others` with a known result, of which `others_won`.

    `p`: how likely it is that as wide a gap comes about where it was chance which ones were left out.
    """

    weighed: int
    won: int
    others: int
    others_won: int
    p: float | None


def selection(seats: pl.DataFrame) -> Selection:
    """Hold the seats that were weighed against those that were not.

    >>> whys = {"why": [None] * 8 + ["no cards"] * 8, "due": [5] * 8 + [None] * 8}
    >>> found = selection(pl.DataFrame({**whys, "counts": [5] * 8 + [-5] * 8}))
    >>> found.won, found.others_won, round(found.p, 6)
    (8, 0, 0.000155)
    """
    out = pl.col("why").is_not_null()
    known = out & pl.col("counts").is_not_null()
    weighed, won, others, others_won = seats.select(
        (~out).sum().alias("weighed"),
        (~out & (pl.col("due") > 0)).sum().alias("won"),
        known.sum().alias("others"),
        (known & (pl.col("counts") > 0)).sum().alias("others_won"),
    ).row(0)
    p = None
    if weighed and others:
        chances = list(_chances(weighed, others, won + others_won))
        first = max(0, won + others_won - others)
        limit = chances[won - first] * _TIE
        p = min(1.0, sum(chance for chance in chances if chance <= limit))
    return Selection(weighed, won, others, others_won, p)


def _chances(drawn: int, rest: int, wins: int) -> Iterator[float]:
    """The chances that so many of the wins fall on those drawn, from the least that can be."""
    whole = _ways(drawn + rest, wins)
    for k in range(max(0, wins - rest), min(drawn, wins) + 1):
        yield exp(_ways(drawn, k) + _ways(rest, wins - k) - whole)


def _ways(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
