"""A season added, added again, changed: what the ledger says agrees with the dealer who dealt it.

PONTOON_SEASON_SESSIONS, PONTOON_SEASON_DEALS and PONTOON_SEASON_SEED widen the run; the sizes that the
ledger is meant for are 500 sessions of 100 deals.
"""

from __future__ import annotations

import os
from pathlib import Path

import dealer
import polars as pl
import pytest
from held_against import differences
from journals import (
    beancount_balances,
    beancount_check,
    hledger_balances,
    hledger_check,
    ledger_balances,
    needs_hledger,
)
from season import balances, play, write

from pontoon_ledger import audit, read
from pontoon_ledger.balances import settle_moves
from pontoon_ledger.cli.entry import run
from pontoon_ledger.store import Ledger

SESSIONS = int(os.environ.get("PONTOON_SEASON_SESSIONS", "30"))
DEALS = int(os.environ.get("PONTOON_SEASON_DEALS", "20"))
SEED = int(os.environ.get("PONTOON_SEASON_SEED", "20261130"))

Season = tuple[list[dealer.Session], Path, Path]


def of_ledger(ledger: Ledger) -> dict[tuple[str, str], int]:
    rows = ledger.balances().filter(pl.col("balance") != 0)
    return {(code, who): amount for code, who, amount in rows.select("currency", "player", "balance").rows()}


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    folder = tmp_path_factory.mktemp("season")
    records = folder / "records"
    records.mkdir()
    sessions = [play(number, SEED, DEALS) for number in range(SESSIONS)]
    for number, session in enumerate(sessions):
        write(session, records, number)
    result = Ledger(folder / "season.duckdb").add(audit(read(records)))
    assert [one.outcome for one in result.sessions] == ["added"] * SESSIONS
    return sessions, records, folder / "season.duckdb"


def test_balances_are_those_of_the_dealer(season: Season) -> None:
    sessions, _, path = season
    with Ledger(path, read_only=True) as ledger:
        assert of_ledger(ledger) == balances(sessions)
        sums = ledger.balances().group_by("currency").agg(pl.col("balance").sum())
        assert set(sums["balance"]) == {0}
        plans = settle_moves(ledger.moves()).plans
    for code, plan in plans.items():
        left = {who: amount for (coin, who), amount in balances(sessions).items() if coin == code}
        for one in plan.payments:
            left[one.payer] += one.amount
            left[one.payee] -= one.amount
        assert not any(left.values())


def test_added_again_nothing_changes(season: Season) -> None:
    _, records, path = season
    before = path.read_bytes()
    result = Ledger(path).add(audit(read(records)))
    assert [one.outcome for one in result.sessions] == ["unchanged"] * SESSIONS
    assert path.read_bytes() == before


def test_changed_evenings_and_only_these_are_replaced(season: Season, tmp_path: Path) -> None:
    sessions, records, path = season
    copy = tmp_path / "records"
    copy.mkdir()
    for file in records.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    ledger = Ledger(tmp_path / "copy.duckdb")
    ledger.add(audit(read(copy)))
    other = list(sessions)
    for number in range(0, SESSIONS, 7):
        other[number] = play(number, SEED + 1, DEALS)
        write(other[number], copy, number)
    result = ledger.add(audit(read(copy)))
    assert [one.outcome == "replaced" for one in result.sessions] == [n % 7 == 0 for n in range(SESSIONS)]
    with ledger:
        assert of_ledger(ledger) == balances(other)
        assert {one.event for one in ledger.history(other[0].name)} == {"added", "changed"}
        assert ledger.verify().sound
    assert of_ledger(Ledger(path)) == balances(sessions), "the other ledger is as it was"


def test_every_statistic_is_what_was_counted(season: Season) -> None:
    sessions, _, path = season
    with Ledger(path, read_only=True) as ledger:
        assert list(differences(ledger, sessions)) == []


@pytest.fixture(scope="module")
def journals(season: Season, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The season's journals, with the payments of its settlement half made."""
    folder = tmp_path_factory.mktemp("journals")
    ledger = folder / "paid.duckdb"
    ledger.write_bytes(season[2].read_bytes())
    with Ledger(ledger) as kept:
        decimals = dict(kept.currencies())
        for code, plan in settle_moves(kept.moves()).plans.items():
            for one in plan.payments[::2]:
                kept.pay(one.payer, one.payee, one.amount, currency=(code, decimals[code]), date="2040-01-01")
    written = {"paid": ledger}
    for to in ("hledger", "beancount"):
        written[to] = folder / f"season.{to}"
        assert run(["export", "--db", str(ledger), "--to", to, "-o", str(written[to])]) == 0
    return written


def test_beancount_agrees_with_every_balance(journals: dict[str, Path]) -> None:
    with Ledger(journals["paid"], read_only=True) as ledger:
        assert beancount_balances(journals["beancount"]) == ledger_balances(ledger)
    assert beancount_check(journals["beancount"]) == ""


@needs_hledger
def test_hledger_agrees_with_every_balance(journals: dict[str, Path]) -> None:
    with Ledger(journals["paid"], read_only=True) as ledger:
        assert hledger_balances(journals["hledger"]) == ledger_balances(ledger)
    assert hledger_check(journals["hledger"]) == ""
