"""The best way to play one game, with the bank's edge and how often which hand comes: plain values to keep.

In: a `Game`. Out: a `Strategy`: the lines of the chart, the edges, the chances of each class. Worked out in
seconds, and kept like the tables.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import asdict

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.chart import Chart, chart_of, way_of
from pontoon_ledger.odds.figures import figures
from pontoon_ledger.odds.graph import Cell, Graph
from pontoon_ledger.odds.keeping import kept
from pontoon_ledger.odds.reach import ready, undisturbed
from pontoon_ledger.odds.states import Action
from pontoon_ledger.odds.values import Values
from pontoon_ledger.replay.totals import CLASS_NAMES, PONTOON

if TYPE_CHECKING:
    from pontoon_ledger.odds.game import Game


class Advice(Struct, frozen=True):
    """A line of the chart. `value` in S on the way there; `margin` to `second`, the next best."""

    cards: int
    buying: bool
    soft: bool
    total: int
    pair: str | None
    action: str
    value: float
    second: str | None
    margin: float | None
    reached: float

    @property
    def cell(self) -> Cell:
        """The cell of the chart."""
        pair = None if self.pair is None else pack.VALUES.index(self.pair)
        return Cell(self.cards, self.buying, self.soft, self.total, pair)


class Strategy(Struct, frozen=True):
    """How to play a game. Edges are the bank's, per S of a player in a deal; chances are per deal.

    `edge`: against perfect play; `chart_edge`: against the chart. `staked` is T of all hands of a player in a
    deal, on average; `hands` how many he plays out, `shown` how often a bank's pontoon ends the deal at once.
    `classes` and `bank` are chances of the ends of hands, the bank's of one that is played out.
    """

    edge: float
    chart_edge: float
    staked: float
    hands: float
    shown: float
    win: float
    push: float
    lose: float
    classes: dict[str, float]
    bank: dict[str, float]
    lines: tuple[Advice, ...]

    @property
    def advice(self) -> dict[Cell, Action]:
        """The action of each cell."""
        return {line.cell: Action(line.action) for line in self.lines}


def strategy_of(game: Game) -> Strategy:
    """The best way to play a game, from where it is kept or worked out now.

    >>> from pontoon_ledger.odds.game import Game
    >>> found = strategy_of(Game())
    >>> round(found.edge, 4), round(found.chart_edge, 4), round(found.staked, 4)
    (0.0147, 0.0147, 1.7375)
    """
    return _read(kept(game, "strategy", lambda: strategy_bytes(game)))


def strategy_bytes(game: Game) -> bytes:
    """A strategy worked out now, as it is kept."""
    found = work_out(game)
    said = asdict(found) | {"lines": [asdict(line) for line in found.lines]}
    return json.dumps(said, separators=(",", ":")).encode()


def edge_of(game: Game) -> float:
    """The bank's edge per S against perfect play, which is sooner known than the chart.

    >>> from pontoon_ledger.odds.game import Game
    >>> round(edge_of(Game()), 6)
    0.014734
    """
    return float(kept(game, "edge", lambda: edge_bytes(game)))


def edge_bytes(game: Game) -> bytes:
    """An edge worked out now, as it is kept."""
    with undisturbed():
        return repr(-float(ready(game).sitting())).encode()


def _read(text: bytes) -> Strategy:
    said: dict[str, Any] = json.loads(text)
    return Strategy(**{**said, "lines": tuple(Advice(**line) for line in said["lines"])})


def work_out(game: Game) -> Strategy:
    """Work the strategy of a game out."""
    values = Values(game)
    graph = Graph(values)
    chart = chart_of(graph)
    ends = figures(graph, way_of(graph, chart.advice))
    shown = 1 - float(values.no_pontoon(0))
    win, push, lose = _shown(values)
    return Strategy(
        edge=-chart.best,
        chart_edge=-chart.value,
        staked=ends.staked + shown,
        hands=ends.hands,
        shown=shown,
        win=ends.win + win,
        push=ends.push + push,
        lose=ends.lose + lose,
        classes=_named(ends.classes),
        bank=_named(_of_bank(values)),
        lines=_lines(chart),
    )


def _shown(values: Values) -> tuple[float, float, float]:
    """How often a bank's pontoon shown at once wins for the player, moves nothing, loses."""
    found = [0.0, 0.0, 0.0]
    for hand, _, chance in values.deals(0):
        brings = values.shown(hand)
        found[1 if brings == 0 else 2 if brings < 0 else 0] += chance * (1 - values.no_pontoon(hand))
    return found[0], found[1], found[2]


def _of_bank(values: Values) -> list[float]:
    """The bank's hand where it is played out."""
    chances, peek = list(values.bank(0)), values.game.rules.peek
    if peek:
        chances[PONTOON] = 0.0
    whole = sum(chances)
    return [chance / whole for chance in chances]


def _named(classes: list[float]) -> dict[str, float]:
    return {CLASS_NAMES[n]: chance for n, chance in enumerate(classes) if chance}


def _lines(chart: Chart) -> tuple[Advice, ...]:
    def order(cell: Cell) -> tuple[Any, ...]:
        return cell.cards, not cell.buying, cell.pair is not None, cell.soft, cell.total

    return tuple(
        Advice(
            cards=cell.cards,
            buying=cell.buying,
            soft=cell.soft,
            total=cell.total,
            pair=None if cell.pair is None else pack.VALUES[cell.pair],
            action=line.action.value,
            value=line.value,
            second=line.second.value if line.second else None,
            margin=line.margin,
            reached=line.reached,
        )
        for cell, line in sorted(chart.lines.items(), key=lambda item: order(item[0]))
    )
