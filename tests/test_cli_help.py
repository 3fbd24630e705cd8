"""What the shell is told: help with an example for each command, docs/cli.md, completion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import CLEAN, ROOT, Door, door, environment
from typer.main import get_command

from pontoon_ledger.cli.app import app
from pontoon_ledger.cli.commands import COMMANDS

__all__ = ["door"]

COMMAND = get_command(app)
NAMES = sorted(COMMAND.commands)  # type: ignore[attr-defined]


def test_every_command_has_an_example_of_its_own() -> None:
    assert [example.split()[1] for _, example in COMMANDS.values()] == list(COMMANDS)
    assert sorted(COMMANDS) == NAMES


def test_one_command_does_not_load_the_others(door: Door) -> None:
    code = (
        "import sys; from pontoon_ledger.cli.entry import run; status = run(['rules', 'P204']);"
        "sys.exit(status or any(f'pontoon_ledger.cli.{name}' in sys.modules for name in ('query', 'stats')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


def test_an_option_of_the_program_may_stand_before_the_command(door: Door) -> None:
    assert door("--version", "check").out.startswith("pontoon ")
    assert "Usage: pontoon check" in door("check", "--help").out
    assert "No such command 'chek'" in door("chek").err or "no such command 'chek'" in door("chek").err


@pytest.mark.parametrize("name", NAMES)
def test_help_ends_with_the_example(door: Door, name: str) -> None:
    ran = door(name, "--help")
    example = COMMANDS[name][1]
    assert " ".join(ran.out.split()).endswith(f"Example: {example}")
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_commands_is_current(name: str) -> None:
    """Made by: python -m typer pontoon_ledger/cli/app.py utils docs --name pontoon --output docs/cli.md"""
    page = " ".join((ROOT / "docs" / "cli.md").read_text(encoding="utf-8").split())
    begin = page.index(f"## `pontoon {name}`")
    part = page[begin:].partition(" ## `pontoon ")[0]
    command = COMMAND.commands[name]  # type: ignore[attr-defined]
    assert " ".join((command.help or "").split()) in part
    assert f"Example: {command.epilog.removeprefix('Example: ')}" in part
    for param in command.params:
        shown = [opt for opt in param.opts if opt.startswith("--")] or [
            str(param.metavar or param.name).upper()
        ]
        assert any(one.strip("[].") in part for one in shown), shown
        assert " ".join((getattr(param, "help", None) or "").split()) in part


def offered(folder: Path, words: list[str], shell: str = "bash", **env: str) -> list[str]:
    """What a shell is offered for the last word of a line."""
    line = "\n".join(["pontoon", *words]) if shell == "bash" else " ".join(["pontoon", *words])
    asked = {
        "_PONTOON_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words)),
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    code = "import sys; sys.argv[0] = 'pontoon'; from pontoon_ledger.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env=environment(**asked, **env),
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout.strip().splitlines()


def test_sessions_and_players_of_the_ledger_are_offered(door: Door) -> None:
    door("add", door.write("friday.yaml", CLEAN.replace("session: clean", "session: Friday at Ann's")))
    assert offered(door.folder, ["history", "Fri"]) == ["Friday\\ at\\ Ann\\'s"]
    assert offered(door.folder, ["settle", "--why", "C"]) == ["Cat"]
    assert offered(door.folder, ["settle", "--why", ""], "fish") == ["Ann", "Bob", "Cat", "Dan"]
    assert "Friday at Ann''s" in "".join(offered(door.folder, ["remove", ""], "zsh"))
    (door.folder / "pontoon.duckdb").rename(door.folder / "season.duckdb")
    assert offered(door.folder, ["pay", "D"]) == []
    assert offered(door.folder, ["pay", "D"], PONTOON_DB="season.duckdb") == ["Dan"]
    assert offered(door.folder, ["merge", "--db", "season.duckdb", "D"]) == ["Dan"]


def test_codes_rules_and_commands_are_offered_without_a_ledger(tmp_path: Path) -> None:
    assert offered(tmp_path, ["check", "--select", "P60"]) == ["P601", "P602", "P603"]
    assert offered(tmp_path, ["check", "--rules", "pagat,ti"]) == ["pagat,ties=banker", "pagat,ties=push"]
    assert offered(tmp_path, ["rules", "stick"]) == ["stick_on"]
    assert offered(tmp_path, ["settle", "--format", "j"]) == ["json"]
    assert offered(tmp_path, ["his"]) == ["history"]
    assert offered(tmp_path, ["history", ""]) == []


def test_what_is_no_ledger_offers_nothing_and_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "pontoon.duckdb").write_text("a text")
    assert offered(tmp_path, ["history", ""]) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell: str) -> None:
    code = "import sys; sys.argv[0] = 'pontoon'; from pontoon_ledger.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "_PONTOON_COMPLETE": f"source_{shell}"},
        check=False,
        timeout=60,
    )
    assert "_PONTOON_COMPLETE" in done.stdout


def test_the_examples_are_good_usage(door: Door) -> None:
    """No example is a mistake of use; what it names need not be there."""
    door.write("friday.yaml", CLEAN)
    door("add", "friday.yaml")
    for name in ("check", "settle", "sessions", "balance", "debts", "verify", "infer"):
        example = COMMANDS[name][1]
        args = [word.strip('"') for word in example.split()[1:]]
        assert door(*args).status in {0, 1}, example
    assert json.loads(door("balance", "--format", "json").out)["complete"]
