"""Sessions over time: their revisions, removal, the ledger made anew from its texts, older ledgers."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import polars as pl
import pytest
from command import CLEAN, FRIDAY, Door, door
from fake_audit import FRIDAY as EVENING
from fake_audit import LATER, balance, digest, fake_audit, outcomes
from judged import judged_once
from msgspec.structs import replace
from one_ledger import empty_ledger
from samples import SAMPLES

from pontoon_ledger import audit, read
from pontoon_ledger.resources import schema_text
from pontoon_ledger.store import Ledger, LedgerError, opening
from pontoon_ledger.store.migrating import upgrade

__all__ = ["door", "judged_once"]

pytestmark = pytest.mark.usefixtures("judged_once")

OLD = Path(__file__).parent / "ledgers"


def told(ledger: Ledger, session: str) -> list[list[str]]:
    return [[str(change) for change in one.changes] for one in ledger.history(session)]


def test_every_telling_is_kept_with_what_it_changed() -> None:
    with empty_ledger() as ledger:
        outcomes(ledger, EVENING)
        outcomes(ledger, LATER)
        first, second = ledger.history("FRIDAY")
        assert (first.event, second.event) == ("added", "changed")
        assert first.texts[0][1] == EVENING.text
        assert second.texts[0][1] == LATER.text
        assert told(ledger, "friday") == [
            [],
            ["hands: 3, now 2", "balance of Ann: -0.30, now -0.60", "balance of Bob: 0.40, now 0.70"],
        ]


def test_findings_that_come_and_go_are_told(door: Door) -> None:
    door.write("friday.yaml", FRIDAY)
    door("add", "friday.yaml")
    door.write(
        "friday.yaml",
        FRIDAY.replace("won 0.20", "won 0.40").replace("twist 9h, stick, won", "twist 4c, stick, lost"),
    )
    assert "replaced" in door("add", "friday.yaml").out
    lines = door("history", "friday").out.splitlines()
    assert [line.strip() for line in lines if "gone:" in line] == [
        "gone: P301 deal 1, Bob: Bob won 0.20, but won 0.40 is due: Ann owes Bob 0.20"
    ]
    assert "   balance of Cat: 0.10, now -0.10" in lines
    assert (
        "+      Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.40" in door("history", "friday", "--diff").out
    )
    shape = json.loads(door("history", "friday", "--format", "json").out)["revisions"]
    assert [one["event"] for one in shape] == ["added", "changed"]
    assert shape[1]["changes"][-1]["after"] is None
    assert (
        door("history", "fridy").err
        == "pontoon: there is no session fridy in this ledger; did you mean friday?\n"
    )


def test_rules_and_counts_that_change_are_told() -> None:
    longer = replace(LATER, hands=(*EVENING.hands, *LATER.hands[:1]))
    with empty_ledger() as ledger:
        outcomes(ledger, EVENING)
        one = fake_audit(longer)
        ledger.add(replace(one, sessions=one.sessions.with_columns(rules=pl.lit("wikipedia"))))
        changes = told(ledger, "friday")[1]
    assert "hands: 3, now 4" in changes
    assert "rules: pagat, now wikipedia" in changes


def test_the_same_text_judged_otherwise_is_a_revision_of_its_own() -> None:
    with empty_ledger() as ledger:
        outcomes(ledger, EVENING)
        assert outcomes(ledger, replace(LATER, text=EVENING.text)) == ["replaced"]
        assert [one.event for one in ledger.history("friday")] == ["added", "judged anew"]


def test_a_removed_session_keeps_its_history_and_comes_back_under_its_number() -> None:
    with empty_ledger() as ledger:
        outcomes(ledger, EVENING)
        assert ledger.remove("FRIDAY") == "friday"
        assert balance(ledger) == {}
        for table in ("sessions", "deals", "hands", "transfers", "findings", "players", "aliases"):
            assert ledger.query(f"SELECT count(*) FROM {table}").item() == 0, table
        assert ledger.query("SELECT count(*) FROM files").item() == 1
        with pytest.raises(LedgerError, match="removed already"):
            ledger.remove("friday")
        elsewhere = replace(EVENING, date="2026-12-01", file="other.yaml")
        result = ledger.add(fake_audit(elsewhere)).sessions[0]
        assert (result.outcome, result.revision) == ("added", 3)
        assert result.reason == "it had been removed"
        assert [one.event for one in ledger.history("friday")] == ["added", "removed", "added"]
        assert ledger.query("SELECT session_id FROM sessions").item() == 1


def test_remove_is_said_and_refused(door: Door) -> None:
    door("add", door.write("friday.yaml", CLEAN))
    assert door("remove", "Clean").out == "clean: removed; its history stays, and it can be added again\n"
    assert door("remove", "clean").status == 2
    assert door("balance").out == "nobody has played yet\n"


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("season") / "season.duckdb"
    with Ledger(path) as ledger:
        ledger.add(audit(read([sample.path for sample in SAMPLES])))
    return path


def test_the_samples_made_anew_from_their_texts_are_the_same(season: Path) -> None:
    found = Ledger(season, read_only=True).verify()
    assert found.sound
    assert len(found.sessions) == 15
    whole = audit(Ledger(season).records())
    again = audit(read([sample.path for sample in SAMPLES]))
    mine = set(whole.sessions["session"])
    keys = ["session", "code", "line", "column", "message"]
    assert (
        whole.findings.select(keys).sort(keys).rows()
        == again.findings.filter(pl.col("session").is_in(mine)).select(keys).sort(keys).rows()
    )


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        ("UPDATE hands SET due = due + 1 WHERE player = 'Dev' AND deal_no = 3", "other rows in hands"),
        ("DELETE FROM findings WHERE code = 'P402'", "new: P402 deal 17"),
        ("UPDATE transfers SET counts = counts + 5 WHERE deal_no = 2 AND payee = 'Dev'", "balance of Dev"),
        ("DELETE FROM deals WHERE deal_no = 4", "deals and hands"),
        ("UPDATE players SET name = 'Nobody' WHERE name = 'Dev'", "names in players"),
        ("DELETE FROM files WHERE path LIKE '%zaterdag.csv'", "missing"),
        (
            "INSERT INTO hands BY NAME SELECT * REPLACE (99 AS session_id) FROM hands LIMIT 2",
            "belong to no session",
        ),
    ],
)
def test_what_was_changed_behind_our_back_is_found(
    tmp_path: Path, season: Path, spoil: str, says: str
) -> None:
    path = tmp_path / "spoilt.duckdb"
    path.write_bytes(season.read_bytes())
    with duckdb.connect(str(path)) as connection:
        connection.execute(spoil)
    before = digest(path)
    with Ledger(path, read_only=True) as ledger:
        found = ledger.verify()
    assert not found.sound
    every = [
        *found.faults,
        *map(str, found.sessions),
        *(str(c) for one in found.sessions for c in one.changes),
    ]
    assert any(says in line for line in every), every
    assert digest(path) == before


def test_verify_is_a_command(door: Door) -> None:
    door("add", door.write("friday.yaml", FRIDAY))
    ran = door("verify")
    assert (ran.status, ran.out) == (0, "1 session of 1 judged anew and the same\n")
    with duckdb.connect(str(door.folder / "pontoon.duckdb")) as connection:
        connection.execute("UPDATE transfers SET counts = 0 WHERE payee = 'Bob'")
    ran = door("verify")
    assert ran.status == 1
    assert "   balance of Bob: not there before, now 0.40" in ran.out
    shape = json.loads(door("verify", "--format", "json").out)
    assert (shape["sound"], shape["sessions"][0]["same"]) == (False, False)


def test_options_given_at_the_add_are_remembered(door: Door) -> None:
    table = "deal,player,play\n1,Bob,bet 0.20; 5c 9d; twist 2h; stick\n1,bank,Kh 7d\n"
    door.write("sheet.csv", table)
    assert (
        door("add", "sheet.csv", "--players", "Ann,Bob", "--bank", "Ann", "--rules", "wikipedia").status == 0
    )
    assert door("verify").status == 0
    given = json.loads(door("query", "SELECT given FROM revisions", "--format", "json").out)["rows"][0][
        "given"
    ]
    assert json.loads(given) == {"players": "Ann,Bob", "bank": "Ann", "rules": "wikipedia"}


def test_one_sheet_of_many_sessions_in_two_states(tmp_path: Path) -> None:
    """A later text of a sheet may belong to only one of its sessions."""
    row = "{s},1,Bob,Ann,bet 0.20; 5c 9d; stick; lost 0.20\n{s},1,Ann,Ann,Kh 9s\n"
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("session,deal,player,bank,play\n" + row.format(s="one") + row.format(s="two"))
    with Ledger(tmp_path / "l.duckdb") as ledger:
        ledger.add(audit(read(sheet)))
        ledger.remove("one")
        sheet.write_text("session,deal,player,bank,play\n" + row.format(s="one"))
        assert ledger.add(audit(read(sheet))).complete
        assert [one.same for one in ledger.verify().sessions] == [True, True]
        assert sorted(ledger.records(["two"]).sessions["session"]) == ["two"]


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A ledger of version 1."""
    path = tmp_path_factory.mktemp("older") / "old.duckdb"
    with duckdb.connect(str(path), config={"storage_compatibility_version": "v1.3.0"}) as connection:
        connection.execute((OLD / "version-1.sql").read_bytes().decode())
    return path.read_bytes()


