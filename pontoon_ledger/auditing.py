"""The audit: records in, hands judged, findings located, transfers summed up.

In: `Records`. Out: `Audit` with frames of sessions, deals, hands, findings and transfers. This is
the whole of section 3 of the flow between the two thin ends that read and print.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.checks import DEALS, HANDS
from pontoon_ledger.checks.between import allow_dry_sales, shuffle_calls
from pontoon_ledger.checks.money import money_findings
from pontoon_ledger.checks.pack import repeated_cards
from pontoon_ledger.checks.queue import came_too_soon
from pontoon_ledger.checks.rulings import idle_rulings, waive
from pontoon_ledger.checks.shoot import shoot_findings
from pontoon_ledger.findings import Desk, raise_over
from pontoon_ledger.frames import meanwhile
from pontoon_ledger.payments import shoot_results, with_counts, with_payments
from pontoon_ledger.replay.hands import replay, session_currencies
from pontoon_ledger.replay.kitty import with_kitties
from pontoon_ledger.tables import public_hands
from pontoon_ledger.transfers import transfers

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Records
    from pontoon_ledger.replay.hands import Replay


class Audit(Struct, frozen=True, dict=True):
    """The result of an audit: frames of hands, deals, findings and transfers, money in minor units."""

    records: Records
    replayed: pl.DataFrame
    deals: pl.DataFrame
    findings: pl.DataFrame
    kitty_moves: pl.DataFrame

    @cached_property
    def hands(self) -> pl.DataFrame:
        """One row a hand in the order of the record (columns of design 3)."""
        return public_hands(self.replayed, self.records)

    @cached_property
    def transfers(self) -> pl.DataFrame:
        """One row a move of money; see `transfers.TRANSFERS`."""
        return transfers(self.records, self.replayed, self.deals, self.kitty_moves)

    @cached_property
    def sessions(self) -> pl.DataFrame:
        """One row a session with how many of its deals are judged, undecided and unreadable."""
        from pontoon_ledger.summary import session_summary

        return session_summary(self)


class Judged(Struct, frozen=True):
    """What was judged, before findings are located: all that comparing rules needs."""

    played: Replay
    hands: pl.DataFrame
    deals: pl.DataFrame
    kitty_moves: pl.DataFrame
    raised: pl.DataFrame


def judge(records: Records) -> Judged:
    """Every check over every hand and deal, findings as the columns of `RAISED` and `waived`."""
    played = replay(records)
    repeated = meanwhile(len(played.hands), lambda: repeated_cards(played.hands))
    hands = with_payments(played.hands)
    of_hands = _rulings(pl.concat([raise_over(HANDS, hands), repeated()]), hands, records)
    hands = with_counts(hands, of_hands)
    deals, moves = with_kitties(shuffle_calls(played.deals, hands), played.sessions, shoot_results(hands))
    deals = allow_dry_sales(deals)
    of_deals = [raise_over(DEALS, deals), came_too_soon(hands, deals), *shoot_findings(hands, deals)]
    raised = pl.concat([of_hands, _rulings(pl.concat(of_deals), hands, records)])
    return Judged(played, hands, deals, moves, raised)


def audit(records: Records) -> Audit:
    """Judge the records and say of each finding where it stands."""
    judged = judge(records)
    hands, deals = judged.hands, judged.deals
    desk = Desk(records, hands, deals, session_currencies(records))
    guessed = set(records.sessions.with_row_index("n").filter(~pl.col("money_known"))["n"].to_list())
    desk.add_faults(guessed)
    desk.add_play_faults(judged.played.faults, guessed)
    desk.add_raised(judged.raised)
    money_findings(desk, records, hands, deals, judged.kitty_moves)
    idle_rulings(desk, records, deals)
    return Audit(records, hands, deals, desk.frame(), judged.kitty_moves)


def _rulings(raised: pl.DataFrame, hands: pl.DataFrame, records: Records) -> pl.DataFrame:
    return waive(raised, hands, records.waivers)
