"""A ledger in memory for one test after the other: making one takes longer than most of what is asked of it.

In: nothing. Out: a ledger without a session. One that a test was content with is emptied for the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pontoon_ledger.store import Ledger

_IDLE: list[Ledger] = []


@contextmanager
def empty_ledger() -> Iterator[Ledger]:
    """A ledger in memory that holds nothing; where the test fails nobody gets it again."""
    ledger = _IDLE.pop() if _IDLE else Ledger.memory()
    yield ledger
    connection = ledger._open
    assert connection is not None
    tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
    for (name,) in tables:
        if name != "meta":
            connection.execute(f"DELETE FROM {name}")
    _IDLE.append(ledger)
