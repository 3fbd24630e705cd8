"""Who is who in the sessions of an audit: every spelling of a session and the name that is shown for it.

In: an audit. Out: names by session, in the order met. Sessions are taken in their order, as a ledger takes
them: a nickname that a record gives joins who is called so later, not who was met before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.people import People

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pontoon_ledger.store.model import Audit


def names_by_session(audit: Audit) -> dict[int, list[str]]:
    """Every player that a session names, by its number, in the order met."""
    columns = [
        audit.hands.select("session_no", name="player"),
        audit.deals.select("session_no", name="holder"),
        audit.transfers.filter(~pl.col("payer_account")).select("session_no", name="payer"),
        audit.transfers.filter(~pl.col("payee_account")).select("session_no", name="payee"),
    ]
    met = pl.concat([column.unique(maintain_order=True) for column in columns]).drop_nulls()
    names: dict[int, list[str]] = {}
    for number, name in met.unique(maintain_order=True).rows():
        names.setdefault(number, []).append(name)
    return names


def roll_of(audit: Audit) -> tuple[People, set[int]]:
    """The people of an audit, and the sessions in which one would sit twice: these go by themselves."""
    return roll(
        names_by_session(audit), audit.records.aliases.select("session_no", "player", "alias").iter_rows()
    )


def roll(
    names: Mapping[int, list[str]], spellings: Iterable[tuple[int, str, str]]
) -> tuple[People, set[int]]:
    """The same of sessions by number: the names each uses, and other spellings (session, player, alias).

    >>> people, apart = roll({0: ["Cat"], 1: ["Cath", "Bob"]}, [(0, "Cat", "Cath")])
    >>> people.shown("Cath"), apart
    ('Cat', set())
    """
    people, apart = People(), set()
    aliases: dict[int, list[tuple[str, str]]] = {}
    for number, player, alias in spellings:
        aliases.setdefault(number, []).append((player, alias))
    for number, met in sorted(names.items()):
        if people.clash(met) is not None:
            apart.add(number)
        people.admit(number, met)
        for player, alias in aliases.get(number, []):
            people.also(number, player, alias)
    return people, apart


def shown_names(audit: Audit) -> pl.DataFrame:
    """The name to show for each spelling: columns `session_no`, `spelling`, `name`."""
    names = names_by_session(audit)
    return shown_by(*roll_of(audit), names)


def shown_by(people: People, apart: set[int], names: Mapping[int, list[str]]) -> pl.DataFrame:
    """The same of a roll and of sessions by number, the names each uses.

    >>> shown_by(*roll({0: ["Cat"]}, []), {0: ["Cat"]}).rows()
    [(0, 'Cat', 'Cat')]
    """
    rows = [
        (number, name, name if number in apart else people.shown(name))
        for number, met in names.items()
        for name in met
    ]
    schema = {"session_no": pl.Int32, "spelling": pl.String, "name": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")
