"""How far one machine goes, and what more of them would do: `python benchmarks/scale.py [--small]`.

Prints peak memory against the number of sessions, one audit of all against batches, and the hands a second of
Parquet: checked, audited into a folder of results, the results added to a ledger, and with Dask where that is
installed. The last lines work out a billion hands. Memory is that of the largest process. Beside the time on
the clock stands that of all cores together, which other work disturbs less.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import evening
import polars as pl

PONTOON = [sys.executable, "-m", "pontoon_ledger"]
BILLION = 1_000_000_000
EVENING = 24
HOUSE = [
    *("--rules", "pagat, bank_passes=never, shuffle_after=every_deal", "--stakes", "0.10-1.00"),
    *("--currency", "GBP", "--players", "Ann,Bob,Cat,Dan,Eve", "--bank", "Eve"),
]
CLOCK = """
import resource, subprocess, sys, time
begin = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
sys.exit(done.returncode)
"""
AT_ONCE = """
import sys
from pontoon_ledger import audit, read
one = audit(read(sys.argv[1]))
one.findings, one.sessions, one.transfers
"""


class Cost(NamedTuple):
    """What a command took: seconds on the clock, seconds of all cores, MB of its largest process."""

    clock: float
    cores: float
    peak: float


def run(words: list[str], cwd: Path) -> Cost:
    """The cost of a command; exit 0 and 1 are answers."""
    done = subprocess.run([sys.executable, "-c", CLOCK, *words], cwd=cwd, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{words} failed: {done.stderr.decode()[-500:]}")
    return Cost(*map(float, done.stdout.split()))


def sessions(folder: Path, count: int) -> None:
    """So many evenings of 20 deals."""
    folder.mkdir()
    for number in range(count):
        evening.write_yaml(folder / f"s{number:06}.yaml", 20, seed=number)


def by_session(folder: Path, count: int, deals: int) -> None:
    """So many evenings as Parquet, a folder for each."""
    for number in range(count):
        home = folder / f"session=s{number:06}"
        home.mkdir(parents=True)
        rows(folder.parent, deals, number).write_parquet(home / "0.parquet")


def by_month(folder: Path, count: int, deals: int) -> int:
    """So many files of Parquet, each of evenings of 24 deals; how many evenings there are."""
    folder.mkdir()
    for number in range(count):
        table = rows(folder.parent, deals, number).with_columns(
            session=pl.format("f{}e{}", pl.lit(number), (pl.col("deal").cast(pl.Int64) - 1) // EVENING)
        )
        table.write_parquet(folder / f"{number:06}.parquet")
    return count * -(-deals // EVENING)


def rows(folder: Path, deals: int, seed: int) -> pl.DataFrame:
    """The table of so many deals."""
    table = folder / "table.csv"
    evening.write_csv(table, deals, seed=seed)
    return pl.read_csv(table, infer_schema=False)


def memory(folder: Path, counts: list[int]) -> None:
    """A line a number of sessions: everything at once, and in batches."""
    for count in counts:
        name = f"y{count}"
        sessions(folder / name, count)
        ways = [[sys.executable, "-c", AT_ONCE, name]]
        ways += [[*PONTOON, "check", name, "--jobs", jobs] for jobs in ("1", "2")]
        costs = [run(way, folder) for way in ways]
        told = " | ".join(f"{one.clock:6.1f} s {one.cores:6.1f} s {one.peak:5.0f} MB" for one in costs)
        print(f"{count:6} sessions, {100 * count:9,} hands: {told}", flush=True)


def rate(what: str, hands: int, words: list[str], cwd: Path) -> Cost:
    """A line a job: hands a second."""
    cost = run(words, cwd)
    print(
        f"{what:40} {cost.clock:6.1f} s {cost.cores:6.1f} s {cost.peak:5.0f} MB "
        f"{hands / cost.clock:9,.0f} hands/s, {hands / cost.cores:9,.0f} a core",
        flush=True,
    )
    return cost


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a tenth of everything")
    small = 10 if parser.parse_args().small else 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(
            f"{os.cpu_count()} cores; seconds on the clock, seconds of all cores, MB of the largest process"
        )
        print("YAML, 20 deals a session: all at once | in batches, 1 process | in batches, 2 processes")
        memory(folder, [100 // small, 1000 // small, 10_000 // small])
        files, deals = 8 // min(small, 4), 25_000
        hands = 5 * files * deals
        evenings = by_month(folder / "months", files, deals)
        size = bytes_of(folder / "months")
        print(f"Parquet: {hands:,} hands, {evenings:,} sessions in {files} files, {size} MB")
        for jobs in ("1", "2"):
            rate(
                f"check, processes: {jobs}",
                hands,
                [*PONTOON, "check", "months", "--jobs", jobs, *HOUSE],
                folder,
            )
        words = [*PONTOON, "audit", "months", "-o", "a", "--jobs", "2", *HOUSE]
        best = rate("audit, processes: 2", hands, words, folder)
        rate("audit again, nothing new", hands, words, folder)
        rate("add the results", hands, [*PONTOON, "add", "a", "--db", "a.duckdb"], folder)
        if importlib.util.find_spec("distributed"):
            words = [*PONTOON, "audit", "months", "-o", "b", "--engine", "dask", "--jobs", "2", *HOUSE]
            rate("audit, Dask with 2 processes here", hands, words, folder)
        count = 400 // small
        by_session(folder / "season", count, 500)
        print(f"Parquet: {2500 * count:,} hands, a folder for each of {count} sessions")
        rate("check, processes: 2", 2500 * count, [*PONTOON, "check", "season", *HOUSE], folder)
        hours = BILLION * best.cores / hands / 3600
        print(
            f"a billion hands: {hours:.1f} hours of one core, {hours / 20:.2f} hours of ten machines of two,"
        )
        told = [BILLION / hands * bytes_of(folder / name) / 1000 for name in ("months", "a")]
        print(f"{told[0]:.0f} GB to read, {told[1]:.0f} GB of results")


def bytes_of(folder: Path) -> int:
    """The MB of a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*.*") if file.is_file()) // 1_000_000


if __name__ == "__main__":
    main()
