"""The whole game as choices and chances: what follows from playing it in one certain way.

In: `Values` and the hands to begin with. Out: a `Graph`: for any way to play what each place is worth and how
often it is come to. A way to play names an action for each place; the best one is found on the way back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.reach import places, undisturbed
from pontoon_ledger.odds.states import Action, State, actions
from pontoon_ledger.odds.values import burning, parting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pontoon_ledger.odds.values import Values


class Cell(NamedTuple):
    """A line of the chart: so many cards, what they come to, and whether one may still buy.

    `pair` is the place in `pack.VALUES` of two cards that may be parted, else None.
    """

    cards: int
    buying: bool
    soft: bool
    total: int
    pair: int | None = None


class Option(NamedTuple):
    """What follows an action: what it ends with on the spot, and the places it leads to, with weights."""

    sure: float
    then: tuple[tuple[int, float], ...]


class Node(Struct):
    """A place: a hand that chooses (`cell`), or one that waits for its cards (`cell` None, one option).

    `staked` is T, 1 where one only twists: such places are worked out per unit of T. `back` is the beginning
    that a burn leads back to.
    """

    hand: int
    out: int
    split: bool
    cell: Cell | None
    options: dict[Action | None, Option]
    staked: float = 1
    cap: float = 1
    back: int | None = None


Way = list["Action | None"]
"""An action for each node."""


class Graph:
    """All places that can be reached from the starts; `nodes` come before those that they lead to."""

    def __init__(self, values: Values, starts: Iterable[tuple[State, float]] | None = None) -> None:
        self.values = values
        if starts is None:
            dealt = [(values.dealt(hand, pair=pair), chance) for hand, pair, chance in values.deals(0)]
            starts = [(state, chance * values.no_pontoon(state.hand)) for state, chance in dealt]
        begin = list(starts)
        self._found: dict[Any, int] = {}
        with undisturbed():
            self._build(begin)

    def _build(self, begin: list[tuple[State, float]]) -> None:
        values = self.values
        values.prepare(places(values, [state for state, _ in begin]).packs())
        self._built: list[Node | None] = []
        self._order: list[int] = []
        indices = [
            (self._state(state), chance, state.staked if state.twisted else 1) for state, chance in begin
        ]
        place = {index: n for n, index in enumerate(reversed(self._order))}
        self.nodes = [self._placed(self._built[index], place) for index in reversed(self._order)]
        self.starts = [(place[index], chance, staked) for index, chance, staked in indices]

    @staticmethod
    def _placed(node: Node | None, place: dict[int, int]) -> Node:
        assert node is not None
        for action, (sure, then) in node.options.items():
            node.options[action] = Option(sure, tuple((place[index], weight) for index, weight in then))
        node.back = None if node.back is None else place[node.back]
        return node

    def _place(self, key: Any, make: Callable[[int], Node]) -> int:
        """The number of a place; those it leads to are numbered in the order first."""
        index = self._found.get(key)
        if index is None:
            index = self._found[key] = len(self._built)
            self._built.append(None)
            self._built[index] = make(index)
            self._order.append(index)
        return index

    def _state(self, state: State) -> int:
        if pack.size(state.hand) > 2 and not pack.done(state.hand):
            if state.twisted:
                return self._twisting(state.hand, state.out)
            return self._buying(state.hand, state.out, state.staked, state.cap)
        return self._place(state, lambda _: self._two(state, None))

    def _two(self, state: State, home: int | None) -> Node:
        """Two first cards; `home` is the beginning they come from, where a burn leads back to it."""
        options: dict[Action | None, Option] = {}
        back = None
        may = list(actions(self.values.game, state)) or [Action.STICK]
        for action in may:
            if action == Action.SPLIT:
                options[action] = Option(0, ((self._half(*parting(state)), 2),))
            elif action == Action.BURN:
                back = home
                then = () if home is not None else ((self._fresh(*burning(self.values.game, state)), 1),)
                options[action] = Option(0, then)
            else:
                options[action] = self._plain(
                    state.hand, state.out, state.staked, state.cap, action, split=state.split
                )
        pair = None
        if Action.SPLIT in may:
            pair = pack.counts(state.hand).index(2)
        cell = _cell(state.hand, True, pair)
        return Node(state.hand, state.out, state.split, cell, options, state.staked, state.cap, back)

    def _half(self, card: int, seen: int, thrown: int, parted: int) -> int:
        def make(_: int) -> Node:
            then = [(self._state(s), chance) for s, chance in self.values.halves(card, seen, thrown, parted)]
            return Node(card, seen + thrown, True, None, {None: Option(0, tuple(then))})

        return self._place((card, seen, thrown, parted), make)

    def _fresh(self, seen: int, thrown: int, split: bool, parted: int) -> int:
        key = seen, thrown, split, parted

        def place(state: State, home: int) -> int:
            if not self.values.game.may_burn(state.hand) or burning(self.values.game, state) != key:
                return self._state(state)
            return self._place((state, home), lambda _: self._two(state, home))

        def make(index: int) -> Node:
            then = [(place(s, index), chance) for s, chance in self.values.redealt(*key)]
            return Node(0, seen + thrown, split, None, {None: Option(0, tuple(then))})

        return self._place(("fresh", *key), make)

    def _twisting(self, hand: int, out: int) -> int:
        def make(_: int) -> Node:
            may = [Action.TWIST] + [Action.STICK] * self.values.game.may_stick(hand)
            options: dict[Action | None, Option] = {a: self._plain(hand, out, 1, 1, a) for a in may}
            return Node(hand, out, False, _cell(hand, False), options)

        return self._place((hand, out), make)

    def _buying(self, hand: int, out: int, staked: Any, cap: Any) -> int:
        def make(_: int) -> Node:
            state = State(hand, out, staked=staked, cap=cap)
            may = actions(self.values.game, state)
            options: dict[Action | None, Option] = {a: self._plain(hand, out, staked, cap, a) for a in may}
            return Node(hand, out, False, _cell(hand, True), options, staked, cap)

        return self._place((hand, out, staked, cap), make)

    def _plain(
        self, hand: int, out: int, staked: Any, cap: Any, action: Action, *, split: bool = False
    ) -> Option:
        """What sticking, twisting or buying leads to."""
        values = self.values
        if action == Action.STICK:
            return Option(values.finished(hand, hand + out, split=split) * staked, ())
        lost, live = values.live(hand, out)
        price = 0 if action == Action.TWIST else 1 if action == Action.BUY_LOW else cap
        sure, then = lost * values.lost * (staked + price), []
        for more, chance in live:
            if pack.done(more):
                sure += chance * values.finished(more, more + out) * (staked + price)
            elif action == Action.TWIST:
                then.append((self._twisting(more, out), chance * staked))
            else:
                then.append((self._buying(more, out, staked + price, price), chance))
        return Option(sure, tuple(then))

    def worth(self, way: Way | None = None) -> tuple[list[float], Way]:
        """What each node is worth when one plays so, and the way; the best one where none is given."""
        worth: list[float] = [0.0] * len(self.nodes)
        best: Way = [None] * len(self.nodes)
        returns: dict[int, list[int]] = {}
        for index in range(len(self.nodes) - 1, -1, -1):
            node = self.nodes[index]
            if node.back is not None:
                returns.setdefault(node.back, []).append(index)
            if way is None:
                best[index], worth[index] = self._best(node, worth)
            else:
                action = best[index] = way[index]
                worth[index] = amount(node.options[action], worth)
            if index in returns:
                self._turn(index, returns[index], worth, best, fixed=way is not None)
        return worth, best

    @staticmethod
    def _best(node: Node, worth: Sequence[float]) -> tuple[Action | None, float]:
        choices = {
            action: amount(option, worth)
            for action, option in node.options.items()
            if not (action == Action.BURN and node.back is not None)
        }
        action = max(choices, key=lambda a: choices[a])
        return action, choices[action]

    def _turn(self, index: int, loop: list[int], worth: list[float], best: Way, *, fixed: bool) -> None:
        """Settle a beginning that a burn leads back to: its worth is on both sides of the equation."""
        chances = dict(self.nodes[index].options[None].then)
        again = {n for n in loop if fixed and best[n] == Action.BURN}
        while True:
            kept = sum(chance * worth[n] for n, chance in chances.items() if n not in again)
            value = kept / (1 - sum(chances[n] for n in again))
            more = again if fixed else {n for n in loop if value > worth[n]}
            if more == again:
                break
            again = more
        worth[index] = value
        for n in again:
            worth[n], best[n] = value, Action.BURN

    def weights(self, way: Way, *, plain: bool = False) -> list[float]:
        """How often each node is come to when one plays so.

        `plain`: as such; else, where one only twists, times T, as such places are worth so much per unit.
        """
        weights = [0.0] * len(self.nodes)
        for index, chance, staked in self.starts:
            weights[index] += chance * (1 if plain else staked)
        for index, node in enumerate(self.nodes):
            weight = weights[index]
            if weight:
                if node.cell is None:
                    weight = weights[index] = weight / (1 - self._share_back(index, way))
                per = node.staked if plain and way[index] == Action.TWIST else 1
                for n, part in node.options[way[index]].then:
                    weights[n] += weight * part / per
        return weights

    def _share_back(self, index: int, way: Way) -> float:
        """How often a beginning leads back to itself by a burn."""
        then = self.nodes[index].options[None].then
        return sum(chance for n, chance in then if self.nodes[n].back == index and way[n] == Action.BURN)


def amount(option: Option, worth: Sequence[float]) -> float:
    """Q of an option, given what all nodes are worth.

    >>> amount(Option(1.0, ((0, 0.5),)), [4.0])
    3.0
    """
    found = option.sure
    for index, weight in option.then:
        found += weight * worth[index]
    return found


def _cell(hand: int, buying: bool, pair: int | None = None) -> Cell:
    return Cell(pack.size(hand), buying, pack.soft(hand), pack.total(hand), pair)
