"""Groups that settle among themselves: which people's amounts add up to nothing.

In: the amounts of some people, whole numbers, none of them 0. Out: who can be in one group
with whom, or the groups themselves, as positions in what came in.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMIT = 16
"""Up to so many people the most groups are found for certain; every further one doubles the work."""

_WINDOW = 12


def mates(amounts: Sequence[int]) -> list[int]:
    """Find who may share a group with whom where as many groups as can be are made.

    The amounts add up to 0; each answer is a set of positions as bits, its own among them.

    >>> [bin(them) for them in mates([-5, 5, -3, 3])]
    ['0b11', '0b11', '0b1100', '0b1100']
    """
    sums, most = _tables(amounts)
    everybody = len(sums) - 1
    together = [0] * len(amounts)
    for group, total in enumerate(sums):
        if total == 0 and most[group] == 1 and most[everybody ^ group] == most[everybody] - 1:
            for position in _members(group):
                together[position] |= group
    return together


def loose_groups(amounts: Sequence[int]) -> list[list[int]]:
    """Split any number of people into many groups, without a proof that more cannot be made.

    Two who match exactly go first; then small groups are looked for among people of like
    amounts; the last group is what is left.

    >>> loose_groups([-5, 5, -3, 1, 2])
    [[0, 1], [2, 3, 4]]
    """
    groups, left = _matches(amounts)
    left.sort(key=lambda position: (abs(amounts[position]), position))
    start = 0
    while len(left) > LIMIT and start < len(left):
        window = left[start : start + _WINDOW]
        found = [[window[at] for at in group] for group in _groups_within([amounts[at] for at in window])]
        if found:
            groups += found
            taken = {position for group in found for position in group}
            left = [position for position in left if position not in taken]
        else:
            start += _WINDOW // 2
    return [*groups, sorted(left)] if left else groups


def _tables(amounts: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each set of people (as bits): its sum, and the most groups within it that sum to 0.

    The most groups of a set is that of the set less one of its people, whoever leaves most,
    and one more where the set itself sums to 0.
    """
    sums = [0]
    for amount in amounts:
        sums += [total + amount for total in sums]
    most = [0] * len(sums)
    for chosen in range(1, len(sums)):
        best, rest = 0, chosen
        while rest:
            one = rest & -rest
            without = most[chosen ^ one]
            best = without if without > best else best
            rest ^= one
        most[chosen] = best if sums[chosen] else best + 1
    return sums, most


def _members(chosen: int) -> list[int]:
    return [position for position in range(chosen.bit_length()) if chosen >> position & 1]


def _groups_within(amounts: Sequence[int]) -> list[list[int]]:
    """Make the most groups that sum to 0 among people who need not do so all together."""
    sums, most = _tables(amounts)
    nested = []
    chosen = len(sums) - 1
    while most[chosen]:
        if sums[chosen] == 0:
            nested.append(chosen)
        wanted = most[chosen] - (sums[chosen] == 0)
        chosen ^= next(1 << at for at in _members(chosen) if most[chosen ^ 1 << at] == wanted)
    return [_members(outer ^ inner) for outer, inner in pairwise([*nested, 0])]


def _matches(amounts: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Pair those who owe with those who get exactly as much; the pairs, and who is left.

    No group is lost by it: if the two were in two groups, what is left of both is a group too.
    """
    waiting: dict[int, list[int]] = {}
    pairs = []
    for position, amount in enumerate(amounts):
        if others := waiting.get(-amount):
            pairs.append([others.pop(0), position])
        else:
            waiting.setdefault(amount, []).append(position)
    return pairs, sorted(position for positions in waiting.values() for position in positions)
