"""What a page shows, in the order in which it shows it: plain values, no HTML and no polars.

In: what the other modules of this package find out. Out: types that the template reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct, field

if TYPE_CHECKING:
    from pontoon_ledger.render.table import Table
    from pontoon_ledger.report.looks import Look


class Money(Struct, frozen=True):
    """The settlement in one currency: who pays whom, how good that plan is, and the balances behind it."""

    currency: str | None
    payments: tuple[str, ...]
    notes: tuple[str, ...]
    balances: Table


class Entry(NamedTuple):
    """One line of a legend: who, how it is drawn, and how it ends."""

    name: str
    look: Look
    value: str


class Figure(Struct, frozen=True):
    """A chart with all that stands in for it: a sentence for those who do not see it, and its figures.

    `spec` is what Vega-Lite draws, `data` its tables; `matrix` where the columns of `table` are people.
    """

    title: str
    alt: str
    spec: dict[str, Any]
    data: dict[str, list[dict[str, Any]]]
    table: Table
    notes: tuple[str, ...] = ()
    legend: tuple[Entry, ...] = ()
    matrix: bool = False


class Part(NamedTuple):
    """A part of a deal retold: a heading, and steps with the sections they rest on."""

    heading: str
    steps: tuple[tuple[str, str | None], ...]
    wrong: bool = False


class Mistake(Struct, frozen=True):
    """One wrong payment: where, what, what becomes of it, and the deal it happened in (empty: not retold)."""

    session: str
    deal: str
    code: str
    message: str
    outcome: str
    law: str | None
    story: tuple[Part, ...] = ()
    called: tuple[str, ...] = ()


class Wrong(Struct, frozen=True):
    """What was paid wrongly, what else the check found, and how much of both is only counted.

    `unverified`: payments of which the record does not show whether they were right.
    """

    mistakes: tuple[Mistake, ...] = ()
    unlisted: int = 0
    unverified: int = 0
    others: Table | None = None
    others_found: int = 0


class Evening(Struct, frozen=True):
    """One session: what is said of it in a line or two, its course, its turns at the bank.

    `more_turns`: those that `turns` has no room for.
    """

    name: str
    facts: tuple[str, ...]
    outcome: str
    figure: Figure | None
    turns: Table
    more_turns: int = 0


class Luck(Struct, frozen=True):
    """What was luck and what was play: tables under headings, and what they come to."""

    tables: tuple[tuple[str, Table], ...]
    notes: tuple[str, ...]


class Best(Struct, frozen=True):
    """The best way to play under some rules: what it comes to, in a line and at length, and the maps."""

    rules: str
    comes_to: str
    notes: tuple[str, ...]
    figures: tuple[Figure, ...]


class Report(Struct, frozen=True):
    """The whole page. `best_elsewhere`: where to find the best way to play that is not on it."""

    title: str
    facts: tuple[str, ...]
    reasons: tuple[str, ...]
    money: tuple[Money, ...]
    between: Table | None
    wrong: Wrong
    evenings: tuple[Evening, ...]
    season: tuple[Figure, ...]
    statistics: tuple[tuple[str, Table], ...]
    missing: tuple[str, ...] = field(default=())
    luck: Luck | None = None
    best: tuple[Best, ...] = ()
    best_elsewhere: tuple[str, ...] = ()

    @property
    def single(self) -> bool:
        """Whether it is about one evening."""
        return len(self.evenings) == 1

    @property
    def unwritten(self) -> bool:
        """Whether a balance is known of which not every payment was written down."""
        rows = (row for money in self.money for row in money.balances.mappings())
        return any(row["recorded"] is None and row["balance"] is not None for row in rows)

    @property
    def complete(self) -> bool:
        """Whether all is known."""
        return not (self.reasons or self.missing)
