"""Chapter 6.1, 6.2 and 6.6: the pack between deals. Who holds the bank is in `test_bank.py`.

In: sessions of a few deals. Out: shuffles that were called for, cards that came again too soon.
"""

# ruff: noqa: N802 - tests carry the names of codes and examples

from __future__ import annotations

import pytest

from rules.records import codes, finding, hands, head, judge, marked

QUIET = hands("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick")
PONTOON = hands("Bob: bet 0.20, Th Ac, pontoon", "Ann: Kh 7d, stick")


def then(bank: str, shuffled: str, more: str = "") -> str:
    fields = f"{more}\nshuffled: {shuffled}" if more else f"shuffled: {shuffled}"
    return hands("Dan: bet 0.20, Jh 9s, stick", f"{bank}: Qc 7c, stick", fields=fields)


@pytest.mark.parametrize(("shuffled", "found"), [("true", ["P104"]), ("false", [])])
def test_6_1_no_pontoon_no_shuffle(shuffled: str, found: list[str]) -> None:
    assert codes(judge(head() + QUIET + then("Ann", shuffled))) == found


@pytest.mark.parametrize(("shuffled", "found"), [("true", []), ("false", ["P103"])])
def test_6_2_any_pontoon_calls_for_a_shuffle(shuffled: str, found: list[str]) -> None:
    assert codes(judge(head() + PONTOON + then("Bob", shuffled))) == found


def test_6_2_only_before_the_next_deal() -> None:
    audit = judge(
        head()
        + PONTOON
        + then("Bob", "true")
        + hands("Ann: bet 0.20, 3 K, stick", "Bob: Q 8, stick", fields="shuffled: true")
    )
    assert codes(audit) == ["P202", "P104"] or codes(audit) == ["P104", "P202"]
    assert finding(audit, "P104")["deal_no"] == 3


def test_6_2_the_first_deal_and_one_after_a_gap_call_for_none() -> None:
    first = hands("Bob: bet 0.20, Th Ac, pontoon", "Ann: Kh 7d, stick", fields="shuffled: false")
    assert codes(judge(head() + first + then("Bob", "false", "gap: true\nbank: Bob"))) == []


def test_6_2_a_pontoon_in_a_void_deal_calls_for_none() -> None:
    void = hands("Bob: bet 0.20, Th Ac, pontoon", "Ann: Kh 7d, stick", fields="void: misdeal")
    assert codes(judge(head() + void + then("Ann", "false"))) == []


def test_6_2_a_hand_that_may_have_been_a_pontoon_leaves_it_open() -> None:
    first = hands("Bob: bet 0.20, won 0.40", "Ann: Kh 7d, stick")
    for shuffled in ("true", "false"):
        audit = judge(head() + first + then("Bob", shuffled, "bank: Bob"))
        assert not {"P103", "P104"} & set(codes(audit))


def test_6_2_a_bank_change_is_judged_by_the_named_banker() -> None:
    text = head("{shuffle_after: bank_change}") + QUIET
    assert codes(judge(text + then("Bob", "false", "bank: Bob"))) == ["P401", "P103"]
    assert codes(judge(text + then("Ann", "false", "bank: Ann"))) == []


def packs(audit_codes: list[str]) -> list[str]:
    return [code for code in audit_codes if code in ("P101", "P102", "P105")]


NO_SHUFFLE = "shuffled: false"
AGAIN = hands("Bob: bet 0.20, 8h 9d, stick", "Ann: Qc «Kh», stick", fields=NO_SHUFFLE)


def test_6_6_a_card_again_though_nothing_was_shuffled() -> None:
    text, (place,) = marked(head() + QUIET + AGAIN)
    audit = judge(text)
    at = finding(audit, "P102")
    assert codes(audit) == ["P102"]
    assert (at["line"], at["column"], at["end_column"]) == place


def test_6_6_a_card_again_where_a_shuffle_may_have_gone_unwritten() -> None:
    text, (place,) = marked(head() + QUIET + AGAIN.replace(NO_SHUFFLE, "note: late"))
    audit = judge(text)
    at = finding(audit, "P105")
    assert codes(audit) == ["P105"]
    assert (at["line"], at["column"], at["end_column"]) == place


def test_6_6_one_deal_between_that_does_not_say_makes_it_P105() -> None:
    silent = hands("Bob: bet 0.20, Td 8c, stick", "Ann: Jc 9h, stick")
    text = marked(head() + QUIET + silent + AGAIN)[0]
    assert codes(judge(text)) == ["P105"]


def test_6_6_after_a_shuffle_any_card_may_come() -> None:
    text = marked(head("{shuffle_after: every_deal}") + QUIET + AGAIN.replace(NO_SHUFFLE, "shuffled: true"))[
        0
    ]
    assert codes(judge(text)) == []
    unsaid = marked(head("{shuffle_after: every_deal}") + QUIET + AGAIN.replace(NO_SHUFFLE, "note: late"))[0]
    assert codes(judge(unsaid)) == []


def queue(between: int, rules: str = "pagat", row: str = "x x, stick 18") -> list[str]:
    """The king of hearts in the first deal and in the last, four cards a deal, so many deals between."""
    quiet = hands(f"Bob: bet 0.20, {row}", "Ann: x x, stick 18", fields=NO_SHUFFLE)
    last = hands("Bob: bet 0.20, x x, stick 18", "Ann: x Kh, stick 18", fields=NO_SHUFFLE)
    return packs(
        codes(
            judge(
                head(rules)
                + hands("Bob: bet 0.20, x x, stick 18", "Ann: x Kh, stick 18")
                + quiet * between
                + last
            )
        )
    )


def test_6_6_too_soon_is_within_a_whole_pack() -> None:
    assert queue(11) == ["P102"]  # 13 deals, 52 cards
    assert queue(12) == []  # 14 deals, 56 cards


def test_6_6_with_two_packs_two_copies_may_come() -> None:
    assert queue(0, "{packs: 2}") == []
    twice = hands("Bob: bet 0.20, x Kh, stick", "Ann: x Kh, stick")
    again = hands("Bob: bet 0.20, x x, stick", "Ann: x Kh, stick", fields=NO_SHUFFLE)
    assert packs(codes(judge(head("{packs: 2}") + twice + again))) == ["P102"]


def test_6_6_a_hand_whose_cards_were_not_noted_counts_five() -> None:
    assert queue(5, row="stick 18") == ["P102"]  # 4 + 5 x 7 + 4 = 43
    assert queue(7, row="stick 18") == []  # 4 + 7 x 7 + 4 = 57: it may have been drawn by then


def test_6_6_cards_of_a_void_deal_were_drawn() -> None:
    void = hands("Bob: bet 0.20, Td 8c, stick", "Ann: Jc Kh, stick", fields="void: misdeal\nshuffled: false")
    last = hands("Bob: bet 0.20, 9h 8d, stick", "Ann: Qc Kh, stick", fields=NO_SHUFFLE)
    assert codes(judge(head() + void + last)) == ["P102"]


def test_6_6_a_gap_starts_the_pack_anew() -> None:
    last = hands(
        "Bob: bet 0.20, 9h 8d, stick", "Ann: Qc Kh, stick", fields="gap: true\nbank: Ann\nshuffled: false"
    )
    assert codes(judge(head() + QUIET + last)) == []
