"""The spoilt-record kit: every kind of fault is found, named, placed, and found alone.

Each kind is applied to random sessions, all of them read and audited in one go. PONTOON_SPOILT_EACH and
PONTOON_SPOILT_SEED widen the run: 50 sessions a kind are one minute or two.
"""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import pytest
from spoil import HAND_KINDS, KINDS, SEED, Draft, Expected, Kind, Spoilt, evening, spoil

from pontoon_ledger import audit, read
from pontoon_ledger.codes import CODES

if TYPE_CHECKING:
    from pathlib import Path

EACH = int(os.environ.get("PONTOON_SPOILT_EACH", "6"))
PAIRS = int(os.environ.get("PONTOON_SPOILT_PAIRS", "1"))
TRIES = 400
NOT_YET = {
    "a_preset_that_is_none": "a session whose rules cannot be read is judged by the defaults",
    "a_currency_that_is_none": "amounts of a currency that cannot be read are read as if it had two decimals",
}
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
    """Two faults in two hands of one deal, for every two kinds that spoil one hand, one kind twice too."""
    made: dict[str, list[Spoilt]] = {}
    entries = list(HAND_KINDS.values())
    for at, (one, spoil_one) in enumerate(entries):
        rng = random.Random(f"{SEED} pairs {one.name}")
        for other, spoil_other in entries[at:]:
            pair = f"{one.name} + {other.name}"
            made[pair] = []
            for number in range(60):
                session = evening(rng.choice((one.scene, other.scene)), number)
                draft = Draft(session, rng, f"{pair} {number}")
                deals = [deal for deal in draft.deals if len(deal.players) > 1 and deal is draft.deals[-1]]
                if not deals:
                    continue
                deal = deals[0]
                mine = rng.sample(deal.players, 2)
                first, second = (next(h for h in deal.hands if h.player == name) for name in mine)
                if not spoil_one(draft, deal, first) or not spoil_other(draft, deal, second):
                    continue
                record = draft.finish(0.0)
                if record is not None:
                    made[pair].append(record)
                if len(made[pair]) == count:
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


def _param(name: str) -> object:
    reason = NOT_YET.get(name)
    return pytest.param(name, marks=pytest.mark.xfail(reason=reason, strict=True)) if reason else name


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Spoilt, list[Found]]]]:
    made = {name: spoilt_of(kind, EACH) for name, kind in KINDS.items()}
    records = [record for some in made.values() for record in some]
    found = iter(found_in(tmp_path_factory.mktemp("spoilt"), records))
    print(f"\nseed {SEED}: {len(records)} spoilt records of {len(KINDS)} kinds")
    return {name: [(record, next(found)) for record in some] for name, some in made.items()}


def test_the_kit_is_large_and_knows_every_code() -> None:
    assert len(KINDS) >= 45
    assert {kind.code for kind in KINDS.values()} == set(CODES)


@pytest.mark.parametrize("name", [_param(name) for name in KINDS])
def test_one_fault_is_one_finding_in_its_place(name: str, kit) -> None:
    results = kit[name]
    assert len(results) >= EACH, f"only {len(results)} sessions offer a place"
    wrong = [(record, found) for record, found in results if not agrees(found, record.expected)]
    assert not wrong, f"{len(wrong)} of {len(results)}\n{complain(*wrong[0])}"


def test_the_faults_are_where_the_kit_says(kit) -> None:
    """No two kinds of one code are the same fault, and the comparison can fail."""
    record, found = next(result for results in kit.values() for result in results if result[1])
    (want,) = record.expected
    moved = Expected(want.code, want.deal, want.line + 1, want.column)
    assert not agrees(found, (moved,))
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
