"""The ledger: what it takes in, what it refuses, what it adds up to, and that it is never half written."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import struct
import subprocess
import sys
import threading
import time
from dataclasses import replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

import duckdb
import polars as pl
import pytest
from fake_audit import OPTIONS, Evening, FakeAudit, Hand, fake_audit, large_audit

from pontoon_ledger import rules
from pontoon_ledger.resources import schema_text
from pontoon_ledger.store import Ledger, LedgerError, opening

TESTS = Path(__file__).parent
FRIDAY = Evening()
LATER = replace(FRIDAY, hands=(Hand(1, "Bob", 70), Hand(1, "Cat", -10)), text="deals: [1]\n")
VIEWS = ("balances", "pairwise_debts", "player_stats", "banker_stats", "results_by_deal")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pontoon.duckdb"


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 0.2)


def outcomes(ledger: Ledger, *evenings: Evening, replacing: bool = False) -> list[str]:
    return [one.outcome for one in ledger.add(fake_audit(*evenings), replace=replacing).sessions]


def balance(ledger: Ledger) -> dict[str, int | None]:
    return dict(ledger.balances().select("player", "balance").rows())


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


# taking in


def test_a_new_ledger_holds_what_was_added(path: Path) -> None:
    with Ledger(path) as ledger:
        result = ledger.add(fake_audit(FRIDAY))
        assert str(result.sessions[0]) == "friday: added, 1 deal, 3 hands"
        assert result.complete
        kept = ledger.sessions().row(0, named=True)
        assert (kept["session"], str(kept["date"]), kept["revision"]) == ("friday", "2026-11-27", 1)
        assert balance(ledger) == {"Ann": -30, "Bob": 40, "Cat": -10}


def test_it_outlives_its_object(path: Path) -> None:
    Ledger(path).add(fake_audit(FRIDAY))
    assert balance(Ledger(path, read_only=True)) == {"Ann": -30, "Bob": 40, "Cat": -10}
    assert [file.name for file in path.parent.iterdir()] == ["pontoon.duckdb"]


def test_every_promised_column_of_a_hand_comes_back() -> None:
    audit = large_audit(2, 3)
    with Ledger.memory() as ledger:
        ledger.add(audit)
        columns = [name for name in audit.hands.columns if name not in {"session_no", "session"}]
        quoted = ", ".join(f'"{name}"' for name in columns)
        back = ledger.query(f"SELECT {quoted} FROM hands ORDER BY session_id, row_no")
    assert back.rows() == audit.hands.select(columns).rows()


def test_the_sessions_table_has_every_option() -> None:
    with Ledger.memory() as ledger:
        columns = ledger.query("DESCRIBE sessions")["column_name"].to_list()
    assert set(rules.OPTIONS) == set(OPTIONS) <= set(columns)


def test_the_same_again_changes_nothing_and_says_so(path: Path) -> None:
    ledger = Ledger(path)
    ledger.add(fake_audit(FRIDAY))
    before = digest(path)
    result = ledger.add(fake_audit(FRIDAY))
    assert str(result.sessions[0]) == "friday: unchanged"
    assert digest(path) == before


def test_rows_in_another_order_are_the_same_session() -> None:
    audit = fake_audit(
        replace(FRIDAY, moves=({"kind": "cash", "payer": "Bob", "payee": "box", "counts": 5},))
    )
    with Ledger.memory() as ledger:
        ledger.add(audit)
        turned = replace(audit, transfers=audit.transfers.reverse())
        assert ledger.add(turned).sessions[0].outcome == "unchanged"


def test_a_changed_session_replaces_the_old_and_keeps_its_text() -> None:
    with Ledger.memory() as ledger:
        assert outcomes(ledger, FRIDAY) == ["added"]
        assert outcomes(ledger, LATER) == ["replaced"]
        assert balance(ledger) == {"Ann": -60, "Bob": 70, "Cat": -10}
        assert ledger.sessions()["revision"].to_list() == [2]
        history = ledger.query(
            "SELECT revision, text, f.sha256 FROM revisions JOIN files f ON list_contains(file_ids, file_id) "
            "ORDER BY revision"
        )
        texts = [FRIDAY.text, LATER.text]
        assert history.rows() == [
            (n, t, sha256(t.encode()).hexdigest()) for n, t in enumerate(texts, start=1)
        ]


def test_a_verdict_that_changes_without_the_text_is_a_new_revision_of_the_same_text() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY)
        assert outcomes(ledger, replace(LATER, text=FRIDAY.text)) == ["replaced"]
        assert ledger.query("SELECT file_ids FROM revisions ORDER BY revision")["file_ids"].to_list() == [
            "[1]",
            "[1]",
        ]


def test_a_comment_in_the_file_makes_a_revision_that_says_what_it_is() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY)
        result = ledger.add(fake_audit(replace(FRIDAY, text="# a comment\ndeals: []\n")))
        assert result.sessions[0].outcome == "replaced"
        assert result.sessions[0].reason == "its file has changed, its play has not"


def test_head_and_table_are_both_kept_and_a_shared_table_only_once() -> None:
    table = ("season.csv", "deal,player\n")
    evenings = [replace(FRIDAY, session=name, file=f"{name}.yaml", table=table) for name in ("one", "two")]
    with Ledger.memory() as ledger:
        outcomes(ledger, *evenings)
        rows = ledger.query("SELECT session, file_ids FROM revisions ORDER BY session").rows()
        kinds = dict(ledger.query("SELECT file_id, kind FROM files").rows())
    assert rows == [("one", "[1, 2]"), ("two", "[3, 2]")]
    assert kinds == {1: "yaml", 2: "csv", 3: "yaml"}


@pytest.mark.parametrize(
    ("other", "shown"),
    [
        (replace(LATER, file="elsewhere.yaml"), "elsewhere.yaml"),
        (replace(LATER, date="2026-12-04"), "2026-12-04"),
        (replace(LATER, date=None), "no date"),
    ],
)
def test_the_same_name_from_elsewhere_is_refused_until_asked_for(
    path: Path, other: Evening, shown: str
) -> None:
    ledger = Ledger(path)
    outcomes(ledger, FRIDAY)
    refused = ledger.add(fake_audit(other)).sessions[0]
    assert refused.outcome == "refused"
    assert refused.reason is not None
    assert shown in refused.reason
    assert "2026-11-27, from" in refused.reason
    assert balance(ledger)["Bob"] == 40
    assert outcomes(ledger, other, replacing=True) == ["replaced"]
    assert balance(ledger)["Bob"] == 70


def test_standard_input_is_never_taken_for_the_same_file() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, file="-"))
        assert outcomes(ledger, replace(FRIDAY, file="-")) == ["unchanged"]
        assert outcomes(ledger, replace(LATER, file="-")) == ["refused"]


def test_ledger_and_records_may_move_together(tmp_path: Path) -> None:
    for folder, evening, outcome in (("old", FRIDAY, "added"), ("new", LATER, "replaced")):
        if folder == "new":
            (tmp_path / "old").rename(tmp_path / "new")
        else:
            (tmp_path / "old").mkdir()
        moved = replace(evening, file=str(tmp_path / folder / "friday.yaml"))
        assert outcomes(Ledger(tmp_path / folder / "pontoon.duckdb"), moved) == [outcome]


def test_names_of_sessions_are_compared_folded() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY)
        assert outcomes(ledger, replace(LATER, session="FRIDAY ")) == ["replaced"]
        assert outcomes(ledger, replace(FRIDAY, session="x"), replace(LATER, session="z")) == ["added"] * 2
        twice = [replace(LATER, session="y"), replace(LATER, session="Y")]
        assert outcomes(ledger, *twice) == ["added", "refused"]


def test_record_faults_keep_a_session_out_and_the_others_in() -> None:
    with Ledger.memory() as ledger:
        result = ledger.add(fake_audit(replace(FRIDAY, session="bad", fault="P005"), FRIDAY))
        assert [one.outcome for one in result.sessions] == ["refused", "added"]
        assert "P005 at friday.yaml:7" in str(result.sessions[0].reason)
        assert not result.complete
        assert ledger.sessions()["session"].to_list() == ["friday"]
        assert ledger.query("SELECT count(*) FROM findings").item() == 0


def test_an_error_half_way_leaves_nothing_of_an_add(path: Path) -> None:
    ledger = Ledger(path)
    ledger.add(fake_audit(FRIDAY))
    good = fake_audit(LATER, replace(FRIDAY, session="saturday"))
    bad = replace(good, transfers=good.transfers.with_columns(kind=pl.lit("gift")))
    with pytest.raises(LedgerError, match="CHECK"):
        ledger.add(bad)
    assert ledger.sessions()["session"].to_list() == ["friday"]
    assert balance(ledger)["Bob"] == 40
    assert ledger.query("SELECT count(*) FROM revisions").item() == 1


# people


def test_one_name_is_one_player_in_every_session_and_case() -> None:
    second = replace(FRIDAY, session="second", hands=(Hand(1, "BOB", 5), Hand(1, "Zoe\u0301", -5)))
    third = replace(FRIDAY, session="third", hands=(Hand(1, "zo\xe9", -1),))
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY, second, third)
        assert balance(ledger) == {"Ann": -29, "Bob": 45, "Cat": -10, "Zoe\u0301": -6}
        assert ledger.query("SELECT DISTINCT player FROM hands WHERE player ILIKE 'bob'").height == 2


def test_another_spelling_is_the_same_player() -> None:
    said = replace(FRIDAY, aliases=(("Cat", "Cath"),))
    used = replace(FRIDAY, session="second", hands=(Hand(1, "Cath", 100),))
    with Ledger.memory() as ledger:
        outcomes(ledger, said)
        result = ledger.add(fake_audit(used))
        assert result.sessions[0].reason == "Cath is taken to be Cat"
        assert balance(ledger)["Cat"] == 90
        assert "Cath" not in balance(ledger)


def test_a_spelling_that_somebody_plays_under_already_stays_apart() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY)
        second = replace(FRIDAY, session="second", hands=(Hand(1, "Dan", 5),), aliases=(("Dan", "Cat"),))
        result = ledger.add(fake_audit(second))
        assert (
            result.sessions[0].reason == "Cat is a player of this ledger already and is kept apart from Dan"
        )
        assert balance(ledger)["Cat"] == -10


def test_two_people_at_one_table_are_never_made_one() -> None:
    both = replace(FRIDAY, session="second", hands=(Hand(1, "Cat", 5), Hand(1, "Cath", 7)))
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, aliases=(("Cat", "Cath"),)))
        result = ledger.add(fake_audit(both))
        assert result.sessions[0].outcome == "refused"
        assert "Cat and Cath both play in it" in str(result.sessions[0].reason)


def test_a_name_misspelt_once_goes_when_it_is_mended() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=(Hand(1, "Bbo", 40),), aliases=(("Bbo", "Rob"),)))
        outcomes(ledger, replace(FRIDAY, hands=(Hand(1, "Bob", 40),), aliases=(("Bob", "Rob"),)))
        assert ledger.query("SELECT name FROM players ORDER BY name")["name"].to_list() == ["Ann", "Bob"]
        assert ledger.query("SELECT alias FROM aliases ORDER BY alias")["alias"].to_list() == [
            "ann",
            "bob",
            "rob",
        ]


# sums


MOVES = (
    {"kind": "cash", "payer": "Bob", "payee": "box", "counts": 1000},
    {"kind": "cash", "payer": "box", "payee": "Bob", "counts": 1040},
    {"kind": "payment", "payer": "Cat", "payee": "Ann", "counts": 4},
    {"kind": "owed", "payer": "Cat", "payee": "Bob", "counts": 400},
    {"kind": "price", "payer": "Dan", "payee": "Ann", "counts": 150, "recorded": 150, "due": 150},
    {"kind": "kitty", "payer": "Ann", "payee": "kitty", "counts": 100, "recorded": 100, "due": 100},
)


def test_balances_follow_their_definition_and_sum_to_zero() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, moves=MOVES))
        rows = {row["player"]: row for row in ledger.balances().iter_rows(named=True)}
    expected = {
        "Ann": (-30 + 150 - 100, 4),
        "Bob": (40, -1000 + 1040 + 400),
        "Cat": (-10, -4 - 400),
        "Dan": (-150, 0),
        "kitty": (100, 0),
        "box": (0, 1000 - 1040),
    }
    assert {name: (row["due"], row["paid"]) for name, row in rows.items()} == expected
    assert all(row["balance"] == row["due"] - row["paid"] for row in rows.values())
    assert {name for name, row in rows.items() if row["account"]} == {"box", "kitty"}
    assert sum(row["balance"] for row in rows.values()) == 0


def test_a_seat_played_for_others_is_not_shown_beside_them() -> None:
    amounts = {"recorded": 20, "due": 20, "counts": 20}
    shares = tuple({"kind": "share", "payer": "Bob+Cat", "payee": who} | amounts for who in ("Bob", "Cat"))
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=(Hand(1, "Bob+Cat", 40, recorded=40),), moves=shares))
        assert balance(ledger) == {"Ann": -40, "Bob": 20, "Cat": 20}


def test_a_player_may_be_called_box() -> None:
    with Ledger.memory() as ledger:
        audit = fake_audit(
            replace(FRIDAY, moves=({"kind": "cash", "payer": "box", "payee": "box", "counts": 7},))
        )
        audit = replace(audit, transfers=audit.transfers.with_columns(payer_account=pl.lit(False)))
        ledger.add(audit)
        rows = ledger.balances().filter(player="box").sort("account").select("account", "paid").rows()
    assert rows == [(False, -7), (True, 7)]


def test_what_is_unknown_makes_a_balance_unknown_and_is_counted() -> None:
    hands = (Hand(1, "Bob", 40), Hand(2, "Bob", None), Hand(1, "Cat", -10, recorded=-10))
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=hands))
        rows = {row["player"]: row for row in ledger.balances().iter_rows(named=True)}
        bankers = ledger.stats().bankers.row(0, named=True)
        deals = ledger.query("SELECT counts FROM results_by_deal WHERE deal_no = 2")["counts"].to_list()
    assert [(rows[name]["balance"], rows[name]["undecided"]) for name in ("Ann", "Bob", "Cat")] == [
        (None, 1),
        (None, 1),
        (-10, 0),
    ]
    assert (rows["Bob"]["recorded"], rows["Bob"]["unrecorded"]) == (None, 2)
    assert (rows["Cat"]["recorded"], rows["Cat"]["unrecorded"]) == (-10, 0)
    assert (bankers["net"], bankers["results_unknown"]) == (-30, 1)
    assert deals == [None, None]


def test_a_banker_whom_nobody_knows_is_a_row_without_a_name() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=(Hand(1, "Bob", 40, bank=None),)))
        assert ledger.balances().select("player", "account", "balance").rows() == [
            ("Bob", False, 40),
            (None, False, -40),
        ]


def test_currencies_are_never_added_and_keep_their_decimals() -> None:
    yen = replace(FRIDAY, session="tokyo", currency="JPY", decimals=0)
    dinar = replace(FRIDAY, session="kuwait", currency="KWD", decimals=3)
    none = replace(FRIDAY, session="plain", currency=None)
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY, yen, dinar, none)
        shown = dict(ledger.query("SELECT currency, balance FROM balances WHERE player = 'Bob'").rows())
        minor = ledger.balances().filter(player="Bob")["balance"].to_list()
    assert shown == {"GBP": Decimal("0.4"), "JPY": Decimal(40), "KWD": Decimal("0.04"), None: Decimal("0.4")}
    assert minor == [40] * 4


def test_large_sums_stay_exact_and_no_float_holds_money() -> None:
    big = 10**12 - 1
    hands = tuple(Hand(deal, "Bob", big) for deal in range(1, 400))
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=hands))
        assert balance(ledger) == {"Ann": -399 * big, "Bob": 399 * big}
        assert (
            ledger.query("SELECT balance FROM balances WHERE player = 'Bob'").item()
            == Decimal(399 * big) / 100
        )
        for view in VIEWS:
            assert not [kind for kind in ledger.query(f"FROM {view}").dtypes if kind.is_float()], view


def test_pairs_owe_what_they_dealt_with_each_other_less_what_was_handed_over() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, moves=MOVES))
        pairs = ledger.query("SELECT debtor, creditor, amount FROM pairwise_debts").rows()
    assert {(a, b): int(c * 100) for a, b, c in pairs} == {
        ("Ann", "Bob"): 40,
        ("Cat", "Ann"): 6,
        ("Bob", "Cat"): 400,
        ("Dan", "Ann"): 150,
        ("Ann", "kitty"): 100,
        ("Bob", "box"): 40,
    }


def test_statistics_count_what_they_say() -> None:
    hands = (
        Hand(1, "Bob", 40, klass="pontoon"),
        Hand(1, "Bob", -10, klass="bust", split=True),
        Hand(1, "Ann", None, klass="20"),
        Hand(2, "Bob", 0, klass="five-card trick", stake=None),
        Hand(2, "Ann", None, klass="bust"),
        Hand(3, "Ann", 25, bank="Bob", klass=None),
        Hand(3, "Bob", None, bank="Bob", klass="pontoon"),
        Hand(4, "Bob", 5),
        Hand(5, "Bob", 7),
        Hand(6, "Bob", 999),
    )
    evening = replace(FRIDAY, hands=hands, deals={5: {"gap": True}, 6: {"void": "misdeal"}})
    with Ledger.memory() as ledger:
        outcomes(ledger, evening)
        players, bankers = ledger.stats()
    bob = players.filter(player="Bob").row(0, named=True)
    expected = {
        "sessions": 1,
        "deals": 4,
        "hands": 5,
        "staked": 40,
        "stakes_unknown": 1,
        "net": 42,
        "wins": 3,
    }
    expected |= {"losses": 1, "pushes": 1, "pontoons": 1, "five_card_tricks": 1, "busts": 1, "splits": 1}
    assert {name: bob[name] for name in expected} == expected
    assert players.filter(player="Ann").select("net", "classes_unknown", "results_unknown").row(0) == (
        25,
        1,
        0,
    )
    ann = bankers.filter(banker="Ann").row(0, named=True)
    expected = {"deals": 4, "tenures": 3, "hands_against": 5, "net": -42, "pontoons": 0, "busts": 1}
    assert {name: ann[name] for name in expected | {"classes_unknown": 2}} == expected | {
        "classes_unknown": 2
    }
    assert bankers.filter(banker="Bob").select("deals", "tenures", "net", "pontoons").row(0) == (1, 1, -25, 1)


def test_a_season_sums_to_zero_and_to_the_hands() -> None:
    audit = large_audit(20, 30)
    with Ledger.memory() as ledger:
        ledger.add(audit)
        balances = balance(ledger)
        deals = ledger.query("SELECT sum(counts) FROM results_by_deal GROUP BY session, deal_no")
    sums = audit.hands.group_by("player").agg(pl.col("counts").sum()).filter(pl.col("player") != "Ann")
    expected = dict(sums.rows())
    assert balances == expected | {"Ann": -sum(expected.values())}
    assert set(deals.to_series()) == {Decimal(0)}
    assert deals.height == 600


# a stranger's query


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
    "UPDATE meta SET schema_version = 2",
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
        assert ledger.query("SELECT application, schema_version FROM meta").rows() == [("pontoon_ledger", 1)]
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


# files that are no ledger


def foreign(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE meta (application VARCHAR, schema_version INTEGER)")
        connection.execute("INSERT INTO meta VALUES ('another', 1)")


def no_meta(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t AS SELECT 1 AS x")


def newer(path: Path) -> None:
    Ledger(path).add(fake_audit(FRIDAY))
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE meta SET schema_version = 2")


def newer_duckdb(path: Path) -> None:
    no_meta(path)
    block = bytearray(path.read_bytes())
    block[12:20] = struct.pack("<Q", 5000)
    check = 5381
    for (word,) in struct.iter_unpack("<Q", block[8:4096]):
        check ^= word * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    block[:8] = struct.pack("<Q", check)
    path.write_bytes(block)


def truncated(path: Path) -> None:
    Ledger(path).add(large_audit(2, 50))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flipped(path: Path) -> None:
    Ledger(path).add(fake_audit(FRIDAY))
    data = bytearray(path.read_bytes())
    data[4096 + 20] ^= 255
    data[8192 + 20] ^= 255
    path.write_bytes(data)


def sqlite(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (foreign, "not a ledger; it is left"),
        (no_meta, "not a ledger; it is left"),
        (newer, "newer version of pontoon_ledger"),
        (newer_duckdb, "newer DuckDB"),
        (truncated, "is damaged"),
        (flipped, "is damaged"),
        (sqlite, "not a ledger"),
        (lambda path: path.write_text("deals:\n" * 900), "not a ledger"),
        (lambda path: path.write_bytes(b""), "empty file"),
    ],
)
def test_what_is_no_ledger_is_recognised_and_left_as_it_is(path: Path, make: object, says: str) -> None:
    assert callable(make)
    make(path)
    before = digest(path)
    for use in (
        lambda ledger: ledger.add(fake_audit(FRIDAY)),
        Ledger.sessions,
        lambda it: it.query("SELECT 1"),
    ):
        with pytest.raises(LedgerError, match=says):
            use(Ledger(path))
        assert digest(path) == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_damaged_table_is_named_as_damage(path: Path) -> None:
    Ledger(path).add(large_audit(4, 500))
    with duckdb.connect(str(path)) as connection:
        block, size = connection.execute(
            "SELECT block_id, block_size FROM pragma_storage_info('hands'), pragma_database_size() "
            "WHERE column_name = 'counts' AND segment_type = 'BIGINT'"
        ).fetchall()[0]
    data = bytearray(path.read_bytes())
    data[3 * 4096 + block * int(size) + 100] ^= 255
    path.write_bytes(data)
    before = digest(path)
    for use in (
        Ledger.stats,
        lambda it: it.query("FROM hands"),
        lambda it: it.add(large_audit(4, 500, text="x")),
    ):
        with pytest.raises(LedgerError, match="is damaged"):
            use(Ledger(path))
        assert digest(path) == before


@pytest.mark.parametrize("evenings", [1, 3])
def test_nothing_is_written_into_a_file_whose_end_is_missing(path: Path, evenings: int) -> None:
    for evening in range(evenings):
        Ledger(path).add(fake_audit(replace(FRIDAY, session=f"evening {evening}")))
    os.truncate(path, path.stat().st_size - 1)
    before = digest(path)
    with pytest.raises(LedgerError, match="is damaged"):
        Ledger(path).add(fake_audit(FRIDAY))
    assert digest(path) == before


def test_a_foreign_database_with_unsaved_work_keeps_it_unsaved(path: Path) -> None:
    crash = (
        "import duckdb, os; c = duckdb.connect('pontoon.duckdb'); c.execute('CREATE TABLE t (x INTEGER)');"
        "c.execute('INSERT INTO t VALUES (1)'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", crash], cwd=path.parent, check=True)
    before = {file.name: digest(file) for file in path.parent.iterdir()}
    assert set(before) == {"pontoon.duckdb", "pontoon.duckdb.wal"}
    with pytest.raises(LedgerError, match="not a ledger"):
        Ledger(path).add(fake_audit(FRIDAY))
    assert {file.name: digest(file) for file in path.parent.iterdir()} == before


def test_nothing_is_begun_where_a_ledger_left_its_unsaved_work(path: Path) -> None:
    path.with_name("pontoon.duckdb.wal").write_bytes(b"x" * 50)
    for use in (lambda ledger: ledger.add(fake_audit(FRIDAY)), Ledger.balances):
        with pytest.raises(LedgerError, match=re.escape("pontoon.duckdb.wal beside it holds unsaved work")):
            use(Ledger(path))
    assert not path.exists()


def test_reading_makes_no_ledger(path: Path) -> None:
    with pytest.raises(LedgerError, match="there is no ledger at"):
        Ledger(path).sessions()
    with pytest.raises(LedgerError, match="for reading only"):
        Ledger(path, read_only=True).add(fake_audit(FRIDAY))
    assert not path.exists()


def test_places_where_no_ledger_can_be(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="no ledger can be made at"):
        Ledger(tmp_path / "missing" / "pontoon.duckdb").add(fake_audit(FRIDAY))
    with pytest.raises(LedgerError, match="cannot be opened"):
        Ledger(tmp_path).sessions()


def test_an_older_duckdb_can_read_the_file(path: Path) -> None:
    Ledger(path).add(fake_audit(FRIDAY))
    assert struct.unpack("<Q", path.read_bytes()[12:20])[0] <= 66


# two at once, and a kill


HOLD = """
import duckdb, sys, time
connection = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == "reader")
print("held", flush=True)
time.sleep(float(sys.argv[3]))
"""


def hold(path: Path, role: str, seconds: float) -> subprocess.Popen[str]:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path), role, str(seconds)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_many_small_adds_keep_a_whole_file(path: Path) -> None:
    for evening in range(6):
        assert outcomes(Ledger(path), replace(FRIDAY, session=f"evening {evening}")) == ["added"]
    assert balance(Ledger(path))["Bob"] == 240


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("role", ["writer", "reader"])
def test_who_comes_second_is_told_who_holds_the_ledger(path: Path, role: str) -> None:
    Ledger(path).add(fake_audit(FRIDAY))
    with hold(path, role, 60) as holder:
        try:
            if role == "reader":
                assert Ledger(path).sessions().height == 1
            with pytest.raises(LedgerError, match=rf"is in use by .* \(process {holder.pid}\)"):
                Ledger(path).add(fake_audit(LATER))
        finally:
            holder.kill()
    assert outcomes(Ledger(path), LATER) == ["replaced"]


def test_who_comes_second_waits_a_moment(path: Path) -> None:
    Ledger(path).add(fake_audit(FRIDAY))
    with hold(path, "writer", 0.5):
        assert outcomes(Ledger(path), LATER) == ["replaced"]


@pytest.mark.usefixtures("brief")
def test_another_opening_in_the_same_program_is_named_as_such(path: Path) -> None:
    Ledger(path).add(fake_audit(FRIDAY))
    with duckdb.connect(str(path)), pytest.raises(LedgerError, match="this program itself"):
        Ledger(path).sessions()


def test_two_beginners_make_one_ledger(path: Path) -> None:
    evenings = [replace(FRIDAY, session=f"evening {k}") for k in range(4)]
    threads = [threading.Thread(target=opening.create, args=(path,)) for _ in evenings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [outcomes(Ledger(path), one) for one in evenings] == [["added"]] * 4
    assert [file.name for file in path.parent.iterdir()] == [path.name]


KILLED = """
import sys
from fake_audit import large_audit
from pontoon_ledger.store import Ledger
audit = large_audit(40, 100, text=sys.argv[2])
print("adding", flush=True)
Ledger(sys.argv[1]).add(audit)
print("done", flush=True)
"""


def killed_add(path: Path, text: str, after: float) -> bool:
    """Kill an add some seconds after it began; True where the kill came before it was done."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS.parent), str(TESTS)])}
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path), text], stdout=subprocess.PIPE, text=True, env=env
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == "adding\n"
        time.sleep(after)
        child.send_signal(signal.SIGKILL)
        return child.stdout.read() == ""


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is a POSIX matter")
def test_a_kill_at_any_moment_leaves_the_ledger_before_or_after(path: Path) -> None:
    first = large_audit(40, 100, text="first")
    began = time.monotonic()
    Ledger(path).add(first)
    took = time.monotonic() - began
    whole = balance(Ledger(path))
    cut_short = 0
    for moment in range(4):
        cut_short += killed_add(path, f"text {moment}", took * moment / 3)
        ledger = Ledger(path)
        revisions = ledger.sessions()["revision"].unique().to_list()
        assert len(revisions) == 1
        assert ledger.query("SELECT count(*) FROM hands").item() == 20_000
        assert ledger.query("SELECT count(*) FROM transfers").item() == 16_000
        assert ledger.query("SELECT count(*) FROM revisions").item() == 40 * revisions[0]
        assert ledger.query("SELECT count(*) FROM files").item() == revisions[0]
        assert balance(ledger) == whole
    assert cut_short >= 1
    assert set(outcomes_of(Ledger(path), large_audit(40, 100, text="last"))) == {"replaced"}


