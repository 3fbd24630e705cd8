"""Results out of their folder again: as a digest of all, or batch by batch as a ledger takes them.

In: the folder of a finished audit. Out: a `Digest`; audits with the texts that they were made of, so that
the ledger can verify them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

import pontoon_ledger
from pontoon_ledger.auditing import Audit
from pontoon_ledger.batches.joining import Digest, join
from pontoon_ledger.batches.judging import Job, judge
from pontoon_ledger.records.model import SCHEMAS, SESSIONS, Records, Source, frame
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.partitions import holds_results
from pontoon_ledger.scale import UnfitFolderError
from pontoon_ledger.scale.results import FORMAT, INDEX, MARKERS, part_of, read_marker, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def is_results(path: str | Path) -> bool:
    """Whether a path is a folder of results, finished or not.

    >>> is_results("no-such-folder")
    False
    """
    try:
        return holds_results(one.name for one in Path(path).iterdir())
    except OSError:
        return False


def digest_of(folder: str | Path, wants: Iterable[str] = ("balances",)) -> Digest:
    """The digest of a finished audit, as `batches.audit` gives it; UnfitFolderError where it is none."""
    index, folder = _index(Path(folder)), Path(folder)
    position = {path: at for at, path in enumerate(index["files"])}
    parts = []
    for key in index["batches"]:
        marker = read_marker(folder / MARKERS / f"{key}.json")
        if not marker:
            raise UnfitFolderError(f"{folder} lacks a batch; pontoon audit makes it anew")
        positions = [position[path] for path, _, _ in marker["files"]]
        parts.append(part_of(folder, key, marker, positions, frozenset(wants)))
    return join(parts or [judge(Job("", ReadOptions(), frozenset(wants)), ())])


def audits_of(folder: str | Path) -> Iterator[Audit]:
    """The audits of a finished audit's batches, each with its texts; UnfitFolderError where it is none.

    Raises UnfitFolderError also where another version of the program has judged.
    """
    index, folder = _index(Path(folder)), Path(folder)
    if index["version"] != pontoon_ledger.__version__:
        raise UnfitFolderError(
            f"{folder} was judged by version {index['version']} of this program, and this is "
            f"{pontoon_ledger.__version__}; pontoon audit judges it anew"
        )
    options = ReadOptions(**index["options"])
    home = Path(index["home"])
    for key in index["batches"]:
        yield _audit_of(folder, key, options, Path() if home == Path.cwd() else home)


def _index(folder: Path) -> dict[str, Any]:
    try:
        index = json.loads((folder / INDEX).read_bytes())
    except FileNotFoundError:
        raise UnfitFolderError(
            f"the audit in {folder} is not finished; pontoon audit goes on with it"
        ) from None
    except (OSError, ValueError):
        index = None
    if not isinstance(index, dict) or index.get("format") != FORMAT:
        raise UnfitFolderError(f"{folder / INDEX} cannot be read; pontoon audit makes it anew")
    return index


def _audit_of(folder: Path, key: str, options: ReadOptions, home: Path) -> Audit:
    """The audit of a batch with all that a ledger takes of it."""
    tables = {
        name: table(folder, name, key) for name in ("hands", "deals", "transfers", "findings", "sessions")
    }
    deals = tables["deals"]
    people = table(folder, "people", key).drop_nulls("player")
    sources = tuple(
        Source(path if path == "-" else str(home / path), kind, text, digest)
        for path, kind, digest, text in table(folder, "texts", key).rows()
    )
    frames = {name: frame(name) for name in SCHEMAS}
    frames["sessions"] = tables["sessions"].select(list(SESSIONS))
    frames["aliases"] = people.select("session_no", "player", alias="spelling")
    frames["deals"] = deals.select("session_no", "file_no")
    frames["faults"] = tables["findings"].filter(pl.col("code").str.starts_with("P0"))
    records = Records(sources, **frames, notes=(), options=options)
    nothing = pl.DataFrame()
    audit = Audit(records, nothing, deals, tables["findings"], nothing)
    # What an audit would work out of its replayed hands is here already: the cached properties are filled.
    vars(audit).update(
        hands=tables["hands"],
        transfers=tables["transfers"].drop("session"),
        sessions=tables["sessions"],
    )
    return audit
