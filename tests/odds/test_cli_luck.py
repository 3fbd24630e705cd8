"""`pontoon luck` as a user runs it: the tables, what was left out, the exit status, files, the page."""

from __future__ import annotations

import csv
import io
import json
import random
import shutil

import dealer
import polars as pl
import pytest
from command import CLEAN, ROOT, Door, door

__all__ = ["door"]

SAMPLES = ROOT / "sample_logs"
DEAL = """\
  - hands:
      Bob: bet 1, Kc {}d, stick, {} 1
      Ann: Kh 8s, stick
"""
HEAD = "session: long\nplayers: [Ann, Bob]\nbank: Ann\nrules: {base: pagat, bank_passes: never}\ndeals:\n"
LUCKY = HEAD + 40 * DEAL.format(9, "won")


@pytest.fixture
def kitchen(door: Door) -> Door:
    """The kitchen table, and one whose losers' cards are not written."""
    for name in ("kitchen-table.yaml", "winners-cards.yaml", "money-only.yaml"):
        shutil.copy(SAMPLES / name, door.folder / name)
    return door


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_tables_and_what_they_come_to(kitchen: Door) -> None:
    ran = kitchen("luck", "kitchen-table.yaml")
    assert ran.status == 1
    said = words(ran.out)
    assert "Big Al 26 27 -0.08 -0.38 +13.36 -13.06 20 of 38" in said
    assert "Niall as banker 73 74 +0.44 +1.05 -27.92 +27.31 -" in said
    assert "Dev 5 42 Js 5s 5c (20) twist stick 3.48 2.43" in said
    assert "Nobody's luck is remarkable. The farthest out is that of Niall as banker, -27.92 S" in said
    assert "105 of 106 hands are weighed. Left out: 1 hand: it was not played by the rules" in said
    assert "Every banker is taken to play so: he stays on 17, soft 18." in said
    assert "these figures are incomplete:" in ran.err
    assert "1 hand left out: it was not played by the rules" in ran.err
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_whole_record_is_complete(door: Door) -> None:
    ran = door("luck", door.write("clean.yaml", CLEAN))
    assert (ran.status, ran.err) == (0, "")
    assert "All 3 hands that were played are weighed." in ran.out
    assert "Nobody's luck can be judged: it takes 10 deals that are weighed." in words(ran.out)
    assert door("luck", "clean.yaml", "--quiet").out.count("weighed") == 0


def test_luck_that_is_remarkable_is_called_so(door: Door) -> None:
    ran = door("luck", door.write("lucky.yaml", LUCKY))
    assert ran.status == 0
    said = words(ran.out)
    assert "Remarkable: the luck of Bob, +" in said
    assert "of 2 lines looked at one is so far out in" in said
    alone = words(door("luck", "lucky.yaml", "--player", "bob").out)
    assert "Remarkable: the luck of Bob, +" in alone
    assert "as banker" not in alone


def test_the_choice_of_what_is_written_is_found_out(kitchen: Door) -> None:
    said = words(kitchen("luck", "winners-cards.yaml").out)
    assert "Of the deals weighed 11 of 11 were won, of those left out 1 of 16: not by chance" in said
    none = kitchen("luck", "money-only.yaml")
    assert none.status == 1
    assert "Sunny 0 5 - - - - -" in words(none.out)
    assert "0 of 18 hands are weighed." in none.out


def test_the_machine_formats(kitchen: Door) -> None:
    found = json.loads(kitchen("luck", "kitchen-table.yaml", "--format", "json", "--worst", "2").out)
    assert list(found) == [
        *("complete", "lines", "worst", "games", "bankers", "left_out", "selection", "verdict"),
    ]
    assert not found["complete"]
    line = found["lines"][0]
    assert (line["player"], line["role"], line["currency"], line["se_from"]) == (
        "Big Al",
        "player",
        "GBP",
        "exact",
    )
    parts = (
        line["expected"] + line["first"] + line["second"] + line["draw"] + line["bank"] + line["decisions"]
    )
    assert parts == pytest.approx(line["result"], abs=5e-6)
    assert len(found["worst"]) == 2
    assert found["worst"][0]["file"] == "kitchen-table.yaml"
    assert found["games"][0]["sitting"] == pytest.approx(-0.014734)
    assert found["left_out"] == [
        {"why": "it was not played by the rules, or is written in two ways", "hands": 1}
    ]
    rows = list(csv.DictReader(io.StringIO(kitchen("luck", "kitchen-table.yaml", "--format", "csv").out)))
    assert rows == [{k: "" if v is None else str(v) for k, v in one.items()} for one in found["lines"]]
    assert kitchen("luck", "kitchen-table.yaml", "--format", "markdown").out.startswith("**what came of it")
    plain = kitchen("luck", "kitchen-table.yaml", "--format", "plain").out
    assert plain.startswith("Big Al\t26\t27\t-0.08")
    assert "Nobody" not in plain


