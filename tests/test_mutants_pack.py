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
