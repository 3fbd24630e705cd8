"""Texts that YAML or JSON cannot read, the two parsers side by side, and the way back to each character."""

from __future__ import annotations

import json
import re
from unittest.mock import patch

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pontoon_ledger.records import ReadOptions, events
from pontoon_ledger.records.json_events import broken_json
from pontoon_ledger.records.model import Records, Source
from pontoon_ledger.records.places import char_offsets, char_places
from pontoon_ledger.records.session import TableBeside, read_record

needs_libyaml = pytest.mark.skipif(not events.LIBYAML, reason="PyYAML was built without libyaml")

HEAD = "players: [Ann, Bob]\n"
ONE = HEAD + "deals:\n  - hands:\n      Ann: stick\n"


def text_read(text: str | bytes, name: str = "a.yaml", *, pure: bool = False) -> Records:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    with patch.object(events, "LIBYAML", events.LIBYAML and not pure):
        return read_record(name, data, ReadOptions(), lambda name: TableBeside(name, None, "is not there"))


SYNTAX = [
    (ONE + "\t  Bob: stick\n", 5, 1, "a tab stands here"),
    (ONE + "      Bob: bet 1, note: oh\n  - hands: {}\n", 5, 23, "a second colon stands in this line"),
    (ONE + "      Bob bet 1\n  - hands: {}\n", 5, 7, "a colon is missing"),
    (HEAD + "deals:\n  - hands:\n      Bob bet 1\n      Ann: x\n", 4, 7, "a colon is missing"),
    (ONE + "    note: 'Bob is here\n", 5, 11, "this quote is never closed"),
    (ONE + '    note: "Bob is here\n---\n', 5, 11, "this quote is never closed"),
    (ONE + "    note: 'Bob's turn'\n", 5, 16, "something stands behind the closing quote"),
    (ONE + '    note: "a \\q"\n', 5, 14, "double quotes do not know this escape"),
    (ONE + '    note: "\\ud83d"\n', 5, 12, "double quotes do not know this escape"),
    (ONE + '    note: "\\U00110000"\n', 5, 12, "double quotes do not know this escape"),
    (ONE + '    note: "\\xZZ"\n', 5, 12, "double quotes do not know this escape"),
    (ONE + "    waive: {P301: x\n    bank: Ann\n", 5, 12, "this bracket is never closed"),
    (ONE + "    waive: {P301: x]}\n", 5, 20, "a comma or a closing bracket is missing"),
    (ONE + "     Bob: stick\n", 5, 6, "this line is not indented like"),
    (ONE + "   note: so\n", 5, 4, "this line is not indented like"),
    (ONE + "        Bob: stick\n", 5, 9, "this line is indented deeper"),
    (ONE + "  hands: {}\n", 5, 3, "this line is not indented like"),
    (ONE + "    waive: {P301:x}\n    tally: {a]: b}\n", 6, 14, "a comma or a closing bracket"),
    (ONE + "}\n", 5, 1, "this '}' closes nothing"),
    (ONE + "    note: @home\n", 5, 11, "a value cannot begin with '@'"),
    (ONE + "    note: *** so\n", 5, 11, "a value cannot begin with '*'"),
    (ONE + "    note: ! \n    bank: & b\n", 6, 11, "a value cannot begin with '&'"),
    (ONE + "    note: |so\n", 5, 11, "a value cannot begin with '|'"),
    (ONE + "    note: ]\n", 5, 11, "a value cannot begin with ']'"),
    (ONE + "    note: ? so\n", 5, 11, "a value cannot begin with '?'"),
    (ONE + "    note: - so\n", 5, 11, "a list cannot begin here"),
    (ONE + "...\nbank: Ann\n", 6, 1, "something stands behind the end of the record"),
    (ONE + "    tally: " + "[" * 40 + "\n", 5, 25, "this is nested deeper than any record"),
    (ONE + "---\n" + ONE, 5, 1, "a second document begins here"),
]


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize(("text", "line", "column", "message"), SYNTAX)
def test_what_stood_before_a_syntax_error_is_kept(
    text: str, line: int, column: int, message: str, *, pure: bool
) -> None:
    records = text_read(text, pure=pure)
    fault = records.faults.filter(code="P002").row(-1, named=True)
    assert (fault["line"], fault["column"]) == (line, column)
    assert fault["message"].startswith(message)
    assert fault["help"]
    assert records.sessions["whole"].to_list() == [False]
    if text.startswith(ONE):
        assert records.hands["text"][0] == "stick"
    unread = text.count("\n") - line + 1
    told = "this line was not read" if unread == 1 else f"the {unread} lines from here on were not read"
    assert told in fault["message"] or "second document" in message


