"""The rulebook in the program: its examples are judged, its parts are held against the program's.

In: the texts of `pontoon_ledger.rulebook`. Out: trust that they say what the program does.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from command import ROOT, Door, environment
from rules.records import Verdict, codes, judge_each

import pontoon_ledger as pontoon
from pontoon_ledger.codes import CODES
from pontoon_ledger.rulebook import LAWS, index, pages
from pontoon_ledger.rulebook.document import document
from pontoon_ledger.rulebook.forms import Record, on_screen
from pontoon_ledger.rulebook.model import paragraphs
from pontoon_ledger.rulebook.options import OPTION_TEXTS, PRESET_TEXTS
from pontoon_ledger.rules import OPTIONS, PRESETS, parse_option, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACKAGE = ROOT / "pontoon_ledger"


@pytest.fixture(name="door")
def _door(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Door:
    return Door(tmp_path, capsys, monkeypatch)


@pytest.fixture(scope="module", name="verdicts")
def _verdicts() -> dict[str, tuple[Verdict, Verdict]]:
    broken = judge_each(text.breaks for text in index.CODE_TEXTS.values())
    kept = judge_each(text.keeps for text in index.CODE_TEXTS.values())
    return dict(zip(index.CODE_TEXTS, zip(broken, kept, strict=True), strict=True))


@pytest.mark.parametrize("code", CODES)
def test_the_bad_example_breaks_its_rule_alone_and_the_good_one_none(
    code: str, verdicts: dict[str, tuple[Verdict, Verdict]]
) -> None:
    broken, kept = verdicts[code]
    assert codes(broken) == [code]
    assert codes(kept) == []


@pytest.mark.parametrize("code", CODES)
def test_the_two_examples_differ_and_fit_a_terminal(code: str) -> None:
    text = index.CODE_TEXTS[code]
    assert text.breaks != text.keeps
    for record in (text.breaks, text.keeps):
        assert not set(record) & set("«|»")
        assert max(map(len, record.splitlines())) <= 76


UNREADABLE = {
    "missing": None,
    "empty": b"",
    "a photograph": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_no_example_can_show_is_unreadable_as_its_page_says(name: str, tmp_path: Path) -> None:
    """Bytes that are no text, and a file that is not there, cannot stand in a record on a page."""
    path = tmp_path / "evening.yaml"
    content = UNREADABLE[name]
    if content is not None:
        path.write_bytes(content)
    assert pontoon.audit(pontoon.read(path)).findings["code"].to_list() == ["P001"]
    assert index.CODE_TEXTS["P001"].special


def test_every_code_has_its_page_and_every_law_a_code() -> None:
    assert set(index.CODE_TEXTS) == set(CODES)
    assert set(LAWS) <= set(CODES)
    assert {code for code in CODES if code not in LAWS} == {f"P{n:03}" for n in range(1, 10)}


def test_every_option_and_every_value_of_it_has_a_text() -> None:
    assert list(OPTION_TEXTS) == list(OPTIONS)
    for name, values in OPTIONS.items():
        assert list(OPTION_TEXTS[name].meanings) == [spoken(value) for value in values]
        assert len(set(OPTION_TEXTS[name].meanings.values())) == len(values)
        assert [parse_option(name, text) for text in OPTION_TEXTS[name].meanings] == list(values)


def test_every_preset_has_a_text() -> None:
    assert list(PRESET_TEXTS) == list(PRESETS)


def test_the_sections_stand_in_order() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in index.SECTIONS]
    assert numbers == sorted(set(numbers))
    assert [len(index.sections_of(chapter)) for chapter in index.chapters()] == [5, 4, 8, 2, 5, 6, 10, 0]
    assert all(section.number == number for number, section in index.SECTIONS.items())


def test_each_section_that_a_law_or_an_option_names_exists() -> None:
    named = {law.section for law in LAWS.values()} | {s for t in OPTION_TEXTS.values() for s in t.sections}
    assert named <= set(index.SECTIONS)


def texts() -> Iterator[str]:
    for section in index.SECTIONS.values():
        yield section.text
    for option in OPTION_TEXTS.values():
        yield from (option.title, option.text, *option.meanings.values())
    for preset in PRESET_TEXTS.values():
        yield from (preset.source, preset.text)
    for code in index.CODE_TEXTS.values():
        yield from (code.what, code.why, code.special or "")


RECORD_WORDS = {"9c", "Th", "x", "agreed", "any", "deals:", "kitty", "split", "stakes", "stick", "waive"}


def test_what_the_texts_refer_to_exists() -> None:
    for text in texts():
        assert set(re.findall(r"\brules? (\d[\d.]*\d|\d)", text)) <= set(index.SECTIONS)
        for word in re.findall(r"`([^`]*)`", text):
            assert word in RECORD_WORDS | set(OPTIONS) | set(PRESETS) or _is_setting(word)


def _is_setting(words: str) -> bool:
    """Whether it is written like a line of a record, with an option's value if it names an option."""
    name, colon, value = words.partition(": ")
    return name in {"rules", "kitty"} or (bool(colon) and spoken(parse_option(name, value)) == value)


