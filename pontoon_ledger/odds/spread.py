"""How far chance alone could have moved a hand: the exact variance of each event of chance in it.

In: a `Table` and moments that were weighed. Out: variances in S squared, each given all that had happened
before it, so that they add up over a hand that was not parted and over a season.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.analysis import MOMENT, weigh
from pontoon_ledger.odds.keeping import table_of
from pontoon_ledger.odds.moments import ACTS
from pontoon_ledger.odds.pack import UNITS
from pontoon_ledger.odds.states import State
from pontoon_ledger.odds.tables import Table
from pontoon_ledger.odds.values import Values, burning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.odds.game import Game

_PLACE = ("hand", "seen", "thrown", "split", "parted")
_BEFORE = (*_PLACE, "act", "staked", "price")
"""What the next card of a hand hangs on, and what it may bring."""


class Spread(Struct, frozen=True, dict=True):
    """The events of chance in a game."""

    table: Table

    @cached_property
    def values(self) -> Values:
        """The chances of the game, those of its values that are asked."""
        return Values(self.table.game)

    @cached_property
    def first(self) -> pl.DataFrame:
        """By the value of the first card (`began`): its `chance`, and what a deal is `worth` then.

        `second` is the variance that the next card brings into that.

        >>> from pontoon_ledger.odds.game import Game
        >>> spread_of(Game()).first["worth"].round(2).to_list()
        [1.13, 0.21, 0.01, -0.15, -0.25, -0.3, -0.34, -0.27, -0.19, -0.01]
        """
        plain = ~pl.col("split") & (pl.col("seen") == 0) & (pl.col("thrown") == 0)
        two = self.table.of("two").filter(plain).select("hand", "pair", "before_peek")
        worth = {(hand, pair): value for hand, pair, value in two.iter_rows()}
        sums = [[0.0] * len(UNITS) for _ in range(3)]
        for hand, pair, chance in self.values.deals(0):
            for value, n in enumerate(pack.counts(hand)):
                for power, total in enumerate(sums):
                    total[value] += chance * n / 2 * worth[hand, pair] ** power
        chances, means, squares = sums
        means = [mean / chance for mean, chance in zip(means, chances, strict=True)]
        second = [
            square / chance - mean**2 for square, chance, mean in zip(squares, chances, means, strict=True)
        ]
        columns = {"began": range(len(UNITS)), "chance": chances, "worth": means, "second": second}
        return pl.DataFrame(columns, schema_overrides={"began": pl.Int8})

    @cached_property
    def of_first(self) -> float:
        """How far the first card moves what a deal is worth."""
        rows = self.first.select("chance", "worth").iter_rows()
        return float(sum(chance * (worth - self.table.sitting) ** 2 for chance, worth in rows))

    def weigh(self, moments: pl.DataFrame) -> pl.DataFrame:
        """Moments with what `analysis.weigh` adds, `q` of what was done, and `var`.

        `var`: the variance of the next card, or of the bank's hand where the hand is over. It is 0 where that
        bust, and in hands of a split, what happens to one of which hangs on the others. `peek`, of the first
        moment of a seat: the variance of whether the bank has a pontoon to show. Needs the columns of
        `moments.PLACED`, and `live`: whether the bank's hand decides.
        """
        plain = ~pl.col("split")
        drawn = moments.filter(plain, pl.col("act").is_in(["twist", "buy", "burn"]))
        steps = self._steps(drawn.select(_BEFORE).unique(maintain_order=True))
        both = pl.concat([moments.select(*MOMENT), steps.select(*MOMENT)])
        known = weighed(self.table, both)
        found = pl.concat([moments.drop(*MOMENT), known.head(len(moments))], how="horizontal")
        found = found.with_columns(q=pl.coalesce(pl.when(act=act).then(act) for act in ACTS.categories))
        steps = steps.with_columns(then=known["value"].tail(len(steps)))
        found = found.join(_moved(steps), on=_BEFORE, how="left", maintain_order="left", nulls_equal=True)
        over = moments.filter(plain, "last", "live").select(_PLACE).unique(maintain_order=True)
        found = found.join(self._bank(over), on=_PLACE, how="left", maintain_order="left")
        begins = self._peek(moments.filter("first")["hand"].unique())
        found = found.join(begins, on="hand", how="left", maintain_order="left")
        of_next = pl.col("square") - pl.col("q") ** 2
        of_bank = pl.when("last").then(pl.col("of_bank") * pl.col("staked") ** 2)
        return found.with_columns(
            var=pl.coalesce(of_bank, of_next).fill_null(0.0).clip(0.0),
            peek=pl.col("none") * (1 - pl.col("none")) * (pl.col("value") - pl.col("brings")) ** 2,
        ).drop("of_bank", "square", "none", "brings")

    def _steps(self, acts: pl.DataFrame) -> pl.DataFrame:
        """The moments that may come of acts, each with its chance; those acts under names with `by_`."""
        places = acts.select(*_PLACE, "act").unique(maintain_order=True)
        rows = [(*place, *step) for place in places.iter_rows() for step in self._next(*place)]
        kinds = {name: MOMENT[name] for name in _PLACE} | {"act": acts.schema["act"]}
        then = {f"to_{name}": MOMENT[name] for name in ("hand", "thrown", "pair")}
        steps = pl.DataFrame(rows, schema=kinds | then | {"chance": pl.Float64}, orient="row")
        steps = acts.join(steps, on=[*_PLACE, "act"], how="inner")
        price, burned = pl.col("price").fill_null(0.0), pl.col("act") == "burn"
        bounds = pl.when(burned).then(float(self.table.game.rules.buy_max))
        return steps.select(
            pl.col(_BEFORE).name.prefix("by_"),
            "chance",
            "seen",
            "split",
            "parted",
            hand="to_hand",
            thrown="to_thrown",
            pair="to_pair",
            twisted=pl.col("act") == "twist",
            staked=pl.col("staked") + price,
            cap=bounds.otherwise(pl.max_horizontal(price, 1.0)),
            price=pl.lit(None, dtype=pl.Float64),
        )

    def _next(
        self, hand: int, seen: int, thrown: int, split: bool, parted: int, act: str
    ) -> Iterator[tuple[int, int, bool, float]]:
        """Each hand that may come of an act: (hand, thrown in, a pair, chance)."""
        if act == "burn":
            where = burning(self.table.game, State(hand, seen, thrown, split, parted))
            for state, chance in self.values.redealt(*where):
                yield state.hand, state.thrown, state.pair, chance
        else:
            for value, chance in self.values.draws(hand + seen + thrown):
                yield hand + UNITS[value], thrown, False, chance

    def _bank(self, places: pl.DataFrame) -> pl.DataFrame:
        """The variance of what the bank's hand makes of a finished one, per unit of T."""
        game, rows = self.table.game, []
        self.values.prepare(hand + seen + thrown for hand, seen, thrown, *_ in places.iter_rows())
        for hand, seen, thrown, split, parted in places.iter_rows():
            out = hand + seen + thrown
            times, none = game.times(game.class_of(hand), split), self.values.no_pontoon(out)
            mean = self.values.finished(hand, out, split=split)
            chances = zip(self.values.bank(out), times, strict=True)
            square = sum(chance * paid * paid for chance, paid in chances) / none
            rows.append((hand, seen, thrown, split, parted, max(0.0, square - mean**2)))
        schema = {name: MOMENT[name] for name in _PLACE} | {"of_bank": pl.Float64}
        return pl.DataFrame(rows, schema=schema, orient="row")

    def _peek(self, hands: pl.Series) -> pl.DataFrame:
        """The chance that the bank shows no pontoon to two first cards, and what they bring if it does."""
        rows = [(hand, self.values.no_pontoon(hand), float(self.values.shown(hand))) for hand in hands]
        schema = {"hand": MOMENT["hand"], "none": pl.Float64, "brings": pl.Float64}
        return pl.DataFrame(rows, schema=schema, orient="row")


