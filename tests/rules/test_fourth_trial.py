"""What players found at the table the fourth time: shoot results without a bet, stakes in a lump, two banks.

In: small records, what is wrong in them marked. Out: the findings that the rulebook asks for, at the marks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import pontoon_ledger as pontoon
from rules.records import (
    balances,
    codes,
    deal,
    due,
    finding,
    hand_of,
    hands,
    head,
    judge,
    judge_each,
    marked,
    spots,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SHOOT = "{base: pagat, shoot: true}"
K17 = "Ann: Kh 7d, stick"
NINETEEN = "bet .20, 9c Td, stick, won .20"
SEVENTEEN = "bet .20, 7c Td, stick, lost .20"


def found_at_the_marks(texts: Mapping[str, list[str]]) -> None:
    """Each text, by its marks, has just these codes at just these places."""
    parted = [marked(text) for text in texts]
    for (_, places), told, audit in zip(
        parted, texts.values(), judge_each(text for text, _ in parted), strict=True
    ):
        assert spots(audit) == [(code, *place) for code, place in zip(told, places, strict=True)]


def shot(row: str, bank: str = K17) -> str:
    return deal(f"Bob: {row}", bank, rules=SHOOT, fields="kitty: 1.00")


def test_7_7_a_shoot_result_without_its_bet_is_told_and_counts_as_written() -> None:
    found_at_the_marks(
        {
            shot(f"{NINETEEN}, «shoot won .10»"): ["P303"],
            shot(f"{NINETEEN}, «shoot won 9.00»"): ["P303"],
            shot(f"{SEVENTEEN}, «shoot lost .10»"): ["P303"],
            shot("bet .20, 9c x, stick, «won .20», shoot won .10"): ["P303"],
            deal(f"Bob: {NINETEEN}, «shoot won .10»", K17): ["P507"],
        }
    )
    audit = judge(shot(f"{NINETEEN}, shoot won .10"))
    assert finding(audit, "P303")["message"] == (
        "the shoot bet of Bob cannot be verified: not written is the bet; due is won 0.01 or better"
    )
    assert balances(audit) == {"Ann": -30, "Bob": 30}
    assert hand_of(audit, 1, "Bob")["shoot_recorded"] == 10
    assert audit.sessions.select("judged", "undecided").row(0) == (0, 1)


def test_7_7_a_shoot_result_to_the_wrong_side_is_wrong_whatever_was_bet() -> None:
    found_at_the_marks(
        {
            shot(f"{NINETEEN}, «shoot lost .10»"): ["P504"],
            shot(f"{NINETEEN}, «shoot push»"): ["P504"],
            shot(f"{SEVENTEEN}, «shoot won .10»"): ["P504"],
            shot("bet .20, 9c Td, twist 5s, bust, lost .20, «shoot won .10»"): ["P504"],
        }
    )
    better, worse = judge_each([shot(f"{NINETEEN}, shoot lost .10"), shot(f"{SEVENTEEN}, shoot won .10")])
    assert finding(better, "P504")["message"].endswith("but the hand is better than the bank's")
    assert finding(worse, "P504")["message"].endswith("but the hand is not better than the bank's")


def test_7_7_the_bank_has_no_result_of_shooting() -> None:
    found_at_the_marks({shot(NINETEEN, f"{K17}, «shoot lost .10»"): ["P005"]})


def test_7_10_what_all_sums_up_over_an_open_shoot_bet_is_not_held_against_the_banks_result() -> None:
    row = "bet .20, shoot .30, 9c x, stick, all lost .50"
    assert codes(judge(shot(row, f"{K17}, won .20"))) == ["P303"]
    assert codes(judge(shot(row, f"{K17}, won .60"))) == ["P303", "P602"]
    known = "bet .20, shoot .30, 7c Td, stick, all lost .50"
    assert codes(judge(shot(known, f"{K17}, won .20"))) == []
    assert codes(judge(shot(known, f"{K17}, won .50"))) == ["P602"]


def staked(amount: str, rest: str, rules: str = "pagat") -> str:
    return deal(f"Bob: bet .20, «staked {amount}», {rest}", K17, rules=rules)


def fits(amount: str, rest: str, rules: str = "pagat") -> str:
    return marked(staked(amount, rest, rules))[0]


def test_1_3_a_pontoon_has_two_cards_and_stakes_no_more_than_the_bet() -> None:
    texts = {staked("0.60", f"{cards}pontoon, won 1.20"): ["P205"] for cards in ("", "Ac Kd, ")}
    found_at_the_marks(texts)
    assert finding(judge(next(iter(texts)).replace("«", "").replace("»", "")), "P205")["expected"] == "0.20"
    assert codes(judge(fits("0.20", "pontoon, won .40"))) == []


def test_3_3_a_card_costs_the_stake_at_least_also_where_all_is_staked_in_a_lump() -> None:
    found_at_the_marks(
        {
            staked("0.30", "stick 18, won .30"): ["P205"],
            staked("0.39", "stick 18, won .39"): ["P205"],
            staked("0.30", "9c 5d 4h, stick, won .30"): ["P205"],
            staked("0.30", "bust, lost .30"): ["P205"],
            staked("0.30", "5c 4d, 4h, 5h, stick, won .30"): ["P205"],
        }
    )
    right = [
        fits("0.20", "stick 18, won .20"),
        fits("0.40", "stick 18, won .40"),
        fits("0.75", "stick 18, won .75"),
        fits("0.45", "9c 5d, buy 4h, stick, won .45"),
        fits("0.40", "9c 5d 4h, stick, won .40"),
        fits("0.20", "bust, lost .20"),
        deal("Bob: staked .30, stick 18, won .30", K17),
    ]
    assert [codes(audit) for audit in judge_each(right)] == [[]] * len(right)
    assert finding(judge(fits("0.30", "bust, lost .30")), "P205")["expected"] == "0.20 or 0.40 to 1.40"


@pytest.mark.parametrize(
    ("rest", "most"),
    [("stick 18, won", "1.00"), ("bust, lost", "1.40"), ("five-card trick, won", "1.40")],
)
def test_3_6_a_hand_that_stuck_has_four_cards_at_most(rest: str, most: str) -> None:
    over = f"{float(most) + 0.01:.2f}"
    amount = 2 * float(most) if "trick" in rest else float(most)
    assert codes(judge(fits(most, f"{rest} {amount:.2f}"))) == []
    found_at_the_marks({staked(over, f"{rest} {(2 if 'trick' in rest else 1) * float(over):.2f}"): ["P205"]})


def test_8_three_sevens_are_three_cards_and_pay_on_one_bought_card_at_most() -> None:
    texts = {
        deal(f"Bob: bet .10, {ending}«won {paid}»", K17, rules="school"): [code]
        for ending, paid, code in (
            ("", "1.50", "P301"),
            ("", "1.40", "P303"),
            ("stick 21, ", "1.50", "P301"),
            ("stick 21, ", "0.90", "P303"),
        )
    }
    found_at_the_marks(texts)
    sevens = deal("Bob: bet .10, 7c 7d, buy .20 7h, stick, won .90", "Ann: Kh 6d, stick", rules="school")
    assert (due(judge(sevens), 1, "Bob"), codes(judge(sevens))) == (90, [])


def test_2_4_an_ending_against_the_cards_under_a_shown_pontoon_is_one_finding() -> None:
    bank = "Ann: Ac Kd, pontoon"
    found_at_the_marks(
        {
            deal("Bob: bet .05, Js 7h, «bust», lost .10", bank): ["P210"],
            deal("Bob: bet .05, Js 7h, «stick», lost .10", bank): ["P212"],
            deal("Bob: bet .05, 5s 7h, «twist 3h», «bust», lost .10", bank): ["P212", "P210"],
        }
    )


def test_1_5_a_second_hand_of_the_bank_is_told_and_none_of_them_judges_the_players() -> None:
    row = "Bob: bet .20, 5c Td, twist 3h, stick, lost .20"
    again = f"Ann:\n        - {K17[5:]}\n        - «Kd 9d, stick»"
    found_at_the_marks({deal(row, again): ["P009"], deal(row.replace("lost", "won"), again): ["P009"]})
    split = f"Ann:\n        - {K17[5:]}\n        - «split .20», Kd 9d, stick"
    found_at_the_marks({deal(row, split): ["P005"]})


def test_1_5_the_bank_is_told_twice_where_one_row_names_it_and_one_the_banker(tmp_path: Path) -> None:
    table = tmp_path / "evening.csv"
    row = '1,Bob,Ann,"bet 0.20, 5c Td, twist 3h, stick, won 0.20"\n'
    for first, second in (("bank", "Ann"), ("Ann", "bank")):
        table.write_text(
            f'deal,player,bank,play\n{row}1,{first},,"Kh 7d, stick"\n1,{second},,"Kd 9d, stick"\n'
        )
        audit = pontoon.audit(pontoon.read(table))
        assert (codes(audit), finding(audit, "P009")["line"]) == (["P009"], 4)


def kitty_tallies(*banks: str) -> str:
    """Three deals in which Bob wins 0.20 each, and 0.30 by shooting in the first; Ann's running totals."""
    first = "Bob: bet .20, shoot .30, 9c Td, stick, won .20, shoot won .30"
    cards = (
        (first, "Kh 7d"),
        ("Bob: bet .20, 9h Ts, stick", "Kc 7c"),
        ("Bob: bet .20, 9s Th, stick", "Ks 7s"),
    )
    deals = [
        hands(row, f"Ann: {bank}, stick", fields=f"tally: {{Bob: {bob}, Ann: {ann}}}")
        for (row, bank), bob, ann in zip(cards, ("0.50", "0.70", "0.90"), banks, strict=True)
    ]
    deals[0] = deals[0].replace("  - tally", "  - kitty: 1.00\n    tally")
    return head(SHOOT) + "".join(deals)


