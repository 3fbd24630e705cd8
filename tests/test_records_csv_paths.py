"""The two ways into a table say the same, places lead back to the file, and no bytes break the reader."""

from __future__ import annotations

import random
import string
from unittest.mock import patch

import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from pontoon_ledger.records import grid
from pontoon_ledger.records.cells import scan_row
from pontoon_ledger.records.dialect import Dialect, find_dialect
from pontoon_ledger.records.model import SCHEMAS, Records
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.plain import read_plain
from pontoon_ledger.records.quoted import read_quoted
from pontoon_ledger.records.table import char_places, read_table

HEADERS = [
    "deal,player,play",
    "deal,player,bet,cards,play,won,note",
    "session,date,deal,bank,player,play",
    "play,bank,price,shuffled,player,deal,doubled,void,gap,waive",
    "deal,player,play,",
]
CELLS = [
    *("1", "1", "2", "3", "Fri", "Sat", "2026-11-27", "Ann", "Ann", "Bob", "bob", "Zoë", "bank", "#REF!"),
    *("bet 1", "split 1", "stick", "won 1, 5c 9d", "note so, oh", "0.20", "-1", "yes", "no", "misdeal"),
    *("P402: so", "5c, 9d", " Ann ", " ", "", "", "", "💷"),
]
ODD = ['"', '""', '"a"b', '"1,Ann', 'a"b', '"x\ny"', "\n", "\r", "a,b", '"Ann" ', ' "Bob"', '"won ""1"""']


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


PLAIN = [way for cell in CELLS for way in ((cell if "," not in cell else quoted(cell)), quoted(cell))]
plain_cells = st.sampled_from(PLAIN)
odd_cells = st.sampled_from([*PLAIN, *CELLS, *CELLS, *ODD, *ODD, *ODD, *ODD])


@st.composite
def plain_tables(draw: st.DrawFn) -> str:
    header = draw(st.sampled_from(HEADERS))
    width = header.count(",") + 1
    rows = draw(st.lists(st.lists(plain_cells, min_size=width, max_size=width), min_size=1, max_size=8))
    mark = draw(st.sampled_from(",;\t"))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    lines = [header.replace(",", mark), *(mark.join(row) for row in rows)]
    return end.join(lines) + draw(st.sampled_from(["", end]))


@st.composite
def odd_tables(draw: st.DrawFn) -> str:
    header = draw(st.sampled_from(HEADERS))
    width = header.count(",") + 1
    rows = draw(st.lists(st.lists(odd_cells, min_size=width - 1, max_size=width + 1), min_size=1, max_size=6))
    ends = draw(
        st.lists(
            st.sampled_from(["\n", "\n", "\r\n", "\r", ""]), min_size=len(rows) + 1, max_size=len(rows) + 1
        )
    )
    lines = [header, *(",".join(row) for row in rows)]
    return "".join(line + end for line, end in zip(lines, ends, strict=True))


NONE = ReadOptions()


def read(data: bytes, options: ReadOptions = NONE) -> Records:
    return read_table("a.csv", data, None, options)


def both_ways(text: str, options: ReadOptions) -> tuple[Records, bool]:
    """Reads a text; where the fast way took it, the slow way must say the same, else there is but that."""
    took: list[bool] = []

    def watched(utf8: bytes, body: int, dialect: Dialect) -> pl.DataFrame | None:
        rows = read_plain(utf8, body, dialect)
        took.append(rows is not None)
        return rows

    with patch.object(grid, "read_plain", watched):
        fast = read(text.encode(), options)
    if not any(took):
        return fast, False
    with patch.object(grid, "read_plain", return_value=None):
        slow = read(text.encode(), options)
    for name in SCHEMAS:
        ours, theirs = getattr(fast, name), getattr(slow, name)
        if name == "faults":
            order = ["line", "column", "code", "found", "message"]
            ours, theirs = ours.sort(order, nulls_last=True), theirs.sort(order, nulls_last=True)
        assert_frame_equal(ours, theirs)
    return fast, True


OPTIONS = st.sampled_from([ReadOptions(), ReadOptions(players="Ann,Bob", bank="Ann")])


def the_scanner_sees_the_cells_that_the_readers_see(text: str) -> None:
    dialect, _ = find_dialect(text)
    if dialect is None:
        return
    frame, faults = read_quoted(text, dialect)
    starts = [
        0,
        *(i + 1 for i, c in enumerate(text) if c == "\n" or (c == "\r" and text[i + 1 : i + 2] != "\n")),
    ]
    for row in frame.filter(~pl.col("broken")).iter_rows():
        *cells, line, _ = row
        found = scan_row(text, starts[line - 1], dialect.layout.delimiter)
        assert found.bad is None
        seen = [cell.value.strip() for cell in found.cells]
        assert seen + [""] * (len(cells) - len(seen)) == [(cell or "").strip() for cell in cells]
        for cell in found.cells:
            assert "".join(text[offset] for offset in cell.offsets()) == cell.value
    assert set(faults) == set(frame.filter("broken")["line"])


def places_lead_back_to_the_characters_of_the_play(lines: list[str], records: Records) -> None:
    for line, play in records.hands.select("line", "text").iter_rows():
        if not play:
            continue
        places = char_places(records.sources[0], line, play)
        assert len(places) == len(play)
        assert places == sorted(places) or "\x03" in play
        for char, (at, column) in zip(play, places, strict=True):
            written = lines[at - 1][column - 1 : column]
            if char.isalnum() and not play.lower().startswith("note") and ", note" not in play.lower():
                assert written == char


