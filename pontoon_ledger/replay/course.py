"""The regular course of the bank: deals in which the next holder follows at a glance.

In: deals, and the hands that may be pontoons. Out: the holder and heir of every deal that needs no
thought, and `event` where it does: those few deals are walked one by one in `bank.py`.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.notation import Kind
from pontoon_ledger.shape import BOUGHT

OPEN = "?"
PLAYED = (
    (pl.col("cards") > 2).fill_null(False)
    | pl.col("split")
    | pl.col("ending").is_in([Kind.STICK, Kind.BUST, Kind.FIVE]).fill_null(False)
)
"""A hand that went past its first two cards: a player's, under `peek`, rules a banker's pontoon out (2.4)."""

SHOT = pl.col("shoots").is_not_null() | pl.col("shoot_recorded").is_not_null()
"""Whether a hand shot: its bets are written, or what they made."""

BET_UNTOLD = pl.col("shoots").is_null() & pl.col("shoot_recorded").is_not_null()
"""Whether what its shoot bets made is all that is written of them."""

STAKES = (
    pl.col("opening").is_not_null()
    | pl.any_horizontal((pl.col(f"how{k}") == BOUGHT).fill_null(False) for k in (3, 4, 5))
    | pl.col("burns").is_not_null()
    | pl.col("staked").is_not_null()
    | SHOT
)
"""A row of what the bank never does: bet, split, buy, burn, shoot, or have something staked."""

OF_A_PLAYER = STAKES | pl.col("split")
"""The same of all hands of a split: whose row it is bet, whether his bet was noted or not."""

TURN = OF_A_PLAYER & PLAYED
"""A hand that was played where nobody yet knows which row is the bank's."""

TURN_ASKS = (
    *("opening", "cards", "split", "ending", "unread"),
    *("how3", "how4", "how5", "burns", "staked", "shoots", "shoot_recorded"),
)


def claims_by_deal(hands: pl.DataFrame) -> pl.DataFrame:
    """The deals with a hand that is or may be a pontoon: `deal_idx, claimant, plain, banked, turn, present`.

    `plain`: a single sure, unsplit pontoon. It makes the heir, whoever holds the bank, where the bank surely
    has none: a row is written as the bank's (`banked`), or under `peek` somebody took his `turn`. A row
    under the holder's name, one of `present`, shows as much.
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
    near = hands.select("deal_idx", "player", "bank_row", *TURN_ASKS).filter(here)
    beside = near.group_by("deal_idx").agg(banked=pl.col("bank_row").any(), turn=TURN.any(), present="player")
    claims = claims.join(beside, on="deal_idx", how="left")
    return claims.with_columns(
        plain=(pl.col("many") == 1) & pl.col("good") & pl.col("claimant").is_not_null(),
    ).select("deal_idx", "claimant", "plain", "banked", "turn", "present")


def regular_course(deals: pl.DataFrame, claims: pl.DataFrame, unreadable: set[int]) -> pl.DataFrame:
    """Add `event`, and for the other deals `holder`, `expected` (the heir), `sold_by` and `sold_for`.

    Needs the options `bank_passes`, `bank_sale`, `peek` and the session's `first_bank` on the deals.
    """
    at = deals.select("deal_idx").join(claims, on="deal_idx", how="left", maintain_order="left")
    deals = deals.with_columns(at.drop("deal_idx"))
    marked = pl.col("deal_idx").is_in(list(unreadable))
    deals = deals.with_columns(
        wins=pl.col("bank_passes") == "pontoon",
        whoever=pl.col("banked") | pl.col("turn") & pl.col("peek"),
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
    deals = _with_holders(deals)
    irregular = (
        pl.col("first")
        | pl.col("special")
        | pl.col("after")
        | pl.col("moved")
        | (pl.col("holder") == OPEN)
        | (pl.col("before") == OPEN)
        | (pl.col("expected") == OPEN)
        | ((pl.col("holder") != pl.col("expected")) ^ pl.col("sold"))
    )
    deals = deals.with_columns(irregular=irregular)
    event = pl.col("irregular") | pl.col("irregular").shift(-1, fill_value=False)
    seller = pl.when("sold").then("expected")
    return deals.with_columns(event=event, sold_by=seller, sold_for=pl.when("sold").then("price")).drop(
        *("claimant", "plain", "banked", "turn", "present", "wins", "whoever", "irregular"),
        *("sold", "special", "first", "moved", "after"),
    )


def _with_holders(deals: pl.DataFrame) -> pl.DataFrame:
    """Add `holder`, `before`, `expected`, `won` (who won it from another in the deal before) and `after`.

    A claim that asks for a row of the holder is taken for good until one lacks that row. From there on all
    such claims are open, up to a bank that is named or won whoever held it.
    """
    held = _held(deals, pl.col("plain"))
    row = pl.col("present").list.contains(pl.col("holder"))
    lacking = pl.col("wins") & pl.col("plain") & ~pl.col("whoever") & ~row
    if not held.select(lacking.any()).item():
        return held
    won = (pl.col("wins") & pl.col("plain") & pl.col("whoever")).shift(1)
    anew = pl.col("first") | pl.col("bank").is_not_null() | won
    doubted = pl.when(lacking).then(True).when(anew).then(False).forward_fill()
    deals = deals.with_columns(held.select(doubted=doubted))
    return _held(deals, pl.col("plain") & (pl.col("whoever") | ~pl.col("doubted"))).drop("doubted")


def _held(deals: pl.DataFrame, wins: pl.Expr) -> pl.DataFrame:
    """Who holds the bank where these claims win it, `OPEN` where that is not known."""
    good = wins.fill_null(False) & pl.col("wins")
    unclear = pl.col("wins") & pl.col("plain").is_not_null() & ~good
    after = (unclear | pl.col("special")).shift(1, fill_value=True)
    won = pl.when(good).then("claimant").shift(1)
    anchor = (
        pl.when(pl.col("bank").is_not_null())
        .then("bank")
        .when("first")
        .then(pl.coalesce("first_bank", pl.lit(OPEN)))
        .when(pl.col("special") | after)
        .then(pl.lit(OPEN))
        .otherwise(won)
    )
    before = pl.col("holder").shift(1)
    expected = pl.when("after").then(pl.lit(OPEN)).otherwise(pl.coalesce("won", before))
    deals = deals.with_columns(holder=anchor.forward_fill(), after=after, won=won)
    return deals.with_columns(
        expected=expected, before=before, won=pl.when(pl.col("won") != before).then("won")
    )
