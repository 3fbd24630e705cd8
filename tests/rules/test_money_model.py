"""Money: recorded, due, what counts, what was handed over already, and the sums people wrote (design 4).

In: sessions with payments right, wrong, ruled and missing. Out: the three amounts, balances, P601 to P603.
"""

# ruff: noqa: N802 - tests carry the names of codes and examples

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

import pontoon_ledger as pontoon
from rules.records import balances, codes, deal, finding, hand_of, hands, head, judge, net

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit

K17 = "Ann: Kh 7d, stick"
SHORT = "Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20"  # 0.40 is due
RIGHT = "Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.40"


def evens(table: dict[str, int | None]) -> dict[str, int | None]:
    """The balances, which must sum to zero."""
    assert sum(amount or 0 for amount in table.values()) == 0
    return table


class Row(NamedTuple):
    """Bob's play, fields of the deal, and what comes of it: recorded, due, counts."""

    play: str
    fields: str
    amounts: tuple[int | None, int | None, int | None]


ROWS = {
    "rightly paid": Row("T 9, stick, won 0.20", "", (20, 20, 20)),
    "wrongly paid": Row("T 9, stick, won 0.50", "", (50, 20, 20)),
    "the wrong way": Row("T 9, stick, lost 0.20", "", (-20, 20, 20)),
    "nothing recorded": Row("T 9, stick", "", (None, 20, 20)),
    "a push recorded": Row("T 9, stick, push", "", (0, 20, 20)),
    "agreed": Row("T 9, stick, won 0.50, agreed", "", (50, 20, 50)),
    "agreed the wrong way": Row("T 9, stick, lost 0.20, agreed", "", (-20, 20, -20)),
    "waived": Row("T 9, stick, won 0.50", "waive: {P301: a birthday}", (50, 20, 50)),
    "waived, but another code": Row("T 9, stick, won 0.50", "waive: {P302: a birthday}", (50, 20, 20)),
    "due undecided": Row("x 9, stick, won 0.20", "", (20, None, 20)),
    "both unknown": Row("x 9, stick", "", (None, None, None)),
    "a void deal": Row("T 9, stick, won 0.20", "void: misdeal", (20, 0, 0)),
}


@pytest.mark.parametrize("name", ROWS)
def test_4_recorded_due_and_counts(name: str) -> None:
    play, fields, amounts = ROWS[name]
    audit = judge(deal(f"Bob: bet 0.20, {play}", K17, fields=fields))
    at = hand_of(audit, 1, "Bob")
    assert (at["recorded"], at["due"], at["counts"]) == amounts
    expected = {"Ann": None, "Bob": None} if amounts[2] is None else {"Ann": -amounts[2], "Bob": amounts[2]}
    assert balances(audit) == expected
    assert pontoon.settle(audit).complete == (amounts[2] is not None)


def test_4_a_session_with_a_record_fault_is_incomplete() -> None:
    audit = judge(deal("Bob: bet 0.20, T 9, stick", "Cat: bet 0.20, T 1z, stick", K17))
    assert not pontoon.settle(audit).complete


def test_4_at_the_end_nothing_has_changed_hands() -> None:
    audit = judge(deal(SHORT, K17))
    assert net(audit, "paid") == {"Ann": 0, "Bob": 0}
    assert net(audit, "recorded") == {"Ann": -20, "Bob": 20}
    assert evens(balances(audit)) == {"Ann": -40, "Bob": 40}


AT_TABLE = "paid: at the table"


def test_4_at_the_table_only_the_difference_is_left() -> None:
    audit = judge(deal(SHORT, K17, extra=AT_TABLE))
    assert net(audit, "paid") == {"Ann": -20, "Bob": 20}
    assert evens(balances(audit)) == {"Ann": -20, "Bob": 20}
    assert set(balances(judge(deal(RIGHT, K17, extra=AT_TABLE))).values()) == {0}


def test_4_at_the_table_less_what_was_left_owing() -> None:
    audit = judge(deal(f"{RIGHT}, owing 0.30", K17, extra=AT_TABLE))
    assert net(audit, "paid") == {"Ann": -10, "Bob": 10}
    assert evens(balances(audit)) == {"Ann": -30, "Bob": 30}
    lost = judge(deal("Bob: bet 0.20, T 6, stick, lost 0.20, owing 0.05", K17, extra=AT_TABLE))
    assert evens(balances(lost)) == {"Ann": 5, "Bob": -5}


