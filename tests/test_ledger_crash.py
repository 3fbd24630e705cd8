"""A kill, an interrupt or a second program at any moment of an add: the ledger is before or after."""

from __future__ import annotations

import json
import os
import pickle
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest
from command import CLEAN, Ran, environment
from crash_child import Fate, Helper, Job
from fake_audit import FRIDAY, fake_audit, outcomes
from msgspec.structs import replace

from pontoon_ledger import Audit, audit, read
from pontoon_ledger.store import Ledger, LedgerError, opening

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and fork are a POSIX matter")

OLD = Path(__file__).parent / "ledgers" / "version-1.sql"
TABLED, WRITTEN = 56, 4
SEASON = TABLED + WRITTEN
WON = "bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.40"


class Seasons(NamedTuple):
    """A folder with the records of 60 sessions, and their audits, as first told and as told anew.

    `empty` is a ledger of no sessions, `friday` one with a single one: to begin with, being quicker to write.
    """

    folder: Path
    first: Audit
    anew: Audit
    empty: bytes
    friday: bytes

    def pickled(self, name: str) -> str:
        """Where an audit lies for another process."""
        return str(self.folder / f"{name}.pickle")


def write_season(folder: Path, bob: str) -> None:
    rows = ["session,date,deal,bank,player,play"]
    for n in range(TABLED):
        start = f"evening {n},2026-11-{n % 28 + 1:02},1,Ann"
        rows.append(f'{start},Bob,"{bob}"')
        rows.append(f'{start},Cat,"bet 0.10, 8h 3c, twist 9h, stick, won 0.10"')
        rows.append(f'{start},Ann,"Kh 7d, stick"')
    (folder / "season.csv").write_text("\n".join(rows) + "\n")
    for n in range(WRITTEN):
        text = CLEAN.replace("session: clean", f"session: friday {n}").replace(WON, bob)
        (folder / f"{n:02}.yaml").write_text(text)


@pytest.fixture(scope="module")
def seasons(tmp_path_factory: pytest.TempPathFactory) -> Seasons:
    folder = tmp_path_factory.mktemp("seasons")
    records = folder / "records"
    records.mkdir()
    told = {}
    for name, bob in (("first", WON), ("anew", WON.replace("4h, stick, won", "2h, stick, lost"))):
        write_season(records, bob)
        told[name] = audit(read(str(records)))
        reckoned = (told[name].hands, told[name].transfers, told[name].sessions)
        assert all(frame.height for frame in reckoned)
        (folder / f"{name}.pickle").write_bytes(pickle.dumps(told[name]))
    path = folder / "ledger" / "pontoon.duckdb"
    path.parent.mkdir()
    opening.create(path)
    empty = path.read_bytes()
    Ledger(path).add(fake_audit(FRIDAY))
    friday = path.read_bytes()
    shutil.rmtree(path.parent)
    return Seasons(folder, told["first"], told["anew"], empty, friday)


@pytest.fixture(scope="module")
def helper() -> Iterator[Helper]:
    with Helper() as warm:
        yield warm


@pytest.fixture
def path(seasons: Seasons) -> Iterator[Path]:
    """A ledger with one session, as far from the records as all others."""
    folder = seasons.folder / "ledger"
    folder.mkdir()
    (folder / "pontoon.duckdb").write_bytes(seasons.friday)
    yield folder / "pontoon.duckdb"
    shutil.rmtree(folder)


class State(NamedTuple):
    """What a ledger holds: its sessions, how many of them were told anew, the sum of each payer's moves."""

    sessions: int
    told_anew: int
    paid: tuple[tuple[str, int], ...]


