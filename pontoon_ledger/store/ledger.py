"""The ledger as the rest of the program uses it: add audited sessions, read them back.

In: a path, audits, SQL. Out: what became of each session, polars frames. The database is held
open only while something is done with it, or from `with` to the end of its block.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import duckdb
import polars as pl

from pontoon_ledger.store import opening, writing
from pontoon_ledger.store.asking import ask
from pontoon_ledger.store.model import LedgerError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.store.model import AddResult, Audit

_SECONDS = 60.0
_MOST_ROWS = 2_000_000
_BALANCES = (
    "SELECT * REPLACE (minor_units(recorded, decimals) AS recorded, minor_units(due, decimals) AS due, "
    "minor_units(paid, decimals) AS paid, minor_units(balance, decimals) AS balance) FROM balances"
)
_PLAYERS = (
    "SELECT * REPLACE (minor_units(staked, decimals) AS staked, minor_units(net, decimals) AS net) "
    "FROM player_stats"
)
_BANKERS = "SELECT * REPLACE (minor_units(net, decimals) AS net) FROM banker_stats"
_SESSIONS = (
    "SELECT s.session, date, currency, decimals, deals, hands, judged, undecided, unreadable, complete, "
    "rules, file, revision, added FROM sessions s JOIN revisions r USING (session_id, revision) "
    "ORDER BY date, s.session_id"
)


class Stats(NamedTuple):
    """The two statistics views."""

    players: pl.DataFrame
    bankers: pl.DataFrame


class Ledger:
    """Sessions kept in a DuckDB database. Money in its frames is minor units, as in an audit.

    >>> with Ledger.memory() as ledger:
    ...     ledger.query("SELECT count(*) AS hands FROM hands").item()
    0
    """

    def __init__(self, path: str | Path = "pontoon.duckdb", *, read_only: bool = False) -> None:
        self.path = Path(path)
        self.read_only = read_only
        self._memory = False
        self._held = False
        self._open: Connection | None = None
        self._writes = False

    @classmethod
    def memory(cls) -> Self:
        """A ledger that is never written to disk and is gone when it is closed."""
        ledger = cls(":memory:")
        ledger._memory = ledger._held = ledger._writes = True
        ledger._open = opening.open_memory()
        return ledger

    def __enter__(self) -> Self:
        self._held = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._held = False
        self._release()

    def add(self, audit: Audit, *, replace: bool = False) -> AddResult:
        """Audited sessions into the ledger, in one transaction; a missing ledger is made.

        A session that is there already is replaced where it comes from the same file and of
        the same date, or where `replace` says so. Those with record faults are refused.
        """
        if self.read_only:
            raise LedgerError(f"the ledger {self.path} was opened for reading only")
        if not self._memory and not self.path.exists():
            opening.create(self.path)
        home = None if self._memory else self.path.resolve().parent
        with self._borrow(write=True) as connection:
            return writing.add(connection, audit, home=home, replacing=replace)

    def sessions(self) -> pl.DataFrame:
        """The sessions of the ledger, by date."""
        return self._frame(_SESSIONS)

    def balances(self) -> pl.DataFrame:
        """The view `balances`."""
        return self._frame(_BALANCES)

    def stats(self) -> Stats:
        """The views `player_stats` and `banker_stats`."""
        return Stats(self._frame(_PLAYERS), self._frame(_BANKERS))

    def query(self, sql: str, *, seconds: float = _SECONDS, most_rows: int = _MOST_ROWS) -> pl.DataFrame:
        """The answer to one SQL question, which can read this ledger and nothing else."""
        with self._borrow() as connection:
            return ask(connection, sql, seconds=seconds, most_rows=most_rows)

    def _frame(self, sql: str) -> pl.DataFrame:
        with self._borrow() as connection:
            return pl.DataFrame(connection.sql(sql))

    @contextmanager
    def _borrow(self, *, write: bool = False) -> Iterator[Connection]:
        """The database, opened for what is to be done."""
        try:
            yield self._connection(write=write)
        except (duckdb.Error, pl.exceptions.PolarsError) as error:
            raise opening.refusal(self.path, error) from error
        finally:
            if not self._held:
                self._release()

    def _connection(self, *, write: bool) -> Connection:
        if self._open is None or (self._writes != write and not self._memory):
            self._release()
            self._open = opening.open_ledger(self.path, write=write)
            self._writes = write
        return self._open

    def _release(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None
