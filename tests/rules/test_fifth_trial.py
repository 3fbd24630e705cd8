"""What players found at the table the fifth time: tallies beside an open sale, and banks that had to move.

In: small records. Out: the findings that the rulebook asks for, and no other beside them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pontoon_ledger import audit, read
from rules.records import codes, finding, judge

if TYPE_CHECKING:
    from pathlib import Path

OPEN_SALE = """players: [Ann, Bob, Cat, Dan]
deals:
  - bank: Ann
    hands:
      Cat: won 1.00
      Dan: bet 0.10, 9h 8h, stick, lost 0.10
      Ann: stick 17
  - bank: Bob
    price: 0.50
    tally: {tally}
    hands:
      Cat: bet 1.00, 9c Kc, stick, won 1.00
      Bob: 9s 8s
"""
EACH = """players: [Ann, Bob, Cat, Dan]
{order}
rules: {{base: pagat, bank_passes: each_deal}}
deals:
  - bank: Ann
    hands:
      Bob: bet 0.10, 9c 7d, stick, lost 0.10
      Cat: bet 0.10, 9s 7s, stick, lost 0.10
      Ann: Ks 9h, stick
"""
GAP = """players: [Ann, Bob]
deals:
  - bank: Ann
    hands:
      Bob: bet 0.10, 9c 8c, stick, won 0.10
      Ann: 9d 7d, stick
  - gap: true
"""
TALLY = """players: [Ann, Bob]
deals:
  - bank: Ann
    tally: {Ann: 0.20}
    hands:
      Bob: bet 0.10, 9c 8c, stick, won 0.10
      Ann: 9d 7d, stick
"""
SHOOT = """players: [Ann, Bob]
rules: {base: pagat, shoot: true}
deals:
  - bank: Ann
    kitty: 1.00
    tally: {Ann: TALLY}
    hands:
      Bob: bet 0.10, shoot 0.60, Kc 7d, stick, lost 0.10, shoot lost 0.60
      Ann: Ks 9s, stick
"""


def wrong_tallies(tally: str) -> list[str]:
    """Whose tallies are said to be wrong after a sale by Ann or Cat."""
    found = judge(OPEN_SALE.replace("{tally}", tally)).findings
    return [row["player"] for row in found.iter_rows(named=True) if row["code"] == "P603"]


def test_6_4_the_price_may_be_with_any_heir_while_nobody_can_tell_who_sold() -> None:
    assert wrong_tallies("{Ann: -0.40, Cat: 2.00, Bob: -1.50}") == []
    assert wrong_tallies("{Ann: -0.90, Cat: 2.50, Bob: -1.50}") == []


def test_6_4_who_cannot_have_sold_the_bank_has_a_tally_that_is_known() -> None:
    assert wrong_tallies("{Bob: -1.00, Dan: 0.40}") == ["Bob", "Dan"]
    assert wrong_tallies("{Bob: -1.50, Dan: -0.10}") == []


@pytest.mark.parametrize("cash", ["{in: 1.00, out: 3.50}", "{in: 0.10, out: 9.00}"])
def test_6_4_what_a_possible_seller_cashes_in_is_undecided(cash: str) -> None:
    sale = OPEN_SALE.replace("    tally: {tally}\n", "")
    assert "P601" not in codes(judge(f"cash:\n  Ann: {cash}\n{sale}"))
    assert "P601" not in codes(judge(f"cash:\n  Bob: {{in: 2.00, out: 0.50}}\n{sale}"))
    assert codes(judge(f"cash:\n  Bob: {{in: 2.00, out: 0.70}}\n{sale}")).count("P601") == 1


def test_5_5_a_gap_of_another_session_parts_no_tally(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GAP, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(TALLY, encoding="utf-8")
    together = finding(audit(read([tmp_path / "a.yaml", tmp_path / "b.yaml"])), "P603")["message"]
    assert together == finding(judge(TALLY), "P603")["message"]
    assert together.endswith("since the start")


@pytest.mark.parametrize("order", ["order: unknown", ""])
def test_6_3_under_each_deal_the_bank_never_stays_where_somebody_else_is_in(order: str) -> None:
    again = "  - bank: Ann\n    hands: {Bob: 'bet 0.10, 9d 6d, stick, lost 0.10', Ann: 'Kd Qs, stick'}\n"
    stayed = judge(EACH.format(order=order) + again)
    assert codes(stayed) == ["P401"]
    assert finding(stayed, "P401")["expected"] == "Bob"
    moved = judge(EACH.format(order=order) + again.replace("Ann", "Dan"))
    assert codes(moved) == ([] if order else ["P401"])
    alone = judge(EACH.format(order=order) + "  - bank: Ann\n    hands: {Ann: 'Kd Qs, stick'}\n")
    assert codes(alone) == []
    sold = again.replace("hands:", "price: 0.20\n    hands:")
    assert "P401" not in codes(judge(EACH.format(order=order) + sold))


@pytest.mark.parametrize("tally", ["-0.90", "0.70", "0.10"])
def test_7_9_a_kitty_left_out_of_the_last_tally_has_not_gone_home_yet(tally: str) -> None:
    wrong = [] if tally != "0.10" else ["P603"]
    text = SHOOT.replace("TALLY", tally)
    assert codes(judge(text)) == wrong
    assert codes(judge(text + "  - gap: true\n")) == wrong


def test_6_3_a_pontoon_that_nobody_wrote_is_not_said_to_have_been_one() -> None:
    text = """players: [Ann, Bob, Cat]
deals:
  - bank: Ann
    hands:
      Bob: bet 0.10, Kc Ad, won 0.20
      Cat: bet 0.10, CARDS
      Ann: Ks 9h, stick
  - bank: Cat
    hands:
      Bob: bet 0.10, 9d 6d, stick, lost 0.10
      Cat: Kd Qs, stick
"""
    open_hand = finding(judge(text.replace("CARDS", "x x, won 0.10")), "P403")["message"]
    assert open_hand.startswith("Cat may have had a pontoon")
    shown = finding(judge(text.replace("CARDS", "Kh Ah, won 0.20")), "P403")["message"]
    assert shown.startswith("Cat had a pontoon")
