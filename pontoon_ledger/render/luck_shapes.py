"""Luck for programs: a wide table for CSV, the JSON of it all.

In: the lines of `odds.luck_lines`, decisions of `odds.worst`. Out: a `Table`, JSON values. Results in S are
numbers with six decimals, money is decimal texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.money import format_amount
from pontoon_ledger.odds.policy import spoken
from pontoon_ledger.render.shapes import amount
from pontoon_ledger.render.table import Table, words
from pontoon_ledger.rules import spec_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import polars as pl

    from pontoon_ledger.odds.game import Game
    from pontoon_ledger.odds.selection import Selection
    from pontoon_ledger.odds.worst import Decision

Row = dict[str, Any]
_COUNTS = ("deals", "hands", "played", "left", "left_known", "choices", "mistakes")
_S = ("result", "expected", "first", "second", "draw", "bank", "luck", "decisions", "se", "z", "p", "p_holm")
_MONEY = ("result", "expected", "luck", "stakes", "decisions", "se")


def line_shapes(lines: pl.DataFrame) -> list[Row]:
    """The lines, in S, and in money under `money_...`."""
    return [_line(row) for row in lines.iter_rows(named=True)]


def _line(row: Row) -> Row:
    session = {"session": row["session"]} if "session" in row else {}
    decimals = row["decimals"]
    return {
        **session,
        "player": row["name"],
        "role": row["role"],
        "currency": row["currency"],
        **{name: row[name] for name in _COUNTS},
        **{name: None if row[name] is None else round(row[name], 6) for name in _S},
        "se_from": row["se_from"],
        **{f"money_{name}": amount(row[f"m_{name}"], decimals) for name in _MONEY},
        "money_left": amount(row["left_net"], decimals),
    }


def machine_table(lines: pl.DataFrame) -> Table:
    """The lines as one table."""
    rows = line_shapes(lines)
    names = list(rows[0]) if rows else ["player"]
    return Table(tuple(words(name) for name in names), tuple(tuple(row.values()) for row in rows))


def decision_shapes(worst: Sequence[Decision]) -> list[Row]:
    """The costliest decisions."""
    return [
        {
            **{name: getattr(one, name) for name in ("session", "deal")},
            "player": one.name,
            **{name: getattr(one, name) for name in ("hand", "file", "line", "cards", "total", "done")},
            "done_price": amount(one.done_price, one.decimals),
            "best": one.best,
            "best_price": amount(one.best_price, one.decimals),
            "cost": round(one.cost, 6),
            "money": format_amount(one.money, one.decimals),
            "currency": one.currency,
        }
        for one in worst
    ]


def game_shapes(games: Iterable[tuple[Game, float, int]]) -> list[Row]:
    """The games that were played: rules, banker, what a deal of each is worth, in how many hands."""
    return [
        {
            "rules": spec_of(game.rules),
            "bank": spoken(game.bank),
            "doubled": game.doubled,
            "sitting": round(sitting, 6),
            "hands": hands,
        }
        for game, sitting, hands in games
    ]


def luck_shape(
    lines: pl.DataFrame,
    worst: Sequence[Decision],
    games: Iterable[tuple[Game, float, int]],
    bankers: Mapping[str, tuple[int, int]],
) -> Row:
    """The figures; `bankers`: hands and choices that each banker's play is taken from."""
    return {
        "lines": line_shapes(lines),
        "worst": decision_shapes(worst),
        "games": game_shapes(games),
        "bankers": [
            {"banker": name, "hands": hands, "choices": choices} for name, (hands, choices) in bankers.items()
        ],
    }


def gone(reasons: Mapping[str, int]) -> list[Row]:
    """What was left out, by reason."""
    return [{"why": why, "hands": hands} for why, hands in reasons.items()]


def rest_shape(reasons: Mapping[str, int], found: Selection, said: str) -> Row:
    """What was left out, whether that is like the rest, and what it all comes to."""
    return {
        "left_out": gone(reasons),
        "selection": found._asdict(),
        "verdict": said,
    }
