"""The chart: no decision of it can be changed for the better, and perfect play is hardly better at all.

PONTOON_ODDS_CHARTS=1 tries every cell of every preset's chart.
"""

from __future__ import annotations

import os

import pytest

from pontoon_ledger.odds import Action, Game, Values
from pontoon_ledger.odds.chart import chart_of, total, way_of
from pontoon_ledger.odds.figures import figures
from pontoon_ledger.odds.graph import Graph
from pontoon_ledger.odds.reach import ready
from pontoon_ledger.odds.strategy import strategy_of, work_out
from pontoon_ledger.rules import PRESETS, Rules, parse_spec

EVERY = os.environ.get("PONTOON_ODDS_CHARTS") == "1"
SPECS = ["wikipedia", "pagat, split=none, burn=13", "pagat, ties=push, buy_max=1"]


@pytest.mark.parametrize("spec", [*SPECS, *(("pagat", "school") if EVERY else ())])
def test_no_single_change_is_for_the_better(spec: str) -> None:
    game = Game(parse_spec(spec), memory=2 if EVERY else 0)
    graph = Graph(Values(game))
    chart = chart_of(graph)
    advice = chart.advice
    tried = 0
    for at, cell in enumerate(advice):
        options = {a for node in graph.nodes if node.cell == cell for a in node.options} - {advice[cell]}
        for action in options if EVERY or at % 4 == 0 else ():
            assert action is not None
            worth, _ = graph.worth(way_of(graph, advice | {cell: action}))
            assert total(graph, worth) <= chart.value + 1e-12
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("spec", ["wikipedia", "pagat, split=none, burn=13", "pagat, max_hands=2"])
def test_the_graph_and_the_recursion_agree(spec: str) -> None:
    values = ready(Game(parse_spec(spec), memory=0))
    graph = Graph(values)
    worth, way = graph.worth()
    assert total(graph, worth) == pytest.approx(values.sitting(), abs=1e-12)
    again, _ = graph.worth(way)
    assert again == pytest.approx(worth, abs=1e-12)
    assert figures(graph, way).result == pytest.approx(
        sum(weight * worth[index] for index, weight, _ in graph.starts), abs=1e-12
    )


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_chart_gives_away(name: str) -> None:
    found = strategy_of(Game(PRESETS[name]))
    assert 0 <= found.chart_edge - found.edge < 2e-4
    assert found.win + found.push + found.lose == pytest.approx(found.hands + found.shown)
    assert sum(found.bank.values()) == pytest.approx(1)
    assert sum(found.classes.values()) == pytest.approx(found.hands)


def test_shipped_strategies_are_those_worked_out_now() -> None:
    game = Game(PRESETS["wikipedia"])
    now, kept = work_out(game), strategy_of(game)
    assert now.advice == kept.advice
    assert now.edge == pytest.approx(kept.edge, abs=1e-12)


def test_common_sense() -> None:
    for name in PRESETS:
        for line in strategy_of(Game(PRESETS[name])).lines:
            if line.total == 20 and not line.soft and line.pair is None:
                assert line.action == Action.STICK
            if line.total <= 10 and not line.soft:
                assert line.action != Action.STICK
    throwing = Game(Rules(burn="13_14", split="none"), memory=0)
    burning = {line.total: line.action for line in strategy_of(throwing).lines[:17]}
    assert burning[13] == burning[14] == Action.BURN
