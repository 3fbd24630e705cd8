"""From what the user names to the bytes of files, each read once.

In: paths, folders, `-`. Out: `Input`s in order, each with its bytes or the reason why there are none.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.interrupts import hear_interrupts
from pontoon_ledger.records.limits import UnfitError, content, fit, whole
from pontoon_ledger.records.partitions import holds_results, is_parquet, is_partition
from pontoon_ledger.records.session import TableBeside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RECORDS = (".yaml", ".yml", ".json")
TABLES = (".csv", ".tsv", ".parquet")
_BEGINNING = 4096
_CELLS = re.compile(r"[,;\t|]")


class Input(Struct, frozen=True):
    """One file: its path as it is shown, its kind (`record` or `table`), its bytes or why it has none."""

    path: str
    kind: str
    data: bytes | None
    reason: str = ""
    key: str = ""


class Named(Struct, frozen=True):
    """A file that is to be read: how the user or its folder names it, and one name for it however reached.

    `reason` is there where nothing can be read by that name.
    """

    path: str
    key: str
    reason: str = ""


def named(paths: Iterable[str | Path]) -> Iterator[Named]:
    """The names of all files that `paths` name, folders opened, none twice; nothing is read.

    >>> [one.path for one in named(["friday.yaml", "friday.yaml", "-"])]
    ['friday.yaml', '-']
    """
    seen: set[str] = set()
    for path in paths:
        for one in _files(str(path)):
            if one.key not in seen:
                seen.add(one.key)
                yield one


def inputs(paths: Iterable[str | Path]) -> Iterator[Input]:
    """All files that `paths` name, folders opened, none twice."""
    return (load(one) for one in named(paths))


def load(one: Named, home: str | Path = "") -> Input:
    """Read a file, whose name is seen from the folder `home`.

    >>> load(Named("no-such-file.yaml", "")).reason
    'is not there'
    """
    if one.reason:
        return Input(shown(one.path), "record", None, one.reason, one.key)
    if one.path == "-":
        hear_interrupts()
        try:
            data = whole(sys.stdin.buffer)
        except UnfitError as error:
            return Input("-", "record", None, f"cannot be read: {error.strerror}", "-")
        except (AttributeError, OSError, ValueError):
            return Input("-", "record", None, "is closed: there is no standard input", "-")
        return _input(one, data, "")
    return _input(one, *_bytes(Path(home) / one.path))


def table_beside(path: str, name: str, home: str | Path = "") -> TableBeside:
    """The table `name` in the folder of the record at `path`, which is seen from the folder `home`."""
    file = (Path() if path == "-" else Path(path).parent) / name
    data, reason = _bytes(Path(home) / file)
    return TableBeside(shown(str(file)), data, reason)


def real(path: str) -> str:
    """One name for a file however it is reached."""
    return path if path == "-" else os.path.realpath(path)


def is_table(one: Named, data: bytes | None = None) -> bool:
    """Whether a file is a table: by its name, else by how its data, or the file itself, begins.

    >>> is_table(Named("may.csv", "")), is_table(Named("-", "-"), b"deal,player,play")
    (True, True)
    """
    suffix = Path(one.path).suffix.lower()
    if one.reason or suffix in RECORDS or suffix in TABLES or is_parquet(one.path):
        return not one.reason and suffix not in RECORDS
    if data is None and one.path != "-":
        try:
            if not Path(one.path).is_file():
                return False
            with Path(one.path).open("rb") as file:
                data = file.read(_BEGINNING)
        except (OSError, ValueError):
            return False
    return bool(data) and _is_table(data or b"")


def _files(path: str) -> Iterator[Named]:
    if "\0" in path:
        yield Named(path.replace("\0", "\\0"), path, "is no name that a file can have")
    elif path == "-" or not _is_folder(path):
        yield Named(path, real(path))
    else:
        found = [Named(file, real(file)) for file in _below(path)]
        nothing = "holds no records (.yaml, .yml, .json, .csv, .tsv, .parquet)"
        yield from found or [Named(path, real(path), nothing)]


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except OSError:
        return False


def _below(folder: str) -> Iterator[str]:
    """The records below a folder, sorted; what is hidden stays so."""
    for here, folders, files in os.walk(folder):
        if is_partition(here, files):
            folders[:] = []
            yield here
            continue
        if holds_results(folders):
            folders[:] = []
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and Path(name).suffix.lower() in RECORDS + TABLES:
                yield str(Path(here) / name)


def _bytes(file: Path) -> tuple[bytes | None, str]:
    """The bytes of a file, or what is in the way; Parquet as the CSV that says the same."""
    try:
        fit(file)
        if is_parquet(file):
            from pontoon_ledger.records.parquet import as_table

            return as_table(file)
        data = content(file)
    except FileNotFoundError:
        return None, "is not there"
    except PermissionError:
        return None, "may not be read: no permission"
    except IsADirectoryError:
        return None, "is a folder"
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else "it is no name of a file"
        return None, f"cannot be read: {said}"
    return (None, "is empty") if _blank(data) else (data, "")


def _input(one: Named, data: bytes | None, reason: str) -> Input:
    if data is not None and _blank(data):
        data, reason = None, "is empty"
    kind = "table" if is_table(one, b"" if data is None else data) else "record"
    return Input(shown(one.path), kind, data, reason, one.key)


def _blank(data: bytes) -> bool:
    return not data or data.isspace()


def _is_table(data: bytes) -> bool:
    """Whether a text without a telling name begins with the header of a table."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252"
    lines = data[:_BEGINNING].removeprefix(b"\xef\xbb\xbf").decode(encoding, "replace").split("\n")
    first = next((line for line in "\n".join(lines).splitlines() if line.strip()), "")
    if first.lower().startswith("sep="):
        return True
    cells = {cell.strip(' \t"').casefold() for cell in _CELLS.split(first)}
    return {"deal", "player"} <= cells


def shown(path: str) -> str:
    """A path that can be printed and stored, whatever bytes its name is of."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
