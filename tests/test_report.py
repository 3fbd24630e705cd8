"""The page of `pontoon report`: what it says, what it leaves out, and the command that writes it."""

from __future__ import annotations

import re
import shutil
import sys
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import polars as pl
import pytest
from command import CLEAN, FRIDAY, Door, door
from samples import FOLDER, SAMPLES
from test_startup import imported_by

import pontoon_ledger
from pontoon_ledger.report import figures, gathering, mistakes, page, plain
from pontoon_ledger.report.amounts import MINUS
from pontoon_ledger.report.gathering import gather
from pontoon_ledger.report.looks import looks
from pontoon_ledger.store import Ledger
from pontoon_ledger.transfers import PLAY_KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from pontoon_ledger.report.model import Figure, Report

__all__ = ["door"]

KITCHEN = FOLDER / "kitchen-table.yaml"
OPEN = FRIDAY.replace("Th 6d, stick, lost 0.50", "stick")
SECOND = """\
  - bank: Bob
    price: 0.30
    hands:
      Ann: bet 0.20, lost 0.20
      Cat: bet 0.20, won 0.20
      Dan: bet 0.20, lost 0.20
      Bob: stick 17
"""
VOID = {"meta", "link", "br", "path", "img", "input", "hr"}
HOSTILE = "</title><script>alert(1)</script>"
TURNED = "\N{RIGHT-TO-LEFT OVERRIDE}"


@pytest.fixture(autouse=True)
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The JavaScript of the charts takes seconds to bundle and is for the tests in a browser."""
    monkeypatch.setattr(page, "library_code", lambda: "window.vegaEmbed = null;")


@pytest.fixture
def luckless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what was luck and how to play best, which take as long as all the rest, where nobody asks."""
    for module in (gathering, plain):
        monkeypatch.setattr(module, "luck", lambda ledger: None)
    monkeypatch.setattr(gathering, "best", lambda sessions: ((), ()))


