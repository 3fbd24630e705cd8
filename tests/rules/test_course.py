"""The bank's regular course and the walk are one: whatever else a record holds, each deal is judged alike.

In: sessions that leave open who bets, who holds the bank and what lay in a hand. Out: the bank of every
deal as worked out at a glance where that goes, and walked deal by deal.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING
from unittest.mock import patch

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from pontoon_ledger.explain import explain
from pontoon_ledger.records import combine_records
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.session import TableBeside, read_record
from pontoon_ledger.replay import deals as by_deal
from pontoon_ledger.replay.bank import STEP
from pontoon_ledger.replay.hands import replay
from rules.records import banks, codes, dues, finding, hands, head, judge

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Records

SESSIONS = int(os.environ.get("PONTOON_COURSE_SESSIONS", "100"))
NAMES = ("Ann", "Bob", "Cat", "Dan")
USUAL = "bet 0.20, 8h 9d, stick"
PLAYS = (
    *("bet 0.20, Ah Kd, pontoon", "bet 0.20, As Kc", "bet 0.20, pontoon", "bet 0.20, Ah x", "bet 0.20, x x"),
    *("bet 0.20, 2h 3c", "bet 0.20, 2h 3c, twist Ks, stick", "bet 0.20, Tc", "bet 0.20", "bet 0.20, bettt"),
    *(USUAL, "7h 9s", "Ah Kd, pontoon", "split 0.20, Ah Kh"),
    *("7h 4s, buy 0.20 2d, stick", "burn 9s 4s, 8h 9d", "staked 0.20, stick", "shoot 0.20, 8h 9d, stick"),
)
BANKS = ("Kh 7d, stick", "Kh 7d, stick", "Kh 7d", "Ah Kd, pontoon", "Ah Kc", "Ah x", "x x", "''")
RULES = (
    *("pagat", "pagat", "pagat", "gamerules", "wikipedia", "school", "{peek: false}", "{bank_sale: true}"),
    *("{bank_passes: each_deal}", "{bank_passes: never}", "{shuffle_after: bank_change}"),
)


def evening(rng: random.Random, number: int) -> str:
    """A session in which much is odd, or little: the bank is kept in mind, so that most deals follow."""
    odd = rng.choice((0.1, 0.1, 1.0))
    bank, text = "Ann", head(rng.choice(RULES), bank=rng.choice(("Ann", "Ann", "Ann", "")))
    for _ in range(rng.randint(2, 20 if odd < 1 else 7)):
        fields = [rng.choice(("void: misdeal", "gap: true"))] if rng.random() < odd * 0.12 else []
        if rng.random() < odd * 0.15:
            bank = rng.choice(NAMES)
            fields.append(f"bank: {bank}")
        if rng.random() < odd * 0.05:
            fields.append(f"price: {rng.choice(('0', '1.00', 'x'))}")
        there = rng.sample(NAMES, rng.randint(2, 4))
        there += [bank] if bank not in there and rng.random() > odd * 0.3 else []
        plays = {}
        for name in there:
            plays[name] = USUAL if rng.random() > odd else rng.choice(PLAYS)
            if name == bank and rng.random() > odd * 0.2:
                plays[name] = BANKS[0] if rng.random() > odd else rng.choice(BANKS)
        if rng.random() < odd * 0.05:
            plays["Zed"] = USUAL
        winners = [name for name, play in plays.items() if "pontoon" in play] or there
        bank = rng.choice(winners) if rng.random() < odd * 0.3 or len(winners) == 1 else bank
        rows = [f"{name}: {play}" for name, play in plays.items()] if rng.random() > odd * 0.04 else []
        text += hands(*rows, fields="\n".join(fields)) if rows else "  - hands: {}\n"
    return f"session: evening {number}\n{text}"


def records_of(rng: random.Random) -> Records:
    def beside(name: str) -> TableBeside:
        return TableBeside(name, None, "is not there")

    texts = [evening(rng, number) for number in range(SESSIONS)]
    each = enumerate(texts)
    return combine_records([read_record(f"{n}.yaml", t.encode(), ReadOptions(), beside) for n, t in each])


def banks_of(records: Records) -> pl.DataFrame:
    return replay(records).deals.select("session", "deal", "staker", *STEP)


@pytest.mark.parametrize("seed", range(2))
def test_6_3_every_deal_walked_gives_what_the_regular_course_gives(seed: int) -> None:
    records = records_of(random.Random(seed))
    regular, walked = by_deal.regular_course, []

    def everywhere(*facts: object) -> pl.DataFrame:
        deals = regular(*facts)  # type: ignore[arg-type]
        walked.append(deals["event"].mean())
        return deals.with_columns(event=True)

    with patch.object(by_deal, "regular_course", everywhere):
        slow = banks_of(records)
    assert walked[0] < 0.95, "hardly a deal follows at a glance: the two ways are one and the same"
    assert_frame_equal(banks_of(records), slow)


MISDEAL = hands("Bob: bet 0.20, 2h 3c", fields="void: misdeal")
FOUND = "Ann: Kh 7d, stick"


def told(text: str, deal: str) -> list[str]:
    """How a deal is explained by 6.3."""
    return [line[7:] for line in explain(judge(text), deal).lines(1000) if line.startswith("  6.3  ")]


def test_6_2_a_bank_that_kept_the_bank_by_a_pontoon_behind_a_void_deal_did_not_change() -> None:
    text = head("{shuffle_after: bank_change}") + hands("Bob: bet 0.20, Th 9c, stick", FOUND) + MISDEAL
    text += hands("Bob: bet 0.20, 8h 9d", "Ann: Kc Ac")
    last = hands("Bob: bet 0.20, 8c 9s, stick", "Ann: Ks 7h, stick", fields="shuffled: {}")
    assert codes(judge(text + last.format("false"))) == []
    assert codes(judge(text + last.format("true"))) == ["P104"]


def test_6_3_a_pontoon_behind_a_void_deal_wins_the_bank_from_its_holder() -> None:
    text = head() + hands("Bob: bet 0.20, Th 9c, stick", FOUND) + MISDEAL
    text += hands("Bob: bet 0.20, Ah Kc, pontoon", FOUND) + hands(f"Ann: {USUAL}", "Bob: Kc 7s, stick")
    assert "Bob holds the bank: a pontoon in the deal before won it from Ann" in told(text, "4")


LATER = hands("Dan: bet 0.20, 2c 3c", fields="void: misdeal")


@pytest.mark.parametrize("later", ["", LATER])
def test_6_3_a_sure_pontoon_wins_the_bank_of_an_unknown_holder_whatever_comes_later(later: str) -> None:
    text = head() + hands("Bob: bet 0.20, x x", FOUND)
    text += hands("Cat: bet 0.20, Ah Kd, pontoon", f"Dan: {USUAL}")
    assert "next the bank would go to Cat, who won it by a pontoon" in told(text, "2")
    text += hands("Dan: bet 0.20, 9h 9s, stick", "Cat: Kc 7s, stick") + later
    audit = judge(text)
    assert (banks(audit)[:3], dues(audit, "Dan")[:2]) == (["Ann", None, "Cat"], [None, 20])
    assert "Cat holds the bank: a pontoon in the deal before won it" in told(text, "3")


@pytest.mark.parametrize("later", ["", LATER.replace("Dan", "Ann")])
def test_6_3_who_won_the_bank_is_told_whatever_comes_later(later: str) -> None:
    text = head() + hands("Bob: bet 0.20, Th 9c, stick", FOUND)
    text += hands("Bob: bet 0.20, 2h 3c, twist Ks, stick", "Ann: 8h 9d, stick")
    text += hands("Bob: bet 0.20, Ah Kc, pontoon", "Ann: 7h 9s, twist 2d, stick")
    text += hands(f"Ann: {USUAL}", "Bob: Kc 7s, stick") + later
    assert "Bob holds the bank: a pontoon in the deal before won it from Ann" in told(text, "4")


def test_6_3_a_bank_without_a_row_may_have_had_a_pontoon_beside_one_whose_stake_was_not_noted() -> None:
    text = head(players="Ann, Bob, Cat") + hands("Bob: bet 0.20, Th 9c, stick", FOUND)
    text += hands("Bob: bet 0.20, Ah Kc, pontoon", "Cat: 7h 9s")
    text += hands(f"Cat: {USUAL}", "Bob: Kd 6s, stick")
    audit = judge(text)
    assert (banks(audit)[-1], dues(audit, "Cat")) == (None, [None, None])
    assert codes(audit) == ["P303", "P303", "P303"]


def test_3_1_a_pontoon_that_was_declared_lacks_no_price_of_further_cards() -> None:
    found = finding(judge(head() + hands("Bob: bet 0.20, pontoon")), "P303")
    assert "not written is the bank's cards; due" in found["message"]
