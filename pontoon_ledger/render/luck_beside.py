"""Luck beside the statistics: two small tables in money, and the same for programs.

In: a `Beside` of `odds.beside`. Out: headings and `Table`s, JSON values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.money import format_amount
from pontoon_ledger.odds.luck_lines import BANKER, PLAYER
from pontoon_ledger.render.coining import told_apart
from pontoon_ledger.render.luck import coins
from pontoon_ledger.render.luck_shapes import gone, line_shapes
from pontoon_ledger.render.table import Column, Table, count, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from pontoon_ledger.odds.beside import Beside

Row = dict[str, Any]


def beside_tables(lines: pl.DataFrame) -> list[tuple[str, Table]]:
    """What stands beside the statistics, in money: players and bankers apart, for a narrow screen."""
    found = []
    for role, column, heading in (
        (PLAYER, words("player"), "luck and play against the bank, in money"),
        (BANKER, words("banker", "bank"), "luck and play as the bank, in money"),
    ):
        rows = [row for row in told_apart(lines).iter_rows(named=True) if row["role"] == role]
        if any(row["deals"] for row in rows):
            found.append((heading, _beside(rows, column)))
    return found


def _beside(rows: Sequence[Row], whose: Column) -> Table:
    """A row each: hands weighed and not, and the money of those that were; the five sums add up."""
    names = {"result": "result", "expected": "expected", "luck": "luck", "se": "usual +-"}
    names |= {"stakes": "stakes", "decisions": "decisions"}
    columns = (
        whose,
        Column("currency", "money", on_screen=len({row["currency"] for row in rows}) > 1),
        count("hands", "n"),
        Column("left", "?", right=True, on_screen=any(row["left"] for row in rows)),
        *(Column(name, heading, right=True, unknown="-") for name, heading in names.items()),
    )
    cells = [
        (
            row["name"],
            row["currency"],
            row["hands"],
            row["left"],
            *(_coins(row[f"m_{name}"], row["decimals"], signed=name != "se") for name in names),
        )
        for row in rows
    ]
    return Table(columns, tuple(cells))


def _coins(minor: int | None, decimals: int, *, signed: bool) -> str | None:
    return coins(minor, decimals) if signed or minor is None else format_amount(minor, decimals)


def beside_shape(found: Beside) -> Row:
    """What stands beside the statistics, and what is not in it."""
    return {
        "complete": not found.left_out,
        "lines": [] if found.lines is None else line_shapes(found.lines),
        "left_out": gone(found.left_out),
        "selection": found.selection._asdict(),
    }
