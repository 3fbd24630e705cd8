"""What an entry makes of one hand: cards, twists, buys, splits, burns, endings, payments.

In: a hand and an `Entry`. Out: the hand that follows, or a `MisreadError` where the entry has no place in
the notation. Whether it is legal is the audit's to say.
"""

from __future__ import annotations

from dataclasses import replace

from pontoon_ledger.cards import UNKNOWN, points_of, rank_of
from pontoon_ledger.notation import Clause, Kind
from pontoon_ledger.scoring.model import Deal, Hand, bare
from pontoon_ledger.scoring.words import FIRST, Entry, MisreadError

ENDINGS = {"stick": Kind.STICK, "bust": Kind.BUST, "pontoon": Kind.PONTOON, "five": Kind.FIVE}
_HOW = "say how the card came: t 4h twists, u .20 4h buys"


def sit_in(deal: Deal, player: str, stake: int) -> tuple[Deal, int]:
    """Give a player a hand with a stake, in his place among the others; where it stands."""
    if deal.of(player):
        raise MisreadError(f"{player} has bet already; undo takes back what was entered last")
    order = deal.order
    before = [hand for hand in deal.hands if order.index(hand.player) < order.index(player)]
    hand = Hand(player, (Clause(Kind.BET, amount=stake),))
    at = len(before)
    return replace(deal, hands=(*deal.hands[:at], hand, *deal.hands[at:])), at


def takes(hand: Hand, entry: Entry, *, named: bool = False) -> Hand:
    """The hand of a player after an entry. `named`: the entry began with his name."""
    if entry.verb in ENDINGS:
        return _end(hand, entry)
    if entry.verb == "cards":
        return _ended(_cards(hand, list(entry.cards), named=named))
    if hand.done:
        raise MisreadError(f"the hand of {hand.player} is over; undo takes back what was entered last")
    if entry.verb == "shoot":
        return _shoot(hand, entry)
    if entry.verb == "burn":
        return _ended(_burn(hand, list(entry.cards)))
    if entry.verb not in ("buy", "twist"):
        raise MisreadError(f"{entry.verb!r} has no place here; ? shows what can be entered")
    if entry.verb == "buy" and entry.unsaid:
        raise MisreadError("what did it cost? u .20 4h, or u ? 4h where nobody noted it")
    card = entry.cards[0] if entry.cards else UNKNOWN
    kind = Kind.BUY if entry.verb == "buy" else Kind.TWIST
    seen = _seen(hand)
    return _ended(seen.add(Clause(kind, amount=entry.amount, cards=(card,))))


def _seen(hand: Hand) -> Hand:
    """The hand with unknown cards where first cards were not entered."""
    return hand.deal_in([UNKNOWN] * hand.wanting) if hand.wanting else hand


def _ended(hand: Hand) -> Hand:
    ending = hand.settled_by_cards()
    if ending is None or hand.ending is not None:
        return hand
    return replace(hand.add(ending), done=True)


def _end(hand: Hand, entry: Entry) -> Hand:
    fresh, ending = _fresh(hand, entry)
    if ending.kind == Kind.STICK and _unseen(fresh):
        # an unseen pair might be a pontoon, a hand that stuck is none; what it staked everybody saw
        unseen = replace(fresh, clauses=tuple(one for one in fresh.clauses if not one.cards))
        return replace(unseen.add(ending, *_all_staked(hand)), done=True)
    if ending.kind == Kind.BUST and len(fresh.cards) == 1:
        return replace(_bust(fresh).add(ending), done=True)
    if ending.kind == Kind.STICK or len(fresh.cards) == 1:
        fresh = _seen(fresh)
    return replace(fresh.add(ending), done=True)


def _fresh(hand: Hand, entry: Entry) -> tuple[Hand, Clause]:
    """A hand without its ending and the one that an entry gives it, if that says no less than the old one."""
    kind, was = ENDINGS[entry.verb], hand.ending
    if was is not None and was.kind == kind and was.total is not None and entry.total is None:
        said = f"the hand of {hand.player} is over, on {was.total}"
        raise MisreadError(f"{said}; {entry.verb} and another total changes it, undo takes it back")
    return hand.without(*ENDINGS.values(), Kind.STAKED), Clause(kind, total=entry.total)


