"""Deals whose banker stays on 17 and soft 18, and plays his hand only where somebody is left to play against.

In: a random source, house rules. Out: sessions as `dealer.play_session` has them.
"""

from __future__ import annotations

import random
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import dealer
import dealer.play
from dealer.cards import best, low
from dealer.turns import Dealing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]


class Fair(Dealing):
    """One such deal."""

    def bank_turn(self) -> None:
        cards = self.bank.cards
        self.bank.done = True
        if not all(hand.bust for hand in self.hands):
            while best(cards) < (18 if best(cards) > low(cards) else 17) and len(cards) < 5:
                cards.append(self.pack.draw())


@contextmanager
def fair() -> Iterator[None]:
    """For the time of this, every dealer's banker is such a one."""
    was = dealer.play.Dealing
    dealer.play.Dealing = Fair  # type: ignore[misc]
    try:
        yield
    finally:
        dealer.play.Dealing = was  # type: ignore[misc]


def evening(seed: int, rules: Mapping[str, Any], deals: int, players: int = 5) -> dealer.Session:
    """An evening with such a banker, the same people always."""
    with fair():
        return dealer.play_session(
            random.Random(seed),
            deals=deals,
            players=players,
            rules=rules,
            name=f"evening {seed}",
            names=NAMES[:players],
            coin=dealer.Coin("GBP"),
        )
