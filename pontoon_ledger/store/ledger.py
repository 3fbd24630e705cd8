"""The ledger as the rest of the program uses it: add audited sessions, read them back.

In: a path, audits, SQL. Out: what became of each session, polars frames. The database is held
open only while something is done with it, or from `with` to the end of its block.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import duckdb
import polars as pl

from pontoon_ledger.store import keeping, opening, paying, roll, writing
from pontoon_ledger.store.asking import answered, ask
from pontoon_ledger.store.model import LedgerError
from pontoon_ledger.store.stored import stored_records
from pontoon_ledger.store.tables import transaction
from pontoon_ledger.store.verifying import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.records.model import Records
    from pontoon_ledger.store.asking import Answer
    from pontoon_ledger.store.keeping import Revision
    from pontoon_ledger.store.model import AddResult, Audit
    from pontoon_ledger.store.verifying import Verification

_SECONDS = 60.0
_MOST_ROWS = 2_000_000
_BALANCES = (
    "SELECT * REPLACE (minor_units(recorded, decimals) AS recorded, minor_units(due, decimals) AS due, "
    "minor_units(paid, decimals) AS paid, minor_units(balance, decimals) AS balance) FROM balances"
)
_DEBTS = "SELECT * REPLACE (minor_units(amount, decimals) AS amount) FROM pairwise_debts"
_PLAYERS = (
    "SELECT * REPLACE (minor_units(staked, decimals) AS staked, minor_units(net, decimals) AS net, "
    "minor_units(shoot_net, decimals) AS shoot_net) FROM player_stats"
)
_BANKERS = (
    "SELECT * REPLACE (minor_units(staked, decimals) AS staked, minor_units(net, decimals) AS net, "
    "minor_units(shoot_net, decimals) AS shoot_net, minor_units(bought_for, decimals) AS bought_for, "
    "minor_units(bought_earned, decimals) AS bought_earned, minor_units(sold_for, decimals) AS sold_for) "
    "FROM banker_stats"
)
_SESSIONS = (
    "SELECT s.session, date, currency, decimals, deals, hands, judged, undecided, unreadable, complete, "
    "rules, file, revision, added FROM sessions s JOIN revisions r USING (session_id, revision) "
    "ORDER BY date, s.session_id"
)


_PAYMENTS = (
    "SELECT payment_id, date, coalesce(a.name, payer) AS payer, payer_id IS NULL AS payer_account, "
    "coalesce(b.name, payee) AS payee, payee_id IS NULL AS payee_account, amount, currency, decimals, note, "
    "added, removed FROM payments LEFT JOIN players a ON a.player_id = payer_id "
    "LEFT JOIN players b ON b.player_id = payee_id ORDER BY payment_id"
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

    def commented(self) -> Self:
        """The same ledger, with the comments of its schema, which one in memory starts without."""
        if self._memory and self._open is not None:
            opening.comment(self._open)
        return self

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
        if not self._memory:
            opening.create(self.path)
        with self._borrow(write=True) as connection:
            home = None if self._memory else self.path.resolve().parent
            return writing.add(connection, audit, home=home, replacing=replace)

    def records(self, sessions: Sequence[str] | None = None) -> Records:
        """The sessions (these, or all) as their stored texts tell them, to be audited anew."""
        with self._borrow() as connection:
            return stored_records(connection, sessions)

    def moves(self) -> pl.DataFrame:
        """The view `moves`: every sum that passed, in sessions and between them."""
        frame = self._frame("SELECT * FROM moves ORDER BY session_id NULLS LAST, deal_no NULLS LAST")
        return frame.with_columns(pl.col("date").cast(pl.String))

    def history(self, session: str) -> list[Revision]:
        """Every telling of a session, the first one first, with what each changed."""
        with self._borrow() as connection:
            return keeping.history(connection, session)

    def remove(self, session: str) -> str:
        """Take a session out; its texts and its history stay. Its name as it was written."""
        with self._change() as (connection, now):
            return keeping.remove(connection, session, now)

    def rename(self, old: str, new: str) -> str:
        """Show a player under another name; the name that was shown before."""
        with self._change() as (connection, now):
            return roll.rename(connection, old, new, now)

    def merge(self, one: str, other: str) -> tuple[str, str]:
        """Make one person of two players: the name that goes and the name that stays."""
        with self._change() as (connection, now):
            return roll.merge(connection, one, other, now)

    def part(self, name: str) -> tuple[str, str]:
        """Take a merging back: the player that is alone again, and whom he was merged with."""
        with self._change() as (connection, now):
            return roll.part(connection, name, now)

    def spellings(self) -> dict[str, str]:
        """Whom every spelling stands for: the name that is shown, by the folded spelling."""
        with self._borrow() as connection:
            people = roll.load(connection)
        return {spelling: people.names[number] for spelling, number in people.spellings.items()}

    def currencies(self) -> list[tuple[str | None, int]]:
        """The currencies of the sessions, each with its decimals."""
        with self._borrow() as connection:
            return paying.currencies(connection)

    def pay(
        self,
        payer: str,
        payee: str,
        amount: int,
        *,
        currency: tuple[str | None, int],
        date: str | None = None,
        note: str | None = None,
    ) -> int:
        """Record a payment between evenings, in minor units; its number."""
        with self._change() as (connection, now):
            return paying.pay(connection, payer, payee, amount, currency, date=date, note=note, now=now)

    def take_back(self, payment: int) -> None:
        """Let a payment count no more."""
        with self._change() as (connection, now):
            paying.take_back(connection, payment, now)

    def payments(self) -> pl.DataFrame:
        """The payments between evenings, those taken back among them."""
        return self._frame(_PAYMENTS)

    def verify(self) -> Verification:
        """Everything made anew from the stored texts and compared."""
        with self._borrow() as connection:
            return verify(connection)

    def sessions(self) -> pl.DataFrame:
        """The sessions of the ledger, by date."""
        return self._frame(_SESSIONS)

    def balances(self) -> pl.DataFrame:
        """The view `balances`."""
        return self._frame(_BALANCES)

    def debts(self) -> pl.DataFrame:
        """The view `pairwise_debts`."""
        return self._frame(_DEBTS)

    def stats(self) -> Stats:
        """The views `player_stats` and `banker_stats`."""
        return Stats(self._frame(_PLAYERS), self._frame(_BANKERS))

    def query(self, sql: str, *, seconds: float = _SECONDS, most_rows: int = _MOST_ROWS) -> pl.DataFrame:
        """The answer to one SQL question, which can read this ledger and nothing else."""
        with self._borrow() as connection:
            return ask(connection, sql, seconds=seconds, most_rows=most_rows)

    @contextmanager
    def answer(
        self, sql: str, *, seconds: float | None = _SECONDS, give_up: Callable[[], object] | None = None
    ) -> Iterator[Answer]:
        """The answer to one SQL question of any size, to be read part by part; see `asking.answered`.

        >>> with Ledger.memory() as ledger, ledger.answer("SELECT 1 AS one") as answer:
        ...     list(answer.parts())
        [[(1,)]]
        """
        with (
            self._borrow() as connection,
            answered(connection, sql, seconds=seconds, give_up=give_up) as answer,
        ):
            yield answer

    def _frame(self, sql: str) -> pl.DataFrame:
        with self._borrow() as connection:
            return pl.DataFrame(connection.sql(sql))

    @contextmanager
    def _change(self) -> Iterator[tuple[Connection, datetime]]:
        """The database opened for one change, which is made whole or not at all, and the time."""
        if self.read_only:
            raise LedgerError(f"the ledger {self.path} was opened for reading only")
        with self._borrow(write=True) as connection, transaction(connection):
            yield connection, datetime.now(UTC).replace(tzinfo=None)

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
