"""A scalar dealer plays the computed charts from a real pack: what comes of it is what was reckoned.

PONTOON_ODDS_HANDS deals so many hands in all (20,000 unless told; 2,000,000 takes some minutes).
"""

from __future__ import annotations

import os
from math import sqrt

import pytest
from dealer.rules import complete, preset

from odds.table import Table
from pontoon_ledger.odds import Game, stays_on
from pontoon_ledger.odds.strategy import strategy_of
from pontoon_ledger.rules import Rules

HANDS = int(os.environ.get("PONTOON_ODDS_HANDS", "20000"))
OTHER = {
    "stick_on": 0,
    "max_hands": 2,
    "buy_max": 1,
    "five_card_pays": 1,
    "pontoon_pays": 3,
    "pontoon_vs_banker_pontoon": 0,
    "banker_pontoon": 3,
    "ties": "push",
    "peek": False,
    "packs": 2,
}
SETTINGS = {
    "pagat": (preset("pagat"), (17, 18)),
    "wikipedia": (preset("wikipedia"), (16, 17)),
    "school": (preset("school"), (17, 18)),
    "other": (complete(OTHER), (18, 18)),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_the_exact_edge_is_what_a_dealer_sees(name: str) -> None:
    rules, bank = SETTINGS[name]
    found = strategy_of(Game(Rules(**rules), stays_on(*bank)))
    chart = {tuple(cell): action.value for cell, action in found.advice.items()}
    table = Table(rules, chart, seed=20261127, bank=bank)
    results = [table.deal() for _ in range(HANDS // len(SETTINGS))]
    mean = sum(results) / len(results)
    variance = sum((one - mean) ** 2 for one in results) / (len(results) - 1)
    error = sqrt(variance / len(results))
    assert abs(mean + found.chart_edge) < 3 * error
    assert error < 3.3 / sqrt(len(results))
