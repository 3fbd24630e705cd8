"""The options and presets of the rulebook's chapter 8: house rules as data.

In: what a record or the command line says. Out: a frozen `Rules`, one value an option.
The first value of each option is the default; every place that judges reads the options
as columns of the same names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.words import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = int | bool | str


class Rules(Struct, frozen=True):
    """One set of house rules (rulebook 8). Defaults are the preset `pagat`."""

    stick_on: int = 15
    split: str = "pairs"
    max_hands: int = 4
    split_pontoon_pays: int = 2
    buy_max: int = 2
    fifth_card: str = "buy"
    peek: bool = True
    banker_pontoon: int = 2
    pontoon_vs_banker_pontoon: int = 2
    pontoon_pays: int = 2
    five_card_pays: int = 2
    banker_five_card: int = 2
    ties: str = "banker"
    royal: bool = False
    burn: str = "off"
    banker_doubles: bool = False
    banker_draws_below: str = "none"
    shuffle_after: str = "any_pontoon"
    bank_passes: str = "pontoon"
    bank_sale: bool = True
    packs: int = 1
    shoot: bool = False


OPTIONS: Mapping[str, tuple[Value, ...]] = {
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

PRESETS: Mapping[str, Rules] = {
    "pagat": Rules(),
    "gamerules": Rules(shuffle_after="player_pontoon"),
    "wikipedia": Rules(
        peek=False,
        banker_pontoon=1,
        pontoon_vs_banker_pontoon=1,
        split="aces",
        fifth_card="twist_if_safe",
    ),
    "school": Rules(stick_on=16, burn="13", royal=True),
}

_SPELLINGS: Mapping[tuple[str, str], Value] = {
    ("stick_on", "any"): 0,
    ("banker_draws_below", "0"): "none",
}
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


_KITTY = "its limits in the head of the session file, as kitty: {min: 0.50, max: 2.00}"


class OptionError(ValueError):
    """An option or preset that is not known; carries what was found and what was expected."""

    def __init__(self, message: str, found: str, expected: str, near: str | None = None) -> None:
        super().__init__(message)
        self.found = found
        self.expected = expected
        self.near = near


def truth(text: str) -> bool | None:
    """Read a truth value (design 2.1), None if the text is none.

    >>> truth("Yes"), truth("off"), truth("maybe")
    (True, False, None)
    """
    return _TRUTH.get(text.strip().casefold())


def spoken(value: Value) -> str:
    """An option's value as a record writes it.

    >>> spoken(True), spoken(15), spoken("aces")
    ('true', '15', 'aces')
    """
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def parse_option(name: str, text: str) -> Value:
    """The value of option `name` that `text` writes; raises OptionError.

    >>> parse_option("stick_on", "any"), parse_option("peek", "no"), parse_option("burn", "13")
    (0, False, '13')
    """
    if name not in OPTIONS:
        if name == "kitty":
            raise OptionError("the kitty is no option that has one value", name, _KITTY)
        near = nearest(name, OPTIONS)
        raise OptionError(f"there is no option {name!r}", name, "an option of the rules", near)
    values = OPTIONS[name]
    word = text.strip().casefold()
    if (name, word) in _SPELLINGS:
        return _SPELLINGS[name, word]
    if isinstance(values[0], bool):
        said = truth(word)
        if said is not None:
            return said
    for value in values:
        if spoken(value) == word:
            return value
    expected = ", ".join(spoken(v) for v in values)
    near = nearest(word, [spoken(v) for v in values])
    raise OptionError(f"{name} cannot be {text.strip()!r}", text.strip(), f"one of {expected}", near)


def preset(name: str) -> Rules:
    """The rules of a preset; raises OptionError.

    >>> preset("wikipedia").split
    'aces'
    """
    rules = PRESETS.get(name.strip().casefold())
    if rules is None:
        near = nearest(name, PRESETS)
        expected = "one of " + ", ".join(PRESETS)
        raise OptionError(f"there is no preset {name.strip()!r}", name.strip(), expected, near)
    return rules


def override(rules: Rules, changes: Mapping[str, str]) -> Rules:
    """`rules` with options changed, each given as text.

    >>> override(Rules(), {"stick_on": "16"}).stick_on
    16
    """
    return replace(rules, **{name: parse_option(name, text) for name, text in changes.items()})


def parse_spec(text: str) -> Rules:
    """Rules as the command line gives them: a preset, options, or both.

    >>> parse_spec("wikipedia, stick_on=16").stick_on
    16
    >>> parse_spec("{base: pagat, split: aces}").split
    'aces'
    """
    rules = Rules()
    for part in re.split(r"[,\s]+", re.sub(r"\s*([:=])\s*", r"\1", text.strip().strip("{}").strip())):
        name, mark, value = part.replace(":", "=").partition("=")
        if not mark:
            rules = preset(name)
        elif name == "base":
            rules = preset(value)
        else:
            rules = override(rules, {name: value})
    return rules


def spec_of(rules: Rules) -> str:
    """The text that `parse_spec` makes these rules of.

    >>> spec_of(parse_spec("pagat, stick_on=16")), spec_of(PRESETS["school"])
    ('pagat, stick_on=16', 'school')
    """
    name, changes = nearest_preset(rules)
    return ", ".join([name, *(f"{option}={spoken(value)}" for option, value in changes.items())])


def nearest_preset(rules: Rules) -> tuple[str, dict[str, Value]]:
    """The preset with the fewest differences, and those.

    >>> nearest_preset(parse_spec("school, burn=off"))
    ('school', {'burn': 'off'})
    """
    name, base = min(PRESETS.items(), key=lambda item: len(differences(rules, item[1])))
    return name, differences(rules, base)


def differences(rules: Rules, base: Rules) -> dict[str, Value]:
    """The options in which `rules` differs from `base`.

    >>> differences(PRESETS["gamerules"], Rules())
    {'shuffle_after': 'player_pontoon'}
    """
    return {
        name: getattr(rules, name)
        for name in Rules.__struct_fields__
        if getattr(rules, name) != getattr(base, name)
    }
