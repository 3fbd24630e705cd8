"""How often `pontoon fairness` cries wolf, and how soon it finds one: `python benchmarks/fairness.py 2000`.

In: how many honest seasons to look at; of seasons with a cheat a tenth as many of each size. Out: the tables
of docs/fairness.md. The seasons are those of tests/fair_table.py.
"""

from __future__ import annotations

import random
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from math import exp, lgamma, log, log1p
from pathlib import Path
from typing import NamedTuple

from pontoon_ledger.odds.exact import holm
from pontoon_ledger.odds.fairness import ALPHA, Fairness, fairness

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from fair_table import Table


def found(seed: int, players: int, deals: int, cheat: str | None = None, *, stays: bool = False) -> Fairness:
    rng = random.Random(f"{seed} {players} {deals}")
    return fairness(Table(rng, players, cheat, stays=stays).season(deals))


class Alarm(NamedTuple):
    """Whether an honest season is beyond chance; its lines below 0.05 uncorrected, and all its lines."""

    wrong: bool
    below: int
    lines: int


def alarm(seed: int, players: int, deals: int) -> Alarm:
    made = found(seed, players, deals)
    tested = [line for line in made.lines if line.corrected is not None]
    return Alarm(bool(made.beyond), sum(line.p < ALPHA for line in tested), len(tested))


class Caught(NamedTuple):
    """Whether the cheat, who holds the bank all season, is named; the same if he alone is looked at."""

    named: bool
    alone: bool
    hands: int


def caught(seed: int, players: int, deals: int) -> Caught:
    made = found(seed, players, deals, "Ann", stays=True)
    his = [line for line in made.lines if (line.who, line.role) == ("Ann", "banker")]
    tested = [line for line in his if line.corrected is not None]
    alone = holm([line.p for line in tested])
    return Caught(
        any(line in made.beyond for line in his), min(alone, default=1.0) < ALPHA, his[0].of if his else 0
    )


def share(hits: int, of: int) -> str:
    """A share with its 95 % interval of Clopper and Pearson, found by halving."""
    ways = [lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) for k in range(of + 1)]

    def bound(ks: range, *, rising: bool) -> float:
        low, high = 0.0, 1.0
        for _ in range(40):
            p = (low + high) / 2
            tail = sum(exp(ways[k] + k * log(p) + (of - k) * log1p(-p)) for k in ks)
            low, high = (low, p) if (tail > 0.025) == rising else (p, high)
        return low

    least = bound(range(hits, of + 1), rising=True) if hits else 0.0
    most = bound(range(hits + 1), rising=False) if hits < of else 1.0
    return f"{hits} of {of} = {hits / of:.1%} ({least:.1%} to {most:.1%})"


def main() -> None:
    seasons = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with ProcessPoolExecutor() as pool:
        print("| honest seasons of | said to be beyond chance | lines under 0.05 before Holm |")
        print("| --- | --- | ---: |")
        for players, deals in ((3, 200), (5, 400), (8, 600)):
            alarms = list(pool.map(alarm, range(seasons), repeat(players), repeat(deals), chunksize=5))
            wrong, below, lines = map(sum, zip(*alarms, strict=True))
            print(
                f"| {players} people, {deals} deals | {share(wrong, seasons)} | {below / lines:.1%} |",
                flush=True,
            )
        print("\n| deals he banked | of which counted | named among all | named if looked at alone |")
        print("| ---: | ---: | --- | --- |")
        for deals in (250, 500, 1000, 2000):
            runs = range(max(20, seasons // 10))
            results = list(pool.map(caught, runs, repeat(5), repeat(deals), chunksize=2))
            hands = sum(result.hands for result in results) // len(results)
            named, alone = (sum(result[at] for result in results) for at in (0, 1))
            print(
                f"| {deals} | {hands} | {share(named, len(runs))} | {share(alone, len(runs))} |", flush=True
            )


if __name__ == "__main__":
    main()
