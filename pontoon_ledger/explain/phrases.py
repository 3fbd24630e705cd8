"""The words of an explanation: amounts, results, sets of classes and cards as people say them.

In: minor units, sets of classes, card codes. Out: short phrases that the steps are made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.cards import UNKNOWN, card_name, points_of
from pontoon_ledger.money import format_amount
from pontoon_ledger.replay.stakes import UNBOUNDED
from pontoon_ledger.replay.totals import ALL_CLASSES, BUST, CLASSES, FIVE, PONTOON, ROYAL

if TYPE_CHECKING:
    from collections.abc import Sequence

TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times", 6: "six times"}
NOBODY_NOTED = "a card that nobody noted"
_COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def counted(n: int, noun: str) -> str:
    """Put a number before its noun, in the singular or the plural.

    >>> counted(1, "hand"), counted(3, "hand"), counted(12, "hand")
    ('one hand', 'three hands', '12 hands')
    """
    number = _COUNTS[n] if n < len(_COUNTS) else str(n)
    return f"{number} {noun}{'' if n == 1 else 's'}"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Name several things in a row.

    >>> listed(["Ann"]), listed(["Ann", "Bob", "Cat"], "or")
    ('Ann', 'Ann, Bob or Cat')
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def result(amount: int, decimals: int) -> str:
    """Write a result as a record does.

    >>> result(40, 2), result(-40, 2), result(0, 2)
    ('won 0.40', 'lost 0.40', 'push')
    """
    if amount == 0:
        return "push"
    return f"{'won' if amount > 0 else 'lost'} {format_amount(abs(amount), decimals)}"


def between(low: int | None, high: int | None, decimals: int) -> str:
    """Write a range of results, an end that is None being open.

    >>> between(-40, 20, 2), between(20, None, 2), between(None, None, 2)
    ('between lost 0.40 and won 0.20', 'won 0.20 or better', 'any amount')
    """
    if low is None and high is None:
        return "any amount"
    if high is None:
        return f"{result(low or 0, decimals)} or better"
    if low is None:
        return f"{result(high, decimals)} or worse"
    return f"between {result(low, decimals)} and {result(high, decimals)}"


def bounds(low: int | None, high: int | None, decimals: int) -> str | None:
    """Write what is allowed, None where nothing limits it.

    >>> bounds(20, 40, 2), bounds(20, 20, 2), bounds(None, 100, 2), bounds(None, None, 2)
    ('0.20 to 0.40', '0.20', 'up to 1.00', None)
    """
    if high is not None and high >= UNBOUNDED:
        high = None
    if low is None:
        return None if high is None else f"up to {format_amount(high, decimals)}"
    least = format_amount(low, decimals)
    if high is None:
        return f"{least} or more"
    return least if low == high else f"{least} to {format_amount(high, decimals)}"


def members(classes: int) -> list[int]:
    """List the classes in a set.

    >>> members(1 << 18 | 1)
    [0, 18]
    """
    return [c for c in range(CLASSES) if classes >> c & 1]


def class_name(one: int) -> str:
    """Name a class as people do.

    >>> [class_name(c) for c in (0, 18, 22, 23, 24)]
    ['bust', '18', 'a five-card trick', 'a pontoon', 'three sevens']
    """
    names = {BUST: "bust", FIVE: "a five-card trick", PONTOON: "a pontoon", ROYAL: "three sevens"}
    return names.get(one, str(one))


def class_words(classes: int) -> str:
    """Name a set of classes: what a hand may have been.

    >>> class_words(1 << 18), class_words(sum(1 << t for t in range(15, 22)) | 1)
    ('18', '15 to 21 or bust')
    """
    if classes & ALL_CLASSES == ALL_CLASSES:
        return "anything"
    known = members(classes)
    runs: list[list[int]] = []
    for total in (c for c in known if BUST < c < FIVE):
        if runs and runs[-1][-1] == total - 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    said = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    said += [class_name(c) for c in known if c >= FIVE]
    return listed([*said, *(["bust"] if BUST in known else [])], "or")


def card_word(card: int) -> str:
    """Name a card.

    >>> card_word(16), card_word(65)
    ('5c', 'a card that nobody noted')
    """
    return NOBODY_NOTED if card == UNKNOWN else card_name(card)


def card_words(cards: Sequence[int]) -> str:
    """Name cards in a row.

    >>> card_words([16, 33]), card_words([16, 65]), card_words([65, 65])
    ('5c 9d', '5c and a card that nobody noted', 'two cards that nobody noted')
    """
    known = [card_name(c) for c in cards if c != UNKNOWN]
    missing = len(cards) - len(known)
    if not missing:
        return " ".join(known)
    unknown = f"{counted(missing, 'card')} that nobody noted" if missing > 1 else NOBODY_NOTED
    return f"{' '.join(known)} and {unknown}" if known else unknown


def total_of(cards: Sequence[int]) -> int | None:
    """Count a hand as people do at the table, over 21 too; None where a card is unknown.

    >>> total_of([0, 36]), total_of([0, 1]), total_of([48, 48, 16]), total_of([16, 65])
    (21, 12, 25, None)
    """
    points = [points_of(c) for c in cards]
    known = [p for p in points if p is not None]
    if len(known) < len(points):
        return None
    return sum(known) + (10 if 1 in known and sum(known) <= 11 else 0)
