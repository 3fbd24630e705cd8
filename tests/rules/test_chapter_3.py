"""Chapter 3: a player's turn: pontoons, splits, buys, twists, sticking, busting, burning.

In: records of single deals. Out: findings and dues.
"""

from __future__ import annotations

from rules.records import banks, codes, deal, due, dues, finding, hand_of, hands, head, judge, series

K17 = "Ann: Kh 7d, stick"


def found(*rows: str, rules: str = "pagat", bank: str = K17) -> list[str]:
    return codes(judge(deal(*rows, bank, rules=rules)))


def test_3_1_a_pontoon_that_was_not_declared_counts_all_the_same() -> None:
    audit = judge(series(("A K, pontoon", "T 7, stick"), ("A K", "T 7, stick"), ("A K, stick", "T 7, stick")))
    assert dues(audit) == [40, 40, 40]
    assert codes(audit) == []


def test_3_1_it_wins_the_bank_though_it_was_not_declared() -> None:
    first = hands("Bob: bet 0.20, A K, stick 21", "Ann: T 7, stick")
    assert banks(judge(head() + first + hands("Bob: K 7, stick", "Ann: bet 0.20, T 9, stick"))) == [
        "Ann",
        "Bob",
    ]


def test_3_2_equal_ranks_may_be_split_ten_point_cards_of_two_ranks_may_not() -> None:
    for first, second, kept in [
        ("8", "8", True),
        ("K", "K", True),
        ("T", "10", True),
        ("K", "J", False),
        ("A", "A", True),
    ]:
        codes_found = found(f"Bob: bet 0.20, {first} 9, stick", f"+ split 0.20, {second} 8, stick")
        assert codes_found == ([] if kept else ["P207"]), (first, second)


def test_3_2_the_new_hand_is_staked_with_the_same_again() -> None:
    rows = ("Bob: bet 0.20, 8 T, stick", "+ split 0.10, 8 J, stick", K17)
    audit = judge(deal(*rows))
    assert codes(audit) == ["P208"]
    assert (due(audit, 1, "Bob", 1), due(audit, 1, "Bob", 2)) == (20, 10)


