"""What a hand brought, parted into what was to be expected, the luck of each card, what decisions cost.

In: an audit and how the bankers play. Out: `Luck`: a row for each player in each deal in units of S, and the
decisions that were not the best. result = sitting + first + second + draw + bank - cost, exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.odds.analysis import MOMENT
from pontoon_ledger.odds.game import Game
from pontoon_ledger.odds.moments import moments
from pontoon_ledger.odds.spread import spread_of
from pontoon_ledger.odds.told import CARDS, NO_OTHER, rules_by_session, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.odds.policy import Policy
    from pontoon_ledger.rules import Rules

    Bankers = Callable[[int, str], Policy]
    """How a banker plays: asked with a session's number and the name as it is spelt there."""

NOT_READY = "its rules were not reckoned through yet"
NOTHING = 1e-9
"""What a decision may cost, in S, and still count as the best."""
_SEAT = ("seat", "deal_idx", "session_no", "session", "deal_no", "deal", "player", "holder")
PARTS = ("first", "second", "draw", "bank")
"""The parts of luck: the first card, the second, the cards drawn, the bank's hand."""
_SUMS = {
    "seat": pl.UInt32,
    **dict.fromkeys(("sitting", "draw", "bank", "cost", "var_first", "var", "first", "second"), pl.Float64),
    **dict.fromkeys(("decisions", "mistakes"), pl.UInt32),
}
_ALIKE = [*MOMENT, "act", "first", "last", "live", "began"]
"""What moments have alike that need be weighed only once."""
_CHOICES = ("value", "stick", "twist", "buy_low", "buy_high", "part", "burn")


class Luck(Struct, frozen=True):
    """`seats`: a row for each player in each deal, in the order of the record. Names are as they are spelt.

    `why` says why it is left out, null where it is not; `hands` is how many it holds. `bet`, `due`, `counts`
    are money in the smallest coin, the rest is in S: `sitting` (to be expected before the first card), the
    `PARTS` of luck, `cost` (never negative) of its `decisions`, of which `mistakes` were not the best;
    `var_first` and `var`, the variances of the first card and of all after it.

    `mistakes`: the decisions that were not the best, with what each choice was worth.
    `games`: which game each seat's `game` is.
    """

    seats: pl.DataFrame
    mistakes: pl.DataFrame
    games: tuple[Game, ...]


def luck(audit: Audit, bankers: Bankers, ready: Callable[[Game], bool] = lambda game: True) -> Luck:
    """Weigh every hand of an audit that is told whole; hands of a game that is not `ready` are left out.

    >>> from pontoon_ledger.api import audit, read
    >>> from pontoon_ledger.odds import DEFAULT
    >>> found = luck(audit(read("sample_logs/kitchen-table.yaml")), lambda session, name: DEFAULT)
    >>> whole = found.seats.filter(pl.col("why").is_null())
    >>> parts = whole.select(pl.sum_horizontal("sitting", *PARTS) - pl.col("cost")).to_series()
    >>> float((parts - whole["due"] / whole["bet"]).abs().max()) < 1e-12
    True
    """
    hands = told(audit)
    hands, games = _with_games(hands, audit, bankers, ready)
    whole = hands.filter(pl.col("why").is_null())
    all_moments = moments(whole)
    of_game = whole.select("row", "game", "due", "bet", "shown", "bust", "began")
    all_moments = all_moments.join(of_game, on="row", how="left", maintain_order="left")
    parts = [
        _weighed(part, games[number])
        for (number,), part in all_moments.partition_by("game", as_dict=True, maintain_order=True).items()
    ]
    if not parts:
        return Luck(_seats(hands, pl.DataFrame(schema=_SUMS)), pl.DataFrame(schema={"seat": pl.UInt32}), ())
    done = pl.concat(parts)
    return Luck(_seats(hands, _summed(done)), _mistakes(done, whole), games)


