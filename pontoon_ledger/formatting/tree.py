"""A record's text as a tree that forgets nothing: values with their spans, comments, blank lines.

In: the text of a record that can be read. Out: a `Block` of entries (or a `Flow`, where the whole
record stands in brackets); every comment belongs to the entry that it speaks of.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml
from msgspec import Struct, field

from pontoon_ledger.formatting.trivia import Trivia, find_trivia
from pontoon_ledger.records.events import event_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_KEEPS = re.compile(r"[|>][0-9]?\+")


class NotTidiedError(ValueError):
    """The record cannot be tidied: why, in words for its author."""


class Text(Struct):
    """A scalar: its value and where it is written. `said` is the text to be written in its place."""

    value: str
    style: str
    start: int
    end: int
    said: str | None = None


class Flow(Struct):
    """A list or mapping in brackets; the keys of a list are None."""

    mapping: bool
    start: int
    end: int
    items: list[tuple[Text | None, Node]] = field(default_factory=list)


class Entry(Struct):
    """A line of a block: a key (None behind a dash), its value, the comments above and beside it."""

    key: Text | None
    value: Node
    line: int
    above: list[str] = field(default_factory=list)
    beside: str | None = None
    beside_at: int = 0


class Block(Struct):
    """Entries under one another. `below` are the comments behind the last of them."""

    mapping: bool
    column: int
    entries: list[Entry] = field(default_factory=list)
    below: list[str] = field(default_factory=list)


Node = Text | Flow | Block


def read_tree(text: str, kind: str) -> Node:
    r"""The tree of a text whose lines end in LF.

    >>> tree = read_tree("a: 1   # one\n# of b\nb: [x]\n", "yaml")
    >>> [(entry.key.value, entry.above, entry.beside) for entry in tree.entries]
    [('a', [], '# one'), ('b', ['# of b'], None)]
    """
    builder = _Builder(text, event_source(text, kind))
    root = builder.document()
    if isinstance(root, Block):
        trivia = find_trivia(text, builder.spans)
        if trivia.odd is not None:
            raise NotTidiedError(f"line {trivia.odd}: a key behind '?' is not tidied; write key: value")
        _place_dashes(root, text, trivia)
        _Laying(text, trivia).lay(root)
    return root


def walk(node: Node) -> Iterator[Text]:
    """Every scalar of a tree, keys too, in the order of the text.

    >>> [text.value for text in walk(read_tree("a: {b: c}", "yaml"))]
    ['a', 'b', 'c']
    """
    if isinstance(node, Text):
        yield node
        return
    pairs = node.items if isinstance(node, Flow) else [(e.key, e.value) for e in node.entries]
    for key, value in pairs:
        if key is not None:
            yield key
        yield from walk(value)


def end_line(text: str, node: Node) -> int:
    """The number, from 0, of the line on which a scalar or a flow ends."""
    assert not isinstance(node, Block)
    return text.count("\n", 0, node.end)


class _Builder:
    """Makes nodes of events; `spans` are the stretches of the text in which no comment is to be sought."""

    def __init__(self, text: str, get: Callable[[], Any]) -> None:
        self.text = text
        self.get = get
        self.spans: list[tuple[int, int]] = []

    def document(self) -> Node:
        self.get()
        self.get()
        return self._node(self.get())

    def _node(self, event: Any, *, flow: bool = False) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, flow=flow)
        mapping = isinstance(event, yaml.MappingStartEvent)
        if not event.flow_style and not _is_bracket(self.text, event):
            return self._block(event, mapping)
        start = event.start_mark.index
        node = Flow(mapping, start, start)
        inner: Any
        while not isinstance(inner := self.get(), yaml.CollectionEndEvent):
            key = self._node(inner, flow=True) if mapping else None
            assert key is None or isinstance(key, Text)
            node.items.append((key, self._node(self.get() if mapping else inner, flow=True)))
        last: Any = inner.end_mark
        node.end = last.index
        if not flow:
            self.spans.append((start, node.end))
        return node

    def _block(self, start: Any, mapping: bool) -> Block:
        block = Block(mapping, start.start_mark.column)
        while not isinstance(event := self.get(), yaml.CollectionEndEvent):
            line = event.start_mark.line
            key = self._node(event) if mapping else None
            assert key is None or isinstance(key, Text)
            block.entries.append(Entry(key, self._node(self.get() if mapping else event), line))
        return block

    def _scalar(self, event: Any, *, flow: bool) -> Text:
        start: int = event.start_mark.index
        end: int = event.end_mark.index
        style: str = event.style or ""
        if style in ("|", ">") and not _KEEPS.match(self.text, start):
            end = start + len(self.text[start:end].rstrip())
        if end > start and not flow:
            self.spans.append((start, end))
        return Text(event.value, style, start, end)


def _is_bracket(text: str, event: Any) -> bool:
    """Whether a collection begins with a bracket; the events of JSON do not say so."""
    start, end = event.start_mark.index, event.end_mark.index
    return end > start and text[start] in "[{"


def _place_dashes(block: Block, text: str, trivia: Trivia) -> None:
    """Let the entries of lists begin at their dashes."""
    for entry in block.entries:
        if not block.mapping:
            dash = trivia.dash_before(_first(entry.value))
            entry.line = text.count("\n", 0, dash)
            block.column = dash - (text.rfind("\n", 0, dash) + 1)
            if isinstance(entry.value, Block) and not entry.value.mapping:
                raise NotTidiedError(f"line {entry.line + 1}: a list right inside a list is not tidied")
        if isinstance(entry.value, Block):
            _place_dashes(entry.value, text, trivia)


def _first(node: Node) -> int:
    """Where a node's first scalar begins."""
    while isinstance(node, Block):
        node = node.entries[0].key or node.entries[0].value
    return node.start


