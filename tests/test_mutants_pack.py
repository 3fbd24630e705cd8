"""The pack, rulebook 1.1 and 6.6: records that tell the program from one with a small thing wrong.

In: small records, each of which a mutant of the code judged otherwise. Out: what the rulebook says of them.
"""

from __future__ import annotations

from rules.records import codes, hands, head, judge

BURN = "{burn: 13}"


def test_6_6_a_burned_card_that_came_again_is_found_where_the_bank_has_no_row() -> None:
    first = hands("Bob: bet 0.20, burn 9c 4d, Th 9h, stick")
    again = hands("Bob: bet 0.20, burn 9c 4h, Ts 9d, stick", fields="shuffled: false")
    assert "P102" in codes(judge(head(BURN) + first + again))


def test_6_6_a_fifth_nine_whose_suit_nobody_noted_came_too_soon() -> None:
    first = hands("Bob: bet 0.20, 9c 9d, stick", "Ann: 9h 9s, stick")
    again = hands("Bob: bet 0.20, Th 9, stick", "Ann: Kh 7d, stick", fields="shuffled: false")
    assert codes(judge(head() + first + again)) == ["P102"]
    whole = hands("Bob: bet 0.20, Th 8, stick", "Ann: Kh 7d, stick", fields="shuffled: false")
    assert codes(judge(head() + first + whole)) == []


def test_1_1_a_burned_card_held_again_is_found_where_no_other_hand_is_written() -> None:
    assert "P101" in codes(judge(head(BURN) + hands("Bob: bet 0.20, burn 9c 4d, Th 9c, stick")))


def test_1_1_a_sixth_card_held_already_is_found_where_no_other_hand_is_written() -> None:
    play = "Bob: bet 0.20, 2c 2d, twist 3c, twist 3d, twist 4c, twist 2c, stick"
    assert "P101" in codes(judge(head() + hands(play)))


def test_1_1_four_nines_leave_none_whose_suit_nobody_noted() -> None:
    rows = ("Bob: bet 0.20, 9c 9d, stick", "Cat: bet 0.20, Th 9, stick", "Ann: 9h 9s, stick")
    assert codes(judge(head() + hands(*rows))) == ["P101"]


def test_6_2_a_bank_that_may_have_had_a_pontoon_leaves_the_shuffle_open() -> None:
    for shuffled in ("true", "false"):
        first = hands("Bob: bet 0.20, Th 9c, stick", "Ann: x x")
        then = hands("Bob: bet 0.20, 8h 9d, stick", "Ann: Kc 7s, stick", fields=f"shuffled: {shuffled}")
        audit = judge(head("{bank_passes: never, peek: false}") + first + then)
        assert not {"P103", "P104"} & set(codes(audit))


def test_6_6_a_hand_of_nobody_at_the_table_leaves_the_pack_undecided() -> None:
    first = hands("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick")
    rows = ("Bob: bet 0.20, 8h 9c, stick", "Zed: bet 0.20, 4d 4h, stick", "Ann: Kc 7s, stick")
    assert codes(judge(head() + first + hands(*rows, fields="shuffled: false"))) == ["P008"]
