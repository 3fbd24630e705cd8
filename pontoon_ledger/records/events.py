"""A record's text as a stream of events, the same from libyaml, from pure Python, and from JSON.

In: the text. Out: a function that gives the next event, each scalar with its text, style, line,
column and character offset; where the text is not well-formed it raises a `yaml.YAMLError`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml
from yaml.scanner import ScannerError

from pontoon_ledger.records.json_events import broken_json, json_events
from pontoon_ledger.records.places import char_offsets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIBYAML = bool(yaml.__with_libyaml__)
"""Whether the fast parser is there; a test turns it off to compare."""

_SCALAR: Any = yaml.ScalarEvent
_AFTER_INDENT = re.compile(r"(?m)^[ \t]*(?:[-?:][ \t]+)*")
_LONE = re.compile("[\ud800-\udfff]")


def is_json(path: str, text: str) -> bool:
    """Whether a text is to be read as JSON: named so, or JSON through and through.

    >>> is_json("a.json", "{"), is_json("-", '{"deals": []}'), is_json("-", "{deals: []}")
    (True, True, False)
    """
    if path.lower().endswith(".json"):
        return True
    return text.lstrip()[:1] in ("{", "[") and broken_json(text) is None


def event_source(text: str, kind: str) -> Callable[[], Any]:
    """The function that gives one event after the other.

    >>> get = event_source("bank: Ann", "yaml")
    >>> [type(get()).__name__ for _ in range(4)][2:]
    ['MappingStartEvent', 'ScalarEvent']
    """
    if kind == "json":
        return json_events(text, broken_json(text)).__next__
    if LIBYAML:
        from yaml._yaml import CParser

        return CParser(text).get_event
    return _pure_events(text).__next__


def _pure_events(text: str) -> Iterator[yaml.Event]:
    """Events of the parser written in Python, brought to what libyaml gives.

    It takes no tab but in quotes, and lets an escape name half a character. So tabs that merely
    part words are handed to it as blanks, and put back where they belong to a value.
    """
    tabbed = "\t" in text
    parser = yaml.Loader(_blank_tabs(text) if tabbed else text)
    try:
        while parser.check_event():
            event: Any = parser.get_event()  # type: ignore[no-untyped-call]
            if isinstance(event, _SCALAR):
                start, end = event.start_mark.index, event.end_mark.index
                if event.style == '"' and _LONE.search(event.value):
                    raise _bad_escape(event.start_mark, text, start, end)
                if tabbed and "\t" in text[start:end]:
                    event.value = _restore_tabs(text, start, event.value)
            yield event
    except (ValueError, OverflowError):
        mark: Any = parser.get_mark()
        raise _bad_escape(mark, text, 0, mark.index) from None


def _blank_tabs(text: str) -> str:
    """All tabs as blanks but those that indent a line, which are an error."""
    pieces = []
    for line in text.splitlines(keepends=True):
        head = _AFTER_INDENT.match(line)
        cut = head.end() if head else 0
        pieces.append(line[:cut] + line[cut:].replace("\t", " "))
    return "".join(pieces)


def _restore_tabs(text: str, start: int, value: str) -> str:
    offsets = char_offsets(text, start, value)
    return "".join(
        "\t" if char == " " and text[offset] == "\t" else char
        for char, offset in zip(value, offsets, strict=True)
    )


def _bad_escape(mark: Any, text: str, start: int, end: int) -> ScannerError:
    index = text.rfind("\\", start, end)
    line, column = mark.line + text.count("\n", mark.index, index), index - text.rfind("\n", 0, index) - 1
    where = yaml.Mark("", index, line, column, None, 0)
    return ScannerError(None, None, "found invalid Unicode character escape code", where)
