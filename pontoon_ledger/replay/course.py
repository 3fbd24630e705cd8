"""The regular course of the bank: deals in which the next holder follows at a glance.

In: deals, and the hands that may be pontoons. Out: the holder and heir of every deal that needs no
thought, and `event` where it does: those few deals are walked one by one in `bank.py`.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.notation import Kind

OPEN = "?"
PLAYED = (
    (pl.col("cards") > 2).fill_null(False)
    | pl.col("split")
    | pl.col("ending").is_in([Kind.STICK, Kind.BUST, Kind.FIVE]).fill_null(False)
)
"""A hand that went past its first two cards: a player's, under `peek`, rules a banker's pontoon out (2.4)."""

TURN = pl.col("opening").is_not_null() & PLAYED
"""The same where nobody yet knows which row is the bank's: a row that staked is a player's."""


def claims_by_deal(hands: pl.DataFrame) -> pl.DataFrame:
    """The deals with a hand that is or may be a pontoon: `deal_idx, claimant, plain`.

    `plain`: a single sure, unsplit pontoon beside a banker who surely has none (or who is the claimant
    himself): it is the heir, whoever holds the bank.
    """
    claims = (
        hands.select("deal_idx", "player", "pontoon_open", "pontoon_sure", "split", "unread", "bank_row")
        .filter("pontoon_open")
        .group_by("deal_idx")
        .agg(
            pl.len().alias("many"),
            claimant=pl.col("player").first(),
            good=(pl.col("pontoon_sure") & ~pl.col("split") & ~pl.col("unread") & ~pl.col("bank_row")).all(),
        )
    )
    here = pl.col("deal_idx").is_in(claims["deal_idx"].implode())
    near = hands.select("deal_idx", "opening", "cards", "split", "ending").filter(here)
    beside = near.group_by("deal_idx").agg(bare=pl.col("opening").is_null().sum(), turn=TURN.any())
    claims = claims.join(beside, on="deal_idx", how="left")
    return claims.with_columns(
        plain=(pl.col("many") == 1) & pl.col("good") & pl.col("claimant").is_not_null(),
    ).select("deal_idx", "claimant", "plain", "bare", "turn")


def regular_course(deals: pl.DataFrame, claims: pl.DataFrame, unreadable: set[int]) -> pl.DataFrame:
    """Add `event`, and for the other deals `holder`, `expected` (the heir), `sold_by` and `sold_for`.

    Needs the options `bank_passes`, `bank_sale`, `peek` and the session's `first_bank` on the deals.
    """
    at = deals.select("deal_idx").join(claims, on="deal_idx", how="left", maintain_order="left")
    deals = deals.with_columns(at.drop("deal_idx"))
    certain = (pl.col("bare") == 1) | (pl.col("turn") & pl.col("peek"))
    plain = pl.col("plain").fill_null(False) & certain.fill_null(False)
    wins = pl.col("bank_passes") == "pontoon"
    marked = pl.col("deal_idx").is_in(list(unreadable))
    deals = deals.with_columns(
        heir_after=pl.when(plain & wins).then("claimant"),
        unclear=wins & pl.col("plain").is_not_null() & ~plain,
        sold=pl.col("price").is_not_null() & pl.col("bank").is_not_null() & pl.col("bank_sale"),
        special=(pl.col("price").is_not_null() & ~(pl.col("bank").is_not_null() & pl.col("bank_sale")))
        | pl.col("void").is_not_null()
        | pl.col("gap")
        | pl.col("bank_unreadable")
        | ~pl.col("has_hands")
        | marked
        | (pl.col("bank_passes") == "each_deal"),
        first=(pl.col("session_no") != pl.col("session_no").shift(1)).fill_null(True),
        moved=(pl.col("roster") != pl.col("roster").shift(1)).fill_null(True),
    )
    after = (pl.col("unclear") | pl.col("special")).shift(1, fill_value=True)
    won = pl.col("heir_after").shift(1)
    anchor = (
        pl.when(pl.col("bank").is_not_null())
        .then("bank")
        .when("first")
        .then(pl.coalesce("first_bank", pl.lit(OPEN)))
        .when(pl.col("special") | after)
        .then(pl.lit(OPEN))
        .otherwise(won)
    )
    deals = deals.with_columns(holder=anchor.forward_fill())
    before = pl.col("holder").shift(1)
    expected = pl.when(after).then(pl.lit(OPEN)).otherwise(pl.coalesce(won, before))
    deals = deals.with_columns(expected=expected, before=before, won=won)
    irregular = (
        pl.col("first")
        | pl.col("special")
        | after
        | pl.col("moved")
        | (pl.col("holder") == OPEN)
        | (pl.col("expected") == OPEN)
        | ((pl.col("holder") != pl.col("expected")) ^ pl.col("sold"))
    )
    deals = deals.with_columns(irregular=irregular)
    event = pl.col("irregular") | pl.col("irregular").shift(-1, fill_value=False)
    seller = pl.when("sold").then("expected")
    return deals.with_columns(event=event, sold_by=seller, sold_for=pl.when("sold").then("price")).drop(
        "sold",
        "plain",
        "bare",
        "turn",
        "claimant",
        "heir_after",
        "unclear",
        "special",
        "first",
        "moved",
        "irregular",
    )
