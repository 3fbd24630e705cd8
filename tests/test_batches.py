"""An audit in batches says what one audit of everything says: findings, sessions, money, to the letter."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import dealer
import polars as pl
import pytest
from command import CLEAN, FRIDAY, ROOT, Door, door, environment
from polars.testing import assert_frame_equal
from workers import leave

import pontoon_ledger
from pontoon_ledger import batches
from pontoon_ledger.auditing import Audit
from pontoon_ledger.batches import judging
from pontoon_ledger.batches.pool import LostWorkerError, Processes
from pontoon_ledger.records import ReadOptions
from pontoon_ledger.render.shapes import files_shape
from pontoon_ledger.render.summary import summary_of

__all__ = ["door"]


@pytest.fixture(autouse=True)
def _each_batch_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests divide the same files in several ways: a batch that is judged is not judged again."""
    monkeypatch.setattr(judging, "judge", cache(judging.judge))


@cache
def whole_of(paths: tuple[Path, ...], options: ReadOptions) -> Audit:
    return pontoon_ledger.audit(pontoon_ledger.read(paths, options))


def same(paths: list[Path], most_bytes: int = 1, **more: object) -> None:
    """Both ways say the same of these files."""
    options = more.pop("options", ReadOptions())
    whole = whole_of(tuple(paths), options)  # type: ignore[arg-type]
    wants = ("balances", "transfers", "lines")
    parts = batches.audit(paths, options, wants=wants, most_bytes=most_bytes, **more)  # type: ignore[arg-type]
    assert_frame_equal(parts.findings, whole.findings)
    assert_frame_equal(parts.sessions, whole.sessions)
    assert parts.transfers is not None
    assert_frame_equal(parts.transfers, whole.transfers, check_row_order=False)
    assert parts.files == files_shape(whole)
    assert parts.notes == whole.records.notes
    assert summary_of(parts, parts.findings) == summary_of(whole, whole.findings)
    one, other = parts.settle(), pontoon_ledger.settle(whole)
    assert_frame_equal(one.balances, other.balances)
    assert (one.plans, one.complete) == (other.plans, other.complete)
    for file_no, line in whole.findings.select("file_no", "line").drop_nulls().rows():
        text = whole.records.sources[file_no].text.splitlines()
        assert parts.line(file_no, line) == (text[line - 1] if line <= len(text) else None)


def put(folder: Path, **files: str) -> None:
    for name, text in files.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(text, encoding="utf-8")


def test_the_samples() -> None:
    for most_bytes in (1, 5_000):
        same([ROOT / "sample_logs"], most_bytes)


def test_sessions_of_the_dealer(tmp_path: Path) -> None:
    rng = random.Random(6)
    for n in range(12):
        session = dealer.play_session(
            rng, deals=6, players=4, rules=dealer.random_rules(rng), name=f"evening {n}", void=0.1, gap=0.05
        )
        text = dealer.to_yaml(session)
        (tmp_path / f"{n:02}.yaml").write_text(
            text.replace("won", "lost") if n % 3 == 0 else text, encoding="utf-8"
        )
    same([tmp_path], 4_000)


def test_people_and_names_across_files(tmp_path: Path) -> None:
    """A nickname joins who is called so later, a name is there twice, currencies are kept apart."""
    again = CLEAN.replace("Cat, Dan", "Cath, Dan").replace("Cat:", "Cath:").replace("session: clean\n", "")
    put(
        tmp_path,
        a_yaml=FRIDAY.replace("Cat, Dan", "{name: Cat, aka: [Cath, C]}, Dan"),
        b_yaml=again,
        c_yaml=FRIDAY.replace("session: friday", "session: FRIDAY"),
        d_yaml=FRIDAY.replace("session: friday", "session: e").replace("GBP", "{code: XTS, decimals: 3}"),
        e_yaml=again.replace("Ann, Bob", "Ann, Cat").replace("Bob:", "Cat:"),
        f_yaml=again.replace("currency: GBP", "currency: EUR").replace("won 0.40", "won"),
        g_yaml="players: [",
        h_yaml=again.replace("won 0.40", ""),
    )
    for most_bytes in (1, 700, 100_000):
        same([tmp_path], most_bytes)
    assert batches.audit(tmp_path).findings.filter(code="P009")["file"].str.tail(6).to_list() == [
        "c.yaml",
        "e.yaml",
    ]


def test_tables_and_the_heads_that_name_them(tmp_path: Path) -> None:
    """A table is not read alone, wherever the record that names it stands in the order."""
    table = 'deal,player,play\n1,Bob,"bet 0.20, 5c 9d, stick, won 0.30"\n1,bank,Kh 7d\n'
    head = "players: [Ann, Bob]\nbank: Ann\ndeals: "
    put(
        tmp_path,
        a_csv=table,
        b_csv=table + "x\n",
        m_csv=table,
        z_yaml=head + "a.csv\n",
        y_yaml=head + "m.csv",
    )
    put(tmp_path, q_yaml=head + "gone.csv", c_csv="session,deal,player,won\nMay,1,Ann,1\nz,1,Ann,2\n")
    for most_bytes in (1, 150, 100_000):
        same([tmp_path], most_bytes, options=ReadOptions(bank="Bob", rules="pagat, ties=push"))
    same([tmp_path / "z.yaml", tmp_path / "a.csv", tmp_path / "nothing.yaml", tmp_path], 1)


