"""A stranger's query: what it is answered, and that it reaches nothing but the ledger."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pytest
from fake_audit import (
    FRIDAY,
    LATER,
    digest,
    fake_audit,
    large_audit,
    outcomes,
)

from pontoon_ledger.store import Ledger, LedgerError, opening

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pontoon.duckdb"


FORBIDDEN = [
    "FROM read_csv('/etc/passwd')",
    "FROM '/etc/passwd'",
    "FROM read_text('/etc/passwd')",
    "FROM read_blob('/etc/passwd')",
    "FROM glob('/*')",
    "FROM read_parquet('/etc/passwd')",
    "FROM read_json('/etc/passwd')",
    "FROM sniff_csv('/etc/passwd')",
    "FROM read_duckdb('{other}')",
    "FROM query('SELECT * FROM read_text(''/etc/passwd'')')",
    "FROM 'http://localhost/x.csv'",
    "FROM duckdb_secrets()",
    "FROM enable_profiling(save_location='{out}')",
    "FROM enable_logging(storage='file')",
    "SELECT getenv('HOME')",
    "SELECT * FROM evenings",
    "COPY hands TO '{out}'",
    "COPY (SELECT 1) TO '{out}'",
    "EXPORT DATABASE '{out}'",
    "ATTACH '{other}'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET threads = 1",
    "SET enable_external_access = true",
    "SET lock_configuration = false",
    "SET memory_limit = '100GB'",
    "RESET memory_limit",
    "PRAGMA threads = 1",
    "PRAGMA database_list",
    "CALL pragma_version()",
    "CREATE SECRET (TYPE s3)",
    "CREATE TABLE mine (x INTEGER)",
    "CREATE TEMP TABLE mine (x INTEGER)",
    "INSERT INTO meta VALUES ('x', 2)",
    "WITH x AS (INSERT INTO meta VALUES ('x', 2) RETURNING *) FROM x",
    "EXPLAIN ANALYZE INSERT INTO meta VALUES ('x', 2)",
    "UPDATE meta SET schema_version = 3",
    "DELETE FROM hands",
    "DROP TABLE hands",
    "BEGIN; SELECT 1",
    "ROLLBACK; DROP TABLE hands",
    "SELECT 1; SELECT 2",
    "CHECKPOINT",
    "USE memory",
    "",
    "SELEC 1",
]


@pytest.mark.parametrize("kept", ["file", "memory"])
def test_a_query_reads_the_ledger_and_nothing_else(kept: str, tmp_path: Path, path: Path) -> None:
    evenings = pl.DataFrame({"x": [1]})
    other, out = tmp_path / "other.duckdb", tmp_path / "out"
    duckdb.connect(str(other)).close()
    with Ledger(path) if kept == "file" else Ledger.memory() as ledger:
        ledger.add(fake_audit(FRIDAY))
        assert evenings.height == ledger.query("SELECT count(DISTINCT session_id) AS x FROM hands").item()
        before = digest(path) if kept == "file" else ""
        for sql in FORBIDDEN:
            with pytest.raises(LedgerError):
                ledger.query(sql.format(other=other, out=out))
            assert not out.exists(), sql
        assert ledger.query("SELECT application, schema_version FROM meta").rows() == [("pontoon_ledger", 2)]
        assert ledger.query("SELECT count(*) FROM hands").item() == 3
        if kept == "file":
            assert digest(path) == before
        assert outcomes(ledger, LATER) == ["replaced"]


def test_the_refusal_of_a_file_names_it_plainly(path: Path) -> None:
    Ledger(path).add(fake_audit(FRIDAY))
    with pytest.raises(LedgerError, match="reads the ledger and nothing else"):
        Ledger(path).query("FROM read_text('/etc/passwd')")
    with pytest.raises(LedgerError, match="COPY is refused"):
        Ledger(path).query("COPY hands TO 'x.csv'")
    with pytest.raises(LedgerError, match="2 statements"):
        Ledger(path).query("SELECT 1; SELECT 2")


def test_an_answer_has_unlike_names_and_types_that_polars_knows() -> None:
    with Ledger.memory() as ledger:
        answer = ledger.query(
            "SELECT 1 AS a, 2 AS A, 3 AS a_2, INTERVAL 1 DAY AS b, [1, 2] AS c, {'x': 1} AS d, "
            "union_value(u := 1) AS e, TIME '10:00' AS f, NULL AS g, 'x'::BLOB AS \"h\"\"i\", now() AS j"
        )
        assert answer.columns == ["a", "A_2", "a_2_2", "b", "c", "d", "e", "f", "g", 'h"i', "j"]
        assert answer.row(0)[:9] == (1, 2, 3, "1 day", "[1, 2]", "{'x': 1}", "1", "10:00:00", None)


@pytest.mark.parametrize("sql", ["SHOW TABLES", "DESCRIBE hands", "SUMMARIZE players", "EXPLAIN FROM hands"])
def test_questions_about_the_tables_are_questions(sql: str) -> None:
    with Ledger.memory() as ledger:
        assert ledger.query(sql).height > 0


def test_an_answer_comes_in_its_order_and_a_pivot_is_a_question() -> None:
    with Ledger.memory() as ledger:
        ledger.add(large_audit(10, 100))
        lines = ledger.query("SELECT line FROM hands ORDER BY line DESC")["line"].to_list()
        assert lines == list(range(5001, 1, -1))
        assert ledger.query("PIVOT (SELECT player FROM hands) ON player USING count(*)").row(0) == (1000,) * 5


def test_a_query_that_takes_too_long_or_too_much_is_broken_off(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(opening._READING, "memory_limit", "100MB")
    with Ledger(path) as ledger:
        ledger.add(fake_audit(FRIDAY))
        began = time.monotonic()
        with pytest.raises(LedgerError, match=r"within 0\.3 seconds"):
            ledger.query("SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b", seconds=0.3)
        assert time.monotonic() - began < 5
        with pytest.raises(LedgerError, match="more than 10 rows"):
            ledger.query("FROM range(11)", most_rows=10)
        with pytest.raises(LedgerError, match="Out of Memory"):
            ledger.query("SELECT array_agg(range) FROM range(100000000)")
        assert ledger.query("FROM range(10)", most_rows=10).height == 10
