"""One YAML or JSON record to the frames of one session.

In: the bytes of a file. Out: `Records` numbered for themselves: session 0, source 0 the record, source 1
the table that its `deals` names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.records.deals import DealReader
from pontoon_ledger.records.events import is_json
from pontoon_ledger.records.faults import Faults, quoted
from pontoon_ledger.records.hands import HandReader
from pontoon_ledger.records.head import HeadReading, cash_rows, debt_rows, read_head
from pontoon_ledger.records.model import SCHEMAS, Fault, Place, Records, Source, frame
from pontoon_ledger.records.nodes import Listing, Mapping, Node, Refused, Scalar
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.raw import Raw, RawDeals
from pontoon_ledger.records.reading import read_raw
from pontoon_ledger.records.source import text_of
from pontoon_ledger.rules import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pontoon_ledger.records.model import Head


NO_DEALS = "this record has no deals"
NO_ROWS = "the table has a header and no rows"
_OF_DEALS = ("deals", "hands", "tallies", "waivers")


class TableBeside(Struct, frozen=True):
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
    raw = read_raw(source, faults)
    if not isinstance(raw.root, Mapping) or not (raw.whole or raw.deals or _named(raw.root)):
        return _no_session(source, raw, faults, options)
    head = read_head(raw.head, source, faults, options, whole=raw.whole)
    reading = _Reading(source, raw, head, faults, options)
    if table := _named(raw.head):
        return reading.with_table(table, beside)
    deals = raw.deals or RawDeals()
    _no_deals(raw, head, faults)
    reader = DealReader(source.text, deals, head, faults)
    own = {"deals": reader.read()}
    own["hands"] = HandReader(source.text, deals, reader.rosters, head.seating, faults).read()
    own["tallies"], own["waivers"] = frame("tallies", reader.tallies), frame("waivers", reader.waivers)
    return reading.records(own, whole=raw.whole and raw.deals is not None)


def faulty(source: Source, faults: Iterable[Fault], notes: tuple[str, ...] = ()) -> Records:
    """Records of a file out of which nothing could be had."""
    frames = {name: frame(name) for name in SCHEMAS}
    rows = [fault_row(replace(fault, session_no=None, deal_idx=None)) for fault in _sorted(faults)]
    frames["faults"] = frame("faults", rows)
    return Records((source,), **frames, notes=notes, options=ReadOptions())


def _sorted(faults: Iterable[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.place.line or 0, fault.place.column or 0))


def _told(raw: Raw, faults: Faults) -> list[Fault]:
    """The faults but those of keys whose value was not come to."""
    return [fault for fault in faults.found if not (fault.found == "" and fault.place.line in raw.cut_off)]


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
    known = (head.rules_known, head.money_known)
    return (*named, *held, *known, *(getattr(head.rules, option) for option in OPTIONS))


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
        read_head(root, source, faults, options, whole=False)
    elif raw.whole and (root is None or (isinstance(root, Scalar) and not root.text.strip())):
        faults.add("P001", Place(), "nothing is written in this file", help_="write a session into it")
    elif isinstance(root, (Scalar, Listing)):
        found = root.text.split("\n")[0][:40] if isinstance(root, Scalar) else None
        message = "a record is a mapping with the keys 'players' and 'deals'"
        faults.add("P004", root.place, message, found=found, expected="players: [...]")
    return faulty(source, _told(raw, faults))


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
        faults.add("P001", place, NO_DEALS, help_="write a deal behind a dash")


class _Reading(Struct):
    """A record whose head is read, with all that its frames are made of."""

    source: Source
    raw: Raw
    head: HeadReading
    faults: Faults
    options: ReadOptions

    def with_table(self, name: Scalar, beside: Callable[[str], TableBeside]) -> Records:
        """The deals out of the table that the head names, under that head."""
        table = self._table(name, beside)
        if table is None or table.data is None:
            return self.records({}, whole=False)
        from pontoon_ledger.records.table import read_table

        named = "session" in self.head.fields.entries
        head = self.head.head
        part = read_table(table.path, table.data, head, self.options, name.place, head_is_named=named)
        own = self.records({}, whole=False)
        seated = part if part.sessions.height else own
        shift = pl.col("file_no") + 1
        sessions = seated.sessions.with_columns(
            pl.lit(0, pl.Int32).alias("file_no"),
            pl.lit(head.place.line, pl.Int32).alias("line") if named else pl.col("line"),
            pl.col("whole") & self.raw.whole,
        )
        return replace(
            own,
            sources=(self.source, *part.sources),
            sessions=sessions,
            seats=seated.seats,
            persons=seated.persons,
            aliases=seated.aliases,
            deals=part.deals.with_columns(shift),
            hands=part.hands.with_columns(shift),
            tallies=part.tallies,
            waivers=part.waivers,
            faults=pl.concat(
                [own.faults, part.faults.with_columns(shift, pl.col("session_no").fill_null(0))]
            ),
            notes=(*own.notes, *part.notes),
        )

    def _table(self, name: Scalar, beside: Callable[[str], TableBeside]) -> TableBeside | None:
        """The table that `deals` names, None with a fault where the name is none of a file beside."""
        told = name.text.strip()
        if any(mark in told for mark in "/\\\0") or told in (".", ".."):
            message = f"'deals' names a table in the same folder, not {quoted(told)}"
            self.faults.add("P004", name.place, message, found=told, expected="deals: name.csv")
            return None
        table = beside(told)
        if table.data is None:
            self.faults.add("P001", name.place, f"the table {quoted(told)} {table.reason}", found=told)
        return table

    def records(self, own: dict[str, pl.DataFrame], *, whole: bool) -> Records:
        """The frames of the session; `own` are those of its deals."""
        cash, debts = cash_rows(self.head), debt_rows(self.head)
        seats, persons, aliases = self.head.seating.rows()
        rules = self.options.rules
        notes = () if rules is None else (f"{self.source.path}: judged by the rules {rules!r} given",)
        found = [self._with_seat(fault) for fault in _sorted(_told(self.raw, self.faults))]
        return Records(
            (self.source,),
            sessions=frame("sessions", [session_row(self.head.head, whole=whole)]),
            seats=frame("seats", seats),
            persons=frame("persons", persons),
            aliases=frame("aliases", aliases),
            **{name: own[name] if name in own else frame(name) for name in _OF_DEALS},
            cash=frame("cash", cash),
            debts=frame("debts", debts),
            faults=frame("faults", [fault_row(fault) for fault in found]),
            notes=notes,
            options=self.options,
        )

    def _with_seat(self, fault: Fault) -> Fault:
        """A fault with its player's name as the seats spell it."""
        if fault.player is None:
            return fault
        return replace(fault, player=self.head.seating.known(fault.player))
