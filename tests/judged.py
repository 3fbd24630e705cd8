"""The same records judged once, where a test asks what becomes of the verdicts.

In: nothing. Out: a fixture; while it holds, records of which every frame and every text are the same share
their audit, which nobody can change.
"""

from __future__ import annotations

import pytest

from pontoon_ledger import auditing
from pontoon_ledger.auditing import Audit
from pontoon_ledger.batches import judging
from pontoon_ledger.records.model import SCHEMAS, Records

_JUDGED: dict[tuple[str, ...], list[Audit]] = {}


def _same(one: Records, other: Records) -> bool:
    said = (one.sources, one.notes, one.options) == (other.sources, other.notes, other.options)
    frames = ((getattr(one, name), getattr(other, name)) for name in SCHEMAS)
    return said and all(mine.schema == yours.schema and mine.equals(yours) for mine, yours in frames)


@pytest.fixture
def judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every audit, and give it again for the same records."""
    judge = auditing.audit

    def once(records: Records) -> Audit:
        known = _JUDGED.setdefault(tuple(source.sha256 for source in records.sources), [])
        for audit in known:
            if _same(audit.records, records):
                return audit
        known.append(judge(records))
        return known[-1]

    monkeypatch.setattr(auditing, "audit", once)
    monkeypatch.setattr(judging, "judge_records", once)
