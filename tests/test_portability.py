"""Other locales, time zones, homes, line ends and systems: the answers of an evening are the same everywhere.

In: one record with names that Turkish letters make hard, its ledger, and what a machine may differ in. The
locales are made here from the system's sources, in a character set of one byte, which is soon done; with
PONTOON_LOCALES=UTF-8 they are made in that. What a system lacks is taken away from this one.
"""

# ruff: noqa: RUF001 (the dotless i is what is tried)

from __future__ import annotations

import ast
import errno
import locale
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from command import ROOT, Door, door, environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pontoon_ledger.batches import pool
from pontoon_ledger.cli import record
from pontoon_ledger.replacing import replace_file, written_beside
from pontoon_ledger.scoring.journal import Journal, JournalError
from pontoon_ledger.store import Ledger

__all__ = ["door"]

unix = pytest.mark.skipif(sys.platform == "win32", reason="locales, zones and rights are set in other ways")

EVENING = """\
session: Yılbaşı
date: 2026-12-31
currency: EUR
players: [Işıl, İbrahim, IRMAK, Dilek]
bank: Işıl
deals:
  - hands:
      İbrahim: BET 0.20, 5C 9D, BUY 0.20 4H, STICK, WON 0.20
      IRMAK: Bet 0.10, 8h 3c, Twist 9h, Stick, Won 0.10
      Dilek: bet 0.50, Th 6d, stick, lost 0.50
      Işıl: Kh 7d, stick
"""
SHEET = """\
session,deal,bank,player,play
later,1,Işıl,İbrahim,"BET 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20"
later,1,Işıl,Işıl,"Kh 7d, stick"
"""
ASKED = (
    "select player, balance, balance / 3 as third, upper(player) as large, lower('DİLEK ILIK') as small "
    "from balances order by all"
)
OF_RECORDS = (
    ("check", "evening.yaml", "--format", "json"),
    ("query", ASKED, "evening.yaml", "--format", "csv"),
)
OF_LEDGERS = (
    ("pay", "İbrahim", "IŞIL", "0.40", "--date", "2027-01-01", "--db", "season.duckdb"),
    ("pay", "İbrahim", "Işıl", "0.40", "--date", "2027-01-01", "--db", "season.duckdb"),
    ("export", "--to", "hledger", "--db", "season.duckdb"),
)
"""The first payment names nobody: a capital ı is an I, but a small I is an i, here as everywhere."""
STATUSES = [1, 0, 2, 0, 0]
ZONES = {"Pacific/Kiritimati": ("<+14>-14", 840), "America/St_Johns": ("<-0330>3:30", -210)}
"""Each zone by its name, by its rule (for a system without their tables), and its minutes in winter."""


def told(door: Door, commands: tuple[tuple[str, ...], ...]) -> list[tuple[int, str, str]]:
    return [tuple(door(*words)) for words in commands]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The ledger of the evening."""
    from pontoon_ledger import audit, read

    folder = tmp_path_factory.mktemp("begun")
    (folder / "evening.yaml").write_text(EVENING, encoding="utf-8")
    Ledger(folder / "season.duckdb").add(audit(read(folder / "evening.yaml")))
    return (folder / "season.duckdb").read_bytes()


@pytest.fixture
def evening(door: Door, begun: bytes) -> Door:
    """A folder with the record and its ledger."""
    door.write("evening.yaml", EVENING)
    (door.folder / "season.duckdb").write_bytes(begun)
    return door


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """A Turkish and a Dutch locale, as settings of the environment."""
    if not (shutil.which("localedef") and Path("/usr/share/i18n/locales/tr_TR").exists()):
        pytest.skip("the sources of the system's locales are not installed (Debian's package locales)")
    folder = tmp_path_factory.mktemp("locales")
    charset = os.environ.get("PONTOON_LOCALES", "ISO-8859-9")
    for language in ("tr_TR", "nl_NL"):
        made = ["localedef", "-i", language, "-f", charset, str(folder / f"{language}.{charset}")]
        subprocess.run(made, check=True, capture_output=True)
    return {one: {"LOCPATH": str(folder), "LC_ALL": f"{one}.{charset}"} for one in ("tr_TR", "nl_NL")}


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A way to set TZ and the locale of this process, which are set back afterwards."""
    before = locale.setlocale(locale.LC_ALL)

    def move(**settings: str) -> None:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        time.tzset()
        locale.setlocale(locale.LC_ALL, "")

    yield move
    monkeypatch.undo()
    time.tzset()
    locale.setlocale(locale.LC_ALL, before)


def zone_of(name: str) -> str:
    return name if Path("/usr/share/zoneinfo", name).exists() else ZONES[name][0]


# ----------------------------------------------------------------------------- locale and time zone


