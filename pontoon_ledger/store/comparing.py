"""Is a session told anew still the same: its texts by hash, its rows by a sum over them.

In: an audit whose frames are registered with the connection. Out: hashes, and the numbers of
the sessions of which something other than its place in the file has changed.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.records.model import Records, Source

_PLACES = {"file", "line", "column", "end_column"}


def changed_sessions(
    connection: Connection, columns: Mapping[str, Mapping[str, str]]
) -> dict[int, list[str]]:
    """Of the sessions in the frame `known` (session_no, session_id), those that differ, and in which tables.

    The frame of each table is registered as `new_<table>`; both sides are summed up by the same
    expression, whatever the order of their rows.
    """
    changed: dict[int, list[str]] = {}
    for table, kinds in columns.items():
        values = [f'CAST("{name}" AS {kind})' for name, kind in kinds.items() if name not in _PLACES]
        values += ["row_no"] if table == "hands" else []
        summed = f"count(*) AS rows, sum(hash({', '.join(values)})) AS made"
        rows = connection.execute(
            f"WITH told AS (SELECT session_no, {summed} FROM new_{table} "
            "WHERE session_no IN (SELECT session_no FROM known) GROUP BY session_no), "
            f"kept AS (SELECT session_id, {summed} FROM {table} "
            "WHERE session_id IN (SELECT session_id FROM known) GROUP BY session_id) "
            "SELECT session_no FROM known "
            "LEFT JOIN told USING (session_no) LEFT JOIN kept USING (session_id) "
            "WHERE told.rows IS DISTINCT FROM kept.rows OR told.made IS DISTINCT FROM kept.made"
        ).fetchall()
        for (number,) in rows:
            changed.setdefault(number, []).append(table)
    return changed


def files_of(records: Records) -> dict[int, tuple[int, ...]]:
    """Which sources each session is made of, the one it begins in first.

    >>> from pontoon_ledger.records.model import Records, SCHEMAS, frame
    >>> files_of(Records((), **{name: frame(name) for name in SCHEMAS}))
    {}
    """
    files = {number: [file] for number, file in enumerate(records.sessions["file_no"])}
    for number, file in records.deals.select("session_no", "file_no").unique(maintain_order=True).rows():
        if number in files and file not in files[number]:
            files[number].append(file)
    return {number: tuple(chosen) for number, chosen in files.items()}


def text_hash(source: Source) -> str:
    """The hash of one text: the reader's, or made here of the text.

    >>> from pontoon_ledger.records.model import Source
    >>> text_hash(Source("a.yaml", "yaml", ""))[:8]
    'e3b0c442'
    """
    return source.sha256 or sha256(source.text.encode()).hexdigest()


def joint_hash(hashes: Sequence[str]) -> str:
    """One hash of several.

    >>> joint_hash(["aa", "bb"]) == joint_hash(["bb", "aa"])
    False
    """
    return sha256("\n".join(hashes).encode()).hexdigest()
