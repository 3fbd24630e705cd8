"""The faults of one file as its reader finds them, and the words in which they are told.

In: what is wrong and where. Out: `Faults.found`, a list of `Fault`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pontoon_ledger.records.model import Fault
from pontoon_ledger.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.records.model import Place


class Faults:
    """The faults of one file as they are found; `deal` is the deal that they are laid to."""

    def __init__(self, session_no: int | None = 0) -> None:
        self.found: list[Fault] = []
        self.session_no = session_no
        self.deal: int | None = None

    def add(
        self,
        code: str,
        place: Place,
        message: str,
        *,
        found: str | None = None,
        expected: str | None = None,
        help_: str | None = None,
        player: str | None = None,
        hand: int | None = None,
    ) -> None:
        """Tell of one fault."""
        deal, session = self.deal, self.session_no
        found = found if found is None or len(found) <= 80 else found[:77] + "..."
        self.found.append(Fault(code, place, message, found, expected, help_, session, deal, player, hand))

    def lay(self, since: int, player: str, hand: int) -> None:
        """Lay the faults found after the first `since` to a player's hand."""
        for number in range(since, len(self.found)):
            self.found[number] = replace(self.found[number], player=player, hand=hand)


def quoted(text: str) -> str:
    """A text as a message quotes it, cut short where it is long.

    >>> quoted("Ann"), quoted("A" * 50)
    ("'Ann'", "'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA...'")
    """
    text = text.strip()
    return repr(text if len(text) <= 42 else text[:39] + "...")


def meant(word: str, known: Iterable[str]) -> str | None:
    """The advice that names the nearest known word, None where none is near.

    >>> meant("playrs", ["players", "deals"])
    "did you mean 'players'?"
    """
    near = nearest(word, known)
    return f"did you mean {near!r}?" if near else None
