"""Faults of single clauses, names and banks, P005 to P010: what cannot be read, or stands where it cannot.

In: drafts. Out: kinds in the register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealer.write import scalar

from spoil.draft import Line
from spoil.register import hand_kind, kind

if TYPE_CHECKING:
    from dealer.model import Deal, Hand

    from spoil.draft import Draft

STRANGER = "Zebedee Quux"
BAD_CARDS = ("1c", "Zh", "5q", "11d", "9♥♥")


@hand_kind("P005")
def a_word_that_is_no_clause(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.ending != "stick" or deal.stopped:
        return False
    d.edit(deal, hand, "ending", lambda _: "stood")
    d.mark("P005", deal, hand, "ending")
    return True


@hand_kind("P005")
def an_ending_twice(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.ending != "stick" or deal.stopped:
        return False
    d.add(deal, hand, "ending", "bust")
    d.mark("P005", deal, hand, "ending", "bust")
    return True


@hand_kind("P005")
def a_card_behind_the_ending(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.ending != "stick" or deal.stopped:
        return False
    d.add(deal, hand, "ending", "twist 2c")
    d.mark("P005", deal, hand, "ending", "twist 2c")
    return True


@hand_kind("P006")
def a_letter_for_a_digit(d: Draft, deal: Deal, hand: Hand) -> bool:
    d.edit(deal, hand, "bet", lambda old: f"{old.split()[0]} l0")
    d.mark("P006", deal, hand, "bet", "l0")
    return True


@hand_kind("P006")
def an_amount_too_fine(d: Draft, deal: Deal, hand: Hand) -> bool:
    coin = d.session.coin
    fine = f"1.{'0' * coin.decimals}5"
    if hand.written != "own" or not hand.due or coin.decimals == 2:
        return False
    d.edit(deal, hand, "result", lambda old: f"{old.split()[0]} {fine}")
    d.mark("P006", deal, hand, "result", fine)
    return True


@hand_kind("P006")
def an_amount_below_nothing(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.written != "own" or not hand.due:
        return False
    wrong = f"-{d.money(abs(hand.due))}"
    d.edit(deal, hand, "result", lambda old: f"{old.split()[0]} {wrong}")
    d.mark("P006", deal, hand, "result", wrong)
    return True


@hand_kind("P006")
def a_thousand_or_one(d: Draft, deal: Deal, hand: Hand) -> bool:
    if d.session.coin.decimals != 2:
        return False
    d.edit(deal, hand, "bet", lambda old: f"{old.split()[0]} 1,000")
    d.mark("P006", deal, hand, "bet", "1,000")
    return True


@hand_kind("P005")
def a_first_card_of_no_rank(d: Draft, deal: Deal, hand: Hand) -> bool:
    """Neither a verb nor a card, so nobody can tell what the clause was to be."""
    d.edit(deal, hand, "cards", lambda old: f"{d.rng.choice(BAD_CARDS)} {old.split()[1]}")
    d.mark("P005", deal, hand, "cards")
    return True


@kind("P006", "sales")
def a_price_of_the_bank_that_cannot_be_read(d: Draft) -> bool:
    deal = d.choose(deal for deal in d.session.deals if deal.price is not None)
    if deal is None:
        return False
    d.edit(deal, None, "price", lambda _: "a song")
    d.mark("P006", deal, None, "price")
    return True


@kind("P006", "shoot")
def a_kitty_that_cannot_be_read(d: Draft) -> bool:
    """Whatever hangs on it is open until it is written again."""
    deal = d.choose(deal for deal in d.session.deals if deal.write_kitty)
    if deal is None:
        return False
    d.edit(deal, None, "kitty", lambda _: "plenty")
    d.mark("P006", deal, None, "kitty")
    return True


@kind("P006")
def a_limit_that_cannot_be_read(d: Draft) -> bool:
    if d.rules["shoot"] and not d.session.kitty:
        return False
    d.edit(None, None, "stakes", lambda old: f"{{min: little, {old.split(', ')[1]}")
    d.mark("P006", None, None, "stakes", "little")
    return True


@hand_kind("P007")
def a_card_of_no_rank(d: Draft, deal: Deal, hand: Hand) -> bool:
    bad = d.rng.choice(BAD_CARDS)
    d.edit(deal, hand, "cards", lambda old: f"{old.split()[0]} {bad}")
    d.mark("P007", deal, hand, "cards", bad)
    return True


@hand_kind("P007")
def a_taken_card_of_no_rank(d: Draft, deal: Deal, hand: Hand) -> bool:
    if not hand.moves:
        return False
    d.edit(deal, hand, "third", lambda old: f"{old[: old.rindex(' ')]} 0h")
    d.mark("P007", deal, hand, "third", "0h")
    return True


@kind("P008")
def a_name_without_a_seat(d: Draft) -> bool:
    deal, hand = d.rng.choice([(deal, hand) for deal in d.session.deals for hand in deal.hands])
    d.edit(deal, hand, "key", lambda _: STRANGER)
    d.mark("P008", deal, hand, "key")
    return True


@kind("P009", plain=True)
def a_player_twice_in_a_deal(d: Draft) -> bool:
    deal, hand = d.rng.choice([(deal, hand) for deal in d.session.deals for hand in deal.hands])
    name = scalar(hand.player)
    again = Line(f"      {name}: bet {d.money(hand.stake)}")

    def repeat(order: list[Line]) -> None:
        lines = {at for key, (at, *_) in d.session.places.items() if key[0] == deal.no}
        last = max(at for at in lines)
        there = next(n for n, line in enumerate(order) if line.at == last)
        order.insert(there + 1, again)

    d.after.append(repeat)
    d.mark("P009", deal, None, "row")
    d.marks[-1].put, d.marks[-1].find, d.marks[-1].last = again, name, False
    return True


@kind("P009")
def a_seat_twice(d: Draft) -> bool:
    name = d.rng.choice(["Ann", "Bob", "Cat", "Dan"])
    if name not in d.session.seats:
        return False
    d.edit(None, None, "players", lambda old: f"{old[:-1]}, {name.upper()}]")
    d.mark("P009", None, None, "players", name.upper())
    return True


@kind("P009")
def a_label_twice(d: Draft) -> bool:
    if len(d.session.deals) < 2:
        return False
    one, other = sorted(d.rng.sample(range(len(d.session.deals)), 2))
    first, second = d.session.deals[one], d.session.deals[other]
    first.label = second.label = "the last but one"
    if str(second.no) in {deal.label for deal in d.session.deals}:
        return False
    d.mark("P009", second, None, "deal")
    d.marks[-1].label = str(second.no)
    return True


@kind("P010")
def the_banker_bets(d: Draft) -> bool:
    deal = d.choose(deal for deal in d.deals if deal.shown)
    if deal is None:
        return False
    bet = f"bet {d.money(100)}"
    d.edit(deal, deal.bank_hand, "cards", lambda old: f"{bet}, {old}")
    d.mark("P010", deal, deal.bank_hand, "cards", bet)
    return True


@kind("P010")
def nobody_holds_the_bank(d: Draft) -> bool:
    after_gaps = [deal for deal in d.session.deals if deal.gap]
    if not after_gaps:
        return False
    deal = d.rng.choice(after_gaps)
    deal.write_bank = False
    d.mark("P010", deal, None, "row", line_only=True)
    return True


@kind("P010", plain=True)
def nobody_holds_the_bank_at_first(d: Draft) -> bool:
    first = d.session.deals[0]
    first.write_bank = False

    def drop(order: list[Line]) -> None:
        at = d.session.places[0, None, 0, "bank"][0]
        order[:] = [line for line in order if line.at != at]

    d.after.append(drop)
    d.mark("P010", first, None, "row", line_only=True)
    return True
