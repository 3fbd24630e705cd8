"""The last lines of an explanation: what would make the deal fit, for people to choose from.

In: an audit, the table, perhaps one player. Out: a step for each repair and each rule that decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.explain.model import Step

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.explain.table import Table


def offered(audit: Audit, table: Table, player: str | None) -> tuple[Step, ...]:
    """Tell the repairs of a deal (or those that touch one player), then the other rules that would do."""
    from pontoon_ledger.repairs import weigh

    found, rules = weigh(audit, table.deal["deal_idx"])
    shown = [repair.sentence for repair in found if player is None or repair.player in (player, None)]
    return tuple(Step(text) for text in (*shown, *rules))
