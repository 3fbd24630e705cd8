"""How each banker of a record plays: by one habit for all, or each as he really did.

In: words of a user, an audit. Out: a `Policy` for any banker that is asked for, and what is known of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct, field

from pontoon_ledger.odds.record import Record, record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.odds.policy import Policy


class Habits(Struct, frozen=True):
    """`default` for all, but for the bankers in `seen`, by the name that is shown."""

    default: Policy
    shown: Callable[[int, str], str]
    seen: Mapping[str, Record] = field(default_factory=dict)

    def __call__(self, session: int, holder: str) -> Policy:
        """The habit of a banker, as he is spelt in a session of this number."""
        found = self.seen.get(self.shown(session, holder))
        return self.default if found is None else found.policy


def as_recorded(audit: Audit, shown: Callable[[int, str], str], default: Policy) -> Habits:
    """Each banker as he played in all of the record; where nothing was seen of him, as `default`.

    >>> from pontoon_ledger.api import audit, read
    >>> from pontoon_ledger.odds import DEFAULT
    >>> judged = audit(read("sample_logs/kitchen-table.yaml"))
    >>> habits = as_recorded(judged, lambda session, name: name, DEFAULT)
    >>> {name: record.hands for name, record in habits.seen.items()}
    {'Maureen': 5, 'Kath': 2, 'Niall': 19}
    """
    banks = audit.hands.filter("banker", pl.col("bank").is_not_null())
    spelt = banks.select("session_no", "bank").unique(maintain_order=True)
    names = [shown(session, spelling) for session, spelling in spelt.iter_rows()]
    spelt = spelt.with_columns(name=pl.Series(names, dtype=pl.String))
    hands = audit.hands.join(spelt, on=["session_no", "bank"], how="left", maintain_order="left")
    hands = hands.with_columns(player=pl.when("banker").then("name").otherwise("player"))
    found = {name: record_of(hands, name, default) for name in dict.fromkeys(names)}
    return Habits(default, shown, {name: record for name, record in found.items() if record.choices})