def test_processes_keep_the_order(tmp_path: Path) -> None:
    for n in range(4):
        put(tmp_path, **{f"s{n}_yaml": FRIDAY.replace("friday", f"night {n}")})
    same([tmp_path], 1, engine=Processes(2))


def test_a_process_that_dies_gives_a_message() -> None:
    with pytest.raises(LostWorkerError, match="is gone"):
        list(Processes(2).map(leave, "", list("abcdef")))


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
def test_ctrl_c_ends_all_processes_quietly(tmp_path: Path) -> None:
    code = (
        "import signal, sys\n"
        "from pontoon_ledger.batches.pool import Processes; from workers import sleep\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "    try: list(Processes(2).map(sleep, sys.argv[1], ['a', 'b']))\n"
        "    except KeyboardInterrupt: sys.exit(130)\n"
    )
    script = tmp_path / "run.py"
    script.write_text(code)
    env = environment(PYTHONPATH=os.pathsep.join([str(ROOT), str(ROOT / "tests")]))
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)], env=env, start_new_session=True, stderr=subprocess.PIPE
    ) as run:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.glob("*.pid"))) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=30)
    assert (run.returncode, said) == (130, b"")
    for file in tmp_path.glob("*.pid"):
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.stem), 0)


def test_check_says_the_same_with_any_number_of_processes(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pontoon_ledger.cli import reading

    most = reading._MOST
    for n in range(3):
        door.write(f"s{n}.yaml", FRIDAY.replace("friday", f"night {n % 2}").replace("Dan]", "Dan]\nfoo: 1"))
    door.write("t.csv", "deal,player,won\n1,Ann,0.20\n")
    for form in ("table", "plain", "json", "csv", "markdown"):
        args = ("check", ".", "--format", form, "--bank", "Ann", "--rules", "pagat, ties=push")
        monkeypatch.setattr(reading, "_MOST", most)
        before = door(*args)
        assert before.status == 1
        monkeypatch.setattr(reading, "_MOST", 1)
        assert door(*args, "--jobs", "1") == before, form
        if form == "table":
            with monkeypatch.context() as patch:
                patch.setattr(reading, "_PAYS", 1)
                assert door(*args, "--jobs", "2") == before
        assert door(*args, "--jobs", "1", "--select", "P3").out != before.out


@pytest.mark.parametrize("text", ["0", "two", "-1", "1.5", "99999"])
def test_no_number_of_processes(door: Door, text: str) -> None:
    ran = door("check", door.write("a.yaml", CLEAN), "--jobs", text)
    assert ran.status == 2
    assert f"--jobs cannot be '{text}'" in ran.err


def test_a_season_in_parquet_by_session(door: Door) -> None:
    """Partitions are sessions, kept in parts or not; findings stand on the line of the table's CSV."""
    play = ["bet 0.20, 9c Td, stick, won 0.30", "Kh 7d, stick"]
    rows = {"deal": [1, 1], "player": ["Bob", "bank"], "play": play, "bank": ["Ann", None]}
    for name in ("At Ann's", "May/June"):
        folder = door.folder / "season" / f"session={name.replace('/', '%2F').replace(' ', '%20')}"
        folder.mkdir(parents=True)
        pl.DataFrame(rows).write_parquet(folder / "0.parquet")
        more = {"deal": [2, 2], "play": ["bet 0.20, 9s Jd, stick, won 0.30", "Qh 7c, stick"]}
        pl.DataFrame({**rows, **more}).write_parquet(folder / "1.parquet")
    same([door.folder / "season"])
    ran = door("check", "season", "--format", "plain")
    assert [line.split(": ", 1)[0] for line in ran.out.splitlines()[:4]] == [
        f"season/session={name}:{line}:32" for name in ("At%20Ann's", "May%2FJune") for line in (2, 4)
    ]
    assert door("add", "season").status == 0
    assert door("verify").status == 0
    assert door("add", "season").out.count("unchanged") == 3
    assert "May/June" in door("sessions").out
    assert door("settle", "season").out == door("settle").out
    assert door("fmt", "season").status == 2


def test_parquet_that_cannot_be_read(door: Door) -> None:
    (door.folder / "a.parquet").write_bytes(b"PAR1 and no more")
    pl.DataFrame({"deal": [1], "player": [["Ann"]], "won": [1]}).write_parquet(door.folder / "b.parquet")
    pl.DataFrame({"deal": ["1"], "player": ["Ann"]}).write_parquet(door.folder / "c.parquet")
    ran = door("check", ".", "--format", "plain")
    assert ran.status == 2
    told = ran.out.splitlines()
    assert told[0].startswith("a.parquet: P001 error: a.parquet cannot be read as Parquet")
    assert told[1].startswith(
        "b.parquet: P001 error: b.parquet cannot be read: its column 'player' holds lists"
    )
    assert told[2].startswith("c.parquet:1:1: P004 error: the header lacks a column for the play")


def test_a_head_may_name_parquet(door: Door) -> None:
    door.write("friday.yaml", FRIDAY)
    assert door("convert", "friday.yaml", "-o", "sheet.parquet").status == 0
    assert pl.read_parquet(door.folder / "sheet.parquet").height == 4
    told = door("check", "friday.yaml", "--format", "json")
    again = door("check", "sheet.yaml", "--format", "json")
    assert '"P301"' in told.out
    assert told.out.count('"found"') == again.out.count('"found"') == 1
    assert door("convert", "sheet.yaml", "-o", "back.yaml").status == 0
    assert door("settle", "back.yaml").out == door("settle", "friday.yaml").out
