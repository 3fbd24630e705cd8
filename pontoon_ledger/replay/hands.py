"""A hand is a row: the replay from the readers' frames to rows that the checks can judge.

In: `Records`. Out: `Replay`: hands with classes, stakes and what is due, deals with their banker,
and the faults found in the plays. No reading, no printing, no loop over hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.cards import UNKNOWN
from pontoon_ledger.currency import Currency
from pontoon_ledger.frames import flags, in_order, joined, meanwhile
from pontoon_ledger.notation import Kind
from pontoon_ledger.plays import PlayFault, read_plays
from pontoon_ledger.replay.beside import HAND_OPTIONS, with_bank, with_banker, with_options, with_seats
from pontoon_ledger.replay.deals import with_holders
from pontoon_ledger.replay.due import with_due
from pontoon_ledger.replay.stakes import with_ranges, with_stakes
from pontoon_ledger.replay.totals import (
    may_be_pontoon,
    with_totals,
)
from pontoon_ledger.rules import OPTIONS, Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.records.model import Records

_OF_FIRST = ("bet", "c1", "burns", "unread")


class Replay(Struct, frozen=True):
    """The replayed records. `faults` holds the clauses that could not be read, by row of `hands`."""

    hands: pl.DataFrame
    deals: pl.DataFrame
    sessions: pl.DataFrame
    faults: list[PlayFault]


def replay(records: Records) -> Replay:
    """Replay every deal of the records by the rules of its session."""
    sessions = _sessions(records.sessions)
    deals = _deals(records, sessions)
    plays, faults = _plays(records, deals)
    hands = pl.concat([records.hands, plays], how="horizontal").with_row_index("row")
    hands = in_order(hands, "deal_idx")
    known = deals["known"].gather(hands["deal_idx"])
    hands = hands.with_columns(unread=~pl.col("readable") | pl.col("faulty") | ~known)
    counted = may_be_pontoon(with_totals(_with_splits(hands, deals)))
    held = meanwhile(len(hands), lambda: with_holders(deals, sessions, records.seats, counted))
    hands = with_stakes(with_options(counted, deals))
    deals = held()
    hands = with_bank(with_ranges(with_banker(hands, deals)), deals)
    hands = with_seats(hands, deals, records.seats)
    rulesets, numbers = _rulesets(sessions)
    hands = with_due(hands.with_columns(ruleset=numbers.gather(hands["session_no"])), rulesets)
    return Replay(hands, deals, sessions, faults)


def _sessions(sessions: pl.DataFrame) -> pl.DataFrame:
    """The options as columns that compare fast: words as enumerations of the option's values."""
    words = {
        name: pl.Enum([str(v) for v in values])
        for name, values in OPTIONS.items()
        if isinstance(values[0], str)
    }
    sessions = sessions.with_columns(pl.col(name).cast(dtype) for name, dtype in words.items())
    limits = {
        f"kitty_{to}": pl.coalesce(f"kitty_{end}", f"stakes_{end}")
        for to, end in (("low", "min"), ("high", "max"))
    }
    return sessions.with_row_index("session_no").rename({"split": "split_rule"}).with_columns(**limits)


def _deals(records: Records, sessions: pl.DataFrame) -> pl.DataFrame:
    """The deals with their options. `dues_open`: what was not read may change what is due on every hand.

    Where the rules or the currency could not be read (`known` false) nothing of a deal is judged.
    """
    options = sessions.select(
        pl.col("session_no").cast(pl.Int32),
        *HAND_OPTIONS,
        "banker_draws_below",
        "banker_doubles",
        "shuffle_after",
        "bank_sale",
        "shoot",
        "kitty_low",
        "kitty_high",
        "bank_passes",
        "order_known",
        "session",
        "whole",
        known=pl.col("rules_known") & pl.col("money_known"),
    )
    deals = records.deals.with_row_index("deal_idx").with_columns(
        has_hands=flags(records.hands["deal_idx"], len(records.deals))
    )
    deals = deals.join(options, on="session_no", how="left", maintain_order="left")
    last = (pl.col("session_no") != pl.col("session_no").shift(-1)).fill_null(True)
    cut_off = last & ~pl.col("whole")
    doubled_open = pl.col("banker_doubles") & pl.col("doubled").is_null()
    bank_open = ~pl.col("readable") & cut_off & pl.col("bank").is_null()
    said = {name: pl.when("known").then(name) for name in ("shuffled", "doubled", "kitty", "price")}
    return deals.with_columns(
        dues_open=~pl.col("readable") & (cut_off | doubled_open),
        bank_unreadable=pl.col("bank_unreadable") | bank_open | ~pl.col("known"),
        **said,
    ).drop("whole")


