"""Which house rule helps whom by how much: the same game with one option changed.

In: a `Game` and options as text. Out: for each the bank's edge, against best play before and after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.odds.game import touching
from pontoon_ledger.odds.strategy import edge_of
from pontoon_ledger.rules import OPTIONS, override, preset, spoken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pontoon_ledger.odds.game import Game


class Changed(Struct, frozen=True):
    """An option changed, several at once, or a preset: the bank's edge per S, and its gain by the change."""

    name: str
    options: Mapping[str, str]
    edge: float
    gain: float


def compare(game: Game, changes: Mapping[str, Mapping[str, str]]) -> list[Changed]:
    """Hold changed rules, each under its name, against those of a game; raises OptionError.

    >>> from pontoon_ledger.odds.game import Game
    >>> (school,) = compare(Game(), {"school": of_preset("school")})
    >>> round(school.edge, 4), round(school.gain, 4)
    (-0.0187, -0.0335)
    """
    before = edge_of(game)
    found = []
    for name, options in changes.items():
        edge = edge_of(replace(game, rules=override(game.rules, options)))
        found.append(Changed(name, dict(options), edge, edge - before))
    return found


def of_preset(name: str) -> dict[str, str]:
    """Every option as a preset has it; raises OptionError.

    >>> of_preset("school")["stick_on"]
    '16'
    """
    rules = preset(name)
    return {option: spoken(getattr(rules, option)) for option in OPTIONS}


def every_change(game: Game) -> dict[str, dict[str, str]]:
    """Each option that touches a hand, at each other value than the game's.

    >>> from pontoon_ledger.odds.game import Game
    >>> changes = every_change(Game())
    >>> "ties=push" in changes, "shoot=true" in changes, "stick_on=15" in changes
    (True, False, False)
    """
    return {
        f"{name}={spoken(value)}": {name: spoken(value)}
        for name, values in OPTIONS.items()
        for value in values
        if _matters(game, name, spoken(value))
    }


def _matters(game: Game, name: str, value: str) -> bool:
    return replace(game, rules=touching(override(game.rules, {name: value}))) != game
