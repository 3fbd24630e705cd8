"""`query`: where a question may come from, every way to write the answer, what breaks off."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from decimal import Decimal
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest
from command import CLEAN, FRIDAY, ROOT, Door, door, environment
from hypothesis import given
from hypothesis import strategies as st
from test_store_query import FORBIDDEN

import pontoon_ledger
from pontoon_ledger.cli.answers import Question, show
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen
from pontoon_ledger.render.answer import answer_json, answer_lines, answer_tables, coins
from pontoon_ledger.store import Ledger, LedgerError
from pontoon_ledger.store.asking import Answer, AnswerColumn, LateError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Shown = Callable[..., str]

__all__ = ["door"]

HUGE = "FROM range(1000000000)"
BROKEN = (
    "SELECT (if(range = 9000, 'sawn ', '') || range)::INTEGER AS n, repeat('x', 500) AS w FROM range(12000)"
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of two evenings."""
    folder = tmp_path_factory.mktemp("kept")
    (folder / "friday.yaml").write_text(FRIDAY)
    (folder / "clean.yaml").write_text(CLEAN)
    Ledger(folder / "pontoon.duckdb").add(pontoon_ledger.audit(pontoon_ledger.read(folder)))
    return folder / "pontoon.duckdb"


@pytest.fixture(scope="module")
def held(kept: Path) -> Iterator[Ledger]:
    """The same ledger, held open."""
    with Ledger(kept, read_only=True) as ledger:
        yield ledger


@pytest.fixture
def shown(held: Ledger, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shown:
    """What the command writes for a question, without the way to it."""
    monkeypatch.setenv("COLUMNS", "80")

    def show_it(sql: str, form: str = "table") -> str:
        show(held, Question(sql, None, 60), Screen(Format(form)), complete=True)
        return capsys.readouterr().out

    return show_it


@pytest.fixture
def ask(kept: Path, door: Door, monkeypatch: pytest.MonkeyPatch) -> Door:
    """The command with that ledger, in an empty folder."""
    monkeypatch.setenv("PONTOON_DB", str(kept))
    return door


# where the question comes from


def test_a_question_in_a_file(ask: Door) -> None:
    sql = "SELECT player, due\nFROM balances -- so far\nWHERE sessions = 2 AND due > 0.5;\n"
    ask.write("top.sql", "\ufeff" + sql)
    assert ask("query", "top.sql", "--format", "plain").out == "Bob\t0.80\n"
    ask.write("top.SQL", sql.replace("player", "playr"))
    assert ask("query", "top.SQL").err.splitlines() == [
        "pontoon: top.SQL: there is no column playr; did you mean player, paid or unpaid?",
        "         LINE 1: SELECT playr, due",
        "                        ^^^^^",
    ]


def test_a_file_that_cannot_be_read(ask: Door) -> None:
    (ask.folder / "latin.sql").write_bytes("FROM hands\nWHERE player = 'Zoë'".encode("cp1252"))
    (ask.folder / "folder.sql").mkdir()
    for name, message in (
        ("missing.sql", "there is no file missing.sql"),
        ("latin.sql", "latin.sql is no text in UTF-8 (line 2); save it as UTF-8"),
        ("folder.sql", "folder.sql cannot be read: Is a directory"),
        ("a\0.sql", "a\\x00.sql cannot be read: it is no name of a file"),
    ):
        ran = ask("query", name)
        assert (ran.status, ran.out, ran.err) == (2, "", f"pontoon: {message}\n")


def test_a_question_in_standard_input(ask: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"SELECT count(*) AS n FROM hands")))
    assert ask("query", "-", "--format", "plain").out == "8\n"
    ran = ask("query", "-", "-")
    assert ran.status == 2
    assert "standard input cannot be the question and a record at once" in ran.err


def test_a_question_in_an_input_that_gives_nothing(ask: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open("wb") as nothing:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.FileIO(nothing.fileno(), "w", closefd=False)))
        ran = ask("query", "-")
    assert (ran.status, ran.err) == (2, "pontoon: the question cannot be read: there is no standard input\n")


def test_a_record_in_standard_input(ask: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CLEAN.encode())))
    ran = ask("query", "SELECT session FROM sessions", "-", "--format", "plain")
    assert (ran.status, ran.out) == (0, "clean\n")


