"""Hands played at random within the rules, at any price, each moment of them kept.

In: `Values`, a random source. Out: `Walk`s: the moments of one hand, what was done at each, the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pontoon_ledger.odds import Action, State, Values, burning, pack, parting
from pontoon_ledger.odds.states import actions

if TYPE_CHECKING:
    import random


@dataclass
class Walk:
    """One hand: each moment with its action and price; a split goes on in `halves`."""

    moments: list[tuple[State, Action | None, Any]] = field(default_factory=list)
    halves: list[Walk] = field(default_factory=list)


def dealt(values: Values, rng: random.Random) -> State:
    """Two first cards."""
    deals = values.deals(0)
    hand, pair, _ = rng.choices(deals, [float(chance) for *_, chance in deals])[0]
    return values.dealt(hand, pair=pair)


def walk(values: Values, rng: random.Random, state: State) -> Walk:
    """Play a hand from here to its end."""
    done = Walk()
    while True:
        may = list(actions(values.game, state))
        action = rng.choice(may) if may else None
        price = None
        if action in (Action.BUY_LOW, Action.BUY_HIGH):
            price = 1 + (state.cap - 1) * Fraction(rng.randint(0, 4), 4)
            price = price if values.exact else float(price)
        done.moments.append((state, action, price))
        if action in (None, Action.STICK):
            return done
        if action == Action.SPLIT:
            begun = values.halves(*parting(state))
            done.halves = [walk(values, rng, drawn(begun, rng)) for _ in range(2)]
            return done
        if action == Action.BURN:
            state = drawn(values.redealt(*burning(values.game, state)), rng)
        else:
            state = state.taken(drawn(values.draws(state.hand + state.out), rng), price)


def drawn(chances: list[tuple[Any, Any]], rng: random.Random) -> Any:
    """One of these, by its chance."""
    return rng.choices([one for one, _ in chances], [float(chance) for _, chance in chances])[0]


def moments(played: Walk) -> list[tuple[State, Action | None, Any]]:
    """All moments of a hand and of those it was parted into."""
    return played.moments + [one for half in played.halves for one in moments(half)]


def result(values: Values, end: State, rng: random.Random) -> Any:
    """What a hand brings in the end, against a hand of the bank drawn by its chances."""
    if not pack.total(end.hand):
        return values.lost * end.staked
    times = values.game.times(values.game.class_of(end.hand), end.split)
    chances = list(enumerate(values.bank(end.hand + end.out)))
    while True:
        bank = drawn(chances, rng)
        if bank != 23 or not values.game.rules.peek:
            return times[bank] * end.staked
