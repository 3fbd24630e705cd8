"""The fast way into a table: polars reads it, and counts prove that nothing was lost on the way.

In: the UTF-8 bytes of a table and its dialect. Out: a frame of texts, one column a cell and the line
of each row, or None where the file is not plain: then `quoted.py` reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from pontoon_ledger.records.dialect import Dialect

_WIDEST = 100


def read_plain(utf8: bytes, body: int, dialect: Dialect) -> pl.DataFrame | None:
    r"""Read a table whose rows begin at byte `body`, if every row is one line of as many cells.

    Each byte must be accounted for: as part of a cell, as a delimiter, as a line's end or as one of
    the quotation marks around cells, none of which may stand inside one. A short row, a blank line, a
    line break in a cell, a stray quotation mark: each of them leaves the sum too small or too large.

    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> head = "deal,player,play\n"
    >>> dialect = find_dialect(head)[0]
    >>> read_plain((head + '1,Ann,"5c 9d, stick"\n').encode(), len(head), dialect).row(0)
    ('1', 'Ann', '5c 9d, stick', 2, False)
    >>> read_plain((head + "1,Ann\n").encode(), len(head), dialect) is None
    True
    """
    delimiter = dialect.layout.delimiter
    newlines = utf8.count(b"\n", body)
    line_end = _line_end(utf8, body, newlines)
    if body >= len(utf8) or not line_end or not delimiter.isascii() or dialect.width > _WIDEST:
        return None
    frame = _parsed(utf8, dialect)
    height = newlines + (not utf8.endswith(b"\n"))
    if frame is None or frame.height != height:
        return None
    marks = utf8.count(b'"', body)
    if marks and any(frame.select(pl.all().str.contains('"', literal=True).any()).row(0)):
        return None
    cells = sum(size or 0 for size in frame.select(pl.all().str.len_bytes().cast(pl.Int64).sum()).row(0))
    if cells + (dialect.width - 1) * height + newlines * line_end + marks != len(utf8) - body:
        return None
    line = pl.int_range(height, dtype=pl.Int32) + pl.lit(dialect.body_line, pl.Int32)
    return frame.with_columns(line=line, broken=pl.lit(value=False))


def _line_end(utf8: bytes, body: int, newlines: int) -> int:
    """How many bytes end a line, 0 where lines end in more than one way or in CR alone."""
    if utf8.find(b"\r", body) < 0:
        return 1
    pairs = utf8.count(b"\r\n", body)
    return 2 if pairs == newlines == utf8.count(b"\r", body) else 0


def _parsed(utf8: bytes, dialect: Dialect) -> pl.DataFrame | None:
    schema = {f"c{i}": pl.String for i in range(dialect.width)}
    try:
        return pl.read_csv(
            utf8,
            has_header=False,
            schema=schema,
            separator=dialect.layout.delimiter,
            skip_lines=dialect.body_line - 1,
        )
    except pl.exceptions.PolarsError:
        return None
