"""The one transaction of an add: frames become rows of the ledger, or nothing happens.

In: an open connection and an audit. Out: what became of each session. Rows go in by whole
frames, names become numbers by a join; there is no loop over hands.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.store import roll, snapshots
from pontoon_ledger.store.comparing import changed_sessions, text_hash
from pontoon_ledger.store.deciding import Decision, kept_sessions, place
from pontoon_ledger.store.keeping import write_changes
from pontoon_ledger.store.model import AddResult
from pontoon_ledger.store.stored import given_of
from pontoon_ledger.store.tables import (
    TABLES,
    columns_of,
    register,
    register_audit,
    transaction,
    unregister_audit,
)
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.store.deciding import Accepted
    from pontoon_ledger.store.model import Audit

_NUMBERED = {
    "deals": {"bank_id": "bank"},
    "hands": {"player_id": "player", "bank_id": "bank"},
    "transfers": {"payer_id": "payer_person", "payee_id": "payee_person"},
}
"""Which column of a table is the number of whom."""


def add(connection: Connection, audit: Audit, *, home: Path | None, replacing: bool) -> AddResult:
    """Take the sessions of an audit into the ledger, all that can be taken or, on an error, none."""
    with transaction(connection):
        columns = columns_of(connection)
        register_audit(connection, audit, columns)
        decision = _decide(connection, audit, columns, home=home, replacing=replacing)
        if decision.accepted:
            _write(connection, audit, decision, columns)
        unregister_audit(connection)
        for name in ("known", "adding", "numbers"):
            connection.unregister(name)
    return AddResult(tuple(decision.results))


def _decide(
    connection: Connection,
    audit: Audit,
    columns: Mapping[str, Mapping[str, str]],
    *,
    home: Path | None,
    replacing: bool,
) -> Decision:
    """Compare the audit with what the ledger holds."""
    kept = kept_sessions(connection)
    told = audit.sessions.select("session_no", "session").rows()
    known = [
        (number, kept[fold(name)].session_id)
        for number, name in told
        if fold(name) in kept and not kept[fold(name)].removed
    ]
    changed: set[int] = set()
    if known:
        schema = {"session_no": pl.Int32, "session_id": pl.Int32}
        register(connection, "known", pl.DataFrame(known, schema=schema, orient="row"))
        changed = set(changed_sessions(connection, columns))
    ids = connection.execute("SELECT coalesce(max(session_id), 0) FROM revisions").fetchall()
    return Decision(
        audit,
        kept,
        roll.load(connection),
        changed=changed,
        last_id=ids[0][0],
        home=home,
        replacing=replacing,
    )


def _write(
    connection: Connection, audit: Audit, decision: Decision, columns: Mapping[str, Mapping[str, str]]
) -> None:
    now = datetime.now(UTC).replace(tzinfo=None)
    texts = _store_texts(connection, audit, decision, now)
    register(connection, "adding", _adding(decision.accepted, texts))
    register(connection, "numbers", _numbers(decision))
    replaced = {one.session_no: one.session_id for one in decision.accepted if one.event != "added"}
    before = snapshots.kept(connection, list(replaced.values()))
    if replaced:
        for table in TABLES:
            connection.execute(f"DELETE FROM {table} WHERE session_id IN (SELECT session_id FROM adding)")
        connection.execute(
            "DELETE FROM aliases WHERE kind = 'aka' AND session_id IN (SELECT session_id FROM adding)"
        )
    connection.execute(
        "INSERT INTO revisions BY NAME SELECT session_id, revision, session, event, ? AS added, path, "
        "files AS file_ids, text AS text_sha256, ? AS given FROM adding",
        [now, given_of(audit.records.options)],
    )
    for table in TABLES:
        connection.execute(_insert(table, columns[table]))
    roll.store(connection, decision.people, now)
    if replaced:
        after = snapshots.told(audit, replaced, decision.people)
        revisions = {one.session_id: one.revision for one in decision.accepted}
        write_changes(connection, snapshots.changes(before, after), revisions)
        roll.drop_strangers(connection)


def _adding(accepted: Sequence[Accepted], file_ids: Mapping[int, int]) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "session_no": pl.Series([one.session_no for one in accepted], dtype=pl.Int32),
            "session_id": pl.Series([one.session_id for one in accepted], dtype=pl.Int32),
            "revision": pl.Series([one.revision for one in accepted], dtype=pl.Int32),
            "session": [one.session for one in accepted],
            "path": [one.path for one in accepted],
            "files": pl.Series(
                [[file_ids[file] for file in one.files] for one in accepted], dtype=pl.List(pl.Int32)
            ),
            "text": [one.text for one in accepted],
            "event": [one.event for one in accepted],
        }
    )


def _numbers(decision: Decision) -> pl.DataFrame:
    """The player's number for every spelling that the accepted sessions use."""
    spelt = {name for one in decision.accepted for name in decision.names.get(one.session_no, [])}
    rows = [(name, decision.people.spellings[fold(name)]) for name in sorted(spelt)]
    return pl.DataFrame(rows, schema={"name": pl.String, "player_id": pl.Int32}, orient="row")


def _insert(table: str, columns: Iterable[str]) -> str:
    """The statement that puts the registered frame of a table in."""
    numbered = _NUMBERED.get(table, {})
    made = ["session_id", *(["revision"] if table == "sessions" else [])]
    made += ["row_no"] if table == "hands" else []
    into = [*made, *numbered, *columns]
    values = [f"adding.{name}" if name != "row_no" else name for name in made]
    values += [f"{column}_of.player_id" for column in numbered]
    values += [f'new_{table}."{name}"' for name in columns]
    joins = "".join(
        f" LEFT JOIN numbers AS {column}_of ON {column}_of.name = new_{table}.{named}"
        for column, named in numbered.items()
    )
    order = {"hands": " ORDER BY adding.session_id, row_no", "deals": " ORDER BY adding.session_id, deal_no"}
    listed = ", ".join(f'"{name}"' for name in into)
    return (
        f"INSERT INTO {table} ({listed}) SELECT {', '.join(values)} "
        f"FROM new_{table} JOIN adding USING (session_no){joins}{order.get(table, '')}"
    )


def _store_texts(connection: Connection, audit: Audit, decision: Decision, now: datetime) -> dict[int, int]:
    """Keep the texts that the ledger has not got yet; each source's number in `files`."""
    have = {
        (path, made): number
        for number, path, made in connection.execute("SELECT file_id, path, sha256 FROM files").fetchall()
    }
    last = max(have.values(), default=0)
    ids: dict[int, int] = {}
    for file in dict.fromkeys(file for one in decision.accepted for file in one.files):
        source = audit.records.sources[file]
        key = (place(source.path, decision.home), text_hash(source))
        if key not in have:
            last += 1
            have[key] = last
            row = [last, key[0], source.kind, key[1], now, source.text]
            connection.execute("INSERT INTO files VALUES (?, ?, ?, ?, ?, ?)", row)
        ids[file] = have[key]
    return ids
