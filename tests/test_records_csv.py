"""The reader of tables: encodings, dialects, what is one deal, whose hand a row is, and every fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pontoon_ledger.currency import currency
from pontoon_ledger.records.model import DEALS, FAULTS, HANDS, SESSIONS, Head, Place, Records, Seat
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.table import read_table
from pontoon_ledger.rules import Rules

if TYPE_CHECKING:
    import polars as pl

PLAY = "deal,player,play\n"


def read(text: str | bytes, head: Head | None = None, named: bool = True, **options: str) -> Records:
    data = text.encode() if isinstance(text, str) else text
    return read_table("friday.csv", data, head, ReadOptions(**options), head_is_named=named)


def faults(text: str | bytes, **options: str) -> list[tuple[object, ...]]:
    return read(text, **options).faults.select("code", "line", "column", "found").rows()


def hands(text: str | bytes, **options: str) -> list[tuple[object, ...]]:
    records = read(text, **options)
    assert records.faults.rows() == []
    return records.hands.select("deal_idx", "player", "hand", "bank_row", "text", "line").rows()


def test_a_plain_table():
    records = read(PLAY + '1,Ann,"bet 0.20, 5c 9d"\n1,bank,stick 17\n2,Ann,\n')
    assert records.faults.is_empty()
    assert records.hands.rows() == [
        (0, "Ann", 1, False, "bet 0.20, 5c 9d", True, 0, 2, 1, None),
        (0, None, 1, True, "stick 17", True, 0, 3, 1, None),
        (1, "Ann", 1, False, "", True, 0, 4, 1, None),
    ]
    assert records.deals.select("session_no", "deal_no", "deal", "line", "column", "readable").rows() == [
        (0, 1, "1", 2, 1, True),
        (0, 2, "2", 4, 1, True),
    ]
    assert records.sessions.select("session", "order_known", "whole").row(0) == ("friday", False, True)
    assert records.seats.rows() == [(0, 0, 0, "Ann")]
    assert len(records.sources[0].sha256) == 64


def test_the_frames_have_the_promised_types():
    for text in (PLAY + "1,Ann,stick\n", "", "rubbish", PLAY + '1,Ann,"a\nb"\n'):
        records = read(text)
        for name, schema in (("hands", HANDS), ("deals", DEALS), ("faults", FAULTS), ("sessions", SESSIONS)):
            frame: pl.DataFrame = getattr(records, name)
            assert dict(frame.schema) == {column: kind() for column, kind in schema.items()}


DUTCH = "deal;player;bet;cards;won\r\n1;Zoë;€ 0,20;5c 9d;-€ 0,20\r\n1;bank;;Kh 7d;\r\n"
DUTCH_HANDS = [
    (0, "Zoë", 1, False, "\x04€ 0,20, 5c 9d, \x03-€ 0,20", 2),
    (0, None, 1, True, "Kh 7d", 3),
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding: str):
    assert hands(DUTCH.encode(encoding)) == DUTCH_HANDS


def test_utf_16_of_either_end():
    assert hands(b"\xfe\xff" + DUTCH.encode("utf-16-be")) == DUTCH_HANDS


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize("sep", ["", "sep=", "SEP="])
def test_delimiters_and_line_ends(mark: str, end: str, sep: str):
    lines = [sep + mark] * bool(sep) + [f"Deal{mark} PLAYER {mark}Play", f"1{mark}Ann{mark}stick"]
    assert hands(end.join([*lines, ""])) == [(0, "Ann", 1, False, "stick", len(lines))]
    assert hands(end.join(lines)) == [(0, "Ann", 1, False, "stick", len(lines))]


def test_the_header_decides_the_delimiter_not_the_commas_of_the_plays():
    text = "deal;player;play\n1;Ann;bet 0,20, 5c 9d, stick\n"
    assert hands(text) == [(0, "Ann", 1, False, "bet 0,20, 5c 9d, stick", 2)]


def test_blank_lines_and_rows_of_empty_cells():
    text = '\n,,\n deal ,player,play\n\n1, Ann ,stick\n,,\n"",  ,""\n,,,,,\n\n1,Bob,bust\n\n'
    assert hands(text) == [(0, "Ann", 1, False, "stick", 5), (0, "Bob", 1, False, "bust", 10)]


def test_quoted_cells_with_line_breaks_quotation_marks_and_blanks_around():
    text = 'deal,player,play\n1,"Ann","bet 1,\r\n 5c 9d, note ""so"""\n"1" , "Bob" ,"push" \n'
    assert hands(text) == [
        (0, "Ann", 1, False, 'bet 1,   5c 9d, note "so"', 2),
        (0, "Bob", 1, False, "push", 4),
    ]


