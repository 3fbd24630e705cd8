"""Work on a ledger in processes that can be killed: one warm process forks a child for each job.

In: jobs, one a line (which ledger, which audit or command, what befalls the child and when). Out: what
the child told before it ended. The child reports each statement before and after DuckDB runs it, through
a pipe, so that what a kill hit is known.
"""

from __future__ import annotations

import gc
import io
import json
import os
import pickle
import resource
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

HERE = Path(__file__).resolve().parent
NEEDED = (
    *(
        "rich.console",
        "rich.table",
        "pontoon_ledger.api",
        "pontoon_ledger.auditing",
        "pontoon_ledger.replacing",
    ),
    *(f"pontoon_ledger.cli.{name}" for name in ("entry", "ledger", "reading", "results", "progress")),
    *(
        f"pontoon_ledger.records.{name}"
        for name in ("session", "table", "walk", "paths", "combine", "limits")
    ),
    *(f"pontoon_ledger.batches.{name}" for name in ("judging", "joining")),
    *(f"pontoon_ledger.scale.{name}" for name in ("results", "stored")),
    *(f"pontoon_ledger.render.{name}" for name in ("adding", "drawing", "excerpt", "findings", "ledger")),
    *("pontoon_ledger.store.ledger", "pontoon_ledger.summary"),
)
"""What adds and lists sessions, imported once for all children."""

SIGNALS = {"kill": signal.SIGKILL, "interrupt": signal.SIGINT}


class Job(Struct, frozen=True):
    """What a child does, and what befalls it `after` so many seconds.

    With `at` (the number of a statement, or how it begins) the seconds are counted from its beginning, and
    the child begins no other: it is hit while that one runs or when it has just ended, and stops only then.
    A child may write no more than `limit` bytes into a file; one that is `nobody` has no rights but
    everybody's, once it has run the commands `prepare`, so that nothing is left to be imported.
    """

    ledger: str
    audit: str | None = None
    commands: tuple[tuple[str, ...], ...] = ()
    flips: tuple[tuple[int, int], ...] = ()
    lengths: tuple[int, ...] = ()
    then_add: bool = False
    befalls: str | None = None
    at: int | str | None = None
    after: float = 0.0
    limit: int | None = None
    nobody: bool = False
    prepare: tuple[tuple[str, ...], ...] = ()


class Fate(Struct, frozen=True):
    """How a child ended: its exit status (negative: the signal), what it told, and how long it took."""

    pid: int
    status: int | None
    told: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def statements(self) -> list[str]:
        """What was begun, in order."""
        return [line[2:] for line in self.told if line.startswith("> ")]

    @property
    def hit(self) -> str:
        """What the child was doing when it ended."""
        last = next((line for line in reversed(self.told) if line[:2] in {"> ", "< "}), "< start")
        return ("in " if last.startswith("> ") else "after ") + last[2:]

    @property
    def inside(self) -> bool:
        """Whether the child ended inside the transaction of its add."""
        return "< BEGIN TRANSACTION" in self.told and "< COMMIT" not in self.told

    @property
    def answers(self) -> list[Any]:
        """The results that the child sent."""
        return [json.loads(line[2:]) for line in self.told if line.startswith("= ")]


class Helper:
    """The warm process, seen from a test."""

    def __enter__(self) -> Helper:
        env = os.environ | {"PYTHONPATH": os.pathsep.join([str(HERE.parent), str(HERE)])}
        env = {name: value for name, value in env.items() if not name.startswith("PONTOON")}
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def run(self, job: Job) -> Fate:
        """Have one job done, up to its end, or until the child is stopped."""
        return self._ask(json.dumps(asdict(job)))

    def go_on(self) -> Fate:
        """Let a stopped child go on to its end."""
        return self._ask("go on")

    def _ask(self, line: str) -> Fate:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return Fate(**json.loads(self._process.stdout.readline()))


