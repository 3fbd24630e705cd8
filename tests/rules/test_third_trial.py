"""What players found at the table the third time: payments in all, banks without a name, unpriced cards.

In: small records. Out: the findings that the rulebook asks for, and no other beside them.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

import pontoon_ledger as pontoon
from rules.records import (
    PLAYERS,
    Verdict,
    balances,
    banks,
    codes,
    deal,
    due,
    finding,
    hands,
    head,
    judge,
    judge_each,
    net,
    series,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pontoon_ledger.auditing import Audit

EACH = "{base: pagat, bank_passes: each_deal}"
SHOOT = "{base: pagat, shoot: true}"
K17 = "Ann: Kc 7d, stick"
KNOWN, UNKNOWN, UNSEEN = "8s Th, stick", "8h x, stick", "8c x, stick"


def told(audit: Audit | Verdict) -> list[tuple[str, int | None]]:
    """Code and hand of every finding, in the order of the file."""
    return list(audit.findings.select("code", "hand").iter_rows())


def split(first: str, second: str, bank: str = K17, shoot: str = "") -> str:
    """One deal in which Bob splits."""
    rows = (f"Bob: bet .10, {shoot}{first}", f"+ split .10, {second}", bank)
    return deal(*rows, rules=SHOOT, fields="kitty: .50")


def test_5_a_wrong_payment_in_all_is_the_one_finding_of_all_its_hands() -> None:
    where, texts = [], []
    for bank, shoot in product((K17, "Ann: stick", "Ann: x 7d, stick"), ("", "shoot .20, ")):
        for paid in ("all won 3.00", "all lost 3.00"):
            first = [split(f"{UNKNOWN}, {paid}", more, bank, shoot) for more in (KNOWN, UNSEEN, "stick")]
            second = [split(more, f"{KNOWN}, {paid}", bank, shoot) for more in (UNKNOWN, "stick")]
            texts += [*first, *second]
            where += [1] * len(first) + [2] * len(second)
    for at, audit in zip(where, judge_each(texts), strict=True):
        assert told(audit) in ([("P301", at)], [("P302", at)])


def test_5_a_payment_in_all_that_may_be_right_leaves_each_open_hand_undecided() -> None:
    texts = [
        split(UNKNOWN, f"{KNOWN}, all won .20"),
        split(f"{KNOWN}, all push", UNKNOWN),
        split(UNKNOWN, f"{KNOWN}, all won .10", "Ann: stick"),
    ]
    assert [told(audit) for audit in judge_each(texts)] == [
        [("P303", 1)],
        [("P303", 2)],
        [("P303", 1), ("P303", 2)],
    ]


def test_5_a_hand_with_a_payment_of_its_own_is_asked_for_that() -> None:
    audit = judge(split(f"{UNKNOWN}, won .10", f"{KNOWN}, all won 3.00"))
    assert codes(audit) == ["P303", "P301"]
    assert finding(audit, "P303")["found"] == "won 0.10"


def test_5_a_wrong_payment_in_all_of_one_player_says_nothing_of_another() -> None:
    rows = (f"Bob: bet .10, {UNKNOWN}, all won 3.00", f"+ split .10, {KNOWN}", f"Cat: bet .10, {UNSEEN}")
    audit = judge(deal(*rows, K17))
    assert [(at["code"], at["player"]) for at in audit.findings.iter_rows(named=True)] == [
        ("P301", "Bob"),
        ("P303", "Cat"),
    ]


@pytest.mark.parametrize("paid", ["all won .20", "all won .20, agreed"])
@pytest.mark.parametrize("at", [1, 2])
def test_3_an_ending_against_the_cards_silences_the_payment_in_all(at: int, paid: str) -> None:
    ends = {1: ("", ""), at: (f", {paid}", "")[:: 1 if at == 1 else -1]}[at]
    audit = judge(split(f"8h 3c, twist 5d, stick 20{ends[0]}", f"{KNOWN}{ends[1]}"))
    assert told(audit) == [("P210", 1)]


def second_deal(
    *names: str, bank: str = "", fields: str = "", rules: str = EACH, players: str = PLAYERS
) -> str:
    """Ann holds the bank in the first deal; in the second these bet, and nobody is named."""
    cards = {"Ann": "8d 9d", "Bob": "8s 9h", "Cat": "7s Jh", "Dan": "6h Js", "Eve": "7h Qh"}
    rows = [f"{name}: bet .10, {cards[name]}, stick" for name in names]
    text = head(rules, players) + hands("Cat: bet .10, Ts 9s, stick", "Ann: Kh 7d, stick")
    return text + hands(*rows, *([bank] if bank else []), fields=fields)


@pytest.mark.parametrize(
    ("names", "bank", "holder"),
    [
        ("Ann Cat Dan", "", "Bob"),
        ("Ann Dan", "", None),
        ("Dan", "", None),
        ("Cat Dan", "", None),
        ("Cat Dan", "Ann: Qs 7h, stick", None),
        ("Ann Cat Dan", "Bob: Qs 7h, stick", "Bob"),
        ("Ann Dan", "Cat: Qs 7h, stick", "Cat"),
    ],
)
def test_6_3_an_heir_without_a_row_may_hold_the_bank_and_nobody_who_bets_does(
    names: str, bank: str, holder: str | None
) -> None:
    audit = judge(second_deal(*names.split(), bank=bank))
    assert banks(audit)[1] == holder
    assert set(codes(audit)) <= {"P303"}
    assert (due(audit, 2, "Dan") is not None) == (bool(bank) and holder is not None)


def test_6_3_behind_a_bank_that_nobody_can_tell_none_is_wrong() -> None:
    rows = ("Qs 7h, stick", "bet .10, Tc 9c, stick")
    cat = hands(f"Cat: {rows[0]}", f"Bob: {rows[1]}", fields="bank: Cat")
    dan = hands(f"Dan: {rows[0]}", f"Cat: {rows[1]}", fields="bank: Dan")
    for third in (cat, dan):
        assert set(codes(judge(second_deal("Ann", "Dan") + third))) == {"P303"}
    assert set(codes(judge(second_deal("Ann", "Cat", "Dan") + cat))) == {"P303"}
    assert set(codes(judge(second_deal("Ann", "Cat", "Dan") + dan))) == {"P303", "P401"}


def test_6_3_an_heir_who_bets_stakes_against_himself() -> None:
    for rules in (EACH, "pagat", "{base: pagat, bank_passes: never}"):
        heir = "Bob" if rules == EACH else "Ann"
        audit = judge(second_deal("Ann", "Bob", "Cat", rules=rules))
        assert codes(audit) == ["P010"]
        assert finding(audit, "P010")["message"] == f"{heir} holds the bank and cannot bet against it"


@pytest.mark.parametrize("rules", ["pagat", "{base: pagat, bank_passes: never}"])
def test_6_3_a_bank_that_stays_is_with_a_banker_without_a_row(rules: str) -> None:
    audit = judge(second_deal("Bob", "Cat", "Dan", rules=rules))
    assert (banks(audit), set(codes(audit))) == (["Ann", "Ann"], {"P303"})


def test_6_3_a_row_of_the_bank_is_of_one_who_has_no_other(tmp_path: Path) -> None:
    table = 'deal,player,play,bank\n1,Cat,"bet .10, Ts 9s, stick",Ann\n1,bank,"Kh 7d, stick",\n'
    table += "".join(
        f'2,{name},"bet .10, {cards}, stick",\n' for name, cards in (("Ann", "8d 9d"), ("Dan", "6h Js"))
    )
    (tmp_path / "evening.yaml").write_text(head(EACH, bank="")[: -len("deals:\n")] + "deals: evening.csv\n")
    held = []
    for more in ("", '2,Cat,"bet .10, 7s Jh, stick",\n'):
        (tmp_path / "evening.csv").write_text(f'{table}{more}2,bank,"Qs 7h, stick",\n')
        audit = pontoon.audit(pontoon.read(tmp_path))
        assert "P010" not in codes(audit)
        held.append(banks(audit)[1])
    assert held == [None, "Bob"]


@pytest.mark.parametrize(("row", "code"), [("Cat: wug", "P005"), ("Cat: bet 1.234, 8c 9c", "P006")])
def test_6_3_a_row_that_cannot_be_read_may_be_of_the_bank(row: str, code: str) -> None:
    third = hands("Bob: bet .10, Tc 9c, stick", "Cat: Qc 7c, stick", fields="bank: Cat\nshuffled: true")
    audit = judge(second_deal("Ann", "Dan", bank=row) + third)
    assert codes(audit) == [code]
    assert banks(audit) == ["Ann", None, "Cat"]


@pytest.mark.parametrize(
    ("seats", "names"), [("Ann, Bob", "Bob Ann"), ("Bob, Cat", "Bob Cat")], ids=["stayed", "won"]
)
@pytest.mark.parametrize("named", ["", "bank: Bob\n"])
def test_6_3_of_heirs_of_whom_one_has_gone_none_is_sure(seats: str, names: str, named: str) -> None:
    cards = {"Ann": "8d 9d", "Bob": "8s 9h", "Cat": "7s Jh"}
    rows = [f"{name}: bet .10, {cards[name]}, stick" for name in names.split()]
    if named:
        rows[0] = "Bob: Qs 7h, stick"
    text = head() + hands("Cat: bet .10, As x", "Dan: bet .10, Ah x", "Ann: Kh 7d, stick")
    audit = judge(text + hands(*rows, fields=f"{named}players: [{seats}]"))
    assert set(codes(audit)) == {"P303"}
    assert banks(audit)[1] == ("Bob" if named else None)


@pytest.mark.parametrize(
    ("cards", "possible"),
    [
        ("5h 4s 9d", {10, *range(20, 31)}),
        ("5h 2c 2s 9d", {10, *range(20, 51)}),
        ("5h 2s, buy .12 2c, 9d", {22, *range(32, 35)}),
        ("3h 2s, buy .10 2c, Tc 2d", {20, 30, 40}),
        ("5h 2s, buy 2c, 9d", set(range(20, 51))),
    ],
)
def test_3_3_a_card_that_nobody_noted_how_costs_nothing_or_the_stake_at_least(
    cards: str, possible: set[int]
) -> None:
    times = 2 if cards.startswith("3h") else 1
    paid = range(times, times * 61, times)
    text = series(*((f"{cards}, stick, won {amount / 100:.2f}", "K 7, stick") for amount in paid))
    audit = judge(text.replace("bet 0.20", "bet 0.10"))
    undecided = [at["deal_no"] for at in audit.findings.iter_rows(named=True) if at["code"] == "P303"]
    wrong = [at["deal_no"] for at in audit.findings.iter_rows(named=True) if at["code"] == "P301"]
    assert set(undecided) == possible
    assert sorted([*undecided, *wrong]) == list(range(1, 61))


def test_3_3_a_stake_that_is_not_known_either_leaves_less_room_between() -> None:
    play = "Bob: 5h 4s 9d, stick, won"
    paid = {".14": "P303", ".15": "P303", ".16": "P301", ".19": "P301", ".20": "P303", ".45": "P303"}
    texts = [deal(f"{play} {amount}", K17, extra="stakes: {min: .10, max: .15}") for amount in paid]
    assert [codes(audit) for audit in judge_each(texts)] == [[code] for code in paid.values()]


@pytest.mark.parametrize("shoot", ["", "shoot .20, "])
@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize("ruling", ["agreed", "waive"])
def test_8_a_payment_in_all_that_the_table_lets_stand_is_what_counts(
    shoot: str, at: int, ruling: str
) -> None:
    paid = "all won .50" + (", agreed" if ruling == "agreed" else "")
    first, second = (f", {paid}" if at == hand else "" for hand in (1, 2))
    rows = (f"Bob: bet .30, {shoot}8h Tc, stick{first}", f"+ split .30, 8d Ks, stick{second}", K17)
    fields = "kitty: .50" + ("\nwaive: {P301: as the table said}" if ruling == "waive" else "")
    audit = judge(deal(*rows, rules=SHOOT, fields=fields))
    assert list(audit.findings.select("code", "waived").iter_rows()) == [
        ("P301", "as the table said" if ruling == "waive" else "agreed")
    ]
    assert (balances(audit)["Bob"], net(audit, "recorded")["Bob"]) == (50, 50)
    assert sum(amount or 0 for amount in balances(audit).values()) == 0


def test_8_a_payment_in_all_is_recorded_of_hands_and_shoot_bets_together() -> None:
    right = judge(split(f"{KNOWN}, all won .40", "8h Ts, stick", shoot="shoot .20, "))
    assert codes(right) == []
    assert net(right, "recorded") == net(right, "due") == {"Bob": 40, "Ann": -40 + 20 - 20}


def test_6_3_of_two_at_the_table_the_other_is_the_next_whatever_the_order() -> None:
    text = head(EACH, "Ann, Bob", extra="order: unknown")
    text += hands("Bob: bet .10, 8s Th, stick", K17) + hands(
        "Ann: bet .10, 8c Tc, stick", "Bob: Kh 7s, stick"
    )
    audit = judge(text)
    assert (codes(audit), banks(audit)) == ([], ["Ann", "Bob"])
    more = hands("Ann: bet .10, 8d Td, stick", "Bob: Ks 7h, stick", fields="players: [Ann, Bob, Cat]")
    assert banks(judge(text + more))[2] is None
