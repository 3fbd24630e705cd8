"""The fast way into a table: polars reads it, and counts prove that nothing was lost on the way.

In: the UTF-8 bytes of a table and its dialect. Out: a frame of texts, one column a cell and the line
of each row, or None where the file is not plain: then `quoted.py` reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.frames import meanwhile
from pontoon_ledger.records.decode import CONTROLS, count_bytes

if TYPE_CHECKING:
    from pontoon_ledger.records.dialect import Dialect

_WIDEST = 100
_AROUND_CELLS = CONTROLS + b'"\r\n'


def read_plain(utf8: bytes, body: int, dialect: Dialect) -> pl.DataFrame | None:
    r"""Read a table whose rows begin at byte `body`, if every row is one line of as many cells.

    Each byte must be accounted for once: as part of a cell, as a delimiter, or as a line's end or a
    quotation mark. A short row lacks delimiters, and a quotation mark, a line break or a control
    character inside a cell counts twice: each of them makes the sum too large, none too small. (Only a
    lone CR is dropped in silence, so that none may be there.) Blank lines at the end are left out first.

    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> head = "deal,player,play\n"
    >>> dialect = find_dialect(head)[0]
    >>> read_plain((head + '1,Ann,"5c 9d, stick"\n').encode(), len(head), dialect).row(0)
    ('1', 'Ann', '5c 9d, stick', 2, False)
    >>> read_plain((head + "1,Ann\n").encode(), len(head), dialect) is None
    True
    """
    if utf8.endswith((b"\n\n", b"\n\r\n")):
        utf8 = utf8.rstrip(b"\r\n") + b"\n"
    header_breaks = utf8.count(b"\n", 0, body)
    if body >= len(utf8) or header_breaks != dialect.body_line - 1 or dialect.width > _WIDEST:
        return None
    if utf8.find(b"\r", body) >= 0 and utf8.count(b"\r", body) != utf8.count(b"\r\n", body):
        return None
    around = meanwhile(len(utf8) // (dialect.width * 8), lambda: count_bytes(utf8, _AROUND_CELLS, body))
    frame = _parsed(utf8, dialect)
    if frame is None:
        return None
    cells = sum(size or 0 for size in frame.select(pl.all().str.len_bytes().cast(pl.Int64).sum()).row(0))
    delimiters = (dialect.width - 1) * frame.height
    if cells + delimiters + around() != len(utf8) - body:
        return None
    line = pl.int_range(frame.height, dtype=pl.Int32) + pl.lit(dialect.body_line, pl.Int32)
    return frame.with_columns(line=line, broken=pl.lit(value=False))


def _parsed(utf8: bytes, dialect: Dialect) -> pl.DataFrame | None:
    schema = {f"c{i}": pl.String for i in range(dialect.width)}
    delimiter = dialect.layout.delimiter
    try:
        return pl.read_csv(
            utf8, has_header=False, schema=schema, separator=delimiter, skip_lines=dialect.body_line - 1
        )
    except (pl.exceptions.PolarsError, TypeError, ValueError):
        return None