class _Telling:
    """A DuckDB connection that tells what it is asked for."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._connection, name)
        if name not in {"execute", "executemany", "sql", "close", "register"}:
            return found

        def told(*args: Any, **more: Any) -> Any:
            what = args[0] if args and name in {"execute", "executemany", "sql"} else name
            with _Told(" ".join(what.split())[:70]):
                return found(*args, **more)

        return told

    def __enter__(self) -> _Telling:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Told:
    """A piece of work of which beginning and end are told."""

    pipe = -1
    begun = 0
    last: int | str | None = None
    wait: Callable[[], object]

    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        _Told.begun += 1
        if isinstance(_Told.last, str) and self.what.startswith(_Told.last):
            _Told.last = _Told.begun
        tell(f"> {self.what}")

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            tell(f"< {self.what}")
            if _Told.begun == _Told.last:
                _Told.wait()


def tell(line: str) -> None:
    os.write(_Told.pipe, f"{line}\n".encode())


def _listen() -> None:
    """Have every DuckDB connection from here on tell."""
    import duckdb

    connect = duckdb.connect

    def telling(database: str = ":memory:", **more: Any) -> _Telling:
        with _Told(f"connect {'to read' if more.get('read_only') else 'to write'} {Path(database).name}"):
            return _Telling(connect(database, **more))

    duckdb.connect = telling  # type: ignore[assignment]


def _child(job: dict[str, Any]) -> int:
    """Do the job; the exit status."""
    audit = pickle.loads(Path(job["audit"]).read_bytes()) if job["audit"] else None
    for command in job["prepare"]:
        assert _command(command)[0] == 0
    if job["limit"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (job["limit"], resource.RLIM_INFINITY))
    if job["nobody"]:
        os.setgid(65534)
        os.setuid(65534)
    _listen()
    _Told.last = job["at"]
    stopping = job["befalls"] == "stop"
    _Told.wait = partial(os.kill, os.getpid(), signal.SIGSTOP) if stopping else partial(time.sleep, 20)
    tell("< start")
    if job["flips"] or job["lengths"]:
        return _damaged(job, audit)
    if job["commands"]:
        for command in job["commands"]:
            told = _command(command)
            tell("= " + json.dumps(told))
        return told[0]
    return _add(job["ledger"], audit)


def _add(path: str, audit: Any) -> int:
    from pontoon_ledger.store import Ledger

    tell("= " + json.dumps(Counter(one.outcome for one in Ledger(path).add(audit).sessions)))
    return 0


def _command(args: tuple[str, ...]) -> tuple[int, str, str]:
    """Run a command, as its own process would."""
    from pontoon_ledger.cli.entry import run

    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    status = run(args)
    return status, sys.stdout.getvalue(), sys.stderr.getvalue()


def _damaged(job: dict[str, Any], audit: Any) -> int:
    """Put each damage into the ledger, ask, and put it right again; an answer for each."""
    from pontoon_ledger.store import Ledger, LedgerError

    path = Path(job["ledger"])
    whole = path.read_bytes()
    for damage in [*map(tuple, job["flips"]), *job["lengths"]]:
        broken = _broken(whole, damage)
        path.write_bytes(broken)
        try:
            answer = [Ledger(path).add(audit).sessions[0].outcome] if job["then_add"] else []
            answer += [ask(Ledger(path, read_only=True))]
        except LedgerError as error:
            answer = [str(error)]
        changed = path.read_bytes() != broken or sorted(path.parent.iterdir()) != [path]
        for beside in set(path.parent.iterdir()) - {path}:
            beside.unlink()
        tell("= " + json.dumps([damage, *answer, changed]))
    path.write_bytes(whole)
    return 0


def _broken(whole: bytes, damage: Any) -> bytes:
    if isinstance(damage, int):
        return whole[:damage]
    at, bit = damage
    return whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :]


def ask(ledger: Any) -> str:
    """What a ledger holds, as one hash of sessions, balances, hands and texts."""
    from hashlib import sha256

    with ledger:
        told = [
            ledger.sessions().drop("added").rows(),
            ledger.balances().rows(),
            ledger.query("SELECT count(*), sum(counts), sum(stake), bit_xor(hash(hands)) FROM hands").rows(),
            ledger.query("SELECT count(*), bit_xor(hash(text)) FROM files").rows(),
        ]
    return sha256(repr(told).encode()).hexdigest()


def _serve() -> None:
    for module in NEEDED:
        import_module(module)
    gc.disable()  # a child lives for one job
    gc.freeze()
    stopped: _Watch | None = None
    for line in sys.stdin:
        if line.strip() == "go on":
            assert stopped is not None
            os.kill(stopped.pid, signal.SIGCONT)
            fate = stopped.to_its_end()
        else:
            watch = _Watch(json.loads(line))
            fate = watch.until_it_befalls()
            stopped = watch if fate.status is None else None
        print(json.dumps(asdict(fate)), flush=True)


class _Watch:
    """A child, and the end of the pipe that it tells into."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.job = job
        self.pipe, told = os.pipe()
        self.heard = b""
        self.pid = os.fork()
        if not self.pid:
            os.close(self.pipe)
            _Told.pipe = told
            status = 70
            try:
                signal.signal(signal.SIGINT, signal.default_int_handler)
                status = _child(job)
            except BaseException as error:
                tell(f"! {error!r}")
            finally:
                os._exit(status)
        os.close(told)
        while b"< start\n" not in self.heard and self._hear(None):
            pass
        self.began = time.monotonic()

    def until_it_befalls(self) -> Fate:
        """Wait for the moment, do what is to be done, and see what becomes of it."""
        job = self.job
        if job["befalls"] == "stop":
            os.waitpid(self.pid, os.WUNTRACED)
            self._hear(0)
            return self._fate(None)
        if job["befalls"]:
            while not self._reached(job["at"]) and self._hear(None):
                pass
            until = time.monotonic() + job["after"]
            while (left := until - time.monotonic()) > 0 and self._hear(left):
                pass
            os.kill(self.pid, SIGNALS[job["befalls"]])
        return self.to_its_end()

    def _reached(self, at: int | str | None) -> bool:
        if isinstance(at, str):
            return f"\n> {at}".encode() in self.heard
        return self.heard.count(b"\n> ") >= (at or 0)

    def to_its_end(self) -> Fate:
        """Hear the child out."""
        while self._hear(None):
            pass
        seconds = time.monotonic() - self.began
        _, status = os.waitpid(self.pid, 0)
        os.close(self.pipe)
        return self._fate(os.waitstatus_to_exitcode(status), seconds)

    def _fate(self, status: int | None, seconds: float = 0.0) -> Fate:
        return Fate(self.pid, status, self.heard.decode().splitlines(), seconds)

    def _hear(self, seconds: float | None) -> bool:
        """Read what is told within a time; False at the end of the pipe."""
        if not select.select([self.pipe], [], [], seconds)[0]:
            return True
        more = os.read(self.pipe, 1 << 16)
        self.heard += more
        return bool(more)


if __name__ == "__main__":
    _serve()
