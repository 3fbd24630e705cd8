"""Luck summed up: who had how much of it, how remarkable that is, and what the decisions cost.

In: a `Luck`, the names to show. Out: a row for each player and each banker, with what is left out beside it.
In money the stake comes in: it is chosen when the first card is seen, so that card's luck is reckoned at the
mean stake, and what the choice of stakes made of it stands apart.
"""

from __future__ import annotations

from math import erfc, sqrt
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.odds.exact import holm
from pontoon_ledger.odds.luck import PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.odds.luck import Luck

PLAYER, BANKER = "player", "banker"
ENOUGH = 10
"""Deals from which on a p is given: of fewer the sum is far from the bell that it is read off."""
EXACT, SQUARES = "exact", "squares"
"""What a standard error is made of: the variance of each chance; the squares of the luck of each deal."""
_WHO = ("name", "role", "currency", "decimals")


def named(luck: Luck, audit: Audit, shown: Callable[[int, str], str]) -> pl.DataFrame:
    """The seats with the names to show, `name` and `against`, their currency, the file they stand in.

    `shown` says what a spelling in a session, by its number, is shown as.
    """
    seats = luck.seats
    for spelt, name in (("player", "name"), ("holder", "against")):
        distinct = seats.select("session_no", spelt).drop_nulls().unique(maintain_order=True)
        called = [shown(session, spelling) for session, spelling in distinct.iter_rows()]
        distinct = distinct.with_columns(pl.Series(name, called, dtype=pl.String))
        seats = seats.join(distinct, on=["session_no", spelt], how="left", maintain_order="left")
    currencies = audit.records.sessions["currency"]
    paths = pl.Series([source.path for source in audit.records.sources], dtype=pl.String)
    return seats.with_columns(
        currency=currencies.gather(seats["session_no"]), file=paths.gather(seats["file_no"])
    )


def of_players(seats: pl.DataFrame, names: Collection[str]) -> pl.DataFrame:
    """The seats that these players played, or that were played against them."""
    return seats.filter(pl.col("name").is_in(names) | pl.col("against").is_in(names))


def left_out(seats: pl.DataFrame) -> dict[str, int]:
    """How many hands are left out, by reason, the most first.

    >>> left_out(pl.DataFrame({"why": ["no cards", None, "no cards"], "hands": [1, 2, 3]}))
    {'no cards': 4}
    """
    gone = seats.filter(pl.col("why").is_not_null()).group_by("why", maintain_order=True)
    return dict(
        gone.agg(pl.col("hands").sum()).sort("hands", descending=True, maintain_order=True).iter_rows()
    )


def for_file(seats: pl.DataFrame) -> pl.DataFrame:
    """A row a seat with every figure: money in the smallest coin, the rest in S; `why` it is left out."""
    luck = {f"luck_{part}": pl.col(part) for part in PARTS}
    return seats.select(
        "session",
        "deal_no",
        "deal",
        "player",
        "name",
        pl.col("holder").alias("bank"),
        pl.col("against").alias("bank_name"),
        *("hands", "why", "currency", "decimals", "bet", "due"),
        result=pl.when(pl.col("why").is_null()).then(pl.col("due") / pl.col("bet")),
        expected="sitting",
        **luck,
        decisions=-pl.col("cost"),
        choices="decisions",
        not_best="mistakes",
        variance=pl.col("var_first") + pl.col("var"),
        file="file",
        line="line",
    )


def lines(
    seats: pl.DataFrame, names: Collection[str] | None = None, *, by_session: bool = False
) -> pl.DataFrame:
    """A row for each player (of these), and for each who held the bank, in each currency.

    `deals` and `hands` are those that were weighed, of `played` hands; `left_net` is what the `left` others
    brought in money (those of them of which it is known, `left_known`). In S: `result` = `expected` + `luck`
    (the `PARTS`) + `decisions`; `se` of the luck, made of `se_from`; `z`, and `p` two-sided, null of too few
    deals, `p_holm` corrected for all rows. In money, in the smallest coin: the same with `m_` before it, and
    `m_stakes`, what the choice of stakes made of first cards. A banker has all that with the sign turned.
    """
    by = ["session_no", "session", *_WHO] if by_session else list(_WHO)
    held = seats.with_columns(name="against", role=pl.lit(BANKER), unit="deal_idx", sign=-1)
    played = seats.with_columns(role=pl.lit(PLAYER), unit="seat", sign=1)
    both = pl.concat([played, held]).filter(pl.col("name").is_not_null())
    both = both if names is None else both.filter(pl.col("name").is_in(names))
    every = both.group_by(by, maintain_order=True).agg(*_counted())
    sums = _summed(both.filter(pl.col("why").is_null()), by)
    found = every.join(sums, on=by, how="left", maintain_order="left", nulls_equal=True)
    found = found.with_columns(pl.col("deals", "hands", "choices", "mistakes").fill_null(0))
    order = [*(["session_no"] if by_session else []), "role", "name", "currency"]
    return _judged(found).sort(order, descending=[name == "role" for name in order], maintain_order=True)