@pytest.mark.parametrize("nothing", ["", "  ", "/* a remark */", ";"])
def test_no_question(ask: Door, nothing: str) -> None:
    ran = ask("query", nothing)
    assert ran.status == 2
    assert ran.err == "pontoon: there is no question in it; ask one, such as: FROM balances\n"


def test_a_question_that_is_no_text(ask: Door) -> None:
    assert ask("query", "SELECT '\udcff'").err == "pontoon: the question is no text in UTF-8\n"


@pytest.mark.parametrize("sql", FORBIDDEN)
def test_what_is_read_in_parts_reads_the_ledger_and_nothing_else(
    held: Ledger, tmp_path: Path, sql: str
) -> None:
    question = sql.format(other=tmp_path / "other.duckdb", out=tmp_path / "out")
    with pytest.raises(LedgerError), held.answer(question) as answer:
        list(answer.parts())
    with pytest.raises(LedgerError), held.answer(question) as answer:
        answer.write_parquet(str(tmp_path / "answer.parquet"))
    assert list(tmp_path.iterdir()) == []


def test_no_argument_at_all(ask: Door) -> None:
    assert "no question" in ask("query").err


# what cannot be asked


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("FROM hand", "there is no table or view hand; did you mean hands?"),
        ("SELECT h.playr FROM hands AS h", "h has no column playr; did you mean player or player_id?"),
        ("SELECT g.player FROM hands AS h", "there is no table g in this question; did you mean h?"),
        ("SELECT mony(1, 2)", "there is no function mony; did you mean money?"),
        (
            'FROM hands WHERE player = "Bob"',
            "there is no column Bob; a text is written in single quotes: 'Bob'",
        ),
        ("SELEC 1", 'syntax error at or near "SELEC"'),
        ("SELECT 1; SELECT 2", "one question at a time: this is 2 statements"),
        ("SELECT x'é'", "Hex string literal contains a non-hexadecimal character '\ufffd'"),
        ("SELECT 'a'::INTEGER", "Could not convert string 'a' to INT32"),
    ],
)
def test_what_is_wrong_with_a_question_is_said_plainly(held: Ledger, sql: str, message: str) -> None:
    with pytest.raises(LedgerError) as caught:
        held.query(sql)
    first, *pointer = str(caught.value).splitlines()
    assert first == message
    assert not pointer or pointer[0] == f"LINE 1: {sql}"


def test_the_line_pointed_at_is_that_of_the_question(held: Ledger) -> None:
    with pytest.raises(LedgerError, match=r"\nLINE 3: +'x'::DATE\n") as caught:
        held.query("SELECT\n  1,\n  'x'::DATE")
    assert "Error:" not in str(caught.value)


# how the answer is written


def test_amounts_have_two_decimals_or_as_many_as_they_need(shown: Shown) -> None:
    sql = (
        "SELECT money(40, 2) AS a, money(1234, 3) AS b, money(5, 0) AS c, 1.50::DECIMAL(9, 3) AS d, NULL AS e"
    )
    assert shown(sql).splitlines()[2] == "0.40  1.234  5.00  1.500"
    assert json.loads(shown(sql, "json"))["rows"] == [
        {"a": "0.40", "b": "1.234", "c": "5.00", "d": "1.500", "e": None}
    ]


@given(st.decimals(-(10**12), 10**12, places=4).map(lambda amount: f"{amount:.4f}"))
def test_an_amount_is_never_changed(amount: str) -> None:
    shown = coins(amount)
    assert shown is not None
    assert Decimal(shown) == Decimal(amount)
    assert len(shown.partition(".")[2]) >= 2


def test_a_long_answer_is_written_part_by_part_in_its_order(shown: Shown) -> None:
    sql = "SELECT 3000 - range AS n, 'x' AS w FROM range(3000)"
    numbers = [str(3000 - at) for at in range(3000)]
    assert shown(sql, "csv").splitlines() == ["n,w", *(f"{n},x" for n in numbers)]
    assert shown(sql, "plain").splitlines() == [f"{n}\tx" for n in numbers]
    assert shown(sql, "markdown").splitlines()[2:] == [f"| {n} | x |" for n in numbers]
    assert shown(sql).splitlines()[2:] == [f"{n:>4}  x" for n in numbers]
    shape = json.loads(shown(sql, "json"))
    assert shape["complete"] is True
    assert shape["rows"] == [{"n": int(n), "w": "x"} for n in numbers]


