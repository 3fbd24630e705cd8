"""Many hands at once: what each could do at a moment and what that was worth, by joins on a table.

In: a `Table` and a frame of moments, one row for each hand at each of its decisions. Out: the same rows with
Q of every choice, V and W. A price is any real price, in units of S.
"""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.pack import ACE, DIGIT, TEN, UNITS
from pontoon_ledger.odds.states import State
from pontoon_ledger.odds.tables import covering

if TYPE_CHECKING:
    from pontoon_ledger.odds.tables import Table

MOMENT = {
    "hand": pl.Int64,
    "seen": pl.Int64,
    "thrown": pl.Int64,
    "split": pl.Boolean,
    "parted": pl.Int8,
    "pair": pl.Boolean,
    "twisted": pl.Boolean,
    "staked": pl.Float64,
    "cap": pl.Float64,
    "price": pl.Float64,
}
"""Columns of a moment: the fields of a `State`, and the price (in S) at which the next card was bought, null
where it was not."""
_TWO = ("hand", "seen", "thrown", "split", "parted", "pair")
_AT = ("hand", "out")
_BUYING = ("hand", "out", "staked", "cap")
_MASK = (1 << DIGIT) - 1


def weigh(table: Table, moments: pl.DataFrame) -> pl.DataFrame:
    """Add what each moment is worth: in units of S, given that the bank has shown no pontoon.

    `stick` is W times T for any live hand, whether it may stick or not; `twist` too, null where the hand is
    over; `buy` is the card at its real price, null without one. `buy_low`, `buy_high`, `part` (a split) and
    `burn` are null where the rules do not allow them. `value` is V, the best that the rules allow;
    `before_peek` that of two first cards before the banker looks. A bust hand is worth what it has lost.

    >>> from pontoon_ledger.odds import Game, Values, pack
    >>> from pontoon_ledger.odds.tables import build
    >>> from pontoon_ledger.rules import Rules
    >>> table = build(Game(Rules(split="none")))
    >>> row = [pack.cards("95"), 0, 0, False, 0, False, False, 1.0, 2.0, 1.5]
    >>> weighed = weigh(table, pl.DataFrame([row], schema=MOMENT, orient="row"))
    >>> same = Values(table.game).bought(Values(table.game).dealt(pack.cards("95")), 1.5)
    >>> abs(weighed["buy"].item() - same) < 1e-12
    True
    """
    moments = moments.with_columns(out=pl.col("seen") + pl.col("thrown"))
    table = covering(table, _uncovered(table, moments))
    beside = _Beside(table)
    found = beside.with_hand(moments)
    two = table.of("two").select(*_TWO, "value", "part", "burn", "before_peek")
    found = found.join(two, on=_TWO, how="left", maintain_order="left", suffix="_two")
    found = found.rename({"value": "value_two"})
    free = ~pl.col("twisted") & pl.col("may_buy")
    prices = {
        "buy_low": (pl.lit(1.0), free),
        "buy_high": (pl.col("cap"), free & (pl.col("cap") > 1)),
        "buy": (pl.col("price"), pl.col("price").is_not_null() & ~pl.col("over")),
    }
    for name, (price, asked) in prices.items():
        keys = found.select(
            *_AT,
            staked=pl.when(asked).then(pl.col("staked") + price),
            cap=pl.when(asked).then(pl.max_horizontal(price, 1.0)),
        )
        found = found.with_columns(beside.bought(keys).alias(name))
    stick, twist = pl.col("w") * pl.col("staked"), pl.col("t") * pl.col("staked")
    best = pl.max_horizontal(
        pl.when(pl.col("over") | pl.col("may_stick")).then(stick), twist, "buy_low", "buy_high"
    )
    whole = pl.col("value_two").is_not_null() & ~pl.col("twisted")
    first = pl.col("cards") == 2
    return found.with_columns(
        stick=pl.when(first & pl.col("over")).then("value_two").otherwise(stick),
        twist=twist,
        value=pl.when(first & whole).then("value_two").otherwise(best),
    ).drop("out", "w", "t", "over", "may_stick", "may_buy", "cards", "value_two")


def _uncovered(table: Table, moments: pl.DataFrame) -> list[State]:
    """The distinct moments of which the table does not know the hand."""
    known = table.of("hand").select("hand", out="seen")
    distinct = moments.select(*_TWO, "out").unique(maintain_order=True)
    two = distinct.join(table.of("two"), on=_TWO, how="anti").drop("out").rows()
    more = distinct.join(known, on=_AT, how="anti").drop("out").rows()
    rows = [row for row in two if pack.size(row[0]) == 2] + [row for row in more if pack.size(row[0]) > 2]
    cap = table.game.rules.buy_max
    return [State(*row)._replace(cap=cap) for row in rows if pack.total(row[0])]


