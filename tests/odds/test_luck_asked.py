"""Luck as a question to the ledger: the figures of `pontoon luck`, beside the tables, reckoned when named."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pytest
from command import ROOT, Door, door
from polars.testing import assert_frame_equal

import pontoon_ledger
from pontoon_ledger.odds import DEFAULT
from pontoon_ledger.odds.luck import PARTS, luck
from pontoon_ledger.odds.luck_lines import for_file, lines, named
from pontoon_ledger.store import Ledger, LedgerError, opening, reckoning
from pontoon_ledger.store.describing import described

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["door"]

NIGHT = ROOT / "sample_logs/kitchen-table.yaml"
KEYS = ("session_id", "player_id", "bank_id")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of the kitchen table, where one person was renamed."""
    path = tmp_path_factory.mktemp("luck") / "pontoon.duckdb"
    Ledger(path).add(pontoon_ledger.audit(pontoon_ledger.read(NIGHT)))
    Ledger(path).rename("Dev", "Devinder")
    return path


@pytest.fixture(scope="module")
def supplied(kept: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """That ledger with luck reckoned and left there."""
    connection = opening.open_ledger(kept, write=False)
    assert list(reckoning.supply(connection).values()) == [1]
    yield connection
    connection.close()


def test_the_figures_are_those_of_the_command(supplied: duckdb.DuckDBPyConnection) -> None:
    judged = pontoon_ledger.audit(pontoon_ledger.read(NIGHT))
    shown = {"Dev": "Devinder"}
    seats = named(luck(judged, lambda s, n: DEFAULT), judged, lambda s, n: shown.get(n, n))
    deals = pl.DataFrame(supplied.sql("FROM luck"))
    written = for_file(seats).drop("file")
    assert set(deals.columns) == {*written.columns, *KEYS, "file"}
    assert_frame_equal(deals.select(written.columns), written, check_dtypes=False, check_exact=True)
    columns = {"left": "left_out", "mistakes": "not_best", "name": "player"}
    columns |= {part: f"luck_{part}" for part in PARTS}
    for view, by_session in (("luck_by_player", False), ("luck_by_session", True)):
        sums = pl.DataFrame(supplied.sql(f"FROM {view}"))
        theirs = lines(seats, by_session=by_session)
        same = theirs.rename(columns).select(
            set(sums.columns).intersection(columns.get(c, c) for c in theirs.columns)
        )
        assert {"left_out", "not_best", "result", "luck_draw", "luck", "decisions", "se", "p_holm"} <= set(
            same.columns
        )
        assert_frame_equal(sums.select(same.columns), same, check_dtypes=False, rel_tol=1e-12)
        for what in ("result", "expected", "luck", "stakes", "decisions", "se"):
            assert (sums[f"money_{what}"] * 100).cast(pl.Int64).to_list() == theirs[f"m_{what}"].to_list()
        assert sums["person_id"].null_count() == 0


def test_it_fits_the_tables(kept: Path, supplied: duckdb.DuckDBPyConnection) -> None:
    (row,) = supplied.sql(
        "SELECT count(*), count(DISTINCT (session_id, deal_no, player_id)), (SELECT count(*) FROM luck), "
        "bool_and(l.player = h.player AND l.bank_id = h.bank_id AND l.file = h.file), "
        "bool_and(l.name = p.name) FROM luck l JOIN hands h USING (session_id, deal_no, player_id) "
        "JOIN players p USING (player_id)"
    ).fetchall()
    assert row == (106, 104, 104, True, True)
    assert supplied.sql("SELECT DISTINCT name FROM luck WHERE player = 'Dev'").fetchall() == [("Devinder",)]
    told = supplied.sql("SELECT table_name, column_name, data_type FROM duckdb_columns()").fetchall()
    with Ledger(kept, read_only=True) as ledger:
        for thing in described(ledger, list(reckoning.RELATIONS)):
            assert thing.kind == "reckoned"
            assert thing.comment
            assert [(thing.name, one.name, one.kind) for one in thing.columns] == [
                row for row in told if row[0] == thing.name
            ]


def test_a_question_that_does_not_name_it_pays_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(reckoning, "supply")
    with Ledger(kept, read_only=True) as ledger:
        for sql in (
            "SELECT 'FROM luck' AS text",
            "SELECT 1 AS luck -- FROM luck",
            "WITH luck AS (FROM hands) FROM luck",
            "SELECT luck.line FROM hands AS luck",
            "FROM (VALUES (1)) AS luck_by_player",
            "SHOW TABLES",
            "FROM balances",
        ):
            ledger.query(sql)
        with pytest.raises(LedgerError, match="there is no table or view lucky"):
            ledger.query("FROM lucky")
        with pytest.raises(AttributeError, match="supply"):
            ledger.query("FROM luck")


def test_it_is_reckoned_for_each_question_however_named_and_left_nowhere(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def once(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
        calls.append(1)
        for name, (_, columns) in reckoning.RELATIONS.items():
            told = ", ".join(f"{column} {kind}" for column, kind, _ in columns)
            connection.execute(f"CREATE TEMP TABLE {name} ({told})")
        return {}

    monkeypatch.setattr(reckoning, "supply", once)
    ways = [
        'FROM "Luck"',
        "DESCRIBE luck",
        "SUMMARIZE luck",
        "EXPLAIN FROM luck",
        "TABLE luck",
        "PIVOT luck ON why USING count(*)",
        "SELECT 1 WHERE EXISTS (FROM luck_by_session)",
        "FROM hands JOIN LUCK USING (session_id, deal_no, player_id)",
        "WITH mine AS (FROM luck) FROM mine, luck_by_player",
    ]
    with Ledger(kept, read_only=True) as ledger:
        for number, sql in enumerate(ways, start=1):
            ledger.query(sql)
            assert len(calls) == number, sql
        assert not ledger.query("SHOW TABLES")["name"].str.starts_with("luck").any()


def test_what_the_ledger_itself_calls_so_comes_first_and_what_is_missing_is_said(
    kept: Path, door: Door
) -> None:
    shutil.copy(kept, "pontoon.duckdb")
    with duckdb.connect("pontoon.duckdb") as plain:
        plain.execute("CREATE VIEW Luck AS SELECT 7 AS seven")
    sql = "SELECT seven, sum(played) FROM luck, luck_by_player WHERE role = 'player' GROUP BY seven"
    ran = door("query", sql, "--format", "json", "-q")
    assert ran.status == 1
    assert json.loads(ran.out) == {"rows": [{"seven": 7, "sum(played)": 106}], "complete": False}
    assert ran.err == (
        "pontoon: luck is this ledger's own here, not what pontoon luck reckons\n"
        "pontoon: what was asked is incomplete:\n"
        "pontoon:   1 hand left out of luck: it was not played by the rules, or is written in two ways\n"
    )
    assert door("query", "--explain-schema", "luck").out.startswith("Luck (view)\n")
