"""Files, ledgers and questions of somebody who means harm: each has its answer, in bounded time and memory.

PONTOON_LONG_LINE_MIB sets the length of the long line (8 unless told; 1024 is tried by hand).
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import duckdb
import pytest
from command import CLEAN, ROOT, environment

from pontoon_ledger.records import read

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "session: f\nplayers: [Ann, Bob]\nbank: Ann\n"
LONG = int(os.environ.get("PONTOON_LONG_LINE_MIB", "8"))
MEMORY = (3 << 30) + (24 * LONG << 20)
SECONDS = 60 + LONG
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no such files, no such limits")
BOMB = "a: &a [x, x]\n" + "".join(
    f"{n}: &{n} [*{m}, *{m}]\n" for m, n in zip("abcdefgh", "bcdefghi", strict=True)
)


def confined(*args: str, cwd: Path, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command with no more memory and time than is stated."""
    import resource

    done = subprocess.run(
        [sys.executable, "-m", "pontoon_ledger", *args],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        env=environment(POLARS_MAX_THREADS="2", PYTHONPATH=str(ROOT), **env),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        timeout=SECONDS,
        check=False,
    )
    assert b"internal error" not in done.stderr
    assert b"Traceback" not in done.stderr
    return done


def first_fault(folder: Path, name: str, data: str | bytes) -> tuple[object, ...]:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return read(path).faults.select("code", "line", "column").row(0)


DEEP = 10_000


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("lists.yaml", HEAD + "note: " + "[" * DEEP + "]" * DEEP, ("P002", 4)),
        ("maps.yaml", HEAD + "note: " + "{a: " * DEEP + "}" * DEEP, ("P002", 4)),
        ("dashes.yaml", HEAD + "deals:\n  " + "- " * DEEP + "x\n", ("P002", 5)),
        ("lists.json", '{"deals":' + "[" * DEEP + "]" * DEEP + "}", ("P002", 1)),
        ("maps.json", '{"a":' * DEEP + "1" + "}" * DEEP, ("P002", 1)),
    ],
)
def test_what_is_nested_without_end_is_told_at_its_line(
    tmp_path: Path, name: str, data: str, expected: tuple[str, int]
) -> None:
    assert first_fault(tmp_path, name, data)[:2] == expected
    faults = read(tmp_path / name).faults
    assert faults.filter(faults["message"].str.contains("nested deeper")).height == 1


@pytest.mark.parametrize("hands", [127, 128, 400])
def test_any_number_of_hands_of_one_player_is_read(tmp_path: Path, hands: int) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"{HEAD}deals:\n  - hands:\n      Bob:\n" + "        - split 1, stick\n" * hands)
    records = read(path)
    assert records.hands.height == hands
    assert records.hands["hand"].max() == 127


def test_a_bomb_of_aliases_is_never_opened(tmp_path: Path) -> None:
    path = tmp_path / "bomb.yaml"
    path.write_text(BOMB + HEAD + "deals: *i\n")
    faults = read(path).faults
    told = faults.filter(code="P002")["message"].to_list()
    assert sum("an anchor (&name) is not read" in message for message in told) == 9
    assert faults.filter(faults["found"] == "*i").select("code", "line", "column").rows()[:1] == [
        ("P002", 13, 8)
    ]


@pytest.mark.parametrize(
    ("name", "data", "place"),
    [
        ("u32.yaml", HEAD.encode("utf-32"), (1, 1)),
        ("two.yaml", HEAD.encode() + "note: é\n".encode("latin-1"), (4, 7)),
        ("lone.yaml", HEAD + "note: \ud800\n", (4, 7)),
        ("mixed.yaml", HEAD.encode() + b"\xef\xbb\xbfnote: x\n", (4, 1)),
        ("zip.yaml", b"PK\x03\x04\x14\x00\x00", (1, 3)),
        ("packed.json", b"\x1f\x8b\x08\x00", (1, 2)),
    ],
)
def test_what_is_no_text_is_told_at_its_character(
    tmp_path: Path, name: str, data: str | bytes, place: tuple[int, int]
) -> None:
    assert first_fault(tmp_path, name, data) == ("P001", *place)


@pytest.mark.parametrize("other", ["\u0410nn", "\u202ennA", "A\u200bnn", "\u05d0\u05d1"])
def test_names_that_look_alike_are_two_people(tmp_path: Path, other: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        f"players: [Ann, {other}]\nbank: Ann\ndeals: [{{hands: {{{other}: stick, Ann: stick}}}}]\n"
    )
    records = read(path)
    assert records.hands["player"].to_list() == [other, "Ann"]
    assert records.seats["player"].to_list() == ["Ann", other]


@pytest.mark.parametrize(
    "data",
    [
        "deal,player,play," + ",".join(f"c{n}" for n in range(100_000)) + "\n1,Ann,stick\n",
        "deal,player,play" + ",play" * 100_000 + "\n1,Ann,stick\n",
        "deal,player,play" + "," * 100_000 + "\n" + ("1,Ann,stick" + "," * 100_000 + "\n") * 3,
    ],
)
def test_a_table_of_100_000_columns_is_refused_at_the_first_too_many(tmp_path: Path, data: str) -> None:
    code, line, column = first_fault(tmp_path, "wide.csv", data)
    assert (code, line) == ("P004", 1)
    assert data[: int(str(column)) - 1].count(",") == 1000


