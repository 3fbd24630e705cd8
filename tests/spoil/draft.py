"""A clean session about to be spoilt: facts are changed in the model, words in the text.

In: a session of the dealer. Out: `Spoilt`, a record with one fault (or a few) and where each must be
reported. Facts that hang on a changed one are settled anew, so that nothing but the fault is wrong.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import dealer
from dealer.cards import RANKS, SUITS

from spoil.queue import stretches, too_soon

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator

    from dealer.model import Deal, Hand, PlaceKey, Session

T = TypeVar("T")


@dataclass(frozen=True)
class Expected:
    """A finding that must come. `deal` is the label; a column of None is not promised.

    `or_no_deal`: the finding may also be one of the file alone.
    """

    code: str
    deal: str | None
    line: int
    column: int | None
    end: int | None = None
    or_no_deal: bool = False

    def is_met_by(self, found: tuple[str, str | None, int | None, int | None, int | None]) -> bool:
        """Whether this is the finding: code, deal, line, column, column after the end."""
        code, deal, line, column, end = found
        return (
            (code, line) == (self.code, self.line)
            and (deal == self.deal or (self.or_no_deal and deal is None))
            and self.column in {None, column}
            and self.end in {None, end}
        )


@dataclass(frozen=True)
class Spoilt:
    """A spoilt record and all that must be found in it."""

    text: str | bytes
    expected: tuple[Expected, ...]


class Line:
    """A line of the record, with how far its words were moved by edits."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text, self.at = text, at
        self.moves: list[tuple[int, int]] = []

    def now(self, column: int) -> int:
        """Where a character is now that once stood in this column (from 1)."""
        return column + sum(delta for start, delta in self.moves if column >= start)

    def replace(self, start: int, end: int, new: str) -> None:
        """Put `new` for what once stood from `start` to before `end`."""
        a, b = self.now(start) - 1, self.now(end) - 1
        self.text = self.text[:a] + new + self.text[b:]
        self.moves.append((end, len(new) - (b - a)))


@dataclass
class Mark:
    """Where a finding is wanted: what a key says, or a word in it, or a line put in."""

    code: str
    deal: Deal | None
    key: PlaceKey | None = None
    find: str | None = None
    last: bool = True
    line_only: bool = False
    of_file: bool = False
    put: Line | None = None
    label: str | None = None
    syntax: bool = False


class Neat(dealer.Style):
    """A keeper who varies words, names, quotes, but parts clauses and writes cards in one way."""

    def between(self, before: str, after: str) -> str:
        return self.pick(", ", "; ") if before[-1] != after[0] else ", "

    def card(self, card: str, *, suits: bool = True) -> str:
        return card if suits else card[0]

    def cards(self, cards: list[str], *, suits: bool = True) -> str:
        return " ".join(self.card(card, suits=suits) for card in cards)


