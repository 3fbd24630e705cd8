"""What one pass over a record gives, before any name, amount or truth value in it is judged.

In: nothing; `walk` fills it. Out: the head as nodes, the deals and their rows as plain columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Place
    from pontoon_ledger.records.nodes import Mapping, Node


class RawDeals(Struct):
    """The deals and their rows as columns; `..._at` are offsets in the text.

    A row is a player's key and one play; a list of hands under one key gives as many rows.
    """

    deal_at: list[int] = field(default_factory=list)
    first_rows: list[int] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    key_at: list[int] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    play_at: list[int] = field(default_factory=list)
    fields: dict[int, Mapping] = field(default_factory=dict)
    handless: set[int] = field(default_factory=set)
    spoiled: set[int] = field(default_factory=set)
    listed: dict[int, int] = field(default_factory=dict)
    """Rows out of a list: their number in it, from 0."""
    lost: set[int] = field(default_factory=set)
    """Rows whose play was refused, or is no text."""
    opened: dict[int, Place] = field(default_factory=dict)
    """Rows behind the first of a list that begin with `bet`."""
    cut: dict[int, list[int]] = field(default_factory=dict)
    """Rows of a flow mapping that have no colon, by deal."""

    def add(self, key: str, key_at: int, play: str, play_at: int) -> None:
        """One more row."""
        self.keys.append(key)
        self.key_at.append(key_at)
        self.plays.append(play)
        self.play_at.append(play_at)


class Raw(Struct):
    """What one pass gives. `whole` is false where reading had to stop before the end.

    `cut_off` are the lines with keys whose values would have come behind that end.
    """

    head: Mapping
    deals: RawDeals | None = None
    whole: bool = True
    root: Node | None = None
    cut_off: set[int] = field(default_factory=set)
