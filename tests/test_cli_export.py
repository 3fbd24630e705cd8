"""`pontoon export`: every format from files and from the ledger, and every way in which it is refused."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from command import CLEAN, FRIDAY, ROOT, Door, Ran, door, pontoon
from journals import beancount_balances
from judged import judged_once
from samples import SAMPLES

from pontoon_ledger import audit, read
from pontoon_ledger.export import FORMATS, TABLES, tables
from pontoon_ledger.export.chosen import Chosen, choose
from pontoon_ledger.export.jsonl import as_jsonl
from pontoon_ledger.export.names import account_of
from pontoon_ledger.export.parquet import as_parquet
from pontoon_ledger.export.spreadsheet import as_csv, harmless
from pontoon_ledger.period import Period
from pontoon_ledger.store import Ledger

__all__ = ["door", "judged_once"]

pytestmark = pytest.mark.usefixtures("judged_once")

OPEN = FRIDAY.replace("Th 6d, stick, lost 0.50", "stick")
HEAD = """\
; Pontoon: friday
;
; An account holds what its owner has still to get; below zero, what he has still to pay.
; What the play brought (hands, shoot bets, kitties, prices of the bank) is added to the account of
; who got it and taken from that of who gave it. For money handed over (coin at the table, chips,
; payments, debts from elsewhere) it is the other way round: who got it has less to get.
; What is booked is what counts: what the rules make due, or what the table recorded where it was
; let stand or nobody can tell what was due.

"""
HLEDGER = """\
decimal-mark .
commodity 1000.00 GBP

account Assets:Players:Ann
account Assets:Players:Bob
account Assets:Players:Cat
account Assets:Players:Dan

2026-11-27 deal 1 of friday
    ; record: friday.yaml:7
    ; bank: Ann
    Assets:Players:Ann   0.00 GBP
    Assets:Players:Bob   0.40 GBP
    Assets:Players:Cat   0.10 GBP
    Assets:Players:Dan  -0.50 GBP

2026-11-27 balances after friday
    Assets:Players:Ann   0.00 GBP = 0.00 GBP
    Assets:Players:Bob   0.00 GBP = 0.40 GBP
    Assets:Players:Cat   0.00 GBP = 0.10 GBP
    Assets:Players:Dan  0.00 GBP = -0.50 GBP
"""
BEANCOUNT = """\
option "title" "Pontoon: friday"

2026-11-27 open Assets:Players:Ann GBP
  name: "Ann"

2026-11-27 open Assets:Players:Bob GBP
  name: "Bob"

2026-11-27 open Assets:Players:Cat GBP
  name: "Cat"

2026-11-27 open Assets:Players:Dan GBP
  name: "Dan"

2026-11-27 * "deal 1 of friday"
  record: "friday.yaml:7"
  bank: "Ann"
  Assets:Players:Ann   0.00 GBP
  Assets:Players:Bob   0.40 GBP
  Assets:Players:Cat   0.10 GBP
  Assets:Players:Dan  -0.50 GBP

; balances after friday
2026-11-28 balance Assets:Players:Ann   0.00 ~ 0 GBP
2026-11-28 balance Assets:Players:Bob   0.40 ~ 0 GBP
2026-11-28 balance Assets:Players:Cat   0.10 ~ 0 GBP
2026-11-28 balance Assets:Players:Dan  -0.50 ~ 0 GBP
"""
MARKDOWN = """\
# friday

2026-11-27; GBP; rules: pagat; 1 deal; 4 hands; record: friday.yaml.

| player (GBP) | recorded | due | paid | balance |
| --- | ---: | ---: | ---: | ---: |
| Ann | 0.20 | 0.00 | 0.00 | 0.00 |
| Bob | 0.20 | 0.40 | 0.00 | +0.40 |
| Cat | 0.10 | 0.10 | 0.00 | +0.10 |
| Dan | -0.50 | -0.50 | 0.00 | -0.50 |

- Dan pays Bob £0.40
- Dan pays Cat £0.10
- (2 payments, the fewest that settle it; each group comes out even: Bob + Cat + Dan)

1 finding:

- friday.yaml:8:49: P301 error: Bob won 0.20, but won 0.40 is due: Ann owes Bob 0.20
"""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with one session, to be copied."""
    folder = tmp_path_factory.mktemp("friday")
    (folder / "friday.yaml").write_text(FRIDAY, encoding="utf-8")
    with Ledger(folder / "pontoon.duckdb") as kept, pytest.MonkeyPatch.context() as there:
        there.chdir(folder)
        assert kept.add(audit(read("friday.yaml"))).complete
    return folder / "pontoon.duckdb"


