"""Names and near misses: how two spellings are compared and what a typo may have meant.

In and out: plain text. Names are compared after trimming, Unicode NFC and case folding.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_NAME = 1024
"""Characters of a name at most: YAML takes no longer text for a key, and `hands` has names for keys."""


def fold(name: str) -> str:
    """The form in which names are compared.

    >>> fold("  ANN ") == fold("ann")
    True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())


def forbidden(text: str) -> str | None:
    r"""The first character that no text of a record may have: a control character, half of a pair.

    >>> forbidden("a\x1bb"), forbidden("two\nlines")
    ('\x1b', None)
    """
    if text.isprintable():
        return None
    strange = (char for char in text if unicodedata.category(char) in ("Cc", "Cs") and char not in "\t\r\n")
    return next(strange, None)


def no_name(text: str) -> str | None:
    r"""Why no record can call a player so, None where one can.

    >>> no_name("Zo\u00eb") is None, no_name("a\tb")
    (True, 'it has the character U+0009 in it, which no name has')
    """
    char = forbidden(text) or next((char for char in text if char in "\t\r\n"), None)
    if char is not None:
        return f"it has the character U+{ord(char):04X} in it, which no name has"
    return f"it has more than {MOST_NAME} characters" if len(text) > MOST_NAME else None


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` most looks like, None where none is close.

    >>> nearest("stick_onn", ["stick_on", "split"])
    'stick_on'
    >>> nearest("zebra", ["stick_on", "split"]) is None
    True
    """
    from difflib import get_close_matches

    by_fold = {fold(name): name for name in known}
    close = get_close_matches(fold(word), by_fold, n=1, cutoff=0.6)
    return by_fold[close[0]] if close else None