@unix
def test_an_evening_is_the_same_under_every_locale_and_zone(
    evening: Door, begun: bytes, locales: dict[str, dict[str, str]], elsewhere: Callable[..., None]
) -> None:
    here = told(evening, OF_RECORDS + OF_LEDGERS)
    assert [one[0] for one in here] == STATUSES
    assert "0.13333" in here[1][1] and ",IRMAK," in here[1][1]
    assert "2026-12-31" in here[4][1] and "2027-01-01" in here[4][1]
    for language, zone in zip(locales, ZONES, strict=True):
        (evening.folder / "season.duckdb").write_bytes(begun)
        elsewhere(**locales[language], TZ=zone_of(zone))
        assert (locale.localeconv()["decimal_point"], -time.timezone) == (",", ZONES[zone][1] * 60)
        assert told(evening, OF_RECORDS + OF_LEDGERS) == here


@unix
def test_what_is_added_has_its_time_in_utc_and_a_payment_its_day_here(
    evening: Door, elsewhere: Callable[..., None]
) -> None:
    elsewhere(TZ=zone_of("Pacific/Kiritimati"))
    evening.write("later.yaml", EVENING.replace("Yılbaşı", "later"))
    before, day = datetime.now(UTC), date.today()
    assert evening("add", "later.yaml", "--db", "season.duckdb").status == 0
    assert evening("pay", "İbrahim", "Işıl", "0.40", "--db", "season.duckdb").status == 0
    asked = "select max(revisions.added), max(date) from revisions, payments where session = 'later'"
    shown = evening("query", asked, "--db", "season.duckdb", "--format", "csv").out.splitlines()[1].split(",")
    assert before <= datetime.fromisoformat(shown[0]).replace(tzinfo=UTC) <= datetime.now(UTC)
    assert shown[1] in {day.isoformat(), date.today().isoformat()}


# ----------------------------------------------------------------------------- processes of other homes


