"""An older ledger brought to the tables of today, whole or not at all.

In: an open connection and the version that it was found in. Out: nothing; the database is of this version.
The rows are set aside, the tables made anew from the schema, and what the rows lack is filled in.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pontoon_ledger.resources import schema_text
from pontoon_ledger.store.tables import transaction

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection as Connection

_FROM = {
    1: {
        "players": "SELECT *, player_id AS person_id FROM {old}",
        "aliases": "SELECT *, row_number() OVER (ORDER BY added, player_id, kind = 'aka') "
        "AS alias_id FROM {old}",
        "revisions": "SELECT *, CASE revision WHEN 1 THEN 'added' ELSE 'changed' END AS event FROM {old}",
    }
}
"""By version: how the rows of a table are read for the next one, where they lack a column."""


_CATALOGUE = {
    "TABLE": ("duckdb_tables()", "table_name"),
    "VIEW": ("duckdb_views()", "view_name"),
    "MACRO": ("duckdb_functions()", "function_name"),
    "MACRO TABLE": ("duckdb_functions()", "function_name"),
}
_ONLY = {"MACRO": " AND function_type = 'macro'", "MACRO TABLE": " AND function_type = 'table_macro'"}


def upgrade(connection: Connection, version: int) -> None:
    """Bring a ledger of an older `version` to this one, in one transaction."""
    with transaction(connection):
        kept = _set_aside(connection)
        connection.execute(schema_text("ledger.sql"))
        for table in kept:
            rows = _FROM[version].get(table, "SELECT * FROM {old}").format(old=f"temp.old_{table}")
            connection.execute(f"INSERT INTO main.{table} BY NAME {rows}")
            connection.execute(f"DROP TABLE temp.old_{table}")


def _set_aside(connection: Connection) -> list[str]:
    """Move all rows into temporary tables and drop what the schema makes anew; the tables.

    What somebody else has put into the database stays.
    """
    tables, views = _there(connection, "TABLE"), _there(connection, "VIEW")
    kept = [table for table in tables if table != "meta"]
    for table in kept:
        connection.execute(f"CREATE TEMPORARY TABLE old_{table} AS FROM main.{table}")
    macros = [(kind, _there(connection, kind)) for kind in ("MACRO", "MACRO TABLE")]
    for kind, names in (("VIEW", views), ("TABLE", tables), *macros):
        for name in names:
            connection.execute(f'DROP {kind} main."{name}"')
    return kept


def _there(connection: Connection, kind: str) -> list[str]:
    """The tables, views or macros of the schema that the database has already."""
    source, column = _CATALOGUE[kind]
    rows = connection.execute(
        f"SELECT DISTINCT {column} FROM {source} WHERE NOT internal AND schema_name = 'main' "
        "AND database_name = current_database()" + _ONLY.get(kind, "")
    ).fetchall()
    made = re.findall(
        rf"^CREATE {kind.removesuffix(' TABLE')} (\w+)", schema_text("ledger.sql"), flags=re.MULTILINE
    )
    return sorted({name for (name,) in rows} & set(made))
