"""What other records leave open, chapters 2 to 6: records that a program with a mistake judges otherwise.

In: small records, each of which a mutant of the code judged otherwise. Out: what the rulebook says of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.records import banks, codes, deal, dues, finding, hands, head, judge, marked, spots

import pontoon_ledger as pontoon
from pontoon_ledger.partition import loose_groups

if TYPE_CHECKING:
    from pathlib import Path

K17 = "Ann: Kh 7d, stick"
LIMITS = "stakes: {min: 0.10, max: 1.00}"


def test_2_4_a_pontoon_that_was_declared_is_no_turn_and_rules_out_none_of_the_bank() -> None:
    audit = judge(deal("Bob: bet 0.20, pontoon"))
    assert (codes(audit), dues(audit)) == (["P303"], [None])
    assert finding(audit, "P303")["expected"] == "between lost 0.40 and won 0.40"


def test_6_3_a_pontoon_wins_the_bank_of_whoever_held_it(tmp_path: Path) -> None:
    (tmp_path / "evening.yaml").write_text(head("{peek: false}").replace("deals:", "deals: evening.csv"))
    (tmp_path / "evening.csv").write_text(
        "deal,player,cards,play\n"
        "1,Bob,x x,bet 0.20\n"
        "1,Ann,Kh 7d,stick\n"
        '2,Cat,Ah Kd,"bet 0.20, pontoon"\n'
        '2,Dan,8h 9d,"bet 0.20, stick"\n'
        "2,bank,Ks 6d,stick\n"
        '3,Dan,9h 9s,"bet 0.20, stick"\n'
        "3,Cat,Kc 7s,stick\n"
    )
    audit = pontoon.audit(pontoon.read(tmp_path / "evening.yaml"))
    assert (codes(audit), banks(audit)) == (["P303"], ["Ann", None, "Cat"])
    assert dues(audit, "Dan") == [20, 20]


def test_5_5_where_nobody_is_known_to_hold_the_bank_no_sum_is_wrong() -> None:
    play = hands("Bob: bet 0.20, Th 9c, stick, won 0.20", K17, fields="tally: {Ann: -0.20, Bob: 0.20}")
    cash = "cash:\n  Ann: {in: 1.00, out: 0.80}\n  Bob: {in: 1.00, out: 1.20}"
    assert codes(judge(head(bank="", extra=cash) + play)) == ["P010"]


def test_5_5_a_void_deal_that_nobody_is_known_to_have_held_leaves_no_sum_open() -> None:
    void = hands("Bob: bet 0.20, Th 9c, stick", fields="void: misdeal")
    then = hands("Bob: bet 0.20, 8h 9d, stick, won 0.20", "Ann: Kc 6s, stick", fields="bank: Ann\n{}")
    for tally, told in (("0.20", ["P010"]), ("0.30", ["P010", "P603"])):
        assert codes(judge(head(bank="") + void + then.format(f"tally: {{Bob: {tally}}}"))) == told


def test_3_2_a_split_hand_within_the_limits_is_no_second_fault_beside_a_first_bet_off_them() -> None:
    for bet, split, told in (("0.05", "0.10", ["P201"]), ("0.10", "0.20", ["P208"])):
        rows = (f"Bob: bet {bet}, 8h Tc, stick", f"+ split {split}, 8s Th, stick", K17)
        assert codes(judge(deal(*rows, extra=LIMITS))) == told


def test_5_1_a_push_that_cannot_be_is_wrong_whatever_was_staked() -> None:
    rows = ("Bob: Th 6c, stick, push", "Ann: x 7d, stick")
    assert codes(judge(deal(*rows))) == ["P301"]
    assert codes(judge(deal(*rows, rules="{ties: push}"))) == ["P303"]


def test_6_6_a_deal_of_which_no_row_is_written_leaves_the_pack_undecided() -> None:
    first = hands("Bob: bet 0.20, Th 9c, stick", K17)
    again = hands("Bob: bet 0.20, 8h 9c, stick", "Ann: Ks 7c, stick", fields="shuffled: false")
    assert codes(judge(head() + first + again)) == ["P102"]
    assert codes(judge(head() + first + "  - shuffled: false\n    hands: {}\n" + again)) == []


def test_4_1_the_fourth_card_that_a_bank_bought_is_underlined() -> None:
    text, places = marked(deal("Bob: bet 0.20, Th 9c, stick", "Ann: 2h 3d, twist 3c, «buy 0.20 4s», stick"))
    assert spots(judge(text)) == [("P005", *places[0])]
    text, places = marked(
        deal("Bob: bet 0.20, Th 9c, stick", "Ann: 2h 3d, twist 3c, twist 4c, «buy 0.20 4s»")
    )
    assert spots(judge(text)) == [("P005", *places[0])]


def test_a_small_group_is_found_where_it_lies_between_two_windows() -> None:
    amounts = [*range(1, 11), 100, 101, -201, 300, 301, 302, 303]
    amounts.append(-sum(amounts))
    assert [10, 11, 12] in loose_groups(amounts)


def test_4_amounts_without_a_currency_stand_before_those_that_have_one(tmp_path: Path) -> None:
    for name, extra in (("Bob", "currency: GBP"), ("Cat", "")):
        play = deal(f"{name}: bet 0.20, Th 9c, stick", K17, extra=extra)
        (tmp_path / f"{name}.yaml").write_text(play)
    settled = pontoon.settle(pontoon.audit(pontoon.read(sorted(tmp_path.iterdir()))))
    parts = settled.balances.filter(settled.balances["balance"] != 0)
    assert parts.select("player", "currency").rows() == [
        ("Ann", None),
        ("Cat", None),
        ("Ann", "GBP"),
        ("Bob", "GBP"),
    ]
    assert list(settled.plans) == [None, "GBP"]
