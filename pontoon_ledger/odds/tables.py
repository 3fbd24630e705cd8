"""The tables of one game: every hand with what it brings, made once and kept.

In: a `Game`. Out: a `Table`: one frame of all places, which `analysis` joins hands to. Tables of the presets
come with the package, others are made in seconds and kept in the user's cache, if there is one.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.reach import places, undisturbed
from pontoon_ledger.odds.states import Action, State
from pontoon_ledger.odds.values import Values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.odds.game import Game
    from pontoon_ledger.odds.reach import Places

COLUMNS: dict[str, pl.DataType | type[pl.DataType]] = {
    "kind": pl.Enum(["hand", "two", "half", "fresh", "deal"]),
    "hand": pl.Int64,
    "seen": pl.Int64,
    "thrown": pl.Int64,
    "split": pl.Boolean,
    "parted": pl.Int8,
    "pair": pl.Boolean,
    "stick": pl.Float64,
    "twist": pl.Float64,
    "buy_low": pl.Float64,
    "buy_high": pl.Float64,
    "part": pl.Float64,
    "burn": pl.Float64,
    "value": pl.Float64,
    "before_peek": pl.Float64,
}
"""Kinds of rows. `hand`: any live hand with the cards elsewhere in `seen`: W in `stick`, a twist in `twist`,
both per unit of T. `two`: two first cards, S staked: Q of each action (null where it is not allowed), V in
`value`. `half`: a hand of a split before its second card (the card in `hand`). `fresh`: two cards to come
after a burn. `deal`: one row, before the first card."""
_CHOICES = {
    Action.STICK: "stick",
    Action.TWIST: "twist",
    Action.BUY_LOW: "buy_low",
    Action.BUY_HIGH: "buy_high",
    Action.SPLIT: "part",
    Action.BURN: "burn",
}


class Table(Struct, frozen=True, dict=True):
    """All places of a game in one frame of `COLUMNS`."""

    game: Game
    frame: pl.DataFrame

    def of(self, kind: str) -> pl.DataFrame:
        """The rows of one kind."""
        return self.frame.filter(kind=kind)

    @cached_property
    def sitting(self) -> float:
        """What a deal is worth before the first card, per S."""
        return float(self.of("deal")["value"].item())


def build(game: Game) -> Table:
    """Work out all places of a game.

    >>> from pontoon_ledger.odds.game import Game
    >>> from pontoon_ledger.rules import Rules
    >>> round(build(Game(Rules(split="none"))).sitting, 4)
    -0.0151
    """
    values = Values(game)
    with undisturbed():
        rows = _rows(values, places(values))
    rows.append(_row("deal", (None, 0, 0, False, 0, None), value=values.sitting()))
    return Table(game, pl.DataFrame(rows, schema=COLUMNS, orient="row"))


def covering(table: Table, states: Iterable[State]) -> Table:
    """The table with the places added that can be reached from these hands (cards seen at the table).

    >>> from pontoon_ledger.odds.game import Game
    >>> from pontoon_ledger.rules import Rules
    >>> table = build(Game(Rules(split="none")))
    >>> state = State(pack.cards("95"), seen=pack.cards("55"))
    >>> len(covering(table, [state]).of("two")) - len(table.of("two"))
    1
    """
    starts = list(states)
    if not starts:
        return table
    values = Values(table.game)
    rows = _rows(values, places(values, starts))
    more = pl.DataFrame(rows, schema=COLUMNS, orient="row")
    key = list(COLUMNS)[:7]
    return Table(table.game, pl.concat([table.frame, more]).unique(key, keep="first", maintain_order=True))


def _rows(values: Values, found: Places) -> list[tuple[Any, ...]]:
    """Every place as a row of `COLUMNS`."""
    values.prepare(found.packs())
    rows: list[tuple[Any, ...]] = [_hand(values, hand, out) for hand, out in found.hands]
    rows += [_two(values, state) for state in found.two]
    for card, seen, thrown, parted in found.halves:
        value = values.half(card, seen, thrown, parted)
        rows.append(_row("half", (card, seen, thrown, True, parted, None), value=value))
    for seen, thrown, split, parted in found.fresh:
        value = values.fresh(seen, thrown, split, parted)
        rows.append(_row("fresh", (None, seen, thrown, split, parted, None), value=value))
    return rows


def _row(kind: str, key: tuple[Any, ...], **figures: float | None) -> tuple[Any, ...]:
    return (kind, *key, *(figures.get(name) for name in list(COLUMNS)[1 + len(key) :]))


def _hand(values: Values, hand: int, out: int) -> tuple[Any, ...]:
    twist = None if pack.done(hand) else values.drawn(hand, out)
    stick = values.finished(hand, hand + out)
    return _row("hand", (hand, out, None, None, None, None), stick=stick, twist=twist)


def _two(values: Values, state: State) -> tuple[Any, ...]:
    key = state.hand, state.seen, state.thrown, state.split, state.parted, state.pair
    figures = {_CHOICES[action]: value for action, value in values.choices(state).items()}
    figures |= {"value": values.value(state)}
    if not state.split and not state.thrown:
        figures |= {"before_peek": values.before_peek(state)}
    return _row("two", key, **figures)
