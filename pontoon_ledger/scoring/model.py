"""A deal as it is being recorded: who sits in it, what has been entered of each hand so far.

In: clauses of the notation, one after another. Out: frozen `Hand`s and `Deal`s, and the same as JSON and
back, so that an unfinished deal can be kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from pontoon_ledger.cards import UNKNOWN
from pontoon_ledger.explain.phrases import listed, total_of
from pontoon_ledger.notation import ENDINGS, Clause, Kind, format_clause, parse_clause
from pontoon_ledger.plays import clause_spans
from pontoon_ledger.scoring.words import FIRST

if TYPE_CHECKING:
    from pontoon_ledger.currency import Currency

MOST = 5
_TAKEN = (Kind.BUY, Kind.TWIST)


class Hand(Struct, frozen=True):
    """What is known of one hand. `done`: nothing more is asked of it; `asked`: the shoot bet was."""

    player: str
    clauses: tuple[Clause, ...] = ()
    done: bool = False
    asked: bool = False

    @property
    def stake(self) -> int | None:
        """The initial stake, None where none is entered."""
        first = self.clauses[0] if self.clauses else None
        return first.amount if first and first.kind in (Kind.BET, Kind.SPLIT) else None

    @property
    def split(self) -> bool:
        """Whether the hand came of a split."""
        return bool(self.clauses) and self.clauses[0].kind == Kind.SPLIT

    @property
    def cards(self) -> list[int]:
        """The cards that were kept, as codes."""
        return [card for one in self.clauses if _keeps(one) for card in one.cards]

    @property
    def wanting(self) -> int:
        """How many of the first two cards are still to be entered."""
        return max(FIRST - len(self.cards), 0)

    @property
    def turned(self) -> bool:
        """Whether a card past the first two was taken."""
        return any(one.kind in _TAKEN for one in self.clauses) or len(self.cards) > FIRST

    @property
    def total(self) -> int | None:
        """What the cards come to, None where one of them is not known."""
        return total_of(self.cards) if self.cards else None

    @property
    def ending(self) -> Clause | None:
        """How the hand ended."""
        return next((one for one in self.clauses if one.kind in ENDINGS), None)

    @property
    def paid(self) -> tuple[Clause, ...]:
        """What was entered of the payment."""
        return tuple(one for one in self.clauses if Kind.RESULT <= one.kind <= Kind.ALL_RESULT)

    def add(self, *clauses: Clause) -> Hand:
        """The hand with more clauses behind those it has."""
        return replace(self, clauses=(*self.clauses, *clauses))

    def without(self, *kinds: Kind) -> Hand:
        """The hand without its clauses of these kinds."""
        return replace(self, clauses=tuple(one for one in self.clauses if one.kind not in kinds))

    def with_cards(self, cards: list[int]) -> Hand:
        """The hand with the first of its cards replaced.

        >>> hand = Hand("Bob", (Clause(Kind.CARDS + 2, cards=(65, 65)), Clause(Kind.TWIST, cards=(65,))))
        >>> hand.with_cards([16, 33]).cards
        [16, 33, 65]
        """
        new, rest = [], list(cards)
        for one in self.clauses:
            if _keeps(one) and rest:
                mine = tuple(rest[: len(one.cards)]) + one.cards[len(rest) :]
                rest = rest[len(one.cards) :]
                new.append(replace(one, cards=mine))
            else:
                new.append(one)
        return replace(self, clauses=tuple(new))

    def deal_in(self, cards: list[int]) -> Hand:
        """The hand with cards dealt to it, as bare cards."""
        if not cards:
            return self
        last = self.clauses[-1] if self.clauses else None
        if last is not None and last.kind > Kind.CARDS:
            joined = (*last.cards, *cards)
            return replace(self, clauses=(*self.clauses[:-1], bare(joined)))
        return self.add(bare(cards))

    def filled(self) -> Hand:
        """The hand with unknown cards in place of first cards that were not entered."""
        if not self.cards or not self.wanting:
            return self
        at = next(i for i, one in enumerate(self.clauses) if one.kind > Kind.CARDS)
        full = bare((*self.clauses[at].cards, UNKNOWN))
        return replace(self, clauses=(*self.clauses[:at], full, *self.clauses[at + 1 :]))

    def settled_by_cards(self) -> Clause | None:
        """How the cards end the hand by themselves: at 21, bust, with the fifth; None where they do not.

        >>> Hand("Bob", (bare((0, 51)),)).settled_by_cards().kind.name
        'PONTOON'
        """
        total, count = self.total, len(self.cards)
        if total is None or count < FIRST:
            return None
        if total > 21:
            return Clause(Kind.BUST)
        if count >= MOST:
            return Clause(Kind.FIVE)
        if total == 21:
            return Clause(Kind.PONTOON if count == FIRST else Kind.STICK)
        return None


def _keeps(one: Clause) -> bool:
    return one.kind > Kind.CARDS or one.kind in _TAKEN


def bare(cards: tuple[int, ...] | list[int]) -> Clause:
    """Bare cards as a clause.

    >>> bare([16, 33]).kind == Kind.CARDS + 2
    True
    """
    return Clause(Kind.CARDS + len(cards), cards=tuple(cards))


class Deal(Struct, frozen=True):
    """The deal in play. `seats` are clockwise; `before` held the bank in the deal before this.

    `named`: the table itself said who holds the bank. `stopped`: the banker showed a pontoon at once.
    `ruled`: the findings that the table has overruled, by code, player and hand.
    """

    seats: tuple[str, ...]
    bank: str | None = None
    before: str | None = None
    named: bool = False
    hands: tuple[Hand, ...] = ()
    own: Hand = Hand("")
    out: tuple[str, ...] = ()
    reseated: bool = False
    stopped: bool = False
    label: str | None = None
    gap: bool = False
    void: str | None = None
    price: int | None = None
    shuffled: bool | None = None
    kitty: int | None = None
    doubled: bool | None = None
    note: str | None = None
    waive: tuple[tuple[str, str], ...] = ()
    ruled: tuple[tuple[str, str | None, int | None], ...] = ()
    tally: tuple[tuple[str, int], ...] = field(default=())

    @property
    def order(self) -> list[str]:
        """The players who are in the deal, clockwise from the banker's left."""
        from pontoon_ledger.replay.bank import clockwise

        if self.bank is None:
            return []
        return [name for name in clockwise(self.seats, self.bank) if name not in (self.bank, *self.out)]

    def of(self, player: str) -> list[int]:
        """Where the hands of a player stand in `hands`."""
        return [at for at, hand in enumerate(self.hands) if hand.player == player]

    def number(self, at: int) -> int:
        """Which of its player's hands the one at a place is, from 1."""
        return self.of(self.hands[at].player).index(at) + 1

    def name_of(self, at: int) -> str:
        """The name of a hand: its player's, and which of his hands it is where he has several."""
        name = self.hands[at].player
        return f"{name}/{self.number(at)}" if len(self.of(name)) > 1 else name

    def which_hand(self, at: int) -> str:
        """Say how many hands the player of one has, and what each is called."""
        name = self.hands[at].player
        names = [f"{name}/{number + 1}" for number in range(len(self.of(name)))]
        return f"{name} has {len(names)} hands: {listed(names, 'or')}"

    def put(self, at: int, hand: Hand, *more: Hand) -> Deal:
        """The deal with another hand at a place, and others behind it."""
        return replace(self, hands=(*self.hands[:at], hand, *more, *self.hands[at + 1 :]))


