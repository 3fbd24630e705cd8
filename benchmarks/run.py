"""The table of speed targets as ratios measured in one run: `python benchmarks/run.py [--small]`.

Each row times two commands in turn, A B A B ..., as whole processes or within one, and prints the
median of A / B with its spread. Nothing here is a test: figures depend on the machine, ratios less so.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import evening

PYTHON = [sys.executable]
PONTOON = [sys.executable, "-m", "pontoon_ledger"]


class Row(NamedTuple):
    """One line of the table."""

    what: str
    target: float
    ratios: list[float]
    seconds: float

    def __str__(self) -> str:
        median = statistics.median(self.ratios)
        spread = f"{min(self.ratios):.2f} to {max(self.ratios):.2f}"
        met = "met" if median <= self.target else "NOT MET"
        ratio = f"{median:6.2f} ({spread}) target {self.target:4.1f} {met:8}"
        return f"{self.what:52} {ratio} {self.seconds:8.3f} s"


def seconds(command: list[str], cwd: Path) -> float:
    """Wall time of one process; exit 0 and 1 are both answers of the program."""
    begin = time.perf_counter()
    done = subprocess.run(command, cwd=cwd, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command} failed: {done.stderr.decode()[-500:]}")
    return time.perf_counter() - begin


def paired(what: str, target: float, mine: list[str], other: list[str], cwd: Path, runs: int) -> Row:
    """Both commands in turn, after one run of each that does not count."""
    seconds(mine, cwd), seconds(other, cwd)
    pairs = [(seconds(mine, cwd), seconds(other, cwd)) for _ in range(runs)]
    return Row(what, target, [a / b for a, b in pairs], statistics.median(a for a, _ in pairs))


TIMER = """
import resource, sys, time
import polars as pl, yaml
from pontoon_ledger import audit, read
from pontoon_ledger.store import Ledger
what, path, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
def walk():
    with open(path, encoding="utf-8") as file:
        for _ in yaml.parse(file.read(), Loader=yaml.CSafeLoader): pass
def table(): pl.read_csv(path.replace(".yaml", ".csv"))
def judge(): return audit(read(path)).findings
def add():
    with Ledger.memory() as ledger: ledger.add(judged)
judged = None
mine, other = {"yaml": (judge, walk), "csv": (judge, table), "add": (add, judge)}[what]
if what == "add": judged = audit(read(path))
for _ in range(runs):
    t = time.perf_counter(); mine(); a = time.perf_counter(); other(); b = time.perf_counter()
    print(a - t, b - a)
"""


def within(what: str, target: float, kind: str, path: Path, runs: int) -> Row:
    """Both functions in turn within one process."""
    command = [*PYTHON, "-c", TIMER, kind, str(path), str(runs)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    pairs = [tuple(map(float, line.split())) for line in done.stdout.splitlines()]
    return Row(what, target, [a / b for a, b in pairs], statistics.median(a for a, _ in pairs))


def peak_memory(what: str, command: list[str], path: Path) -> Row:
    """Peak memory of one process over the size of the table."""
    with Path(os.devnull).open("w") as nowhere:
        process = subprocess.Popen([*command, str(path)], stdout=nowhere, stderr=nowhere)
        usage = os.wait4(process.pid, 0)[2]
    size = path.with_suffix(".csv").stat().st_size
    return Row(what, 12, [usage.ru_maxrss * 1024 / size], usage.ru_utime)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a tenth of the deals")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    scale, runs = (10 if options.small else 1), options.runs
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        evening.write_yaml(folder / "night.yaml", 100)
        evening.write_yaml(folder / "year.yaml", 20_000 // scale)
        season = evening.write_csv(folder / "season.csv", 200_000 // scale)
        typer = [*PYTHON, "-c", "import typer"]
        light = [*PYTHON, "-c", "import typer, polars, yaml"]
        for args in (["--help"], ["--version"], ["rules", "P204"]):
            print(paired(" ".join(args), 1.6, [*PONTOON, *args], typer, folder, 4 * runs), flush=True)
        night = [*PONTOON, "check", "night.yaml"]
        print(paired("check of 100 deals in YAML", 1.3, night, light, folder, 4 * runs), flush=True)
        deals = f"{20_000 // scale:,} deals in YAML"
        print(within(f"audit of {deals}", 3, "yaml", folder / "year.yaml", runs), flush=True)
        deals = f"{200_000 // scale:,} deals in CSV"
        print(within(f"audit of {deals}", 12, "csv", season, runs), flush=True)
        alone = "import sys; from pontoon_ledger import audit, read; audit(read(sys.argv[1])).findings"
        print(peak_memory("the same, peak memory over the file", [*PYTHON, "-c", alone], season), flush=True)
        whole = [*PONTOON, "check"]
        print(peak_memory("`check` of the same, which settles too", whole, season), flush=True)
        print(within("add of the same over its audit", 2, "add", season, max(2, runs // 2)), flush=True)


if __name__ == "__main__":
    main()
