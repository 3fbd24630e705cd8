"""What a newcomer wrote and the reader took for something else: commas in braces, waivers, other money."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import pontoon_ledger as pontoon
from pontoon_ledger.currency import NO_CURRENCY, currency
from pontoon_ledger.money import AmountError, parse_amount, parse_signed
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.session import read_record
from pontoon_ledger.records.table import read_table
from pontoon_ledger.scoring.sitting import Sitting
from pontoon_ledger.scoring.words import MisreadError

HEAD = "players: [Ann, Bob]\nbank: Ann\n"
DEAL = "deals:\n  - hands: {Bob: won 0.20, Ann: stick 17}\n"


def faults(text: str) -> list[tuple[object, ...]]:
    """The faults of a session: code, line, columns, what was found, the help."""
    told = read_record("friday.yaml", text.encode(), ReadOptions(), lambda name: None).faults
    return told.select("code", "line", "column", "end_column", "found", "help").rows()


@pytest.mark.parametrize(
    ("line", "column", "found", "help_"),
    [
        (
            "stakes: {min: 0,10, max: 1,10}",
            15,
            "0,10",
            'write 0.10 and 1.10, or put it in quotes: min: "0,10"',
        ),
        ("stakes: {min: 0.10, max: 1,00}", 26, "1,00", 'write 1.00, or put it in quotes: max: "1,00"'),
        ("cash: {Bob: {in: 5,00, out: 5.00}}", 18, "5,00", 'write 5.00, or put it in quotes: in: "5,00"'),
        (
            "payments: [{from: Bob, to: Ann, amount: 1,5}]",
            41,
            "1,5",
            'write 1.5, or put it in quotes: amount: "1,5"',
        ),
        (
            "owed: [{from: Bob, to: Ann, amount: 1,000}]",
            37,
            "1,000",
            'write 1.000 or 1000, or put it in quotes: amount: "1,000"',
        ),
        (
            "rules: {kitty: {min: 0,50}}",
            22,
            "0,50",
            'write 0.50, or put it in quotes: min: "0,50"',
        ),
        (
            "payments: [{from: Bob, to: Ann, amount: 1, note: pizza, beer, and more}]",
            50,
            "pizza, beer, and more",
            'put it in quotes: note: "pizza, beer, and more"',
        ),
    ],
)
def test_a_comma_in_braces_is_one_finding(line: str, column: int, found: str, help_: str) -> None:
    assert faults(f"{HEAD}{line}\n{DEAL}") == [("P002", 3, column, column + len(found), found, help_)]


def test_a_comma_in_the_braces_of_a_deal_is_one_finding() -> None:
    tally = faults(f"{HEAD}{DEAL}    tally: {{Bob: -0,20, Ann: 0,20}}\n")
    assert [one[:5] for one in tally] == [("P002", 5, 18, 23, "-0,20")]
    assert tally[0][5] == 'write -0.20 and 0.20, or put it in quotes: Bob: "-0,20"'
    ruled = faults(f"{HEAD}{DEAL}    waive: {{P301: he said so, twice, P302: no}}\n")
    assert [one[:5] for one in ruled] == [("P002", 5, 19, 36, "he said so, twice")]
    text = f"{HEAD}deals:\n  - {{bank: Ann, price: 1,50, kitty: 0,50, hands: {{Bob: won 0.20}}}}\n"
    whole = faults(text)
    assert [one[:5] for one in whole] == [("P002", 4, 24, 28, "1,50")]
    records = read_record("friday.yaml", text.encode(), ReadOptions(), lambda name: None)
    assert records.deals.select("price", "kitty", "readable").row(0) == (None, None, False)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("stakes: {min: 0.10, mx}", "P003"),
        ("stakes: {min: 0.10, 10: 1}", "P003"),
        ('stakes: {min: "0,10", max: "1,00"}', None),
        ("stakes: {min: 1, max: 10}", None),
        ("stakes: {min: 0.10, max}", "P004"),
    ],
)
def test_what_no_comma_cut_is_judged_as_it_is(line: str, code: str | None) -> None:
    assert [one[0] for one in faults(f"{HEAD}{line}\n{DEAL}")] == ([code] if code else [])


def test_every_wrong_waiver_of_a_cell_stands_on_its_own_characters() -> None:
    rows = "deal,player,play,waive\n1,Ann,stick,P999: no; P302; P2: x; p301:\n1,Bob,won 0.20,\n"
    found = read_table("friday.csv", rows.encode(), None, ReadOptions()).faults
    assert found.filter(code="P004").select("line", "column", "end_column", "found", "message").rows() == [
        (2, 13, 17, "P999", "there is no finding 'P999' to waive"),
        (2, 23, 27, "P302", "'P302' is waived without a reason"),
        (2, 29, 31, "P2", "there is no finding 'P2' to waive"),
        (2, 36, 40, "p301", "'P301' is waived without a reason"),
    ]


def test_a_wrong_waiver_of_a_cell_takes_no_other_with_it() -> None:
    rows = "deal,player,play,waive\n1,Ann,stick,P301: agreed; P302; P303: all of us\n1,Bob,won 0.20,\n"
    records = read_table("friday.csv", rows.encode(), None, ReadOptions())
    assert records.waivers.select("code", "reason").rows() == [("P301", "agreed"), ("P303", "all of us")]
    assert records.faults["found"].to_list() == ["P302"]


def test_a_reason_may_have_a_semicolon_in_it() -> None:
    rows = "deal,player,play,waive\n1,Ann,stick,P301: he said so; Bob too; P302: x\n1,Bob,won 0.20,\n"
    found = read_table("friday.csv", rows.encode(), None, ReadOptions()).waivers
    assert found.select("code", "reason").rows() == [("P301", "he said so; Bob too"), ("P302", "x")]


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("$5", "GBP", "5.00 in GBP"),
        ("5 EUR", "GBP", "5.00 in GBP"),
        ("$.5", "GBP", "0.50 in GBP"),
        ("$5", "JPY", "5 in JPY"),
        ("$0.20", "JPY", "the amount in JPY"),
        ("$1,000", "GBP", "the amount in GBP"),
        ("$7", None, "7.00 without it, or `currency: USD` in the record's head"),
    ],
)
def test_the_advice_for_another_currency_names_no_other_amount(
    text: str, code: str | None, expected: str
) -> None:
    with pytest.raises(AmountError) as raised:
        parse_amount(text, currency(code) if code else NO_CURRENCY)
    assert raised.value.expected == expected
    with pytest.raises(AmountError) as signed:
        parse_signed(f"-{text}", currency(code) if code else NO_CURRENCY)
    assert signed.value.expected == ("" if expected.startswith("the") else "-") + expected


def test_no_character_that_a_record_refuses_gets_in_at_the_table(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text(f"{HEAD}deals:\n", encoding="utf-8")
    sitting = Sitting(path)
    try:
        with pytest.raises(MisreadError, match=r"U\+001B"):
            sitting.enter("note Dan spilt\x1b his beer")
        with pytest.raises(MisreadError, match="more than 1024 characters"):
            sitting.enter(f"join {'x' * 1025}")
        assert sitting.enter("join Zoë") is None
    finally:
        sitting.close()
    assert "\x1b" not in path.read_text(encoding="utf-8")


def test_a_bad_date_in_a_sheet_spoils_no_deal(tmp_path: Path) -> None:
    path = tmp_path / "friday.csv"
    path.write_text(
        'deal,session,date,player,bank,play\n1,Fri,27/11/2026,Tom,Pri,"bet 0.20, 9h 8d, stick, won 0.20"\n'
        '1,Fri,,Pri,,"Kh 6d, stick"\n1,Sat,tomorrow,Tom,Pri,"bet 0.20, 9h 8d, stick, won 0.20"\n'
        '1,Sat,,Pri,,"Kh 6d, stick"\n',
        encoding="utf-8",
    )
    audit = pontoon.audit(pontoon.read(path))
    told = audit.findings.select("code", "line", "column", "session", "deal").rows()
    assert told == [("P004", 2, 7, "Fri", None), ("P004", 4, 7, "Sat", None)]
    assert audit.sessions.select("judged", "unreadable").rows() == [(1, 0), (1, 0)]


@pytest.mark.parametrize("row", ['1,Tom,Pri,"bet 0.20, 9h 8d, stick, won 0.20",', "1,Tom,Pri"])
def test_a_bank_in_a_broken_row_is_not_called_missing(row: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.csv"
    path.write_text(f'deal,player,bank,play\n{row}\n1,Pri,,"Kh 6d, stick"\n', encoding="utf-8")
    assert pontoon.audit(pontoon.read(path)).findings["code"].to_list() == ["P002"]
    path.write_text('deal,player,bank,play\n1,Tom,,stick,x\n1,Pri,,"Kh 6d, stick"\n', encoding="utf-8")
    assert pontoon.audit(pontoon.read(path)).findings["code"].to_list() == ["P010", "P002"]


@pytest.mark.parametrize(
    ("row", "help_"),
    [
        ('1,Tom,"9h 8d",stick,', "nothing stands behind the last ',' of the row: take it away"),
        ('1,Tom,"9h 8d",stick,won 0.20', "put a cell that holds a ',' between double quotation marks"),
        ("1,Tom,9h 8d stick,", "what is no card goes, in a sheet, into its column 'play'"),
        ("1,Tom,9h8d,", "did you mean '9h 8d'?"),
    ],
)
def test_what_is_wrong_with_a_row_is_told_as_what_it_is(row: str, help_: str) -> None:
    text = f"deal,player,cards,play\n{row}\n1,bank,Kh 6d,stick\n"
    records = read_table("friday.csv", text.encode(), None, ReadOptions(bank="Pri"))
    told = pontoon.audit(records).findings.filter(pl.col("code").is_in(["P002", "P005", "P007"]))
    assert [help_ in said for said in told["help"]] == [True]