NOTHING = State(0, 0, ())
STATE = """
SELECT
    (SELECT count(*) FROM sessions),
    (SELECT coalesce(sum(revision), 0) FROM sessions),
    (SELECT coalesce(sum(hands), 0) = (SELECT count(*) FROM hands) FROM sessions),
    (SELECT coalesce(sum(deals), 0) = (SELECT count(*) FROM deals) FROM sessions),
    (SELECT coalesce(sum(revision), 0) = (SELECT count(*) FROM revisions) FROM sessions),
    NOT EXISTS (FROM hands ANTI JOIN sessions USING (session_id)),
    NOT EXISTS (FROM hands ANTI JOIN players USING (player_id)),
    NOT EXISTS (FROM transfers ANTI JOIN sessions USING (session_id)),
    NOT EXISTS (FROM players ANTI JOIN hands USING (player_id)),
    NOT EXISTS (FROM (SELECT unnest(file_ids) AS file_id FROM revisions) ANTI JOIN files USING (file_id)),
    (SELECT json_group_array([payer, payee, counts]) FROM
        (SELECT payer, payee, sum(counts)::BIGINT::VARCHAR AS counts FROM moves GROUP BY ALL))
"""


def state(path: Path) -> State:
    """What the ledger at `path` holds, all of which must agree."""
    if not path.exists():
        return NOTHING
    with Ledger(path, read_only=True) as ledger:
        sessions, revisions, *agreeing, moves = ledger.query(STATE).row(0)
    assert agreeing == [True] * 8
    paid: Counter[str] = Counter()
    for payer, payee, counts in json.loads(moves or "[]"):
        paid[payer] += int(counts)
        paid[payee] -= int(counts)
    assert sum(paid.values()) == 0
    return State(sessions, revisions - sessions, tuple(sorted(paid.items())))


def beside(path: Path) -> list[str]:
    """What lies beside the ledger, but for what a killed beginner left of his own."""
    return sorted(
        file.name
        for file in path.parent.iterdir()
        if file != path and not file.name.startswith(f".{path.name}-")
    )


def restore(path: Path, kept: bytes | None) -> None:
    shutil.rmtree(path.parent)
    path.parent.mkdir()
    if kept is not None:
        path.write_bytes(kept)


def transaction(fate: Fate) -> tuple[int, int]:
    """The numbers of the statements that begin and end the add's transaction."""
    begins = fate.statements.index("BEGIN TRANSACTION") + 1
    return begins, fate.statements.index("COMMIT", begins) + 1


def moments(job: Job, whole: Fate, dice: random.Random) -> Iterator[Job]:
    """Eight moments to be killed at: six inside the transaction, its end, the closing."""
    begin, commit = transaction(whole)
    inside = range(begin + 1, commit)
    changing = [n for n in inside if whole.statements[n - 1].startswith(("DELETE", "INSERT"))]
    for at in (*dice.sample(inside, 3), *dice.sample(changing, 3), commit, len(whole.statements)):
        yield replace(job, befalls="kill", at=at, after=dice.uniform(0, 0.004))


def anywhere(job: Job, whole: Fate, dice: random.Random) -> Iterator[Job]:
    """Two moments to be killed at, one early, one late."""
    for share in (0.25, 0.75):
        yield replace(job, befalls="kill", after=whole.seconds * (share + dice.uniform(-0.25, 0.25)))


@pytest.mark.parametrize("began", ["with nothing", "with a session", "with the same told otherwise"])
def test_a_kill_at_any_moment_leaves_the_ledger_before_or_after(
    path: Path, seasons: Seasons, helper: Helper, began: str
) -> None:
    if began == "with nothing":
        restore(path, seasons.empty)
    elif began == "with the same told otherwise":
        restore(path, seasons.empty)
        Ledger(path).add(seasons.first)
    before, kept = state(path), path.read_bytes()
    job = Job(str(path), seasons.pickled("anew"))
    whole = helper.run(job)
    after = state(path)
    assert whole.status == 0
    assert after.sessions == SEASON + (began == "with a session")
    assert after.told_anew == (SEASON if began == "with the same told otherwise" else 0)
    assert before.paid != after.paid
    dice, fates = random.Random(began), []
    begins = [(one, kept) for one in moments(job, whole, dice)]
    begins += [(one, None if began == "with nothing" else kept) for one in anywhere(job, whole, dice)]
    for killed, begin in begins:
        restore(path, begin)
        fate = helper.run(killed)
        fates.append(fate)
        print(f"killed {fate.hit}; beside the ledger: {', '.join(beside(path)) or 'nothing'}")
        assert set(beside(path)) <= {f"{path.name}.wal"}
        ended_well = "< COMMIT" in fate.told or fate.hit == "in COMMIT"
        assert state(path) in ((before, after) if ended_well else (before,))
        done = Counter(one.outcome for one in Ledger(path).add(seasons.anew).sessions)
        assert sum(done.values()) == SEASON
        assert not done["refused"]
        assert beside(path) == []
    assert state(path) == after
    assert Ledger(path).balances()["balance"].sum() == 0
    assert sum(fate.inside for fate in fates) >= 6
    assert sum(fate.status == -signal.SIGKILL for fate in fates) >= 8