def test_4_at_the_table_what_was_not_recorded_is_still_to_be_paid() -> None:
    audit = judge(deal("Bob: bet 0.20, T 9, stick", K17, extra=AT_TABLE))
    assert balances(audit) == {"Ann": -20, "Bob": 20}


def test_4_at_the_table_the_price_of_the_bank_was_paid_too() -> None:
    sold = hands("Cat: bet 0.20, 9 9, stick, won 0.20", "Bob: Q 7, stick", fields="bank: Bob\nprice: 1.50")
    first = hands("Bob: bet 0.20, T 9, stick, won 0.20", K17)
    at_table = judge(head(extra=AT_TABLE) + first + sold)
    assert set(balances(at_table).values()) == {0}
    later = judge(head() + first + sold)
    assert evens(balances(later)) == {"Ann": 130, "Bob": -150, "Cat": 20}


def test_4_a_ruled_payment_at_the_table_leaves_nothing() -> None:
    audit = judge(deal(f"{SHORT}, agreed", K17, extra=AT_TABLE))
    assert set(balances(audit).values()) == {0}


def test_4_chips_cashed_in_settle_with_the_box() -> None:
    cash = "cash:\n  Bob: {in: 5.00, out: 5.40}\n  Ann: {in: [2.00, 3.00], out: 4.60}"
    audit = judge(deal(RIGHT, K17, extra=cash))
    assert codes(audit) == []
    assert net(audit, "paid") == {"Ann": -40, "Bob": 40}
    assert set(balances(audit).values()) == {0}


def test_4_chips_on_tick_are_owed_to_the_box() -> None:
    cash = "cash:\n  Bob: {in: 5.00, out: 5.40}\n  Ann: {in: 5.00, owed: 5.00, out: 4.60}"
    audit = judge(deal(RIGHT, K17, extra=cash))
    assert codes(audit) == []
    assert evens(balances(audit)) == {"Ann": -500, "Bob": 0, "box": 500}
    table = pontoon.settle(audit).balances
    assert table.filter("account")["player"].to_list() == ["box"]


def test_4_chips_that_were_not_cashed_in() -> None:
    audit = judge(deal(RIGHT, K17, extra="cash:\n  Bob: {in: 5.00}"))
    assert codes(audit) == []
    assert evens(balances(audit)) == {"Ann": -40, "Bob": 540, "box": -500}


def test_4_a_payment_settles_what_it_paid() -> None:
    audit = judge(
        deal(RIGHT, K17, extra="payments:\n  - {from: Ann, to: Bob, amount: 0.30, note: on account}")
    )
    assert net(audit, "paid") == {"Ann": -30, "Bob": 30}
    assert evens(balances(audit)) == {"Ann": -10, "Bob": 10}


def test_4_a_debt_beside_the_play_is_added() -> None:
    audit = judge(deal(RIGHT, K17, extra="owed:\n  - {from: Bob, to: Cat, amount: 4.00, note: pizza}"))
    assert evens(balances(audit)) == {"Ann": -40, "Bob": 40 - 400, "Cat": 400}
    assert net(audit, "due") == {"Ann": -40, "Bob": 40, "Cat": 0}


def test_2_1_a_second_seat_is_the_same_persons_money() -> None:
    rows = ("Bob: bet 0.20, T 9, stick", "Bob 2: bet 0.50, T 6, stick", K17)
    audit = judge(deal(*rows, players="Ann, Bob, {name: Bob 2, for: Bob}"))
    assert codes(audit) == []
    assert evens(balances(audit)) == {"Ann": 30, "Bob": -30}


@pytest.mark.parametrize(("cards", "first", "second"), [("T 9", 13, 12), ("T 6", -13, -12)])
def test_2_1_a_shared_seat_is_split_evenly_the_odd_penny_to_the_first(
    cards: str, first: int, second: int
) -> None:
    rows = (f"Sue+Tom: bet 0.25, {cards}, stick", K17)
    audit = judge(deal(*rows, players="Ann, {name: Sue+Tom, for: [Sue, Tom]}"))
    assert evens(balances(audit)) == {"Ann": -first - second, "Sue": first, "Tom": second}


def test_2_1_the_odd_penny_is_that_of_the_whole_session() -> None:
    rows = hands("Sue+Tom: bet 0.25, T 9, stick", K17)
    audit = judge(
        head("{shuffle_after: every_deal}", players="Ann, {name: Sue+Tom, for: [Sue, Tom]}") + rows + rows
    )
    assert evens(balances(audit)) == {"Ann": -50, "Sue": 25, "Tom": 25}


SPLIT = ("+ split 0.20, 8s Th, stick", "Ann: Kh 7d, stick")