def _counted() -> tuple[pl.Expr, ...]:
    out = pl.col("why").is_not_null()
    known = out & pl.col("counts").is_not_null()
    return (
        pl.col("hands").sum().alias("played"),
        pl.col("hands").filter(out).sum().alias("left"),
        pl.col("hands").filter(known).sum().alias("left_known"),
        (pl.col("counts") * pl.col("sign")).filter(known).sum().alias("left_net"),
    )


def _summed(seats: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """The sums over seats that were weighed: in S, and in money as floats that are rounded once."""
    bet, sign, mean = pl.col("bet"), pl.col("sign"), pl.col("bet").mean().over(by)
    later = pl.sum_horizontal(PARTS[1:])
    seats = seats.with_columns(
        luck=sign * pl.sum_horizontal(PARTS),
        m_luck=sign * (mean * pl.col("first") + bet * later),
        m_expected=sign * mean * pl.col("sitting"),
        m_stakes=sign * (bet - mean) * (pl.col("sitting") + pl.col("first")),
        m_var=mean**2 * pl.col("var_first") + bet**2 * pl.col("var"),
    )
    sums = seats.group_by(by, maintain_order=True).agg(
        (pl.col("sitting", *PARTS) * sign).sum(),
        pl.col("luck", "m_expected", "m_stakes").sum(),
        pl.col("hands").sum(),
        deals=pl.col("unit").n_unique(),
        result=(sign * pl.col("due") / bet).sum(),
        decisions=-(sign * pl.col("cost")).sum(),
        m_result=(sign * pl.col("due")).sum(),
        m_decisions=-(sign * bet * pl.col("cost")).sum(),
        choices=pl.col("decisions").sum(),
        mistakes=pl.col("mistakes").sum(),
        var=(pl.col("var_first") + pl.col("var")).sum(),
        m_var=pl.col("m_var").sum(),
    )
    of_deals = seats.group_by([*by, "unit"]).agg(pl.col("luck", "m_luck").sum())
    squares = of_deals.group_by(by).agg(
        squares=(pl.col("luck") ** 2).sum(), m_squares=(pl.col("m_luck") ** 2).sum()
    )
    return sums.join(squares, on=by, how="left", maintain_order="left", nulls_equal=True).rename(
        {"sitting": "expected"}
    )


def _judged(found: pl.DataFrame) -> pl.DataFrame:
    """The standard errors, what they make of the luck, and money as whole coins that add up."""
    banker = pl.col("role") == BANKER
    found = found.with_columns(
        se=pl.when(banker).then("squares").otherwise("var").sqrt(),
        m_se=pl.when(banker).then("m_squares").otherwise("m_var").sqrt().round().cast(pl.Int64),
        se_from=pl.when(banker).then(pl.lit(SQUARES)).otherwise(pl.lit(EXACT)),
        **{
            f"m_{what}": pl.col(f"m_{what}").round().cast(pl.Int64)
            for what in ("expected", "stakes", "decisions")
        },
    )
    others = pl.col("m_expected") + pl.col("m_stakes") + pl.col("m_decisions")
    z = pl.when(pl.col("deals") >= ENOUGH, pl.col("se") > 0).then(pl.col("luck") / pl.col("se"))
    found = found.with_columns(z=z, m_luck=pl.col("m_result") - others).drop(
        "var", "m_var", "squares", "m_squares"
    )
    chances = [None if value is None else two_sided(value) for value in found["z"]]
    corrected = iter(holm([p for p in chances if p is not None]))
    return found.with_columns(
        p=pl.Series(chances, dtype=pl.Float64),
        p_holm=pl.Series([None if p is None else next(corrected) for p in chances], dtype=pl.Float64),
    )


def two_sided(z: float) -> float:
    """How likely luck so far from none, or farther, is either way.

    >>> round(two_sided(-1.959964), 4)
    0.05
    """
    return erfc(abs(z) / sqrt(2))