@pytest.fixture
def old(tmp_path: Path, older: bytes) -> Path:
    """A copy of it."""
    path = tmp_path / "old.duckdb"
    path.write_bytes(older)
    return path


@pytest.mark.parametrize("read_only", [True, False])
def test_an_older_ledger_is_brought_up_to_date_when_it_is_opened(old: Path, read_only: bool) -> None:
    with Ledger(old, read_only=read_only) as ledger:
        known = {name: amount for name, amount in balance(ledger).items() if name in {"Ed", "Femke"}}
        assert known == {"Ed": -85, "Femke": -760}
        assert ledger.query("SELECT schema_version FROM meta").item() == opening.SCHEMA_VERSION
        assert ledger.verify().faults == ()
        assert [one.event for one in ledger.history("Zaterdagavond bij Joost")] == ["added"]
    records = [sample.path for sample in SAMPLES if sample.name in {"suit-symbols.yaml", "zaterdag.yaml"}]
    with Ledger(old) as ledger:
        result = ledger.add(audit(read(records)), replace=True)
        assert len(result.sessions) == 2
        assert result.complete
        assert ledger.verify().sound


def test_bringing_up_to_date_leaves_what_others_put_there(old: Path) -> None:
    with duckdb.connect(str(old)) as connection:
        connection.execute("CREATE TABLE mine AS SELECT 42 AS answer; CREATE VIEW also_mine AS FROM mine")
    with Ledger(old) as ledger:
        assert ledger.query("FROM also_mine").item() == 42


