"""Full disks, folders without leave, places where no ledger can be: a plain word, and all is as it was."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest
from command import CLEAN, Door, door
from crash_child import Helper, Job
from fake_audit import FRIDAY, LATER, digest, fake_audit, large_audit, outcomes

from pontoon_ledger.store import Ledger, LedgerError, opening

__all__ = ["door"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="limits, rights and special files are a POSIX matter")

OLD = Path(__file__).parent / "ledgers" / "version-1.sql"
TABLE = "session,date,deal,bank,player,play\n" + "".join(
    f'evening {n},2026-11-27,1,Ann,Bob,"bet 0.20, 5c 9d, stick, lost 0.20"\n'
    f'evening {n},2026-11-27,1,Ann,Ann,"Kh 7d, stick"\n'
    for n in range(60)
)


@pytest.fixture(scope="module")
def helper() -> Iterator[Helper]:
    with Helper() as warm:
        yield warm


class Begun(NamedTuple):
    """Ledgers to begin with: one of no sessions, and one of a single session."""

    empty: bytes
    friday: bytes


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    path = tmp_path_factory.mktemp("begun") / "pontoon.duckdb"
    opening.create(path)
    empty = path.read_bytes()
    Ledger(path).add(fake_audit(FRIDAY))
    return Begun(empty, path.read_bytes())


@pytest.fixture
def path(tmp_path: Path, begun: Begun) -> Path:
    """A ledger with one session."""
    path = tmp_path / "pontoon.duckdb"
    path.write_bytes(begun.friday)
    return path


def one_line(told: str, begins: str) -> bool:
    return told.startswith(f"pontoon: {begins}") and told.count("\n") == 1


def sessions(path: Path) -> list[str]:
    return Ledger(path).sessions()["session"].to_list()


def adding(path: Path, limit: int | None) -> Job:
    table = path.with_name("evenings.csv")
    table.write_text(TABLE)
    return Job(str(path), commands=(("add", str(table), "--db", str(path), "--quiet"),), limit=limit)


def test_no_room_for_a_new_ledger(path: Path, helper: Helper, begun: Begun) -> None:
    path.unlink()
    for limit in (0, 20_000, len(begun.empty) - 1):
        status, out, err = helper.run(adding(path, limit)).answers[0]
        assert (status, out) == (2, "")
        assert one_line(err, f"no ledger can be made at {path}: ")
        assert err.endswith("File too large\n")
        assert [file.name for file in path.parent.iterdir()] == ["evenings.csv"]
    assert helper.run(adding(path, None)).status == 0
    assert len(sessions(path)) == 60


def test_no_room_in_an_old_ledger(path: Path, helper: Helper, begun: Begun) -> None:
    for limit in (0, 30_000):
        status, out, err = helper.run(adding(path, limit)).answers[0]
        assert (status, out) == (2, "")
        assert one_line(err, f"there is no room for the ledger {path}, which stays as it was (")
        assert path.read_bytes() == begun.friday
        assert sessions(path) == ["friday"]
    assert helper.run(adding(path, len(begun.friday))).status == 0
    assert path.with_name(f"{path.name}.wal").exists()
    assert len(sessions(path)) == 61
    assert helper.run(adding(path, None)).status == 0
    assert len(sessions(path)) == 61


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of eight megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk(small_disk: Path, begun: Begun) -> None:
    path = small_disk / "pontoon.duckdb"
    path.write_bytes(begun.friday)
    rest, free = small_disk / "rest", os.statvfs(small_disk)
    rest.write_bytes(bytes(free.f_bavail * free.f_frsize - 40_000))
    with pytest.raises(LedgerError, match=r"^there is no room for the ledger .*No space left on device"):
        Ledger(path).add(large_audit(4, 200))
    assert path.read_bytes() == begun.friday
    assert sessions(path) == ["friday"]
    with pytest.raises(LedgerError, match=r"no ledger can be made at .*No space left on device"):
        Ledger(small_disk / "another.duckdb").add(fake_audit(FRIDAY))
    rest.unlink()
    Ledger(path).add(large_audit(4, 200))
    assert len(sessions(path)) == 5


def test_a_disk_that_can_only_be_read(small_disk: Path, begun: Begun) -> None:
    path = small_disk / "pontoon.duckdb"
    path.write_bytes(begun.friday)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert sessions(path) == ["friday"]
    with pytest.raises(LedgerError, match="Read-only file system"):
        Ledger(path).add(fake_audit(LATER))
    with pytest.raises(LedgerError, match=r"no ledger can be made at .*Read-only file system"):
        Ledger(small_disk / "another.duckdb").add(fake_audit(LATER))
    assert sessions(path) == ["friday"]


@pytest.fixture(scope="module")
def lent() -> Iterator[Path]:
    """A folder in which somebody without rights may read."""
    folder = Path(tempfile.mkdtemp(prefix="pontoon-"))
    folder.chmod(0o755)
    yield folder
    for file in [folder, *folder.rglob("*")]:
        file.chmod(0o755)
    shutil.rmtree(folder)


DENIED = "Permission denied"
MADE_OLDER = (
    "was made by an older version of pontoon_ledger and must be brought up to date before it can be used"
)


class Leave(NamedTuple):
    """What is there, the rights of folder and file, and what is said to who reads and who adds."""

    there: str
    folder: int
    file: int
    reads: str | None
    adds: str


LEAVES = {
    "a folder to read": Leave("ledger", 0o555, 0o666, None, DENIED),
    "a file to read": Leave("ledger", 0o777, 0o444, None, DENIED),
    "a file of others": Leave(
        "ledger", 0o755, 0o000, f"cannot be used: .*{DENIED}", f"cannot be used: .*{DENIED}"
    ),
    "a folder of others": Leave(
        "ledger", 0o000, 0o644, f"cannot be opened: {DENIED}", f"cannot be opened: {DENIED}"
    ),
    "an empty folder": Leave(
        "nothing", 0o555, 0, "there is no ledger at", f"no ledger can be made at .*: {DENIED}"
    ),
    "an older ledger": Leave("an older one", 0o555, 0o444, MADE_OLDER, MADE_OLDER),
}


class Tried(NamedTuple):
    """A ledger for which leave was wanting: its hash before, and what was said to who read and who added."""

    path: Path
    before: str | None
    answers: list[tuple[int, str, str]]


@pytest.fixture(scope="module")
def tried(lent: Path, helper: Helper, begun: Begun) -> dict[str, Tried]:
    """Every place tried by the same somebody, each as if it were the only one."""
    record, other = lent / "clean.yaml", lent / "other.duckdb"
    record.write_text(CLEAN)
    other.write_bytes(begun.friday)
    befores = {}
    for name, leave in LEAVES.items():
        path = lent / name / "pontoon.duckdb"
        path.parent.mkdir()
        if leave.there == "ledger":
            path.write_bytes(begun.friday)
        elif leave.there == "an older one":
            with duckdb.connect(str(path)) as connection:
                connection.execute(OLD.read_text(encoding="utf-8"))
        befores[path] = digest(path) if path.exists() else None
        if befores[path]:
            path.chmod(leave.file)
        path.parent.chmod(leave.folder)
    commands = (("sessions", "--format", "csv"), ("add", str(record)))
    there, *here = (tuple((*command, "--db", str(at)) for command in commands) for at in (other, *befores))
    fate = helper.run(Job(str(other), commands=tuple(chain(*here)), nobody=True, prepare=there))
    told = iter(fate.answers)
    return {
        name: Tried(path, before, list(pair))
        for name, (path, before), pair in zip(
            LEAVES, befores.items(), zip(told, told, strict=True), strict=True
        )
    }


@pytest.mark.parametrize("name", LEAVES)
def test_where_leave_is_wanting(tried: dict[str, Tried], name: str) -> None:
    leave, (path, before, answers) = LEAVES[name], tried[name]
    for (status, out, err), says in zip(answers, (leave.reads, leave.adds), strict=True):
        assert (status, bool(out)) == (2 if says else 0, not says)
        assert re.match(rf"pontoon: .*{says}" if says else "$", err)
        assert "internal error" not in err
    path.parent.chmod(0o755)
    assert [one.name for one in path.parent.iterdir()] == ([path.name] if before else [])
    assert not before or digest(path) == before


def long_name(folder: Path) -> Path:
    return folder / ("x" * 300)


def no_room_for_a_log(folder: Path) -> Path:
    return folder / ("x" * 252)


def folder_itself(folder: Path) -> Path:
    return folder


def queue(folder: Path) -> Path:
    os.mkfifo(folder / "queue")
    return folder / "queue"


def nowhere(folder: Path) -> Path:
    (folder / "link").symlink_to(folder / "gone.duckdb")
    return folder / "link"


def circle(folder: Path) -> Path:
    (folder / "link").symlink_to(folder / "link")
    return folder / "link"


def beyond_a_file(folder: Path) -> Path:
    (folder / "file").write_text("no folder")
    return folder / "file" / "pontoon.duckdb"


def two_lines(folder: Path) -> Path:
    return folder / "missing" / "two\nlines.duckdb"


def not_letters(folder: Path) -> Path:
    return folder / os.fsdecode(b"caf\xe9.duckdb")


def nul(folder: Path) -> Path:
    return folder / "a\0b.duckdb"


ODD = [
    (folder_itself, "cannot be opened: it is a folder", None),
    (queue, "cannot be opened: it is no ordinary file", None),
    (lambda _: Path(os.devnull), "cannot be opened: it is no ordinary file", None),
    (nowhere, "the link .* leads nowhere", None),
    (circle, "cannot be opened: Too many levels of symbolic links", None),
    (beyond_a_file, "cannot be opened: Not a directory", None),
    (long_name, r"xxx\.\.\.xxx\S+ cannot be opened: File name too long", None),
    (no_room_for_a_log, "there is no ledger at", "no ledger can be made at .*File name too long"),
    (two_lines, r"there is no ledger at '.*two\\nlines", r"no ledger can be made at '.*two\\nlines"),
    (not_letters, r"no ledger can be called '.*caf\\udce9", None),
    (nul, r"no ledger can be called '.*a\\x00b", None),
]


@pytest.mark.parametrize(("make", "reads", "adds"), ODD, ids=[reads for _, reads, _ in ODD])
def test_what_is_no_place_for_a_ledger(
    door: Door, tmp_path: Path, make: Callable[[Path], Path], reads: str, adds: str | None
) -> None:
    path = make(tmp_path)
    door.write("clean.yaml", CLEAN)
    before = sorted(file.name for file in tmp_path.iterdir())
    uses = {
        "sessions": Ledger.sessions,
        "query": lambda it: it.query("SELECT 1"),
        "add": lambda it: it.add(fake_audit(FRIDAY)),
    }
    for name, use in uses.items():
        says = adds if name == "add" and adds else reads
        with pytest.raises(LedgerError, match=says) as error:
            use(Ledger(path))
        assert "\n" not in str(error.value)
        if make is nul:
            continue
        more = {"sessions": (), "query": ("SELECT 1",), "add": ("clean.yaml",)}[name]
        ran = door(name, *more, "--db", str(path))
        assert (ran.status, ran.out) == (2, "")
        first, *advice = ran.err.splitlines()
        assert re.search(says, first)
        assert len(advice) == says.startswith("there is no ledger")
    assert sorted(file.name for file in tmp_path.iterdir()) == before


def test_a_link_to_a_ledger_stays_a_link(door: Door, tmp_path: Path, begun: Begun) -> None:
    real = tmp_path / "far" / "real.duckdb"
    real.parent.mkdir()
    real.write_bytes(begun.friday)
    link = tmp_path / "link.duckdb"
    link.symlink_to(real)
    door.write("clean.yaml", CLEAN)
    assert door("add", "clean.yaml", "--db", "link.duckdb").status == 0
    assert stat.S_ISLNK(link.lstat().st_mode)
    assert sessions(real) == sessions(link) == ["friday", "clean"]
    assert [file.name for file in real.parent.iterdir()] == ["real.duckdb"]
    real.unlink()
    assert "leads nowhere" in door("sessions", "--db", "link.duckdb").err


@pytest.mark.parametrize("name", [":memory:", "md:pontoon", "two\nlines"])
def test_names_with_another_meaning_elsewhere(door: Door, tmp_path: Path, name: str) -> None:
    door.write("clean.yaml", CLEAN)
    assert door("add", "clean.yaml", "--db", name).status == 0
    assert (
        door("query", "SELECT count(*) AS n FROM sessions", "--db", name, "--format", "csv").out == "n\n1\n"
    )
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(["clean.yaml", name])


def test_what_vanishes_between_two_uses(door: Door, tmp_path: Path, begun: Begun) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    ledger = Ledger(folder / "pontoon.duckdb")
    ledger.path.write_bytes(begun.friday)
    assert sessions(ledger.path) == ["friday"]
    ledger.path.unlink()
    with pytest.raises(LedgerError, match="there is no ledger at"):
        ledger.sessions()
    assert outcomes(ledger, FRIDAY) == ["added"]
    shutil.rmtree(folder)
    for use in (Ledger.balances, lambda it: it.query("SELECT 1")):
        with pytest.raises(LedgerError, match="there is no ledger at"):
            use(ledger)
    with pytest.raises(LedgerError, match=r"no ledger can be made at .*: No such file or directory"):
        outcomes(ledger, FRIDAY)
    door.write("clean.yaml", CLEAN)
    ran = door("add", "clean.yaml", "--db", str(ledger.path))
    assert (ran.status, ran.out) == (2, "")
    assert one_line(ran.err, "no ledger can be made at")


def test_what_vanishes_while_it_is_held(path: Path) -> None:
    with Ledger(path) as ledger:
        assert outcomes(ledger, LATER) == ["replaced"]
        path.unlink()
        with pytest.raises(LedgerError, match=r"there is no ledger at .*holds unsaved work"):
            outcomes(ledger, FRIDAY)
    assert list(path.parent.iterdir()) == []


def test_a_beginning_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(opening, "_move", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Ledger(tmp_path / "pontoon.duckdb").add(fake_audit(FRIDAY))
    assert list(tmp_path.iterdir()) == []
