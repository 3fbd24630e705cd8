"""Faults of the pack, P101 to P105: a card too many, a card too soon, a shuffle that should not be.

In: drafts. Out: kinds in the register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealer.cards import SUITS

from spoil.queue import drawn, known, stretches
from spoil.register import kind

if TYPE_CHECKING:
    from dealer.model import Deal, Hand

    from spoil.draft import Draft

SLOTS = ("cards", "cards", "third", "fourth", "fifth")


def mark_card(d: Draft, code: str, deal: Deal, hand: Hand, at: int) -> None:
    """A finding must stand on that card of a hand."""
    slot = "cards" if hand.bank else SLOTS[at]
    d.mark(code, deal, hand, slot, hand.cards[at], last=slot != "cards")


def swap(hand: Hand, at: int, card: str) -> None:
    """Put another card in a place of a hand."""
    hand.cards[at] = card
    if at >= 2 and not hand.bank:
        hand.moves[at - 2].card = card


def shown_hands(deal: Deal) -> list[Hand]:
    """The hands in the order in which a plain record writes them."""
    return [*deal.hands, *([deal.bank_hand] if deal.shown else [])]


@kind("P101", "calm", plain=True)
def the_same_card_twice_in_a_deal(d: Draft) -> bool:
    rows = [
        (deal, late, at, early.cards[k])
        for deal in d.deals
        for n, late in enumerate(shown_hands(deal))
        for early in shown_hands(deal)[:n]
        for at in range(len(late.cards))
        for k in range(len(early.cards))
        if late.cards[at][0] == early.cards[k][0] and len(set(late.cards)) == len(late.cards)
    ]
    found = d.choose(rows)
    if found is None:
        return False
    deal, hand, at, card = found
    if card in hand.drawn:
        return False
    swap(hand, at, card)
    mark_card(d, "P101", deal, hand, at)
    return True


@kind("P101", "bare", plain=True)
def a_fifth_card_of_a_rank(d: Draft) -> bool:
    """Ten-point cards become queens until there are five; no total changes."""
    deal = d.rng.choice(d.deals)
    places = [(hand, at) for hand in shown_hands(deal) for at in range(len(hand.cards))]
    if any(hand.split for hand in deal.hands):
        return False
    burned = [card for hand in deal.hands for pair in hand.burns for card in pair]
    queens = [(hand, at) for hand, at in places if hand.cards[at][0] == "Q"]
    others = [(hand, at) for hand, at in places if hand.cards[at][0] in "TJK"]
    need = 5 - len(queens)
    if any(card[0] == "Q" for card in burned) or need < 1 or len(others) < need:
        return False
    for hand, at in d.rng.sample(others, need):
        swap(hand, at, "Qx")
    fifth, at = [(h, k) for h, k in places if h.cards[k][0] == "Q"][-1]
    slot = "cards" if fifth.bank else SLOTS[at]
    d.mark("P101", deal, fifth, slot, "Q")
    return True


def open_shuffles(d: Draft) -> bool:
    """Whether a bank that nobody saw may have had a pontoon, so that a shuffle may have been due."""
    return not d.rules["peek"] and any(not deal.shown for deal in d.session.deals)


def comes_again(d: Draft, code: str) -> bool:
    """Give a later deal a card of an earlier one that still lies under the pack: same rank, other suit."""
    if open_shuffles(d):
        return False
    pairs = [
        (early, late, run)
        for run in stretches(d.session)
        for n, early in enumerate(run)
        for late in run[n + 1 :]
        if sum(drawn(deal) for deal in run[n : run.index(late) + 1]) <= 52
        and not early.void
        and not late.void
    ]
    places = [
        (early, late, run, hand, at, card)
        for early, late, run in pairs
        for hand in shown_hands(late)
        for at, old in enumerate(hand.cards)
        for card in (old[0] + suit for suit in SUITS)
        if card in known(early) and card not in known(late)
    ]
    found = d.choose(places)
    if found is None:
        return False
    early, late, run, hand, at, card = found
    between = run[run.index(early) + 1 : run.index(late) + 1]
    for deal in between:
        deal.write_shuffled = True
    if code == "P105":
        d.rng.choice(between).write_shuffled = False
    swap(hand, at, card)
    d.new_cards, d.repeats = True, {(late.no, card)}
    mark_card(d, code, late, hand, at)
    return True


@kind("P102", "queue", plain=True)
def a_card_again_without_a_shuffle(d: Draft) -> bool:
    return comes_again(d, "P102")


@kind("P105", "queue", plain=True)
def a_card_again_with_a_shuffle_supposed(d: Draft) -> bool:
    return comes_again(d, "P105")


@kind("P103", "queue")
def no_shuffle_where_one_was_due(d: Draft) -> bool:
    deal = d.choose(deal for deal in d.session.deals if deal.called)
    if deal is None:
        return False
    deal.called, deal.write_shuffled, d.new_cards = False, True, True
    d.mark("P103", deal, None, "shuffled")
    return True


@kind("P104", "queue")
def a_shuffle_where_none_was_due(d: Draft) -> bool:
    deal = d.choose(deal for deal in d.session.deals[1:] if not deal.called and not deal.gap)
    if deal is None or open_shuffles(d):
        return False
    deal.called, deal.write_shuffled = True, True
    d.mark("P104", deal, None, "shuffled")
    return True