def _moved(steps: pl.DataFrame) -> pl.DataFrame:
    """The mean square of what acts lead to."""
    by = [f"by_{name}" for name in _BEFORE]
    squares = (pl.col("chance") * pl.col("then") ** 2).sum()
    moved = steps.group_by(by, maintain_order=True).agg(square=squares)
    return moved.rename(lambda name: name.removeprefix("by_"))


@lru_cache(maxsize=8)
def spread_of(game: Game) -> Spread:
    """The spread of a game; what was worked out for it once is kept.

    >>> from pontoon_ledger.odds.game import Game
    >>> spread_of(Game()) is spread_of(Game())
    True
    """
    return Spread(table_of(game))


def weighed(table: Table, moments: pl.DataFrame) -> pl.DataFrame:
    """What `analysis.weigh` adds to moments, beside them; each distinct one is weighed once.

    Of the table only hands with the same cards elsewhere are taken: a hand never leads to another of them.
    """
    distinct = moments.select(*MOMENT).unique(maintain_order=True)
    out = distinct.select(pl.col("seen") + pl.col("thrown")).to_series().unique()
    near = table.frame.filter((pl.col("kind") != "hand") | pl.col("seen").is_in(out.implode()))
    known = weigh(Table(table.game, near), distinct)
    return moments.join(known, on=list(MOMENT), how="left", maintain_order="left", nulls_equal=True)
