"""The bank between deals, rulebook 6.4: records that a program with a mistake judges otherwise.

In: small records, each of which a mutant of the code judged otherwise. Out: what the rulebook says of them.
"""

from __future__ import annotations

from rules.records import finding, hands, head, judge

DEAL = hands("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick", fields="bank: Ann\nprice: 0.50")


def test_6_4_a_bank_that_nobody_held_and_one_bought_from_oneself_are_told_apart() -> None:
    nobody = finding(judge(head(bank="") + DEAL), "P404")
    assert nobody["message"] == "the bank was sold, but nobody held it before"
    oneself = finding(judge(head() + DEAL), "P404")
    assert oneself["message"] == "Ann cannot buy the bank from himself"
