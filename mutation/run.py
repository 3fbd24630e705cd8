"""Mutation testing of the code that judges: which small mistakes in it would no test see.

In: a copy of the repository (it is changed and put back), the notes of `watch.py`. Out: a line of JSON a
mutant. The interpreter with polars, pytest and what was read is kept warm and forked for each.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import io
import json
import os
import pickle
import random
import resource
import sys
import time
from collections import defaultdict
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from mutants import Mutant, mutants_of, mutated, sample

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = "pontoon"
SECONDS = 60
LEAST = 5
PIECE = 40
FOLDERS = ("checks", "replay")
FILES = ("rules", "settlement", "payments", "partition", "transfers", "balances")
DIRECT = {
    "pontoon_ledger/rules.py": ["tests/rules/test_options.py", "tests/test_rulebook.py"],
    "pontoon_ledger/settlement.py": ["tests/test_settlement.py"],
    "pontoon_ledger/partition.py": ["tests/test_settlement.py"],
    "pontoon_ledger/balances.py": [],
}
"""The tests of modules that are not asked by what one record is judged to be; none named: those that
settle up."""

MONEY = ("pontoon_ledger/transfers.py", "pontoon_ledger/replay/kitty.py")
"""Modules that are asked by the tests that settle up too."""

RULES = "tests/rules"
QUIET = ["-n", "0", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header", "--tb=line"]
QUIET += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]


class _Told:
    """A pytest plugin that remembers the first failure."""

    failed: str | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The test that failed."""
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """The file that could not even be read."""
        if report.failed and self.failed is None:
            self.failed = f"{report.nodeid} (collecting)"


def run_tests(tests: list[str]) -> str | None:
    """The first of these tests that fails, None where none does."""
    told = _Told()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = pytest.main([*QUIET, *tests], plugins=[told])
    return told.failed or (None if code in (0, 5) else f"pytest ended with {int(code)}")


def seen_by(records: Any) -> dict[str, int]:
    """For each file, a number that stands for all that its audit says."""
    from pontoon_ledger.auditing import audit

    told = audit(records)
    paths = [Path(source.path).stem for source in records.sources]
    of_session = [paths[n] for n in records.sessions["file_no"]]
    said: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    for frame in (told.findings, told.hands, told.deals, told.transfers, told.sessions):
        plain = frame.with_columns(
            pl.col(name).cast(pl.List(pl.String)).list.join(";", ignore_nulls=False)
            for name, kind in frame.schema.items()
            if kind.base_type() == pl.List
        )
        at = plain["session_no"].to_list()
        where = [of_session[n] if n is not None else None for n in at]
        if "file" in plain.columns:
            where = [
                w or Path(f or "nowhere").stem for w, f in zip(where, plain["file"].to_list(), strict=True)
            ]
        for file, row in zip(where, plain.rows(), strict=True):
            said[file or "nowhere"].append(row)
    return {file: hash(tuple(rows)) for file, rows in said.items()}


