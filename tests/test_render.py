"""How results look: excerpts and underlines, tables in every form, whatever characters are in them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon_ledger.codes import CODES
from pontoon_ledger.render.drawing import screen
from pontoon_ledger.render.excerpt import excerpt
from pontoon_ledger.render.findings import finding_lines, headline
from pontoon_ledger.render.paint import Paint
from pontoon_ledger.render.summary import Summary
from pontoon_ledger.render.table import Column, Table, as_csv, count, markdown, money, plain, words
from pontoon_ledger.render.text import clean, width, wrap
from pontoon_ledger.rulebook import LAWS

FINDING: dict[str, Any] = {
    "file": "friday.yaml",
    "line": 23,
    "column": 39,
    "end_column": 50,
    "code": "P204",
    "severity": "E",
    "message": "Bob bought a card after twisting",
    "expected": "a twist",
    "help": None,
    "waived": None,
}
LINE = "      Bob: bet 0.20, 5c 3d, twist 2h, buy 0.20 4c, stick"
GOLDEN = """\
friday.yaml:23:39: P204 error: Bob bought a card after twisting
   23 |       Bob: bet 0.20, 5c 3d, twist 2h, buy 0.20 4c, stick
      |                                       ^^^^^^^^^^^
      = rule 3.4: after a twist a hand may only twist (pontoon rules P204)"""


def test_a_finding_as_it_is_promised() -> None:
    assert "\n".join(finding_lines(FINDING, LINE)) == GOLDEN


def test_paint_changes_nothing_but_colour() -> None:
    painted = "\n".join(finding_lines(FINDING, LINE, 80, Paint(on=True)))
    assert "\x1b[1;31mP204 error:\x1b[0m" in painted
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;31m"):
        painted = painted.replace(code, "")
    assert painted == GOLDEN


def test_a_fault_of_the_record_says_what_was_expected_and_what_helps() -> None:
    fault = FINDING | {"code": "P008", "message": "'Bobb' has no seat", "help": "did you mean 'Bob'?"}
    lines = finding_lines(fault | {"expected": "one of Ann, Bob"}, LINE)
    assert lines[3:] == ["      = expected one of Ann, Bob", "      = help: did you mean 'Bob'?"]


def test_findings_without_a_place() -> None:
    nowhere = FINDING | {"line": None, "column": None, "code": "P001", "expected": None}
    assert headline(nowhere).startswith("friday.yaml: P001 error: ")
    assert len(finding_lines(nowhere, None)) == 1
    assert headline(nowhere | {"file": None}).startswith("command line: ")


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_its_third_line(code: str) -> None:
    severity = {"E": "error", "W": "warning", "N": "note"}[CODES[code].severity]
    lines = finding_lines(FINDING | {"code": code, "severity": CODES[code].severity}, LINE)
    assert f": {code} {severity}: " in lines[0]
    law = LAWS.get(code)
    assert lines[3] == (
        f"      = rule {law.section}: {law.sentence} (pontoon rules {code})"
        if law
        else "      = expected a twist"
    )


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("\tBob\tbet 0.20, 5c 3d", "5c 3d"),
        ("      \u6f22\u5b57: bet 0.20, 5c 3d", "5c 3d"),
        ("      Zoe\u0308: bet 0.20, 5c 3d", "bet 0.20"),
        ("      Bob\x1b[31m\u202e: bet 0.20, 5c 3d", "bet 0.20"),
        ("bet 0.20, note \U0001f600\U0001f600, stick" + " x" * 200, "stick"),
        ("y " * 200 + "bet 0.20, stick", "stick"),
        ("y " * 200 + "bet 0.20, stick" + " z" * 200, "bet 0.20"),
    ],
)
@pytest.mark.parametrize("room", [30, 72, 500])
def test_the_underline_stands_under_the_clause(line: str, clause: str, room: int) -> None:
    at = line.index(clause)
    shown = excerpt(line, at + 1, at + 1 + len(clause), room)
    before = len(shown.underline) - len(shown.underline.lstrip())
    assert shown.underline.strip() == "^" * len(clause)
    assert width(shown.line) <= room
    cut, taken = "", 0
    for char in shown.line:
        if before <= taken < before + len(clause):
            cut += char
        taken += width(char)
    assert cut == clause


@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=200),
    st.integers(-2, 220),
    st.integers(-2, 220),
    st.integers(1, 120),
)
def test_any_line_can_be_shown(line: str, column: int, end_column: int, room: int) -> None:
    shown = excerpt(line, column, end_column, room)
    assert set(shown.underline) <= {" ", "^"}
    assert "^" in shown.underline
    assert width(shown.line) <= max(room, 12) + 1
    assert width(shown.underline) <= max(room, 12) + 1
    assert clean(shown.line) == shown.line


def test_a_clause_longer_than_the_screen_is_cut() -> None:
    shown = excerpt("a" * 300, 101, 251, 40)
    assert shown.line == "..." + "a" * 34 + "..."
    assert shown.underline == "   " + "^" * 34


LEDGER = Table(
    (words("player"), count("hands"), money("due"), Column("file", "file", on_screen=False)),
    (("Ann", 3, "-1.20", "a.yaml"), ("\u6f22\u5b57", None, None, None)),
)


def test_a_table_in_every_form() -> None:
    assert screen(LEDGER) == [
        "player  hands    due",
        "------  -----  -----",
        "Ann         3  -1.20",
        "\u6f22\u5b57               ?",
    ]
    assert plain(LEDGER) == ["Ann\t3\t-1.20", "\u6f22\u5b57\t\t?"]
    assert as_csv(LEDGER) == ["player,hands,due,file", "Ann,3,-1.20,a.yaml", "\u6f22\u5b57,,,"]
    assert markdown(LEDGER)[:3] == [
        "| player | hands | due |",
        "| --- | ---: | ---: |",
        "| Ann | 3 | -1.20 |",
    ]
    assert LEDGER.mappings()[1] == {"player": "\u6f22\u5b57", "hands": None, "due": None, "file": None}


def test_texts_are_wrapped_and_amounts_never() -> None:
    table = Table((words("what"), money("due")), (("a card was taken " * 8, "-1234567.20"),))
    lines = screen(table, 40)
    assert max(map(len, lines)) <= 40
    assert sum("-1234567.20" in line for line in lines) == 1
    assert len(lines) > 4


def test_a_table_too_wide_becomes_lists() -> None:
    table = Table(tuple(count(f"column_{number}") for number in range(12)), (tuple(range(12)),) * 2)
    lines = screen(table, 80)
    assert lines[:2] == ["column_0   0", "column_1   1"]
    assert lines[12] == ""
    assert len(lines) == 25


def test_an_empty_table_has_its_head() -> None:
    empty = Table((words("player"),), ())
    assert screen(empty) == ["player", "------"]
    assert as_csv(empty) == ["player"]
    assert screen(Table((), ())) == ["", ""]


@given(st.lists(st.lists(st.text(max_size=30), min_size=3, max_size=3), max_size=5), st.integers(40, 100))
def test_no_cell_breaks_a_table(rows: list[list[str]], room: int) -> None:
    table = Table((words("a"), words("b"), words("c")), tuple(map(tuple, rows)))
    for lines in (screen(table, room), markdown(table), as_csv(table)):
        assert all(clean(line) == line for line in lines)
    assert all(width(line) <= room for line in screen(table, room))
    assert len(as_csv(table)) == len(rows) + 1
    assert len(markdown(table)) == len(rows) + 2
    assert len(plain(table)) == len(rows)


@given(st.text(max_size=60), st.integers(2, 30))
def test_wrapping_loses_nothing(text: str, columns: int) -> None:
    lines = wrap(text, columns)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width(line) <= columns for line in lines)


def test_control_characters_are_escaped() -> None:
    assert clean("a\x1b[2J\u202eb\nc\td") == "a\\x1b[2J\\u202eb\\nc\\td"
    assert clean("Zo\u00eb \u6f22\u5b57 \U0001f600") == "Zo\u00eb \u6f22\u5b57 \U0001f600"
    assert json.loads(json.dumps(clean("\udcff"))) == "\\udcff"


def test_the_summary_conserves_and_tells_what_does_not_sum_to_nothing() -> None:
    summary = Summary(0, 0, 0, 0, deals=1, judged=1, undecided=0, unreadable=0, complete=True)
    assert summary.line() == (
        "1 deal read = 1 judged + 0 undecided + 0 unreadable; due sums to 0; nothing to complain of"
    )
    adrift = Summary(1, 2, 0, 3, 3, 1, 1, 1, complete=False, adrift=("0.10 GBP",))
    assert adrift.line() == (
        "3 deals read = 1 judged + 1 undecided + 1 unreadable; due sums to 0.10 GBP; "
        "1 error, 2 warnings, 3 waived"
    )