def test_what_was_committed_survives_a_kill_before_it_is_in_its_place(path: Path, helper: Helper) -> None:
    small = path.parent.parent / "small.pickle"
    small.write_bytes(pickle.dumps(fake_audit(replace(FRIDAY, session="another"))))
    kept = path.read_bytes()
    fate = helper.run(Job(str(path), str(small), befalls="kill", at="COMMIT", after=2))
    assert fate.hit == "after COMMIT"
    log = path.with_name(f"{path.name}.wal")
    assert beside(path) == [log.name]
    assert state(path).sessions == 2
    assert beside(path) == [log.name]
    whole, dice = log.read_bytes(), random.Random(4)
    for length in (0, len(whole) - 1):
        log.write_bytes(whole[:length])
        assert state(path).sessions == 1
    for at in dice.sample(range(100, len(whole)), 1):
        log.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << dice.randrange(8)]) + whole[at + 1 :])
        broken = log.read_bytes()
        for use in (state, lambda it: Ledger(it).add(fake_audit(FRIDAY))):
            with pytest.raises(LedgerError, match="is damaged and is left as it is"):
                use(path)
        assert (path.read_bytes(), log.read_bytes()) == (kept, broken)
    log.write_bytes(whole)
    assert outcomes(Ledger(path), FRIDAY) == ["unchanged"]
    assert state(path).sessions == 2
    log.write_bytes(whole)
    for use in (state, lambda it: Ledger(it).add(fake_audit(FRIDAY))):
        with pytest.raises(LedgerError, match=r"pontoon.duckdb.wal beside the ledger .* of another copy"):
            use(path)


def test_a_kill_while_an_older_ledger_is_brought_up_to_date(path: Path, helper: Helper) -> None:
    restore(path, None)
    with duckdb.connect(str(path)) as connection:
        connection.execute(OLD.read_text(encoding="utf-8"))
    kept = path.read_bytes()
    job = Job(str(path), commands=(("sessions", "--db", str(path), "--format", "csv"),))
    whole = helper.run(job)
    begin, commit = transaction(whole)
    versions = set()
    for at in ((begin + commit) // 2, commit, commit + 1):
        restore(path, kept)
        fate = helper.run(replace(job, befalls="kill", at=at))
        assert fate.status == -signal.SIGKILL
        with duckdb.connect(str(path), read_only=True) as connection:
            version = connection.execute("SELECT schema_version FROM meta").fetchall()[0][0]
        assert version in ({1} if fate.inside and fate.hit != "in COMMIT" else {1, opening.SCHEMA_VERSION})
        versions.add(version)
        assert Ledger(path).sessions().height == 2
        assert set(beside(path)) <= {f"{path.name}.wal"}
    assert versions == {1, opening.SCHEMA_VERSION}


def test_an_interrupt_ends_an_add_with_130_and_the_ledger_before_or_after(
    path: Path, seasons: Seasons, helper: Helper
) -> None:
    before, kept = state(path), path.read_bytes()
    records = str(seasons.folder / "records" / "season.csv")
    job = Job(str(path), commands=(("add", records, "--db", str(path)),))
    whole = helper.run(job)
    after = state(path)
    begin, commit = transaction(whole)
    inserts = [n for n, told in enumerate(whole.statements, 1) if told.startswith("INSERT")]
    for at in (begin, inserts[3], commit, len(whole.statements)):
        restore(path, kept)
        fate = helper.run(replace(job, befalls="interrupt", at=at, after=0.001))
        assert fate.answers == [[130, "", ""]]
        assert state(path) in ((before,) if at < commit else (before, after))
        assert beside(path) == []
    assert helper.run(job).answers[0][0] == 0
    assert state(path) == after


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 0.2)


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("second", ["the same", "others"])
def test_who_comes_in_the_midst_of_an_add_is_told_by_whom(
    path: Path, seasons: Seasons, helper: Helper, second: str
) -> None:
    job = Job(str(path), seasons.pickled("first"), befalls="stop", at="INSERT INTO hands")
    stopped = helper.run(job)
    assert stopped.inside
    mine = seasons.first if second == "the same" else fake_audit(replace(FRIDAY, session="mine"))
    for use in (lambda it: it.add(mine), Ledger.sessions, lambda it: it.query("SELECT 1")):
        with pytest.raises(LedgerError, match=rf"is in use by \S+ \(process {stopped.pid}\); try again"):
            use(Ledger(path))
    assert helper.go_on().answers == [{"added": SEASON}]
    assert state(path).sessions == SEASON + 1
    done = Counter(one.outcome for one in Ledger(path).add(mine).sessions)
    assert done == ({"unchanged": SEASON} if second == "the same" else {"added": 1})
    assert state(path).sessions == SEASON + 1 + (second == "others")


