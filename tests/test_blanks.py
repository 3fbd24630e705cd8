"""Knowing less never makes a verdict surer: each cell of a clean record is blanked in turn.

A blanked record may leave a hand undecided; what it still decides must be what the whole record
decided, and it may raise no error.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import dealer
import polars as pl
import pytest

from pontoon_ledger import audit, read

CARD = re.compile(r"\b(?:10|[A2-9TJQK])[cdhs]\b")


def blanks(text: str) -> Iterator[tuple[str, str]]:
    """Every record that is this one less one fact: (what was blanked, the record)."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        for number, less in enumerate(_less(line)):
            yield (
                f"line {i + 1}, fact {number}: {line.strip()}",
                "\n".join([*lines[:i], *less, *lines[i + 1 :]]) + "\n",
            )


def _less(line: str) -> Iterator[list[str]]:
    if not re.match(r"\s+(?:- |['\w ]+['\w]: )", line) or "{" in line:
        return
    for card in CARD.finditer(line):
        yield [line[: card.start()] + "x" + line[card.end() :]]
    for clause in re.finditer(r"(buy) ([\d.]+) (\w+)", line):
        yield [line[: clause.start()] + f"buy {clause[3]}" + line[clause.end() :]]
        yield [line[: clause.start()] + f"buy {clause[2]} x" + line[clause.end() :]]
        yield [line[: clause.start()] + clause[3] + line[clause.end() :]]
    for clause in re.finditer(
        r", (?:stick(?: \d+)?|bust(?: \d+)?|won [\d.]+|lost [\d.]+|push|pontoon|five[\w -]*)", line
    ):
        yield [line[: clause.start()] + line[clause.end() :]]
    for clause in re.finditer(r"bet [\d.]+, ", line):
        yield [line[: clause.start()] + line[clause.end() :]]
    if re.match(r"\s+shuffled: ", line):
        yield []


def _verdicts(audited) -> dict[tuple[int, str, int], int]:
    rows = audited.hands.filter(pl.col("due").is_not_null()).select("deal_no", "player", "hand", "due")
    return {(deal, player, hand): due for deal, player, hand, due in rows.iter_rows()}


@pytest.mark.parametrize("seed", range(3))
def test_blanking_a_cell_never_makes_a_verdict_surer(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    rules = dealer.random_rules(rng)
    session = dealer.play_session(
        rng, deals=5, players=4, rules=rules, awkward=False, name="whole", write_bank=0.6
    )
    whole = dealer.to_yaml(session)
    (tmp_path / "whole.yaml").write_text(whole, encoding="utf-8")
    before = _verdicts(audit(read(tmp_path / "whole.yaml")))
    folder = tmp_path / "blanked"
    folder.mkdir()
    cases = list(blanks(whole))
    assert len(cases) > 50
    for number, (_, text) in enumerate(cases):
        named = text.replace("session: whole", f"session: s{number}")
        (folder / f"{number:05}.yaml").write_text(named, encoding="utf-8")
    audited = audit(read(folder))
    errors = audited.findings.filter(pl.col("severity") == "E").select("session", "line", "code", "message")
    what = {f"s{n}": blanked for n, (blanked, _) in enumerate(cases)}
    assert [(what[row[0]], *row) for row in errors.iter_rows()] == []
    rows = audited.hands.filter(pl.col("due").is_not_null(), ~pl.col("banker"))
    for name, deal, player, hand, due in rows.select(
        "session", "deal_no", "player", "hand", "due"
    ).iter_rows():
        assert before.get((deal, player, hand)) == due, what[name]
