"""The ledger's commands: what goes in, what comes out, what is refused and how that is said."""

import csv
import json
import shutil
from pathlib import Path

import pytest
from command import CLEAN, FRIDAY, Door, door, pontoon
from judged import judged_once
from reckoned import reckoned_once

from pontoon_ledger.cli.entry import run

__all__ = ["door", "judged_once", "reckoned_once"]

pytestmark = pytest.mark.usefixtures("judged_once", "reckoned_once")

UNREAD = FRIDAY.replace("friday", "unread").replace("9d", "9z")


@pytest.fixture(scope="module")
def two_evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ledger of two evenings."""
    folder = tmp_path_factory.mktemp("evenings")
    for name, text in (("friday", FRIDAY), ("clean", CLEAN)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run(["add", "friday.yaml", "clean.yaml", "--db", "pontoon.duckdb"]) == 0
    return folder


@pytest.fixture
def kept(door: Door, two_evenings: Path) -> Door:
    """The command in a copy of that folder."""
    shutil.copytree(two_evenings, door.folder, dirs_exist_ok=True)
    return door


def test_add_says_what_became_of_each_session(door: Door) -> None:
    path = door.write("friday.yaml", FRIDAY)
    ran = door("add", path)
    assert (ran.status, ran.out) == (0, "friday: added, 1 deal, 4 hands\n")
    assert door("add", path).out == "friday: unchanged\n"
    door.write("friday.yaml", FRIDAY.replace("won 0.20", "won 0.40"))
    assert door("add", path).out == "friday: replaced, 1 deal, 4 hands\n"


def test_add_refuses_faulty_sessions_and_strangers(door: Door) -> None:
    door.write("friday.yaml", FRIDAY)
    door.write("unread.yaml", UNREAD)
    door.write("other.yaml", FRIDAY.replace("27", "28"))
    ran = door("add", "unread.yaml", "friday.yaml")
    assert ran.status == 1
    assert "unread: refused; it has faults" in ran.out
    assert "friday: added" in ran.out
    assert door("add", "other.yaml").status == 1
    assert "friday: replaced" in door("add", "other.yaml", "--replace").out
    assert door("add", "missing.yaml").status == 2


def test_add_in_json(door: Door) -> None:
    path = door.write("friday.yaml", FRIDAY)
    result = json.loads(door("add", path, "missing.yaml", "--format", "json").out)
    assert result["complete"] is False
    assert [(one["session"], one["outcome"], one["revision"]) for one in result["sessions"]] == [
        ("friday", "added", 1)
    ]


def test_the_ledger_is_where_it_is_said_to_be(door: Door, tmp_path: Path) -> None:
    door.write("friday.yaml", FRIDAY)
    assert door("add", "friday.yaml", "--db", "other.duckdb").status == 0
    assert not (tmp_path / "pontoon.duckdb").exists()
    assert door("sessions").status == 2
    assert "friday" in door("sessions", "--db", "other.duckdb").out
    ran = pontoon("sessions", cwd=tmp_path, PONTOON_DB="other.duckdb")
    assert "friday" in ran.out


def test_sessions(kept: Door) -> None:
    lines = kept("sessions").out.splitlines()
    assert lines[0].split()[:3] == ["session", "date", "money"]
    assert lines[2].split() == ["friday", "2026-11-27", "GBP", "1", "4", "1", "0", "yes"]
    assert max(map(len, lines)) <= 80
    result = json.loads(kept("sessions", "--format", "json").out)
    assert [one["session"] for one in result["sessions"]] == ["friday", "clean"]
    assert result["sessions"][0]["complete"] is True


def test_balance(kept: Door) -> None:
    lines = kept("balance").out.splitlines()
    assert lines[3].split() == ["Bob", "0.60", "0.80", "0.00", "+0.80"]
    result = json.loads(kept("balance", "--format", "json").out)
    assert list(result) == ["complete", "balances"]
    assert sum(round(float(row["balance"]) * 100) for row in result["balances"]) == 0


def test_stats_of_the_ledger_and_of_files(kept: Door) -> None:
    ran = kept("stats")
    assert ran.status == 0
    assert "Bob     GBP        2      2    0.80   0.80    2     0     0     0    0     0" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    files = kept("stats", "friday.yaml", "clean.yaml", "--format", "json").out
    assert files == kept("stats", "--format", "json").out
    roles = [row["role"] for row in csv.DictReader(kept("stats", "--format", "csv").out.splitlines())]
    assert roles == ["player"] * 3 + ["banker"]


def test_sums_with_something_missing_are_not_shown(door: Door) -> None:
    path = door.write("money.yaml", FRIDAY.replace("bet 0.50, Th 6d, stick, lost 0.50", "lost 0.50"))
    ran = door("stats", path)
    assert ran.status == 1
    dan, *_ = [line.split() for line in ran.out.splitlines() if line.startswith("Dan")]
    assert dan[4:6] == ["?", "-0.50"]
    assert "stakes not known: 1" in ran.err
    result = json.loads(door("stats", path, "--format", "json").out)
    assert result["complete"] is False
    assert [row["staked"] for row in result["players"]] == ["0.40", "0.10", None]


def test_files_that_the_ledger_would_refuse_are_left_out_aloud(door: Door) -> None:
    ran = door("stats", door.write("unread.yaml", UNREAD), door.write("clean.yaml", CLEAN))
    assert ran.status == 1
    assert "unread is left out: it has faults" in ran.err
    assert "Bob" in ran.out


def test_an_open_result_makes_the_ledger_incomplete(door: Door) -> None:
    door("add", door.write("open.yaml", FRIDAY.replace("Th 6d, stick, lost 0.50", "stick")))
    for args in (["settle"], ["balance"], ["stats"], ["query", "FROM players"]):
        ran = door(*args)
        assert ran.status == 1
        assert "friday" in ran.err
        assert json.loads(door(*args, "--format", "json").out)["complete"] is False


def test_findings(kept: Door) -> None:
    ran = kept("findings")
    assert ran.out.splitlines()[0].startswith("friday.yaml:8:49: P301 error: Bob won 0.20")
    assert ran.status == 0
    assert kept("findings", "--ignore", "P301").out == ""
    (finding,) = json.loads(kept("findings", "--format", "json").out)["findings"]
    checked = json.loads(kept("check", "friday.yaml", "--format", "json").out)["findings"]
    assert [finding] == checked


def test_query(kept: Door) -> None:
    table = kept("query", "SELECT player, hand, due FROM hands WHERE NOT banker AND session_id = 1")
    assert table.out.splitlines() == [
        "player  hand  due",
        "------  ----  ---",
        "Bob        1   40",
        "Cat        1   10",
        "Dan        1  -50",
    ]
    result = json.loads(kept("query", "SELECT 1 AS one, NULL AS two", "--format", "json").out)
    assert result == {"complete": True, "rows": [{"one": 1, "two": None}]}
    wide = kept("query", "FROM hands LIMIT 2").out.splitlines()
    assert max(map(len, wide)) <= 80
    assert "player          Bob" in wide


def test_query_asks_and_nothing_else(kept: Door) -> None:
    for sql in ("DROP TABLE hands", "SELEC 1", "SELECT * FROM read_csv('/etc/hosts')", ""):
        ran = kept("query", sql)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("pontoon: ")
    assert "LINE 1" in kept("query", "SELEC 1").err


def test_a_file_that_is_no_ledger_is_left_alone(door: Door) -> None:
    door.write("pontoon.duckdb", "my shopping list\n")
    ran = door("add", door.write("friday.yaml", FRIDAY))
    assert ran.status == 2
    assert "not a ledger" in ran.err
    assert (door.folder / "pontoon.duckdb").read_text() == "my shopping list\n"
