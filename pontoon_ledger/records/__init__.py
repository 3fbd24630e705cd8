"""Records come in here: files of any of the formats to the frames that all that follows works on.

In: paths, folders, or `-`. Out: `Records`; whatever is wrong with a file is a row of its `faults`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_ledger.records.options import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.records import paths as files
    from pontoon_ledger.records.model import Records
    from pontoon_ledger.records.session import TableBeside

__all__ = ["ReadOptions", "read"]


_NOTHING_SAID = ReadOptions()


def read(paths: Iterable[str | Path] | str | Path, *, options: ReadOptions = _NOTHING_SAID) -> Records:
    """Read every record that `paths` name; never raises for what a file holds.

    >>> records = read("no-such-file.yaml")
    >>> records.faults.select("code", "message").row(0)
    ('P001', 'no-such-file.yaml is not there')
    """
    from pontoon_ledger.records import paths as files
    from pontoon_ledger.records.combine import combine
    from pontoon_ledger.records.session import read_record

    named: set[str] = set()
    given = [paths] if isinstance(paths, (str, Path)) else list(paths)
    parts: list[Records | files.Input] = []
    for one in files.inputs(given):
        if one.data is None or one.kind == "table":
            parts.append(one)
            continue

        def beside(name: str, path: str = one.path) -> TableBeside:
            table = files.table_beside(path, name)
            named.add(files.real(table.path))
            return table

        parts.append(read_record(one.path, one.data, options, beside))
    return combine(
        [
            _alone(part, options) if isinstance(part, files.Input) else part
            for part in parts
            if not (isinstance(part, files.Input) and part.kind == "table" and part.key in named)
        ]
    )


def _alone(one: files.Input, options: ReadOptions) -> Records:
    """A table without a head, or a file that cannot be had."""
    from pontoon_ledger.records.model import NOWHERE, Fault, Source
    from pontoon_ledger.records.session import faulty

    if one.data is None:
        kind = "csv" if one.kind == "table" else "yaml"
        fault = Fault("P001", NOWHERE, f"{one.path} {one.reason}")
        return faulty(Source(one.path, kind, ""), [fault])
    from pontoon_ledger.records.table import read_table

    return read_table(one.path, one.data, None, options, None)