def test_a_nameless_empty_last_column_is_passed_over():
    assert hands("deal,player,play,\n1,Ann,stick,\n1,Bob,bust\n")[1] == (0, "Bob", 1, False, "bust", 3)
    assert faults("deal,player,play,\n1,Ann,stick,\n1,Bob,bust,oh\n") == [("P003", 3, 12, "oh")]


def test_columns_in_any_order_and_the_line_of_the_paper_book():
    text = "line,won,note,PLAYER,cards,bet,deal\n77,+0.40,a good one,Ann,5c;9d,0.20,1\n"
    assert hands(text) == [(0, "Ann", 1, False, "\x040.20, 5c 9d, \x03+0.40, note a good one", 2)]


def test_a_result_stands_before_a_play_that_ends_in_a_note():
    text = 'deal,player,play,won\n1,Ann,"stick, note oh",-0.20\n1,Bob,stick,-1\n'
    assert [row[4] for row in hands(text)] == ["\x03-0.20, stick, note oh", "stick, \x03-1"]


# ---- deals and sessions


def test_a_blank_deal_is_the_one_above():
    records = read(PLAY + "1,Ann,stick\n,Bob,bust\n2b,Ann,stick\n ,Bob,bust\n")
    assert records.hands["deal_idx"].to_list() == [0, 0, 1, 1]
    assert records.deals["deal"].to_list() == ["1", "2b"]
    assert faults(PLAY + ",Ann,stick\n1,Ann,stick\n") == [("P004", 2, 1, None)]


def test_several_sessions():
    records = read(
        "session,date,deal,player,play\nFri,2026-11-27,1,Ann,stick\nFri,,2,Bob,stick\nSat,2026-11-28,1,Ann,stick\n"
    )
    assert records.faults.is_empty()
    sessions = records.sessions.select("session", "date", "file_no", "line").rows()
    assert sessions == [("Fri", "2026-11-27", 0, 2), ("Sat", "2026-11-28", 0, 4)]
    assert records.deals.select("session_no", "deal_no", "deal").rows() == [
        (0, 1, "1"),
        (0, 2, "2"),
        (1, 1, "1"),
    ]
    assert records.seats.rows() == [(0, 0, 0, "Ann"), (0, 0, 1, "Bob"), (1, 0, 0, "Ann")]


def test_a_session_may_stand_on_any_row_of_its_deal():
    rows = [",1,Ann", "Fri,1,Bob", ",2,Ann", ",3,Ann", "Sat,3,Bob", ",4,Ann"]
    records = read("session,deal,player,play\n" + "".join(f"{row},stick\n" for row in rows))
    deals = records.deals.select("session_no", "deal").rows()
    assert deals == [(0, "1"), (0, "2"), (1, "3"), (1, "4")]
    assert records.sessions["session"].to_list() == ["Fri", "Sat"]


def test_sessions_written_in_turns_are_put_together():
    text = "session,deal,player,play\n" + "".join(
        f"{s},{d},Ann,stick\n" for d in "12" for s in ("Fri", "fri ", "Sat")
    )
    records = read(text.replace("fri ,1,Ann", "fri ,1,Bob").replace("fri ,2,Ann", "fri ,2,Bob"))
    assert records.faults.is_empty()
    assert records.deals.select("session_no", "deal_no", "deal", "line").rows() == [
        (0, 1, "1", 2),
        (0, 2, "2", 5),
        (1, 1, "1", 4),
        (1, 2, "2", 7),
    ]
    assert records.hands["deal_idx"].to_list() == [0, 0, 1, 1, 2, 3]


def test_dates():
    head = "date,deal,player,play\n"
    assert faults(head + "2026-11-27,1,Ann,stick\n28.11.2026,2,Ann,stick\n") == [("P004", 3, 1, "28.11.2026")]
    assert faults(head + "2026-11-27,1,Ann,stick\n2026-11-28,2,Ann,stick\n") == [("P004", 3, 1, "2026-11-28")]
    assert faults(head + "2026-02-30,1,Ann,stick\n2026-02-30,1,Bob,stick\n") == [("P004", 2, 1, "2026-02-30")]


