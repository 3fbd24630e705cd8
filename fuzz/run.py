"""Fuzzing in one command: `python fuzz/run.py --count 10000 --seed 1 [--target yaml] [--atheris]`.

In: how many inputs, which seed. Out: what was tried and how long it took, a finding a line; status 1 where
there is one. Findings are kept in tests/fuzz_corpus, where a test replays them.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "fuzz")]

from mutate import mutant  # noqa: E402
from seeds import seeds  # noqa: E402

if "--atheris" in sys.argv:
    import atheris

    with atheris.instrument_imports(include=["pontoon_ledger"]):
        from targets import TARGETS
else:
    from targets import TARGETS

SLOWEST = 2.0
"""Seconds of processor time that one input may take."""

MOST_GROWTH = 512
"""MiB by which the process may grow after the first thousand inputs."""


def attempt(target: str, text: str) -> str | None:
    """Try one input; what is wrong, on one line, None where nothing is.

    >>> attempt("clauses", "bet 1, 5c 9d") is None
    True
    """
    began = time.process_time()
    try:
        TARGETS[target](text)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "pontoon_ledger" in frame.filename] or [*frames]
        said = " ".join(str(error).split())[:120]
        return f"{type(error).__name__} at {Path(own[-1].filename).name}:{own[-1].lineno}: {said}"
    took = time.process_time() - began
    return f"took {took:.1f} s" if took > SLOWEST else None


def run(target: str, count: int, seed: int, corpus: Path) -> list[str]:
    """Try `count` inputs of a target; each kind of finding once, its input kept in `corpus`."""
    rng = random.Random(f"{seed} {target}")
    good = seeds(target)
    found: dict[str, str] = {}
    began, before = time.monotonic(), 0
    for number in range(count):
        if number == min(1000, count - 1):
            before = _peak()
        text = mutant(rng, good)
        wrong = attempt(target, text)
        kind = (wrong or "").partition(": ")[0] if not (wrong or "").startswith("took") else "took too long"
        if wrong and kind not in found:
            found[kind] = wrong
            name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
            folder = corpus / target
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.txt").write_bytes(text.encode("utf-8", "surrogatepass"))
            _say(f"finding {target} {name} (input {number}): {wrong}")
    grown = (_peak() - before) // 1024
    if grown > MOST_GROWTH:
        found["memory"] = f"grew by {grown} MiB"
        _say(f"finding {target}: grew by {grown} MiB")
    took = time.monotonic() - began
    _say(f"{target}: seed {seed}, {count:,} inputs, {took:.1f} s, grew by {grown} MiB, {len(found)} findings")
    return list(found.values())


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _peak() -> int:
    """The most memory so far in KiB, 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def guided(target: str, count: int, seed: int) -> None:
    """Let atheris look for inputs by what they reach; it ends the process, and a finding leaves a file."""
    import atheris

    def one(data: bytes) -> None:
        provider = atheris.FuzzedDataProvider(data)
        text = provider.ConsumeUnicode(4000)
        if wrong := attempt(target, text):
            raise RuntimeError(wrong)

    _say(f"{target}: atheris, seed {seed}, {count:,} inputs")
    atheris.Setup([sys.argv[0], f"-runs={count}", f"-seed={seed}", "-timeout=10", "-max_len=4000"], one)
    atheris.Fuzz()


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description="Try many inputs that are nearly right.")
    parser.add_argument("--count", type=int, default=10_000, help="inputs for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=[*TARGETS], help="one target; all of them unless told")
    parser.add_argument("--corpus", type=Path, default=ROOT / "tests" / "fuzz_corpus")
    parser.add_argument("--atheris", action="store_true", help="guided by coverage; needs --target")
    asked = parser.parse_args()
    if asked.atheris:
        if asked.target is None:
            parser.error("--atheris needs --target")
        guided(asked.target, asked.count, asked.seed)
        return 0
    chosen = [asked.target] if asked.target else [*TARGETS]
    found = [one for target in chosen for one in run(target, asked.count, asked.seed, asked.corpus)]
    _say(f"{asked.count * len(chosen):,} inputs, seed {asked.seed}, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
