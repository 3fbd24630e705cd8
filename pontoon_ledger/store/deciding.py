"""What an add will do: each session of an audit is taken in, found unchanged, or refused.

In: an audit, what the ledger holds and what of it has changed, who its players are. Out: the
sessions to write, and a word on every one. Nothing is written here.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.naming import names_by_session
from pontoon_ledger.store.comparing import files_of, joint_hash, text_hash
from pontoon_ledger.store.model import SessionResult
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.people import People
    from pontoon_ledger.store.model import Audit, Event, Outcome

MOST_DECIMALS = 4
_STDIN = {"-", "<stdin>"}


class Kept(Struct, frozen=True):
    """A session that the ledger holds, in its newest revision."""

    session_id: int
    session: str
    date: str | None
    revision: int
    path: str
    text: str
    removed: bool = False


class Accepted(Struct, frozen=True):
    """A session to write: its number in the audit and in the ledger, its texts, what it is to the ledger."""

    session_no: int
    session_id: int
    revision: int
    session: str
    path: str
    files: tuple[int, ...]
    text: str
    event: Event


def kept_sessions(connection: Connection) -> dict[str, Kept]:
    """The sessions of the ledger by folded name, those among them that were removed."""
    rows = connection.execute(
        "SELECT session_id, r.session, CAST(date AS VARCHAR), r.revision, path, text_sha256, "
        "event = 'removed' "
        "FROM revisions r LEFT JOIN sessions s USING (session_id) "
        "QUALIFY row_number() OVER (PARTITION BY session_id ORDER BY r.revision DESC) = 1"
    ).fetchall()
    return {fold(row[1]): Kept(*row) for row in rows}


def place(path: str, home: Path | None) -> str:
    """A path as the ledger writes it: seen from its own folder, so that both may move together.

    >>> place("records/friday.yaml", Path.cwd()), place("-", None)
    ('records/friday.yaml', '-')
    """
    if path in _STDIN:
        return "-"
    try:
        full = Path(path).resolve()
    except UnicodeEncodeError:
        # a name in characters that this system's file names do not have stands as it was shown
        full = Path.cwd() / path
    if home is None:
        return full.as_posix()
    try:
        return Path(os.path.relpath(full, home)).as_posix()
    except ValueError:
        return full.as_posix()


class Decision:
    """The course of one add; `accepted` and `results` are its outcome."""

    def __init__(
        self,
        audit: Audit,
        kept: Mapping[str, Kept],
        people: People,
        *,
        changed: set[int],
        last_id: int,
        home: Path | None,
        replacing: bool,
    ) -> None:
        self.kept = kept
        self.people = people
        self.changed = changed
        self.last_id = last_id
        self.home = home
        self.replacing = replacing
        self.sources = audit.records.sources
        self.files = files_of(audit.records)
        self.names = names_by_session(audit)
        self.aliases = _lists(audit.records.aliases.select("session_no", "player", "alias"))
        self.faults = _faults(audit.findings)
        self.accepted: list[Accepted] = []
        self.results: list[SessionResult] = []
        self._seen: set[str] = set()
        for row in audit.sessions.iter_rows(named=True):
            self.results.append(self._decide(row))

    def _decide(self, row: Mapping[str, Any]) -> SessionResult:
        number, name = row["session_no"], row["session"]
        date = None if row["date"] is None else str(row["date"])
        told = SessionResult(name, "refused", date, row["file"], row["deals"], row["hands"])
        files = self.files[number]
        text = joint_hash([text_hash(self.sources[file]) for file in files])
        path = place(self.sources[files[0]].path, self.home)
        kept = self.kept.get(fold(name))
        there = kept is not None and not kept.removed
        reason = self._unfit(row)
        if reason is None and kept is not None and there:
            if kept.text == text and number not in self.changed:
                self._seen.add(fold(name))
                return replace(told, outcome="unchanged", revision=kept.revision)
            if not self.replacing:
                reason = _stranger(kept, date, path, row["file"])
        names = self.names.get(number, [])
        reason = reason or self.people.clash(names, revised=kept.session_id if kept else None)
        if reason is not None:
            return replace(told, reason=reason)
        self._seen.add(fold(name))
        if kept is None:
            self.last_id += 1
        else:
            self.people.forget(kept.session_id)
        session_id = kept.session_id if kept else self.last_id
        revision = kept.revision + 1 if kept else 1
        event: Event = "added"
        if kept is not None and there:
            event = "changed" if kept.text != text else "judged anew"
        self.accepted.append(Accepted(number, session_id, revision, name, path, files, text, event))
        notes = self._seat(number, session_id, names)
        if event == "changed" and number not in self.changed:
            notes.insert(0, "its file has changed, its play has not")
        elif event == "judged anew":
            notes.insert(0, "its text is the same, but it is judged otherwise now")
        elif kept is not None and not there:
            notes.insert(0, "it had been removed")
        outcome: Outcome = "replaced" if there else "added"
        return replace(told, outcome=outcome, revision=revision, reason="; ".join(notes) or None)

    def _unfit(self, row: Mapping[str, Any]) -> str | None:
        """Why a session cannot be kept whatever the ledger holds."""
        if row["has_faults"] or not row["whole"]:
            shown = self.faults.get(row["session_no"], "part of it cannot be read")
            return f"it has faults that keep it out ({shown}); mend them and add it again"
        if row["decimals"] > MOST_DECIMALS:
            return f"the ledger keeps amounts of at most {MOST_DECIMALS} decimals, not {row['decimals']}"
        if fold(row["session"]) in self._seen:
            return "a session of this name comes earlier in the same records; give one of them another name"
        return None

    def _seat(self, number: int, session_id: int, names: Sequence[str]) -> list[str]:
        """Give the session's names their players; what is worth knowing of that."""
        notes = [f"{name} is taken to be {person}" for name, person in self.people.known_as(names)]
        self.people.admit(session_id, names)
        for player, alias in self.aliases.get(number, []):
            note = self.people.also(session_id, player, alias)
            if note:
                notes.append(note)
        return notes


def _stranger(kept: Kept, date: str | None, path: str, file: str | None) -> str | None:
    """Why this may be another session of the same name, None where it is the same one again."""
    if kept.path == path and path != "-" and kept.date == date:
        return None
    return (
        f"the ledger has a session of this name: {_told(kept.date, kept.path)}; "
        f"this one: {_told(date, file or path)}; give it another name, or replace the old one (--replace)"
    )


def _told(date: str | None, path: str) -> str:
    return f"{date or 'no date'}, from {'standard input' if path in _STDIN else path}"


def _lists(frame: pl.DataFrame) -> dict[int, list[tuple[str, ...]]]:
    """The rows of each session number, without it."""
    lists: dict[int, list[tuple[str, ...]]] = {}
    for number, *row in frame.rows():
        lists.setdefault(number, []).append(tuple(row))
    return lists


def _faults(findings: pl.DataFrame) -> dict[int, str]:
    """The first record fault of each session with its place, and how many more there are."""
    faults = findings.filter(pl.col("code").str.starts_with("P0") & pl.col("session_no").is_not_null())
    told = {}
    for number, rows in _lists(faults.select("session_no", "code", "file", "line")).items():
        code, file, line = rows[0]
        more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
        told[number] = f"{code} at {file}:{line}{more}"
    return told
