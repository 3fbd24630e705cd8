"""What a check is: a code, a rule, one expression that is true where it is broken, one message.

In and out: polars expressions over the columns of the replay. An expression that is null is a
question that the record leaves open: it is no finding.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct, field

from pontoon_ledger.cards import CARD_CODES, card_name
from pontoon_ledger.replay.totals import BIT, CLASS_NAMES, CLASSES

if TYPE_CHECKING:
    from collections.abc import Mapping

HANDS, DEALS = "hands", "deals"
_POWERS = pl.Series((1, 10, 100, 1000, 10_000, 100_000), dtype=pl.Int64)
_DECIMALS = pl.col("decimals").cast(pl.UInt32)
_UNIT = pl.lit(_POWERS).gather(_DECIMALS)


RAISED = {
    "code": pl.String,
    "row": pl.UInt32,
    "deal_idx": pl.UInt32,
    "slot": pl.String,
    "message": pl.String,
    "found": pl.String,
    "expected": pl.String,
    "help": pl.String,
    "owed": pl.Int64,
}
"""A finding before it is located: `row` of the hand or null, the deal, the slot to underline."""


def raised(code: str, rows: pl.DataFrame) -> pl.DataFrame:
    """Findings that no single expression raises, as the columns of `RAISED`; what is absent is null."""
    if rows.is_empty():
        return pl.DataFrame(schema=RAISED)
    given = {"code": pl.lit(code), **{name: pl.col(name) for name in RAISED if name in rows.columns}}
    return rows.select(given.get(name, pl.lit(None)).cast(kind).alias(name) for name, kind in RAISED.items())


class Check(Struct, frozen=True, eq=False):
    """One rule; its section and sentence are in `rulebook.LAWS`.

    `broken` is true where the rule is broken, unless one of the checks in `unless` found fault with the same
    thing. It may ask for the `FACTS` of its register by name. `where`: the column that says something in
    every row where the rule can be broken; in a record in which no row does, the check is not asked.

    `slot` names the clause (over hands) or the field (over deals) to underline.

    `owed` is what the bank still owes the player of a hand, in minor units, where that is known. `words` are
    columns that what is told asks for by name: worked out once, for rows in which the rule is broken.
    """

    code: str
    broken: pl.Expr
    message: pl.Expr
    slot: str | pl.Expr = "row"
    found: pl.Expr | None = None
    expected: pl.Expr | None = None
    help: pl.Expr | None = None
    owed: pl.Expr | None = None
    over: str = HANDS
    unless: tuple[Check, ...] = ()
    where: str | None = None
    words: Mapping[str, pl.Expr] = field(default_factory=dict)


def sure(condition: pl.Expr) -> pl.Expr:
    """True where the condition is certain; unknown counts as no.

    >>> pl.select(sure(pl.Series([True, None, False]) == True)).to_series().to_list()
    [True, False, False]
    """
    return condition.fill_null(False)


def only(classes: str, allowed: int) -> pl.Expr:
    """Whether the set of classes (or totals) in that column lies wholly within `allowed`."""
    return (pl.col(classes) & ~allowed) == 0


def money(amount: pl.Expr) -> pl.Expr:
    """An amount without its sign as a record writes it, in the decimals of the row's session.

    >>> frame = pl.DataFrame({"decimals": [2, 0, 3], "m": [-120, 7, 5]})
    >>> frame.select(money(pl.col("m"))).to_series().to_list()
    ['1.20', '7', '0.005']
    """
    size = amount.abs()
    whole = size // _UNIT
    part = (size % _UNIT).cast(pl.String).str.zfill(_DECIMALS)
    return pl.when(_DECIMALS == 0).then(whole.cast(pl.String)).otherwise(pl.format("{}.{}", whole, part))


def result(amount: pl.Expr) -> pl.Expr:
    """A result as a record writes it: `won 0.20`, `lost 0.20`, `push`."""
    return (
        pl.when(amount > 0)
        .then(pl.format("won {}", money(amount)))
        .when(amount < 0)
        .then(pl.format("lost {}", money(amount)))
        .when(amount == 0)
        .then(pl.lit("push"))
    )


def between(low: pl.Expr, high: pl.Expr) -> pl.Expr:
    """A range of results in words; null where it has no such end.

    >>> ends = pl.DataFrame({"low": ["push", None, None], "high": ["won 0.20", "push", None]})
    >>> ends.select(between(pl.col("low"), pl.col("high"))).to_series().to_list()
    ['between push and won 0.20', 'push or worse', 'any amount']
    """
    return (
        pl.when(low.is_null() & high.is_null())
        .then(pl.lit("any amount"))
        .when(high.is_null())
        .then(pl.format("{} or better", low))
        .when(low.is_null())
        .then(pl.format("{} or worse", high))
        .otherwise(pl.format("between {} and {}", low, high))
    )


def made(amount: pl.Expr) -> pl.Expr:
    """A result as a person says it of a player: `won 0.20`, `lost 0.20`, `pushed`."""
    return pl.when(amount == 0).then(pl.lit("pushed")).otherwise(result(amount))


@cache
def shown_cards() -> pl.Expr:
    """The cards of a hand in words."""
    names = pl.lit(pl.Series([card_name(c) for c in range(CARD_CODES)]))
    cards = [names.gather(pl.col(f"c{k}").cast(pl.Int64)) for k in range(1, 6)]
    return pl.concat_str(cards, separator=" ", ignore_nulls=True)


def known_class(classes: str) -> pl.Expr:
    """Whether a set of classes has one member."""
    return pl.col(classes).bitwise_count_ones() == 1


def shown_class(classes: str) -> pl.Expr:
    """A known class in words, `an open hand` where it is not known."""
    names = {BIT[c]: CLASS_NAMES[c] for c in range(CLASSES)}
    return pl.col(classes).replace_strict(names, default="an open hand", return_dtype=pl.String)


@cache
def name() -> pl.Expr:
    """The player's name, `the bank` on a row that says only `bank`."""
    return pl.coalesce("player", "holder", pl.lit("the bank"))
