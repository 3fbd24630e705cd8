"""What a caller may turn: how often what happens on an evening, and what is fixed beforehand.

In: keywords of `play_session`. Out: `Knobs`, and in it the players' `Habits`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealer.model import Coin


@dataclass
class Habits:
    """How the players tend to play; all are chances."""

    buy: float = 0.5
    split: float = 0.7
    burn: float = 0.6
    burn_before_split: bool = True
    shoot: float = 0.45
    double: float = 0.3
    show_all_bust: float = 0.5


@dataclass
class Knobs:
    """Chances of what an evening may hold, and what the caller wants fixed."""

    name: str | None = None
    coin: Coin | None = None
    names: list[str] | None = None
    awkward: bool = True
    limits: bool = True
    order_unknown: bool = False
    suits: bool = True
    sell: float = 0.1
    sit_out: float = 0.12
    reseat: float = 0.0
    gap: float = 0.0
    void: float = 0.0
    pay: float = 0.7
    bank_result: float = 0.3
    write_bank: float = 0.3
    write_shuffled: float = 0.15
    labels: float = 0.05
    notes: float = 0.05
    aka: float = 0.0
    top_up: float = 0.1
    habits: Habits = field(default_factory=Habits)
