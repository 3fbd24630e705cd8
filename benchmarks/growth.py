"""Cost against size, part by part: `python benchmarks/growth.py [--most 1000000]`.

From 1,000 deals on, ten times as many each: the seconds of each part and, below, the slope of a line through
them on paper with two logarithmic scales (1.00: twice the deals take twice as long), with the least that any
step has and the greatest. Last the peak memory of an audit. Everything small is done several times over, and
the least counts.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

import evening

PARTS = """
import resource, sys, time
from pathlib import Path
from pontoon_ledger import audit, read, settle
from pontoon_ledger.auditing import judge
from pontoon_ledger.currency import currency
from pontoon_ledger.plays import read_plays
from pontoon_ledger.replay.hands import replay
from pontoon_ledger.store import Ledger
from pontoon_ledger.summary import session_summary

def least(what, times):
    found = []
    for _ in range(times):
        begin = time.perf_counter()
        made = what()
        found.append(time.perf_counter() - begin)
    return min(found), made

def told(part, what):
    seconds, made = least(what, times)
    print(part, seconds)
    return made

kind, path, times, wishes = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
records = told(f"read {kind}", lambda: read(path))
if kind == "CSV":
    money = currency("GBP")
    told("notation", lambda: read_plays(records.hands["text"], money))
    told("replay, with notation", lambda: replay(records))
    told("checks, with replay", lambda: judge(records))
    judged = told("findings, the whole audit", lambda: audit(records))
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    told("settle", lambda: settle(judged))
    told("sums by session", lambda: session_summary(judged))
    def stored():
        with Ledger.memory() as ledger:
            ledger.add(judged)
    told("add to a ledger", stored)
    if "asked" in wishes:
        with Ledger.memory() as ledger:
            ledger.add(judged)
            told("statistics", ledger.stats)
            told("balances of the ledger", ledger.balances)
"""


def measured(path: Path, kind: str, times: int) -> dict[str, float]:
    """The seconds of each part, in a process of its own."""
    words = [sys.executable, "-c", PARTS, kind, str(path), str(times), "asked"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    told = (line.rpartition(" ") for line in done.stdout.splitlines())
    return {part: float(figure) for part, _, figure in told}


def report(folder: Path, head: Path) -> float:
    """The seconds of the page of one session, as a whole command."""
    import time

    begin = time.perf_counter()
    words = [sys.executable, "-m", "pontoon_ledger", "report", str(head), "-o", "page.html", "--force"]
    subprocess.run(words, cwd=folder, capture_output=True, check=True)
    return time.perf_counter() - begin


def slope(sizes: list[int], seconds: list[float]) -> float:
    """Of the line through the points on two logarithmic scales, by least squares."""
    xs, ys = [math.log(n) for n in sizes], [math.log(s) for s in seconds]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    up = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    return up / sum((x - middle_x) ** 2 for x in xs)


def line(part: str, sizes: list[int], figures: dict[int, float], width: int) -> str:
    """A row of the table, its slope behind the figures."""
    cells = [f"{figures[n]:.3f}" if n in figures else "" for n in sizes]
    known = [n for n in sizes if n in figures]
    steps = [slope([a, b], [figures[a], figures[b]]) for a, b in pairwise(known)]
    row = f"{part:28}" + "".join(f"{cell:>{width}}" for cell in cells)
    if not steps:
        return row
    return f"{row}  {slope(known, [figures[n] for n in known]):.2f} ({min(steps):.2f} to {max(steps):.2f})"


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=1_000_000, help="deals of the largest table")
    parser.add_argument("--most-yaml", type=int, default=100_000)
    parser.add_argument("--most-report", type=int, default=1000)
    options = parser.parse_args()
    sizes = [1000 * 10**k for k in range(7) if 1000 * 10**k <= options.most]
    found: dict[str, dict[int, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for deals in sizes:
            times = max(1, min(5, 100_000 // deals))
            head = evening.write_csv(folder / f"table{deals}.csv", deals)
            parts = measured(head, "CSV", times)
            if deals <= options.most_yaml:
                evening.write_yaml(folder / f"night{deals}.yaml", deals)
                parts |= measured(folder / f"night{deals}.yaml", "YAML", times)
            if deals <= options.most_report:
                parts["report, the whole command"] = report(folder, head)
            size = (folder / f"table{deals}.csv").stat().st_size
            parts["peak over the file's size"] = parts["peak"] * 1024 * 1024 / size
            for part, figure in parts.items():
                found.setdefault(part, {})[deals] = figure
    width = max(len(f"{n:,}") for n in sizes) + 3
    print(f"{'seconds for so many deals':28}" + "".join(f"{n:>{width},}" for n in sizes) + "  slope")
    for part, figures in sorted(found.items(), key=lambda one: one[0].startswith("peak")):
        named = {"peak": "peak memory, MB"}.get(part, part)
        print(line(named, sizes, figures, width))


if __name__ == "__main__":
    main()
