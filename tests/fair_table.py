"""A table that is not the package's: seasons from one pack that goes round, honest or with a cheat at it.

In: a random source, players, perhaps the name of a cheat. Out: deals as `odds.dealt` has them. The pack is a
pile: used cards go under it, after a pontoon it is shuffled and the bank passes. The cheat, when he has the
bank, in 1 of 20 hands puts an ace out of the pile in the place of one of his first two cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.odds.dealt import Deal, Seat

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan")
PACK = [rank for rank in range(13) for _ in range(4)]
ONE_IN = 20


def total(cards: list[int]) -> int:
    """The best total, 0 when bust."""
    low = sum(min(rank + 1, 10) for rank in cards)
    return 0 if low > 21 else low + 10 * (0 in cards and low <= 11)


class Table:
    """A table with one pack, and perhaps a cheat, who is at work when he has the bank."""

    def __init__(self, rng: random.Random, players: int, cheat: str | None = None, *, stays: bool = False):
        self.rng, self.names, self.cheat, self.stays = rng, NAMES[:players], cheat, stays
        self.pile: list[int] = []
        self.banker = self.names[0]

    def season(self, deals: int, evening: int = 40) -> Iterator[Deal]:
        """So many deals, the pack shuffled at the start of every evening."""
        mixed = True
        for number in range(deals):
            if number % evening == 0 or mixed:
                mixed, self.pile = True, self.rng.sample(PACK, 52)
            deal = self.deal(mixed=mixed)
            yield deal
            mixed = bool(deal.bank_pontoon) or any(seat.pontoon for seat in deal.seats)

    def deal(self, *, mixed: bool) -> Deal:
        """One deal, played out."""
        at = self.names.index(self.banker)
        order = self.names[at + 1 :] + self.names[:at]
        hands = [[self.pile.pop()] for _ in range(len(order) + 1)]
        for hand in hands:
            hand.append(self.pile.pop())
        bank, pontoons = hands.pop(), [total(hand) == 21 for hand in hands]
        if self.banker == self.cheat and self.rng.random() < 1 / ONE_IN and 0 in self.pile:
            where = self.pile.index(0)
            self.pile[where], bank[bank[0] == 0] = bank[bank[0] == 0], 0
        shown = total(bank) == 21
        for hand in [] if shown else hands:
            self.draw(hand, self.rng.choice((15, 16, 16, 17)))
        idle = not shown and not any(map(total, hands))
        if not shown and not idle:
            self.draw(bank, 17)
        self.collect([*hands, bank])
        seats = tuple(
            Seat(name, tuple(hand), len(hand) - 2, pontoon)
            for name, hand, pontoon in zip(order, hands, pontoons, strict=True)
        )
        seen = not idle or self.rng.random() < 0.5
        deal = Deal(mixed, seats, self.banker, tuple(bank) if seen else None, shown, idle=idle)
        if not shown and not self.stays and any(pontoons):
            self.banker = order[pontoons.index(True)]
        return deal

    def draw(self, hand: list[int], stick_on: int) -> None:
        """Take cards to a hand until it may stick."""
        while 0 < total(hand) < stick_on and len(hand) < 5 and (total(hand), len(hand)) != (21, 2):
            hand.append(self.pile.pop())

    def collect(self, hands: list[list[int]]) -> None:
        """Used cards go under the pack hand by hand, the hands in any order."""
        self.rng.shuffle(hands)
        self.pile[:0] = [card for hand in hands for card in hand]
