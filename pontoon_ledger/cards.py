"""Cards as small integers: ranks, points, suits, what a person writes for them.

In: a word of a record. Out: a code from 0 to 65. 0-51 are the cards of the pack (rank * 4 +
suit), 52-64 a rank whose suit was not noted, 65 a card that nobody noted (`x`).
"""

from __future__ import annotations

from functools import lru_cache

RANKS = "A23456789TJQK"
SUITS = "cdhs"
NO_SUIT = 52
UNKNOWN = 65
CARD_CODES = 66

_SYMBOLS = {
    "c": "c",
    "d": "d",
    "h": "h",
    "s": "s",
    "\N{BLACK CLUB SUIT}": "c",
    "\N{WHITE CLUB SUIT}": "c",
    "\N{BLACK DIAMOND SUIT}": "d",
    "\N{WHITE DIAMOND SUIT}": "d",
    "\N{BLACK HEART SUIT}": "h",
    "\N{WHITE HEART SUIT}": "h",
    "\N{BLACK SPADE SUIT}": "s",
    "\N{WHITE SPADE SUIT}": "s",
}
_WORDS = {"ace": "A", "jack": "J", "knave": "J", "queen": "Q", "king": "K", "ten": "T"}
_VARIATION = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"


@lru_cache(maxsize=1024)
def parse_card(word: str) -> int | None:
    """The code of a card as written, None if the word is no card.

    >>> parse_card("5c"), parse_card("10h") == parse_card("TH"), parse_card("9z")
    (16, True, None)
    >>> parse_card("x"), parse_card("8"), parse_card("K\N{WHITE HEART SUIT}") == parse_card("kh")
    (65, 59, True)
    """
    text = word.rstrip(_VARIATION)
    if text in ("x", "X", "?"):
        return UNKNOWN
    for symbol in (text[-1:], text[-1:].lower()):
        suit = _SYMBOLS.get(symbol)
        if suit is not None:
            break
    head = text[:-1] if suit is not None else text
    rank = RANKS.find("T" if head == "10" else head.upper())
    if len(head) not in (1, 2) or rank < 0 or (len(head) == 2 and head != "10"):
        return None
    return NO_SUIT + rank if suit is None else rank * 4 + SUITS.index(suit)


def meant_card(word: str) -> str | None:
    """How a word is written that was meant for a card, or for two; None where that cannot be told.

    >>> meant_card("1Oh"), meant_card("5c9D"), meant_card("Jack"), meant_card("bett") is None
    ('10h', '5c 9d', 'J', True)
    """
    zero = word.replace("O", "0").replace("o", "0")
    if zero != word and parse_card(zero) is not None:
        return zero
    if (rank := _WORDS.get(word.lower())) is not None:
        return rank
    parted = ((word[:at], word[at:]) for at in range(2, len(word) - 1))
    codes = next((pair for pair in (list(map(parse_card, two)) for two in parted) if None not in pair), None)
    return " ".join(card_name(code) for code in codes if code is not None) if codes else None


def card_name(code: int) -> str:
    """A card as this program writes it.

    >>> [card_name(c) for c in (16, 59, 65)]
    ['5c', '8', 'x']
    """
    if code == UNKNOWN:
        return "x"
    if code >= NO_SUIT:
        return RANKS[code - NO_SUIT]
    return RANKS[code // 4] + SUITS[code % 4]


def rank_of(code: int) -> int | None:
    """The rank from 0 (ace) to 12 (king), None for a card that nobody noted.

    >>> rank_of(16), rank_of(59), rank_of(65)
    (4, 7, None)
    """
    if code == UNKNOWN:
        return None
    return code - NO_SUIT if code >= NO_SUIT else code // 4


def points_of(code: int) -> int | None:
    """What a card counts, an ace as one; None for a card that nobody noted (rulebook 1.1).

    >>> points_of(0), points_of(16), points_of(51), points_of(65)
    (1, 5, 10, None)
    """
    rank = rank_of(code)
    return None if rank is None else min(rank + 1, 10)