def test_a_deal_that_breaks_off_is_kept_and_is_not_readable() -> None:
    records = text_read(ONE + "  - bank: Ann\n    hands:\n      Ann: x\n      Bob y\n")
    assert records.deals["readable"].to_list() == [True, False]
    assert records.hands["deal_idx"].to_list() == [0, 1]
    assert records.faults["deal_idx"].to_list() == [1]


def test_broken_before_its_deals_a_file_is_no_session() -> None:
    records = text_read("players: [Ann, Bob\ndate: 1.1.2026\ndeals:\n  - hands: {}\n")
    assert records.sessions.is_empty()
    assert records.faults.select("code", "line", "column", "session_no").rows() == [("P002", 1, 10, None)]
    kept = text_read("date: 1.1.2026\nbank: 'x\n")
    assert kept.faults.select("code", "line").rows() == [("P004", 1), ("P002", 2)]


JSON = """{
\t"session": "Fri\\u0064ay \\/ \\ud83c\\udca1",
  "players": ["Ann", "Bob", {"name": "Caf\\u00e9", "aka": ["C"]}],
  "bank"
  : "Ann", "stakes": {"min": 0.1, "max": 1},
  "deals": [
    {"hands": {"Bob": "bet 0.10, 5c\\t9d, stick", "Caf\\u00e9": ["bet 0.10", "split 0.10"], "Ann": null}},
    {"hands": {"Bob": "\\ud83d", "Zed": "x"}, "shuffled": true, "price": null, "note": "a\\u0000b"}
  ],
  "cash": {"Bob": {"in": [5,10]}}
}
"""


def test_json_is_read_with_its_own_escapes_and_places() -> None:
    records = text_read(JSON, "a.json")
    assert records.sources[0].kind == "json"
    assert records.sessions.select("session", "stakes_min").row(0) == ("Friday / \U0001f0a1", 10)
    assert records.hands.select("player", "text", "line", "column").rows() == [
        ("Bob", "bet 0.10, 5c\t9d, stick", 7, 23),
        ("Café", "bet 0.10", 7, 64),
        ("Café", "split 0.10", 7, 76),
        ("Ann", "", 7, 91),
        ("Bob", "", 8, 16),
        (None, "x", 8, 40),
    ]
    assert records.cash["bought"].to_list() == [1500]
    assert records.faults.select("code", "line", "column", "found").rows() == [
        ("P002", 8, 23, "U+D83D"),
        ("P008", 8, 33, "Zed"),
        ("P004", 8, 64, ""),
        ("P002", 8, 87, "U+0000"),
    ]
    assert text_read(JSON, "-").hands.equals(records.hands)


def test_json_gives_what_yaml_gives() -> None:
    told = yaml.safe_load(ONE + "    note: so\n    waive: {P301: x}\n  - {gap: true}\n")
    told["deals"][1]["gap"] = "true"
    one, other = text_read(yaml.safe_dump(told)), text_read(json.dumps(told), "a.json")
    assert one.faults.is_empty()
    drop = ["line", "column", "index"]
    assert one.hands.drop(drop).equals(other.hands.drop(drop))
    drop = ["line", "column"]
    assert one.deals.drop(drop).equals(other.deals.drop(drop))
    assert one.seats.equals(other.seats)


@pytest.mark.parametrize(
    ("text", "line", "column", "hands"),
    [
        (
            '{"players": ["Ann","Bob"], "deals": [{"hands": {"Ann": "x"}},\n{"hands": {"Bob": "y",}}]}',
            2,
            23,
            2,
        ),
        ('{"players": ["Ann","Bob"], "deals": [{"hands": {"Ann": "x"}}', 1, 61, 1),
        ('{"players": ["Ann","Bob"], deals: []}', 1, 28, 0),
        ('{"players": ["Ann\n"]}', 1, 18, 0),
        ('{"deals": [{"hands": {"Ann": "x"}}]} {}', 1, 38, 1),
        ('{"a": "\\x"}', 1, 8, 0),
        ("[" * 100_000, 1, 14, 0),
    ],
)
def test_broken_json(text: str, line: int, column: int, hands: int) -> None:
    records = text_read(text, "a.json")
    fault = records.faults.filter(code="P002").row(-1, named=True)
    assert (fault["line"], fault["column"], records.hands.height) == (line, column, hands)
    assert fault["help"]


