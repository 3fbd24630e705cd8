"""The README shows what the program does: its commands are run, what it shows is compared."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import yaml
from samples import FOLDER, ROOT

import pontoon_ledger as pontoon
from pontoon_ledger.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def shown() -> list[tuple[str, str]]:
    """Each command of the README with the output below it."""
    pairs = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            pairs.append((command, output))
    return pairs


@pytest.mark.parametrize(("command", "output"), shown(), ids=[command for command, _ in shown()])
def test_output_is_real(command: str, output: str, tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "sample_logs")
    program, *words = shlex.split(command)
    assert program == "pontoon"
    run = subprocess.run(
        [sys.executable, "-m", "pontoon_ledger", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.stdout == output
    assert run.stderr == ""
    assert run.returncode == (1 if " errors" in output else 0)


def test_commands_are_shown() -> None:
    assert len(shown()) >= 4


def test_python_is_real(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = blocks("python")
    test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted > 3
    assert results.failed == 0


def test_the_record_can_be_read(tmp_path: Path) -> None:
    (record,) = (block for block in blocks("yaml") if "players:" in block)
    (tmp_path / "record.yaml").write_text(record, encoding="utf-8")
    audit = pontoon.audit(pontoon.read(tmp_path / "record.yaml"))
    assert audit.findings.filter(severity="E").is_empty()
    assert audit.hands.height == 9


def test_the_deal_is_from_the_sample() -> None:
    deal = yaml.load(blocks("yaml")[0], Loader=yaml.BaseLoader)[0]
    sample = yaml.load((FOLDER / "kitchen-table.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    assert deal == sample["deals"][7]


def test_set_up_does_what_is_shown() -> None:
    run, test, _ = blocks("sh")
    commands = re.findall(r"\.venv/bin/(pontoon .*)", run)
    assert commands == [command for command, _ in shown()][:3]
    assert test.count("\n") == 1


def test_a_season_is_kept_as_shown(tmp_path: Path) -> None:
    (tmp_path / "sample_logs").symlink_to(ROOT / "sample_logs")
    for command in blocks("sh")[2].splitlines():
        program, *words = shlex.split(command)
        assert program == "pontoon"
        run = subprocess.run(
            [sys.executable, "-m", "pontoon_ledger", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (run.returncode, run.stderr) == (0, "")
    assert "Niall" in run.stdout


def test_every_command_is_listed() -> None:
    named = {command.name or command.callback.__name__ for command in app.registered_commands}
    listed = set(re.findall(r"^\| (.*?) \|", README, re.MULTILINE))
    words = set(re.findall(r"[a-z]+", " ".join(listed)))
    assert named <= words


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
