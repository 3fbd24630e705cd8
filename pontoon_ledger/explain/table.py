"""The deal that is explained, laid on the table: its row, its hands, its findings, its rules.

In: an audit and the number of a deal. Out: a `Table`; the other modules of this package tell from it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct, field

from pontoon_ledger.explain.phrases import between, bounds, result
from pontoon_ledger.locate import HandText, place_of
from pontoon_ledger.money import format_amount
from pontoon_ledger.replay.totals import BIT, PONTOON
from pontoon_ledger.rules import OPTIONS, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pontoon_ledger.auditing import Audit

Row = dict[str, Any]


class Table(Struct, frozen=True, dict=True):
    """One deal. `preceding` and `following` are the deals beside it in the session; `seats` are clockwise.

    `spots`: where the cards stand in the record (line, column, end column), by `notes.PLACES`.
    """

    deal: Row
    hands: tuple[Row, ...]
    findings: tuple[Row, ...]
    rules: Rules
    rules_said: str
    session: Row
    seats: tuple[str, ...]
    preceding: Row | None = None
    following: Row | None = None
    spots: Mapping[tuple[int, int, int], str] = field(default_factory=dict)

    @property
    def decimals(self) -> int:
        """The decimals of the session's money."""
        return int(self.session["decimals"])

    @property
    def holder(self) -> str | None:
        """Who holds the bank."""
        holder: str | None = self.deal["holder"]
        return holder

    @property
    def void(self) -> bool:
        """Whether the deal does not count."""
        return self.deal["void"] is not None

    @cached_property
    def bank_row(self) -> Row | None:
        """The bank's hand, None where it is not written."""
        return next((h for h in self.hands if h["banker"]), None)

    @cached_property
    def players(self) -> tuple[Row, ...]:
        """The hands that are not the bank's."""
        return tuple(h for h in self.hands if not h["banker"])

    @cached_property
    def shown_at_once(self) -> bool:
        """Whether the banker showed a pontoon at once and ended the deal."""
        sure = any(h["bank_classes"] == BIT[PONTOON] for h in self.hands)
        return self.rules.peek and sure and not self.void

    @cached_property
    def notes(self) -> dict[int | None, list[Row]]:
        """The findings by the row of the hand they are about, those about the deal under None."""
        notes: dict[int | None, list[Row]] = {}
        for finding in self.findings:
            notes.setdefault(_row_of(self, finding), []).append(finding)
        return notes

    def hands_of(self, player: str | None) -> int:
        """Count the hands of a player."""
        return sum(h["player"] == player for h in self.players)

    def money(self, minor: int) -> str:
        """Write an amount as the record does."""
        return format_amount(minor, self.decimals)

    def result(self, minor: int) -> str:
        """Write a result as the record does."""
        return result(minor, self.decimals)

    def between(self, low: int | None, high: int | None) -> str:
        """Write a range of results."""
        return between(low, high, self.decimals)

    def bounds(self, low: int | None, high: int | None) -> str | None:
        """Write a range of amounts that are allowed."""
        return bounds(low, high, self.decimals)


def lay(audit: Audit, deal_idx: int) -> Table:
    """Gather everything that is known of one deal."""
    deal = audit.deals.row(deal_idx, named=True)
    session_no = deal["session_no"]
    of_deal = pl.col("deal_idx") == deal_idx
    public = audit.hands.select("total", "class", "stake")
    shown = public.rename({"total": "shown_total", "class": "shown_class", "stake": "shown_stake"})
    hands = pl.concat([audit.replayed, shown], how="horizontal").filter(of_deal).to_dicts()
    session = audit.records.sessions.row(session_no, named=True)
    seats = audit.records.seats.filter(
        pl.col("session_no") == session_no, pl.col("roster") == deal["roster"]
    ).sort("seat")["player"]
    return Table(
        deal=deal,
        hands=tuple(hands),
        findings=tuple(audit.findings.filter(of_deal).to_dicts()),
        rules=Rules(**{name: session[name] for name in OPTIONS}),
        rules_said=audit.sessions.filter(pl.col("session_no") == session_no)["rules"].item(),
        session=session,
        seats=tuple(seats),
        preceding=_of_session(audit, deal_idx - 1, session_no),
        following=_of_session(audit, deal_idx + 1, session_no),
        spots=_spots(audit, hands),
    )


_SLOTS = {
    "third": "third",
    "fourth": "fourth",
    "fifth": "fifth",
    **{f"burn{k}": "burn" for k in range(4)},
    **{f"shoot{k}": f"shoot{k}" for k in range(6)},
    "card0": "cards",
    "card1": "cards",
    "card2": "third",
    "card3": "fourth",
    "card4": "fifth",
}


def _spots(audit: Audit, hands: list[Row]) -> dict[tuple[int, int, int], str]:
    """Find where the cards of the hands stand in the record."""
    spots: dict[tuple[int, int, int], str] = {}
    for hand in (h for h in hands if h["listed"] and not h["faulty"]):
        source = audit.records.sources[hand["file_no"]]
        text = HandText(source, hand["text"], hand["line"], hand["index"])
        whole = place_of(text, "row")
        for slot, name in _SLOTS.items():
            place = place_of(text, slot)
            if (
                place != whole
                and place.line is not None
                and place.column is not None
                and place.end_column is not None
            ):
                spots.setdefault((place.line, place.column, place.end_column), _shot_at(hand, name))
    return spots


def _shot_at(hand: Row, name: str) -> str:
    """Find the place within the hand of a shoot bet, by the number of cards that lay before it."""
    if not name.startswith("shoot"):
        return name
    before = hand["shoot_at"] or []
    k = int(name[5:])
    at = before[k] if k < len(before) else 0
    return {0: "opening", 2: "cards", 3: "third", 4: "fourth", 5: "fifth"}.get(at, "extra")


def _of_session(audit: Audit, deal_idx: int, session_no: int) -> Row | None:
    """Find a deal by its number, None where that is none of this session's."""
    if not 0 <= deal_idx < len(audit.deals):
        return None
    deal = audit.deals.row(deal_idx, named=True)
    return deal if deal["session_no"] == session_no else None


def _row_of(table: Table, finding: Row) -> int | None:
    """Find the row of the hand that a finding is about, None where it is about the deal."""
    if finding["hand"] is None:
        return None
    fits = [
        hand
        for hand in table.hands
        if hand["hand"] == finding["hand"]
        and finding["player"] in (hand["player"], hand["holder"] if hand["banker"] else hand["player"])
    ]
    fits = fits or [hand for hand in table.hands if hand["line"] == finding["line"]]
    before = [hand for hand in fits if finding["line"] is None or hand["line"] <= finding["line"]]
    chosen = (before or fits)[-1:]
    return int(chosen[0]["row"]) if chosen else None
