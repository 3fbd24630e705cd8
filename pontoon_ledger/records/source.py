"""Bytes to text: the one way a YAML or JSON record comes into the house.

In: the bytes of a file and the path to show for it. Out: a `Source`, or the P001 that says which
byte or character cannot stand in a record, at its line and column.
"""

from __future__ import annotations

import codecs
import hashlib
import re

from pontoon_ledger.records.model import NOWHERE, Fault, Source
from pontoon_ledger.records.places import place_at

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff\ufdd0-\ufdef]"
)
_PLAIN = bytes([9, 10, 13, *range(32, 127)])
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_INVISIBLE = {"\u2028": "line separator", "\u2029": "paragraph separator", "\ufeff": "byte order mark"}


def text_of(path: str, data: bytes, kind: str = "yaml") -> tuple[Source, Fault | None]:
    r"""The text of a record; with a fault the text is empty and nothing of it may be read.

    >>> text_of("a.yaml", b"\xef\xbb\xbfbank: Ann")[0].text
    'bank: Ann'
    >>> text_of("a.yaml", b"bank: Ann\nprice: \xa35")[1].place
    Place(line=2, column=8, end_column=9)
    """
    digest = hashlib.sha256(data).hexdigest()
    encoding = _UTF16.get(data[:2], "utf-8")
    body = data[2:] if encoding != "utf-8" else data.removeprefix(codecs.BOM_UTF8)
    fault = None
    text = ""
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        fault = _bad_byte(error, body, encoding)
    else:
        if _suspect(text) and (bad := _FORBIDDEN.search(text)):
            fault = _bad_character(text, bad.start())
        elif not text or text.isspace():
            fault = Fault("P001", NOWHERE, "the file is empty", help="write a session into it")
    return Source(path, kind, "" if fault else text, digest), fault


def _suspect(text: str) -> bool:
    """Whether what is left without the plain characters of ASCII has anything forbidden in it."""
    rest = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN)
    return _FORBIDDEN.search(rest.decode("utf-8", "surrogatepass")) is not None


def _bad_byte(error: UnicodeDecodeError, body: bytes, encoding: str) -> Fault:
    before = body[: error.start].decode(encoding)
    place = place_at(before, len(before))
    if encoding != "utf-8":
        return Fault("P001", place, "the file ends or breaks off in the middle of a UTF-16 character")
    byte = body[error.start : error.start + 1]
    guess = byte.decode("cp1252", "replace")
    seen = f", which would be {guess} in Windows-1252" if guess.isprintable() else ""
    return Fault(
        "P001",
        place,
        f"this is not UTF-8 text: byte 0x{byte.hex().upper()}{seen}",
        found=f"0x{byte.hex().upper()}",
        expected="text in UTF-8",
        help="save the file as UTF-8",
    )


def _bad_character(text: str, index: int) -> Fault:
    char = text[index]
    shown = f"U+{ord(char):04X}"
    name = "NUL" if char == "\0" else _INVISIBLE.get(char, "control character")
    advice = "save the file as UTF-8" if char == "\0" else "delete it; it does not show on the screen"
    return Fault(
        "P001",
        place_at(text, index),
        f"a {name} ({shown}) cannot stand in a record",
        found=shown,
        expected="plain text",
        help=advice,
    )
