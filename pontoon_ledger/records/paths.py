"""From what the user names to the bytes of files, each read once.

In: paths, folders, `-`. Out: `Input`s in order, each with its bytes or the reason why there are none.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_ledger.records.session import TableBeside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RECORDS = (".yaml", ".yml", ".json")
TABLES = (".csv", ".tsv")
_CELLS = re.compile(r"[,;\t|]")


@dataclass(frozen=True)
class Input:
    """One file: its path as it is shown, its kind (`record` or `table`), its bytes or why it has none."""

    path: str
    kind: str
    data: bytes | None
    reason: str = ""
    key: str = ""


def inputs(paths: Iterable[str | Path]) -> Iterator[Input]:
    """All files that `paths` name, folders opened, none twice."""
    seen: set[str] = set()
    for path in paths:
        for one in _files(str(path)):
            if one.key not in seen:
                seen.add(one.key)
                yield one


def table_beside(path: str, name: str) -> TableBeside:
    """The table `name` in the folder of the record at `path`."""
    file = (Path() if path == "-" else Path(path).parent) / name
    data, reason = _bytes(file)
    return TableBeside(_shown(str(file)), data, reason)


def real(path: str) -> str:
    """One name for a file however it is reached."""
    return path if path == "-" else os.path.realpath(path)


def _files(path: str) -> Iterator[Input]:
    if path == "-":
        try:
            yield _input("-", sys.stdin.buffer.read())
        except (AttributeError, OSError, ValueError):
            yield Input("-", "record", None, "is closed: there is no standard input", "-")
        return
    if "\0" in path:
        yield Input(
            _shown(path.replace("\0", "\\0")), "record", None, "is no name that a file can have", path
        )
        return
    if not _is_folder(path):
        data, reason = _bytes(Path(path))
        yield _input(path, data, reason)
        return
    found = list(_below(path))
    if not found:
        reason = "holds no records (.yaml, .yml, .json, .csv, .tsv)"
        yield Input(_shown(path), "record", None, reason, real(path))
    for file in found:
        data, reason = _bytes(Path(file))
        yield _input(file, data, reason)


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except OSError:
        return False


def _below(folder: str) -> Iterator[str]:
    """The records below a folder, sorted; what is hidden stays so."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and Path(name).suffix.lower() in RECORDS + TABLES:
                yield str(Path(here) / name)


def _bytes(file: Path) -> tuple[bytes | None, str]:
    """The bytes of a file, or what is in the way."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None, "is not there"
    except PermissionError:
        return None, "may not be read: no permission"
    except IsADirectoryError:
        return None, "is a folder"
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else "it is no name of a file"
        return None, f"cannot be read: {said}"
    return (data, "") if data.strip() else (None, "is empty")


def _input(path: str, data: bytes | None, reason: str = "") -> Input:
    if data is not None and not data.strip():
        data, reason = None, "is empty"
    suffix = Path(path).suffix.lower()
    table = suffix in TABLES or (suffix not in RECORDS and data is not None and _is_table(data))
    return Input(_shown(path), "table" if table else "record", data, reason, real(path))


def _is_table(data: bytes) -> bool:
    """Whether a text without a telling name begins with the header of a table."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252"
    lines = data[:4096].removeprefix(b"\xef\xbb\xbf").decode(encoding, "replace").split("\n")
    first = next((line for line in "\n".join(lines).splitlines() if line.strip()), "")
    if first.lower().startswith("sep="):
        return True
    cells = {cell.strip(' \t"').casefold() for cell in _CELLS.split(first)}
    return {"deal", "player"} <= cells


def _shown(path: str) -> str:
    """A path that can be printed and stored, whatever bytes its name is of."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
