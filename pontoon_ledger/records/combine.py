"""Many parts to one `Records`, as if all files had been one.

In: parts, each numbered for itself. Out: one whole whose frames refer to each other by position, with a
P009 for a session whose name another one has.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import polars as pl
from msgspec.structs import replace

from pontoon_ledger.records.model import SCHEMAS, Fault, Place, Records, frame
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.places import line_starts
from pontoon_ledger.records.session import fault_row
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_NUMBERS = ("session_no", "deal_idx", "file_no")
"""Numbers that go on from part to part: of sessions, deals, texts."""


def combine(parts: Sequence[Records]) -> Records:
    """All parts in one, in their order.

    >>> combine([]).sessions.height
    0
    """
    return _named_once(joined(parts))


def joined(parts: Sequence[Records]) -> Records:
    """All parts in one, whatever their sessions are called.

    >>> joined([]).sessions.height
    0
    """
    if len(parts) == 1:
        return parts[0]
    sizes = ((part.sessions.height, part.deals.height, len(part.sources)) for part in parts)
    begins = list(accumulate(sizes, lambda a, b: (a[0] + b[0], a[1] + b[1], a[2] + b[2]), initial=(0, 0, 0)))
    shifts = {number: [begin[at] for begin in begins] for at, number in enumerate(_NUMBERS)}
    return Records(
        sources=tuple(source for part in parts for source in part.sources),
        **{name: _whole(name, parts, shifts) for name in SCHEMAS},
        notes=tuple(note for part in parts for note in part.notes),
        options=parts[0].options if parts else ReadOptions(),
    )


def _whole(name: str, parts: Sequence[Records], shifts: dict[str, list[int]]) -> pl.DataFrame:
    """The frames `name` of all parts in one piece, the numbers of each part shifted."""
    pieces: list[pl.DataFrame] = [getattr(part, name) for part in parts]
    rows = pl.concat([frame(name), *pieces], how="vertical_relaxed", rechunk=True)
    heights = [piece.height for piece in pieces]
    columns = [
        pl.col(number) + _each(shifts[number], heights) for number in _NUMBERS if number in rows.columns
    ]
    return rows.with_columns(columns).cast(dict(SCHEMAS[name]))  # type: ignore[arg-type]


def _each(shifts: list[int], heights: list[int]) -> pl.Series:
    """The shift of each row of pieces of these heights."""
    rows = [(shift, height) for shift, height in zip(shifts, heights, strict=False) if height]
    pieces = pl.DataFrame(rows, schema={"shift": pl.Int64, "height": pl.UInt32}, orient="row")
    return pieces.select(pl.col("shift").repeat_by("height").explode()).to_series()


def _named_once(records: Records) -> Records:
    """Tell of each session whose name an earlier one has."""
    told = records.sessions.select("session", "file_no", "line").rows()
    paths = [records.sources[file_no].path for _, file_no, _ in told]
    rows = []
    for number, earlier in named_again(zip((name for name, _, _ in told), paths, strict=True)):
        name, file_no, line = told[number]
        place = name_place(records.sources[file_no].text, line, name)
        fault = replace(fault_of_name(name, earlier, place), session_no=number, file_no=file_no)
        rows.append(fault_row(fault))
    if not rows:
        return records
    return replace(records, faults=pl.concat([records.faults, frame("faults", rows)]))


def named_again(sessions: Iterable[tuple[str, str]]) -> list[tuple[int, str]]:
    """Of sessions (name, path) those whose name an earlier one has: which they are, and the earlier's path.

    >>> named_again([("May", "a.yaml"), ("June", "b.yaml"), ("may", "c.yaml")])
    [(2, 'a.yaml')]
    """
    first: dict[str, str] = {}
    again = []
    for number, (name, path) in enumerate(sessions):
        key = fold(name)
        if key in first:
            again.append((number, first[key]))
        first.setdefault(key, path)
    return again


def fault_of_name(name: str, earlier: str, place: Place) -> Fault:
    """Say that a session has the name of one in the file `earlier`.

    >>> fault_of_name("may", "a.yaml", Place(1, 10, 13)).message
    "a session 'may' is in a.yaml already"
    """
    message = f"a session {name!r} is in {earlier} already"
    return Fault("P009", place, message, found=name, help="give each session a name of its own")


def name_place(text: str, line: int | None, name: str) -> Place:
    """Where the name stands in its line, or the line's first column.

    >>> name_place("session: may", 1, "may")
    Place(line=1, column=10, end_column=13)
    """
    starts = line_starts(text)
    if line is None or line > len(starts):
        return Place(line, None if line is None else 1, None)
    start = starts[line - 1]
    end = starts[line] if line < len(starts) else len(text)
    column = text.find(name, start, end) - start + 1
    return Place(line, column, column + len(name)) if column > 0 else Place(line, 1, 2)
