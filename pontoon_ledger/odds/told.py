"""Hands that are told card by card, so that each decision in them can be weighed, and why others are not.

In: an audit. Out: a row for each hand that a player played, with `why` it is left out, null where it is not.
What is left out hangs as little as can be on how the hand ended: a record that shows hands only when they
lose cannot be mended here, but it need not be made worse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.cards import CARD_CODES, rank_of
from pontoon_ledger.odds.pack import UNITS, value_of
from pontoon_ledger.replay.totals import BIT, BUST, PONTOON, TWENTY_ONE
from pontoon_ledger.rules import Rules
from pontoon_ledger.shape import BARE, BOUGHT

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit

NO_BANKER = "nobody can tell who held the bank"
NO_CARDS = "not every card of the hand is written"
NO_HOW = "whether a card was bought or twisted is not written"
NO_PRICE = "the bet, or the price of a card, is not written"
NO_ENDING = "how it ended is not written"
UNFIT = "it was not played by the rules, or is written in two ways"
NO_BANK = "the bank's hand is not written"
BANK_UNFIT = "the bank's hand was not played by the rules, or is written in two ways"
NO_OTHER = "another hand of the same split is left out"
UNREAD = "it cannot be read"
_ILLEGAL = [f"P2{n:02d}" for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)]
"""Play that the rules do not know; a stake outside the limits (P201) is a stake all the same."""
CARDS = tuple(f"c{k}" for k in range(1, 6))
_RANKS = [rank_of(code) for code in range(CARD_CODES)]
_UNIT = pl.Series([None if rank is None else UNITS[value_of(rank)] for rank in _RANKS], dtype=pl.Int64)
_RANK = pl.Series(_RANKS, dtype=pl.Int8)
_VALUE = pl.Series([None if rank is None else value_of(rank) for rank in _RANKS], dtype=pl.Int8)
_KEPT = (
    "row",
    "deal_idx",
    "session_no",
    "deal_no",
    "deal",
    "session",
    "player",
    "holder",
    "hand",
    "split",
    "bet",
    "cards",
    *CARDS,
    *(f"{what}{k}" for k in (3, 4, 5) for what in ("how", "price")),
    "burns",
    "due",
    "counts",
    "doubled",
    "buy_max",
    "decimals",
    "file_no",
    "line",
)


def told(audit: Audit) -> pl.DataFrame:
    """Every hand of a player in a deal that counts: what it was dealt, what was done, `why` it is left out.

    `seat` numbers a player in a deal, with all hands that he was parted into (`of` them). `u1` to `u5` are
    its cards as numbers of `pack`, `r1`, `r2` the ranks of the first two, `began` the value of the card that
    was dealt first; `shown`: the bank had a pontoon at once. Sessions with faults (P0xx) are not in it, as a
    ledger does not hold them.
    """
    faulty = audit.sessions.filter(pl.col("has_faults") | ~pl.col("whole"))["session_no"]
    named = audit.replayed.with_columns(audit.hands.select("session", "deal"))
    rows = named.filter(~pl.col("void"), ~pl.col("session_no").is_in(faulty.implode()))
    banks = _banks(rows)
    rows = rows.filter("playing").join(banks, on="deal_idx", how="left", maintain_order="left")
    illegal = audit.findings.filter(pl.col("code").is_in(_ILLEGAL)).select("deal_idx", "player", "hand")
    rows = _flagged(rows, illegal.unique(), ["deal_idx", "player", "hand"], "illegal")
    twice = audit.findings.filter(code="P101").select("deal_idx").unique()
    rows = _flagged(rows, twice, ["deal_idx"], "twice")
    bank_wrong = rows.select("deal_idx", player="holder", hand=pl.lit(1, dtype=pl.Int8)).unique()
    bank_wrong = bank_wrong.join(illegal, on=["deal_idx", "player"], how="semi").select("deal_idx")
    rows = _flagged(rows, bank_wrong.unique(), ["deal_idx"], "bank_illegal")
    rows = rows.with_columns(
        over=(pl.col("totals5") & (BIT[BUST] | BIT[TWENTY_ONE]) != 0) | (pl.col("cards") == 5),
        shown=(pl.col("peek") & (pl.col("bank_classes") == BIT[PONTOON])).fill_null(False),
        **{f"u{k}": pl.lit(_UNIT).gather(pl.col(f"c{k}").cast(pl.Int64)) for k in range(1, 6)},
        bust=pl.col("classes") == BIT[BUST],
        began=pl.lit(_VALUE).gather(pl.coalesce(pl.col("burns").list.first(), "c1").cast(pl.Int64)),
        r1=pl.lit(_RANK).gather(pl.col("c1").cast(pl.Int64)),
        r2=pl.lit(_RANK).gather(pl.col("c2").cast(pl.Int64)),
    ).with_columns(why=_why())
    seats = rows.select("deal_idx", "player").unique(maintain_order=True).with_row_index("seat")
    rows = rows.join(seats, on=["deal_idx", "player"], how="left", maintain_order="left", nulls_equal=True)
    of = rows.group_by("seat").agg(of=pl.len().cast(pl.Int8), spoilt=pl.col("why").is_not_null().any())
    rows = rows.join(of, on="seat", how="left", maintain_order="left")
    other = pl.when("spoilt").then(pl.lit(NO_OTHER))
    lone = pl.when(pl.col("split") & (pl.col("of") == 1)).then(pl.lit(UNFIT))
    return rows.select(
        *_KEPT,
        "seat",
        "of",
        "shown",
        "over",
        "bust",
        "began",
        "r1",
        "r2",
        *(f"u{k}" for k in range(1, 6)),
        why=pl.coalesce("why", other, lone),
    )


def _banks(rows: pl.DataFrame) -> pl.DataFrame:
    """Of each deal, whether all hands that played in it are known to have bust: the bank need not play."""
    return rows.filter("playing").group_by("deal_idx").agg(idle=(pl.col("classes") == BIT[BUST]).all())


def _flagged(rows: pl.DataFrame, which: pl.DataFrame, keys: list[str], name: str) -> pl.DataFrame:
    """The rows with a truth value more: whether they are among `which`."""
    marked = which.with_columns(pl.lit(True).alias(name))
    joined = rows.join(marked, on=keys, how="left", maintain_order="left")
    return joined.with_columns(pl.col(name).fill_null(False))


def _why() -> pl.Expr:
    """The first reason that leaves a hand out, null where every decision of it can be weighed."""
    known = [pl.col("cards").fill_null(0) < k for k in range(1, 6)]
    dealt = pl.all_horizontal(pl.col(f"u{k}").is_not_null() | known[k - 1] for k in range(1, 6))
    burned = pl.col("burns").list.eval(pl.lit(_UNIT).gather(pl.element().cast(pl.Int64)).is_null())
    taken = [pl.col(f"how{k}") for k in (3, 4, 5)]
    bare = pl.any_horizontal((how == BARE).fill_null(False) for how in taken)
    unpriced = pl.any_horizontal(
        (pl.col(f"how{k}") == BOUGHT).fill_null(False) & pl.col(f"price{k}").is_null() for k in (3, 4, 5)
    )
    one_class = pl.col("bank_classes").bitwise_count_ones() == 1
    reasons = [
        (pl.col("unread"), UNREAD),
        (pl.col("holder").is_null() | pl.col("player").is_null(), NO_BANKER),
        (~pl.col("listed") | (pl.col("cards") < 2) | ~dealt | burned.list.any().fill_null(False), NO_CARDS),
        (bare, NO_HOW),
        (pl.col("bet").is_null() | (pl.col("bet") <= 0) | unpriced, NO_PRICE),
        (~pl.col("over") & ~pl.col("shown") & pl.col("ending").is_null(), NO_ENDING),
        (pl.col("illegal") | pl.col("twice") | pl.col("contradicted"), UNFIT),
        (pl.col("bank_illegal"), BANK_UNFIT),
        (~(one_class | pl.col("idle")), NO_BANK),
        (pl.col("due").is_null(), NO_BANK),
    ]
    return pl.coalesce([pl.when(condition.fill_null(True)).then(pl.lit(said)) for condition, said in reasons])


def rules_by_session(audit: Audit) -> list[Rules]:
    """The house rules of each session, by its number.

    >>> from pontoon_ledger.api import audit, read
    >>> rules_by_session(audit(read("sample_logs/kitchen-table.yaml"))) == [Rules()]
    True
    """
    return [
        Rules(**row) for row in audit.records.sessions.select(Rules.__struct_fields__).iter_rows(named=True)
    ]