def test_a_row_of_a_deal_further_down():
    text = PLAY + "1,Ann,stick\n2,Ann,stick\n1,Bob,stick\n2,Bob,stick\n"
    records = read(text)
    assert faults(text) == [("P009", 4, 1, "1")]
    assert records.faults.select("deal_idx", "player").row(0) == (0, "Bob")
    assert records.hands.select("deal_idx", "line", "readable").rows() == [
        (0, 2, True),
        (0, 4, False),
        (1, 3, True),
        (1, 5, True),
    ]


def test_deal_columns_stand_on_any_row_of_the_deal():
    text = (
        "deal,player,play,bank,price,shuffled,doubled,void,gap,waive\n"
        "1,Ann,stick,,,,,,yes,\n"
        '1,Bob,stick,ann,"1,50",no,YES,,,P402: he said so; P301 agreed\n'
        "1,Cat,stick,Ann,1.5,FALSE,true,misdeal,on,\n"
        "2,Ann,stick,,,,,no,off,\n"
    )
    records = read(text)
    assert records.faults.is_empty()
    first = records.deals.row(0, named=True)
    assert (first["bank"], first["bank_line"], first["bank_column"], first["bank_end"]) == ("Ann", 3, 13, 16)
    assert (first["price"], first["price_line"], first["price_column"], first["price_end"]) == (
        150,
        3,
        18,
        22,
    )
    assert (first["shuffled"], first["shuffled_column"], first["doubled"]) == (False, 24, True)
    assert (first["void"], first["gap"], first["readable"]) == ("misdeal", True, True)
    second = records.deals.row(1, named=True)
    assert (second["bank"], second["void"], second["gap"], second["shuffled"]) == (None, None, False, None)
    assert records.waivers.select("deal_idx", "code", "reason", "line", "column").rows() == [
        (0, "P402", "he said so", 3, 33),
        (0, "P301", "agreed", 3, 33),
    ]


@pytest.mark.parametrize(
    ("column", "one", "two", "code", "lost"),
    [
        ("bank", "Ann", "Bob", "P004", True),
        ("bank", "Ann", "#REF!", "P004", True),
        ("bank", "Ann", "bank", "P008", True),
        ("price", "1.00", "2.00", "P004", True),
        ("price", "1.00", "#REF!", "P006", True),
        ("price", "1.00", "-1", "P006", True),
        ("price", "1.00", "2.505", "P006", True),
        ("kitty", "1.00", "2.00", "P004", False),
        ("kitty", "1.00", "#REF!", "P006", False),
        ("shuffled", "yes", "no", "P004", False),
        ("doubled", "true", "x", "P004", False),
        ("gap", "true", "1", "P004", False),
        ("void", "misdeal", "torn card", "P004", False),
        ("waive", "P402: why", "P402", "P004", False),
        ("waive", "P402: why", "P499", "P004", False),
    ],
)
def test_a_deal_column_with_two_values_or_a_wrong_one(column: str, one: str, two: str, code: str, lost: bool):
    text = (
        f"deal,player,play,{column}\n1,Ann,stick,{one}\n1,Bob,stick,{two}\n1,Cat,stick,{two}\n2,Ann,stick,\n"
    )
    records = read(text)
    assert faults(text) == [(code, 3, 13, two)]
    assert records.faults.select("session_no", "deal_idx", "end_column").row(0) == (0, 0, 13 + len(two))
    assert records.deals.select("readable", "bank_unreadable").rows() == [(False, lost), (True, False)]


def test_a_gap_that_holds_no_hands():
    records = read("deal,player,play,gap\n1,Ann,stick,\n2,,,yes\n3,Ann,stick,\n")
    assert records.faults.is_empty()
    assert records.deals["gap"].to_list() == [False, True, False]
    assert records.hands["deal_idx"].to_list() == [0, 2]


# ---- players


def test_names_by_any_spelling():
    records = read(PLAY + "1,ann,stick\n1, BOBBY ,stick\n1,Cat,stick\n", players="Ann,Bobby,Cat")
    assert records.hands["player"].to_list() == ["Ann", "Bobby", "Cat"]
    assert records.sessions["order_known"].to_list() == [True]
    assert records.seats["player"].to_list() == ["Ann", "Bobby", "Cat"]


