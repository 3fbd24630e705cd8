"""From a row and the name of a place to line and column in the user's own text.

In: a hand's text and where it begins, a slot such as `fourth` or `ending`. Out: line, column and
end column, from 1. Only findings are ever located; the plays are split again for them alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.currency import NO_CURRENCY, Currency
from pontoon_ledger.notation import parse_clause
from pontoon_ledger.plays import clause_spans
from pontoon_ledger.records.model import Place
from pontoon_ledger.shape import Shape, parse_shape

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Source

_CARD_SLOTS = {"third": 2, "fourth": 3, "fifth": 4}


class HandText(Struct, frozen=True):
    """The text of a row's play and where it stands in its source."""

    source: Source
    text: str
    line: int
    index: int
    currency: Currency = NO_CURRENCY


@lru_cache(maxsize=4096)
def _shape(text: str, currency: Currency) -> tuple[Shape, tuple[tuple[int, int], ...]]:
    spans = clause_spans(text)[0]
    kinds = tuple(parse_clause(text[a:b], currency).kind for a, b in spans)
    return parse_shape(kinds), tuple(spans)


def place_of(hand: HandText, slot: str) -> Place:
    """Where the clause of a slot stands; the whole play where the slot has no clause of its own."""
    shape, spans = _shape(hand.text, hand.currency)
    clause = _clause_of(shape, slot)
    if clause is None or not 0 <= clause < len(spans):
        return _place(hand, 0, len(hand.text))
    start, end = spans[clause]
    if slot.startswith("card"):
        start, end = _word(hand.text, start, end, int(slot[4:]), shape)
    return _place(hand, start, end)


def place_within(hand: HandText, clause: int, start: int, end: int) -> Place:
    """Where the characters `start` to `end` of clause number `clause` stand."""
    spans = clause_spans(hand.text)[0]
    begin = spans[clause][0]
    return _place(hand, begin + start, begin + end)


def _clause_of(shape: Shape, slot: str) -> int | None:
    if slot in _CARD_SLOTS:
        k = _CARD_SLOTS[slot]
        return shape.cards[k][0] if k < len(shape.cards) else None
    if slot.startswith("card"):
        k = int(slot[4:])
        every = [*shape.cards, *shape.extra]
        return every[k][0] if k < len(every) else None
    if slot.startswith("burn"):
        k = int(slot[4:])
        return shape.burns[k] if k < len(shape.burns) else None
    if slot.startswith("shoot") and slot[5:].isdigit():
        k = int(slot[5:])
        return shape.shoots[k][0] if k < len(shape.shoots) else None
    if slot == "extra":
        return shape.extra[0][0] if shape.extra else None
    if slot == "result_or_row":
        return shape.result
    return {
        "opening": shape.opening,
        "cards": shape.first_cards,
        "ending": shape.ending,
        "result": shape.result,
        "shoot_result": shape.shoot_result,
        "staked": shape.staked,
        "owing": shape.owing,
        "agreed": shape.agreed,
    }.get(slot)


def _word(text: str, start: int, end: int, k: int, shape: Shape) -> tuple[int, int]:
    """The word of card k within its clause: bare cards by their number, a taken card the last word."""
    words, at = [], start
    for word in text[start:end].split():
        at = text.index(word, at, end)
        words.append((at, at + len(word)))
        at += len(word)
    card = [*shape.cards, *shape.extra][k]
    return words[card[1]] if card[2] == 0 else words[-1]


def _place(hand: HandText, start: int, end: int) -> Place:
    """The place of the characters start to end, blanks at both ends left out."""
    said = hand.text[start:end]
    start += len(said) - len(said.lstrip())
    end = start + len(said.strip())
    places = _char_places(hand)
    if not places:
        return _of_nothing(hand)
    first = places[min(start, len(places) - 1)]
    last = places[min(max(end - 1, start), len(places) - 1)]
    end_column = last[1] + 1 if last[0] == first[0] else first[1] + 1
    return Place(first[0], first[1], end_column)


def _of_nothing(hand: HandText) -> Place:
    """Where the play would stand that is not written; in a table its row."""
    if hand.source.kind == "csv":
        return Place(hand.line, 1, 1)
    from pontoon_ledger.records.places import place_at

    return place_at(hand.source.text, hand.index)


def _char_places(hand: HandText) -> list[tuple[int, int]]:
    if hand.source.kind == "csv":
        from pontoon_ledger.records.table import char_places as in_table

        return in_table(hand.source, hand.line, hand.text)
    from pontoon_ledger.records.places import char_places as in_yaml

    return in_yaml(hand.source, hand.index, hand.text)
