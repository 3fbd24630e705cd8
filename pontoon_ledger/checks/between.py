"""What passes from one deal to the next besides the bank: whether it calls for a shuffle.

In: deals with their holders, hands with their classes. Out: the deals with `shuffle_due`, null where
the record leaves it open (rulebook 6.1, 6.2).
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.replay.totals import BIT, PONTOON

_NATURAL = BIT[PONTOON]


def shuffle_calls(deals: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """Add `shuffle_due`: whether the rules call for a shuffle before the deal."""
    player = pl.col("classes").filter("playing")
    bank = pl.col("bank_classes")
    seen = hands.group_by("deal_idx").agg(
        player_sure=(player == _NATURAL).any(),
        player_open=(pl.col("classes").filter(~pl.col("banker")) & _NATURAL != 0).any(),
        bank_sure=(bank == _NATURAL).any(),
        bank_open=(bank & _NATURAL != 0).any(),
    )
    flags = deals.select("deal_idx", "session_no", "readable").join(
        seen, on="deal_idx", how="left", maintain_order="left"
    )
    before = flags.select(
        session="session_no",
        player=_known(pl.col("player_sure"), pl.col("player_open") | ~pl.col("readable")),
        any=_known(
            pl.col("player_sure") | pl.col("bank_sure"),
            pl.col("player_open") | pl.col("bank_open") | ~pl.col("readable"),
        ),
        void=pl.lit(deals["void"].is_not_null()),
    ).shift(1)
    deals = pl.concat([deals, before.select(pl.all().name.prefix("before_"))], how="horizontal")
    called = (
        pl.when(pl.col("before_void"))
        .then(False)
        .when(pl.col("shuffle_after") == "every_deal")
        .then(True)
        .when(pl.col("shuffle_after") == "bank_change")
        .then("bank_changed")
        .when(pl.col("shuffle_after") == "player_pontoon")
        .then("before_player")
        .otherwise("before_any")
    )
    first = pl.col("fresh") | (pl.col("before_session") != pl.col("session_no")).fill_null(True)
    return deals.with_columns(shuffle_due=pl.when(first).then(False).otherwise(called)).drop(
        "before_session", "before_player", "before_any", "before_void"
    )


def allow_dry_sales(deals: pl.DataFrame) -> pl.DataFrame:
    """An empty kitty may send the bank to the highest bidder even where sales are off (7.8).

    So may one that nobody knows; where no Shoot is played there is none.
    """
    unknown = pl.col("shoot") & ~pl.col("fresh")
    dry = (pl.col("kitty_left") <= 0).fill_null(unknown) & pl.col("sale").is_not_null()
    sold = (pl.col("step") == "P404") & ~pl.col("bank_sale") & dry
    return deals.with_columns(step=pl.when(sold).then(None).otherwise("step"))


def _known(certain: pl.Expr, possible: pl.Expr) -> pl.Expr:
    """True where certain, false where impossible, null between."""
    return pl.when(certain).then(True).when(~possible.fill_null(True)).then(False)
