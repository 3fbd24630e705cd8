"""The bank beside every hand: who held it, which row is his, what it left open.

In: hands with their totals, deals with their holders. Out: the hands with the options of their rules,
`banker`, `classes`, `bank_classes`, and the seat where the order matters. Gathered by deal, not joined.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.frames import constants, first_rows, flags
from pontoon_ledger.replay.course import OF_A_PLAYER, PLAYED, STAKES
from pontoon_ledger.replay.totals import ALL_CLASSES, BIT, BUST, LEAST_TOTAL, PONTOON, with_classes

HAND_OPTIONS = (
    "stick_on",
    "split_rule",
    "max_hands",
    "buy_max",
    "fifth_card",
    "peek",
    "royal",
    "burn",
    "packs",
    "stakes_min",
    "stakes_max",
    "decimals",
)


def with_options(hands: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """Join what a hand must know of its deal whoever holds the bank: the number, the rules, was it void."""
    return _joined(
        hands,
        deals.select(
            "session_no",
            "deal_no",
            "dues_open",
            *HAND_OPTIONS,
            "banker_draws_below",
            doubled=pl.col("doubled").fill_null(False) & pl.col("banker_doubles"),
            void=pl.col("void").is_not_null(),
            shoot_on="shoot",
        ),
    )


def _joined(hands: pl.DataFrame, of_deal: pl.DataFrame) -> pl.DataFrame:
    alike = constants(of_deal)
    differing = of_deal.drop(alike)[hands["deal_idx"]]
    return hands.with_columns(**{**dict.fromkeys(of_deal.columns), **differing.to_dict(), **alike})


def with_banker(hands: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """Join who held the bank, and say which row is the bank's."""
    at = hands["deal_idx"]
    hands = _joined(hands, deals.select("holder", "lost", "staker"))
    banker = pl.col("bank_row") | (pl.col("player") == pl.col("holder")).fill_null(False)
    hands = hands.with_columns(banker=banker)
    cannot = pl.col("banker") & STAKES
    cannot |= (pl.col("player") == pl.col("staker")).fill_null(False) & pl.col("opening").is_not_null()
    banks = flags(hands.select(pl.col("deal_idx").filter("bank_row")).to_series(), len(deals))
    has_bank_row = banks.gather(at).alias("has_bank_row")
    known = pl.col("holder").is_not_null() | OF_A_PLAYER | has_bank_row
    again = _bank_again(hands)
    return hands.with_columns(
        has_bank_row,
        misplaced=cannot & ~pl.col("unread"),
        bank_again=again & ~cannot & ~pl.col("unread"),
        unread=pl.col("unread") | cannot | again,
        playing=~pl.col("banker") & known,
    )


def _bank_again(hands: pl.DataFrame) -> pl.Expr:
    """The bank's rows behind the first of their deal, whether they name the banker or `bank`."""
    banks = hands.select(pl.col("row", "deal_idx").filter("banker"))
    later = banks.filter(~banks["deal_idx"].is_first_distinct())
    return pl.col("row").is_in(later["row"].implode()) if len(later) else pl.lit(False)


def with_bank(hands: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """Add `classes`, and the bank's: `bank_classes`, `bank_unread`."""
    at = hands["deal_idx"]
    draws = {"none": LEAST_TOTAL, "16": 16, "17": 17}
    below = deals["banker_draws_below"].cast(pl.String).replace_strict(draws, return_dtype=pl.Int32)
    stands = pl.max_horizontal(pl.col("stick_on").cast(pl.Int32), LEAST_TOTAL)
    hands = with_classes(
        hands.with_columns(least_stand=pl.when("banker").then(below.gather(at)).otherwise(stands))
    ).drop("least_stand")
    banks = hands.select(pl.col("deal_idx", "classes", "unread").filter("banker"))
    if banks["unread"].any():
        banks = banks.sort("unread", descending=True, maintain_order=True)
    bank = first_rows(banks["deal_idx"], len(deals)).gather(at)
    turn = pl.col("playing") & ~pl.col("unread") & PLAYED
    turned = flags(hands.select(pl.col("deal_idx").filter(turn)).to_series(), len(deals)).gather(at)
    hands = hands.with_columns(
        bank_classes=banks["classes"].gather(bank), bank_unread=banks["unread"].gather(bank), turned=turned
    )
    open_bank = pl.col("bank_classes").fill_null(ALL_CLASSES)
    pontoon = open_bank & BIT[PONTOON]
    excluded = pl.col("peek") & pl.col("turned") & (pontoon != 0) & (open_bank != BIT[PONTOON])
    return hands.with_columns(
        bank_unread=pl.col("bank_unread").fill_null(False),
        bank_classes=pl.when(excluded).then(open_bank - pontoon).otherwise(open_bank).cast(pl.Int32),
        settled=pl.col("playing") & ~pl.col("unread") & ~pl.col("dues_open"),
        live=(pl.col("classes") & BIT[BUST]) == 0,
    ).drop("turned")


def with_seats(hands: pl.DataFrame, deals: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Add `seat_rank`, 0 = the banker's left, where shoot bets make the order matter; else null."""
    order = pl.lit(deals["order_known"]).gather("deal_idx")
    asks = hands.select((pl.col("shoots").is_not_null() & pl.col("shoot_on") & order).any()).item()
    if not asks:
        return hands.with_columns(seat_rank=pl.lit(None, dtype=pl.Int32))
    keys = ["session_no", "roster", "player"]
    count = seats.group_by("session_no", "roster").agg(n=pl.len().cast(pl.Int32))
    table = seats.join(count, on=["session_no", "roster"], how="left")
    at = hands.select(
        "session_no", "player", "holder", roster=pl.lit(deals["roster"]).gather("deal_idx"), known=order
    )
    own = at.join(table, on=keys, how="left", maintain_order="left")
    bank = at.join(
        table, left_on=["session_no", "roster", "holder"], right_on=keys, how="left", maintain_order="left"
    )
    rank = own.select(
        pl.when("known")
        .then((pl.col("seat") - bank["seat"] - 1) % pl.col("n"))
        .cast(pl.Int32)
        .alias("seat_rank")
    )
    return hands.with_columns(rank["seat_rank"])
