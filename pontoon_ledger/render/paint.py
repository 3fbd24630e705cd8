"""Colour for a terminal, or none.

In: a text and what it is (`error`, `path`). Out: the text, between the terminal's colour codes
where colour is on.
"""

from __future__ import annotations

from dataclasses import dataclass

_CODES = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "waived": "2",
    "path": "1",
    "dim": "2",
    "head": "1",
}


@dataclass(frozen=True)
class Paint:
    r"""Paints texts by what they are.

    >>> Paint(on=True)("P204", "error")
    '\x1b[1;31mP204\x1b[0m'
    >>> Paint(on=False)("P204", "error")
    'P204'
    """

    on: bool = False

    def __call__(self, text: str, kind: str) -> str:
        """Paint a text."""
        return f"\x1b[{_CODES[kind]}m{text}\x1b[0m" if self.on and text else text


NO_PAINT = Paint()
