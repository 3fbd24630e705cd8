"""What fuzzing found once stays mended, and the fuzzer itself runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command import ROOT

CORPUS = sorted((Path(__file__).parent / "fuzz_corpus").rglob("*.txt"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_was_found_is_mended(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "fuzz"))
    from run import attempt

    assert attempt(path.parent.name, path.read_bytes().decode("utf-8", "surrogatepass")) is None


def test_the_fuzzer_tells_what_it_did_and_finds_nothing(tmp_path: Path) -> None:
    command = [
        sys.executable,
        str(ROOT / "fuzz" / "run.py"),
        "--count",
        "40",
        "--seed",
        "7",
        "--corpus",
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.endswith("240 inputs, seed 7, 0 findings\n"), done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []
