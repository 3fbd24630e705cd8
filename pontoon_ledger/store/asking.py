"""A stranger's question to the ledger: it may read the tables and nothing else.

In: a locked connection and SQL. Out: a polars frame, or an `Answer` that is read in parts. The
connection shuts the file system, the network, extensions and settings; here each question gets
a transaction that cannot write, a time and a size.
"""

from __future__ import annotations

import re
import time
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb
import polars as pl

from pontoon_ledger.store import reckoning
from pontoon_ledger.store.model import LedgerError
from pontoon_ledger.store.opening import is_damage
from pontoon_ledger.store.wording import explained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from duckdb import DuckDBPyConnection as Connection
    from duckdb import DuckDBPyRelation as Relation

PART = 1000
"""Rows of an answer that are held at a time."""

GRACE = 2.0
"""Seconds past its time after which a question that cannot be broken off is given up."""

_AGAIN = 0.1
"""Seconds after which a question that goes on past its time is told again."""

_QUESTIONS = {"SELECT", "EXPLAIN", "MULTI"}
"""MULTI is a PIVOT, which DuckDB takes in two steps."""

_COUNTS = {
    *("tinyint", "smallint", "integer", "bigint", "hugeint"),
    *("utinyint", "usmallint", "uinteger", "ubigint"),
}
_NUMBERS = _COUNTS | {"float", "double", "decimal"}
_IN_A_FRAME = _NUMBERS | {"boolean", "varchar", "date", "timestamp"}
"""Types that polars and every output format know; others come as text."""

_IN_WRITING = _COUNTS | {"boolean", "varchar", "float", "double"}
"""Types that Python takes as they are; of the others the text is wanted, of amounts the exact one."""


class LateError(LedgerError):
    """A question was not answered in its time."""


class AnswerColumn(NamedTuple):
    """A column of an answer: its name, DuckDB's type, for a DECIMAL its decimals."""

    name: str
    kind: str
    decimals: int | None = None

    @property
    def is_number(self) -> bool:
        """Whether numbers stand in it.

        >>> AnswerColumn("due", "bigint").is_number, AnswerColumn("player", "varchar").is_number
        (True, False)
        """
        return self.kind in _NUMBERS


class Answer:
    """The answer to a question, worked out while it is read, and read once.

    `left_out`: where the question names luck, how many hands are in none of its figures, by reason.
    `own`: which names of luck stand in the question and are tables or views of the ledger's own.
    """

    def __init__(
        self,
        connection: Connection,
        relation: Relation,
        clock: _Clock,
        left_out: dict[str, int],
        own: set[str],
    ) -> None:
        self._connection = connection
        self._relation = relation
        self._clock = clock
        self.columns = tuple(_columns(relation))
        self.left_out = left_out
        self.own = own

    def frame(self, most_rows: int) -> pl.DataFrame:
        """Give the whole answer; raises LedgerError where it has more rows."""
        with self._clock.running():
            frame = pl.DataFrame(self._with(_IN_A_FRAME).limit(most_rows + 1))
        if frame.height > most_rows:
            raise LedgerError(f"the answer has more than {most_rows:,} rows; ask for fewer (LIMIT, or a sum)")
        return frame

    def parts(self, size: int = PART) -> Iterator[list[tuple[Any, ...]]]:
        """Give the rows in lists of at most `size`, the first of them maybe empty, amounts as exact texts."""
        with self._clock.running():
            self._connection.execute(self._with(_IN_WRITING).sql_query())
            rows = self._connection.fetchmany(size)
        yield rows
        while len(rows) == size:
            with self._clock.running():
                rows = self._connection.fetchmany(size)
            if rows:
                yield rows

    def write_parquet(self, path: str) -> int:
        """Write the answer as a Parquet file, amounts as DECIMAL; the number of rows.

        Another connection of our own takes the rows as they come, one thread so that few wait in memory.
        """
        typed = self._with(_IN_A_FRAME, hugeint="DECIMAL(38, 0)")
        with duckdb.connect(config={"threads": 1}) as writer, self._clock.running(writer.interrupt):
            writer.execute("SET enable_progress_bar = false")
            writer.register("answer", _Stream(typed))
            quoted = path.replace("'", "''")
            (count,) = writer.execute(f"COPY answer TO '{quoted}' (FORMAT parquet)").fetchall()[0]
        return int(count)

    def _with(self, kinds: set[str], **casts: str) -> Relation:
        """Take the relation with the types of `kinds` as they are, or cast so, and texts of the others."""
        chosen = []
        for at, column in enumerate(self.columns, start=1):
            cast = casts.get(column.kind, None if column.kind in kinds else "VARCHAR")
            quoted = column.name.replace('"', '""')
            chosen.append(f'{f"CAST(#{at} AS {cast})" if cast else f"#{at}"} AS "{quoted}"')
        return self._relation.project(", ".join(chosen))


class _Stream:
    """The rows of a relation, for another connection to draw upon."""

    def __init__(self, relation: Relation) -> None:
        self.relation = relation

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.relation.__arrow_c_stream__(requested_schema)


