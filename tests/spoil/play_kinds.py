"""Stakes and cards taken: P201 to P206, one hand or one bank each.

In: drafts. Out: kinds in the register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealer.cards import best, low
from dealer.model import Move

from spoil.register import hand_kind, kind

if TYPE_CHECKING:
    from dealer.model import Deal, Hand

    from spoil.draft import Draft

TAKEN = ("third", "fourth", "fifth")


def free_turn(deal: Deal, hand: Hand) -> bool:
    """Whether the hand had a turn at all."""
    return not deal.stopped and not hand.natural


def last_taken(hand: Hand) -> str:
    """The slot of the last card taken."""
    return TAKEN[len(hand.moves) - 1]


@hand_kind("P201", "plain")
def a_stake_off_the_limits(d: Draft, deal: Deal, hand: Hand) -> bool:
    limits = d.session.stakes
    if limits is None or len(d.kin(deal, hand)) > 1 or hand.prices or not hand.stake:
        return False
    least, most = limits
    wrong = [most + 1, most + d.session.coin.unit, *([least - 1] if least > 1 else [])]
    hand.stake = d.rng.choice(wrong)
    d.settle(deal)
    d.mark("P201", deal, hand, "bet")
    return True


@hand_kind("P202", "calm")
def stuck_too_low(d: Draft, deal: Deal, hand: Hand) -> bool:
    """The last cards of a hand were never taken."""
    if not hand.moves or not free_turn(deal, hand) or hand.shoot or hand.shoot4:
        return False
    lows = [n for n in range(2, len(hand.cards)) if best(hand.cards[:n]) < int(d.rules["stick_on"])]
    if not lows or deal.bank_hand.natural:
        return False
    keep = d.rng.choice(lows)
    if all(other.bust for other in deal.hands):
        return False
    del hand.cards[keep:], hand.moves[keep - 2 :]
    d.settle(deal)
    d.new_cards = True
    d.mark("P202", deal, hand, "ending")
    return True


@hand_kind("P203", "calm")
def a_card_at_21(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not free_turn(deal, hand) or not 3 <= len(hand.cards) <= 4 or best(hand.cards) != 21:
        return False
    card = d.free_card(deal)
    if card is None:
        return False
    if len(hand.cards) == 3 and best([*hand.cards, card]) < 16:
        return False
    hand.cards.append(card)
    hand.moves.append(Move("twist", 0, card))
    d.settle(deal)
    d.new_cards = True
    d.mark("P203", deal, hand, last_taken(hand))
    return True


@kind("P203", "plain", plain=True)
def a_card_on_a_pontoon(d: Draft) -> bool:
    """It is no pontoon then and wins no bank, so the record ends with that deal."""
    found = d.choose((e, h) for e, h in d.hands() if h.natural and not e.stopped)
    if found is None:
        return False
    deal, hand = found
    card = d.free_card(deal, "56789")
    if card is None:
        return False
    hand.cards.append(card)
    hand.moves.append(Move("twist", 0, card))
    d.settle(deal)
    d.cut(deal)
    d.new_cards = True
    d.mark("P203", deal, hand, "third")
    return True


@hand_kind("P203", "calm")
def a_card_after_a_bust(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not hand.bust or len(hand.cards) == 5:
        return False
    card = d.free_card(deal)
    if card is None:
        return False
    hand.cards.append(card)
    hand.moves.append(Move("twist", 0, card))
    d.new_cards = True
    d.mark("P203", deal, hand, last_taken(hand))
    return True


@hand_kind("P203", "calm", plain=True)
def a_sixth_card(d: Draft, deal: Deal, hand: Hand) -> bool:
    card = d.free_card(deal)
    if len(hand.cards) != 5 or card is None or d.rules["shuffle_after"] != "every_deal":
        return False
    d.add(deal, hand, "fifth", f"twist {card}")
    d.mark("P203", deal, hand, "fifth", f"twist {card}")
    return True


@kind("P203", "calm", plain=True)
def the_banker_takes_a_card_at_21(d: Draft) -> bool:
    deal = d.choose(
        e for e in d.deals if e.shown and len(e.bank_hand.cards) in {3, 4} and best(e.bank_hand.cards) == 21
    )
    card = deal and d.free_card(deal)
    if deal is None or card is None or best([*deal.bank_hand.cards, card]) <= 21:
        return False
    deal.bank_hand.cards.append(card)
    d.settle(deal)
    d.mark("P203", deal, deal.bank_hand, "cards")
    return True


@hand_kind("P204", "twists")
def bought_after_a_twist(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not any(move.kind == "twist" for move in hand.moves[:-1]):
        return False
    hand.moves[-1] = Move("buy", hand.stake, hand.moves[-1].card)
    d.settle(deal)
    d.mark("P204", deal, hand, last_taken(hand))
    return True


@hand_kind("P205", "plain")
def a_third_card_too_dear(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not hand.moves or hand.moves[0].kind != "buy":
        return False
    hand.moves[0].price = int(d.rules["buy_max"]) * hand.stake + d.rng.choice((1, d.session.coin.unit))
    d.settle(deal)
    d.mark("P205", deal, hand, "third")
    return True


@hand_kind("P205", "plain")
def a_third_card_too_cheap(d: Draft, deal: Deal, hand: Hand) -> bool:
    """After it the next price may be the stake at most."""
    if not hand.prices or hand.stake < 2 or any(price > hand.stake for price in hand.prices[1:]):
        return False
    hand.moves[0].price = hand.stake - 1
    d.settle(deal)
    d.mark("P205", deal, hand, "third")
    return True


@hand_kind("P205", "twists")
def a_later_card_dearer_than_the_last(d: Draft, deal: Deal, hand: Hand) -> bool:
    if len(hand.prices) < 2:
        return False
    at = d.rng.randrange(1, len(hand.prices))
    hand.moves[at].price = hand.moves[at - 1].price + 1
    d.settle(deal)
    d.mark("P205", deal, hand, TAKEN[at])
    return True


@hand_kind("P206", "long draws")
def a_safe_fifth_card_bought(d: Draft, deal: Deal, hand: Hand) -> bool:
    if len(hand.cards) != 5 or low(hand.cards[:4]) > 11 or any(m.kind == "twist" for m in hand.moves[:2]):
        return False
    if d.rules["fifth_card"] != "twist_if_safe" and any(
        m.kind == "buy" and low(h.cards[:4]) <= 11 for _, h in d.hands() if h is not hand for m in h.moves[2:]
    ):
        return False
    d.rules["fifth_card"] = "twist_if_safe"
    hand.moves[-1] = Move("buy", hand.stake, hand.moves[-1].card)
    d.settle(deal)
    d.mark("P206", deal, hand, "fifth")
    return True
