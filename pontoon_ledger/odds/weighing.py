"""One hand weighed: what each thing it may do brings, and how often it then wins, loses, busts.

In: a `State` of a game. Out: a `Choice` for each action, the best first. What follows the action is the best
play there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.figures import Figures, figures
from pontoon_ledger.odds.graph import Graph
from pontoon_ledger.odds.keeping import table_of
from pontoon_ledger.odds.states import Action, State
from pontoon_ledger.odds.values import Values

if TYPE_CHECKING:
    from pontoon_ledger.odds.game import Game


class Choice(Struct, frozen=True):
    """An action, its price in S where it has one, its expected result in S, the chances of its ends."""

    action: Action
    price: Any
    result: float
    ends: Figures


def weigh_hand(game: Game, state: State) -> list[Choice]:
    """What a hand may do, the best first; one that is over can only be left as it is.

    >>> from pontoon_ledger.odds.game import Game
    >>> best, *others = weigh_hand(Game(), State(pack.cards("95")))
    >>> str(best.action), round(best.result, 4), round(best.ends.bust, 4), len(others)
    ('twist', -0.4646, 0.4601, 2)
    """
    light = _light(game, state)
    graph = Graph(Values(light), [(state, 1.0)])
    _, way = graph.worth()
    (start, _, _), *_ = graph.starts
    exact = _learned(game) if light != game and not state.seen else None
    found = []
    for action in graph.nodes[start].options:
        assert action is not None
        way[start] = action
        ends = figures(graph, way)
        price = {Action.BUY_LOW: 1, Action.BUY_HIGH: state.cap}.get(action)
        result = exact.of_action(state, action) if exact else ends.result
        found.append(Choice(action, price, result, ends))
    return sorted(found, key=lambda choice: -choice.result)


def _light(game: Game, state: State) -> Game:
    """The same game where no more is kept in mind than what this hand may throw in next."""
    kept = pack.size(state.thrown) // 2 + state.parted + 1
    return game if game.rules.burn == "off" else replace(game, memory=min(kept, game.memory))


def _learned(game: Game) -> Values:
    """Values of a game whose beginnings are taken from its table."""
    values = Values(game)
    table = table_of(game)
    keys = ("hand", "seen", "thrown", "split", "parted")
    for card, seen, thrown, _, parted, value in table.of("half").select(*keys, "value").iter_rows():
        values.know(half=(card, seen, thrown, parted), value=value)
    for _, seen, thrown, split, parted, value in table.of("fresh").select(*keys, "value").iter_rows():
        values.know(fresh=(seen, thrown, split, parted), value=value)
    return values
