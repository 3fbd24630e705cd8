"""The sessions of a table: a head for each, and the frames that are made of heads.

In: the numbered rows and the one head that holds for all. Out: a `Head` for each session, with its
name, its date and, where nobody named the seats, the players that it holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec.structs import replace

from pontoon_ledger.records.formulas import Typed, formula_error, is_formula_error
from pontoon_ledger.records.model import NOWHERE, Fault, Head, Place, Seat, frame
from pontoon_ledger.records.session import session_row
from pontoon_ledger.records.table_fields import date_of
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.records.table_deals import Numbered

Told = list[tuple[int, str, Fault]]
"""Faults on a cell: the line on which its row begins, its column, the fault without a place."""


def read_heads(numbered: Numbered, base: Head, *, named: bool) -> tuple[list[Head], Told]:
    r"""Make the head of each session, and tell where the columns `session` and `date` gainsay it.

    >>> from pontoon_ledger.records.decode import decode
    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> from pontoon_ledger.records.grid import read_grid
    >>> from pontoon_ledger.records.table_deals import number_deals
    >>> from pontoon_ledger.records.table_head import head_of_options
    >>> from pontoon_ledger.records.options import ReadOptions
    >>> from pontoon_ledger.records.fields import Faults
    >>> text = "session,deal,player,play\nFri,1,Ann,stick\nSat,1,Ann,stick\n"
    >>> numbered = number_deals(read_grid(decode(text.encode()), find_dialect(text)[0]), by_session=True)
    >>> base = head_of_options("a.csv", ReadOptions(), Faults())
    >>> heads, told = read_heads(numbered, base, named=False)
    >>> [head.session for head in heads]
    ['Fri', 'Sat']
    """
    told: Told = []
    heads = [base if name is None else replace(base, session=name) for name in numbered.sessions]
    unsure = named or any(is_formula_error(name or "") for name in numbered.sessions)
    for number, line, text in _distinct(numbered, "session") if unsure else ():
        typed = Typed(text)
        if is_formula_error(text):
            typed = formula_error(text)
        elif named and fold(text) != fold(base.session):
            message = f"the record that names this table is of session {base.session!r}, not {text!r}"
            typed = Typed(None, "P004", message, base.session)
        told += _told(typed, "session", number, line, text)
    for number, line, text in _distinct(numbered, "date"):
        typed, said = date_of(text), heads[number].date
        if typed.code is None and said not in (None, typed.value):
            message = f"the session has two dates: {said} and {text}"
            typed = Typed(None, "P004", message, said, "name each evening in a column 'session'")
        told += _told(typed, "date", number, line, text)
        if typed.code is None:
            heads[number] = replace(heads[number], date=typed.value)
    return heads, told


def _told(typed: Typed, column: str, session: int, line: int, text: str) -> Told:
    if typed.code is None:
        return []
    fault = Fault(typed.code, NOWHERE, typed.message or "", text, typed.expected, typed.help, session)
    return [(line, column, fault)]


def _distinct(numbered: Numbered, name: str) -> Iterator[tuple[int, int, str]]:
    """Session, line and text of each different text of a column in each session, where it stands first."""
    if name not in numbered.grid:
        return
    raw = numbered.grid.frame[name]
    texts = raw.drop_nulls().unique(maintain_order=True)
    number = raw.cast(pl.Enum(texts)).to_physical().cast(pl.UInt64)
    session_no = numbered.session_of(numbered.deal_idx)
    first = (number * len(numbered.sessions) + session_no).arg_unique().sort()
    columns = (session_no, numbered.grid.frame["line"], raw)
    seen: set[tuple[int, str]] = set()
    for session, line, text in zip(*(column.gather(first) for column in columns), strict=True):
        trimmed = (text or "").strip()
        if trimmed and (session, trimmed) not in seen:
            seen.add((session, trimmed))
            yield session, line, trimmed


def seated(heads: list[Head], sat: pl.DataFrame) -> list[Head]:
    """Give each head without seats the players that it holds (`session_no`, `player`), in that order.

    >>> from pontoon_ledger.records.table_head import head_of_options
    >>> from pontoon_ledger.records.options import ReadOptions
    >>> from pontoon_ledger.records.fields import Faults
    >>> head = head_of_options("a.csv", ReadOptions(), Faults())
    >>> import polars as pl
    >>> seated([head], pl.DataFrame({"session_no": [0], "player": ["Ann"]}))[0].seats[0].name
    'Ann'
    """
    names: dict[int, list[str]] = {}
    for number, player in sat.select("session_no", "player").iter_rows():
        names.setdefault(number, []).append(player)
    return [
        head if head.seats else replace(head, seats=tuple(Seat(name) for name in names.get(number, ())))
        for number, head in enumerate(heads)
    ]


def session_frames(heads: list[Head], lines: list[int]) -> dict[str, pl.DataFrame]:
    """Build the frames `sessions`, `seats`, `persons`, `aliases`; `lines`: where each session begins.

    >>> session_frames([], [])["sessions"].height
    0
    """
    placed = [replace(head, place=Place(line)) for head, line in zip(heads, lines, strict=True)]
    seats = [(i, 0, n, seat.name) for i, head in enumerate(heads) for n, seat in enumerate(head.seats)]
    each = [(i, seat) for i, head in enumerate(heads) for seat in head.seats]
    return {
        "sessions": frame("sessions", [session_row(head, whole=True) for head in placed]),
        "seats": frame("seats", seats),
        "persons": frame(
            "persons", [(i, seat.name, who, n) for i, seat in each for n, who in enumerate(seat.persons)]
        ),
        "aliases": frame("aliases", [(i, seat.name, alias) for i, seat in each for alias in seat.aka]),
    }
