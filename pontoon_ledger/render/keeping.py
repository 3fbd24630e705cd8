"""A session's history and a verified ledger, as people and programs read them.

In: revisions, a verification. Out: lines, tables, JSON values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.render.table import Table, count, words
from pontoon_ledger.render.text import many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.store.keeping import Revision
    from pontoon_ledger.store.snapshots import Change
    from pontoon_ledger.store.verifying import Verification


def history_shape(revisions: Sequence[Revision]) -> dict[str, Any]:
    """Shape a history for JSON."""
    return {
        "revisions": [
            {
                "revision": one.revision,
                "event": one.event,
                "added": f"{one.added:%Y-%m-%dT%H:%M:%SZ}",
                "path": one.path,
                "given": one.given,
                "changes": [_change(change) for change in one.changes],
            }
            for one in revisions
        ]
    }


def history_table(revisions: Sequence[Revision]) -> Table:
    """Put a history into a table: a row a change, a row for a revision that changed nothing."""
    columns = (count("revision"), *map(words, ("event", "added", "what", "subject", "before", "after")))
    rows: list[tuple[object, ...]] = []
    for one in revisions:
        head = (one.revision, one.event, f"{one.added:%Y-%m-%d %H:%M:%S}")
        rows += [(*head, *change[1:]) for change in one.changes] or [(*head, None, None, None, None)]
    return Table(columns, tuple(rows))


def verify_lines(found: Verification) -> list[str]:
    """Tell what differs, and the count of what does not."""
    lines = []
    for one in found.sessions:
        if not one.same:
            lines += [str(one), *(f"   {change}" for change in one.changes)]
    lines += [f"the ledger as a whole: {fault}" for fault in found.faults]
    same = sum(one.same for one in found.sessions)
    told = f"{many(same, 'session')} of {len(found.sessions)} judged anew and the same"
    if any(not one.same for one in found.sessions):
        told += "; to take over the new verdicts, add the records again (pontoon add)"
    return [*lines, told]


def verify_shape(found: Verification) -> dict[str, Any]:
    """Shape a verification for JSON."""
    return {
        "sound": found.sound,
        "sessions": [
            {
                "session": one.session,
                "same": one.same,
                "reason": one.reason,
                "changes": [_change(change) for change in one.changes],
            }
            for one in found.sessions
        ],
        "faults": list(found.faults),
    }


def verify_table(found: Verification) -> Table:
    """Put a verification into a table: a row a session, or a row a change of it."""
    columns = (*map(words, ("session", "state", "what", "subject", "before", "after")),)
    rows: list[tuple[str | None, ...]] = []
    for one in found.sessions:
        head = (one.session, "same" if one.same else one.reason or "differs")
        rows += [(*head, *change[1:]) for change in one.changes] or [(*head, None, None, None, None)]
    rows += [(None, fault, None, None, None, None) for fault in found.faults]
    return Table(columns, tuple(rows))


def _change(change: Change) -> dict[str, str | None]:
    names = ("what", "subject", "before", "after")
    return {name: getattr(change, name) for name in names}
