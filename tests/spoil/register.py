"""The register of kinds of fault.

In: functions that spoil a draft. Out: `KINDS`, and `spoil`, which applies one of them to a session.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spoil.draft import Draft

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from dealer.model import Deal, Hand, Session

    from spoil.draft import Spoilt

    Spoiler = Callable[[Draft], bool]
    HandSpoiler = Callable[[Draft, Deal, Hand], bool]


@dataclass(frozen=True)
class Kind:
    """A kind of fault: its code, the scene it is played in, the function that makes it."""

    name: str
    code: str
    scene: str
    spoiler: Spoiler
    plain: bool


KINDS: dict[str, Kind] = {}
HAND_KINDS: dict[str, tuple[Kind, HandSpoiler]] = {}
"""Those that spoil one player's hand and nothing else, so that a deal has room for two of them."""


def kind(code: str, scene: str = "any", *, plain: bool = False) -> Callable[[Spoiler], Spoiler]:
    """Enter a function under its name. It gives back False where the session has no place for its fault.

    `plain` kinds look into the words of a clause and want it written in the plain way.
    """

    def enter(spoiler: Spoiler) -> Spoiler:
        name = spoiler.__name__
        assert name not in KINDS
        KINDS[name] = Kind(name, code, scene, spoiler, plain)
        return spoiler

    return enter


def hand_kind(code: str, scene: str = "any", *, plain: bool = False) -> Callable[[HandSpoiler], HandSpoiler]:
    """Enter a function that spoils one given hand; as a kind it takes the first hand, in random order."""

    def enter(spoiler: HandSpoiler) -> HandSpoiler:
        def anywhere(draft: Draft) -> bool:
            places = list(draft.hands())
            draft.rng.shuffle(places)
            return any(spoiler(draft, deal, hand) for deal, hand in places)

        anywhere.__name__ = spoiler.__name__
        kind(code, scene, plain=plain)(anywhere)
        HAND_KINDS[spoiler.__name__] = KINDS[spoiler.__name__], spoiler
        return spoiler

    return enter


def spoil(kind: Kind, session: Session, rng: random.Random, name: str) -> Spoilt | None:
    """The session with one fault of this kind, under that name; None where it has no place for it."""
    draft = Draft(session, rng, name)
    if not kind.spoiler(draft):
        return None
    return draft.finish(0.0 if kind.plain else rng.choice((0.0, 0.0, 0.4, 0.8)))
