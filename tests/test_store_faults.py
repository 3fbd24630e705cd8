"""Files that are no ledger, damaged ones, two at once: nothing is overwritten, nothing wrong is told."""

from __future__ import annotations

import os
import pickle
import random
import re
import sqlite3
import struct
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from crash_child import Helper, Job, ask
from fake_audit import FRIDAY, LATER, balance, digest, fake_audit, large_audit, outcomes
from msgspec.structs import replace

from pontoon_ledger.store import Ledger, LedgerError, opening

HEADS = 3 * 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pontoon.duckdb"


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 0.2)


KEPT: list[bytes] = []


def friday(path: Path) -> None:
    """A ledger of one session; every folder of a test is as far from its record as the others."""
    if not KEPT:
        Ledger(path).add(fake_audit(FRIDAY))
        KEPT.append(path.read_bytes())
    path.write_bytes(KEPT[0])


def foreign(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE meta (application VARCHAR, schema_version INTEGER)")
        connection.execute("INSERT INTO meta VALUES ('another', 1)")


def no_meta(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t AS SELECT 1 AS x")


def newer(path: Path) -> None:
    friday(path)
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE meta SET schema_version = 99")


def newer_duckdb(path: Path) -> None:
    no_meta(path)
    block = bytearray(path.read_bytes())
    block[12:20] = struct.pack("<Q", 5000)
    check = 5381
    for (word,) in struct.iter_unpack("<Q", block[8:4096]):
        check ^= word * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    block[:8] = struct.pack("<Q", check)
    path.write_bytes(block)


def truncated(path: Path) -> None:
    Ledger(path).add(large_audit(2, 50))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flipped(path: Path) -> None:
    friday(path)
    data = bytearray(path.read_bytes())
    data[4096 + 20] ^= 255
    data[8192 + 20] ^= 255
    path.write_bytes(data)


def sqlite(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (foreign, "not a ledger; it is left"),
        (no_meta, "not a ledger; it is left"),
        (newer, "newer version of pontoon_ledger"),
        (newer_duckdb, "newer DuckDB"),
        (truncated, "is damaged"),
        (flipped, "is damaged"),
        (sqlite, "not a ledger"),
        (lambda path: path.write_text("deals:\n" * 900), "not a ledger"),
        (lambda path: path.write_bytes(b""), "empty file"),
    ],
)
def test_what_is_no_ledger_is_recognised_and_left_as_it_is(path: Path, make: object, says: str) -> None:
    assert callable(make)
    make(path)
    before = digest(path)
    for use in (
        lambda ledger: ledger.add(fake_audit(FRIDAY)),
        Ledger.sessions,
        lambda it: it.query("SELECT 1"),
    ):
        with pytest.raises(LedgerError, match=says):
            use(Ledger(path))
        assert digest(path) == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_damaged_table_is_named_as_damage(path: Path) -> None:
    Ledger(path).add(large_audit(4, 500))
    with duckdb.connect(str(path)) as connection:
        block, size = connection.execute(
            "SELECT block_id, block_size FROM pragma_storage_info('hands'), pragma_database_size() "
            "WHERE column_name = 'counts' AND segment_type = 'BIGINT'"
        ).fetchall()[0]
    data = bytearray(path.read_bytes())
    data[3 * 4096 + block * int(size) + 100] ^= 255
    path.write_bytes(data)
    before = digest(path)
    for use in (
        Ledger.stats,
        lambda it: it.query("FROM hands"),
        lambda it: it.add(large_audit(4, 500, text="x")),
    ):
        with pytest.raises(LedgerError, match="is damaged"):
            use(Ledger(path))
        assert digest(path) == before


@pytest.mark.parametrize("evenings", [1, 3])
def test_nothing_is_written_into_a_file_whose_end_is_missing(path: Path, evenings: int) -> None:
    for evening in range(evenings):
        Ledger(path).add(fake_audit(replace(FRIDAY, session=f"evening {evening}")))
    os.truncate(path, path.stat().st_size - 1)
    before = digest(path)
    with pytest.raises(LedgerError, match="is damaged"):
        Ledger(path).add(fake_audit(FRIDAY))
    assert digest(path) == before


def test_a_foreign_database_with_unsaved_work_keeps_it_unsaved(path: Path) -> None:
    crash = (
        "import duckdb, os; c = duckdb.connect('pontoon.duckdb'); c.execute('CREATE TABLE t (x INTEGER)');"
        "c.execute('INSERT INTO t VALUES (1)'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", crash], cwd=path.parent, check=True)
    before = {file.name: digest(file) for file in path.parent.iterdir()}
    assert set(before) == {"pontoon.duckdb", "pontoon.duckdb.wal"}
    with pytest.raises(LedgerError, match="not a ledger"):
        Ledger(path).add(fake_audit(FRIDAY))
    assert {file.name: digest(file) for file in path.parent.iterdir()} == before


