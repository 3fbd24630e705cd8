"""Records come in here: files of any of the formats to the frames that all that follows works on.

In: paths, folders, or `-`. Out: `Records`; whatever is wrong with a file is a row of its `faults`.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pontoon_ledger.records.options import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pontoon_ledger.records import paths as files
    from pontoon_ledger.records.model import Records
    from pontoon_ledger.records.session import TableBeside

__all__ = ["ReadOptions", "combine_records", "read", "reread"]


_NOTHING_SAID = ReadOptions()


def read(
    paths: Iterable[str | Path] | str | Path,
    *,
    options: ReadOptions = _NOTHING_SAID,
    told: Callable[[int, int, str], None] | None = None,
) -> Records:
    """Read every record that `paths` name; never raises for what a file holds.

    `told` is called as each file's turn comes: which it is, of how many, and its path.

    >>> records = read("no-such-file.yaml")
    >>> records.faults.select("code", "message").row(0)
    ('P001', 'no-such-file.yaml is not there')
    """
    from pontoon_ledger.records import paths as files
    from pontoon_ledger.records.combine import combine

    named: set[str] = set()
    given = [paths] if isinstance(paths, (str, Path)) else list(paths)
    parts: list[Records | files.Input] = []
    found = list(files.inputs(given))
    turns = count(1)

    def turn(one: files.Input) -> None:
        if told:
            told(next(turns), len(found), one.path)

    for one in found:
        if one.data is None or one.kind == "table":
            parts.append(one)
            continue
        turn(one)
        parts.append(read_input(one, options, named))
    for at, part in enumerate(parts):
        if isinstance(part, files.Input):
            turn(part)
            if not (part.kind == "table" and part.key in named):
                parts[at] = read_input(part, options, named)
    whole = combine([part for part in parts if not isinstance(part, files.Input)])
    return replace(whole, options=options)


def read_input(one: files.Input, options: ReadOptions, named: set[str], home: str = "") -> Records:
    """Read one file: a record, a table without a head, or what cannot be had.

    The tables that a record names are added to `named`, by their keys; `home` is the folder from which
    paths are seen.
    """
    from pontoon_ledger.records import paths as files
    from pontoon_ledger.records.model import NOWHERE, Fault, Source
    from pontoon_ledger.records.session import faulty, read_record

    if one.data is None:
        kind = "csv" if one.kind == "table" else "yaml"
        fault = Fault("P001", NOWHERE, f"{one.path} {one.reason}")
        return faulty(Source(one.path, kind, ""), [fault])
    if one.kind == "table":
        from pontoon_ledger.records.table import read_table

        return read_table(one.path, one.data, None, options, None)

    def beside(name: str) -> TableBeside:
        table = files.table_beside(one.path, name, home)
        named.add(files.real(str(Path(home) / table.path)))
        return table

    return read_record(one.path, one.data, options, beside)


def reread(texts: Sequence[tuple[str, str, str]], options: ReadOptions) -> Records:
    r"""Read a record out of its stored texts: path, kind and text of it, then of the table beside it.

    >>> reread([("sheet.csv", "csv", "deal,player,won\n1,Ann,0.20\n")], ReadOptions()).hands.height
    1
    """
    from pontoon_ledger.records.session import TableBeside, read_record

    (path, kind, text), *tables = texts
    if kind == "csv":
        from pontoon_ledger.records.table import read_table

        return read_table(path, text.encode(), None, options, None)

    def beside(name: str) -> TableBeside:
        if not tables:
            return TableBeside(name, None, "is not kept in the ledger")
        return TableBeside(tables[0][0], tables[0][2].encode())

    return read_record(path, text.encode(), options, beside)


def combine_records(parts: Sequence[Records]) -> Records:
    """Many records in one, in their order.

    >>> combine_records([]).sessions.height
    0
    """
    from pontoon_ledger.records.combine import combine

    return combine(parts)
