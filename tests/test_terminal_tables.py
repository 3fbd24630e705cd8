"""Tables at a real terminal: no wider than it, nothing that a name could make it do, colour beside a sign."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest
from at_a_terminal import AtATerminal
from command import ROOT, Door, door, environment, pontoon
from judged import judged_once
from reckoned import reckoned_once
from rich.cells import cell_len

from pontoon_ledger.render.text import clean

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["door", "judged_once", "reckoned_once"]

HOSTILE = (
    "A\\u202elice",
    "Bo\\u2066b \\ufeff",
    "\N{CJK UNIFIED IDEOGRAPH-6F22}" * 30,
    "[red]Dan[/red] :smile:",
    "E" * 200,
)


def written(folder: Path) -> str:
    """A session of players with hostile names, each of whom lost to the bank or won of it."""
    names = ", ".join(f'"{name}"' for name in HOSTILE)
    hands = "".join(
        f'      "{name}": bet 0.20, {card}c 9{suit}, stick, {result}\n'
        for name, card, suit, result in zip(
            HOSTILE[1:], "TJ67", "cdhs", ("won 0.20", "won 0.20", "lost 0.20", "lost 0.20"), strict=True
        )
    )
    bank = f'      "{HOSTILE[0]}": Kh 8h, stick\n'
    head = f'session: "evil \\u202e"\nplayers: [{names}]\nbank: "{HOSTILE[0]}"\n'
    name = "ev\x1b[2Jil.yaml"
    (folder / name).write_text(f"{head}deals:\n  - hands:\n{hands}{bank}", encoding="utf-8")
    return name


SAMPLE = str(ROOT / "sample_logs" / "kitchen-table.yaml")
WIDTHS = [("settle", 40), ("stats", 80), ("query FROM hands", 40), ("check", 40), ("check", 80)]
RUNS = """
import fcntl, json, os, struct, sys, termios
from pontoon_ledger.cli.entry import run
for args, wishes in json.loads(sys.argv[1]):
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(wishes["COLUMNS"]), 0, 0))
    os.environ.update(wishes)
    print("~status", run(args))
    os.environ.pop("NO_COLOR", None)