def ran(
    folder: Path, code: str, *before: str, says: str = "", **settings: str | None
) -> list[tuple[int, str]]:
    """Run the commands about records in one process with these settings, None for one that is not there.

    The code comes first; what it `says` is all that is said on standard error. The folder is `evening`'s.
    """
    wished = {**environment(), **settings}
    script = (
        f"import sys\n{code}\nfrom pontoon_ledger.cli.entry import run\n"
        f"for words in {OF_RECORDS!a}:\n    print(run(words), end='\\0', flush=True)\n"
    )
    done = subprocess.run(
        [*before, sys.executable, "-c", script],
        cwd=folder,
        env={name: value for name, value in wished.items() if value is not None},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert re.fullmatch(says, done.stderr.decode())
    parts = [re.fullmatch(r"(?s)(.*)(\d)", part) for part in done.stdout.decode().split("\0")[:-1]]
    return [(int(part[2]), part[1]) for part in parts if part]


@pytest.fixture
def usual(evening: Door) -> list[tuple[int, str]]:
    return [(status, out) for status, out, _ in told(evening, OF_RECORDS)]


@unix
def test_no_home_and_a_folder_that_cannot_be_written(tmp_path: Path, usual: list[tuple[int, str]]) -> None:
    there = sorted(tmp_path.iterdir())
    tmp_path.chmod(0o555)
    lesser: tuple[str, ...] = ()
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("root may write everywhere, and setpriv is not there to take that right")
        lesser = ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all")
    refused = """
import os
from pontoon_ledger.cli.entry import run
assert not os.access(".", os.W_OK) and "HOME" not in os.environ
assert run(("add", "evening.yaml")) == 2
"""
    says = r"pontoon: no ledger can be made at [^\n]*\n"
    try:
        answers = ran(tmp_path, refused, *lesser, says=says, LC_ALL="C", PYTHONUTF8=None, HOME=None)
        assert sorted(tmp_path.iterdir()) == there
    finally:
        tmp_path.chmod(0o755)
    assert answers == usual


# ----------------------------------------------------------------------------- line ends and paths


def test_windows_line_ends_change_no_answer(door: Door) -> None:
    record = door.write("evening.yaml", EVENING)
    asked = "-- who has what\nselect player, -- the name\n  balance\nfrom balances\norder by all;\n"
    answers = []
    for end in ("\n", "\r\n"):
        for name, text in (("evening.yaml", EVENING), ("later.csv", SHEET), ("who.sql", asked)):
            (door.folder / name).write_bytes(text.replace("\n", end).encode())
        words = (
            ("check", "later.csv"),
            ("query", "who.sql", record),
        )
        answers.append(told(door, words))
        assert door("fmt", record).status == 0
        tidied = (door.folder / record).read_bytes()
        assert b"bet 0.20, 5c 9d" in tidied
        assert tidied.count(b"\n") == tidied.count(end.encode())
    assert answers[0] == answers[1]
    assert [one[0] for one in answers[0]] == [1, 0]


@pytest.mark.skipif(sys.platform == "win32", reason="a backslash parts folders there")
def test_names_of_files_with_spaces_and_backslashes(door: Door) -> None:
    name = door.write("new year/C:\\a file \\ 'two'.yaml", EVENING)
    assert door("check", name).out.startswith(f"{name}:8:")
    refused = door("add", name, "--db", "a b\\c.duckdb")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "its path must be without a backslash" in refused.err
    assert door("add", name, "--db", "a b.duckdb").status == 0
    stored = door("query", "select path from files", "--db", "a b.duckdb", "--format", "csv").out
    assert stored.splitlines()[1] == name
    assert door("export", "--to", "csv", "--db", "a b.duckdb", "-o", "x \\ y.csv").status == 0
    assert {one.name for one in door.folder.iterdir()} >= {"x \\ y.csv"}


# ----------------------------------------------------------------------------- systems that are no Unix

OF_OS = """
O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK chown chroot ctermid fchdir fchmod fchown fork forkpty
getegid geteuid getgid getgroups getloadavg getpgid getsid getuid killpg lchown mkfifo mknod nice openpty
posix_fadvise posix_spawn pread pwrite register_at_fork sched_getaffinity sched_yield setegid seteuid setgid
setpgid setsid setuid statvfs sync sysconf uname wait3 wait4 waitid writev
"""
OF_SIGNAL = """
SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH alarm pause
pthread_kill pthread_sigmask setitimer sigpending sigwait
"""
MODULES = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
CALLS = [name for name in OF_OS.split() if not name.startswith("O_")]
"""The flags of open() stay: where they are, the standard library counts on them."""
ONLY_UNIX = {"os": {*OF_OS.split()}, "signal": {*OF_SIGNAL.split()}}
PROVIDED_FOR = {
    ("batches/pool.py", "os.sched_getaffinity"),
    ("batches/pool.py", "signal.pthread_sigmask"),
    ("cli/record.py", "readline"),
    ("cli/record.py", "signal.SIGSTOP"),
    ("cli/record.py", "signal.SIGTSTP"),
    ("cli/record.py", "termios"),
    ("replacing.py", "os.chown"),
    ("replacing.py", "os.geteuid"),
    ("scoring/journal.py", "fcntl"),
}
"""What the program takes from Unix alone; each has a test below that takes it away."""
TAKEN_AWAY = f"""
import concurrent.futures, multiprocessing, os, pathlib, signal, tempfile
import duckdb, polars, rich.table, yaml
for name in {sorted(MODULES)}:
    sys.modules[name] = None
for home, names in ((os, {sorted(CALLS)}), (signal, {sorted(ONLY_UNIX["signal"])})):
    for name in names:
        if hasattr(home, name):
            delattr(home, name)
def unknown(self, target):
    raise NotImplementedError("os.link() not available on this system")
pathlib.Path.hardlink_to = unknown
from pontoon_ledger.cli.entry import run
held, sys.stdout = sys.stdout, open(os.devnull, "w")
assert run(("add", "evening.yaml", "--db", "new.duckdb")) == 0
assert run(("pay", "İbrahim", "Işıl", "0.40", "--db", "season.duckdb")) == 0
assert run(("fmt", "evening.yaml")) == 0
open("evening.yaml", "w", encoding="utf-8").write({EVENING!a})
sys.stdout = held
"""


def used() -> Iterator[tuple[str, str]]:
    """What of Unix alone the program names: the file, and the module or its part."""
    mention = re.compile(rf"\b({'|'.join(MODULES | ONLY_UNIX['os'] | ONLY_UNIX['signal'])})\b")
    for path in sorted((ROOT / "pontoon_ledger").rglob("*.py")):
        home, text = path.relative_to(ROOT / "pontoon_ledger").as_posix(), path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if mention.search(text) else ():
            if isinstance(node, ast.Import):
                yield from ((home, one.name) for one in node.names if one.name in MODULES)
            elif isinstance(node, ast.ImportFrom) and node.module in ONLY_UNIX:
                parts = (one.name for one in node.names if one.name in ONLY_UNIX[node.module])
                yield from ((home, f"{node.module}.{one}") for one in parts)
            elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
                yield home, str(node.module)
            elif isinstance(node, ast.Attribute) and node.attr in ONLY_UNIX.get(ast.unparse(node.value), ()):
                yield home, ast.unparse(node)


def test_what_is_of_unix_alone_is_known() -> None:
    assert set(used()) == PROVIDED_FOR


def test_without_what_is_of_unix_alone_the_answers_are_the_same(
    tmp_path: Path, usual: list[tuple[int, str]]
) -> None:
    assert ran(tmp_path, TAKEN_AWAY, LC_ALL="POSIX", PYTHONUTF8=None, HOME="/proc") == usual


def test_a_journal_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    journal = Journal(tmp_path / "a.journal")
    journal.begin("base", {})
    journal.close()
    again = Journal(tmp_path / "a.journal")
    again.close()
    assert again.since_base() == ("base", {}, [])


def test_a_journal_on_a_disk_that_knows_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(file: object, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(flock=flock, LOCK_EX=1, LOCK_NB=2))
    with pytest.raises(JournalError, match="cannot be locked: No locks available"):
        Journal(tmp_path / "a.journal")


def test_a_journal_is_locked_as_windows_does_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked: list[tuple[int, int]] = []

    def locking(number: int, how: int, count: int) -> None:
        if locked:
            raise PermissionError(errno.EACCES, "Permission denied")
        locked.append((os.lseek(number, 0, os.SEEK_CUR), count))

    windows: Any = ModuleType("msvcrt")
    windows.locking, windows.LK_NBLCK = locking, 2
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr(sys, "platform", "win32")
    journal = Journal(tmp_path / "a.journal")
    journal.begin("base", {"deal": 1})
    journal.add({"words": "b.2"})
    with pytest.raises(JournalError, match="kept in this file already"):
        Journal(tmp_path / "a.journal")
    journal.close()
    assert locked == [(1 << 30, 1)]
    monkeypatch.undo()
    again = Journal(tmp_path / "a.journal")
    again.close()
    assert again.since_base() == ("base", {"deal": 1}, [{"words": "b.2"}])


@pytest.mark.parametrize("missing", ["readline", "termios"])
def test_a_line_is_taken_where_it_cannot_be_edited(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setitem(sys.modules, missing, None)
    before = signal.getsignal(signal.SIGINT)
    record._ready_to_edit()
    assert signal.getsignal(signal.SIGINT) is before


def test_files_are_placed_where_there_are_no_links_owners_or_cores_to_ask_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(self: Path, target: Path) -> None:
        raise NotImplementedError("os.link() not available on this system")

    monkeypatch.setattr(Path, "hardlink_to", unknown)
    for name in ("geteuid", "chown", "sched_getaffinity"):
        monkeypatch.delattr(os, name, raising=False)
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    with written_beside(tmp_path / "a.csv") as fresh:
        fresh.write_text("deal")
    with pytest.raises(FileExistsError), written_beside(tmp_path / "a.csv") as fresh:
        fresh.write_text("other")
    replace_file(tmp_path / "a.csv", b"new")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a.csv", b"new")]
    assert pool.cores() == (os.cpu_count() or 1)
    with pool._not_interrupted():
        pass


# ----------------------------------------------------------------------------- versions and licences

LOCKED = ROOT / ".ci" / "locked.txt"
FREE = {"0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "PSF-2.0"}
"""Licences that ask nothing of who hands on the program but to name its authors."""


def pins() -> dict[str, str]:
    """The versions that CI installs, by the names of the packages."""
    if not LOCKED.exists():
        pytest.skip("a source archive has no .ci")
    pairs = (line.partition("==") for line in LOCKED.read_text(encoding="utf-8").splitlines())
    return {canonicalize_name(name): version for name, _, version in pairs}


def rows(heading: str = "") -> list[list[str]]:
    """The packages of docs/licences.md as name, version, licence and purpose, under one heading or all."""
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    part = page.partition(f"## {heading}")[2]
    return re.findall(
        r"(?m)^\| ([a-z\d.-]+) \| (\d\S*) \| (.+?) \| (.+?) \|$", part.split("\n## ")[0] if heading else page
    )


def test_what_ci_installs_is_what_pyproject_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [Requirement(one) for one in (*project["dependencies"], *extras["report"], *extras["scale"])]
    asked += [Requirement(one) for one in (*extras["test"], *extras["lint"]) if "pontoon" not in one]
    known = pins()
    assert len(asked) > 15
    for one in asked:
        assert [clause.operator for clause in one.specifier] == [">="], (
            f"{one} has no lowest version, or a highest"
        )
        assert one.specifier.contains(known[canonicalize_name(one.name)]), one


def test_the_licences_told_are_of_the_versions_that_ci_installs() -> None:
    known = pins()
    told = {name: version for name, version, *_ in rows()}
    assert {name: known.get(name) for name in told} == told
    assert known.keys() - told.keys() <= {"hatchling", "tomlkit", "trove-classifiers", "uv"}


def test_what_the_program_is_handed_on_with_is_free() -> None:
    for part in ("The program", "Charts of the report", "Several machines"):
        assert rows(part)
        for name, _, licence, _ in rows(part):
            assert set(licence.split(" OR ")) & FREE, f"{name}: {licence}"
