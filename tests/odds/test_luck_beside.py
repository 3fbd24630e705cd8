"""Luck beside the money in `pontoon stats`: the figures of `pontoon luck`, and what says how to get them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from command import CLEAN, ROOT, Door, door

import pontoon_ledger
from pontoon_ledger.cli import stats
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen
from pontoon_ledger.odds import beside
from pontoon_ledger.records import ReadOptions, reread
from pontoon_ledger.render.luck_beside import beside_shape
from pontoon_ledger.store import Ledger

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["door"]

OWN = CLEAN.replace("bank: Ann", "rules: {base: pagat, split: none}\nbank: Ann", 1)


def test_they_stand_behind_the_money_and_say_what_is_left_out(door: Door) -> None:
    shutil.copy(ROOT / "sample_logs/kitchen-table.yaml", door.folder)
    ran = door("stats", "kitchen-table.yaml")
    assert (ran.status, ran.err) == (0, "")
    parts = ran.out.split("\n\n")
    at = [part.splitlines()[0] for part in parts].index("luck and play against the bank, in money")
    assert parts[at - 1].startswith("return on stakes\n")
    assert parts[at + 1].startswith("luck and play as the bank, in money\n")
    head, _, *rows = [line.split() for line in parts[at].splitlines()[1:]]
    names = ["result", "expected", "luck", "usual", "+-", "stakes", "decisions"]
    assert head == ["player", "n", "?", *names]
    assert rows[0] == ["Big", "Al", "26", "1", "+1.70", "-0.25", "+11.76", "8.48", "+0.09", "-9.90"]
    (dev,) = [row for row in rows if row[0] == "Dev"]
    page = (ROOT / "docs/luck.md").read_text(encoding="utf-8")
    assert ["Dev", *dev[3:6], *dev[7:]] in [line.split() for line in page.splitlines()]
    said = " ".join(parts[at + 1].split())
    assert "105 of 106 hands are weighed. Left out: 1 hand: it was not played by the rules" in said
    assert max(map(len, ran.out.splitlines())) <= 80


def kept(text: str) -> Ledger:
    ledger = Ledger.memory()
    ledger.add(pontoon_ledger.audit(reread([("clean.yaml", "yaml", text)], ReadOptions())))
    return ledger


def test_rules_that_nobody_reckoned_through_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with kept(OWN) as ledger:
        found = stats._luck(ledger, "Bob", Screen(Format.TABLE))
    assert beside_shape(found) == {
        "complete": False,
        "lines": [],
        "left_out": [{"why": "its rules were not reckoned through yet", "hands": 1}],
        "selection": {"weighed": 0, "won": 0, "others": 1, "others_won": 1, "p": None},
    }
    assert capsys.readouterr().err == (
        "pontoon: of 1 hand the luck is not told here: its rules were not reckoned through yet; "
        "pontoon luck does that\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_too_many_hands_are_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(beside, "AT_ONCE", 3)
    monkeypatch.delattr(beside, "luck")
    with kept(CLEAN) as ledger:
        found = stats._luck(ledger, None, Screen(Format.TABLE))
        stats._show_luck(Screen(Format.TABLE), found)
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("pontoon: of 4 hands the luck is not told here: there are too many hands")
        stats._luck(ledger, None, Screen(Format.TABLE, quiet=True))
        assert capsys.readouterr().err == ""
