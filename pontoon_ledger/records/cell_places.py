"""Where the cells of one column stand: lines and columns in the user's file, for many rows at once.

In: the text of a table and the lines on which rows begin. Out: a frame of places in the order of those
lines. In a plain table they can be reckoned; in any other each row is looked at.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.records.cells import scan_row, span_place
from pontoon_ledger.records.places import line_starts

if TYPE_CHECKING:
    from collections.abc import Callable

PLACE = {"line": pl.Int32, "column": pl.Int32, "end_column": pl.Int32}


def scanned_places(text: str, lines: pl.Series, cell: int, delimiter: str) -> pl.DataFrame:
    r"""Look at each row; a cell that a short row lacks would stand at its end.

    >>> scanned_places('deal,player\n1,"Ann"\n', pl.Series([2]), 1, ",").row(0)
    (2, 4, 7)
    """
    starts = line_starts(text)
    places = []
    for line in lines:
        row = scan_row(text, starts[line - 1], delimiter)
        span = row.cells[cell].trimmed() if cell < len(row.cells) else (row.end, row.end)
        place = span_place(text, *span)
        places.append((place.line, place.column, place.end_column))
    return pl.DataFrame(places, schema=PLACE, orient="row")


class PlainCells(Struct, frozen=True, dict=True):
    """A plain table: `rows` has every row of the file, by cells `c0`, `c1`, ..., and its `line`."""

    text: str
    rows: pl.DataFrame
    delimiter: str

    def places(self, lines: pl.Series, cell: int) -> pl.DataFrame:
        r"""Reckon the places from the lengths of the cells to the left.

        >>> rows = pl.DataFrame({"c0": ["1"], "c1": [" Ann"], "line": [2]})
        >>> PlainCells("deal,player\n1, Ann\n", rows, ",").places(pl.Series([2]), 1).row(0)
        (2, 4, 7)
        """
        at = (lines - self.rows["line"][0]).cast(pl.UInt32)
        rows = self.rows.select(pl.all().gather(at)).with_columns(pl.col(pl.String).fill_null(""))
        if self._marks is None:
            one = rf'(?:"[^"]*"|[^"{re.escape(self.delimiter)}]*)'
            left = rf'^((?:{one}{re.escape(self.delimiter)}){{{cell}}}"?)'
            rows = rows.with_columns(written=self._lines.gather(lines - 1))
            before = pl.col("written").str.extract(left).str.len_chars()
        else:
            widths = [pl.col(f"c{i}").str.len_chars() + 2 * self._marks(i) for i in range(cell)]
            before = pl.sum_horizontal(pl.lit(cell), *widths) + self._marks(cell)
        value = pl.col(f"c{cell}")
        blanks = value.str.len_chars() - value.str.strip_chars_start().str.len_chars()
        width = value.str.strip_chars().str.len_chars()
        start = before + pl.when(width == 0).then(0).otherwise(blanks) + 1
        end = start + pl.max_horizontal(pl.when(width == 0).then(value.str.len_chars()).otherwise(width), 1)
        return rows.select(
            line=lines.cast(pl.Int32), column=start.cast(pl.Int32), end_column=end.cast(pl.Int32)
        )

    @cached_property
    def _marks(self) -> Callable[[int], pl.Expr] | None:
        """Say how many quotation marks stand before a cell: 0 or 1; None where no count can tell.

        A cell with a delimiter in it has to stand in marks. If such cells use up all the marks that
        there are, no other cell has any; and if there are two for every cell, every cell has them.
        """
        count = self.text.count('"')
        cells = [name for name, kind in self.rows.schema.items() if kind == pl.String]
        if count == 2 * len(cells) * self.rows.height:
            return lambda _: pl.lit(1)
        forced = self.rows.select(pl.col(cells).str.contains(self.delimiter, literal=True).sum()).row(0)
        if count == 2 * sum(forced):
            return lambda cell: pl.col(f"c{cell}").str.contains(self.delimiter, literal=True).cast(pl.Int32)
        return None

    @cached_property
    def _lines(self) -> pl.Series:
        return pl.Series([self.text]).str.split("\n").explode()
