"""Tables for a screen, drawn by rich: nothing wider than the screen, nothing cut, no name read as markup.

In: a `Table`, or one that comes in parts. Out: lines. The widths are settled here: rich narrows a column
below its heading and has no other form for what cannot fit.
"""

from __future__ import annotations

from io import StringIO
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from pontoon_ledger.render.paint import NO_PAINT
from pontoon_ledger.render.table import Column, said, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pontoon_ledger.render.paint import Paint
    from pontoon_ledger.render.table import Table

_GAP = 2
_NARROWEST = 8
_AT_ONCE = 500
_SIGNS = {"+": "gain", "-": "loss", "?": "open"}
"""What an amount begins with, and how it looks; the sign says it where there is no colour."""


def screen(table: Table, room: int = 80, paint: Paint = NO_PAINT) -> list[str]:
    """Set a table for a screen of `room` columns; rows become lists where it cannot fit.

    >>> from pontoon_ledger.render.table import Table, money
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

    >>> from pontoon_ledger.render.table import Table, count
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
    sheet = _Sheet(columns, [paint.shown(column.heading) for column in columns], room, paint)

    def rows(part: Table) -> list[list[str]]:
        return [[paint.shown(said(row[at], part.columns[at])) for at in seen] for row in part.rows]

    cells = rows(first)
    widths = sheet.fitted([max(map(cell_len, each)) or 1 for each in zip(sheet.heads, *cells, strict=True)])
    if widths is None:
        for number, row in enumerate(chain(cells, chain.from_iterable(map(rows, parts)))):
            yield from [""] if number else []
            yield from sheet.as_list(row)
        return
    yield from sheet.head(widths)
    for part in chain([cells], map(rows, parts)):
        yield from sheet.body(part, widths)


class _Sheet:
    """What tables of some columns are drawn on."""

    def __init__(self, columns: Sequence[Column], heads: Sequence[str], room: int, paint: Paint) -> None:
        self.columns, self.heads, self.room, self.paint = columns, heads, room, paint
        self._console = Console(
            file=StringIO(),
            width=room,
            height=25,
            force_terminal=paint.on,
            color_system="standard" if paint.on else None,
            no_color=not paint.on,
            legacy_windows=False,
            force_jupyter=False,
            markup=False,
            emoji=False,
            highlight=False,
        )

    def fitted(self, widths: Sequence[int]) -> list[int] | None:
        """Narrow the widest texts until all stands in the room, None where that cannot be."""
        fitted = list(widths)
        over = sum(fitted) + _GAP * (len(fitted) - 1) - self.room
        floors = [max(_NARROWEST, cell_len(head)) for head in self.heads]
        texts = [at for at, column in enumerate(self.columns) if not column.right]
        while over > 0:
            free = [at for at in texts if fitted[at] > floors[at]]
            if not free:
                return None
            fitted[max(free, key=fitted.__getitem__)] -= 1
            over -= 1
        return fitted

    def head(self, widths: Sequence[int]) -> Iterator[str]:
        """Draw the headings and the rule below them."""
        if not self.columns:
            yield from ["", ""]
            return
        grid = _grid(self.columns, widths)
        grid.add_row(*(Text.assemble((head, self.paint.look("head"))) for head in self.heads))
        grid.add_row(*[Rule(characters="─" if self.paint.lines else "-", style="")] * len(widths))
        yield from self._lines(grid)

    def body(self, rows: Iterable[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
        """Draw rows; one with a number that is too wide has widths of its own, or becomes a list."""
        for own, alike in groupby(rows, key=lambda row: self._pushed(row, widths)):
            if own is None:
                yield from chain.from_iterable(map(self.as_list, alike))
            else:
                yield from self._drawn(alike, self.columns, own)

    def _pushed(self, row: Sequence[str], widths: Sequence[int]) -> Sequence[int] | None:
        """The widths that a row takes."""
        if all(cell_len(row[at]) <= widths[at] for at, column in enumerate(self.columns) if column.right):
            return widths
        return self.fitted(
            [max(w, cell_len(c)) if k.right else w for c, w, k in zip(row, widths, self.columns, strict=True)]
        )

    def as_list(self, row: Sequence[str]) -> Iterator[str]:
        """Draw a row as a list of headings and cells."""
        label = min(max(map(cell_len, self.heads)), self.room // 2)
        sides = words("heading"), words("cell")
        pairs = zip(self.heads, row, strict=True)
        return self._drawn(pairs, sides, [label, max(self.room - label - _GAP, _NARROWEST)])

    def _drawn(
        self, rows: Iterable[Sequence[str]], columns: Sequence[Column], widths: Sequence[int]
    ) -> Iterator[str]:
        """Draw rows; those that need no breaking as one row of many lines, which rich does far sooner."""
        grid = _grid(columns, widths)
        for whole, alike in groupby(rows, key=lambda row: all(map(_fits, row, widths))):
            while part := list(islice(alike, _AT_ONCE if whole else 1)):
                cells = zip(zip(*part, strict=True), columns, strict=True)
                grid.add_row(*(self._cell(lines, column, whole=whole) for lines, column in cells))
        return self._lines(grid)

    def _cell(self, lines: Sequence[str], column: Column, *, whole: bool) -> Text:
        """One cell of so many lines, an amount in the colour of its sign."""
        if not (self.paint.on and column.right):
            return Text("\n".join(lines), no_wrap=whole)
        looks = [self.paint.look(_SIGNS[line[0]]) if line[:1] in _SIGNS else "" for line in lines]
        return Text("\n", no_wrap=whole).join(
            Text(line, look) for line, look in zip(lines, looks, strict=True)
        )

    def _lines(self, grid: Grid) -> Iterator[str]:
        with self._console.capture() as caught:
            self._console.print(grid)
        for line in caught.get().splitlines():
            yield line.rstrip()


def _grid(columns: Sequence[Column], widths: Sequence[int]) -> Grid:
    grid = Grid.grid(padding=(0, _GAP, 0, 0))
    for column, size in zip(columns, widths, strict=True):
        grid.add_column(width=size, justify="right" if column.right else "left", overflow="fold")
    return grid


def _fits(cell: str, size: int) -> bool:
    return cell_len(cell) <= size