def test_bankers_as_they_played_with_n(door: Door) -> None:
    door.write("low.yaml", LUCKY.replace("never}", "never, split: none}").replace("8s", "5s"))
    found = json.loads(door("luck", "low.yaml", "--bank", "record", "--format", "json").out)
    assert found["bankers"] == [{"banker": "Ann", "hands": 40, "choices": 40}]
    assert [game["bank"] for game in found["games"]] == ["stays and draws as he did in the record"]
    said = words(door("luck", "low.yaml", "--bank", "record").out)
    assert "Bankers are taken to play as they did: Ann (40 hands, 40 choices)." in said
    low = json.loads(door("luck", "low.yaml", "--bank", "15", "--format", "json").out)
    assert low["games"][0]["bank"] == "stays on 15"


def test_from_files_and_from_the_ledger_by_session(door: Door) -> None:
    names = ["Ann", "Bob", "Cat", "Dan"]
    for seed in range(2):
        session = dealer.play_session(
            random.Random(seed),
            deals=8,
            players=4,
            names=names,
            name=f"night {seed}",
            coin=dealer.Coin("GBP"),
        )
        door.write(f"season/{seed}.yaml", dealer.to_yaml(session))
    files = door("luck", "season", "--by", "session", "--format", "json")
    assert door("add", "season").status == 0
    kept = door("luck", "--by", "session", "--format", "json")
    mine, theirs = json.loads(files.out), json.loads(kept.out)
    assert mine["lines"] == theirs["lines"]
    sessions = [line["session"] for line in mine["lines"]]
    assert sessions == sorted(sessions)
    assert set(sessions) == {"night 0", "night 1"}
    assert files.status == kept.status == 0
    door("rename", "Ann", "Annie")
    lines = json.loads(door("luck", "--player", "ann", "--format", "json").out)["lines"]
    assert {line["player"] for line in lines} == {"Annie"}
    assert "session" in door("luck", "--by", "session").out


def test_every_deal_in_a_file(kitchen: Door) -> None:
    ran = kitchen("luck", "kitchen-table.yaml", "-o", "luck.parquet")
    assert "luck.parquet written" in ran.err
    rows = pl.read_parquet(kitchen.folder / "luck.parquet")
    whole = rows.filter(pl.col("why").is_null())
    parts = ["expected", "luck_first", "luck_second", "luck_draw", "luck_bank", "decisions"]
    assert (whole.select(pl.sum_horizontal(parts)).to_series() - whole["result"]).abs().max() < 1e-9  # type: ignore[operator]
    assert rows["hands"].sum() == 106
    assert rows.filter(pl.col("why").is_not_null())["result"].to_list() == [None]
    again = kitchen("luck", "kitchen-table.yaml", "-o", "luck.parquet")
    assert again.status == 2
    assert "luck.parquet is there already" in again.err
    kitchen("luck", "kitchen-table.yaml", "-o", "luck.csv", "--player", "Dev", "--format", "json")
    table = list(csv.DictReader(io.StringIO((kitchen.folder / "luck.csv").read_text(encoding="utf-8"))))
    assert {row["name"] for row in table} == {"Dev"} | {row["name"] for row in table if row["bank"] == "Dev"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--by", "month"], "--by cannot be 'month'"),
        (["--bank", "sometimes"], "--bank: 'sometimes' does not say on what the banker stays"),
        (["--worst", "many"], "--worst cannot be 'many'"),
        (["-o", "luck.xlsx"], "--output cannot be 'luck.xlsx'"),
        (["--player", "Deve"], "nobody here is called Deve"),
        (["-o", "nowhere/luck.csv"], "nowhere/luck.csv cannot be written"),
    ],
)
def test_misuse_is_told(kitchen: Door, args: list[str], said: str) -> None:
    ran = kitchen("luck", "kitchen-table.yaml", *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in words(ran.err)


def test_nothing_to_weigh(door: Door) -> None:
    assert door("luck", "none.yaml").status == 2
    assert "there is no ledger" in door("luck").err
    ran = door("luck", door.write("faulty.yaml", CLEAN.replace("5c 9d", "5c 9z")))
    assert ran.status == 1
    assert "No hand was played here." in ran.out
    assert "has faults" in ran.err


def test_luck_stands_on_the_page_behind_the_money(kitchen: Door) -> None:
    kitchen("report", "kitchen-table.yaml", "-o", "page.md")
    page = (kitchen.folder / "page.md").read_text(encoding="utf-8")
    assert page.index("Niall") < page.index("## Luck and decisions") < page.index("the costliest decisions")
    assert "| Big Al | 26 | 27 | -0.08 |" in page
    kitchen("report", "money-only.yaml", "-o", "money.md")
    assert "Luck" not in (kitchen.folder / "money.md").read_text(encoding="utf-8")


def test_a_page_does_not_wait_for_rules_that_nobody_reckoned_through(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(door.folder / "cache"))
    own = CLEAN.replace("bank: Ann", "rules: {base: pagat, split: none}\nbank: Ann", 1)
    both = own.replace("session: clean", "session: own")
    door.write("two/clean.yaml", CLEAN)
    door.write("two/own.yaml", both)
    door("report", "two", "-o", "first.md")
    first = words((door.folder / "first.md").read_text(encoding="utf-8"))
    assert "3 of 6 hands are weighed. Left out: 3 hands: its rules were not reckoned through yet." in first
    assert "pontoon luck reckons rules through" in first
    assert door("luck", "two").status == 0
    door("report", "two", "-o", "second.md")
    assert "All 6 hands" in (door.folder / "second.md").read_text(encoding="utf-8")
