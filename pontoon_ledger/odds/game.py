"""One game: the house rules that touch a hand, how the banker plays, whether he has doubled.

In: `Rules`, a `Policy`. Out: a `Game`: what a finished hand is paid against each hand of the bank, which
choices a hand has, what the player keeps in mind. Payouts are those of `replay.due`, the only table of them.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct, field
from msgspec.structs import asdict, force_setattr, replace

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.policy import DEFAULT, Policy
from pontoon_ledger.replay.due import multiple
from pontoon_ledger.replay.totals import CLASSES, PONTOON
from pontoon_ledger.rules import Rules

_ELSEWHERE = ("shuffle_after", "bank_passes", "bank_sale", "shoot")
"""Options that a hand's own chances do not hang on."""
_BURNED = {"off": (), "13": (13,), "14": (14,), "13_14": (13, 14)}
_DRAWS = {"none": 0, "16": 16, "17": 17}


def touching(rules: Rules) -> Rules:
    """The same rules for one hand: options that do not touch its chances at their defaults.

    >>> from pontoon_ledger.rules import PRESETS
    >>> touching(PRESETS["gamerules"]) == Rules()
    True
    """
    plain = Rules()
    return replace(rules, **{name: getattr(plain, name) for name in _ELSEWHERE})


class Game(Struct, frozen=True):
    """House rules, the banker's habits, and whether this deal is doubled (rulebook 2.2).

    A banker whom the rules make draw on plays as they say, whatever his habit is. `memory` is how many pairs
    thrown in and partings of a hand are kept in mind with their cards; what is beyond is taken as unseen.
    """

    rules: Rules = field(default_factory=Rules)
    bank: Policy = DEFAULT
    doubled: bool = False
    memory: int = 2

    def __post_init__(self) -> None:
        force_setattr(self, "rules", touching(self.rules))
        force_setattr(self, "bank", self.bank.forced(_DRAWS[self.rules.banker_draws_below]))
        force_setattr(self, "doubled", self.doubled and self.rules.banker_doubles)

    def times(self, klass: int, split: bool) -> tuple[int, ...]:
        """How many times the stake a finished hand brings, by the class of the bank's hand.

        >>> Game().times(19, False)[17:22]
        (1, 1, -1, -1, -1)
        """
        return _times(self.rules, self.doubled, klass, split)

    def class_of(self, hand: int) -> int:
        """The class of a finished hand of a player (rulebook 1.3)."""
        return pack.class_of(hand, self.rules.royal)

    def may_stick(self, hand: int) -> bool:
        """Whether a hand may stay on what it has (rulebook 3.5, 3.6).

        >>> Game().may_stick(pack.cards("95")), Game().may_stick(pack.cards("A4"))
        (False, True)
        """
        return pack.done(hand) or pack.total(hand) >= self.rules.stick_on

    def may_buy(self, hand: int) -> bool:
        """Whether the next card may be bought, if nothing was twisted yet (rulebook 3.3).

        >>> wary = Game(Rules(fifth_card="twist_if_safe"))
        >>> wary.may_buy(pack.cards("2234")), wary.may_buy(pack.cards("2235"))
        (False, True)
        """
        safe = pack.size(hand) == 4 and pack.lowest(hand) <= 11
        return not pack.done(hand) and not (safe and self.rules.fifth_card == "twist_if_safe")

    def may_burn(self, hand: int) -> bool:
        """Whether two first cards may be thrown in (rulebook 3.8).

        >>> game = Game(Rules(burn="13"))
        >>> game.may_burn(pack.cards("94")), game.may_burn(pack.cards("A2"))
        (True, False)
        """
        ace = pack.counts(hand)[pack.ACE]
        return pack.size(hand) == 2 and not ace and pack.total(hand) in _BURNED[self.rules.burn]

    def may_split(self, hand: int, parted: int) -> bool:
        """Whether two first cards of equal rank may become two hands (rulebook 3.2).

        `parted` is how often this hand has come of a split; the limit on hands is held along that line.

        >>> Game(Rules(split="aces")).may_split(pack.cards("88"), 0)
        False
        """
        allowed = {"pairs": True, "aces": pack.counts(hand)[pack.ACE] == 2, "none": False}[self.rules.split]
        return allowed and parted + 2 <= self.rules.max_hands

    def no_pontoon(self, out: int) -> tuple[int, int]:
        """The chance that the bank has shown no pontoon, as a fraction (rulebook 2.4); 1/1 without `peek`.

        >>> Game().no_pontoon(0)
        (2524, 2652)
        """
        if not self.rules.peek:
            return 1, 1
        left = pack.left(out, self.rules.packs)
        both = sum(left) * (sum(left) - 1)
        return both - 2 * left[pack.ACE] * left[pack.TEN], both

    def pairs_of_tens(self, known: int) -> tuple[int, int]:
        """How often a ten-point card has one certain rank, `known` cards of which are known to be gone.

        >>> Game().pairs_of_tens(1)
        (3, 15)
        """
        return 4 * self.rules.packs - known, 16 * self.rules.packs - known

    def key(self) -> str:
        """One word for all that the chances hang on: the same word, the same chances."""
        from hashlib import sha256

        options = [f"{name}={value}" for name, value in asdict(self.rules).items()]
        shares = [str(share) for share in (*self.bank.hard[4:], *self.bank.soft[4:])]
        return sha256(
            "|".join([*options, *shares, str(self.doubled), str(self.memory)]).encode()
        ).hexdigest()[:24]


@cache
def _times(rules: Rules, doubled: bool, klass: int, split: bool) -> tuple[int, ...]:
    found = []
    for bank in range(CLASSES):
        of_stake, times = multiple(klass, bank, split=split, doubled=doubled, rules=rules)
        found.append(0 if of_stake and bank == PONTOON else times)
    return tuple(found)
