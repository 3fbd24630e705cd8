"""Facts that anybody can work out, and the figure of a player who only twists."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from pontoon_ledger.cards import points_of
from pontoon_ledger.odds import Action, Game, Policy, Values, pack, parse_policy, stays_on
from pontoon_ledger.odds.banker import chances
from pontoon_ledger.odds.chart import total, way_of
from pontoon_ledger.odds.graph import Cell, Graph
from pontoon_ledger.odds.policy import PolicyError
from pontoon_ledger.odds.standing import Chances
from pontoon_ledger.replay.totals import BUST, FIVE, PONTOON
from pontoon_ledger.rules import Rules


def test_64_of_1326_hands_are_pontoons() -> None:
    dealt = Chances(Game(), exact=True).deals(0)
    assert sum(chance for _, _, chance in dealt) == 1
    assert sum(c for hand, _, c in dealt if pack.total(hand) == 21) == Fraction(64, 1326)
    counted = sum(1 for pair in combinations(range(52), 2) if sorted(map(points_of, pair)) == [1, 10])
    assert counted == 64


def test_pairs_are_as_often_as_they_are() -> None:
    dealt = Chances(Game(), exact=True).deals(0)
    assert sum(chance for _, pair, chance in dealt if pair) == Fraction(13 * 6, 1326)


@pytest.mark.parametrize("hard", range(12, 21))
def test_the_chance_to_bust(hard: int) -> None:
    """Of the 50 cards that are left, those that are too much; no pontoon of the bank being looked for."""
    first = {12: "T2", 13: "T3", 14: "T4", 15: "T5", 16: "T6", 17: "T7", 18: "T8", 19: "T9", 20: "TJ"}[hard]
    lost, _ = Chances(Game(Rules(peek=False)), exact=True).live(pack.cards(first), 0)
    gone = [10 if card in "TJ" else int(card) for card in first]
    left = {value: (16 if value == 10 else 4) - gone.count(value) for value in range(1, 11)}
    assert lost == Fraction(sum(n for value, n in left.items() if hard + value > 21), 50)


def test_a_bank_that_never_draws_has_what_it_was_dealt() -> None:
    found = chances(0, stays_on(4), 1)
    assert found[PONTOON] == Fraction(64, 1326)
    assert found[BUST] == found[FIVE] == 0
    assert sum(found) == 1


def only_twisting(graph: Graph, hard: int, soft: int) -> float:
    """What a deal is worth to one who never buys nor parts, and sticks on these totals."""
    advice: dict[Cell, Action] = {}
    for node in graph.nodes:
        if node.cell is not None:
            least = soft if node.cell.soft else hard
            advice[node.cell] = Action.STICK if node.cell.total >= least else Action.TWIST
    worth, _ = graph.worth(way_of(graph, advice))
    return total(graph, worth)


def test_who_only_twists_loses_more_than_fifteen_in_a_hundred() -> None:
    graph = Graph(Values(Game(Rules(split="none"))))
    assert only_twisting(graph, 15, 18) == pytest.approx(-0.1549818747634, abs=1e-12)
    assert only_twisting(graph, 15, 20) == pytest.approx(-0.1505343250527, abs=1e-12)


@pytest.mark.parametrize("text", ["17", "17/18", "17, soft 18", "hard 17 soft 18", "17 and 18", " 21 "])
def test_policies_in_words(text: str) -> None:
    hard, *soft = (int(word) for word in text.replace("/", " ").replace(",", " ").split() if word.isdigit())
    assert parse_policy(text) == stays_on(hard, *soft)


@pytest.mark.parametrize("text", ["", "seventeen", "3", "17/22", "17 18 19", "-17"])
def test_words_that_are_no_policy(text: str) -> None:
    with pytest.raises(PolicyError):
        parse_policy(text)


def test_rules_that_make_the_banker_draw_overrule_him() -> None:
    game = Game(Rules(banker_draws_below="17"), stays_on(15))
    assert game.bank == stays_on(17)
    assert isinstance(game.bank, Policy)
    state = Values(game).dealt(pack.cards("K6"))
    assert Values(game).value(state) == Values(Game(bank=stays_on(17))).value(state)
