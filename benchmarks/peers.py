"""Other programs of the field beside this one, on this machine and in one run: `python benchmarks/peers.py`.

Card games: deals of five hands read and replayed a second (pokerkit), games of chess read with every move
checked (python-chess). Accounts: postings read and summed a second (bean-check, hledger, ledger) from the
journal that this program exported. A peer that is not installed is left out and named. The jobs are not the
same, so the ratios say of what order the speeds are, not who is better.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import evening

if TYPE_CHECKING:
    from collections.abc import Callable

PONTOON = [sys.executable, "-m", "pontoon_ledger"]


class Job(NamedTuple):
    """Something to be done again and again, and how many things it gets through."""

    name: str
    unit: str
    many: int
    run: Callable[[], object]


def pokers(deals: int) -> Job:
    """Hands of no-limit hold'em for five, played at random and written down by pokerkit itself."""
    from pokerkit import Automation as Auto
    from pokerkit import HandHistory, NoLimitTexasHoldem

    automations = (
        Auto.ANTE_POSTING,
        Auto.BET_COLLECTION,
        Auto.BLIND_OR_STRADDLE_POSTING,
        Auto.HOLE_CARDS_SHOWING_OR_MUCKING,
        Auto.HAND_KILLING,
        Auto.CHIPS_PUSHING,
        Auto.CHIPS_PULLING,
        Auto.CARD_BURNING,
    )
    game = NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)
    rng, texts = random.Random(1), []
    for _ in range(deals):
        state = game((200,) * 5, 5)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            elif state.can_fold() and rng.random() < 0.2:
                state.fold()
            elif state.can_complete_bet_or_raise_to() and rng.random() < 0.2:
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
        texts.append(HandHistory.from_game_state(game, state).dumps())

    def replay() -> None:
        for text in texts:
            for _ in HandHistory.loads(text):
                pass

    return Job("pokerkit: deals replayed", "hands", 5 * deals, replay)


def chesses(games: int) -> Job:
    """Games of 40 random moves a side, read with legality."""
    import chess
    import chess.pgn

    rng, texts = random.Random(1), []
    for _ in range(games):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            board.push(move)
            node = node.add_variation(move)
        texts.append(str(game))

    def reread() -> None:
        for text in texts:
            chess.pgn.read_game(io.StringIO(text))

    return Job("python-chess: games read", "games", games, reread)


def ours(head: Path, deals: int) -> Job:
    """The audit of a table: five hands a deal."""
    from pontoon_ledger import audit, read

    return Job("pontoon_ledger: deals audited", "hands", 5 * deals, lambda: audit(read(head)).findings)


def command(name: str, many: int, words: list[str]) -> Job:
    """A whole command over a journal or ledger; it must succeed."""

    def run() -> None:
        subprocess.run(words, capture_output=True, check=True)

    return Job(name, "postings", many, run)


def accounts(folder: Path, deals: int) -> list[Job]:
    """Our own journal under the three programs that read it, and our ledger asked for the same balances."""
    evening.write_yaml(folder / "night.yaml", deals)
    ledger = folder / "night.duckdb"
    subprocess.run([*PONTOON, "add", "night.yaml", "--db", str(ledger)], cwd=folder, check=True)
    for to, name in (("hledger", "night.journal"), ("beancount", "night.beancount")):
        words = [*PONTOON, "export", "--to", to, "-o", name, "--date", "2026-11-30", "--db", str(ledger)]
        subprocess.run(words, cwd=folder, check=True)
    lines = (folder / "night.journal").read_text(encoding="utf-8").splitlines()
    many = sum(line.startswith("    ") and ":" in line for line in lines)
    jobs = [
        command("pontoon balance (whole command)", many, [*PONTOON, "balance", "--db", str(ledger)]),
        command("pontoon check (whole command)", many, [*PONTOON, "check", str(folder / "night.yaml")]),
    ]
    peers = {
        "bean-check": ["night.beancount"],
        "hledger": ["-f", "night.journal", "balance"],
        "ledger": ["-f", "night.journal", "balance"],
    }
    for name, words in peers.items():
        found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
        if found is None:
            print(f"{name} is not installed")
            continue
        at = [str(folder / word) if word.startswith("night.") else word for word in words]
        jobs.append(command(f"{name} (whole command)", many, [found, *at]))
    return jobs


def rates(jobs: list[Job], runs: int) -> dict[str, list[float]]:
    """All jobs in turn, `runs` times after one that does not count: things a second."""
    found: dict[str, list[float]] = {job.name: [] for job in jobs}
    for turn in range(runs + 1):
        for job in jobs:
            begin = time.perf_counter()
            job.run()
            if turn:
                found[job.name].append(job.many / (time.perf_counter() - begin))
    return found


def show(jobs: list[Job], runs: int) -> None:
    """A line a job: its rate, its spread, and our rate (the first job's) over it."""
    found = rates(jobs, runs)
    mine = statistics.median(found[jobs[0].name])
    for job in jobs:
        here = found[job.name]
        median = statistics.median(here)
        spread = f"{min(here):,.0f} to {max(here):,.0f}"
        ratio = f"{mine / median:8.1f}" if job.unit == jobs[0].unit else " " * 8
        print(f"{job.name:36} {median:12,.0f} {job.unit}/s  ({spread}) {ratio}")


def main() -> None:
    """Measure and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--deals", type=int, default=200_000, help="deals in the table that we audit")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        head = evening.write_csv(folder / "season.csv", options.deals)
        jobs = [ours(head, options.deals)]
        for module, make in (("pokerkit", pokers), ("chess", chesses)):
            if importlib.util.find_spec(module):
                jobs.append(make(200))
            else:
                print(f"{module} is not installed")
        print("the last column: our hands a second over theirs, where the unit is the same")
        show(jobs, options.runs)
        print("journal of 2,000 deals; the last column: pontoon balance's postings a second over theirs")
        show(accounts(folder, 2_000), options.runs)


if __name__ == "__main__":
    main()
