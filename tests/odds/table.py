"""A table with one player who plays by a chart and a banker who stays on fixed totals, card by card.

In: a random source, house rules, a chart as a mapping. Out: what the player won or lost in a deal, in S. The
pack is a real one and money comes from `dealer.settle`; nothing of the package is used but the chart itself.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from dealer.brute import may_buy_fifth, price_bounds, settle
from dealer.cards import RANKS, best, hard, is_pontoon, low

if TYPE_CHECKING:
    from dealer.rules import Rules

UNIT = 100
Chart = dict[tuple[int, bool, bool, int, "int | None"], str]


class Table:
    """Deals one deal after the other from a freshly shuffled pack."""

    def __init__(self, rules: Rules, chart: Chart, seed: int, bank: tuple[int, int] = (17, 18)) -> None:
        self.rules, self.chart, self.bank_on = rules, chart, bank
        self.rng = random.Random(seed)
        self.cards = [rank for rank in RANKS for _ in range(4 * int(rules["packs"]))]
        self.pack: list[str] = []

    def deal(self) -> float:
        """The player's result of one deal, in units of S."""
        self.pack = self.rng.sample(self.cards, 40)
        mine, his = [self.pack.pop(), self.pack.pop()], [self.pack.pop(), self.pack.pop()]
        if self.rules["peek"] and is_pontoon(his):
            return settle(mine, his, UNIT, UNIT, False, self.rules) / UNIT
        hands = self.turns(mine)
        while len(his) < 5 and best(his) < 21 and not self.stays(his):
            his.append(self.pack.pop())
        return sum(settle(cards, his, UNIT, T, split, self.rules) for cards, T, split in hands) / UNIT

    def stays(self, his: list[str]) -> bool:
        """Whether the banker takes no more."""
        least = self.bank_on[best(his) > low(his)]
        forced = {"none": 0, "16": 16, "17": 17}[str(self.rules["banker_draws_below"])]
        return best(his) >= max(least, forced)

    def turns(self, mine: list[str]) -> list[tuple[list[str], int, bool]]:
        """All hands of the player, played: (cards, T, whether of a split)."""
        waiting, done, hands = [(mine, False, False)], [], 1
        while waiting:
            cards, split, burned = waiting.pop()
            parts = self.parts(cards, hands) and not (split and burned)
            action = self.advice(cards, buying=True, parts=parts)
            if action == "split":
                hands += 1
                waiting += [([card, self.pack.pop()], True, False) for card in cards]
            elif action == "burn":
                assert hard(cards) in {13, 14}
                waiting.append(([self.pack.pop(), self.pack.pop()], split, True))
            else:
                done.append((*self.play(cards, action), split))
        return done

    def parts(self, cards: list[str], hands: int) -> bool:
        """Whether these two cards may become two hands."""
        allowed = {"pairs": True, "aces": cards[0] == "A", "none": False}[str(self.rules["split"])]
        return cards[0] == cards[1] and allowed and hands < int(self.rules["max_hands"])

    def advice(self, cards: list[str], *, buying: bool, parts: bool = False) -> str:
        """What the chart says."""
        total = best(cards)
        if total >= 21 or len(cards) == 5:
            return "stick"
        pair = "A23456789T".index(cards[0] if cards[0] not in "JQK" else "T") if parts else None
        return self.chart[len(cards), buying, total > low(cards), total, pair]

    def play(self, cards: list[str], action: str) -> tuple[list[str], int]:
        """One hand from its two cards to its end."""
        prices: list[int] = []
        twisted = False
        while action != "stick":
            if action == "twist":
                twisted = True
            else:
                assert not twisted
                assert len(cards) < 4 or may_buy_fifth(cards, str(self.rules["fifth_card"]))
                prices.append(price_bounds(prices, UNIT, int(self.rules["buy_max"]))[action == "buy high"])
            cards = [*cards, self.pack.pop()]
            action = self.advice(cards, buying=not twisted)
        total = best(cards)
        assert total >= 21 or len(cards) == 5 or total >= int(self.rules["stick_on"])
        return cards, UNIT + sum(prices)
