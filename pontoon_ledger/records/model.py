"""What the readers hand on: one session's head, and the frames that all records become.

In: nothing but values that a reader has typed. Out: `Records`, the only thing that the
replay knows of a file. Frames refer to each other by position: `deals.session_no` is a row
of `sessions`, `hands.deal_idx` a row of `deals`, `file_no` an entry of `sources`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct, field

from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.rules import OPTIONS, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pontoon_ledger.currency import Currency


class Place(Struct, frozen=True):
    """Where a fact stands: line and column from 1, in characters of the user's own text."""

    line: int | None = None
    column: int | None = None
    end_column: int | None = None


NOWHERE = Place()


class Source(Struct, frozen=True):
    """One text that was read. `layout` is what the CSV locator needs, None for YAML."""

    path: str
    kind: str
    text: str
    sha256: str = ""
    layout: CsvLayout | None = None


class CsvLayout(Struct, frozen=True):
    """How a table is laid out: its delimiter and the cell number (from 0) of each known column."""

    delimiter: str
    columns: Mapping[str, int]


class Seat(Struct, frozen=True):
    """A seat, clockwise: its name, other spellings of it, the people its money is for."""

    name: str
    aka: tuple[str, ...] = ()
    persons: tuple[str, ...] = ()


class Head(Struct, frozen=True):
    """All that holds for a whole session. Amounts in minor units, None where not given."""

    session: str
    currency: Currency
    rules: Rules
    date: str | None = None
    stakes: tuple[int | None, int | None] = (None, None)
    kitty: tuple[int | None, int | None] = (None, None)
    seats: tuple[Seat, ...] = ()
    order_known: bool = True
    bank: str | None = None
    bank_place: Place = NOWHERE
    at_table: bool = False
    place: Place = NOWHERE
    rules_known: bool = True
    money_known: bool = True


class Fault(Struct, frozen=True):
    """A record fault (P0xx) as a reader finds it; `session_no`, `deal_idx` count within the part."""

    code: str
    place: Place
    message: str
    found: str | None = None
    expected: str | None = None
    help: str | None = None
    session_no: int | None = None
    deal_idx: int | None = None
    player: str | None = None
    hand: int | None = None
    file_no: int = 0


_KINDS = {bool: pl.Boolean, int: pl.Int8, str: pl.String}
OPTION_TYPES = {name: _KINDS[type(values[0])] for name, values in OPTIONS.items()}
"""The options of the rules as columns."""

SESSIONS = {
    "session": pl.String,
    "date": pl.String,
    "currency": pl.String,
    "decimals": pl.Int8,
    "stakes_min": pl.Int64,
    "stakes_max": pl.Int64,
    "kitty_min": pl.Int64,
    "kitty_max": pl.Int64,
    "order_known": pl.Boolean,
    "bank": pl.String,
    "bank_line": pl.Int32,
    "bank_column": pl.Int32,
    "bank_end": pl.Int32,
    "at_table": pl.Boolean,
    "whole": pl.Boolean,
    "file_no": pl.Int32,
    "line": pl.Int32,
    "rules_known": pl.Boolean,
    "money_known": pl.Boolean,
    **OPTION_TYPES,
}
"""One row a session. `whole` is false where part of it could not be read at all (after P002).
`rules_known`, `money_known` are false where the rules or the currency could not be read: then nothing of
the play is judged."""

SEATS = {
    "session_no": pl.Int32,
    "roster": pl.Int32,
    "seat": pl.Int32,
    "player": pl.String,
}
"""Who sits where, clockwise from seat 0; a new roster where a deal says `players`."""

PERSONS = {"session_no": pl.Int32, "player": pl.String, "person": pl.String, "share": pl.Int32}
"""Only for seats played for somebody else or shared: whose money it is; share from 0."""

ALIASES = {"session_no": pl.Int32, "player": pl.String, "alias": pl.String}

