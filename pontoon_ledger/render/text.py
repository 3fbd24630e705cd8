"""Text as a terminal shows it: what is safe to send, and how many columns it takes.

In: any text out of a record. Out: the same with control characters escaped, and display widths.
"""

from __future__ import annotations

import re

TAB = 4
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def clean(text: str) -> str:
    r"""Escape what a terminal would obey and not show, marks that turn the writing round among it.

    >>> clean("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    code = ord(char)
    return _SHORT.get(char) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def char_width(char: str) -> int:
    """Columns that one character takes: 2 for wide East Asian ones, 0 for combining ones.

    >>> [char_width(c) for c in ("a", "\u6f22", "\u0301")]
    [1, 2, 0]
    """
    if char < "\u0300":
        return 1
    from rich.cells import get_character_cell_size

    return get_character_cell_size(char)


def width(text: str) -> int:
    """Columns that a text takes, by the measure of the library that draws the tables.

    >>> width("Zo\u00eb"), width("\u6f22\u5b57")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Fill a text up with blanks, on the left side where it is to stand on the right.

    >>> pad("7", 3, right=True), pad("7", 3)
    ('  7', '7  ')
    """
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def wrap(text: str, columns: int) -> list[str]:
    """Break a text into lines of at most so many columns, between words where that can be.

    >>> wrap("a card taken late", 8)
    ['a card', 'taken', 'late']
    >>> wrap("unbreakable", 6)
    ['unbrea', 'kable']
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if width(joined) <= columns:
            line = joined
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(word, columns)
        lines += full
    return [*lines, line]


def _pieces(word: str, columns: int) -> list[str]:
    """Cut a word that may be too long for a line."""
    pieces, taken = [""], 0
    for char in word:
        if taken + char_width(char) > columns and pieces[-1]:
            pieces.append("")
            taken = 0
        pieces[-1] += char
        taken += char_width(char)
    return pieces


def many(count: int, thing: str) -> str:
    """Count things in words.

    >>> many(1, "deal"), many(2, "deal")
    ('1 deal', '2 deals')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
