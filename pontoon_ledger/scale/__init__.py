"""Past one machine: an audit over a folder of any size, its results kept as Parquet.

In: paths, a folder for the results, an engine. Out: files of hands, deals, transfers, findings and sessions,
one of each a batch, and their digest. What was judged already, and has not changed, is not judged again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pontoon_ledger.batches.joining import Digest
    from pontoon_ledger.batches.pool import Engine
    from pontoon_ledger.records.options import ReadOptions


class UnfitFolderError(Exception):
    """The folder cannot take results, or holds none that can be used; the message says why."""


class Audited(Struct, frozen=True):
    """What became of an audit: its digest, how many batches were judged now, and how many had been."""

    digest: Digest
    judged: int
    kept: int


def audit_into(
    paths: str | Path | Iterable[str | Path],
    out: str | Path,
    options: ReadOptions | None = None,
    *,
    engine: Engine | None = None,
    most_bytes: int | None = None,
    wants: Iterable[str] = (),
    told: Callable[[int, int], None] | None = None,
) -> Audited:
    """Audit files and write the results into the folder `out`, each file whole or not at all.

    An audit that was broken off goes on where it stopped; files that are new or were changed are judged anew,
    and the results of those that are gone go too. `told` hears how many files of how many are judged.
    Raises UnfitFolderError where the folder holds other things, LostWorkerError where workers are lost.
    """
    from pontoon_ledger.batches import MOST_BYTES
    from pontoon_ledger.batches.joining import join
    from pontoon_ledger.batches.judging import Job, judge
    from pontoon_ledger.batches.planning import batches, pieces
    from pontoon_ledger.batches.pool import Here
    from pontoon_ledger.records.options import ReadOptions
    from pontoon_ledger.scale.results import Results
    from pontoon_ledger.scale.work import Order, carry_out

    listed = pieces([paths] if isinstance(paths, (str, Path)) else list(paths))
    job = Job(str(Path.cwd()), options or ReadOptions(), frozenset(wants))
    results = Results.begun(Path(out).absolute(), job)
    order = Order(job, str(results.folder))
    parts = results.kept(listed)
    fresh = 0

    def judged(*, table: bool) -> None:
        nonlocal fresh
        named = {key for part in parts for key in part.tables}
        have = {count.position for part in parts for count in part.counts}
        missing = [
            piece
            for piece in listed
            if piece.table == table
            and piece.position not in have
            and not (table and piece.named.key in named)
        ]
        cut = list(batches(missing, most_bytes or MOST_BYTES))
        for part in (engine or Here()).map(carry_out, order, cut):
            parts.append(part)
            fresh += 1
            if told:
                told(sum(len(one.counts) for one in parts), len(listed))

    judged(table=False)
    parts[:] = results.without_named(parts, listed)
    judged(table=True)
    parts.sort(key=lambda part: part.counts[0].position)
    digest = join(parts or [judge(job, ())])
    results.finish(parts, listed, digest.again)
    return Audited(digest, fresh, len(parts) - fresh)
