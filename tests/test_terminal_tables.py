"""Tables at a real terminal: no wider than it, nothing that a name could make it do, colour beside a sign."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from at_a_terminal import AtATerminal
from command import ROOT, Door, door, environment, pontoon
from rich.cells import cell_len

from pontoon_ledger.render.text import clean

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["door"]

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


@pytest.mark.parametrize(
    ("words", "columns"),
    [(("settle",), 40), (("stats",), 80), (("query", "FROM hands"), 40), (("check",), 40), (("check",), 80)],
)
def test_nothing_is_wider_than_the_terminal(tmp_path: Path, words: tuple[str, ...], columns: int) -> None:
    """At a real one; `test_every_table_keeps_to_its_width` asks all the others, within this process."""
    command, *asked = words
    shown = AtATerminal(command, *asked, written(tmp_path), cwd=tmp_path, columns=columns)
    assert shown.status() in {0, 1}
    lines = shown.shown.splitlines()
    assert lines
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", shown.shown)
    if command != "check":
        tables = [line for line in lines if not line.startswith(("pontoon: ", "         "))]
        assert max(map(cell_len, tables)) <= columns


def test_a_sign_says_what_its_colour_says(tmp_path: Path) -> None:
    sample = str(ROOT / "sample_logs" / "kitchen-table.yaml")
    coloured = AtATerminal("settle", sample, cwd=tmp_path, TERM="xterm")
    assert coloured.status() in {0, 1}
    assert "\x1b[32m+7.60\x1b[0m" in coloured.raw
    assert "\x1b[31m-5.90\x1b[0m" in coloured.raw
    for codes in re.findall(r"\x1b\[(?:31|32)m([^\x1b]*)", coloured.raw):
        assert codes[0] in "+-"
    plain = AtATerminal("settle", sample, cwd=tmp_path, TERM="xterm", NO_COLOR="1")
    assert plain.status() in {0, 1}
    assert "\x1b" not in plain.raw


def test_rules_are_dashes_where_the_terminal_has_no_lines(tmp_path: Path) -> None:
    sample = str(ROOT / "sample_logs" / "kitchen-table.yaml")
    ascii_only = {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    at = AtATerminal("settle", sample, cwd=tmp_path, **ascii_only)
    assert at.status() in {0, 1}
    assert at.shown.isascii()
    assert "\n------------  --------" in at.shown
    drawn = AtATerminal("settle", sample, cwd=tmp_path, PYTHONIOENCODING="utf-8")
    assert drawn.status() in {0, 1}
    assert "\n────────────  ────────" in drawn.shown


SAMPLE = str(ROOT / "sample_logs" / "kitchen-table.yaml")
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


@pytest.mark.parametrize("args", [("settle",), ("query", "FROM hands")], ids=" ".join)
def test_nothing_is_wider_where_every_other_character_is_written_as_its_code(
    tmp_path: Path, args: tuple[str, ...]
) -> None:
    ascii_only = {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    (tmp_path / written(tmp_path)).rename(tmp_path / "plain.yaml")
    at = AtATerminal(*args, "plain.yaml", cwd=tmp_path, columns=40, TERM="xterm", **ascii_only)
    assert at.status() in {0, 1}
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
