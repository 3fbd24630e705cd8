"""A table as it was read: a frame of texts, a row a row, and the way back to where a cell stands.

In: the text of a table. Out: a `Grid`, whichever reader could read it. It knows nothing of the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.records.cells import scan_row, span_place
from pontoon_ledger.records.decode import CONTROLS, count_bytes, holds_wide_controls
from pontoon_ledger.records.model import FAULTS, Fault, Place
from pontoon_ledger.records.places import line_starts
from pontoon_ledger.records.plain import read_plain
from pontoon_ledger.records.quoted import read_quoted

if TYPE_CHECKING:
    from pontoon_ledger.records.dialect import Dialect

PLACE = {"line": pl.Int32, "column": pl.Int32, "end_column": pl.Int32}


@dataclass(frozen=True)
class Grid:
    """`frame` has a column of texts (blank: null or empty) for each known column, `line` and `broken`.

    `faults` has the P002 of the rows, by the line on which their row begins.
    """

    text: str
    dialect: Dialect
    frame: pl.DataFrame
    plain: bool
    faults: dict[int, Fault] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self.dialect.layout.columns

    def values(self, name: str) -> pl.Series:
        """Give the trimmed texts of a column, null where blank; all null where there is no such column."""
        if name not in self:
            return pl.repeat(None, self.frame.height, dtype=pl.String, eager=True)
        return self.frame.select(filled(name))[name]

    @cached_property
    def spelt(self) -> pl.Series:
        """Each different text of the column `player`, in the order of the rows."""
        return self.frame["player"].unique(maintain_order=True)

    def has_blank_players(self) -> bool:
        """Whether a row names no player."""
        return not all(name and name.strip() for name in self.spelt)

    def only(self, kept: pl.Series | pl.Expr) -> Grid:
        """Give the same table with fewer rows."""
        return replace(self, frame=self.frame.filter(kept))

    def places(self, lines: pl.Series, name: str | int) -> pl.DataFrame:
        """Find where the cells of a column stand in the rows that begin on `lines`, without blanks around."""
        cell = name if isinstance(name, int) else self.dialect.layout.columns[name]
        if self.plain:
            return _plain_places(self._lines, lines, cell, self.dialect.layout.delimiter)
        rows = [self._place(line, cell) for line in lines]
        return pl.DataFrame(
            [(place.line, place.column, place.end_column) for place in rows], schema=PLACE, orient="row"
        )

    @cached_property
    def _lines(self) -> pl.Series:
        """The lines of a plain table."""
        return pl.Series("row", [self.text]).str.split("\n").explode()

    def _place(self, line: int, cell: int) -> Place:
        row = scan_row(self.text, line_starts(self.text)[line - 1], self.dialect.layout.delimiter)
        if cell >= len(row.cells):
            return span_place(self.text, row.end, row.end)
        return span_place(self.text, *row.cells[cell].trimmed())

    def row_place(self, line: int) -> Place:
        """Give the place of a whole row, or of its first line."""
        start = line_starts(self.text)[line - 1]
        return span_place(self.text, start, scan_row(self.text, start, self.dialect.layout.delimiter).end)

    def at(self, fault: Fault, line: int, name: str | int) -> Fault:
        """Give the fault, standing on the cell of a column in the row that begins on `line`."""
        return replace(fault, place=Place(*self.places(pl.Series([line]), name).row(0)))

    def fault_frame(self, code: str, name: str | int, rows: pl.DataFrame) -> pl.DataFrame:
        """Faults on the cells of a column.

        `rows` has the column `line`, the line on which the row begins, and whatever of a fault's
        other columns there is to say.
        """
        told = rows.drop("line").hstack(self.places(rows["line"], name))
        nothing = [
            pl.lit(None, dtype).alias(column)
            for column, dtype in FAULTS.items()
            if column not in told.columns
        ]
        told = told.with_columns(nothing).with_columns(code=pl.lit(code), file_no=pl.lit(0))
        return told.select(pl.col(column).cast(dtype) for column, dtype in FAULTS.items())


def filled(name: str) -> pl.Expr:
    """Give the trimmed text of a column, null where nothing is left.

    >>> pl.DataFrame({"won": [" 0.20", " ", None]}).select(filled("won"))["won"].to_list()
    ['0.20', None, None]
    """
    cell = pl.col(name).str.strip_chars()
    return pl.when(cell != "").then(cell)


def read_grid(text: str, utf8: bytes, dialect: Dialect) -> Grid:
    r"""Read the rows of a table, the fast way if it is plain.

    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> text = "deal,player,play\n1,Ann,stick\n"
    >>> grid = read_grid(text, text.encode(), find_dialect(text)[0])
    >>> grid.plain, grid.frame.columns
    (True, ['deal', 'player', 'play', 'line', 'broken'])
    """
    body = dialect.body if len(utf8) == len(text) else len(text[: dialect.body].encode())
    clean = not count_bytes(utf8[:body], CONTROLS) and not holds_wide_controls(utf8)
    rows = read_plain(utf8, body, dialect) if clean else None
    plain = rows is not None
    faults: dict[int, Fault] = {}
    if rows is None:
        rows, faults = read_quoted(text, dialect)
    names = {f"c{cell}": name for name, cell in dialect.layout.columns.items()}
    grid = Grid(text, dialect, rows.rename(names), plain, faults)
    if grid.has_blank_players():
        cells = pl.exclude("line", "broken")
        grid = grid.only(pl.any_horizontal(cells.str.strip_chars().fill_null("") != ""))
    return grid


def _plain_places(texts: pl.Series, lines: pl.Series, cell: int, delimiter: str) -> pl.DataFrame:
    """Without line breaks and doubled quotation marks in cells, two patterns say where a cell stands."""
    if lines.is_empty():
        return pl.DataFrame(schema=PLACE)
    mark = re.escape(delimiter)
    one = rf'(?:"[^"]*"|[^"{mark}]*)'
    before = rf"^((?:{one}{mark}){{{cell}}})"
    rows = texts.gather(lines - 1).str.strip_suffix("\r")
    place = (
        rows.to_frame()
        .select(
            line=lines.cast(pl.Int32),
            before=pl.col("row").str.extract(before).str.len_chars(),
            cell=pl.col("row").str.extract(rf"{before}({one})", 2),
        )
        .with_columns(quoted=pl.col("cell").str.starts_with('"'), value=pl.col("cell").str.strip_chars('"'))
        .with_columns(
            blanks=pl.col("value").str.len_chars() - pl.col("value").str.strip_chars_start().str.len_chars(),
            width=pl.col("value").str.strip_chars().str.len_chars(),
        )
    )
    blank = pl.col("width") == 0
    start = pl.col("before") + pl.col("quoted") + pl.when(blank).then(0).otherwise("blanks") + 1
    width = pl.when(blank).then(pl.col("value").str.len_chars()).otherwise("width")
    return place.select(
        line="line",
        column=start.cast(pl.Int32),
        end_column=(start + pl.max_horizontal(width, 1)).cast(pl.Int32),
    )
