"""A ledger in memory for one test after the other: making one takes longer than most of what is asked of it.

In: nothing, or an empty ledger in a file. Out: a ledger without a session. One that a test was content with
is emptied for the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from pontoon_ledger.store import Ledger, opening

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


def in_memory_as(path: Path) -> duckdb.DuckDBPyConnection:
    """A copy of an empty ledger in memory, as closed as `opening.open_memory` leaves one.

    Its views are taken over as they stand, while one that is made anew has each of them looked through.
    """
    connection = duckdb.connect(":memory:", config=opening._CLOSED | {"enable_external_access": "true"})
    connection.execute(f"ATTACH '{path}' AS made (READ_ONLY)")
    connection.execute("COPY FROM DATABASE made TO memory; DETACH made; SET enable_external_access = false")
    opening._shut(connection)
    return connection