FRAGMENTS = st.sampled_from(
    [
        *("players: [Ann, Bob]\n", "deals:\n", "  - hands:\n", "      Ann: stick\n", "      Bob: 'bet 1'\n"),
        *(
            "    note: ",
            "so\n",
            "  ",
            " ",
            "\t",
            "\n",
            "- ",
            ": ",
            "{",
            "}",
            "[",
            "]",
            ", ",
            "'",
            '"',
            "\\",
            "#",
        ),
        *(
            "&a ",
            "*a",
            "!t ",
            "| \n",
            ">\n",
            "<<: ",
            "? ",
            "é",
            "\u00a0",
            "💷",
            "\r\n",
            "\r",
            "%",
            "@",
            "---\n",
            "...",
        ),
        *('"\\u0041"', "{Bob: bet 1, 5c 9d}", "[bet 1, stick]", "1e3", "~", "null", "No"),
    ]
)


@needs_libyaml
@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(FRAGMENTS, max_size=14).map("".join))
@example(ONE + "    note: a\tb\n")
@example(ONE + "    note:\ta\n      b\t#c\n")
@example(ONE + "      Bob:\n    note: |\n      a\tb\n\n      c\n")
def test_both_parsers_give_the_same(text: str) -> None:
    """But where a tab indents a continued value, which only libyaml takes, and a `?` in brackets."""
    assume(not re.search(r"(?m)^ *\t", text))
    fast, pure = text_read(text), text_read(text, pure=True)
    assert fast.hands.rows() == pure.hands.rows()
    assert fast.deals.rows() == pure.deals.rows()
    assert fast.faults.rows() == pure.faults.rows()


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(st.binary(max_size=60), st.text(max_size=60).map(lambda text: text.encode("utf-16")), st.text())
)
@example(b"\xff\xfe")
@example(b"\xff\xfea")
@example("{")
def test_no_bytes_break_the_reader(data: bytes | str) -> None:
    for name in ("a.yaml", "a.json"):
        assert text_read(data, name).faults.height >= 1


@settings(max_examples=150, deadline=None)
@given(
    st.text(
        st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Co", "Cn")), max_size=30
    ),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.integers(5, 40),
)
@example("bet 1, 5c 9d, stick, won 1", ">", 10)
@example("it's  so\n\n and so", "'", 10)
@example("a: b \t\n c", '"', 5)
def test_each_character_is_found_again(value: str, style: str | None, width: int) -> None:
    value = value.replace("\ufeff", "")
    text = yaml.safe_dump({"key": value}, default_style=style, width=width, allow_unicode=True)
    scalar = [event for event in yaml.parse(text) if isinstance(event, yaml.ScalarEvent)][1]
    start = scalar.start_mark
    assert start is not None
    offsets = char_offsets(text, start.index, scalar.value)
    assert len(offsets) == len(value)
    assert offsets == sorted(offsets)
    for char, offset in zip(value, offsets, strict=True):
        assert char in " \t\n\r" or text[offset] in (char, "\\")


def test_places_of_continued_folded_and_escaped_values() -> None:
    text = 'a: bet 1,\r\n   stick\nb: >-\n  one\n  two\nc: "x\\ud83c\\udca1y"\n'
    source = Source("a.yaml", "yaml", text)
    assert char_places(source, 3, "bet 1, stick")[6:9] == [(1, 10), (2, 4), (2, 5)]
    assert char_places(source, text.index(">"), "one two")[3:5] == [(4, 6), (5, 3)]
    assert char_places(source, text.index('"'), "x\U0001f0a1y") == [(6, 5), (6, 6), (6, 18)]


def test_what_json_is() -> None:
    assert broken_json('{"a": [1, 2.5e3, NaN, null]}') is None
    assert broken_json("1" * 5000) is None
    broken = broken_json('{"a": 1,}')
    assert broken is not None
    assert broken.index == 8
