"""Names and near misses: how two spellings are compared and what a typo may have meant.

In and out: plain text. Names are compared after trimming, Unicode NFC and case folding.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def fold(name: str) -> str:
    """The form in which names are compared.

    >>> fold("  ANN ") == fold("ann")
    True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())


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
