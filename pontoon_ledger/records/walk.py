"""One pass over a record's events: the head as nodes, the deals as plain columns.

In: a `Source`. Out: `Raw`, in which no name, amount or truth value is judged yet. Deals and their
hands are what a record has thousands of, so for them no tree is built.
"""

from __future__ import annotations

import gc
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import yaml
from msgspec.structs import replace

from pontoon_ledger.records.events import event_source
from pontoon_ledger.records.faults import quoted
from pontoon_ledger.records.model import NOWHERE
from pontoon_ledger.records.nodes import Composer, Listing, Mapping, Node, Refused, Scalar
from pontoon_ledger.records.pieces import Pieces
from pontoon_ledger.records.raw import Raw, RawDeals
from pontoon_ledger.records.syntax import broken_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.records.faults import Faults
    from pontoon_ledger.records.model import Fault, Source

ScalarEvent: Any = yaml.ScalarEvent
MappingStart: Any = yaml.MappingStartEvent
MappingEnd: Any = yaml.MappingEndEvent
SequenceStart: Any = yaml.SequenceStartEvent
SequenceEnd: Any = yaml.SequenceEndEvent
_SPECIAL = ("hands", "<<")
_BET = re.compile(r"\s*bet\b", re.IGNORECASE)
_OPENING = re.compile(r"\s*(?:bet|split)\b", re.IGNORECASE)


