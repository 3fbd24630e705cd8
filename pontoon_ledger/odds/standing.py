"""What a finished hand is worth, and what the next card may be: the chances behind every value.

In: a `Game` and cards by rank. Out: W, the expected result of a hand that stays, per unit staked on it, and
the chances of the next card, of two new cards, of a pontoon of the bank. Floats, or fractions where exact.
"""

from __future__ import annotations

from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING, Any

from pontoon_ledger.odds import banker, pack
from pontoon_ledger.odds.pack import TEN, UNITS
from pontoon_ledger.replay.due import multiple
from pontoon_ledger.replay.totals import BUST, PONTOON

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.odds.game import Game


class Chances:
    """The pack as a player sees it at his turn: a bank's pontoon would have been shown (rulebook 2.4).

    Cards `out` are those not in the pack, the hand's own among them.

    >>> from pontoon_ledger.odds.game import Game
    >>> round(Chances(Game()).finished(pack.cards("K9"), pack.cards("K9")), 4)
    0.1489
    """

    def __init__(self, game: Game, *, exact: bool = False) -> None:
        self.game = game
        self.exact = exact
        self._bank: dict[int, tuple[Any, ...]] = {}
        self._none: dict[int, Any] = {}
        self._draws: dict[int, list[tuple[int, Any]]] = {}
        self._live: dict[tuple[int, int], tuple[Any, list[tuple[int, Any]]]] = {}
        self.lost = game.times(BUST, False)[BUST]
        self._finished: dict[tuple[int, int, bool], Any] = {}

    def ratio(self, part: Any, whole: Any) -> Any:
        """Divide, exactly where this is exact."""
        return Fraction(part, whole) if self.exact else part / whole

    def prepare(self, outs: Iterable[int]) -> None:
        """Work out the bank's hands for many packs at once, which is far faster than one by one."""
        if not self.exact:
            wanted = [out for out in outs if out not in self._bank]
            self._bank |= banker.many(wanted, self.game.bank, self.game.rules.packs)

    def bank(self, out: int) -> tuple[Any, ...]:
        """The chance of each class of the bank's hand, a pontoon among them."""
        found = self._bank.get(out)
        if found is None:
            found = banker.chances(out, self.game.bank, self.game.rules.packs)
            self._bank[out] = found if self.exact else tuple(map(float, found))
        return self._bank[out]

    def no_pontoon(self, out: int) -> Any:
        """The chance that the bank shows no pontoon before the players' turns; 1 where it never does."""
        found = self._none.get(out)
        if found is None:
            found = self._none[out] = self.ratio(*self.game.no_pontoon(out))
        return found

    def finished(self, hand: int, out: int, *, split: bool = False) -> Any:
        """W: what a hand brings that takes no more cards, per unit of T; the bank has shown no pontoon."""
        found = self._finished.get((hand, out, split))
        if found is None:
            if not pack.total(hand):
                return self.lost
            times = self.game.times(self.game.class_of(hand), split)
            found = sum(map(mul, self.bank(out), times)) / self.no_pontoon(out)
            self._finished[hand, out, split] = found
        return found

    def draws(self, out: int) -> list[tuple[int, Any]]:
        """The chance of each value of the next card: pairs of (value, chance).

        >>> from pontoon_ledger.odds.game import Game
        >>> abs(sum(chance for _, chance in Chances(Game()).draws(0)) - 1) < 1e-12
        True
        """
        found = self._draws.get(out)
        if found is None:
            left = pack.left(out, self.game.rules.packs)
            whole, none = sum(left), self.no_pontoon(out)
            found = self._draws[out] = [
                (v, self.ratio(n, whole) * self.no_pontoon(out + UNITS[v]) / none)
                for v, n in enumerate(left)
                if n
            ]
        return found

    def live(self, hand: int, out: int) -> tuple[Any, list[tuple[int, Any]]]:
        """The chance that one card more is too much, and each hand it else makes with its chance.

        >>> from pontoon_ledger.odds.game import Game
        >>> from pontoon_ledger.rules import Rules
        >>> Chances(Game(Rules(peek=False)), exact=True).live(pack.cards("K4"), 0)[0]
        Fraction(23, 50)
        """
        found = self._live.get((hand, out))
        if found is None:
            more = [(hand + UNITS[v], chance) for v, chance in self.draws(hand + out)]
            lost = sum(chance for held, chance in more if not pack.total(held))
            found = self._live[hand, out] = (
                lost,
                [(held, chance) for held, chance in more if pack.total(held)],
            )
        return found

    def deals(self, out: int) -> list[tuple[int, bool, Any]]:
        """Two new cards: (hand, whether of equal rank, chance), as dealt, whatever the bank has.

        >>> from pontoon_ledger.odds.game import Game
        >>> sum(c for hand, _, c in Chances(Game(), exact=True).deals(0) if pack.total(hand) == 21)
        Fraction(32, 663)
        """
        left = pack.left(out, self.game.rules.packs)
        both = sum(left) * (sum(left) - 1)
        found = []
        for v, n in enumerate(left):
            for w in range(v + 1):
                ways = n * (n - 1) if v == w else 2 * n * left[w]
                if ways:
                    hand, chance = UNITS[v] + UNITS[w], self.ratio(ways, both)
                    found += [(hand, pair, chance * part) for pair, part in self.equal(v, w, 1)]
        return found

    def equal(self, value: int, other: int, known: int) -> list[tuple[bool, Any]]:
        """Whether two values are of equal rank, each with its share; only tens leave it open."""
        if value != other or value != TEN:
            return [(value == other, 1)]
        share = self.ratio(*self.game.pairs_of_tens(known))
        return [(pair, part) for pair, part in ((True, share), (False, 1 - share)) if part]

    def shown(self, hand: int) -> int:
        """What two first cards bring where the bank shows a pontoon at once, in units of S.

        >>> from pontoon_ledger.odds.game import Game
        >>> Chances(Game()).shown(pack.cards("K9"))
        -2
        """
        game = self.game
        klass = game.class_of(hand)
        return multiple(klass, PONTOON, split=False, doubled=game.doubled, rules=game.rules)[1]
