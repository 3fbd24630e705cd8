"""An audit as a map over files: batch by batch, on all cores, with bounded memory.

In: paths. Out: a `Digest`, which has the findings, sessions and settlement of one audit of all of them.
Nothing heavy is imported here, for the processes of `pool` begin with this module.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pontoon_ledger.batches.joining import Digest
    from pontoon_ledger.batches.planning import Piece
    from pontoon_ledger.batches.pool import Engine
    from pontoon_ledger.records.options import ReadOptions

MOST_BYTES = 4_000_000
"""Bytes of text in a batch; a process needs some forty times as much memory for it."""


def audit(
    paths: str | Path | Iterable[str | Path],
    options: ReadOptions | None = None,
    *,
    engine: Engine | None = None,
    wants: Iterable[str] = ("balances",),
    most_bytes: int = MOST_BYTES,
    told: Callable[[int, int], None] | None = None,
) -> Digest:
    r"""Audit files batch by batch; only what is asked for is kept of each.

    Findings and sessions are always kept; `wants` may name `balances` (for `Digest.settle`), `transfers` and
    `lines` (those that findings stand on). `engine` maps (one batch after another unless given); `told` hears
    how many files of how many are judged.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "friday.yaml"
    >>> _ = path.write_text("players: [Ann, Bob]\nbank: Ann\ndeals:\n  - hands: {Bob: won 0.20}\n")
    >>> audit(path).settle().balances.select("player", "balance").rows()
    [('Ann', -20), ('Bob', 20)]
    """
    from pontoon_ledger.batches.planning import pieces

    given = [paths] if isinstance(paths, (str, Path)) else list(paths)
    return of_pieces(pieces(given), options, engine=engine, wants=wants, most_bytes=most_bytes, told=told)


def of_pieces(
    pieces: list[Piece],
    options: ReadOptions | None = None,
    *,
    engine: Engine | None = None,
    wants: Iterable[str] = ("balances",),
    most_bytes: int = MOST_BYTES,
    told: Callable[[int, int], None] | None = None,
) -> Digest:
    """The same of files that are listed already.

    >>> of_pieces([]).findings.height
    0
    """
    from pontoon_ledger.batches.joining import join
    from pontoon_ledger.batches.judging import Job, judge
    from pontoon_ledger.batches.planning import in_turn
    from pontoon_ledger.batches.pool import Here
    from pontoon_ledger.records.options import ReadOptions

    job = Job(str(Path.cwd()), options or ReadOptions(), frozenset(wants))
    parts = []
    for part in in_turn(pieces, lambda batches: (engine or Here()).map(judge, job, batches), most_bytes):
        parts.append(part)
        if told:
            told(sum(len(one.counts) for one in parts), len(pieces))
    return join(parts or [judge(job, ())])
