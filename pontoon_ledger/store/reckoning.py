"""Relations that no ledger keeps and that are reckoned when a question names them: luck, beside money.

In: an open connection and what a question lacks. Out: temporary tables on that connection alone, gone when
the question is answered. What the ledger itself has under such a name comes first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pontoon_ledger.store import roll
from pontoon_ledger.store.stored import stored_records
from pontoon_ledger.store.tables import register
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    import polars as pl
    from duckdb import DuckDBPyConnection as Connection

Columns = tuple[tuple[str, str, str], ...]


class Relation(NamedTuple):
    """What it is, and its columns: name, type, meaning."""

    comment: str
    columns: Columns


_AMOUNT = "DECIMAL(29,4)"
_SESSION = ("session_id", "INTEGER", "The session"), ("session", "VARCHAR", "The session's name")
_COIN = (
    ("currency", "VARCHAR", "ISO 4217 code, NULL where the record names none"),
    ("decimals", "TINYINT", "Decimals of the currency: 2 means that 150 is 1.50"),
)
_DEALS: Columns = (
    *_SESSION,
    ("deal_no", "INTEGER", "The deal's place in its session, from 1"),
    ("deal", "VARCHAR", "The deal's label"),
    ("player", "VARCHAR", "Who played it, as the record spells the name"),
    ("player_id", "INTEGER", "Who played it"),
    ("name", "VARCHAR", "The name to show of who played it"),
    ("bank", "VARCHAR", "Who held the bank, as spelt in the record"),
    ("bank_id", "INTEGER", "Who held the bank"),
    ("bank_name", "VARCHAR", "The name to show of who held the bank"),
    ("hands", "INTEGER", "1, or how many hands the first one was parted into"),
    (
        "why",
        "VARCHAR",
        "Why it could not be weighed and has no figures in S, NULL where it was",
    ),
    *_COIN,
    ("bet", "BIGINT", "Initial stake S, in the smallest coin"),
    ("due", "BIGINT", "What the rules give the player for all these hands, in the smallest coin"),
    ("result", "DOUBLE", "due / bet = expected + the four of luck + decisions"),
    ("expected", "DOUBLE", "What a deal is worth to one who plays in the best way, before the first card"),
    ("luck_first", "DOUBLE", "Luck of the first card"),
    ("luck_second", "DOUBLE", "Luck of the second card"),
    (
        "luck_draw",
        "DOUBLE",
        "Luck of the cards bought and twisted, and of those after a split or a burn",
    ),
    ("luck_bank", "DOUBLE", "Luck of what the bank had"),
    ("decisions", "DOUBLE", "What decisions cost against the best ones, never above 0"),
    ("choices", "INTEGER", "How many decisions there were"),
    ("not_best", "INTEGER", "How many of them were not the best"),
    ("variance", "DOUBLE", "Of its luck, in S squared; the root of a sum of them is the standard error"),
    ("file", "VARCHAR", "The file that the first of these hands stands in"),
    ("line", "INTEGER", "The line where that stands"),
)
_SUMS: Columns = (
    ("player", "VARCHAR", "The name to show"),
    ("person_id", "INTEGER", "The person: person_id of players"),
    ("role", "VARCHAR", "player or banker; a banker has what all had against him, with the sign turned"),
    *_COIN,
    ("deals", "BIGINT", "Deals that were weighed"),
    ("hands", "BIGINT", "Hands that were weighed"),
    ("played", "BIGINT", "Hands that were played"),
    ("left_out", "BIGINT", "Hands that could not be weighed; luck.why says why"),
    ("choices", "BIGINT", "How many decisions there were"),
    ("not_best", "BIGINT", "How many of them were not the best"),
    ("result", "DOUBLE", "What the deals brought, in S: expected + luck + decisions"),
    ("expected", "DOUBLE", "What the best play was to bring, in S"),
    ("luck_first", "DOUBLE", "Luck of first cards, in S"),
    ("luck_second", "DOUBLE", "Luck of second cards, in S"),
    ("luck_draw", "DOUBLE", "Luck of cards drawn, in S"),
    ("luck_bank", "DOUBLE", "Luck of the bank's hands, in S"),
    ("luck", "DOUBLE", "These four together, in S"),
    ("decisions", "DOUBLE", "What decisions cost, in S; in a banker's row what the players' brought him"),
    ("se", "DOUBLE", "Standard error of luck, in S: how far chance alone moves it, either way"),
    (
        "se_from",
        "VARCHAR",
        "What it is made of: exact (each chance's variance) or squares (of each deal's luck)",
    ),
    ("p", "DOUBLE", "How often luck so far from none comes about by chance, NULL for fewer than 10 deals"),
    ("p_holm", "DOUBLE", "The same, corrected for looking at all the rows here"),
    ("money_result", _AMOUNT, "What the deals brought, an amount: the next four together"),
    ("money_expected", _AMOUNT, "What the best play was to bring, an amount"),
    ("money_luck", _AMOUNT, "Luck, an amount"),
    ("money_stakes", _AMOUNT, "What the choice of stakes made of first cards, an amount"),
    ("money_decisions", _AMOUNT, "What decisions cost, an amount"),
    ("money_se", _AMOUNT, "Standard error of money_luck, an amount"),
    (
        "money_left_out",
        _AMOUNT,
        "What the hands left out brought, an amount, NULL where not known of all",
    ),
)
RELATIONS = {
    "luck": Relation(
        "Reckoned when it is asked for: what of each player's deal was luck and what was play, in units of "
        "the first stake S, a row for each player in each deal; docs/luck.md tells of it",
        _DEALS,
    ),
    "luck_by_player": Relation(
        "Reckoned when it is asked for: the sums of luck, a row for each player and for each who held the "
        "bank, in each currency, as pontoon luck shows them",
        _SUMS,
    ),
    "luck_by_session": Relation(
        "Reckoned when it is asked for: the same sums of each session, as pontoon luck --by session has them",
        (*_SESSION, *_SUMS),
    ),
}
"""What can be asked beside the tables and views of the ledger."""

_IDS = {
    "luck": "SELECT told.* REPLACE (coalesce(hands.file, told.file) AS file), session_id, player_id, bank_id "
    "FROM told JOIN sessions USING (session) "
    "LEFT JOIN (FROM hands WHERE hand = 1) hands USING (session_id, deal_no, player)",
    "luck_by_player": "SELECT told.*, person_id FROM told LEFT JOIN people USING (player)",
    "luck_by_session": "SELECT told.*, session_id, person_id FROM told JOIN sessions USING (session) "
    "LEFT JOIN people USING (player)",
}
_PEOPLE = "people AS (SELECT DISTINCT name AS player, person_id FROM players)"
_LACKING = re.compile(r"Table with name (?P<name>.+?) does not exist")
_OWN = (
    "SELECT table_name FROM duckdb_tables() WHERE NOT temporary AND schema_name = current_schema() "
    "UNION ALL SELECT view_name FROM duckdb_views() WHERE NOT temporary AND schema_name = current_schema()"
)


def lacks(error: Exception) -> bool:
    """Whether what DuckDB does not find is one of these.

    >>> lacks(ValueError("Catalog Error: Table with name Luck does not exist!")), lacks(ValueError("no room"))
    (True, False)
    """
    found = _LACKING.search(str(error))
    return found is not None and fold(found["name"]) in RELATIONS


def own(connection: Connection, sql: str | None = None) -> set[str]:
    """Which of these names are a table or view of the ledger; of a question, only those that stand in it.

    >>> import duckdb
    >>> own(duckdb.connect(), "FROM luck")
    set()
    """
    named = [name for name in RELATIONS if sql is None or re.search(rf"\b{name}\b", sql, re.IGNORECASE)]
    if not named:
        return set()
    return {fold(name) for (name,) in connection.execute(_OWN).fetchall()}.intersection(named)


def supply(connection: Connection) -> dict[str, int]:
    """Reckon them from the texts of the ledger; how many hands are left out of them, by reason."""
    from pontoon_ledger.auditing import audit
    from pontoon_ledger.odds.relations import relations

    people = roll.load(connection)
    names = {spelling: people.names[number] for spelling, number in people.spellings.items()}
    found = relations(audit(stored_records(connection)), lambda session, name: names.get(fold(name), name))
    frames = dict(zip(RELATIONS, (found.luck, found.by_player, found.by_session), strict=True))
    for name in frames.keys() - own(connection):
        _lay(connection, name, frames[name])
    return found.left_out


def drop(connection: Connection) -> None:
    """Forget them: what is asked next may find another ledger."""
    for name in RELATIONS:
        connection.execute(f"DROP TABLE IF EXISTS temp.main.{name}")


def _lay(connection: Connection, name: str, frame: pl.DataFrame) -> None:
    """Make a temporary table of a frame, with the numbers that the ledger's tables are joined by."""
    columns = RELATIONS[name].columns
    told = ", ".join(f"{column} {kind}" for column, kind, _ in columns)
    chosen = ", ".join(
        f"money({column}, decimals) AS {column}" if kind == _AMOUNT else column for column, kind, _ in columns
    )
    connection.execute(f"CREATE TEMP TABLE {name} ({told})")
    register(connection, "told", frame.with_row_index("place"))
    try:
        connection.execute(
            f"INSERT INTO temp.main.{name} WITH {_PEOPLE}, known AS ({_IDS[name]}) "
            f"SELECT {chosen} FROM known ORDER BY place"
        )
    finally:
        connection.unregister("told")
