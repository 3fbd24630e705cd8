"""When are two revisions of a session the same: hashes of its texts and of what was made of them.

In: an audit, and the columns that the ledger keeps. Out: one hash a session number. Where in
a file something stands is no part of the content.
"""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pontoon_ledger.records.model import Records, Source
    from pontoon_ledger.store.model import Audit

_PLACES = {"file", "line", "column", "end_column"}


def content_hashes(audit: Audit, columns: Mapping[str, Sequence[str]]) -> dict[int, str]:
    """A hash of all that the ledger would keep of each session, by session number."""
    hashes = {number: sha256() for number in audit.sessions["session_no"]}
    for table, kept in columns.items():
        frame: pl.DataFrame = getattr(audit, table)
        chosen = frame.select("session_no", *(name for name in kept if name not in _PLACES))
        for number, part in _by_session(chosen):
            if number in hashes:
                hashes[number].update(_bytes(table, part))
    for number, part in _by_session(audit.records.aliases):
        if number in hashes:
            hashes[number].update(_bytes("aliases", part))
    return {number: made.hexdigest() for number, made in hashes.items()}


def files_of(records: Records) -> dict[int, tuple[int, ...]]:
    """Which sources each session is made of, the one it begins in first.

    >>> from pontoon_ledger.records.model import Records, SCHEMAS, frame
    >>> files_of(Records((), **{name: frame(name) for name in SCHEMAS}))
    {}
    """
    files = {number: [file] for number, file in enumerate(records.sessions["file_no"])}
    for number, file in records.deals.select("session_no", "file_no").unique(maintain_order=True).rows():
        if number in files and file not in files[number]:
            files[number].append(file)
    return {number: tuple(chosen) for number, chosen in files.items()}


def text_hash(source: Source) -> str:
    """The hash of one text: the reader's, or made here of the text.

    >>> from pontoon_ledger.records.model import Source
    >>> text_hash(Source("a.yaml", "yaml", ""))[:8]
    'e3b0c442'
    """
    return source.sha256 or sha256(source.text.encode()).hexdigest()


def joint_hash(hashes: Sequence[str]) -> str:
    """One hash of several.

    >>> joint_hash(["aa", "bb"]) == joint_hash(["bb", "aa"])
    False
    """
    return sha256("\n".join(hashes).encode()).hexdigest()


def _bytes(table: str, part: pl.DataFrame) -> bytes:
    buffer = BytesIO(f"{table}\n".encode())
    buffer.seek(0, 2)
    part.drop("session_no").write_csv(buffer)
    return buffer.getvalue()


def _by_session(frame: pl.DataFrame) -> Iterator[tuple[int, pl.DataFrame]]:
    """The rows of each session in their order, cut out without copying."""
    numbers = frame["session_no"]
    if not numbers.drop_nulls().is_sorted() or numbers.has_nulls():
        frame = frame.filter(pl.col("session_no").is_not_null()).sort("session_no", maintain_order=True)
    start = 0
    for number, rows in frame["session_no"].rle().struct.unnest().select("value", "len").rows():
        yield number, frame.slice(start, rows)
        start += rows
