"""Which files are judged together: batches of bounded size, in an order that nothing depends on.

In: paths. Out: `Piece`s in the order in which one audit would read them, and batches of them.
"""

from __future__ import annotations

import re
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import Struct

from pontoon_ledger.records import paths as files
from pontoon_ledger.records.partitions import is_parquet, parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

PACKED = 4
"""Bytes of text in a byte of Parquet."""
TABLES_QUICKER = 5
"""How many times as quickly a table is judged as a record of as many bytes."""
_HEAD = 65_536
_TABLE = re.compile(rb"""^deals:[ \t]*["']?([^\s"'#{\[|>][^\r\n"'#]*)""", re.MULTILINE)


class Piece(Struct, frozen=True):
    """A file to read: its place among all, its bytes as text, whether it is a table, when it was changed.

    `work`: the bytes of a record in YAML that take as long to judge.
    """

    named: files.Named
    position: int
    size: int
    table: bool
    changed: int = 0
    work: int = 0


class Heard(Protocol):
    """What a batch tells: the keys of the tables that its records name."""

    @property
    def tables(self) -> frozenset[str]:
        """Files that are not read alone."""


T = TypeVar("T", bound=Heard)


def pieces(paths: Iterable[str | Path]) -> list[Piece]:
    """All files that paths name, in their order, none of them read.

    >>> [(piece.named.path, piece.table) for piece in pieces(["may.csv", "june.yaml"])]
    [('may.csv', True), ('june.yaml', False)]
    """
    return [_piece(one, position) for position, one in enumerate(files.named(paths))]


def batches(chosen: Sequence[Piece], most_bytes: int) -> Iterator[tuple[Piece, ...]]:
    """Neighbours together as long as they do not exceed `most_bytes`; a larger file goes by itself.

    >>> of_three = [Piece(files.Named(name, name), n, 4, False) for n, name in enumerate("abc")]
    >>> [len(batch) for batch in batches(of_three, 8)]
    [2, 1]
    """
    batch: list[Piece] = []
    size = 0
    for piece in chosen:
        if batch and size + piece.size > most_bytes:
            yield tuple(batch)
            batch, size = [], 0
        batch.append(piece)
        size += piece.size
    if batch:
        yield tuple(batch)


def in_turn(
    chosen: Sequence[Piece],
    judged: Callable[[list[tuple[Piece, ...]]], Iterable[T]],
    most_bytes: int,
) -> Iterator[T]:
    """Judge all batches, records first: a table that one of them names is not read alone.

    >>> list(in_turn([], lambda batches: [], 8))
    []
    """
    named: set[str] = set()
    for part in judged(list(batches([piece for piece in chosen if not piece.table], most_bytes))):
        named |= part.tables
        yield part
    alone = [piece for piece in chosen if piece.table and piece.named.key not in named]
    yield from judged(list(batches(alone, most_bytes)))


def _piece(one: files.Named, position: int) -> Piece:
    table = files.is_table(one)
    if one.reason or one.path == "-":
        return Piece(one, position, 0, table)
    path = Path(one.path)
    size, changed = _measure(path)
    beside = None if table or not 0 < size < _HEAD else _table_of(path)
    if beside is None:
        return Piece(one, position, size, table, changed, size // TABLES_QUICKER if table else size)
    more, later = _measure(beside)
    return Piece(one, position, size + more, table, max(changed, later), size + more // TABLES_QUICKER)


def _measure(path: Path) -> tuple[int, int]:
    """Bytes as text, and the time of the last change in nanoseconds; nothing of what is no file."""
    try:
        factor = PACKED if is_parquet(path) else 1
        parts = parts_of(one.name for one in path.iterdir()) if path.is_dir() else [""]
        told = [one for one in ((path / part).stat() for part in parts) if S_ISREG(one.st_mode)]
    except (OSError, ValueError):
        return 0, 0
    changed = max((one.st_mtime_ns for one in told), default=0)
    return factor * sum(one.st_size for one in told), changed


def _table_of(path: Path) -> Path | None:
    """The table that a record names, as far as a glance tells: it is counted with its head."""
    try:
        said = _TABLE.search(path.read_bytes())
    except (OSError, ValueError):
        return None
    return path.parent / said[1].decode("utf-8", "surrogateescape").strip() if said else None
