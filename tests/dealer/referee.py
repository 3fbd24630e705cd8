"""Looks over the players' shoulders: which rules a hand, a deal, an evening breaks.

In: hands, deals, sessions, however they came about. Out: codes of what is broken (P201 and so on),
one for a fault, in the order of play. All cards must be known.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dealer.cards import best, hard, low

if TYPE_CHECKING:
    from dealer.model import Deal, Hand, Session
    from dealer.rules import Rules


def move_fault(hand: Hand, nth: int, rules: Rules) -> str | None:
    """The first rule that the hand's `nth` move (from 0) breaks."""
    before, move = hand.cards[: 2 + nth], hand.moves[nth]
    if best(before) >= 21 or len(before) >= 5:
        return "P203"
    if move.kind != "buy":
        return None
    earlier = hand.moves[:nth]
    if any(m.kind == "twist" for m in earlier):
        return "P204"
    if len(before) == 4 and rules["fifth_card"] == "twist_if_safe" and low(before) <= 11:
        return "P206"
    top = max(earlier[-1].price, hand.stake) if earlier else int(rules["buy_max"]) * hand.stake
    return None if hand.stake <= move.price <= top else "P205"


def hand_faults(
    hand: Hand, rules: Rules, limits: tuple[int, int] | None = None, *, stopped: bool = False
) -> list[str]:
    """What a player does wrong on one hand; it is taken to have stuck unless it is over by itself."""
    if stopped:
        return ["P212"] * bool(hand.split or hand.burns or hand.moves)
    found = ["P201"] if limits and not hand.split and not limits[0] <= hand.stake <= limits[1] else []
    burnable = {"off": [], "13": [13], "14": [14], "13_14": [13, 14]}[str(rules["burn"])]
    found += ["P214" for pair in hand.burns if hard(pair) not in burnable]
    found += [fault for n in range(len(hand.moves)) if (fault := move_fault(hand, n, rules))]
    over = len(hand.cards) >= 5 or best(hand.cards) >= 21
    if not over and best(hand.cards) < int(rules["stick_on"]):
        found.append("P202")
    return found


def split_faults(kin: list[Hand], rules: Rules) -> list[str]:
    """What is wrong with the split of one player's hands."""
    found = []
    opened = [pair[0][0] for pair in kin[0].burns] + [kin[0].cards[0][0]]
    for nth, hand in enumerate(kin[1:], 2):
        rank = hand.drawn[0][0]
        allowed = {"pairs": True, "aces": rank == "A", "none": False}[str(rules["split"])]
        if rank not in opened or not allowed:
            found.append("P207")
        elif hand.stake != kin[0].stake:
            found.append("P208")
        if nth > int(rules["max_hands"]):
            found.append("P209")
    return found


def shoot_faults(deal: Deal, rules: Rules) -> list[str]:
    """Shoot bets that the kitty does not cover when they are placed."""
    kitty, lying, found = deal.kitty, 0, []

    def place(bet: int) -> None:
        nonlocal lying
        if bet and not rules["shoot"]:
            found.append("P507")
        elif bet and lying + bet > kitty:
            found.append("P502")
        lying += bet

    for hand in deal.hands:
        if hand.number == 1:
            place(hand.shoot)
    for hand in deal.hands:
        if hand.number > 1:
            place(hand.shoot)
        if hand.shoot4 and len(hand.moves) < 2:
            found.append("P503")
        place(hand.shoot4)
        if hand.bust:
            kitty += hand.shoot + hand.shoot4
            lying -= hand.shoot + hand.shoot4
    return found


def deal_faults(deal: Deal, rules: Rules, limits: tuple[int, int] | None = None) -> list[str]:
    """Everything that is broken within a deal."""
    copies = Counter(deal.drawn)
    found = ["P101" for card in copies if copies[card] > int(rules["packs"])]
    for player in deal.players:
        kin = [hand for hand in deal.hands if hand.player == player]
        for hand in kin:
            found += hand_faults(hand, rules, limits, stopped=deal.stopped)
        if not deal.stopped:
            found += split_faults(kin, rules)
    bank = deal.bank_hand.cards
    found += ["P203" for n in range(2, len(bank)) if best(bank[:n]) >= 21 or n >= 5]
    floor = {"none": 0, "16": 16, "17": 17}[str(rules["banker_draws_below"])]
    against = any(not hand.bust for hand in deal.hands) and not deal.stopped
    if against and best(bank) < floor and len(bank) < 5:
        found.append("P213")
    if deal.doubled and not rules["banker_doubles"]:
        found.append("P215")
    return found + shoot_faults(deal, rules)


def pack_faults(session: Session) -> list[tuple[int, str]]:
    """Cards that came again too soon in one run of deals without a shuffle: (deal, card)."""
    packs = int(session.rules["packs"])
    found: list[tuple[int, str]] = []
    run: list[Deal] = []
    for deal in session.deals:
        run = [deal] if deal.called or deal.gap else [*run, deal]
        window: list[str] = []
        for earlier in reversed(run):
            window += earlier.drawn
            if len(window) > 52 * packs:
                break
            copies = Counter(window)
            found += [(deal.no, card) for card in set(deal.drawn) if copies[card] > packs]
    return found


def bank_faults(session: Session) -> list[int]:
    """Deals whose banker, less a sale, is not the one whom the deal before makes it."""
    found = []
    for last, deal in zip(session.deals, session.deals[1:], strict=False):
        if deal.gap:
            continue
        rule = str(session.rules["bank_passes"])
        holder = last.bank
        if rule == "each_deal" and not last.void:
            inside = {*deal.players, deal.bank}
            at = deal.seats.index(last.bank)
            holder = next(p for p in deal.seats[at + 1 :] + deal.seats[:at] if p in inside)
        elif rule == "pontoon" and not last.void and not last.bank_hand.natural:
            at = last.seats.index(last.bank)
            winners = {hand.player for hand in last.hands if hand.natural and not hand.split}
            holder = next((p for p in last.seats[at + 1 :] + last.seats[:at] if p in winners), holder)
        sold = deal.price is not None
        if deal.heir != holder or (deal.bank != holder) != sold:
            found.append(deal.no)
    return found
