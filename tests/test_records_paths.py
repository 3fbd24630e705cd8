"""What is read when files, folders and standard input are named, and how many parts become one."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from pontoon_ledger.records import ReadOptions, read
from pontoon_ledger.records.source import text_of

if TYPE_CHECKING:
    from pathlib import Path

YAML = """\
session: {}
players: [Ann, Bob]
deals:
  - hands: {{Ann: stick, Bob: bet 1}}
  - hands: {{Zed: stick}}
"""
CSV = "deal,player,play\n1,Ann,stick 18\n1,Bob,bet 1\n"


def put(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)


def test_a_folder_is_read_sorted_and_hidden_files_are_not(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / ".git").mkdir()
    put(tmp_path, b_yaml=YAML.format("B"), a_yml=YAML.format("A"), c_txt="no record")
    put(tmp_path / "sub", d_YAML=YAML.format("D"))
    put(tmp_path / ".git", e_yaml=YAML.format("E"))
    assert read(tmp_path).sessions["session"].to_list() == ["A", "B", "D"]


def test_many_parts_are_numbered_as_one(tmp_path: Path) -> None:
    put(tmp_path, a_yaml=YAML.format("A"), b_yaml=YAML.format("B"))
    records = read([tmp_path / "a.yaml", tmp_path / "no.yaml", tmp_path / "b.yaml"])
    assert [source.path.rsplit("/")[-1] for source in records.sources] == ["a.yaml", "no.yaml", "b.yaml"]
    assert records.sessions["file_no"].to_list() == [0, 2]
    assert records.deals.select("session_no", "deal_no", "file_no").rows() == [
        (0, 1, 0),
        (0, 2, 0),
        (1, 1, 2),
        (1, 2, 2),
    ]
    assert records.hands["deal_idx"].to_list() == [0, 0, 1, 2, 2, 3]
    assert records.hands["file_no"].to_list() == [0, 0, 0, 2, 2, 2]
    assert records.seats["session_no"].to_list() == [0, 0, 1, 1]
    assert records.faults.select("code", "file_no", "session_no", "deal_idx").rows() == [
        ("P008", 0, 0, 1),
        ("P001", 1, None, None),
        ("P008", 2, 1, 3),
    ]


def test_a_path_given_twice_is_read_once(tmp_path: Path) -> None:
    put(tmp_path, a_yaml=YAML.format("A"))
    records = read([tmp_path, tmp_path / "a.yaml", str(tmp_path / "." / "a.yaml")])
    assert records.sessions.height == 1


def test_a_session_twice_is_told_at_the_name_of_the_later(tmp_path: Path) -> None:
    put(tmp_path, a_yaml=YAML.format("Friday"), b_yaml=YAML.format("FRIDAY"), c_yaml=YAML.format("other"))
    faults = read(tmp_path).faults.filter(code="P009")
    assert faults.select("file_no", "session_no", "line", "column", "end_column", "found").rows() == [
        (1, 1, 1, 10, 16, "FRIDAY")
    ]


def test_files_that_cannot_be_had_are_p001(tmp_path: Path) -> None:
    put(tmp_path, empty_yaml=" \n", empty_csv="")
    (tmp_path / "folder").mkdir()
    names = ["no.yaml", "empty.yaml", "empty.csv", "folder", "empty.yaml/x.yaml", "x\0y", "n" * 300]
    records = read([str(tmp_path / name) for name in names])
    assert records.faults["code"].to_list() == ["P001"] * len(names)
    told = [message.rsplit("/")[-1] for message in records.faults["message"]]
    assert told[:4] == [
        "no.yaml is not there",
        "empty.yaml is empty",
        "empty.csv is empty",
        "folder holds no records (.yaml, .yml, .json, .csv, .tsv, .parquet)",
    ]
    assert records.sessions.is_empty()


def test_a_table_named_by_a_record_is_not_read_alone(tmp_path: Path) -> None:
    put(
        tmp_path,
        friday_yaml="players: [Ann, Bob]\nbank: Ann\ndeals: friday.csv\n",
        friday_csv=CSV,
        other_csv=CSV,
    )
    records = read(tmp_path)
    assert records.faults.is_empty()
    assert [source.path.rsplit("/")[-1] for source in records.sources] == [
        "friday.yaml",
        "friday.csv",
        "other.csv",
    ]
    assert records.sessions.select("session", "file_no", "bank").rows() == [
        ("friday", 0, "Ann"),
        ("other", 2, None),
    ]
    assert records.deals["file_no"].to_list() == [1, 2]
    assert records.hands["file_no"].to_list() == [1, 1, 2, 2]
    alone = read(tmp_path / "friday.csv")
    assert alone.sessions["bank"].to_list() == [None]


def test_the_head_of_a_table_keeps_its_money_and_its_faults(tmp_path: Path) -> None:
    head = "session: X\nplayers: [Ann, Bob]\nbnak: Ann\ncash:\n  Bob: {in: 1, out: 2}\ndeals: friday.csv\n"
    put(tmp_path, friday_yaml=head, friday_csv=CSV.replace("Bob", "Bobb"))
    records = read(tmp_path)
    assert records.faults.select("code", "file_no", "line", "found").rows() == [
        ("P003", 0, 3, "bnak"),
        ("P008", 1, 3, "Bobb"),
    ]
    assert records.cash.select("player", "bought", "cashed").rows() == [("Bob", 100, 200)]
    assert records.sessions.select("session", "line", "whole").rows() == [("X", 1, True)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [(YAML.format("A"), "yaml"), (CSV, "csv"), ("sep=;\ndeal;player;play\n1;Ann;stick\n", "csv")],
)
def test_standard_input_is_known_by_its_text(monkeypatch: pytest.MonkeyPatch, text: str, kind: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    records = read(["-", "-"], options=ReadOptions())
    assert [source.kind for source in records.sources] == [kind]
    assert records.sessions.height == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_texts_in_unicode_are_read(encoding: str) -> None:
    source, fault = text_of("a.yaml", "bank: Zoë £".encode(encoding))
    assert fault is None
    assert source.text == "bank: Zoë £"
    assert len(source.sha256) == 64


@pytest.mark.parametrize(
    ("data", "line", "column", "found"),
    [
        (b"a: 1\r\nb: \xa35", 2, 4, "0xA3"),
        ("é: ".encode() + b"\x80", 1, 4, "0x80"),
        (b"a\0b", 1, 2, "U+0000"),
        (b"a: 1\rb\x1b", 2, 2, "U+001B"),
        ("a\u2028b".encode(), 1, 2, "U+2028"),
        ("ab\x85".encode(), 1, 3, "U+0085"),
        ("a: \ufeffb".encode(), 1, 4, "U+FEFF"),
        ("bank: Ann".encode("utf-16-le"), 1, 2, "U+0000"),
        (b"\xff\xfea\x00\x00\xd8", 1, 2, None),
    ],
)
def test_bytes_that_are_no_text_are_told_at_their_place(
    data: bytes, line: int, column: int, found: str | None
) -> None:
    source, fault = text_of("a.yaml", data)
    assert fault is not None
    assert (fault.code, fault.place.line, fault.place.column, fault.found) == ("P001", line, column, found)
    assert source.text == ""
