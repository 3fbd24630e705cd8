"""What the ledger holds as tables: sessions, statistics, findings, answers to questions.

In: frames of the ledger. Out: `Table`s and JSON values; money as decimal texts.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pontoon_ledger.render.shapes import amount
from pontoon_ledger.render.table import Column, Table, count, money, words

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.store import Stats

_SESSIONS = (
    words("session"),
    words("date"),
    words("currency", "money"),
    count("deals"),
    count("hands"),
    count("judged"),
    count("undecided", "open"),
    Column("unreadable", "unreadable", right=True, on_screen=False),
    Column("complete", "whole"),
    Column("rules", "rules", on_screen=False),
    Column("file", "file", on_screen=False),
    Column("revision", "revision", right=True, on_screen=False),
    Column("added", "added", on_screen=False),
)
_PLAYERS = (
    words("player"),
    words("currency", "money"),
    Column("sessions", "sessions", right=True, on_screen=False),
    count("deals"),
    count("hands"),
    money("staked"),
    Column("stakes_unknown", "stakes ?", right=True, on_screen=False),
    money("net"),
    Column("results_unknown", "results ?", right=True, on_screen=False),
    count("wins", "won"),
    count("losses", "lost"),
    count("pushes", "push"),
    count("pontoons", "pont"),
    Column("royals", "royals", right=True, on_screen=False),
    count("five_card_tricks", "5ct"),
    count("busts", "bust"),
    Column("classes_unknown", "classes ?", right=True, on_screen=False),
    Column("splits", "splits", right=True, on_screen=False),
)
_BANKERS = (
    words("banker", "bank"),
    words("currency", "money"),
    Column("sessions", "sessions", right=True, on_screen=False),
    count("tenures", "times"),
    count("deals"),
    count("hands_against", "hands"),
    money("net"),
    Column("results_unknown", "results ?", right=True, on_screen=False),
    count("pontoons", "pont"),
    count("five_card_tricks", "5ct"),
    count("busts", "bust"),
    Column("classes_unknown", "classes ?", right=True, on_screen=False),
)
_OPEN = {"staked": "stakes_unknown", "net": "results_unknown"}
"""Sums of the statistics, and how many amounts are missing from each."""


def value(cell: Any) -> Any:
    """Turn what a frame holds into a text, a whole number, a truth value or None.

    >>> value(Decimal("1.50")), value(date(2026, 11, 27)), value(3), value(None)
    ('1.50', '2026-11-27', 3, None)
    """
    if isinstance(cell, datetime):
        return cell.isoformat(sep=" ", timespec="seconds")
    if isinstance(cell, (date, Decimal)):
        return str(cell)
    return cell if cell is None or isinstance(cell, (bool, int, float, str)) else str(cell)


def sessions_table(frame: pl.DataFrame) -> Table:
    """List the sessions of a ledger."""
    return _table(frame, _SESSIONS)


def player_table(stats: Stats) -> Table:
    """Set the statistics of the players, as far as they are known."""
    return _table(_in_money(stats.players), _PLAYERS)


def banker_table(stats: Stats) -> Table:
    """Set the statistics of the bankers."""
    return _table(_in_money(stats.bankers), _BANKERS)


def stats_table(stats: Stats) -> Table:
    """Put both statistics into one table, as a spreadsheet wants them."""
    parts = [("player", player_table(stats)), ("banker", banker_table(stats))]
    keys = list(dict.fromkeys(_name(c.key) for _, table in parts for c in table.columns))
    rows = []
    for role, table in parts:
        for row in table.mappings():
            known = {_name(key): cell for key, cell in row.items()}
            rows.append((role, *(known.get(key) for key in keys)))
    return Table((words("role"), *map(words, keys)), tuple(rows))


def _name(key: str) -> str:
    return {"player": "name", "banker": "name", "hands_against": "hands"}.get(key, key)


def open_counts(stats: Stats) -> dict[str, int]:
    """Count what is missing from the statistics, by kind; empty where all is known."""
    frames = (stats.players, stats.bankers)
    kinds = {"stakes": "stakes_unknown", "results": "results_unknown", "classes": "classes_unknown"}
    totals = {
        kind: max(int(f[column].sum() or 0) for f in frames if column in f.columns)
        for kind, column in kinds.items()
    }
    return {kind: total for kind, total in totals.items() if total}


def frame_table(frame: pl.DataFrame) -> Table:
    """Put any frame into a table, numbers on the right."""
    columns = tuple(
        Column(name, name, right=kind.is_numeric(), unknown="?" if kind.is_numeric() else "")
        for name, kind in frame.schema.items()
    )
    return Table(columns, tuple(tuple(map(value, row)) for row in frame.iter_rows()))


def _table(frame: pl.DataFrame, columns: tuple[Column, ...]) -> Table:
    """Choose the columns out of a frame; a currency is shown only where one is named."""
    one = frame["currency"].is_null().all()
    kept = tuple(c for c in columns if c.key in frame.columns)
    shown = tuple(
        Column(c.key, c.heading, c.right, c.unknown, on_screen=False) if one and c.key == "currency" else c
        for c in kept
    )
    rows = frame.select([c.key for c in kept]).iter_rows()
    return Table(shown, tuple(tuple(map(value, row)) for row in rows))


def _in_money(frame: pl.DataFrame) -> pl.DataFrame:
    """Write the sums as decimal texts; a sum from which something is missing is not known."""
    import polars as pl

    sums: dict[str, list[str | None]] = {}
    for name, unknown in _OPEN.items():
        if name in frame.columns:
            amounts = frame.select(name, "decimals", unknown).iter_rows()
            sums[name] = [None if missing else amount(minor, places) for minor, places, missing in amounts]
    return frame.with_columns(pl.Series(name, cells, dtype=pl.String) for name, cells in sums.items())