def test_who_comes_in_the_midst_of_an_add_waits_a_moment(
    path: Path, seasons: Seasons, helper: Helper
) -> None:
    helper.run(Job(str(path), seasons.pickled("first"), befalls="stop", at="INSERT INTO hands"))
    later = threading.Timer(0.3, helper.go_on)
    later.start()
    assert outcomes(Ledger(path), replace(FRIDAY, session="mine")) == ["added"]
    later.join()
    assert state(path).sessions == SEASON + 2


@pytest.mark.usefixtures("brief")
def test_a_ledger_that_this_program_has_open_stays_shut_to_others(
    path: Path, seasons: Seasons, helper: Helper
) -> None:
    with Ledger(path) as ledger:
        outcomes(ledger, replace(FRIDAY, session="mine"))
        with pytest.raises(LedgerError, match="this program itself"):
            Ledger(path).sessions()
        fate = helper.run(Job(str(path), commands=(("sessions", "--db", str(path)),)))
        assert fate.answers[0][0] == 2
        assert f"(process {os.getpid()})" in fate.answers[0][2]
        outcomes(ledger, replace(FRIDAY, session="another"))
    assert state(path).sessions == 3


def started(*args: str, cwd: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "pontoon_ledger", *args],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )


def ended(process: subprocess.Popen[bytes]) -> Ran:
    out, err = process.communicate(timeout=120)
    return Ran(process.returncode, out.decode(), err.decode())


def test_two_commands_and_a_reader_at_once(path: Path, seasons: Seasons) -> None:
    restore(path, None)
    records = seasons.folder / "records"
    table, one = str(records / "season.csv"), str(records / "00.yaml")
    adds = [started("add", paths, "--db", str(path), cwd=path.parent) for paths in (table, table, one)]
    seen = set()
    while any(process.poll() is None for process in adds):
        try:
            seen.add(Ledger(path).sessions().height)
        except LedgerError as error:
            assert re.search("is in use by|there is no ledger", str(error))
        time.sleep(0.3)
    ran = [ended(process) for process in adds]
    for told in ran:
        assert told.status == 0 or (told.status, "is in use by" in told.err) == (2, True)
    there = TABLED * any(told.status == 0 for told in ran[:2]) + (ran[2].status == 0)
    assert there
    assert seen <= {0, 1, TABLED, TABLED + 1}
    assert state(path).sessions == there
    assert beside(path) == []


def test_the_command_itself_is_killed(path: Path, seasons: Seasons) -> None:
    records = seasons.folder / "records" / "season.csv"
    restore(path, None)
    process = started("add", str(records), "--db", str(path), cwd=path.parent)
    while not path.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    ended(process)
    assert state(path).sessions in {0, TABLED}
    done = Counter(one.outcome for one in Ledger(path).add(audit(read(str(records)))).sessions)
    assert done in ({"added": TABLED}, {"unchanged": TABLED})
    assert beside(path) == []
