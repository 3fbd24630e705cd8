"""The fewest payments: tables that tell the program from one with a small thing wrong.

In: amounts that a mutant of the code settled otherwise. Out: who settles with whom.
"""

from __future__ import annotations

from pontoon_ledger.partition import loose_groups


def test_many_people_are_parted_into_the_small_groups_they_came_in() -> None:
    amounts = [share * 7**party for party in range(6) for share in (-3, 1, 2)]
    groups = sorted(sorted(group) for group in loose_groups(amounts))
    assert groups == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11], [12, 13, 14, 15, 16, 17]]
