"""Which cards came again before they could, by brute force over every pair of deals.

In: a session of the dealer. Out: the deals in which a card came too soon, and the card.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealer.model import Deal, Session


def known(deal: Deal) -> list[str]:
    """The cards of a deal that the record will show, in no order."""
    hands = [*deal.hands, *([deal.bank_hand] if deal.shown else [])]
    return [card for hand in hands for card in hand.drawn]


def drawn(deal: Deal) -> int:
    """How many cards the deal took out of the pack, at most: five for a bank that was not seen."""
    return len(known(deal)) + (0 if deal.shown else 5)


def stretches(session: Session) -> list[list[Deal]]:
    """The deals between two shuffles, as the record tells them."""
    runs: list[list[Deal]] = []
    for deal in session.deals:
        if deal.no == 1 or deal.gap or deal.called:
            runs.append([])
        runs[-1].append(deal)
    return runs


def too_soon(session: Session) -> list[tuple[int, str]]:
    """Deal and card, for each card dealt too often in some window of the pack's size."""
    packs = int(session.rules["packs"])
    found = set()
    for run in stretches(session):
        for i in range(len(run)):
            seen = Counter(known(run[i]))
            size = drawn(run[i])
            for later in run[i + 1 :]:
                size += drawn(later)
                if size > 52 * packs:
                    break
                mine = Counter(known(later))
                seen += mine
                found |= {(later.no, card) for card in mine if seen[card] > packs}
    return sorted(found)
