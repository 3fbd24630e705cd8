"""The ready questions of docs/queries.md: each runs as it stands and gives what is shown.

And the ledger in DuckDB's own client, with nothing of this program: the same views, the same answers.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

import duckdb
import pytest
from command import Door, door
from samples import ROOT

import pontoon_ledger as pontoon
from pontoon_ledger.cli.answers import Question, show
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen
from pontoon_ledger.store import Ledger

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["door"]

TEXT, _, ON_LUCK = (ROOT / "docs" / "queries.md").read_text(encoding="utf-8").partition("\n# ")


class Ready(NamedTuple):
    """A ready question, and the answer shown to it."""

    title: str
    sql: str
    answer: str | None


def ready(text: str) -> list[Ready]:
    found = []
    for part in text.split("\n## ")[1:]:
        title = part.partition("\n")[0]
        (command,) = re.findall(r"^```sh\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
        program, verb, sql = shlex.split(command)
        assert (program, verb) == ("pontoon", "query")
        answers = re.findall(r"^```text\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
        assert len(answers) <= 1
        found.append(Ready(title, sql, *answers) if answers else Ready(title, sql, None))
    return found


READY = ready(TEXT)
RECKONED = ready(ON_LUCK)
"""What no other client can answer, as the page says."""


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger that the page makes of the sample records."""
    (command,) = re.findall(r"^pontoon add (.*?)```", TEXT, re.MULTILINE | re.DOTALL)
    path = tmp_path_factory.mktemp("season") / "pontoon.duckdb"
    records = pontoon.read([ROOT / name for name in shlex.split(command)])
    assert Ledger(path).add(pontoon.audit(records)).complete
    return path


def test_there_are_enough_and_most_show_an_answer() -> None:
    assert 15 <= len(READY) <= 25
    assert sum(one.answer is not None for one in READY) >= 15
    assert len({one.title for one in READY}) == len(READY)


def test_every_ready_question_gives_the_answer_that_is_shown(
    season: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_CACHE_HOME", str(season.parent / "cache"))
    with Ledger(season, read_only=True) as ledger:
        for title, sql, answer in [*READY, *RECKONED]:
            show(ledger, Question(sql, None, 60), Screen(Format.TABLE), complete=True)
            out, err = capsys.readouterr()
            assert err == ""
            assert answer is None or out == answer, title
    assert list((season.parent / "cache").rglob("*.table")), "house rules are reckoned through, not left out"


def test_a_ready_question_as_the_command_answers_it(season: Path, door: Door) -> None:
    ran = door("query", READY[0].sql, "--db", str(season))
    assert (ran.status, ran.out, ran.err) == (0, READY[0].answer, "")


def near(row: tuple[object, ...]) -> tuple[object, ...]:
    """A row whose rates are rounded: the order in which shares are summed up may tell in the last bit."""
    return tuple(round(value, 12) if isinstance(value, float) else value for value in row)


def test_the_plain_client_of_duckdb_gives_the_same(season: Path) -> None:
    views = "SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY 1"
    with Ledger(season, read_only=True) as ledger:
        named = ledger.query(views)["view_name"].to_list()
        questions = [f"FROM {name} ORDER BY ALL" for name in named] + [one.sql for one in READY]
        ours = [ledger.query(sql).rows() for sql in questions]
    with duckdb.connect(str(season), read_only=True) as plain:
        assert [name for (name,) in plain.execute(views).fetchall()] == named
        theirs = [plain.execute(sql).fetchall() for sql in questions]
    assert {"balances", "pairwise_debts", "player_stats", "banker_stats", "results_by_deal"} <= set(named)
    for sql, mine, other in zip(questions, ours, theirs, strict=True):
        assert [*map(near, mine)] == [*map(near, other)], sql


def test_only_luck_is_unknown_to_the_plain_client(season: Path) -> None:
    assert len(RECKONED) == 2
    with duckdb.connect(str(season), read_only=True) as plain:
        for one in RECKONED:
            assert one.answer
            with pytest.raises(duckdb.CatalogException, match="Table with name luck"):
                plain.execute(one.sql)


def test_the_views_say_what_the_tables_mean_without_this_program(season: Path) -> None:
    with duckdb.connect(str(season), read_only=True) as plain:
        untold = plain.execute(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND comment IS NULL"
        ).fetchall()
        assert untold == []
        balance = plain.execute("SELECT balance FROM balances WHERE player = 'Kath'").fetchall()
        assert [str(amount) for (amount,) in balance] == ["4.1000"]
