"""One character changed in a record: it is reported, or harmless, or makes another consistent record.

In: small records. Each change is one file, all of them read in one go; PONTOON_CHARACTERS widens the run.
Never a crash; and how many of the changes go unnoticed is held within bounds, and printed.
"""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import pytest

import pontoon_ledger as pontoon

if TYPE_CHECKING:
    from pathlib import Path

    from pontoon_ledger.auditing import Audit

CHANGES = int(os.environ.get("PONTOON_CHARACTERS", "150"))
SEED = os.environ.get("PONTOON_CHARACTERS_SEED", "1")
TYPED = "0123456789abcdehjkqstxACKQJTB .,;:-+'\"[]{}#&*!|>%@\n\t\N{POUND SIGN}\N{BLACK HEART SUIT}"

RECORD = """\
date: 2026-11-27
currency: GBP
stakes: {min: 0.10, max: 1.00}
players: [Ann, Bob, Cat, Dan]
bank: Ann
deals:
  - hands:
      Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.40
      Cat:
        - bet 0.10, 8h 3c, twist 9s, stick, won 0.10
        - split 0.10, 8s Th, stick, won 0.10
      Dan: bet 0.50, Ah Kd, pontoon, won 1.00
      Ann: Kh 7d, stick, lost 1.60
    note: Dan knocked his glass over
  - bank: Dan
    shuffled: true
    hands:
      Ann: bet 1.00, 6d 6h, buy 1.50 7c, stick 19, won 2.50
      Bob: bet 0.30, Qc 4s, twist 9h, bust, lost 0.30
      Cat: bet 0.10, 2c 3s, buy 0.10 4c, buy 0.10 5h, twist Ad, five, won 0.60
      Dan: Js 8d, stick 18
"""
TABLE = """\
deal,bank,player,bet,cards,play,won
1,Ann,Bob,0.20,5c 9d,"buy 0.20 4h, stick",0.40
,,Cat,0.10,8h 3c,"twist 9s, stick",+0.10
,,Dan,0.50,Ts 6s,stick,-0.50
,,Ann,,Kh 7d,stick,
2,Ann,Bob,0.30,Qc 4s,"twist 9h, bust",-0.30
,,Cat,0.10,2c 3s,"buy 0.10 4c, buy 0.10 5h, twist Ad, five",0.60
,,Ann,,Js 8d,stick,
"""
JSON = """\
{"players": ["Ann", "Bob", "Cat"], "bank": "Ann", "deals": [
  {"hands": {"Bob": "bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.40",
             "Cat": "bet 0.10, Th 6s, stick, lost 0.10",
             "Ann": "Kh 7d, stick"}},
  {"shuffled": false, "note": "late",
   "hands": {"Bob": "bet 0.30, Qc 4s, twist 9h, bust, lost 0.30",
             "Ann": "Js 8d, stick, won 0.30"}}]}
"""
SAMPLES = {"record.yaml": RECORD, "table.csv": TABLE, "record.json": JSON}
FACTS = ["deal_no", "deal", "player", "hand", "banker", "bank", "bet", *(f"c{k}" for k in range(1, 6))]
FACTS += ["class", "total", "stake", "due", "recorded", "counts"]


def change(text: str, rng: random.Random) -> str:
    """The text with one character more, one less, or one for another."""
    at = rng.randrange(len(text))
    typed = rng.choice(TYPED)
    return rng.choice(
        (text[:at] + text[at + 1 :], text[:at] + typed + text[at:], text[:at] + typed + text[at + 1 :])
    )


def facts(audit: Audit) -> dict[str, list[tuple[object, ...]]]:
    """All that the audit knows of each file, but for places and notes."""
    known: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    paths = [source.path for source in audit.records.sources]
    sessions = audit.records.sessions.select("file_no", "date", "currency", "stakes_min", "stakes_max")
    for file_no, *row in sessions.iter_rows():
        known[paths[file_no]].append(tuple(row))
    for path, *row in audit.hands.select("file", *FACTS).iter_rows():
        known[path].append(tuple(row))
    deals = audit.deals.select("file_no", "deal_no", "shuffled", "void", "holder", "price")
    for file_no, *row in deals.iter_rows():
        known[paths[file_no]].append(tuple(row))
    return known


def judged(paths: list[Path]) -> Audit:
    return pontoon.audit(pontoon.read(paths))


@pytest.mark.parametrize("name", SAMPLES)
def test_most_changes_are_reported_and_none_crashes(name: str, tmp_path: Path) -> None:
    suffix = name[name.index(".") :]
    rng = random.Random(f"{SEED} {name}")
    texts = [SAMPLES[name], *(change(SAMPLES[name], rng) for _ in range(CHANGES))]
    paths = []
    for number, text in enumerate(texts):
        paths.append(tmp_path / f"{number:05}{suffix}")
        paths[-1].write_text(text, encoding="utf-8", newline="")
    audit = judged(paths)
    known, reported = facts(audit), set(audit.findings["file"])
    assert str(paths[0]) not in reported
    assert len(known[str(paths[0])]) > 7
    count = Counter(
        "reported"
        if str(path) in reported
        else "harmless"
        if known[str(path)] == known[str(paths[0])]
        else "another"
        for path in paths[1:]
    )
    share = {what: f"{count[what] / CHANGES:.0%}" for what in ("reported", "harmless", "another")}
    print(f"\n{name}, seed {SEED}, {CHANGES} changes: {share}")
    assert count.total() == CHANGES
    assert count["reported"] > 0.7 * CHANGES
    assert 0.02 * CHANGES < count["harmless"] < 0.25 * CHANGES
    assert count["another"] < 0.2 * CHANGES
