"""A traced balance as people read it: what moved it, line by line, and the sum.

In: the rows `tracing.LINES`. Out: tables and a JSON value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.render.shapes import amount
from pontoon_ledger.render.table import Column, Table, money, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import polars as pl

Row = dict[str, Any]

_KINDS = {
    "hand": "hands",
    "shoot": "shoot bets",
    "price": "the bank sold",
    "kitty": "the kitty",
    "share": "share of a seat",
    "coin": "paid in coin",
    "cash": "chips",
    "payment": "payment",
    "owed": "debt",
}


def trace_table(rows: Iterable[Mapping[str, Any]], *, many: bool) -> Table:
    """Set the lines of one currency and their sum; `many` sessions name each line's own.

    >>> row = {"session": "friday", "deal": "3", "kinds": ["hand"], "other": "Ann", "other_account": False}
    >>> row |= {"file": "friday.yaml", "line": 9, "due": 40, "paid": 0, "balance": 40, "decimals": 2}
    >>> for line in trace_table([row | {"note": None}], many=False).rows:
    ...     print(line)
    ('3', 'hands', 'Ann', '0.40', '', '0.40', 'friday.yaml:9')
    ('', 'in all', '', '0.40', '0.00', '0.40', None)
    """
    rows = list(rows)
    columns = (
        *([words("session")] if many else []),
        words("deal"),
        words("what"),
        words("other", "with"),
        money("due"),
        money("paid"),
        money("balance", "still due"),
        Column("place", "place", on_screen=False),
    )
    told = [_line(row, many=many) for row in rows]
    if rows:
        sums = [_total(row[name] for row in rows) for name in ("due", "paid")]
        shown = [amount(value, rows[0]["decimals"]) for value in (*sums, rows[-1]["balance"])]
        told.append((*([""] if many else []), "", "in all", "", *shown, None))
    return Table(columns, tuple(told))


def trace_shape(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Shape a traced balance for JSON: the lines, and a sum for each currency."""
    rows = list(rows)
    lines = [
        {name: row[name] for name in ("session", "date", "deal", "file", "line")}
        | {
            "kind": ", ".join(row["kinds"]),
            "with": row["other"],
            "account": row["other_account"],
            "currency": row["currency"],
        }
        | {name: amount(row[name], row["decimals"]) for name in ("due", "paid", "balance")}
        | {"note": row["note"]}
        for row in rows
    ]
    totals = []
    for code, decimals in dict.fromkeys((row["currency"], row["decimals"]) for row in rows):
        mine = [row for row in rows if (row["currency"], row["decimals"]) == (code, decimals)]
        sums = {name: amount(_total(row[name] for row in mine), decimals) for name in ("due", "paid")}
        totals.append({"currency": code, **sums, "balance": amount(mine[-1]["balance"], decimals)})
    return {"lines": lines, "totals": totals}


def lines_table(rows: Iterable[Mapping[str, Any]]) -> Table:
    """Put all lines into one table, as a spreadsheet wants them."""
    texts = ("session", "date", "deal", "file", "line", "kind", "with", "account", "currency")
    columns = (*map(words, texts), *map(money, ("due", "paid", "balance")), words("note"))
    return Table(columns, tuple(tuple(line.values()) for line in trace_shape(rows)["lines"]))


def trace_rows(lines: pl.DataFrame) -> list[Row]:
    """The rows of a trace as mappings."""
    return list(lines.iter_rows(named=True))


def _line(row: Mapping[str, Any], *, many: bool) -> tuple[str | None, ...]:
    other = f"the {row['other']}" if row["other_account"] else row["other"] or "?"
    place = None if row["file"] is None else f"{row['file']}:{row['line'] or 1}"
    play = [kind for kind in row["kinds"] if kind != "coin"] or row["kinds"]
    what = ", ".join(_KINDS[kind] for kind in play) + (f" ({row['note']})" if row["note"] else "")
    session = row["session"] or row["date"] or ""
    shown = [
        "" if row[name] == 0 and row[beside] != 0 else amount(row[name], row["decimals"])
        for name, beside in (("due", "paid"), ("paid", "due"))
    ]
    balance = amount(row["balance"], row["decimals"])
    return (*([session] if many else []), row["deal"] or "", what, other, *shown, balance, place)


def _total(values: Iterable[int | None]) -> int | None:
    """A sum, unknown where a part of it is."""
    total = 0
    for value in values:
        if value is None:
            return None
        total += value
    return total
