"""Names as accounts that hledger and beancount both take, and back.

In: a player's name, or kitty and box. Out: an account. No two names get the same account, and every
account gives its name back.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

PLAYERS = "Assets:Players:"
TABLE = "Assets:Table:"
"""Where kitty and box stand, so that a player may be called so too."""

_LEAD = "X-"
"""Stands before what does not begin with a capital or a digit, as it must."""

_LETTERS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd"}
_FIRST = {"Lu", "Nd"}
_MARKS = {" ": "-", "-": "--"}
_PART = re.compile(r"---(?P<codes>[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*)---|(?P<mark>--?)|(?P<kept>[^-]+)")
_SETTLED = unicodedata.ucd_3_2_0
"""What counts as a letter in this old edition and still does, does so in every program."""


def component_of(name: str) -> str:
    """Make the last part of an account out of a name.

    Letters and digits stay. Between two of them a blank is `-` and a hyphen `--`; whatever else there is
    becomes the numbers of its characters, in sixteens, with three hyphens on either side.

    >>> [component_of(name) for name in ("Big Al", "Jean-Luc", "Zoë", "ann", "O'Brien", "Mr: X")]
    ['Big-Al', 'Jean--Luc', 'Zoë', 'X-ann', 'O---27---Brien', 'Mr---3a-20---X']
    """
    runs = [(kept, "".join(run)) for kept, run in groupby(name, _is_kept)]
    body = ""
    for at, (kept, run) in enumerate(runs):
        inside = 0 < at < len(runs) - 1
        body += run if kept else _MARKS[run] if inside and run in _MARKS else _numbers(run)
    begins_well = body and _is(body[0], _FIRST) and not body.startswith(_LEAD)
    return body if begins_well else _LEAD + body


def name_of(component: str) -> str:
    """Give back the name that the last part of an account was made of; ValueError where none was.

    >>> [name_of(part) for part in ("Big-Al", "X-ann", "Mr---3a-20---X")]
    ['Big Al', 'ann', 'Mr: X']
    """
    body = component.removeprefix(_LEAD)
    name = "".join(map(_read, _PART.finditer(body)))
    if component_of(name) != component:
        raise ValueError(f"{component!r} was not made of a name")
    return name


def account_of(party: str, *, account: bool) -> str:
    """Find the account of a player, or of the kitty or the box.

    >>> account_of("box", account=False), account_of("box", account=True)
    ('Assets:Players:X-box', 'Assets:Table:Box')
    """
    return TABLE + party.capitalize() if account else PLAYERS + component_of(party)


def party_of(account: str) -> tuple[str, bool]:
    """Say whose account it is, and whether it is that of the kitty or the box; ValueError if nobody's.

    >>> party_of("Assets:Players:X-box"), party_of("Assets:Table:Box")
    (('box', False), ('box', True))
    """
    if account.startswith(TABLE):
        return account.removeprefix(TABLE).lower(), True
    if not account.startswith(PLAYERS):
        raise ValueError(f"{account!r} is nobody's account")
    return name_of(account.removeprefix(PLAYERS)), False


def _is_kept(char: str) -> bool:
    return char.isalnum() if char.isascii() else _is(char, _LETTERS)


def _is(char: str, categories: set[str]) -> bool:
    return _SETTLED.category(char) in categories and unicodedata.category(char) in categories


def _numbers(run: str) -> str:
    return f"---{'-'.join(f'{ord(char):x}' for char in run)}---"


def _read(part: re.Match[str]) -> str:
    if part["codes"]:
        return "".join(chr(int(code, 16)) for code in part["codes"].split("-"))
    return part["kept"] or (" " if part["mark"] == "-" else "-")
