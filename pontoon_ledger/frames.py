"""Small tools on frames: facts of deals that hands ask for, by position and without a join.

In: row numbers of deals. Out: columns as long as the deals, to be gathered by `deal_idx`.
"""

from __future__ import annotations

import polars as pl


def flags(deals: pl.Series, size: int) -> pl.Series:
    """True at the numbers in `deals`, false elsewhere.

    >>> flags(pl.Series([2, 0, 2], dtype=pl.UInt32), 4).to_list()
    [True, False, True, False]
    """
    return pl.Series([False], dtype=pl.Boolean).new_from_index(0, size).scatter(deals, values=True)


def first_rows(deals: pl.Series, size: int) -> pl.Series:
    """For each deal the first position at which it stands in `deals`, null where it does not.

    >>> first_rows(pl.Series([1, 1, 0], dtype=pl.UInt32), 3).to_list()
    [2, 0, None]
    """
    order = pl.int_range(0, len(deals), dtype=pl.UInt32, eager=True).reverse()
    nothing = pl.Series([None], dtype=pl.UInt32).new_from_index(0, size)
    return nothing.scatter(deals.reverse(), order) if len(deals) else nothing
