"""The views behind the statistics asked once for the same sessions, where a test asks how they are told.

In: nothing. Out: a fixture; while it holds, ledgers with the same rows give the same frames, which nobody
can change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pontoon_ledger.store import Ledger, statistics

_TOLD = ("files", "sessions", "players", "aliases", "payments", "deals", "hands", "transfers")
_ROWS = "SELECT " + ", ".join(
    f"(SELECT string_agg(t::VARCHAR, chr(10) ORDER BY t::VARCHAR) FROM {name} AS t)" for name in _TOLD
)
_FOUND: dict[object, Any] = {}


class _Once:
    """A ledger that is asked everything once. Sessions out of files are not those of a ledger, to compare."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._rows = (ledger.query(_ROWS).row(0), ledger._memory)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def asked(*args: object) -> Any:
            key = (self._rows, name, args)
            if key not in _FOUND:
                _FOUND[key] = getattr(self._ledger, name)(*args)
            return _FOUND[key]

        return asked


@pytest.fixture
def reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all statistics asked of such ledgers."""
    reckon, reckon_by = statistics.statistics, statistics.figures_by

    def figures(ledger: Any, player: str | None = None) -> Any:
        return reckon(_Once(ledger), player)  # type: ignore[arg-type]

    def figures_by(ledger: Any, per: str, player: str | None = None) -> Any:
        return reckon_by(_Once(ledger), per, player)  # type: ignore[arg-type]

    monkeypatch.setattr(statistics, "statistics", figures)
    monkeypatch.setattr(statistics, "figures_by", figures_by)
