"""The roll of players: who is called what, kept in `players` and `aliases`.

In: an open connection. Out: `People`, and changes of the roll: renamed, merged, parted again. Each
change is a row of `aliases`; what `players` says follows from those rows and can be made anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.people import People
from pontoon_ledger.records.faults import quoted
from pontoon_ledger.store.model import LedgerError
from pontoon_ledger.words import fold, nearest, no_name

if TYPE_CHECKING:
    from datetime import datetime

    from duckdb import DuckDBPyConnection as Connection

_NAMED_IN = (
    "SELECT session_id, player_id FROM hands UNION SELECT session_id, bank_id FROM deals "
    "UNION SELECT session_id, payer_id FROM transfers UNION SELECT session_id, payee_id FROM transfers"
)
"""Which players each session names."""


def load(connection: Connection) -> People:
    """Everybody the ledger knows."""
    people = People()
    for number, name, person in connection.execute(
        "SELECT player_id, name, person_id FROM players"
    ).fetchall():
        people.names[number] = name
        if person != number:
            people.merged[number] = person
    for alias, number, kind, session_id in connection.execute(
        "SELECT alias, player_id, kind, session_id FROM aliases "
        "WHERE kind IN ('name', 'aka', 'rename') ORDER BY alias_id"
    ).fetchall():
        people.spellings[alias] = number
        if kind == "aka":
            people.said_by[alias] = session_id
    return people


def store(connection: Connection, people: People, now: datetime) -> None:
    """Write the players and spellings that are new."""
    if people.new_players:
        rows = [(number, name, number) for number, name in people.new_players]
        connection.executemany("INSERT INTO players VALUES (?, ?, ?)", rows)
    if people.new_aliases:
        first = _next_alias(connection)
        new = [(first + at, *alias, now) for at, alias in enumerate(people.new_aliases)]
        connection.executemany("INSERT INTO aliases VALUES (?, ?, ?, ?, ?, ?, ?)", new)


def drop_strangers(connection: Connection) -> None:
    """Forget players whom nothing names any more, a name misspelt once for one.

    Whom a command named (a renaming, a merging, a payment) stays, for that is to hold when the
    session is added again.
    """
    connection.execute(
        "DELETE FROM players WHERE player_id NOT IN ("
        "SELECT player_id FROM aliases WHERE session_id IS NULL "
        "UNION SELECT person_id FROM players WHERE person_id <> player_id "
        "UNION SELECT player_id FROM players WHERE person_id <> player_id "
        "UNION SELECT payer_id FROM payments WHERE payer_id IS NOT NULL "
        "UNION SELECT payee_id FROM payments WHERE payee_id IS NOT NULL "
        "UNION SELECT player_id FROM hands WHERE player_id IS NOT NULL "
        "UNION SELECT bank_id FROM deals WHERE bank_id IS NOT NULL "
        "UNION SELECT payer_id FROM transfers WHERE payer_id IS NOT NULL "
        "UNION SELECT payee_id FROM transfers WHERE payee_id IS NOT NULL)"
    )
    connection.execute("DELETE FROM aliases WHERE player_id NOT IN (SELECT player_id FROM players)")


def rename(connection: Connection, old: str, new: str, now: datetime) -> str:
    """Show a player under another name from now on; the name that was shown."""
    people = load(connection)
    number = _known(people, old)
    name, shown = new.strip(), people.names[number]
    if not name:
        raise LedgerError("a player cannot be renamed to nothing")
    if why := no_name(name):
        raise LedgerError(f"no player can be called {quoted(name)}: {why}")
    owner = people.person(name)
    if owner not in {None, number}:
        raise LedgerError(
            f"{name} is another player of this ledger; pontoon merge {shown!r} {name!r} makes one of the two"
        )
    if name == shown:
        raise LedgerError(f"{shown} is called so already")
    _note(connection, "rename", name, number, now)
    _derive(connection)
    return shown


def merge(connection: Connection, one: str, other: str, now: datetime) -> tuple[str, str]:
    """Make one person of two players; the name that goes and the name that stays."""
    people = load(connection)
    first, second = _known(people, one), _known(people, other)
    name, stays = people.names[first], people.names[second]
    if first == second:
        raise LedgerError(f"{one.strip()} and {other.strip()} are one person in this ledger already")
    met = connection.execute(
        "WITH seated AS (SELECT session_id, list(DISTINCT person_id) AS persons "
        f"FROM ({_NAMED_IN}) JOIN players USING (player_id) GROUP BY session_id) "
        "SELECT session FROM sessions JOIN seated USING (session_id) "
        "WHERE list_has_all(persons, [?, ?]) ORDER BY date, session LIMIT 1",
        [first, second],
    ).fetchall()
    if met:
        raise LedgerError(f"{name} and {stays} both play in {met[0][0]}, so they are two people")
    dealt = connection.execute(
        "SELECT payment_id FROM payments JOIN players a ON a.player_id = payer_id "
        "JOIN players b ON b.player_id = payee_id "
        "WHERE removed IS NULL AND list_has_all([a.person_id, b.person_id], [?, ?])",
        [first, second],
    ).fetchall()
    if dealt:
        raise LedgerError(
            f"payment {dealt[0][0]} is between {name} and {stays}, so they are two people; "
            f"pontoon pay --remove {dealt[0][0]} takes it back"
        )
    _note(connection, "merge", name, second, now)
    _derive(connection)
    return name, stays


def part(connection: Connection, name: str, now: datetime) -> tuple[str, str]:
    """Take a merging back; the player that stands alone again and the person that it was merged with."""
    people = load(connection)
    _known(people, name)
    number = people.spellings[fold(name)]
    if number not in people.merged:
        raise LedgerError(f"{people.names[number]} was not merged with anybody")
    was = people.names[number]
    _note(connection, "part", name.strip(), number, now)
    _derive(connection)
    return load(connection).names[number], was


def derived(connection: Connection) -> list[tuple[int, str, int]]:
    """What `players` must say by the rows of `aliases`: number, name to show, person."""
    into: dict[int, int] = {}
    owner: dict[str, int] = {}
    called: dict[int, str] = {}

    def root(number: int) -> int:
        while number in into:
            number = into[number]
        return number

    rows = connection.execute("SELECT alias, spelling, player_id, kind FROM aliases ORDER BY alias_id")
    for alias, spelling, number, kind in rows.fetchall():
        if kind == "merge":
            into[root(owner[alias])] = number
        elif kind == "part":
            into.pop(number, None)
        else:
            owner[alias] = number
            if kind == "rename" or (kind == "name" and number not in called):
                called[number] = spelling
    return [(number, called[root(number)], root(number)) for number in sorted(called)]


def _derive(connection: Connection) -> None:
    connection.execute("DELETE FROM players")
    connection.executemany("INSERT INTO players VALUES (?, ?, ?)", derived(connection))


def _known(people: People, name: str) -> int:
    """The person of that name; LedgerError names the nearest."""
    number = people.person(name)
    if number is None:
        raise LedgerError(nobody(people, name))
    return number


def nobody(people: People, name: str) -> str:
    """Say that a ledger knows nobody of that name.

    >>> nobody(People({1: "Cat"}, {"cat": 1}), "Catt")
    'nobody in this ledger is called Catt; did you mean Cat?'
    """
    near = nearest(name, people.names.values())
    hint = f"; did you mean {near}?" if near else ""
    return f"nobody in this ledger is called {name.strip()}{hint}"


def _note(connection: Connection, kind: str, spelling: str, number: int, now: datetime) -> None:
    row = [_next_alias(connection), fold(spelling), spelling, number, kind, None, now]
    connection.execute("INSERT INTO aliases VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def _next_alias(connection: Connection) -> int:
    last: int = connection.execute("SELECT coalesce(max(alias_id), 0) FROM aliases").fetchall()[0][0]
    return last + 1
