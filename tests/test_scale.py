"""Past one machine: results kept as Parquet say what one audit says, whoever judged, whatever broke off."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import polars as pl
import pytest
from command import CLEAN, FRIDAY, Door, door, environment
from polars.testing import assert_frame_equal

import pontoon_ledger
from pontoon_ledger.scale import UnfitFolderError, audit_into
from pontoon_ledger.scale import dask as dask_engines
from pontoon_ledger.scale.dask import NoEngineError, dask_engine
from pontoon_ledger.scale.stored import audits_of, digest_of

__all__ = ["door"]

SESSIONS = 4
IN_CLUSTER = 12


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """Evenings with a wrong payment each, a name twice, and a table with the head that names it."""
    return evenings(tmp_path / "season", SESSIONS)


def evenings(folder: Path, count: int) -> Path:
    folder.mkdir()
    for n in range(count):
        seats = "Bob, {name: Cat, aka: [Cath]}" if n == 0 else "Bob, Cat"
        text = FRIDAY.replace("friday", f"night {n % (count - 1)}").replace("Bob, Cat", seats)
        (folder / f"n{n:02}.yaml").write_text(text)
    (folder / "a.csv").write_text("deal,player,play\n1,Bob,won 0.20\n1,bank,Kh 7d\n")
    (folder / "z.yaml").write_text("players: [Ann, Bob]\nbank: Ann\ndeals: a.csv\n")
    return folder


@cache
def whole_of(season: Path, files: frozenset[tuple[str, str]]) -> pontoon_ledger.Audit:
    return pontoon_ledger.audit(pontoon_ledger.read(season))


def same(season: Path, out: Path) -> None:
    """The results are those of one audit of everything."""
    whole = whole_of(season, frozenset((file.name, file.read_text()) for file in season.iterdir()))
    digest = digest_of(out, ("balances", "transfers", "lines"))
    assert_frame_equal(digest.findings, whole.findings)
    assert_frame_equal(digest.sessions, whole.sessions)
    assert digest.transfers is not None
    assert_frame_equal(digest.transfers, whole.transfers, check_row_order=False)
    assert_frame_equal(digest.settle().balances, pontoon_ledger.settle(whole).balances)
    assert digest.settle().plans == pontoon_ledger.settle(whole).plans
    hands = pl.read_parquet(out / "hands" / "*.parquet")
    columns = ["session", "deal", "player", "due", "recorded", "file", "line"]
    assert_frame_equal(hands.select(columns).sort(columns), whole.hands.select(columns).sort(columns))
    found = pl.read_parquet(out / "findings" / "*.parquet").select(
        "file", "line", "column", "code", "message"
    )
    assert sorted(found.rows()) == sorted(whole.findings.select(found.columns).rows())
    row = whole.findings.row(0, named=True)
    assert digest.line(row["file_no"], row["line"]) is not None


def test_what_is_done_is_not_done_again(season: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = audit_into(season, out, most_bytes=1)
    assert (first.judged, first.kept) == (SESSIONS + 1, 0)
    same(season, out)
    again = audit_into(season, out, most_bytes=1)
    assert (again.judged, again.kept) == (0, SESSIONS + 1)
    assert_frame_equal(again.digest.findings, first.digest.findings)
    same(season, out)


def test_what_is_new_changed_or_gone(season: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    audit_into(season, out, most_bytes=1)
    (season / "n01.yaml").unlink()
    (season / "n02.yaml").write_text(CLEAN)
    (season / "a.csv").write_text("deal,player,play\n1,Bob,won 0.30\n1,bank,Kh 7d\n2,Bob,won 0.10\n")
    (season / "nn.yaml").write_text(CLEAN.replace("clean", "another"))
    done = audit_into(season, out, most_bytes=1)
    assert (done.judged, done.kept) == (3, SESSIONS - 2)
    same(season, out)
    assert audit_into(season, out, pontoon_ledger.ReadOptions(rules="wikipedia")).kept == 0


def test_a_table_that_a_new_record_names(season: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (season / "z.yaml").rename(tmp_path / "z.yaml")
    assert audit_into(season, out, most_bytes=1).judged == SESSIONS + 1
    (tmp_path / "z.yaml").rename(season / "z.yaml")
    assert audit_into(season, out, most_bytes=1).judged == 1
    same(season, out)
    (season / "z.yaml").unlink()
    assert audit_into(season, out, most_bytes=1).judged == 1
    same(season, out)


def test_what_was_broken_off_goes_on(season: Path, tmp_path: Path) -> None:
    class Weak:
        def map(self, call, common, items):
            for item in items[:SESSIONS]:
                yield call(common, item)
            call(common._replace(folder=str(tmp_path / "nowhere")), items[SESSIONS])

    out = tmp_path / "out"
    with pytest.raises(FileNotFoundError):
        audit_into(season, out, most_bytes=1, engine=Weak())
    with pytest.raises(UnfitFolderError, match="not finished"):
        digest_of(out)
    done = sorted((out / "hands").iterdir())
    (out / "texts" / done[0].name).unlink()
    (out / "batches" / f"{done[1].stem}.json").write_text("half a mar")
    done = audit_into(season, out, most_bytes=1)
    assert (done.judged, done.kept) == (3, SESSIONS - 2)
    same(season, out)


CLUSTER = """
import os, sys
from pontoon_ledger.scale import audit_into
from pontoon_ledger.scale.dask import dask_engine
if __name__ == "__main__":
    with dask_engine(None, 2) as engine:
        print(*engine.client.run(os.getpid).values(), flush=True)
        done = audit_into(sys.argv[1], sys.argv[2], engine=engine, most_bytes=1)
    print(done.judged, done.kept, flush=True)
