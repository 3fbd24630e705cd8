"""The best way to play as a chart: one action for each number of cards and total, whatever the cards are.

In: a `Graph`. Out: a `Chart`: the advice by `Cell`, what the chart gives and what perfect play gives. A cell
holds many hands; its action is the best for all of them together, weighed by how often one comes to each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.odds.graph import Cell, Graph, Node, Way, amount
from pontoon_ledger.odds.states import Action

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pontoon_ledger.odds.graph import Option

_ROUNDS = 25
_HARDLY = 1e-9
"""The weight of hands that the chart never comes to: they choose only where no other hand does."""


class Line(Struct, frozen=True):
    """The advice of a cell: the action, what it gives there in S, the next best and how much worse."""

    action: Action
    value: float
    second: Action | None
    margin: float | None
    reached: float


class Chart(Struct, frozen=True):
    """Advice for each cell; `value` is what a deal is worth to one who follows it, `best` by perfect play."""

    lines: Mapping[Cell, Line]
    value: float
    best: float

    @property
    def advice(self) -> dict[Cell, Action]:
        """The action of each cell."""
        return {cell: line.action for cell, line in self.lines.items()}


def way_of(graph: Graph, advice: Mapping[Cell, Action]) -> Way:
    """An action for each node, as the advice says; what a cell allows is the same for all its hands."""
    return [None if node.cell is None else possible(node, advice.get(node.cell)) for node in graph.nodes]


def possible(node: Node, action: Action | None) -> Action:
    """The action at this hand: at the highest price is at the lowest where that is the only one."""
    if len(node.options) == 1 and Action.STICK in node.options:
        return Action.STICK
    if action == Action.BUY_HIGH and action not in node.options:
        return Action.BUY_LOW
    assert action is not None
    return action


def total(graph: Graph, worth: Sequence[float]) -> float:
    """What a deal is worth, the chance of a bank's pontoon shown at once included."""
    values = graph.values
    played = sum(chance * worth[index] for index, chance, _ in graph.starts)
    shown = sum(
        chance * (1 - values.no_pontoon(hand)) * values.shown(hand) for hand, _, chance in values.deals(0)
    )
    return float(played + shown)


def chart_of(graph: Graph) -> Chart:
    """Find the chart in which no cell can be bettered alone.

    >>> from pontoon_ledger.odds.game import Game
    >>> from pontoon_ledger.odds.values import Values
    >>> from pontoon_ledger.rules import Rules
    >>> chart = chart_of(Graph(Values(Game(Rules(split="none")))))
    >>> str(chart.advice[Cell(2, True, False, 14)]), round(chart.best - chart.value, 6)
    ('twist', 9e-06)
    """
    worth, way = graph.worth()
    best = total(graph, worth)
    seldom = _wandering(graph)
    lines = _lines(graph, worth, graph.weights(way), seldom)
    for _ in range(_ROUNDS):
        advice = {cell: line.action for cell, line in lines.items()}
        way = way_of(graph, advice)
        worth, _ = graph.worth(way)
        lines = _lines(graph, worth, graph.weights(way), seldom)
        if all(line.action == advice[cell] for cell, line in lines.items()):
            break
    return Chart(lines, total(graph, worth), best)


def _wandering(graph: Graph) -> list[float]:
    """How often each node is come to by one who tries everything alike."""
    weights = [0.0] * len(graph.nodes)
    for index, chance, _ in graph.starts:
        weights[index] += chance
    for index, node in enumerate(graph.nodes):
        for option in node.options.values():
            for n, part in option.then:
                weights[n] += weights[index] * part / len(node.options)
    return weights


def _lines(
    graph: Graph, worth: Sequence[float], weights: Sequence[float], seldom: Sequence[float]
) -> dict[Cell, Line]:
    """For each cell the action that gives most over all its hands, what is played after it being fixed."""
    sums: dict[Cell, dict[Action, float]] = {}
    reached: dict[Cell, float] = {}
    weighed: dict[Cell, float] = {}
    for index, node in enumerate(graph.nodes):
        if node.cell is None or list(node.options) == [Action.STICK]:
            continue
        weight = weights[index] + _HARDLY * seldom[index]
        here = sums.setdefault(node.cell, {})
        reached[node.cell] = reached.get(node.cell, 0.0) + weights[index]
        weighed[node.cell] = weighed.get(node.cell, 0.0) + weight
        found = {action: _after(node, action, option, worth) for action, option in node.options.items()}
        if Action.BUY_LOW in found:
            found.setdefault(Action.BUY_HIGH, found[Action.BUY_LOW])
        for action, value in found.items():
            assert action is not None
            here[action] = here.get(action, 0.0) + weight * value
    return {cell: _line(here, weighed[cell], reached[cell]) for cell, here in sums.items()}


def _after(node: Node, action: Action | None, option: Option, worth: Sequence[float]) -> float:
    if action == Action.BURN and node.back is not None:
        return worth[node.back]
    return amount(option, worth)


def _line(here: dict[Action, float], weight: float, reached: float) -> Line:
    first, *others = sorted(here, key=lambda action: -here[action])
    value = here[first] / weight
    second = others[0] if others else None
    margin = value - here[second] / weight if second else None
    return Line(first, value, second, margin, reached)
