"""Tables for a screen, a pipe, a spreadsheet, a page: one table, written in the form asked for.

In: a `Table` of plain values. Out: text. What is not known is `?` where people read it, empty in CSV.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from pontoon_ledger.render.paint import NO_PAINT
from pontoon_ledger.render.text import clean, pad, width, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pontoon_ledger.render.paint import Paint

_GAP = "  "
_NARROWEST = 8
_MARKS = re.compile(r"([\\|<>*_`\[\]])")


@dataclass(frozen=True)
class Column:
    """A column: its key, its heading, where it stands; `on_screen` false for what only machines want."""

    key: str
    heading: str
    right: bool = False
    unknown: str = ""
    on_screen: bool = True


@dataclass(frozen=True)
class Table:
    """Columns and rows of values: texts, whole numbers, truth values, None for unknown."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]

    def mappings(self) -> list[dict[str, Any]]:
        """Turn rows into mappings by key, as JSON has them.

        >>> Table((Column("player", "player"),), (("Ann",),)).mappings()
        [{'player': 'Ann'}]
        """
        keys = [column.key for column in self.columns]
        return [dict(zip(keys, row, strict=True)) for row in self.rows]


def money(key: str, heading: str | None = None) -> Column:
    """Make a column of amounts: right-aligned, `?` where unknown.

    >>> money("due").right
    True
    """
    return Column(key, heading or key, right=True, unknown="?")


def count(key: str, heading: str | None = None) -> Column:
    """Make a column of whole numbers.

    >>> count("hands").heading
    'hands'
    """
    return Column(key, heading or key, right=True)


def words(key: str, heading: str | None = None) -> Column:
    """Make a column of texts.

    >>> words("player").right
    False
    """
    return Column(key, heading or key)


def screen(table: Table, room: int = 80, paint: Paint = NO_PAINT) -> list[str]:
    """Set a table for a screen of `room` columns; rows become lists where it cannot fit.

    >>> ledger = Table((words("player"), money("due")), (("Ann", "-1.20"), ("Bob", None)))
    >>> for line in screen(ledger):
    ...     print(line)
    player    due
    ------  -----
    Ann     -1.20
    Bob         ?
    """
    return list(screens([table], room, paint))


def screens(tables: Iterable[Table], room: int = 80, paint: Paint = NO_PAINT) -> Iterator[str]:
    """Set a table that comes in parts for a screen; the first part decides how wide its columns are.

    A text of a later part that is too wide is broken into lines, a number pushes the rest of its line along.

    >>> columns = (count("hands"), words("player"))
    >>> for line in screens([Table(columns, ((1, "Ann"),)), Table(columns, ((1000000, "Bob"),))]):
    ...     print(line)
    hands  player
    -----  ------
        1  Ann
    1000000  Bob
    """
    parts = iter(tables)
    first = next(parts)
    seen = [at for at, column in enumerate(first.columns) if column.on_screen]
    columns = [first.columns[at] for at in seen]

    def said(part: Table) -> list[list[str]]:
        return [[_said(row[at], part.columns[at]) for at in seen] for row in part.rows]

    heads, cells = [clean(column.heading) for column in columns], said(first)
    widths = [max(map(width, each)) for each in zip(heads, *cells, strict=True)] if columns else []
    fitted = _fit(columns, heads, widths, room)
    rows = chain(cells, chain.from_iterable(map(said, parts)))
    if fitted is None:
        yield from _as_lists(heads, rows, room)
        return
    yield paint(_line(heads, columns, fitted), "head")
    yield _GAP.join("-" * size for size in fitted)
    for row in rows:
        yield from _wrapped(row, columns, fitted)


def plain(table: Table) -> list[str]:
    r"""Write a row a line, cells parted by tabs, no headings.

    >>> plain(Table((words("player"), money("due")), (("Ann", None),)))
    ['Ann\t?']
    """
    seen = [at for at, column in enumerate(table.columns) if column.on_screen]
    return ["\t".join(_said(row[at], table.columns[at]) for at in seen) for row in table.rows]


def as_csv(table: Table) -> list[str]:
    """Write CSV: keys as the header, all columns, unknown cells empty.

    >>> as_csv(Table((words("player"), money("due")), (("Ann, me", None),)))
    ['player,due', '"Ann, me",']
    """
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.key for column in table.columns])
    writer.writerows([[_machine_word(cell) for cell in row] for row in table.rows])
    return text.getvalue().splitlines()


def markdown(table: Table) -> list[str]:
    r"""Write a table of Markdown.

    >>> for line in markdown(Table((words("player"), money("due")), (("A|n", "1.00"),))):
    ...     print(line)
    | player | due |
    | --- | ---: |
    | A\|n | 1.00 |
    """
    seen = [at for at, column in enumerate(table.columns) if column.on_screen]
    columns = [table.columns[at] for at in seen]
    lines = [[_MARKS.sub(r"\\\1", clean(column.heading)) for column in columns]]
    lines.append(["---:" if column.right else "---" for column in columns])
    lines += [[_MARKS.sub(r"\\\1", _said(row[at], table.columns[at])) for at in seen] for row in table.rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def _said(cell: Any, column: Column) -> str:
    return column.unknown if cell is None else _plain_word(cell)


def _plain_word(cell: Any) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return clean(str(cell))


def _machine_word(cell: Any) -> Any:
    if isinstance(cell, str):
        return clean(cell)
    return str(cell).lower() if isinstance(cell, bool) else cell


def _line(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> str:
    padded = [pad(c, w, right=k.right) for c, k, w in zip(cells, columns, widths, strict=True)]
    return _GAP.join(padded).rstrip()


def _wrapped(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> Iterator[str]:
    """One row, on as many lines as its texts take."""
    split = [[c] if k.right else wrap(c, w) for c, k, w in zip(cells, columns, widths, strict=True)]
    for part in zip_longest(*split, fillvalue=""):
        yield _line(part, columns, widths)


def _fit(
    columns: Sequence[Column], heads: Sequence[str], widths: Sequence[int], room: int
) -> list[int] | None:
    """Narrow the widest texts until all stands in `room`, None where that cannot be."""
    fitted = list(widths)
    over = sum(fitted) + len(_GAP) * (len(fitted) - 1) - room
    texts = [at for at, column in enumerate(columns) if not column.right]
    while over > 0:
        free = [at for at in texts if fitted[at] > max(_NARROWEST, width(heads[at]))]
        if not free:
            return None
        widest = max(free, key=lambda at: fitted[at])
        fitted[widest] -= 1
        over -= 1
    return fitted


def _as_lists(heads: Sequence[str], cells: Iterable[Sequence[str]], room: int) -> Iterator[str]:
    """Each row as a list of headings and cells, for tables that are too wide."""
    label = min(max(map(width, heads)), room // 2)
    for number, row in enumerate(cells):
        if number:
            yield ""
        for head, cell in zip(heads, row, strict=True):
            first, *more = wrap(cell, max(room - label - len(_GAP), _NARROWEST))
            yield f"{pad(head, label)}{_GAP}{first}".rstrip()
            yield from (f"{' ' * label}{_GAP}{part}" for part in more)
