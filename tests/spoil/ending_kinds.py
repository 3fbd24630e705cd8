"""Endings, banks and burns that cannot be, P210 to P215.

In: drafts. Out: kinds in the register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealer.cards import best, hard
from dealer.model import Move

from spoil.register import hand_kind, kind

if TYPE_CHECKING:
    from dealer.model import Deal, Hand

    from spoil.draft import Draft


@hand_kind("P210")
def another_total_than_the_cards(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.ending != "stick" or deal.stopped:
        return False
    total = best(hand.cards)
    if total < 16:
        return False
    said = total - 1 if total == 21 else d.rng.choice((total - 1, total + 1))
    d.edit(deal, hand, "ending", lambda old: f"{old.split()[0]} {said}")
    d.mark("P210", deal, hand, "ending")
    return True


@hand_kind("P210")
def bust_that_is_none(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.ending != "stick" or deal.stopped:
        return False
    d.edit(deal, hand, "ending", lambda _: "bust")
    d.mark("P210", deal, hand, "ending")
    return True


@hand_kind("P210")
def stuck_on_a_bust(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not hand.bust:
        return False
    d.edit(deal, hand, "ending", lambda _: "stick")
    d.mark("P210", deal, hand, "ending")
    return True


@kind("P210")
def another_total_than_the_banks_cards(d: Draft) -> bool:
    deal = d.choose(e for e in d.deals if e.shown and e.bank_hand.ending == "stick")
    if deal is None:
        return False
    total = best(deal.bank_hand.cards)
    d.edit(deal, deal.bank_hand, "ending", lambda old: f"{old.split()[0]} {total - 1}")
    d.mark("P210", deal, deal.bank_hand, "ending")
    return True


@hand_kind("P211", plain=True)
def no_ending(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.ending != "stick" or deal.stopped or best(hand.cards) == 21:
        return False
    d.edit(deal, hand, "row", lambda old: old.replace(", stick", ""))
    d.mark("P211", deal, hand, "row")
    return True


@hand_kind("P212", "stopped")
def an_ending_under_a_shown_pontoon(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not deal.stopped or hand.natural:
        return False
    d.add(deal, hand, "cards", "stick")
    d.mark("P212", deal, hand, "cards", "stick")
    return True


@hand_kind("P212", "stopped")
def a_card_under_a_shown_pontoon(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not deal.stopped or hand.natural or best(hand.cards) > 11:
        return False
    card = d.free_card(deal, "2345678")
    if card is None:
        return False
    hand.cards.append(card)
    hand.moves.append(Move("twist", 0, card))
    d.new_cards = True
    d.mark("P212", deal, hand, "third")
    return True


@kind("P213", "low banks")
def the_banker_stayed_too_low(d: Draft) -> bool:
    """A house rule comes up afterwards that one bank of the evening did not keep."""
    limit = d.rng.choice((16, 17))
    lows = [
        e
        for e in d.session.deals
        if e.shown and best(e.bank_hand.cards) < limit and not all(h.bust for h in e.hands)
    ]
    if len(lows) != 1 or lows[0].void or len(lows[0].bank_hand.cards) == 5:
        return False
    d.rules["banker_draws_below"] = str(limit)
    d.mark("P213", lows[0], lows[0].bank_hand, "ending")
    return True


@kind("P214", "burns")
def a_burn_that_is_not_allowed(d: Draft) -> bool:
    """Likewise: the house burns one total less, or none."""
    burns = [(e, h, pair) for e, h in d.hands() for pair in h.burns]
    option = d.rng.choice(["off", "13", "14"])
    allowed = {"off": (), "13": (13,), "14": (14,)}[option]
    wrong = [(e, h, pair) for e, h, pair in burns if hard(pair) not in allowed]
    if len(wrong) != 1:
        return False
    deal, hand, pair = wrong[0]
    d.rules["burn"] = option
    n = hand.burns.index(pair) + 1
    d.mark("P214", deal, hand, "burn" if n == 1 else f"burn{n}")
    return True


@kind("P215")
def doubled_where_that_is_off(d: Draft) -> bool:
    if d.rules["banker_doubles"]:
        return False
    deal = d.rng.choice(d.deals)
    deal.doubled = deal.write_doubled = True
    d.mark("P215", deal, None, "doubled")
    return True
