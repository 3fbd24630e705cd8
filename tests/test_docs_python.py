"""The notebook page is a notebook: its cells are run from top to bottom, beside the samples."""

from __future__ import annotations

import doctest
import re
from typing import TYPE_CHECKING

from command import ROOT

if TYPE_CHECKING:
    import pytest

TEXT = (ROOT / "docs/python.md").read_text(encoding="utf-8")
CELLS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_cells_are_real(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest("".join(CELLS), {}, "python.md", "docs/python.md", 0)
    results = doctest.DocTestRunner().run(test)
    assert (results.failed, results.attempted) == (0, TEXT.count("\n>>> "))
    assert results.attempted > 20


def test_the_chart_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one call that is only named, on the frame that the cells left behind."""
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for example in doctest.DocTestParser().get_examples("".join(CELLS)):
        exec(compile(example.source, "docs/python.md", "exec"), names)
    (call,) = re.findall(r"`(course\.plot\.[^`]+)`", TEXT)
    chart = eval(call, names)
    assert chart.to_dict()["mark"]["type"] == "line"


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        assert (ROOT / "docs" / target).exists(), target
