"""What became of records that were added: file by file, and in numbers.

In: an audit, and what the ledger did with its sessions. Out: lines, a table, JSON values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from pontoon_ledger.render.shapes import files_shape
from pontoon_ledger.render.table import Table, count, words
from pontoon_ledger.render.text import clean
from pontoon_ledger.store.model import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.store.model import AddResult, SessionResult

_SESSION = ("session", "outcome", "date", "file", "deals", "hands", "revision", "reason")
_NUMBERS = {"deals", "hands", "revision"}


class FileTold(NamedTuple):
    """A file: what became of its sessions, and what in it belongs to none; `shape` is its JSON."""

    path: str
    sessions: tuple[SessionResult, ...]
    reason: str | None
    shape: dict[str, Any]

    def __str__(self) -> str:
        """Say what is wrong with it."""
        return f"{'also' if self.sessions else 'no session'}: {self.reason}"


def files_told(audit: Audit, result: AddResult) -> list[FileTold]:
    """Tell of every file that was read, in their order, then of what else is at fault."""
    sources = audit.records.sources
    homeless = audit.findings["session_no"].is_null() & audit.findings["code"].str.starts_with("P0")
    faults = audit.findings.filter(homeless).rows(named=True)
    homes = [sources[number].path for number in audit.sessions["file_no"]]
    places = [fault["file"] or "the command line" for fault in faults]
    files = {file["path"]: file for file in files_shape(audit)}
    for path in places:
        files.setdefault(path, {"path": path, "sessions": [], "deals": 0, "hands": 0})
    told = []
    for path, shape in files.items():
        sessions = [one for one, home in zip(result.sessions, homes, strict=True) if home == path]
        mine = [fault for fault, place in zip(faults, places, strict=True) if place == path]
        reason = _reason(mine) if mine else None
        told.append(FileTold(path, tuple(sessions), reason, shape | {"reason": reason}))
    return told


def _reason(faults: Sequence[Mapping[str, Any]]) -> str:
    """The first fault with its place, and how many more there are."""
    first = faults[0]
    place = [str(first[name]) for name in ("file", "line", "column") if first[name] is not None]
    where = f" at {':'.join(place)}" if first["line"] is not None else ""
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"{first['code']}{where}: {first['message']}{more}"


def added_lines(files: Sequence[FileTold]) -> Iterator[str]:
    """Tell file by file what became of each session; one file alone needs no heading."""
    indent = "  " if len(files) > 1 else ""
    for file in files:
        if indent:
            yield clean(file.path)
        yield from (f"{indent}{clean(str(one))}" for one in file.sessions)
        if file.reason:
            yield f"{indent}{clean(str(file))}"


def added_plainly(files: Sequence[FileTold]) -> Iterator[str]:
    """Tell of each session, and of each file without one, in a line."""
    for file in files:
        yield from (clean(str(one)) for one in file.sessions)
        if file.reason:
            yield clean(f"{file.path}: {file}")


def added_table(result: AddResult) -> Table:
    """Set what became of each session."""
    rows = tuple(tuple(getattr(one, name) for name in _SESSION) for one in result.sessions)
    return Table(tuple(count(name) if name in _NUMBERS else words(name) for name in _SESSION), rows)


def added_counts(files: Sequence[FileTold], result: AddResult) -> str:
    """Count files, and sessions by what became of them.

    >>> from pontoon_ledger.store.model import AddResult, SessionResult
    >>> added_counts([], AddResult((SessionResult("friday", "added"), SessionResult("may", "refused"))))
    '0 files, 2 sessions: 1 added, 0 replaced, 0 unchanged, 1 refused'
    """
    outcomes = ", ".join(f"{len(result.of(outcome))} {outcome}" for outcome in get_args(Outcome))
    sessions = len(result.sessions)
    empty = _many(sum(not file.sessions for file in files), "file")
    told = f"{_many(len(files), 'file')}, {_many(sessions, 'session')}: {outcomes}"
    return told if empty.startswith("0 ") else f"{told}; {empty} without a session"


def left_out(files: Sequence[FileTold], result: AddResult) -> str | None:
    """Say in short what is not in the ledger, None where all is."""
    refused, faulty = len(result.of("refused")), sum(file.reason is not None for file in files)
    parts = [f"{_many(refused, 'session')} refused"] if refused else []
    parts += [f"{_many(faulty, 'file')} with faults"] if faulty else []
    return f"not all is in the ledger: {', '.join(parts)}" if parts else None


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
