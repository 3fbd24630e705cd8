"""What was paid, rulebook chapter 5: the recorded payment against what is due.

In: the columns of the replay's hands, with those that `audit` adds for a player's results taken
together (`all won`). Out: the checks P301 to P304. What is due may be a range; a payment outside
it is wrong whatever the unknown cards were. What `all` sums up is one payment of many hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.checks.base import Check, between, made, money, name, result, sure
from pontoon_ledger.checks.play import read
from pontoon_ledger.frames import flags
from pontoon_ledger.replay.course import BET_UNTOLD
from pontoon_ledger.replay.totals import BIT, CLASSES, PONTOON

if TYPE_CHECKING:
    from collections.abc import Sequence


def in_sum(flag: pl.Expr) -> pl.Expr:
    """Whether it holds for some hand of a player whose hands are paid together; false for all other hands.

    >>> hands = {"deal_idx": [0, 0, 0], "player": ["Bob", "Bob", "Cat"], "all_recorded": [None, 20, None]}
    >>> said = {"contradicted": [True, False, True]}
    >>> pl.DataFrame(hands | said).select(in_sum(pl.col("contradicted"))).to_series().to_list()
    [True, True, False]
    """
    asked = [pl.col("deal_idx"), pl.col("player"), pl.col("all_recorded").is_not_null(), flag]
    return pl.map_batches(asked, _in_sum, return_dtype=pl.Boolean)


def _in_sum(columns: Sequence[pl.Series]) -> pl.Series:
    deal, player, whole, flag = columns
    if not (whole.any() and flag.any()):
        return whole & flag
    keys = pl.DataFrame([deal, player]).with_row_index("at")
    sums = keys.filter(whole).join(keys.filter(flag), on=[deal.name, player.name], how="semi")
    return flags(keys.join(sums, on=[deal.name, player.name], how="semi")["at"], len(keys))


paid = pl.coalesce("recorded", "all_recorded")
low = pl.when(pl.col("all_recorded").is_not_null()).then("all_low").otherwise("due_low")
high = pl.when(pl.col("all_recorded").is_not_null()).then("all_high").otherwise("due_high")
decided = sure(low == high)
contradicted = pl.col("contradicted") | pl.col("all_recorded").is_not_null() & in_sum(pl.col("contradicted"))

judged = (read | pl.col("void")) & ~pl.col("unread") & pl.col("payable") & paid.is_not_null() & ~contradicted
outside = judged & (sure(paid < low) | sure(paid > high))
impossible = judged & ~decided & ~outside & pl.col("no_such_due")
FACTS = {"off": outside | impossible}
wrong_way = sure((low > 0) & (paid < 0) | (high < 0) & (paid > 0))

_all = pl.when(pl.col("all_recorded").is_not_null()).then(pl.lit(" in all")).otherwise(pl.lit(""))
_holder = pl.coalesce("holder", pl.lit("the bank"))
_difference = low - paid
_WORDS = {
    "paid_said": result(paid),
    "paid_made": made(paid),
    "low_said": result(low),
    "high_said": result(high),
    "debt_said": money(_difference),
}
_debt = (
    pl.when(_difference > 0)
    .then(pl.format("{} owes {} {}", _holder, name(), "debt_said"))
    .otherwise(pl.format("{} owes {} {}", name(), _holder, "debt_said"))
)
_between = between(pl.col("low_said"), pl.col("high_said"))
_due = pl.when(decided).then("low_said").otherwise(_between)
_is_due = pl.when(low == 0).then(pl.lit("nothing is due")).otherwise(pl.format("{} is due", "low_said"))

P301 = Check(
    code="P301",
    broken=pl.col("off") & ~(outside & wrong_way),
    message=pl.when(decided)
    .then(pl.format("{} {}{}, but {}: {}", name(), "paid_made", _all, _is_due, _debt))
    .when(pl.col("no_such_due") & ~outside)
    .then(
        pl.format("{} {}{}, but no hand that fits what is written comes to that", name(), "paid_made", _all)
    )
    .otherwise(pl.format("{} {}{}, but what is due lies {}", name(), "paid_made", _all, _between)),
    slot="result",
    found=pl.col("paid_said"),
    expected=_due,
    owed=pl.when(decided).then(_difference),
    words=_WORDS,
)

P302 = Check(
    code="P302",
    broken=outside & wrong_way,
    message=pl.when(decided)
    .then(pl.format("{} {}{} the wrong way, {}: {}", name(), "paid_made", _all, _is_due, _debt))
    .otherwise(pl.format("{} {}{} the wrong way: what is due lies {}", name(), "paid_said", _all, _between)),
    slot="result",
    found=pl.col("paid_said"),
    expected=_due,
    owed=pl.when(decided).then(_difference),
    words=_WORDS,
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
    pl.when(BET_UNTOLD).then(pl.lit("the shoot bet")),
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
    & ~pl.col("off")
    & ~(pl.col("recorded").is_null() & in_sum(pl.col("off") & pl.col("all_recorded").is_not_null())),
    message=pl.format(
        "the payout of {} cannot be verified: not written is {}; due is {}", name(), missing, _between
    ),
    slot="result_or_row",
    found=pl.col("paid_said"),
    expected=_between,
    words=_WORDS,
)

P304 = Check(
    code="P304",
    broken=read & pl.col("agreed") & ~pl.col("off") & ~contradicted & (paid.is_null() | decided),
    message=pl.format("'agreed' changes nothing for {}: the payment is what is due", name()),
    slot="agreed",
    where="agreed",
    help=pl.lit("leave it out"),
)

CHECKS = (P301, P302, P303, P304)
