"""`pontoon settle`: the balances, the payments for the chat, what is said where something is open."""

import csv
import json

import pytest
from command import CLEAN, FRIDAY, Door, door, pontoon

__all__ = ["door"]

SETTLED = """\
player (GBP)  recorded    due  paid  balance
------------  --------  -----  ----  -------
Ann               0.20   0.00  0.00     0.00
Bob               0.20   0.40  0.00    +0.40
Cat               0.10   0.10  0.00    +0.10
Dan              -0.50  -0.50  0.00    -0.50

Dan pays Bob \u00a30.40
Dan pays Cat \u00a30.10
(2 payments, the fewest that settle it; each group comes out even: Bob + Cat + Dan)
"""


def test_the_screen(door: Door) -> None:
    ran = door("settle", door.write("friday.yaml", FRIDAY))
    assert ran.out == SETTLED
    assert (ran.status, ran.err) == (0, "")


def test_plain_lines_and_markdown(door: Door) -> None:
    path = door.write("friday.yaml", FRIDAY)
    plain = door("settle", path, "--format", "plain").out.splitlines()
    assert plain[0] == "Ann\t0.20\t0.00\t0.00\t0.00"
    assert plain[4] == "Dan pays Bob \u00a30.40"
    markdown = door("settle", path, "--format", "markdown").out.splitlines()
    assert markdown[1] == "| --- | ---: | ---: | ---: | ---: |"
    assert "- Dan pays Bob \u00a30.40" in markdown


def test_json_is_the_promised_shape(door: Door) -> None:
    result = json.loads(door("settle", door.write("friday.yaml", FRIDAY), "--format", "json").out)
    assert list(result) == ["complete", "balances", "payments"]
    assert result["complete"] is True
    bob = {"recorded": "0.20", "due": "0.40", "paid": "0.00", "balance": "0.40"}
    assert result["balances"][1] == {"player": "Bob", "account": False, "currency": "GBP", **bob}
    assert result["payments"] == [
        {"from": "Dan", "to": "Bob", "amount": "0.40", "currency": "GBP"},
        {"from": "Dan", "to": "Cat", "amount": "0.10", "currency": "GBP"},
    ]


def test_csv_is_one_table(door: Door) -> None:
    ran = door("settle", door.write("friday.yaml", FRIDAY), "--format", "csv")
    rows = list(csv.DictReader(ran.out.splitlines()))
    assert [row["kind"] for row in rows] == ["balance"] * 4 + ["payment"] * 2
    assert (rows[4]["player"], rows[4]["to"], rows[4]["amount"]) == ("Dan", "Bob", "0.40")


def test_the_box_is_an_account_and_payments_clear_all(door: Door) -> None:
    text = FRIDAY.replace("deals:", "cash:\n  Bob: {in: 5.00, out: 4.00}\ndeals:")
    path = door.write("friday.yaml", text)
    assert "the box" in door("settle", path).out
    result = json.loads(door("settle", path, "--format", "json").out)
    left = {row["player"]: round(float(row["balance"]) * 100) for row in result["balances"]}
    assert {row["player"] for row in result["balances"] if row["account"]} == {"box"}
    for payment in result["payments"]:
        left[payment["from"]] += round(float(payment["amount"]) * 100)
        left[payment["to"]] -= round(float(payment["amount"]) * 100)
    assert set(left.values()) == {0}


def test_currencies_stay_apart(door: Door) -> None:
    door.write("nights/a.yaml", FRIDAY)
    door.write("nights/b.yaml", CLEAN.replace("GBP", "SEK"))
    ran = door("settle", "nights")
    assert ran.out.count("\nDan pays Bob ") == 2
    assert "Dan pays Bob 0.40 kr" in ran.out
    door.write("nights/c.yaml", CLEAN.replace("GBP", "NOK").replace("clean", "third"))
    assert "Dan pays Bob 0.40 SEK" in door("settle", "nights").out
    assert ran.out.index("player (GBP)") < ran.out.index("player (SEK)")


def test_what_is_not_known_is_a_question_mark_with_its_reason(door: Door) -> None:
    path = door.write("open.yaml", FRIDAY.replace("Th 6d, stick, lost 0.50", "stick"))
    ran = door("settle", path)
    lines = ran.out.splitlines()
    assert lines[5].split() == ["Dan", "?", "?", "0.00", "?"]
    assert lines[3].split() == ["Bob", "0.20", "0.40", "0.00", "+0.40"]
    assert "no payments can be named until every balance is known" in lines
    assert ran.status == 1
    assert "deal 1 of friday: what Dan won or lost is neither written nor decided" in ran.err
    result = json.loads(door("settle", path, "--format", "json").out)
    assert result["complete"] is False
    assert result["balances"][3]["balance"] is None
    assert result["payments"] == []


def test_recorded_may_be_open_while_the_balance_is_not(door: Door) -> None:
    ran = door("settle", door.write("a.yaml", FRIDAY.replace(", won 0.20", "")))
    assert ran.out.splitlines()[3].split() == ["Bob", "?", "0.40", "0.00", "+0.40"]
    assert ran.status == 0
    assert "recorded is ?" in ran.err
    assert door("settle", "a.yaml", "--quiet").err == ""


def test_files_left_out_make_it_incomplete(door: Door) -> None:
    ran = door("settle", "missing.yaml", door.write("friday.yaml", FRIDAY))
    assert ran.out == SETTLED
    assert ran.status == 1
    assert "missing.yaml is not there" in ran.err
    assert door("settle", "missing.yaml").status == 2


def test_above_sixteen_it_is_not_proved_minimal(door: Door) -> None:
    names = [f"P{number:02}" for number in range(18)]
    rows = "".join(f"      {name}: bet 0.20, won 0.{number + 10}\n" for number, name in enumerate(names))
    head = f"players: [Ann, {', '.join(names)}]\nbank: Ann\ndeals:\n  - hands:\n"
    ran = door("settle", door.write("many.yaml", head + rows))
    assert "(18 payments; with 19 people not proved minimal; groups: " in ran.out


@pytest.mark.parametrize("width", ["60", "80"])
def test_it_fits_the_terminal(door: Door, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    long = "Bartholomew of the Long Corridor behind the Kitchen and the Yard"
    ran = door("settle", door.write("a.yaml", FRIDAY.replace("Bob", long)))
    table = ran.out.split("\n\n", maxsplit=1)[0].splitlines()
    assert max(map(len, table)) <= int(width)
    assert "+0.40" in ran.out


def test_nothing_played_yet(door: Door) -> None:
    assert door("settle").status == 2
    assert "there is no ledger at pontoon.duckdb" in door("settle").err


def test_from_the_ledger(door: Door) -> None:
    door("add", door.write("friday.yaml", FRIDAY))
    assert door("settle").out == SETTLED
    shown = door("settle", "--format", "json").out
    assert shown == door("settle", "friday.yaml", "--format", "json").out


def test_standard_input_in_a_process(door: Door) -> None:
    ran = pontoon("settle", "-", cwd=door.folder, stdin=FRIDAY)
    assert ran.out == SETTLED