def outcomes_of(ledger: Ledger, audit: FakeAudit) -> list[str]:
    return [one.outcome for one in ledger.add(audit).sessions]


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is a POSIX matter")
def test_a_kill_of_the_first_add_leaves_a_ledger_or_nothing(path: Path) -> None:
    for moment in (1, 3):
        killed_add(path, "first", 0.05 * moment)
        if path.exists():
            assert Ledger(path).sessions().height in {0, 40}
    assert {one.outcome for one in Ledger(path).add(large_audit(40, 100, text="first")).sessions} <= {
        "added",
        "unchanged",
    }
    assert Ledger(path).sessions().height == 40


# the schema itself


def test_every_table_view_column_and_macro_has_a_comment() -> None:
    with duckdb.connect() as connection:
        connection.execute(schema_text("ledger.sql"))
        for kind in ("tables", "views", "columns"):
            bare = connection.execute(f"SELECT * FROM duckdb_{kind}() WHERE NOT internal AND comment IS NULL")
            assert bare.fetchall() == [], kind
        tables = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        assert tables == {
            *("meta", "sessions", "revisions", "files", "players", "aliases", "deals", "hands", "transfers"),
            "findings",
        }
        version = connection.execute("SELECT schema_version FROM meta").fetchone()
    assert version == (opening.SCHEMA_VERSION,)


def test_a_missing_schema_is_said_plainly() -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.sql is missing"):
        schema_text("nothing.sql")