def test_a_player_without_a_seat():
    records = read(PLAY + "1,Ann,stick\n1,Catt,stick\n2,Catt,stick\n", players="Ann,Cat")
    rows = records.faults.select("code", "line", "column", "end_column", "found", "help", "deal_idx").rows()
    assert rows == [
        ("P008", 3, 3, 7, "Catt", "did you mean 'Cat'?", 0),
        ("P008", 4, 3, 7, "Catt", "did you mean 'Cat'?", 1),
    ]
    assert records.hands.select("player", "readable").rows() == [("Ann", True), (None, False), (None, False)]


def test_the_banks_row_and_a_seat_called_bank():
    assert [
        row[3] for row in hands(PLAY + "1,Bank,stick\n1,BANK ,stick\n".replace("\n1,BANK ,stick", ""))
    ] == [True]
    records = read(PLAY + "1,bank,stick\n", players="Bank,Ann")
    assert records.hands.select("player", "bank_row").rows() == [("Bank", False)]
    assert faults(PLAY + "1,bank,stick\n1,Bank,stick\n") == [("P009", 3, 3, "Bank")]


def test_who_holds_the_bank_has_a_seat():
    records = read("deal,player,play,bank\n1,Ann,stick,Zed\n1,zed,stick,\n", bank="Cat")
    assert records.seats["player"].to_list() == ["Ann", "zed", "Cat"]
    assert records.deals["bank"].to_list() == ["zed"]
    assert records.sessions["bank"].to_list() == ["Cat"]


def test_a_further_row_is_a_split():
    text = PLAY + "1,Ann,bet 1\n1,Bob,bet 1\n1,Ann,split 1\n1,ann, Split 1\n"
    assert [row[:3] for row in hands(text)] == [(0, "Ann", 1), (0, "Bob", 1), (0, "Ann", 2), (0, "Ann", 3)]
    assert [row[2] for row in hands("deal,player,bet\n1,Ann,1\n1,Ann,1\n2,Ann,1\n")] == [1, 2, 1]


@pytest.mark.parametrize("play", ["bet 1", "BET 1", "won 1", ""])
def test_a_further_row_that_does_not_split(play: str):
    text = PLAY + f"1,Ann,bet 1\n1,Ann,{play}\n"
    assert faults(text) == [("P009", 3, 3, "Ann")]
    records = read(text)
    assert records.hands.select("hand", "readable").rows() == [(1, True), (2, False)]
    assert records.faults.select("player", "hand").row(0) == ("Ann", 2)


def test_hands_are_counted_in_deals_of_any_size():
    text = "deal,player,bet\n" + "1,Ann,1\n1,Bob,1\n" * 150
    counted = read(text).hands
    assert counted.filter(player="Bob")["hand"].to_list() == [*range(1, 128), *[127] * 23]
    few = read("deal,player,bet\n" + "1,Ann,1\n1,Bob,1\n" * 4).hands
    assert few["hand"].to_list() == [1, 1, 2, 2, 3, 3, 4, 4]


def test_rows_without_a_player_are_told_once():
    text = "deal,player,won\n1,Ann,1\nTotal,,1\n,,1\n"
    assert faults(text) == [("P004", 3, 1, None)]
    records = read(text)
    assert "1 more" in records.faults["message"][0]
    assert records.deals["deal"].to_list() == ["1"]
    within = read("deal,player,won\n1,Ann,1\n1,,1\n1,Bob,1\n")
    assert within.hands.select("player", "readable").rows() == [("Ann", True), (None, False), ("Bob", True)]
    assert within.faults.select("line", "deal_idx").row(0) == (3, 0)


