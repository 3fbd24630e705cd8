"""A hand in the words of a record, as a question: `bet 1.00, 5c 3d, buy 1.00 4h`.

In: the play of a hand, cards seen elsewhere, a `Game`. Out: an `Asked`: its `State`, S in minor units, what
was done. What cannot be read, cannot be known or may not be played is a `HandError` in plain words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct

from pontoon_ledger.cards import NO_SUIT, UNKNOWN, card_name, parse_card, rank_of
from pontoon_ledger.currency import NO_CURRENCY
from pontoon_ledger.money import format_amount
from pontoon_ledger.notation import Clause, Kind, parse_clause
from pontoon_ledger.odds import pack
from pontoon_ledger.odds.states import State
from pontoon_ledger.odds.values import burning
from pontoon_ledger.plays import clause_spans
from pontoon_ledger.shape import BARE, BOUGHT, parse_shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.odds.game import Game

_ORDINALS = ("first", "second", "third", "fourth", "fifth")


class HandError(ValueError):
    """A hand that no odds can be told of: why, and what to write."""

    def __init__(self, message: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.advice = advice


class Asked(Struct, frozen=True):
    """A hand that odds are asked of. `stake` is S in minor units, None where no bet was written.

    `stuck`: the hand has already been ended; `shoots`: it has shoot bets, which are no part of it.
    """

    state: State
    stake: int | None
    cards: tuple[int, ...]
    seen: tuple[int, ...]
    stuck: bool = False
    shoots: bool = False


def ask(text: str, game: Game, seen: Sequence[str] = ()) -> Asked:
    """Read a hand up to now, and the cards that lie face up elsewhere; raises HandError.

    >>> from pontoon_ledger.odds.game import Game
    >>> asked = ask("bet 1.00, 5c 3d, buy 1.50 4h", Game())
    >>> asked.stake, pack.spelled(asked.state.hand), asked.state.staked, asked.state.cap
    (100, '3 4 5', 2.5, 1.5)
    """
    spans, _ = clause_spans(text)
    clauses = [parse_clause(text[start:end], NO_CURRENCY) for start, end in spans]
    for clause in clauses:
        if clause.bad is not None:
            raise HandError(clause.bad.message, clause.bad.help or f"expected {clause.bad.expected}")
    shape = parse_shape(tuple(clause.kind for clause in clauses))
    if shape.fault is not None:
        _, message, expected = shape.fault
        raise HandError(message, f"expected {expected}")
    taken = [(clauses[at], _card_of(clauses[at], n), how) for at, n, how in shape.cards]
    elsewhere = tuple(_seen(word) for word in seen)
    burned = [clauses[at].cards for at in shape.burns]
    cards = tuple(card for _, card, _ in taken)
    _all_there([*cards, *elsewhere, *(card for pair in burned for card in pair)], cards, game)
    opening = None if shape.opening is None else clauses[shape.opening]
    stake = _stake(opening)
    state = _begun(opening, burned, cards, pack.hand_of(map(_rank, elsewhere)), game)
    for n, (clause, card, how) in enumerate(taken[2:], 2):
        state = _taken(state, clause, card, how, n, stake, game)
    end = None if shape.ending is None else clauses[shape.ending]
    _ended(state, end, game)
    return Asked(state, stake, cards, elsewhere, end is not None, bool(shape.shoots))


def _card_of(clause: Clause, n: int) -> int:
    return clause.cards[n] if n < len(clause.cards) else UNKNOWN


def _rank(card: int) -> int:
    rank = rank_of(card)
    assert rank is not None
    return rank


def _seen(word: str) -> int:
    card = parse_card(word)
    if card is None or card == UNKNOWN:
        raise HandError(f"{word!r} is no card that was seen", "cards seen are written as 5c, Th, or 8")
    return card


def _all_there(cards: Sequence[int], own: Sequence[int], game: Game) -> None:
    """Refuse a hand that lacks cards, and cards of which there are not so many."""
    if len(own) < 2:
        raise HandError("odds need the two first cards", 'write them, as in "bet 1.00, 5c 9d"')
    if UNKNOWN in cards:
        raise HandError("odds need every card of the hand; one is not known", "write it in place of x")
    packs = game.rules.packs
    for card in set(cards):
        most = packs if card < NO_SUIT else 4 * packs
        there = sum(1 for one in cards if one == card or (card >= NO_SUIT and _rank(one) == _rank(card)))
        if there > most:
            raise HandError(f"{card_name(card)} is there {there} times, and the pack has {most}")
    for rank in set(map(_rank, cards)):
        if sum(1 for card in cards if _rank(card) == rank) > 4 * packs:
            raise HandError(f"more than {4 * packs} cards of one rank are written")


def _stake(opening: Clause | None) -> int | None:
    if opening is None:
        return None
    if not opening.amount:
        raise HandError("a bet of nothing has no odds", "write the stake, as in bet 1.00, or leave it out")
    return opening.amount


def _begun(
    opening: Clause | None,
    burned: Sequence[tuple[int, ...]],
    cards: Sequence[int],
    seen: int,
    game: Game,
) -> State:
    """The two first cards: where they come of a split, the card they were parted from has been seen too."""
    split = opening is not None and opening.kind == Kind.SPLIT
    state = State(0, seen, split=split, cap=game.rules.buy_max)
    if split:
        own = _rank((burned[0] if burned else cards)[0])
        state = state._replace(seen=seen + pack.UNITS[pack.value_of(own)], parted=1)
    for pair in burned:
        hand = pack.hand_of(map(_rank, pair))
        if not game.may_burn(hand):
            raise HandError(
                f"{' '.join(map(card_name, pair))} may not be thrown in under these rules",
                "--rules burn=13 allows it on a hard 13",
            )
        seen_now, thrown, _, _ = burning(game, state._replace(hand=hand))
        state = state._replace(seen=seen_now, thrown=thrown)
    first, second = map(_rank, cards[:2])
    pair_now = first == second and not (split and burned)
    state = state._replace(hand=pack.hand_of((first, second)), pair=pair_now)
    pack.left(state.hand + state.out, game.rules.packs)
    return state


def _taken(state: State, clause: Clause, card: int, how: int, n: int, stake: int | None, game: Game) -> State:
    """The hand with its third, fourth or fifth card."""
    which = _ORDINALS[n] if n < len(_ORDINALS) else "next"
    if how == BARE:
        raise HandError(
            f"whether the {which} card was bought or twisted is not written",
            f"write buy PRICE {card_name(card)} or twist {card_name(card)}",
        )
    if pack.done(state.hand):
        raise HandError(f"there can be no {which} card: the hand was over before it (rule 3.6)")
    value = pack.value_of(_rank(card))
    if how != BOUGHT:
        return state.taken(value)
    if state.twisted:
        raise HandError(f"the {which} card may only be twisted after a twist (rule 3.4)")
    if not game.may_buy(state.hand):
        raise HandError(f"the {which} card may only be twisted: four cards come to 11 or less (rule 3.3)")
    return state.taken(value, _price(clause.amount, state, which, stake))


def _price(amount: int | None, state: State, which: str, stake: int | None) -> float:
    """A price in units of S, within its bounds."""
    if amount is None:
        raise HandError(f"the price of the {which} card is not written", "write it, as in buy 1.00 4h")
    if stake is None:
        raise HandError("prices mean nothing without the bet", 'begin with it, as in "bet 1.00, ..."')
    price = amount / stake
    if not 1 <= price <= state.cap:
        most = format_amount(round(state.cap * stake), NO_CURRENCY.decimals)
        least = format_amount(stake, NO_CURRENCY.decimals)
        raise HandError(f"the {which} card may cost {least} to {most} here (rule 3.3)")
    return price


def _ended(state: State, end: Clause | None, game: Game) -> None:
    """Refuse an ending that the cards do not have."""
    if end is None:
        return
    fits = {
        Kind.STICK: bool(pack.total(state.hand)),
        Kind.BUST: not pack.total(state.hand),
        Kind.PONTOON: pack.size(state.hand) == 2 and pack.total(state.hand) == 21,
        Kind.FIVE: pack.size(state.hand) == 5 and bool(pack.total(state.hand)),
    }[Kind(end.kind)]
    if not fits or end.total not in (None, pack.total(state.hand)):
        _not_so(end)
    if end.kind == Kind.STICK and not game.may_stick(state.hand):
        raise HandError(f"one may not stick on {pack.total(state.hand)} here (rule 3.5)")


def _not_so(end: Clause) -> NoReturn:
    word = Kind(end.kind).name.lower() + ("" if end.total is None else f" {end.total}")
    raise HandError(f"the hand was said to end as {word}, which its cards are not")