def test_nothing_is_begun_where_a_ledger_left_its_unsaved_work(path: Path) -> None:
    path.with_name("pontoon.duckdb.wal").write_bytes(b"x" * 50)
    for use in (lambda ledger: ledger.add(fake_audit(FRIDAY)), Ledger.balances):
        with pytest.raises(LedgerError, match=re.escape("pontoon.duckdb.wal beside it holds unsaved work")):
            use(Ledger(path))
    assert not path.exists()


def test_reading_makes_no_ledger(path: Path) -> None:
    with pytest.raises(LedgerError, match="there is no ledger at"):
        Ledger(path).sessions()
    with pytest.raises(LedgerError, match="for reading only"):
        Ledger(path, read_only=True).add(fake_audit(FRIDAY))
    assert not path.exists()


def test_places_where_no_ledger_can_be(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="no ledger can be made at"):
        Ledger(tmp_path / "missing" / "pontoon.duckdb").add(fake_audit(FRIDAY))
    with pytest.raises(LedgerError, match="cannot be opened"):
        Ledger(tmp_path).sessions()


def test_an_older_duckdb_can_read_the_file(path: Path) -> None:
    friday(path)
    assert struct.unpack("<Q", path.read_bytes()[12:20])[0] <= 66


HOLD = """
import duckdb, sys, time
connection = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == "reader")
print("held", flush=True)
time.sleep(float(sys.argv[3]))
"""


def hold(path: Path, role: str, seconds: float) -> subprocess.Popen[str]:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path), role, str(seconds)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_many_small_adds_keep_a_whole_file(path: Path) -> None:
    for evening in range(6):
        assert outcomes(Ledger(path), replace(FRIDAY, session=f"evening {evening}")) == ["added"]
    assert balance(Ledger(path))["Bob"] == 240


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("role", ["writer", "reader"])
def test_who_comes_second_is_told_who_holds_the_ledger(path: Path, role: str) -> None:
    friday(path)
    with hold(path, role, 60) as holder:
        try:
            if role == "reader":
                assert Ledger(path).sessions().height == 1
            with pytest.raises(LedgerError, match=rf"is in use by .* \(process {holder.pid}\)"):
                Ledger(path).add(fake_audit(LATER))
        finally:
            holder.kill()
    assert outcomes(Ledger(path), LATER) == ["replaced"]


def test_who_comes_second_waits_a_moment(path: Path) -> None:
    friday(path)
    with hold(path, "writer", 0.5):
        assert outcomes(Ledger(path), LATER) == ["replaced"]


@pytest.mark.usefixtures("brief")
def test_another_opening_in_the_same_program_is_named_as_such(path: Path) -> None:
    friday(path)
    with duckdb.connect(str(path)), pytest.raises(LedgerError, match="this program itself"):
        Ledger(path).sessions()


