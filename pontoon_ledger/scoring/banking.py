"""What the banker does: he takes cards, shows a pontoon at once, puts up a kitty, doubles.

In: a deal or the bank's hand, and an entry. Out: what follows, or a `MisreadError` where it comes at the
wrong moment of the deal.
"""

from __future__ import annotations

from msgspec.structs import replace

from pontoon_ledger.cards import UNKNOWN
from pontoon_ledger.notation import Clause, Kind
from pontoon_ledger.scoring.hands import ENDINGS, end, ended, seen, unpaid
from pontoon_ledger.scoring.model import Deal, Hand, bare
from pontoon_ledger.scoring.naming import identified
from pontoon_ledger.scoring.words import FIRST, Entry, MisreadError

_DRAWN = "t 4c, or the card alone without the name, draws one"
_BEFORE_THE_CARDS = ("bet", "holder", "nobody")


def bank_takes(own: Hand, entry: Entry, *, named: bool = False) -> Hand:
    """The bank's hand after an entry; what was said of its result stays behind the cards.

    `named`: the entry began with the banker's name, so that cards are those that he has, and none is drawn.
    """
    return _bank_takes(unpaid(own), entry, named=named).add(*own.paid)


def _bank_takes(own: Hand, entry: Entry, *, named: bool) -> Hand:
    if entry.verb == "buy":
        raise MisreadError("the bank never buys: t and the card, or the card alone")
    if entry.verb in ENDINGS:
        return end(own, entry)
    if entry.verb == "cards" and (own.done or (named and own.cards and len(entry.cards) > own.wanting)):
        return ended(_shown(own, list(entry.cards)))
    if entry.verb == "cards":
        return ended(own.deal_in(list(entry.cards)))
    if own.done:
        raise MisreadError("the bank's hand is over; undo takes back what was entered last")
    if entry.verb == "twist":
        return ended(seen(own).deal_in([entry.cards[0] if entry.cards else UNKNOWN]))
    raise MisreadError(f"the bank does not {entry.verb}: its cards, then s to stick")


def _shown(own: Hand, cards: list[int]) -> Hand:
    """The bank's hand with the cards that it turned out to be."""
    if not own.cards:
        return replace(own, clauses=(bare(cards), *own.clauses)).filled()
    if len(cards) > max(len(own.cards), FIRST):
        advice = "undo takes back what was entered last" if own.done else _DRAWN
        raise MisreadError(f"the bank has {len(own.cards)} cards; {advice}")
    return identified(own, cards, own.player, "" if own.done else "t {card} draws, ")


def show_bank(deal: Deal, cards: list[int], turn: str) -> Deal:
    """The deal after the banker has shown a pontoon at once: nobody takes a turn."""
    if turn in _BEFORE_THE_CARDS:
        raise MisreadError("the banker looks at his second card when all have bet")
    if deal.own.done or deal.own.clauses:
        raise MisreadError("the bank's cards are entered already")
    own = deal.own.deal_in(cards).add(Clause(Kind.PONTOON))
    hands = tuple(replace(hand, done=True) for hand in deal.hands)
    return replace(deal, stopped=True, hands=hands, own=replace(own, done=True))


def put_up(deal: Deal, entry: Entry) -> Deal:
    """The deal with a kitty. What is in it once bets are down is no longer the banker's to say, rule 7.1."""
    if entry.amount is None:
        raise MisreadError("how much? as in kitty 1.00")
    if deal.hands:
        raise MisreadError(
            "the kitty is put up or added to before the bets; undo takes back what was entered last"
        )
    return replace(deal, kitty=entry.amount)


def double(deal: Deal, turn: str) -> Deal:
    """The deal doubled by its banker: when all have staked, before anybody takes a turn, rule 2.2."""
    if turn in _BEFORE_THE_CARDS:
        raise MisreadError("the banker looks when all have bet, and doubles only then (rule 2.2)")
    if begun(deal):
        raise MisreadError(
            "the banker doubles before the first turn; undo takes back what was entered since then"
        )
    return replace(deal, doubled=True)


def begun(deal: Deal) -> bool:
    """Whether anybody's turn has begun, by more than what two first cards say of themselves.

    >>> pair = Hand("Bob", (Clause(Kind.BET, amount=20), bare((16, 33))))
    >>> begun(Deal(("Ann", "Bob"), hands=(pair,)))
    False
    >>> begun(Deal(("Ann", "Bob"), hands=(replace(pair, done=True),)))
    True
    """
    return bool(deal.own.clauses) or any(_turn_begun(hand) for hand in deal.hands)


def _turn_begun(hand: Hand) -> bool:
    moved = hand.turned or hand.split or any(one.kind == Kind.BURN for one in hand.clauses)
    return moved or (hand.done and hand.settled_by_cards() is None)


def may_be_asked_to_shoot(deal: Deal, hand: Hand) -> bool:
    """Whether a shoot bet is still to be asked for: before the second card (rule 7.2).

    Where the cards were entered before that, it is asked for until somebody's turn has begun.
    """
    if hand.asked or hand.split or deal.stopped:
        return False
    return not begun(deal) if hand.cards else not hand.done
