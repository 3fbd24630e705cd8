"""The spoilt-record kit: every kind of fault is found, named, placed, and found alone.

Each kind is applied to random sessions; those of many kinds are read and audited in one go.
PONTOON_SPOILT_EACH, PONTOON_SPOILT_PAIRS and PONTOON_SPOILT_SEED widen the run: 50 sessions a kind take a few
minutes.
"""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import pytest
from spoil import HAND_KINDS, KINDS, SEED, Draft, Expected, Kind, Spoilt, evening, spoil

from pontoon_ledger import audit, read
from pontoon_ledger.codes import CODES

if TYPE_CHECKING:
    from pathlib import Path

EACH = int(os.environ.get("PONTOON_SPOILT_EACH", "6"))
PAIRS = int(os.environ.get("PONTOON_SPOILT_PAIRS", "0"))
PARTS = 6
TRIES = 400
SOME_PAIRS = 200
Found = tuple[str, str | None, int | None, int | None, int | None]


def spoilt_of(kind: Kind, count: int) -> list[Spoilt]:
    """So many sessions with one fault of that kind, fewer where TRIES times as many offer no place."""
    rng = random.Random(f"{SEED} {kind.name}")
    start = rng.randrange(40)
    made: list[Spoilt] = []
    for number in range(start, start + TRIES * count):
        session = spoil(kind, evening(kind.scene, number), rng, f"{kind.name} {number}")
        if session is not None:
            made.append(session)
            if len(made) == count:
                break
    return made


def pairs_of(count: int) -> dict[str, list[Spoilt]]:
    """Two faults in two hands of one deal, for every two kinds that spoil one hand, one kind twice too.

    A count of 0: one record each of some of the pairs.
    """
    pairs = list(combinations_with_replacement(HAND_KINDS.values(), 2))
    rng = random.Random(f"{SEED} pairs")
    made: dict[str, list[Spoilt]] = {}
    for (one, spoil_one), (other, spoil_other) in pairs if count else rng.sample(pairs, SOME_PAIRS):
        pair = f"{one.name} + {other.name}"
        made[pair] = []
        for number in range(60):
            session = evening(rng.choice((one.scene, other.scene)), number)
            draft = Draft(session, rng, f"{pair} {number}")
            deal = draft.session.deals[-1]
            if deal.void or len(deal.players) < 2:
                continue
            names = rng.sample(deal.players, 2)
            first, second = (next(h for h in deal.hands if h.player == name) for name in names)
            if not spoil_one(draft, deal, first) or not spoil_other(draft, deal, second):
                continue
            record = draft.finish()
            if record is not None:
                made[pair].append(record)
            if len(made[pair]) == max(count, 1):
                break
    return made


def found_in(folder: Path, records: list[Spoilt]) -> list[list[Found]]:
    """What the audit finds in each record."""
    for number, record in enumerate(records):
        text = record.text if isinstance(record.text, bytes) else record.text.encode()
        (folder / f"{number:05}.yaml").write_bytes(text)
    findings = audit(read(folder)).findings
    by_file: dict[int, list[Found]] = defaultdict(list)
    for path, *what in findings.select("file", "code", "deal", "line", "column", "end_column").iter_rows():
        by_file[int(path[-10:-5])].append(tuple(what))
    return [by_file[number] for number in range(len(records))]


def agrees(found: list[Found], expected: tuple[Expected, ...]) -> bool:
    """Whether exactly these findings came, each in its place."""
    wanted = sorted(expected, key=lambda e: (e.line, e.column or 0, e.code))
    return len(found) == len(wanted) and all(w.is_met_by(f) for f, w in zip(found, wanted, strict=True))


def complain(record: Spoilt, found: list[Found]) -> str:
    """What was wanted, what came, and the record."""
    text = record.text if isinstance(record.text, str) else record.text.decode(errors="replace")
    shown = "\n".join(f"{n:4} {line}" for n, line in enumerate(text.splitlines(), 1))
    return f"wanted {record.expected}\nfound {found}\n{shown}"


def test_the_kit_is_large_and_knows_every_code() -> None:
    assert len(KINDS) >= 45
    assert {kind.code for kind in KINDS.values()} == set(CODES)


@pytest.mark.parametrize("part", range(PARTS))
def test_one_fault_is_one_finding_in_its_place(part: int, tmp_path: Path) -> None:
    by_scene = sorted(KINDS.values(), key=lambda kind: kind.scene)
    mine = by_scene[len(KINDS) * part // PARTS : len(KINDS) * (part + 1) // PARTS]
    made = {kind.name: spoilt_of(kind, EACH) for kind in mine}
    print(f"\nseed {SEED}: {EACH} records each of {', '.join(made)}")
    assert [name for name, some in made.items() if len(some) != EACH] == [], "too few sessions offer a place"
    records = [(name, record) for name, some in made.items() for record in some]
    found = found_in(tmp_path, [record for _, record in records])
    wrong = {
        name: complain(record, told)
        for (name, record), told in zip(records, found, strict=True)
        if not agrees(told, record.expected)
    }
    assert not wrong, f"{', '.join(wrong)}\n" + "\n".join(wrong.values())


def test_the_comparison_can_fail(tmp_path: Path) -> None:
    (record,) = spoilt_of(KINDS["paid_the_wrong_way"], 1)
    (found,) = found_in(tmp_path, [record])
    (want,) = record.expected
    assert agrees(found, record.expected)
    for wrong in (
        replace(want, line=want.line + 1),
        replace(want, column=1),
        replace(want, end=1),
        replace(want, deal="another"),
        replace(want, code="P301"),
    ):
        assert not agrees(found, (wrong,))
    assert not agrees([], record.expected)
    assert not agrees(found * 2, record.expected)


def test_two_faults_in_two_hands_of_a_deal_are_both_found(tmp_path: Path) -> None:
    made = pairs_of(PAIRS)
    records = [record for some in made.values() for record in some]
    print(f"\nseed {SEED}: {len(records)} records of {len(made)} pairs")
    assert sum(bool(some) for some in made.values()) > 0.6 * len(made)
    wrong = Counter(
        " + ".join(sorted(want.code for want in record.expected)) + "\n" + complain(record, found)
        for record, found in zip(records, found_in(tmp_path, records), strict=True)
        if not agrees(found, record.expected)
    )
    assert not wrong, f"{len(wrong)} of {len(records)}\n" + next(iter(wrong))