class _Beside:
    """What is joined to moments: the hands of a table, and what one card more makes of each."""

    def __init__(self, table: Table) -> None:
        self.game = table.game
        rows = table.of("hand").select("hand", out="seen", w="stick", t="twist")
        self.hands = rows.join(self._facts(rows["hand"].unique()), on="hand", how="left")
        self._draws: pl.DataFrame | None = None

    def _facts(self, hands: pl.Series) -> pl.DataFrame:
        game = self.game
        facts = [
            (hand, pack.size(hand), pack.done(hand), game.may_stick(hand), game.may_buy(hand))
            for hand in hands
        ]
        names = {
            "hand": pl.Int64,
            "cards": pl.Int8,
            **dict.fromkeys(("over", "may_stick", "may_buy"), pl.Boolean),
        }
        return pl.DataFrame(facts, schema=names, orient="row")

    def with_hand(self, moments: pl.DataFrame) -> pl.DataFrame:
        """W and a twist of each hand; a hand that is not in the table is bust."""
        lost = float(self.game.times(0, False)[0])
        joined = moments.join(self.hands, on=_AT, how="left", maintain_order="left")
        return joined.with_columns(
            pl.col("w").fill_null(lost),
            pl.col("over").fill_null(True),
            pl.col("may_stick", "may_buy").fill_null(False),
        )

    def bought(self, keys: pl.DataFrame) -> pl.Series:
        """What hands are worth that have just paid for a card, `staked` with its price, `cap` that price."""
        asked = keys.drop_nulls().unique()
        if asked.is_empty():
            return pl.repeat(None, len(keys), dtype=pl.Float64, eager=True)
        asked = asked.join(self.hands.select(*_AT, "t", "cards"), on=_AT, how="left", maintain_order="left")
        last = asked.filter(pl.col("cards") == 4).with_columns(worth=pl.col("t") * pl.col("staked"))
        more = asked.filter(pl.col("cards") < 4).drop("t", "cards")
        parts = [last.select(*_BUYING, "worth")]
        if len(more):
            parts.append(self._before(more))
        worth = pl.concat(parts)
        return keys.join(worth, on=_BUYING, how="left", maintain_order="left")["worth"]

    def _before(self, keys: pl.DataFrame) -> pl.DataFrame:
        """The sum over the next card, for hands that will have three or four."""
        drawn = keys.join(self.draws, on=_AT, how="left")
        states = drawn.select("out", "staked", "cap", hand="more")
        worth = self._buying(states)
        lost = float(self.game.times(0, False)[0])
        summed = (
            drawn.with_columns(part=pl.col("chance") * worth)
            .group_by(_BUYING)
            .agg(pl.col("part").sum(), pl.col("lost").first())
        )
        return summed.select(*_BUYING, worth=pl.col("part") + pl.col("lost") * lost * pl.col("staked"))

    def _buying(self, states: pl.DataFrame) -> pl.Series:
        """V of hands of three cards or more that have not twisted."""
        found = states.join(self.hands, on=_AT, how="left", maintain_order="left")
        free = ~pl.col("over") & pl.col("may_buy")
        for name, price in (("low", pl.lit(1.0)), ("high", pl.col("cap"))):
            keys = found.select(
                *_AT, staked=pl.when(free).then(pl.col("staked") + price), cap=pl.when(free).then(price)
            )
            found = found.with_columns(self.bought(keys).alias(name))
        stay = pl.when(pl.col("over") | pl.col("may_stick")).then(pl.col("w") * pl.col("staked"))
        return found.select(
            pl.max_horizontal(stay, pl.col("t") * pl.col("staked"), "low", "high")
        ).to_series()

    @property
    def draws(self) -> pl.DataFrame:
        """Each hand that one card more may make, with its chance, and the chance that it busts."""
        if self._draws is None:
            self._draws = self._drawn()
        return self._draws

    def _drawn(self) -> pl.DataFrame:
        packs = self.game.rules.packs
        gone = pl.col("hand") + pl.col("out")
        left = [(16 if v == TEN else 4) * packs - (gone // unit & _MASK) for v, unit in enumerate(UNITS)]
        rows = self.hands.filter(~pl.col("over")).select(*_AT)
        rows = rows.with_columns(
            **{f"n{v}": n.cast(pl.Float64) for v, n in enumerate(left)},
        ).with_columns(whole=reduce(add, (pl.col(f"n{v}") for v in range(len(UNITS)))))
        parts = []
        for v, unit in enumerate(UNITS):
            chance = pl.col(f"n{v}") / pl.col("whole") * self._no_pontoon(v) / self._no_pontoon(None)
            parts.append(
                rows.select(*_AT, more=pl.col("hand") + unit, chance=chance).filter(pl.col("chance") > 0)
            )
        live = self.hands.select("out", more="hand")
        drawn = pl.concat(parts).join(live, on=["more", "out"], how="semi")
        return drawn.with_columns(lost=1 - pl.col("chance").sum().over(_AT))

    def _no_pontoon(self, drawn: int | None) -> pl.Expr:
        """The chance that the bank has none, one card `drawn` more being out of the pack."""
        if not self.game.rules.peek:
            return pl.lit(1.0)
        aces = pl.col(f"n{ACE}") - (1 if drawn == ACE else 0)
        tens = pl.col(f"n{TEN}") - (1 if drawn == TEN else 0)
        whole = pl.col("whole") - (0 if drawn is None else 1)
        return 1 - 2 * aces * tens / (whole * (whole - 1))
