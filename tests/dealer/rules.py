"""The dealer's own list of the house rules: what each may be, the presets, and random ones.

In: option values as a plain dict, or a random source. Out: a complete dict of options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Mapping

Rules = dict[str, "int | bool | str"]

OPTIONS: dict[str, tuple[int | bool | str, ...]] = {
    "stick_on": (15, 16, 0),
    "split": ("pairs", "aces", "none"),
    "max_hands": (4, 3, 2),
    "split_pontoon_pays": (2, 1),
    "buy_max": (2, 1),
    "fifth_card": ("buy", "twist_if_safe"),
    "peek": (True, False),
    "banker_pontoon": (2, 1, 3),
    "pontoon_vs_banker_pontoon": (2, 1, 0),
    "pontoon_pays": (2, 1, 3),
    "five_card_pays": (2, 1),
    "banker_five_card": (2, 1),
    "ties": ("banker", "push"),
    "royal": (False, True),
    "burn": ("off", "13", "14", "13_14"),
    "banker_doubles": (False, True),
    "banker_draws_below": ("none", "16", "17"),
    "shuffle_after": ("any_pontoon", "player_pontoon", "bank_change", "every_deal"),
    "bank_passes": ("pontoon", "each_deal", "never"),
    "bank_sale": (True, False),
    "packs": (1, 2),
    "shoot": (False, True),
}

PRESETS: dict[str, Rules] = {
    "pagat": {},
    "gamerules": {"shuffle_after": "player_pontoon"},
    "wikipedia": {
        "peek": False,
        "banker_pontoon": 1,
        "pontoon_vs_banker_pontoon": 1,
        "split": "aces",
        "fifth_card": "twist_if_safe",
    },
    "school": {"stick_on": 16, "burn": "13", "royal": True},
}

NOT_YET = ("shoot",)
EXTRAS = ("shoot", "burn", "royal", "banker_doubles")


def complete(rules: Mapping[str, int | bool | str] | None = None) -> Rules:
    """All options, those of `rules` over the defaults."""
    full: Rules = {name: values[0] for name, values in OPTIONS.items()}
    for name, value in (rules or {}).items():
        allowed = OPTIONS[name]
        assert any(value == v and type(value) is type(v) for v in allowed), f"{name} cannot be {value!r}"
        full[name] = value
    return full


def preset(name: str) -> Rules:
    """All options of a preset."""
    return complete(PRESETS[name])


def random_rules(
    rng: random.Random,
    *,
    allow: Iterable[str] | None = None,
    exclude: Iterable[str] = (),
    change: float = 0.3,
) -> Rules:
    """A preset with options changed at random; only `allow` less `exclude` leave their defaults.

    `exclude=EXTRAS` keeps to the plain game, `exclude=NOT_YET` to all but Shoot.
    """
    free = set(OPTIONS if allow is None else allow) - set(exclude)
    chosen = {k: v for k, v in PRESETS[rng.choice(list(PRESETS))].items() if k in free}
    chosen |= {name: rng.choice(OPTIONS[name]) for name in OPTIONS if name in free and rng.random() < change}
    return complete(chosen)


def differences(rules: Rules, base: str = "pagat") -> Rules:
    """The options in which `rules` departs from a preset."""
    start = preset(base)
    return {name: value for name, value in rules.items() if value != start[name]}