def test_every_option_is_mentioned_in_a_section_that_it_touches() -> None:
    for name, text in OPTION_TEXTS.items():
        assert any(f"`{name}" in index.SECTIONS[number].text for number in text.sections), name


def cited_in_the_program() -> Iterator[tuple[str, str]]:
    """Each section number that the program's own modules write, with the module."""
    for folder in ("checks", "explain", "replay", "records", "."):
        for path in sorted((PACKAGE / folder).glob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            strings = [
                n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
            ]
            for text in strings:
                if re.fullmatch(r"[1-8]\.[1-9]\d?", text):
                    yield path.name, text
                for run in re.findall(r"\brulebook(?: chapters?)? (\d[\d., andto]*)", text):
                    yield from ((path.name, number) for number in re.findall(r"\d(?:\.\d+)?", run))


def test_every_section_that_the_program_cites_exists() -> None:
    cited = list(cited_in_the_program())
    assert {number for _, number in cited} >= {"3.4", "6.3", "7.2"}
    assert [at for at in cited if at[1] not in index.SECTIONS] == []


def test_no_paragraph_says_what_another_says() -> None:
    said = [part for section in index.SECTIONS.values() for part in paragraphs(section.text)]
    said += [text for code in index.CODE_TEXTS.values() for text in (code.what, code.why)]
    assert len(said) == len(set(said))


def test_the_documentation_is_current() -> None:
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == document()


def test_the_module_prints_the_documentation() -> None:
    command = [sys.executable, "-m", "pontoon_ledger.rulebook"]
    done = subprocess.run(command, env=environment(PYTHONUTF8="0"), capture_output=True, check=True)
    assert done.stdout.decode() == document()


def test_every_link_of_the_documentation_leads_somewhere() -> None:
    text = document()
    anchors = re.findall(r'<a id="([^"]+)"></a>', text)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) == set(anchors) - {
        n for n in index.SECTIONS if f"(#{n})" not in text
    }


@pytest.mark.parametrize("width", [40, 80, 120])
def test_pages_keep_to_the_width(width: int) -> None:
    for name in index.everything():
        free = [b for b in pages.page(name) if not isinstance(b, Record) and not str(b[0]).startswith(" ")]
        assert max(map(len, on_screen(free, width))) <= width, name


def test_pages_fit_eighty_columns_whole() -> None:
    for name in index.everything():
        assert max(map(len, on_screen(pages.page(name)))) <= 80, name
    assert max(map(len, on_screen(pages.overview()))) <= 80


@pytest.mark.parametrize(
    "args", [["rules"], ["rules", "P204"], ["rules", "--compare", "wikipedia", "school"]], ids=" ".join
)
def test_the_rules_are_told_without_polars_and_duckdb(args: list[str]) -> None:
    spy = (
        "import sys; from pontoon_ledger.cli.entry import run; status = run(sys.argv[1:]);"
        "sys.exit(status or bool({'polars', 'duckdb', 'yaml'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", spy, *args], env=environment(), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


def test_a_code_on_the_screen(door: Door) -> None:
    assert (
        door("rules", "p204").out
        == """\
P204 error: bought after a twist
rule 3.4: after a twist a hand may only twist

A card was bought on a hand that had already twisted one.

Who buys puts in more money to get a card unseen; having twisted, he gave up
that choice. The price counts as staked all the same.

A record that breaks it:

    players: [Ann, Bob, Cat, Dan]
    bank: Ann
    deals:
      - hands:
          Bob: bet 0.30, 6s 2d, twist 3s, buy 0.30 7c, stick
          Ann: Kh 7d, stick

One that keeps it:

    players: [Ann, Bob, Cat, Dan]
    bank: Ann
    deals:
      - hands:
          Bob: bet 0.30, 6s 2d, twist 3s, twist 7c, stick
          Ann: Kh 7d, stick
"""
    )


def test_an_option_on_the_screen(door: Door) -> None:
    assert (
        door("rules", "stick_on").out
        == """\
stick_on: the least total a player may stick on
Below it a player has to take another card. The banker is not bound by it.

15  stick on 15 or more (default)
16  stick on 16 or more (preset school)
0   stick on anything (any says it too)

Touches rule 3.5.
"""
    )
    for spelling in (["STICK_ON"], ["stick-on"], ["stick", "on"]):
        assert door("rules", *spelling).out == door("rules", "stick_on").out


def test_sections_and_chapters_on_the_screen(door: Door) -> None:
    section = door("rules", "3.3").out
    assert section.startswith("3.3 Buying a card\n")
    assert section.endswith("\nOptions: buy_max, fifth_card. Codes: P205, P206.\n")
    chapter = door("rules", "3").out
    assert section in chapter
    assert re.findall(r"^3\.\d(?= )", chapter, re.MULTILINE) == [f"3.{n}" for n in range(1, 9)]
    assert door("rules", "3.").out == chapter
    assert "wikipedia  Wikipedia, Pontoon (banking game)" in door("rules", "8").out


