"""Which paths are Parquet: single files, and the folders in which one session is kept in parts.

In: paths. Out: whether they are, and what the names of their folders say (`session=Friday/`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable

PARQUET = ".parquet"
_SAID = ("session", "date")
_NOTHING = "__HIVE_DEFAULT_PARTITION__"


def is_parquet(path: str | Path) -> bool:
    """Whether a path is to be read as Parquet: by its suffix, or as a folder that holds one session's parts.

    >>> is_parquet("season/may.parquet"), is_parquet("may.csv")
    (True, False)
    """
    path = Path(path)
    return path.suffix.lower() == PARQUET or (_of_session(path.name) and path.is_dir())


def is_partition(folder: str | Path, files: Iterable[str]) -> bool:
    """Whether a folder is one session kept in parts: named `session=...`, with Parquet files in it.

    >>> is_partition("season/session=may", ["0.parquet"]), is_partition("season", ["0.parquet"])
    (True, False)
    """
    return _of_session(Path(folder).name) and any(parts_of(files))


def holds_results(names: Iterable[str]) -> bool:
    """Whether a folder in which these are holds the results of an audit, which are no records.

    >>> holds_results(["batches", "hands", "texts"]), holds_results(["hands"])
    (True, False)
    """
    return {"batches", "hands", "texts"} <= set(names)


def parts_of(files: Iterable[str]) -> list[str]:
    """The Parquet files among names, sorted; what is hidden, or begins with `_`, is none of the data.

    >>> parts_of(["1.parquet", "0.parquet", "_metadata.parquet", "notes.txt"])
    ['0.parquet', '1.parquet']
    """
    return sorted(name for name in files if name[0] not in "._" and name.lower().endswith(PARQUET))


def said_by_folders(path: Path) -> dict[str, str | None]:
    """What the folders of a file say of all its rows, in the way of Hive: its session, its date.

    >>> said_by_folders(Path("season/date=2026-11-27/session=At%20Ann's/0.parquet"))
    {'date': '2026-11-27', 'session': "At Ann's"}
    """
    pairs = {name.lower(): text for name, _, text in (part.partition("=") for part in path.parts)}
    told = {name: text for name, text in pairs.items() if name in _SAID}
    return {name: None if text == _NOTHING else unquote(text) for name, text in told.items()}


def _of_session(name: str) -> bool:
    return name.lower().startswith("session=")