def faults_stand_in_the_file(lines: list[str], records: Records) -> None:
    for line, column, end, found in records.faults.select(
        "line", "column", "end_column", "found"
    ).iter_rows():
        written = lines[line - 1]
        assert 1 <= column < end <= max(len(written) + 1, column + 1)
        if found and "\n" not in found and '"' not in found:
            marked = written[column - 1 : end - 1].strip()
            assert not marked or marked.startswith(found.strip()[: end - column])


def all_of_it_holds(text: str, options: ReadOptions) -> None:
    records, _ = both_ways(text, options)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    the_scanner_sees_the_cells_that_the_readers_see(text)
    places_lead_back_to_the_characters_of_the_play(lines, records)
    faults_stand_in_the_file(lines, records)


@settings(max_examples=150, deadline=None)
@given(plain_tables(), OPTIONS)
@example("deal,player,play\n1,Ann,\n\n1,Bob,\n", ReadOptions())
def test_plain_tables_are_read_alike_both_ways_and_lead_back_to_the_file(text: str, options: ReadOptions):
    all_of_it_holds(text, options)


@settings(max_examples=300, deadline=None)
@given(odd_tables(), OPTIONS)
@example('deal,player,play\n1,Ann,"\n1,Bob,"\n', ReadOptions())
def test_odd_tables_are_read_alike_both_ways_and_lead_back_to_the_file(text: str, options: ReadOptions):
    all_of_it_holds(text, options)


def test_the_fast_way_takes_what_is_plain_and_only_that():
    plain = 'deal,player,play\n1,Ann,"bet 1, 5c 9d"\n1,"Bob",\n'
    for text in (plain, plain.replace("\n", "\r\n"), plain.rstrip("\n"), plain.replace("Bob", "Zoë")):
        assert both_ways(text, ReadOptions())[1]
    for odd in (
        "1,Cat\n",
        "1,Cat,a,b\n",
        "\n2,Cat,a\n",
        '1,Cat,"a\nb"\n',
        '1,Cat,"a ""b"""\n',
        '1,Cat,a"b\n',
    ):
        assert not both_ways(plain + odd, ReadOptions())[1]
    for odd in (
        '1,Cat,"a"b\n',
        '1,Cat,"a\n',
        "1,Cat,a\r",
        "1,Cat,\r",
        "1,\r,a\n",
        "1,Cat,a\r1,Dan,b\n",
        "1,Cat\n1,Dan,a,\n",
    ):
        assert not both_ways(plain + odd, ReadOptions())[1]


def test_places_of_a_result_that_was_moved_before_the_note():
    text = 'deal,player,play,won\n1,Ann,"stick,\n note oh",-2\n'
    records = read(text.encode())
    play = records.hands["text"][0]
    assert play == "\x03-2, stick,  note oh"
    places = char_places(records.sources[0], 2, play)
    assert places[1:3] == [(3, 11), (3, 12)]
    assert places[5:10] == [(2, 8), (2, 9), (2, 10), (2, 11), (2, 12)]
    assert places[-2:] == [(3, 7), (3, 8)]


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_no_bytes_break_the_reader(data: bytes):
    for options in (ReadOptions(), ReadOptions(players="Ann,Bob", stakes="1-2", currency="EUR")):
        records = read(data, options)
        assert records.sessions.height or records.faults.height


@pytest.mark.parametrize("seed", range(60))
def test_no_change_to_a_table_breaks_the_reader(seed: int):
    dice = random.Random(seed)
    body = "".join(
        f'{d},{p},"bet 0,20, 5c 9d","1,50",yes,P402: so\n' for d in (1, 2, 3) for p in ("Ann", "Bob", "bank")
    )
    data = bytearray(("deal,player,play,price,shuffled,waive\n" + body).encode())
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(data))
        what = dice.choice(
            [b'"', b",", b"\n", b"\r", b"", b"\xc3\xa9", b"#REF!", bytes([dice.randrange(256)])]
        )
        data[at : at + dice.randint(0, 3)] = what
    records = read(bytes(data))
    assert records.sessions.height or records.faults.height
    assert records.hands["deal_idx"].is_sorted()
    assert records.hands.is_empty() or records.hands["deal_idx"].max() < records.deals.height


def test_a_file_of_quotation_marks_is_read_in_good_time():
    for row in ('1,Ann,"stick\n', '1,Ann,"\n', '"\n', '"",\n', '1,Ann,""a"\n', '1,Ann,a"\n'):
        records = read(b"deal,player,play\n" + row.encode() * 3000 + b'1,Ann,"')
        assert records.faults.height
    long = read(b'deal,player,play\n1,Ann,"' + b"a" * 200_000 + b'"\n1,Bob,stick\n')
    assert long.hands["player"].to_list() == ["Ann", "Bob"]


def test_letters_of_all_sorts_stay_as_they_are():
    name = "".join(char for char in string.printable if char.isalnum()) + "é東💷"
    records = read(f"deal,player,play\n1,{name},stick\n".encode())
    assert records.hands["player"].to_list() == [name]
