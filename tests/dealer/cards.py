"""The pack on the table: ranks, totals, what a hand is worth, and a pack that really is a queue.

In: a random source. Out: cards as two letters, rank then suit ("Th"), drawn from the top; used
cards come back underneath, and the order changes only when somebody shuffles.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PIPS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 10)}

BUST, PLAIN, FIVE, PONTOON, ROYAL = range(5)


def low(cards: Sequence[str]) -> int:
    """The total with every ace at one."""
    return sum(PIPS[card[0]] for card in cards)


def best(cards: Sequence[str]) -> int:
    """The highest total that is no bust, or the lowest one if all are."""
    total = low(cards)
    return total + 10 if total <= 11 and any(card[0] == "A" for card in cards) else total


def hard(cards: Sequence[str]) -> int | None:
    """The total of a hand without an ace, None with one."""
    return None if any(card[0] == "A" for card in cards) else low(cards)


def is_pontoon(cards: Sequence[str]) -> bool:
    """Two cards, an ace and a ten-point card."""
    return len(cards) == 2 and best(cards) == 21


def standing(cards: Sequence[str], *, royal: bool = False) -> tuple[int, int]:
    """Where a hand stands; a greater pair is a better hand. Cards past the fifth do not count."""
    cards = cards[:5]
    total = best(cards)
    if total > 21:
        return BUST, 0
    if is_pontoon(cards):
        return PONTOON, 0
    if len(cards) == 5:
        return FIVE, 0
    if royal and [card[0] for card in cards] == ["7", "7", "7"]:
        return ROYAL, 0
    return PLAIN, total


class Pack:
    """One or two packs in one pile: drawn from the top, used cards go underneath."""

    def __init__(self, rng: random.Random, packs: int = 1) -> None:
        self._rng = rng
        self._pile = deque([rank + suit for rank in RANKS for suit in SUITS] * packs)
        self.size = len(self._pile)
        self.fresh = self.size
        self._out: list[str] = []
        self.shuffle()

    def shuffle(self) -> None:
        """Shuffle the whole pack; all of it must be in the pile."""
        assert len(self._pile) == self.size
        pile = list(self._pile)
        self._rng.shuffle(pile)
        self._pile = deque(pile)

    def begin(self) -> None:
        """A deal begins: nothing of the pile has been seen in it yet."""
        assert not self._out
        self.fresh = self.size

    def draw(self) -> str:
        """The top card, one not seen in this deal."""
        assert self.fresh, "the deal has used up the whole pack"
        self.fresh -= 1
        card = self._pile.popleft()
        self._out.append(card)
        return card

    def throw_in(self, cards: Iterable[str]) -> None:
        """Used cards go under the pile in any order."""
        used = list(cards)
        self._rng.shuffle(used)
        for card in used:
            self._out.remove(card)
            self._pile.append(card)

    def collect(self) -> None:
        """The deal is over: all that still lies on the table goes under the pile."""
        self.throw_in(list(self._out))
