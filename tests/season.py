"""A season of evenings by the independent dealer: one circle of people, several currencies, all house rules.

In: a size and a seed. Out: the dealer's sessions, their records in a folder, and everybody's balance by
the dealer's own answers.
"""

from __future__ import annotations

import random
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import dealer

CIRCLE = ["Ann", "Bob", "Cat", "Dan", "Eve", "Zoë", "St. John", "O'Brien", "7", "won", "Anne Marie", "李雷"]
COINS = [dealer.Coin("GBP", 2, "£", 5), dealer.Coin("EUR", 2, "€", 50), dealer.Coin("KWD", 3, None, 125)]
FIRST_DAY = date(2024, 1, 5)

Balances = dict[tuple[str, str], int]


def play(number: int, seed: int, deals: int) -> dealer.Session:
    """One evening; a third of them by the default rules, the others by any."""
    rng = random.Random(f"{seed} {number}")
    names = rng.sample(CIRCLE, rng.randint(3, 7))
    rules = {} if number % 3 == 0 else dealer.random_rules(rng)
    session = dealer.play_session(
        rng,
        deals=deals,
        players=len(names),
        rules=rules,
        name=f"evening {number:03}",
        names=names,
        coin=COINS[number % len(COINS)],
        void=0.02,
        gap=0.01,
    )
    session.date = (FIRST_DAY + timedelta(days=7 * (number // 2))).isoformat()
    session.paid = None
    return session


def write(session: dealer.Session, folder: Path, number: int) -> Path:
    """Its record, spelt one way or another."""
    path = folder / f"{number:03}.yaml"
    style = dealer.Style(random.Random(number), (0, 0.5, 1)[number % 3])
    path.write_text(dealer.to_yaml(session, style), encoding="utf-8")
    return path


def balances(sessions: list[dealer.Session]) -> Balances:
    """What everybody has still to get, by currency and player, those at nothing left out."""
    sums: Counter[tuple[str, str]] = Counter()
    for session in sessions:
        for name, net in session.net.items():
            sums[str(session.coin.code), name] += net
    return {key: net for key, net in sums.items() if net}
