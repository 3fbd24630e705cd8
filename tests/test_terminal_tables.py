"""Tables at a real terminal: no wider than it, nothing that a name could make it do, colour beside a sign."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from at_a_terminal import AtATerminal
from command import ROOT
from rich.cells import cell_len

if TYPE_CHECKING:
    from pathlib import Path

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


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize(
    "words", [("settle",), ("stats",), ("sessions",), ("query", "FROM hands"), ("check",)]
)
def test_nothing_is_wider_than_the_terminal(tmp_path: Path, words: tuple[str, ...], columns: int) -> None:
    command, *asked = words
    files = [written(tmp_path)]
    ledger = command in {"sessions"}
    if ledger:
        adding = AtATerminal("add", *files, cwd=tmp_path, columns=columns, PONTOON_DB="it.duckdb")
        assert adding.status() in {0, 1}
    args = [command, *asked, *([] if ledger else files)]
    shown = AtATerminal(*args, cwd=tmp_path, columns=columns, PONTOON_DB="it.duckdb")
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
