"""What the shell is offered: as it can be typed where the cursor stands, and of the records in the line."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from command import CLEAN, Door, door
from typer.main import get_command

from pontoon_ledger.cli import completing
from pontoon_ledger.cli.app import app

__all__ = ["door"]
OTHERS = CLEAN.replace("session: clean", "session: Friday at Ann's").replace("Dan", "Eve")


def line(**params: Any) -> typer.Context:
    return SimpleNamespace(params=params)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("Fri", r"Friday\ at\ Ann\'s"),
        ('"Fri', "Friday at Ann's"),
        ("'Fri", r"Friday at Ann'\''s"),
        ('"$', r"\$5 \"night\""),
        ("'$", '$5 "night"'),
    ],
)
def test_bash_is_offered_what_fits_behind_an_open_quotation_mark(
    monkeypatch: pytest.MonkeyPatch, typed: str, offered: str
) -> None:
    monkeypatch.setenv("_PONTOON_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"pontoon\nexplain\n{typed}")
    monkeypatch.setenv("COMP_CWORD", "2")
    offer = completing.one_of(["Friday at Ann's", '$5 "night"'])
    assert offer(typed.lstrip("\"'")) == [offered]


def test_players_are_those_of_the_records_in_the_line_else_of_the_ledger(door: Door) -> None:
    door("add", door.write("clean.yaml", CLEAN))
    door("add", door.write("friday.yaml", OTHERS))
    assert completing.players(line(path="friday.yaml"), "") == ["Ann", "Bob", "Cat", "Eve"]
    assert completing.players(line(paths=["clean.yaml"]), "") == ["Ann", "Bob", "Cat", "Dan"]
    assert completing.players(line(words=["clean.yaml"]), "d") == ["Dan"]
    assert completing.players(line(path="Friday at Ann's"), "E") == ["Eve"]
    assert completing.players(line(path="nobody's"), "") == []
    assert completing.players(line(), "") == ["Ann", "Bob", "Cat", "Dan", "Eve"]


def test_only_session_files_are_offered_to_record(door: Door) -> None:
    for name in ("a.yaml", "b.yml", "c.png", "d.html"):
        door.write(name, "")
    (door.folder / "games").mkdir()
    (door.folder / "games" / "e.yaml").touch()
    assert completing.session_files("") == ["a.yaml", "b.yml"]
    assert completing.session_files("games/") == ["games/e.yaml"]
    assert completing.session_files("nowhere/") == []


@pytest.mark.parametrize(
    ("command", "option", "typed", "offered"),
    [
        ("export", "to", "par", ["parquet"]),
        ("export", "table", "ha", ["hands"]),
        ("stats", "by", "mo", ["month"]),
        ("new", "rules", "sch", ["school"]),
        ("new", "currency", "GB", ["GBP"]),
        ("check", "currency", "GB", ["GBP"]),
    ],
)
def test_options_offer_what_they_take(command: str, option: str, typed: str, offered: list[str]) -> None:
    one = get_command(app).commands[command]  # type: ignore[attr-defined]
    param = next(param for param in one.params if param.name == option)
    found = param.shell_complete(typer.Context(one), typed)
    assert [re.sub(" .*", "", item.value) for item in found] == offered


def test_stats_offers_players(door: Door) -> None:
    door("add", door.write("clean.yaml", CLEAN))
    one = get_command(app).commands["stats"]  # type: ignore[attr-defined]
    param = next(param for param in one.params if param.name == "words")
    assert [item.value for item in param.shell_complete(typer.Context(one), "B")] == ["Bob"]
