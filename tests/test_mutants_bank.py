"""The bank between deals, rulebook 6.4: records that a program with a mistake judges otherwise.

In: small records, each of which a mutant of the code judged otherwise. Out: what the rulebook says of them.
"""

from __future__ import annotations

from rules.records import banks, codes, dues, finding, hands, head, judge

DEAL = hands("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick", fields="bank: Ann\nprice: 0.50")


def test_6_4_a_bank_that_nobody_held_and_one_bought_from_oneself_are_told_apart() -> None:
    nobody = finding(judge(head(bank="") + DEAL), "P404")
    assert nobody["message"] == "the bank was sold, but nobody held it before"
    oneself = finding(judge(head() + DEAL), "P404")
    assert oneself["message"] == "Ann cannot buy the bank from himself"


def test_6_4_a_price_without_a_buyer_is_told_apart_too() -> None:
    at = finding(
        judge(head() + hands("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick", fields="price: 0.50")),
        "P404",
    )
    assert at["message"] == "a price is written, but nobody who bought the bank"


def test_7_8_an_empty_kitty_sends_the_bank_to_a_buyer_though_sales_are_off() -> None:
    rules = "{base: pagat, shoot: true, bank_sale: false}"
    second = hands(
        "Bob: bet 0.20, 8h 9d, stick", "Cat: Kc 7s, stick", fields="bank: Cat\nprice: 0.50\nkitty: 1.00"
    )
    for left, told in (("0.20", []), ("0.50", ["P404"])):
        first = hands("Bob: bet 0.20, shoot 0.20, Th 9c, stick", "Ann: Kh 7d, stick", fields=f"kitty: {left}")
        audit = judge(head(rules) + first + second)
        assert [code for code in codes(audit) if code == "P404"] == told


def test_6_5_nobody_is_known_to_hold_a_bank_that_cannot_be_read() -> None:
    first = hands("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick")
    second = hands("Bob: bet 0.20, 8h 9d, stick", "Ann: Kc 7s, stick", fields="bank: [3]")
    third = hands("Bob: bet 0.20, 8c 9h, stick", "Ann: Ks 7c, stick")
    audit = judge(head() + first + second + third)
    assert (banks(audit), dues(audit)) == (["Ann", None, None], [20, None, None])
