"""Luck beside the statistics, where it can be had at once: a page of figures does not wait for it.

In: an audit, the names to show, perhaps one player. Out: the lines of `luck_lines`, and what is not in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pontoon_ledger.odds.bankers import Habits
from pontoon_ledger.odds.keeping import at_hand
from pontoon_ledger.odds.luck import luck
from pontoon_ledger.odds.luck_lines import left_out, lines, named, of_players
from pontoon_ledger.odds.policy import DEFAULT
from pontoon_ledger.odds.selection import Selection, selection

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from pontoon_ledger.auditing import Audit

AT_ONCE = 20_000
"""Hands, the banks' own among them, that are weighed within a second or two."""
TOO_MANY = "there are too many hands to weigh them all at once"


class Beside(NamedTuple):
    """The `lines` of all or of one player, None where nothing was weighed; hands `left_out`, by reason."""

    lines: pl.DataFrame | None
    hands: int
    left_out: dict[str, int]
    selection: Selection


def beside(audit: Audit, shown: Callable[[int, str], str], player: str | None = None) -> Beside:
    """Weigh the hands of games whose tables are at hand, bankers taken as `pontoon luck` takes them.

    >>> from pontoon_ledger.api import audit, read
    >>> judged = audit(read("sample_logs/kitchen-table.yaml"))
    >>> found = beside(judged, lambda session, name: name, "Dev")
    >>> found.lines["name"].to_list(), found.hands, found.left_out
    (['Dev'], 26, {})
    """
    seats = named(luck(audit, Habits(DEFAULT, shown), at_hand), audit, shown)
    names = None if player is None else {player}
    mine = seats if names is None else of_players(seats, names)
    hands = int(mine.filter(mine["why"].is_null())["hands"].sum())
    return Beside(lines(mine, names) if hands else None, hands, left_out(mine), selection(mine))


def put_off(hands: int) -> Beside:
    """Of too many hands nothing.

    >>> put_off(1_000_000).left_out == {TOO_MANY: 1_000_000}
    True
    """
    return Beside(None, 0, {TOO_MANY: hands}, Selection(0, 0, 0, 0, None))
