"""What is due, chapters 5, 7 and 8: records that tell the program from one with a small thing wrong.

In: small records, each of which a mutant of the code judged otherwise. Out: what the rulebook says of them.
"""

from __future__ import annotations

import pytest
from rules.records import codes, deal, debt, due, finding, hands, head, judge

K17 = "Ann: Kh 7d, stick"
SHOOT = "{base: pagat, shoot: true}"


def test_5_a_pontoon_without_its_cards_is_paid_on_its_stake() -> None:
    audit = judge(deal("Bob: bet 0.20, pontoon", K17))
    assert (codes(audit), due(audit, 1, "Bob")) == ([], 40)


def test_8_a_seven_with_two_unknown_cards_may_be_three_sevens_or_a_plain_21() -> None:
    audit = judge(deal("Bob: bet 0.20, 7h x, twist x, stick 21", K17, rules="{royal: true}"))
    assert (codes(audit), due(audit, 1, "Bob")) == (["P303"], None)
    assert finding(audit, "P303")["expected"] == "between won 0.20 and won 0.60"


def test_8_two_sevens_and_an_unknown_card_that_make_21_are_three_sevens() -> None:
    audit = judge(deal("Bob: bet 0.20, 7h 7c, twist x, stick 21", K17, rules="{royal: true}"))
    assert (codes(audit), due(audit, 1, "Bob")) == ([], 60)


def test_3_3_a_fifth_card_without_its_price_cost_the_stake_at_least() -> None:
    audit = judge(deal("Bob: bet 0.20, 2c 2d, buy 0.30 2h, buy 0.30 3c, buy 4s, five", K17))
    assert finding(audit, "P303")["expected"] == "between won 2.00 and won 2.20"


def test_5_only_what_is_not_written_is_named_as_missing() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 8c, stick", "Ann: x 7d, stick"))
    assert finding(audit, "P303")["message"] == (
        "the payout of Bob cannot be verified: not written is the bank's cards; "
        "due is between lost 0.20 and won 0.20"
    )


def test_7_7_a_shoot_bet_paid_wrongly_names_the_debt() -> None:
    audit = judge(
        deal(
            "Bob: bet 0.20, shoot 0.50, Th 9c, stick, shoot won 0.30", K17, rules=SHOOT, fields="kitty: 1.00"
        )
    )
    assert codes(audit) == ["P504"]
    at = finding(audit, "P504")
    assert at["message"] == ("the shoot bet of Bob won 0.30, but won 0.50 is due: Ann owes Bob 0.20")
    assert (at["expected"], debt(audit, "P504")) == ("won 0.50", ("Ann", "Bob", 20))


def test_8_a_king_a_seven_and_a_card_that_nobody_noted_are_no_three_sevens() -> None:
    audit = judge(deal("Bob: bet 0.20, Ks x, twist 7c, stick 21", K17, rules="{royal: true}"))
    assert (codes(audit), due(audit, 1, "Bob")) == ([], 20)


def test_3_3_a_fourth_card_dearer_than_the_third_may_be_the_stake_that_nobody_noted() -> None:
    limits = "stakes: {min: 0.10, max: 1.00}"
    audit = judge(deal("Bob: Ks 2d, buy 0.20 3c, buy 0.50 2h, stick", K17, extra=limits))
    assert codes(audit) == ["P303"]
    told = judge(deal("Bob: bet 0.20, Ks 2d, buy 0.20 3c, buy 0.50 2h, stick", K17, extra=limits))
    assert codes(told) == ["P205"]


def test_3_4_a_fifth_card_of_which_nobody_noted_how_it_came_was_bought_or_twisted() -> None:
    bought = judge(deal("Bob: bet 0.20, 2h 3h, buy 0.20 2c, buy 0.20 3c, 4d, five", K17))
    assert finding(bought, "P303")["expected"] == "between won 1.20 and won 1.60"
    twisted = judge(deal("Bob: bet 0.20, 2h 3h, twist 2c, 3c, 4d, five", K17))
    assert (codes(twisted), due(twisted, 1, "Bob")) == ([], 40)


def test_5_a_payment_outside_what_is_open_is_told_the_range() -> None:
    audit = judge(deal("Bob: bet 0.20, Th x, stick, won 0.90", K17))
    at = "Bob won 0.90, but what is due lies between lost 0.20 and won 0.40"
    assert finding(audit, "P301")["message"] == at


def test_5_a_push_is_written_as_a_push() -> None:
    due_push = judge(deal("Bob: bet 0.20, Th 7c, stick, won 0.20", K17, rules="{ties: push}"))
    assert finding(due_push, "P301")["expected"] == "push"
    paid_push = judge(deal("Bob: bet 0.20, Th 9c, stick, push", K17))
    assert finding(paid_push, "P301")["found"] == "push"


