"""What can be asked of a ledger, as tables and as JSON.

In: `Described` tables and views. Out: `Table`s, plain values for `json.dumps`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.render.table import Table, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.store.describing import Described


def described_columns(thing: Described) -> Table:
    """Set the columns of one table with what they mean."""
    return Table((words("column"), words("type"), words("comment", "what it is")), thing.columns)


def described_table(things: Iterable[Described]) -> Table:
    """Put all columns of all tables into one, as a spreadsheet wants them."""
    heads = ("table", "kind", "comment", "column", "type", "column_comment")
    rows = [
        (thing.name, thing.kind, thing.comment, *column)
        for thing in things
        for column in thing.columns or [(None, None, None)]
    ]
    return Table(tuple(map(words, heads)), tuple(rows))


def described_shape(things: Iterable[Described]) -> list[dict[str, Any]]:
    """Shape them for JSON."""
    return [
        {
            "table": thing.name,
            "kind": thing.kind,
            "comment": thing.comment,
            "columns": described_columns(thing).mappings(),
        }
        for thing in things
    ]
