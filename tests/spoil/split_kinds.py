"""Splits that cannot be, P207 to P209.

In: drafts. Out: kinds in the register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spoil.register import hand_kind, kind

if TYPE_CHECKING:
    from dealer.model import Deal, Hand

    from spoil.draft import Draft


def later_hands(d: Draft) -> list[tuple[Deal, Hand]]:
    """Every hand but the first of its player."""
    return [(deal, hand) for deal, hand in d.hands() if hand.number > 1]


@kind("P207", "splits")
def split_where_splitting_is_off(d: Draft) -> bool:
    later = later_hands(d)
    if len(later) != 1:
        return False
    d.rules["split"] = "none"
    d.mark("P207", *later[0], "bet")
    return True


@kind("P207", "splits")
def split_other_than_aces(d: Draft) -> bool:
    later = [(deal, hand) for deal, hand in later_hands(d) if hand.cards[0][0] != "A"]
    if len(later) != 1:
        return False
    d.rules["split"] = "aces"
    d.mark("P207", *later[0], "bet")
    return True


@kind("P207", "splits")
def split_two_ranks(d: Draft) -> bool:
    """Two ten-point cards that are no pair; no total changes."""
    found = d.choose((deal, hand) for deal, hand in later_hands(d) if hand.cards[0][0] in "TJQK")
    if found is None:
        return False
    deal, hand = found
    card = d.free_card(deal, "TJQK".replace(hand.cards[0][0], ""))
    if card is None:
        return False
    hand.cards[0] = card
    d.new_cards = True
    d.mark("P207", deal, hand, "bet")
    return True


@hand_kind("P207")
def a_split_without_a_first_hand(d: Draft, deal: Deal, hand: Hand) -> bool:
    if len(d.kin(deal, hand)) > 1 or hand.natural or deal.stopped:
        return False
    d.edit(deal, hand, "bet", lambda old: f"split {old.split(' ', 1)[1]}")
    d.mark("P207", deal, hand, "bet")
    return True


@kind("P208", "splits")
def another_stake_on_the_split(d: Draft) -> bool:
    found = d.choose((deal, hand) for deal, hand in later_hands(d) if not hand.prices)
    if found is None:
        return False
    deal, hand = found
    hand.stake += d.rng.choice((1, d.session.coin.unit, -1 if hand.stake > 1 else 1))
    d.settle(deal)
    d.mark("P208", deal, hand, "bet")
    return True


@kind("P209", "many splits")
def a_hand_too_many(d: Draft) -> bool:
    counts = {(deal.no, hand.player): len(d.kin(deal, hand)) for deal, hand in d.hands()}
    most = max(counts.values())
    if most < 3 or sum(count == most for count in counts.values()) != 1:
        return False
    d.rules["max_hands"] = most - 1
    deal, hand = next((deal, hand) for deal, hand in d.hands() if hand.number == most)
    d.mark("P209", deal, hand, "bet")
    return True
