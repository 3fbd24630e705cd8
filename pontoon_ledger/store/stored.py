"""Sessions as the ledger keeps their texts, read anew: what `check`, `explain` and `verify` go by.

In: an open connection. Out: `Records` of the newest revisions, read with the options that were
given when they were added. Of a text that holds other sessions too these alone are kept.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.store.model import LedgerError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.records.model import Records


def given_of(options: ReadOptions) -> str | None:
    """What was said beside the texts, as the ledger keeps it.

    >>> given_of(ReadOptions(rules="wikipedia")), given_of(ReadOptions())
    ('{"rules": "wikipedia"}', None)
    """
    said = {name: value for name, value in asdict(options).items() if value is not None}
    return json.dumps(said, ensure_ascii=False) if said else None


def options_of(given: str | None) -> ReadOptions:
    """The way back.

    >>> options_of('{"rules": "wikipedia"}').rules
    'wikipedia'
    """
    return ReadOptions(**json.loads(given)) if given else ReadOptions()


def stored_records(connection: Connection, sessions: Sequence[str] | None = None) -> Records:
    """The sessions of the ledger (these, or all) read from their stored texts."""
    from pontoon_ledger.records import combine_records, reread
    from pontoon_ledger.records.subset import sessions_named

    rows = connection.execute(
        "SELECT s.session, file_ids, given FROM sessions s JOIN revisions USING (session_id, revision) "
        "ORDER BY session_id"
    ).fetchall()
    texts = {
        key: (path, kind, text)
        for key, path, kind, text in connection.execute(
            "SELECT file_id, path, kind, text FROM files"
        ).fetchall()
    }
    lost = [name for name, files, _ in rows if not texts.keys() >= set(files)]
    if wanted := [name for name in lost if sessions is None or name in sessions]:
        raise LedgerError(f"the ledger is damaged: the text of {wanted[0]} is missing")
    told: dict[tuple[tuple[int, ...], str | None], list[str]] = {}
    for name, files, given in rows:
        if sessions is None or name in sessions:
            told.setdefault((tuple(files), given), []).append(name)
    parts = []
    for (files, given), names in told.items():
        read = reread([texts[key] for key in files], options_of(given))
        parts.append(sessions_named(read, names))
    return combine_records(parts)