def _unseen(hand: Hand) -> bool:
    """Whether no card of the hand was seen, and none taken."""
    return not hand.turned and not any(card != UNKNOWN for one in hand.clauses for card in one.cards)


def _all_staked(hand: Hand) -> tuple[Clause, ...]:
    return () if hand.stake is None else (Clause(Kind.STAKED, amount=hand.stake),)


def _bust(hand: Hand) -> Hand:
    """The hand with as many unknown cards as it needs to have bust."""
    count = sum(points_of(card) or 10 for card in hand.cards)
    return hand.deal_in([UNKNOWN] * ((21 - count) // 10 + 1))


def _cards(hand: Hand, cards: list[int], *, named: bool) -> Hand:
    if hand.wanting and not hand.done:
        if len(cards) > hand.wanting:
            wants = "two cards first" if hand.wanting == FIRST else "one card first; x is one not seen"
            raise MisreadError(f"{hand.player} gets {wants}; {_HOW}")
        return replace(hand.deal_in(cards), asked=True)
    if len(cards) > len(hand.cards) and not (hand.done and not hand.cards and len(cards) <= FIRST):
        raise MisreadError(f"{hand.player} has {len(hand.cards)} cards; {_HOW}")
    if not hand.cards:
        hand = hand.without(Kind.STAKED)
        at = next((i for i, one in enumerate(hand.clauses) if one.kind > Kind.SHOOT), len(hand.clauses))
        return replace(hand, clauses=(*hand.clauses[:at], bare(cards), *hand.clauses[at:]))
    if not named and UNKNOWN not in hand.cards:
        raise MisreadError(_HOW)
    return hand.with_cards(cards)


def _shoot(hand: Hand, entry: Entry) -> Hand:
    if entry.amount is None:
        raise MisreadError("how much? as in sh.20")
    bet = Clause(Kind.SHOOT, amount=entry.amount)
    begun = hand.turned or any(one.kind == Kind.BURN for one in hand.clauses)
    if hand.split and not begun:
        return replace(hand, clauses=(hand.clauses[0], bet, *hand.clauses[1:]), asked=True)
    return replace(hand.add(bet), asked=True)


def _burn(hand: Hand, cards: list[int]) -> Hand:
    if hand.turned:
        raise MisreadError("only the first two cards can be burned")
    if hand.wanting == FIRST:
        if len(cards) < FIRST:
            raise MisreadError("which two cards were thrown in? as in burn 9c4d")
        thrown, cards = cards[:FIRST], cards[FIRST:]
    else:
        hand = _seen(hand)
        thrown = hand.cards
    if len(cards) > FIRST:
        raise MisreadError("a burned pair is replaced by two cards")
    burned = Clause(Kind.BURN, cards=tuple(thrown))
    kept = tuple(one for one in hand.clauses if one.kind <= Kind.CARDS)
    return replace(hand, clauses=(*kept, burned)).deal_in(cards)


def unequal(deal: Deal, at: int) -> bool:
    """Whether the first two cards of a hand cannot be split, where a burn would hide that in the record.

    There a burned pair may have been any hand's of the split, so that nothing written gives the ranks away.
    """
    mine = [deal.hands[other] for other in deal.of(deal.hands[at].player)]
    if not any(one.kind == Kind.BURN for hand in mine for one in hand.clauses):
        return False
    dealt = [next(one.cards[0] for one in hand.clauses if one.cards) for hand in mine[1:2]]
    ranks = {rank_of(card) for card in (*deal.hands[at].cards, *dealt)}
    return len(ranks - {None}) > 1


def split(deal: Deal, at: int, cards: list[int]) -> tuple[Hand, Hand]:
    """Two hands of the first two cards of one, each with its second card where that is said."""
    hand = deal.hands[at]
    if hand.done:
        raise MisreadError(f"the hand of {hand.player} is over")
    if hand.turned:
        raise MisreadError("only the first two cards can be split")
    if hand.stake is None:
        raise MisreadError(f"{hand.player} has no stake that a split could repeat")
    if len(cards) == 1:
        raise MisreadError("a split gives each hand a card: sp 3c Th, or sp alone")
    if unequal(deal, at):
        raise MisreadError(
            "only two cards of equal rank can be split, after a burn too, and a split hand keeps its rank"
            " (P207; rules 3.2 and 3.8)"
        )
    whole = _seen(hand)
    first, second = whole.cards
    kept = tuple(one for one in whole.clauses if one.kind <= Kind.CARDS)
    one = replace(whole, clauses=(*kept, bare((first,)))).deal_in(cards[:1])
    opening = Clause(Kind.SPLIT, amount=hand.stake)
    other = Hand(hand.player, (opening, bare((second,))), asked=True).deal_in(cards[1:])
    return _ended(one), _ended(other)


def bank_takes(own: Hand, entry: Entry) -> Hand:
    """The bank's hand after an entry; what was said of its result stays behind the cards."""
    return _bank_takes(unpaid(own), entry).add(*own.paid)


def _bank_takes(own: Hand, entry: Entry) -> Hand:
    if entry.verb == "buy":
        raise MisreadError("the bank never buys: t and the card, or the card alone")
    if entry.verb in ENDINGS:
        return _end(own, entry)
    if entry.verb == "cards" and own.done:
        return _shown_late(own, list(entry.cards))
    if entry.verb == "cards":
        return _ended(own.deal_in(list(entry.cards)))
    if own.done:
        raise MisreadError("the bank's hand is over; undo takes back what was entered last")
    if entry.verb == "twist":
        return _ended(_seen(own).deal_in([entry.cards[0] if entry.cards else UNKNOWN]))
    raise MisreadError(f"the bank does not {entry.verb}: its cards, then s to stick")


def _shown_late(own: Hand, cards: list[int]) -> Hand:
    """The bank's hand with cards that were seen only when it was over."""
    if not own.cards:
        return replace(own, clauses=(bare(cards), *own.clauses))
    if len(cards) > len(own.cards):
        raise MisreadError(f"the bank has {len(own.cards)} cards; undo takes back what was entered last")
    return own.with_cards(cards)


def show_bank(deal: Deal, cards: list[int], turn: str) -> Deal:
    """The deal after the banker has shown a pontoon at once: nobody takes a turn."""
    if turn in ("bet", "holder", "nobody"):
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


def double(deal: Deal) -> Deal:
    """The deal doubled by its banker, who does that before anybody takes a turn, rule 2.2."""
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


def unpaid(hand: Hand) -> Hand:
    """The hand without anything that was said of its payment."""
    return hand.without(Kind.RESULT, Kind.ALL_RESULT, Kind.SHOOT_RESULT)


def paid(hand: Hand, entry: Entry, due: int | None) -> Hand:
    """The hand with its payment as the table says; `paid` takes the side on which it is due.

    That a player was paid ends his turn, which is for the caller to say.
    """
    if entry.verb == "owing":
        if entry.amount is None:
            raise MisreadError("how much? as in Bob owing .20")
        return hand.without(Kind.OWING).add(Clause(Kind.OWING, amount=entry.amount))
    if entry.verb != "push" and entry.amount is None:
        raise MisreadError(f"how much? as in Bob {entry.verb} .40")
    if entry.verb == "paid" and not due:
        raise MisreadError("to whom? say won or lost: Bob won .40")
    kind = {"all": Kind.ALL_RESULT, "shoot": Kind.SHOOT_RESULT}.get(entry.of or "", Kind.RESULT)
    lost = entry.verb == "lost" or (entry.verb == "paid" and due is not None and due < 0)
    amount = -(entry.amount or 0) if lost else entry.amount or 0
    gone = (Kind.SHOOT_RESULT,) if kind == Kind.SHOOT_RESULT else (Kind.RESULT, Kind.ALL_RESULT)
    return hand.without(*gone).add(Clause(kind, amount=amount))
