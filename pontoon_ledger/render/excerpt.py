"""A line of the user's file and the underline that stands below the very clause.

In: a source line, columns in characters, the room there is. Out: what to show of the line and of
the underline. Tabs, wide and combining characters are reckoned with; a long line is cut.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from pontoon_ledger.render.text import TAB, char_width, clean, width

_CUT = "..."
_MARGIN = 2
"""Rooms of characters on either side that are looked at of a line without end."""


class Excerpt(NamedTuple):
    """A shown line and its underline, both without the gutter."""

    line: str
    underline: str


def excerpt(line: str, column: int, end_column: int | None, room: int) -> Excerpt:
    r"""Show a line in `room` columns with the characters from `column` to before `end_column` underlined.

    >>> excerpt("Bob: bet 2, twist", 13, 18, 80)
    Excerpt(line='Bob: bet 2, twist', underline='            ^^^^^')
    >>> excerpt("a\tb", 3, 4, 80)
    Excerpt(line='a   b', underline='    ^')
    >>> excerpt("0123456789" * 5, 31, 33, 16)
    Excerpt(line='...6789012345...', underline='       ^^')
    """
    room = max(room, 4 * len(_CUT))
    near, first, last = _nearby(line.rstrip("\r\n"), column, end_column, _MARGIN * room)
    shown, starts = _laid_out(near)
    start, end = starts[first], max(starts[last], starts[first] + 1)
    left, right = _window(start, end, starts[-1], room)
    begin = bisect_left(starts, left)
    stop = max(begin, bisect_left(starts, right + 1) - 1) if right < starts[-1] else len(shown)
    before, after = _CUT if begin else "", _CUT if stop < len(shown) else ""
    text = before + "".join(shown[begin:stop]) + after
    at = len(before) + max(start - starts[begin], 0)
    carets = min(end, max(starts[stop], start + 1)) - max(start, starts[begin])
    return Excerpt(text.rstrip(), " " * at + "^" * max(carets, 1))


def _nearby(line: str, column: int, end_column: int | None, margin: int) -> tuple[str, int, int]:
    """Take the part of a line that can be shown, and the offsets in it of what is underlined.

    A file of one line has all its findings there: laying out all of it for each would never end.
    """
    first = min(max(column - 1, 0), len(line))
    last = min(max((end_column or column) - 1, first), len(line), first + margin)
    begin = max(first - margin, 0)
    return line[begin : last + margin], first - begin, last - begin


def _laid_out(line: str) -> tuple[list[str], list[int]]:
    """Lay out a line: what each character is shown as, the columns from 0 where they begin, the end last."""
    if line.isascii() and line.isprintable():
        return list(line), list(range(len(line) + 1))
    shown, starts, at = [], [0], 0
    for char in line:
        text = " " * (TAB - at % TAB) if char == "\t" else clean(char)
        shown.append(text)
        at += char_width(char) if text == char else width(text)
        starts.append(at)
    return shown, starts


def _window(start: int, end: int, total: int, room: int) -> tuple[int, int]:
    """Choose from which column to which the line is shown, the marks of a cut left out."""
    if total <= room:
        return 0, total
    free = room - 2 * len(_CUT)
    left = start - max(free - (end - start), 0) // 2
    if left <= len(_CUT):
        return 0, room - len(_CUT)
    if left + free + len(_CUT) >= total and start >= total - room + len(_CUT):
        return total - room + len(_CUT), total
    return left, left + free
