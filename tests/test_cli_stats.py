"""The command `stats`: whom and what it takes, its tables in every form, and how it says what is missing."""

from __future__ import annotations

import csv
import json
import shutil
from typing import TYPE_CHECKING

import pytest
from command import CLEAN, FRIDAY, Door, door
from judged import judged_once
from reckoned import reckoned_once

import pontoon_ledger
from pontoon_ledger.store import Ledger, opening

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["door", "judged_once", "reckoned_once"]

pytestmark = pytest.mark.usefixtures("judged_once", "reckoned_once")

SEAT = FRIDAY.replace("Cat, Dan]", "Dan, {name: Bob 2, for: Bob}]").replace("Cat:", "Bob 2:")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two evenings and a ledger of them."""
    folder = tmp_path_factory.mktemp("season")
    for name, text in (("friday", FRIDAY), ("clean", CLEAN)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    with Ledger(folder / "pontoon.duckdb") as ledger:
        ledger.add(pontoon_ledger.audit(pontoon_ledger.read(folder)))
    return folder


@pytest.fixture
def kept(door: Door, season: Path) -> Door:
    """The command in a copy of that folder."""
    shutil.copytree(season, door.folder, dirs_exist_ok=True)
    return door


def test_all_tables_fit_a_screen_and_have_headings(kept: Door) -> None:
    ran = kept("stats")
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    headings = [part.splitlines()[0] for part in ran.out.split("\n\n")]
    assert headings == [
        "against the bank",
        "as the bank",
        "return on stakes",
        "luck and play against the bank, in money",
        "luck and play as the bank, in money",
        "how often, in % with 95 % intervals: all players and all bankers together",
        "pontoons, of first two cards, in %",
        "cards bought, of those for sale, in %, and for how many stakes",
        "cards taken, of those that might be",
        "totals stuck on",
        "best and worst deal",
        "longest runs of deals won and lost",
        "turns at the bank",
        "player against banker",
        "wrong payments",
    ]
    assert "pontoons          deals  player  0  6   0.00   0.00  39.03      4.83" in ran.out
    assert "wrong amount  Ann           banker  1    0.20          0" in ran.out


def test_one_player_by_any_spelling(kept: Door) -> None:
    ran = kept("stats", "bOB")
    assert ran.status == 0
    assert "Cat" not in ran.out
    assert "how often, in % with 95 % intervals\n" in ran.out
    told = json.loads(kept("stats", "Bob", "friday.yaml", "clean.yaml", "--format", "json").out)
    assert told["player"] == "Bob"
    assert [one["player"] for one in told["players"]] == ["Bob"]
    assert [one["lost"] for one in told["mistakes"]] == ["Bob"]


def test_a_word_that_is_nobody_and_no_file_is_said_to_be_neither(kept: Door) -> None:
    ran = kept("stats", "Bobb")
    assert (ran.status, ran.out) == (2, "")
    assert (
        ran.err
        == "pontoon: nobody here is called Bobb, and no file or folder is\n         did you mean Bob?\n"
    )
    assert "pontoon stats lists the players" in kept("stats", "Zebedee").err
    two = kept("stats", "Ann", "Bob")
    assert (two.status, two.out) == (2, "")
    assert two.err.startswith("pontoon: one player at a time: 'Ann' and 'Bob' are no files")


def test_without_a_ledger_a_word_may_have_been_meant_for_a_file(door: Door) -> None:
    ran = door("stats", "fridy")
    assert ran.status == 2
    assert "there is no ledger at pontoon.duckdb, and no file or folder is called fridy" in ran.err


def test_what_looks_like_a_path_is_one(kept: Door, tmp_path: Path) -> None:
    (tmp_path / "Bob").mkdir()
    kept.write("Bob/friday.yaml", FRIDAY)
    assert "Cat" in kept("stats", "Bob").out, "a folder is a folder, whoever is called so"
    for missing in ("nobody.yaml", "no/where", "x" * 300 + ".csv"):
        ran = kept("stats", missing)
        assert ran.status == 2
        assert "is not there" in ran.err or "cannot be read" in ran.err
    assert "nobody here is called" in kept("stats", "x" * 300).err


@pytest.mark.parametrize("per", ["session", "month", "rules", "role"])
def test_figures_by(kept: Door, per: str) -> None:
    ran = kept("stats", "--by", per.upper())
    assert ran.status == 0
    head, _, *lines = ran.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert head.split()[: 1 if per == "role" else 2] == (["player"] if per == "role" else [per, "player"])
    assert len(lines) == {"session": 8}.get(per, 4)
    assert lines[-1].endswith("0.00     0.00 %  6" if per != "session" else "0.00     0.00 %  3")


def test_figures_in_json(kept: Door) -> None:
    told = json.loads(kept("stats", "--by", "month", "--format", "json").out)
    assert (told["complete"], told["by"]) == (True, "month")
    assert [one["net"] for one in told["rows"]] == ["0.80", "0.20", "-1.00", "0.00"]
    assert told["rows"][0]["month"] == "2026-11"


def test_figures_of_one_player_in_csv(kept: Door) -> None:
    rows = list(csv.DictReader(kept("stats", "Bob", "--by", "session", "--format", "csv").out.splitlines()))
    assert [(one["session"], one["player"], one["net"], one["return_hands"]) for one in rows] == [
        ("clean", "Bob", "0.40", "1"),
        ("friday", "Bob", "0.40", "1"),
    ]


def test_a_wrong_by_is_a_usage_error(kept: Door) -> None:
    ran = kept("stats", "--by", "moth")
    assert (ran.status, ran.out) == (2, "")
    assert "did you mean month?" in ran.err
    assert "one of session, month, rules, role" in kept("stats", "--by", "xyz").err


def test_json_has_every_table(kept: Door) -> None:
    told = json.loads(kept("stats", "--format", "json").out)
    assert list(told) == [
        *("complete", "players", "bankers", "rates", "together", "cards", "totals", "extremes", "tenures"),
        *("against", "mistakes", "luck"),
    ]
    pontoons = next(one for one in told["rates"] if one["rate"] == "pontoons" and one["player"] == "Bob")
    assert pontoons == {
        "player": "Bob",
        "role": "player",
        "rate": "pontoons",
        "k": 0,
        "n": 2,
        "share": 0.0,
        "low": 0.0,
        "high": 0.657620,
        "expected": 0.048265,
        "unknown": 0,
    }
    assert told["players"][0]["return_on_stakes"] == 1.0
    assert told["bankers"][0]["staked"] == "2.00"
    assert told["tenures"][0]["net"] == "0.00"
    assert told["mistakes"][0]["amount"] == "0.20"
    assert "decimals" not in told["players"][0]


def test_other_forms(kept: Door) -> None:
    marked = kept("stats", "--format", "markdown").out
    assert "**return on stakes**" in marked
    assert "| Bob | player | 100.00 % | 2 |" in marked
    (ann,) = [
        one
        for one in csv.DictReader(kept("stats", "Ann", "--format", "csv").out.splitlines())
        if one["name"] == "Ann"
    ]
    assert (ann["role"], ann["return_on_stakes"], ann["return_hands"]) == ("banker", "0.0", "6")


def test_what_is_missing_is_said_and_counted(door: Door) -> None:
    path = door.write("bare.yaml", FRIDAY.replace("5c 9d, buy 0.20 4h", "5c 9d 4h"))
    ran = door("stats", path)
    assert ran.status == 1
    assert "  how a card was taken not known: 1\n" in ran.err
    by = door("stats", path, "--by", "role", "--format", "json")
    assert (by.status, json.loads(by.out)["complete"]) == (1, False)
    assert "  stakes not known: 1\n" in by.err
    assert door("stats", "Cat", path).status == 0, "of her all is known"


def test_a_seat_played_for_another_is_mentioned(door: Door) -> None:
    path = door.write("seat.yaml", SEAT)
    ran = door("stats", "Bob", path)
    assert "the seat Bob 2 was played for Bob too and is counted apart, as Bob 2" in ran.err
    assert ran.status == 0
    assert "Bob 2 is a seat played for Bob" in door("stats", "Bob 2", path, "--by", "role").err
    assert door("stats", "Bob 2", path, "--by", "role", "--quiet").err == ""


def test_an_empty_ledger_has_no_figures(door: Door) -> None:
    opening.create(door.folder / "pontoon.duckdb")
    ran = door("stats", "--format", "plain")
    assert (ran.status, ran.out, ran.err) == (0, "\n", "")
