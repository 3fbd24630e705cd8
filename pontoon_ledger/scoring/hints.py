"""What was meant where a word of a line cannot be read: a card, a near miss, a player's name.

In: a word, what can be entered, who is at the table. Out: short texts to put behind a message.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pontoon_ledger.cards import card_name, parse_card
from pontoon_ledger.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

_CARD = re.compile(r"(?:10|[A2-9TJQK])[CDHS\u2660-\u2667]?[\ufe0e\ufe0f]?|[X?]", re.IGNORECASE)
_ONE = re.compile(r"1(?!0)")
_NAME_ENDS = re.compile(r"[/:]")


def cards_in(word: str) -> list[int]:
    """The cards that a word writes one behind the other, none where it is no such word.

    >>> cards_in("5c10H"), cards_in("59"), cards_in("5cs")
    ([16, 38], [56, 60], [])
    """
    found = _CARD.findall(word)
    if not found or "".join(found) != word:
        return []
    cards = [parse_card(one) for one in found]
    return [] if None in cards else [card for card in cards if card is not None]


def ten_or_twist(word: str, due: int) -> str:
    """Tell the readings of a `t` where so many first cards are due."""
    rest, unseen = word[1:], "x" * due
    if not rest:
        cards = "cards" if due > 1 else "a card"
        return f"'t' may be a ten or a twist: write 10 for a ten; {unseen} t for a twist on {cards} not seen"
    if due == 1:
        return f"a second card comes before the twist: write 10 for a ten; x {word} where it was not seen"
    card = " ".join(card_name(card) for card in cards_in(rest))
    return f"{word!r} may be a ten and {card}, or a twist: write 10 {card} for cards, xx t{rest} to twist"


def hint(text: str, verbs: Iterable[str], names: Iterable[str]) -> str:
    """The hint for a text whose first word cannot be read.

    >>> hint("stik", ["stick"], []), hint("Bgi Al/2 s", ["stick"], ["Big Al"])
    ("; did you mean 'stick'?", "; did you mean 'Big Al'?")
    """
    names = list(names)
    word = text.split(" ", maxsplit=1)[0]
    if not cards_in(word) and cards_in(_ONE.sub("A", word)):
        return ": there is no 1; an ace is A, a ten is T or 10"
    known = [word for word in (*verbs, *names) if len(word) > 2]
    near = near_name(text, [name for name in names if " " in name]) or near_name(text, known)
    return f"; did you mean {near!r}?" if near else "; ? shows what can be entered"


def near_name(text: str, names: Iterable[str]) -> str | None:
    """The name that a text most looks as if it began with, None where none is near.

    >>> near_name("Dna won 1", ["Ann", "Dan"]), near_name("Dna", [])
    ('Dan', None)
    """
    words = _NAME_ENDS.split(text)[0].split()
    by_size: dict[int, list[str]] = {}
    for name in names:
        by_size.setdefault(len(name.split()), []).append(name)
    found = (nearest(" ".join(words[:size]), by_size[size]) for size in sorted(by_size, reverse=True))
    return next((name for name in found if name is not None), None)
