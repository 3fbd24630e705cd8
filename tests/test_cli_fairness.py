"""`pontoon fairness` as a user runs it: the table, the sentence, what was left out, the exit status."""

from __future__ import annotations

import csv
import io
import json
import random

import dealer
import pytest
from command import CLEAN, Door, door

__all__ = ["door"]

ACES = """\
session: aces
players: [Ann, Bob]
bank: Ann
rules: {base: pagat, shuffle_after: every_deal, bank_passes: never}
deals:
"""
DEAL = """\
  - hands:
      Bob: bet 1, 9c 8d, lost 2
      Ann: Ah Kd
"""


@pytest.fixture
def crooked(door: Door) -> Door:
    """A record of twelve pontoons of the bank in as many deals."""
    door.write("aces.yaml", ACES + 12 * DEAL)
    return door


def test_what_is_beyond_chance_is_said_and_is_no_error(crooked: Door) -> None:
    ran = crooked("fairness", "aces.yaml")
    assert ran.status == 0
    assert ran.err == ""
    said = " ".join(ran.out.split())
    assert "Ann as banker pontoons 12 12 0.6 under 1e-9 under 1e-9" in said
    assert "Beyond chance: pontoons for Ann as banker, 12 of 12 hands where 0.6 were to be expected." in said
    assert "so much would happen once in more than 1,000,000,000 honest seasons" in said
    assert "a reason to look, not a proof" in said
    assert "Here the most for one banker is 12 hands." in said
    assert said.endswith("12 deals were counted.")


def test_the_machine_formats(crooked: Door) -> None:
    found = json.loads(crooked("fairness", "aces.yaml", "--format", "json").out)
    assert (found["complete"], found["deals"], found["left_out"]) == (True, 12, {})
    keys = ["what", "rank", "who", "role", "seen", "of", "unit", "expected", "p", "p_holm"]
    assert list(found["lines"][0]) == keys
    line = next(one for one in found["lines"] if (one["who"], one["role"]) == ("Ann", "banker"))
    assert line["expected"] == pytest.approx(12 * 64 / 1326, abs=1e-6)
    assert line["p"] == 1e-10
    assert line["p_holm"] == pytest.approx(1e-10 * found["looked_at"])
    assert found["verdict"].startswith("Beyond chance: ")
    rows = list(csv.DictReader(io.StringIO(crooked("fairness", "aces.yaml", "--format", "csv").out)))
    assert [{k: "" if v is None else str(v) for k, v in one.items()} for one in found["lines"]] == rows
    table = crooked("fairness", "aces.yaml", "--format", "markdown", "--quiet").out
    assert table.startswith("| who | what | seen |")
    assert "were counted" not in table
    assert "Beyond" not in crooked("fairness", "aces.yaml", "--format", "plain").out


def test_one_player_is_fewer_things_looked_at(crooked: Door) -> None:
    lines = json.loads(crooked("fairness", "aces.yaml", "--player", "bob", "--format", "json").out)["lines"]
    assert {line["who"] for line in lines} == {"Bob"}
    ran = crooked("fairness", "aces.yaml", "--player", "Anne")
    assert (ran.status, ran.out) == (2, "")
    assert "nobody here is called Anne" in ran.err
    assert "did you mean Ann?" in ran.err


def test_too_little_says_so(door: Door) -> None:
    door.write(
        "one.yaml", CLEAN.replace("Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick", "Bob: bet 0.20, stick 18")
    )
    ran = door("fairness", "one.yaml", "--player", "Bob")
    assert ran.status == 1
    assert "There is too little here to tell anything, whatever was dealt." in ran.out
    assert "these tests are incomplete" in ran.err
    assert "1 deal where not every card of the players is written" in ran.err
    assert not json.loads(door("fairness", "one.yaml", "--format", "json").out)["complete"]


def test_an_honest_season_from_files_and_from_the_ledger(door: Door) -> None:
    names = ["Ann", "Bob", "Cat", "Dan"]
    for seed in range(4):
        session = dealer.play_session(
            random.Random(seed), deals=40, players=4, names=names, name=f"night {seed}"
        )
        door.write(f"season/{seed}.yaml", dealer.to_yaml(session))
    files = door("fairness", "season", "--format", "json")
    assert door("add", "season").status == 0
    kept = door("fairness", "--format", "json")
    assert files == kept
    assert files.status == 0
    assert json.loads(files.out)["verdict"].startswith("Nothing here is beyond chance: ")
    door("rename", "Ann", "Annie")
    whose = {line["who"] for line in json.loads(door("fairness", "--format", "json").out)["lines"]}
    assert whose == {None, "Annie", "Bob", "Cat", "Dan"}
    assert door("fairness", "--player", "ann").status == 0


def test_a_session_twice_is_counted_in_neither(crooked: Door) -> None:
    crooked.write("copy.yaml", ACES + DEAL)
    ran = crooked("fairness", "aces.yaml", "copy.yaml", "--format", "json")
    assert ran.status == 1
    assert "has faults" in ran.err
    assert json.loads(ran.out)["deals"] <= 12


def test_nothing_to_read(door: Door) -> None:
    assert door("fairness", "none.yaml").status == 2
    ran = door("fairness")
    assert ran.status == 2
    assert "there is no ledger" in ran.err