def test_3_2_up_to_four_hands_each_plays_on_its_own() -> None:
    rows = (
        "Bob: bet 0.20, 8 T, stick",
        "+ split 0.20, 8 5, buy 0.20 2, buy 0.20 4, stick",
        "+ split 0.20, 8 6, twist 9, bust",
        "+ split 0.20, 8 A, stick",
        K17,
    )
    audit = judge(deal(*rows))
    assert codes(audit) == []
    assert dues(audit) == [20, 60, -20, 20]
    assert [hand_of(audit, 1, "Bob", n)["hand"] for n in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_3_2_further_hands_are_of_that_rank_too() -> None:
    assert found("Bob: bet 0.20, 8 T, stick", "+ split 0.20, 8 9, stick", "+ split 0.20, 9 8, stick") == [
        "P207"
    ]


def test_3_2_hands_of_two_ranks_are_no_split_whatever_the_first_one_was() -> None:
    for first in ("x T, stick", "stick"):
        for third, kept in [("9", True), ("8", False), ("x", True)]:
            audit = judge(
                deal(
                    f"Bob: bet 0.20, {first}",
                    "+ split 0.20, 9d Ks, stick",
                    f"+ split 0.20, {third} Q, stick",
                    K17,
                )
            )
            assert [code for code in codes(audit) if code != "P303"] == ([] if kept else ["P207"]), (
                first,
                third,
            )


def test_3_3_third_card_costs_one_to_two_stakes() -> None:
    for price, kept in [("0.19", False), ("0.20", True), ("0.33", True), ("0.40", True), ("0.41", False)]:
        assert found(f"Bob: bet 0.20, 5c 9c, buy {price} 4c, stick") == ([] if kept else ["P205"]), price


def test_3_3_fourth_card_costs_no_more_than_the_third_and_the_fifth_no_more_than_the_fourth() -> None:
    for fourth, fifth, kept in [
        ("0.30", "0.30", []),
        ("0.20", "0.20", []),
        ("0.30", "0.25", []),
        ("0.25", "0.30", ["P205"]),
        ("0.31", "0.20", ["P205"]),
        ("0.19", "0.20", ["P205"]),
        ("0.30", "0.19", ["P205"]),
        ("0.20", "0.21", ["P205"]),
    ]:
        row = f"Bob: bet 0.20, 2c 3c, buy 0.30 2d, buy {fourth} 4c, buy {fifth} 5c"
        assert found(row) == kept, (fourth, fifth)


def test_3_3_after_a_price_out_of_bounds_the_next_bound_is_the_larger_of_it_and_the_stake() -> None:
    assert found("Bob: bet 0.20, 2c 3c, buy 0.50 2d, buy 0.50 9c, stick") == ["P205"]
    assert found("Bob: bet 0.20, 2c 3c, buy 0.50 2d, buy 0.51 9c, stick") == ["P205", "P205"]
    assert found("Bob: bet 0.20, 2c 3c, buy 0.10 2d, buy 0.20 9c, stick") == ["P205"]
    assert found("Bob: bet 0.20, 2c 3c, buy 0.10 2d, buy 0.21 9c, stick") == ["P205", "P205"]


def test_3_3_the_finding_says_the_bounds() -> None:
    audit = judge(deal("Bob: bet 1.00, 2c 3c, buy 1.75 2d, buy 1.80 9c, stick", K17))
    at = finding(audit, "P205")
    assert (at["found"], at["expected"]) == ("1.80", "1.00 to 1.75")


def test_3_3_the_stake_of_a_split_hand_is_its_own() -> None:
    rows = ("Bob: bet 0.20, 8c Tc, stick", "+ split 0.30, 8d 3d, buy 0.60 6c, stick")
    assert found(*rows) == ["P208"]
    assert found(rows[0], "+ split 0.30, 8d 3d, buy 0.25 6c, stick") == ["P208", "P205"]


def test_3_3_no_buying_after_a_twist_but_twisting_after_a_buy() -> None:
    assert found("Bob: bet 0.20, 5c 3d, twist 2h, buy 0.20 8c, stick") == ["P204"]
    assert found("Bob: bet 0.20, 5c 3d, buy 0.20 2h, twist 8c, stick") == []
    assert found("Bob: bet 0.20, 2c 3d, buy 0.20 2h, twist 8c, buy 0.20 4c") == ["P204"]


def test_3_3_each_purchase_after_the_twist_is_a_finding() -> None:
    assert found("Bob: bet 0.20, 2c 3d, twist 2h, buy 0.20 8c, buy 0.20 4c") == ["P204", "P204"]


def test_3_3_a_twist_on_one_split_hand_does_not_bind_the_other() -> None:
    rows = ("Bob: bet 0.20, 8c 3c, twist 8h, stick", "+ split 0.20, 8d 3d, buy 0.40 7c, stick")
    assert found(*rows) == []


def test_3_4_a_twist_is_free() -> None:
    audit = judge(
        series(
            ("2 3, twist 4, twist 9, stick", "K 7, stick"), ("2 3, buy 0.30 4, twist 9, stick", "K 7, stick")
        )
    )
    assert dues(audit) == [20, 50]


def test_3_5_stick_on_15_or_more_soft_totals_too() -> None:
    assert [found(f"Bob: bet 0.20, {cards}, stick") for cards in ("T 5", "A 4", "9 5", "A 3")] == [
        [],
        [],
        ["P202"],
        ["P202"],
    ]


def test_3_6_no_card_at_21_soft_21_too() -> None:
    assert found("Bob: bet 0.20, A 5, twist 5, twist 6, stick") == ["P203"]
    assert found("Bob: bet 0.20, K 5, buy 0.20 6, buy 0.20 2, bust") == ["P203"]
    assert found("Bob: bet 0.20, A 5, twist 4, twist A, stick") == []


def test_3_6_the_fifth_card_ends_the_hand() -> None:
    assert found("Bob: bet 0.20, 2 3, twist 2, twist 3, twist 4, twist 2") == ["P203"]


def test_3_7_a_bust_hand_has_lost_all_that_was_staked() -> None:
    audit = judge(series(("T 6, buy 0.40 9, bust", "K 6 J, bust"), ("T 6, twist 9, bust", "2 2 3 3 3")))
    assert dues(audit) == [-60, -20]


def test_3_8_burning_costs_nothing_and_may_be_repeated() -> None:
    audit = judge(
        deal("Bob: bet 0.20, burn 9c 4d, burn 8c 5d, burn T 3, T 9, stick", K17, rules="{burn: 13}")
    )
    assert codes(audit) == []
    assert due(audit, 1, "Bob") == 20


def test_3_8_only_a_hard_total_without_an_ace() -> None:
    for pair, kept in [
        ("9 4", True),
        ("K 3", True),
        ("A 2", False),
        ("6 7", True),
        ("9 5", False),
        ("6 6", False),
    ]:
        assert found(f"Bob: bet 0.20, burn {pair}, T 9, stick", rules="{burn: 13}") == (
            [] if kept else ["P214"]
        ), pair


def test_3_8_a_burned_pair_may_be_followed_by_a_split() -> None:
    rows = ("Bob: bet 0.20, burn 9c 4d, 8c Tc, stick", "+ split 0.20, 8d Td, stick")
    assert found(*rows, rules="{burn: 13}") == []


def test_3_8_a_split_hand_keeps_the_rank_of_the_first_card_dealt_to_it() -> None:
    rows = ("Bob: bet 0.20, 7c Tc, stick", "+ split 0.20, burn 7s 6d, 9d Td, stick")
    assert found(*rows, rules="{burn: 13}") == []
    other = ("Bob: bet 0.20, 7c Tc, stick", "+ split 0.20, burn 9d 4d, 7s Td, stick")
    assert found(*other, rules="{burn: 13}") == ["P207"]


def test_3_8_the_first_hand_may_have_burned_after_the_split() -> None:
    rows = ("Bob: bet 0.20, burn 7c 6c, 9c Tc, stick", "+ split 0.20, 7s Td, stick")
    assert found(*rows, rules="{burn: 13}") == []
