"""A second reckoning that moves chips about the table, to hold the dealer's answers against.

In: a played deal. Out: by how much each purse and the kitty changed. Shares nothing with the
settlement: ranks are worked out here anew, and nobody's loss is computed from another's gain.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealer.model import Deal, Hand
    from dealer.rules import Rules

KITTY = "\0kitty"


def value(cards: list[str]) -> int:
    """The best total, by trying every number of high aces."""
    faces = [card[0] for card in cards]
    aces = faces.count("A")
    base = sum(10 if face in "TJQK" else int(face) for face in faces if face != "A") + aces
    totals = [base + 10 * high for high in range(aces + 1)]
    return max([t for t in totals if t <= 21], default=min(totals))


def strength(hand: Hand, rules: Rules) -> int:
    """Bust 0, totals as they are, five cards 100, pontoon 200, three sevens 300."""
    total = value(hand.cards)
    if total > 21:
        return 0
    if len(hand.cards) == 2 and total == 21:
        return 200
    if len(hand.cards) == 5:
        return 100
    sevens = [card[0] for card in hand.cards] == ["7"] * 3
    return 300 if sevens and rules["royal"] and not hand.bank else total


def multiple(hand: Hand, deal: Deal, rules: Rules) -> tuple[int, int]:
    """How many times what (1: first stake, 2: all that is staked) changes hands, and whither."""
    mine, his = strength(hand, rules), strength(deal.bank_hand, rules)
    if his == 200 and (mine != 300 or deal.stopped) and mine:
        name = "pontoon_vs_banker_pontoon" if mine == 200 else "banker_pontoon"
        return -int(rules[name]), 1 if deal.stopped else 2
    if mine == 0:
        return -1, 2
    if mine > his:
        win = "split_pontoon_pays" if hand.split else "pontoon_pays"
        return {300: 3, 200: int(rules[win]), 100: int(rules["five_card_pays"])}.get(mine, 1), 2
    if mine == his and rules["ties"] == "push":
        return 0, 2
    return -(int(rules["banker_five_card"]) if his == 100 else 1), 2


def move_chips(deal: Deal, rules: Rules) -> Counter[str]:
    """Play the money of one deal: stakes out, losers' in, winners paid, stakes back."""
    purses: Counter[str] = Counter({KITTY: 0, deal.bank: 0})
    if deal.void:
        return purses
    for hand in deal.hands:
        bets = hand.shoot + hand.shoot4
        purses[hand.player] -= hand.staked + bets
        times, base = multiple(hand, deal, rules)
        if deal.doubled and abs(times) == 1:
            times *= 2
        change = times * (hand.stake if base == 1 else hand.staked)
        purses[hand.player] += hand.staked + change
        purses[deal.bank] -= change
        won = 0 < strength(hand, rules) > strength(deal.bank_hand, rules)
        purses[KITTY] += -bets if won else bets
        purses[hand.player] += 2 * bets if won else 0
    assert sum(purses.values()) == 0
    return purses
