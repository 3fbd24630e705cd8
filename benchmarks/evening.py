"""Deals for the benchmarks: every play different, legal enough to be judged, made quickly.

In: how many deals. Out: a YAML session or a CSV table with its head, written beside each other.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
HEAD = """session: {name}
currency: GBP
rules: {{base: pagat, bank_passes: never, shuffle_after: every_deal}}
stakes: {{min: 0.10, max: 1.00}}
players: [Ann, Bob, Cat, Dan, Eve]
bank: Eve
"""
_RANKS = "A23456789TJQK"
_PACK = [rank + suit for rank in _RANKS for suit in "cdhs"]


def _points(cards: list[str]) -> int:
    points = sum(min(_RANKS.index(card[0]) + 1, 10) for card in cards)
    return points + 10 if points <= 11 and any(card[0] == "A" for card in cards) else points


def _hand(pack: list[str], rng: random.Random, stake: int) -> tuple[list[str], list[str], int]:
    """Cards, clauses and T of a hand that buys or twists below 15."""
    cards, clauses, staked, most = [pack.pop(), pack.pop()], [f"bet {stake / 100:.2f}"], stake, 2 * stake
    clauses.append(" ".join(cards))
    twisted = False
    while _points(cards) < 15 and len(cards) < 5:
        cards.append(pack.pop())
        twisted = twisted or rng.random() < 0.4
        if twisted:
            clauses.append(f"twist {cards[-1]}")
        else:
            most = rng.randint(stake, most)
            staked += most
            clauses.append(f"buy {most / 100:.2f} {cards[-1]}")
    return cards, clauses, staked


def _rank(cards: list[str]) -> int:
    total = _points(cards)
    if total > 21:
        return 0
    if len(cards) == 2 and total == 21:
        return 23
    return 22 if len(cards) == 5 else total


def deal(rng: random.Random) -> list[tuple[str, str]]:
    """One deal: (player, play) for four players and the bank."""
    pack = rng.sample(_PACK, 30)
    bank = [pack.pop(), pack.pop()]
    shown = _rank(bank) == 23
    hands = []
    for _ in PLAYERS[:-1]:
        stake = rng.randint(10, 100)
        cards, clauses, staked = _hand(pack, rng, stake)
        if shown:
            cards, clauses, staked = cards[:2], clauses[:2], stake
        hands.append((cards, clauses, staked))
    while not shown and _points(bank) < 17 and len(bank) < 5:
        bank.append(pack.pop())
    theirs = _rank(bank)
    rows = []
    for player, (cards, clauses, staked) in zip(PLAYERS, hands, strict=False):
        mine = _rank(cards)
        due = -2 * staked if shown else _due(mine, theirs) * staked
        needs_ending = mine not in (0, 22, 23) and mine < 21 and not shown
        ending = ["stick"] if needs_ending else []
        result = f"{'won' if due > 0 else 'lost'} {abs(due) / 100:.2f}"
        rows.append((player, ", ".join([*clauses, *ending, result])))
    end = "" if theirs in (0, 22, 23) or theirs == 21 else ", stick"
    return [*rows, (PLAYERS[-1], " ".join(bank) + end)]


def _due(mine: int, theirs: int) -> int:
    if mine == 0:
        return -1
    if mine == 23:
        return 2
    if theirs == 22:
        return -2
    if mine == 22:
        return 2
    return 1 if mine > theirs else -1


def write_yaml(path: Path, deals: int, seed: int = 1) -> None:
    """A session of so many deals as YAML."""
    rng = random.Random(seed)
    with path.open("w", encoding="utf-8") as file:
        file.write(HEAD.format(name=path.stem) + "deals:\n")
        for _ in range(deals):
            rows = "".join(f"      {player}: {play}\n" for player, play in deal(rng))
            file.write("  - hands:\n" + rows)


def write_csv(path: Path, deals: int, seed: int = 1) -> Path:
    """A table of so many deals, and the head that names it (returned)."""
    rng = random.Random(seed)
    with path.open("w", encoding="utf-8") as file:
        file.write("deal,player,play\n")
        for number in range(1, deals + 1):
            file.writelines(f'{number},{player},"{play}"\n' for player, play in deal(rng))
    head = path.with_suffix(".yaml")
    head.write_text(HEAD.format(name=path.stem) + f"deals: {path.name}\n", encoding="utf-8")
    return head
