"""The folder of results: which batches are done, what their files say, and when all of it is whole.

In: a folder. Out: markers of batches (`batches/KEY.json`, written last), `audit.json` once the audit is
complete, and the `Part`s that are made of what was kept.
"""

from __future__ import annotations

import json
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct
from msgspec.structs import asdict

import pontoon_ledger
from pontoon_ledger.batches.judging import BALANCES, LINES, TRANSFERS, Count, Job, Part, Within, summed
from pontoon_ledger.replacing import replace_file
from pontoon_ledger.scale import UnfitFolderError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pontoon_ledger.batches.planning import Piece

FORMAT = "pontoon-audit/1"
INDEX = "audit.json"
MARKERS = "batches"
TABLES = ("hands", "deals", "transfers", "findings", "sessions", "people", "texts")
DRIFT = {"currency": pl.String, "decimals": pl.Int8, "due": pl.Int64}


class Results(Struct, frozen=True):
    """A folder of results, and the job they are of."""

    folder: Path
    job: Job

    @classmethod
    def begun(cls, folder: Path, job: Job) -> Results:
        """Begin, or go on with, an audit; UnfitFolderError where the folder is something else."""
        if folder.is_dir():
            strange = {path.name for path in folder.iterdir()} - {INDEX, MARKERS, *TABLES}
            if strange:
                raise UnfitFolderError(f"{folder} holds other things than results: {min(strange)}")
        try:
            for name in (MARKERS, *TABLES):
                (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / INDEX).unlink(missing_ok=True)
        except OSError as error:
            raise UnfitFolderError(f"{folder} cannot be written: {error.strerror}") from None
        return cls(folder, job)

    def kept(self, listed: Sequence[Piece]) -> list[Part]:
        """The parts of batches that still hold; the results of all others are taken away."""
        pieces = {piece.named.path: piece for piece in listed}
        parts = []
        for path in sorted((self.folder / MARKERS).glob("*.json")):
            marker = read_marker(path)
            told = marker.get("files", [])
            mine = [pieces.get(name) for name, _, _ in told]
            as_before = marker.get("job") == told_job(self.job) and all(
                piece is not None and [piece.size, piece.changed] == [size, changed]
                for piece, (_, size, changed) in zip(mine, told, strict=True)
            )
            positions = [piece.position for piece in mine if piece is not None]
            if as_before and _is_there(self.folder, path.stem):
                parts.append(part_of(self.folder, path.stem, marker, positions, self.job.wants))
            else:
                remove(self.folder, path.stem)
        for table in TABLES:
            for file in (self.folder / table).iterdir():
                if not (self.folder / MARKERS / f"{file.stem}.json").exists():
                    file.unlink()
        return parts

    def without_named(self, parts: Sequence[Part], listed: Sequence[Piece]) -> list[Part]:
        """The parts but those of tables that were judged alone, and that a record names now."""
        named = {key for part in parts for key in part.tables}
        lost = {piece.position for piece in listed if piece.table and piece.named.key in named}
        stays = []
        for part in parts:
            if lost.isdisjoint(count.position for count in part.counts):
                stays.append(part)
            else:
                remove(self.folder, key_of(self.job, [listed[count.position] for count in part.counts]))
        return stays

    def finish(self, parts: Sequence[Part], listed: Sequence[Piece], again: pl.DataFrame) -> None:
        """Say that the audit is complete, and in which order its batches and files go.

        `again`: findings that no batch could tell, of names that an earlier session has.
        """
        if again.height:
            write(self.folder / "findings" / "names.parquet", again)
        keys = [key_of(self.job, [listed[count.position] for count in part.counts]) for part in parts]
        files = [piece.named.path for piece in listed]
        told = {"format": FORMAT, **told_job(self.job), "batches": keys, "files": files}
        replace_file(self.folder / INDEX, json.dumps(told, indent=1).encode())


