"""A ledger cut down to some of its sessions, with everybody called as in the whole.

In: an open ledger and names of sessions. Out: a ledger in memory, judged anew from the texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.store import Ledger


def narrowed(ledger: Ledger, sessions: Sequence[str]) -> tuple[Ledger, list[str]]:
    """Take these sessions out of a ledger into one of their own; with it, what it had to leave out.

    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     narrowed(ledger, [])[1]
    []
    """
    from pontoon_ledger import api
    from pontoon_ledger.store import Ledger

    part = Ledger.memory()
    result = part.add(api.audit(ledger.records(sessions)))
    _call(part, ledger.spellings())
    return part, [f"{one.session} is left out: {one.reason}" for one in result.of("refused")]


def _call(part: Ledger, shown: dict[str, str]) -> None:
    """Merge and rename people until each is called what the whole ledger shows."""
    for name in dict.fromkeys(part.spellings().values()):
        person, now = shown[fold(name)], part.spellings()
        if now[fold(name)] == person:
            continue
        if fold(person) in now and now[fold(person)] != now[fold(name)]:
            part.merge(name, person)
        if part.spellings()[fold(name)] != person:
            part.rename(name, person)
