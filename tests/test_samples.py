"""The sample records: what their README says of them is what the program says."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import polars as pl
import pytest
from samples import FOLDER, SAMPLES, Sample

import pontoon_ledger as pontoon
from pontoon_ledger.money import format_amount

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit

EACH = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
TWINS = "kitchen-table.yaml", "kitchen-table-sheet.yaml"


@cache
def audited(name: str) -> Audit:
    return pontoon.audit(pontoon.read(FOLDER / name))


def test_every_record_of_the_folder_is_in_the_table() -> None:
    tables = {"kitchen-table-sheet.csv", "zaterdag.csv"}
    there = {path.name for path in FOLDER.iterdir()} - {"README.md"} - tables
    assert there == {sample.name for sample in SAMPLES}
    assert len(SAMPLES) >= 10


@EACH
def test_findings(sample: Sample) -> None:
    found = audited(sample.name).findings.select("code", pl.col("waived").is_not_null())
    assert Counter(found.iter_rows()) == sample.findings


@EACH
def test_deals(sample: Sample) -> None:
    sums = audited(sample.name).sessions.select(pl.col("judged", "undecided", "unreadable").sum())
    assert sums.row(0, named=True) == sample.deals


@EACH
def test_payments(sample: Sample) -> None:
    settlement = pontoon.settle(audited(sample.name))
    assert settlement.complete == (sample.payments is not None)
    if sample.payments is None:
        return
    (plan,) = settlement.plans.values()
    decimals = settlement.balances["decimals"][0]
    told = [(p.payer, p.payee, format_amount(p.amount, decimals)) for p in plan.payments]
    assert [
        (a.removesuffix(" (the box)"), b.removesuffix(" (the box)"), m) for a, b, m in told
    ] == sample.payments


@EACH
def test_money_is_conserved(sample: Sample) -> None:
    """Every deal and every session sums to zero, in what is recorded, due and counted."""
    moves = audited(sample.name).transfers
    known = moves.filter(pl.col("payer").is_not_null(), pl.col("payee").is_not_null())
    for amount in ("recorded", "due", "counts"):
        gets = known.select("session_no", "deal_no", who="payee", amount=amount)
        gives = known.select("session_no", "deal_no", who="payer", amount=-pl.col(amount))
        both = pl.concat([gets, gives])
        for keys in (["session_no", "deal_no"], ["session_no"]):
            assert both.group_by(keys).agg(pl.col("amount").sum())["amount"].eq(0).all()
    balances = pontoon.settle(audited(sample.name)).balances
    if balances["balance"].null_count() == 0:
        assert balances["balance"].sum() == 0


def test_a_spreadsheet_tells_what_its_record_tells() -> None:
    """The same evening twice: findings but for their places, dues, settlement."""
    yaml, sheet = (audited(name) for name in TWINS)
    told = [
        audit.findings.drop("file", "file_no", "line", "column", "end_column", "session", strict=False)
        for audit in (yaml, sheet)
    ]
    assert told[0].height == 3
    assert told[0].rows() == told[1].rows()
    hands = ["deal_no", "player", "hand", "class", "stake", "due", "recorded", "counts"]
    dues = [audit.hands.filter(~pl.col("banker")).select(hands).rows() for audit in (yaml, sheet)]
    assert dues[0] == dues[1]
    settled = [pontoon.settle(audit) for audit in (yaml, sheet)]
    assert settled[0].balances.rows() == settled[1].balances.rows()
    assert settled[0].plans == settled[1].plans


def test_the_whole_folder_at_once() -> None:
    """The sessions have names of their own, and a table is not read again beside its head."""
    together = pontoon.audit(pontoon.read(FOLDER))
    alone = sum((sample.findings for sample in SAMPLES), Counter())
    found = together.findings.select("code", pl.col("waived").is_not_null())
    assert Counter(found.iter_rows()) == alone
    assert together.sessions["session"].n_unique() == together.sessions.height
