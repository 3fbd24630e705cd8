"""`pontoon new`: a file that says what goes where, passes once a deal is in it, and overwrites nothing."""

from __future__ import annotations

import csv
import json
import re
import sys
from datetime import date
from pathlib import Path
from threading import Barrier, Thread
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest
import yaml
from command import Door, door
from jsonschema import Draft202012Validator

from pontoon_ledger import audit, read, settle
from pontoon_ledger.cli import new
from pontoon_ledger.cli.screen import TroubleError

__all__ = ["door"]
FLAGS = ("--players", "Ann,Bob,Cat", "--stakes", "0.10-1.00", "--currency", "gbp", "--date", "2026-11-30")


def uncommented(text: str) -> str:
    """The file with its example made a deal, as its author would do it."""
    head, example = text.split("deals:\n")
    lines = example.splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith("  # - "))
    return f"{head}deals:\n" + "".join(line.replace("# ", "", 1) for line in lines[first:])


def test_the_file_is_named_after_the_day_and_says_what_check_says(door: Door) -> None:
    made = door("new", *FLAGS)
    assert (made.status, made.out) == (0, "")
    assert "2026-11-30.yaml written" in made.err
    assert "pontoon check says that this record has none" in made.err
    checked = door("check", "2026-11-30.yaml")
    assert checked.status == 1
    assert "this record has no deals" in checked.out


def test_today_is_the_day_unless_told(door: Door) -> None:
    today = date.today().isoformat()
    assert door("new", "--players", "Ann,Bob", "-q").err == ""
    assert f"date: {today}\n" in (door.folder / f"{today}.yaml").read_text()


@pytest.mark.parametrize(
    "flags",
    [
        FLAGS,
        ("--players", "Ann,Bob"),
        ("--players", "No,1e3,O'Brien: x,#7", "--bank", "1e3", "--session", "so: so"),
        (
            "--players",
            "Ann,Bob",
            "--currency",
            "JPY",
            "--stakes",
            "50-500",
            "--rules",
            "wikipedia, stick_on=16",
        ),
        ("--players", "Ann,Bob,Cat", "--shoot", "--rules", "school", "--stakes", ".2-1", "--currency", "KWD"),
        ("--players", "Ann,Bob,Cat", "--rules", "burn=13_14, banker_draws_below=17, buy_max=1, shoot=yes"),
    ],
    ids=lambda flags: " ".join(flags[2:])[:40] or "players alone",
)
def test_the_example_is_a_deal_without_fault_by_these_rules(door: Door, flags: tuple[str, ...]) -> None:
    assert door("new", "b.yaml", *flags).status == 0
    assert "schema" not in (door.folder / "b.yaml").read_text(encoding="utf-8")
    assert door("new", "a.yaml", "--editor", *flags).status == 0
    text = (door.folder / "a.yaml").read_text(encoding="utf-8")
    path = door.folder / "a.yaml"
    path.write_text(uncommented(text), encoding="utf-8")
    judged = audit(read(path))
    assert judged.findings["message"].to_list() == []
    assert judged.records.seats["player"].to_list() == flags[1].split(",")
    assert settle(judged).complete
    schema = Path(url2pathname(urlparse(text.split("$schema=")[1].split("\n")[0]).path))
    assert schema.name == "session.schema.json"
    Draft202012Validator(json.loads(schema.read_text())).validate(
        yaml.load(uncommented(text), yaml.BaseLoader)
    )


def test_what_was_agreed_on_stands_in_the_file(door: Door) -> None:
    flags = ("--bank", "cat", "--session", "at Ann's", "--rules", "gamerules, stick_on=16", "--shoot")
    assert door("new", "a.yaml", *FLAGS, *flags).status == 0
    text = (door.folder / "a.yaml").read_text()
    for line in (
        "session: at Ann's",
        "date: 2026-11-30",
        "currency: GBP",
        "rules: {base: gamerules, stick_on: 16, shoot: true}",
        "stakes: {min: 0.10, max: 1.00}",
        "players: [Ann, Bob, Cat]",
        "bank: Cat",
        "# kitty: {min: 0.50, max: 2.00}",
    ):
        assert f"\n{line}\n" in text


def test_an_evening_is_called_by_its_day_and_its_file(door: Door) -> None:
    door("new", "friday", *FLAGS)
    assert "session: 2026-11-30 friday\n" in (door.folder / "friday.yaml").read_text()


def test_a_table_and_its_head(door: Door) -> None:
    made = door("new", "friday.csv", *FLAGS, "--csv", "--shoot")
    assert made.status == 0
    assert "friday.yaml and friday.csv written" in made.err
    assert (
        door.folder / "friday.csv"
    ).read_text() == "deal,player,bet,cards,play,won,note,bank,price,kitty\n"
    checked = door("check", "friday.yaml")
    assert "no rows" in checked.out
    assert "read to its end" not in checked.err
    assert "has no deals yet" in door("settle", "friday.yaml").err
    with (door.folder / "friday.csv").open("a", newline="") as sheet:
        csv.writer(sheet).writerows(
            [
                [1, "Bob", "0.10", "5c 9d", "buy 0.10 4h, stick", "0.20", "", "", "", "0.50"],
                [1, "Ann", "", "Kh 7d", "stick"] + [""] * 5,
            ]
        )
    assert door("check", "friday.yaml").status == 0