def test_2_2_all_won_stands_for_all_hands_of_the_player() -> None:
    right = judge(deal("Bob: bet 0.20, 8h 3c, twist 9d, stick, all won 0.40", *SPLIT))
    assert codes(right) == []
    assert evens(balances(right)) == {"Ann": -40, "Bob": 40}
    wrong = judge(deal("Bob: bet 0.20, 8h 3c, twist 9d, stick, all won 0.10", *SPLIT))
    assert codes(wrong) == ["P301"]
    assert balances(wrong) == {"Ann": -40, "Bob": 40}
    assert net(wrong, "recorded") == {"Ann": -10, "Bob": 10}


def test_2_2_all_won_agreed_stands_as_recorded() -> None:
    audit = judge(deal("Bob: bet 0.20, 8h 3c, twist 9d, stick, all won 0.10, agreed", *SPLIT))
    assert evens(balances(audit)) == {"Ann": -10, "Bob": 10}


def test_2_2_all_lost_and_all_push() -> None:
    lost = judge(
        deal("Bob: bet 0.20, 8h 8c, stick, all lost 0.40", "+ split 0.20, 8s 9h, stick", "Ann: Kh 7d, stick")
    )
    assert (codes(lost), balances(lost)) == ([], {"Ann": 40, "Bob": -40})
    even = judge(deal("Bob: bet 0.20, 8h 8c, stick, all push", *SPLIT))
    assert (codes(even), balances(even)) == ([], {"Ann": 0, "Bob": 0})


def test_5_a_ruling_is_kept_as_a_waived_finding() -> None:
    audit = judge(deal(f"{SHORT}, agreed", K17))
    at = finding(audit, "P301")
    assert at["waived"] is not None
    audit = judge(deal(SHORT, K17, fields="waive: {P301: Bob let it pass}"))
    assert finding(audit, "P301")["waived"] == "Bob let it pass"


def test_5_a_waiver_rules_one_code_in_one_deal() -> None:
    text = head("{shuffle_after: every_deal}") + hands(SHORT, K17, fields="waive: {P301: Bob let it pass}")
    audit = judge(text + hands(SHORT, K17))
    assert [waived is None for waived in audit.findings["waived"]] == [False, True]
    assert balances(audit) == {"Ann": -60, "Bob": 60}


def cash(bob_out: str, *deals: str, more: str = "") -> list[str]:
    """The findings of a session in which Bob bought 5.00 in chips and cashed in so much."""
    return codes(
        judge(
            head("{shuffle_after: every_deal}", extra=f"cash:\n  Bob: {{in: 5.00, out: {bob_out}}}{more}")
            + "".join(deals)
        )
    )


def test_5_P601_compares_with_what_was_recorded() -> None:
    assert cash("5.40", hands(RIGHT, K17)) == []
    assert cash("5.30", hands(RIGHT, K17)) == ["P601"]
    assert cash("5.20", hands(SHORT, K17)) == ["P301"]
    assert cash("5.40", hands(SHORT, K17)) == ["P601", "P301"]


def test_5_P601_says_the_difference() -> None:
    audit = judge(deal(RIGHT, K17, extra="cash:\n  Bob: {in: 5.00, out: 5.10}"))
    at = finding(audit, "P601")
    assert (at["player"], at["found"], at["expected"]) == ("Bob", "5.10", "5.40")
    assert "0.30" in at["message"]


def test_5_P601_of_the_banker_and_of_one_who_did_not_play() -> None:
    audit = judge(deal(RIGHT, K17, extra="cash:\n  Ann: {in: 5.00, out: 4.60}\n  Cat: {in: 2.00, out: 2.10}"))
    assert audit.findings.select("code", "player").rows() == [("P601", "Cat")]


def test_5_P601_is_undecided_where_deals_or_results_are_missing() -> None:
    assert cash("9.00", hands(RIGHT, K17), hands(RIGHT, K17, fields="gap: true\nbank: Ann")) == []
    assert "P601" not in cash("9.00", hands("Bob: bet 0.20, x 9, stick", K17))
    assert "P601" not in cash("9.00", hands("Bob: bet 0.20, T 1z, stick", K17))


def test_5_P602_the_bank_against_the_players() -> None:
    rows = ("Bob: bet 0.20, T 9, stick, won 0.20", "Cat: bet 0.50, T 6, stick, lost 0.50")
    assert codes(judge(deal(*rows, "Ann: K 7, stick, won 0.30"))) == []
    audit = judge(deal(*rows, "Ann: K 7, stick, won 0.40"))
    assert codes(audit) == ["P602"]
    assert (finding(audit, "P602")["found"], finding(audit, "P602")["expected"]) == ("won 0.40", "won 0.30")


