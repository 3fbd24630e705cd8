"""How players and bankers fared, as tables and for machines.

In: frames of `store.statistics`. Out: `Table`s and JSON values; a sum of which part is not known is not
shown.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pontoon_ledger.render.coining import told_apart
from pontoon_ledger.render.shapes import amount
from pontoon_ledger.render.table import Column, Table, count, money, words
from pontoon_ledger.render.text import width
from pontoon_ledger.store.statistics import MONEY, Statistics

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import polars as pl

Row = dict[str, Any]


def _beside(*keys: str) -> tuple[Column, ...]:
    """Columns for machines, and for the tables behind the first."""
    return tuple(Column(key, key.replace("_unknown", " ?"), right=True, on_screen=False) for key in keys)


_PLAYERS = (
    words("player"),
    words("currency", "money"),
    *_beside("sessions"),
    count("deals"),
    count("hands"),
    money("staked"),
    *_beside("stakes_unknown"),
    money("net"),
    *_beside("results_unknown"),
    count("wins", "won"),
    count("losses", "lost"),
    count("pushes", "push"),
    count("pontoons", "pont"),
    *_beside("royals"),
    count("five_card_tricks", "5ct"),
    count("busts", "bust"),
    *_beside("classes_unknown", "splits", "net_unknown", "return_on_stakes", "return_hands"),
    *_beside("shoots", "shoot_net", "shoots_unknown"),
)
_BANKERS = (
    words("banker", "bank"),
    words("currency", "money"),
    *_beside("sessions"),
    count("tenures", "times"),
    count("deals"),
    count("hands_against", "hands"),
    money("net"),
    *_beside("results_unknown"),
    count("pontoons", "pont"),
    count("five_card_tricks", "5ct"),
    count("busts", "bust"),
    *_beside("classes_unknown", "staked", "stakes_unknown", "wins", "losses", "pushes", "net_unknown"),
    *_beside("return_on_stakes", "return_hands", "shoots", "shoot_net", "shoots_unknown"),
    *_beside("banks_bought", "bought_for", "bought_earned", "banks_sold", "sold_for"),
)
_OPEN = {"staked": "stakes_unknown", "net": "net_unknown", "shoot_net": "shoots_unknown"}
"""Sums of the statistics, and how many amounts are missing from each."""


def cell(value: Any) -> Any:
    """Turn what a frame holds into what JSON and tables take; shares keep six decimals.

    >>> cell(date(2026, 11, 27)), cell(1 / 3), cell(Decimal("-0.025000")), cell(None)
    ('2026-11-27', 0.333333, -0.025, None)
    """
    if isinstance(value, (float, Decimal)):
        return round(float(value), 6)
    return str(value) if isinstance(value, date) else value


def shape(row: Mapping[str, Any]) -> Row:
    """Shape a row of any frame of the statistics: money as decimal texts.

    >>> shape({"player": "Ann", "decimals": 2, "net": -150, "net_unknown": 0})
    {'player': 'Ann', 'net': '-1.50', 'net_unknown': 0}
    """
    shaped = {
        name: amount(value, row["decimals"]) if name in MONEY else cell(value)
        for name, value in row.items()
        if name != "decimals"
    }
    return shaped | {name: None for name, unknown in _OPEN.items() if name in row and row.get(unknown)}


def shapes(frame: pl.DataFrame) -> list[Row]:
    """Shape a frame of the statistics."""
    return [shape(row) for row in frame.iter_rows(named=True)]


def statistics_shape(found: Statistics) -> dict[str, list[Row]]:
    """Shape all statistics for JSON."""
    return {name: shapes(frame) for name, frame in found._asdict().items()}


def named_apart(found: Statistics, kinds: Iterable[tuple[str | None, int]]) -> Statistics:
    """Call the currencies by names that tell one code with several sorts of decimals apart."""
    sorts = list(kinds)
    frames = found._asdict().items()
    return Statistics(
        **{name: told_apart(frame, sorts) if "decimals" in frame.columns else frame for name, frame in frames}
    )


def player_table(players: pl.DataFrame) -> Table:
    """Set the statistics of the players, as far as they are known."""
    return table_of(shapes(players), _PLAYERS)


def banker_table(bankers: pl.DataFrame) -> Table:
    """Set the statistics of the bankers."""
    return table_of(shapes(bankers), _BANKERS)


def sides_table(found: Statistics) -> Table:
    """Put both statistics into one table, as a spreadsheet wants them."""
    parts = [("player", player_table(found.players)), ("banker", banker_table(found.bankers))]
    keys = list(dict.fromkeys(_name(c.key) for _, table in parts for c in table.columns))
    rows = []
    for role, table in parts:
        for row in table.mappings():
            known = {_name(key): value for key, value in row.items()}
            rows.append((role, *(known.get(key) for key in keys)))
    return Table((words("role"), *map(words, keys)), tuple(rows))


def _name(key: str) -> str:
    return {"player": "name", "banker": "name", "hands_against": "hands"}.get(key, key)


def by_table(frame: pl.DataFrame, per: str) -> Table:
    """Set the figures by session, month, rules or role: machines get all of them, a screen the chief ones."""
    rows = shapes(frame)
    seen = {
        per: words(per),
        "player": words("player"),
        "role": words("role"),
        "currency": words("currency", "money"),
        "deals": count("deals"),
        "hands": count("hands"),
        "staked": money("staked"),
        "net": money("net"),
        "return_on_stakes": money("return_on_stakes", "return"),
        "return_hands": count("return_hands", "n"),
    }
    keys = [name for name in frame.columns if name != "decimals"]
    columns = tuple(seen.get(key) or _beside(key)[0] for key in keys)
    return table_of(rows, columns)


def for_eyes(table: Table) -> Table:
    """Write a table of figures as people read it.

    The return is in hundredths, a month that nobody knows is said to be none, and a currency is shown only
    where there is more than one.
    """
    keys = [column.key for column in table.columns]
    at = keys.index("currency")
    one = len({row[at] for row in table.rows}) <= 1

    def said(key: str, value: Any) -> Any:
        if key == "return_on_stakes":
            return percent(value)
        return "no date" if key == "month" and value is None else value

    columns = tuple(
        replace(c, on_screen=c.on_screen and not (one and c.key == "currency")) for c in table.columns
    )
    return Table(columns, tuple(tuple(map(said, keys, row)) for row in table.rows))


def slim(table: Table, room: int) -> Table:
    """Hide what can best be missed until a table fits a screen: a currency that all have, pushes, deals.

    >>> rows = (("Ann", "GBP", 1000),)
    >>> [c.key for c in slim(Table((words("player"), words("currency"), count("net")), rows), 12).columns
    ...     if c.on_screen]
    ['player', 'net']
    """
    keys = [column.key for column in table.columns]
    one = "currency" in keys and len({row[keys.index("currency")] for row in table.rows}) == 1
    for key in (*(["currency"] if one else []), "pushes", "deals"):
        shown = [at for at, column in enumerate(table.columns) if column.on_screen]
        cells = [[table.columns[at].heading, *(str(row[at]) for row in table.rows)] for at in shown]
        if sum(max(map(width, texts)) + 2 for texts in cells) - 2 <= room:
            break
        columns = tuple(replace(c, on_screen=c.on_screen and c.key != key) for c in table.columns)
        table = Table(columns, table.rows)
    return table


def percent(share: float | None) -> str | None:
    """Write a share in hundredths.

    >>> percent(64 / 1326), percent(-0.5), percent(None)
    ('4.83 %', '-50.00 %', None)
    """
    return None if share is None else f"{100 * share:.2f} %"


def table_of(rows: list[Row], columns: tuple[Column, ...]) -> Table:
    """Choose the columns out of rows; a currency is shown only where one is named."""
    nameless = all(row.get("currency") is None for row in rows)
    shown = tuple(
        replace(c, on_screen=c.on_screen and not (nameless and c.key == "currency")) for c in columns
    )
    return Table(shown, tuple(tuple(row[c.key] for c in columns) for row in rows))
