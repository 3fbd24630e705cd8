"""The careful way into a table: Python's `csv`, for files that are not plain.

In: the text of a table and its dialect. Out: the same frame that `plain.py` gives, and a P002 for
each row that is short, long or broken by a quotation mark. Such a row keeps the cells that can be
trusted and is marked broken; the row below it is read as if nothing had been.
"""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_right
from itertools import accumulate, islice
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.records.cells import Row, scan_row, span_place
from pontoon_ledger.records.model import Fault
from pontoon_ledger.records.places import line_starts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.records.dialect import Dialect

_BATCH = 16_384
_TRUSTED = ("deal", "player", "session")
_BREAK = re.compile(r"\r\n|\r|\n")


def read_quoted(text: str, dialect: Dialect) -> tuple[pl.DataFrame, dict[int, Fault]]:
    r"""Read a table row by row; the faults are keyed by the line on which their row begins.

    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> text = 'deal,player,play\r1,Ann,"stick,\rwon 1"\r1,Ann\r'
    >>> frame, faults = read_quoted(text, find_dialect(text)[0])
    >>> frame.rows(), faults[4].code
    ([('1', 'Ann', 'stick,\rwon 1', 2, False), ('1', 'Ann', '', 4, True)], 'P002')
    """
    width = dialect.width
    faults: dict[int, Fault] = {}
    doubtful: list[int] = []
    frames = [_frame([], [], width)]
    for rows, lines, broken in _batches(text, dialect):
        if broken is not None:
            faults[lines[-1]] = broken
        kept, on = rows, lines
        if {*map(len, rows)} - {width}:
            kept, on = [], []
            for cells, line in zip(rows, lines, strict=True):
                if line not in faults and not any(cell and not cell.isspace() for cell in cells):
                    continue
                if line not in faults and not dialect.named <= len(cells) <= width:
                    faults[line] = _wrong_width(text, dialect, line, len(cells))
                if line in faults and len(cells) < width:
                    doubtful.append(line)
                kept.append([*cells[:width], *[""] * (width - len(cells))])
                on.append(line)
        frames.append(_frame(kept, on, width))
    frame = pl.concat(frames)
    return (_trusted(frame, dialect, list(faults), doubtful) if faults else frame), faults


def _frame(rows: list[list[str]], lines: list[int], width: int) -> pl.DataFrame:
    columns = zip(*rows, strict=True) if rows else [()] * width
    cells = [pl.Series(f"c{i}", column, dtype=pl.String) for i, column in enumerate(columns)]
    return pl.DataFrame([*cells, pl.Series("line", lines, dtype=pl.Int32)]).with_columns(
        broken=pl.lit(value=False)
    )


def _batches(text: str, dialect: Dialect) -> Iterator[tuple[list[list[str]], list[int], Fault | None]]:
    """Read rows and the lines they begin on; a fault is that of the last row.

    A row that `csv` refuses is looked at again by `scan_row`, and reading goes on behind its first line.
    """
    delimiter = dialect.layout.delimiter
    file = io.StringIO(text, newline="")
    file.seek(dialect.body)
    line = dialect.body_line
    reader = csv.reader(file, delimiter=delimiter, strict=True, skipinitialspace=True)
    while True:
        rows: list[list[str]] = []
        begun = reader.line_num
        try:
            rows.extend(islice(reader, _BATCH))
            refused = False
        except csv.Error:
            refused = True
        if not refused and reader.line_num - begun == len(rows):
            lines = list(range(line, line + len(rows) + 1))
        else:
            lines = list(accumulate(map(_height, rows), initial=line))
        line = lines.pop()
        yield rows, lines, None
        if refused:
            starts = line_starts(text)
            row = scan_row(text, starts[line - 1], delimiter)
            yield [[cell.value for cell in row.cells]], [line], _broken(text, row)
            line = line + 1 if row.bad else _line_at(starts, row.next, len(text))
            if line > len(starts):
                return
            file.seek(starts[line - 1])
            reader = csv.reader(file, delimiter=delimiter, strict=True, skipinitialspace=True)
        elif len(rows) < _BATCH:
            return


def _height(cells: list[str]) -> int:
    """Count the lines of a row."""
    return 1 + sum(len(_BREAK.findall(cell)) for cell in cells if "\n" in cell or "\r" in cell)


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
    if any(cell.value.strip() for cell in surplus):
        help_ = f"put a cell that holds a {mark} between double quotation marks"
    else:
        help_ = f"nothing stands behind the last {mark} of the row: take it away"
    return Fault("P002", span_place(text, begin, row.end), message, text[begin : row.end], expected, help_)


def _trusted(frame: pl.DataFrame, dialect: Dialect, broken: list[int], doubtful: list[int]) -> pl.DataFrame:
    """Leave a broken row what says where it belongs: a doubtful one only what other rows say too."""
    columns = dialect.layout.columns
    keep = {f"c{columns[name]}" for name in _TRUSTED if name in columns}
    frame = frame.with_columns(broken=pl.col("line").is_in(broken))
    doubted = pl.col("line").is_in(doubtful)
    known = frame.filter(~doubted)
    cells = []
    for name in frame.columns[: dialect.width]:
        unknown = doubted & ~pl.col(name).is_in(known[name].unique().implode()) if name in keep else "broken"
        cells.append(pl.when(unknown).then(pl.lit("")).otherwise(name).alias(name))
    return frame.with_columns(cells)
