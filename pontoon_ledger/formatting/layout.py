"""The tidy layout of a record: keys in their order, one indentation, comments where they were.

In: the tree of a record and its text. Out: the lines of the tidy text.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from pontoon_ledger.formatting.quoting import can_be_bare, is_taken_for_another_kind, scalar
from pontoon_ledger.formatting.schema import ORDERS, kind_inside
from pontoon_ledger.formatting.tree import Block, Entry, Flow, Node, NotTidiedError, Text, walk

if TYPE_CHECKING:
    from collections.abc import Iterable

STEP = 2
_BREAKS = re.compile(r"\n[ \t]*")
_DIGIT = re.compile(r"[|>][+-]?([1-9])")


def tidy_lines(root: Block, text: str) -> list[str]:
    r"""The lines of a record.

    >>> from pontoon_ledger.formatting.tree import read_tree
    >>> text = "deals:\n- note: x\n  hands: {Ann: stick}\nbank:   Ann\n"
    >>> tidy_lines(read_tree(text, "yaml"), text)
    ['bank: Ann', 'deals:', '  - hands: {Ann: stick}', '    note: x']
    """
    layout = _Layout(text)
    first = root.entries[0]
    layout.comments(first.above, 0)
    first.above = []
    layout.block(root, "record", 0)
    lines = layout.lines
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    return lines


class _Layout:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: list[str] = []

    def comments(self, above: Iterable[str], column: int) -> None:
        for comment in above:
            if comment:
                self.lines.append(" " * column + comment)
            elif self.lines and self.lines[-1]:
                self.lines.append("")

    def block(self, block: Block, kind: str | None, column: int, before: str = "") -> None:
        """Write the entries at a column; `before` stands before the first, in place of blanks."""
        for number, entry in enumerate(_ordered(block, kind)):
            lead = before if before and number == 0 else " " * column
            if not (before and number == 0):
                above = entry.above if number else _without_blanks(entry.above)
                self.comments(above if self.lines else entry.above, column)
            if block.mapping:
                self._pair(entry, kind, column, lead)
            else:
                self._item(entry, kind, column)
        self.comments(block.below, column)

    def _pair(self, entry: Entry, kind: str | None, column: int, lead: str) -> None:
        assert entry.key is not None
        head = f"{lead}{self._scalar(entry.key, column)}:"
        inside = kind_inside(kind, entry.key.value)
        if isinstance(entry.value, Block):
            self._line(head, entry)
            self.block(entry.value, inside, column + STEP)
            return
        said = self._inline(entry.value, inside, column, entry)
        self._line(f"{head} {said}" if said else head, entry)

    def _item(self, entry: Entry, kind: str | None, column: int) -> None:
        dash = " " * column + "- "
        inside = kind_inside(kind, None)
        if not isinstance(entry.value, Block):
            said = self._inline(entry.value, inside, column, entry)
            self._line((dash + said).rstrip(), entry)
            return
        first = _ordered(entry.value, inside)[0]
        self.comments([entry.beside] if entry.beside else [], column)
        self.comments(_without_blanks(first.above), column)
        self.block(entry.value, inside, column + STEP, dash)

    def _line(self, line: str, entry: Entry) -> None:
        """A line, or the lines of one value, with the comment that stood beside it."""
        if entry.beside is not None:
            last = line[line.rfind("\n") + 1 :]
            at = max(entry.beside_at, len(last) + 2)
            line += " " * (at - len(last)) + entry.beside
        self.lines += line.split("\n")

    def _inline(self, node: Text | Flow, kind: str | None, column: int, entry: Entry) -> str:
        if isinstance(node, Text):
            return self._scalar(node, column)
        written = self.text[node.start : node.end]
        if "\n" not in written:
            return flow_text(node, kind, self.text)
        shift = column - _column(self.text, entry)
        return _BREAKS.sub(lambda found: _shifted(found[0], shift, column), replaced(node, self.text))

    def _scalar(self, node: Text, column: int) -> str:
        if node.said is not None:
            return scalar(node.said)
        written = self.text[node.start : node.end]
        if node.style in ("|", ">"):
            return _shift_block(written, node, self.text, column)
        if "\n" in written:
            return re.sub(r"[ \t]*\n[ \t]*", lambda found: _continued(found[0], column), written)
        return _unquoted(node, written, flow=False)


def _continued(found: str, column: int) -> str:
    return "\n" * found.count("\n") + " " * (column + STEP)


def _ordered(block: Block, kind: str | None) -> list[Entry]:
    if not block.mapping or kind not in ORDERS:
        return block.entries
    return sorted(block.entries, key=lambda entry: _rank(kind, entry.key))


def _rank(kind: str | None, key: Text | None) -> int:
    order = ORDERS[kind or ""]
    return order.index(key.value) if key is not None and key.value in order else len(order)


def _without_blanks(above: list[str]) -> list[str]:
    """Comments without the blank lines before the first of them."""
    return above[next((i for i, comment in enumerate(above) if comment), len(above)) :]


def _unquoted(node: Text, written: str, *, flow: bool) -> str:
    quoted = node.style in ("'", '"')
    if quoted and can_be_bare(node.value, flow=flow) and not is_taken_for_another_kind(node.value):
        return node.value
    return written


def flow_text(node: Node, kind: str | None, text: str) -> str:
    """A value in brackets on one line.

    >>> from pontoon_ledger.formatting.tree import read_tree
    >>> flow_text(read_tree("{ max: 1,min:  2 }", "yaml"), "limits", "{ max: 1,min:  2 }")
    '{min: 2, max: 1}'
    """
    if isinstance(node, Text):
        if node.said is not None:
            return scalar(node.said, flow=True)
        return _unquoted(node, text[node.start : node.end], flow=True)
    assert isinstance(node, Flow)
    items = node.items
    if node.mapping and kind in ORDERS:
        items = sorted(items, key=lambda item: _rank(kind, item[0]))
    parts = []
    for key, value in items:
        said = flow_text(value, kind_inside(kind, key.value if key else None), text)
        parts.append(f"{flow_text(key, None, text)}: {said}".rstrip() if key else said)
    inner = ", ".join(parts)
    return f"{{{inner}}}" if node.mapping else f"[{inner}]"


def replaced(node: Node, text: str) -> str:
    """A value as it is written, with only those of its scalars changed that have another text."""
    assert isinstance(node, Flow)
    pieces, at = [], node.start
    for one in sorted(walk(node), key=lambda found: found.start):
        if one.said is not None and one.said != one.value:
            pieces += [text[at : one.start], _in_place(one)]
            at = one.end
    return "".join([*pieces, text[at : node.end]])


def _in_place(one: Text) -> str:
    """Another text in the quotes of the old."""
    assert one.said is not None
    if one.style == '"':
        return json.dumps(one.said, ensure_ascii=False)
    return scalar(one.said, flow=True)


def _column(text: str, entry: Entry) -> int:
    """The column at which an entry begins in its text."""
    node = entry.key or entry.value
    assert not isinstance(node, Block)
    start = node.start - (text.rfind("\n", 0, node.start) + 1)
    return start if entry.key else text.rfind("-", 0, node.start) - (text.rfind("\n", 0, node.start) + 1)


def _shifted(found: str, shift: int, column: int) -> str:
    return "\n" + " " * max(len(found) - 1 + shift, column + 1)


def _shift_block(written: str, node: Text, text: str, column: int) -> str:
    """A block scalar with its lines indented below the column of its key."""
    head, *lines = written.split("\n")
    digit = _DIGIT.match(head)
    full = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    if not full or digit:
        line = text.count("\n", 0, node.start) + 1
        message = f"line {line}: a text behind {head!r} is not tidied"
        raise NotTidiedError(message + (", its indentation stands in figures" if digit else ", it is empty"))
    old = full[0]
    indent = " " * (column + STEP)
    return "\n".join([head, *(indent + line[old:] if len(line) > old else "" for line in lines)])
