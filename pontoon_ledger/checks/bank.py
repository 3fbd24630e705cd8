"""The bank between deals, rulebook chapter 6: who may hold it, sales, shuffles, doubling.

In: the deals with the columns of `replay.bank.STEP` and what `audit` knows of the deal before.
Out: the checks P010, P103, P104, P215 and P401 to P404, over deals.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.checks.base import DEALS, Check, sure

_step = pl.col("step")
_heir = pl.col("heirs").str.replace_all("\n", " or ", literal=True)
_named = pl.coalesce("bank", "holder")
_sure = pl.col("claimants").str.split("\n").list.contains(_named).fill_null(False)
_had = pl.when(_sure).then(pl.lit("had")).otherwise(pl.lit("may have had"))

P010 = Check(
    code="P010",
    broken=sure(_step == "P010"),
    message=pl.when(pl.col("heirs") == "")
    .then(pl.lit("whoever the bank falls to by the rules has no seat in this deal: write who held it"))
    .otherwise(pl.lit("nobody is named who holds the bank")),
    slot="deal",
    expected=pl.lit("bank: and a player's name"),
    over=DEALS,
)

P401 = Check(
    code="P401",
    broken=sure(_step == "P401"),
    message=pl.format("{} holds the bank without a claim to it; by the rules it is with {}", _named, _heir),
    slot="bank",
    found=_named,
    expected=_heir,
    help=pl.lit("if it was sold, write price:"),
    over=DEALS,
)

P402 = Check(
    code="P402",
    broken=sure(_step == "P402"),
    message=pl.format("the bank stayed with {}, though a pontoon won it for {}", _named, _heir),
    slot="bank",
    found=_named,
    expected=_heir,
    over=DEALS,
)

P403 = Check(
    code="P403",
    broken=sure(_step == "P403"),
    message=pl.format(
        "{} {} a pontoon and holds the bank, but the first claim was that of {}", _named, _had, _heir
    ),
    slot="bank",
    found=_named,
    expected=_heir,
    over=DEALS,
)

P404 = Check(
    code="P404",
    broken=sure(_step == "P404"),
    message=pl.when(~pl.col("bank_sale"))
    .then(pl.lit("the bank was sold, but selling it is off in these rules"))
    .when(pl.col("bank").is_null())
    .then(pl.lit("a price is written, but nobody who bought the bank"))
    .when(pl.col("heir").is_null())
    .then(pl.lit("the bank was sold, but nobody held it before"))
    .otherwise(pl.format("{} cannot buy the bank from himself", pl.col("bank"))),
    slot="price",
    expected=pl.lit("a price only where the bank goes to another player"),
    over=DEALS,
)

_due = pl.col("shuffle_due")
P103 = Check(
    code="P103",
    broken=sure(~pl.col("shuffled") & _due),
    message=pl.lit("not shuffled, although the deal before called for it"),
    slot="shuffled",
    found=pl.lit("shuffled: false"),
    expected=pl.lit("a shuffle"),
    over=DEALS,
)
P104 = Check(
    code="P104",
    broken=sure(pl.col("shuffled") & ~_due),
    message=pl.lit("shuffled, although nothing called for it"),
    slot="shuffled",
    found=pl.lit("shuffled: true"),
    expected=pl.lit("no shuffle"),
    over=DEALS,
)
P215 = Check(
    code="P215",
    broken=sure(pl.col("doubled") & ~pl.col("banker_doubles")),
    message=pl.lit("the banker doubled, but doubling is off in these rules; the deal is settled plain"),
    slot="doubled",
    over=DEALS,
)

CHECKS = (P010, P103, P104, P215, P401, P402, P403, P404)
