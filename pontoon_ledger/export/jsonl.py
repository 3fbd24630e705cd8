"""A table as JSON lines, a row a line.

In: a frame, its money as decimal texts. Out: JSON in UTF-8, unknown values null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl


def as_jsonl(frame: pl.DataFrame) -> str:
    r"""Write JSON lines.

    >>> import polars as pl
    >>> as_jsonl(pl.DataFrame({"player": ["Zoë"], "due": [None], "balance": ["-0.20"]}))
    '{"player":"Zoë","due":null,"balance":"-0.20"}\n'
    """
    return frame.write_ndjson()
