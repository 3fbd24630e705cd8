"""Every option of chapter 8 in each of its values, on one record each that tells the values apart.

In: a record and the values of one option. Out: the findings, or what is due, under each value.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from pontoon_ledger.rules import OPTIONS
from rules.records import Verdict, banks, codes, deal, due, hands, head, judge_each


class Case(NamedTuple):
    """Rows of one deal, other options that hold throughout, and the expectation under each value."""

    rows: tuple[str, ...]
    expected: dict[str, object]
    others: str = ""
    fields: str = ""


K17 = "Ann: Kh 7d, stick"
FIVE = "2c 2d, twist 2h, twist 3c, twist 2s"
BANK_FIVE = "Ann: 3h 3d 3s 4d 4s"
THREE = ("Bob: bet 0.20, 8c T, stick", "+ split 0.20, 8d T, stick", "+ split 0.20, 8h T, stick")
FOUR = (*THREE, "+ split 0.20, 8s T, stick")

FOUND = {
    "stick_on: 14": Case(("Bob: bet 0.20, Th 4c, stick", K17), {"15": ["P202"], "16": ["P202"], "0": []}),
    "stick_on: 15": Case(("Bob: bet 0.20, Th 5c, stick", K17), {"15": [], "16": ["P202"], "any": []}),
    "split: eights": Case(
        ("Bob: bet 0.20, 8h Tc, stick", "+ split 0.20, 8c Td, stick", K17),
        {"pairs": [], "aces": ["P207"], "none": ["P207"]},
    ),
    "split: aces": Case(
        ("Bob: bet 0.20, Ah 9c, stick", "+ split 0.20, Ac 8d, stick", K17),
        {"pairs": [], "aces": [], "none": ["P207"]},
    ),
    "max_hands: three": Case((*THREE, K17), {"4": [], "3": [], "2": ["P209"]}),
    "max_hands: four": Case((*FOUR, K17), {"4": [], "3": ["P209"], "2": ["P209", "P209"]}),
    "buy_max": Case(("Bob: bet 0.20, 5c 9d, buy 0.40 4h, stick", K17), {"2": [], "1": ["P205"]}),
    "fifth_card": Case(
        ("Bob: bet 0.20, 2c 2d, buy 0.20 2h, buy 0.20 3c, buy 0.20 2s", K17),
        {"buy": [], "twist_if_safe": ["P206"]},
    ),
    "fifth_card: unsafe": Case(
        ("Bob: bet 0.20, 2c 2d, buy 0.20 2h, buy 0.20 6c, buy 0.20 2s", K17),
        {"buy": [], "twist_if_safe": []},
    ),
    "peek": Case(("Bob: bet 0.20, Th 9c, stick", "Ann: Ah Kd"), {"true": ["P212"], "false": []}),
    "burn: 13": Case(
        ("Bob: bet 0.20, burn 9c 4d, Th 9h, stick", K17),
        {"off": ["P214"], "13": [], "14": ["P214"], "13_14": []},
    ),
    "burn: 14": Case(
        ("Bob: bet 0.20, burn 9c 5d, Th 9h, stick", K17),
        {"off": ["P214"], "13": ["P214"], "14": [], "13_14": []},
    ),
    "burn: 12": Case(
        ("Bob: bet 0.20, burn 9c 3d, Th 9h, stick", K17),
        {"off": ["P214"], "13": ["P214"], "14": ["P214"], "13_14": ["P214"]},
    ),
    "banker_doubles": Case(
        ("Bob: bet 0.20, Th 9c, stick", K17), {"false": ["P215"], "true": []}, fields="doubled: true"
    ),
    "banker_draws_below: 15": Case(
        ("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 5d, stick"), {"none": [], "16": ["P213"], "17": ["P213"]}
    ),
    "banker_draws_below: 16": Case(
        ("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 6d, stick"), {"none": [], "16": [], "17": ["P213"]}
    ),
    "banker_draws_below: 17": Case(("Bob: bet 0.20, Th 9c, stick", K17), {"none": [], "16": [], "17": []}),
    "packs": Case(("Bob: bet 0.20, Kh 9c, stick", K17), {"1": ["P101"], "2": []}),
    "packs: three": Case(("Bob: bet 0.20, Kh Kh, stick", K17), {"1": ["P101", "P101"], "2": ["P101"]}),
}

DUE = {
    "split_pontoon_pays": Case(
        ("Bob: bet 0.20, Tc Ah, pontoon", "+ split 0.20, Td 8c, stick", K17), {"2": 40, "1": 20}
    ),
    "split_pontoon_pays: not for an unsplit one": Case(
        ("Bob: bet 0.20, Tc Ah, pontoon", K17), {"2": 40, "1": 40}
    ),
    "peek: on S or on T": Case(
        ("Bob: bet 0.20, 5c 4c, buy 0.20 Td, stick", "Ann: Ah Kd"), {"true": -40, "false": -80}
    ),
    "peek: a bust hand": Case(
        ("Bob: bet 0.20, 6c Tc, buy 0.20 9d, bust", "Ann: Ah Kd"), {"true": -40, "false": -40}
    ),
    "banker_pontoon": Case(("Bob: bet 0.20, Th 9c", "Ann: Ah Kd"), {"2": -40, "1": -20, "3": -60}),
    "banker_pontoon: without peek": Case(
        ("Bob: bet 0.20, 5c 4c, buy 0.20 Td, stick", "Ann: Ah Kd"),
        {"2": -80, "1": -40, "3": -120},
        "peek: false",
    ),
    "pontoon_vs_banker_pontoon": Case(
        ("Bob: bet 0.20, Th Ac, pontoon", "Ann: Ah Kd"), {"2": -40, "1": -20, "0": 0}
    ),
    "pontoon_vs_banker_pontoon: without peek": Case(
        ("Bob: bet 0.20, Th Ac, pontoon", "Ann: Ah Kd"), {"2": -40, "1": -20, "0": 0}, "peek: false"
    ),
    "pontoon_pays": Case(("Bob: bet 0.20, Th Ac, pontoon", K17), {"2": 40, "1": 20, "3": 60}),
    "pontoon_pays: against five cards": Case(
        ("Bob: bet 0.20, Th Ac, pontoon", BANK_FIVE), {"2": 40, "1": 20, "3": 60}
    ),
    "pontoon_pays: not for a split one": Case(
        ("Bob: bet 0.20, Tc Ah, pontoon", "+ split 0.20, Td 8c, stick", K17), {"2": 40, "1": 40, "3": 40}
    ),
    "five_card_pays": Case((f"Bob: bet 0.20, {FIVE}", K17), {"2": 40, "1": 20}),
    "banker_five_card": Case(("Bob: bet 0.20, Th 9c, stick", BANK_FIVE), {"2": -40, "1": -20}),
    "banker_five_card: against five cards": Case((f"Bob: bet 0.20, {FIVE}", BANK_FIVE), {"2": -40, "1": -20}),
    "banker_five_card: against a bust hand": Case(
        ("Bob: bet 0.20, Tc 6d, twist 9s, bust", BANK_FIVE), {"2": -20, "1": -20}
    ),
    "ties": Case(("Bob: bet 0.20, Tc 7s, stick", K17), {"banker": -20, "push": 0}),
    "ties: 21": Case(("Bob: bet 0.20, Tc 7s, buy 0.20 4d", "Ann: Jd 7h 4h"), {"banker": -40, "push": 0}),
    "ties: five cards": Case((f"Bob: bet 0.20, {FIVE}", BANK_FIVE), {"banker": -40, "push": 0}),
    "ties: both bust is none": Case(
        ("Bob: bet 0.20, Tc 6d, twist 9s, bust", "Ann: Jd 6h 9h"), {"banker": -20, "push": -20}
    ),
    "royal": Case(("Bob: bet 0.20, 7c 7s, twist 7h", "Ann: Jd 6h 5h"), {"false": -20, "true": 60}),
    "royal: against five cards": Case(
        ("Bob: bet 0.20, 7c 7s, buy 0.30 7h", BANK_FIVE), {"false": -100, "true": 150}
    ),
    "royal: against a pontoon shown later": Case(
        ("Bob: bet 0.20, 7c 7s, twist 7h", "Ann: Ah Kd"), {"false": -40, "true": 60}, "peek: false"
    ),
    "royal: in a doubled deal": Case(
        ("Bob: bet 0.20, 7c 7s, twist 7h", K17),
        {"false": 40, "true": 60},
        "banker_doubles: true",
        "doubled: true",
    ),
    "royal: the banker's is a 21": Case(
        ("Bob: bet 0.20, Tc Ad, pontoon", "Ann: 7c 7s 7h"), {"false": 40, "true": 40}
    ),
    "banker_doubles": Case(
        ("Bob: bet 0.20, Th 9c, stick", K17), {"false": 20, "true": 40}, fields="doubled: true"
    ),
    "banker_doubles: where it was not done": Case(
        ("Bob: bet 0.20, Th 9c, stick", K17), {"false": 20, "true": 20}
    ),
}

NAMED = "Ann: K 7, stick", "Bob: J 7, stick", "Cat: Q 7, stick", "Dan: T 7, stick"
PASSED = {
    "bank_passes: no pontoon": (
        hands("Bob: bet 0.20, Th 9c, stick", "Cat: bet 0.20, 8d 9d, stick", K17),
        {"pontoon": "Ann", "each_deal": "Bob", "never": "Ann"},
    ),
    "bank_passes: a pontoon": (
        hands("Bob: bet 0.20, Th 9c, stick", "Cat: bet 0.20, Ad Kd, pontoon", K17),
        {"pontoon": "Cat", "each_deal": "Bob", "never": "Ann"},
    ),
}

QUIET = hands("Bob: bet 0.20, Th 9c, stick", "Cat: bet 0.20, 8d 9d, stick", K17)
PLAYERS = hands("Bob: bet 0.20, Th Ac, pontoon", "Cat: bet 0.20, 8d 9d, stick", K17)
BANKERS = hands("Bob: bet 0.20, Th 9c", "Cat: bet 0.20, 8d 9d", "Ann: Ah Kd")
BOTH = hands("Bob: bet 0.20, Th Ac", "Cat: bet 0.20, 8d 9d", "Ann: Ah Kd")
SPLIT = hands("Bob: bet 0.20, Th Ac, pontoon", "+ split 0.20, Td 9c, stick", K17)
# the deal before, what the next one says of its bank -> the values under which a shuffle is called for
SHUFFLES = {
    "nothing": (QUIET, "", {"every_deal"}),
    "a player's pontoon": (
        PLAYERS,
        "bank: Bob",
        {"any_pontoon", "player_pontoon", "bank_change", "every_deal"},
    ),
    "the banker's pontoon": (BANKERS, "", {"any_pontoon", "every_deal"}),
    "a pontoon under the banker's": (BOTH, "", {"any_pontoon", "player_pontoon", "every_deal"}),
    "a split pontoon": (SPLIT, "", {"any_pontoon", "player_pontoon", "every_deal"}),
    "the bank sold": (QUIET, "bank: Bob\nprice: 1.00", {"bank_change", "every_deal"}),
}


def rules(option: str, value: str, others: str) -> str:
    return "{" + ", ".join(part for part in (f"{option}: {value}", others) if part) + "}"


def option_of(name: str) -> str:
    return name.partition(":")[0]


def texts() -> dict[tuple[str, str, str], str]:
    made = {}
    for table, cases in (("found", FOUND), ("due", DUE)):
        for name, case in cases.items():
            for value in case.expected:
                said = rules(option_of(name), value, case.others)
                made[table, name, value] = deal(*case.rows, rules=said, fields=case.fields)
    for name, (before, expected) in PASSED.items():
        for value in expected:
            made["passed", name, value] = head(rules("bank_passes", value, "")) + before + hands(*NAMED)
    for name, (before, fields, _) in SHUFFLES.items():
        banker = "Bob" if fields else "Ann"
        for value in map(str, OPTIONS["shuffle_after"]):
            for shuffled in ("true", "false"):
                then = hands(
                    "Dan: bet 0.20, Jh 9s, stick",
                    f"{banker}: Qc 7c, stick",
                    fields=f"{fields}\nshuffled: {shuffled}".strip(),
                )
                made[f"shuffled {shuffled}", name, value] = (
                    head(rules("shuffle_after", value, "")) + before + then
                )
    for value in ("true", "false"):
        then = hands("Dan: bet 0.20, Jh 9s, stick", "Bob: Qc 7c, stick", fields="bank: Bob\nprice: 1.00")
        made["sale", "bank_sale", value] = head(rules("bank_sale", value, "")) + QUIET + then
    return made


Verdicts = dict[tuple[str, str, str], Verdict]


@pytest.fixture(scope="module", name="verdicts")
def _verdicts() -> Verdicts:
    made = texts()
    return dict(zip(made, judge_each(made.values()), strict=True))


@pytest.mark.parametrize("name", FOUND)
def test_8_findings_under_each_value(name: str, verdicts: Verdicts) -> None:
    case = FOUND[name]
    assert {value: codes(verdicts["found", name, value]) for value in case.expected} == case.expected


@pytest.mark.parametrize("name", DUE)
def test_8_dues_under_each_value(name: str, verdicts: Verdicts) -> None:
    case = DUE[name]
    assert {value: due(verdicts["due", name, value], 1, "Bob") for value in case.expected} == case.expected


@pytest.mark.parametrize("name", PASSED)
def test_8_bank_passes_under_each_value(name: str, verdicts: Verdicts) -> None:
    _, expected = PASSED[name]
    assert {value: banks(verdicts["passed", name, value])[1] for value in expected} == expected


@pytest.mark.parametrize("value", OPTIONS["shuffle_after"])
@pytest.mark.parametrize("name", SHUFFLES)
def test_8_shuffle_after_under_each_value(name: str, value: str, verdicts: Verdicts) -> None:
    called_for = value in SHUFFLES[name][2]
    assert codes(verdicts["shuffled false", name, value]) == (["P103"] if called_for else [])
    assert codes(verdicts["shuffled true", name, value]) == ([] if called_for else ["P104"])


def test_8_bank_sale_under_each_value(verdicts: Verdicts) -> None:
    assert codes(verdicts["sale", "bank_sale", "true"]) == []
    assert codes(verdicts["sale", "bank_sale", "false"]) == ["P404"]


def test_8_every_option_and_value_is_tried() -> None:
    tried: dict[str, set[str]] = {"shuffle_after": {*map(str, OPTIONS["shuffle_after"])}}
    for _, name, value in texts():
        tried.setdefault(option_of(name), set()).add("0" if value == "any" else value)
    for option, values in OPTIONS.items():
        if option != "shoot":
            assert tried[option] == {str(value).lower() for value in values}, option


def test_8_presets() -> None:
    rows = {
        "sticks on 15": (("Bob: bet 0.20, Th 5c, stick", K17), "school", ["P202"]),
        "burns 13": (("Bob: bet 0.20, burn 9c 4d, Th 9h, stick", K17), "school", []),
        "splits eights": (
            ("Bob: bet 0.20, 8h Tc, stick", "+ split 0.20, 8c Td, stick", K17),
            "wikipedia",
            ["P207"],
        ),
        "splits eights all the same": (
            ("Bob: bet 0.20, 8h Tc, stick", "+ split 0.20, 8c Td, stick", K17),
            "{base: wikipedia, split: pairs}",
            [],
        ),
        "buys a safe fifth card": (
            ("Bob: bet 0.20, 2c 2d, buy 0.20 2h, buy 0.20 3c, buy 0.20 2s", K17),
            "wikipedia",
            ["P206"],
        ),
        "sticks against a pontoon shown later": (
            ("Bob: bet 0.20, Th 9c, stick", "Ann: Ah Kd"),
            "wikipedia",
            [],
        ),
        "sticks against a pontoon shown at once": (
            ("Bob: bet 0.20, Th 9c, stick", "Ann: Ah Kd"),
            "gamerules",
            ["P212"],
        ),
    }
    found = judge_each(deal(*play, rules=preset) for play, preset, _ in rows.values())
    assert [codes(verdict) for verdict in found] == [expected for *_, expected in rows.values()]


def test_8_presets_pay_as_they_say() -> None:
    rows = [
        (("Bob: bet 0.20, 5c 4c, buy 0.20 Td, stick", "Ann: Ah Kd"), "wikipedia", -40),
        (("Bob: bet 0.20, Tc Ac, pontoon", "Ann: Ah Kd"), "wikipedia", -20),
        (("Bob: bet 0.20, Tc Ac, pontoon", "Ann: Ah Kd"), "pagat", -40),
        (("Bob: bet 0.20, 7c 7s, twist 7h", K17), "school", 60),
        (("Bob: bet 0.20, 7c 7s, twist 7h", K17), "{base: school, royal: no}", 20),
    ]
    found = judge_each(deal(*play, rules=preset) for play, preset, _ in rows)
    assert [due(verdict, 1, "Bob") for verdict in found] == [expected for *_, expected in rows]


def test_8_gamerules_shuffles_after_a_players_pontoon_only() -> None:
    then = hands("Dan: bet 0.20, Jh 9s, stick", "Ann: Qc 7c, stick", fields="shuffled: false")
    (quiet,) = judge_each([head("gamerules") + BANKERS + then])
    assert codes(quiet) == []