def in_a_fork(work: Callable[[], object], seconds: int = SECONDS) -> Any:
    """The result of some work done in a child that may use so many seconds of a processor."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(here)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        try:
            answer: object = work()
        except BaseException as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        with os.fdopen(there, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(there)
    with os.fdopen(here, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None


class Course:
    """What a mutant is put through: the records, and the tests of those that it judges otherwise."""

    def __init__(self, notes: Path) -> None:
        self.notes = json.loads((notes / "notes.json").read_text())
        self.folder = notes
        self.tests = defaultdict(list)
        for test, names in sorted(self.notes["records"].items(), key=lambda item: len(item[1])):
            for name in names:
                self.tests[name].append(test)
        first = [name for name in self.tests if any(test.startswith(RULES) for test in self.tests[name])]
        parts = {"rules": sorted(first), "others": sorted(self.tests.keys() - first)}
        parts |= {f"piece {at:03}": parts["rules"][at : at + PIECE] for at in range(0, len(first), PIECE)}
        self.parts = {part: names for part, names in parts.items() if names}
        if not (notes / "rules.pickle").exists():
            in_a_fork(self._store, 600)
        self.plain = {part: in_a_fork(lambda p=part: self._seen(p), 600) for part in ("rules", "others")}
        if not all(isinstance(seen, dict) and "error" not in seen for seen in self.plain.values()):
            sys.exit(f"the records cannot be judged: {self.plain}")

    def _store(self) -> None:
        from pontoon_ledger import read

        for part, names in self.parts.items():
            paths = [self.folder / "records" / f"{name}.yaml" for name in names]
            (self.folder / f"{part}.pickle").write_bytes(pickle.dumps(read(paths)))

    def _seen(self, part: str) -> dict[str, int]:
        return seen_by(pickle.loads((self.folder / f"{part}.pickle").read_bytes()))

    def _breaking(self) -> list[str]:
        """The tests of the first record over which the audit breaks off."""
        from pontoon_ledger import audit, read

        for part in sorted(self.parts):
            try:
                if part.startswith("piece"):
                    self._seen(part)
            except BaseException:
                for name in self.parts[part]:
                    try:
                        audit(read(self.folder / "records" / f"{name}.yaml"))
                    except BaseException:
                        return self.tests[name][:1]
        return [RULES]

    def judge(self, module: str) -> dict[str, object]:
        """Whether a test fails, in a child in which the module is a mutant."""
        try:
            if doctest.testmod(import_module(module.removesuffix(".py").replace("/", "."))).failed:
                return {"killed": module, "how": "doctest"}
        except BaseException as error:
            return {"killed": module, "how": f"cannot be imported: {type(error).__name__}"}
        if module in DIRECT:
            return {"killed": run_tests(DIRECT[module] or self.notes["settling"]), "how": "tests"}
        how = ""
        for part, plain in self.plain.items():
            try:
                seen = self._seen(part)
            except BaseException as error:
                tests = self._breaking()
                return {"killed": run_tests(tests), "how": f"breaks off: {type(error).__name__}"}
            other = [name for name in plain.keys() | seen.keys() if plain.get(name) != seen.get(name)]
            tests = sorted(
                {test for name in other for test in self.tests[name]},
                key=lambda test: len(self.notes["records"][test]),
            )
            how += f"{part}: {len(other)} records differ, {len(tests)} tests. "
            for some in (tests[:4], tests[4:40], tests[40:]):
                if some and (failed := run_tests(some)):
                    return {"killed": failed, "how": how}
        return {"killed": run_tests(self.notes["settling"]) if module in MONEY else None, "how": how}


def main() -> None:
    """Draw the mutants, and put each through the course."""
    for warm in (
        "hypothesis",
        "_hypothesis_pytestplugin",
        "xdist.plugin",
        "xdist.dsession",
        "yaml",
        "_pytest.doctest",
    ):
        import_module(warm)
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("notes", type=Path, help="the folder that watch.py wrote")
    asked.add_argument("results", type=Path, help="the file of results; what is in it is not done again")
    asked.add_argument("--share", type=float, default=0.15, help="how much of each module's places")
    asked.add_argument("--seed", default=SEED)
    asked.add_argument("--only", default="", help="modules whose name holds this")
    given = asked.parse_args()
    root = Path.cwd()
    sys.path.insert(0, str(root / "tests"))
    sys.dont_write_bytecode = True
    modules = [path for folder in FOLDERS for path in sorted(Path("pontoon_ledger", folder).glob("*.py"))]
    modules = [path for path in modules if path.stem != "__init__"]
    modules += [Path("pontoon_ledger", f"{name}.py") for name in FILES]
    counts = {}
    for module in map(str, modules):
        places = {(m.line, m.column) for m in mutants_of(module, (root / module).read_text())}
        counts[module] = max(LEAST, round(given.share * len(places)))
    drawn = [m for m in sample(root, counts, given.seed) if given.only in m.module]
    random.Random(given.seed).shuffle(drawn)
    done = given.results.read_text().splitlines() if given.results.exists() else []
    known = {Mutant(**json.loads(line)["mutant"]) for line in done}
    course = Course(given.notes)
    right = in_a_fork(lambda: course.judge(str(modules[0])))
    if right.get("killed", right):
        sys.exit(f"the tests fail without any mutant: {right}")
    for number, mutant in enumerate(drawn, 1):
        if mutant in known:
            continue
        path = root / mutant.module
        source, times = path.read_text(encoding="utf-8"), path.stat()
        start = time.monotonic()
        try:
            path.write_text(mutated(source, mutant), encoding="utf-8")
            verdict = in_a_fork(lambda m=mutant.module: course.judge(m))
        finally:
            path.write_text(source, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        verdict = verdict or {"killed": "out of time", "how": "out of time"}
        if "error" in verdict:
            sys.exit(f"{mutant}: {verdict}")
        line = {"mutant": asdict(mutant), **verdict, "seconds": round(time.monotonic() - start, 1)}
        with given.results.open("a") as results:
            results.write(json.dumps(line) + "\n")
        sys.stdout.write(f"{number} of {len(drawn)}: {line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
