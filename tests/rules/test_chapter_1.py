"""Chapter 1: cards, totals, the order of the hands, seats.

In: records of single deals. Out: totals, classes and who is paid.
"""

# ruff: noqa: N802 - tests carry the names of codes and examples

from __future__ import annotations

import pytest

from rules.records import codes, deal, due, dues, hand_of, hands, head, judge, series

# cards of a hand -> its best total not above 21, None where it has bust
TOTALS = {
    "K Q": 20,
    "J T": 20,
    "10 9": 19,
    "9 8": 17,
    "7 6": 13,
    "5 4": 9,
    "3 2": 5,
    "A 2": 13,
    "A 9": 20,
    "A A": 12,
    "A A, twist 9": 21,
    "A A, twist K": 12,
    "A A, twist A": 13,
    "A 5, twist 5": 21,
    "A 5, twist 6": 12,
    "A 9, twist 2": 12,
    "A A, twist A, twist 8": 21,
    "A A, twist A, twist 9": 12,
    "K 5, twist 6": 21,
    "K 5, twist A, twist 5": 21,
    "K 5, twist 7": None,
    "K Q, twist 2": None,
    "K Q, twist A": 21,
}


def test_1_2_a_hand_counts_its_best_total_not_above_21() -> None:
    audit = judge(series(*[(cards, "K 7, stick") for cards in TOTALS]))
    totals = audit.hands.filter(audit.hands["player"] == "Bob").select("total", "class").rows()
    for (cards, total), (found, kind) in zip(TOTALS.items(), totals, strict=True):
        assert kind == ("bust" if total is None else str(total)), cards
        assert total is None or found == total, cards


def test_1_1_suits_never_matter_and_may_be_written_in_any_way() -> None:
    plays = ["Th 9c, stick", "10H 9C, stick", "T♥ 9♣, stick", "t♡ 9♧, stick", "T 9, stick"]
    audit = judge(series(*[(play, "Kd 7d, stick") for play in plays]))
    assert dues(audit) == [20] * len(plays)
    assert codes(audit) == []


def test_1_1_a_card_twice_of_one_pack() -> None:
    rows = ("Bob: bet 0.20, Kh 9c, stick", "Ann: Kh 7d, stick")
    assert codes(judge(deal(*rows))) == ["P101"]
    assert codes(judge(deal(*rows, rules="{packs: 2}"))) == []


def test_1_1_the_same_card_in_two_deals_is_no_P101() -> None:
    again = hands("Bob: bet 0.20, Kh 9c, stick", "Ann: Kd 7d, stick")
    shuffled = hands("Bob: bet 0.20, Kh 9c, stick", "Ann: Kd 7d, stick", fields="shuffled: true")
    assert codes(judge(head("{shuffle_after: every_deal}") + again + shuffled)) == []


HANDS = {
    "pontoon": "A K",
    "five-card trick": "5 2, twist 3, twist 4, twist A",
    "21": "9 8, twist 4",
    "20": "9 A, stick",
    "19 in four": "5 4, twist 7, twist 3, stick",
    "16": "9 6, twist A, stick",
}


@pytest.fixture(scope="module", name="met")
def _met() -> list[int | None]:
    """What each hand is due against each, without peek so that every pair can meet."""
    rows = [
        (mine, theirs.replace(", twist", "").replace("stick", ""))
        for mine in HANDS.values()
        for theirs in HANDS.values()
    ]
    return dues(judge(series(*rows, peek=False)))


def test_1_3_the_better_hand_wins_and_the_bank_takes_ties(met: list[int | None]) -> None:
    for i, mine in enumerate(HANDS):
        for j, theirs in enumerate(HANDS):
            amount = met[i * len(HANDS) + j]
            assert amount is not None
            assert (amount > 0) == (i < j), (mine, theirs)


def test_1_3_a_pontoon_has_exactly_two_cards() -> None:
    audit = judge(
        series(("A 5, twist 5", "K 9 2"), ("A K", "K 9 2"), ("A T", "K 9 2"), ("9 A, twist A", "K 9 2"))
    )
    assert dues(audit) == [-20, 40, 40, -20]


def test_1_3_five_cards_over_21_are_bust() -> None:
    audit = judge(deal("Bob: bet 0.20, 5 4, twist 3, twist 2, twist 8, bust", "Ann: K 7, stick"))
    assert hand_of(audit, 1, "Bob")["class"] == "bust"
    assert due(audit, 1, "Bob") == -20


def test_1_4_a_player_may_sit_a_deal_out() -> None:
    text = head() + hands("Bob: bet 0.20, T 9, stick", "Ann: K 7, stick")
    audit = judge(text + hands("Cat: bet 0.20, T 9, stick", "Ann: K 7, stick"))
    assert codes(audit) == []
    assert dues(audit, "Dan") == []


def test_1_5_the_banker_plays_each_hand_separately() -> None:
    rows = ("Bob: bet 0.20, T 9, stick", "Cat: bet 0.30, T 6, stick", "Dan: bet 0.50, A J", "Ann: K 7, stick")
    audit = judge(deal(*rows))
    assert [due(audit, 1, name) for name in ("Bob", "Cat", "Dan")] == [20, -30, 100]
