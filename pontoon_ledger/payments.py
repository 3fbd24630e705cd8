"""What a payment is held against, and what of it counts (design 4).

In: replayed hands with their ranges of what is due; later the findings that a ruling waives. Out:
the columns that the payment checks ask for; `counts`, `shoot_counts`, `all_counts`.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.frames import flags
from pontoon_ledger.replay.course import SHOT

_PAYMENT_CODES = ("P301", "P302", "P303")


def with_payments(hands: pl.DataFrame) -> pl.DataFrame:
    """Add what the payment checks ask: which rows are payable, and the sums behind `all won`."""
    size = int(hands["deal_idx"].max() or 0) + 1  # type: ignore[arg-type]
    facing = hands.select(pl.col("deal_idx").filter("settled", "live", ~pl.col("void")))
    live = flags(facing.to_series(), size)
    hands = hands.with_columns(
        payable=pl.col("settled"),
        spoiled=pl.col("bank_unread") | (pl.col("holder").is_null() & pl.col("lost").fill_null(False)),
        faces_live=live.gather(hands["deal_idx"]),
        due=pl.when(pl.col("due_low") == pl.col("due_high")).then("due_low"),
        shoot_due=pl.when(pl.col("shoot_low") == pl.col("shoot_high")).then("shoot_low"),
        all_low=pl.lit(None, dtype=pl.Int64),
        all_high=pl.lit(None, dtype=pl.Int64),
    )
    asked = hands.select(pl.col("deal_idx").filter(pl.col("all_recorded").is_not_null())).to_series()
    if asked.is_empty():
        return hands
    keys = ["deal_idx", "player"]
    shot = ("shoots", "shoot_recorded")
    near = hands.select(*keys, "all_recorded", *shot, "^(due|shoot)_(low|high)$").with_row_index("at")
    near = near.filter(flags(asked, size).gather(hands["deal_idx"]))
    sums = (
        near.join(near.filter(pl.col("all_recorded").is_not_null()), on=keys, how="semi")
        .group_by(keys)
        .agg(
            pl.when((pl.col(f"due_{end}").is_null() | (SHOT & pl.col(f"shoot_{end}").is_null())).any())
            .then(None)
            .otherwise(pl.col(f"due_{end}").sum() + pl.col(f"shoot_{end}").sum())
            .alias(f"all_{end}")
            for end in ("low", "high")
        )
    )
    summed = near.select("at", *keys).join(sums, on=keys, how="inner")
    ends = ("all_low", "all_high")
    return hands.with_columns(hands[end].scatter(summed["at"], summed[end]) for end in ends)


def with_counts(hands: pl.DataFrame, raised: pl.DataFrame) -> pl.DataFrame:
    """Add `counts`: recorded where a ruling lets it stand or nothing is decided, else what is due.

    `shoot_counts` is the same for the shoot bets, `all_counts` for results written with `all`.
    """
    ruled = raised.filter(pl.col("waived").is_not_null())
    main = ruled.filter(pl.col("code").is_in(_PAYMENT_CODES))["row"].drop_nulls().to_list()
    shot = ruled.filter(pl.col("code").is_in([*_PAYMENT_CODES, "P504"]))["row"].drop_nulls().to_list()
    stands = pl.col("agreed") | pl.col("row").is_in(main)
    shoot_stands = pl.col("agreed") | pl.col("row").is_in(shot)
    all_due = pl.when(pl.col("all_low") == pl.col("all_high")).then("all_low")
    return hands.with_columns(
        counts=_counts(stands, "recorded", pl.col("due")),
        shoot_counts=pl.when(SHOT).then(_counts(shoot_stands, "shoot_recorded", pl.col("shoot_due"))),
        all_counts=pl.when(pl.col("all_recorded").is_not_null()).then(
            _counts(stands, "all_recorded", all_due)
        ),
    )


def _counts(stands: pl.Expr, recorded: str, due: pl.Expr) -> pl.Expr:
    written = pl.col(recorded)
    return pl.when(stands & written.is_not_null()).then(written).otherwise(pl.coalesce(due, written))


def shoot_results(hands: pl.DataFrame) -> pl.DataFrame:
    """What the shoot bets of each deal made: `deal_idx, shot, recorded, counts`; null where unknown.

    A row that could not be read may hide a shoot bet.
    """
    bets = hands.filter((SHOT | (pl.col("unread") & ~pl.col("void"))) & pl.col("playing"))
    written = pl.coalesce("shoot_recorded", "shoot_counts")

    def total(amount: pl.Expr) -> pl.Expr:
        return pl.when(amount.is_null().any()).then(None).otherwise(amount.sum())

    return bets.group_by("deal_idx", maintain_order=True).agg(
        shot=pl.lit(True), recorded=total(written), counts=total(pl.col("shoot_counts"))
    )