def _with_games(
    hands: pl.DataFrame, audit: Audit, bankers: Bankers, ready: Callable[[Game], bool]
) -> tuple[pl.DataFrame, tuple[Game, ...]]:
    """The hands with the number of their game, and the games."""
    house = rules_by_session(audit)
    keys = ["session_no", "doubled", "holder"]
    played = hands.filter(pl.col("why").is_null()).select(keys).unique(maintain_order=True)
    kinds: dict[Rules, int] = {}
    kind = [kinds.setdefault(rules, len(kinds)) for rules in house]
    known: dict[tuple[int, Policy, bool], int] = {}
    games: dict[Game, int] = {}
    numbers = []
    for session, doubled, holder in played.iter_rows():
        words = kind[session], bankers(session, holder), doubled
        if words not in known:
            game = Game(house[session], *words[1:])
            known[words] = games.setdefault(game, len(games))
        numbers.append(known[words])
    played = played.with_columns(game=pl.Series(numbers, dtype=pl.Int32))
    hands = hands.join(played, on=keys, how="left", maintain_order="left")
    waiting = [number for game, number in games.items() if not ready(game)]
    put_off = pl.when(pl.col("game").is_in(waiting)).then(pl.lit(NOT_READY))
    return hands.with_columns(why=pl.coalesce("why", put_off)), tuple(games)


def _weighed(moments: pl.DataFrame, game: Game) -> pl.DataFrame:
    """What each moment of one game adds to each part of its seat."""
    spread = spread_of(game)
    table = spread.table
    moments = moments.with_columns(live=~pl.col("bust") & ~pl.col("shown"))
    known = spread.weigh(moments.select(_ALIKE).unique(maintain_order=True))
    known = known.join(spread.first.drop("chance"), on="began", how="left", maintain_order="left")
    found = moments.join(known, on=_ALIKE, how="left", maintain_order="left", nulls_equal=True)
    paid, taken = pl.col("due") / pl.col("bet"), pl.col("act") != "stick"
    ended = pl.when(pl.col("last") & ~pl.col("shown")).then(paid - pl.col("stick")).otherwise(0.0)
    begun = pl.when("shown").then(paid).otherwise("value") - pl.col("before_peek")
    came = pl.when(~pl.col("first")).then("value").otherwise(0.0)
    left = pl.when(taken).then("q").otherwise(0.0)
    parting = pl.col("split") | (pl.col("act") == "part").fill_null(False)
    return found.with_columns(
        sitting=pl.when("first").then(table.sitting),
        first_card=pl.when("first").then(pl.col("worth") - table.sitting),
        second_card=pl.when("first").then(pl.col("before_peek") - pl.col("worth")),
        draw=came - left,
        bank=pl.when("first").then(begun).otherwise(0.0) + ended,
        cost=(pl.col("value") - pl.col("q")).fill_null(0.0),
        var_first=pl.when("first").then(spread.of_first),
        var=pl.col("var") + pl.when("first").then(pl.col("second") + pl.col("peek")).otherwise(0.0),
        after=pl.when("split").then(came + ended).otherwise(0.0) - pl.when(parting).then(left).otherwise(0.0),
    )


def _summed(done: pl.DataFrame) -> pl.DataFrame:
    """The parts of each seat. What happens after a pair was parted has its own square for a variance."""
    sums = done.group_by("seat").agg(
        pl.col("sitting", "draw", "bank", "cost", "var_first", "var", "after").sum(),
        first=pl.col("first_card").sum(),
        second=pl.col("second_card").sum(),
        decisions=pl.col("act").is_not_null().sum(),
        mistakes=(pl.col("cost") > NOTHING).sum(),
    )
    return sums.with_columns(var=pl.col("var") + pl.col("after") ** 2).drop("after")


def _seats(hands: pl.DataFrame, sums: pl.DataFrame) -> pl.DataFrame:
    """A row a seat: what is written of it, and its parts where it is told whole."""
    other = pl.col("why") != NO_OTHER
    seats = hands.group_by("seat", maintain_order=True).agg(
        pl.col(*_SEAT[1:], "bet", "file_no", "line", "decimals", "game").first(),
        hands=pl.len().cast(pl.Int32),
        due=pl.when(pl.col("due").is_not_null().all()).then(pl.col("due").sum()),
        counts=pl.when(pl.col("counts").is_not_null().all()).then(pl.col("counts").sum()),
        why=pl.coalesce(pl.col("why").filter(other).first(), pl.col("why").first()),
    )
    return seats.join(sums, on="seat", how="left", maintain_order="left")


def _mistakes(done: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The decisions that were not the best, the costliest first, with the cards of their hand."""
    wrong = done.filter(pl.col("cost") > NOTHING).select(
        "row", "act", "hand", "cost", "price", "cap", "game", "twisted", *_CHOICES
    )
    wrong = wrong.rename({"hand": "held"})
    named = hands.select("row", "seat", "hand", "bet", "line", *CARDS)
    wrong = wrong.join(named, on="row", how="left", maintain_order="left")
    return wrong.sort(["cost", "row", "held"], descending=[True, False, False])
