"""What an entry makes of one hand: cards, twists, buys, splits, burns, endings, payments.

In: a hand and an `Entry`. Out: the hand that follows, or a `MisreadError` where the entry has no place in
the notation. Whether it is legal is the audit's to say.
"""

from __future__ import annotations

from msgspec.structs import replace

from pontoon_ledger.cards import UNKNOWN, card_name, points_of, rank_of
from pontoon_ledger.notation import Clause, Kind
from pontoon_ledger.scoring.model import Deal, Hand, bare
from pontoon_ledger.scoring.naming import identified, same_card
from pontoon_ledger.scoring.words import FIRST, Entry, MisreadError, as_a_name

ENDINGS = {"stick": Kind.STICK, "bust": Kind.BUST, "pontoon": Kind.PONTOON, "five": Kind.FIVE}
_MORE = "t {card} twists, u .20 {card} buys, "
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


def takes(hand: Hand, entry: Entry, name: str, *, named: bool = False) -> Hand:
    """The hand of a player after an entry. `named`: the entry began with its `name`."""
    if entry.verb in ENDINGS:
        return end(hand, entry)
    if entry.verb == "cards":
        return ended(_cards(hand, list(entry.cards), name, named=named))
    if hand.done:
        raise MisreadError(f"the hand of {hand.player} is over; undo takes back what was entered last")
    if entry.verb == "shoot":
        return _shoot(hand, entry)
    if entry.verb == "burn":
        return ended(_burn(hand, list(entry.cards)))
    if entry.verb not in ("buy", "twist"):
        raise MisreadError(f"{entry.verb!r} has no place here; ? shows what can be entered")
    if entry.verb == "buy" and entry.unsaid:
        raise MisreadError("what did it cost? u .20 4h, or u ? 4h where nobody noted it")
    card = entry.cards[0] if entry.cards else UNKNOWN
    kind = Kind.BUY if entry.verb == "buy" else Kind.TWIST
    return ended(seen(hand).add(Clause(kind, amount=entry.amount, cards=(card,))))


def seen(hand: Hand) -> Hand:
    """The hand with unknown cards where first cards were not entered."""
    return hand.deal_in([UNKNOWN] * hand.wanting) if hand.wanting else hand


def ended(hand: Hand) -> Hand:
    """The hand with its ending, where its cards end it by themselves."""
    ending = hand.settled_by_cards()
    if ending is None or hand.ending is not None:
        return hand
    return replace(hand.add(ending), done=True)


def end(hand: Hand, entry: Entry) -> Hand:
    """The hand ended as an entry says."""
    fresh, ending = _fresh(hand, entry)
    if ending.kind == Kind.STICK and _unseen(fresh):
        # an unseen pair might be a pontoon, a hand that stuck is none; what it staked everybody saw
        unseen = replace(fresh, clauses=tuple(one for one in fresh.clauses if not one.cards))
        return replace(unseen.add(ending, *_all_staked(hand)), done=True)
    if ending.kind == Kind.BUST and len(fresh.cards) == 1:
        return replace(_bust(fresh).add(ending), done=True)
    if ending.kind == Kind.STICK or len(fresh.cards) == 1:
        fresh = seen(fresh)
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


def _cards(hand: Hand, cards: list[int], name: str, *, named: bool) -> Hand:
    whole = named and hand.cards and len(cards) == FIRST
    if hand.wanting and not hand.done and not (whole and hand.wanting < FIRST):
        if len(cards) > hand.wanting:
            wants = "two cards first" if hand.wanting == FIRST else "one card first; x is one not seen"
            raise MisreadError(f"{hand.player} gets {wants}; {_HOW}")
        return hand.deal_in(cards)
    if len(cards) > max(len(hand.cards), FIRST if hand.wanting else 0):
        raise MisreadError(f"{name} has {len(hand.cards)} cards; {_HOW}")
    if not hand.cards:
        hand = hand.without(Kind.STAKED)
        at = next((i for i, one in enumerate(hand.clauses) if one.kind > Kind.SHOOT), len(hand.clauses))
        return replace(hand, clauses=(*hand.clauses[:at], bare(cards), *hand.clauses[at:])).filled()
    if not named and UNKNOWN not in hand.cards:
        raise MisreadError(_HOW)
    if not named and len(cards) == 1:
        card = card_name(cards[0])
        raise MisreadError(f"{_HOW}; {as_a_name(name)} {card} where {card} is the card not seen")
    found = identified(hand, cards, name, "" if hand.done else _MORE)
    if not named and not all(map(same_card, hand.cards, found.cards)):
        raise MisreadError(_HOW)
    return found


def _shoot(hand: Hand, entry: Entry) -> Hand:
    bet = _shoot_bet(entry)
    begun = hand.turned or any(one.kind == Kind.BURN for one in hand.clauses)
    if hand.split and not begun:
        return _with_shoot(hand, bet)
    return replace(hand.add(bet), asked=True)


def shoot_before_the_second_card(hand: Hand, entry: Entry) -> Hand:
    """The hand with the shoot bet that was asked for, before its cards where they are entered already."""
    return _with_shoot(hand, _shoot_bet(entry))


def _shoot_bet(entry: Entry) -> Clause:
    if entry.amount is None:
        raise MisreadError("how much? as in sh.20")
    return Clause(Kind.SHOOT, amount=entry.amount)


def _with_shoot(hand: Hand, bet: Clause) -> Hand:
    """The hand with a shoot bet right behind its stake."""
    return replace(hand, clauses=(hand.clauses[0], bet, *hand.clauses[1:]), asked=True)


def _burn(hand: Hand, cards: list[int]) -> Hand:
    if hand.turned:
        raise MisreadError("only the first two cards can be burned")
    if hand.wanting == FIRST:
        if len(cards) < FIRST:
            raise MisreadError("which two cards were thrown in? as in burn 9c4d")
        thrown, cards = cards[:FIRST], cards[FIRST:]
    else:
        hand = seen(hand)
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
    whole = seen(hand)
    first, second = whole.cards
    kept = tuple(one for one in whole.clauses if one.kind <= Kind.CARDS)
    one = replace(whole, clauses=(*kept, bare((first,)))).deal_in(cards[:1])
    opening = Clause(Kind.SPLIT, amount=hand.stake)
    other = Hand(hand.player, (opening, bare((second,))), asked=True).deal_in(cards[1:])
    return ended(one), ended(other)


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
