"""What a repair is, and what a change is that is still to be tried.

In: nothing. Out: `Repair` for people, `Change` for the trial.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from pontoon_ledger.rules import Value

Cell = tuple[int, str, object]
"""A row of the hands, a column of it, the value that stands there instead."""


class Repair(Struct, frozen=True):
    """One change that would make a deal fit better: nobody applies it but the people at the table.

    `before`, `after`: the play (or field) as written and as it would read. `choices`: all that would do
    in that place, cards or amounts; `after` shows the first. `removes` counts the findings that would
    go, `left` those of this deal that would stay.
    """

    kind: str
    player: str | None
    hand: int | None
    before: str
    after: str
    sentence: str
    removes: int
    left: int
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.sentence


class Change(Struct, frozen=True):
    """A change to be tried. Changes of one `place` are told as one repair, `said` has room for the choice.

    `weight` orders by smallness, `distance` within a place. `field`: a column of the deal and its value;
    `rule`: an option of the session and its value.
    """

    kind: str
    weight: int
    place: tuple[object, ...]
    said: str
    before: str
    after: str
    player: str | None = None
    hand: int | None = None
    choice: str | None = None
    card: int | None = None
    distance: int = 0
    cells: tuple[Cell, ...] = ()
    field: tuple[str, object] | None = None
    tally: tuple[int, int] | None = None
    rule: tuple[str, Value] | None = None