class Page(HTMLParser):
    """The elements of a page, its text, and whether they are nested as they should be."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in {"script", "style"}:
            self.text.append(data)

    @property
    def said(self) -> str:
        return " ".join(" ".join(self.text).split())


def report_of(*paths: Path) -> Report:
    with Ledger.memory() as ledger:
        ledger.add(pontoon_ledger.audit(pontoon_ledger.read(paths)))
        return gather(ledger)


def written(folder: Path, **texts: str) -> list[Path]:
    paths = []
    for name, text in texts.items():
        paths.append(folder / f"{name}.yaml")
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def named(text: str, name: str, day: int) -> str:
    return text.replace("session: friday", f"session: {name}").replace("2026-11-27", f"2026-11-{day:02}")


def sums(rows: tuple[tuple[str, ...], ...]) -> list[int]:
    return [sum(minor(cell) for cell in row[1:]) for row in rows]


def minor(cell: str) -> int:
    return int(re.sub(r"[+.]", "", cell).replace(MINUS, "-"))


def test_the_settlement_comes_first_and_everything_follows_in_its_order() -> None:
    said = Page(page.page(report_of(KITCHEN))).said
    order = [
        "Who pays whom",
        "Dev pays Niall £5.90",
        "What was paid wrongly",
        "Big Al won 2.00, but won 4.00 is due: Niall owes Big Al 2.00",
        "The settlement puts it right.",
        "Deal 8 retold",
        "Big Al (paid wrongly)",
        "buys 9s for 0.80 (0.50 to 1.00 allowed): 12",
        "to put right: Niall owes Big Al 2.00",
        "What else the check found (2)",
        "the bank stayed with Niall, though a pontoon won it for Kath",
        "Balances through the evening (GBP)",
        "Turns at the bank",
        "Statistics",
    ]
    at = -1
    for words in order:
        at = said.find(words, at + 1)
        assert at >= 0, words


def test_every_row_of_balances_sums_to_zero_and_the_last_is_what_is_due() -> None:
    paths = [sample.path for sample in SAMPLES if sample.payments is not None]
    audit = pontoon_ledger.audit(pontoon_ledger.read(paths))
    due: Counter[tuple[str, str]] = Counter()
    for move in audit.transfers.filter(pl.col("kind").is_in(PLAY_KINDS)).iter_rows(named=True):
        session = audit.sessions["session"][move["session_no"]]
        due[session, move["payee"]] += move["counts"]
        due[session, move["payer"]] -= move["counts"]
    with Ledger.memory() as ledger:
        left_out = {one.session for one in ledger.add(audit).of("refused")}
        found = gather(ledger)
    assert len(found.evenings) > 10
    ends: Counter[tuple[str, str]] = Counter()
    for evening in found.evenings:
        assert evening.figure is not None
        assert set(sums(evening.figure.table.rows)) == {0}
        for entry in evening.figure.legend:
            ends[evening.name, entry.name.removeprefix("the ")] += minor(entry.value)
    wanted = {key: amount for key, amount in due.items() if amount and key[0] not in left_out}
    assert {key: end for key, end in ends.items() if end} == wanted


@pytest.mark.usefixtures("luckless")
def test_a_season_adds_its_evenings_up(tmp_path: Path) -> None:
    texts = {f"s{day}": named(FRIDAY + SECOND * (day % 2), f"evening {day}", day) for day in range(1, 4)}
    found = report_of(*written(tmp_path, **texts))
    standings, cells, *_ = found.season
    assert set(sums(standings.table.rows)) == {0}
    single = Counter[str]()
    for evening in found.evenings:
        assert evening.figure is not None
        for entry in evening.figure.legend:
            single[entry.name] += minor(entry.value)
    assert {entry.name: minor(entry.value) for entry in standings.legend} == dict(single)
    days = [row["x"] for row in standings.data["course"]]
    assert [day - days[0] for day in days] == [0, 1, 2, 3]
    assert [figure.title for figure in found.season] == [
        "Standings (GBP)",
        "Player against banker (GBP)",
        "Luck: pontoons",
        "Luck: five-card tricks",
        "Luck: busts",
    ]
    rows = cells.data["cells"]
    assert len(rows) == 4 * 2
    assert {(row["player"], row["banker"]): row["amount"] for row in rows if row["tone"] != "none"} == {
        ("Bob", "Ann"): "+1.20",
        ("Cat", "Ann"): "+0.30",
        ("Dan", "Ann"): f"{MINUS}1.50",
        ("Ann", "Bob"): f"{MINUS}0.40",
        ("Cat", "Bob"): "+0.40",
        ("Dan", "Bob"): f"{MINUS}0.40",
    }
    said = Page(page.page(found)).said
    assert "3 sessions 2026-11-01 to 2026-11-03 5 deals 20 hands" in said
    assert said.count("evening 1 , deal 1") == 1


@pytest.mark.usefixtures("luckless")
def test_a_line_ends_where_a_result_is_not_known(tmp_path: Path) -> None:
    [path] = written(tmp_path, open=OPEN + SECOND)
    found = report_of(path)
    figure = found.evenings[0].figure
    assert figure is not None
    assert [entry.value for entry in figure.legend if entry.name in {"Ann", "Dan"}] == ["?", "?"]
    assert {row["mark"] for row in figure.data["course"]} == {True}
    assert "Not known, and not drawn: Ann from deal 1 on; Dan from deal 1 on." in figure.notes
    assert found.reasons == ("the balance of Ann is not known", "the balance of Dan is not known")
    said = Page(page.page(found)).said
    assert said.index("Not everything is known") < said.index("Who pays whom")
    assert "the balance of Dan is not known" in said


@pytest.mark.usefixtures("luckless")
def test_what_cannot_be_verified_is_not_called_right(tmp_path: Path) -> None:
    record = tmp_path / "money-only.yaml"
    text = (FOLDER / record.name).read_text(encoding="utf-8")
    record.write_text(text.replace("Jo: push", "Jo: lost 0.10"), encoding="utf-8")
    said = Page(page.page(report_of(record))).said
    assert "Nothing that the record shows." in said
    assert "Whether it was right, the record does not show of 18 payments." in said
    assert "stakes not known: 18" in said


@pytest.mark.usefixtures("luckless")
def test_only_so_much_is_listed_and_the_rest_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = FRIDAY.split("deals:\n")[1]
    [path] = written(tmp_path, long=FRIDAY + deal * 3 + SECOND * 3)
    monkeypatch.setattr(mistakes, "MOST_RETOLD", 1)
    monkeypatch.setattr(mistakes, "MOST_LISTED", 2)
    monkeypatch.setattr(figures, "MOST_PLACES", 4)
    monkeypatch.setattr(figures, "_MOST_BANKS", 1)
    monkeypatch.setattr(gathering, "_MOST_TURNS", 1)
    found = report_of(path)
    assert [bool(mistake.story) for mistake in found.wrong.mistakes] == [True, False]
    said = Page(page.page(found)).said
    assert "And 2 more wrong payments; pontoon findings lists them all." in said
    assert "pontoon explain retells it." in said
    assert "Of 7 deals one in 3 is drawn." in said
    assert "The bank changed hands too often (2 turns) to be marked." in said
    assert 'And 1 more turns; pontoon query "FROM tenures" lists them all.' in said
    assert [row["x"] for row in found.evenings[0].figure.data["course"]] == [0, 3, 6, 7]  # type: ignore[union-attr]


@pytest.mark.usefixtures("luckless")
def test_a_ruling_is_told_and_another_name_too(tmp_path: Path) -> None:
    [path] = written(tmp_path, friday=FRIDAY + "    waive: {P301: he was drunk}\n")
    with Ledger.memory() as ledger:
        ledger.add(pontoon_ledger.audit(pontoon_ledger.read(path)))
        ledger.rename("Bob", "Robert")
        found = gather(ledger)
    [mistake] = found.wrong.mistakes
    assert mistake.outcome == "The table let it stand: he was drunk."
    assert mistake.called == ("Bob in this record is Robert",)
    assert "Dan pays Robert £0.20" in found.money[0].payments


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A report on evenings of which each has something odd."""
    torn = SECOND.replace("  - bank: Bob\n    price: 0.30", "  - gap: true\n    bank: Bob", 1)
    void = SECOND.replace("  - bank", "  - void: misdeal\n    bank").replace("    price: 0.30\n", "")
    shared = FRIDAY.replace("Cat, Dan]", "{name: Cat+Dan, for: [Cat, Dan]}, Eve]")
    shared = shared.replace(" Cat: bet", " Cat+Dan: bet").replace(" Dan: bet", " Eve: bet")
    hostile = FRIDAY.replace("Bob", f"{f'{HOSTILE}{TURNED}'!r}").replace(
        "- hands:", f"- deal: {HOSTILE!r}\n    hands:"
    )
    texts = {
        "torn": named(FRIDAY + torn + void, "torn", 1),
        "shared": named(shared, "shared", 2),
        "hostile": named(hostile, repr(HOSTILE), 3),
        "euros": named(FRIDAY, "euros", 4).replace("GBP", "EUR"),
        "undated": named(FRIDAY, "undated", 5).replace("date: 2026-11-05\n", ""),
    }
    return report_of(*written(tmp_path_factory.mktemp("mixed"), **texts))


