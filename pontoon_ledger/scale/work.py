"""A batch carried out wherever a worker is: judged, and its results written where all can see them.

In: an `Order` and a batch. Out: files of Parquet in the folder of results, the marker of the batch last;
the `Part` that is joined with the others.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from pontoon_ledger.batches.judging import Job, Part, kept, read_batch, with_name_places
from pontoon_ledger.naming import names_by_session
from pontoon_ledger.replacing import replace_file
from pontoon_ledger.scale.results import MARKERS, TABLES, key_of, told_job, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.batches.planning import Piece

_DEALS = ("session_no", "deal_no", "deal", "holder", "price", "doubled", "void", "gap", "file_no", "line")


class Order(NamedTuple):
    """What is to be done with every batch: the job, and the folder of the results."""

    job: Job
    folder: str


def carry_out(order: Order, batch: Sequence[Piece]) -> Part:
    """Judge a batch and write its results."""
    audit, counts, tables, notes = read_batch(order.job, batch)
    part = kept(audit, counts, tables, notes, order.job.wants)
    folder, key = Path(order.folder), key_of(order.job, batch)
    for name, frame in result_tables(audit).items():
        write(folder / name / f"{key}.parquet", frame)
    place = {count.position: at for at, count in enumerate(counts)}
    marker = {
        "job": told_job(order.job),
        "files": [(piece.named.path, piece.size, piece.changed) for piece in batch],
        "counts": [count[1:] for count in counts],
        "tables": sorted(tables),
        "notes": [(place[position], note) for position, note in notes],
        "bare": part.bare,
        "drift": part.drift.rows(),
        "shapes": [(place[position], shape) for position, shape in part.files],
    }
    replace_file(folder / MARKERS / f"{key}.json", json.dumps(marker).encode())
    return part


def result_tables(audit: Audit) -> dict[str, pl.DataFrame]:
    """The tables of a batch. Money is minor units; `session_no` and `file_no` count within the batch."""
    sources = audit.records.sources
    names = audit.sessions.select("session_no", "session")
    met = [(number, name, None) for number, told in names_by_session(audit).items() for name in told]
    aliases = audit.records.aliases.select("session_no", "alias", "player").rows()
    schema = {"session_no": pl.Int32, "spelling": pl.String, "player": pl.String}
    texts = [(one.path, one.kind, one.sha256, one.text) for one in sources]
    frames = {
        "hands": audit.hands,
        "deals": _named(audit.deals.select(_DEALS), names),
        "transfers": _named(audit.transfers, names),
        "findings": audit.findings,
        "sessions": with_name_places(audit),
        "people": _named(pl.DataFrame([*met, *aliases], schema=schema, orient="row"), names),
        "texts": pl.DataFrame(
            texts, schema=dict.fromkeys(("path", "kind", "sha256", "text"), pl.String), orient="row"
        ),
    }
    return {name: frames[name] for name in TABLES}


def _named(frame: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """The same rows with the name of their session in front."""
    beside = frame.join(names, on="session_no", how="left", maintain_order="left")
    return beside.select("session", *frame.columns)