def test_5_amounts_of_money_with_one_decimal_are_told_as_they_are() -> None:
    money = "currency: {code: XYZ, decimals: 1}"
    audit = judge(deal("Bob: bet 1.5, Th 9c, stick, won 1.0", K17, extra=money))
    assert finding(audit, "P301")["message"] == "Bob won 1.0, but won 1.5 is due: Ann owes Bob 0.5"


def test_7_3_a_shoot_bet_too_many_is_told_from_one_at_the_wrong_time() -> None:
    play = "Bob: bet 0.20, Th 3c, {}twist 2d, {}twist 2s, stick"
    twice = judge(deal(play.format("", "shoot 0.10, shoot 0.10, "), K17, rules=SHOOT, fields="kitty: 1.00"))
    assert finding(twice, "P503")["message"] == "Bob placed a second shoot bet at one place"
    early = judge(deal(play.format("shoot 0.10, ", ""), K17, rules=SHOOT, fields="kitty: 1.00"))
    at = "Bob placed a shoot bet at the wrong time, with 2 cards on the table"
    assert finding(early, "P503")["message"] == at


def test_7_2_a_shoot_bet_over_the_kitty_is_no_fault_in_a_void_deal() -> None:
    play = ("Bob: bet 0.20, shoot 0.20, Th 9c, stick", K17)
    assert codes(judge(deal(*play, rules=SHOOT, fields="kitty: 0.10"))) == ["P502"]
    assert codes(judge(deal(*play, rules=SHOOT, fields="kitty: 0.10\nvoid: misdeal"))) == []


def test_7_8_what_was_left_in_the_kitty_is_named() -> None:
    first = hands("Bob: bet 0.20, shoot 0.20, Th 9c, stick", K17, fields="kitty: 1.00")
    taken = hands("Bob: bet 0.20, 8h 9d, stick", "Ann: Kc 7s, stick", fields="kitty: 0.50")
    at = finding(judge(head(SHOOT) + first + taken), "P505")
    assert at["message"] == (
        "the kitty is written as 0.50, but 0.80 was left in it: nothing may be taken out"
    )
    assert at["expected"] == "0.80 or more"


def test_7_3_a_shoot_bet_before_the_third_card_is_at_the_wrong_time_on_a_short_hand_too() -> None:
    play = "Bob: bet 0.20, Th 3c, shoot 0.10, twist 4d, stick"
    early = judge(deal(play, K17, rules=SHOOT, fields="kitty: 1.00"))
    at = "Bob placed a shoot bet at the wrong time, with 2 cards on the table"
    assert finding(early, "P503")["message"] == at


def test_7_2_a_bet_over_the_kitty_is_found_where_no_hand_is_without_one() -> None:
    audit = judge(deal("Bob: bet 0.20, shoot 0.20, Th 9c, stick", rules=SHOOT, fields="kitty: 0.10"))
    assert "P502" in codes(audit)


def test_7_6_what_the_kitty_lacked_is_made_good_and_leaves_it_empty() -> None:
    first = hands("Bob: bet 0.20, shoot 0.50, Th 9c, stick", K17, fields="kitty: 0.20")
    then = hands("Bob: bet 0.20, 8h 9d, stick", "Ann: Kc 7s, stick")
    assert codes(judge(head(SHOOT) + first + then)) == ["P502", "P506"]


def test_7_1_a_kitty_with_one_limit_is_told_that_limit() -> None:
    for limit, kitty, told in (("min: 0.50", "0.20", "0.50 or more"), ("max: 0.50", "0.80", "0.50 or less")):
        play = ("Bob: bet 0.20, Th 9c, stick", K17)
        audit = judge(deal(*play, rules=SHOOT, extra=f"kitty: {{{limit}}}", fields=f"kitty: {kitty}"))
        assert finding(audit, "P501")["expected"] == told


def test_5_nothing_due_is_told_as_nothing() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 7c, stick, won 0.20", K17, rules="{ties: push}"))
    assert finding(audit, "P301")["message"] == "Bob won 0.20, but nothing is due: Bob owes Ann 0.20"


def test_8_what_is_due_without_a_stake_has_one_end_or_none() -> None:
    lost = judge(deal("Bob: Th 6c, stick", K17))
    assert finding(lost, "P303")["expected"] == "lost 0.01 or worse"
    won = judge(deal("Bob: Th 9c, stick", K17))
    assert finding(won, "P303")["expected"] == "won 0.01 or better"
    either = judge(deal("Bob: Th 6c, stick", "Ann: x 7d, stick"))
    assert finding(either, "P303")["expected"] == "any amount"


def test_5_4_a_second_waiver_of_a_deal_that_changes_nothing_is_found() -> None:
    play = ("Bob: bet 0.20, Th 9c, stick, won 0.50", K17)
    audit = judge(deal(*play, fields="waive: {P301: a birthday, P302: another}"))
    assert sorted(codes(audit)) == ["P301", "P304"]


