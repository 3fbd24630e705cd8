"""The pack as a queue, rulebook 6.6: a card that came again before it could.

In: replayed hands and deals with `shuffle_due`. Out: the P102 and P105 findings, one a deal at most. Two
deals are compared as sets of cards; the window between them counts what was drawn at its most. Suits that
nobody noted are counted by rank.
"""

from __future__ import annotations

import polars as pl

from pontoon_ledger.cards import NO_SUIT
from pontoon_ledger.checks.base import raised
from pontoon_ledger.checks.pack import card_word, long_cards

PACK = 52
_HAND_AT_MOST = 5
_NO_END = 10_000
_REPEAT = ("row", "deal_idx", "k", "slot", "card", "b_deal_idx", "silent", "b_silent")
_ONE_TOO_MANY = "{} is one too many of its rank since deal {}, and none can have come up again so soon"


def came_too_soon(hands: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """P102 where every deal of the window says `shuffled: false`, P105 where one is silent.

    One a deal: an error goes before a note.
    """
    nothing = raised("P102", pl.DataFrame(schema={"row": pl.UInt32, "deal_idx": pl.UInt32}))
    deals = _with_stretches(deals)
    if deals.is_empty() or deals["stretch"][-1] == len(deals):
        return nothing
    deals = _with_drawn(hands, deals)
    suspects = _suspects(hands, deals)
    if suspects.is_empty():
        return nothing
    near = hands.filter(pl.col("deal_idx").is_in(suspects["deal_idx"].implode()), ~pl.col("unread"))
    cards = long_cards(near)
    if cards.is_empty():
        return nothing
    found = _repeats(cards, deals)
    if found.is_empty():
        return nothing
    order = {"deal_idx": False, "by_rank": False, "row": False, "k": False, "b_deal_idx": True}
    found = found.sort(*order, descending=[*order.values()]).with_columns(
        found=card_word("card"),
        before=pl.lit(deals["deal"]).gather("b_deal_idx"),
        all_said=pl.col("silent") == pl.col("b_silent"),
    )
    told = (
        pl.when("by_rank")
        .then(pl.format(_ONE_TOO_MANY, "found", "before"))
        .otherwise(
            pl.format("{} was dealt in deal {} and cannot have come up again so soon", "found", "before")
        )
    )
    sure = found.filter("all_said").unique("deal_idx", keep="first", maintain_order=True)
    others = found.join(sure, on="deal_idx", how="anti", maintain_order="left")
    supposed = others.unique("deal_idx", keep="first", maintain_order=True).with_columns(
        message=pl.format("{}: a shuffle that nobody wrote down is supposed", told),
        help=pl.lit("write shuffled: true on the deal before which it was made"),
    )
    sure = sure.with_columns(message=pl.format("{}: no shuffle was made", told))
    return pl.concat([raised("P102", sure), raised("P105", supposed)])


def _with_stretches(deals: pl.DataFrame) -> pl.DataFrame:
    """Add `stretch`, which counts the shuffles, and `silent`, the deals that say nothing of theirs."""
    shuffled = pl.col("shuffled").fill_null(pl.col("shuffle_due").fill_null(True))
    new = (pl.col("session_no") != pl.col("session_no").shift(1)).fill_null(True)
    return deals.with_columns(
        stretch=(shuffled | pl.col("fresh") | new).cast(pl.UInt32).cum_sum(),
        silent=pl.col("shuffled").is_null().cast(pl.Int64).cum_sum(),
    )


def _with_drawn(hands: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """Add what was drawn in each deal at most, and the running sum of it."""
    may_burn = (pl.col("burn") != "off") & ~pl.col("banker")
    burns_open = may_burn & ~pl.col("listed")
    of_hand = (
        pl.when(burns_open)
        .then(_NO_END)
        .when(pl.col("listed") & ~pl.col("unread"))
        .then(pl.col("cards") + pl.col("extra") + pl.col("burns").list.len().fill_null(0))
        .otherwise(pl.when(may_burn).then(_NO_END).otherwise(_HAND_AT_MOST))
    )
    drawn = hands.group_by("deal_idx").agg(
        drawn=of_hand.cast(pl.Int64).sum(),
        nameless=(pl.col("player").is_null() & ~pl.col("bank_row")).any(),
        banked=pl.col("banker").any(),
    )
    deals = deals.join(drawn, on="deal_idx", how="left", maintain_order="left")
    whole = (
        pl.when(~pl.col("readable") | ~pl.col("has_hands") | pl.col("nameless").fill_null(False))
        .then(_NO_END)
        .when(pl.col("banked").fill_null(False))
        .then("drawn")
        .otherwise(pl.col("drawn").fill_null(0) + _HAND_AT_MOST)
    )
    return deals.with_columns(drawn=whole).with_columns(upto=pl.col("drawn").cum_sum())


def _suspects(hands: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """The deals that share a card, or may, with one close before it in the same stretch."""
    sets = _card_sets(hands)
    table = deals.select("deal_idx", "stretch", "drawn", "upto", "packs").join(
        sets, on="deal_idx", how="left", maintain_order="left"
    )
    table = table.with_columns(pl.col("cards").fill_null(0), pl.col("close").fill_null(False))
    hit: list[int] = []
    lag = 1
    while True:
        before = table.shift(lag)
        pair = pl.concat([table, before.select(pl.all().name.prefix("b_"))], how="horizontal")
        near = pair.filter(
            (pl.col("stretch") == pl.col("b_stretch"))
            & (pl.col("upto") - pl.col("b_upto") + pl.col("b_drawn") <= PACK * pl.col("packs"))
        )
        if near.is_empty():
            break
        shared = (pl.col("cards") & pl.col("b_cards")) != 0
        some = near.filter(shared | pl.col("close") | pl.col("b_close"))
        hit += some["deal_idx"].to_list() + some["b_deal_idx"].to_list()
        lag += 1
    return pl.DataFrame({"deal_idx": sorted(set(hit))}, schema={"deal_idx": pl.UInt32})


def _card_sets(hands: pl.DataFrame) -> pl.DataFrame:
    """The known cards of each deal as a set of bits; `close` where the bits do not tell all."""
    bits = pl.Series([1 << c if c < NO_SUIT else 0 for c in range(NO_SUIT + 14)], dtype=pl.UInt64)
    union = pl.lit(0, dtype=pl.UInt64)
    for k in range(1, 6):
        union = union | pl.lit(bits).gather(pl.col(f"c{k}").cast(pl.Int64)).fill_null(0)
    bare = pl.any_horizontal(
        pl.col(f"c{k}").is_between(NO_SUIT, NO_SUIT + 12).fill_null(False) for k in range(1, 6)
    )
    close = bare | pl.col("burns").is_not_null() | pl.col("more_cards").is_not_null()
    return (
        hands.filter(~pl.col("unread"))
        .select("deal_idx", cards=union, close=close)
        .group_by("deal_idx")
        .agg(pl.col("cards").bitwise_or(), pl.col("close").any())
    )


def _repeats(cards: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """Cards whose last copy but `packs` was dealt within the window; `by_rank`: whose last but 4 x `packs`.

    A card that surely came again by its suit is not counted by its rank too.
    """
    at = deals.select("deal_idx", "stretch", "drawn", "upto", "silent")
    cards = cards.join(at, on="deal_idx", how="left").sort("row", "k")
    bare = pl.col("card") >= NO_SUIT
    cards = cards.with_columns(
        rank=pl.when(bare).then(pl.col("card") - NO_SUIT).otherwise(pl.col("card") // 4), bare=bare
    )
    found = []
    for packs in cards["packs"].unique().to_list():
        mine = cards.filter(pl.col("packs") == packs)
        suited = _too_near(mine.filter(~pl.col("bare")), ["stretch", "card"], packs, packs)
        found.append(suited.select(*_REPEAT, by_rank=False))
        if mine["bare"].any():
            again = suited.filter(pl.col("silent") == pl.col("b_silent"))
            others = mine.join(again, on=["row", "k"], how="anti", maintain_order="left")
            found.append(_too_near_by_rank(others, packs).select(*_REPEAT, by_rank=True))
    return pl.concat(found).filter(pl.col("b_deal_idx") < pl.col("deal_idx"))


def _too_near_by_rank(cards: pl.DataFrame, packs: int) -> pl.DataFrame:
    """The same where suits are missing: of a deal's cards of a rank the last without one is one too many."""
    kind, copies = ["stretch", "rank"], 4 * packs
    bare = pl.col("bare").cast(pl.Int32).rolling_sum(copies + 1, min_samples=1).over(kind)
    near = _too_near(cards.with_columns(bare_within=bare > 0), kind, copies, packs).filter("bare_within")
    last = cards.filter("bare").unique(["deal_idx", "rank"], keep="last")
    return near.update(last.select("deal_idx", "rank", "row", "k", "slot", "card"), on=["deal_idx", "rank"])


def _too_near(cards: pl.DataFrame, part: list[str], copies: int, packs: int) -> pl.DataFrame:
    """The cards of which the one `copies` before it of the same kind lies in the same window, or deal."""
    before = {f"b_{c}": pl.col(c).shift(copies).over(part) for c in ("deal_idx", "upto", "drawn", "silent")}
    return cards.with_columns(**before).filter(
        pl.col("upto") - pl.col("b_upto") + pl.col("b_drawn") <= PACK * packs,
    )
