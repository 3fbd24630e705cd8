"""A line of a dozen characters that shows how a balance went up and down.

In: running nets in minor units, None where not known. Out: characters, plain ones where the terminal has no
others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.render.shapes import amount
from pontoon_ledger.render.table import Column, Table, money, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BARS, _PLAIN = "▁▂▃▄▅▆▇█", "_.-=+*#@"
WIDTH = 16


def spark(values: Sequence[int | None], low: int, high: int, *, unicode: bool = True) -> str:
    """Draw values between `low` and `high`; of many the last of each stretch.

    >>> spark([0, 5, None, 10], 0, 10), spark([0, 5, 10], 0, 10, unicode=False)
    ('▁▅?█', '_+@')
    """
    marks = _BARS if unicode else _PLAIN
    stretch = max(1, -(-len(values) // WIDTH))
    chosen = [values[min(at + stretch, len(values)) - 1] for at in range(0, len(values), stretch)]
    span = max(high - low, 1)
    top = len(marks) - 1
    return "".join(
        "?" if value is None else marks[((value - low) * top + span // 2) // span] for value in chosen
    )


def course_table(courses: Mapping[str, Sequence[int | None]], decimals: int, *, unicode: bool) -> Table:
    """Set everybody's course, all to one scale, with the lowest and the highest point of each.

    >>> for row in course_table({"Ann": [-5, 3], "Bob": [5, -3]}, 2, unicode=False).rows:
    ...     print(row)
    ('Ann', '_#', '-0.05', '0.03')
    ('Bob', '@.', '-0.03', '0.05')
    """
    known = [value for course in courses.values() for value in course if value is not None]
    low, high = min(known, default=0), max(known, default=0)
    rows = []
    for player, course in courses.items():
        mine = [value for value in course if value is not None]
        least, most = (amount(each(mine), decimals) if mine else None for each in (min, max))
        rows.append((player, spark(course, low, high, unicode=unicode), least, most))
    columns = (words("player"), Column("course", "how it went"), money("lowest"), money("highest"))
    return Table(columns, tuple(rows))
