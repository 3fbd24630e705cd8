"""What the rulebook is made of: sections, options, presets, codes with an example each.

In: texts as the modules beside this one write them. Out: the same as tidy paragraphs; nothing heavy
is imported.
"""

from __future__ import annotations

import re
from textwrap import dedent
from typing import NamedTuple

_CHOICE = re.compile("«([^|»]*)\\|([^»]*)»")


def paragraphs(text: str) -> tuple[str, ...]:
    r"""Cut a text at its blank lines; lines of a paragraph are joined, unless it is set in with blanks.

    >>> paragraphs('''
    ...     One
    ...     line.
    ...
    ...       a  b
    ...       1  2
    ... ''')
    ('One line.', '  a  b\n  1  2')
    """
    parts = re.split(r"\n\s*\n", dedent(text).strip("\n"))
    return tuple(part.rstrip() if part.startswith(" ") else " ".join(part.split()) for part in parts)


class Section(NamedTuple):
    """A section (3.4) or a whole chapter (3): number, title and what it says."""

    number: str
    title: str
    text: str

    @property
    def chapter(self) -> str:
        """The number of the chapter that it stands in.

        >>> Section("7.10", "The sum", "").chapter
        '7'
        """
        return self.number.partition(".")[0]


class OptionText(NamedTuple):
    """An option: what it decides, what each value of it means, which sections it touches."""

    title: str
    text: str
    meanings: dict[str, str]
    sections: tuple[str, ...]


class PresetText(NamedTuple):
    """A preset: where it comes from and how its game feels."""

    source: str
    text: str


class CodeText(NamedTuple):
    """A code: what it finds, why that matters, a record that breaks it and one that keeps it.

    `record` writes both at once: `«broken|kept»` wherever they differ. `special` says how to see
    the code where a record alone cannot show all of it.
    """

    what: str
    why: str
    record: str
    special: str | None = None

    @property
    def breaks(self) -> str:
        """The record that has this one finding.

        >>> CodeText("", "", "bet 0.20, Th «4c|5c», stick").breaks
        'bet 0.20, Th 4c, stick'
        """
        return _CHOICE.sub(r"\1", self.record)

    @property
    def keeps(self) -> str:
        """Its twin, in which nothing is found.

        >>> CodeText("", "", "bet 0.20, Th «4c|5c», stick").keeps
        'bet 0.20, Th 5c, stick'
        """
        return _CHOICE.sub(r"\2", self.record)


def evening(*deals: str, head: str = "") -> str:
    r"""Write a small record: the seats, who holds the bank, further lines of the head, the deals.

    >>> print(evening("hands:\n  Bob: won 0.20", head="currency: GBP"), end="")
    players: [Ann, Bob, Cat, Dan]
    bank: Ann
    currency: GBP
    deals:
      - hands:
          Bob: won 0.20
    """
    lines = ["players: [Ann, Bob, Cat, Dan]", "bank: Ann", *head.splitlines(), "deals:"]
    for deal in deals:
        first, *rest = deal.strip("\n").splitlines()
        lines += [f"  - {first}", *(f"    {line}" for line in rest)]
    return "\n".join(lines) + "\n"


def hands(*rows: str, fields: str = "") -> str:
    """Write one deal: its fields, a line each, then a line a hand.

    >>> print(hands("Bob: won 0.20", fields="bank: Ann"))
    bank: Ann
    hands:
      Bob: won 0.20
    """
    return "\n".join([*fields.splitlines(), "hands:", *(f"  {row}" for row in rows)])
