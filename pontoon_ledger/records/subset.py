"""Some sessions of records, as if the others had not been read.

In: `Records` and the names of the sessions to keep. Out: `Records` numbered anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec.structs import replace

from pontoon_ledger.records.model import SCHEMAS
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.records.model import Records


def sessions_named(records: Records, names: Iterable[str]) -> Records:
    """The records of these sessions alone; faults that are laid to no session stay.

    >>> from pontoon_ledger.records.model import Records, frame
    >>> sessions_named(Records((), **{name: frame(name) for name in SCHEMAS}), ["friday"]).sessions.height
    0
    """
    wanted = {fold(name) for name in names}
    keep = [fold(name) in wanted for name in records.sessions["session"]]
    if all(keep):
        return records
    sessions = _numbering(pl.Series(keep), "session_no", pl.Int32)
    kept_deals = records.deals.select(
        pl.col("session_no").is_in(sessions["session_no"].implode())
    ).to_series()
    deals = _numbering(kept_deals, "deal_idx", pl.UInt32)
    frames = {"sessions": records.sessions.filter(pl.Series(keep))}
    for name, schema in SCHEMAS.items():
        frame: pl.DataFrame = frames.get(name, getattr(records, name))
        for key, numbers in (("session_no", sessions), ("deal_idx", deals)):
            if key in schema:
                frame = _renumbered(frame, key, numbers)
        frames[name] = frame.select(list(schema))
    return replace(records, **frames)


def _numbering(kept: pl.Series, key: str, dtype: type[pl.DataType]) -> pl.DataFrame:
    """The old number and the new one of all rows that are kept."""
    frame = pl.DataFrame({"kept": kept}).with_row_index(key).filter("kept").drop("kept")
    return (
        frame.with_columns(pl.col(key).cast(dtype))
        .with_row_index("new")
        .with_columns(pl.col("new").cast(dtype))
    )


def _renumbered(frame: pl.DataFrame, key: str, numbers: pl.DataFrame) -> pl.DataFrame:
    """The rows whose key is kept, or null, under the new numbers."""
    joined = frame.join(numbers, on=key, how="left", maintain_order="left")
    return joined.filter(pl.col("new").is_not_null() | pl.col(key).is_null()).drop(key).rename({"new": key})