def figure_of(report: Report, session: str) -> Figure:
    [figure] = [evening.figure for evening in report.evenings if evening.name == session]
    assert figure is not None
    return figure


def test_hostile_words_stay_words(mixed: Report) -> None:
    html = page.page(mixed)
    read = Page(html)
    assert [tag for tag, _ in read.elements].count("script") == 3
    assert "<script>alert" not in html
    assert TURNED not in html
    assert f"{HOSTILE}\\u202e won 0.20, but won 0.40 is due" in read.said
    assert f"Deal {HOSTILE} retold" in read.said


def test_standings_with_a_date_missing_stand_at_equal_distances(mixed: Report) -> None:
    standings = mixed.season[0]
    assert [row["x"] for row in standings.data["course"]] == [0, 1, 2, 3, 4]
    assert [row[0] for row in standings.table.rows][-1] == "undated"


def test_currencies_stay_apart(mixed: Report) -> None:
    titles = [figure.title for figure in mixed.season]
    assert titles[:3] == ["Standings (GBP)", "Player against banker (GBP)", "Player against banker (EUR)"]
    assert [money.currency for money in mixed.money] == ["EUR", "GBP"]
    assert {entry.name: entry.value for entry in mixed.season[0].legend}["Cat"] == "+0.55"


def test_deals_lost_and_misdealt_are_told(mixed: Report) -> None:
    assert figure_of(mixed, "torn").notes == ("Deals before deal 2 were not written.", "Misdeals: 3.")