MISSING = "the payout of Bob cannot be verified: not written is {}; due is {}"
SAID = [
    ("bet 0.20, Th x, stick", K17, MISSING.format("a card of the hand", "between lost 0.20 and won 0.40")),
    (
        "bet 0.20, stick",
        "Ann: Kh 9d, stick",
        MISSING.format(
            "the cards of the hand, what the further cards cost", "between lost 1.00 and won 1.00"
        ),
    ),
    ("Th 9c, stick", K17, MISSING.format("the stake", "won 0.01 or better")),
    ("Th 6c, stick", K17, MISSING.format("the stake", "lost 0.01 or worse")),
]


@pytest.mark.parametrize(("bob", "ann", "message"), SAID)
def test_5_what_is_missing_and_what_is_due_are_told_apart(bob: str, ann: str, message: str) -> None:
    audit = judge(deal(f"Bob: {bob}", ann))
    assert (codes(audit), finding(audit, "P303")["message"]) == (["P303"], message)


@pytest.mark.parametrize(("paid", "code"), [("won 0.20", "P301"), ("lost 0.20", "P301"), ("push", None)])
def test_5_a_payment_of_a_push_is_to_no_wrong_side(paid: str, code: str | None) -> None:
    audit = judge(deal(f"Bob: bet 0.20, Th 7c, stick, {paid}", K17, rules="{ties: push}"))
    assert codes(audit) == ([code] if code else [])
    if code:
        said = paid.replace("won", "Bob won").replace("lost", "Bob lost")
        owes = "Bob owes Ann" if "won" in paid else "Ann owes Bob"
        assert finding(audit, code)["message"] == f"{said}, but nothing is due: {owes} 0.20"


def test_5_a_payment_that_no_stake_comes_to_is_told_so() -> None:
    limits = "stakes: {min: 0.10, max: 1.00}"
    even, odd = (
        judge(deal(f"Bob: 9h 8d, lost {paid}", "Ann: Ah Kd, pontoon", extra=limits))
        for paid in ("0.26", "0.25")
    )
    assert (codes(even), codes(odd)) == (["P303"], ["P301"])
    assert (
        finding(odd, "P301")["message"]
        == "Bob lost 0.25, but no hand that fits what is written comes to that"
    )


def test_7_7_a_shoot_bet_on_a_hand_that_only_ties_at_best_is_lost() -> None:
    rules = "{base: pagat, shoot: true, ties: push}"
    for paid, told in (("shoot lost 0.50", []), ("shoot won 0.50", ["P504"])):
        play = f"Bob: bet 0.20, shoot 0.50, Th x, stick 17, push, {paid}"
        assert codes(judge(deal(play, K17, rules=rules, fields="kitty: 1.00"))) == told


def test_3_3_a_fourth_card_without_its_price_may_have_cost_what_lies_between() -> None:
    play = "Bob: bet 0.10, 2c 3d, 4h, buy {}6s, stick, won {}"
    known, open_ = (
        judge(deal(play.format(*told), "Ann: Kh 3s, stick")) for told in (("0.10 ", "0.25"), ("", "0.27"))
    )
    assert (codes(known), codes(open_)) == (["P301"], ["P303"])


def test_6_4_a_price_at_the_start_where_nobody_holds_the_bank_buys_it_of_nobody() -> None:
    rows = ("Bob: bet 0.20, Th 9c, stick", K17)
    text = head().replace("bank: Ann\n", "")
    assert "bank:" not in text
    audit = judge(text + hands(*rows, fields="price: 1.00"))
    assert codes(audit) == ["P010"]
    assert codes(judge(head() + hands(*rows, fields="price: 1.00"))) == ["P404"]


@pytest.mark.parametrize(("paid", "debtor"), [("0.19", "Ann owes Bob"), ("0.21", "Bob owes Ann")])
def test_5_a_penny_too_little_or_too_much_has_its_debtor(paid: str, debtor: str) -> None:
    audit = judge(deal(f"Bob: bet 0.20, Th 9c, stick, won {paid}", K17))
    assert finding(audit, "P301")["message"] == f"Bob won {paid}, but won 0.20 is due: {debtor} 0.01"


def test_8_agreed_changes_nothing_where_nothing_is_paid_and_something_where_it_is_open() -> None:
    unpaid, open_ = (
        judge(deal(f"Bob: bet 0.20, Th {rest}, agreed", K17)) for rest in ("9c, stick", "x, stick, won 0.20")
    )
    assert codes(unpaid) == ["P304"]
    assert list(open_.findings.select("code", "waived").iter_rows()) == [("P303", "agreed")]


def test_2_4_a_bank_that_may_be_a_pontoon_takes_two_stakes_of_the_stake_that_was_laid() -> None:
    twice, other = (
        judge(deal(f"Bob: bet 0.20, Th 9c, lost {paid}", "Ann: Ah x")) for paid in ("0.40", "0.30")
    )
    assert "P301" not in codes(twice)
    assert (
        finding(other, "P301")["message"]
        == "Bob lost 0.30, but no hand that fits what is written comes to that"
    )