def test_a_preset_on_the_screen(door: Door) -> None:
    out = door("rules", "school").out
    assert re.findall(r"^(\w+: \w+)  ", out, re.MULTILINE) == ["stick_on: 16", "royal: true", "burn: 13"]
    assert door("rules", "pagat").out.endswith("\nEvery option has its default.\n")


def test_the_beginning_of_a_code_names_all_of_them(door: Door) -> None:
    out = door("rules", "P50").out
    assert re.findall(r"^P\d{3}", out, re.MULTILINE) == [f"P50{n}" for n in range(1, 8)]


def test_the_overview_has_a_line_for_everything(door: Door) -> None:
    lines = door("rules").out.splitlines()
    named = {line.split()[0] for line in lines if line and not line.startswith(" ")}
    assert {*index.chapters(), *PRESETS, *OPTIONS, *CODES} <= named


def test_the_width_of_the_terminal_is_kept(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    out = door("rules", "6.3").out
    assert 40 < max(map(len, out.splitlines())) <= 50


def test_two_games_told_apart(door: Door) -> None:
    out = door("rules", "--compare", "pagat", "wikipedia").out
    assert out.startswith("pagat and wikipedia differ in 5 options\n")
    assert (
        """
split: which pairs may be split (rule 3.2)
pagat: pairs     any pair may be split
wikipedia: aces  two aces may be split, no other pair
"""
        in out
    )
    assert door("rules", "--compare", "pagat", "{base: pagat}").out.endswith(" are the same rules\n")
    assert "ties: push" not in out
    mine = door("rules", "--compare", "school", "school, ties=push").out
    assert mine.startswith("school and school, ties=push differ in 1 option\n")


def test_every_pair_of_presets_is_told_apart_by_the_same_options_both_ways() -> None:
    for left in PRESETS.values():
        for right in PRESETS.values():
            there, back = index.compare(left, right), index.compare(right, left)
            assert [(d.option, d.right, d.left) for d in back] == there
            assert all(d.left != d.right for d in there)
            assert bool(there) == (left != right)


@pytest.mark.parametrize(
    ("args", "advice"),
    [
        (["stik_on"], "did you mean stick_on?"),
        (["wikipdia"], "did you mean wikipedia?"),
        (["P216"], "there are P201 to P215"),
        (["p999"], "there are P001 to P603"),
        (["3.19"], "chapter 3 ends with 3.8"),
        (["8.1"], "chapter 8 has no sections"),
        (["zebra"], "pontoon rules lists all of them"),
        (["--compare", "pagat", "wikipdia"], "did you mean wikipedia?"),
        (["--compare", "pagat", "stik_on=16"], "did you mean stick_on?"),
        (["--compare", "pagat", "school", "P204"], "no further word"),
        (["--compare", "pagat"], "--compare"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_an_unknown_word_is_an_error_with_the_nearest_known_one(
    door: Door, args: list[str], advice: str
) -> None:
    ran = door("rules", *args)
    assert (ran.status, ran.out) == (2, "")
    assert advice in ran.err


def test_json(door: Door) -> None:
    (code,) = json.loads(door("rules", "P204", "--format", "json").out)
    assert (code["kind"], code["severity"], code["section"]) == ("code", "E", "3.4")
    assert "buy 0.30 7c" in code["breaks"]
    assert "buy 0.30 7c" not in code["keeps"]
    (option,) = json.loads(door("rules", "split", "--format", "json").out)
    assert [value["value"] for value in option["values"]] == ["pairs", "aces", "none"]
    assert option["values"][1]["presets"] == ["wikipedia"]
    everything = json.loads(door("rules", "--format", "json").out)
    inner = [section for entry in everything for section in entry.get("sections", [])]
    named = [entry["name"] for entry in (*everything, *(s for s in inner if isinstance(s, dict)))]
    assert sorted(named) == sorted(index.everything())
    compared = json.loads(door("rules", "--compare", "pagat", "gamerules", "--format", "json").out)
    (difference,) = compared["differences"]
    assert difference["right"]["value"] == "player_pontoon"
    assert difference["right"]["meaning"] == index.meaning("shuffle_after", "player_pontoon")


def test_markdown_csv_and_plain(door: Door) -> None:
    page = door("rules", "stick_on", "--format", "markdown").out
    assert page.startswith("# stick_on: the least total a player may stick on\n\n")
    assert "\n- `16`: stick on 16 or more (preset school)\n" in page
    assert "](#" not in page
    assert door("rules", "P204", "--format", "markdown").out.count("```yaml") == 2
    assert door("rules", "P204", "--format", "csv").out == (
        "kind,name,title\ncode,P204,error: bought after a twist\n"
    )
    assert len(door("rules", "--format", "plain").out.splitlines()) == len(index.everything())
    rows = door("rules", "--compare", "pagat", "wikipedia", "--format", "csv").out.splitlines()
    assert rows[0] == "option,title,left,left_meaning,right,right_meaning"
    assert len(rows) == 6