class Draft:
    """A copy of a session to spoil: change its hands and deals, ask for edits, mark what must be found."""

    def __init__(self, session: Session, rng: random.Random, name: str) -> None:
        self.session: Session = pickle.loads(pickle.dumps(session))
        self.session.name = name
        self.rng = rng
        self.marks: list[Mark] = []
        self.edits: list[tuple[PlaceKey, Callable[[str], str]]] = []
        self.puts: list[tuple[Deal | None, list[Line]]] = []
        self.after: list[Callable[[list[Line]], None]] = []
        self.encode: Callable[[str], str | bytes] = lambda text: text
        self.new_cards = False
        self.repeats: set[tuple[int, str]] = set()

    # -- looking for a place ---------------------------------------------------------------
    @property
    def rules(self) -> dict[str, int | bool | str]:
        """The house rules as they will be written."""
        return self.session.rules

    @property
    def deals(self) -> list[Deal]:
        """The deals that are no misdeals."""
        return [deal for deal in self.session.deals if not deal.void]

    def hands(self) -> Iterator[tuple[Deal, Hand]]:
        """Every player's hand of every deal that counts."""
        return ((deal, hand) for deal in self.deals for hand in deal.hands)

    def choose(self, places: Iterable[T]) -> T | None:
        """One of these at random, None if there are none."""
        found = list(places)
        return self.rng.choice(found) if found else None

    def kin(self, deal: Deal, hand: Hand) -> list[Hand]:
        """All hands of the same player in the deal."""
        return [other for other in deal.hands if other.player == hand.player]

    def money(self, minor: int) -> str:
        """An amount in plain writing."""
        return dealer.Style().amount(minor, self.session)

    def free_card(self, deal: Deal, ranks: str = RANKS) -> str | None:
        """A card of one of these ranks that is not in the deal, nor in one with no shuffle between."""
        run = next(run for run in stretches(self.session) if deal in run)
        there = {card for near in run for card in near.drawn}
        return self.choose(r + s for r in ranks for s in SUITS if r + s not in there)

    # -- changing facts --------------------------------------------------------------------
    def settle(self, deal: Deal) -> None:
        """What is due after hands of the deal changed. A kitty carries it on, so there the record ends."""
        bank = deal.bank_hand.cards
        for hand in deal.hands:
            stakes = hand.stake, hand.staked
            hand.due = dealer.settle(hand.cards, bank, *stakes, hand.split, self.rules, deal.doubled)
            bets = hand.shoot + hand.shoot4
            hand.shoot_due = dealer.settle_shoot(hand.cards, bank, bets, self.rules) if bets else 0
        if self.rules["shoot"]:
            self.cut(deal)

    def cut(self, deal: Deal) -> None:
        """Let the record end with this deal."""
        del self.session.deals[deal.no :]

    # -- changing words --------------------------------------------------------------------
    def edit(self, deal: Deal | None, hand: Hand | None, kind: str, new: Callable[[str], str]) -> None:
        """Write `new(old)` in place of a clause or a field."""
        self.edits.append((key_of(deal, hand, kind), new))

    def add(self, deal: Deal, hand: Hand, kind: str, clause: str) -> None:
        """Write a clause behind a clause."""
        self.edit(deal, hand, kind, lambda old: f"{old}, {clause}")

    def mark(
        self,
        code: str,
        deal: Deal | None,
        hand: Hand | None,
        kind: str,
        find: str | None = None,
        *,
        last: bool = True,
        line_only: bool = False,
        of_file: bool = False,
    ) -> None:
        """A finding must stand on this clause or field, or on the word `find` in it (its last one).

        `of_file`: it is no matter of one deal.
        """
        self.marks.append(Mark(code, deal, key_of(deal, hand, kind), find, last, line_only, of_file))

    def put(self, deal: Deal | None, *texts: str) -> list[Line]:
        """Write lines before the deal's `hands:` (of the head: before `deals:`)."""
        lines = [Line(text) for text in texts]
        self.puts.append((deal, lines))
        return lines

    def put_marked(
        self, code: str, deal: Deal | None, *texts: str, find: str | None, at: int = -1, of_file: bool = False
    ) -> None:
        """Write lines; a finding must stand on the word `find` of one (its first), or just on that line."""
        line = self.put(deal, *texts)[at]
        no_column = find is None
        self.marks.append(Mark(code, deal, None, find, False, no_column, of_file, line))

    @property
    def in_facts(self) -> bool:
        """Whether only facts were changed, so that the session can be written in any form."""
        return not (self.edits or self.puts or self.after)

    # -- the record ------------------------------------------------------------------------
    def finish(self, variety: float = 0.0) -> Spoilt | None:
        """The record as text, or None where the change has made more than one fact wrong."""
        if self.new_cards and set(too_soon(self.session)) != self.repeats:
            return None
        text = dealer.to_yaml(self.session, Neat(self.rng, variety))
        lines = [Line(row, n) for n, row in enumerate(text.splitlines(), 1)]
        places = self.session.places
        for key, new in self.edits:
            if key not in places:
                return None
            at, start, end = places[key]
            line = lines[at - 1]
            line.replace(start, end, new(line.text[line.now(start) - 1 : line.now(end) - 1]))
        order = list(lines)
        for deal, put in self.puts:
            self._put(order, lines, deal, put)
        for change in self.after:
            change(order)
        expected = []
        for mark in self.marks:
            found = self._locate(mark, lines, order)
            if found is None:
                return None
            expected.append(found)
        whole = "\n".join(line.text for line in order) + "\n"
        return Spoilt(self.encode(whole), tuple(expected))

    def _put(self, order: list[Line], lines: list[Line], deal: Deal | None, put: list[Line]) -> None:
        if deal is None:
            before = next(line for line in lines if line.text.startswith("deals:"))
            order[order.index(before) : order.index(before)] = put
            return
        before = lines[self.session.places[deal.no, None, 0, "hands"][0] - 1]
        for line in put:
            line.text = "    " + line.text
        if before.text.startswith("  - "):
            put[0].text = "  - " + put[0].text[4:]
            before.text = "    " + before.text[4:]
        order[order.index(before) : order.index(before)] = put

    def _locate(self, mark: Mark, lines: list[Line], order: list[Line]) -> Expected | None:
        label = None if mark.of_file or mark.deal is None else mark.label or mark.deal.label
        if mark.put is not None:
            line, start, end = mark.put, 1, len(mark.put.text) + 1
        else:
            assert mark.key is not None
            if mark.key not in self.session.places:
                return None
            at, start, end = self.session.places[mark.key]
            line = lines[at - 1]
            start, end = line.now(start), line.now(end)
        if mark.find is not None:
            said = line.text[start - 1 : end - 1]
            if mark.find not in said:
                return None
            start += said.rindex(mark.find) if mark.last else said.index(mark.find)
            end = start + len(mark.find)
        number = order.index(line) + 1
        if mark.line_only:
            return Expected(mark.code, label, number, None)
        whole_row = mark.key is not None and mark.key[3] == "row" and mark.find is None
        return Expected(mark.code, label, number, start, None if whole_row else end, mark.syntax)


def key_of(deal: Deal | None, hand: Hand | None, kind: str) -> PlaceKey:
    """The key under which the dealer knows the place of a clause or a field."""
    if deal is None:
        return 0, None, 0, kind
    if hand is None:
        return deal.no, None, 0, kind
    return deal.no, hand.player, 0 if kind == "key" else hand.number, kind
