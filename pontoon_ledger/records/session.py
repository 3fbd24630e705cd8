"""One YAML or JSON record to the frames of one session.

In: the bytes of a file. Out: `Records` numbered for themselves: session 0, source 0 the record, source 1
the table that its `deals` names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.records.deals import DealReader
from pontoon_ledger.records.events import is_json
from pontoon_ledger.records.fields import Faults
from pontoon_ledger.records.hands import HandReader
from pontoon_ledger.records.head import HeadReading, cash_rows, debt_rows, read_head
from pontoon_ledger.records.model import SCHEMAS, Fault, Place, Records, Source, frame
from pontoon_ledger.records.nodes import Listing, Mapping, Node, Refused, Scalar
from pontoon_ledger.records.raw import Raw, RawDeals
from pontoon_ledger.records.source import text_of
from pontoon_ledger.records.walk import Walker
from pontoon_ledger.rules import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pontoon_ledger.records.model import Head
    from pontoon_ledger.records.options import ReadOptions


_OF_DEALS = ("deals", "hands", "tallies", "waivers")


@dataclass(frozen=True)
class TableBeside:
    """The CSV that a head names: its path as shown, and its bytes or the reason why there are none."""

    path: str
    data: bytes | None
    reason: str = ""


def read_record(
    path: str, data: bytes, options: ReadOptions, beside: Callable[[str], TableBeside]
) -> Records:
    """Read one record; `beside` loads the table of that name next to it."""
    source, fault = text_of(path, data)
    if is_json(path, source.text):
        source = replace(source, kind="json")
    if fault is not None:
        return faulty(source, [fault])
    faults = Faults()
    raw = Walker(source, faults).walk()
    if not isinstance(raw.root, Mapping) or not (raw.whole or raw.deals or _named(raw.root)):
        return _no_session(source, raw, faults, options)
    reading = read_head(raw.head, _stem(path), faults, options, whole=raw.whole)
    table = _named(raw.head)
    if table is not None:
        return _with_table(source, raw, reading, table, faults, options, beside)
    deals = raw.deals or RawDeals()
    _no_deals(raw, reading, faults)
    reader = DealReader(source.text, deals, reading, faults)
    own = {"deals": reader.read()}
    own["hands"] = HandReader(source.text, deals, reader.rosters, reading.seating, faults).read()
    own["tallies"], own["waivers"] = frame("tallies", reader.tallies), frame("waivers", reader.waivers)
    return _records(source, reading, faults, options, own, whole=raw.whole and raw.deals is not None)


def faulty(source: Source, faults: Iterable[Fault], notes: tuple[str, ...] = ()) -> Records:
    """Records of a file out of which nothing could be had."""
    frames = {name: frame(name) for name in SCHEMAS}
    rows = [fault_row(replace(fault, session_no=None, deal_idx=None)) for fault in faults]
    frames["faults"] = frame("faults", rows)
    return Records((source,), **frames, notes=notes)


def fault_row(fault: Fault) -> tuple[object, ...]:
    """A fault as a row of its frame."""
    place = fault.place
    where = (fault.code, fault.file_no, place.line, place.column, place.end_column)
    whose = (fault.session_no, fault.deal_idx, fault.player, fault.hand)
    return (*where, *whose, fault.message, fault.found, fault.expected, fault.help)


def session_row(head: Head, *, whole: bool) -> tuple[object, ...]:
    """A head as a row of the frame `sessions`."""
    bank, unit = head.bank_place, head.currency
    named = (head.session, head.date, unit.code, unit.decimals, *head.stakes, *head.kitty, head.order_known)
    held = (head.bank, bank.line, bank.column, bank.end_column, head.at_table, whole, 0, head.place.line)
    return (*named, *held, *(getattr(head.rules, option) for option in OPTIONS))


def _stem(path: str) -> str:
    return "standard input" if path == "-" else Path(path).stem


def _entry(head: Node | None, name: str) -> tuple[Scalar, Node] | None:
    items = head.items if isinstance(head, Mapping) else []
    return next(((key, value) for key, value in items if key.text == name), None)


def _named(head: Node | None) -> Scalar | None:
    """The value of `deals` where it names a table."""
    entry = _entry(head, "deals")
    return entry[1] if entry and isinstance(entry[1], Scalar) and entry[1].text.strip() else None


def _no_session(source: Source, raw: Raw, faults: Faults, options: ReadOptions) -> Records:
    """A text that has no session in it: nothing, no mapping, or broken before its deals."""
    root = raw.root
    if isinstance(root, Mapping):
        read_head(root, _stem(source.path), faults, options, whole=False)
    elif raw.whole and (root is None or (isinstance(root, Scalar) and not root.text.strip())):
        faults.add("P001", Place(), "nothing is written in this file", help_="write a session into it")
    elif isinstance(root, (Scalar, Listing)):
        found = root.text.split("\n")[0][:40] if isinstance(root, Scalar) else None
        message = "a record is a mapping with the keys 'players' and 'deals'"
        faults.add("P004", root.place, message, found=found, expected="players: [...]")
    return faulty(source, faults.found)


def _no_deals(raw: Raw, reading: HeadReading, faults: Faults) -> None:
    """Tell of a list of deals with nothing in it, and of deals that are no list."""
    entry = _entry(raw.head, "deals")
    if entry is None or isinstance(entry[1], Refused):
        return
    key, value = entry
    if isinstance(value, Mapping):
        reading.fields.wrong_kind(value, "'deals' wants a list, each deal behind a dash")
    elif raw.whole and not (raw.deals and raw.deals.deal_at):
        place = key.place if isinstance(value, Scalar) else value.place
        faults.add("P001", place, "this record has no deals", help_="write a deal behind a dash")


def _with_table(
    source: Source,
    raw: Raw,
    reading: HeadReading,
    name: Scalar,
    faults: Faults,
    options: ReadOptions,
    beside: Callable[[str], TableBeside],
) -> Records:
    """The deals out of the table that the head names, under that head."""
    from pontoon_ledger.records.table import read_table

    told = name.text.strip()
    table = None
    if any(mark in told for mark in "/\\\0") or told in (".", ".."):
        message = f"'deals' names a table in the same folder, not {told!r}"
        faults.add("P004", name.place, message, found=told, expected="deals: name.csv")
    else:
        table = beside(told)
        if table.data is None:
            faults.add("P001", name.place, f"the table {told!r} {table.reason}", found=told)
    if table is None or table.data is None:
        return _records(source, reading, faults, options, {}, whole=False)
    part = read_table(table.path, table.data, reading.head, options, name.place)
    return _joined(source, raw, reading, faults, options, part)


def _joined(
    source: Source, raw: Raw, reading: HeadReading, faults: Faults, options: ReadOptions, part: Records
) -> Records:
    """The head's frames and the table's, the table being source 1."""
    own = _records(source, reading, faults, options, {}, whole=raw.whole)
    shift = pl.col("file_no") + 1
    faults_of_table = part.faults.with_columns(shift, session_no=pl.col("session_no").fill_null(0))
    here = pl.lit(0, pl.Int32).alias("file_no")
    line = pl.lit(reading.head.place.line, pl.Int32).alias("line")
    whole = pl.col("whole") & raw.whole
    sessions = part.sessions.with_columns(here, line, whole) if part.sessions.height else own.sessions
    return replace(
        own,
        sources=(source, *part.sources),
        sessions=sessions,
        seats=part.seats if part.seats.height else own.seats,
        persons=part.persons if part.persons.height else own.persons,
        aliases=part.aliases if part.aliases.height else own.aliases,
        deals=part.deals.with_columns(shift),
        hands=part.hands.with_columns(shift),
        tallies=part.tallies,
        waivers=part.waivers,
        faults=pl.concat([own.faults, faults_of_table]),
        notes=(*own.notes, *part.notes),
    )


def _records(
    source: Source,
    reading: HeadReading,
    faults: Faults,
    options: ReadOptions,
    own: dict[str, pl.DataFrame],
    *,
    whole: bool,
) -> Records:
    """The frames of a session of one source."""
    cash, debts = cash_rows(reading), debt_rows(reading)
    seats, persons, aliases = reading.seating.rows()
    notes = () if options.rules is None else (f"{source.path}: judged by the rules {options.rules!r} given",)
    found = [_with_seat(fault, reading) for fault in faults.found]
    found.sort(key=lambda fault: (fault.file_no, fault.place.line or 0, fault.place.column or 0))
    return Records(
        (source,),
        sessions=frame("sessions", [session_row(reading.head, whole=whole)]),
        seats=frame("seats", seats),
        persons=frame("persons", persons),
        aliases=frame("aliases", aliases),
        **{name: own[name] if name in own else frame(name) for name in _OF_DEALS},
        cash=frame("cash", cash),
        debts=frame("debts", debts),
        faults=frame("faults", [fault_row(fault) for fault in found]),
        notes=notes,
    )


def _with_seat(fault: Fault, reading: HeadReading) -> Fault:
    """A fault with its player's name as the seats spell it."""
    if fault.player is None:
        return fault
    return replace(fault, player=reading.seating.known(fault.player))