# ---- faults of the table itself


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("P001", None, None, None)]),
        ("\n \n", [("P001", None, None, None)]),
        (",,\n", [("P004", 1, 1, None)]),
        ("deal,player,play\n", [("P004", 1, 1, None)]),
        ("deal,player,play\n\n,,\n", [("P004", 1, 1, None)]),
        ("1,Ann,stick\n", [("P004", 1, 1, "1,Ann,stick")]),
        ("1,Kitty,stick\n", [("P004", 1, 1, "1,Kitty,stick")]),
        ("deal,player\n1,Ann\n", [("P004", 1, 1, None)]),
        ("player,play\nAnn,stick\n", [("P004", 1, 1, None)]),
        ("deal,playr,play\n1,Ann,stick\n", [("P003", 1, 6, "playr")]),
        ("deal,player,play,Colour\n1,Ann,stick,red\n", [("P003", 1, 18, "Colour")]),
        ("deal,player,play,shoot\n1,Ann,stick,1\n", [("P003", 1, 18, "shoot")]),
        ("deal,player,play, Deal\n1,Ann,stick,2\n", [("P004", 1, 19, "Deal")]),
        ('deal,player,"play\n1,Ann,stick\n', [("P002", 1, 13, None)]),
    ],
)
def test_header_faults(text: str, expected: list[tuple[object, ...]]):
    assert faults(text) == expected


def test_an_unknown_column_names_the_nearest():
    row = read("deal,player,play,shufled\n1,Ann,stick,no\n").faults.row(0, named=True)
    assert (row["message"], row["help"]) == ("there is no column 'shufled'", "did you mean 'shuffled'?")
    assert row["end_column"] == 25


@pytest.mark.parametrize(
    ("row", "column", "found"),
    [
        ("1,Bob", 1, "1,Bob"),
        ("1,Bob,bet 1, 5c 9d, stick", 13, " 5c 9d, stick"),
        ("1,Bob,stick,", 13, ""),
        ('1,Bob,"won 1" and more', 15, "and more"),
    ],
)
def test_rows_that_cannot_be_read(row: str, column: int, found: str):
    text = PLAY + f"1,Ann,stick\n{row}\n1,Cat,stick\n2,Bob,stick\n"
    assert faults(text) == [("P002", 3, column, found)]
    records = read(text)
    assert records.hands.select("player", "text", "readable").rows() == [
        ("Ann", "stick", True),
        ("Bob", "", False),
        ("Cat", "stick", True),
        ("Bob", "stick", True),
    ]
    assert records.faults.select("session_no", "deal_idx", "player").row(0) == (0, 0, "Bob")


def test_a_quotation_mark_that_is_never_closed_hides_nothing_but_its_row():
    text = PLAY + '1,Ann,"stick\n1,Bob,bust\n2,Ann,"won 1, 5c"\n2,Bob,"bust\n'
    assert faults(text) == [("P002", 2, 7, '"stick'), ("P002", 5, 7, '"bust')]
    assert read(text).hands.select("deal_idx", "player", "text", "readable").rows() == [
        (0, "Ann", "", False),
        (0, "Bob", "bust", True),
        (1, "Ann", "won 1, 5c", True),
        (1, "Bob", "", False),
    ]


def test_every_row_long_is_still_a_table_of_deals():
    records = read(PLAY + "1,Ann,bet 1, 5c 9d\n1,Bob,bet 1, 5c 9d\n2,Ann,bet 1, 5c 9d\n")
    assert records.faults["code"].to_list() == ["P002"] * 3
    assert records.hands.select("deal_idx", "player", "readable").rows() == [
        (0, "Ann", False),
        (0, "Bob", False),
        (1, "Ann", False),
    ]


def test_failed_formulas():
    text = "deal,player,bet,note,line\n1,Ann,#REF!,,\n1,#NAME?,1,,\n2,Ann,1,#N/A,\n#DIV/0!,Ann,1,,Err:502\n"
    assert faults(text) == [
        ("P004", 3, 3, "#NAME?"),
        ("P004", 4, 9, "#N/A"),
        ("P004", 5, 1, "#DIV/0!"),
        ("P004", 5, 16, "Err:502"),
    ]
    assert read(text).hands["text"][0] == "\x04#REF!"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"deal,player,play\n1,Zo\xc3\xab,stick\n1,Ren\xe9e,stick\n", [("P001", 3, 6, "0xE9")]),
        (
            b"deal,player,play\n1,Zo\xc3\xab\xe9\xff,\x80\n",
            [("P001", 2, 6, "0xE9 0xFF"), ("P001", 2, 9, "0x80")],
        ),
        (b"deal,player,play\n1,A\x81nn,\xe9\n", [("P001", 2, 4, "0x81")]),
        (b"deal,player,play\n1,A\x00nn,stick\n", [("P001", 2, 4, "U+0000")]),
        (
            b"deal,player,play\n1,Ann,st\x07ick\n2,\x1b,\n",
            [("P001", 2, 9, "U+0007"), ("P001", 3, 3, "U+001B")],
        ),
        (b"deal,pla\x0byer,play\n1,Ann,stick\n", [("P001", 1, 9, "U+000B")]),
        ("deal,player,play\n1,Ann\x85,stick\n".encode(), [("P001", 2, 6, "U+0085")]),
        ("deal,player,play\n".encode("utf-16") + b"1", [("P001", 2, 1, "0x31")]),
        ("deal,player,play\n".encode("utf-16-le"), [("P001", 1, 2, "U+0000")]),
        (b"PK\x03\x04" + b"\x00\xff" * 99, [("P001", None, None, None)]),
        (bytes(range(256)) * 4, [("P001", 1, 1, "U+0000")]),
    ],
)
def test_what_is_no_text(data: bytes, expected: list[tuple[object, ...]]):
    assert faults(data) == expected
    assert read(data).sessions.is_empty()


