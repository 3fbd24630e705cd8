"""Which kind of value stands where in a record, and the order in which keys are written.

In: the kind of what is around a value, and its key. Out: the value's own kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ORDERS: Mapping[str, Sequence[str]] = {
    "record": (
        *("format", "session", "date", "currency", "rules", "stakes", "players", "order", "bank"),
        *("kitty", "paid", "cash", "payments", "owed", "deals"),
    ),
    "deal": (
        *("deal", "gap", "void", "bank", "price", "shuffled", "kitty", "doubled"),
        *("players", "waive", "tally", "hands", "note"),
    ),
    "limits": ("min", "max"),
    "seat": ("name", "aka", "for"),
    "chips": ("in", "out", "owed"),
    "debt": ("from", "to", "amount", "note"),
    "currency": ("code", "decimals"),
    "rules": ("base",),
}
"""The keys of each kind of mapping in the order in which they are written; others come behind them."""

_LIMITS = dict.fromkeys(("min", "max"), "amount")
_NAMED = {"name": "name", "for": "name"}
_INSIDE: Mapping[str, Mapping[str, str]] = {
    "record": {
        "currency": "currency",
        "rules": "rules",
        "stakes": "limits",
        "players": "seats",
        "order": "phrase",
        "bank": "name",
        "kitty": "limits",
        "paid": "phrase",
        "cash": "all chips",
        "payments": "debts",
        "owed": "debts",
        "deals": "deals",
    },
    "deal": {
        "gap": "truth",
        "void": "truth",
        "bank": "name",
        "price": "amount",
        "shuffled": "truth",
        "kitty": "amount",
        "doubled": "truth",
        "players": "seats",
        "waive": "rulings",
        "tally": "tally",
        "hands": "hands",
    },
    "limits": _LIMITS,
    "seat": _NAMED,
    "chips": dict.fromkeys(("in", "out", "owed"), "amount"),
    "debt": {"from": "name", "to": "name", "amount": "amount"},
    "currency": {"code": "code"},
    "rules": {"base": "preset"},
}
_OF_ALL = {"all chips": "chips", "tally": "signed", "hands": "play", "rules": "option"}
_OF_LISTS = {"seats": "seat", "debts": "debt", "deals": "deal"}
_KEYS = {"all chips": "name", "tally": "name", "hands": "name", "rulings": "code"}


def kind_inside(kind: str | None, key: str | None) -> str | None:
    """Give the kind of what stands under a key, or (key None) in a list; None for free texts.

    >>> kind_inside("record", "stakes"), kind_inside("deals", None), kind_inside("hands", "Ann")
    ('limits', 'deal', 'play')
    """
    if kind is None:
        return None
    if key is None:
        return _OF_LISTS.get(kind, kind)
    return _INSIDE.get(kind, {}).get(key) or _OF_ALL.get(kind)


def kind_of_keys(kind: str | None) -> str | None:
    """Give the kind of the keys of a mapping; None for those of the format itself.

    >>> kind_of_keys("hands"), kind_of_keys("deal")
    ('name', None)
    """
    return _KEYS.get(kind or "")