def play_of(hand: Hand, unit: Currency) -> str:
    """The play of a hand as a record has it.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> play_of(Hand("Bob", (Clause(Kind.BET, amount=20), bare((16, 33)))), NO_CURRENCY)
    'bet 0.20, 5c 9d'
    """
    return ", ".join(format_clause(one, unit) for one in hand.clauses)


def to_json(deal: Deal, unit: Currency) -> dict[str, Any]:
    """A deal in plain values; `from_json` of them gives it back."""
    hands = [_hand_to_json(hand, unit) for hand in deal.hands]
    return asdict(deal) | {"hands": hands, "own": _hand_to_json(deal.own, unit)}


def _hand_to_json(hand: Hand, unit: Currency) -> list[Any]:
    return [hand.player, play_of(hand, unit), hand.done, hand.asked]


def from_json(plain: dict[str, Any], unit: Currency) -> Deal:
    """The deal that `to_json` made these values of.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> deal = Deal(("Ann", "Bob"), "Ann", hands=(Hand("Bob", (Clause(Kind.BET, amount=20),)),))
    >>> from_json(to_json(deal, NO_CURRENCY), NO_CURRENCY) == deal
    True
    """
    pairs = {name: tuple(tuple(pair) for pair in plain[name]) for name in ("waive", "ruled", "tally")}
    lists = {name: tuple(plain[name]) for name in ("seats", "out")}
    hands = tuple(_hand_from_json(hand, unit) for hand in plain["hands"])
    return Deal(**{**plain, **pairs, **lists, "hands": hands, "own": _hand_from_json(plain["own"], unit)})


def _hand_from_json(plain: list[Any], unit: Currency) -> Hand:
    player, play, done, asked = plain
    spans = clause_spans(play)[0] if play else []
    return Hand(player, tuple(parse_clause(play[a:b], unit) for a, b in spans), done, asked)
