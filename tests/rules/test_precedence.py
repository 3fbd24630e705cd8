"""One fault is one finding: which code stands where several might, and what follows a fault.

In: records that are wrong in a way that two rules could name. Out: the one code, and the money all
the same. The sentences are those of the design on precedence and in its fine print.
"""

# ruff: noqa: N802 - tests carry the names of codes and examples

from __future__ import annotations

import polars as pl
import pytest

from rules.records import (
    Verdict,
    banks,
    codes,
    deal,
    debt,
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

BANK = "Ann: Kh 7d, stick"
LIMITS = "stakes: {min: 0.10, max: 1.00}"
Verdicts = dict[str, Verdict]

# play of Bob, rules, row of the bank -> the codes of all findings
ONE_OF_MANY: dict[str, tuple[str, str, str, list[str]]] = {
    # the first of P203, P204, P206, P205
    "at 21, after a twist, too dear: P203": (
        "bet 0.20, Th 6c, twist 5c, buy 9.00 4c, bust",
        "pagat",
        BANK,
        ["P203"],
    ),
    "at 21 and too dear: P203": ("bet 0.20, Th 6c, buy 0.20 5c, buy 9.00 4c, bust", "pagat", BANK, ["P203"]),
    "after a twist and too dear: P204": (
        "bet 0.20, 5c 3d, twist 2h, buy 9.00 8c, stick",
        "pagat",
        BANK,
        ["P204"],
    ),
    "after a twist, safe and too dear: P204": (
        "bet 0.20, 2c 2d, buy 0.20 2h, twist 3c, buy 9.00 2s",
        "{fifth_card: twist_if_safe}",
        BANK,
        ["P204"],
    ),
    "safe and too dear: P206": (
        "bet 0.20, 2c 2d, buy 0.20 2h, buy 0.20 3c, buy 9.00 2s",
        "{fifth_card: twist_if_safe}",
        BANK,
        ["P206"],
    ),
    "too dear alone: P205": (
        "bet 0.20, 2c 2d, buy 0.20 2h, buy 0.20 3c, buy 9.00 2s",
        "pagat",
        BANK,
        ["P205"],
    ),
    "two cards, two faults": (
        "bet 0.20, 2c 2d, buy 9.00 2h, buy 0.19 3c, twist 9s, stick",
        "pagat",
        BANK,
        ["P205", "P205"],
    ),
    # P211 silences P202
    "no ending on 14: P211": ("bet 0.20, Th 4c", "pagat", BANK, ["P211"]),
    # P210 silences P301 and P302
    "another total and the wrong amount: P210": (
        "bet 0.20, Th 9c, stick 18, won 0.70",
        "pagat",
        BANK,
        ["P210"],
    ),
    "another total and the wrong way: P210": (
        "bet 0.20, Th 9c, stick 16, lost 0.20",
        "pagat",
        BANK,
        ["P210"],
    ),
    "no bust and the wrong way: P210": ("bet 0.20, Th 9c, bust, lost 0.20", "pagat", BANK, ["P210"]),
    # P211 is not for a hand that needs no ending
    "bust needs no ending": ("bet 0.20, Th 6c, twist 8c", "pagat", BANK, []),
    "a pontoon needs no ending": ("bet 0.20, Th Ac", "pagat", BANK, []),
    "five cards need no ending": ("bet 0.20, 2c 2d, twist 2h, twist 3c, twist 2s", "pagat", BANK, []),
    "21 needs no ending": ("bet 0.20, Th 6c, twist 5c", "pagat", BANK, []),
    "a row without cards needs no ending": (
        "bet 0.20, staked 0.20, won 0.20",
        "pagat",
        "Ann: bust",
        ["P303"],
    ),
    "no ending where the banker showed a pontoon": ("bet 0.20, Th 9c", "pagat", "Ann: Ah Kd", []),
    "a bank's row needs no ending": ("bet 0.20, Th 9c, stick", "pagat", "Ann: Kh 7d", []),
    # P213 is not for a banker with nobody left to play against
    "the banker need not draw when all have bust": (
        "bet 0.20, Th 6c, twist 8c, bust",
        "{banker_draws_below: 17}",
        "Ann: 5h 7d",
        [],
    ),
    "the banker must draw for one live hand": (
        "bet 0.20, Th 6c, stick",
        "{banker_draws_below: 17}",
        "Ann: 5h 7d",
        ["P213"],
    ),
    # fine print: stick where the hand is over anyway, split without a first hand
    "stick on a pontoon is no P210": ("bet 0.20, Th Ac, stick", "pagat", BANK, []),
    "stick on five cards is no P210": (
        "bet 0.20, 2c 2d, twist 2h, twist 3c, twist 2s, stick",
        "pagat",
        BANK,
        [],
    ),
    "stick on the bank's pontoon is no P210": ("bet 0.20, Th 9c", "pagat", "Ann: Ah Kd, stick", []),
    "stick on the bank's five cards is no P210": (
        "bet 0.20, Th 9c, stick",
        "pagat",
        "Ann: 2h 2d 3h 4d 5h, stick",
        [],
    ),
    "an empty clause is passed over": ("bet 0.20,, Th 9c, ; stick,", "pagat", BANK, []),
    "one clause, two bad words": ("bet 0.20, 5c 3d, buy 0.2o 1c, stick", "pagat", BANK, ["P006"]),
    "plus is for tables": ("bet 0.20, Th 9c, stick, won +0.20", "pagat", BANK, ["P006"]),
    "brackets are for tables": ("bet 0.20, Th 9c, stick, lost (0.20)", "pagat", BANK, ["P006"]),
    "20 p is two words": ("bet 20 p, Th 9c, stick", "pagat", BANK, ["P006"]),
    "a negative stake": ("bet -0.20, Th 9c, stick", "pagat", BANK, ["P006"]),
}

# «…» is the one P005 of the hand
SECOND = {
    "a second opening": "bet 0.20, «bet 0.20», Th 9c, stick",
    "a second result": "bet 0.20, Th 9c, stick, won 0.20, «won 0.20»",
    "another result": "bet 0.20, Th 9c, stick, won 0.20, «push»",
    "an opening behind the ending": "Th 9c, stick, «bet 0.20»",
    "a card behind the ending": "bet 0.20, Th 6c, stick, «twist 2d»",
    "a bought card behind the ending": "bet 0.20, Th 6c, stick, «buy 0.20 2d»",
    "first cards behind the ending": "bet 0.20, stick, «Th 9c»",
    "an ending behind the ending": "bet 0.20, Th 6c, stick, «bust»",
    "once a hand": "bet 0.20, Th 6c, stick, «stick», twist 2d, bust, bet 0.20",
}


@pytest.fixture(scope="module", name="verdicts")
def _verdicts() -> Verdicts:
    texts = {
        name: deal(f"Bob: {play}", bank, rules=rules, extra=LIMITS)
        for name, (play, rules, bank, _) in ONE_OF_MANY.items()
    }
    texts |= {name: marked(deal(f"Bob: {play}", BANK))[0] for name, play in SECOND.items()}
    return dict(zip(texts, judge_each(texts.values()), strict=True))


@pytest.mark.parametrize("case", ONE_OF_MANY)
def test_5_precedence_of_codes(case: str, verdicts: Verdicts) -> None:
    assert codes(verdicts[case]) == ONE_OF_MANY[case][3]


@pytest.mark.parametrize("case", SECOND)
def test_2_5_a_second_opening_ending_or_result(case: str, verdicts: Verdicts) -> None:
    (place,) = marked(deal(f"Bob: {SECOND[case]}", BANK))[1]
    assert spots(verdicts[case]) == [("P005", *place)]


def test_5_two_faults_in_two_hands_are_two_findings() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 4c, stick", "Cat: bet 0.20, Td 4d, stick", BANK))
    assert audit.findings.select("code", "player").rows() == [("P202", "Bob"), ("P202", "Cat")]


def test_5_a_play_fault_does_not_hide_a_wrong_payment() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 4c, stick, won 0.20", BANK))
    assert codes(audit) == ["P202", "P302"]
    assert debt(audit, "P302") == ("Bob", "Ann", 40)


def test_5_what_passes_between_deals_stands_on_the_deal_that_begins_wrongly() -> None:
    pontoon = hands("Bob: bet 0.20, Ah Kd, pontoon", "Cat: bet 0.20, Ts 8s, stick", BANK, fields="deal: one")
    then = hands(
        "Bob: bet 0.20, 9c 9d, stick", "Ann: Qh 8d, stick", fields="deal: two\nbank: Ann\nshuffled: false"
    )
    audit = judge(head() + pontoon + then)
    assert audit.findings.select("code", "deal").rows() == [("P402", "two"), ("P103", "two")]


PONTOON = hands("Bob: bet 0.20, Ah Kd, pontoon", "Cat: bet 0.20, Ts 8s, stick", "Ann: Kh 7d, stick")
TWO_PONTOONS = hands("Bob: bet 0.20, Ah Kd, pontoon", "Cat: bet 0.20, Ac Qd, pontoon", "Ann: Kh 7d, stick")


@pytest.mark.parametrize("buyer", ["Cat", "Ann"])
def test_5_a_bank_won_and_sold_on_at_once_is_no_P402(buyer: str) -> None:
    audit = judge(
        head()
        + PONTOON
        + hands("Dan: bet 0.20, 9c 9d, stick", f"{buyer}: Qh 7h, stick", fields=f"bank: {buyer}\nprice: 1.50")
    )
    assert codes(audit) == []
    price = audit.transfers.filter(pl.col("kind") == "price")
    assert price.select("payer", "payee", "due").rows() == [(buyer, "Bob", 150)]


def test_5_order_unknown_leaves_the_heir_among_several_open() -> None:
    text = head(extra="order: unknown") + TWO_PONTOONS
    for heir in ("Bob", "Cat"):
        audit = judge(
            text + hands("Dan: bet 0.20, 9c 9d, stick", f"{heir}: Qh 7h, stick", fields=f"bank: {heir}")
        )
        assert codes(audit) == []


def test_5_order_unknown_does_not_excuse_one_without_a_pontoon() -> None:
    audit = judge(
        head(extra="order: unknown")
        + TWO_PONTOONS
        + hands("Bob: bet 0.20, 9c 9d, stick", "Dan: Qh 7h, stick", fields="bank: Dan")
    )
    assert codes(audit) == ["P401"]


def test_5_an_illegal_play_is_settled_on_the_cards_as_they_stood() -> None:
    audit = judge(
        deal(
            "Bob: bet 0.20, 5c 3d, twist 2h, buy 0.20 9c, stick",
            "Cat: bet 0.20, 5d 9d, buy 0.90 4h, stick",
            "Dan: bet 0.20, Th 4c, stick",
            "Ann: Kh 7d, stick",
        )
    )
    assert codes(audit) == ["P204", "P205", "P202"]
    assert [due(audit, 1, name) for name in ("Bob", "Cat", "Dan")] == [40, 110, -20]


def test_2_5_cards_past_the_fifth_are_not_counted() -> None:
    audit = judge(deal("Bob: bet 0.20, 2h 2c, buy 0.20 2d, buy 0.20 3c, buy 0.20 4d, twist K, bust", BANK))
    assert hand_of(audit, 1, "Bob")["class"] == "five-card trick"
    audit = judge(deal("Bob: bet 0.20, 2h 2c, buy 0.20 2d, buy 0.20 3c, buy 0.20 4d, twist 5d", BANK))
    assert due(audit, 1, "Bob") == 160


def test_2_5_a_card_taken_at_21_counts() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 6c, twist 5c, twist 9d", "Ann: Kh 7d, stick"))
    assert (codes(audit), due(audit, 1, "Bob")) == (["P203"], -20)


def test_2_5_a_card_that_the_bank_took_at_21_counts() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 6c, stick", "Ann: Kh 7d 4d 5d, bust"))
    assert (codes(audit), due(audit, 1, "Bob")) == (["P203"], 20)


def test_2_5_doubled_where_it_is_off_is_settled_plain() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 9c, stick, won 0.40", BANK, fields="doubled: true"))
    assert (codes(audit), due(audit, 1, "Bob")) == (["P215", "P301"], 20)


def test_2_5_players_are_settled_by_the_cards_of_a_bank_that_wrote_another_total() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 8c, stick, lost 0.20", "Ann: Kh 7d, stick 19"))
    assert (codes(audit), due(audit, 1, "Bob")) == (["P302", "P210"], 20)


UNREAD = hands("Bob: bet 0.20, Ah 1d, stick", "Cat: bet 0.20, Ts 8s, stick, won 0.20", "Ann: Kh 7d, stick")


def test_2_5_an_unreadable_hand_may_have_been_a_pontoon() -> None:
    for bank in ("Ann", "Bob"):
        for shuffled in ("true", "false"):
            audit = judge(
                head()
                + UNREAD
                + hands(
                    "Dan: bet 0.20, 9c 9d, stick",
                    f"{bank}: Qh 7h, stick",
                    fields=f"bank: {bank}\nshuffled: {shuffled}",
                )
            )
            assert codes(audit) == ["P007"]


def test_2_5_an_unreadable_hand_leaves_the_other_hands_judged() -> None:
    audit = judge(head() + UNREAD.replace("won 0.20", "won 0.50"))
    assert codes(audit) == ["P007", "P301"]
    assert due(audit, 1, "Bob") is None


def test_2_5_sums_behind_an_unreadable_hand_are_undecided() -> None:
    text = head(extra="cash:\n  Cat: {in: 5.00, out: 9.00}\n  Bob: {in: 5.00, out: 9.00}")
    text += (
        UNREAD.replace("Kh 7d, stick", "Kh 7d, stick, won 5.00").rstrip("\n") + "\n    tally: {Ann: 5.00}\n"
    )
    assert codes(judge(text)) == ["P007"]


def test_2_5_a_bank_that_cannot_be_read_is_not_also_missing() -> None:
    audit = judge(head(bank="&a Ann") + hands("Bob: bet 0.20, Th 9c, stick", BANK))
    assert codes(audit) == ["P002"]


def test_2_5_after_an_unreadable_deal_the_holder_is_unknown_until_written() -> None:
    audit = judge(
        head()
        + hands("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick", fields="price: lots")
        + hands("Bob: bet 0.20, 8h 8d, stick", "Cat: 9h 9d, stick")
        + hands("Bob: bet 0.20, Jh 8s, stick", "Cat: 9c 9s, stick", fields="bank: Cat")
    )
    assert codes(audit) == ["P006"]
    assert banks(audit) == [None, None, "Cat"]
    assert [due(audit, number, "Bob") for number in (1, 2, 3)] == [None, None, -20]


def test_2_5_the_nearest_known_word_is_named() -> None:
    near = {
        "Bob: bet 0.20, Th 9c, stuck": ("P005", "stick"),
        "Bib: bet 0.20, Th 9c, stick": ("P008", "Bob"),
    }
    for row, (code, word) in near.items():
        at = finding(judge(deal(row, BANK)), code)
        assert word in " ".join(str(at[part]) for part in ("message", "expected", "help"))


def test_2_5_the_nearest_known_key_preset_and_option_are_named() -> None:
    near = {
        head(extra="curency: GBP"): ("P003", "currency"),
        head("pagatt"): ("P004", "pagat"),
        head("{stick_onn: 16}"): ("P003", "stick_on"),
    }
    for text, (code, word) in near.items():
        at = finding(judge(text + hands("Bob: bet 0.20, Th 9c, stick", BANK)), code)
        assert word in " ".join(str(at[part]) for part in ("message", "expected", "help"))
