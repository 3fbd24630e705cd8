"""Shoot Pontoon retold: the kitty when a deal begins, the bets where they were made, what became of them.

In: deals with shoot bets in a record. Out: the sentences that are told of them.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import polars as pl
from msgspec.structs import replace
from telling import HEAD, against, cases, everything, said, story

import pontoon_ledger as pontoon
from pontoon_ledger.explain import Explanation, explain

if TYPE_CHECKING:
    from pathlib import Path

EVENING = """
- hands:
    Bob: bet 0.20, shoot 0.60, Tc 8c, stick, won 0.20, shoot won 0.60
    Cat: bet 0.20, shoot 0.30, 5c 3d, twist 2h, shoot 0.10, twist 4h, twist Kd, lost 0.20, shoot lost 0.30
    Dan: bet 0.20, 5d 3c, shoot 0.05, twist 7h, stick
    Ann: Th 7d, stick
- hands:
    Bob: bet 0.20, shoot 0.50, Jc 8d
    Cat: bet 0.20, x Jd
    Ann: Ah Kh
"""


def shooting(folder: Path, deals: str, *kitties: int | None, deal: str = "1") -> Explanation:
    """Explain a deal under Shoot rules; `kitties` are what is written of K, deal by deal."""
    (folder / "friday.yaml").write_text(f"{HEAD}deals:\n{deals}", encoding="utf-8")
    records = pontoon.read(folder)
    written = pl.Series([*kitties, *[None] * (len(records.deals) - len(kitties))], dtype=pl.Int64)
    records = replace(records, deals=records.deals.with_columns(kitty=written))
    return explain(pontoon.audit(records, rules="shoot=true"), deal)


def test_a_deal_with_shoot_bets(tmp_path: Path) -> None:
    lines = shooting(tmp_path, EVENING, 100, 200).lines(90)
    bets = [line for line in lines if "shoot" in line or "shot" in line or "kitty" in line]
    assert "\n".join(bets) == textwrap.dedent(
        """\
        Deal 1 of Friday (rules: pagat, shoot true)
          7.1  Ann puts up a kitty of 1.00
          7.2  shoots for 0.60 before the second card
          7.7  better than the bank: the shoot bet won 0.60 from the kitty
               of the shoot bets the record says won 0.60, as is due
          7.2  shoots for 0.30 before the second card
          7.3  shoots for 0.10 before the fourth card
          7.5  bust: the shoot bets of 0.40 went to the kitty at once
          7.7  P504: the shoot bet of Cat lost 0.30, but lost 0.40 is due: Cat owes Ann 0.10
          7.3  shoots for 0.05 with two cards on the table
          7.3  P503: Dan placed a shoot bet at the wrong time, with 2 cards on the table
          7.7  not better than the bank: the shoot bet of 0.05 went to the kitty
               the kitty lost 0.15
               if Cat's shoot bet was 0.20, 1 of 2 findings would go
               if Cat had lost 0.40 by the shoot bets, 1 of 2 findings would go
               if Cat's 'shoot 0.10' was not there, 1 of 2 findings would go
               if Dan's 'shoot 0.05' was not there, 1 of 2 findings would go"""
    )


def test_results_with_a_kitty(tmp_path: Path) -> None:
    told = shooting(tmp_path, EVENING, 100, 200)
    assert told.results == (("Bob", 80), ("Cat", -60), ("Dan", -25), ("Ann (bank)", 20), ("the kitty", -15))
    assert told.to_json()["owed"] == [{"from": "Cat", "to": "Ann", "amount": "0.10"}]


def test_bets_stand_between_the_cards(tmp_path: Path) -> None:
    cat = said(shooting(tmp_path, EVENING, 100, 200), 1)
    at = cat.index("shoots for 0.10 before the fourth card")
    assert (cat[at - 1], cat[at + 1]) == ("twists 2h: 10", "twists 4h: 14")


def test_a_pontoon_takes_every_bet(tmp_path: Path) -> None:
    text = everything(shooting(tmp_path, EVENING, 100, 200, deal="2"))
    assert "7.8 Ann adds 1.15 to the kitty, which stands at 2.00" in text
    assert "7.6 the banker shows a pontoon: the shoot bet of 0.50 went to the kitty" in text


KITTIES = cases(
    """
    bet 0.20, shoot 0.50, Tc x, stick | 100
    = 7.7 whether the shoot bet of 0.50 won cannot be told
    bet 0.20, shoot 1.50, Tc 8c, stick | 100
    = 7.2 P502: Bob shot for 1.50, but the kitty had room for 1.00
    bet 0.20, Tc 8c, stick |
    = 7.8 P506: Ann holds the bank and put up no kitty
    bet 0.20, Tc 8c, stick |
    = 7.1 what is in the kitty is not known
    """
)


def test_kitties(tmp_path: Path) -> None:
    for play, written, text in KITTIES:
        told = shooting(tmp_path, against("Th 7d, stick", play), int(written) if written else None)
        assert text in everything(told)


def test_kitties_from_deal_to_deal(tmp_path: Path) -> None:
    deals = against("Th 7d, stick", "bet 0.20, Tc 8c, stick") * 2
    assert "7.8 the kitty stands at 1.00" in everything(shooting(tmp_path, deals, 100, deal="2"))
    taken = everything(shooting(tmp_path, deals, 100, 40, deal="2"))
    assert "7.8 the kitty stands at 0.40, as written 7.8 P505" in taken


def test_shooting_where_it_is_off(tmp_path: Path) -> None:
    told = story(tmp_path, against("Th 7d, stick", "bet 0.20, shoot 0.50, Tc 8c, stick"))
    assert said(told)[1:3] == [
        "shoots for 0.50 before the second card",
        "P507: Bob placed a shoot bet, but these rules are not Shoot Pontoon",
    ]
    assert "better than the bank: the shoot bet won 0.50 from the bank" in said(told)


def test_split_hands_shoot_before_their_turn(tmp_path: Path) -> None:
    split = "\n      - bet 0.20, 8c Tc, stick\n      - split 0.20, shoot 0.40, 8d Td, stick"
    told = shooting(tmp_path, against("Th 7d, stick", split), 300)
    assert ("shoots for 0.40", "7.4") in [(step.text, step.rule) for step in told.hands[1].steps]


def test_a_void_deal_gives_the_bets_back(tmp_path: Path) -> None:
    deal = against("", "bet 0.20, shoot 0.50, Tc 8c, stick, shoot push").replace(
        "hands", "void: misdeal\n  hands", 1
    )
    told = said(shooting(tmp_path, deal, 100))
    assert told[-1] == "of the shoot bets the record says push, as is due"
    assert not any("went to" in text for text in told)