class _Clock:
    """The time that a question may take; it stands still while nothing is asked of the ledger."""

    def __init__(
        self,
        question: str,
        seconds: float | None,
        stop: Callable[[], object],
        give_up: Callable[[], object] | None,
    ) -> None:
        self._question = question
        self._seconds = seconds
        self._left = seconds or 0.0
        self._stop = stop
        self._give_up = give_up

    @contextmanager
    def running(self, *stops: Callable[[], object]) -> Iterator[None]:
        """Let the time run, and tell plainly what goes wrong meanwhile; `stops` end what else works."""
        if self._seconds is not None and self._left <= 0:
            raise self._late()
        over = Event()
        alarms = [
            Thread(target=_ring, args=(over, after, what, again), daemon=True)
            for after, what, again in self._alarms(stops)
        ]
        began = time.monotonic()
        for alarm in alarms:
            alarm.start()
        try:
            yield
        except (duckdb.Error, pl.exceptions.PolarsError) as error:
            if is_damage(error):
                raise
            if "INTERRUPT" in str(error):
                raise self._late() from error
            raise LedgerError(explained(str(error), self._question)) from error
        except UnicodeDecodeError as error:  # DuckDB told what is wrong, half a character within it
            said = error.object.decode("utf-8", "replace")
            raise LedgerError(explained(said, self._question)) from error
        finally:
            over.set()
            for alarm in alarms:
                alarm.join()
            self._left -= time.monotonic() - began

    def _alarms(
        self, stops: Iterable[Callable[[], object]]
    ) -> Iterator[tuple[float, Callable[[], object], bool]]:
        if self._seconds is not None:
            for stop in (self._stop, *stops):
                yield self._left, stop, True
            if self._give_up:
                yield self._left + GRACE, self._give_up, False

    def _late(self) -> LateError:
        return LateError(f"no answer within {self._seconds:g} seconds; the query was broken off")


def _ring(over: Event, after: float, what: Callable[[], object], again: bool) -> None:
    """Call after so many seconds, and on: DuckDB does not hear who interrupts it between two of its steps."""
    if over.wait(after):
        return
    what()
    while again and not over.wait(_AGAIN):
        what()


def ask(connection: Connection, sql: str, *, seconds: float, most_rows: int) -> pl.DataFrame:
    """The whole answer to one question; raises LedgerError."""
    with answered(connection, sql, seconds=seconds) as answer:
        return answer.frame(most_rows)


@contextmanager
def answered(
    connection: Connection,
    sql: str,
    *,
    seconds: float | None,
    give_up: Callable[[], object] | None = None,
) -> Iterator[Answer]:
    """Put one question, for as long as its answer is read; raises LedgerError.

    A question is broken off after `seconds` (None: never) of work. A single step of DuckDB that
    cannot be broken off has GRACE seconds more, then `give_up` is called from another thread.
    """
    clock = _Clock(sql, seconds, connection.interrupt, give_up)
    with clock.running():
        _one_question(connection, sql)
        own = reckoning.own(connection, sql)
    left_out: dict[str, int] | None = None
    try:
        with clock.running():
            try:
                relation = _bound(connection, sql)
            except duckdb.CatalogException as error:
                if not reckoning.lacks(error):
                    raise
                connection.execute("ROLLBACK")
                left_out = {}
                left_out = reckoning.supply(connection)
                relation = _bound(connection, sql)
        yield Answer(connection, relation, clock, left_out or {}, own)
    finally:
        with suppress(duckdb.Error):
            connection.abort()
        with suppress(duckdb.Error):
            connection.execute("ROLLBACK")
        if left_out is not None:
            reckoning.drop(connection)


def _bound(connection: Connection, sql: str) -> Relation:
    """The question as DuckDB understands it, in a transaction that cannot write."""
    connection.execute("BEGIN TRANSACTION READ ONLY")
    with _with_its_line(connection, sql):
        return connection.sql(sql)


def _one_question(connection: Connection, sql: str) -> None:
    if re.search(r"[\ud800-\udfff]", sql):
        raise LedgerError("the question is no text in UTF-8")
    statements = connection.extract_statements(sql)
    if not statements:
        raise LedgerError("there is no question in it; ask one, such as: FROM balances")
    if len(statements) > 1:
        raise LedgerError(f"one question at a time: this is {len(statements)} statements")
    kind = statements[0].type.name
    if kind not in _QUESTIONS:
        raise LedgerError(
            f"a query only asks (SELECT, FROM, WITH, DESCRIBE, SHOW, SUMMARIZE, PIVOT, EXPLAIN); "
            f"{kind} is refused"
        )


@contextmanager
def _with_its_line(connection: Connection, sql: str) -> Iterator[None]:
    """Have DuckDB point at the word that it does not know, which it does only when told to run it."""
    try:
        yield
    except (duckdb.BinderException, duckdb.CatalogException) as error:
        if "\nLINE " not in str(error):
            connection.execute(sql)
        raise


def _columns(relation: Relation) -> Iterator[AnswerColumn]:
    """Every column under a name of its own."""
    taken: set[str] = set()
    for column, kind in zip(relation.columns, relation.types, strict=True):
        name, again = column, 1
        while name.casefold() in taken:
            again += 1
            name = f"{column}_{again}"
        taken.add(name.casefold())
        scale = dict(kind.children)["scale"] if kind.id == "decimal" else None
        yield AnswerColumn(name, kind.id, scale if isinstance(scale, int) else None)
