"""What a newcomer tried and every command has to keep: exit statuses, forms for machines, names."""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path

import pytest
from command import CLEAN, FRIDAY, Door, door

from pontoon_ledger import Ledger, audit, read
from pontoon_ledger.store import LedgerError

__all__ = ["door"]


BROKEN = CLEAN.replace("bet 0.10, 8h", "bte 0.10, 8h")
_NO_NAMES = (("a\x1bb", "U+001B"), ("a\nb", "U+000A"), ("x" * 1025, "more than 1024 characters"))
OTHER = CLEAN.replace("clean", "other").replace("Dan", "Daniel").replace("Ann", "Anne")
THREE = CLEAN.replace("GBP", "{code: GBP, decimals: 3}").replace("clean", "fine")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of two sessions, made once."""
    folder = tmp_path_factory.mktemp("made")
    for name, text in (("clean", CLEAN), ("other", OTHER)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    with Ledger(folder / "season.duckdb") as ledger:
        ledger.add(audit(read([str(folder)])))
    return folder / "season.duckdb"


@pytest.fixture
def kept(door: Door, made: Path) -> Door:
    """The command beside a copy of that ledger."""
    shutil.copy(made, door.folder / "pontoon.duckdb")
    return door


def test_what_is_left_out_ends_with_1(door: Door) -> None:
    whole, broken = door.write("whole.yaml", CLEAN), door.write("broken.yaml", BROKEN)
    for command in (
        ("whatif", broken, "--rules", "school"),
        ("infer", whole, "none.yaml"),
    ):
        ran = door(*command, "--format", "json")
        assert (ran.status, json.loads(ran.out)["complete"]) == (1, False), command
        assert "not all of it could be read" in ran.err


def test_a_check_that_leaves_something_out_never_ends_with_0(door: Door) -> None:
    broken, clean = door.write("broken.yaml", BROKEN), door.write("clean.yaml", CLEAN)
    wrong = door.write("wrong.yaml", FRIDAY)
    for args in (
        [broken, "--ignore", "P0"],
        [broken, "--select", "P3"],
        [clean, "none.yaml", "--ignore", "P0"],
    ):
        ran = door("check", *args)
        assert (ran.status, "this check is incomplete" in ran.err) == (1, True), args
        assert "not all could be read" in ran.out and "nothing to complain of" not in ran.out
    ignored = door("check", wrong, "--ignore", "P3")
    assert (ignored.status, "nothing to complain of" in ignored.out, ignored.err) == (0, True, "")


MARKED = CLEAN.replace("Bob", "'*b*'").replace("Cat", "'[x](http://e)'").replace("Dan", "<b>`c`</b>")


def test_markdown_obeys_no_name(door: Door) -> None:
    marked = door.write("clean.yaml", MARKED.replace("currency: GBP\n", ""))
    out = door("settle", marked, "--format", "markdown").out
    for bad in ("<b>", "[x](", "*b*", "`c`"):
        assert bad not in out
    assert r"- \<b\>\`c\`\</b\> pays \*b\* 0.40" in out
    assert r"each group comes out even: \*b\* + " in out


def test_a_payment_in_a_form_for_machines(kept: Door) -> None:
    paid = ("pay", "Dan", "Bob", "0.40", "--date", "2026-11-28")
    assert kept(*paid).out == "payment 1: Dan paid Bob 0.40 GBP on 2026-11-28\n"
    made = json.loads(kept(*paid, "--format", "json", "--note", "by bank").out)
    row = {"payment": 2, "date": "2026-11-28", "from": "Dan", "to": "Bob", "currency": "GBP"}
    assert made == {"payments": [row | {"amount": "0.40", "note": "by bank", "state": "counts"}]}
    rows = list(csv.DictReader(kept(*paid, "--format", "csv").out.splitlines()))
    assert [(one["payment"], one["amount"]) for one in rows] == [("3", "0.40")]
    gone = json.loads(kept("pay", "--remove", "2", "--format", "json").out)["payments"]
    assert [(one["payment"], one["state"]) for one in gone] == [(2, "taken back")]


def test_the_ledger_refuses_other_money_and_names_that_no_record_can_have(kept: Door) -> None:
    assert "write 7.00 in GBP" in kept("pay", "Dan", "Bob", "$7").err
    with Ledger("pontoon.duckdb") as ledger:
        for name, why in _NO_NAMES:
            with pytest.raises(LedgerError, match=re.escape(why)):
                ledger.rename("Bob", name)
        ledger.rename("Bob", "x" * 1024)


def test_nothing_as_json_lines_is_no_line(door: Door) -> None:
    clean = door.write("clean.yaml", CLEAN)
    args = ("export", clean, "--to", "jsonl", "--table", "findings")
    assert door(*args).out == ""
    assert door(*args, "-o", "none.jsonl").status == 0
    assert Path("none.jsonl").read_bytes() == b""


def test_one_code_in_two_sorts_of_decimals_can_be_paid(door: Door) -> None:
    door("add", door.write("clean.yaml", CLEAN), door.write("fine.yaml", THREE))
    paid = ("pay", "Dan", "Bob", "0.12", "--date", "2026-11-28")
    assert "several currencies (GBP of 2 decimals, GBP of 3 decimals)" in door(*paid).err
    assert "0.120 GBP" in door(*paid, "--currency", "gbp of 3 decimals").out
    for command in (("debts",), ("stats", "--by", "role"), ("settle", "--why", "Bob")):
        out = door(*command, "--format", "markdown").out
        assert "GBP of 2 decimals" in out and "GBP of 3 decimals" in out, command


def test_the_names_that_the_ledger_shows_are_known(kept: Door) -> None:
    plain = kept("explain", "clean", "1", "Ann")
    with Ledger("pontoon.duckdb") as ledger:
        ledger.merge("Anne", "Ann")
        ledger.rename("Ann", "Big Ann")
    shown = kept("explain", "clean", "1", "big ann")
    assert (shown.status, shown.out) == (0, plain.out)
    assert shown.err == "pontoon: big ann sits in clean as Ann\n"
    assert kept("explain", "other", "1", "Ann").err == "pontoon: Ann sits in other as Anne\n"
    ran = kept("odds", "bet 1.00, 5c 9d", "--bank", "record anne")
    assert (ran.status, "plays as Big Ann did in 2 hands" in ran.out) == (0, True)


@pytest.mark.parametrize(("name", "why"), _NO_NAMES)
def test_no_record_begins_with_a_name_that_it_cannot_have(door: Door, name: str, why: str) -> None:
    ran = door("new", "fresh.yaml", "--players", f"Ann,{name}")
    assert (ran.status, why in ran.err, Path("fresh.yaml").exists()) == (2, True, False)
    assert door("new", "fresh.yaml", "--players", "Ann,Bob", "--session", name).status == 2


MISTAKES: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("--format", "json", "check", "a.yaml"),
        "go behind the command: pontoon check a.yaml --format json",
    ),
    (("settle", "--format"), "pontoon settle --help tells what it takes"),
    (("--version", "extra"), "--version takes nothing beside it"),
    (("check", "clean.yaml", "--select", ""), "--select names no code"),
    (("check", "clean.yaml", "--ignore", ","), "--ignore names no code"),
    (("findings", "clean.yaml", "--ignore", ""), "--ignore names no code"),
    (("settle", "clean.yaml", "--session", "cleen"), "did you mean clean?"),
    (("settle", "clean.yaml", "--session", "zz"), "pontoon sessions PATH lists"),
    (("export", "--to", "csv", "--session", "zz"), "pontoon sessions lists them"),
    (("explain", "clean.yml", "1"), "did you mean clean.yaml?"),
    (("explain", "cleen", "1"), "did you mean clean?"),
    (("report", "-o", "x.pdf"), "--output cannot be 'x.pdf' without --format"),
    (
        ("report", "-o", "x.html", "--format", "markdown"),
        "markdown cannot be written to a file that ends in",
    ),
)


def test_a_mistake_of_use_is_told_with_a_way_on(kept: Door) -> None:
    kept.write("clean.yaml", CLEAN)
    for args, told in MISTAKES:
        ran = kept(*args)
        assert (ran.status, ran.out) == (2, ""), args
        assert told in ran.err, args
    assert not Path("x.pdf").exists() and not Path("x.html").exists()


def test_a_banker_of_a_record_that_is_not_whole_ends_with_1(door: Door) -> None:
    clean, broken = door.write("clean.yaml", CLEAN), door.write("broken.yaml", BROKEN)
    whole = ("odds", "bet 1.00, 5c 9d, twist 2d", "--bank", "record", "--from", clean, "--format", "json")
    ran = door(*whole)
    assert (ran.status, json.loads(ran.out)["complete"]) == (0, True)
    ran = door(*whole, "--from", broken)
    assert (ran.status, json.loads(ran.out)["complete"]) == (1, False)
    assert "what is known of the banker is incomplete" in ran.err
