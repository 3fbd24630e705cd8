"""Every value of the package against a reckoning card by card, in fractions: they are equal, not close.

PONTOON_ODDS_EXACT=1 holds whole deals against it too, every pair of first cards (some minutes).
"""

from __future__ import annotations

import os
import random
from fractions import Fraction

import pytest
from dealer.rules import complete, preset, random_rules

from odds.plain import UNIT, Plain
from pontoon_ledger.odds import Action, Game, State, Values, pack, stays_on
from pontoon_ledger.rules import Rules

WHOLE = os.environ.get("PONTOON_ODDS_EXACT") == "1"
LATER = [
    ("K23", (60,), False),
    ("K23", (), True),
    ("2345", (120, 90), False),
    ("2235", (90, 60), False),
    ("A249", (60, 60), False),
    ("A238", (), True),
    ("777", (90,), False),
    ("2348A", (90, 90, 60), False),
]
"""Hands in the middle: cards, prices paid, whether the last card was twisted."""


def of_package(rules: dict[str, int | bool | str], bank: tuple[int, int], *, doubled: bool) -> Values:
    return Values(Game(Rules(**rules), stays_on(*bank), doubled), exact=True)


@pytest.mark.parametrize("seed", range(5 if WHOLE else 3))
def test_hands_in_the_middle(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng, change=0.5)
    bank = rng.choice([(17, 18), (16, 17), (18, 18), (15, 19)])
    doubled = bool(rules["banker_doubles"])
    plain, values = Plain(rules, *bank, doubled=doubled), of_package(rules, bank, doubled=doubled)
    for cards, prices, twisted in rng.sample(LATER, 3):
        out = rng.choice(["", "59", "K"])
        least = int(rules["buy_max"]) == 1
        paid = tuple(UNIT for _ in prices) if least else prices
        staked = UNIT + sum(paid)
        cap = Fraction(paid[-1], UNIT) if paid else int(rules["buy_max"])
        state = State(
            pack.cards(cards), pack.cards(out), twisted=twisted, staked=Fraction(staked, UNIT), cap=cap
        )
        found = plain.choices(cards, out, staked, paid, twisted)
        none = plain.no_pontoon(cards + out)
        assert values.value(state) == max(found.values()) / none / UNIT
        assert values.stick(state) == plain.stick(cards, out, staked) / none / UNIT
        if not pack.done(state.hand):
            same = values.choices(state)
            assert {*map(str, same)} == {said(action, paid, rules) for action in found} - {""}
            assert same[Action.TWIST] == found["twist"] / none / UNIT


def said(action: str, paid: tuple[int, ...], rules: dict[str, int | bool | str]) -> str:
    """The package's word for an action; none for a price between the ends."""
    if not action.startswith("buy"):
        return action
    price, most = int(action[4:]), paid[-1] if paid else int(rules["buy_max"]) * UNIT
    return "buy low" if price == UNIT else "buy high" if price == most else ""


@pytest.mark.parametrize(("hand", "name"), [("T9", "pagat"), ("T8", "wikipedia")])
def test_two_first_cards(hand: str, name: str) -> None:
    plain = Plain(preset(name)).two(hand)
    values = of_package(preset(name), (17, 18), doubled=False)
    found = values.choices(values.dealt(pack.cards(hand)))
    least, middle, most = (plain[f"buy {price}"] for price in (60, 90, 120))
    assert found[Action.TWIST] == plain["twist"]
    assert (found[Action.BUY_LOW], found[Action.BUY_HIGH]) == (least, most)
    assert found.get(Action.STICK) == plain.get("stick")
    assert middle <= max(least, most)
    assert values.bought(values.dealt(pack.cards(hand)), Fraction(3, 2)) == middle


@pytest.mark.skipif(not WHOLE, reason="a pair card by card takes a minute")
def test_a_pair_of_aces_where_only_they_may_be_split() -> None:
    rules = complete(
        {"split": "aces", "max_hands": 2, "buy_max": 1, "stick_on": 0, "fifth_card": "twist_if_safe"}
    )
    values = of_package(rules, (17, 18), doubled=False)
    found = values.choices(values.dealt(pack.cards("AA"), pair=True))
    assert found[Action.SPLIT] == Plain(rules).two("AA")["split"]


@pytest.mark.skipif(not WHOLE, reason="the whole deal card by card takes some minutes")
@pytest.mark.parametrize("name", ["pagat", "wikipedia"])
def test_a_whole_deal(name: str) -> None:
    assert of_package(preset(name), (17, 18), doubled=False).sitting() == Plain(preset(name)).sitting()
