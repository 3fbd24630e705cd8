"""What the command line says about the files to be read.

In: texts as a user typed them. Out: `ReadOptions`, which a reader types like the fields of a head.
A table without a head is filled from it; `rules` takes the place of every session's own rules.
"""

from __future__ import annotations

from msgspec import Struct


class ReadOptions(Struct, frozen=True):
    """Options of reading: `stakes` as `0.10-1.00`, `players` as names parted by commas."""

    rules: str | None = None
    currency: str | None = None
    stakes: str | None = None
    players: str | None = None
    bank: str | None = None
