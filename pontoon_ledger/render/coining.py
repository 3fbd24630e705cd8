"""Money of one code with several sorts of decimals, told apart where people read it.

In: a frame with the columns `currency` and `decimals`, the kinds of money there are. Out: the same frame,
its currencies called by names of which each means one kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.settlement import coins

if TYPE_CHECKING:
    from collections.abc import Iterable


def told_apart(frame: pl.DataFrame, kinds: Iterable[tuple[str | None, int]] | None = None) -> pl.DataFrame:
    """Call each currency by its name among these kinds of money (code, decimals), or those of the frame.

    >>> told_apart(pl.DataFrame({"currency": ["GBP"], "decimals": [3]}), [("GBP", 2), ("GBP", 3)]).rows()
    [('GBP of 3 decimals', 3)]
    """
    mine = frame.select("currency", "decimals").rows()
    names = {(coin.code, coin.decimals): coin.name for coin in coins(mine if kinds is None else kinds)}
    told = [names.get((code, decimals), code) for code, decimals in mine]
    return frame.with_columns(pl.Series("currency", told, dtype=pl.String))
