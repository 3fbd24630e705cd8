"""The worked examples of the rulebook's chapter 9, each read from a record and judged.

In: the example as a score keeper would write it, a unit = 0.01. Out: the findings and what is due.
"""

# ruff: noqa: N802 - tests carry the names of codes and examples

from __future__ import annotations

from rules.records import banks, codes, deal, due, hand_of, hands, head, judge, net

SEATS = "Ann, Bob, Cat, Dan, Eve, Fay, Gus, Hal"


def test_T1_the_five_hands_of_1_3_fall_strictly() -> None:
    falling = ["Ac Jc, pontoon", "7c 3c, twist 4c, twist 2c, twist 2d, five", "9c 8c, twist 4d, stick 21"]
    falling += ["9d Ad, stick 20", "9h 6c, twist Ah, stick 16"]
    audit = judge(
        deal(
            *[
                f"{name}: bet 0.06, {play}"
                for name, play in zip(SEATS.split(", ")[1:6], falling, strict=True)
            ],
            "Ann: Ks Qs, stick",
            players=SEATS,
        )
    )
    assert [hand_of(audit, 1, name)["class"] for name in SEATS.split(", ")[1:6]] == [
        "pontoon",
        "five-card trick",
        "21",
        "20",
        "16",
    ]
    assert codes(audit) == []


def test_T1_each_of_them_beats_the_next() -> None:
    bank_hands = ["7 3 4 2 2", "9 8 4", "9 A, stick", "9 6 A, stick"]
    plays = ["A J", "7 3, twist 4, twist 2, twist 2", "9 8, twist 4", "9 A, stick"]
    text = head("{bank_passes: never, shuffle_after: every_deal}")
    for play, bank in zip(plays, bank_hands, strict=True):
        text += hands(f"Bob: bet 0.06, {play}", f"Ann: {bank}")
    audit = judge(text)
    assert [due(audit, number, "Bob") for number in (1, 2, 3, 4)] == [12, 12, 6, 6]
    assert codes(audit) == []


def test_T2_third_card_costs_6_to_12_and_at_most_18_is_staked() -> None:
    plays = {"Bob": 6, "Cat": 12, "Dan": 5, "Eve": 13}
    rows = [f"{name}: bet 0.06, 5 4, buy 0.{price:02} 8, stick" for name, price in plays.items()]
    audit = judge(deal(*rows, "Ann: K J, stick", players=SEATS))
    assert audit.findings.select("code", "player").rows() == [("P205", "Dan"), ("P205", "Eve")]
    assert [due(audit, 1, name) for name in ("Bob", "Cat")] == [-12, -18]


def test_T3_fourth_card_costs_no_more_than_the_third() -> None:
    plays = {"Bob": 6, "Cat": 10, "Dan": 11, "Eve": 5}
    rows = [f"{name}: bet 0.06, 5 4, buy 0.10 2, buy 0.{price:02} 6, stick" for name, price in plays.items()]
    audit = judge(deal(*rows, "Ann: K J, stick", players=SEATS))
    assert audit.findings.select("code", "player").rows() == [("P205", "Dan"), ("P205", "Eve")]


def test_T4_third_card_on_a_stake_of_100() -> None:
    plays = {"Bob": "1.00", "Cat": "2.00", "Dan": "0.99", "Eve": "2.01"}
    rows = [f"{name}: bet 1.00, 5 4, buy {price} 8, stick" for name, price in plays.items()]
    audit = judge(deal(*rows, "Ann: K J, stick", players=SEATS))
    assert audit.findings.select("code", "player").rows() == [("P205", "Dan"), ("P205", "Eve")]
    assert due(audit, 1, "Cat") == -300


def test_T5_fourth_card_bounded_by_the_third() -> None:
    plays = {"Bob": "1.00", "Cat": "1.75", "Dan": "0.99", "Eve": "1.76"}
    rows = [f"{name}: bet 1.00, 5 4, buy 1.75 2, buy {price} 6, stick" for name, price in plays.items()]
    audit = judge(deal(*rows, "Ann: K J, stick", players=SEATS))
    assert audit.findings.select("code", "player").rows() == [("P205", "Dan"), ("P205", "Eve")]


