"""Each command once, on a small record and its ledger.

CI tries this with the oldest and the newest packages (PONTOON_EACH=1), in place of the many tests of each
command, which it runs with the locked ones.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from command import CLEAN, FRIDAY, Door, door

from pontoon_ledger.cli.commands import COMMANDS

__all__ = ["door"]

DB = ("--db", "season.duckdb")
ONCE: dict[str, tuple[tuple[str, ...], int, str]] = {
    "new": (("new.yaml", "--players", "Ann,Bob,Cat", "--stakes", "0.10-1.00"), 0, "new.yaml"),
    "record": (("friday.yaml",), 2, "terminal"),
    "check": (("friday.yaml",), 1, "P301"),
    "audit": (("friday.yaml", "-o", "kept", "--jobs", "1"), 1, "1 error"),
    "explain": (("friday.yaml", "1", "Bob"), 0, "won 0.40 is due"),
    "settle": (("friday.yaml",), 0, "pays Bob £0.40"),
    "add": (("friday.yaml", "clean.yaml", *DB), 0, "clean: added"),
    "sessions": (DB, 0, "friday"),
    "balance": (DB, 0, "Bob"),
    "debts": (DB, 0, "Daniel"),
    "pay": (("Dan", "Bob", "0.40", *DB), 0, "payment 1"),
    "stats": (DB, 0, "Ann"),
    "luck": (("clean.yaml",), 0, "Bob"),
    "fairness": (("clean.yaml",), 0, "cards"),
    "findings": (DB, 0, "P301"),
    "query": (("FROM balances", *DB), 0, "Bob"),
    "history": (("friday", *DB), 0, "added"),
    "rename": (("Cat", "Catherine", *DB), 0, "Catherine"),
    "merge": (("Daniel", "Dan", *DB), 0, "Dan"),
    "remove": (("clean", *DB), 0, "clean"),
    "verify": (DB, 0, "1 session"),
    "whatif": (("friday.yaml", "--rules", "pagat, ties=push"), 0, "nothing changes"),
    "infer": (("friday.yaml",), 0, "the rules as written"),
    "rules": (("P205",), 0, "P205"),
    "fmt": (("untidy.yaml",), 0, "tidied"),
    "convert": (("clean.yaml", "-o", "sheet.csv"), 0, "sheet.csv"),
    "odds": (("bet 1.00, 5c 9d",), 0, "twist"),
    "strategy": (("--bank", "16"), 0, "twist"),
    "report": (("clean.yaml", "-o", "clean.html"), 0, "clean.html"),
    "export": (("--to", "hledger", *DB), 0, "Assets:Players:Bob"),
}
"""Of each command its arguments, its exit status, and a word of what it says."""


@pytest.mark.skipif("PONTOON_EACH" not in os.environ, reason="each command has tests of its own")
def test_each_command_does_its_work_once(door: Door) -> None:
    assert ONCE.keys() == COMMANDS.keys()
    door.write("friday.yaml", FRIDAY)
    door.write("clean.yaml", CLEAN.replace("Dan", "Daniel"))
    door.write("untidy.yaml", FRIDAY.replace("bank: Ann", "bank:   Ann"))
    wrong = []
    for name, (args, status, word) in ONCE.items():
        ran = door(name, *args)
        if ran.status != status or word not in ran.out + ran.err:
            wrong.append((name, ran))
    assert not wrong, "\n".join(map(str, wrong))
    page = Path("clean.html").read_text(encoding="utf-8")
    assert "Daniel" in page and "<svg" in page
    assert Path("sheet.csv").read_text(encoding="utf-8").startswith("deal,")
