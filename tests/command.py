"""The command as a user runs it: a process of its own, or the same door within this process."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent

FRIDAY = """\
session: friday
date: 2026-11-27
currency: GBP
players: [Ann, Bob, Cat, Dan]
bank: Ann
deals:
  - hands:
      Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20
      Cat: bet 0.10, 8h 3c, twist 9h, stick, won 0.10
      Dan: bet 0.50, Th 6d, stick, lost 0.50
      Ann: Kh 7d, stick
"""
"""One deal with one error: Bob is due 0.40."""

CLEAN = FRIDAY.replace("won 0.20", "won 0.40").replace("friday", "clean")


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


def environment(**more: str) -> dict[str, str]:
    """The environment of a user without wishes of his own."""
    wishes = ("PONTOON", "NO_COLOR", "POLARS_MAX_THREADS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(wishes)}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "COLUMNS": "80", **more}


def pontoon(*args: str, cwd: Path, stdin: str | bytes = b"", **env: str) -> Ran:
    """Run the command in a process of its own."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "pontoon_ledger", *args],
        cwd=cwd,
        input=data,
        capture_output=True,
        env=environment(**env),
        check=False,
        timeout=120,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


class Door:
    """The command within this process, quicker than a process of its own."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.folder = folder
        self.capsys = capsys
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COLUMNS", "80")
        for name in ("PONTOON_DB", "PONTOON_DEBUG", "NO_COLOR"):
            monkeypatch.delenv(name, raising=False)

    def write(self, name: str, text: str) -> str:
        """Put a record into the folder."""
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    def __call__(self, *args: str) -> Ran:
        from pontoon_ledger.cli.entry import run

        self.capsys.readouterr()
        status = run(args)
        out, err = self.capsys.readouterr()
        return Ran(status, out, err)


@pytest.fixture
def door(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Door:
    """The command in a folder of its own."""
    return Door(tmp_path, capsys, monkeypatch)
