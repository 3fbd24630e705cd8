"""The register of codes against what the program really finds: each code is raised, none by a clean record.

In: one spoilt record a code, and clean sessions of every scene of the kit.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import dealer
from spoil import KINDS, SEED, Kind, Spoilt, evening, spoil
from spoil.scenes import SCENES

from pontoon_ledger import audit, read
from pontoon_ledger.codes import CODES

if TYPE_CHECKING:
    from pathlib import Path


def one_of(kind: Kind) -> Spoilt:
    """A session with one fault of that kind."""
    rng = random.Random(f"{SEED} registry {kind.name}")
    made = (spoil(kind, evening(kind.scene, n), rng, kind.name) for n in range(1000))
    return next(record for record in made if record)


def test_every_code_is_raised_and_no_other(tmp_path: Path) -> None:
    for code, kind in {kind.code: kind for kind in KINDS.values()}.items():
        text = one_of(kind).text
        (tmp_path / f"{code}.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    found = audit(read(tmp_path)).findings
    assert {path[-9:-5]: code for path, code in found.select("file", "code").iter_rows()} == {
        c: c for c in CODES
    }
    severities = dict(found.select("code", "severity").iter_rows())
    assert severities == {code: entry.severity for code, entry in CODES.items()}


def test_clean_sessions_raise_none(tmp_path: Path) -> None:
    count = 0
    for scene in SCENES:
        for number in range(900, 904):
            session = replace(evening(scene, number), name=f"{scene} {number}", places={})
            text = dealer.to_yaml(session, dealer.Style(random.Random(number), (number % 4) / 3))
            (tmp_path / f"{count:03}.yaml").write_text(text, encoding="utf-8")
            count += 1
    result = audit(read(tmp_path))
    assert result.findings.select("file", "line", "code", "message").rows() == []
    assert result.sessions.height == count
