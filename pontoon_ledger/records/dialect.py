"""How a table is laid out: its delimiter, its header, and which cell of a row is which column.

In: the text of a table. Out: a `Dialect`, and the faults of the header. A table without a header
that names deals, players and plays has no dialect, and nothing of it can be read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.records.cells import Row, scan_row, span_place
from pontoon_ledger.records.fields import meant
from pontoon_ledger.records.model import CsvLayout, Fault
from pontoon_ledger.words import fold, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAY_COLUMNS = ("bet", "cards", "play", "won", "note")
DEAL_COLUMNS = ("bank", "price", "kitty", "shuffled", "doubled", "void", "gap", "waive")
COLUMNS = ("deal", "player", *PLAY_COLUMNS, "session", "date", *DEAL_COLUMNS, "line")
PAPER_LINE = "line on paper"
"""What the column `line` is called inside the house, where a line is one of the file."""

MOST_COLUMNS = 1000
"""Columns that a header may have, named or not."""

_DELIMITERS = (",", ";", "\t", "|")
_BREAK = re.compile(r"\r\n|\r|\n")
_BLANK = re.compile(r"[ \t,;|\"\xa0]*")
_SEP = re.compile(r'\s*"?\s*sep=([^"\sA-Za-z0-9]|\t)"?[\s,;|]*', re.IGNORECASE)


class Dialect(Struct, frozen=True):
    """A table's layout. `width` counts the header's cells, `named` those up to the last name."""

    layout: CsvLayout
    width: int
    named: int
    nameless: tuple[int, ...]
    header: Row
    body: int
    body_line: int


def find_dialect(text: str) -> tuple[Dialect | None, list[Fault]]:
    """Give the layout of a table, None where it has no header to go by.

    >>> find_dialect("deal;player;play")[0].layout.delimiter
    ';'
    >>> [fault.code for fault in find_dialect("1,Ann,stick")[1]]
    ['P004']
    """
    sep, header_at = _before_header(text)
    if header_at is None:
        message = "the file has no header"
        return None, [Fault("P004", span_place(text, 0, 1), message, expected="deal,player,play")]
    delimiter = _delimiter(text, header_at, sep)
    row = scan_row(text, header_at, delimiter)
    faults = [] if row.bad is None else [Fault("P002", span_place(text, *row.bad), row.reason)]
    if len(row.cells) > MOST_COLUMNS:
        return None, [_too_wide(text, row)]
    if faults or not _is_header([fold(cell.value) for cell in row.cells]):
        return None, faults or [_no_header(text, row)]
    columns, faults = _columns(text, row)
    faults += _missing(text, row, columns)
    if not _complete(columns):
        return None, faults
    names = [cell.value.strip() for cell in row.cells]
    named = max(i for i, name in enumerate(names) if name) + 1
    nameless = tuple(i for i, name in enumerate(names) if not name)
    body_line = 1 + sum(1 for _ in _BREAK.finditer(text, 0, row.next))
    layout = CsvLayout(delimiter, columns)
    return Dialect(layout, len(names), named, nameless, row, row.next, body_line), faults


def _before_header(text: str) -> tuple[str | None, int | None]:
    """Give the delimiter of a `sep=` line, and where the first line that says something else begins."""
    sep = None
    for start, end in _lines(text):
        line = text[start:end]
        if _BLANK.fullmatch(line):
            continue
        if sep is None and (said := _SEP.fullmatch(line)):
            sep = said[1]
            continue
        return sep, start
    return sep, None


def _lines(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for found in _BREAK.finditer(text):
        yield at, found.start()
        at = found.end()
    yield at, len(text)


def _delimiter(text: str, start: int, sep: str | None) -> str:
    """Give the delimiter under which the header names most columns; the one of `sep=` goes first."""
    candidates = ([sep] if sep else []) + [mark for mark in _DELIMITERS if mark != sep]

    def named(mark: str) -> tuple[int, int]:
        names = [fold(cell.value) for cell in scan_row(text, start, mark).cells]
        return sum(name in COLUMNS for name in names), len(names)

    return max(candidates, key=named)


def _near(name: str) -> str | None:
    return nearest(name, COLUMNS) if name else None


def _is_header(names: list[str]) -> bool:
    """Whether a row names columns; one lone likeness may be a player called Kitty."""
    alike = sum(name in COLUMNS or _near(name) is not None for name in names)
    return alike >= min(2, len(names))


def _no_header(text: str, row: Row) -> Fault:
    place = span_place(text, row.cells[0].start if row.cells else 0, row.end)
    found = text[row.cells[0].start : row.end] if row.cells else ""
    message = "the first row names no columns; a table begins with a header"
    return Fault(
        "P004", place, message, found[:80], "deal,player,play", "write the header above the first row"
    )


def _too_wide(text: str, row: Row) -> Fault:
    cell = row.cells[MOST_COLUMNS]
    message = f"the header has {len(row.cells):,} columns; a table has at most {MOST_COLUMNS:,}"
    help_ = "delete the columns that hold nothing of the game"
    return Fault("P004", span_place(text, cell.start, max(cell.end, cell.start + 1)), message, help=help_)


def _columns(text: str, row: Row) -> tuple[dict[str, int], list[Fault]]:
    columns: dict[str, int] = {}
    faults: list[Fault] = []
    for i, cell in enumerate(row.cells):
        name = fold(cell.value)
        key = PAPER_LINE if name == "line" else name
        if not name or (name in COLUMNS and key not in columns):
            columns.update({key: i} if name else {})
            continue
        written = cell.value.strip()
        place = span_place(text, *cell.trimmed())
        if key in columns:
            help_ = "take one of them out, or rename it"
            faults.append(Fault("P004", place, f"the column {written!r} is there twice", written, help=help_))
        else:
            message = f"there is no column {written!r}"
            expected = "one of " + ", ".join(COLUMNS)
            faults.append(Fault("P003", place, message, written, expected, meant(name, COLUMNS)))
    return columns, faults


def _missing(text: str, row: Row, columns: dict[str, int]) -> list[Fault]:
    """Make a fault for each required column, unless a misspelt name stands for it."""
    near = {_near(fold(cell.value)) for cell in row.cells if fold(cell.value) not in COLUMNS}
    faults = []
    for need in (("deal",), ("player",), PLAY_COLUMNS):
        if not near.intersection(need) and not set(columns).intersection(need):
            place = span_place(text, row.cells[0].start, row.end)
            what = f"a column {need[0]!r}" if len(need) == 1 else "a column for the play"
            expected = need[0] if len(need) == 1 else "play, or any of bet, cards, won, note"
            faults.append(Fault("P004", place, f"the header lacks {what}", expected=expected))
    return faults


def _complete(columns: dict[str, int]) -> bool:
    return {"deal", "player"} <= set(columns) and not set(PLAY_COLUMNS).isdisjoint(columns)
