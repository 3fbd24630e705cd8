"""The deals of a session: their own fields, typed and judged.

In: the raw deals and the head. Out: the frame `deals`, the rows of `tallies` and `waivers`, and the
roster that each deal is played with.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import polars as pl

from pontoon_ledger.codes import CODES
from pontoon_ledger.money import parse_signed
from pontoon_ledger.records.faults import Faults, meant, quoted
from pontoon_ledger.records.fields import Fields, money
from pontoon_ledger.records.model import DEALS
from pontoon_ledger.records.nodes import Node, Scalar
from pontoon_ledger.records.places import line_starts, value_place
from pontoon_ledger.rules import truth
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pontoon_ledger.currency import Currency
    from pontoon_ledger.records.head import HeadReading
    from pontoon_ledger.records.model import Place
    from pontoon_ledger.records.raw import RawDeals
    from pontoon_ledger.records.seats import Roster, Row, Seating

KEYS = dict.fromkeys(
    (
        "hands",
        "deal",
        "bank",
        "price",
        "kitty",
        "shuffled",
        "doubled",
        "players",
        "waive",
        "tally",
        "void",
        "gap",
        "note",
    )
)
_DIGITS = re.compile(r"[1-9][0-9]*")
_EVERY = {"session_no": 0, "file_no": 0, "gap": False, "readable": True, "bank_unreadable": False}


class DealReader:
    """Reads the fields of all deals; `rosters` is the number of each deal's roster."""

    def __init__(self, text: str, raw: RawDeals, head: HeadReading, faults: Faults) -> None:
        self.text = text
        self.raw = raw
        self.unit: Currency = head.head.currency
        self.seating: Seating = head.seating
        self.faults = faults
        self.written: dict[str, dict[int, object]] = {name: {} for name in DEALS}
        self.rosters = [0] * len(raw.deal_at)
        self.tallies: list[Row] = []
        self.waivers: list[Row] = []
        self.labels: dict[str, int] = {}

    def read(self) -> pl.DataFrame:
        """The frame of all deals, in the order of the record."""
        readable = self.written["readable"]
        now = 0
        for deal, node in self.raw.fields.items():
            self.rosters[now:deal] = [len(self.seating.rosters) - 1] * (deal - now)
            now = deal
            self.faults.deal = deal
            told = len(self.faults.found)
            self._deal(deal, Fields(node, KEYS, "a deal", self.faults))
            if len(self.faults.found) > told:
                readable[deal] = False
        self.rosters[now:] = [len(self.seating.rosters) - 1] * (len(self.rosters) - now)
        self._handless()
        self._labels()
        self.faults.deal = None
        readable |= dict.fromkeys(self.raw.spoiled, False)
        return self._frame()

    def _frame(self) -> pl.DataFrame:
        count = len(self.rosters)
        at = pl.Series(self.raw.deal_at, dtype=pl.Int64)
        numbers = range(1, count + 1)
        columns: dict[str, pl.Series] = {"roster": pl.Series(self.rosters, dtype=pl.Int32)}
        columns["line"], columns["column"] = lines_and_columns(self.text, at)
        columns["deal_no"] = pl.Series(numbers, dtype=pl.Int32)
        labels = self.written["deal"]
        columns["deal"] = pl.Series(
            [labels.get(number - 1) or str(number) for number in numbers], dtype=pl.String
        )
        for name, kind in DEALS.items():
            if name in columns:
                continue
            told, usual = self.written[name], _EVERY.get(name)
            if told:
                columns[name] = pl.Series([told.get(deal, usual) for deal in range(count)], dtype=kind)
            else:
                columns[name] = pl.Series([usual] * count, dtype=kind)
        return pl.DataFrame({name: columns[name].cast(kind) for name, kind in DEALS.items()})

    def _deal(self, deal: int, fields: Fields) -> None:
        entries, written = fields.entries, self.written
        if "hands" in fields.mistyped:
            self.raw.handless.discard(deal)
        if "players" in entries:
            self.seating.sit(fields.listing("players"))
        roster = self.seating.rosters[-1]
        if "deal" in entries:
            self._label(deal, fields)
        if "bank" in entries:
            self._bank(deal, fields, roster)
        if "price" in entries:
            written["price"][deal] = price = fields.amount("price", self.unit)
            self._stand(deal, "price", entries["price"][1])
            if price is None:
                written["bank_unreadable"][deal] = True
        if "kitty" in entries:
            written["kitty"][deal] = fields.amount("kitty", self.unit)
            self._stand(deal, "kitty", entries["kitty"][1])
        for name in ("shuffled", "doubled"):
            if name in entries:
                written[name][deal] = fields.truth(name)
                self._stand(deal, name, entries[name][1])
        if "void" in entries:
            written["void"][deal] = self._void(fields)
        if "gap" in entries:
            written["gap"][deal] = fields.truth("gap") or False
        if "note" in entries:
            written["note"][deal] = fields.note("note")
        self._waive(deal, fields)
        self._tally(deal, fields, roster)

    def _stand(self, deal: int, name: str, value: Node) -> None:
        place = value.place
        self.written[f"{name}_line"][deal] = place.line
        self.written[f"{name}_column"][deal] = place.column
        self.written[f"{name}_end"][deal] = place.end_column

    def _label(self, deal: int, fields: Fields) -> None:
        value = fields.scalar("deal")
        if value is None:
            return
        label = value.text.strip()
        taken = fold(label) in self.labels
        if not taken and _DIGITS.fullmatch(label) and int(label) <= deal:
            taken = int(label) - 1 not in self.written["deal"]
        if taken:
            self._twice(value.place, label)
            return
        self.labels[fold(label)] = deal
        self.written["deal"][deal] = label

    def _twice(self, place: Place, label: str) -> None:
        message = f"an earlier deal is called {quoted(label)} already"
        self.faults.add("P009", place, message, found=label, help_="give each deal a label of its own")

    def _labels(self) -> None:
        """Tell of deals without a label, of which an earlier one took the number."""
        for label, named in self.labels.items():
            if not (_DIGITS.fullmatch(label) and named + 1 < int(label) <= len(self.rosters)):
                continue
            deal = self.faults.deal = int(label) - 1
            if deal not in self.written["deal"]:
                self._twice(value_place(self.text, self.raw.deal_at[deal]), label)
                self.written["readable"][deal] = False

    def _bank(self, deal: int, fields: Fields, roster: Roster) -> None:
        value = fields.scalar("bank")
        self._stand(deal, "bank", fields.entries["bank"][1])
        bank = roster.find(value.text) if value else None
        self.written["bank"][deal] = bank
        if bank is None:
            self.written["bank_unreadable"][deal] = True
            if value:
                self.seating.unknown(value, roster)

    def _void(self, fields: Fields) -> str | None:
        reason = fields.text("void")
        said = truth(reason) if reason else None
        if said is None:
            return reason
        return "true" if said else None

    def _handless(self) -> None:
        for deal in sorted(self.raw.handless - self.raw.spoiled):
            if self.written["gap"].get(deal):
                continue
            self.faults.deal = deal
            place = value_place(self.text, self.raw.deal_at[deal])
            self.faults.add(
                "P004", place, "a deal lacks 'hands'", expected="hands: with a line for each player"
            )
            self.written["readable"][deal] = False

    def _waive(self, deal: int, fields: Fields) -> None:
        node = fields.mapping("waive")
        for key, value in node.items if node else ():
            code = key.text.strip().upper()
            if code not in CODES:
                message = f"there is no finding {quoted(key.text)} to waive"
                near = meant(code, CODES)
                self.faults.add(
                    "P004", key.place, message, found=key.text, expected="a code such as P402", help_=near
                )
            elif not isinstance(value, Scalar):
                fields.wrong_kind(value, "a ruling wants its reason")
            elif not value.text.strip():
                message = f"{code} is waived without a reason"
                self.faults.add("P004", key.place, message, found=key.text, expected=f"{code}: the reason")
            else:
                place = key.place
                row = (deal, code, value.text.strip(), place.line, place.column, place.end_column)
                self.waivers.append(row)

    def _tally(self, deal: int, fields: Fields, roster: Roster) -> None:
        node = fields.mapping("tally")
        seen: set[str] = set()
        for key, value in node.items if node else ():
            player = roster.find(key.text) or self.seating.known(key.text)
            if player is None:
                self.seating.unknown(key)
            elif player in seen:
                message = f"{player!r} stands in this tally already"
                self.faults.add("P009", key.place, message, found=key.text)
            elif isinstance(value, Scalar):
                seen.add(player)
                amount = money(value, self.unit, self.faults, parse_signed)
                place = value.place
                if amount is not None:
                    row = (deal, player, amount, place.line, place.column, place.end_column)
                    self.tallies.append(row)
            else:
                fields.wrong_kind(value, "a tally wants an amount for each player")


def lines_and_columns(text: str, at: pl.Series) -> tuple[pl.Series, pl.Series]:
    r"""The lines and columns of many offsets at once.

    >>> [series.to_list() for series in lines_and_columns("a\nbc\n", pl.Series([0, 3]))]
    [[1, 2], [1, 2]]
    """
    starts = pl.Series(line_starts(text), dtype=pl.Int64)
    lines: Any = starts.search_sorted(at, side="right")
    return lines.cast(pl.Int32), (at - starts.gather(lines - 1) + 1).cast(pl.Int32)
