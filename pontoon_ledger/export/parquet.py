"""A table as a Parquet file.

In: a frame, its money as DECIMAL. Out: bytes.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl


def as_parquet(frame: pl.DataFrame) -> bytes:
    """Write a Parquet file.

    >>> import polars as pl
    >>> as_parquet(pl.DataFrame({"player": ["Ann"]}))[:4]
    b'PAR1'
    """
    file = BytesIO()
    frame.write_parquet(file)
    return file.getvalue()