# ---- heads


HEAD = Head(
    "Friday",
    currency("JPY"),
    Rules(),
    date="2026-11-27",
    stakes=(10, None),
    seats=(Seat("Ann"), Seat("Bob", aka=("Bobby",)), Seat("S+T", persons=("Sue", "Tom"))),
    bank="Bob",
    bank_place=Place(5, 7, 10),
    at_table=True,
)


def test_under_a_head():
    text = "session,date,deal,player,price,won\n friday ,2026-11-27,1,bobby,200,-5\n,,1,Ann,,5\n"
    records = read_table("a.csv", text.encode(), HEAD, ReadOptions(), Place(9, 8, 13))
    assert records.faults.is_empty()
    session = records.sessions.row(0, named=True)
    assert (session["session"], session["currency"], session["decimals"], session["line"]) == (
        "Friday",
        "JPY",
        0,
        9,
    )
    assert (session["bank"], session["bank_line"], session["bank_end"], session["at_table"]) == (
        "Bob",
        5,
        10,
        True,
    )
    assert records.deals["price"].to_list() == [200]
    assert records.seats["player"].to_list() == ["Ann", "Bob", "S+T"]
    assert records.persons.rows() == [(0, "S+T", "Sue", 0), (0, "S+T", "Tom", 1)]
    assert records.aliases.rows() == [(0, "Bob", "Bobby")]


def test_the_table_must_agree_with_its_head():
    text = "session,date,deal,player,won\nSat,2026-11-28,1,Ann,-5\nSat,,2,Ann,5\n"
    records = read(text, HEAD)
    assert records.faults.select("code", "line", "column", "found", "expected").rows() == [
        ("P004", 2, 1, "Sat", "Friday"),
        ("P004", 2, 5, "2026-11-28", "2026-11-27"),
    ]
    assert records.sessions["session"].to_list() == ["Friday"]


def test_under_a_head_without_a_name_the_table_names_its_sessions():
    records = read("session,deal,player,won\nSat,1,Ann,-5\nSun,1,Ann,5\n", HEAD, named=False)
    assert records.faults.is_empty()
    assert records.sessions["session"].to_list() == ["Sat", "Sun"]
    assert records.seats.height == 6


def test_options_fill_the_head():
    options = {
        "stakes": "0,10-1.00",
        "players": "Bob, Ann",
        "rules": "wikipedia",
        "currency": "gbp",
        "bank": "ann",
    }
    session = read(PLAY + "1,Ann,stick\n", **options).sessions.row(0, named=True)
    assert (session["stakes_min"], session["stakes_max"], session["currency"]) == (10, 100, "GBP")
    assert (session["bank"], session["peek"], session["order_known"]) == ("Ann", False, True)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("stakes", "1.00"),
        ("stakes", "1.00-0.10"),
        ("stakes", "a-b"),
        ("players", "Ann"),
        ("players", "Ann,,Bob"),
        ("players", "Ann,ann"),
        ("rules", "pagatt"),
        ("rules", "stick_on=99"),
        ("currency", "GPB"),
        ("bank", " "),
    ],
)
def test_options_that_cannot_be_read(option: str, value: str):
    records = read(PLAY + "1,Ann,stick\n", **{option: value})
    assert records.faults.select("code", "line").rows() == [("P004", None)]
    assert records.faults["message"][0].startswith(f"--{option}: ")
    assert records.hands.height == 1
