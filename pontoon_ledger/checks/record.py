"""Record faults that only show once the banker is known: what a bank's row cannot say.

In: the columns of the replay's hands. Out: the checks P005, P009 and P010 over bank rows, and
P010's twin for a banker who bets.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.checks.base import Check, name, sure
from pontoon_ledger.notation import Kind
from pontoon_ledger.shape import BOUGHT

_bets = sure(pl.col("opening") != Kind.SPLIT)
_third_bought = {k: sure(pl.col(f"how{k}") == BOUGHT) for k in (3, 4, 5)}

P010 = Check(
    code="P010",
    broken=pl.col("misplaced") & _bets,
    where="misplaced",
    message=pl.format("{} holds the bank and cannot bet against it", name()),
    slot="opening",
    expected=pl.lit("the bank's cards alone, or another banker"),
)

P005 = Check(
    code="P005",
    broken=pl.col("misplaced") & ~_bets,
    where="misplaced",
    message=pl.format("{} holds the bank: the bank neither buys, splits, burns nor shoots", name()),
    slot=pl.when(pl.col("opening").is_not_null())
    .then(pl.lit("opening"))
    .when(pl.col("burns").is_not_null())
    .then(pl.lit("burn0"))
    .when(_third_bought[3])
    .then(pl.lit("third"))
    .when(_third_bought[4])
    .then(pl.lit("fourth"))
    .when(_third_bought[5])
    .then(pl.lit("fifth"))
    .when(pl.col("staked").is_not_null())
    .then(pl.lit("staked"))
    .when(pl.col("shoots").is_not_null())
    .then(pl.lit("shoot0"))
    .otherwise(pl.lit("shoot_result")),
    expected=pl.lit("the bank's cards, stick or bust, won or lost"),
)

P009 = Check(
    code="P009",
    broken=pl.col("bank_again"),
    where="bank_again",
    message=pl.lit("the bank's row is in this deal already"),
    expected=pl.lit("one hand of the bank"),
)

CHECKS = (P005, P009, P010)