# Bought up to 0.12 each where cards were bought: T is what the comment of each row adds up to.
FIELD = {
    "Bob": "bet 0.06, 9 9, stick",  # 18, T 6
    "Cat": "bet 0.06, T 9, stick",  # 19, T 6
    "Dan": "bet 0.06, T J, stick",  # 20, T 6
    "Eve": "bet 0.06, 9 5, buy 0.08 7",  # 21, T 14
    "Fay": "bet 0.06, A Q, pontoon",  # pontoon, T 6
    "Gus": "bet 0.06, 2 2, buy 0.07 2, buy 0.06 3, twist 4",  # five-card trick, T 19
    "Hal": "bet 0.06, K 7, stick",  # 17, T 6
}


def field_against(bank: str) -> dict[str, int | None]:
    audit = judge(deal(*[f"{name}: {play}" for name, play in FIELD.items()], f"Ann: {bank}", players=SEATS))
    assert codes(audit) == []
    return {name: due(audit, 1, name) for name in FIELD}


def test_T6_banker_on_17() -> None:
    won = {"Bob": 6, "Cat": 6, "Dan": 6, "Eve": 14, "Fay": 12, "Gus": 38, "Hal": -6}
    assert field_against("J 7, stick") == won


def test_T7_banker_on_18() -> None:
    won = {"Bob": -6, "Cat": 6, "Dan": 6, "Eve": 14, "Fay": 12, "Gus": 38, "Hal": -6}
    assert field_against("J 8, stick") == won


def test_T8_banker_on_21_in_three() -> None:
    won = {"Bob": -6, "Cat": -6, "Dan": -6, "Eve": -14, "Fay": 12, "Gus": 38, "Hal": -6}
    assert field_against("J 8 3, stick") == won


def test_T9_19_in_two_cards_and_19_in_four_are_a_tie() -> None:
    audit = judge(
        head()
        + hands("Bob: bet 0.06, T 9, stick", "Ann: 5 4 7 3, stick")
        + hands("Bob: bet 0.06, 5 4, twist 7, twist 3, stick", "Ann: T 9, stick")
    )
    assert [due(audit, 1, "Bob"), due(audit, 2, "Bob")] == [-6, -6]
    assert codes(audit) == []


def test_T10_only_equal_ranks_are_split() -> None:
    pairs = [("Q", "Q"), ("T", "10"), ("Q", "J"), ("K", "J")]
    rows = []
    for name, (first, second) in zip(("Bob", "Cat", "Dan", "Eve"), pairs, strict=True):
        rows += [f"{name}: bet 0.06, {first} 9, stick", f"+ split 0.06, {second} 8, stick"]
    audit = judge(deal(*rows, "Ann: 7 7 5, stick", players=SEATS))
    assert audit.findings.select("code", "player", "hand").rows() == [("P207", "Dan", 2), ("P207", "Eve", 2)]


def test_T11_hard_thirteen_and_fourteen_are_burned() -> None:
    pairs = [("13", "A 2"), ("13", "9 4"), ("14", "A 3"), ("14", "7 7")]
    found = []
    for burn, pair in pairs:
        audit = judge(
            deal(f"Bob: bet 0.06, burn {pair}, T 9, stick", "Ann: K 8, stick", rules=f"{{burn: {burn}}}")
        )
        found.append(codes(audit))
    assert found == [["P214"], [], ["P214"], []]


def test_T12_a_safe_fifth_card_is_bought_only_where_the_rules_let_it() -> None:
    rows = (
        "Bob: bet 0.06, 2 3, buy 0.06 2, buy 0.06 4, buy 0.06 5",
        "Cat: bet 0.06, 2 3, buy 0.06 3, buy 0.06 4, buy 0.06 5",
        "Ann: K 8, stick",
    )
    assert codes(judge(deal(*rows))) == []
    strict = judge(deal(*rows, rules="{fifth_card: twist_if_safe}"))
    assert strict.findings.select("code", "player").rows() == [("P206", "Bob")]


def test_T14_five_card_tricks_are_equal_whatever_they_come_to() -> None:
    audit = judge(
        head()
        + hands("Bob: bet 0.06, 8 3, twist 4, twist 2, twist A", "Ann: 5 2 3 4 7")
        + hands("Bob: bet 0.06, 5 2, twist 3, twist 4, twist 7", "Ann: 8 3 4 2 A")
    )
    assert [due(audit, 1, "Bob"), due(audit, 2, "Bob")] == [-12, -12]
    pushed = judge(
        deal("Bob: bet 0.06, 8 3, twist 4, twist 2, twist A", "Ann: 5 2 3 4 7", rules="{ties: push}")
    )
    assert due(pushed, 1, "Bob") == 0


