"""One batch judged: what is kept of its audit, small enough to be sent from one process to another.

In: a `Job` and a batch of files. Out: a `Part`. Its files, sessions and deals are numbered within each
file; `joining` gives them their numbers among all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.auditing import audit as judge_records
from pontoon_ledger.naming import names_by_session
from pontoon_ledger.records import paths as files
from pontoon_ledger.records import read_input
from pontoon_ledger.records.combine import joined, name_place
from pontoon_ledger.render.findings import Pages
from pontoon_ledger.render.shapes import files_by_number
from pontoon_ledger.render.summary import drift

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.batches.planning import Piece
    from pontoon_ledger.records.options import ReadOptions

BALANCES, TRANSFERS, LINES = "balances", "transfers", "lines"
PARTIES = ("payer", "payer_account", "payee", "payee_account")


class Job(NamedTuple):
    """What all batches have in common: the folder that paths are seen from, options, what is wanted."""

    home: str
    options: ReadOptions
    wants: frozenset[str]


class Count(NamedTuple):
    """How many texts, sessions and deals the file at `position` has come to."""

    position: int
    sources: int
    sessions: int
    deals: int


class Part(Struct, frozen=True):
    """What is kept of the audit of a batch. Frames have a column `position`, that of the file.

    `names` and `aliases` are of sessions, by (position, number); `lines` by (position, text, line).
    """

    counts: tuple[Count, ...]
    tables: frozenset[str]
    notes: tuple[tuple[int, str], ...]
    bare: bool
    findings: pl.DataFrame
    sessions: pl.DataFrame
    drift: pl.DataFrame
    files: tuple[tuple[int, dict[str, Any]], ...]
    moves: pl.DataFrame | None
    transfers: pl.DataFrame | None
    names: dict[tuple[int, int], list[str]]
    aliases: tuple[tuple[int, int, str, str], ...]
    lines: dict[tuple[int, int, int], str]


def judge(job: Job, batch: Sequence[Piece]) -> Part:
    """Read and judge a batch, and keep what the job wants of it."""
    audit, counts, tables, notes = read_batch(job, batch)
    return kept(audit, counts, tables, notes, job.wants)


def read_batch(
    job: Job, batch: Sequence[Piece]
) -> tuple[Audit, tuple[Count, ...], frozenset[str], tuple[tuple[int, str], ...]]:
    """The audit of a batch, what each file has come to, the tables its records name, remarks by position."""
    tables: set[str] = set()
    parts, counts, notes = [], [], []
    for piece in batch:
        part = read_input(files.load(piece.named, job.home), job.options, tables, job.home)
        parts.append(part)
        counts.append(Count(piece.position, len(part.sources), part.sessions.height, part.deals.height))
        notes += [(piece.position, note) for note in part.notes]
    audit = judge_records(replace(joined(parts), options=job.options))
    return audit, tuple(counts), frozenset(tables), tuple(notes)


def kept(
    audit: Audit,
    counts: tuple[Count, ...],
    tables: frozenset[str],
    notes: tuple[tuple[int, str], ...],
    wants: frozenset[str],
) -> Part:
    """What is kept of an audit."""
    within = Within(counts)
    settling = BALANCES in wants
    sources = audit.records.sources
    return Part(
        counts=counts,
        tables=tables,
        notes=notes,
        bare=any(sources[at].kind == "csv" for at in audit.records.sessions["file_no"]),
        findings=within.numbered(audit.findings),
        sessions=within.numbered(with_name_places(audit)),
        drift=drift(audit),
        files=tuple((within.of_sources[n], shape) for n, shape in files_by_number(audit).items()),
        moves=within.numbered(summed(audit.transfers)) if settling else None,
        transfers=within.numbered(audit.transfers) if TRANSFERS in wants else None,
        names={within.session(n): told for n, told in names_by_session(audit).items()} if settling else {},
        aliases=tuple(
            (*within.session(number), player, alias)
            for number, player, alias in audit.records.aliases.select("session_no", "player", "alias").rows()
        ),
        lines=_lines(audit, within) if LINES in wants else {},
    )


class Within:
    """Numbers of a batch turned into those within each of its files."""

    def __init__(self, counts: Sequence[Count]) -> None:
        self.of_sources = [one.position for one in counts for _ in range(one.sources)]
        self.of_sessions = [one.position for one in counts for _ in range(one.sessions)]
        self.first = first_numbers(counts)
        self._begins = {row[0]: row[1:] for row in self.first.iter_rows()}

    def session(self, number: int) -> tuple[int, int]:
        """The position of a session's file, and the session's number in it."""
        position = self.of_sessions[number]
        return position, number - self._begins[position][1]

    def source(self, number: int) -> tuple[int, int]:
        """The position of a text, and its number there."""
        position = self.of_sources[number]
        return position, number - self._begins[position][0]

    def numbered(self, frame: pl.DataFrame) -> pl.DataFrame:
        """A frame with the column `position`, and its numbers as they are within the file there."""
        told = []
        for name, positions in (("file_no", self.of_sources), ("session_no", self.of_sessions)):
            if name in frame.columns:
                told.append(pl.lit(pl.Series(positions, dtype=pl.Int64)).gather(name))
        return renumbered(frame.with_columns(position=pl.coalesce(told)), self.first, -1)


def first_numbers(counts: Sequence[Count]) -> pl.DataFrame:
    """The numbers with which each file's texts, sessions and deals begin, the files being in this order.

    >>> first_numbers([Count(4, 2, 1, 9), Count(7, 1, 1, 3)]).rows()
    [(4, 0, 0, 0), (7, 2, 1, 9)]
    """
    frame = pl.DataFrame(counts, schema=dict.fromkeys(Count._fields, pl.Int64), orient="row")
    sums = (pl.col(name).cum_sum() - pl.col(name) for name in Count._fields[1:])
    return frame.select("position", *sums)


def renumbered(frame: pl.DataFrame, first: pl.DataFrame, sign: int) -> pl.DataFrame:
    """A frame with `position` whose numbers have those of `first` added, or taken away (`sign` -1).

    >>> rows = pl.DataFrame({"position": [7], "session_no": [0]})
    >>> renumbered(rows, first_numbers([Count(4, 2, 1, 9), Count(7, 1, 1, 3)]), 1)["session_no"].item()
    1
    """
    of = {"file_no": "sources", "session_no": "sessions", "deal_idx": "deals"}
    numbers = {
        name: (pl.col(name).cast(pl.Int64) + sign * pl.col(begin)).cast(frame.schema[name])
        for name, begin in of.items()
        if name in frame.columns
    }
    beside = frame.join(first, on="position", how="left", maintain_order="left")
    return beside.with_columns(**numbers).select(frame.columns)


def with_name_places(audit: Audit) -> pl.DataFrame:
    """The sessions, and where the name of each stands (`name_line`, `name_column`, `name_end`)."""
    sources = audit.records.sources
    told = audit.sessions.select("file_no", "line", "session").iter_rows()
    places = [name_place(sources[file_no].text, line, name) for file_no, line, name in told]
    return audit.sessions.with_columns(
        name_line=pl.Series([place.line for place in places], dtype=pl.Int32),
        name_column=pl.Series([place.column for place in places], dtype=pl.Int32),
        name_end=pl.Series([place.end_column for place in places], dtype=pl.Int32),
    )


def summed(transfers: pl.DataFrame) -> pl.DataFrame:
    """The moves of each session summed by who pays whom for what; null where one of them is."""
    sums = (
        pl.when(pl.col(name).is_null().any()).then(None).otherwise(pl.col(name).sum()).alias(name)
        for name in ("recorded", "due", "counts")
    )
    return transfers.group_by("session_no", "kind", *PARTIES, maintain_order=True).agg(sums)


def _lines(audit: Audit, within: Within) -> dict[tuple[int, int, int], str]:
    """The lines that findings stand on, and those of the names of sessions, on which P009 may stand."""
    pages = Pages(audit.records.sources)
    lines = {}
    places = pl.concat(frame.select("file_no", "line") for frame in (audit.findings, audit.sessions))
    for file_no, number in places.unique(maintain_order=True).drop_nulls().iter_rows():
        line = pages.line(file_no, number)
        if line is not None:
            lines[(*within.source(file_no), number)] = line
    return lines
