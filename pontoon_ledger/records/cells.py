"""One row of a table, cell by cell, with the place of every character in the user's file.

In: the text of a table, the offset at which a row begins, the delimiter. Out: the row's cells as
`Cell`s. The fast readers know nothing of places; this is asked for the few rows that somebody is
told about, and says what is wrong with a row that cannot be read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from msgspec import Struct

from pontoon_ledger.records.model import Place
from pontoon_ledger.records.places import line_starts

_LINE_END = re.compile(r"[\r\n]|\Z")


class Cell(Struct, frozen=True):
    """A cell: its value, blanks around it and all, and from where to where it is written."""

    value: str
    start: int
    end: int
    doubled: bool = False

    def offsets(self) -> list[int]:
        """Give the offset in the text of each character of the value."""
        if not self.doubled:
            return list(range(self.start, self.end))
        offsets, at = [], self.start
        for char in self.value:
            offsets.append(at)
            at += 2 if char == '"' else 1
        return offsets

    def trimmed(self) -> tuple[int, int]:
        """From where to where the value is written without the blanks around it."""
        kept = self.value.strip()
        if not kept:
            return self.start, max(self.end, self.start + 1)
        offsets = self.offsets()
        first = len(self.value) - len(self.value.lstrip())
        return offsets[first], offsets[first + len(kept) - 1] + 1


class Row(Struct, frozen=True):
    """A row: its cells, where the next row begins, and where and why it cannot be read."""

    cells: tuple[Cell, ...]
    end: int
    next: int
    bad: tuple[int, int] | None = None
    reason: str = ""


@lru_cache(maxsize=16)
def _patterns(delimiter: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    mark = re.escape(delimiter)
    blanks = "[ ]*" if delimiter == "\t" else "[ \t]*"
    quoted = re.compile(r' *"([^"]*+(?:""[^"]*+)*+)"' + blanks)
    plain = re.compile(rf"[^\r\n{mark}]*")
    return quoted, plain, re.compile(rf"{mark}|\r\n|\r|\n|\Z")


def scan_row(text: str, start: int, delimiter: str) -> Row:
    r"""Read the row that begins at `start`.

    >>> row = scan_row('1,Ann,"the ""Duke"", won 1"\n2,Bob,push', 0, ",")
    >>> [cell.value for cell in row.cells], row.next
    (['1', 'Ann', 'the "Duke", won 1'], 28)
    >>> scan_row('1,"Ann', 0, ",").reason
    'a quotation mark opens here that is never closed'
    """
    quoted, plain, after = _patterns(delimiter)
    cells: list[Cell] = []
    at = start
    while True:
        found = quoted.match(text, at)
        if found:
            doubled = '""' in found[1]
            value = found[1].replace('""', '"') if doubled else found[1]
            cells.append(Cell(value, found.start(1), found.end(1), doubled))
        else:
            found = plain.match(text, at)
            assert found is not None
            opened = at + len(found[0]) - len(found[0].lstrip(" "))
            if text[opened : opened + 1] == '"':
                reason = "a quotation mark opens here that is never closed"
                end = _line_end(text, opened)
                return Row(tuple(cells), end, len(text), (opened, end), reason)
            cells.append(Cell(found[0], at, found.end()))
        mark = after.match(text, found.end())
        if mark is None:
            return _stray(text, cells, found.end())
        if mark[0] != delimiter:
            return Row(tuple(cells), mark.start(), mark.end())
        at = mark.end()


def _stray(text: str, cells: list[Cell], closed: int) -> Row:
    """Make a row in which text stands behind a closing quotation mark: more likely one is missing above."""
    opened, end = cells[-1].start - 1, _line_end(text, closed)
    first_end = _line_end(text, opened)
    if first_end < closed:
        reason = "a quotation mark opens here that is not closed before the line ends"
        return Row(tuple(cells[:-1]), end, end, (opened, first_end), reason)
    reason = "text stands behind the closing quotation mark of a cell"
    return Row(tuple(cells[:-1]), end, end, (closed, end), reason)


def _line_end(text: str, start: int) -> int:
    found = _LINE_END.search(text, start)
    assert found is not None
    return found.start()


def span_place(text: str, start: int, end: int) -> Place:
    r"""Line and columns of a stretch of the text; one that runs over a line's end stops there.

    >>> span_place("deal\n1,Ann", 7, 10)
    Place(line=2, column=3, end_column=6)
    """
    starts = line_starts(text)
    line = bisect_right(starts, start)
    column = start - starts[line - 1] + 1
    if line < len(starts):
        end = min(end, starts[line])
        end -= len(text[start:end]) - len(text[start:end].rstrip("\r\n"))
    return Place(line, column, max(column + end - start, column + 1))
