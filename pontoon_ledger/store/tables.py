"""The audit's frames in the shape of the ledger's tables, as DuckDB takes them.

In: an audit, an open connection. Out: frames registered as `new_<table>`, and which columns of each table
come out of the audit as they are.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import duckdb
import polars as pl

from pontoon_ledger.store.model import deals_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.store.model import Audit

TABLES = ("sessions", "deals", "hands", "transfers", "findings")
_MADE_HERE = ("session_id", "revision", "row_no", "player_id", "bank_id", "payer_id", "payee_id")


class Arrow:
    """A frame as DuckDB reads it without pyarrow."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """All that is done inside is done, or on any error nothing of it."""
    connection.execute("BEGIN TRANSACTION")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(duckdb.Error):
            connection.execute("ROLLBACK")
        raise


def register(connection: Connection, name: str, frame: pl.DataFrame) -> None:
    """Let SQL read a frame under a name."""
    connection.register(name, Arrow(frame))


def columns_of(connection: Connection) -> dict[str, dict[str, str]]:
    """The columns of each table, with their types, that come out of the audit as they are."""
    described = {
        table: connection.execute(f"SELECT name, type FROM pragma_table_info('{table}')").fetchall()
        for table in TABLES
    }
    return {
        table: {name: kind for name, kind in columns if name not in _MADE_HERE}
        for table, columns in described.items()
    }


def register_audit(connection: Connection, audit: Audit, columns: Mapping[str, Mapping[str, str]]) -> None:
    """Let SQL read the tables of an audit as `new_<table>`."""
    for table in TABLES:
        register(connection, f"new_{table}", _frame(audit, table, columns[table]))


def unregister_audit(connection: Connection) -> None:
    """Let go of them."""
    for table in TABLES:
        connection.unregister(f"new_{table}")


def _frame(audit: Audit, table: str, columns: Iterable[str]) -> pl.DataFrame:
    """The audit's frame with the columns of the table, and what the joins need."""
    frame: pl.DataFrame = deals_of(audit) if table == "deals" else getattr(audit, table)
    more = []
    if table == "hands":
        more = [pl.int_range(pl.len(), dtype=pl.Int32).over("session_no").add(1).alias("row_no")]
    elif table == "transfers":
        more = [
            pl.when(~pl.col(f"{side}_account")).then(pl.col(side)).alias(f"{side}_person")
            for side in ("payer", "payee")
        ]
    return frame.select("session_no", *columns, *more)
