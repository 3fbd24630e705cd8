"""The hands as users see them: the columns that design 3 promises, in `Audit.hands`.

In: the replayed hands with their bit sets and codes. Out: one row a hand in plain words and
numbers, money in minor units, null where something is unknown or undecided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.cards import CARD_CODES, card_name
from pontoon_ledger.notation import Kind
from pontoon_ledger.replay.totals import BIT, CLASS_NAMES, CLASSES, PONTOON
from pontoon_ledger.shape import BOUGHT, TWISTED

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Records

_SINGLE = {BIT[c]: CLASS_NAMES[c] for c in range(CLASSES)}
_ENDINGS = {Kind.STICK: "stick", Kind.BUST: "bust", Kind.PONTOON: "pontoon", Kind.FIVE: "five"}


def public_hands(hands: pl.DataFrame, records: Records) -> pl.DataFrame:
    """The public columns of every hand, in the order of the record."""
    names = pl.lit(pl.Series([card_name(c) for c in range(CARD_CODES)]))
    paths = pl.lit(pl.Series([s.path for s in records.sources], dtype=pl.String))
    classes = pl.when("banker").then("bank_classes").otherwise("classes")
    klass = classes.replace_strict(_SINGLE, default=None, return_dtype=pl.String)
    hard = pl.when((pl.col("points") == pl.col("points_high")) & pl.col("listed")).then("points")
    total = pl.coalesce(
        pl.when("listed").then(pl.coalesce(_total_of("totals5"), hard)), "said_total", _total_of("classes")
    )
    how = {BOUGHT: "buy", TWISTED: "twist"}
    stake = (
        pl.when(pl.col("t_low") == pl.col("five_high"))
        .then("t_low")
        .when(
            (pl.col("t_low") == pl.col("t_high"))
            | (pl.col("classes") == BIT[PONTOON]) & (pl.col("s_low") == pl.col("s_high"))
        )
        .then("t_low")
    )
    bank = pl.col("banker")
    labels = pl.lit(records.deals["deal"]).gather("deal_idx")
    return hands.select(
        "session_no",
        pl.lit(records.sessions["session"]).gather("session_no"),
        "deal_no",
        labels,
        "player",
        "hand",
        "banker",
        bank="holder",
        split=pl.col("split") & ~bank,
        bet=pl.when(~bank).then("bet"),
        **{f"c{k}": names.gather(pl.col(f"c{k}").cast(pl.Int64)) for k in range(1, 6)},
        cards="cards",
        **{
            f"how{k}": pl.when(~bank).then(
                pl.col(f"how{k}").replace_strict(how, default=None, return_dtype=pl.String)
            )
            for k in (3, 4, 5)
        },
        **{f"price{k}": pl.when(~bank).then(f"price{k}") for k in (3, 4, 5)},
        ending=pl.col("ending").replace_strict(_ENDINGS, default=None, return_dtype=pl.String),
        total=total,
        **{"class": pl.when(~pl.col("unread")).then(klass)},
        stake=pl.when("settled").then(stake),
        due="due",
        shoot_due="shoot_due",
        recorded=pl.when(~bank).then("recorded"),
        shoot_recorded=pl.when(~bank).then("shoot_recorded"),
        counts=pl.when(~bank).then("counts"),
        agreed="agreed",
        note="note",
        file=paths.gather("file_no"),
        line="line",
    )


def _total_of(column: str) -> pl.Expr:
    """The total where the set leaves one open."""
    known = {BIT[t]: t for t in range(2, 22)}
    return pl.col(column).replace_strict(known, default=None, return_dtype=pl.Int8)
