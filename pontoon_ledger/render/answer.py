"""The answer to a question in every form, written as it comes: no more than a part is held.

In: the columns of an answer and its rows in parts. Out: lines. Amounts keep every digit that counts.
"""

from __future__ import annotations

import json
import math
from itertools import chain
from typing import TYPE_CHECKING, Any

from pontoon_ledger.render.paint import NO_PAINT
from pontoon_ledger.render.table import Column, Table, as_csv, markdown, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pontoon_ledger.render.paint import Paint
    from pontoon_ledger.store.asking import AnswerColumn

_MONEY = 4
"""Decimals of the amounts that the ledger's views and its macro money() give, whatever the currency."""

_HEADS: dict[str, tuple[Callable[[Table], list[str]], int]] = {
    "csv": (as_csv, 1),
    "markdown": (markdown, 2),
    "plain": (plain, 0),
}
"""How a table is written in each form, and how many of its lines are the head."""


def answer_tables(
    columns: Sequence[AnswerColumn], parts: Iterable[Sequence[tuple[Any, ...]]]
) -> Iterator[Table]:
    """Make a table of each part of an answer.

    >>> from pontoon_ledger.store.asking import AnswerColumn
    >>> columns = [AnswerColumn("player", "varchar"), AnswerColumn("due", "decimal", 4)]
    >>> for table in answer_tables(columns, [[("Ann", "0.4000")], [("Bob", "-1.2500")]]):
    ...     print(table.rows)
    (('Ann', '0.40'),)
    (('Bob', '-1.25'),)
    """
    heads = tuple(
        Column(column.name, column.name, right=column.is_number, unknown="?" if column.is_number else "")
        for column in columns
    )
    amounts = [
        at for at, column in enumerate(columns) if column.kind == "decimal" and column.decimals == _MONEY
    ]
    for part in parts:
        yield Table(heads, tuple(_with_coins(row, amounts) for row in part) if amounts else tuple(part))


def _with_coins(row: tuple[Any, ...], amounts: Sequence[int]) -> tuple[Any, ...]:
    cells = list(row)
    for at in amounts:
        cells[at] = coins(cells[at])
    return tuple(cells)


def coins(amount: str | None) -> str | None:
    """Write an amount of four decimals with two, or with as many more as it needs.

    >>> coins("35.0000"), coins("-0.1250"), coins(None)
    ('35.00', '-0.125', None)
    """
    if amount is None:
        return None
    return amount[:-2] if amount.endswith("00") else amount.rstrip("0")


def answer_lines(
    tables: Iterable[Table], form: str, room: int = 80, paint: Paint = NO_PAINT
) -> Iterator[str]:
    """Write the tables as one, in a form that people or spreadsheets read.

    >>> tables = [Table((Column("deal", "deal"),), (("1",),)), Table((Column("deal", "deal"),), (("2",),))]
    >>> list(answer_lines(tables, "csv"))
    ['deal', '1', '2']
    """
    if form not in _HEADS:
        from pontoon_ledger.render.drawing import screens

        yield from screens(tables, room, paint)
        return
    write, head = _HEADS[form]
    for number, table in enumerate(tables):
        yield from write(table)[head if number else 0 :]


def answer_json(tables: Iterable[Table], *, complete: bool, unicode: bool = True) -> Iterator[str]:
    """Write the rows as JSON, a row a line; where they break off it is whole and says that they do.

    >>> for line in answer_json([Table((Column("deal", "deal"),), (("1",), ("2",)))], complete=True):
    ...     print(line)
    {
      "rows": [
        {"deal": "1"},
        {"deal": "2"}
      ],
      "complete": true
    }
    """
    encode = json.JSONEncoder(ensure_ascii=not unicode).encode
    yield "{"
    pending: str | None = None
    try:
        for row in chain.from_iterable(table.mappings() for table in tables):
            yield '  "rows": [' if pending is None else f"{pending},"
            pending = "    " + encode({key: _in_json(cell) for key, cell in row.items()})
    except Exception:
        yield from _end(pending, complete=False)
        raise
    yield from _end(pending, complete=complete)


def _end(last: str | None, *, complete: bool) -> Iterator[str]:
    yield from ['  "rows": [],'] if last is None else [last, "  ],"]
    yield f'  "complete": {json.dumps(complete)}'
    yield "}"


def _in_json(cell: Any) -> Any:
    """Give a value that JSON has: what is no number there becomes a text."""
    return str(cell) if isinstance(cell, float) and not math.isfinite(cell) else cell