DEALS = {
    "session_no": pl.Int32,
    "deal_no": pl.Int32,
    "deal": pl.String,
    "roster": pl.Int32,
    "file_no": pl.Int32,
    "line": pl.Int32,
    "column": pl.Int32,
    "bank": pl.String,
    "bank_line": pl.Int32,
    "bank_column": pl.Int32,
    "bank_end": pl.Int32,
    "price": pl.Int64,
    "price_line": pl.Int32,
    "price_column": pl.Int32,
    "price_end": pl.Int32,
    "shuffled": pl.Boolean,
    "shuffled_line": pl.Int32,
    "shuffled_column": pl.Int32,
    "shuffled_end": pl.Int32,
    "kitty": pl.Int64,
    "kitty_line": pl.Int32,
    "kitty_column": pl.Int32,
    "kitty_end": pl.Int32,
    "doubled": pl.Boolean,
    "doubled_line": pl.Int32,
    "doubled_column": pl.Int32,
    "doubled_end": pl.Int32,
    "void": pl.String,
    "gap": pl.Boolean,
    "note": pl.String,
    "readable": pl.Boolean,
    "bank_unreadable": pl.Boolean,
}
"""One row a deal in the order of the record, `gap`s that hold no hands included (`hands` false
rows simply have none). `deal_no` counts from 1 in its session; `deal` is its label. `line`,
`column`: where the deal begins. `void` is the reason (or "true"), null where not void.
`readable` is false where a field of the deal itself (not of one hand) had a P0xx;
`bank_unreadable` where the field `bank` or `price` was there and could not be read."""

HANDS = {
    "deal_idx": pl.UInt32,
    "player": pl.String,
    "hand": pl.Int8,
    "bank_row": pl.Boolean,
    "text": pl.String,
    "readable": pl.Boolean,
    "file_no": pl.Int32,
    "line": pl.Int32,
    "column": pl.Int32,
    "index": pl.Int64,
}
"""One row a hand in the order of the record. `player`: the seat's name as `players` spells it, null
where unknown (P008) or where a CSV says `bank`; then `bank_row` is true. `hand` counts a
player's hands in the deal from 1. `text`: the play (CSV cells joined by `table.play_text`).
`readable` is false where the row had a P008 or P009. `line`, `column`, `index` (character offset
in the source's text): where the value of the play begins; CSV: the row's physical line, column 1."""

TALLIES = {
    "deal_idx": pl.UInt32,
    "player": pl.String,
    "amount": pl.Int64,
    "line": pl.Int32,
    "column": pl.Int32,
    "end_column": pl.Int32,
}
WAIVERS = {
    "deal_idx": pl.UInt32,
    "code": pl.String,
    "reason": pl.String,
    "line": pl.Int32,
    "column": pl.Int32,
    "end_column": pl.Int32,
}
CASH = {
    "session_no": pl.Int32,
    "player": pl.String,
    "bought": pl.Int64,
    "cashed": pl.Int64,
    "owed": pl.Int64,
    "line": pl.Int32,
    "column": pl.Int32,
    "end_column": pl.Int32,
}
"""`bought` = the sum of `in`, `cashed` = `out`, null where not written; `owed` = 0 where not written."""

DEBTS = {
    "session_no": pl.Int32,
    "kind": pl.String,
    "payer": pl.String,
    "payee": pl.String,
    "amount": pl.Int64,
    "note": pl.String,
    "line": pl.Int32,
}
"""`payments` (kind "payment": payer handed money to payee) and `owed` (kind "owed": payer owes payee)."""

FAULTS = {
    "code": pl.String,
    "file_no": pl.Int32,
    "line": pl.Int32,
    "column": pl.Int32,
    "end_column": pl.Int32,
    "session_no": pl.Int32,
    "deal_idx": pl.UInt32,
    "player": pl.String,
    "hand": pl.Int8,
    "message": pl.String,
    "found": pl.String,
    "expected": pl.String,
    "help": pl.String,
}

SCHEMAS: Mapping[str, Mapping[str, object]] = {
    "sessions": SESSIONS,
    "seats": SEATS,
    "persons": PERSONS,
    "aliases": ALIASES,
    "deals": DEALS,
    "hands": HANDS,
    "tallies": TALLIES,
    "waivers": WAIVERS,
    "cash": CASH,
    "debts": DEBTS,
    "faults": FAULTS,
}


class Records(Struct, frozen=True):
    """Everything that was read, as frames; see the schemas of this module for their columns."""

    sources: tuple[Source, ...]
    sessions: pl.DataFrame
    seats: pl.DataFrame
    persons: pl.DataFrame
    aliases: pl.DataFrame
    deals: pl.DataFrame
    hands: pl.DataFrame
    tallies: pl.DataFrame
    waivers: pl.DataFrame
    cash: pl.DataFrame
    debts: pl.DataFrame
    faults: pl.DataFrame
    notes: tuple[str, ...] = field(default=())
    options: ReadOptions = field(default_factory=ReadOptions)


def frame(name: str, rows: Iterable[tuple[object, ...]] = ()) -> pl.DataFrame:
    """A frame of schema `name` from rows in the order of its columns.

    >>> frame("persons", [(0, "Kev 2", "Kev", 0)]).row(0)
    (0, 'Kev 2', 'Kev', 0)
    """
    return pl.DataFrame(list(rows), schema=dict(SCHEMAS[name]), orient="row")  # type: ignore[arg-type]
