"""Who sits at the table and what they pay with.

In: a random source. Out: names, some of which a file format may trip over, and currencies.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from dealer.model import Coin

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

PLAIN_NAMES = [
    *("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim", "Kit"),
    *("Lou", "Meg", "Ned", "Oli", "Pam", "Quin", "Ray", "Sue", "Tom", "Una", "Vic"),
]
AWKWARD_NAMES = [
    "No",
    "Y",
    "1e3",
    "Zoë",
    "O'Brien",
    "Anne Marie",
    "null",
    "2026-01-01",
    "0x1F",
    "Søren",
    "李雷",
    "Jean-Luc",
    "true",
    "on",
    "12:30",
    "7",
    "St. John",
    "Smith, J",
    "*Star",
    "Mr: Big",
    "won",
    "É. Dupont",
]
COINS = [
    Coin(),
    Coin(),
    Coin("GBP", 2, "£", 5),
    Coin("GBP", 2, "£", 10),
    Coin("EUR", 2, "€", 50),
    Coin("USD", 2, "$", 25),
    Coin("JPY", 0, None, 50),
    Coin("KWD", 3, None, 125),
    Coin("XTS", 3, None, 7, made_up=True),
    Coin("XTS", 1, None, 1, made_up=True),
]


def pick_names(
    rng: random.Random, count: int, *, awkward: bool = True, taken: Iterable[str] = ()
) -> list[str]:
    """Names that differ from each other and from those taken, whatever the case; fewer if none are left."""
    used = {fold(name) for name in taken}
    pool = [*PLAIN_NAMES, *(AWKWARD_NAMES if awkward else ())]
    free = [name for name in pool if fold(name) not in used]
    return rng.sample(free, min(count, len(free)))


def fold(name: str) -> str:
    """A name as it is compared."""
    return unicodedata.normalize("NFC", name.strip()).casefold()
