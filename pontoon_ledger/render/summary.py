"""The last line of a check: what was read, what became of it, and how many findings there are.

In: an audit and the findings that are shown. Out: a `Summary` and its line; the parts add up to the
deals, and the due of all parties is really summed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.money import format_amount
from pontoon_ledger.render.text import many
from pontoon_ledger.transfers import net_by_player

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.batches.joining import Digest


class Summary(Struct, frozen=True):
    """Counts over everything that was read. `adrift`: what the dues of a currency sum to, where not to 0.

    `left_out`: something could not be read, whether or not the findings shown say so.
    """

    errors: int
    warnings: int
    notes: int
    waived: int
    deals: int
    judged: int
    undecided: int
    unreadable: int
    complete: bool
    adrift: tuple[str, ...] = ()
    left_out: bool = False

    def line(self) -> str:
        """Tell it in one line.

        >>> Summary(1, 0, 2, 0, deals=24, judged=22, undecided=1, unreadable=1, complete=False).line()
        '24 deals read = 22 judged + 1 undecided + 1 unreadable; due sums to 0; 1 error, 2 notes'
        """
        states = f"{self.judged} judged + {self.undecided} undecided + {self.unreadable} unreadable"
        total = " and ".join(self.adrift) or "0"
        counts = ((self.errors, "error"), (self.warnings, "warning"), (self.notes, "note"))
        told = [many(count, thing) for count, thing in counts if count]
        told += [f"{self.waived} waived"] if self.waived else []
        found = ", ".join(told) or ("not all could be read" if self.left_out else "nothing to complain of")
        return f"{many(self.deals, 'deal')} read = {states}; due sums to {total}; {found}"


def summary_of(audit: Audit | Digest, findings: pl.DataFrame) -> Summary:
    """Count deals over all sessions of an audit, and the findings shown."""
    from pontoon_ledger.auditing import Audit

    sessions = audit.sessions
    waived = findings["waived"].is_not_null()
    severity = findings.filter(~waived)["severity"]
    counts = {name: int(sessions[name].sum()) for name in ("deals", "judged", "undecided", "unreadable")}
    found = {letter: int((severity == letter).sum()) for letter in "EWN"}
    faults = audit.findings["code"].str.starts_with("P0")
    homeless = audit.findings["session_no"].is_null() & faults
    unread = (faults & audit.findings["waived"].is_null()).any() or not sessions["whole"].all()
    return Summary(
        errors=found["E"],
        warnings=found["W"],
        notes=found["N"],
        waived=int(waived.sum()),
        complete=sessions.height > 0 and bool(sessions["complete"].all()) and not homeless.any(),
        adrift=_told(drift(audit) if isinstance(audit, Audit) else audit.drift),
        left_out=bool(unread),
        **counts,
    )


def drift(audit: Audit) -> pl.DataFrame:
    """The known dues of all parties, which ought to sum to 0: columns `currency`, `decimals`, `due`."""
    money = audit.sessions.select("session_no", "currency", "decimals")
    known = audit.transfers.filter(pl.col("due").is_not_null())
    nets = net_by_player(known, "due").join(money, on="session_no", how="left")
    return nets.group_by("currency", "decimals").agg(pl.col("due").sum())


def _told(drift: pl.DataFrame) -> tuple[str, ...]:
    """The totals of the currencies in which they are not 0."""
    return tuple(
        f"{format_amount(due, decimals)} {currency or ''}".strip()
        for currency, decimals, due in drift.filter(pl.col("due") != 0).sort("currency").iter_rows()
    )