@pytest.fixture
def friday(door: Door, template: Path) -> Door:
    """The command where a ledger is."""
    shutil.copy(template, door.folder)
    return door


@pytest.mark.parametrize(
    ("to", "expected"), [("hledger", HEAD + HLEDGER), ("beancount", HEAD + BEANCOUNT), ("markdown", MARKDOWN)]
)
def test_the_whole_text(friday: Door, to: str, expected: str) -> None:
    assert friday("export", "--to", to) == Ran(0, expected, "")


def test_files_and_the_ledger_give_the_same(friday: Door) -> None:
    """Whatever the order in which sessions came into the ledger; the files are named as they were added."""
    friday.write("friday.yaml", FRIDAY)
    friday.write("clean.yaml", CLEAN)
    assert friday("add", "clean.yaml").status == 0
    ran = friday("export", "clean.yaml", "friday.yaml", "--to", "beancount")
    assert (ran.status, ran.err) == (0, "")
    assert friday("export", "--to", "beancount") == ran
    rows = csv.DictReader(friday("export", "--to", "csv").out.splitlines())
    assert [row["session"] for row in rows] == ["clean"] * 4 + ["friday"] * 4


def test_the_same_bytes_whatever_the_terminal_takes(friday: Door) -> None:
    assert friday("rename", "Bob", "Zoë").status == 0
    env = {"PYTHONHASHSEED": "7", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    ran = pontoon("export", "--to", "beancount", cwd=friday.folder, **env)
    assert ran == friday("export", "--to", "beancount")
    assert "open Assets:Players:Zoë GBP" in ran.out


def test_a_file_is_written_whole_and_never_over_another(friday: Door) -> None:
    book = Path("book.journal")
    asked = ("export", "--to", "hledger", "-o", "book.journal")
    assert friday(*asked) == Ran(0, "", "pontoon: book.journal written\n")
    assert book.read_text(encoding="utf-8") == HEAD + HLEDGER
    book.write_text("mine", encoding="utf-8")
    ran = friday(*asked)
    assert (ran.status, ran.err.splitlines()[0]) == (2, "pontoon: book.journal is there already")
    assert book.read_text(encoding="utf-8") == "mine"
    assert friday(*asked, "--force", "-q") == Ran(0, "", "")
    assert book.read_text(encoding="utf-8") == HEAD + HLEDGER
    assert {path.name for path in Path().iterdir()} == {"pontoon.duckdb", "book.journal"}


def test_where_nothing_can_be_written(friday: Door) -> None:
    ran = friday("export", "--to", "csv", "-o", "missing/hands.csv")
    assert ran.status == 2
    assert ran.err == "pontoon: missing/hands.csv cannot be written: No such file or directory\n"


MISUSES = {
    "--to cannot be 'hleger'": ["--to", "hleger"],
    "parquet is no text": ["--to", "parquet"],
    "--table cannot be 'hand'": ["--to", "csv", "--table", "hand"],
    "--table is for csv, jsonl and parquet": ["--to", "markdown", "--table", "hands"],
    "--raw is for csv alone": ["--to", "jsonl", "--raw"],
    "--date is for journals": ["--to", "csv", "--date", "2026-01-01"],
    "--date cannot be '1.2.2026'": ["--to", "hledger", "--date", "1.2.2026"],
    "there is no session fridya; did you mean friday?": ["--to", "csv", "--session", "fridya"],
    "missing option '--to'": [],
}


@pytest.mark.parametrize("said", MISUSES)
def test_misuse(friday: Door, said: str) -> None:
    ran = friday("export", *MISUSES[said])
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_help_lists_the_tables_there_are(door: Door) -> None:
    said = " ".join(door("export", "--help").out.split())
    assert f"Tables: {', '.join(TABLES)}." in said
    assert tuple(tables.QUERIES) + tuple(tables.VIEWS) == TABLES


def test_a_ledger_that_is_not_there(door: Door) -> None:
    ran = door("export", "--to", "csv")
    assert (ran.status, ran.out) == (2, "")
    assert "there is no ledger at pontoon.duckdb" in ran.err


UNDATED = FRIDAY.replace("date: 2026-11-27\n", "")


def test_sessions_without_a_date(door: Door) -> None:
    assert door("add", door.write("friday.yaml", UNDATED)).status == 0
    ran = door("export", "--to", "hledger")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(
        "pontoon: a journal needs a date for everything, and there is none for friday\n"
    )
    ran = door("export", "--to", "hledger", "--date", "2026-11-27")
    assert ran == Ran(0, (HEAD + HLEDGER).replace("friday.yaml:7", "friday.yaml:6"), "")
    assert "no date; GBP; " in door("export", "--to", "markdown").out
    ran = door("export", "--to", "csv", "--since", "2026-01-01")
    assert (ran.status, len(ran.out.splitlines())) == (1, 1)
    assert "friday has no date and is left out" in ran.err


def test_what_is_open_makes_it_incomplete(door: Door) -> None:
    deal = OPEN[OPEN.index("  - hands") :].replace("  - hands", "  - bank: Ann\n    hands")
    assert door("add", door.write("open.yaml", OPEN + deal * 19)).status == 0
    ran = door("export", "--to", "beancount")
    assert ran.status == 1
    assert "this export is incomplete" in ran.err
    assert "deal 1 of friday: what Dan won or lost against Ann is not known" in ran.err
    assert ran.err.splitlines()[-1].strip() == "pontoon:   and 8 more; the journal names them all"
    assert ran.out.count("  ; left out, not known: what Dan won or lost against Ann\n") == 20
    assert "An entry marked ! is not known to its end." in ran.out
    ran = door("export", "--to", "markdown")
    assert ran.status == 1
    assert "Some results are neither written nor decided." in ran.out
    ran = door("export", "--to", "jsonl")
    assert ran.status == 1
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert [(row["player"], row["counts"]) for row in rows[:4]] == [
        ("Bob", "0.40"),
        ("Cat", "0.10"),
        ("Dan", None),
        ("Ann", None),
    ]


def test_sessions_left_out_are_named(door: Door) -> None:
    door.write("friday.yaml", FRIDAY)
    door.write("bad.yaml", FRIDAY.replace("friday", "bad").replace("bet 0.20", "bte 0.20"))
    ran = door("export", "friday.yaml", "bad.yaml", "--to", "csv", "--session", "friday")
    assert (ran.status, ran.err) == (0, "")
    ran = door("export", "friday.yaml", "bad.yaml", "--to", "csv", "--table", "sessions")
    assert (ran.status, len(ran.out.splitlines())) == (1, 2)
    assert "this export is incomplete" in ran.err
    assert "bad is left out: it has faults" in ran.err
    ran = door("export", "friday.yaml", "bad.yaml", "--to", "csv", "--session", "bad")
    assert (ran.status, ran.out) == (2, "")
    assert "bad is left out: it has faults" in ran.err
    assert "there is no session bad" in ran.err


def test_a_season_with_a_payment_between(friday: Door) -> None:
    friday.write("later.yaml", CLEAN.replace("clean", "later").replace("11-27", "12-04"))
    assert friday("add", "later.yaml").status == 0
    assert friday("pay", "Dan", "Bob", "0.40", "--date", "2026-12-01", "--note", "=by bank").status == 0

    assert friday("export", "--to", "beancount", "-o", "all.beancount").status == 0
    balances = beancount_balances(Path("all.beancount"))
    assert balances["Assets:Players:Bob", "GBP"] == Decimal("0.40")
    assert balances["Assets:Players:Dan", "GBP"] == Decimal("-0.60")
    text = Path("all.beancount").read_text(encoding="utf-8")
    assert '2026-12-01 * "payment from Dan to Bob"\n  note: "=by bank"\n' in text
    assert "; balances after the payments of the day\n2026-12-02 balance Assets:Players:Bob  " in text

    report = friday("export", "--to", "markdown").out
    assert "| 2026-12-01 | Dan | Bob | 0.40 | GBP | =by bank |" in report
    assert report.index("- Dan pays Bob £0.40") < report.index("## friday") < report.index("## later")
    assert report.count("Dan pays") == 2

    alone = friday("export", "--to", "beancount", "--session", "FRIDAY")
    assert alone.out == HEAD + BEANCOUNT
    assert alone.err == "pontoon: payments between sessions are part of no session and are left out\n"
    assert friday("export", "--to", "markdown", "--session", "friday").out == MARKDOWN
    for until, held in (("2026-11-30", "-0.50"), ("2026-12-01", "-0.10")):
        sheet = friday("export", "--to", "csv", "--table", "balances", "--until", until).out
        assert {row["player"]: row["balance"] for row in csv.DictReader(io.StringIO(sheet))}["Dan"] == held


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory):
    """Two sessions and a payment between them."""
    path = tmp_path_factory.mktemp("season") / "friday.yaml"
    path.write_text(
        FRIDAY.replace("deals:", "payments: [{from: Bob, to: Cat, amount: 1.00}]\ndeals:"), "utf-8"
    )
    with Ledger.memory() as kept:
        kept.add(audit(read([path, *(sample.path for sample in SAMPLES[:3])])))
        kept.pay("Dan", "Bob", 40, currency=("GBP", 2), date="2026-12-01", note="by bank")
        yield kept