def test_5_P602_takes_due_where_a_player_wrote_nothing() -> None:
    rows = ("Bob: bet 0.20, T 9, stick", "Cat: bet 0.50, T 6, stick, lost 0.50")
    assert codes(judge(deal(*rows, "Ann: K 7, stick, won 0.30"))) == []
    assert codes(judge(deal(*rows, "Ann: K 7, stick, won 0.50"))) == ["P602"]


def test_5_P602_where_no_result_that_is_left_open_fits() -> None:
    """Two hands of 0.20 against a bank that nobody saw: it lost 0.40 or won up to 0.80."""
    rows = ("Bob: bet 0.20, 9c 9d, stick", "Cat: bet 0.20, 9h 9s, stick")
    for paid in ("won 0.80", "lost 0.40", "push"):
        assert set(codes(judge(deal(*rows, f"Ann: {paid}")))) == {"P303"}
    for paid in ("won 0.90", "lost 0.50"):
        audit = judge(deal(*rows, f"Ann: {paid}"))
        assert codes(audit).count("P602") == 1
        assert finding(audit, "P602")["expected"] == "something between lost 0.40 and won 0.80"


def test_5_P602_is_undecided_where_a_result_is_unknown() -> None:
    rows = ("Bob: bet 0.20, x 9, stick", "Cat: bet 0.50, T 6, stick, lost 0.50")
    assert codes(judge(deal(*rows, "Ann: K 7, stick, won 0.30"))) == ["P303"]
    assert codes(judge(deal(*rows, "Ann: K 7, stick, won 0.70"))) == ["P303"]


def tallied(*tallies: str, rules: str = "{shuffle_after: every_deal}") -> Audit:
    """Deals in which Bob wins 0.40 each, with what was read out after each of them."""
    text = head(rules)
    for tally in tallies:
        text += hands(RIGHT, K17, fields=f"tally: {{{tally}}}" if tally else "note: quiet")
    return judge(text)


def test_5_P603_running_totals() -> None:
    assert codes(tallied("Bob: 0.40, Ann: -0.40", "", "Bob: 1.20")) == []
    audit = tallied("Bob: 0.40", "Bob: 0.90")
    assert codes(audit) == ["P603"]
    at = finding(audit, "P603")
    assert (at["player"], at["deal_no"], at["found"], at["expected"]) == ("Bob", 2, "0.90", "0.80")


def test_5_P603_says_since_which_tally_they_parted() -> None:
    audit = tallied("Bob: 0.40", "", "Bob: 1.30")
    assert "deal 1" in finding(audit, "P603")["message"]


def test_5_P603_an_error_carried_on_is_one_finding() -> None:
    audit = tallied("Bob: 0.50", "Bob: 0.90", "Bob: 1.30")
    assert audit.findings.select("code", "deal_no").rows() == [("P603", 1)]


def test_5_P603_of_one_who_did_not_play() -> None:
    audit = tallied("Bob: 0.40, Cat: 0.10, Dan: 0")
    assert audit.findings.select("code", "player").rows() == [("P603", "Cat")]


def test_2_1_tallies_start_anew_at_a_gap() -> None:
    gap = hands(RIGHT, K17, fields="gap: true\nbank: Ann\ntally: {Bob: 0.40}")
    text = head("{shuffle_after: every_deal}") + hands(RIGHT, K17, fields="tally: {Bob: 0.40}") + gap
    assert codes(judge(text)) == []


def test_4_a_bank_sold_counts_in_tallies() -> None:
    sold = hands(
        "Cat: bet 0.20, 9 9, stick",
        "Bob: Q 7, stick",
        fields="bank: Bob\nprice: 1.50\ntally: {Ann: 1.10, Bob: -1.30, Cat: 0.20}",
    )
    assert codes(judge(head() + hands(RIGHT, K17) + sold)) == []


def test_4_every_currency_has_its_own_decimals() -> None:
    yen = judge(deal("Bob: bet 20, T 9, stick", K17, extra="currency: JPY"))
    assert (balances(yen), codes(yen)) == ({"Ann": -20, "Bob": 20}, [])
    fine = judge(deal("Bob: bet 0.005, T 9, stick", K17, extra="currency: {code: XTS, decimals: 3}"))
    assert balances(fine) == {"Ann": -5, "Bob": 5}
