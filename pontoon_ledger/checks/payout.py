"""What was paid, rulebook chapter 5: the recorded payment against what is due.

In: the columns of the replay's hands, with those that `audit` adds for a player's results taken
together (`all won`). Out: the checks P301 to P304. What is due may be a range; a payment outside
it is wrong whatever the unknown cards were.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.checks.base import Check, is_due, made, money, name, result, sure
from pontoon_ledger.checks.play import read
from pontoon_ledger.replay.totals import BIT, CLASSES, PONTOON

paid = pl.coalesce("recorded", "all_recorded")
low = pl.when(pl.col("all_recorded").is_not_null()).then("all_low").otherwise("due_low")
high = pl.when(pl.col("all_recorded").is_not_null()).then("all_high").otherwise("due_high")
decided = sure(low == high)

judged = (
    (read | pl.col("void"))
    & ~pl.col("unread")
    & pl.col("payable")
    & paid.is_not_null()
    & ~pl.col("contradicted")
)
outside = judged & (sure(paid < low) | sure(paid > high))
impossible = judged & ~decided & ~outside & pl.col("no_such_due")
FACTS = {"off": outside | impossible}
wrong_way = sure((low > 0) & (paid < 0) | (high < 0) & (paid > 0))

_all = pl.when(pl.col("all_recorded").is_not_null()).then(pl.lit(" in all")).otherwise(pl.lit(""))
_holder = pl.coalesce("holder", pl.lit("the bank"))
_difference = low - paid
_debt = (
    pl.when(_difference > 0)
    .then(pl.format("{} owes {} {}", _holder, name(), money(_difference)))
    .otherwise(pl.format("{} owes {} {}", name(), _holder, money(_difference)))
)
_between = (
    pl.when(low.is_null() & high.is_null())
    .then(pl.lit("any amount"))
    .when(high.is_null())
    .then(pl.format("{} or better", result(low)))
    .when(low.is_null())
    .then(pl.format("{} or worse", result(high)))
    .otherwise(pl.format("between {} and {}", result(low), result(high)))
)
_due = pl.when(decided).then(result(low)).otherwise(_between)

P301 = Check(
    code="P301",
    broken=pl.col("off") & ~(outside & wrong_way),
    message=pl.when(decided)
    .then(pl.format("{} {}{}, but {}: {}", name(), made(paid), _all, is_due(low), _debt))
    .when(pl.col("no_such_due") & ~outside)
    .then(pl.format("{} {}{}, but no hand that fits what is written comes to that", name(), made(paid), _all))
    .otherwise(pl.format("{} {}{}, but what is due lies {}", name(), made(paid), _all, _between)),
    slot="result",
    found=result(paid),
    expected=_due,
    owed=pl.when(decided).then(_difference),
)

P302 = Check(
    code="P302",
    broken=outside & wrong_way,
    message=pl.when(decided)
    .then(pl.format("{} {}{} the wrong way, {}: {}", name(), made(paid), _all, is_due(low), _debt))
    .otherwise(pl.format("{} {}{} the wrong way: what is due lies {}", name(), result(paid), _all, _between)),
    slot="result",
    found=result(paid),
    expected=_due,
    owed=pl.when(decided).then(_difference),
)

_open = ~pl.col("classes").is_in([BIT[c] for c in range(CLASSES)])
_bank_open = ~pl.col("bank_classes").is_in([BIT[c] for c in range(CLASSES)])
_stake_open = pl.col("s_low") != pl.col("s_high")
_prices_open = (pl.col("t_low") != pl.col("t_high")) & (pl.col("classes") != BIT[PONTOON])
missing = pl.concat_str(
    pl.when(pl.col("holder").is_null() & ~pl.col("has_bank_row")).then(pl.lit("who held the bank")),
    pl.when(_stake_open).then(pl.lit("the stake")),
    pl.when(_open & pl.col("listed")).then(pl.lit("a card of the hand")),
    pl.when(_open & ~pl.col("listed")).then(pl.lit("the cards of the hand")),
    pl.when(_prices_open & ~_stake_open).then(pl.lit("what the further cards cost")),
    pl.when(_bank_open).then(pl.lit("the bank's cards")),
    separator=", ",
    ignore_nulls=True,
)

P303 = Check(
    code="P303",
    broken=read
    & pl.col("payable")
    & ~sure(pl.col("due_low") == pl.col("due_high"))
    & ~pl.col("spoiled")
    & ~pl.col("contradicted")
    & ~pl.col("off"),
    message=pl.format(
        "the payout of {} cannot be verified: not written is {}; due is {}", name(), missing, _between
    ),
    slot="result_or_row",
    found=result(paid),
    expected=_between,
)

P304 = Check(
    code="P304",
    broken=read
    & pl.col("agreed")
    & ~pl.col("off")
    & ~sure(pl.col("contradicted"))
    & (paid.is_null() | decided),
    message=pl.format("'agreed' changes nothing for {}: the payment is what is due", name()),
    slot="agreed",
    where="agreed",
    help=pl.lit("leave it out"),
)

CHECKS = (P301, P302, P303, P304)
