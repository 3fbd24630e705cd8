"""The evenings that are spoilt: scenes in which this or that is sure to happen.

In: the name of a scene and a number. Out: a clean session; the same number gives the same session.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import dealer

if TYPE_CHECKING:
    from dealer.model import Session

SEED = os.environ.get("PONTOON_SPOILT_SEED", "1")


@dataclass(frozen=True)
class Scene:
    """How many sit down for how many deals, and what is fixed of rules, habits and chances."""

    players: tuple[int, int] = (2, 6)
    deals: tuple[int, int] = (1, 6)
    rules: dict[str, int | bool | str] = field(default_factory=dict)
    habits: dict[str, float | bool] = field(default_factory=dict)
    knobs: dict[str, object] = field(default_factory=dict)


LIFE: dict[str, object] = {"void": 0.04, "reseat": 0.06, "gap": 0.03}
OFF: dict[str, int | bool | str] = {"shoot": False}
CALM: dict[str, int | bool | str] = {**OFF, "packs": 1, "shuffle_after": "every_deal"}

SCENES: dict[str, Scene] = {
    "any": Scene(knobs=LIFE),
    "plain": Scene(rules=OFF, knobs=LIFE),
    "calm": Scene(rules=CALM, knobs=LIFE),
    "long draws": Scene(rules={**CALM, "stick_on": 16}, habits={"buy": 0.95}),
    "twists": Scene(rules={**CALM, "stick_on": 16}, habits={"buy": 0.5}),
    "bare": Scene((5, 7), (1, 3), rules=CALM, knobs={"suits": False}),
    "queue": Scene((2, 3), (4, 9), {**OFF, "packs": 1, "shuffle_after": "any_pontoon"}),
    "splits": Scene((3, 6), (1, 3), {**OFF, "split": "pairs", "max_hands": 4, "burn": "off"}, {"split": 1.0}),
    "many splits": Scene(
        (5, 8), (1, 3), {**OFF, "split": "pairs", "max_hands": 4, "burn": "off", "packs": 2}, {"split": 1.0}
    ),
    "burns": Scene((2, 5), (1, 4), {**OFF, "burn": "13_14"}, {"burn": 0.8}),
    "doubled": Scene(rules={"banker_doubles": True}, knobs=LIFE),
    "stopped": Scene((2, 5), (2, 20), {**OFF, "peek": True}),
    "low banks": Scene((2, 5), (1, 5), {**OFF, "banker_draws_below": "none"}),
    "sales": Scene((2, 5), (2, 8), {**OFF, "bank_sale": True}, knobs={"sell": 0.5}),
    "sold back": Scene((3, 3), (6, 20), {**OFF, "bank_passes": "pontoon"}, knobs={"sell": 1.0}),
    "claims": Scene((6, 8), (6, 12), {**OFF, "bank_passes": "pontoon", "packs": 2}, knobs={"sell": 0.0}),
    "passing": Scene((2, 5), (2, 8), {**OFF, "bank_passes": "pontoon"}, knobs={"sell": 0.0}),
    "shoot": Scene((2, 6), (1, 6), {"shoot": True}, knobs=LIFE),
    "dry": Scene((3, 6), (2, 12), {"shoot": True}, {"shoot": 0.9}),
    "few shots": Scene((2, 4), (2, 12), {"shoot": True}, {"shoot": 0.3}, {"top_up": 0.0}),
}


@lru_cache(maxsize=4096)
def evening(scene: str, number: int) -> Session:
    """The session of that number in that scene. Not to be changed: spoil a copy."""
    rng = random.Random(f"{SEED} {scene} {number}")
    setting = SCENES[scene]
    rules = dealer.random_rules(rng) | setting.rules
    return dealer.play_session(
        rng,
        deals=rng.randint(*setting.deals),
        players=rng.randint(*setting.players),
        rules=rules,
        **{**setting.knobs, "habits": dealer.Habits(**setting.habits)},  # type: ignore[arg-type]
    )
