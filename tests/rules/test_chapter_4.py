"""Chapter 4: the banker's turn.

In: records of single deals. Out: findings and dues.
"""

from __future__ import annotations

import pytest

from rules.records import codes, deal, due, judge

BOB = "Bob: bet 0.20, Tc 9c, stick"


@pytest.mark.parametrize("bank", ["2h 3d", "2h 3d, stick", "Kh 2d, stick 12", "Kh 6d 4d, stick"])
def test_4_1_the_banker_may_stay_on_any_total(bank: str) -> None:
    assert codes(judge(deal(BOB, f"Ann: {bank}"))) == []


def test_4_1_the_banker_takes_his_cards_for_nothing() -> None:
    audit = judge(deal(BOB, "Ann: 2h 3d 4d 5d 6d"))
    assert codes(audit) == []
    assert due(audit, 1, "Bob") == -40


def test_4_1_five_cards_end_the_bankers_hand() -> None:
    audit = judge(deal(BOB, "Ann: 2h 3d 4d 5d 6d Kd"))
    assert codes(audit) == ["P203"]
    assert due(audit, 1, "Bob") == -40


def test_4_1_no_card_at_21_for_the_banker() -> None:
    assert codes(judge(deal(BOB, "Ann: Kh 5d 6d Ad"))) == ["P203"]
    assert codes(judge(deal(BOB, "Ann: Ah 4d 6d Ad, stick"))) == ["P203"]


@pytest.mark.parametrize(
    "bank", ["Kh 5d, buy 0.20 2d, stick", "split 0.20, Kh 7d, stick", "burn 9h 4d, Kh 7d, stick"]
)
def test_4_1_the_banker_never_buys_splits_or_burns(bank: str) -> None:
    audit = judge(deal(BOB, f"Ann: {bank}", rules="{burn: 13}"))
    assert codes(audit) == ["P005"]


@pytest.mark.parametrize(
    ("bank", "below"), [("Kh 5d", 16), ("5h Ad 9d", 16), ("Kh 6d", 17), ("Ah 4d, stick", 17)]
)
def test_4_1_must_draw_below_the_limit(bank: str, below: int) -> None:
    assert codes(judge(deal(BOB, f"Ann: {bank}", rules=f"{{banker_draws_below: {below}}}"))) == ["P213"]


@pytest.mark.parametrize(
    ("bank", "below"), [("Kh 6d", 16), ("Kh 7d", 17), ("Kh 6d 2d", 17), ("Kh 6d 9d", 17), ("Ah 6d", 17)]
)
def test_4_1_free_from_the_limit_on(bank: str, below: int) -> None:
    assert codes(judge(deal(BOB, f"Ann: {bank}", rules=f"{{banker_draws_below: {below}}}"))) == []


def test_4_2_the_banker_need_not_play_when_every_hand_has_bust() -> None:
    rows = ("Bob: bet 0.20, Tc 6c, twist 9c, bust", "Cat: bet 0.20, Td 6d, buy 0.20 9d, bust")
    for bank in ((), ("Ann: Kh 2h",)):
        audit = judge(deal(*rows, *(row for row in bank), rules="{banker_draws_below: 17}"))
        assert codes(audit) == []
        assert [due(audit, 1, name) for name in ("Bob", "Cat")] == [-20, -40]
