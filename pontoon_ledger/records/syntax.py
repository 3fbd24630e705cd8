"""What is wrong with a text that YAML cannot read, in words for one who writes down card games.

In: the text and the error of the parser. Out: a P002 at the place where the eye finds the cause,
which says what was found, what to do, and how many lines were not read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import yaml

from pontoon_ledger.records.json_events import Broken
from pontoon_ledger.records.model import Fault
from pontoon_ledger.records.places import line_starts, place_at

if TYPE_CHECKING:
    from collections.abc import Callable

_REST = re.compile(r"[^\r\n]*")
_COLON = re.compile(r":(?:\s|$)")
_QUOTE_IT = "put the whole value in quotes"


class _Cause(NamedTuple):
    at: int
    length: int
    message: str
    advice: str


def broken_at(text: str, error: yaml.YAMLError) -> Fault:
    r"""The P002 of a syntax error.

    >>> broken_at("a: 'b", yaml.scanner.ScannerError("", None, "", None)).code
    'P002'
    """
    cause = _cause(text, error)
    index = min(cause.at, len(text))
    place = place_at(text, index, max(cause.length, 1))
    found = text[index : index + cause.length] or None
    total = len(line_starts(text)) - text.endswith(("\n", "\r"))
    unread = max(total - (place.line or 1) + 1, 1)
    rest = "this line was not read" if unread == 1 else f"the {unread} lines from here on were not read"
    message = f"{cause.message}; {rest}"
    return Fault("P002", place, message, found=found, help=cause.advice)


def _cause(text: str, error: yaml.YAMLError) -> _Cause:
    if isinstance(error, Broken):
        return _Cause(error.index, 1, error.message, error.advice)
    if not isinstance(error, yaml.MarkedYAMLError):
        return _Cause(0, 0, "this is not YAML", "see the format of a record")
    if text.startswith("%"):
        return _Cause(0, _to_line_end(text, 0), "a record cannot begin with '%'", "take the line out")
    problem = error.problem or ""
    at = _index(text, error.problem_mark)
    start = _index(text, error.context_mark) if error.context_mark else at
    for words, explain in _EXPLANATIONS:
        if all(word in f"{error.context} {problem}" for word in words):
            return explain(text, at, start)
    return _Cause(at, 1, f"YAML cannot be read here ({problem})", _QUOTE_IT)


def _index(text: str, mark: yaml.Mark | None) -> int:
    return min(mark.index, len(text)) if mark else 0


def _line(text: str, index: int) -> tuple[int, str]:
    """Where the line of `index` begins, and the line up to `index`."""
    start = max(text.rfind("\n", 0, index), text.rfind("\r", 0, index)) + 1
    return start, text[start:index]


def _to_line_end(text: str, index: int) -> int:
    rest = _REST.match(text, index)
    return len(rest[0].rstrip()) if rest else 0


def _no_token(text: str, at: int, start: int) -> _Cause:
    char = text[at : at + 1]
    if char == "\t":
        return _Cause(
            at, 1, "a tab stands here, and YAML indents with spaces only", "replace the tab by spaces"
        )
    return _Cause(at, 1, f"a value cannot begin with {char!r}", _QUOTE_IT)


def _second_colon(text: str, at: int, start: int) -> _Cause:
    begin, before = _line(text, at)
    if _COLON.search(before):
        return _Cause(at, 1, "a second colon stands in this line, and YAML takes it for a key's", _QUOTE_IT)
    above, line = _line(text, max(begin - 1, 0))
    if line.strip() and not _COLON.search(line):
        return _no_colon(text, at, above + len(line) - len(line.lstrip(" -")))
    indent = begin + len(before) - len(before.lstrip())
    message = "this line is indented deeper than the one above, which has its value already"
    return _Cause(indent, _to_line_end(text, indent), message, "begin it under the line it belongs with")


def _no_colon(text: str, at: int, start: int) -> _Cause:
    message = "a colon is missing behind the name or key in this line"
    return _Cause(
        start, _to_line_end(text, start), message, "write name: value, with a space behind the colon"
    )


def _open_quote(text: str, at: int, start: int) -> _Cause:
    quote = text[start : start + 1]
    advice = f"close it with {quote}, or put a text with an apostrophe in double quotes"
    return _Cause(start, 1, "this quote is never closed", advice)


def _escape(text: str, at: int, start: int) -> _Cause:
    index = max(text.rfind("\\", 0, at + 1), 0)
    message = "double quotes do not know this escape"
    return _Cause(index, 2, message, "write two backslashes, or use single quotes")


def _open_bracket(text: str, at: int, start: int) -> _Cause:
    bracket = text[start : start + 1]
    closing = "}" if bracket == "{" else "]"
    if "\n" in text[start:at] or "\r" in text[start:at] or at >= len(text):
        return _Cause(
            start,
            1,
            f"this bracket is never closed by a {closing!r}",
            f"put the {closing} where the list ends",
        )
    return _Cause(
        at,
        1,
        "a comma or a closing bracket is missing before this",
        f"part entries with commas and close with {closing}",
    )


def _out_of_line(text: str, at: int, start: int) -> _Cause:
    _, before = _line(text, at)
    char = text[at : at + 1]
    if char and char in "]}":
        return _Cause(at, 1, f"this {char!r} closes nothing", "take it out, or " + _QUOTE_IT)
    if before.rstrip()[-1:] in ('"', "'"):
        message = "something stands behind the closing quote"
        return _Cause(at, _to_line_end(text, at), message, _QUOTE_IT + " and double each quote inside")
    message = "this line is not indented like those it follows"
    return _Cause(at, _to_line_end(text, at), message, "begin it exactly under the line it belongs with")


def _dash(text: str, at: int, start: int) -> _Cause:
    return _Cause(at, 1, "a list cannot begin here", "begin it on the next line, or " + _QUOTE_IT)


def _mark(text: str, at: int, start: int) -> _Cause:
    char = text[start : start + 1]
    return _Cause(start, 1, f"a value cannot begin with {char!r}", _QUOTE_IT)


def _content(text: str, at: int, start: int) -> _Cause:
    char = text[at : at + 1]
    if not char:
        return _Cause(at, 0, "the text ends where a value is wanted", "write the value")
    return _Cause(at, 1, f"a value cannot begin with {char!r}", _QUOTE_IT)


def _no_blank(text: str, at: int, start: int) -> _Cause:
    return _Cause(at, 1, "a blank is missing behind this colon", "write name: value, or " + _QUOTE_IT)


def _behind_end(text: str, at: int, start: int) -> _Cause:
    message = "something stands behind the end of the record"
    return _Cause(at, _to_line_end(text, at), message, "a file holds one record")


def _nesting(text: str, at: int, start: int) -> _Cause:
    return _Cause(at, 1, "this is nested deeper than any record", "is there a bracket too many?")


_EXPLANATIONS: tuple[tuple[tuple[str, ...], Callable[[str, int, int], _Cause]], ...] = (
    (("cannot start any token",), _no_token),
    (("tab character",), _no_token),
    (("mapping values are not allowed",), _second_colon),
    (("could not find expected ':'",), _no_colon),
    (("quoted", "end of stream"), _open_quote),
    (("quoted", "document"), _open_quote),
    (("expected <document start>",), _behind_end),
    (("expected '<document start>'",), _behind_end),
    (("escape",), _escape),
    (("hexdecimal",), _escape),
    (("flow mapping", "','"), _open_bracket),
    (("flow sequence", "','"), _open_bracket),
    (("found unexpected ':'",), _no_blank),
    (("node content",), _content),
    (("block mapping",), _out_of_line),
    (("block collection",), _out_of_line),
    (("entries are not allowed",), _dash),
    (("keys are not allowed",), _mark),
    (("directive",), _mark),
    (("anchor",), _mark),
    (("alias",), _mark),
    (("tag",), _mark),
    (("block scalar",), _mark),
    (("nesting",), _nesting),
    (("nested",), _nesting),
)
