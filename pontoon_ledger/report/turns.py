"""Turns at the bank as a table.

In: rows of the view `tenures`. Out: a `Table`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.render.statistics import shapes
from pontoon_ledger.render.table import Table, count, money, words

if TYPE_CHECKING:
    import polars as pl


def turns_table(tenures: pl.DataFrame) -> Table:
    """Set who held the bank from when to when and what it made; sales only where there were any.

    >>> import polars as pl
    >>> names = ("banker", "first_deal", "last_deal", "bought_from", "bought_for", "sold_for", "shoot_net")
    >>> turns_table(pl.DataFrame(schema=dict.fromkeys(names, pl.String))).columns[0].heading
    'bank'
    """
    rows = shapes(tenures)
    columns = [words("banker", "bank"), words("first_deal", "from deal"), words("last_deal", "to deal")]
    columns += [count("deals"), count("hands"), money("net")]
    if any(net != 0 for net in tenures["shoot_net"]):
        columns.append(money("shoot_net", "shoot bets"))
    if any(row["bought_for"] or row["sold_for"] for row in rows):
        columns += [words("bought_from", "bought from"), count("bought_for", "for")]
        columns += [count("sold_for", "sold for"), money("earned")]
    return Table(tuple(columns), tuple(tuple(row[c.key] for c in columns) for row in rows))