def test_a_shared_seat_is_shared_out_at_the_end(mixed: Report) -> None:
    figure = figure_of(mixed, "shared")
    assert [row[0] for row in figure.table.rows] == ["the start", "deal 1", "the sharing out"]
    assert {entry.name: minor(entry.value) for entry in figure.legend} == {
        "Ann": 0, "Bob": 40, "Cat": 5, "Cat+Dan": 0, "Dan": 5, "Eve": -50,
    }  # fmt: skip
    assert "Cat+Dan" not in {entry.name for entry in mixed.season[0].legend}


def test_nothing_on_the_page_leads_out_of_it(mixed: Report) -> None:
    html = page.page(mixed)
    read = Page(html)
    for tag, attributes in read.elements:
        assert tag not in {"img", "iframe", "object", "embed", "form", "base"}
        assert not [name for name in attributes if name.startswith("on") or name in {"src", "style"}]
        assert (attributes.get("href") or "#").startswith(("#", "data:,"))
    [policy] = [a["content"] for t, a in read.elements if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    [style] = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    for text in (*scripts, style):
        assert f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_every_chart_has_words_and_a_table_and_every_label_a_target(mixed: Report) -> None:
    read = Page(page.page(mixed))
    ids = [a["id"] for _, a in read.elements if "id" in a]
    assert len(ids) == len(set(ids))
    assert {a["aria-labelledby"] for _, a in read.elements if "aria-labelledby" in a} <= set(ids)
    assert {(a.get("href") or "")[1:] for t, a in read.elements if t == "a"} <= set(ids)
    charts = [a for _, a in read.elements if a.get("class") == "chart"]
    assert len(charts) == 11 + 4
    for chart in charts:
        assert chart["role"] == "img"
        assert len(chart["aria-label"] or "") > 40
    assert [t for t, _ in read.elements].count("figure") == len(charts)
    tables = [t for t, _ in read.elements if t == "table"]
    assert len(tables) == [t for t, _ in read.elements].count("caption")
    assert [a.get("scope") for t, a in read.elements if t == "th"].count(None) == 0


def colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"(--[a-z0-9-]+): (#[0-9a-f]{6})", css))


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_colours_stand_out_from_the_paper_by_day_and_by_night() -> None:
    css = page._part("page.css")
    day, night = css.split("@media screen and (prefers-color-scheme: dark)")
    for scheme in (colours(day), colours(night.split("* {")[0])):
        for name in ("ink", "soft", "accent", "lost", *(f"p{at}" for at in range(8))):
            assert contrast(scheme[f"--{name}"], scheme["--card"]) >= 4.5, name
            assert contrast(scheme[f"--{name}"], scheme["--paper"]) >= 4.5, name
        assert contrast(scheme["--warn"], scheme["--warn-paper"]) >= 4.5
        assert contrast(scheme["--ink"], scheme["--warn-paper"]) >= 4.5


