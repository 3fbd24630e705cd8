"""A hand in the middle of its turn, and what may be done with it.

In: cards, stakes, what was taken how. Out: a `State` and its `Action`s. Stakes are in units of S.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from pontoon_ledger.odds import pack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.odds.game import Game


class Action(StrEnum):
    """What a player can do; a card is bought at the lowest or at the highest price."""

    STICK = "stick"
    TWIST = "twist"
    BUY_LOW = "buy low"
    BUY_HIGH = "buy high"
    SPLIT = "split"
    BURN = "burn"


class State(NamedTuple):
    """A hand and all that its chances hang on.

    `hand` and the cards out of the pack (`seen` for good, `thrown` burned) are numbers of `pack`; `staked`
    is T and `cap` the highest price of the next card, in units of S; `pair`: two cards of equal rank;
    `split`: it came of a split, `parted` times over.
    """

    hand: int
    seen: int = 0
    thrown: int = 0
    split: bool = False
    parted: int = 0
    pair: bool = False
    twisted: bool = False
    staked: Any = 1
    cap: Any = 2

    @property
    def out(self) -> int:
        """Cards out of the pack that are not this hand's own."""
        return self.seen + self.thrown

    def taken(self, value: int, price: Any = None) -> State:
        """The hand with one card more, twisted or bought at a price."""
        return State(
            self.hand + pack.UNITS[value],
            self.seen,
            self.thrown,
            self.split,
            self.parted,
            False,
            self.twisted or price is None,
            self.staked if price is None else self.staked + price,
            self.cap if price is None else max(price, 1),
        )


def prices(game: Game, hand: int, cap: Any) -> tuple[Action, ...]:
    """The ends of what the next card may cost a hand that has not twisted (rulebook 3.3).

    >>> from pontoon_ledger.odds.game import Game
    >>> len(prices(Game(), pack.cards("95"), 2)), len(prices(Game(), pack.cards("95"), 1))
    (2, 1)
    """
    if not game.may_buy(hand):
        return ()
    return (Action.BUY_LOW, Action.BUY_HIGH) if cap > 1 else (Action.BUY_LOW,)


def actions(game: Game, state: State) -> Iterator[Action]:
    """What the rules let this hand do; nothing where it is over (rulebook 3).

    >>> from pontoon_ledger.odds.game import Game
    >>> [str(each) for each in actions(Game(), State(pack.cards("95")))]
    ['twist', 'buy low', 'buy high']
    """
    hand = state.hand
    if pack.done(hand):
        return
    if game.may_stick(hand):
        yield Action.STICK
    yield Action.TWIST
    yield from (() if state.twisted else prices(game, hand, state.cap))
    if pack.size(hand) == 2:
        if state.pair and game.may_split(hand, state.parted):
            yield Action.SPLIT
        if game.may_burn(hand):
            yield Action.BURN
