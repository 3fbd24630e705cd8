"""The cards of one deal, rulebook 1.1: no card more often than the packs hold it.

In: the columns of the replay's hands. Out: the P101 findings: the card that is one too many, in
the order of the record. Suits that nobody noted are counted by rank.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.cards import CARD_CODES, NO_SUIT, UNKNOWN, card_name
from pontoon_ledger.checks.base import raised

_BITS = pl.Series([1 << code if code < NO_SUIT else 0 for code in range(UNKNOWN + 1)], dtype=pl.UInt64)
_CARDS = [f"c{k}" for k in range(1, 6)]


def card_word(card: str) -> pl.Expr:
    """A column of card codes in words."""
    names = pl.lit(pl.Series([card_name(c) for c in range(CARD_CODES)]))
    return names.gather(pl.col(card).cast(pl.Int64))


def repeated_cards(hands: pl.DataFrame) -> pl.DataFrame:
    """P101 findings: the cards that are one too many in their deal."""
    repeats = too_often(hands).with_columns(found=card_word("card"))
    message = pl.format("{} is in this deal once more than the pack holds it", "found")
    return raised("P101", repeats.with_columns(message=message))


def too_often(hands: pl.DataFrame) -> pl.DataFrame:
    """The cards too many of each deal: `row` of the hand, `slot` of the card, its code `card`.

    Where there are too many of a rank, the last of those without a suit: of the others each is another card.
    Needs `row, deal_idx, packs, unread`. Only deals that can hold a repeated card are looked at closely.
    """
    suspects = _suspects(hands)
    if suspects.is_empty():
        return pl.DataFrame(
            schema={"row": pl.UInt32, "deal_idx": pl.UInt32, "slot": pl.String, "card": pl.Int8}
        )
    cards = long_cards(hands.join(suspects, on="deal_idx", how="semi").filter(~pl.col("unread")))
    rank = pl.when(pl.col("card") >= NO_SUIT).then(pl.col("card") - NO_SUIT).otherwise(pl.col("card") // 4)
    cards = cards.with_columns(rank=rank)
    same = pl.col("card").cum_count().over("deal_idx", "card")
    bare = pl.col("card") >= NO_SUIT
    cards = cards.with_columns(by_card=~bare & (same > pl.col("packs")))
    of_rank = (~pl.col("by_card")).cast(pl.Int32).sum().over("deal_idx", "rank")
    from_here = pl.col("card").cum_count(reverse=True).over("deal_idx", "card").cast(pl.Int32)
    by_rank = bare & (from_here <= of_rank - 4 * pl.col("packs"))
    return cards.filter(pl.col("by_card") | by_rank).select("row", "deal_idx", "slot", "card")


def _suspects(hands: pl.DataFrame) -> pl.DataFrame:
    """The deals in which the known cards are not all different, or some have no suit."""
    bits = [pl.lit(_BITS).gather(pl.col(c).cast(pl.Int64)) for c in _CARDS]
    known = [(pl.col(c) < NO_SUIT).fill_null(False).cast(pl.UInt8) for c in _CARDS]
    bare = pl.any_horizontal(pl.col(c).is_between(NO_SUIT, UNKNOWN - 1).fill_null(False) for c in _CARDS)
    union = bits[0].fill_null(0)
    for bit in bits[1:]:
        union = union | bit.fill_null(0)
    more = pl.col("burns").is_not_null() | pl.col("more_cards").is_not_null()
    of_hand = hands.select("deal_idx", union=union, known=pl.sum_horizontal(known), close=bare | more)
    by_deal = of_hand.group_by("deal_idx").agg(
        pl.col("union").bitwise_or(), pl.col("known").cast(pl.UInt32).sum(), pl.col("close").any()
    )
    repeated = pl.col("union").bitwise_count_ones() < pl.col("known")
    return by_deal.filter(repeated | pl.col("close")).select("deal_idx")


def long_cards(hands: pl.DataFrame) -> pl.DataFrame:
    """One row a known card, in the order of the record: burned pairs, the hand, cards past the fifth."""
    listed = hands.select(
        "row",
        "deal_idx",
        "packs",
        card=pl.concat_list(
            pl.col("burns").fill_null(pl.lit([], dtype=pl.List(pl.Int8))),
            *_CARDS,
            pl.col("more_cards").fill_null(pl.lit([], dtype=pl.List(pl.Int8))),
        ),
        burned=pl.col("burns").list.len().fill_null(0),
    )
    cards = listed.with_columns(k=pl.int_ranges(0, pl.col("card").list.len())).explode("card", "k")
    at = pl.col("k") - pl.col("burned").cast(pl.Int64)
    slot = pl.when(at < 0).then(pl.format("burn{}", pl.col("k") // 2)).otherwise(pl.format("card{}", at))
    return cards.filter(pl.col("card").is_not_null() & (pl.col("card") != UNKNOWN)).with_columns(slot=slot)
