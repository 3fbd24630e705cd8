"""Pontoon records, replayed and judged: read, audit, settle, keep.

In: paths of records. Out: `Records`, `Audit`, `Settlement`, `Ledger`. Nothing heavy is imported
until one of these names is used.

>>> import pontoon_ledger as pontoon
>>> pontoon.__version__.count(".")
2
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pontoon_ledger.api import audit, read, settle
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.balances import Settlement
    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.records.model import Records
    from pontoon_ledger.store import Ledger

__version__ = "0.1.0"
__all__ = ["Audit", "Ledger", "ReadOptions", "Records", "Settlement", "audit", "read", "settle"]

_HOMES = {
    "read": "pontoon_ledger.api",
    "audit": "pontoon_ledger.api",
    "settle": "pontoon_ledger.api",
    "Audit": "pontoon_ledger.auditing",
    "Settlement": "pontoon_ledger.balances",
    "ReadOptions": "pontoon_ledger.records",
    "Records": "pontoon_ledger.records.model",
    "Ledger": "pontoon_ledger.store",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
