"""What comes of playing in a certain way: how often which hand, how often won and lost, what is staked.

In: a `Graph` and a way to play. Out: `Figures`, chances for one hand that is played out. A bank's pontoon
that is shown at once ends a deal before any hand is played; it is not among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.states import Action
from pontoon_ledger.replay.totals import BUST, CLASSES, FIVE, PONTOON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.odds.graph import Graph, Node, Way
    from pontoon_ledger.odds.values import Values


class Figures(Struct):
    """Chances of the ends of a hand; `hands` is how many there are (more where pairs are parted).

    `win`, `push` and `lose` add up to `hands`, as do `classes`; `staked` is T of all, `result` what they
    bring, in units of S.
    """

    hands: float = 0.0
    win: float = 0.0
    push: float = 0.0
    lose: float = 0.0
    staked: float = 0.0
    result: float = 0.0
    classes: list[float] = field(default_factory=lambda: [0.0] * CLASSES)

    @property
    def bust(self) -> float:
        """How many hands bust."""
        return self.classes[BUST]

    @property
    def five(self) -> float:
        """How many hands end as five-card tricks."""
        return self.classes[FIVE]


def figures(graph: Graph, way: Way) -> Figures:
    """Add up the ends of all hands when one plays so.

    >>> from pontoon_ledger.odds.game import Game
    >>> from pontoon_ledger.odds.graph import Graph
    >>> from pontoon_ledger.odds.values import Values
    >>> values = Values(Game())
    >>> graph = Graph(values, [(values.dealt(pack.cards("A4")), 1.0)])
    >>> found = figures(graph, graph.worth()[1])
    >>> round(found.hands, 12), round(found.bust, 4), round(found.five, 4)
    (1.0, 0.249, 0.1634)
    """
    found = Figures()
    worth, plain = graph.weights(way), graph.weights(way, plain=True)
    for node, action, weight, chance in zip(graph.nodes, way, worth, plain, strict=True):
        if chance and node.cell is not None and action not in (Action.SPLIT, Action.BURN):
            for hand, part, times in _ends(graph.values, node, action):
                _end(found, graph.values, node, hand, chance * part, weight * part * times)
    return found


def _ends(values: Values, node: Node, action: Action | None) -> Iterator[tuple[int, float, float]]:
    """The hands that are over with this action: (hand, chance, T)."""
    if action == Action.STICK:
        yield node.hand, 1.0, node.staked
        return
    price = {Action.BUY_LOW: 1, Action.BUY_HIGH: node.cap}.get(action, 0) if action else 0
    lost, live = values.live(node.hand, node.out)
    yield _BUST, lost, node.staked + price
    for more, chance in live:
        if pack.done(more):
            yield more, chance, node.staked + price


_BUST = pack.cards("KQJ")


def _end(found: Figures, values: Values, node: Node, hand: int, chance: float, staked: float) -> None:
    klass = values.game.class_of(hand)
    found.hands += chance
    found.classes[klass] += chance
    found.staked += staked
    if klass == BUST:
        found.lose += chance
        found.result += staked * values.lost
        return
    out = hand + node.out
    times = values.game.times(klass, node.split)
    per = chance / values.no_pontoon(out)
    for bank, (p, n) in enumerate(zip(values.bank(out), times, strict=True)):
        if n > 0:
            found.win += p * per
        elif n < 0:
            found.lose += p * per
        elif bank != PONTOON or not values.game.rules.peek:
            found.push += p * per
    found.result += staked * values.finished(hand, out, split=node.split)