def test_T15_17_in_three_cards_beats_16_in_four() -> None:
    audit = judge(
        head()
        + hands("Bob: bet 0.06, T 5, twist 2, stick", "Ann: 8 2 4 2, stick")
        + hands("Bob: bet 0.06, 8 2, twist 4, twist 2, stick", "Ann: T 5 2, stick")
    )
    assert [due(audit, 1, "Bob"), due(audit, 2, "Bob")] == [6, -6]


BOUGHT = "bet 0.06, 2 3, buy 0.12 2, buy 0.10 4"


def test_X1_a_five_card_trick_bought_for_36() -> None:
    text = head("{shuffle_after: every_deal}")
    for bank in ("K J, stick", "3 3 2 4 5", "K 6 J", "K 6 5, stick"):
        text += hands(f"Bob: {BOUGHT}, buy 0.08 5", f"Ann: {bank}")
    audit = judge(text)
    assert hand_of(audit, 1, "Bob")["stake"] == 36
    assert [due(audit, number, "Bob") for number in (1, 2, 3, 4)] == [72, -72, 72, 72]
    assert codes(audit) == []


def test_X2_bust_on_the_fifth_card_loses_though_the_bank_busts_too() -> None:
    audit = judge(
        deal(
            "Bob: bet 0.06, 2 3, buy 0.12 9, buy 0.10 4, buy 0.08 T, bust",
            "Cat: bet 0.06, T 9, stick",
            "Ann: K 6 J, bust",
        )
    )
    assert (due(audit, 1, "Bob"), due(audit, 1, "Cat")) == (-36, 6)
    assert codes(audit) == []


def test_X3_a_split_pair_of_eights() -> None:
    audit = judge(
        deal("Bob: bet 0.10, 8 T, stick 18", "+ split 0.10, 8 6, twist 7, stick 21", "Ann: K 9, stick")
    )
    assert (due(audit, 1, "Bob", 1), due(audit, 1, "Bob", 2)) == (-10, 10)
    assert codes(audit) == []


def test_X4_an_ace_on_a_split_ten_pays_double_and_wins_no_bank() -> None:
    audit = judge(
        head()
        + hands("Bob: bet 0.10, T 8, stick", "+ split 0.10, T A, pontoon", "Ann: K 9, stick")
        + hands("Bob: bet 0.10, J 8, stick", "Ann: Q 9, stick")
    )
    assert (due(audit, 1, "Bob", 1), due(audit, 1, "Bob", 2)) == (-10, 20)
    assert banks(audit) == ["Ann", "Ann"]
    assert codes(audit) == []


def test_X5_banker_pontoon_takes_double_from_all_and_the_bank_stays() -> None:
    audit = judge(
        head()
        + hands("Bob: bet 0.05, T 8", "Cat: bet 0.10, 5 6", "Dan: bet 0.20, Ac Kc", "Ann: Ad Qc")
        + hands("Bob: bet 0.10, J 8, stick", "Ann: Q 9, stick", fields="shuffled: true")
    )
    assert [due(audit, 1, name) for name in ("Bob", "Cat", "Dan")] == [-10, -20, -40]
    assert net(audit, "due")["Ann"] == 70 + 10
    assert banks(audit) == ["Ann", "Ann"]
    assert codes(audit) == []


def test_X5_the_shuffle_after_it_is_called_for() -> None:
    audit = judge(
        head()
        + hands("Bob: bet 0.05, T 8", "Ann: Ad Qc")
        + hands("Bob: bet 0.10, J 8, stick", "Ann: Q 9, stick", fields="shuffled: false")
    )
    assert codes(audit) == ["P103"]


def test_X8_what_a_turn_allows() -> None:
    rows = (
        "Bob: bet 0.06, 5 3, twist 2, buy 0.06 7, stick",
        "Cat: bet 0.06, T 4, stick",
        "Dan: bet 0.06, A 4, stick",
        "Eve: bet 0.06, T 6, twist 5, twist 3, bust",
        "Ann: K 9, stick",
    )
    audit = judge(deal(*rows, players=SEATS))
    found = audit.findings.select("code", "player").rows()
    assert found == [("P204", "Bob"), ("P202", "Cat"), ("P203", "Eve")]