def _plays(records: Records, deals: pl.DataFrame) -> tuple[pl.DataFrame, list[PlayFault]]:
    """The plays as columns, each read in the currency of its session."""
    money = records.sessions.select("currency", "decimals")
    of_session = deals["session_no"].gather(records.hands["deal_idx"])
    frames, faults, rows = [], [], []
    texts = records.hands["text"]
    if money.n_unique() <= 1 or texts.is_empty():
        code, decimals = money.row(0) if len(money) else (None, 2)
        return read_plays(texts, _currency(code, decimals))
    codes = money.select(pl.struct(pl.all()).rank("dense")).to_series().gather(of_session)
    numbers = pl.Series(range(len(texts)), dtype=pl.UInt32)
    for number in codes.unique().sort():
        mine = numbers.filter(codes == number)
        code, decimals = money.row(int(of_session[int(mine[0])]))
        frame, found = read_plays(texts.gather(mine), _currency(code, decimals))
        frames.append(frame)
        rows.append(mine)
        faults += [PlayFault(int(mine[f.row]), f.clause, f.bad) for f in found]
    order = pl.concat(rows).arg_sort()
    return pl.concat(frames)[order], sorted(faults, key=lambda f: (f.row, f.clause))


def session_currencies(records: Records) -> dict[int, Currency]:
    """The currency of each session, by its number."""
    rows = records.sessions.select("currency", "decimals").iter_rows()
    return {i: _currency(code, decimals) for i, (code, decimals) in enumerate(rows)}


def _currency(code: str | None, decimals: int) -> Currency:
    from pontoon_ledger.currency import NO_CURRENCY, UnknownCurrency, currency

    if code is None:
        return NO_CURRENCY
    try:
        known = currency(code)
    except UnknownCurrency:
        return Currency(code, decimals, None)
    return known if known.decimals == decimals else Currency(code, decimals, None)


def _with_splits(hands: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """Add `split` (rulebook 3.2; the first hand of a split is one too) and facts of the first hand.

    A second `bet` of a player (P009) splits nothing.
    """
    bet_again = ~pl.col("readable") & pl.col("opening").is_in([Kind.BET, Kind.OPEN]).fill_null(False)
    again = (pl.col("hand") > 1) & ~bet_again
    split = (pl.col("opening") == Kind.SPLIT).fill_null(False) | (pl.col("hand") > 1)
    if not hands.select(again.any()).item():
        nothing = [pl.lit(None, dtype=hands.schema[name]).alias(f"first_{name}") for name in _OF_FIRST]
        return hands.with_columns(*nothing, split=split)
    divided = flags(hands.select(pl.col("deal_idx").filter(again)).to_series(), len(deals))
    keys = ["deal_idx", "player"]
    near = hands.select("row", *keys, "hand", again=again).filter(divided.gather(hands["deal_idx"]))
    first = near.filter(pl.col("hand") == 1).join(near.filter("again"), on=keys, how="semi")
    first = first.select(*keys, first="row").unique(keys, keep="first")
    near = near.join(first, on=keys, how="inner")
    at = pl.repeat(None, len(hands), dtype=pl.UInt32, eager=True).scatter(near["row"], near["first"])
    firsts = hands.select(pl.col(_OF_FIRST).gather(at).name.prefix("first_"))
    hands = joined(hands, firsts.with_columns(first_c1=_split_card(hands, near, firsts)))
    return hands.with_columns(split=split | at.is_not_null())


def _split_card(hands: pl.DataFrame, near: pl.DataFrame, firsts: pl.DataFrame) -> pl.Series:
    """The card that was split, as the first of the hands tells it whose first card was seen.

    Where the first hand burned a pair, its own cards tell.
    """
    known = (firsts["first_c1"] != UNKNOWN).fill_null(False) | firsts["first_burns"].is_not_null()
    if known.gather(near["row"]).all():
        return firsts["first_c1"]
    seen = (pl.col("c1") != UNKNOWN) & ~pl.col("unread") & pl.col("burns").is_null()
    cards = hands.select("c1", seen=seen)[near["row"]]
    told = pl.concat([near.select("row", "first"), cards], how="horizontal").filter("seen")
    told = told.unique("first", keep="first", maintain_order=True).select("first", "c1")
    of_each = near.select("row", "first").join(told, on="first")
    card = firsts["first_c1"].scatter(of_each["row"], of_each["c1"])
    return pl.select(pl.when(known).then(firsts["first_c1"]).otherwise(card)).to_series()


def _rulesets(sessions: pl.DataFrame) -> tuple[Sequence[Rules], pl.Series]:
    """The distinct rules of the sessions, and the number of each session's."""
    names = list(OPTIONS)
    words = [name for name, values in OPTIONS.items() if isinstance(values[0], str)]
    plain = sessions.rename({"split_rule": "split"}).with_columns(pl.col(words).cast(pl.String))
    options = plain.select(names)
    rules = [Rules(**dict(zip(names, row, strict=True))) for row in options.iter_rows()]
    distinct = list(dict.fromkeys(rules))
    number = {r: i for i, r in enumerate(distinct)}
    return distinct, pl.Series([number[r] for r in rules], dtype=pl.UInt32)
