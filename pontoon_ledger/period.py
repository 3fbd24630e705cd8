"""Which sessions are meant: by name, by day.

In: sessions with their dates, and what is asked for. Out: their names, and those that cannot be told
because nobody wrote when they were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.words import fold, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable


class UnknownSessionError(ValueError):
    """No session has that name; the message names the nearest."""


class Period(Struct, frozen=True):
    """What is asked for: sessions by name (none: all), from one civil day to another, both included."""

    sessions: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None

    @property
    def whole(self) -> bool:
        """True where nothing is left out.

        >>> Period().whole, Period(since="2026-01-01").whole
        (True, False)
        """
        return self == Period()

    def holds(self, day: str | None) -> bool:
        """Whether a day lies in it; None, a day that nobody wrote, lies in no bounds.

        >>> Period(since="2026-01-01").holds("2026-01-01"), Period(until="2026-01-01").holds(None)
        (True, False)
        """
        if self.since is None and self.until is None:
            return True
        return day is not None and (self.since or day) <= day <= (self.until or day)

    def chosen(self, sessions: Iterable[tuple[str, str | None]]) -> tuple[list[str], list[str]]:
        """Of sessions and their dates: the names that are meant, and the undated ones that may be.

        >>> Period(since="2026-02-01").chosen([("a", "2026-01-31"), ("b", "2026-02-01"), ("c", None)])
        (['b'], ['c'])
        """
        days = dict(sessions)
        by_fold = {fold(name): name for name in days}
        for name in self.sessions:
            if fold(name) not in by_fold:
                near = nearest(name, days)
                hint = f"; did you mean {near}?" if near else ""
                raise UnknownSessionError(f"there is no session {name}{hint}")
        named = [by_fold[fold(name)] for name in self.sessions] or list(days)
        meant = [name for name in named if self.holds(days[name])]
        return meant, [name for name in named if days[name] is None and name not in meant]
