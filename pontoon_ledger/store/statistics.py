"""The statistics of a ledger, read from its views; docs/statistics.md defines each of them.

In: an open `Ledger`, perhaps one player of it. Out: polars frames, money in minor units, null where
part of a sum is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl

if TYPE_CHECKING:
    from pontoon_ledger.store.ledger import Ledger

MONEY = (
    *("staked", "net", "shoot_net", "spent", "amount", "biggest_win", "biggest_loss"),
    *("bought_for", "sold_for", "bought_earned", "earned"),
)
"""The columns of the statistics that hold money."""

PER = ("session", "month", "rules", "role")
"""What `figures_by` sums up by."""

_RATES = (
    "WITH mine AS MATERIALIZED (FROM rates), sums AS ("
    "SELECT role, rate, sum(k)::BIGINT AS k, sum(n)::BIGINT AS n, sum(unknown)::BIGINT AS unknown, "
    "CASE WHEN bool_and(expected IS NOT NULL) FILTER (n > 0) THEN sum(expected * n) / nullif(sum(n), 0) END "
    "AS expected FROM mine GROUP BY role, rate) "
    "SELECT false AS together, * FROM mine UNION ALL BY NAME "
    "SELECT true AS together, role, rate, k, n, k / nullif(n, 0) AS share, wilson_low(k, n) AS low, "
    "wilson_high(k, n) AS high, expected, unknown FROM sums ORDER BY together, rate, role DESC, player"
)
"""The rates of each player, and those of all together."""


class Statistics(NamedTuple):
    """All statistics, a frame for each view of that name; `together` has the rates of all players as one."""

    players: pl.DataFrame
    bankers: pl.DataFrame
    rates: pl.DataFrame
    together: pl.DataFrame
    cards: pl.DataFrame
    totals: pl.DataFrame
    extremes: pl.DataFrame
    tenures: pl.DataFrame
    against: pl.DataFrame
    mistakes: pl.DataFrame


_WHOSE = {
    "bankers": ("banker",),
    "together": (),
    "tenures": ("banker",),
    "against": ("player", "banker"),
    "mistakes": ("player", "banker", "gained", "lost"),
}
"""The columns that say whom a row is about, where that is not `player` alone."""


def statistics(ledger: Ledger, player: str | None = None) -> Statistics:
    """Everything, or all about one player.

    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     statistics(ledger).rates.height
    0
    """
    figures, rates = ledger.stats(), ledger.query(_RATES)
    frames = Statistics(
        figures.players,
        figures.bankers,
        rates=rates.filter(~pl.col("together")).drop("together"),
        together=rates.filter("together").drop("together", "player"),
        cards=_view(ledger, "card_purchases", "spent"),
        totals=ledger.query("FROM stick_totals"),
        extremes=_view(ledger, "extremes", "biggest_win", "biggest_loss"),
        tenures=_view(ledger, "tenures", "net", "shoot_net", "bought_for", "sold_for", "earned"),
        against=_view(ledger, "player_vs_banker", "staked", "net", "shoot_net"),
        mistakes=_view(ledger, "payout_mistakes", "amount"),
    )
    if player is None:
        return frames
    return Statistics(**{name: _about(frame, name, player) for name, frame in frames._asdict().items()})


def figures_by(ledger: Ledger, per: str, player: str | None = None) -> pl.DataFrame:
    """How players and bankers fared by session, month, rules or role: the view `stats_by`.

    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     figures_by(ledger, "month").columns[:3]
    ['month', 'player', 'role']
    """
    keys = {"session": "session, date, ", "month": "month, ", "rules": "rules, ", "role": ""}[per]
    frame = _view(ledger, "stats_by", "staked", "net", "shoot_net", where=f"per = '{per}'")
    first = [key for key in keys.split(", ") if key]
    frame = frame.select(*first, pl.exclude("per", "session", "date", "month", "rules"))
    return frame if player is None else _about(frame, per, player)


def seats(ledger: Ledger, player: str) -> tuple[list[str], list[str]]:
    """The seats that were played for a player, and those for whom the player's own seat was played."""
    shares = ledger.query("SELECT DISTINCT payer, payee FROM moves WHERE kind = 'share' ORDER BY ALL")
    others = shares.filter(pl.col("payer") != pl.col("payee"))
    return (
        others.filter(pl.col("payee") == player)["payer"].to_list(),
        others.filter(pl.col("payer") == player)["payee"].to_list(),
    )


def unknown_counts(found: Statistics) -> dict[str, int]:
    """How much is missing from the statistics, by kind; empty where all is known."""
    sides = (found.players, found.bankers)
    third = found.cards.filter(pl.col("card") == 3)
    wrong = found.mistakes.filter(pl.col("amount").is_null(), pl.col("code") != "P404")
    counts = {
        "stakes": max(_sum(side, "stakes_unknown") for side in sides),
        "results": max(_sum(side, name) for side in sides for name in ("results_unknown", "net_unknown")),
        "results of shoot bets": max(_sum(side, "shoots_unknown") for side in sides),
        "classes": max(_sum(side, "classes_unknown") for side in sides),
        "whether a third card might be taken": _sum(third, "unknown"),
        "how a card was taken": _sum(found.cards, "how_unknown"),
        "amounts of wrong payments": wrong.height,
    }
    return {kind: count for kind, count in counts.items() if count}


def unknown_figures(frame: pl.DataFrame) -> dict[str, int]:
    """How much is missing from the figures by session, month, rules or role."""
    sides = [frame.filter(pl.col("role") == role) for role in ("player", "banker")]
    counts = {
        "stakes": max(_sum(side, "stakes_unknown") for side in sides),
        "results": max(_sum(side, name) for side in sides for name in ("results_unknown", "net_unknown")),
        "results of shoot bets": max(_sum(side, "shoots_unknown") for side in sides),
    }
    return {kind: count for kind, count in counts.items() if count}


def _sum(frame: pl.DataFrame, column: str) -> int:
    return int(frame[column].sum() or 0)


def _view(ledger: Ledger, view: str, *money: str, where: str = "true") -> pl.DataFrame:
    """A view with its money in minor units."""
    minor = ", ".join(f"minor_units({name}, decimals) AS {name}" for name in money)
    return ledger.query(f"SELECT * REPLACE ({minor}) FROM {view} WHERE {where}")


def _about(frame: pl.DataFrame, name: str, player: str) -> pl.DataFrame:
    """The rows that are about one player."""
    columns = _WHOSE.get(name, ("player",))
    if not columns:
        return frame.clear()
    return frame.filter(pl.any_horizontal((pl.col(c) == player).fill_null(False) for c in columns))
