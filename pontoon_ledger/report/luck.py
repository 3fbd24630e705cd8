"""Luck and decisions on the page, behind the money.

In: an open ledger. Out: tables and sentences, None where no hand can be weighed. Rules that nobody has
reckoned through yet may take seconds: a page does not wait for them, and says what does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.report.model import Luck
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pontoon_ledger.store import Ledger

_WORST = 5


def luck(ledger: Ledger) -> Luck | None:
    """Weigh the hands of a ledger.

    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     luck(ledger) is None
    True
    """
    from pontoon_ledger import api
    from pontoon_ledger.odds import DEFAULT
    from pontoon_ledger.odds.bankers import Habits
    from pontoon_ledger.odds.keeping import at_hand
    from pontoon_ledger.odds.luck import NOT_READY
    from pontoon_ledger.odds.luck import luck as weighed
    from pontoon_ledger.odds.luck_lines import left_out, lines, named
    from pontoon_ledger.odds.selection import selection
    from pontoon_ledger.odds.worst import worst
    from pontoon_ledger.render import luck as told

    spellings = ledger.spellings()
    habits = Habits(DEFAULT, lambda session, name: spellings.get(fold(name), name))
    audit = api.audit(ledger.records())
    found = weighed(audit, habits, at_hand)
    seats = named(found, audit, habits.shown)
    hands = int(seats.filter(seats["why"].is_null())["hands"].sum())
    if not hands:
        return None
    rows, gone = lines(seats), left_out(seats)
    tables = told.tables(rows)
    costly = worst(found, seats, _WORST)
    if costly:
        tables.append(("the costliest decisions", told.decisions_table(costly)))
    notes = [told.verdict(rows), *told.left_out(gone, hands, selection(seats)), told.banks(habits)]
    if NOT_READY in gone:
        notes.append("pontoon luck reckons rules through, once; after that they are on this page too.")
    return Luck(tuple(tables), tuple(notes))
