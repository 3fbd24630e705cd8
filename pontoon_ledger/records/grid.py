"""A table as it was read: a frame of texts, a row a row, whichever reader could read it.

In: the decoded table and its dialect. Out: a `Grid`. It knows nothing of the game, and where its
cells stand only when somebody asks.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct, field
from msgspec.structs import replace

from pontoon_ledger.records.cell_places import PlainCells, scanned_places
from pontoon_ledger.records.cells import scan_row, span_place
from pontoon_ledger.records.decode import CONTROLS, count_bytes
from pontoon_ledger.records.model import FAULTS, Fault, Place
from pontoon_ledger.records.places import line_starts
from pontoon_ledger.records.plain import read_plain
from pontoon_ledger.records.quoted import read_quoted

if TYPE_CHECKING:
    from pontoon_ledger.records.decode import Decoded
    from pontoon_ledger.records.dialect import Dialect


class Grid(Struct, frozen=True, dict=True):
    """`frame` has a column of texts (blank: null or empty) for each column, `line` and `broken`.

    `plain` is there where the fast reader took the table. `faults` has the P002 of the rows, by the
    line on which their row begins.
    """

    text: str
    dialect: Dialect
    frame: pl.DataFrame
    plain: PlainCells | None
    faults: dict[int, Fault] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self.dialect.layout.columns

    def values(self, name: str) -> pl.Series:
        """Give the trimmed texts of a column, null where blank."""
        return self.frame.select(filled(name))[name]

    @cached_property
    def spelt(self) -> pl.Series:
        """Each different text of the column `player`, in the order of the rows."""
        return self.frame["player"].unique(maintain_order=True)

    @cached_property
    def player_numbers(self) -> pl.Series:
        """The number of each row's text of the column `player` among those that differ, null where blank."""
        return self.frame["player"].cast(pl.Enum(self.spelt.drop_nulls())).to_physical().cast(pl.UInt32)

    def has_blank_players(self) -> bool:
        """Whether a row names no player."""
        return not all(name and name.strip() for name in self.spelt)

    def only(self, kept: pl.Series | pl.Expr) -> Grid:
        """Give the same table with fewer rows."""
        return replace(self, frame=self.frame.filter(kept))

    def places(self, lines: pl.Series, name: str | int) -> pl.DataFrame:
        """Find where the cells of a column stand in the rows that begin on `lines`, without blanks around."""
        cell = name if isinstance(name, int) else self.dialect.layout.columns[name]
        if self.plain is not None:
            return self.plain.places(lines, cell)
        return scanned_places(self.text, lines, cell, self.dialect.layout.delimiter)

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
        told = told.with_columns(code=pl.lit(code), file_no=pl.lit(0))
        missing = [
            pl.lit(None, kind).alias(column) for column, kind in FAULTS.items() if column not in told.columns
        ]
        return told.with_columns(missing).select(pl.col(column).cast(kind) for column, kind in FAULTS.items())


def filled(name: str) -> pl.Expr:
    """Give the trimmed text of a column, null where nothing is left.

    >>> pl.DataFrame({"won": [" 0.20", " ", None]}).select(filled("won"))["won"].to_list()
    ['0.20', None, None]
    """
    cell = pl.col(name).str.strip_chars()
    return pl.when(cell != "").then(cell)


def read_grid(decoded: Decoded, dialect: Dialect) -> Grid:
    r"""Read the rows of a table, the fast way if it is plain.

    >>> from pontoon_ledger.records.decode import decode
    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> decoded = decode(b"deal,player,play\n1,Ann,stick\n")
    >>> grid = read_grid(decoded, find_dialect(decoded.text)[0])
    >>> grid.plain is not None, grid.frame.columns
    (True, ['deal', 'player', 'play', 'line', 'broken'])
    """
    text, utf8 = decoded.text, decoded.utf8
    body = dialect.body if text.isascii() else len(text[: dialect.body].encode())
    clean = not count_bytes(utf8[:body], CONTROLS) and not decoded.holds_wide_controls()
    rows = read_plain(utf8, body, dialect) if clean else None
    plain = None if rows is None else PlainCells(text, rows.drop("broken"), dialect.layout.delimiter)
    faults: dict[int, Fault] = {}
    if rows is None:
        rows, faults = read_quoted(text, dialect)
    names = {f"c{cell}": name for name, cell in dialect.layout.columns.items()}
    grid = Grid(text, dialect, rows.rename(names), plain, faults)
    if grid.has_blank_players():
        written = pl.exclude("line", "broken").str.strip_chars().fill_null("") != ""
        grid = grid.only(pl.any_horizontal("broken", written))
    return grid
