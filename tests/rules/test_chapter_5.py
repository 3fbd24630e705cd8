"""Chapter 5: settlement: the whole table, ties, and the sum of a deal.

In: deals of every pair of hands. Out: what is due, and that it sums to zero.
"""

from __future__ import annotations

import pytest

from rules.records import codes, deal, due, dues, hands, head, judge, net, series

# S = 20; T is 50 where a card was bought for 30
PLAYERS = {
    "pontoon": "A K",
    "five cards": "2 2, buy 0.30 3, twist 4, twist 5",
    "21": "9 8, buy 0.30 4",
    "19": "9 6, buy 0.30 4, stick",
    "17": "9 4, buy 0.30 4, stick",
    "bust": "9 8, buy 0.30 K, bust",
}
BANKS = {"five cards": "2 3 3 4 5", "21": "9 8 4", "18": "9 9, stick", "bust": "9 7 J"}
TABLE = {
    "pontoon": (40, 40, 40, 40),
    "five cards": (-100, 100, 100, 100),
    "21": (-100, -50, 50, 50),
    "19": (-100, -50, 50, 50),
    "17": (-100, -50, -50, 50),
    "bust": (-50, -50, -50, -50),
}


@pytest.mark.parametrize("player", PLAYERS)
def test_5_the_table(player: str) -> None:
    audit = judge(series(*[(PLAYERS[player], bank) for bank in BANKS.values()]))
    assert dues(audit) == list(TABLE[player])
    assert codes(audit) == []


def test_5_a_pontoon_from_a_split_is_paid_like_any_other() -> None:
    text = head("{bank_passes: never, shuffle_after: every_deal}")
    for bank in BANKS.values():
        text += hands("Bob: bet 0.20, A K", "+ split 0.20, A 9, stick", f"Ann: {bank}")
    audit = judge(text)
    assert [due(audit, number, "Bob") for number in (1, 2, 3, 4)] == [40, 40, 40, 40]


def test_5_1_ties_go_to_the_bank() -> None:
    ties = [
        ("T 9, stick", "K 9, stick"),
        ("9 8, twist 4", "K 5 6"),
        ("2 2, twist 2, twist 3, twist 4", "4 4 4 5 A"),
    ]
    assert dues(judge(series(*ties))) == [-20, -20, -40]
    assert dues(judge(series(*ties, ties="push"))) == [0, 0, 0]


def test_5_a_payment_below_what_was_staked_is_wrong_whatever_was_bought() -> None:
    for paid, kept in [
        ("push", False),
        ("won 0.05", False),
        ("lost 0.19", False),
        ("won 0.20", True),
        ("lost 0.20", True),
        ("won 0.37", True),
        ("won 2.81", False),
        ("won 2.79", False),
        ("won 2.80", True),
    ]:
        audit = judge(deal(f"Bob: bet 0.20, {paid}", "Ann: K 7, stick"))
        assert codes(audit) == (["P303"] if kept else ["P301"]), paid
    audit = judge(head("{base: pagat, ties: push}") + hands("Bob: bet 0.20, push", "Ann: K 7, stick"))
    assert codes(audit) == ["P303"]


def test_5_1_a_push_is_recorded_as_such() -> None:
    rows = ("Bob: bet 0.20, T 9, stick, push", "Ann: K 9, stick")
    assert codes(judge(deal(*rows, rules="{ties: push}"))) == []
    assert codes(judge(deal(*rows))) == ["P301"]


def test_5_2_a_bust_hand_is_never_refunded_or_charged_twice() -> None:
    plays = [("T 6, buy 0.20 9, bust", bank) for bank in ("2 3 3 4 5", "9 7 J", "9 8 4")]
    assert dues(judge(series(*plays))) == [-40, -40, -40]
    assert dues(judge(series(("T 6, buy 0.20 9, bust", "A K"), peek=False))) == [-40]


def test_5_3_a_double_loss_is_paid_beyond_the_stake() -> None:
    audit = judge(deal("Bob: bet 0.20, T 9, stick, lost 0.20", "Ann: 2 3 3 4 5"))
    assert codes(audit) == ["P301"]
    assert due(audit, 1, "Bob") == -40


def test_5_4_without_peek_a_pontoon_takes_from_every_live_hand_on_all_that_was_staked() -> None:
    plays = [(PLAYERS[name], "A K") for name in PLAYERS]
    assert dues(judge(series(*plays, peek=False))) == [-40, -100, -100, -100, -100, -50]
    assert dues(judge(series(*plays, peek=False, pontoon_vs_banker_pontoon=0))) == [
        0,
        -100,
        -100,
        -100,
        -100,
        -50,
    ]


def test_5_4_split_pontoons_too() -> None:
    rows = ("Bob: bet 0.20, A K", "+ split 0.20, A 9, stick", "Ann: A Q")
    audit = judge(deal(*rows, rules="{peek: false, pontoon_vs_banker_pontoon: 1}"))
    assert (due(audit, 1, "Bob", 1), due(audit, 1, "Bob", 2)) == (-20, -40)


def test_5_5_a_deal_sums_to_zero() -> None:
    rows = (
        "Bob: bet 0.20, 9 6, buy 0.30 4, stick",
        "Cat: bet 0.10, A K",
        "Dan: bet 0.50, T 6, stick",
        "Ann: K 8, stick",
    )
    audit = judge(deal(*rows))
    made = net(audit, "due")
    assert made == {"Ann": -20, "Bob": 50, "Cat": 20, "Dan": -50}
    assert sum(amount or 0 for amount in made.values()) == 0


def test_5_5_the_bank_writes_the_negative_of_the_players_sum() -> None:
    rows = ("Bob: bet 0.20, T 9, stick, won 0.20", "Cat: bet 0.50, T 6, stick, lost 0.50")
    assert codes(judge(deal(*rows, "Ann: K 8, stick, won 0.30"))) == []
    assert codes(judge(deal(*rows, "Ann: K 8, stick, lost 0.30"))) == ["P602"]
