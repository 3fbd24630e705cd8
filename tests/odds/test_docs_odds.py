"""The page on odds shows what the program says: its commands are run, its figures compared."""

from __future__ import annotations

import doctest
import json
import re
import shlex

import pytest
from command import ROOT, Door, door

from pontoon_ledger.rules import PRESETS

__all__ = ["door"]

TEXT = (ROOT / "docs/odds.md").read_text(encoding="utf-8")
SHOWN = [
    part.partition("\n")[::2]
    for block in re.findall(r"^```console\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_output_is_real(door: Door, command: str, shown: str) -> None:
    program, *words = shlex.split(command)
    assert program == "pontoon"
    ran = door(*words)
    assert (ran.status, ran.out, ran.err) == (0, shown, "")


@pytest.mark.parametrize("name", PRESETS)
def test_the_edge_of_a_preset(door: Door, name: str) -> None:
    told = json.loads(door("strategy", "--rules", name, "--format", "json").out)
    edge, staked = told["edge"], told["staked"]
    assert f"| `{name}` | {edge:+.6f} | {staked:.4f} | {100 * edge / staked:+.3f} % |" in TEXT


def test_python_is_real() -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(block, {}, "odds.md", "docs/odds.md", 0)
    results = doctest.DocTestRunner().run(test)
    assert (results.failed, results.attempted) == (0, 5)


def test_the_figure_of_one_who_only_twists() -> None:
    (said,) = re.findall(r"loses (0\.\d+) S a deal", TEXT)
    assert float(said) == pytest.approx(0.1549818747634, abs=1e-6)
