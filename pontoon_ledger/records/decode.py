"""Bytes to text for tables: what a spreadsheet may have saved, recognised without being asked.

In: the bytes of a CSV file. Out: its text and the same text as UTF-8 bytes, or the P001 faults that
say which bytes or characters no table can hold, at their lines and columns.
"""

from __future__ import annotations

import codecs
import re
from operator import itemgetter

from msgspec import Struct

from pontoon_ledger.records.cells import span_place
from pontoon_ledger.records.model import NOWHERE, Fault

CONTROLS = bytes(byte for byte in (*range(32), 127) if byte not in b"\t\n\r")
"""The control characters of ASCII that no table can hold."""

_WIDE_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]|\xef\xbb\xbf")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff]+")
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_PIECE = 1 << 18
_MOST_FAULTS = 20
_NOT_TABLES = {
    b"PK\x03\x04": "a spreadsheet's own file (or another zip)",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet's own file",
    b"%PDF": "a PDF",
    b"\x1f\x8b": "a compressed file",
}
_ADVICE = "save the sheet as CSV in UTF-8"


class Decoded(Struct, frozen=True):
    """A table's text, also as UTF-8 without a byte order mark. With faults it is only for showing."""

    text: str
    utf8: bytes
    faults: tuple[Fault, ...] = ()

    def controls(self) -> tuple[Fault, ...]:
        r"""Find the control characters that no table can hold, each a fault.

        They are looked for only where nothing else has proved that there are none.

        >>> decode(b"deal,player\n1,A\x00nn").controls()[0].place
        Place(line=2, column=4, end_column=5)
        """
        if not count_bytes(self.utf8, CONTROLS) and not self.holds_wide_controls():
            return ()
        return _told([_bad_character(self.text, bad) for bad in _some(_FORBIDDEN, self.text)])

    def holds_wide_controls(self) -> bool:
        r"""Whether a control character beyond ASCII is there, or a byte order mark inside the text.

        >>> decode("Ann\x85".encode()).holds_wide_controls(), decode("Zoë".encode()).holds_wide_controls()
        (True, False)
        """
        return not self.text.isascii() and _WIDE_CONTROLS.search(self.utf8) is not None


def decode(data: bytes) -> Decoded:
    r"""Read the bytes of a table as UTF-8, UTF-16 with its mark, or Windows-1252.

    >>> decode(b"\xef\xbb\xbfdeal,player").text, decode(b"Ren\xe9e").text
    ('deal,player', 'Renée')
    >>> decode(b"Zo\xc3\xab,\n\x80 5").faults[0].place
    Place(line=2, column=1, end_column=2)
    """
    for magic, what in _NOT_TABLES.items():
        if data.startswith(magic):
            message = f"this is {what}, not a table in plain text"
            return Decoded("", b"", (Fault("P001", NOWHERE, message, help=_ADVICE),))
    encoding = _UTF16.get(data[:2], "utf-8")
    body = data.removeprefix(codecs.BOM_UTF8) if encoding == "utf-8" else data[2:]
    text = _decoded(body, encoding)
    if text is None and encoding == "utf-8" and not _MULTIBYTE.search(body):
        encoding = "cp1252"
        text = _decoded(body, encoding)
    if text is None:
        return _undecodable(body, encoding)
    utf8 = body if encoding == "utf-8" else text.encode()
    if not text or text.isspace():
        fault = Fault("P001", NOWHERE, "the file is empty", help="write a header and a row for each hand")
        return Decoded(text, b"", (fault,))
    return Decoded(text, utf8)


def _decoded(body: bytes, encoding: str) -> str | None:
    try:
        return body.decode(encoding)
    except UnicodeDecodeError:
        return None


def count_bytes(data: bytes, which: bytes, start: int = 0) -> int:
    r"""Count the bytes of `data` that are among `which`, in pieces that fit the cache.

    >>> count_bytes(b'1,"Ann"\n', b'"\n')
    3
    """
    pieces = (data[at : at + _PIECE] for at in range(start, len(data), _PIECE))
    return sum(len(piece) - len(piece.translate(None, which)) for piece in pieces)


def _some(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    return [found for found, _ in zip(pattern.finditer(text), range(_MOST_FAULTS + 1), strict=False)]


def _told(faults: list[Fault]) -> tuple[Fault, ...]:
    """All faults; where there are very many, or NULs, the first of them speaks for the file."""
    nuls = [fault for fault in faults if fault.found == "U+0000"]
    if len(faults) <= _MOST_FAULTS and len(nuls) <= 1:
        return tuple(faults)
    first = faults[0]
    message = f"this is no table in plain text: {first.message}, and much more like it follows"
    return (Fault("P001", first.place, message, first.found, "plain text", _ADVICE),)


def _undecodable(body: bytes, encoding: str) -> Decoded:
    """Go on behind each stretch that is no text, so that one reading finds them all."""
    parts: list[str] = []
    spots: list[tuple[int, bytes]] = []
    length = at = 0
    while at < len(body) and len(spots) <= _MOST_FAULTS:
        try:
            parts.append(body[at:].decode(encoding))
            break
        except UnicodeDecodeError as error:
            good = body[at : at + error.start].decode(encoding)
            bad = body[at + error.start : at + error.end]
            if spots and not good:
                spots[-1] = (spots[-1][0], spots[-1][1] + bad)
            else:
                spots.append((length + len(good), bad))
            parts += [good, "\ufffd"]
            length += len(good) + 1
            at += error.end
    text = "".join(parts)
    found = [(at, _bad_bytes(text, at, bad, encoding)) for at, bad in spots]
    found += [(bad.start(), _bad_character(text, bad)) for bad in _some(_FORBIDDEN, text)]
    return Decoded(text, b"", _told([fault for _, fault in sorted(found, key=itemgetter(0))]))


def _bad_bytes(text: str, at: int, bad: bytes, encoding: str) -> Fault:
    shown = " ".join(f"0x{byte:02X}" for byte in bad[:4])
    name = {"cp1252": "Windows-1252", "utf-8": "UTF-8"}.get(encoding, "UTF-16")
    message = f"{shown} cannot be read as {name}, which the rest of the file is written in"
    if encoding == "utf-8" and (guess := bad.decode("cp1252", "replace")).isprintable():
        message += f" (in Windows-1252 it would be {guess})"
    width = len(text[at:]) - len(text[at:].lstrip("\ufffd"))
    return Fault(
        "P001", span_place(text, at, at + max(width, 1)), message, shown, "text in one encoding", _ADVICE
    )


def _bad_character(text: str, bad: re.Match[str]) -> Fault:
    char = bad[0][0]
    shown = f"U+{ord(char):04X}"
    place = span_place(text, *bad.span())
    message = f"the invisible character {shown} cannot stand in a table"
    return Fault("P001", place, message, shown, "plain text", _ADVICE if char == "\0" else "delete it")
