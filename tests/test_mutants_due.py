"""What is due, chapters 5, 7 and 8: records that tell the program from one with a small thing wrong.

In: small records, each of which a mutant of the code judged otherwise. Out: what the rulebook says of them.
"""

from __future__ import annotations

from rules.records import codes, deal, debt, due, finding, judge

K17 = "Ann: Kh 7d, stick"
SHOOT = "{base: pagat, shoot: true}"


def test_5_a_pontoon_without_its_cards_is_paid_on_its_stake() -> None:
    audit = judge(deal("Bob: bet 0.20, pontoon", K17))
    assert (codes(audit), due(audit, 1, "Bob")) == ([], 40)


def test_8_a_seven_with_two_unknown_cards_may_be_three_sevens_or_a_plain_21() -> None:
    audit = judge(deal("Bob: bet 0.20, 7h x, twist x, stick 21", K17, rules="{royal: true}"))
    assert (codes(audit), due(audit, 1, "Bob")) == (["P303"], None)
    assert finding(audit, "P303")["expected"] == "between won 0.20 and won 0.60"


def test_8_two_sevens_and_an_unknown_card_that_make_21_are_three_sevens() -> None:
    audit = judge(deal("Bob: bet 0.20, 7h 7c, twist x, stick 21", K17, rules="{royal: true}"))
    assert (codes(audit), due(audit, 1, "Bob")) == ([], 60)


def test_3_3_a_fifth_card_without_its_price_cost_the_stake_at_least() -> None:
    audit = judge(deal("Bob: bet 0.20, 2c 2d, buy 0.30 2h, buy 0.30 3c, buy 4s, five", K17))
    assert finding(audit, "P303")["expected"] == "between won 2.00 and won 2.20"


def test_5_only_what_is_not_written_is_named_as_missing() -> None:
    audit = judge(deal("Bob: bet 0.20, Th 8c, stick", "Ann: x 7d, stick"))
    assert finding(audit, "P303")["message"] == (
        "the payout of Bob cannot be verified: not written is the bank's cards; "
        "due is between lost 0.20 and won 0.20"
    )


def test_7_7_a_shoot_bet_paid_wrongly_names_the_debt() -> None:
    audit = judge(
        deal(
            "Bob: bet 0.20, shoot 0.50, Th 9c, stick, shoot won 0.30", K17, rules=SHOOT, fields="kitty: 1.00"
        )
    )
    assert codes(audit) == ["P504"]
    at = finding(audit, "P504")
    assert at["message"] == ("the shoot bet of Bob won 0.30, but won 0.50 is due: Ann owes Bob 0.20")
    assert (at["expected"], debt(audit, "P504")) == ("won 0.50", ("Ann", "Bob", 20))
