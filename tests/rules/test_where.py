"""Checks that are asked only where a column says something would find nothing elsewhere.

In: the samples, and sessions in which much is odd. Out: nothing broken in rows without that column.
"""

from __future__ import annotations

import random
from pathlib import Path

import polars as pl

import pontoon_ledger as pontoon
from pontoon_ledger.auditing import judge
from pontoon_ledger.checks import CHECKS, FACTS
from pontoon_ledger.records import combine_records
from rules.records import deal
from rules.test_course import records_of

SAMPLES = Path(__file__).parents[2] / "sample_logs"


def test_a_check_that_is_not_asked_would_find_nothing(tmp_path: Path) -> None:
    twice = tmp_path / "twice.yaml"
    twice.write_text(deal("Bob: bet .20, 9c Td, stick, shoot won .20", "Ann: Kh 7d", "+ 9h 8h"))
    records = combine_records([pontoon.read(SAMPLES), pontoon.read(twice), records_of(random.Random(9))])
    judged = judge(records)
    conditional = [check for check in CHECKS if check.where is not None]
    assert len(conditional) >= 8
    for check in conditional:
        table = judged.hands if check.over == "hands" else judged.deals
        says = (
            pl.col(check.where)
            if table.schema[check.where] == pl.Boolean
            else pl.col(check.where).is_not_null()
        )
        broken = table.with_columns(**FACTS[check.over]).select(
            says=says.fill_null(value=False), broken=check.broken.fill_null(value=False)
        )
        silent = broken.filter(~pl.col("says"))
        assert silent.height and not silent["broken"].any(), check.code
    kinds = {check.code for check in conditional}
    assert kinds <= {*judged.raised["code"]}, "some of these checks are not tried at all"
