"""Many parts to one `Records`, as if all files had been one.

In: parts, each numbered for itself. Out: one whole whose frames refer to each other by position, with a
P009 for a session whose name another one has.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.records.model import SCHEMAS, Fault, Place, Records, frame
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.places import line_starts
from pontoon_ledger.records.session import fault_row
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBERS = ("session_no", "deal_idx", "file_no")


def combine(parts: Sequence[Records]) -> Records:
    """All parts in one, in their order.

    >>> combine([]).sessions.height
    0
    """
    if len(parts) == 1:
        return _named_once(parts[0])
    frames: dict[str, list[pl.DataFrame]] = {name: [frame(name)] for name in SCHEMAS}
    shift = dict.fromkeys(_NUMBERS, 0)
    for part in parts:
        for name, pieces in frames.items():
            piece: pl.DataFrame = getattr(part, name)
            columns = [pl.col(number) + shift[number] for number in _NUMBERS if number in piece.columns]
            pieces.append(piece.with_columns(columns).cast(dict(SCHEMAS[name])))  # type: ignore[arg-type]
        shift["session_no"] += part.sessions.height
        shift["deal_idx"] += part.deals.height
        shift["file_no"] += len(part.sources)
    sources = tuple(source for part in parts for source in part.sources)
    notes = tuple(note for part in parts for note in part.notes)
    whole = Records(
        sources,
        **{name: pl.concat(pieces) for name, pieces in frames.items()},
        notes=notes,
        options=parts[0].options if parts else ReadOptions(),
    )
    return _named_once(whole)


def _named_once(records: Records) -> Records:
    """Tell of each session whose name an earlier one has."""
    first: dict[str, str] = {}
    rows: list[tuple[object, ...]] = []
    names = records.sessions.select("session", "file_no", "line").iter_rows()
    for number, (name, file_no, line) in enumerate(names):
        source = records.sources[file_no]
        if (earlier := first.setdefault(fold(name), source.path)) and len(first) == number + 1 - len(rows):
            continue
        fault = Fault(
            "P009",
            _name_place(source.text, line, name),
            f"a session {name!r} is in {earlier} already",
            found=name,
            help="give each session a name of its own",
            session_no=number,
            file_no=file_no,
        )
        rows.append(fault_row(fault))
    if not rows:
        return records
    return replace(records, faults=pl.concat([records.faults, frame("faults", rows)]))


def _name_place(text: str, line: int | None, name: str) -> Place:
    """Where the name stands in its line, or the line's first column."""
    starts = line_starts(text)
    if line is None or line > len(starts):
        return Place(line, None if line is None else 1, None)
    start = starts[line - 1]
    end = starts[line] if line < len(starts) else len(text)
    column = text.find(name, start, end) - start + 1
    return Place(line, column, column + len(name)) if column > 0 else Place(line, 1, 2)
