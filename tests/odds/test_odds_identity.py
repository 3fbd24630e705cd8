"""What a hand brought is what a deal is worth, the luck of each card, less the cost of each decision.

PONTOON_ODDS_WALKS plays so many hands (250 unless told).
"""

from __future__ import annotations

import os
import random
from typing import Any

import polars as pl
import pytest

from odds.walks import Walk, dealt, moments, result, walk
from pontoon_ledger.odds import Action, Game, State, Values, pack, parting
from pontoon_ledger.odds.analysis import MOMENT, weigh
from pontoon_ledger.odds.keeping import table_of
from pontoon_ledger.odds.reach import ready
from pontoon_ledger.odds.tables import build, covering
from pontoon_ledger.rules import PRESETS, parse_spec

WALKS = int(os.environ.get("PONTOON_ODDS_WALKS", "250"))


def account(values: Values, played: Walk, rng: random.Random, start: Any) -> tuple[Any, Any, Any]:
    """(result, luck, cost) of a hand whose value was `start` before its two cards."""
    luck, cost = values.value(played.moments[0][0]) - start, 0
    brought = 0
    for at, (state, action, price) in enumerate(played.moments):
        value = values.value(state)
        if action in (None, Action.STICK):
            brought = result(values, state, rng)
            cost += value - values.stick(state)
            luck += brought - values.stick(state)
            continue
        done = values.bought(state, price) if price is not None else values.of_action(state, action)
        cost += value - done
        if action == Action.SPLIT:
            begun = values.half(*parting(state))
            parts = [account(values, half, rng, begun) for half in played.halves]
            return sum(p[0] for p in parts), luck + sum(p[1] for p in parts), cost + sum(p[2] for p in parts)
        luck += values.value(played.moments[at + 1][0]) - done
    return brought, luck, cost


@pytest.mark.parametrize("spec", ["pagat", "wikipedia", "pagat, split=none, burn=14, ties=push, royal=yes"])
def test_the_identity(spec: str) -> None:
    rng = random.Random(20261127)
    values = ready(Game(parse_spec(spec), memory=1))
    sitting, costs = values.sitting(), 0.0
    for _ in range(WALKS):
        state = dealt(values, rng)
        deal = values.before_peek(state) - sitting
        none_shown = values.value(state) - values.before_peek(state)
        brought, luck, cost = account(values, walk(values, rng, state), rng, values.value(state))
        assert brought == pytest.approx(sitting + deal + none_shown + luck - cost, abs=1e-9)
        assert cost > -1e-12
        costs += cost
    assert costs > 0.1 * WALKS


def test_the_identity_in_fractions() -> None:
    rng = random.Random(5)
    values = Values(Game(), exact=True)
    for cards in ("T6", "95", "KJ", "T4"):
        state = values.dealt(pack.cards(cards))
        start = values.value(state)
        for _ in range(5):
            brought, luck, cost = account(values, walk(values, rng, state), rng, start)
            assert brought == start + luck - cost


def frame(rows: list[tuple[State, Any]]) -> pl.DataFrame:
    return pl.DataFrame(
        [(*s[:7], float(s.staked), float(s.cap), price) for s, price in rows], schema=MOMENT, orient="row"
    )


@pytest.mark.parametrize("spec", ["pagat", "school", "wikipedia", "pagat, buy_max=1, peek=no, packs=2"])
def test_many_hands_at_once_are_weighed_as_one_by_one(spec: str) -> None:
    rng = random.Random(1)
    game = Game(parse_spec(spec))
    table = table_of(game)
    values = Values(game) if spec == "school" else ready(game)
    for row in table.of("fresh").iter_rows(named=True):
        fresh = row["seen"], row["thrown"], row["split"], row["parted"]
        values.know(fresh=fresh, value=row["value"])
    rows: list[tuple[State, Any]] = []
    while len(rows) < 150:
        state = dealt(values, rng)
        if spec != "school" or not state.pair:
            rows += [(state, price) for state, _, price in moments(walk(values, rng, state))]
    names = {
        Action.STICK: "stick",
        Action.TWIST: "twist",
        Action.BUY_LOW: "buy_low",
        Action.BUY_HIGH: "buy_high",
        Action.SPLIT: "part",
        Action.BURN: "burn",
    }
    for (state, price), row in zip(rows, weigh(table, frame(rows)).iter_rows(named=True), strict=True):
        assert row["value"] == pytest.approx(values.value(state), abs=1e-12)
        assert row["stick"] == pytest.approx(values.stick(state), abs=1e-12)
        for action, value in values.choices(state).items():
            assert row[names[action]] == pytest.approx(value, abs=1e-12)
        if price is not None:
            assert row["buy"] == pytest.approx(values.bought(state, price), abs=1e-12)


def test_cards_seen_at_the_table_are_counted() -> None:
    game = Game(PRESETS["wikipedia"])
    values = Values(game)
    rows = [
        (values.dealt(pack.cards("95"), seen=pack.cards("KQ2")), None),
        (values.dealt(pack.cards("AA"), pair=True, seen=pack.cards("A")), 2.0),
        (State(pack.cards("234"), seen=pack.cards("9"), staked=2.0, cap=1.0), 1.0),
    ]
    for (state, price), row in zip(
        rows, weigh(table_of(game), frame(rows)).iter_rows(named=True), strict=True
    ):
        assert row["value"] == pytest.approx(values.value(state), abs=1e-12)
        if price is not None:
            assert row["buy"] == pytest.approx(values.bought(state, price), abs=1e-12)


def test_a_table_that_covers_a_hand_is_left_as_it_is() -> None:
    table = table_of(Game())
    assert covering(table, []) is table


def test_a_hand_that_no_pack_holds_is_refused() -> None:
    rows = [(State(pack.cards("99"), seen=pack.cards("999")), None)]
    with pytest.raises(ValueError, match="not so many cards"):
        weigh(table_of(Game()), frame(rows))


@pytest.mark.parametrize("name", ["pagat", "wikipedia"])
def test_shipped_tables_are_those_built_now(name: str) -> None:
    game = Game(PRESETS[name])
    now, kept = build(game).frame, table_of(game).frame
    key = ["kind", "hand", "seen", "thrown", "split", "parted", "pair"]
    now, kept = now.sort(key), kept.sort(key)
    assert now.select(key).equals(kept.select(key))
    figures = pl.selectors.float()
    apart = (now.select(figures) - kept.select(figures)).select(pl.all().abs().max()).row(0)
    assert max(one for one in apart if one is not None) < 1e-12
