"""From a value back to the paper: where each character of a scalar stands in its file.

In: the text of a record, the offset at which a scalar begins, its value. Out: offsets, or lines and
columns from 1. Asked only for findings, so nothing here is kept while a record is read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from pontoon_ledger.records.model import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.records.model import Source

MOST_PLACED = 100_000
"""Characters of one value whose places are told; a fault further on stands on the last of them."""

_BLANKS = " \t\r\n"
_ESCAPES = dict(zip('0abt\tnvfre "/\\N_LP', '\0\a\b\t\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029', strict=True))
_DIGITS = {"x": 2, "u": 4, "U": 8}
_NEAR = 500
_REST = re.compile(rf"[^\r\n]{{0,{_NEAR}}}")
_HEADER = re.compile(r"[|>][^\r\n]*")


@lru_cache(maxsize=4)
def line_starts(text: str) -> tuple[int, ...]:
    r"""The offsets at which the lines of a text begin, and its end if that begins a line.

    A text of a record holds no other line breaks than LF, CR LF and CR.

    >>> line_starts("a\r\nb\nc"), line_starts("a\n")
    ((0, 3, 5), (0, 2))
    """
    starts = list(accumulate(map(len, text.splitlines(keepends=True)), initial=0))
    return tuple(starts if text.endswith(("\n", "\r")) else starts[:-1] or [0])


def place_at(text: str, index: int, length: int = 1) -> Place:
    r"""Line and column of a character offset, with the columns that `length` characters take.

    >>> place_at("one\r\ntwo", 6)
    Place(line=2, column=2, end_column=3)
    """
    starts = line_starts(text)
    line = bisect_right(starts, index)
    column = index - starts[line - 1] + 1
    return Place(line, column, column + length)


def char_places(source: Source, index: int, value: str) -> list[tuple[int, int]]:
    r"""Line and column of each character of a scalar's value, whatever its style.

    >>> from pontoon_ledger.records.model import Source
    >>> char_places(Source("a.yaml", "yaml", "Bob: 'it''s'"), 5, "it's")
    [(1, 7), (1, 8), (1, 9), (1, 11)]
    """
    starts = line_starts(source.text)
    places = []
    for offset in char_offsets(source.text, index, value):
        line = bisect_right(starts, offset)
        places.append((line, offset - starts[line - 1] + 1))
    return places


def value_place(text: str, index: int) -> Place:
    """The place of a value that begins at `index`, to the end of its first line.

    >>> value_place("bank: Ann", 6)
    Place(line=1, column=7, end_column=10)
    """
    return place_at(text, index, max(line_end(text, index) - index, 1))


def line_end(text: str, index: int) -> int:
    r"""Behind the last character, blanks left out, of the line in which `index` stands; not before it.

    What is asked of each value in one endless line is looked up, for to read on to its end would not end.

    >>> line_end("bank: Ann  \nrules: pagat", 6)
    9
    """
    rest = _REST.match(text, index)
    if rest and len(rest[0]) < _NEAR:
        return index + len(rest[0].rstrip())
    return max(_line_ends(text)[bisect_right(line_starts(text), index) - 1], index)


@lru_cache(maxsize=4)
def _line_ends(text: str) -> tuple[int, ...]:
    lines = text.splitlines(keepends=True) or [""]
    return tuple(
        start + len(line.rstrip()) for start, line in zip(line_starts(text), [*lines, ""], strict=False)
    )


def char_offsets(text: str, index: int, value: str) -> list[int]:
    r"""The offset in `text` of each character of the value of the scalar that begins at `index`.

    >>> char_offsets('"a\\tb"', 0, "a\tb")
    [1, 2, 4]
    """
    written = _written(text, index)
    offsets: list[int] = []
    last = min(index, max(len(text) - 1, 0))
    ahead = next(written, None)
    for char in value[:MOST_PLACED]:
        if char not in _BLANKS:
            while ahead is not None and ahead[0] != char:
                ahead = next(written, None)
        if ahead is None:
            offsets.append(last)
            continue
        last = ahead[1]
        offsets.append(last)
        if ahead[0] in _BLANKS or ahead[0] == char:
            ahead = next(written, None)
    return offsets


def _written(text: str, index: int) -> Iterator[tuple[str, int]]:
    """The characters that a scalar writes, line breaks and indentation among them, with their offsets."""
    style = text[index : index + 1]
    if style == '"':
        return _double_quoted(text, index + 1)
    if style == "'":
        return _single_quoted(text, index + 1)
    header = _HEADER.match(text, index) if style in ("|", ">") else None
    start = header.end() if header else index
    return ((text[at], at) for at in range(start, len(text)))


def _single_quoted(text: str, at: int) -> Iterator[tuple[str, int]]:
    while at < len(text):
        if text[at] == "'":
            if text[at + 1 : at + 2] != "'":
                return
            yield "'", at
            at += 2
        else:
            yield text[at], at
            at += 1


def _double_quoted(text: str, at: int) -> Iterator[tuple[str, int]]:
    while at < len(text) and text[at] != '"':
        if text[at] != "\\":
            yield text[at], at
            at += 1
            continue
        char, width = _escape(text, at)
        if char:
            yield char, at
        at += width


def _escape(text: str, at: int) -> tuple[str, int]:
    """The character that the escape at `at` writes, empty for a joined line, and how long it is."""
    kind = text[at + 1 : at + 2]
    if kind not in _DIGITS:
        return _ESCAPES.get(kind, ""), 2
    width = 2 + _DIGITS[kind]
    code = int(text[at + 2 : at + width], 16)
    low = text[at + width : at + width + 6]
    if 0xD800 <= code < 0xDC00 and re.fullmatch(r"\\u[dD][c-fC-F][0-9a-fA-F]{2}", low):
        return chr(0x10000 + ((code - 0xD800) << 10) + int(low[2:], 16) - 0xDC00), width + 6
    return chr(code), width