def test_a_bringing_up_to_date_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon_ledger.store.migrating._FROM", {1: {"aliases": "SELECT * FROM {old}"}})
    with pytest.raises(LedgerError, match="older version of pontoon_ledger and must be brought"):
        Ledger(old).sessions()
    monkeypatch.undo()
    assert balance(Ledger(old))["Ed"] == -85


def test_the_tables_of_this_version_can_be_made_anew_too(
    season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the next version will have to: all that the schema makes now can be dropped and filled again."""
    path = tmp_path / "copy.duckdb"
    path.write_bytes(season.read_bytes())
    monkeypatch.setattr("pontoon_ledger.store.migrating._FROM", {opening.SCHEMA_VERSION: {}})
    before = balance(Ledger(season))
    with duckdb.connect(str(path)) as connection:
        upgrade(connection, opening.SCHEMA_VERSION)
    with Ledger(path) as ledger:
        assert balance(ledger) == before
        assert ledger.verify().sound


def test_the_new_tables_are_those_of_the_schema(old: Path) -> None:
    """An upgraded ledger and a new one have the same tables, columns and views."""
    Ledger(old).sessions()
    sql = (
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
        "WHERE NOT internal AND database_name = current_database() AND schema_name = 'main' ORDER BY ALL"
    )
    with duckdb.connect(str(old), read_only=True) as upgraded, duckdb.connect() as new:
        new.execute(schema_text("ledger.sql"))
        assert upgraded.execute(sql).fetchall() == new.execute(sql).fetchall()
