"""Questions of the report's own to the ledger.

In: an open ledger and SQL of this package. Out: the whole answer, however long it takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.store import Ledger

_SECONDS = 3600.0
_MOST_ROWS = 1_000_000_000


def asked(ledger: Ledger, sql: str) -> pl.DataFrame:
    """Ask a ledger.

    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     asked(ledger, "SELECT count(*) AS n FROM sessions").item()
    0
    """
    return ledger.query(sql, seconds=_SECONDS, most_rows=_MOST_ROWS)