@pytest.mark.parametrize("name", TABLES)
def test_a_table_in_every_format(ledger: Ledger, name: str) -> None:
    """The same rows in all three; money as text, and as DECIMAL in Parquet, never as a binary fraction."""
    frame = tables.table(Chosen(ledger), name)
    stored = pl.read_parquet(io.BytesIO(as_parquet(frame)))
    amounts = [column for column, kind in stored.schema.items() if isinstance(kind, pl.Decimal)]
    assert not {pl.Float32, pl.Float64} & set(stored.schema.values())
    assert bool(amounts) == (name != "sessions")
    texts = tables.as_texts(frame)
    lines = [json.loads(line) for line in as_jsonl(texts).split("\n") if line]
    sheet = list(csv.DictReader(io.StringIO(as_csv(texts))))
    assert len(lines) == len(sheet) == stored.height > 0
    for row, line, cells in zip(stored.iter_rows(named=True), lines, sheet, strict=True):
        assert list(row) == list(line) == list(cells)
        for column, value in row.items():
            told = None if line[column] is None else str(line[column])
            assert (cells[column] or None) == (told.lower() if told in {"True", "False"} else told)
            if column in amounts and value is not None:
                assert isinstance(line[column], str)
                assert Decimal(line[column]) == value
                assert len(line[column].partition(".")[2]) == 2


