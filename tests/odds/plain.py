"""A hand's chances card by card, straight from the rulebook, in fractions: slow, and nothing shared.

In: cards as letters of ranks, house rules as the dealer of these tests has them (a mapping). Out: what a hand
is worth. The bank's hands are told from each other by the order in which their cards came, several prices are
tried where the package tries the ends, and money comes from `dealer.settle`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from dealer.brute import may_buy_fifth, price_bounds, settle
from dealer.cards import RANKS, best, is_pontoon, low

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dealer.rules import Rules

UNIT = 60
"""S in minor units, so that every price tried is a whole number."""
COURT = str.maketrans("TJQ", "KKK")
FACES = "A23456789K"


def alike(cards: str) -> str:
    """Cards in one order, a ten and a court card told apart no more."""
    return "".join(sorted(cards.translate(COURT)))


class Plain:
    """One set of rules and a banker who stays on `hard_on`, on soft totals on `soft_on`."""

    def __init__(self, rules: Rules, hard_on: int = 17, soft_on: int = 18, *, doubled: bool = False) -> None:
        self.rules, self.hard_on, self.soft_on, self.doubled = rules, hard_on, soft_on, doubled
        self.packs = int(rules["packs"])
        self.value = cache(self._value)
        self.against = cache(self._against)
        self.stays = cache(self._stays)

    def left(self, out: str) -> dict[str, int]:
        """How many cards of each face are not `out`."""
        return {f: (16 if f == "K" else 4) * self.packs - out.count(f) for f in FACES}

    def _stays(self, hand: str) -> bool:
        """Whether the banker takes no more cards."""
        total = best(hand)
        forced = {"none": 0, "16": 16, "17": 17}[str(self.rules["banker_draws_below"])]
        wish = self.soft_on if total > low(hand) else self.hard_on
        return total >= 21 or len(hand) == 5 or total >= max(forced, wish)

    def bank_hands(self, hand: str, left: dict[str, int], ways: int) -> Iterator[tuple[str, int]]:
        """Every hand that the bank may end with, card by card, and in how many ways it can be drawn."""
        if len(hand) >= 2 and self.stays(hand):
            yield hand, ways
            return
        for face in FACES:
            n = left[face]
            if n:
                left[face] = n - 1
                yield from self.bank_hands(hand + face, left, ways * n)
                left[face] = n

    def _against(self, out: str) -> dict[str, Fraction]:
        """The chances of the bank's hands, one hand standing for all that settle alike."""
        left = self.left(out)
        whole, size = [1], sum(left.values())
        for drawn in range(5):
            whole.append(whole[-1] * (size - drawn))
        found: dict[tuple[str, int], int] = {}
        for hand, ways in self.bank_hands("", left, 1):
            key = like(hand), len(hand)
            found[key] = found.get(key, 0) + ways
        chances: dict[str, Fraction] = {}
        for (hand, cards), ways in found.items():
            chances[hand] = chances.get(hand, Fraction(0)) + Fraction(ways, whole[cards])
        return chances

    def no_pontoon(self, out: str) -> Fraction:
        """The chance that the bank shows no pontoon at once."""
        return 1 - (self.against(alike(out)).get("AK", Fraction(0)) if self.rules["peek"] else 0)

    def stick(self, hand: str, out: str, staked: int, *, split: bool = False) -> Fraction:
        """What a hand brings as it is, where the bank showed no pontoon (not divided by that chance)."""
        brings = Fraction(0)
        for bank, chance in self.against(alike(hand + out)).items():
            if bank != "AK" or not self.rules["peek"]:
                due = settle(list(hand), list(bank), UNIT, staked, split, self.rules, self.doubled)
                brings += chance * due
        return brings

    def _value(self, hand: str, out: str, staked: int, prices: tuple[int, ...], twisted: bool) -> Fraction:
        return max(self.choices(hand, out, staked, prices, twisted).values())

    def choices(
        self,
        hand: str,
        out: str = "",
        staked: int = UNIT,
        prices: tuple[int, ...] = (),
        twisted: bool = False,
        split: bool = False,
    ) -> dict[str, Fraction]:
        """What each action is worth but parting; times the chance that the bank showed no pontoon."""
        total = best(hand)
        over = total >= 21 or len(hand) == 5
        found = {}
        if over or total >= int(self.rules["stick_on"]):
            found["stick"] = self.stick(hand, out, staked, split=split)
        if over:
            return found
        found["twist"] = self.card(hand, out, staked, prices, True)
        if not twisted and not (len(hand) == 4 and not may_buy_fifth(hand, str(self.rules["fifth_card"]))):
            least, most = price_bounds(prices, UNIT, int(self.rules["buy_max"]))
            for price in sorted({least, (least + most) // 2, most}):
                found[f"buy {price}"] = self.card(hand, out, staked + price, (*prices, price), False)
        return found

    def card(self, hand: str, out: str, staked: int, prices: tuple[int, ...], twisted: bool) -> Fraction:
        """One card more and best play after it."""
        left = self.left(alike(hand + out))
        return sum(
            (
                Fraction(n, sum(left.values())) * self.value(alike(hand + face), out, staked, prices, twisted)
                for face, n in left.items()
                if n
            ),
            Fraction(0),
        )

    def half(self, rank: str, others: str, hands: int) -> Fraction:
        """A hand of a split before its second card, parted from `others`, as one of `hands` in its line."""
        worth, seen = Fraction(0), rank + others
        for second in RANKS:
            n = 4 * self.packs - seen.count(second)
            if n:
                hand = alike(rank + second)
                choices = self.choices(hand, alike(others), split=True)
                if second == rank and hands < int(self.rules["max_hands"]):
                    choices["split"] = 2 * self.half(rank, others + rank, hands + 1)
                worth += Fraction(n, 52 * self.packs - len(seen)) * max(choices.values())
        return worth

    def two(self, hand: str) -> dict[str, Fraction]:
        """What each action on two first cards is worth per S, given that the bank showed no pontoon."""
        found = self.choices(alike(hand))
        allowed = {"pairs": True, "aces": hand[0] == "A", "none": False}[str(self.rules["split"])]
        if hand[0] == hand[1] and allowed and int(self.rules["max_hands"]) > 1:
            found["split"] = 2 * self.half(hand[0], hand[0], 2)
        none = self.no_pontoon(hand)
        return {action: worth / none / UNIT for action, worth in found.items()}

    def sitting(self) -> Fraction:
        """A deal before the first card, where nothing may be thrown in, per S."""
        worth, whole = Fraction(0), 52 * self.packs * (52 * self.packs - 1)
        for first in RANKS:
            for second in RANKS:
                chance = Fraction(4 * self.packs * (4 * self.packs - (first == second)), whole)
                hand = first + second
                none = self.no_pontoon(hand)
                shown = settle(list(hand), ["A", "K"], UNIT, UNIT, False, self.rules, self.doubled)
                worth += chance * (none * self.best_of(hand) + (1 - none) * Fraction(shown, UNIT))
        return worth

    def best_of(self, hand: str) -> Fraction:
        """The best action on two first cards."""
        return max(self.two(hand).values())


@cache
def like(hand: str) -> str:
    """A hand of the bank that is settled as this one is."""
    total = best(hand)
    if total > 21 or is_pontoon(hand):
        return "AK" if is_pontoon(hand) else "KKK"
    if len(hand) == 5:
        return "A2345"
    return (
        "9K2" if total == 21 else "KK" if total == 20 else f"{total - 10}K" if total > 11 else f"{total - 2}2"
    )
