"""Every place that a hand can come to in a game: the beginnings, the two first cards, the hands after them.

In: `Values`. Out: `Places`. Walked once, before anything is reckoned, so that the bank's hands can be worked
out for all of them together.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct, field

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.states import Action, State, actions
from pontoon_ledger.odds.values import Values, burning, parting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pontoon_ledger.odds.game import Game

Half = tuple[int, int, int, int]
Fresh = tuple[int, int, bool, int]


class Places(Struct):
    """Two first cards, hands of a split before their second, beginnings after a burn, live hands on them.

    `hands` holds (hand, cards elsewhere) of all hands that are not bust, those of two cards among them.
    """

    two: dict[State, None] = field(default_factory=dict)
    halves: dict[Half, None] = field(default_factory=dict)
    fresh: dict[Fresh, None] = field(default_factory=dict)
    hands: dict[tuple[int, int], None] = field(default_factory=dict)

    def packs(self) -> Iterable[int]:
        """The cards out of the pack, for each hand that may have to be held against the bank's."""
        return (hand + out for hand, out in self.hands)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Build many small things at once without the collector of cycles looking through them again and again.

    >>> with undisturbed():
    ...     gc.isenabled()
    False
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def ready(game: Game) -> Values:
    """Values of a game with the bank's hands worked out for every place of it: all that is asked comes soon.

    >>> from pontoon_ledger.odds.game import Game
    >>> round(ready(Game()).sitting(), 6)
    -0.014734
    """
    values = Values(game)
    with undisturbed():
        values.prepare(places(values).packs())
    return values


def places(values: Values, starts: Iterable[State] | None = None) -> Places:
    """All places that can be reached from these hands, from a new deal unless told.

    >>> from pontoon_ledger.odds.game import Game
    >>> found = places(Values(Game()))
    >>> len(found.two), len(found.halves), len(found.hands)
    (349, 30, 9010)
    """
    found = Places()
    if starts is None:
        starts = [values.dealt(hand, pair=pair) for hand, pair, _ in values.deals(0)]
    todo = list(starts)
    while todo:
        state = todo.pop()
        if state in found.two:
            continue
        if pack.size(state.hand) == 2:
            found.two[state] = None
            todo += _beginnings(values, state, found)
        _walk(state.hand, state.out, values, found.hands)
    return found


def _beginnings(values: Values, state: State, found: Places) -> list[State]:
    """The two first cards that a split or a burn of these may lead to."""
    may = set(actions(values.game, state))
    new: list[State] = []
    if Action.SPLIT in may and parting(state) not in found.halves:
        found.halves[parting(state)] = None
        new += [half for half, _ in values.halves(*parting(state))]
    if Action.BURN in may and burning(values.game, state) not in found.fresh:
        found.fresh[burning(values.game, state)] = None
        new += [again for again, _ in values.redealt(*burning(values.game, state))]
    return new


def _walk(hand: int, out: int, values: Values, hands: dict[tuple[int, int], None]) -> None:
    if (hand, out) in hands:
        return
    hands[hand, out] = None
    if pack.done(hand):
        return
    for value, n in enumerate(pack.left(hand + out, values.game.rules.packs)):
        more = hand + pack.UNITS[value]
        if n and pack.total(more):
            _walk(more, out, values, hands)