def told_job(job: Job) -> dict[str, Any]:
    """What the results of a job hang on, for `audit.json` and for the markers.

    >>> from pontoon_ledger.records import ReadOptions
    >>> told_job(Job("/home/ann", ReadOptions(bank="Ann"), frozenset()))["options"]
    {'bank': 'Ann'}
    """
    options = {name: text for name, text in asdict(job.options).items() if text is not None}
    return {"version": pontoon_ledger.__version__, "home": job.home, "options": options}


def key_of(job: Job, batch: Sequence[Piece]) -> str:
    """The name of a batch: the same as long as its files, the options and this program are."""
    told = [told_job(job), [(piece.named.path, piece.size, piece.changed) for piece in batch]]
    return sha256(json.dumps(told).encode()).hexdigest()[:24]


def read_marker(path: Path) -> dict[str, Any]:
    """What a marker says, nothing where it cannot be read."""
    try:
        told = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def remove(folder: Path, key: str) -> None:
    """Take the results of a batch away, its marker first."""
    (folder / MARKERS / f"{key}.json").unlink(missing_ok=True)
    for table in TABLES:
        (folder / table / f"{key}.parquet").unlink(missing_ok=True)


def write(path: Path, frame: pl.DataFrame) -> None:
    """Write a table whole or not at all."""
    file = BytesIO()
    frame.write_parquet(file)
    replace_file(path, file.getvalue())


def table(folder: Path, name: str, key: str) -> pl.DataFrame:
    """A table of a batch; UnfitFolderError where it cannot be read."""
    path = folder / name / f"{key}.parquet"
    try:
        return pl.read_parquet(path, hive_partitioning=False)
    except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
        raise UnfitFolderError(f"{path} cannot be read; pontoon audit makes it anew") from None


def part_of(
    folder: Path, key: str, marker: dict[str, Any], positions: Sequence[int], wants: frozenset[str]
) -> Part:
    """What `judging.kept` keeps of a batch, out of its results; lines are not among them."""
    counts = tuple(Count(at, *sizes) for at, sizes in zip(positions, marker["counts"], strict=True))
    within = Within(counts)
    transfers = table(folder, "transfers", key).drop("session") if {BALANCES, TRANSFERS} & wants else None
    names: dict[tuple[int, int], list[str]] = {}
    aliases = []
    for number, spelling, player in _people(folder, key) if BALANCES in wants else ():
        if player is None:
            names.setdefault(within.session(number), []).append(spelling)
        else:
            aliases.append((*within.session(number), player, spelling))
    return Part(
        counts=counts,
        tables=frozenset(marker["tables"]),
        notes=tuple((positions[at], note) for at, note in marker["notes"]),
        bare=marker["bare"],
        findings=within.numbered(table(folder, "findings", key)),
        sessions=within.numbered(table(folder, "sessions", key)),
        drift=pl.DataFrame(marker["drift"], schema=DRIFT, orient="row"),
        files=tuple((positions[at], shape) for at, shape in marker["shapes"]),
        moves=within.numbered(summed(transfers)) if transfers is not None and BALANCES in wants else None,
        transfers=within.numbered(transfers) if transfers is not None and TRANSFERS in wants else None,
        names=names,
        aliases=tuple(aliases),
        lines=_lines(folder, key, within) if LINES in wants else {},
    )


def _people(folder: Path, key: str) -> list[tuple[int, str, str | None]]:
    return table(folder, "people", key).select("session_no", "spelling", "player").rows()


def _lines(folder: Path, key: str, within: Within) -> dict[tuple[int, int, int], str]:
    texts = table(folder, "texts", key)["text"]
    told = [table(folder, name, key).select("file_no", "line") for name in ("findings", "sessions")]
    lines = {}
    split: dict[int, list[str]] = {}
    for file_no, line in pl.concat(told).unique(maintain_order=True).drop_nulls().iter_rows():
        rows = split.setdefault(file_no, texts[file_no].splitlines())
        if 0 < line <= len(rows):
            lines[(*within.source(file_no), line)] = rows[line - 1]
    return lines


def _is_there(folder: Path, key: str) -> bool:
    return all((folder / name / f"{key}.parquet").exists() for name in TABLES)
