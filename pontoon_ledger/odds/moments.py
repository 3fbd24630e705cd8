"""From hands as they were written to moments: each place at which a card came or a choice was made.

In: the hands of `told` that are told whole. Out: a row for each moment with the columns of
`analysis.MOMENT`, what was done there, and to which hand it belongs. Of a pair that was parted again nobody
writes which of its hands it was: it is taken to be the first each time, as all of them are alike until then.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from pontoon_ledger.cards import CARD_CODES, rank_of
from pontoon_ledger.odds.analysis import MOMENT
from pontoon_ledger.odds.game import Game
from pontoon_ledger.odds.pack import UNITS, value_of
from pontoon_ledger.odds.states import State
from pontoon_ledger.odds.values import burning, parting
from pontoon_ledger.shape import BOUGHT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    _Begin = tuple[int, int, int, bool]
    _Dealt = tuple[int, tuple[int, ...]]
    _Pair = tuple[int, int]
    _Where = tuple[int, int, bool, int]

ACTS = pl.Enum(["stick", "twist", "buy", "part", "burn"])
"""What may be done at a moment; null where the hand was over."""
PLACED: dict[str, pl.DataType | type[pl.DataType]] = {
    "row": pl.UInt32,
    "seat": pl.UInt32,
    "act": ACTS,
    "first": pl.Boolean,
    "last": pl.Boolean,
}
"""Whose a moment is, what was done, whether it is the first of its seat, the last of its hand."""
_COLUMNS = (*PLACED, *MOMENT)
_RANKS = [rank_of(code) or 0 for code in range(CARD_CODES)]
_ANY = Game()
_ASKED = ("row", "seat", "burns", "c1", "buy_max")


class _Line(NamedTuple):
    row: int
    seat: int
    burns: list[int] | None
    c1: int
    buy_max: int


def moments(hands: pl.DataFrame) -> pl.DataFrame:
    """All moments of hands that are told whole (`why` null), in no order.

    A hand that the bank's pontoon took at once has one, and nothing was done in it.

    >>> from pontoon_ledger.api import audit, read
    >>> from pontoon_ledger.odds.told import told
    >>> hands = told(audit(read("sample_logs/kitchen-table.yaml"))).filter(pl.col("why").is_null())
    >>> moments(hands).filter("first").height == hands["seat"].n_unique()
    True
    """
    begun, before = _beginnings(hands)
    lines = hands.join(begun, on="row", how="left", maintain_order="left").with_columns(
        pl.col("seen", "thrown", "parted").fill_null(0),
        pl.col("burned").fill_null(False),
        begun=pl.col("burned").is_not_null(),
    )
    parts = [before, *(_at(lines, cards) for cards in range(2, 6))]
    return pl.concat([part.select(_COLUMNS) for part in parts])


def _at(lines: pl.DataFrame, cards: int) -> pl.DataFrame:
    """The moment at which each hand held so many cards."""
    lines = lines.filter(pl.col("cards") >= cards)
    whole = pl.col("cards") == cards
    taken = range(3, cards + 1)
    prices = [pl.when(pl.col(f"how{k}") == BOUGHT).then(f"price{k}") for k in taken]
    twisted = pl.any_horizontal(pl.lit(False), *(pl.col(f"how{k}") != BOUGHT for k in taken))
    cap = prices[-1] / pl.col("bet") if prices else pl.col("buy_max").cast(pl.Float64)
    ended = pl.when(~pl.col("over")).then(pl.lit("stick"))
    act: pl.Expr = ended
    price: pl.Expr = pl.lit(None, dtype=pl.Float64)
    if cards < 5:
        buys = pl.col(f"how{cards + 1}") == BOUGHT
        taking = pl.when(buys).then(pl.lit("buy")).otherwise(pl.lit("twist"))
        act = pl.when(whole).then(ended).otherwise(taking)
        price = pl.when(~whole & buys).then(pl.col(f"price{cards + 1}") / pl.col("bet"))
    equal = (pl.col("r1") == pl.col("r2")) & ~(pl.col("split") & pl.col("burned"))
    return lines.select(
        "row",
        "seat",
        "seen",
        "thrown",
        "split",
        "parted",
        act=pl.when(~pl.col("shown")).then(act).cast(ACTS),
        first=~pl.col("begun") if cards == 2 else pl.lit(False),
        last=whole,
        hand=pl.sum_horizontal(f"u{k}" for k in range(1, cards + 1)),
        pair=equal if cards == 2 else pl.lit(False),
        twisted=twisted,
        staked=pl.sum_horizontal("bet", *prices) / pl.col("bet"),
        cap=pl.when(twisted).then(1.0).otherwise(cap),
        price=price,
    )


def _beginnings(hands: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """How each hand begins that was parted or thrown in before, and the moments that lie before it.

    Such hands are few: they are gone through one by one.
    """
    some = hands.filter((pl.col("of") > 1) | pl.col("burns").is_not_null()).sort("seat", "hand")
    before: list[tuple[Any, ...]] = []
    begun: list[tuple[Any, ...]] = []
    for _, seat in groupby(some.select(_ASKED).iter_rows(), key=itemgetter(1)):
        begun += _follow([_Line(*line) for line in seat], before)
    schema = {"row": pl.UInt32, "seen": pl.Int64, "thrown": pl.Int64, "parted": pl.Int8, "burned": pl.Boolean}
    return (
        pl.DataFrame(begun, schema=schema, orient="row"),
        pl.DataFrame(before, schema={**PLACED, **MOMENT}, orient="row"),
    )


def _follow(seat: Sequence[_Line], before: list[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Part and throw in as a seat did: the moments go to `before`; the beginning of each of its hands."""
    lead = seat[0]
    begins, moves = _course(tuple((_RANKS[line.c1], tuple(map(_rank, line.burns or ()))) for line in seat))
    before += [
        (lead.row, lead.seat, act, n == 0, False, *state[:7], 1.0, float(lead.buy_max), None)
        for n, (state, act) in enumerate(moves)
    ]
    for line, begin in zip(seat, begins, strict=True):
        yield line.row, *begin


