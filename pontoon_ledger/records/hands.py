"""The rows of hands: which seat each one is, and which of the player's hands.

In: the raw rows and the rosters. Out: the frame `hands`, with the faults of its names told.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import polars as pl

from pontoon_ledger.records.deals import lines_and_columns
from pontoon_ledger.records.faults import quoted
from pontoon_ledger.records.model import HANDS
from pontoon_ledger.records.places import char_offsets, place_at
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pontoon_ledger.records.faults import Faults
    from pontoon_ledger.records.model import Place
    from pontoon_ledger.records.raw import RawDeals
    from pontoon_ledger.records.seats import Roster, Seating


MOST_HANDS = 127
"""The last number that a hand can have; those behind it have it too."""


class HandReader:
    """Gives each row its seat; `rosters` is the number of each deal's roster."""

    def __init__(
        self, text: str, raw: RawDeals, rosters: list[int], seating: Seating, faults: Faults
    ) -> None:
        self.text = text
        self.raw = raw
        self.rosters = rosters
        self.seating = seating
        self.faults = faults
        self.bounds = [*raw.first_rows, len(raw.keys)]
        self.players: list[str | None] = []
        self.hands: list[int] = []
        self.readable: list[bool] = []
        self.dropped: set[int] = set()
        """Rows that are none, but pieces of others."""

    def read(self) -> pl.DataFrame:
        """The frame of all rows, in the order of the record."""
        count, raw, bounds = len(self.raw.keys), self.raw, self.bounds
        self._seat()
        self.hands = [1] * count
        for row, number in raw.listed.items():
            self.hands[row] = min(number + 1, MOST_HANDS)
        self.readable = [True] * count
        for row in raw.lost:
            self.readable[row] = False
        self._judge()
        deal_idx: list[int] = []
        for deal, (first, last) in enumerate(pairwise(bounds)):
            deal_idx += [deal] * (last - first)
        at = pl.Series(raw.play_at, dtype=pl.Int64)
        line, column = lines_and_columns(self.text, at)
        columns: dict[str, Any] = {
            "deal_idx": deal_idx,
            "player": self.players,
            "hand": self.hands,
            "bank_row": [False] * count,
            "text": raw.plays,
            "readable": self.readable,
            "file_no": [0] * count,
            "line": line,
            "column": column,
            "index": at,
        }
        frame = pl.DataFrame(columns, schema=dict(HANDS))
        if self.dropped:
            frame = frame.filter(pl.Series([row not in self.dropped for row in range(count)]))
        return frame

    def _seat(self) -> None:
        """Find the seat of each row, None where the name has none."""
        start, count = 0, len(self.rosters)
        while start < count:
            number, end = self.rosters[start], start + 1
            while end < count and self.rosters[end] == number:
                end += 1
            roster = self.seating.rosters[number]
            keys = self.raw.keys[self.bounds[start] : self.bounds[end]]
            seats: list[str | None] = list(map(roster.by_text.get, keys))
            if None in seats:
                seats = [roster.find(key) for key in keys]
            self.players += seats
            start = end

    def _judge(self) -> None:
        """Tell of names that stand twice in a deal or have no seat."""
        players, none = self.players, None in self.players
        for deal, (first, last) in enumerate(pairwise(self.bounds)):
            seats = set(players[first:last])
            if len(seats) != last - first or (none and None in seats):
                self.faults.deal = deal
                self._deal(range(first, last), deal)
        self.faults.deal = None

    def _deal(self, rows: range, deal: int) -> None:
        """The names of one deal, of which at least one is not plain."""
        pieces = {row for row in self.raw.cut.get(deal, ()) if self.players[row] is None}
        if pieces:
            self.dropped |= pieces
            self._cut_apart(rows, pieces)
        seen: dict[str, int] = {}
        for row in rows:
            key, player = self.raw.keys[row], self.players[row]
            who = player if player is not None else fold(key)
            if row in pieces:
                continue
            again = who in seen
            seen[who] = self.hands[row] = min(seen.get(who, 0) + 1, MOST_HANDS)
            if self.raw.listed.get(row):
                self.readable[row] &= player is not None
                if row in self.raw.opened:
                    self._second_bet(row)
            elif again:
                self._second_line(row, key)
            elif player is None:
                self._unknown(row, key, self.seating.rosters[self.rosters[deal]])

    def _second_line(self, row: int, key: str) -> None:
        self.readable[row] = False
        player, found = self.players[row], key.strip()
        message = f"{quoted(player or found)} has a line in this deal already"
        help_ = "write the hands of a split as a list under one name"
        hand = self.hands[row]
        self.faults.add("P009", self._place(row), message, found=found, help_=help_, player=player, hand=hand)

    def _second_bet(self, row: int) -> None:
        self.readable[row] = False
        place, player, hand = self.raw.opened[row], self.players[row], self.hands[row]
        self.faults.add(
            "P009",
            place,
            "a second bet of one player in a deal",
            found="bet",
            expected="split",
            help_="a hand that came of a split begins with 'split'; a second box is a seat of its own",
            player=player,
            hand=hand,
        )

    def _unknown(self, row: int, key: str, roster: Roster) -> None:
        self.readable[row] = False
        place = self._place(row)
        if key == "<<":
            message = "a record cannot merge mappings with <<"
            self.faults.add("P002", place, message, found=key, help_="write the hands out")
        else:
            self.seating.nobody(key, place, roster, hand=1)

    def _place(self, row: int) -> Place:
        """Where the key of a row stands."""
        key, at = self.raw.keys[row], self.raw.key_at[row]
        width = len(key)
        if self.text[at : at + 1] in ("'", '"'):
            width = char_offsets(self.text, at, key)[-1] + 2 - at if key else 2
        return place_at(self.text, at, max(width, 1))

    def _cut_apart(self, rows: range, pieces: set[int]) -> None:
        """One P002 for a flow mapping that YAML cut at the commas of its plays."""
        first = min(pieces)
        hand: int | None = None
        for row in rows:
            if row not in pieces:
                hand = row
            elif hand is not None:
                self.readable[hand] = False
        found = self.raw.keys[first]
        message = (
            f"YAML cuts a mapping in {{ }} at its commas: {quoted(found)} is a piece of a play, no player"
        )
        help_, player = "write each hand on a line of its own, or in quotes", None
        if first > rows.start:
            player = self.players[first - 1]
            play = [self.raw.plays[first - 1]]
            for row in range(first, rows.stop):
                if row not in pieces:
                    break
                play.append(self.raw.keys[row])
            help_ += f': {self.raw.keys[first - 1]}: "{", ".join(play)}"'
        self.faults.add("P002", self._place(first), message, found=found, help_=help_, player=player)
