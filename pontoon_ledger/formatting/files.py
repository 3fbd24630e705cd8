"""A file tidied: its bytes to text and back, in the encoding that it has.

In: an `Input`. Out: its text, the tidy text, and the bytes to write.
"""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_ledger.formatting.record import format_record
from pontoon_ledger.formatting.tree import NotTidiedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.records.paths import Input

_MARKS = {
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
    codecs.BOM_UTF8: "utf-8",
}


def tidied(one: Input, options: ReadOptions) -> tuple[str, str, bytes]:
    r"""Tidy a file; raises NotTidiedError where it has faults.

    >>> from pontoon_ledger.records import ReadOptions
    >>> from pontoon_ledger.records.paths import Input
    >>> data = b"deals:\r\n- hands: {Bob: won .2}\r\nplayers: [Ann, Bob]\r\nbank: Ann\r\n"
    >>> tidied(Input("a.yaml", "record", data), ReadOptions())[2].split(b"\r\n")[-3:]
    [b'deals:', b'  - hands: {Bob: won 0.20}', b'']
    """
    assert one.data is not None
    mark = next((mark for mark in _MARKS if one.data.startswith(mark)), b"")
    if one.kind == "table":
        from pontoon_ledger.records.decode import decode

        decoded = decode(one.data)
        text, faults = decoded.text, decoded.faults
    else:
        from pontoon_ledger.records.source import text_of

        source, fault = text_of(one.path, one.data)
        text, faults = source.text, (fault,) if fault else ()
    if faults:
        line = faults[0].place.line
        raise NotTidiedError(f"line {line}: {faults[0].message}" if line else faults[0].message)
    if one.kind == "table":
        new = format_record(text, "csv", path=one.path, options=options, heads=tuple(_heads(one)))
    else:
        new = format_record(text, path=one.path)
    encoding = _MARKS.get(mark) or ("utf-8" if _is_utf8(one.data) else "cp1252")
    return text, new, mark + new.encode(encoding)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _heads(table: Input) -> Iterator[tuple[str, bytes]]:
    """The records beside a table that name it."""
    from pontoon_ledger.records.faults import Faults
    from pontoon_ledger.records.nodes import Scalar
    from pontoon_ledger.records.paths import RECORDS
    from pontoon_ledger.records.reading import read_raw
    from pontoon_ledger.records.source import text_of

    if table.path == "-":
        return
    path = Path(table.path)
    for beside in sorted(path.parent.iterdir()):
        if beside.suffix.lower() not in RECORDS or not beside.is_file():
            continue
        data = beside.read_bytes()
        source, fault = text_of(str(beside), data)
        if fault is not None or path.name not in source.text:
            continue
        for key, value in read_raw(source, Faults()).head.items:
            if key.text == "deals" and isinstance(value, Scalar) and value.text.strip() == path.name:
                yield str(beside), source.text.encode()
