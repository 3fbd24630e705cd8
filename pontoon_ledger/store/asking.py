"""A stranger's question to the ledger: it may read the tables and nothing else.

In: a locked connection and SQL. Out: a polars frame. The connection shuts the file system, the
network, extensions and settings; here each question gets a transaction that cannot write, a
time and a size.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Timer
from typing import TYPE_CHECKING

import duckdb
import polars as pl

from pontoon_ledger.store.model import LedgerError
from pontoon_ledger.store.opening import is_damage, plain

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection as Connection
    from duckdb import DuckDBPyRelation as Relation

_QUESTIONS = {"SELECT", "EXPLAIN", "MULTI"}
"""MULTI is a PIVOT, which DuckDB takes in two steps."""

_AS_THEY_ARE = {
    *("boolean", "tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger", "ubigint"),
    *("hugeint", "float", "double", "decimal", "varchar", "date", "timestamp"),
}
"""Types that polars and every output format know; others come as text."""


def ask(connection: Connection, sql: str, *, seconds: float, most_rows: int) -> pl.DataFrame:
    """The answer to one question; raises LedgerError."""
    _one_question(connection, sql)
    late = Timer(seconds, connection.interrupt)
    late.daemon = True
    connection.execute("BEGIN TRANSACTION READ ONLY")
    late.start()
    try:
        answer = pl.DataFrame(_tidy(connection.sql(sql)).limit(most_rows + 1))
    except (duckdb.Error, pl.exceptions.PolarsError) as error:
        if is_damage(error):
            raise
        if "INTERRUPT" in str(error):
            raise LedgerError(f"no answer within {seconds:g} seconds; the query was broken off") from error
        raise LedgerError(_explained(error)) from error
    finally:
        late.cancel()
        with suppress(duckdb.Error):
            connection.execute("ROLLBACK")
    if answer.height > most_rows:
        raise LedgerError(f"the answer has more than {most_rows:,} rows; ask for fewer (LIMIT, or a sum)")
    return answer


def _one_question(connection: Connection, sql: str) -> None:
    try:
        statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise LedgerError(_explained(error)) from error
    if len(statements) != 1:
        raise LedgerError(f"one question at a time: this is {len(statements) or 'no'} statements")
    kind = statements[0].type.name
    if kind not in _QUESTIONS:
        raise LedgerError(
            f"a query only asks (SELECT, FROM, WITH, DESCRIBE, SHOW, SUMMARIZE, PIVOT, EXPLAIN); "
            f"{kind} is refused"
        )


def _tidy(relation: Relation) -> Relation:
    """Every column under a name of its own and in a type that polars knows."""
    taken: set[str] = set()
    chosen = []
    for at, (column, kind) in enumerate(zip(relation.columns, relation.types, strict=True), start=1):
        name, again = column, 1
        while name.casefold() in taken:
            again += 1
            name = f"{column}_{again}"
        taken.add(name.casefold())
        value = f"#{at}" if kind.id in _AS_THEY_ARE else f"CAST(#{at} AS VARCHAR)"
        quoted = name.replace('"', '""')
        chosen.append(f'{value} AS "{quoted}"')
    return relation.project(", ".join(chosen))


def _explained(error: BaseException) -> str:
    """DuckDB's own words on a question, with the line that it points into."""
    if "file system operations are disabled" in str(error):
        return "a query reads the ledger and nothing else on this machine: " + plain(error)
    return str(error).strip()
