"""V and Q: the best value of a hand, and that of each choice, by recursion over at most three draws.

In: a `Game`. Out: for a `State` its value and that of each action, in units of S, given that the bank has
shown no pontoon. The value of a price is convex in it, so only its lowest and its highest are tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.standing import Chances
from pontoon_ledger.odds.states import Action, State, actions, prices

if TYPE_CHECKING:
    from pontoon_ledger.odds.game import Game


class Values(Chances):
    """Values of hands in one game; what was worked out once is kept.

    >>> from pontoon_ledger.odds.game import Game
    >>> values = Values(Game())
    >>> hand = values.dealt(pack.cards("95"))
    >>> {str(action): round(value, 4) for action, value in values.choices(hand).items()}
    {'twist': -0.4646, 'buy low': -0.9292, 'buy high': -1.3938}
    """

    def __init__(self, game: Game, *, exact: bool = False) -> None:
        super().__init__(game, exact=exact)
        self._twisting: dict[tuple[int, int], Any] = {}
        self._drawn: dict[tuple[int, int], Any] = {}
        self._value: dict[State, Any] = {}
        self._bought_on: dict[tuple[int, int, Any, Any], Any] = {}
        self._fresh: dict[tuple[int, int, bool, int], Any] = {}
        self._half: dict[tuple[int, int, int, int], Any] = {}

    def know(
        self,
        *,
        value: Any,
        half: tuple[int, int, int, int] | None = None,
        fresh: tuple[int, int, bool, int] | None = None,
    ) -> None:
        """Take a value as worked out before: of a hand of a split that begins, or of two cards to come."""
        if half is not None:
            self._half[half] = value
        if fresh is not None:
            self._fresh[fresh] = value

    def dealt(self, hand: int, *, pair: bool = False, seen: int = 0) -> State:
        """Two first cards, S staked on them; `pair`: of equal rank."""
        return State(hand, seen, pair=pair, cap=self.game.rules.buy_max)

    def stick(self, state: State) -> Any:
        """W of a hand as it lies, times what is staked on it."""
        done = self.finished(state.hand, state.hand + state.out, split=state.split)
        return done * state.staked

    def value(self, state: State) -> Any:
        """V: what a hand is worth to one who plays on in the best way."""
        if pack.done(state.hand):
            return self.stick(state)
        if state.twisted:
            return self._only_twisting(state.hand, state.out) * state.staked
        if pack.size(state.hand) > 2:
            return self._buying(state.hand, state.out, state.staked, state.cap)
        found = self._value.get(state)
        if found is None:
            found = self._value[state] = max(self.choices(state).values())
        return found

    def choices(self, state: State) -> dict[Action, Any]:
        """Q of every action that the rules allow; empty where the hand is over."""
        return {action: self.of_action(state, action) for action in actions(self.game, state)}

    def of_action(self, state: State, action: Action) -> Any:
        """Q of one action, legal or not, and best play after it."""
        match action:
            case Action.STICK:
                return self.stick(state)
            case Action.TWIST:
                return self.drawn(state.hand, state.out) * state.staked
            case Action.BUY_LOW:
                return self.bought(state, 1)
            case Action.BUY_HIGH:
                return self.bought(state, state.cap)
            case Action.SPLIT:
                return 2 * self.half(*parting(state))
            case Action.BURN:
                return self.fresh(*burning(self.game, state))

    def bought(self, state: State, price: Any) -> Any:
        """Q of buying the next card at any price, in units of S."""
        return self._bought(state.hand, state.out, state.staked + price, max(price, 1))

    def _bought(self, hand: int, out: int, staked: Any, cap: Any) -> Any:
        lost, live = self.live(hand, out)
        worth = lost * self.lost * staked
        for more, chance in live:
            worth += chance * self._buying(more, out, staked, cap)
        return worth

    def _buying(self, hand: int, out: int, staked: Any, cap: Any) -> Any:
        """V of a hand of three cards or more that has not twisted."""
        if pack.done(hand):
            return self.finished(hand, hand + out) * staked
        key = hand, out, staked, cap
        found = self._bought_on.get(key)
        if found is None:
            found = self.drawn(hand, out) * staked
            if self.game.may_stick(hand):
                found = max(found, self.finished(hand, hand + out) * staked)
            for action in prices(self.game, hand, cap):
                price = 1 if action == Action.BUY_LOW else cap
                found = max(found, self._bought(hand, out, staked + price, price))
            self._bought_on[key] = found
        return found

    def drawn(self, hand: int, out: int) -> Any:
        """Q of a twist, per unit of T."""
        found = self._drawn.get((hand, out))
        if found is None:
            lost, live = self.live(hand, out)
            found = lost * self.lost
            for more, chance in live:
                found += chance * self._only_twisting(more, out)
            self._drawn[hand, out] = found
        return found

    def _only_twisting(self, hand: int, out: int) -> Any:
        found = self._twisting.get((hand, out))
        if found is None:
            if pack.done(hand):
                found = self.finished(hand, hand + out)
            elif self.game.may_stick(hand):
                found = max(self.finished(hand, hand + out), self.drawn(hand, out))
            else:
                found = self.drawn(hand, out)
            self._twisting[hand, out] = found
        return found

    def half(self, card: int, seen: int, thrown: int, parted: int) -> Any:
        """The value of a hand of a split that still waits for its second card."""
        key = card, seen, thrown, parted
        found = self._half.get(key)
        if found is None:
            found = self._half[key] = sum(chance * self.value(state) for state, chance in self.halves(*key))
        return found

    def halves(self, card: int, seen: int, thrown: int, parted: int) -> list[tuple[State, Any]]:
        """Each second card that a hand of a split may get, with its chance."""
        value, cap = pack.counts(card).index(1), self.game.rules.buy_max
        return [
            (State(card + pack.UNITS[v], seen, thrown, True, parted, pair, cap=cap), chance * part)
            for v, chance in self.draws(card + seen + thrown)
            for pair, part in self.equal(v, value, parted + 1)
        ]

    def fresh(self, seen: int, thrown: int, split: bool, parted: int) -> Any:
        """The value of two new cards to come after a pair was thrown in.

        Where a further pair would not be kept in mind, throwing one in leads back to this very place: the
        value is then the fixed point of the equation, found by trying which hands are better thrown in.
        """
        key = seen, thrown, split, parted
        found = self._fresh.get(key)
        if found is None:
            found = self._fresh[key] = self._anew(key)
        return found

    def _anew(self, key: tuple[int, int, bool, int]) -> Any:
        sure, again = 0, []
        for state, chance in self.redealt(*key):
            if self.game.may_burn(state.hand) and burning(self.game, state) == key:
                kept = [self.of_action(state, a) for a in actions(self.game, state) if a != Action.BURN]
                again.append((max(kept), chance))
            else:
                sure += chance * self.value(state)
        burned: set[int] = set()
        while True:
            kept_part = sum(chance * kept for n, (kept, chance) in enumerate(again) if n not in burned)
            back = sum(chance for n, (_, chance) in enumerate(again) if n in burned)
            found = (sure + kept_part) / (1 - back)
            better = {n for n, (kept, _) in enumerate(again) if found > kept}
            if better == burned:
                return found
            burned = better

    def redealt(self, seen: int, thrown: int, split: bool, parted: int) -> list[tuple[State, Any]]:
        """Each pair that may come in place of one thrown in, with its chance.

        A hand of a split that has thrown a pair in parts no more.
        """
        cap, out = self.game.rules.buy_max, seen + thrown
        none = self.no_pontoon(out)
        found: dict[State, Any] = {}
        for hand, pair, chance in self.deals(out):
            state = State(hand, seen, thrown, split, parted, pair and not split, cap=cap)
            found[state] = found.get(state, 0) + chance * self.no_pontoon(out + hand) / none
        return list(found.items())

    def before_peek(self, state: State) -> Any:
        """The value of two first cards before the banker has looked for a pontoon (rulebook 2.4)."""
        none = self.no_pontoon(state.hand + state.out)
        return none * self.value(state) + (1 - none) * self.shown(state.hand)

    def sitting(self, seen: int = 0) -> Any:
        """What a deal is worth to a player before his first card, in units of S."""
        return sum(
            chance * self.before_peek(self.dealt(hand, pair=pair, seen=seen))
            for hand, pair, chance in self.deals(seen)
        )


def parting(state: State) -> tuple[int, int, int, int]:
    """Where each hand of a split begins: (its card, cards seen, cards thrown in, how often parted).

    Each has seen the card that it was parted from. Of pairs thrown in before, one is kept in mind through
    the first split.
    """
    card = state.hand // 2
    forgotten = state.parted or pack.size(state.thrown) > 2
    return card, state.seen + card, 0 if forgotten else state.thrown, state.parted + 1


def burning(game: Game, state: State) -> tuple[int, int, bool, int]:
    """Where a hand begins anew whose two cards were thrown in: (seen, thrown in, split, parted)."""
    kept = pack.size(state.thrown) // 2 + state.parted
    thrown = state.thrown + state.hand if kept < game.memory else state.thrown
    return state.seen, thrown, state.split, state.parted
