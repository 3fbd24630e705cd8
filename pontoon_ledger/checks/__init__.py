"""The register of checks: every rule that is judged, a module a chapter.

In: nothing. Out: `CHECKS`, in the order of the chapters, and `FACTS`, what several of them ask of a hand.
A new house rule is an option in `rules.py` and one check in one of these tuples.
"""

from pontoon_ledger.checks import bank, payout, play, record, shoot
from pontoon_ledger.checks.base import DEALS, HANDS, Check

CHECKS: tuple[Check, ...] = (*record.CHECKS, *play.CHECKS, *payout.CHECKS, *bank.CHECKS, *shoot.CHECKS)
FACTS = {HANDS: {**play.FACTS, **payout.FACTS}, DEALS: {}}

__all__ = ["CHECKS", "DEALS", "FACTS", "HANDS", "Check"]
