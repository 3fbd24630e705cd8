"""How a banker has really played: what he stayed on and what he drew to, from the record.

In: the hands of an audit. Out: a `Record`: a policy, and how many hands and choices it is made of. A deal in
which every player's hand had bust says nothing: the banker need not play it (rulebook 4.2).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.cards import parse_card, rank_of
from pontoon_ledger.odds import pack
from pontoon_ledger.odds.policy import DEFAULT, Policy, observed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_CARDS = ("c1", "c2", "c3", "c4", "c5")


class Record(Struct, frozen=True):
    """A banker as he was seen: `hands` of his whose cards are written, `choices` he had in them."""

    policy: Policy
    hands: int
    choices: int


def record_of(hands: pl.DataFrame, player: str | None = None, other: Policy = DEFAULT) -> Record:
    """Read off how `player` holds the bank, or all who held it; where nobody saw him, he plays as `other`.

    `hands` are those of an `Audit`. Only hands whose first two cards are written count; a card that nobody
    noted ends what can be said of a hand.

    >>> cards = {"c1": ["Ks", "Kh"], "c2": ["6c", "9s"], "c3": [None] * 2, "c4": [None] * 2, "c5": [None] * 2}
    >>> rows = {"banker": [True, False], "player": ["Ann", "Bob"], "class": ["16", "19"]}
    >>> seen = record_of(pl.DataFrame({**cards, **rows, "session_no": [0, 0], "deal_no": [1, 1]}))
    >>> seen.hands, seen.choices, seen.policy.stays(16, False), seen.policy.stays(15, False)
    (1, 1, Fraction(1, 1), 0)
    """
    deal = ["session_no", "deal_no"]
    against = (
        hands.filter(~pl.col("banker") & (pl.col("class") != "bust").fill_null(True)).select(deal).unique()
    )
    rows = hands.filter("banker", pl.col("c1").is_not_null()).join(against, on=deal, how="semi")
    if player is not None:
        rows = rows.filter(player=player)
    stayed: Counter[tuple[int, bool]] = Counter()
    seen: Counter[tuple[int, bool]] = Counter()
    counted = 0
    for cards in rows.select(_CARDS).iter_rows():
        choices = list(_choices(cards))
        counted += bool(choices)
        for at, stays in choices:
            seen[at] += 1
            stayed[at] += stays
    return Record(observed(stayed, seen, other), counted, seen.total())


def _choices(cards: Iterable[str | None]) -> Iterator[tuple[tuple[int, bool], bool]]:
    """Each total that the banker could stay on, with whether he did."""
    codes = [None if card is None else parse_card(card) for card in cards]
    ranks = [None if code is None else rank_of(code) for code in codes]
    hand = 0
    for n, rank in enumerate(ranks):
        if rank is None:
            return
        hand += pack.UNITS[pack.value_of(rank)]
        if n >= 1 and not pack.done(hand):
            yield (pack.total(hand), pack.soft(hand)), codes[n + 1] is None
