"""What the ledger takes and what it answers: the audit's frames, and what became of each session.

In and out: types, and the audit's deals in the ledger's shape. An `Audit` here is whatever has
these frames; money in them is int64 minor units, null where unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

import polars as pl
from msgspec import Struct

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Records


class LedgerError(Exception):
    """The ledger cannot do what was asked; the message says why in plain words."""


class Audit(Protocol):
    """The frames of an audit that the ledger keeps."""

    @property
    def records(self) -> Records:
        """What was read: the texts, and whose spelling is whose."""

    @property
    def sessions(self) -> pl.DataFrame:
        """One row a session."""

    @property
    def deals(self) -> pl.DataFrame:
        """One row a deal; `holder` had the bank, `void` is a reason."""

    @property
    def hands(self) -> pl.DataFrame:
        """One row a hand, in the order of the record."""

    @property
    def findings(self) -> pl.DataFrame:
        """One row a finding."""

    @property
    def transfers(self) -> pl.DataFrame:
        """One row a sum that passes from a payer to a payee."""


def deals_of(audit: Audit) -> pl.DataFrame:
    """The deals as the ledger keeps them: who really had the bank, and where the deal stands."""
    paths = pl.lit(pl.Series([source.path for source in audit.records.sources], dtype=pl.String))
    return audit.deals.select(
        *("session_no", "deal_no", "deal", "price", "doubled", "line"),
        bank="holder",
        void=pl.col("void").is_not_null(),
        gap=pl.col("gap").fill_null(False),
        file=paths.gather("file_no"),
    )


Outcome = Literal["added", "replaced", "unchanged", "refused"]
Event = Literal["added", "changed", "judged anew", "removed"]


class SessionResult(Struct, frozen=True):
    """What became of one session. `reason` says why it was refused, or what is worth knowing."""

    session: str
    outcome: Outcome
    date: str | None = None
    file: str | None = None
    deals: int = 0
    hands: int = 0
    revision: int | None = None
    reason: str | None = None

    def __str__(self) -> str:
        """One line, as it is shown.

        >>> print(SessionResult("friday", "added", deals=24, hands=96, revision=1))
        friday: added, 24 deals, 96 hands
        """
        told = f"{self.session}: {self.outcome}"
        if self.outcome in {"added", "replaced"}:
            told += f", {_many(self.deals, 'deal')}, {_many(self.hands, 'hand')}"
        return f"{told}; {self.reason}" if self.reason else told


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


class AddResult(Struct, frozen=True):
    """What became of every session of an audit, in the order of the record."""

    sessions: tuple[SessionResult, ...] = ()

    def of(self, outcome: Outcome) -> tuple[SessionResult, ...]:
        """The sessions that fared so.

        >>> AddResult((SessionResult("friday", "unchanged"),)).of("refused")
        ()
        """
        return tuple(one for one in self.sessions if one.outcome == outcome)

    @property
    def complete(self) -> bool:
        """True where every session is in the ledger now."""
        return not self.of("refused")
