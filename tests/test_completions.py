"""Verdicts on partial evidence against a brute force over all completions of the unknown cards.

Never a decided verdict that some completion contradicts; every completion lies within the range. How
often the range is wider than the truth is measured and must not grow.
"""

from __future__ import annotations

import random
from pathlib import Path

import dealer
import polars as pl
from dealer.brute import completions

from pontoon_ledger import audit, read

CASES = 100
CARDS = [r + s for r in "A23456789TJQK" for s in "cdhs"]


def _hand(rng: random.Random, pack: list[str], stake: int) -> tuple[str, list[str], int, str | None]:
    """A player's play with cards blanked: text, cards as written, T, ending."""
    cards = [pack.pop(), pack.pop()]
    text, staked = f"bet {stake / 100:.2f}", stake
    taken = []
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        card = pack.pop()
        if rng.random() < 0.5 and not any(t.startswith("twist") for t, _ in taken):
            taken.append((f"buy {stake / 100:.2f}", card))
            staked += stake
        else:
            taken.append(("twist", card))
    every = [*cards, *(c for _, c in taken)]
    told = _blanked(rng, every, 2)
    text += (
        ", "
        + " ".join(told[:2])
        + "".join(f", {verb} {c}" for (verb, _), c in zip(taken, told[2:], strict=True))
    )
    ending = rng.choice([None, "stick"])
    return text + (f", {ending}" if ending else ""), told, staked, ending


def _blanked(rng: random.Random, cards: list[str], most: int) -> list[str]:
    """The cards with at most so many of them not noted."""
    gone = rng.sample(range(len(cards)), rng.randint(0, most))
    return ["x" if i in gone else card for i, card in enumerate(cards)]


def _case(
    rng: random.Random,
) -> tuple[str, list[str], list[str] | None, int, int, dict, str | None, str | None]:
    rules = dealer.random_rules(rng, exclude=(*dealer.NOT_YET, "burn", "banker_doubles"))
    pack = rng.sample(CARDS, 20)
    stake = rng.choice([10, 20, 50])
    text, told, staked, ending = _hand(rng, pack, stake)
    bank = _blanked(rng, [pack.pop() for _ in range(rng.choice([2, 2, 3, 4]))], 1)
    bank_ending = rng.choice([None, "stick"])
    bank_text = " ".join(bank) + (f", {bank_ending}" if bank_ending else "")
    options = ", ".join(f"{name}: {str(value).lower()}" for name, value in rules.items())
    record = (
        f"rules: {{base: pagat, {options}}}\nplayers: [Ann, Bob]\nbank: Ann\ndeals:\n"
        f"  - hands:\n      Bob: {text}\n      Ann: {bank_text}\n"
    )
    return record, told, bank, stake, staked, rules, ending, bank_ending


def test_no_decided_verdict_is_contradicted_by_a_completion(tmp_path: Path) -> None:
    rng = random.Random(1)
    cases = [_case(rng) for _ in range(CASES)]
    for number, case in enumerate(cases):
        (tmp_path / f"{number:04}.yaml").write_text(f"session: s{number}\n" + case[0], encoding="utf-8")
    audited = audit(read(tmp_path))
    assert audited.findings.filter(pl.col("code").str.starts_with("P0")).rows() == []
    named = audited.replayed.with_columns(audited.hands["session"])
    rows = named.filter(~pl.col("banker")).select("session", "due_low", "due_high", "contradicted")
    ranges = {name: (low, high, gone) for name, low, high, gone in rows.iter_rows()}
    wider = decided = 0
    for number, (record, told, bank, stake, staked, rules, ending, bank_ending) in enumerate(cases):
        low, high, contradicted = ranges[f"s{number}"]
        truth = completions(
            told,
            bank,
            stake,
            staked,
            False,
            dealer.complete(rules),
            ending=ending,
            bank_ending=bank_ending,
            legal=False,
        )
        if contradicted or not truth:
            continue
        shown = rules.get("peek", True) and "won" not in record
        legal = (
            _without_shown_pontoon(told, bank, stake, staked, rules, ending, bank_ending) if shown else truth
        )
        assert low <= min(legal) and max(legal) <= high, (record, low, high, sorted(legal))
        if low == high:
            decided += 1
            assert legal == {low}, record
        wider += (low, high) != (min(legal), max(legal))
    assert decided >= CASES // 5
    assert wider <= CASES // 20, f"{wider} of {CASES} ranges are wider than the truth"


def _without_shown_pontoon(told, bank, stake, staked, rules, ending, bank_ending) -> set[int]:
    """Completions in which the banker showed a pontoon at once cannot be once a turn was taken (2.4)."""
    turn = len(told) > 2 or ending is not None
    whole = dealer.complete(rules)
    left = completions(
        told,
        bank,
        stake,
        staked,
        False,
        whole,
        ending=ending,
        bank_ending=bank_ending,
        legal=False,
        bank_pontoon=not turn,
    )
    return left or completions(
        told, bank, stake, staked, False, whole, ending=ending, bank_ending=bank_ending
    )
