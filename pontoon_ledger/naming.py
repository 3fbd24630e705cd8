"""Who is who in the sessions of an audit: every spelling of a session and the name that is shown for it.

In: an audit. Out: names by session, in the order met. Sessions are taken in their order, as a ledger takes
them: a nickname that a record gives joins who is called so later, not who was met before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.people import People

if TYPE_CHECKING:
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
    people, apart = People(), set()
    names = names_by_session(audit)
    aliases: dict[int, list[tuple[str, str]]] = {}
    for number, player, alias in audit.records.aliases.select("session_no", "player", "alias").rows():
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
    people, apart = roll_of(audit)
    rows = [
        (number, name, name if number in apart else people.shown(name))
        for number, names in names_by_session(audit).items()
        for name in names
    ]
    schema = {"session_no": pl.Int32, "spelling": pl.String, "name": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")