class _Laying:
    """Gives each comment and blank line to its entry."""

    def __init__(self, text: str, trivia: Trivia) -> None:
        self.text = text
        self.lines = sorted(trivia.own.items())
        self.beside = trivia.beside
        self.next = 0
        self.owners: dict[int, Entry] = {}

    def lay(self, root: Block) -> None:
        self._block(root, [root])
        self._close(self._closed(root), None, -1)
        for line, (column, comment) in sorted(self.beside.items()):
            entry = self.owners[line]
            if entry.beside is not None:
                entry.above.append(entry.beside)
            entry.beside, entry.beside_at = comment, column

    def _block(self, block: Block, path: list[Block]) -> None:
        closing: list[Block] = []
        for entry in block.entries:
            if closing or entry is not block.entries[0] or block is path[0]:
                self._close(closing, entry, block.column)
            self.owners[entry.line] = entry
            if isinstance(entry.value, Block):
                inner = entry.value
                self._before(inner.entries[0], inner.entries[0].line)
                self._block(inner, [*path, inner])
                closing = self._closed(inner)
            else:
                last = end_line(self.text, entry.value)
                self._before(entry, last)
                self.owners[last] = entry
                closing = []

    def _closed(self, block: Block) -> list[Block]:
        """The blocks that end with `block`, the deepest last."""
        last = block.entries[-1].value
        return [block, *(self._closed(last) if isinstance(last, Block) else [])]

    def _before(self, entry: Entry, line: int) -> None:
        """All lines before `line` that are not laid yet are of `entry`."""
        while self.next < len(self.lines) and self.lines[self.next][0] < line:
            entry.above.append(self.lines[self.next][1][1])
            self.next += 1

    def _close(self, closing: list[Block], entry: Entry | None, outer: int) -> None:
        """The lines between blocks that end and the entry at column `outer` that follows (None: the end).

        A comment that is indented like a block, or deeper, is of that block.
        """
        line = entry.line if entry else len(self.text)
        blanks: list[str] = []
        while self.next < len(self.lines) and self.lines[self.next][0] < line:
            column, comment = self.lines[self.next][1]
            if comment:
                inside = [block for block in closing if outer < block.column <= column]
                home = max(inside, key=lambda block: block.column, default=None)
                if home is None and entry is not None:
                    break
                (home or closing[0]).below += [*blanks, comment]
                blanks = []
            else:
                blanks.append("")
            self.next += 1
        if entry is not None:
            entry.above += blanks
            self._before(entry, line)