def test_what_is_wider_further_down_is_whole_all_the_same(shown: Shown) -> None:
    sql = (
        "SELECT if(range = 1500, 123456789, 1) AS n, if(range = 1500, 'quite a long one', 'short') AS note "
        "FROM range(1501)"
    )
    further = [" " * 11 + word for word in ("a", "long", "one")]
    assert shown(sql).splitlines()[-4:] == ["123456789  quite", *further]


def test_an_answer_too_wide_for_the_screen_is_a_list_to_its_end(shown: Shown) -> None:
    columns = ", ".join(f"range AS column_number_{at}" for at in range(9))
    out = shown(f"SELECT {columns} FROM range(1001)")
    assert out.splitlines()[-1] == "column_number_8  1000"
    assert out.count("\n\n") == 1000


def test_an_answer_without_rows(shown: Shown) -> None:
    sql = "SELECT player, due FROM hands WHERE false"
    assert shown(sql) == "player  due\n------  ---\n"
    assert shown(sql, "csv") == "player,due\n"
    assert json.loads(shown(sql, "json")) == {"complete": True, "rows": []}


def test_whatever_is_no_number_in_json_is_a_text(shown: Shown) -> None:
    out = shown("SELECT 'nan'::DOUBLE AS a, 'inf'::FLOAT AS b, 1.5::FLOAT AS c, true AS d", "json")
    assert json.loads(out)["rows"] == [{"a": "nan", "b": "inf", "c": 1.5, "d": True}]


def test_no_more_of_an_answer_is_held_than_a_part(held: Ledger) -> None:
    with held.answer(HUGE) as answer:
        assert [len(part) for part in islice(answer.parts(), 3)] == [1000] * 3
    endless = ([(number,)] for number in count())
    columns = [AnswerColumn("n", "bigint")]
    for form in ("table", "csv", "plain", "markdown"):
        assert len(list(islice(answer_lines(answer_tables(columns, endless), form), 50))) == 50
    assert len(list(islice(answer_json(answer_tables(columns, endless), complete=True), 50))) == 50


@given(
    st.lists(
        st.lists(st.tuples(st.text(max_size=5), st.none() | st.integers()), max_size=3),
        min_size=1,
        max_size=4,
    ),
    st.booleans(),
)
def test_streamed_json_and_csv_say_what_was_put_in(
    parts: list[list[tuple[str, int | None]]], whole: bool
) -> None:
    columns = [AnswerColumn("w", "varchar"), AnswerColumn("n", "bigint")]
    rows = [row for part in parts for row in part]
    shape = json.loads("\n".join(answer_json(answer_tables(columns, parts), complete=whole, unicode=False)))
    assert shape == {"complete": whole, "rows": [{"w": w, "n": n} for w, n in rows]}
    lines = list(csv.reader(answer_lines(answer_tables(columns, parts), "csv")))
    assert [line[1] for line in lines] == ["n", *("" if n is None else str(n) for _, n in rows)]


# into files


def test_a_parquet_file_keeps_money_exact(ask: Door) -> None:
    sql = (
        "SELECT player, balance, 12345678901234567890::HUGEINT AS n, [1, 2] AS l, date '2026-11-27' AS d "
        "FROM balances"
    )
    ran = ask("query", sql, "-o", "out's.parquet")
    assert (ran.status, ran.out, ran.err) == (0, "", "pontoon: out's.parquet written\n")
    with duckdb.connect() as plain:
        read = "FROM read_parquet('out''s.parquet')"
        types = [kind for _, kind, *_ in plain.execute(f"DESCRIBE {read}").fetchall()]
        assert types == ["VARCHAR", "DECIMAL(29,4)", "DECIMAL(38,0)", "VARCHAR", "DATE"]
        (bob,) = plain.execute(f"SELECT balance, n, l FROM ({read}) WHERE player = 'Bob'").fetchall()
    assert bob == (Decimal("0.8000"), Decimal(12345678901234567890), "[1, 2]")


@pytest.mark.parametrize(("ending", "form"), [("csv", "csv"), ("json", "json"), ("md", "markdown")])
def test_a_file_holds_what_the_screen_shows(ask: Door, ending: str, form: str) -> None:
    sql = "SELECT player, due, 'ë' AS e FROM balances"
    assert ask("query", sql, "-o", f"out.{ending}", "-q").err == ""
    written = (ask.folder / f"out.{ending}").read_text(encoding="utf-8")
    assert written == ask("query", sql, "--format", form).out


