"""The page on luck shows what the program says: its commands are run, its figures compared.

PONTOON_DOCS_WRITE=1 puts in what the commands say now.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil

import pytest
from command import ROOT, Door, door

from pontoon_ledger import audit, read
from pontoon_ledger.odds import DEFAULT
from pontoon_ledger.odds.luck import luck
from pontoon_ledger.odds.luck_lines import for_file, named

__all__ = ["door"]

PAGE = ROOT / "docs/luck.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHOWN = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.fixture
def samples(door: Door) -> Door:
    """The samples where the page has them."""
    shutil.copytree(ROOT / "sample_logs", door.folder / "sample_logs")
    return door


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_output_is_real(samples: Door, command: str, shown: str) -> None:
    program, *words = shlex.split(command)
    assert program == "pontoon"
    ran = samples(*words)
    if os.environ.get("PONTOON_DOCS_WRITE"):
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text.replace(f"$ {command}\n{shown}", f"$ {command}\n{ran.out}"), encoding="utf-8")
        return
    assert ran.status in {0, 1}
    assert ran.out == shown


def test_python_is_real(samples: Door) -> None:
    (shell, *_) = re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    for line in shell.splitlines():
        assert samples(*shlex.split(line)[1:]).status in {0, 1}
    (block,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(block, {}, "luck.md", "docs/luck.md", 0)
    results = doctest.DocTestRunner().run(test)
    assert (results.failed, results.attempted) == (0, 3)


def test_the_columns_of_the_file_are_those_of_the_page() -> None:
    judged = audit(read(ROOT / "sample_logs/phone-app.json"))
    seats = named(luck(judged, lambda s, n: DEFAULT), judged, lambda s, n: n)
    table = TEXT[TEXT.index("| column of the file |") : TEXT.index("The page of [`pontoon report`]")]
    told = set(re.findall(r"`([a-z_]+)`", table))
    assert told == set(for_file(seats).columns)
