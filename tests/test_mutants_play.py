"""The play and the bank's turn, chapters 3 and 4: records that a program with a mistake judges otherwise.

In: small records, each of which a mutant of the code judged otherwise. Out: what the rulebook says of them.
"""

from __future__ import annotations

from rules.records import balances, codes, deal, due, finding, judge

DRAWS = "{banker_draws_below: 16}"


def test_2_1_a_bet_under_the_least_stake_is_told_that_stake() -> None:
    limits = "stakes: {min: 0.10, max: 1.00}"
    audit = judge(deal("Bob: bet 0.05, Th 9c, stick", "Ann: Kh 7d, stick", extra=limits))
    assert finding(audit, "P201")["message"] == "Bob bet 0.05, under the least stake of 0.10"


def test_3_7_a_card_after_a_bust_and_one_on_21_are_told_apart() -> None:
    bust = judge(deal("Bob: bet 0.20, Th 6c, twist 9d, twist 2s, bust", "Ann: Kh 7d, stick"))
    assert finding(bust, "P203")["message"] == "Bob took a fourth card after going bust"
    full = judge(deal("Bob: bet 0.20, Th 6c, twist 5d, twist 2s, bust", "Ann: Kh 7d, stick"))
    assert finding(full, "P203")["message"] == "Bob took a fourth card on 21"


def test_4_1_a_bank_that_stuck_without_cards_has_what_it_had_to_draw_to() -> None:
    lost = judge(deal("Bob: bet 0.20, Th 6c, stick", "Ann: stick", rules=DRAWS))
    assert (codes(lost), due(lost, 1, "Bob")) == ([], -20)
    either = judge(deal("Bob: bet 0.20, Th 7c, stick", "Ann: stick", rules=DRAWS))
    assert finding(either, "P303")["expected"] == "between lost 0.20 and won 0.20"


def test_2_1_what_a_shared_seat_was_paid_is_split_evenly_though_it_sat_out() -> None:
    players = "Ann, Bob, {name: Sue+Tom, for: [Sue, Tom]}"
    paid = "payments:\n  - {from: Ann, to: Sue+Tom, amount: 0.03}"
    rows = ("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick")
    left = balances(judge(deal(*rows, players=players, extra=paid)))
    assert (left["Ann"], left["Bob"], left["Sue"], left["Tom"]) == (-17, 20, -2, -1)


def test_2_1_a_card_past_a_full_hand_is_no_fault_in_a_void_deal() -> None:
    play = ("Bob: bet 0.20, Th Ac, twist 8d, stick", "Ann: Kh 7d, stick")
    assert codes(judge(deal(*play))) == ["P203"]
    assert codes(judge(deal(*play, fields="void: misdeal"))) == []


def test_3_7_a_bust_may_say_all_that_its_unknown_card_can_make_it() -> None:
    assert codes(judge(deal("Bob: bet 0.20, Ks 5d, twist x, bust 25", "Ann: Kh 7d, stick"))) == []
    assert codes(judge(deal("Bob: bet 0.20, Ks 5d, twist x, bust 26", "Ann: Kh 7d, stick"))) == ["P210"]


def test_3_6_sticking_on_four_is_too_low_but_a_total_that_can_be() -> None:
    assert "P210" not in codes(judge(deal("Bob: bet 0.20, stick 4", "Ann: Kh 7d, stick")))
    assert "P210" in codes(judge(deal("Bob: bet 0.20, stick 3", "Ann: Kh 7d, stick")))


def test_4_1_the_banker_need_not_draw_where_the_option_is_0() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 7c, stick", "Ann: 9h 2d, stick", rules="{banker_draws_below: 0}"))
    assert (codes(audit), due(audit, 1, "Bob")) == ([], 20)


def test_3_a_hand_that_came_to_something_else_is_told_what_it_wrote() -> None:
    for ending, told in (("stick 18", "stick 18"), ("bust 23", "bust 23"), ("five", "five-card trick")):
        audit = judge(deal(f"Bob: bet 0.20, Th 9c, {ending}", "Ann: Kh 7d, stick"))
        assert finding(audit, "P210")["message"] == f"Bob wrote {told}, but Th 9c come to 19"


def test_2_1_where_there_is_a_least_stake_alone_a_bet_is_under_it() -> None:
    audit = judge(deal("Bob: bet 0.05, Th 9c, stick", "Ann: Kh 7d, stick", extra="stakes: {min: 0.10}"))
    assert finding(audit, "P201")["message"] == "Bob bet 0.05, under the least stake of 0.10"


def test_3_6_who_stuck_too_low_is_told_on_what() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 4c, stick", "Ann: Kh 7d, stick"))
    assert finding(audit, "P202")["message"] == "Bob stuck on 14, which is less than 15"


def test_3_7_a_third_card_on_a_pontoon_is_told_from_one_on_21() -> None:
    audit = judge(deal("Bob: bet 0.20, Th Ac, twist 8d, stick", "Ann: Kh 7d, stick"))
    assert finding(audit, "P203")["message"] == "Bob took a third card on a pontoon"