def test_two_beginners_make_one_ledger(path: Path) -> None:
    evenings = [replace(FRIDAY, session=f"evening {k}") for k in range(4)]
    threads = [threading.Thread(target=opening.create, args=(path,)) for _ in evenings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [outcomes(Ledger(path), one) for one in evenings] == [["added"]] * 4
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.fixture(scope="module")
def helper() -> Iterator[Helper]:
    with Helper() as warm:
        yield warm


@pytest.fixture(scope="module")
def whole_season(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("season") / "pontoon.duckdb"
    Ledger(path).add(large_audit(3, 150))
    Ledger(path).add(fake_audit(FRIDAY))
    Ledger(path).add(fake_audit(LATER))
    return path.read_bytes()


@pytest.fixture
def season(path: Path, whole_season: bytes) -> Path:
    """A ledger of some sessions, of which one was told twice, so that blocks lie free."""
    path.write_bytes(whole_season)
    return path


def flips(size: int, number: int, dice: random.Random) -> tuple[tuple[int, int], ...]:
    """Bits to flip: some in each of the three heads, the others evenly over the blocks behind them."""
    step = (size - HEADS) // number
    heads = [dice.randrange(at, at + 4096) for at in (0, 8, 4096, 4096, 8192, 8192)]
    rest = [dice.randrange(at, at + step) for at in range(HEADS, size - step + 1, step)]
    return tuple((at, dice.randrange(8)) for at in heads + rest)


@pytest.mark.skipif(os.name == "nt", reason="the helper forks")
def test_a_flipped_bit_is_recognised_or_harmless(season: Path, helper: Helper) -> None:
    whole, right = season.read_bytes(), ask(Ledger(season, read_only=True))
    fate = helper.run(Job(str(season), flips=flips(len(whole), 54, random.Random(60))))
    assert fate.status == 0, f"the flip after {fate.told[-1]} ended the process"
    told = Counter()
    for place, answer, changed in fate.answers:
        recognised = f"the ledger {season} is damaged and is left as it is" in answer
        assert recognised or answer == right, place
        assert not changed
        told["recognised" if recognised else "harmless"] += 1
    print(f"of {sum(told.values())} flipped bits {told['recognised']} were recognised, the others harmless")
    assert sum(told.values()) == 60
    assert told["recognised"] >= 20
    assert told["harmless"]


@pytest.mark.skipif(os.name == "nt", reason="the helper forks")
def test_nothing_is_added_where_a_bit_is_flipped_that_matters(season: Path, helper: Helper) -> None:
    whole, new = season.read_bytes(), season.parent.parent / "new.pickle"
    new.write_bytes(pickle.dumps(fake_audit(replace(FRIDAY, session="new"))))
    Ledger(season).add(pickle.loads(new.read_bytes()))
    right = ask(Ledger(season, read_only=True))
    season.write_bytes(whole)
    job = Job(str(season), str(new), flips=flips(len(whole), 12, random.Random(5)), then_add=True)
    fate = helper.run(job)
    assert fate.status == 0
    assert len(fate.answers) == 18
    refused = 0
    for place, *answer, changed in fate.answers:
        if "is damaged and is left as it is" in answer[0]:
            assert not changed
            refused += 1
        else:
            assert answer == ["added", right], place
    assert refused >= 10


@pytest.mark.skipif(os.name == "nt", reason="the helper forks")
def test_a_file_cut_short_is_recognised(season: Path, helper: Helper) -> None:
    size = season.stat().st_size
    lengths = (
        1,
        11,
        12,
        4095,
        4096,
        8192,
        HEADS - 1,
        HEADS,
        HEADS + 9,
        size // 3,
        size // 2,
        size - (1 << 18),
    )
    fate = helper.run(Job(str(season), lengths=(*lengths, size - 1)))
    assert fate.status == 0
    for length, answer, changed in fate.answers:
        assert re.search("is damaged and is left" if length >= 12 else "is not a ledger", answer), length
        assert not changed
    assert len(fate.answers) == 13
