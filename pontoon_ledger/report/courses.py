"""Running balances: what everybody was up or down after each deal, or after each evening.

In: moves of the play (the columns of `balances.MOVES`) and the places in order. Out: a `Course`. From the
first result on that nobody knows a line is null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl
from msgspec import Struct

from pontoon_ledger.transfers import PLAY_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence


class Line(NamedTuple):
    """One player, or the kitty: the balance before the first place and after each; where it first moved."""

    name: str
    account: bool
    values: tuple[int | None, ...]
    first: int

    @property
    def last(self) -> int | None:
        """How it ends."""
        return self.values[-1]

    @property
    def lost(self) -> int | None:
        """The place from which on it is not known.

        >>> Line("Ann", False, (0, 5, None), 1).lost
        2
        """
        return self.values.index(None) if None in self.values else None


class Course(Struct, frozen=True):
    """Lines over places; `labels[0]` is the time before the first."""

    labels: tuple[str, ...]
    lines: tuple[Line, ...]

    def thinned(self, most: int) -> tuple[int, ...]:
        """Places to show where there are more than `most`: every so many, the first and the last.

        >>> Course(tuple("abcdefg"), ()).thinned(4)
        (0, 2, 4, 6)
        """
        count = len(self.labels)
        step = max(1, -(-(count - 1) // max(most - 1, 1)))
        return tuple(sorted({*range(0, count, step), count - 1}))


def course(moves: pl.DataFrame, place: pl.Expr, labels: Sequence[str]) -> Course:
    """Sum up what the play moved, place by place; `place` counts from 1, `labels` has one for 0 too.

    Where somebody moved money whom nobody can name, no line is known from there on. Accounts and seats
    played for others on which nothing stays are left out.

    >>> move = {"kind": "hand", "payer": "Ann", "payee": "Bob"}
    >>> move |= {"payer_account": False, "payee_account": False}
    >>> moves = pl.DataFrame([move | {"deal_no": 1, "counts": 20}, move | {"deal_no": 2, "counts": -50}])
    >>> [line.values for line in course(moves, pl.col("deal_no"), ["start", "1", "2"]).lines]
    [(0, -20, 30), (0, 20, -30)]
    """
    play = moves.filter(pl.col("kind").is_in(PLAY_KINDS)).with_columns(place=place.cast(pl.Int64))
    gets = play.select("place", "counts", player="payee", account="payee_account")
    gives = play.select("place", -pl.col("counts"), player="payer", account="payer_account")
    sides = pl.concat([gives, gets])
    nameless = sides.filter(pl.col("player").is_null())["place"].min()
    nets = (
        sides.drop_nulls("player")
        .group_by("account", "player", "place")
        .agg(net=pl.when(pl.col("counts").is_null().any()).then(None).otherwise(pl.col("counts").sum()))
        .sort("account", "player", "place")
    )
    grid = pl.DataFrame({"place": pl.int_range(1, len(labels), eager=True)})
    lines = [
        _line(str(player), bool(account), mine, grid, nameless if isinstance(nameless, int) else None)
        for (account, player), mine in nets.group_by("account", "player", maintain_order=True)
    ]
    seats = set(play.filter(pl.col("kind") == "share")["payer"])
    shown = [
        line
        for line in lines
        if any(value != 0 for value in line.values) or not (line.account or line.name in seats)
    ]
    return Course(tuple(labels), tuple(shown))


def _line(name: str, account: bool, nets: pl.DataFrame, grid: pl.DataFrame, lost: int | None) -> Line:
    met = nets.select("place", "net", met=pl.lit(True))
    net = pl.when(pl.col("met").is_null()).then(0).otherwise("net")
    unknown = net.is_null().cum_sum() > 0
    if lost is not None:
        unknown |= pl.col("place") >= lost
    value = pl.when(~unknown).then(net.fill_null(0).cum_sum())
    values = grid.join(met, on="place", how="left", maintain_order="left").select(value.alias("value"))
    first = nets["place"].min()
    return Line(name, account, (0, *values["value"].to_list()), first if isinstance(first, int) else 1)
