"""Shoot Pontoon, P501 to P507: the kitty and the bets on it. Where it would run on, the record ends.

In: drafts. Out: kinds in the register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spoil.payout_kinds import told
from spoil.register import hand_kind, kind

if TYPE_CHECKING:
    from dealer.model import Deal, Hand

    from spoil.draft import Draft


def limits(d: Draft) -> tuple[int, int]:
    """The limits of a kitty."""
    found = d.session.kitty or d.session.stakes
    assert found
    return found


def bets(deal: Deal) -> int:
    """All shoot bets of the deal together: more than can ever be outstanding."""
    return sum(hand.shoot + hand.shoot4 for hand in deal.hands)


@kind("P501", "shoot")
def a_kitty_off_its_limits(d: Draft) -> bool:
    least, most = limits(d)
    deal = d.choose(deal for deal in d.deals if deal.put_up)
    if deal is None:
        return False
    small = least > 1 and bets(deal) < least and d.rng.random() < 0.6
    deal.kitty = least - 1 if small else most + d.rng.choice((1, d.session.coin.unit))
    deal.write_kitty = True
    d.cut(deal)
    d.mark("P501", deal, None, "kitty")
    return True


@kind("P502", "few shots")
def a_bet_over_the_kitty(d: Draft) -> bool:
    """The last bet before the second card is raised over what the others leave."""
    deal = d.choose(
        e for e in d.deals if bets(e) and not any(h.shoot4 or (h.split and h.shoot) for h in e.hands)
    )
    if deal is None:
        return False
    hand = [h for h in deal.hands if h.shoot][-1]
    hand.shoot = deal.kitty - (bets(deal) - hand.shoot) + d.rng.choice((1, d.session.coin.unit))
    d.settle(deal)
    d.mark("P502", deal, hand, "shoot")
    return True


def room_for_one(d: Draft, deal: Deal, hand: Hand) -> bool:
    """Whether one minor unit more cannot break the cap, and no payment tells what it brought."""
    return bool(d.rules["shoot"]) and bets(deal) < deal.kitty and hand.written is None


@hand_kind("P503", "few shots")
def a_bet_before_the_third_card(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not room_for_one(d, deal, hand) or not hand.moves:
        return False
    d.cut(deal)
    d.add(deal, hand, "cards", f"shoot {d.money(1)}")
    d.mark("P503", deal, hand, "cards", f"shoot {d.money(1)}")
    return True


@hand_kind("P503", "few shots")
def a_second_bet_at_one_place(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not room_for_one(d, deal, hand) or not hand.shoot:
        return False
    d.cut(deal)
    d.add(deal, hand, "shoot", f"shoot {d.money(1)}")
    d.mark("P503", deal, hand, "shoot", f"shoot {d.money(1)}")
    return True


@hand_kind("P503", "few shots")
def a_bet_and_no_fourth_card(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not room_for_one(d, deal, hand) or len(hand.moves) != 1:
        return False
    d.cut(deal)
    d.add(deal, hand, "third", f"shoot {d.money(1)}")
    d.mark("P503", deal, hand, "third", f"shoot {d.money(1)}")
    return True


@hand_kind("P503", "few shots")
def a_bet_before_the_fifth_card(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not room_for_one(d, deal, hand) or len(hand.moves) != 3:
        return False
    d.cut(deal)
    d.add(deal, hand, "fourth", f"shoot {d.money(1)}")
    d.mark("P503", deal, hand, "fourth", f"shoot {d.money(1)}")
    return True


@hand_kind("P504", "shoot")
def a_shoot_bet_wrongly_settled(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.written != "own" or not hand.shoot_due:
        return False
    wrong = d.rng.choice((-hand.shoot_due, 0, hand.shoot_due + (1 if hand.shoot_due > 0 else -1)))
    d.edit(deal, hand, "shoot_result", lambda _: f"shoot {told(d, wrong)}")
    d.mark("P504", deal, hand, "shoot_result")
    return True


@kind("P505", "shoot")
def taken_out_of_the_kitty(d: Draft) -> bool:
    deal = d.choose(e for e in d.deals if e.carried > 1 and bets(e) < e.carried)
    if deal is None:
        return False
    deal.kitty, deal.write_kitty = d.rng.randint(max(1, bets(deal)), deal.carried - 1), True
    d.cut(deal)
    d.mark("P505", deal, None, "kitty")
    return True


@kind("P506", "dry")
def no_kitty_put_up(d: Draft) -> bool:
    """The first of an evening, of a new banker, or after one that ran dry."""
    deal = d.choose(deal for deal in d.deals if deal.put_up and not bets(deal))
    if deal is None:
        return False
    deal.write_kitty = False
    d.cut(deal)
    d.mark("P506", deal, None, "row", line_only=True)
    return True


@hand_kind("P507", "plain")
def a_bet_where_shooting_is_off(d: Draft, deal: Deal, hand: Hand) -> bool:
    """It is settled all the same, so a result of everything together would be wrong too."""
    if hand.written == "all" or d.rules["shoot"]:
        return False
    d.add(deal, hand, "bet", f"shoot {d.money(d.session.coin.unit)}")
    d.mark("P507", deal, hand, "bet", f"shoot {d.money(d.session.coin.unit)}")
    return True


@kind("P507", "plain")
def a_kitty_where_shooting_is_off(d: Draft) -> bool:
    amount = d.money(d.session.coin.unit)
    d.put_marked("P507", d.rng.choice(d.session.deals), f"kitty: {amount}", find=amount)
    return True