@POSIX
@pytest.mark.parametrize(("name", "play"), [("a.yaml", "bet 1, {x}"), ("a.csv", "bet {x}")])
def test_a_long_line_ends_in_good_time(tmp_path: Path, name: str, play: str) -> None:
    text = play.format(x="1" * (LONG << 20))
    yaml = f"{HEAD}deals:\n  - hands:\n      Bob: {text}\n      Ann: stick\n"
    table = f'deal,player,play\n1,Bob,"{text}"\n1,Ann,stick\n'
    (tmp_path / name).write_text(yaml if name == "a.yaml" else table)
    done = confined("check", name, cwd=tmp_path)
    assert done.returncode in {0, 1, 2}
    assert len(done.stdout) < 20_000
    assert done.stdout


@POSIX
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "again").symlink_to(tmp_path / "loop")
    (tmp_path / "loop" / "a.yaml").symlink_to("a.yaml")
    told = [
        read(path).faults.row(0, named=True)
        for path in ("/dev/zero", tmp_path / "pipe.yaml", tmp_path / "pipe", tmp_path / "loop")
    ]
    assert {fault["code"] for fault in told} == {"P001"}
    said = [fault["message"].split("cannot be read: ")[1] for fault in told]
    pipe = "it is a pipe; hand its text to standard input, which is -"
    assert said[:3] == ["it is a device and no file", pipe, pipe]
    assert "symbolic links" in said[3]


@POSIX
def test_a_question_in_a_pipe_or_without_end_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "q.sql")
    (tmp_path / "a.yaml").write_text(CLEAN)
    done = confined("query", "q.sql", "a.yaml", cwd=tmp_path)
    assert (done.returncode, b"it is a pipe" in done.stderr) == (2, True)
    done = confined("query", "-", "a.yaml", cwd=tmp_path, stdin=b"-" * (2 << 20), PONTOON_MAX_FILE_MIB="1")
    assert (done.returncode, b"more than 1 MiB" in done.stderr) == (2, True)


def test_no_more_of_a_file_is_read_than_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(HEAD + "#" * (1 << 20))
    assert read(path).faults["code"].to_list() != ["P001"]
    monkeypatch.setenv("PONTOON_MAX_FILE_MIB", "1")
    (told,) = read(path).faults["message"]
    assert told.endswith("it has more than 1 MiB; PONTOON_MAX_FILE_MIB sets how many may be read")
    monkeypatch.setenv("PONTOON_MAX_FILE_MIB", "-1")
    (told,) = read(path).faults["message"]
    assert told.endswith("PONTOON_MAX_FILE_MIB is '-1', which is no whole number of MiB")


def test_sql_in_names_and_notes_is_text(tmp_path: Path) -> None:
    from pontoon_ledger import api
    from pontoon_ledger.store import Ledger

    evil = "Bob'); DROP TABLE hands; --"
    path = tmp_path / "a.yaml"
    path.write_text(
        CLEAN.replace("Bob", f'"{evil}"')
        .replace("session: clean", f'session: "{evil}"')
        .replace("[Ann", "[Ann")
    )
    audit = api.audit(read(path))
    with Ledger(tmp_path / "l.duckdb") as ledger:
        ledger.add(audit)
        assert evil in ledger.query("SELECT DISTINCT player FROM hands")["player"].to_list()
        assert ledger.query("SELECT session FROM sessions").item() == evil


HOSTILE = [
    "DROP VIEW balances; CREATE VIEW balances AS SELECT content AS player FROM read_text('{secret}')",
    "CREATE OR REPLACE MACRO money(a, b) AS (SELECT content FROM read_text('{secret}'))",
    "DROP VIEW balances; CREATE VIEW balances AS SELECT * FROM glob('{folder}/*')",
    'CREATE TABLE "x\'); DROP TABLE hands; --" (a INTEGER); '
    'CREATE TABLE "x"" AS held, (SELECT 1) --" (a INTEGER)',
]


@pytest.mark.parametrize("sql", HOSTILE)
def test_a_ledger_made_by_a_stranger_reads_nothing_else(tmp_path: Path, sql: str) -> None:
    from pontoon_ledger import api
    from pontoon_ledger.store import Ledger, LedgerError

    secret = tmp_path / "secret.txt"
    secret.write_text("hidden word")
    (tmp_path / "a.yaml").write_text(CLEAN)
    audit = api.audit(read(tmp_path / "a.yaml"))
    path = tmp_path / "l.duckdb"
    Ledger(path).add(audit)
    with duckdb.connect(str(path)) as stranger:
        stranger.execute(sql.format(secret=secret, folder=tmp_path))
    for question in ("FROM balances", "SELECT money(1, 2) AS m"):
        try:
            said = str(Ledger(path).query(question).rows())
        except LedgerError as error:
            said = str(error)
            assert "reads the ledger and nothing else" in said or "not" in said
        assert "hidden word" not in said
        assert "'secret.txt'" not in said
    assert Ledger(path).query("SELECT count(*) FROM hands").item() == 4
    try:
        Ledger(path).add(audit)
    except LedgerError as error:
        assert "hidden word" not in str(error)
    assert secret.read_text() == "hidden word"


@pytest.mark.parametrize("version", ["'x'", "NULL", "-5", "1.5"])
def test_a_ledger_of_no_version_is_none(tmp_path: Path, version: str) -> None:
    from pontoon_ledger.store import Ledger, LedgerError

    path = tmp_path / "l.duckdb"
    Ledger(path).close()
    meta = f"SELECT 'pontoon_ledger' AS application, {version} AS schema_version"
    with duckdb.connect(str(path)) as stranger:
        stranger.execute(f"CREATE OR REPLACE TABLE meta AS {meta}")
    with pytest.raises(LedgerError, match="not a ledger"):
        Ledger(path).sessions()