def test_nothing_is_replaced_unless_that_is_wished(ask: Door) -> None:
    ask.write("there.parquet", "mine")
    ran = ask("query", "FROM meta", "-o", "there.parquet")
    assert (ran.status, ran.err) == (
        2,
        "pontoon: there.parquet is there already\n         --force replaces it\n",
    )
    assert (ask.folder / "there.parquet").read_text() == "mine"
    assert ask("query", "FROM meta", "-o", "there.parquet", "--force").status == 0
    assert (ask.folder / "there.parquet").read_bytes()[:4] == b"PAR1"
    ran = ask("query", "FROM meta", "-o", os.environ["PONTOON_DB"], "--format", "csv", "--force")
    assert ran.status == 2
    assert "is the ledger; it is left as it is" in ran.err
    (ask.folder / "folder.csv").mkdir()
    ran = ask("query", "FROM meta", "-o", "folder.csv", "--force")
    assert (ran.status, ran.err) == (2, "pontoon: folder.csv cannot be written: it is no plain file\n")


@pytest.mark.parametrize("name", ["out.parquet", "out.json"])
def test_a_file_is_whole_or_not_there(ask: Door, name: str) -> None:
    for sql in (BROKEN, "FROM nowhere"):
        ran = ask("query", sql, "-o", name)
        assert (ran.status, ran.out) == (2, "")
        assert list(ask.folder.iterdir()) == []
    assert "sawn 9000" in ask("query", BROKEN, "-o", name).err
    assert ask("query", "FROM meta", "-o", f"no such folder/{name}").err == (
        f"pontoon: no such folder/{name} cannot be written: No such file or directory\n"
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-o", ""], "--output needs the name of a file"),
        (["-o", "out.xlsx"], "--output cannot be 'out.xlsx' without --format"),
        (
            ["-o", "out.csv", "--format", "json"],
            "--format json cannot be written to a file that ends in .csv",
        ),
        (["--format", "parquet"], "--format parquet needs a file to write to"),
        (["--format", "parket"], "--format cannot be 'parket'"),
        (["--timeout", "soon"], "--timeout cannot be 'soon'"),
        (["--timeout", "-1"], "--timeout cannot be '-1'"),
        (["--timeout", "nan"], "--timeout cannot be 'nan'"),
        (["--explain-schema", "-o", "out.csv"], "--explain-schema is for the screen, not for a file"),
    ],
)
def test_options_that_make_no_sense(ask: Door, args: list[str], message: str) -> None:
    ran = ask("query", "FROM meta", *args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[0] == f"pontoon: {message}"
    assert list(ask.folder.iterdir()) == []


def test_an_incomplete_ledger_is_said_beside_every_form(ask: Door) -> None:
    path = ask.write("open.yaml", FRIDAY.replace("Th 6d, stick, lost 0.50", "stick"))
    ran = ask("query", "FROM players", path, "-o", "out.json")
    assert ran.status == 1
    assert "what was asked is incomplete" in ran.err
    assert json.loads((ask.folder / "out.json").read_text())["complete"] is False


# what breaks off


def test_an_answer_that_breaks_off_says_so(ask: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    def parts(answer: Answer) -> Iterator[list[tuple[int]]]:
        yield [(1,), (2,)]
        raise LateError("no answer within 60 seconds; the query was broken off")

    monkeypatch.setattr(Answer, "parts", parts)
    ran = ask("query", "SELECT 1 AS n", "--format", "csv")
    assert (ran.status, ran.out) == (2, "n\n1\n2\n")
    assert ran.err == (
        "pontoon: the answer breaks off here: no answer within 60 seconds; the query was broken off\n"
        "         --timeout SECONDS gives it longer\n"
    )
    ran = ask("query", "SELECT 1 AS n", "--format", "json")
    assert json.loads(ran.out) == {"rows": [{"n": 1}, {"n": 2}], "complete": False}
    assert ran.status == 2


def test_the_time_runs_only_while_the_ledger_works(held: Ledger, tmp_path: Path) -> None:
    with held.answer("FROM range(3000)", seconds=0.4) as answer:
        parts = answer.parts()
        next(parts)
        time.sleep(0.5)
        assert [len(part) for part in parts] == [1000, 1000]
    with pytest.raises(LateError), held.answer(HUGE, seconds=0.2) as answer:
        list(answer.parts())
    with pytest.raises(LateError), held.answer(HUGE, seconds=0.2) as answer:
        answer.write_parquet(str(tmp_path / "late.parquet"))
    assert held.query("SELECT 1").item() == 1


def test_a_question_may_have_more_time(ask: Door) -> None:
    ran = ask("query", f"SELECT sum(range * range % 7) {HUGE}", "--timeout", "0.2")
    assert (ran.status, ran.err) == (
        2,
        "pontoon: no answer within 0.2 seconds; the query was broken off\n"
        "         --timeout SECONDS gives it longer\n",
    )
    assert ask("query", "SELECT 1 AS one", "--timeout", "0", "--format", "plain").out == "1\n"


ONE_STEP = (
    "SELECT length(" + "regexp_replace(" * 8 + "repeat('ab', 20000000)" + ", 'a+', 'aa', 'g')" * 8 + ")"
)
IMPATIENT = """
import sys
from pontoon_ledger.cli.entry import run
from pontoon_ledger.store import asking
asking.GRACE = 0.1
sys.exit(run(["query", *sys.argv[1:]]))
"""


def test_a_step_that_cannot_be_broken_off_is_given_up(kept: Path, tmp_path: Path) -> None:
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", IMPATIENT, ONE_STEP, "-o", "out.parquet", "--timeout", "0.2"],
        cwd=tmp_path,
        env=environment(PONTOON_DB=str(kept)),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[0] == "pontoon: no answer within 0.2 seconds; the query was given up"
    assert time.monotonic() - began < 30
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("form", "sign", "status"), [("csv", signal.SIGINT, 130), ("json", None, 141)])
def test_an_interrupt_and_a_closed_pipe_are_quiet(
    kept: Path, form: str, sign: signal.Signals | None, status: int
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pontoon_ledger", "query", HUGE, "--format", form, "--timeout", "0"],
        env=environment(PONTOON_DB=str(kept)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    if sign is not None:
        process.send_signal(sign)
        process.stdout.read()
    process.stdout.close()
    assert process.wait(30) == status
    assert process.stderr.read() == b""
    process.stderr.close()


# what can be asked


def test_the_schema_explained(ask: Door) -> None:
    ran = ask("query", "--explain-schema", "META", "of_the_play")
    assert ran.out == (
        "meta (table)\n"
        "One row that says whose database this is and in which version of these tables\n"
        "column          type     what it is\n"
        "--------------  -------  -------------------------------------------------------\n"
        "application     VARCHAR  Always pontoon_ledger\n"
        "schema_version  INTEGER  The version of this file; a newer one is left alone by\n"
        "                         older programs\n"
        "\n"
        "of_the_play(kind) (macro)\n"
        "True for the transfers that the play owes, false for what was handed over\n"
    )
    assert ask("query", "--explain-schema", "hand").err == (
        "pontoon: there is no table or view hand; did you mean hands?\n"
    )


def test_the_whole_schema_in_every_form(ask: Door) -> None:
    shape = json.loads(ask("query", "--explain-schema", "--format", "json").out)
    assert list(shape) == ["complete", "tables"]
    tables = {table["table"]: table for table in shape["tables"]}
    assert {"sessions", "players", "hands", "moves", "balances"} <= set(tables)
    assert list(tables["hands"]) == ["table", "kind", "comment", "columns"]
    assert tables["balances"]["kind"] == "view"
    assert all(table["comment"] for table in tables.values())
    columns = [(table["table"], column["column"]) for table in tables.values() for column in table["columns"]]
    assert all(column["comment"] for table in tables.values() for column in table["columns"])
    rows = list(csv.DictReader(ask("query", "--explain-schema", "--format", "csv").out.splitlines()))
    assert [(row["table"], row["column"]) for row in rows if row["column"]] == columns
    assert (
        "| schema\\_version | INTEGER |"
        in ask("query", "--explain-schema", "meta", "--format", "markdown").out
    )
    assert "hands\ttable\t" in ask("query", "--explain-schema", "hands", "--format", "plain").out


def test_the_schema_can_be_seen_before_there_is_a_ledger(door: Door) -> None:
    assert door("query", "--explain-schema", "moves").out.startswith("moves (view)\n")
    assert list(door.folder.iterdir()) == []
    ran = door("query", "--explain-schema", "--db", "other.duckdb")
    assert ran.status == 2
    assert "there is no ledger at other.duckdb" in ran.err