@pytest.mark.parametrize("there", ["friday.yaml", "friday.csv"])
def test_nothing_is_overwritten_and_no_half_is_left(door: Door, there: str) -> None:
    door.write(there, "mine")
    made = door("new", "friday.yaml", *FLAGS, "--csv")
    assert made.status == 2
    assert f"{there} is there already" in made.err
    assert [path.name for path in door.folder.iterdir()] == [there]
    assert (door.folder / there).read_text() == "mine"


def test_of_many_at_once_one_writes_and_the_others_are_told(tmp_path: Path) -> None:
    path, start, said = tmp_path / "friday.yaml", Barrier(8), []

    def write(name: str) -> None:
        start.wait()
        try:
            new._written([(path, name)])
        except TroubleError as error:
            said.append(str(error))

    threads = [Thread(target=write, args=(f"{number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == [f"{path} is there already"] * 7
    assert [one.name for one in tmp_path.iterdir()] == ["friday.yaml"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "who plays? --players names them, clockwise"),
        (("--players", "Ann"), "does not name two players or more"),
        (("--players", "Ann,ann"), "'ann' sits there twice"),
        (("--players", "Ann,Bob", "--bank", "Bib"), "'Bib' has no seat"),
        (("--players", "Ann,Bob", "--stakes", "1"), "names one amount, not two"),
        (("--players", "Ann,Bob", "--stakes", "2-1"), "the smallest stake is larger"),
        (("--players", "Ann,Bob", "--rules", "pagan"), "did you mean pagat?"),
        (("--players", "Ann,Bob", "--currency", "GPB"), "GBP"),
        (("--players", "Ann,Bob", "--date", "30/11/2026"), "--date cannot be '30/11/2026'"),
        (("friday.txt", "--players", "Ann,Bob"), "ends in .yaml, not 'friday.txt'"),
        (("friday.csv", "--players", "Ann,Bob"), "pontoon new friday.yaml --csv"),
        (("-", "--players", "Ann,Bob"), "ends in .yaml"),
        (("nowhere/friday.yaml", "--players", "Ann,Bob"), "cannot be written: No such file"),
        (("nowhere/friday.yaml", "--players", "Ann,Bob", "--csv"), "make the folder nowhere first"),
        (("nowhere/friday.yaml",), "cannot be written: No such file"),
        (("--players", "Ann,Bob", "--rules", "pagat, kitty=0.5-2"), "kitty: {min: 0.50, max: 2.00}"),
    ],
)
def test_what_cannot_be_is_said(door: Door, args: tuple[str, ...], said: str) -> None:
    made = door("new", *args)
    assert made.status == 2
    assert said in made.err
    assert list(door.folder.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is needed")
def test_on_a_terminal_it_asks_for_what_is_not_told(tmp_path: Path) -> None:
    from at_a_terminal import AtATerminal

    table = AtATerminal("new", "friday.yaml", "--stakes", ".1-1", "--date", "2026-11-30", cwd=tmp_path)
    table.wait_for("Players, clockwise, as Ann, Bob, Cat: ")
    assert "two players or more" in table.type("Ann", "Players, clockwise, as Ann, Bob, Cat: ")
    table.type("Ann, Bob,Cat", "Who holds the bank first? [Ann]: ")
    assert "'Dan' has no seat" in table.type("Dan", "Who holds the bank first? [Ann]: ")
    table.type("Cat", "Currency, as GBP (Enter: none): ")
    assert "no currency 'pound'" in table.type("pound", "Currency, as GBP (Enter: none): ")
    table.type("GBP", "House rules: pagat, gamerules, wikipedia, school [pagat]: ")
    table.type("", "What is the evening called? [2026-11-30 friday]: ")
    table.type("Friday", "Shoot Pontoon, with a kitty? (y/n) [n] ")
    assert "'maybe' is neither: y for yes" in table.type("maybe", "Shoot Pontoon, with a kitty? (y/n) [n] ")
    table.type("Yes", "friday.yaml written")
    assert table.status() == 0
    text = (tmp_path / "friday.yaml").read_text()
    assert re.search(r"^rules: \{base: pagat, shoot: true\}$", text, re.MULTILINE)
    for line in ("players: [Ann, Bob, Cat]", "bank: Cat", "session: Friday", "currency: GBP"):
        assert f"\n{line}\n" in text


def test_whatever_is_in_the_way_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "friday.csv").write_text("mine")
    for path, said in (
        (tmp_path / "friday.csv" / "a.yaml", "Not a directory"),
        (tmp_path / "nowhere" / "a.yaml", "No such file"),
        (tmp_path / "friday.csv", "is there already"),
    ):
        with pytest.raises(TroubleError, match=said):
            new.room_for(tmp_path / "a.yaml", path)


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is needed")
def test_an_interrupt_at_a_question_writes_nothing(tmp_path: Path) -> None:
    from at_a_terminal import AtATerminal

    table = AtATerminal("new", "friday.yaml", cwd=tmp_path)
    table.type("Ann, Bob", "Who holds the bank first?")
    assert table.interrupt() == 130
    assert list(tmp_path.iterdir()) == []


def test_questions_left_unanswered_write_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(question: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    with pytest.raises(TroubleError, match="nothing was written"):
        new.ask(new.Agreed(), Path("friday.yaml"))
