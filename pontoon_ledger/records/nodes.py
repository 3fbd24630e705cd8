"""Events to nodes: the parts of a record that are few, as a small tree of texts with their places.

In: the event stream. Out: `Scalar`, `Mapping`, `Listing`, or `Refused` where a record may not write
what stands there; the P002 is already told then, and only that value is lost.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml
from msgspec import Struct, field

from pontoon_ledger.records.faults import quoted
from pontoon_ledger.records.json_events import Broken
from pontoon_ledger.records.model import Place
from pontoon_ledger.records.pieces import Pieces
from pontoon_ledger.records.places import line_end
from pontoon_ledger.words import forbidden

if TYPE_CHECKING:
    from collections.abc import Callable

    from pontoon_ledger.records.faults import Faults

DEEPEST = 12
"""No record nests deeper than this, not even a wrong one that is worth reading on."""

_WORD = re.compile(r"[^\s,\[\]{}]+")


class Scalar:
    """One text: as its style spells it, and where it stands; the place is made when it is asked for."""

    __slots__ = ("_end", "_start", "_written", "style", "text")

    def __init__(self, event: Any, written: str) -> None:
        self.text: str = event.value
        self.style: str | None = event.style or None
        self._start = event.start_mark
        self._end = event.end_mark
        self._written = written

    @property
    def index(self) -> int:
        """The offset of the first character."""
        index: int = self._start.index
        return index

    @property
    def glued(self) -> bool:
        """Whether a comma stands right before the text, with no blank between."""
        return self._written[self.index - 1 : self.index] == ","

    @property
    def place(self) -> Place:
        """The line, and the columns to the end of the text or of its first line."""
        start, end = self._start, self._end
        column = end.column if end.line == start.line else None
        return _place(start.line, start.column, column, self._written, start.index)


class Mapping(Struct):
    """Keys and values in the order of the record, no key twice."""

    place: Place
    items: list[tuple[Scalar, Node]] = field(default_factory=list)


class Listing(Struct):
    """A list of values."""

    place: Place
    items: list[Node] = field(default_factory=list)


class Refused(Struct, frozen=True):
    """A value that is lost to a fault already told."""

    place: Place


Node = Scalar | Mapping | Listing | Refused


class Composer:
    """Makes nodes of the events that `get` gives, and tells what it has to refuse."""

    def __init__(self, get: Callable[[], Any], text: str, faults: Faults) -> None:
        self.get = get
        self.text = text
        self.faults = faults
        self.careful = any(mark in text for mark in "&!\\")

    def node(self, event: Any, depth: int = 0) -> Node:
        """The node that begins with `event`."""
        kind = type(event)
        if kind is yaml.AliasEvent:
            self.refuse(event)
            return Refused(self.place(event))
        refused = self.careful and self.refuse(event)
        if kind is yaml.ScalarEvent:
            return Refused(self.place(event)) if refused else Scalar(event, self.text)
        if depth > DEEPEST:
            raise too_deep(event)
        node: Node
        place = self.place(event)
        if kind is yaml.SequenceStartEvent:
            items, end = self._items(depth)
            node = Listing(_to_bracket(place, event, end), items)
        else:
            pieces = Pieces(self.text) if event.flow_style else None
            pairs, end = self._pairs(depth, pieces)
            node = Mapping(_to_bracket(place, event, end), pairs)
            refused = bool(pieces and pieces.tell(self.faults)) or refused
        return Refused(node.place) if refused else node

    def _items(self, depth: int) -> tuple[list[Node], Any]:
        items = []
        while type(event := self.get()) is not yaml.SequenceEndEvent:
            items.append(self.node(event, depth + 1))
        return items, event

    def _pairs(self, depth: int, pieces: Pieces | None) -> tuple[list[tuple[Scalar, Node]], Any]:
        pairs: list[tuple[Scalar, Node]] = []
        seen: set[str] = set()
        while type(event := self.get()) is not yaml.MappingEndEvent:
            if pieces and pieces.takes(event, pairs):
                self.skip()
                continue
            key = self.key(event, seen, depth)
            if key is None:
                self.skip()
            else:
                pairs.append((key, self.node(self.get(), depth + 1)))
        return pairs, event

    def skip(self, begun: Any = None) -> None:
        """Pass over one value and all that is in it; `begun` is its first event if it was taken already."""
        level = 0
        while True:
            event = begun or self.get()
            begun = None
            level += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if level == 0:
                return
            if level > DEEPEST:
                raise too_deep(event)

    def key(self, event: Any, seen: set[str], depth: int = 0) -> Scalar | None:
        """The key that begins with `event`; None if it is refused, and its value is then passed over."""
        told = len(self.faults.found)
        key = self.node(event, depth + 1)
        if not isinstance(key, Scalar):
            if len(self.faults.found) == told:
                self.faults.add(
                    "P002", key.place, "a key is one text, not a list or a mapping", help_="put it in quotes"
                )
            return None
        if key.text == "<<" and key.style is None:
            self.merge(event)
            return None
        if key.text in seen:
            message = f"the key {quoted(key.text)} stands here a second time"
            self.faults.add("P002", key.place, message, found=key.text, help_="keep one of the two")
            return None
        seen.add(key.text)
        return key

    def merge(self, key: Any) -> None:
        """Tell of a merge key."""
        help_ = "write the fields out where they belong"
        self.faults.add(
            "P002", self.place(key), "a record cannot merge mappings with <<", found="<<", help_=help_
        )

    def refuse(self, event: Any) -> bool:
        """Tell of an alias, an anchor, a tag or a character that cannot stand here; whether there was one."""
        mark = event.start_mark
        if type(event) is yaml.AliasEvent:
            return self._refuse_word(
                mark, "an alias (*name) is not read", "write the value out; put a text with * in quotes"
            )
        if event.anchor is not None:
            return self._refuse_word(
                mark, "an anchor (&name) is not read", "leave it out; put a text with & in quotes"
            )
        if event.tag is not None:
            return self._refuse_word(
                mark, "a tag (!name) is not read", "leave it out; put a text with ! in quotes"
            )
        if type(event) is yaml.ScalarEvent and (char := forbidden(event.value)):
            shown = f"U+{ord(char):04X}"
            message = f"an escape writes the character {shown}, which no text has"
            self.faults.add("P002", self.place(event), message, found=shown, help_="take the escape out")
            return True
        return False

    @staticmethod
    def plain(event: Any) -> bool:
        """Whether an event has neither anchor nor tag nor escapes."""
        return (
            event.anchor is None
            and getattr(event, "tag", "") is None
            and getattr(event, "style", None) != '"'
        )

    def _refuse_word(self, mark: Any, message: str, help_: str) -> bool:
        word = _WORD.match(self.text, mark.index)
        found = word[0] if word else ""
        column = mark.column + 1
        place = Place(mark.line + 1, column, column + max(len(found), 1))
        self.faults.add("P002", place, message, found=found, help_=help_)
        return True

    def place(self, event: Any) -> Place:
        """Where an event's value stands: to its end, or to the end of its first line."""
        start, end = event.start_mark, event.end_mark
        whole = end.line == start.line and not isinstance(event, yaml.CollectionStartEvent)
        return _place(start.line, start.column, end.column if whole else None, self.text, start.index)


def _place(line: int, column: int, end: int | None, text: str, index: int) -> Place:
    """A place from marks that count from 0, to the end of the first line where there is no end."""
    if end is None:
        end = column + line_end(text, index) - index
    return Place(line + 1, column + 1, end + 1)


def too_deep(event: Any) -> Broken:
    """The end of reading where brackets are piled up without sense."""
    return Broken(
        event.start_mark.index, "this is nested deeper than any record", "is there a bracket too many?"
    )


def _to_bracket(place: Place, start: Any, end: Any) -> Place:
    """`place` up to the closing bracket, where that is on the same line."""
    if start.flow_style and end.end_mark.line == start.start_mark.line:
        return Place(place.line, place.column, end.end_mark.column + 1)
    return place
