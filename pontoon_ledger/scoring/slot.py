"""Where the next deal goes in the text of a session file, everything else left as it is.

In: the text of a record. Out: a `Slot`: the text before and behind the place, and the column of its
dashes; or a `NoSlotError` where the deals are not a list of the file's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.formatting.tree import Block, Entry, Flow, Node, Text, read_tree

if TYPE_CHECKING:
    from collections.abc import Sequence


class NoSlotError(ValueError):
    """No deal can be put into this record: why, and what to do about it."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


class Slot(Struct, frozen=True):
    """A record cut apart where its next deal goes."""

    before: str
    behind: str
    column: int

    def with_deals(self, deals: Sequence[str]) -> str:
        r"""The text with deals in the place, each of whole lines.

        >>> Slot("deals:\n", "", 2).with_deals(["  - hands: {}\n"])
        'deals:\n  - hands: {}\n'
        """
        return self.before + "".join(deals) + self.behind


def find_slot(text: str) -> Slot:
    r"""Find the place behind the last deal of a record that can be read; lines end in LF.

    >>> slot = find_slot("deals:\n- hands: {Ann: won 1}  # well\n  # done\n\n# the end\n")
    >>> slot.before[-9:], slot.behind, slot.column
    ('  # done\n', '\n# the end\n', 0)
    """
    root = read_tree(text, "yaml")
    if not isinstance(root, Block) or not root.mapping:
        raise NoSlotError("it is written in brackets, as JSON is", "pontoon convert makes a YAML file of it")
    entry = next(one for one in root.entries if one.key and one.key.value == "deals")
    text = text if text.endswith("\n") else f"{text}\n"
    if isinstance(entry.value, Block):
        column = entry.value.column
        return _cut(text, _line_end(text, _end(entry.value)), column, deeper=max(column - 1, 0))
    return _empty(text, entry)


def _empty(text: str, entry: Entry) -> Slot:
    """The place below a `deals:` with nothing in it, behind the comments that stand there."""
    assert entry.key is not None
    value = entry.value
    assert not isinstance(value, Block)
    if isinstance(value, Text) and value.value.strip():
        advice = (
            "pontoon convert puts head and table into one file, as in: pontoon convert HEAD -o evening.yaml"
        )
        raise NoSlotError(f"its deals are in {value.value.strip()}", advice)
    if isinstance(value, Flow):
        if value.items:
            raise NoSlotError("its deals are written in brackets", "write each deal behind a dash")
        text = text[: value.start].rstrip(" ") + text[value.end :]
    return _cut(text, _line_end(text, entry.key.end), 2, deeper=-1)


def _cut(text: str, at: int, column: int, *, deeper: int) -> Slot:
    """Cut behind the comments that follow at once and are indented deeper than a column."""
    for line in text[at:].splitlines(keepends=True):
        body = line.lstrip(" ")
        if not body.startswith("#") or len(line) - len(body) <= deeper:
            break
        at += len(line)
    return Slot(text[:at], text[at:], column)


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _end(node: Node) -> int:
    """Where the last value of a node ends."""
    if not isinstance(node, Block):
        return node.end
    last = node.entries[-1]
    return max(_end(last.value), last.key.end if last.key else 0)
