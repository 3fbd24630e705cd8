"""JSON as the same events that YAML gives, read with JSON's own escapes.

In: a text that claims to be JSON. Out: PyYAML events with their places, and where the text is no
JSON a `Broken` at its place, after all that stood before it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import TYPE_CHECKING

import yaml

from pontoon_ledger.records.places import line_starts

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(r'[{}\[\],:]|"(?:[^"\\\n\r]|\\.)*"|[^\s{}\[\],:"]+')
_ADVICE = {
    "Expecting property name enclosed in double quotes": (
        "a key in double quotes is wanted here",
        "is there a comma too many before it?",
    ),
    "Expecting ',' delimiter": (
        "a comma or a closing bracket is missing here",
        "part the values with commas",
    ),
    "Expecting ':' delimiter": ("a colon is missing after the key", 'write "key": value'),
    "Expecting value": (
        "a value is missing here",
        "texts want double quotes, and no comma stands before a closing bracket",
    ),
    "Illegal trailing comma before end of object": (
        "a comma stands before the closing bracket",
        "take the comma out",
    ),
    "Illegal trailing comma before end of array": (
        "a comma stands before the closing bracket",
        "take the comma out",
    ),
    "Unterminated string starting at": ("this text is never closed", 'put a closing " behind it'),
    "Invalid control character at": ("a tab or a line break stands inside a quoted text", r"write \t or \n"),
    "Invalid \\escape": ("JSON does not know this escape", r"write \\ for a backslash"),
    "Invalid \\uXXXX escape": ("four digits 0-9 a-f are wanted after \\u", r"write \u00a3, say"),
    "Extra data": ("something stands behind the end of the record", "a file holds one record"),
}


class Broken(yaml.YAMLError):
    """Text that is not well-formed: where, what is wrong, and what to do."""

    def __init__(self, index: int, message: str, advice: str) -> None:
        super().__init__(message)
        self.index = index
        self.message = message
        self.advice = advice


def broken_json(text: str) -> Broken | None:
    """What keeps `text` from being JSON, None if it is.

    >>> broken_json('{"a": 1}') is None, broken_json('{"a" 1}').index
    (True, 5)
    """
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        kind = error.msg.removesuffix(" (char 0)").split(": ")[0]
        message, advice = _ADVICE.get(kind, (kind, "see json.org"))
        return Broken(error.pos, message, advice)
    except RecursionError:
        return None
    return None


def json_events(text: str, broken: Broken | None = None) -> Iterator[yaml.Event]:
    """The events of a JSON text; ends in `broken` where that is given, at the latest.

    A quotation mark between two words opens the text that `broken` is about: what follows is no JSON.

    >>> [type(event).__name__ for event in json_events('{"a": []}')][2:5]
    ['MappingStartEvent', 'ScalarEvent', 'SequenceStartEvent']
    """
    starts = line_starts(text)

    def mark(index: int) -> yaml.Mark:
        line = bisect_right(starts, index) - 1
        return yaml.Mark("", index, line, index - starts[line], None, 0)

    opening = mark(0)
    yield yaml.StreamStartEvent(opening, opening)
    yield yaml.DocumentStartEvent(opening, opening, explicit=False)
    limit, last = broken.index if broken else len(text), 0
    for token in _TOKEN.finditer(text, 0, limit):
        word = token[0]
        if '"' in text[last : token.start()]:
            break
        last = token.end()
        if word in ",:":
            continue
        start, end = mark(token.start()), mark(token.end())
        if word in "{[":
            kind = yaml.MappingStartEvent if word == "{" else yaml.SequenceStartEvent
            yield kind(None, None, True, start, end, flow_style=True)
        elif word in "}]":
            yield (yaml.MappingEndEvent if word == "}" else yaml.SequenceEndEvent)(start, end)
        elif word[0] == '"':
            value = json.loads(word) if "\\" in word else word[1:-1]
            yield yaml.ScalarEvent(None, None, (False, True), value, start, end, style='"')
        else:
            value = "" if word == "null" else word
            yield yaml.ScalarEvent(None, None, (True, False), value, start, end, style=None)
    if broken:
        raise broken
    closing = mark(len(text))
    yield yaml.DocumentEndEvent(closing, closing, explicit=False)
    yield yaml.StreamEndEvent(closing, closing)
