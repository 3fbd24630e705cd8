"""Which cards a hand turned out to be: cards named later take the places of those not seen.

In: a hand and the cards said of it. Out: the hand with them, or a `MisreadError` with the readings. A card
that was seen gives way only where the whole hand is said anew.
"""

from __future__ import annotations

from operator import eq
from typing import TYPE_CHECKING

from pontoon_ledger.cards import NO_SUIT, UNKNOWN, card_name, rank_of
from pontoon_ledger.scoring.words import FIRST, MisreadError, as_a_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.scoring.model import Hand


def identified(hand: Hand, said: list[int], name: str, how: str) -> Hand:
    """The hand with the cards said of it; `name` is what it is called, `how` how a `{card}` more is entered.

    Raises MisreadError where a card could be one or another of the hand, or would push out one that was seen.

    >>> from pontoon_ledger.cards import parse_card
    >>> from pontoon_ledger.scoring.model import Hand, bare
    >>> hand = Hand("Bob", (bare([parse_card("7c"), UNKNOWN]),))
    >>> [card_name(card) for card in identified(hand, [parse_card("Td")], "Bob", "").cards]
    ['7c', 'Td']
    """
    hand = hand.filled()
    cards = hand.cards
    if len(said) == len(cards) and _in_place(cards, said):
        return hand.with_cards([_finer(old, new) for old, new in zip(cards, said, strict=True)])
    return hand.with_cards(_found(cards, said, name, how))


def _in_place(cards: list[int], said: list[int]) -> bool:
    """Whether each card said can be the one in its place, and none is a seen one out of its place."""
    pairs = list(zip(cards, said, strict=True))
    filled = [new for old, new in pairs if old == UNKNOWN != new]
    passed_over = [old for old, new in pairs if new == UNKNOWN and old != UNKNOWN]
    swapped = any(same_card(old, new) for old in passed_over for new in filled)
    return not swapped and all(same_card(*pair) for pair in pairs)


def _found(cards: list[int], said: list[int], name: str, how: str) -> list[int]:
    """The cards of a hand where those said of it are not in its order, or not all of it."""
    named = [card for card in said if card != UNKNOWN]
    free, left, now = list(range(len(cards))), [], list(cards)
    for card in named:
        known = [at for at in free if cards[at] != UNKNOWN]
        at = next((at for match in (eq, same_card) for at in known if match(cards[at], card)), None)
        if at is None:
            left.append(card)
        else:
            free.remove(at)
            now[at] = _finer(cards[at], card)
    whole = len(named) == len(cards)
    if not whole:
        _one_reading(cards, now, left, free, said, name, how)
    return _put(now, free if whole else _unseen(cards, free), left)


def _unseen(cards: list[int], places: list[int]) -> list[int]:
    return [at for at in places if cards[at] == UNKNOWN]


def _put(cards: list[int], places: list[int], more: list[int]) -> list[int]:
    """The cards with others in some places, in their order."""
    given = dict(zip(places, more, strict=False))
    return [given.get(at, card) for at, card in enumerate(cards)]


def _one_reading(
    cards: list[int], now: list[int], left: list[int], free: list[int], said: list[int], name: str, how: str
) -> None:
    """Raise MisreadError where cards that are not the whole hand could be one or another of it."""
    unseen = _unseen(cards, free)
    has, told = _shown(cards), _shown(left or [card for card in said if card != UNKNOWN] or said)
    if (more := len(left) - len(unseen)) > 0:
        seen = [at for at in free if at not in unseen]
        places = (sorted([*unseen, *gone]) for gone in (seen[:more], seen[-more:]))
        readings = _readings(name, *(_put(now, at, left) for at in places))
        ways = how.format(card=told) if len(left) == 1 else ""
        pushed = f"{name} has {has}, and {told} would push out what was seen"
        raise MisreadError(f"{pushed}: {ways}{readings} says the hand anew")
    if now != cards and unseen:
        other = next(card for at, card in enumerate(now) if card != cards[at])
        readings = _readings(name, now, _put(cards, unseen, [other]))
        raise MisreadError(f"{told} may be a card seen or one not seen: {readings}")
    if not left and len(said) < len(cards):
        raise MisreadError(f"{name} has {has} already")
    if left and len(left) < len(unseen) and unseen[0] < FIRST <= unseen[-1]:
        readings = _readings(name, _put(now, unseen, left), _put(now, unseen[-len(left) :], left))
        raise MisreadError(f"{told} may be one or another card not seen: {readings}")


def _readings(name: str, *hands: Sequence[int]) -> str:
    """What a hand could be, each as it would be typed."""
    called = as_a_name(name)
    typed = dict.fromkeys(f"{called} {''.join(card_name(card) for card in cards)}" for cards in hands)
    return " or ".join(typed)


def _shown(cards: Sequence[int]) -> str:
    return " ".join(card_name(card) for card in cards)


def same_card(one: int, other: int) -> bool:
    """Whether two cards can be one card: one of them not seen, or its suit left out.

    >>> same_card(UNKNOWN, 3), same_card(0, 52), same_card(0, 1)
    (True, True, False)
    """
    if UNKNOWN in (one, other) or one == other:
        return True
    return rank_of(one) == rank_of(other) and max(one, other) >= NO_SUIT


def _finer(old: int, new: int) -> int:
    """The one of two that can be the same card which says more."""
    return old if new == UNKNOWN or (new >= NO_SUIT and old != UNKNOWN) else new
