"""What becomes of a session over time: its history, and its removal.

In: an open connection and a session's name. Out: its revisions with what each changed; a removal is one
more revision, and the texts stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.store import roll
from pontoon_ledger.store.model import LedgerError
from pontoon_ledger.store.snapshots import Change
from pontoon_ledger.store.tables import TABLES
from pontoon_ledger.words import fold, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from duckdb import DuckDBPyConnection as Connection


class Revision(Struct, frozen=True):
    """One telling of a session. `texts` are its files: path and text, the one it begins in first."""

    revision: int
    event: str
    added: datetime
    path: str
    given: str | None
    texts: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]


def history(connection: Connection, session: str) -> list[Revision]:
    """Every revision of a session, the first one first; LedgerError where it was never there."""
    session_id = _number(connection, session)
    texts = {
        key: (path, text)
        for key, path, text in connection.execute(
            "SELECT file_id, path, text FROM files WHERE file_id IN "
            "(SELECT unnest(file_ids) FROM revisions WHERE session_id = ?)",
            [session_id],
        ).fetchall()
    }
    changed: dict[int, list[Change]] = {}
    for revision, *row in connection.execute(
        "SELECT revision, session_id, what, subject, before, after FROM changes WHERE session_id = ? "
        "ORDER BY revision, rowid",
        [session_id],
    ).fetchall():
        changed.setdefault(revision, []).append(Change(*row))
    rows = connection.execute(
        "SELECT revision, event, added, path, given, file_ids FROM revisions WHERE session_id = ? "
        "ORDER BY revision",
        [session_id],
    ).fetchall()
    return [
        Revision(
            number,
            event,
            added,
            path,
            given,
            texts=tuple(texts[key] for key in files),
            changes=tuple(changed.get(number, ())),
        )
        for number, event, added, path, given, files in rows
    ]


def remove(connection: Connection, session: str, now: datetime) -> str:
    """Take a session out of the ledger and keep its revisions; its name as it was written."""
    number = _number(connection, session)
    found = connection.execute("SELECT session FROM sessions WHERE session_id = ?", [number]).fetchall()
    if not found:
        raise LedgerError(f"{session} was removed already; pontoon history {session!r} tells when")
    name: str = found[0][0]
    connection.execute(
        "INSERT INTO revisions BY NAME SELECT session_id, revision + 1 AS revision, session, "
        "'removed' AS event, ? AS added, path, file_ids, text_sha256, given FROM revisions "
        "WHERE session_id = ? ORDER BY revision DESC LIMIT 1",
        [now, number],
    )
    for table in TABLES:
        connection.execute(f"DELETE FROM {table} WHERE session_id = ?", [number])
    connection.execute("DELETE FROM aliases WHERE kind = 'aka' AND session_id = ?", [number])
    roll.drop_strangers(connection)
    return name


def write_changes(connection: Connection, changes: Iterable[Change], revisions: dict[int, int]) -> None:
    """Keep what sessions changed; `revisions` says which revision of each session that is."""
    rows = [(one.session_id, revisions[one.session_id], *one[1:]) for one in changes]
    if rows:
        connection.executemany("INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?)", rows)


def _number(connection: Connection, session: str) -> int:
    """The number of a session that is or was in the ledger, whatever its case."""
    rows = connection.execute("SELECT session_id, session FROM revisions ORDER BY revision").fetchall()
    known: dict[str, int] = {fold(name): number for number, name in rows}
    number = known.get(fold(session))
    if number is None:
        near = nearest(session, [name for _, name in rows])
        hint = f"; did you mean {near}?" if near else "; pontoon sessions lists them"
        raise LedgerError(f"there is no session {session} in this ledger{hint}")
    return number
