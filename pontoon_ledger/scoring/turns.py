"""Whose turn it is in a deal, and the entries of a line applied to its hands.

In: a deal, a line, what holds for the session. Out: the deal with the entries in it, or a `MisreadError`.
No rule of the game is judged here: only the order of asking, and what cards end by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon_ledger.scoring import banking
from pontoon_ledger.scoring import hands as h
from pontoon_ledger.scoring.words import Entry, MisreadError, Named, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pontoon_ledger.currency import Currency
    from pontoon_ledger.scoring.model import Deal, Hand

_ENDINGS = ("stick", "bust", "pontoon", "five")
_RESULTS = ("won", "lost", "push", "paid", "owing")


class Setting(Struct, frozen=True):
    """What holds for a session: its money, its names by folded spelling, what each bet last.

    `dues` are those of the hands of the deal in play, where they are known.
    """

    unit: Currency
    names: Mapping[str, str]
    shoot: bool = False
    bets: Mapping[str, int] = field(default_factory=dict)
    dues: Mapping[int, int | None] = field(default_factory=dict)


class Turn(Struct, frozen=True):
    """What is asked next, of whom: `holder`, `bet`, `shoot`, `cards`, `play`, `bank`, `pay`, `nobody`."""

    kind: str
    at: int | None = None
    player: str | None = None


def whose_turn(deal: Deal, *, shoot: bool = False) -> Turn:
    """Say what is asked next.

    >>> from pontoon_ledger.scoring.model import Deal
    >>> whose_turn(Deal(("Ann", "Bob"), "Ann"))
    Turn(kind='bet', at=None, player='Bob')
    """
    if deal.bank is None:
        return Turn("holder")
    if deal.void is not None:
        return Turn("pay")
    for name in deal.order:
        if not deal.of(name):
            return Turn("bet", player=name)
    if not deal.hands:
        return Turn("nobody")
    for at, hand in enumerate(deal.hands):
        if shoot and banking.may_be_asked_to_shoot(deal, hand):
            return Turn("shoot", at, hand.player)
    for at, hand in enumerate(deal.hands):
        if not hand.done:
            return Turn("cards" if hand.wanting else "play", at, hand.player)
    return Turn("pay") if deal.own.done else Turn("bank", player=deal.bank)


def play_line(deal: Deal, words: Words, setting: Setting) -> Deal:
    """Apply every entry of a line.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> from pontoon_ledger.scoring.model import Deal, Hand
    >>> deal = Deal(("Ann", "Bob"), "Ann", own=Hand("Ann"))
    >>> deal = play_line(deal, Words("b.2 5c9d t Kh", NO_CURRENCY), Setting(NO_CURRENCY, {}))
    >>> whose_turn(deal).kind, deal.hands[0].ending.kind.name
    ('bank', 'BUST')
    """
    return _Line(deal, setting).read(words)


class _Line:
    """One line being applied.

    `at` is the hand that it speaks of, `player` one named who has none yet, `named` the name right before an
    entry; `ended`: the cards of that hand have just ended it, so that an ending behind them is still its own;
    `bank_ended`: the same of the bank's hand.
    """

    def __init__(self, deal: Deal, setting: Setting) -> None:
        self.deal = deal
        self.setting = setting
        self.at: int | None = None
        self.player: str | None = None
        self.named: Named | None = None
        self.ended = False
        self.bank_ended = False

    def read(self, words: Words) -> Deal:
        while words:
            if (named := words.name(self.setting.names)) is not None:
                self._aim(named)
                if not words:
                    raise MisreadError(f"what of {named.player}? ? shows what can be entered")
            entry = words.entry(self._due(), named=self.named is not None)
            if self.ended and entry.verb in _ENDINGS and words and self.at is not None:
                name = self.deal.hands[self.at].player
                whose = f"the hand of {name} is over by its cards; whose is {entry.verb!r}?"
                raise MisreadError(f"{whose} Leave it out, or put the next name before it")
            self._act(entry)
            self.named = None
        return self.deal

    def _aim(self, named: Named) -> None:
        mine = self.deal.of(named.player)
        if named.number is not None and not 1 <= named.number <= len(mine):
            raise MisreadError(f"{named.player} has no hand {named.number}")
        open_ = [at for at in mine if not self.deal.hands[at].done]
        self.named, self.player, self.at, self.ended = named, named.player, None, False
        if mine:
            self.at = mine[named.number - 1] if named.number else (open_ or mine)[0]
            self.player = None

    def _due(self) -> int:
        """How many first cards are asked for where the line stands."""
        if self._speaks_of_bank():
            return self.deal.own.wanting
        if self.player is not None:
            return 0
        at = self._going_on()
        if at is not None:
            return 0 if self.deal.hands[at].done else self.deal.hands[at].wanting
        turn = self._turn()
        return self.deal.hands[turn.at].wanting if turn.at is not None else 0

    def _going_on(self) -> int | None:
        """The hand that the line goes on with: the one it spoke of, or that player's next."""
        if self.at is None or self.named is not None or not self.deal.hands[self.at].done:
            return self.at
        open_ = [at for at in self.deal.of(self.deal.hands[self.at].player) if not self.deal.hands[at].done]
        return open_[0] if open_ else None

    def _turn(self, verb: str = "") -> Turn:
        """Whose turn it is for an entry; a hand with its cards is asked to shoot, but need not answer."""
        turn = whose_turn(self.deal, shoot=self.setting.shoot)
        asked = turn.at is None or self.deal.hands[turn.at].wanting or verb in ("shoot", "pass")
        return turn if turn.kind != "shoot" or asked else whose_turn(self.deal)

    def _speaks_of_bank(self, verb: str = "") -> bool:
        if self.player is not None:
            return self.player == self.deal.bank
        return self._going_on() is None and self._turn(verb).kind == "bank"

    def _act(self, entry: Entry) -> None:
        deal, verb = self.deal, entry.verb
        if verb in ("shuffled", "unshuffled"):
            self.deal = replace(deal, shuffled=verb == "shuffled")
        elif verb == "doubled":
            self.deal = banking.double(deal, self._turn().kind)
        elif verb == "kitty":
            self.deal = banking.put_up(deal, entry)
        elif verb == "bet":
            self._bet(entry)
        elif verb in ("out", "pass"):
            self._pass(verb)
        elif verb == "shown":
            self.deal = banking.show_bank(deal, list(entry.cards), self._turn().kind)
        elif verb in _RESULTS:
            self._result(entry)
        elif (self.bank_ended or self._speaks_of_bank(verb)) and not (self.ended and verb in _ENDINGS):
            self.deal = replace(deal, own=banking.bank_takes(deal.own, entry, named=self.named is not None))
            self.bank_ended = self.deal.own.done and verb not in _ENDINGS
        else:
            self._play(entry)
            return
        self.ended = False

    def _bet(self, entry: Entry) -> None:
        turn = self._turn()
        if turn.kind == "holder":
            raise MisreadError(_NO_HOLDER)
        named = self.named.player if self.named else None
        player = named or (turn.player if turn.kind == "bet" else None)
        if player is None:
            raise MisreadError("everybody has bet")
        if player not in self.deal.seats:
            raise MisreadError(f"{player} has no seat: players {', '.join(self.deal.seats)}, {player}")
        if player == self.deal.bank:
            raise MisreadError(f"{player} holds the bank and does not bet against himself")
        amount = self.setting.bets.get(player) if entry.amount is None else entry.amount
        if amount is None:
            raise MisreadError("how much? b and the stake, as in b.20")
        deal = replace(self.deal, out=tuple(name for name in self.deal.out if name != player))
        self.deal, self.at = h.sit_in(deal, player, amount)
        self.player = None

    def _pass(self, verb: str) -> None:
        turn = self._turn(verb)
        if verb == "pass" and turn.kind == "shoot" and self.player is None and turn.at is not None:
            self.deal = self.deal.put(turn.at, replace(self.deal.hands[turn.at], asked=True))
        elif verb == "pass" and turn.kind == "bank":
            self.deal = replace(self.deal, own=replace(self.deal.own, done=True))
        elif (player := self.player or (turn.player if turn.kind == "bet" else None)) is None:
            raise MisreadError(
                "nobody is asked to bet now" if verb == "out" else f"'-' says nothing here{_HELP}"
            )
        elif player == self.deal.bank and (self.deal.named or self.deal.own.clauses):
            raise MisreadError(f"{player} holds the bank: say first who holds it instead, bank and a name")
        elif self.deal.of(player):
            raise MisreadError(f"{player} has bet; undo takes back what was entered last")
        else:
            deal = replace(self.deal, out=(*self.deal.out, player))
            self.deal = replace(deal, bank=None) if player == deal.bank else deal
            self.player = None

    def _play(self, entry: Entry) -> None:
        at = self._target(entry.verb)
        if entry.verb == "split":
            hand, new = h.split(self.deal, at, list(entry.cards))
            self.deal = self.deal.put(at, hand, new)
        else:
            hand = self._taken(at, entry)
            self.deal = self.deal.put(at, hand)
        self.at = at
        self.ended = self.deal.hands[at].done and entry.verb in ("cards", "buy", "twist")

    def _taken(self, at: int, entry: Entry) -> Hand:
        hand, turn, named = self.deal.hands[at], self._turn(entry.verb), self.named is not None
        if hand.done and self._unclear(at):
            raise MisreadError(self.deal.which_hand(at))
        answers = turn.kind == "shoot" and turn.at == at
        if answers and entry.verb == "shoot":
            return h.shoot_before_the_second_card(hand, entry)
        taken = h.takes(hand, entry, self.deal.name_of(at), named=named)
        return replace(taken, asked=True) if answers else taken

    def _target(self, verb: str) -> int:
        """The hand that an entry speaks of."""
        if self.player is not None:
            raise MisreadError(f"{self.player} has not bet in this deal")
        if self.ended and verb in _ENDINGS and self.at is not None:
            return self.at
        if (at := self._going_on()) is not None:
            return at
        turn = self._turn(verb)
        if turn.at is not None:
            return turn.at
        raise MisreadError(_asked(turn, self.deal))

    def _result(self, entry: Entry) -> None:
        at = self.at
        if self._named_bank():
            self.deal = replace(self.deal, own=h.paid(self.deal.own, entry, None))
            return
        if at is None and len(self.deal.hands) == 1 and self._turn().kind != "bank":
            at = 0
        if at is None:
            raise MisreadError("whose? put the name first, as in Bob won .40")
        mine = self.deal.of(self.deal.hands[at].player)
        if self._unclear(at) and entry.of != "all":
            raise MisreadError(f"{self.deal.which_hand(at)}, or {self.deal.hands[at].player} all won .40")
        if entry.of == "all":
            for other in mine:
                self.deal = self.deal.put(other, h.unpaid(self.deal.hands[other]))
            at = mine[-1]
        hand = h.paid(self.deal.hands[at], entry, self.setting.dues.get(at))
        self.deal = self.deal.put(at, replace(hand, done=hand.done or entry.verb != "owing"))

    def _unclear(self, at: int) -> bool:
        """Whether a name was put for several hands."""
        alone = len(self.deal.of(self.deal.hands[at].player)) == 1
        return self.named is not None and self.named.number is None and not alone

    def _named_bank(self) -> bool:
        return self.player is not None and self.player == self.deal.bank


_HELP = "; ? shows what can be entered"
_NO_HOLDER = "say first who holds the bank: bank and a name"


def _asked(turn: Turn, deal: Deal) -> str:
    """What is asked in place of what was entered."""
    if turn.kind == "bet":
        return f"{turn.player} has not bet yet: b and the stake, as in b.20, or - to sit out"
    if turn.kind == "holder":
        return _NO_HOLDER
    if turn.kind == "nobody":
        return "nobody is in this deal: a name and b.20 lets one in"
    shown = "" if deal.own.cards else f"; {deal.bank} kd9h tells what the bank had"
    return f"every hand is played: Enter if all was paid as shown, or a name and won .40{shown}"
