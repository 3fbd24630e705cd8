"""What the dealer knows of a session: everything, in plain objects.

In: nothing. Out: `Session`, its `Deal`s and their `Hand`s, money in minor units.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dealer.cards import BUST, FIVE, PONTOON, best, is_pontoon, standing

if TYPE_CHECKING:
    from dealer.rules import Rules

Place = tuple[int, int, int]
"""Line, column, column after the end; all from 1."""
PlaceKey = tuple[int, str | None, int, str]
"""Deal number, player (None for a field of the deal), hand number (0 likewise), clause or field."""


@dataclass(frozen=True)
class Coin:
    """A currency: its code (None: not named), decimals, sign, and the smallest bet as minor units."""

    code: str | None = None
    decimals: int = 2
    sign: str | None = None
    unit: int = 10
    made_up: bool = False


@dataclass
class Move:
    """A card past the second: `buy` or `twist`, its price (0 for a twist)."""

    kind: str
    price: int
    card: str


@dataclass
class Hand:
    """One hand, the bank's too (stake 0). `shoot`, `shoot4`: shoot bets before card two and four."""

    player: str
    stake: int = 0
    number: int = 1
    split: bool = False
    bank: bool = False
    cards: list[str] = field(default_factory=list)
    burns: list[tuple[str, str]] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    shoot: int = 0
    shoot4: int = 0
    done: bool = False
    rank_lost: bool = False
    due: int = 0
    shoot_due: int = 0
    written: str | None = None
    """How the payment is written: `own`, `all` (for the player's hands together), None."""

    @property
    def staked(self) -> int:
        """T: all that lies on the hand."""
        return self.stake + sum(move.price for move in self.moves)

    @property
    def prices(self) -> list[int]:
        """What was paid for the cards bought so far."""
        return [move.price for move in self.moves if move.kind == "buy"]

    @property
    def twisted(self) -> bool:
        """Whether a card was twisted yet."""
        return any(move.kind == "twist" for move in self.moves)

    @property
    def bust(self) -> bool:
        """Whether the hand is over 21."""
        return best(self.cards) > 21

    @property
    def natural(self) -> bool:
        """An ace and a ten-point card, split or not."""
        return is_pontoon(self.cards)

    @property
    def ending(self) -> str:
        """How the hand ended, by its cards: bust, pontoon, five or stick."""
        level = standing(self.cards)[0]
        return {BUST: "bust", PONTOON: "pontoon", FIVE: "five"}.get(level, "stick")

    @property
    def drawn(self) -> list[str]:
        """All cards dealt to the hand, burned ones too."""
        return [card for pair in self.burns for card in pair] + self.cards


@dataclass
class Deal:
    """One deal. `hands` are the players', clockwise from the banker's left, splits in their order."""

    no: int
    label: str
    bank: str
    seats: list[str]
    hands: list[Hand]
    bank_hand: Hand
    heir: str | None = None
    """Who held the bank by the rules before any sale; None on the first deal and after a gap."""
    price: int | None = None
    reseated: bool = False
    gap: bool = False
    void: str | None = None
    called: bool = False
    """Whether the rules call for a shuffle before this deal (it was shuffled exactly then)."""
    doubled: bool = False
    shown: bool = True
    """Whether the bank's cards were seen at all."""
    stopped: bool = False
    """The banker showed a pontoon at once."""
    carried: int = 0
    kitty: int = 0
    kitty_end: int = 0
    put_up: bool = False
    claimants: list[str] = field(default_factory=list)
    next_heir: str | None = None
    """Who has the bank next by this deal alone; None where it hangs on who sits in (each_deal)."""
    write_bank: bool = False
    write_shuffled: bool = False
    write_doubled: bool = False
    write_kitty: bool = False
    write_bank_result: bool = False
    note: str | None = None

    @property
    def players(self) -> list[str]:
        """The players in the deal but the banker, clockwise from his left."""
        return list(dict.fromkeys(hand.player for hand in self.hands))

    @property
    def bank_due(self) -> int:
        """The bank's result of the stakes (not of the shoot bets)."""
        return -sum(hand.due for hand in self.hands)

    @property
    def drawn(self) -> list[str]:
        """All cards that left the pile in this deal."""
        return [card for hand in (*self.hands, self.bank_hand) for card in hand.drawn]


@dataclass
class Session:
    """A whole evening and every answer to it."""

    name: str
    date: str | None
    coin: Coin
    rules: Rules
    stakes: tuple[int, int] | None
    kitty: tuple[int, int] | None
    seats: list[str]
    bank: str
    deals: list[Deal]
    aka: dict[str, list[str]] = field(default_factory=dict)
    order_unknown: bool = False
    paid: str | None = None
    suits: bool = True
    net: dict[str, int] = field(default_factory=dict)
    places: dict[PlaceKey, Place] = field(default_factory=dict)

    @property
    def dues(self) -> list[tuple[int, str, int, int]]:
        """What is due on each player's hand: deal, player, hand, amount (0 in a void deal)."""
        return [(d.no, h.player, h.number, h.due) for d in self.deals for h in d.hands]

    @property
    def shoot_dues(self) -> list[tuple[int, str, int, int]]:
        """The same for the shoot bets of each hand that has any."""
        return [
            (d.no, h.player, h.number, h.shoot_due)
            for d in self.deals
            for h in d.hands
            if h.shoot or h.shoot4
        ]

    @property
    def bank_of(self) -> dict[int, str]:
        """Who holds the bank in each deal."""
        return {deal.no: deal.bank for deal in self.deals}
