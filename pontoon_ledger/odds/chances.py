"""What each player was dealt beside what an honest pack would have dealt him, card by card.

In: deals as `dealt` has them. Out: for each player, as player and as banker, how often each thing was seen
and the chances it had every time. The chances are those of the cards that nobody had seen since the shuffle
(rulebook 6.1), so what other hands held, and when a pontoon ended the pack, is reckoned with.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from msgspec import Struct, field

from pontoon_ledger.odds.exact import dealt, pontoons
from pontoon_ledger.replay.totals import best_total

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pontoon_ledger.odds.dealt import Deal, Seat

PLAYER, BANKER = "player", "banker"
PONTOONS, TRICKS, BUSTS = "pontoons", "five-card tricks", "busts"
RANKS, ACE, TEN = 13, 0, 9
UNWRITTEN, BANK_UNWRITTEN = "not every card of the players is written", "the bank's cards are not written"
CONTRADICTED = "a card came up more often than the pack holds it"
UNKNOWN, SECOND = "nobody knows which cards were gone", "the cards came round again without a shuffle"
VOID, NOBODY = "the deal is void", "nobody can tell who held the bank"

Subject = tuple[str | None, str, str | int]
"""Whose (None: all together), in which role, and what: a class, or a rank from 0 (ace) to 12."""


class Tally(Struct):
    """How often a thing was `seen` of `of` hands or cards, and the chances of each of the parts."""

    seen: int = 0
    of: int = 0
    parts: Counter[tuple[float, ...]] = field(default_factory=Counter)


class Tallies(Struct):
    """All that was counted, over `deals` deals; `left_out`: how many deals were not counted, and why."""

    counted: dict[Subject, Tally] = field(default_factory=dict)
    deals: int = 0
    left_out: Counter[str] = field(default_factory=Counter)

    def add(self, subject: Subject, seen: int, of: int, part: tuple[float, ...]) -> None:
        """Count one part."""
        tally = self.counted.setdefault(subject, Tally())
        tally.seen += seen
        tally.of += of
        tally.parts[part] += 1


def weigh(deals: Iterable[Deal]) -> Tallies:
    """Count deals whose pack is known, one after another as they were dealt.

    >>> from pontoon_ledger.odds.dealt import Deal, Seat
    >>> ann = Seat("Ann", (0, 12), 0, True)
    >>> counted = weigh([Deal(True, (ann,), "Bob", (3, 9), False)]).counted
    >>> tally = counted["Ann", "player", "pontoons"]
    >>> tally.seen, tally.of, tally.parts == {(1 - 64 / 1326, 64 / 1326): 1}
    (1, 1, True)
    """
    tallies = Tallies()
    left: list[int] | None = None
    why = UNKNOWN
    for deal in deals:
        if deal.mixed:
            left = [4 * deal.packs] * RANKS
        elif deal.mixed is None:
            left, why = None, UNKNOWN
        if left is None:
            tallies.left_out[VOID if deal.void else why] += 1
        else:
            table = _Table(tallies, deal, left)
            left, why = table.count(), SECOND if table.written_whole else UNKNOWN
    return tallies


class _Table:
    """One deal from a pack of which `left` is how many cards of each rank nobody had seen before it."""

    def __init__(self, tallies: Tallies, deal: Deal, left: list[int]) -> None:
        self.tallies, self.deal, self.left = tallies, deal, left
        self.size = sum(left)
        self.written = all(seat.cards is not None for seat in deal.seats)
        self.hands = [seat.cards or () for seat in deal.seats]
        self.taken = sum(map(len, self.hands)) + len(deal.bank or ())
        self.written_whole = self.written and deal.bank is not None

    def count(self) -> list[int] | None:
        """Count what can be counted; the cards that nobody has seen after the deal, None if unknown."""
        after = less(self.left, *self.hands, self.deal.bank or ())
        reason = self._reason(wrong=min(after) < 0 and self.taken <= self.size)
        if reason:
            self.tallies.left_out[reason] += 1
        if reason not in {VOID, CONTRADICTED, NOBODY, SECOND}:
            self.tallies.deals += reason is None
            self._first_cards()
            if self.written:
                self._players_draws()
                self._bank_draws()
        return after if self.written_whole and min(after) >= 0 and self.taken <= self.size else None

    def _reason(self, *, wrong: bool) -> str | None:
        """Why the deal is not counted, or not whole."""
        deal = self.deal
        reasons = {
            VOID: deal.void,
            CONTRADICTED: wrong,
            NOBODY: deal.banker is None,
            SECOND: self.size < 2 * len(deal.seats) + 2,
            UNWRITTEN: not self.written,
            BANK_UNWRITTEN: deal.bank is None and not deal.idle,
        }
        return next((reason for reason, holds in reasons.items() if holds), None)

    def _first_cards(self) -> None:
        """The first two cards of each hand: any two are as good as the top two of the pack."""
        deal, left, size = self.deal, self.left, self.size
        natural = pontoons(size, left[ACE], sum(left[TEN:]), 1)
        together = pontoons(size, left[ACE], sum(left[TEN:]), len(deal.seats))
        told = [seat.pontoon for seat in deal.seats]
        if None not in told:
            for seat in deal.seats:
                self.tallies.add((seat.name, PLAYER, PONTOONS), bool(seat.pontoon), 1, natural)
            self.tallies.add((None, PLAYER, PONTOONS), told.count(True), len(told), together)
        if self.written:
            pairs = [hand[:2] for hand in self.hands]
            for seat, pair in zip(deal.seats, pairs, strict=True):
                self._ranks(seat.name, PLAYER, pair)
            self._ranks(None, PLAYER, [rank for pair in pairs for rank in pair])
        for who in (deal.banker, None):
            if deal.bank_pontoon is not None:
                self.tallies.add((who, BANKER, PONTOONS), deal.bank_pontoon, 1, natural)
            if deal.bank is not None:
                self._ranks(who, BANKER, deal.bank[:2])

    def _ranks(self, who: str | None, role: str, cards: Sequence[int]) -> None:
        for rank in range(RANKS):
            part = dealt(self.size, self.left[rank], len(cards))
            self.tallies.add((who, role, rank), cards.count(rank), len(cards), part)

    def _players_draws(self) -> None:
        """Each card that a player took, against all that were unseen by then, the bank's two among them.

        Where nobody knows who played before whom, what other hands took counts as unseen.
        """
        deal = self.deal
        unseen = less(self.left, *(hand[:2] for hand in self.hands))
        pile = sum(unseen) - 2
        if not deal.ordered and self.taken > self.size:
            return
        for seat, cards in zip(deal.seats, self.hands, strict=True):
            known = list(unseen)
            for at in range(2, len(cards)):
                if pile <= 0 or known[cards[at]] <= 0:
                    return
                if at >= len(cards) - seat.drawn:
                    self._draw(seat, cards[len(cards) - seat.drawn - 2 : at], known, cards[at])
                known[cards[at]] -= 1
                pile -= 1
            unseen = known if deal.ordered else unseen

    def _draw(self, seat: Seat, hand: Sequence[int], unseen: Sequence[int], card: int) -> None:
        weights = without_pontoon(unseen) if self.deal.peek else list(unseen)
        for who in (seat.name, None):
            self._card(who, PLAYER, hand, weights, card)

    def _bank_draws(self) -> None:
        """The bank's cards: whatever the players took is seen by then."""
        bank = self.deal.bank or ()
        unseen = less(self.left, *self.hands, bank[:2])
        for at in range(2, len(bank)):
            if min(unseen) < 0 or unseen[bank[at]] <= 0:
                return
            for who in (self.deal.banker, None):
                self._card(who, BANKER, bank[:at], unseen, bank[at])
            unseen[bank[at]] -= 1

    def _card(
        self, who: str | None, role: str, hand: Sequence[int], weights: Sequence[int], card: int
    ) -> None:
        """One card taken to a hand: whether it bust, and whether a fifth made a trick."""
        busting = [_over((*hand, rank)) for rank in range(RANKS)]
        whole = sum(weights)
        bust = sum(weight for weight, over in zip(weights, busting, strict=True) if over) / whole
        if len(hand) >= 5 or _over(hand):
            return
        if bust:
            self.tallies.add((who, role, BUSTS), busting[card], 1, (1 - bust, bust))
        if len(hand) == 4:
            self.tallies.add((who, role, TRICKS), not busting[card], 1, (bust, 1 - bust))


def less(left: Sequence[int], *hands: Sequence[int]) -> list[int]:
    """What is left of each rank when these cards are gone.

    >>> less([4] * 13, (0, 0), (12,))[0]
    2
    """
    rest = list(left)
    for hand in hands:
        for rank in hand:
            rest[rank] -= 1
    return rest


def without_pontoon(unseen: Sequence[int]) -> list[int]:
    """For each rank the ways in which it comes next and two others, the bank's, are no pontoon.

    A banker who would have shown a pontoon has shown none, which says something of the cards to come.

    >>> without_pontoon([1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])  # the deuce would leave him one
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    """
    aces, tens, others = unseen[ACE], sum(unseen[TEN:]), comb(sum(unseen) - 1, 2)
    return [
        n * (others - (aces - (rank == ACE)) * (tens - (rank >= TEN))) if n else 0
        for rank, n in enumerate(unseen)
    ]


@cache
def _over(hand: tuple[int, ...]) -> bool:
    return best_total(sum(min(rank + 1, 10) for rank in hand), ACE in hand) == 0
