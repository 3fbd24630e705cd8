"""Who is who across sessions: spellings of a record become player numbers of the ledger.

In: the names that a session uses and what it says of other spellings. Out: numbers, and the
rows of `players` and `aliases` that are new. Names are compared folded; nobody is merged who
sat at one table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable


class People(Struct):
    """The players that the ledger knows, by every spelling, and those that are new.

    `names` are those shown; `merged` says which players are the same person as another one.
    """

    names: dict[int, str] = field(default_factory=dict)
    spellings: dict[str, int] = field(default_factory=dict)
    said_by: dict[str, int] = field(default_factory=dict)
    merged: dict[int, int] = field(default_factory=dict)
    new_players: list[tuple[int, str]] = field(default_factory=list)
    new_aliases: list[tuple[str, str, int, str, int]] = field(default_factory=list)

    def person(self, name: str) -> int | None:
        """The number of the person whom a spelling stands for, None where it is nobody's.

        >>> People({1: "Cat", 2: "Cat"}, {"cat": 1, "katze": 2}, merged={2: 1}).person("Katze")
        1
        """
        number = self.spellings.get(fold(name))
        return None if number is None else self.merged.get(number, number)

    def shown(self, name: str) -> str:
        """The name that is shown for a spelling, the spelling itself where it is nobody's.

        >>> People({1: "Cat"}, {"cat": 1, "cath": 1}).shown("CATH")
        'Cat'
        """
        number = self.person(name)
        return name if number is None else self.names[number]

    def clash(self, names: Iterable[str], *, revised: int | None = None) -> str | None:
        """Why these names cannot all sit in one session, None where they can.

        What the session `revised` itself said of spellings no longer holds.

        >>> people = People({1: "Cat"}, {"cat": 1, "cath": 1})
        >>> people.clash(["Cath", "CAT"])
        'Cath and CAT both play in it, but are one person (Cat) in this ledger'
        >>> people.clash(["Cath", "Ann"]) is None
        True
        """
        seated: dict[int, str] = {}
        for name in names:
            key = fold(name)
            number = self.person(name)
            if number is None or (revised is not None and self.said_by.get(key) == revised):
                continue
            other = seated.setdefault(number, name)
            if fold(other) != key:
                person = self.names[number]
                return f"{other} and {name} both play in it, but are one person ({person}) in this ledger"
        return None

    def forget(self, session_id: int) -> None:
        """Drop the other spellings that a session gave, because it is told anew.

        >>> people = People({1: "Cat"}, {"cat": 1, "cath": 1}, {"cath": 7})
        >>> people.forget(7)
        >>> people.spellings
        {'cat': 1}
        """
        for key in [key for key, said in self.said_by.items() if said == session_id]:
            del self.said_by[key], self.spellings[key]

    def known_as(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """The names that are another spelling of somebody, with that player's name.

        >>> People({1: "Cat"}, {"cat": 1, "cath": 1}).known_as(["CAT", "Cath", "Dan"])
        [('Cath', 'Cat')]
        """
        known = [(name, self.person(name)) for name in names]
        found = [(name, self.names[number]) for name, number in known if number is not None]
        return [(name, person) for name, person in found if fold(name) != fold(person)]

    def admit(self, session_id: int, names: Iterable[str]) -> None:
        """Give every name a number, a new one where nobody is called so yet.

        >>> people = People()
        >>> people.admit(1, ["Ann", "ANN"])
        >>> people.spellings
        {'ann': 1}
        """
        for name in names:
            if fold(name) not in self.spellings:
                number = max(self.names, default=0) + 1
                self.names[number] = name
                self.new_players.append((number, name))
                self._spell(session_id, name, number, "name")

    def also(self, session_id: int, name: str, alias: str) -> str | None:
        """Note another spelling of a player; says so where it is somebody else's already.

        >>> people = People()
        >>> people.admit(1, ["Cat", "Bob"])
        >>> people.also(1, "Cat", "Cath"), people.also(2, "Cat", "bob")
        (None, 'bob is a player of this ledger already and is kept apart from Cat')
        """
        number, owner = self.person(name), self.person(alias)
        if number is None or owner == number:
            return None
        if owner is not None:
            return f"{alias} is a player of this ledger already and is kept apart from {name}"
        self._spell(session_id, alias, self.spellings[fold(name)], "aka")
        self.said_by[fold(alias)] = session_id
        return None

    def _spell(self, session_id: int, name: str, number: int, kind: str) -> None:
        self.spellings[fold(name)] = number
        self.new_aliases.append((fold(name), name, number, kind, session_id))
