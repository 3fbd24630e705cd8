"""Who sits where: the seats of a session, every spelling of their names, and whose money it is.

In: the `players` of the head and of the deals. Out: a `Seating` that finds the seat a name means,
and the rows of the frames `seats`, `persons` and `aliases`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon_ledger.records.faults import Faults, meant, quoted
from pontoon_ledger.records.fields import Fields
from pontoon_ledger.records.model import Seat
from pontoon_ledger.records.nodes import Listing, Mapping, Node, Refused, Scalar
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Place

Row = tuple[object, ...]


class Roster(Struct):
    """The seats from one deal on, clockwise. An `open` one was not wholly read: any name may sit there."""

    seats: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    by_text: dict[str, str] = field(default_factory=dict)
    open: bool = False

    def find(self, text: str) -> str | None:
        """The seat that a text names, None if there is none."""
        seat = self.by_text.get(text) or self.names.get(fold(text))
        if seat is None and self.open and text.strip():
            seat = self.names[fold(text)] = text.strip()
            self.seats.append(seat)
        if seat is not None:
            self.by_text[text] = seat
        return seat


class Seating:
    """All rosters of a session, and the seats and persons by any of their names."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.rosters: list[Roster] = []
        self.seats: dict[str, Seat] = {}
        self.spellings: dict[str, str] = {}

    def sit(self, players: Listing | None) -> Roster:
        """The next roster; None for one that could not be read."""
        roster = Roster(open=players is None)
        self.rosters.append(roster)
        for node in players.items if players else ():
            if not self._seat(roster, node):
                roster.open = True
        if players and len(players.items) < 2:
            message = "a game wants two players or more"
            self.faults.add("P004", players.place, message, expected="two names or more")
        return roster

    def known(self, text: str) -> str | None:
        """The seat or person that `text` names anywhere in the session."""
        found = self.spellings.get(fold(text))
        for roster in self.rosters if found is None else ():
            found = found or roster.find(text)
        return found

    def unknown(self, value: Scalar, roster: Roster | None = None) -> None:
        """Tell that `value` names nobody who sits there."""
        self.nobody(value.text, value.place, roster)

    def nobody(self, text: str, place: Place, roster: Roster | None = None, hand: int | None = None) -> None:
        """Tell that the name `text` has no seat."""
        name = text.strip()
        here = list(dict.fromkeys((roster.names if roster else self.spellings).values()))
        known = [*here, *(alias for seat in here if seat in self.seats for alias in self.seats[seat].aka)]
        elsewhere = self.spellings.get(fold(name))
        if not name:
            message = "a name is missing here"
        elif elsewhere:
            message = f"{elsewhere!r} has no seat in this deal"
        else:
            message = f"{quoted(name)} has no seat"
        expected = "one of " + ", ".join(here) if here else None
        near = meant(name, known)
        self.faults.add("P008", place, message, found=name, expected=expected, help_=near, hand=hand)

    def _seat(self, roster: Roster, node: Node) -> bool:
        """Put one seat into the roster; whether it could be read."""
        if isinstance(node, Scalar) and node.text.strip():
            self._claim(roster, node, None)
            return True
        if not isinstance(node, Mapping):
            if not isinstance(node, Refused):
                message = "a seat is a name, or {name: ..., aka: ..., for: ...}"
                self.faults.add("P004", node.place, message, found=getattr(node, "text", None))
            return False
        fields = Fields(node, ("name", "aka", "for"), "a seat", self.faults)
        fields.require("name")
        name = fields.scalar("name")
        if name is None:
            return False
        seat = self._claim(roster, name, None)
        if seat is None:
            return True
        for alias in self._names(fields, "aka"):
            self._claim(roster, alias, seat)
        self._persons(seat, self._names(fields, "for"), fields)
        return True

    def _claim(self, roster: Roster, value: Scalar, seat: str | None) -> str | None:
        """Let a name mean `seat`, or a seat of its own; None if it means another seat already."""
        text, folded = value.text.strip(), fold(value.text)
        means = self.spellings.get(folded)
        taken = roster.names.get(folded)
        if (taken is not None and taken != seat) or (seat and means not in (None, seat)):
            message = f"the name {quoted(text)} means {taken or means!r} already"
            self.faults.add(
                "P009", value.place, message, found=text, help_="give each seat a name of its own"
            )
            return None
        owner = seat or means or text
        if owner not in self.seats:
            self.seats[owner] = Seat(owner)
        if seat is None:
            roster.seats.append(owner)
            mine = {key: owner for key, name in self.spellings.items() if name == owner}
            roster.names |= mine
        elif folded not in self.spellings and text != owner:
            self.seats[owner] = replace(self.seats[owner], aka=(*self.seats[owner].aka, text))
        self.spellings[folded] = roster.names[folded] = owner
        roster.by_text[text] = owner
        return owner

    def _names(self, fields: Fields, key: str) -> list[Scalar]:
        """One name or a list of names."""
        _, node = fields.entries.get(key, (None, None))
        if not isinstance(node, Listing):
            one = fields.scalar(key)
            return [one] if one else []
        names = []
        for item in node.items:
            if isinstance(item, Scalar) and item.text.strip():
                names.append(item)
            else:
                fields.wrong_kind(item, f"{key!r} lists names")
        return names

    def _persons(self, seat: str, names: list[Scalar], fields: Fields) -> None:
        persons: dict[str, str] = {}
        for name in names:
            if fold(name.text) in persons:
                self.faults.add(
                    "P009", name.place, f"{quoted(name.text)} shares this seat already", found=name.text
                )
            else:
                persons[fold(name.text)] = name.text.strip()
        shares = tuple(persons.values())
        held = self.seats[seat].persons
        if shares and held and shares != held:
            message = f"{seat!r} was played for {' and '.join(held)} before"
            self.faults.add("P004", fields.entries["for"][1].place, message, found=", ".join(shares))
        elif shares:
            self.seats[seat] = replace(self.seats[seat], persons=shares)

    def people(self) -> dict[str, str]:
        """Everybody whose money a seat's is, by folded name, spelled as a seat is where there is one."""
        people = {}
        for seat in self.seats.values():
            for person in seat.persons:
                people[fold(person)] = self.spellings.get(fold(person), person)
        return people

    def everyone(self) -> tuple[Seat, ...]:
        """All seats so far, the persons spelled as a seat is where there is one of that name."""
        people = self.people()
        return tuple(
            replace(seat, persons=tuple(people[fold(person)] for person in seat.persons))
            for seat in self.seats.values()
        )

    def rows(self) -> tuple[list[Row], list[Row], list[Row]]:
        """The rows of the frames `seats`, `persons` and `aliases` of session 0."""
        seats: list[Row] = [
            (0, number, place, name)
            for number, roster in enumerate(self.rosters)
            for place, name in enumerate(roster.seats)
        ]
        held = self.everyone()
        persons: list[Row] = [
            (0, seat.name, who, share) for seat in held for share, who in enumerate(seat.persons)
        ]
        aliases: list[Row] = [(0, seat.name, alias) for seat in held for alias in seat.aka]
        return seats, persons, aliases
