"""The part of a ledger that an export is of, and questions about that part alone.

In: an open ledger and a period. Out: a `Chosen`, which answers SQL as if its sessions and payments were
all there are; the views of the ledger too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.period import Period
    from pontoon_ledger.store import Ledger

_SECONDS = 3600.0
_MOST_ROWS = 1_000_000_000


class Chosen(Struct, frozen=True):
    """A ledger; `wanted` is a condition on sessions and moves, None where all are meant."""

    ledger: Ledger
    wanted: str | None = None
    undated: tuple[str, ...] = ()
    """Sessions that may be meant and are left out, because nobody wrote when they were."""

    def ask(self, sql: str) -> pl.DataFrame:
        """Answer a SELECT that has no WITH of its own.

        >>> from pontoon_ledger.store import Ledger
        >>> with Ledger.memory() as ledger:
        ...     Chosen(ledger, "false").ask("SELECT count(*) AS n FROM moves").item()
        0
        """
        return self.ledger.query(f"{self._only()}{sql}", seconds=_SECONDS, most_rows=_MOST_ROWS)

    def view(self, name: str) -> pl.DataFrame:
        """Look at a view of the ledger that is made of `moves`.

        >>> from pontoon_ledger.store import Ledger
        >>> with Ledger.memory() as ledger:
        ...     Chosen(ledger, "false").view("balances").height
        0
        """
        if self.wanted is None:
            return self.ask(f"SELECT * FROM {name}")
        made = self.ledger.query(f"SELECT sql FROM duckdb_views() WHERE view_name = '{name}'").item()
        return self.ask(f"SELECT * FROM ({made.partition(' AS ')[2].rstrip('; ')})")

    def _only(self) -> str:
        if self.wanted is None:
            return ""
        parts = [
            f"{name} AS (SELECT * FROM main.{name} WHERE {self.wanted})" for name in ("sessions", "moves")
        ]
        return f"WITH {', '.join(parts)} "


def choose(ledger: Ledger, period: Period) -> Chosen:
    """Find what lies in a period; payments between sessions do where no session is named.

    >>> from pontoon_ledger.period import Period
    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     choose(ledger, Period(since="2026-01-01")).wanted
    "session_id IN (NULL) OR (session_id IS NULL AND date >= '2026-01-01')"
    """
    if period.whole:
        return Chosen(ledger)
    rows = ledger.query("SELECT session, CAST(date AS VARCHAR), session_id FROM sessions").rows()
    names, undated = period.chosen((session, day) for session, day, _ in rows)
    numbers = [str(number) for session, _, number in rows if session in names]
    wanted = f"session_id IN ({', '.join(numbers) or 'NULL'})"
    if not period.sessions:
        bounds = [("date >= ", period.since), ("date <= ", period.until)]
        between = " AND ".join(f"{bound}'{day}'" for bound, day in bounds if day is not None)
        wanted += f" OR (session_id IS NULL AND {between})"
    return Chosen(ledger, wanted, tuple(undated))
