"""Clauses read as columns say what the one grammar of a clause says of them."""

from __future__ import annotations

import itertools

import polars as pl
import pytest

from pontoon_ledger.cards import NO_SUIT, card_name
from pontoon_ledger.clauses import _MANY, read_clauses
from pontoon_ledger.currency import Currency, currency
from pontoon_ledger.notation import MOST_CARDS, WON_CELL, parse_clause

CARDS = [card_name(code) for code in range(NO_SUIT)]
PRICES = (
    "0.20",
    "0.200",
    "0.2",
    ".20",
    "1",
    "20p",
    "1234567.05",
    "9999999999.99",
    "00.20",
    "0,20",
    "0.2o",
    "",
)
ODD = ("4h ", " 4h", "10h", "4", "x", "4H", "4h 5h", "4z", "", "\u0664h")


@pytest.mark.parametrize(
    "money", [currency("GBP"), currency("BHD"), currency("JPY"), Currency("ROK", 1, None)]
)
def test_many_clauses_are_read_as_each_is_by_itself(money: Currency) -> None:
    prices = [f"{pence // 100}.{pence % 100:02}" for pence in range(40)]
    texts = [f" buy {price} {card}" for price, card in itertools.product(prices, CARDS)]
    texts += [
        f"{before}{price} {card}"
        for before in (" buy ", "buy  ", "BUY ", " bet ", " lost ")
        for price in PRICES
        for card in (*ODD, "4h")
    ]
    texts += [" 5c 9d", "5c 9d ", " stick 18", " twist 4h", " burn 9c 4d", "", " buy", "\x0420", " \x03-0.20"]
    texts = list(dict.fromkeys(texts))
    assert len(texts) > _MANY
    clauses = read_clauses(pl.Series(texts), money)
    cards = [clauses.cards[j * len(texts) : (j + 1) * len(texts)].to_list() for j in range(MOST_CARDS)]
    found = zip(clauses.kinds, clauses.amounts, clauses.totals, zip(*cards, strict=True), strict=True)
    for at, (text, (kind, amount, total, codes)) in enumerate(zip(texts, found, strict=True)):
        each = parse_clause(text, money)
        assert (kind, amount, total) == (each.kind, each.amount, each.total), text
        assert tuple(code for code in codes if code is not None) == each.cards, text
        assert clauses.bad.get(at) == each.bad, text


@pytest.mark.parametrize("said", ["won 0.20", "LOST 0.20", "push", "won"])
def test_a_column_of_results_wants_the_sign_alone(said: str) -> None:
    bad = parse_clause(f"{WON_CELL}{said}", currency("GBP")).bad
    assert bad is not None
    assert (bad.code, bad.start, bad.end) == ("P006", 1, 1 + len(said))
    assert bad.message == f"{said!r} stands where the sign alone says who won"
