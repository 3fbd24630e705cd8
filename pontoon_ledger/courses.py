"""How everybody's balance of the play went: up and down, deal by deal.

In: moves (the columns `balances.MOVES`). Out: for each currency and player the running net after each deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.transfers import PLAY_KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pontoon_ledger.settlement import Coin

Course = list[int | None]


def courses(moves: pl.DataFrame, coin: Coin) -> Mapping[str, Course]:
    """The running net of each player of one currency after each deal, None once it is not known.

    >>> from pontoon_ledger.settlement import Coin
    >>> rows = {"session": ["a", "a"], "date": [None, None], "deal_no": [1, 2], "kind": ["hand", "hand"]}
    >>> rows |= {"payer": ["Ann", "Bob"], "payee": ["Bob", "Ann"], "counts": [5, 2], "currency": [None, None]}
    >>> rows |= {"payer_account": [False, False], "payee_account": [False, False], "decimals": [2, 2]}
    >>> courses(pl.DataFrame(rows, schema_overrides={"currency": pl.String}), Coin(None, 2, None))
    {'Ann': [-5, -3], 'Bob': [5, 3]}
    """
    mine = moves.filter(
        pl.col("currency").eq_missing(pl.lit(coin.code, dtype=pl.String)),
        pl.col("decimals") == coin.decimals,
        pl.col("kind").is_in(PLAY_KINDS),
        pl.col("deal_no").is_not_null(),
    ).with_columns(at=pl.struct("date", "session", "deal_no").rank("dense"))
    sides = pl.concat(
        [
            mine.select("at", player="payee", account="payee_account", amount="counts"),
            mine.select("at", player="payer", account="payer_account", amount=-pl.col("counts")),
        ]
    ).filter(~pl.col("account"), pl.col("player").is_not_null())
    unknown = pl.col("amount").null_count() > 0
    steps = sides.group_by("player", "at").agg(
        amount=pl.when(unknown).then(None).otherwise(pl.col("amount").sum())
    )
    deals = mine["at"].n_unique()
    found: dict[str, Course] = {}
    for (player,), rows in sorted(steps.partition_by("player", as_dict=True).items()):
        changes = dict(rows.select("at", "amount").rows())
        total: int | None = 0
        course: Course = []
        for at in range(1, deals + 1):
            change = changes.get(at, 0)
            total = None if total is None or change is None else total + change
            course.append(total)
        found[str(player)] = course
    return found