@lru_cache(maxsize=4096)
def _course(hands: tuple[_Dealt, ...]) -> tuple[list[_Begin], list[tuple[State, str]]]:
    """How hands of one seat begin, each (first rank kept, ranks thrown in), and what was done before."""
    (_, first), *others = hands
    pairs = _pairs(first)
    moves: list[tuple[State, str]] = []
    if not others:
        seen, thrown, _, parted = _throw(pairs, (0, 0, False, 0), moves)
        return [(seen, thrown, parted, True)], moves
    kept, burns = others[0]
    rank = burns[0] if burns else kept
    at = next((n for n, (one, _) in enumerate(pairs) if one == rank), len(pairs))
    where = _throw(pairs[:at], (0, 0, False, 0), moves)
    places: list[_Where] = []
    for _ in others:
        state = State(2 * UNITS[value_of(rank)], *where, pair=True)
        moves.append((state, "part"))
        _, seen, thrown, parted = parting(state)
        where = seen, thrown, True, parted
        places.append(where)
    begins = []
    own = [pairs[at:], *(_pairs(burned) for _, burned in others)]
    for place, thrown_in in zip([where, *reversed(places)], own, strict=True):
        seen, thrown, _, parted = _throw(thrown_in, place, moves)
        begins.append((seen, thrown, parted, bool(thrown_in)))
    return begins, moves


def _throw(pairs: Sequence[_Pair], where: _Where, moves: list[tuple[State, str]]) -> _Where:
    """Throw pairs in one after the other; where the hand stands then. One of a split parts no more."""
    for n, (one, other) in enumerate(pairs):
        hand = UNITS[value_of(one)] + UNITS[value_of(other)]
        state = State(hand, *where, pair=one == other and not (where[2] and n))
        moves.append((state, "burn"))
        where = burning(_ANY, state)
    return where


def _pairs(ranks: Sequence[int]) -> list[_Pair]:
    return list(zip(ranks[::2], ranks[1::2], strict=True))


def _rank(card: int) -> int:
    return _RANKS[card]
