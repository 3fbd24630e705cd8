"""The careful way into a table: Python's `csv`, for files that are not plain.

In: the text of a table and its dialect. Out: the same frame that `plain.py` gives, and a P002 for
each row that is short, long or broken by a quotation mark. Such a row keeps the cells that can be
trusted and is marked broken; the row below it is read as if nothing had been.
"""

from __future__ import annotations

import csv
import io
from bisect import bisect_right
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.records.cells import Row, scan_row, span_place
from pontoon_ledger.records.model import Fault
from pontoon_ledger.records.places import line_starts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.records.dialect import Dialect

_FLUSH = 50_000
_TRUSTED = ("deal", "player", "session")


def read_quoted(text: str, dialect: Dialect) -> tuple[pl.DataFrame, dict[int, Fault]]:
    r"""Read a table row by row; the faults are keyed by the line on which their row begins.

    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> text = 'deal,player,play\r1,Ann,"stick,\rwon 1"\r1,Ann\r'
    >>> frame, faults = read_quoted(text, find_dialect(text)[0])
    >>> frame.rows(), faults[4].code
    ([('1', 'Ann', 'stick,\rwon 1', 2, False), ('1', 'Ann', '', 4, True)], 'P002')
    """
    width = dialect.width
    schema = {**{f"c{i}": pl.String for i in range(width)}, "line": pl.Int32, "broken": pl.Boolean}
    faults: dict[int, Fault] = {}
    frames: list[pl.DataFrame] = [pl.DataFrame(schema=schema)]
    rows: list[list[object]] = []
    doubtful: list[int] = []
    for line, cells, broken in _rows(text, dialect):
        if not any(cell and not cell.isspace() for cell in cells):
            continue
        fits = dialect.named <= len(cells) <= width
        fault = broken if fits or broken else _wrong_width(text, dialect, line, len(cells))
        if fault is not None:
            faults[line] = fault
            if len(cells) < width:
                doubtful.append(line)
        rows.append([*cells[:width], *[""] * (width - len(cells)), line, fault is not None])
        if len(rows) == _FLUSH:
            frames.append(pl.DataFrame(rows, schema=schema, orient="row"))
            rows = []
    frames.append(pl.DataFrame(rows, schema=schema, orient="row"))
    frame = pl.concat(frames)
    return (_trusted(frame, dialect, doubtful) if faults else frame), faults


def _rows(text: str, dialect: Dialect) -> Iterator[tuple[int, list[str], Fault | None]]:
    """Each row with the line it begins on; a row that `csv` refuses is looked at again by `scan_row`."""
    delimiter = dialect.layout.delimiter
    lines = io.StringIO(text, newline="")
    lines.seek(dialect.body)
    line = dialect.body_line
    while True:
        reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
        begun = line
        try:
            for cells in reader:
                yield line, cells, None
                line = begun + reader.line_num
        except csv.Error:
            starts = line_starts(text)
            row = scan_row(text, starts[line - 1], delimiter)
            yield line, [cell.value for cell in row.cells], _broken(text, row)
            line = line + 1 if row.bad else _line_at(starts, row.next, len(text))
            if line > len(starts):
                return
            lines.seek(starts[line - 1])
        else:
            return


def _line_at(starts: tuple[int, ...], offset: int, end: int) -> int:
    return len(starts) + 1 if offset >= end else bisect_right(starts, offset)


def _broken(text: str, row: Row) -> Fault | None:
    if row.bad is None:
        return None
    help_ = "close the cell with a quotation mark; one that belongs to the text is written twice"
    return Fault("P002", span_place(text, *row.bad), row.reason, text[row.bad[0] : row.bad[1]], help=help_)


def _wrong_width(text: str, dialect: Dialect, line: int, count: int) -> Fault:
    start = line_starts(text)[line - 1]
    row = scan_row(text, start, dialect.layout.delimiter)
    cells = "1 cell" if count == 1 else f"{count} cells"
    expected = f"{dialect.named} cells"
    if count < dialect.named:
        message = f"the row is short: it has {cells}, the header {dialect.named}"
        return Fault("P002", span_place(text, start, row.end), message, text[start : row.end], expected)
    surplus = row.cells[dialect.width :]
    begin = surplus[0].start if surplus else start
    message = f"the row is long: it has {cells}, the header {dialect.named}"
    mark = "tab" if dialect.layout.delimiter == "\t" else repr(dialect.layout.delimiter)
    help_ = f"put a cell that holds a {mark} between double quotation marks"
    return Fault("P002", span_place(text, begin, row.end), message, text[begin : row.end], expected, help_)


def _trusted(frame: pl.DataFrame, dialect: Dialect, doubtful: list[int]) -> pl.DataFrame:
    """Leave a broken row what says where it belongs: a doubtful one only what other rows say too."""
    columns = dialect.layout.columns
    keep = {f"c{columns[name]}" for name in _TRUSTED if name in columns}
    doubted = pl.col("line").is_in(doubtful)
    known = frame.filter(~doubted)
    blank = pl.lit("")
    return frame.with_columns(
        pl.when(doubted & ~pl.col(name).is_in(known[name].unique().to_list()))
        .then(blank)
        .otherwise(pl.col(name))
        .alias(name)
        if name in keep
        else pl.when("broken").then(blank).otherwise(pl.col(name)).alias(name)
        for name in frame.columns[: dialect.width]
    )
