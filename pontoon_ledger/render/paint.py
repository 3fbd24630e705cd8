"""What a terminal takes: colour or none, line characters or dashes, which characters at all.

In: a text and what it is (`error`, `path`). Out: the text, between the terminal's colour codes
where colour is on.
"""

from __future__ import annotations

from msgspec import Struct

from pontoon_ledger.render.text import clean

_LOOKS = {
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold cyan",
    "waived": "dim",
    "path": "bold",
    "dim": "dim",
    "head": "bold",
    "gain": "green",
    "loss": "red",
    "open": "yellow",
}
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


class Paint(Struct, frozen=True):
    r"""Paints texts by what they are; `lines` where rules may be drawn with more than dashes.

    >>> Paint(on=True)("P204", "error")
    '\x1b[1;31mP204\x1b[0m'
    >>> Paint(on=False)("P204", "error")
    'P204'
    """

    on: bool = False
    lines: bool = False
    charset: str = "utf-8"

    def __call__(self, text: str, kind: str) -> str:
        """Paint a text."""
        if not (self.on and text):
            return text
        return f"\x1b[{';'.join(map(_CODES.__getitem__, self.look(kind).split()))}m{text}\x1b[0m"

    def look(self, kind: str) -> str:
        """How a kind of text looks, in words.

        >>> Paint(on=True).look("error"), Paint().look("error")
        ('bold red', '')
        """
        return _LOOKS[kind] if self.on else ""

    def shown(self, text: str) -> str:
        r"""Write a text as it will stand on the screen, what the screen has no character for escaped.

        >>> Paint(charset="ascii").shown("Zo\u00eb"), Paint().shown("a\x1b")
        ('Zo\\xeb', 'a\\x1b')
        """
        return clean(text).encode(self.charset, "backslashreplace").decode(self.charset)


NO_PAINT = Paint()
