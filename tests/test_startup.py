"""Short answers come at once: nothing heavy is imported for them, nor anything needless for a check."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import FRIDAY, environment

HEAVY = {"polars", "duckdb", "rich", "yaml", "pydantic", "csv"}
SPY = """
import json, sys
from pontoon_ledger.cli.entry import run
status = run(sys.argv[1:])
sys.stderr.write(json.dumps([status, sorted({name.split(".")[0] for name in sys.modules})]))
"""


def imported_by(*args: str, cwd: Path) -> tuple[int, set[str]]:
    done = subprocess.run(
        [sys.executable, "-c", SPY, *args], cwd=cwd, env=environment(), capture_output=True, check=True
    )
    status, names = json.loads(done.stderr.decode().splitlines()[-1])
    return status, set(names)


@pytest.mark.parametrize(
    "args",
    [["--help"], ["--version"], ["rules"], ["rules", "P204"], ["rules", "stick_on"], ["check", "--help"]],
    ids=" ".join,
)
def test_a_short_answer_imports_nothing_heavy(args: list[str], tmp_path: Path) -> None:
    status, names = imported_by(*args, cwd=tmp_path)
    assert status == 0
    assert "pontoon_ledger" in names
    assert not names & HEAVY


def test_a_check_imports_no_database_and_no_colour_library(tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(FRIDAY)
    status, names = imported_by("check", "friday.yaml", cwd=tmp_path)
    assert status == 1
    assert "polars" in names
    assert not names & {"duckdb", "rich", "pydantic"}


def test_the_package_itself_is_light() -> None:
    spy = "import sys, pontoon_ledger; print(pontoon_ledger.__version__, 'polars' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", spy], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[1] == "False"


@pytest.mark.parametrize(("wish", "last"), [(None, "muzzy_decay_ms:0"), ("narenas:2", "narenas:2")])
def test_polars_gives_memory_back_soon_where_nobody_wishes_otherwise(wish: str | None, last: str) -> None:
    spy = "import os; from pontoon_ledger.cli.entry import run; run(['--version']); "
    spy += "print(os.environ['_RJEM_MALLOC_CONF'])"
    wishes = environment()
    wishes.pop("_RJEM_MALLOC_CONF", None)
    if wish:
        wishes["_RJEM_MALLOC_CONF"] = wish
    done = subprocess.run([sys.executable, "-c", spy], env=wishes, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split(",")[-1] == last


FORKED = """
import os, signal, sys
from pontoon_ledger import auditing, findings, records, settlement, store
from pontoon_ledger.records import table
child = os.fork()
if not child:
    signal.alarm(30)
    os._exit(auditing.audit(records.read("friday.yaml")).findings.height)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_process_that_forks_behind_the_imports_has_a_child_that_works(tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(FRIDAY)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", FORKED],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "1\n"
