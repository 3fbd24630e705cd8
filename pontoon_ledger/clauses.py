"""The distinct clauses of a record as columns: each is read once, however often it was written.

In: a series of distinct clauses and the currency they are written in. Out: `Clauses`. What most of them
are, in plain spelling (`5c 9d`, and `buy 0.20 4h` or `won 0.40` where there are many), is cut up as columns;
everything else goes through `notation.parse_clause`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.cards import NO_SUIT, RANKS, SUITS, card_name
from pontoon_ledger.notation import MOST_CARDS, Kind, parse_clause

if TYPE_CHECKING:
    from pontoon_ledger.currency import Currency
    from pontoon_ledger.notation import Bad

_PACK = pl.Enum([card_name(code) for code in range(NO_SUIT)])
_PLAIN = rf"^ *(?:[{RANKS}][{SUITS}](?: |$)){{1,{MOST_CARDS}}}$"
_CARDS = [f"c{j}" for j in range(MOST_CARDS)]
_MANY = 1_000
"""Clauses that are worth a pattern of their own."""


class Clauses(Struct, frozen=True):
    """What each clause says, by its number; `bad` holds the clauses that could not be read.

    `cards`: the first card of every clause, then the second of every clause, up to `MOST_CARDS`.
    """

    kinds: pl.Series
    amounts: pl.Series
    totals: pl.Series
    cards: pl.Series
    bad: dict[int, Bad]

    def __len__(self) -> int:
        return len(self.kinds)


def read_clauses(texts: pl.Series, currency: Currency) -> Clauses:
    """Read each text.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> clauses = read_clauses(pl.Series([" 5c 9d", "buy 0.20 4h", "bett"]), NO_CURRENCY)
    >>> clauses.cards.to_list()[:6], clauses.amounts[1], list(clauses.bad)
    ([16, 14, None, 33, None, None], 20, [2])
    """
    count = (pl.col("text").str.strip_chars(" ").str.len_bytes() + 1) // 3
    plain = texts.to_frame("text").select(
        "text",
        plain=pl.col("text").str.contains(_PLAIN),
        kind=(count.clip(0, MOST_CARDS) + Kind.CARDS).cast(pl.UInt8),
        amount=pl.lit(None, dtype=pl.Int64),
        total=pl.lit(None, dtype=pl.Int8),
    )
    at = plain.select((~pl.col("plain")).arg_true()).to_series()
    word = pl.when("plain").then(pl.col("text").str.strip_chars(" "))
    codes = plain.select(_code(word.str.slice(3 * j, 2)).alias(name) for j, name in enumerate(_CARDS))
    if len(at) >= _MANY and currency.decimals:
        sums = _sums(at, texts.gather(at), currency.decimals)
        at = sums["at"].filter(sums["amount"].is_null())
        sums = sums.drop_nulls("amount")
        plain = plain.with_columns(plain[name].scatter(sums["at"], sums[name]) for name in ("kind", "amount"))
        codes = codes.with_columns(codes["c0"].scatter(sums["at"], sums["card"]))
    numbers = at.to_list()
    others = [parse_clause(text, currency) for text in texts.gather(at)]
    cards = [
        codes[name].scatter(at, [c.cards[j] if j < len(c.cards) else None for c in others])
        for j, name in enumerate(_CARDS)
    ]
    return Clauses(
        plain["kind"].scatter(at, [int(c.kind) for c in others]),
        plain["amount"].scatter(at, [c.amount for c in others]),
        plain["total"].scatter(at, [c.total for c in others]),
        pl.concat(cards),
        {number: c.bad for number, c in zip(numbers, others, strict=True) if c.bad is not None},
    )


def _code(card: pl.Expr) -> pl.Expr:
    """The code of a card in plain spelling, null where there is no text."""
    return card.replace("", None).cast(_PACK).to_physical().cast(pl.Int8)


def _sums(at: pl.Series, texts: pl.Series, decimals: int) -> pl.DataFrame:
    """Kind, amount and card of clauses such as `buy 0.20 4h` or `won 0.40`; null where spelt in another way.

    >>> _sums(pl.Series([7, 8, 9]), pl.Series([" buy 0.20 4h", "lost 0.40", "buy 20p 4h"]), 2).rows()
    [(7, 7, 20, 14), (8, 13, -40, None), (9, None, None, None)]
    """
    card = rf"([{RANKS}][{SUITS}])"
    figures = rf"([0-9]{{1,9}})\.([0-9]{{{decimals}}})"
    pattern = rf"^ *(?:(bet|won|lost) {figures}|buy {figures} {card})$"
    found = pl.DataFrame({"at": at, "text": texts}).with_columns(
        *(pl.col("text").str.extract(pattern, group).alias(str(group)) for group in range(1, 7))
    )
    verb = pl.col("1")
    amount = pl.coalesce(pl.concat_str("2", "3"), pl.concat_str("4", "5")).cast(pl.Int64)
    bought = pl.when(pl.col("6").is_not_null()).then(int(Kind.BUY))
    kinds = {"bet": Kind.BET, "won": Kind.RESULT, "lost": Kind.RESULT}
    return found.select(
        "at",
        kind=pl.coalesce(verb.replace_strict(kinds, default=None, return_dtype=pl.UInt8), bought),
        amount=pl.when(verb == "lost").then(-amount).otherwise(amount),
        card=_code(pl.col("6")),
    )
