"""The views of a ledger held against the count in `recount`, cell by cell.

In: a ledger, and the dealer's sessions that are in it. Out: everything that differs.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from recount import recount

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import dealer

    from pontoon_ledger.store import Ledger

KEYS = {
    "player_stats": ("player", "currency", "decimals"),
    "banker_stats": ("banker", "currency", "decimals"),
    "stats_by": ("per", "session", "date", "month", "rules", "player", "role", "currency", "decimals"),
    "rates": ("player", "role", "rate"),
    "card_purchases": ("player", "currency", "decimals", "card"),
    "stick_totals": ("player", "role", "total"),
    "tenures": ("session", "tenure"),
    "extremes": ("player", "role", "currency", "decimals"),
    "player_vs_banker": ("player", "banker", "currency", "decimals"),
}


def shown(ledger: Ledger, view: str) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The rows of a view by their key, money in minor units."""
    rows = {}
    for row in ledger.query(f"FROM {view}").iter_rows(named=True):
        decimals = row.get("decimals", 0)
        cells = {
            name: int(cell * 10**decimals)
            if isinstance(cell, Decimal) and name != "return_on_stakes"
            else cell
            for name, cell in row.items()
        }
        key = tuple(str(row[name]) if name == "date" and row[name] else row[name] for name in KEYS[view])
        assert key not in rows
        rows[key] = cells
    return rows


def same(told: Any, counted: Any) -> bool:
    """Whether a cell is what was counted, to six decimals where it is a share."""
    if isinstance(counted, (Fraction, float)):
        return told is not None and abs(float(told) - float(counted)) < 1e-6
    return bool(told == counted)


def differences(ledger: Ledger, sessions: Sequence[dealer.Session]) -> Iterator[tuple[Any, ...]]:
    """Everything in which the views differ from the count."""
    rules = dict(ledger.query("SELECT session, rules FROM sessions").iter_rows())
    for view, rows in recount(sessions, rules).items():
        told = shown(ledger, view)
        yield from ((view, key) for key in told.keys() ^ rows.keys())
        for key in told.keys() & rows.keys():
            for name, counted in rows[key].items():
                if not same(told[key][name], counted):
                    yield view, key, name, told[key][name], counted