"""


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs pontoon-ledger[scale]")
def test_a_cluster_one_of_whose_workers_is_killed(tmp_path: Path) -> None:
    out, script = tmp_path / "out", tmp_path / "run.py"
    season = evenings(tmp_path / "season", IN_CLUSTER)
    script.write_text(CLUSTER)
    with subprocess.Popen(
        [sys.executable, str(script), str(season), str(out)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout
        workers = [int(pid) for pid in run.stdout.readline().split()]
        deadline = time.monotonic() + 120
        while not list((out / "batches").glob("*.json")):
            assert time.monotonic() < deadline
            time.sleep(0.005)
        os.kill(workers[0], signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
        before = len(list((out / "batches").glob("*.json")))
        told, said = run.communicate(timeout=240)
    assert len(set(workers)) == 2
    assert before < IN_CLUSTER
    assert run.returncode == 0, said
    assert told == f"{IN_CLUSTER + 1} 0\n"
    sessions = pl.read_parquet(out / "sessions" / "*.parquet")
    assert (sessions.height, sessions["file"].n_unique()) == (IN_CLUSTER + 1, IN_CLUSTER + 1)
    same(season, out)


def test_the_results_go_into_a_ledger(door: Door) -> None:
    for n in range(3):
        door.write(f"season/n{n}.yaml", FRIDAY.replace("friday", f"night {n}"))
    door.write("season/bad.yaml", FRIDAY.replace("bank: Ann", "bnak: Ann"))
    ran = door("audit", "season", "-o", "found")
    assert ran.status == 1
    assert ran.out == door("check", "season").out.splitlines()[-1] + "\n"
    assert "hands and findings of 4 sessions are in found; batches judged now: 1, before: 0" in ran.err
    added = door("add", "found")
    plain = door("add", "season", "--db", "other.duckdb")
    assert (added.status, added.out, added.err) == (plain.status, plain.out, plain.err)
    verified = door("verify")
    assert verified.status == 0
    assert verified.out == door("verify", "--db", "other.duckdb").out
    for command in ("balance", "findings", "debts"):
        assert (
            door(command, "--format", "csv").out
            == door(command, "--format", "csv", "--db", "other.duckdb").out
        )
    assert door("add", "season").out.count("unchanged") == 4
    assert '"batches_kept": 1' in door("audit", "season", "-o", "found", "--format", "json").out
    assert "batches_kept" in door("audit", "season", "-o", "found", "--format", "csv").out


def test_results_are_no_records(door: Door) -> None:
    door.write("friday.yaml", CLEAN)
    assert door("audit", ".", "-o", "found").status == 0
    assert door("check", ".").out == door("check", "friday.yaml").out
    assert door("check", "found").status == 2
    ran = door("add", "found", "friday.yaml")
    assert (ran.status, "cannot be added at once" in ran.err) == (2, True)
    assert "takes no options" in door("add", "found", "--bank", "Ann").err
    index = door.folder / "found" / "audit.json"
    index.write_text(index.read_text().replace(pontoon_ledger.__version__, "0.0.9"))
    assert "was judged by version 0.0.9" in door("add", "found").err
    index.write_text("{")
    assert "audit.json cannot be read" in door("add", "found").err
    index.unlink()
    assert "is not finished" in door("add", "found").err
    assert not (door.folder / "pontoon.duckdb").exists()


def test_a_folder_that_holds_other_things(door: Door) -> None:
    door.write("season/friday.yaml", CLEAN)
    ran = door("audit", "season", "-o", "season")
    assert (ran.status, "holds other things than results: friday.yaml" in ran.err) == (2, True)
    assert door("audit", "-", "-o", "found").status == 2
    assert door("audit", "nothing.yaml", "-o", "found").status == 2


def test_a_batch_that_is_damaged(season: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    audit_into(season, out)
    for file in (out / "hands").iterdir():
        file.write_bytes(b"PAR1")
    with pytest.raises(UnfitFolderError, match="cannot be read"):
        list(audits_of(out))


def test_engines_that_are_not_there(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    door.write("friday.yaml", CLEAN)
    ran = door("check", "friday.yaml", "--engine", "spark")
    assert (ran.status, "--engine cannot be 'spark'" in ran.err) == (2, True)
    assert door("check", "friday.yaml", "--engine", "local").out == door("check", "friday.yaml").out

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(dask_engines, "import_module", missing)
    ran = door("check", "friday.yaml", "--engine", "dask")
    assert (ran.status, "pip install 'pontoon-ledger[scale]'" in ran.err) == (2, True)
    with pytest.raises(NoEngineError), dask_engine("tcp://127.0.0.1:1", 1):
        pass