"""
ASCII_ONLY = {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}


class Shown(NamedTuple):
    """What one of several commands showed, as it was sent and as it is read."""

    raw: str
    shown: str


def one_by_one(
    asked: dict[object, tuple[list[str], dict[str, str]]], folder: Path, **env: str
) -> dict[object, Shown]:
    """Commands one by one in one process at a terminal, each with its width and its wishes; all end well."""
    told = [(args, {"TERM": "dumb", "COLUMNS": "80", **wishes}) for args, wishes in asked.values()]
    execve = os.execve
    with pytest.MonkeyPatch.context() as patch:
        runs = [sys.executable, "-c", RUNS, json.dumps(told)]
        patch.setattr(os, "execve", lambda path, _, environ: execve(path, runs, environ))
        at = AtATerminal(cwd=folder, **env)
    assert at.status() == 0, at.shown
    raw, shown = (re.split("~status ([0-9]+)\r?\n", text) for text in (at.raw, at.shown))
    assert set(raw[1::2]) <= {"0", "1"}
    return dict(zip(asked, map(Shown, raw[::2], shown[::2]), strict=False))


@pytest.fixture(scope="module")
def at_a_terminal(tmp_path_factory: pytest.TempPathFactory) -> dict[object, Shown]:
    """What some commands show at a terminal that takes every character."""
    folder = tmp_path_factory.mktemp("terminal")
    name = written(folder)
    asked: dict[object, tuple[list[str], dict[str, str]]] = {
        (words, columns): ([*words.split(" ", 1), name], {"COLUMNS": str(columns)})
        for words, columns in WIDTHS
    }
    asked["coloured"] = (["settle", SAMPLE], {"TERM": "xterm"})
    asked["plain"] = (["settle", SAMPLE], {"TERM": "xterm", "NO_COLOR": "1"})
    asked["drawn"] = (["settle", SAMPLE], {})
    return one_by_one(asked, folder, PYTHONIOENCODING="utf-8")


@pytest.fixture(scope="module")
def without_other_characters(tmp_path_factory: pytest.TempPathFactory) -> dict[object, Shown]:
    """What some commands show at a terminal that takes ASCII alone."""
    folder = tmp_path_factory.mktemp("ascii")
    (folder / written(folder)).rename(folder / "plain.yaml")
    narrow = {"COLUMNS": "40", "TERM": "xterm"}
    asked: dict[object, tuple[list[str], dict[str, str]]] = {
        words: ([*words.split(" ", 1), "plain.yaml"], narrow) for words in ("settle", "query FROM hands")
    }
    asked["sample"] = (["settle", SAMPLE], {})
    return one_by_one(asked, folder, **ASCII_ONLY)


@pytest.mark.parametrize(("words", "columns"), WIDTHS)
def test_nothing_is_wider_than_the_terminal(
    at_a_terminal: dict[object, Shown], words: str, columns: int
) -> None:
    """At a real one; `test_every_table_keeps_to_its_width` asks all the others, within this process."""
    shown = at_a_terminal[words, columns].shown
    lines = shown.splitlines()
    assert lines
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", shown)
    if words != "check":
        tables = [line for line in lines if not line.startswith(("pontoon: ", "         "))]
        assert max(map(cell_len, tables)) <= columns


def test_a_sign_says_what_its_colour_says(at_a_terminal: dict[object, Shown]) -> None:
    coloured = at_a_terminal["coloured"].raw
    assert "\x1b[32m+7.60\x1b[0m" in coloured
    assert "\x1b[31m-5.90\x1b[0m" in coloured
    for codes in re.findall(r"\x1b\[(?:31|32)m([^\x1b]*)", coloured):
        assert codes[0] in "+-"
    assert "+7.60" in at_a_terminal["plain"].raw
    assert "\x1b" not in at_a_terminal["plain"].raw


def test_rules_are_dashes_where_the_terminal_has_no_lines(
    at_a_terminal: dict[object, Shown], without_other_characters: dict[object, Shown]
) -> None:
    ascii_only = without_other_characters["sample"].shown
    assert ascii_only.isascii()
    assert "\n------------  --------" in ascii_only
    assert "\n────────────  ────────" in at_a_terminal["drawn"].shown


OF_THE_LEDGER: tuple[tuple[str, ...], ...] = (
    ("settle",),
    ("settle", "--why", HOSTILE[4]),
    ("balance",),
    ("debts",),
    ("pay",),
    ("sessions",),
    ("stats", HOSTILE[2]),
    ("stats", "--by", "session"),
    ("history", "evil \u202e"),
    ("verify",),
    ("query", f"SELECT chr(27) || '[2J' AS \"{'wide ' * 15}\", player, due, hand FROM hands"),
    ("query", "SELECT player, coalesce(due, 0.01) * 10 ** 12 AS due, repeat(player, 9) AS more FROM hands"),
    ("query", "--explain-schema", "hands"),
)
OF_THE_FILE = (("infer",), ("whatif", "--rules", "pagat"), ("whatif", "--rules", "pontoon_pays=1"))
OF_A_SAMPLE = (("settle", SAMPLE), ("settle", "--why", "Niall", SAMPLE), ("stats", SAMPLE))
OF_THE_RULES = (("rules",), *(("rules", word) for word in ("P204", "P206", "stick_on", "3", "school")))


@pytest.mark.usefixtures("judged_once", "reckoned_once")
@pytest.mark.parametrize("columns", [40, 80])
def test_every_table_keeps_to_its_width(door: Door, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    name = written(door.folder)
    assert door("add", name).status == 0
    asked = [*OF_THE_LEDGER, *OF_A_SAMPLE, *OF_THE_RULES, *((*args, name) for args in OF_THE_FILE)]
    for args in asked:
        ran = door(*args)
        assert ran.status in {0, 1}, (args, ran.err)
        assert ran.out
        for line in ran.out.splitlines():
            bare = re.sub(r"\x1b\[[0-9;]*m", "", line)
            assert clean(bare) == bare, args
            assert cell_len(bare) <= columns, (args, bare)


@pytest.mark.parametrize("words", ["settle", "query FROM hands"])
def test_nothing_is_wider_where_every_other_character_is_written_as_its_code(
    without_other_characters: dict[object, Shown], words: str
) -> None:
    at = without_other_characters[words]
    assert at.raw.isascii()
    assert "\\u6f22\\u6f22" in at.shown
    assert max(map(len, at.shown.splitlines())) <= 40


def test_a_pipe_gets_the_same_whatever_is_wished(tmp_path: Path) -> None:
    plain = pontoon("settle", SAMPLE, cwd=tmp_path, COLUMNS="")
    assert "\x1b" not in plain.out
    assert "\n------------  --------" in plain.out
    wishes = {"TERM": "xterm-256color", "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"}
    assert pontoon("settle", SAMPLE, cwd=tmp_path, COLUMNS="", **wishes).out == plain.out


def test_only_a_table_imports_what_draws_it(tmp_path: Path) -> None:
    spy = """
import sys
from pontoon_ledger.cli.entry import run
for args in (["check"], ["settle", "--format", "csv"], ["settle", "--format", "json"], ["settle"]):
    run([*args, sys.argv[1]])
    print("rich.table" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", spy, SAMPLE], cwd=tmp_path, env=environment(), capture_output=True, check=True
    )
    found = [line for line in done.stdout.decode().splitlines() if line in {"True", "False"}]
    assert found == ["False", "False", "False", "True"]