def test_tables_hold_what_the_ledger_has(ledger: Ledger) -> None:
    hands = tables.table(Chosen(ledger), "hands")
    kept = ledger.query(
        "SELECT count(*) AS n, sum(money(counts, 2)) AS won, sum(money(stake, 2)) AS staked FROM hands"
    )
    assert (
        hands.select(n=pl.len(), won=pl.col("counts").sum(), staked=pl.col("stake").sum()).rows()
        == kept.rows()
    )
    moves = tables.table(Chosen(ledger), "moves")
    assert moves.filter(pl.col("session").is_null()).select("payer", "payee", "counts", "note").rows() == [
        ("Dan", "Bob", Decimal("0.40"), "by bank")
    ]
    part = choose(ledger, Period(sessions=("FRIDAY",)))
    for name in TABLES:
        whole, mine = tables.table(Chosen(ledger), name), tables.table(part, name)
        assert 0 < mine.height < whole.height
        assert set(mine.get_column("session", default=pl.Series(["friday"]))) == {"friday"}
    owed = dict(tables.table(part, "balances").select("player", "balance").rows())
    assert owed == {"Ann": 0, "Bob": Decimal("1.40"), "Cat": Decimal("-0.90"), "Dan": Decimal("-0.50")}


EVIL = '=HYPERLINK("http://x")'
NAMES = [EVIL, "@b", "-5", "-2+3", "a\u2028b"]
NIGHT = {
    "session": "+night",
    "date": "2026-11-26",
    "players": ["Ann", *NAMES],
    "bank": "Ann",
    "deals": [{"hands": dict.fromkeys(NAMES, "bet 0.20, lost 0.20, note -x")}],
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of money of four decimals and of none, and of texts that bite."""
    folder = tmp_path_factory.mktemp("odd")
    texts = {
        "a.yaml": FRIDAY.replace("GBP", "{code: XTS, decimals: 4}").replace("friday", "fine"),
        "b.yaml": CLEAN.replace("GBP", "JPY").replace("0.", ""),
        "c.yaml": FRIDAY.replace("Bob", "'*B* | <b>'").replace("session: friday", "session: '# [x](y)'"),
        "d.json": json.dumps(NIGHT),
        "e.yaml": FRIDAY.replace("GBP", "{code: XTS, decimals: 2}").replace("friday", "coarse"),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Ledger(folder / "pontoon.duckdb") as kept:
        assert kept.add(audit(read(folder))).complete
    return folder / "pontoon.duckdb"


def test_decimals_are_those_of_the_currency(door: Door, odd: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(door("export", "--to", "csv", "--db", str(odd)).out)))
    bets = {name: {row["bet"] for row in rows if row["session"] == name} for name in ("fine", "clean")}
    assert bets == {"fine": {"0.2000", "0.1000", "0.5000", ""}, "clean": {"20", "10", "50", ""}}


def test_two_kinds_of_coin_are_never_added(door: Door, odd: Path) -> None:
    report = door("export", "--db", str(odd), "--to", "markdown").out
    assert "| Bob | 0.2000 | 0.4000 | 0.0000 | +0.4000 |" in report
    assert [line for line in report.splitlines() if "pays Bob" in line] == [
        "- Dan pays Bob ¥40",
        "- Dan pays Bob 0.40 XTS",
        "- Dan pays Bob 0.4000 XTS",
    ]


def test_csv_runs_nothing(door: Door, odd: Path) -> None:
    asked = ("export", "--db", str(odd), "--until", "2026-11-26", "--to")
    sheet = list(csv.DictReader(io.StringIO(door(*asked, "csv").out)))
    assert [row["player"] for row in sheet] == ["'" + EVIL, "'@b", "-5", "'-2+3", "a\\u2028b"]
    assert {row["session"] for row in sheet} == {"'+night"}
    assert {row["note"] for row in sheet} == {"'-x"}
    assert {row["recorded"] for row in sheet} == {"-0.20"}
    raw = csv.DictReader(io.StringIO(door(*asked, "csv", "--raw").out))
    assert [row["player"] for row in raw] == NAMES
    lines = door(*asked, "jsonl").out.split("\n")
    assert [json.loads(line)["player"] for line in lines if line] == NAMES


def test_markdown_obeys_nothing_in_the_record(door: Door, odd: Path) -> None:
    out = door("export", "--db", str(odd), "--session", "# [x](y)", "--to", "markdown").out
    assert out.startswith("# \\# \\[x\\](y)\n")
    assert "| \\*B\\* \\| \\<b\\> | 0.20 |" in out
    assert "- Dan pays \\*B\\* \\| \\<b\\> £0.40" in out


@pytest.mark.parametrize(
    "text", ["=1", "+a", "-a", "@a", "\ta", "\ra", "\na", "-", "\uff1d1", "-1.", "- 1", "-1,5"]
)
def test_harmless(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Ann", "-0.20", "+1", "-5", "0.20", "a=b", "2026-11-27", "'=1"])
def test_harmless_as_they_are(text: str) -> None:
    assert harmless(text) == text


def test_csv_is_read_back_by_another_reader() -> None:
    texts = ['a"b', "a,b", "a\nb", " a ", "", None, "Zoë", "'"]
    frame = pl.DataFrame({"t": texts, "n": list(range(len(texts)))})
    rows = list(csv.DictReader(io.StringIO(as_csv(frame, raw=True))))
    assert [row["t"] or None for row in rows] == [text or None for text in texts]


def test_an_empty_ledger(friday: Door) -> None:
    assert friday("remove", "friday").status == 0
    for to in ("beancount", "parquet", "markdown"):
        assert friday("export", "--to", to, "-o", f"empty.{to}") == Ran(
            0, "", f"pontoon: empty.{to} written\n"
        )
    assert Path("empty.markdown").read_text(encoding="utf-8") == "# Pontoon\n\nNobody has played yet.\n"
    assert pl.read_parquet("empty.parquet").height == 0
    assert beancount_balances(Path("empty.beancount")) == {}


def test_the_page_names_what_there_is() -> None:
    page = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")
    forms = page[: page.index("## Journals")]
    assert re.findall(r"^\| `([a-z]+)` \|", forms, re.MULTILINE) == list(FORMATS)
    listed = page[page.index("`--table` is one of") : page.index("The columns are")]
    assert re.findall(r"`([a-z]+)`", listed) == list(TABLES)
    named = re.findall(r"^\| `(.+)` \| `(Assets.+)` \|$", page, re.MULTILINE)
    assert len(named) == 7
    assert [account_of(name, account=False) for name, _ in named] == [account for _, account in named]
