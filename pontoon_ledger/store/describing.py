"""What can be asked: the tables and views of a ledger with what each column means.

In: an open ledger. Out: `Described` things, as the comments of its schema tell of them, and after them those
that are reckoned when a question names them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pontoon_ledger.store.model import LedgerError
from pontoon_ledger.store.reckoning import RELATIONS
from pontoon_ledger.words import fold, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.store.ledger import Ledger

_THINGS = """
WITH things AS (
    SELECT 1 AS part, table_oid AS made, table_name AS name, 'table' AS kind, comment
    FROM duckdb_tables() WHERE NOT internal
    UNION ALL
    SELECT 2, view_oid, view_name, 'view', comment
    FROM duckdb_views() WHERE NOT internal
    UNION ALL
    SELECT 3, function_oid, function_name || '(' || array_to_string(parameters, ', ') || ')', 'macro', comment
    FROM duckdb_functions() WHERE NOT internal
)
SELECT name, kind, things.comment, column_name, data_type, columns.comment
FROM things
LEFT JOIN (FROM duckdb_columns() WHERE NOT internal) AS columns ON table_name = name
ORDER BY part, made, column_index
"""


class DescribedColumn(NamedTuple):
    """A column: its name, its type, what it means."""

    name: str
    kind: str
    comment: str | None


class Described(NamedTuple):
    """A table, view, macro or reckoned relation: its name, which of them it is, its purpose, its columns."""

    name: str
    kind: str
    comment: str | None
    columns: tuple[DescribedColumn, ...]


def described(ledger: Ledger, names: Sequence[str] = ()) -> list[Described]:
    """Describe these tables and views, or all; raises LedgerError for one that is not there.

    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     (meta,) = described(ledger, ["meta"])
    >>> meta.kind, meta.columns[0].comment
    ('table', 'Always pontoon_ledger')
    """
    things: dict[str, Described] = {}
    for name, kind, comment, column, form, told in ledger.commented().query(_THINGS).iter_rows():
        known = things.setdefault(name, Described(name, kind, comment, ()))
        if column is not None:
            more = DescribedColumn(column, form, told)
            things[name] = known._replace(columns=(*known.columns, more))
    for name, (comment, columns) in RELATIONS.items():
        if name not in map(fold, things):
            told = tuple(DescribedColumn(column, form, meaning) for column, form, meaning in columns)
            things[name] = Described(name, "reckoned", comment, told)
    by_name = {fold(name.partition("(")[0]): thing for name, thing in things.items()}
    missing = next((name for name in names if fold(name) not in by_name), None)
    if missing is not None:
        near = nearest(missing, list(by_name))
        meant = f"; did you mean {near}?" if near else ""
        raise LedgerError(f"there is no table or view {missing}{meant}")
    return [by_name[fold(name)] for name in names] or list(things.values())