@contextmanager
def _nothing_to_collect() -> Iterator[None]:
    """Hold off the search for cycles: there are none in what is kept here, and looking takes its time."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


class Walker:
    """Walks the events of one source, telling of what it refuses."""

    def __init__(self, source: Source, faults: Faults) -> None:
        self.source = source
        self.text = source.text
        self.faults = faults
        self.get = event_source(source.text, source.kind)
        self.nodes = Composer(self.get, source.text, faults)
        self.raw = Raw(Mapping(NOWHERE))

    def walk(self) -> Fault | None:
        """Fill `raw` as far as the text goes; the fault of the text itself that ended it."""
        try:
            with _nothing_to_collect():
                self._document()
        except yaml.YAMLError as error:
            self.raw.whole = False
            return replace(broken_at(self.text, error), session_no=0, deal_idx=self.faults.deal)
        return None

    def _document(self) -> None:
        get = self.get
        get()
        if type(get()) is not yaml.DocumentStartEvent:
            return
        event = get()
        if type(event) is MappingStart and event.anchor is None and event.tag is None:
            self._root(event)
        else:
            self.raw.root = self.nodes.node(event)
        get()
        event = get()
        if type(event) is yaml.DocumentStartEvent:
            self.raw.whole = False
            self.faults.deal = None
            place = self.nodes.place(event)
            message = "a second document begins here, and it was not read"
            self.faults.add(
                "P002", place, message, found="---", help_="put each session into a file of its own"
            )

    def _root(self, start: Any) -> None:
        head = self.raw.head = Mapping(self.nodes.place(start))
        self.raw.root = head
        seen: set[str] = set()
        while type(event := self.get()) is not MappingEnd:
            key = self.nodes.key(event, seen)
            if key is None:
                self.nodes.skip()
                continue
            event = self.get()
            if key.text == "deals" and type(event) is SequenceStart and not self._refused(event):
                self.raw.deals = RawDeals()
                head.items.append((key, Listing(self.nodes.place(event))))
                self._deals(self.raw.deals)
            else:
                head.items.append((key, self.nodes.node(event)))

    def _refused(self, event: Any) -> bool:
        return event.anchor is not None or event.tag is not None

    def _deals(self, deals: RawDeals) -> None:
        get, deal_at, first_rows, keys = self.get, deals.deal_at, deals.first_rows, deals.keys
        careful, faults, hands = self.nodes.careful, self.faults, self._hands
        scalar, start, end = ScalarEvent, MappingStart, MappingEnd
        while (kind := (event := get()).__class__) is not SequenceEnd:
            deal = faults.deal = len(deal_at)
            deal_at.append(event.start_mark.index)
            first_rows.append(len(keys))
            if kind is not start:
                self._no_deal(event, deal)
                continue
            if careful and self.nodes.refuse(event):
                deals.spoiled.add(deal)
            event = get()
            if event.__class__ is scalar and event.value == "hands" and (not careful or _plain(event)):
                value = get()
                if value.__class__ is start and not (careful and self.nodes.refuse(value)):
                    hands(deals, deal, bool(value.flow_style))
                else:
                    self._no_hands(deals, deal, event, value)
                if (event := get()).__class__ is not end:
                    self._deal(deals, deal, event, {"hands"})
            else:
                deals.handless.add(deal)
                self._deal(deals, deal, event, set())
        faults.deal = None

    def _no_deal(self, event: Any, deal: int) -> None:
        """An entry of the list that is no mapping."""
        assert self.raw.deals is not None
        self.raw.deals.spoiled.add(deal)
        self.raw.deals.handless.add(deal)
        node = self.nodes.node(event)
        if not isinstance(node, Refused):
            found = node.text if isinstance(node, Scalar) else None
            message = "a deal is a mapping with the key 'hands'"
            self.faults.add("P004", node.place, message, found=found, expected="hands: ...")

    def _deal(self, deals: RawDeals, deal: int, event: Any, seen: set[str]) -> None:
        """The fields of a deal from the key on that begins with `event`."""
        get, nodes, found, text = self.get, self.nodes, self.faults.found, self.text
        fields = Mapping(NOWHERE)
        items, careful = fields.items, nodes.careful
        told = len(found)
        deals.fields[deal] = fields
        pieces = Pieces(text) if text[deals.deal_at[deal]] == "{" else None
        while event.__class__ is not MappingEnd:
            if pieces and pieces.takes(event, items):
                nodes.skip()
                event = get()
                continue
            plain = event.__class__ is ScalarEvent and (not careful or _plain(event))
            value = get() if plain else None
            fresh = plain and event.value not in seen and event.value not in _SPECIAL
            if fresh and value.__class__ is ScalarEvent and (not careful or _plain(value)):
                seen.add(event.value)
                items.append((Scalar(event, text), Scalar(value, text)))
                event = get()
                continue
            key = nodes.key(event, seen)
            if key is None:
                nodes.skip(value)
            elif key.text == "hands":
                deals.handless.discard(deal)
                said = len(found)
                value = value or get()
                if value.__class__ is MappingStart and not (careful and nodes.refuse(value)):
                    self._hands(deals, deal, bool(value.flow_style))
                    told += len(found) - said
                else:
                    self._no_hands(deals, deal, event, value)
            else:
                items.append((key, nodes.node(value or get())))
            event = get()
        if pieces and pieces.tell(self.faults):
            cut = pieces.keys
            items[:] = [(key, Refused(value.place) if key.text in cut else value) for key, value in items]
        if len(found) > told:
            deals.spoiled.add(deal)

    def _no_hands(self, deals: RawDeals, deal: int, key: Any, value: Any) -> None:
        """A value of `hands` that is no mapping, or one refused."""
        deals.spoiled.add(deal)
        if value.__class__ is MappingStart:
            self._hands(deals, deal, bool(value.flow_style))
            return
        node = self.nodes.node(value)
        if isinstance(node, Refused):
            return
        empty = isinstance(node, Scalar) and not node.text.strip()
        place = self.nodes.place(key) if empty else node.place
        found = node.text if isinstance(node, Scalar) else None
        message = "'hands' has no value" if empty else "'hands' wants a mapping, a line for each player"
        self.faults.add("P004", place, message, found=found, expected="Ann: bet 0.20, ...")

    def _hands(self, deals: RawDeals, deal: int, flow: bool) -> None:
        get, careful, scalar, end = self.get, self.nodes.careful, ScalarEvent, MappingEnd
        add_key, add_key_at = deals.keys.append, deals.key_at.append
        add_play, add_play_at = deals.plays.append, deals.play_at.append
        while (key := get()).__class__ is not end:
            if key.__class__ is not scalar or (careful and not _plain(key) and self.nodes.refuse(key)):
                self._no_player(key)
                continue
            value = get()
            play = value.value if value.__class__ is scalar else None
            if play and (not careful or _plain(value)):
                add_key(key.value)
                add_key_at(key.start_mark.index)
                add_play(play)
                add_play_at(value.start_mark.index)
            elif play is None:
                self._no_text(deals, key, value)
            else:
                self._odd_play(deals, deal, key, value, flow)

    def _odd_play(self, deals: RawDeals, deal: int, key: Any, value: Any, flow: bool) -> None:
        """A play that is empty, or a text that is to be looked at for what is refused."""
        told = len(self.faults.found)
        at, start = key.start_mark.index, value.start_mark.index
        if self.nodes.careful and self.nodes.refuse(value):
            self._lose(deals, key)
            self.faults.lay(told, key.value, 1)
        elif value.value:
            deals.add(key.value, at, value.value, start)
        else:
            if flow and ":" not in self.text[key.end_mark.index : start]:
                deals.cut.setdefault(deal, []).append(len(deals.keys))
            deals.add(key.value, at, "", at)

    def _no_player(self, event: Any) -> None:
        """A key of `hands` that is no name."""
        told = len(self.faults.found)
        if event.__class__ is not ScalarEvent:
            node = self.nodes.node(event)
            if len(self.faults.found) == told:
                self.faults.add("P002", node.place, "a player's name is one text", help_="put it in quotes")
        self.nodes.skip()

    def _no_text(self, deals: RawDeals, key: Any, value: Any) -> None:
        """A player's value that is no single text: the hands of a split in a list, or a fault."""
        told = len(self.faults.found)
        if key.value == "<<" and not key.style:
            self.nodes.merge(key)
            self.nodes.skip(value)
            return
        if value.__class__ is SequenceStart and not value.flow_style and not self.nodes.careful:
            self._listed_plainly(deals, key)
            return
        node = self.nodes.node(value)
        if isinstance(node, Listing) and node.items:
            self._listed(deals, key, node, bool(value.flow_style))
            return
        if not isinstance(node, Refused):
            kind = "an empty list" if isinstance(node, Listing) else "a mapping"
            message = f"{quoted(key.value)} wants the play of a hand, or a list of hands, not {kind}"
            self.faults.add("P004", node.place, message, help_="a play with a colon in it wants quotes")
        self._lose(deals, key)
        self.faults.lay(told, key.value, 1)

    def _listed_plainly(self, deals: RawDeals, key: Any) -> None:
        """The hands of a list behind dashes, in a text without anything to refuse."""
        number, name, at = 0, key.value, key.start_mark.index
        while (event := self.get()).__class__ is not SequenceEnd:
            if event.__class__ is ScalarEvent:
                row = len(deals.keys)
                deals.listed[row] = number
                if number and _BET.match(event.value):
                    deals.opened[row] = self.nodes.place(event)
                deals.add(name, at, event.value, event.start_mark.index)
            else:
                self._item(deals, key, self.nodes.node(event), number)
            number += 1

    def _listed(self, deals: RawDeals, key: Any, node: Listing, flow: bool) -> None:
        if flow and any(_piece(item) for item in node.items[1:]):
            told = len(self.faults.found)
            message = "YAML cuts a list in [ ] apart at its commas, so this is not one hand"
            help_ = (
                f'write each hand behind a dash on its own line, or in quotes: {key.value}: ["...", "..."]'
            )
            self.faults.add("P002", node.place, message, help_=help_)
            self._lose(deals, key)
            self.faults.lay(told, key.value, 1)
            return
        for number, item in enumerate(node.items):
            self._item(deals, key, item, number)

    def _item(self, deals: RawDeals, key: Any, item: Node, number: int) -> None:
        """One hand of a list, as a row."""
        told, row = len(self.faults.found), len(deals.keys)
        deals.listed[row] = number
        if isinstance(item, Scalar):
            if number and _BET.match(item.text):
                deals.opened[row] = item.place
            deals.add(key.value, key.start_mark.index, item.text, item.index)
            return
        if not isinstance(item, Refused):
            message = "a hand of the list wants to be one text"
            self.faults.add("P004", item.place, message, help_="a play with a colon in it wants quotes")
        self._lose(deals, key)
        self.faults.lay(told, key.value, number + 1)

    def _lose(self, deals: RawDeals, key: Any) -> None:
        """A row of which the play could not be had."""
        at = key.start_mark.index
        deals.lost.add(len(deals.keys))
        deals.add(key.value, at, "", at)


def _plain(event: Any) -> bool:
    """Whether a scalar has neither anchor nor tag nor escapes."""
    return event.anchor is None and event.tag is None and event.style != '"'


def _piece(item: Node) -> bool:
    """Whether an item behind the first of a list in brackets is a piece of a hand and not a hand."""
    return isinstance(item, Scalar) and item.style is None and not _OPENING.match(item.text)
