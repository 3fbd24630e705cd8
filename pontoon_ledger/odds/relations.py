"""Luck as relations that can be joined and asked: what `pontoon luck` writes and shows, row by row.

In: an audit, the names to show. Out: a frame of each player's deals, one of sums by player, one by session,
and how many hands are left out of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from pontoon_ledger.odds.bankers import Habits
from pontoon_ledger.odds.luck import PARTS, luck
from pontoon_ledger.odds.luck_lines import for_file, left_out, lines, named
from pontoon_ledger.odds.policy import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable

    from pontoon_ledger.auditing import Audit

_MONEY = ("result", "expected", "luck", "stakes", "decisions", "se")


class Relations(NamedTuple):
    """`luck`, `by_player` and `by_session`, money in the smallest coin; `left_out`: hands, by reason."""

    luck: pl.DataFrame
    by_player: pl.DataFrame
    by_session: pl.DataFrame
    left_out: dict[str, int]


def relations(audit: Audit, shown: Callable[[int, str], str]) -> Relations:
    """Weigh all hands of an audit, bankers taken as `pontoon luck` takes them unless told.

    >>> from pontoon_ledger.api import audit, read
    >>> found = relations(audit(read("sample_logs/kitchen-table.yaml")), lambda session, name: name)
    >>> found.luck.height, found.by_player.height, sum(found.left_out.values())
    (104, 8, 1)
    """
    seats = named(luck(audit, Habits(DEFAULT, shown)), audit, shown)
    sums = _sums(lines(seats)), _sums(lines(seats, by_session=True))
    return Relations(for_file(seats), *sums, left_out(seats))


def _sums(rows: pl.DataFrame) -> pl.DataFrame:
    """The lines under the names that they have in SQL."""
    session = ["session"] if "session" in rows.columns else []
    known = pl.col("left") == pl.col("left_known")
    return rows.select(
        *session,
        pl.col("name").alias("player"),
        *("role", "currency", "decimals", "deals", "hands", "played"),
        pl.col("left").alias("left_out"),
        "choices",
        pl.col("mistakes").alias("not_best"),
        *("result", "expected"),
        *(pl.col(part).alias(f"luck_{part}") for part in PARTS),
        *("luck", "decisions", "se", "se_from", "p", "p_holm"),
        *(pl.col(f"m_{name}").alias(f"money_{name}") for name in _MONEY),
        money_left_out=pl.when(known).then("left_net"),
    )
