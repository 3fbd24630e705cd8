"""The one transaction of an add: frames become rows of the ledger, or nothing happens.

In: an open connection and an audit. Out: what became of each session. Rows go in by whole
frames, names become numbers by a join; there is no loop over hands.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import duckdb
import polars as pl

from pontoon_ledger.store.comparing import changed_sessions, text_hash
from pontoon_ledger.store.deciding import Decision, kept_sessions, place
from pontoon_ledger.store.model import AddResult, deals_of
from pontoon_ledger.store.people import People
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.store.deciding import Accepted
    from pontoon_ledger.store.model import Audit

_TABLES = ("sessions", "deals", "hands", "transfers", "findings")
_MADE_HERE = ("session_id", "revision", "row_no", "player_id", "bank_id", "payer_id", "payee_id")
_NUMBERED = {
    "deals": {"bank_id": "bank"},
    "hands": {"player_id": "player", "bank_id": "bank"},
    "transfers": {"payer_id": "payer_person", "payee_id": "payee_person"},
}
"""Which column of a table is the number of whom."""


class _Arrow:
    """A frame as DuckDB reads it without pyarrow."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)


def add(connection: Connection, audit: Audit, *, home: Path | None, replacing: bool) -> AddResult:
    """Take the sessions of an audit into the ledger, all that can be taken or, on an error, none."""
    connection.execute("BEGIN TRANSACTION")
    try:
        columns = _columns(connection)
        for table in _TABLES:
            connection.register(f"new_{table}", _Arrow(_frame(audit, table, columns[table])))
        decision = _decide(connection, audit, columns, home=home, replacing=replacing)
        if decision.accepted:
            _write(connection, audit, decision, columns)
        for name in (*(f"new_{table}" for table in _TABLES), "known", "adding", "numbers"):
            connection.unregister(name)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(duckdb.Error):
            connection.execute("ROLLBACK")
        raise
    return AddResult(tuple(decision.results))


def _columns(connection: Connection) -> dict[str, dict[str, str]]:
    """The columns of each table, with their types, that come out of the audit as they are."""
    described = {
        table: connection.execute(f"SELECT name, type FROM pragma_table_info('{table}')").fetchall()
        for table in _TABLES
    }
    return {
        table: {name: kind for name, kind in columns if name not in _MADE_HERE}
        for table, columns in described.items()
    }


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
    known = [(number, kept[fold(name)].session_id) for number, name in told if fold(name) in kept]
    changed: set[int] = set()
    if known:
        schema = {"session_no": pl.Int32, "session_id": pl.Int32}
        connection.register("known", _Arrow(pl.DataFrame(known, schema=schema, orient="row")))
        changed = changed_sessions(connection, columns)
    ids = connection.execute("SELECT coalesce(max(session_id), 0) FROM revisions").fetchall()
    return Decision(
        audit,
        kept,
        _people(connection),
        changed=changed,
        last_id=ids[0][0],
        home=home,
        replacing=replacing,
    )


def _people(connection: Connection) -> People:
    people = People(dict(connection.execute("SELECT player_id, name FROM players").fetchall()))
    for alias, number, kind, session_id in connection.execute(
        "SELECT alias, player_id, kind, session_id FROM aliases"
    ).fetchall():
        people.spellings[alias] = number
        if kind == "aka":
            people.said_by[alias] = session_id
    return people


def _write(
    connection: Connection, audit: Audit, decision: Decision, columns: Mapping[str, Mapping[str, str]]
) -> None:
    now = datetime.now(UTC).replace(tzinfo=None)
    texts = _store_texts(connection, audit, decision, now)
    connection.register("adding", _Arrow(_adding(decision.accepted, texts)))
    connection.register("numbers", _Arrow(_numbers(decision)))
    replaced = any(one.revision > 1 for one in decision.accepted)
    if replaced:
        for table in _TABLES:
            connection.execute(f"DELETE FROM {table} WHERE session_id IN (SELECT session_id FROM adding)")
        connection.execute(
            "DELETE FROM aliases WHERE kind = 'aka' AND session_id IN (SELECT session_id FROM adding)"
        )
    connection.execute(
        "INSERT INTO revisions SELECT session_id, revision, session, ?, path, files, text FROM adding",
        [now],
    )
    for table in _TABLES:
        connection.execute(_insert(table, columns[table]))
    _store_people(connection, decision.people, now)
    if replaced:
        _drop_strangers(connection)


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
        }
    )


def _numbers(decision: Decision) -> pl.DataFrame:
    """The player's number for every spelling that the accepted sessions use."""
    spelt = {name for one in decision.accepted for name in decision.names.get(one.session_no, [])}
    rows = [(name, decision.people.spellings[fold(name)]) for name in sorted(spelt)]
    return pl.DataFrame(rows, schema={"name": pl.String, "player_id": pl.Int32}, orient="row")


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


def _store_people(connection: Connection, people: People, now: datetime) -> None:
    if people.new_players:
        connection.executemany("INSERT INTO players VALUES (?, ?)", people.new_players)
    if people.new_aliases:
        rows = [(*alias, now) for alias in people.new_aliases]
        connection.executemany("INSERT INTO aliases VALUES (?, ?, ?, ?, ?, ?)", rows)


def _drop_strangers(connection: Connection) -> None:
    """Forget players whom no session names any more, a name misspelt once for one."""
    connection.execute(
        "DELETE FROM players WHERE player_id NOT IN ("
        "SELECT player_id FROM hands WHERE player_id IS NOT NULL "
        "UNION SELECT bank_id FROM deals WHERE bank_id IS NOT NULL "
        "UNION SELECT payer_id FROM transfers WHERE payer_id IS NOT NULL "
        "UNION SELECT payee_id FROM transfers WHERE payee_id IS NOT NULL)"
    )
    connection.execute("DELETE FROM aliases WHERE player_id NOT IN (SELECT player_id FROM players)")