def test_nobody_looks_like_somebody_else() -> None:
    found = looks(range(60))
    assert len({(look.colour, look.dash, look.shape) for look in found.values()}) == 60
    assert len({(look.dash, look.shape) for look in list(found.values())[:35]}) == 35


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two evenings and a ledger of them."""
    folder = tmp_path_factory.mktemp("season")
    paths = written(folder, one=named(FRIDAY, "one", 1), two=named(FRIDAY, "two", 8))
    with Ledger(folder / "pontoon.duckdb") as ledger:
        ledger.add(pontoon_ledger.audit(pontoon_ledger.read(paths)))
    return folder


@pytest.fixture
def kept(door: Door, season: Path) -> Door:
    """The command in a copy of that folder."""
    shutil.copytree(season, door.folder, dirs_exist_ok=True)
    return door


def test_a_file_becomes_a_page(door: Door) -> None:
    ran = door("report", door.write("friday.yaml", CLEAN), "-o", "friday.html")
    assert (ran.status, ran.out) == (0, "")
    assert re.fullmatch(
        r"pontoon: friday\.html written \(\d+ kB, of which \d+ kB draw the charts\)\n", ran.err
    )
    html = (door.folder / "friday.html").read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert "<title>clean</title>" in html
    again = door("report", "friday.yaml", "-o", "friday.html")
    assert (again.status, again.err) == (
        2,
        "pontoon: friday.html is there already\n         --force replaces it\n",
    )


@pytest.mark.usefixtures("luckless")
def test_the_whole_ledger_with_what_was_paid_between(kept: Door) -> None:
    kept("pay", "Dan", "Bob", "0.50", "--date", "2026-11-09")
    assert kept("report", "--all", "-o", "all.html").status == 0
    said = Page((kept.folder / "all.html").read_text(encoding="utf-8")).said
    assert "Payments between sessions" in said
    assert "Dan pays Bob £0.30" in said
    ran = kept("report", "one", "--format", "markdown")
    assert "payments between sessions are part of no session and are left out" in ran.err
    assert "Dan pays Bob £0.40" in ran.out


@pytest.mark.usefixtures("luckless")
def test_sessions_by_name_show_people_as_the_ledger_does(kept: Door) -> None:
    kept("rename", "Ann", "Annabel")
    kept.write("three.yaml", named(FRIDAY, "three", 9).replace("Bob", "Bobby"))
    kept("add", "three.yaml")
    kept("merge", "Bobby", "Bob")
    kept("rename", "Bob", "Robert")
    ran = kept("report", "one", "three", "--format", "markdown", "-q")
    assert ran.status == 0
    assert "- Dan pays Robert £0.80" in ran.out
    assert "| Annabel | 0.40 | 0.00 | 0.00 | 0.00 |" in ran.out


def test_markdown_needs_no_file_and_no_extra_and_is_of_the_newest_session_unless_told(
    kept: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("altair", "jinja2", "vl_convert"):
        monkeypatch.setitem(sys.modules, name, None)
    ran = kept("report", "one", "--format", "markdown")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("# one\n\n2026-11-01; GBP")
    assert "- Dan pays Bob £0.40" in ran.out
    assert kept("report", "ONE", "-o", "one.md", "-q").status == 0
    assert (kept.folder / "one.md").read_text(encoding="utf-8") == ran.out
    kept.write("open.yaml", OPEN)
    kept.write("old.md", "old")
    assert kept("report", "two", "-o", "old.md").status == 2
    newest = kept("report", "-o", "old.md", "--force")
    assert newest.err == (
        "pontoon: the newest session: two; --all takes the whole ledger\npontoon: old.md written\n"
    )
    assert newest.status == 0
    assert (kept.folder / "old.md").read_text(encoding="utf-8").startswith("# two\n")
    ran = kept("report", "open.yaml", "--format", "markdown")
    assert ran.status == 1
    assert ran.out.startswith(
        "# friday\n\nNot everything is known:\n\n"
        "- friday has results that are neither written nor decided\n\n"
    )


def test_without_the_extra_it_says_what_to_install(kept: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    ran = kept("report", "one", "-o", "one.html")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "pontoon: pontoon report needs vl-convert to draw a page: pip install 'pontoon-ledger[report]'\n"
        "         --format markdown does without\n"
    )
    assert not (kept.folder / "one.html").exists()


@pytest.mark.usefixtures("luckless")
def test_what_is_not_known_ends_with_1_and_is_on_the_page(door: Door) -> None:
    ran = door("report", door.write("open.yaml", OPEN), "-o", "open.html")
    assert ran.status == 1
    told = [
        line.removeprefix("pontoon:   ") for line in ran.err.splitlines() if line.startswith("pontoon:   ")
    ]
    said = Page((door.folder / "open.html").read_text(encoding="utf-8")).said
    assert "friday has results that are neither written nor decided" in told
    for reason in told:
        assert reason in said


def test_a_record_with_faults_is_left_out_and_told(door: Door) -> None:
    door.write("spoilt.yaml", FRIDAY.replace("friday", "spoilt").replace("5c 9d", "5c 9z"))
    ran = door("report", "spoilt.yaml", door.write("clean.yaml", CLEAN), "-o", "page.html")
    assert ran.status == 1
    said = Page((door.folder / "page.html").read_text(encoding="utf-8")).said
    assert "spoilt is left out: it has faults that keep it out" in said
    alone = door("report", "spoilt.yaml", "-o", "alone.html")
    assert alone.status == 2
    assert alone.err.endswith("no session could be taken in\n         pontoon check shows what is wrong\n")
    assert not (door.folder / "alone.html").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["one"], "a page is for a browser, not for a terminal\n         -o evening.html says where to"),
        (["onne", "-o", "x.html"], "there is no session onne, and no file or folder is called so\n"),
        (["onne", "-o", "x.html"], "did you mean one?"),
        (
            ["one", "one.yaml", "-o", "x.html"],
            "sessions of the ledger or records, not both: 'one' is no file",
        ),
        (["--all", "one", "-o", "x.html"], "--all is the whole ledger and takes no names"),
        (["--format", "htm"], "--format cannot be 'htm'\n         did you mean html?"),
        (["one", "-o", "no/x.html"], "no/x.html cannot be written: there is no such folder"),
        (["one", "--db", "none.duckdb", "-o", "x.html"], "and no file or folder is called one"),
        (["--all", "--db", "none.duckdb", "-o", "x.html"], "there is no ledger at none.duckdb"),
    ],
)
def test_misuse_is_told(kept: Door, args: list[str], said: str) -> None:
    ran = kept("report", *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert not (kept.folder / "x.html").exists()


def test_an_empty_ledger_has_nothing_to_report(kept: Door) -> None:
    for name in ("one", "two"):
        kept("remove", name)
    for args in (["--all"], []):
        ran = kept("report", *args, "-o", "x.html")
        assert (ran.status, "the ledger holds no session yet" in ran.err) == (2, True)


@pytest.mark.usefixtures("luckless")
def test_options_of_records_change_nothing_in_the_ledger_and_that_is_said(kept: Door) -> None:
    ran = kept("report", "one", "--rules", "wikipedia", "--format", "markdown")
    assert "change nothing in the ledger" in ran.err
    assert ran.status == 0


def test_help_is_as_quick_as_ever(tmp_path: Path) -> None:
    status, names = imported_by("report", "--help", cwd=tmp_path)
    assert status == 0
    assert not names & {"polars", "duckdb", "altair", "jinja2", "vl_convert"}
