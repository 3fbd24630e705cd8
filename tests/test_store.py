"""The ledger: what it takes in, what it refuses, and who is who in it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pytest
from fake_audit import (
    FRIDAY,
    LATER,
    OPTIONS,
    Evening,
    Hand,
    balance,
    digest,
    fake_audit,
    large_audit,
    outcomes,
)
from msgspec.structs import replace
from one_ledger import empty_ledger

from pontoon_ledger import rules
from pontoon_ledger.resources import schema_text
from pontoon_ledger.store import Ledger, LedgerError, opening

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pontoon.duckdb"


@pytest.fixture(scope="module")
def with_friday(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("friday") / "pontoon.duckdb"
    Ledger(path).add(fake_audit(FRIDAY))
    return path.read_bytes()


@pytest.fixture
def friday(path: Path, with_friday: bytes) -> Ledger:
    """A ledger of one session, as far from its record as all others."""
    path.write_bytes(with_friday)
    return Ledger(path)


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
    with empty_ledger() as ledger:
        ledger.add(audit)
        columns = [name for name in audit.hands.columns if name not in {"session_no", "session"}]
        quoted = ", ".join(f'"{name}"' for name in columns)
        back = ledger.query(f"SELECT {quoted} FROM hands ORDER BY session_id, row_no")
    assert back.rows() == audit.hands.select(columns).rows()


def test_the_sessions_table_has_every_option() -> None:
    with empty_ledger() as ledger:
        columns = ledger.query("DESCRIBE sessions")["column_name"].to_list()
    assert set(rules.OPTIONS) == set(OPTIONS) <= set(columns)


def test_the_same_again_changes_nothing_and_says_so(path: Path, friday: Ledger) -> None:
    before = digest(path)
    result = friday.add(fake_audit(FRIDAY))
    assert str(result.sessions[0]) == "friday: unchanged"
    assert digest(path) == before


def test_rows_in_another_order_are_the_same_session() -> None:
    audit = fake_audit(
        replace(FRIDAY, moves=({"kind": "cash", "payer": "Bob", "payee": "box", "counts": 5},))
    )
    with empty_ledger() as ledger:
        ledger.add(audit)
        turned = replace(audit, transfers=audit.transfers.reverse())
        assert ledger.add(turned).sessions[0].outcome == "unchanged"


def test_a_changed_session_replaces_the_old_and_keeps_its_text() -> None:
    with empty_ledger() as ledger:
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
    with empty_ledger() as ledger:
        outcomes(ledger, FRIDAY)
        assert outcomes(ledger, replace(LATER, text=FRIDAY.text)) == ["replaced"]
        assert ledger.query("SELECT file_ids FROM revisions ORDER BY revision")["file_ids"].to_list() == [
            "[1]",
            "[1]",
        ]


def test_a_comment_in_the_file_makes_a_revision_that_says_what_it_is() -> None:
    with empty_ledger() as ledger:
        outcomes(ledger, FRIDAY)
        result = ledger.add(fake_audit(replace(FRIDAY, text="# a comment\ndeals: []\n")))
        assert result.sessions[0].outcome == "replaced"
        assert result.sessions[0].reason == "its file has changed, its play has not"


def test_head_and_table_are_both_kept_and_a_shared_table_only_once() -> None:
    table = ("season.csv", "deal,player\n")
    evenings = [replace(FRIDAY, session=name, file=f"{name}.yaml", table=table) for name in ("one", "two")]
    with empty_ledger() as ledger:
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
    friday: Ledger, other: Evening, shown: str
) -> None:
    refused = friday.add(fake_audit(other)).sessions[0]
    assert refused.outcome == "refused"
    assert refused.reason is not None
    assert shown in refused.reason
    assert "2026-11-27, from" in refused.reason
    assert balance(friday)["Bob"] == 40
    assert outcomes(friday, other, replacing=True) == ["replaced"]
    assert balance(friday)["Bob"] == 70


def test_standard_input_is_never_taken_for_the_same_file() -> None:
    with empty_ledger() as ledger:
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
    with empty_ledger() as ledger:
        outcomes(ledger, FRIDAY)
        assert outcomes(ledger, replace(LATER, session="FRIDAY ")) == ["replaced"]
        assert outcomes(ledger, replace(FRIDAY, session="x"), replace(LATER, session="z")) == ["added"] * 2
        twice = [replace(LATER, session="y"), replace(LATER, session="Y")]
        assert outcomes(ledger, *twice) == ["added", "refused"]


def test_record_faults_keep_a_session_out_and_the_others_in() -> None:
    with empty_ledger() as ledger:
        result = ledger.add(fake_audit(replace(FRIDAY, session="bad", fault="P005"), FRIDAY))
        assert [one.outcome for one in result.sessions] == ["refused", "added"]
        assert "P005 at friday.yaml:7" in str(result.sessions[0].reason)
        assert not result.complete
        assert ledger.sessions()["session"].to_list() == ["friday"]
        assert ledger.query("SELECT count(*) FROM findings").item() == 0


def test_an_error_half_way_leaves_nothing_of_an_add(friday: Ledger) -> None:
    good = fake_audit(LATER, replace(FRIDAY, session="saturday"))
    bad = replace(good, transfers=good.transfers.with_columns(kind=pl.lit("gift")))
    with pytest.raises(LedgerError, match="CHECK"):
        friday.add(bad)
    assert friday.sessions()["session"].to_list() == ["friday"]
    assert balance(friday)["Bob"] == 40
    assert friday.query("SELECT count(*) FROM revisions").item() == 1


def test_one_name_is_one_player_in_every_session_and_case() -> None:
    second = replace(FRIDAY, session="second", hands=(Hand(1, "BOB", 5), Hand(1, "Zoe\u0301", -5)))
    third = replace(FRIDAY, session="third", hands=(Hand(1, "zo\xe9", -1),))
    with empty_ledger() as ledger:
        outcomes(ledger, FRIDAY, second, third)
        assert balance(ledger) == {"Ann": -29, "Bob": 45, "Cat": -10, "Zoe\u0301": -6}
        assert ledger.query("SELECT DISTINCT player FROM hands WHERE player ILIKE 'bob'").height == 2


def test_another_spelling_is_the_same_player() -> None:
    said = replace(FRIDAY, aliases=(("Cat", "Cath"),))
    used = replace(FRIDAY, session="second", hands=(Hand(1, "Cath", 100),))
    with empty_ledger() as ledger:
        outcomes(ledger, said)
        result = ledger.add(fake_audit(used))
        assert result.sessions[0].reason == "Cath is taken to be Cat"
        assert balance(ledger)["Cat"] == 90
        assert "Cath" not in balance(ledger)


def test_a_spelling_that_somebody_plays_under_already_stays_apart() -> None:
    with empty_ledger() as ledger:
        outcomes(ledger, FRIDAY)
        second = replace(FRIDAY, session="second", hands=(Hand(1, "Dan", 5),), aliases=(("Dan", "Cat"),))
        result = ledger.add(fake_audit(second))
        assert (
            result.sessions[0].reason == "Cat is a player of this ledger already and is kept apart from Dan"
        )
        assert balance(ledger)["Cat"] == -10


def test_two_people_at_one_table_are_never_made_one() -> None:
    both = replace(FRIDAY, session="second", hands=(Hand(1, "Cat", 5), Hand(1, "Cath", 7)))
    with empty_ledger() as ledger:
        outcomes(ledger, replace(FRIDAY, aliases=(("Cat", "Cath"),)))
        result = ledger.add(fake_audit(both))
        assert result.sessions[0].outcome == "refused"
        assert "Cat and Cath both play in it" in str(result.sessions[0].reason)


def test_a_name_misspelt_once_goes_when_it_is_mended() -> None:
    with empty_ledger() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=(Hand(1, "Bbo", 40),), aliases=(("Bbo", "Rob"),)))
        outcomes(ledger, replace(FRIDAY, hands=(Hand(1, "Bob", 40),), aliases=(("Bob", "Rob"),)))
        assert ledger.query("SELECT name FROM players ORDER BY name")["name"].to_list() == ["Ann", "Bob"]
        assert ledger.query("SELECT alias FROM aliases ORDER BY alias")["alias"].to_list() == [
            "ann",
            "bob",
            "rob",
        ]


def test_every_table_view_column_and_macro_has_a_comment() -> None:
    with duckdb.connect() as connection:
        connection.execute(schema_text("ledger.sql"))
        for kind in ("tables", "views", "columns"):
            bare = connection.execute(f"SELECT * FROM duckdb_{kind}() WHERE NOT internal AND comment IS NULL")
            assert bare.fetchall() == [], kind
        tables = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        assert tables == {
            *("meta", "sessions", "revisions", "changes", "files", "players", "aliases", "payments"),
            *("deals", "hands", "transfers"),
            "findings",
        }
        version = connection.execute("SELECT schema_version FROM meta").fetchone()
    assert version == (opening.SCHEMA_VERSION,)


def test_a_missing_schema_is_said_plainly() -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.sql is missing"):
        schema_text("nothing.sql")


def test_a_ledger_in_memory_that_the_tests_copy_is_as_the_program_makes_one() -> None:
    asked = (
        "SELECT table_name, column_name, data_type, is_nullable, column_default FROM duckdb_columns() "
        "WHERE NOT internal ORDER BY ALL",
        "SELECT table_name, constraint_text FROM duckdb_constraints() ORDER BY ALL",
        "SELECT view_name, column_count FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
        "SELECT function_name, parameters FROM duckdb_functions() WHERE NOT internal ORDER BY ALL",
        "SELECT name, value FROM duckdb_settings() WHERE name != 'allowed_paths' ORDER BY ALL",
        "FROM meta",
    )
    with opening.open_memory() as copied, opening.open_memory.__wrapped__() as made:  # type: ignore[attr-defined]
        for question in asked:
            found = made.execute(question).fetchall()
            assert found
            assert copied.execute(question).fetchall() == found
