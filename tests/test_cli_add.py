"""`add` on many files: what is said of each, what stays as it was, and the line that shows progress."""

import io
import json
import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import CLEAN, FRIDAY, Door, Ran, door, environment

from pontoon_ledger.cli.progress import progress
from pontoon_ledger.records import read
from pontoon_ledger.store import Ledger
from pontoon_ledger.store.opening import create

__all__ = ["door"]

UNREAD = FRIDAY.replace("friday", "unread").replace("9d", "9z")
BROKEN = "session: broken\n@"
NIGHTS = """\
session,deal,player,bank,won
one,1,Ann,Bob,0.20
two,1,Ann,Bob,0.30
"""


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of nothing, for making one takes its time."""
    path = tmp_path_factory.mktemp("blank") / "pontoon.duckdb"
    create(path)
    return path


@pytest.fixture
def folder(door: Door, blank: Path) -> Door:
    """A folder of good records and bad ones, with an empty ledger."""
    shutil.copy(blank, door.folder)
    door.write("a-friday.yaml", FRIDAY)
    door.write("b-broken.yaml", BROKEN)
    door.write("c-nights.csv", NIGHTS)
    door.write("d-unread.yaml", UNREAD)
    door.write("e-clean.yaml", CLEAN)
    return door


def test_every_file_is_told_of(folder: Door) -> None:
    ran = folder("add", ".", "missing.yaml")
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "a-friday.yaml",
        "  friday: added, 1 deal, 4 hands",
        "b-broken.yaml",
        "  no session: P002 at b-broken.yaml:2:1: a value cannot begin with '@'; this line was not read",
        "c-nights.csv",
        "  one: added, 1 deal, 1 hand",
        "  two: added, 1 deal, 1 hand",
        "d-unread.yaml",
        "  unread: refused; it has faults that keep it out (P007 at d-unread.yaml:8); "
        "mend them and add it again",
        "e-clean.yaml",
        "  clean: added, 1 deal, 4 hands",
        "missing.yaml",
        "  no session: P001: missing.yaml is not there",
        "",
        "6 files, 5 sessions: 4 added, 0 replaced, 0 unchanged, 1 refused; 2 files without a session",
    ]
    assert ran.err == "pontoon: not all is in the ledger: 1 session refused, 2 files with faults\n"
    assert Ledger("pontoon.duckdb").sessions().height == 4


def test_all_kinds_of_outcome_are_counted(folder: Door) -> None:
    assert folder("add", "a-friday.yaml", "c-nights.csv").status == 0
    folder.write("a-friday.yaml", FRIDAY.replace("won 0.20", "won 0.40"))
    ran = folder("add", "a-friday.yaml", "c-nights.csv", "e-clean.yaml")
    assert ran.out.splitlines()[-1] == "3 files, 4 sessions: 1 added, 1 replaced, 2 unchanged, 0 refused"
    assert (ran.status, ran.err) == (0, "")


def test_quiet_leaves_out_the_counts_and_one_file_needs_no_heading(folder: Door) -> None:
    assert folder("add", "a-friday.yaml", "e-clean.yaml", "-q").out.splitlines()[1:] == [
        "  friday: added, 1 deal, 4 hands",
        "e-clean.yaml",
        "  clean: added, 1 deal, 4 hands",
    ]
    assert folder("add", "c-nights.csv").out.splitlines() == [
        "one: added, 1 deal, 1 hand",
        "two: added, 1 deal, 1 hand",
        "",
        "1 file, 2 sessions: 2 added, 0 replaced, 0 unchanged, 0 refused",
    ]


def test_plainly_a_session_is_a_line_and_so_is_a_file_without_one(folder: Door) -> None:
    ran = folder("add", "a-friday.yaml", "b-broken.yaml", "--format", "plain")
    assert ran.out.splitlines() == [
        "friday: added, 1 deal, 4 hands",
        "b-broken.yaml: no session: P002 at b-broken.yaml:2:1: a value cannot begin with '@'; "
        "this line was not read",
    ]
    assert ran.status == 1


def test_files_in_json(folder: Door) -> None:
    ran = folder("add", ".", "--format", "json")
    result = json.loads(ran.out)
    assert list(result) == ["complete", "sessions", "files"]
    assert (ran.status, result["complete"]) == (1, False)
    files = {file["path"]: file for file in result["files"]}
    assert files["c-nights.csv"] == {
        "path": "c-nights.csv",
        "sessions": ["one", "two"],
        "deals": 2,
        "hands": 2,
        "reason": None,
    }
    assert files["b-broken.yaml"]["sessions"] == []
    assert files["b-broken.yaml"]["reason"].startswith("P002 at b-broken.yaml:2:1: ")
    assert files["d-unread.yaml"]["sessions"] == ["unread"]


def test_a_spreadsheet_of_sessions_says_beside_it_which_file_has_none(folder: Door) -> None:
    ran = folder("add", "a-friday.yaml", "b-broken.yaml", "--format", "csv")
    assert [line.split(",")[:2] for line in ran.out.splitlines()] == [
        ["session", "outcome"],
        ["friday", "added"],
    ]
    assert "pontoon: b-broken.yaml: no session: P002" in ran.err


def test_nothing_to_be_read_is_no_work_done(folder: Door) -> None:
    Path("pontoon.duckdb").unlink()
    ran = folder("add", "b-broken.yaml", "missing.yaml")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[:2] == [
        "pontoon: b-broken.yaml: a value cannot begin with '@'; this line was not read",
        "pontoon: missing.yaml is not there",
    ]
    assert not Path("pontoon.duckdb").exists()
    ran = folder("add", "b-broken.yaml", "--format", "json")
    assert ran.status == 2
    assert json.loads(ran.out)["files"][0]["path"] == "b-broken.yaml"


def test_a_fault_that_belongs_to_no_session_is_told_under_its_file(folder: Door) -> None:
    folder.write("stray.csv", NIGHTS + "total,,,,0.50\n")
    ran = folder("add", "stray.csv", "a-friday.yaml")
    assert ran.status == 1
    assert "  also: P004 at stray.csv:4:1: the row names no player" in ran.out.splitlines()
    assert "  friday: added, 1 deal, 4 hands" in ran.out.splitlines()


def test_what_is_read_is_counted_with_every_file_in_its_turn(folder: Door) -> None:
    folder.write("head.yaml", "session: apart\nplayers: [Ann, Bob]\nbank: Ann\ndeals: apart.csv\n")
    folder.write("apart.csv", "deal,player,won\n1,Bob,0.20\n")
    turns: list[tuple[int, int, str]] = []
    read(["apart.csv", "head.yaml", "missing.yaml"], told=lambda *turn: turns.append(turn))
    assert turns == [(1, 3, "head.yaml"), (2, 3, "apart.csv"), (3, 3, "missing.yaml")]


SLOWLY = """
import sys
from pontoon_ledger.cli import progress
from pontoon_ledger.cli.entry import run
progress.PATIENCE = float(sys.argv[1])
sys.exit(run(sys.argv[2:]))
"""


def on_a_terminal(*args: str, cwd: Path, patience: float) -> Ran:
    """Run the command with a terminal for its standard error."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", SLOWLY, str(patience), *args],
        cwd=cwd,
        env=environment(TERM="xterm"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b""
    until = time.monotonic() + 60
    while time.monotonic() < until and select.select([ours], [], [], 60)[0]:
        try:
            data = os.read(ours, 4096)
        except OSError:
            break
        if not data:
            break
        seen += data
    os.close(ours)
    out = process.communicate(timeout=60)[0]
    return Ran(process.returncode, out.decode(), seen.decode())


def screen_after(text: str) -> list[str]:
    """What a terminal shows in the end, line by line."""
    lines = [""]
    at = 0
    for char in text:
        if char == "\r":
            at = 0
        elif char == "\n":
            lines.append("")
        else:
            lines[-1] = lines[-1][:at] + char + lines[-1][at + 1 :]
            at += 1
    return [line.rstrip() for line in lines]


def test_progress_is_shown_on_a_terminal_and_gone_at_the_end(folder: Door) -> None:
    ran = on_a_terminal("add", ".", cwd=folder.folder, patience=0)
    stages = [part.strip() for part in ran.err.split("\r") if part.strip()]
    for stage in ("reading file 1 of 5: a-friday.yaml", "judging what was read", "writing the ledger"):
        assert stage in stages, stages
    assert screen_after(ran.err) == [
        "pontoon: not all is in the ledger: 1 session refused, 1 file with faults",
        "",
    ]
    assert "friday: added" in ran.out
    assert ran.status == 1


def test_short_work_shows_none(folder: Door) -> None:
    ran = on_a_terminal("add", "a-friday.yaml", cwd=folder.folder, patience=60)
    assert (ran.status, ran.err) == (0, "")


class Terminal(io.StringIO):
    """A terminal as far as it knows itself."""

    def isatty(self) -> bool:
        return True


def test_quiet_work_shows_none_and_other_work_what_it_is_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon_ledger.cli.progress.PATIENCE", 0.0)
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    with progress(quiet=True) as tell:
        tell("judging")
    assert seen.getvalue() == ""
    with progress() as tell:
        tell("judging\x1b")
        until = time.monotonic() + 10
        while "judging" not in seen.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
        tell("writing " * 20)
    assert "\rjudging\\x1b" in seen.getvalue()
    assert screen_after(seen.getvalue()) == [""]
    assert max(map(len, seen.getvalue().split("\r"))) < 80


def test_no_terminal_no_progress(folder: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon_ledger.cli.progress.PATIENCE", 0.0)
    assert folder("add", "a-friday.yaml").err == ""


def test_a_session_from_standard_input(folder: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CLEAN.encode())))
    assert folder("add", "-", "a-friday.yaml").out.splitlines()[:4] == [
        "-",
        "  clean: added, 1 deal, 4 hands",
        "a-friday.yaml",
        "  friday: added, 1 deal, 4 hands",
    ]