def test_7_1_a_bankers_tally_may_count_the_kitty_or_leave_it_out() -> None:
    counted, apart = kitty_tallies("-0.50", "-0.70", "-0.90"), kitty_tallies("-1.20", "-1.40", "-0.90")
    wrong = kitty_tallies("-0.50", "«-0.71»", "-0.90"), kitty_tallies("«-1.50»", "-1.70", "«-1.10»")
    found_at_the_marks({counted: [], apart: [], wrong[0]: ["P603"], wrong[1]: ["P603", "P603"]})


def test_5_a_play_of_nothing_is_told_where_it_would_stand() -> None:
    audit = judge(head() + "  - hands:\n      Bob:\n      Ann: Kh 7d, stick\n")
    assert spots(audit) == [("P303", 6, 7, 8)]


@pytest.mark.parametrize("order", ["", "order: unknown"])
def test_7_2_where_a_bet_is_not_written_nobody_can_say_that_another_was_over_the_kitty(order: str) -> None:
    untold = "Bob: bet .20, 9c Td, twist 5s, bust, lost .20, shoot lost .50"
    over = "Cat: bet .20, 9h 3c, twist 2d, shoot 1.10, twist 2s, stick"
    known = untold.replace("bet .20,", "bet .20, shoot .50,")
    texts = [deal(bob, over, K17, rules=SHOOT, fields="kitty: 1.00", extra=order) for bob in (untold, known)]
    assert [codes(audit).count("P502") for audit in judge_each(texts)] == [0, 0]
    alone = deal(over, K17, rules=SHOOT, fields="kitty: 1.00", extra=order)
    assert codes(judge(alone)).count("P502") == 1
