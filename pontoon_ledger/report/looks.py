"""How each player is drawn, the same on the whole page: a colour, a dash and a mark, never a colour alone.

In: people. Out: a `Look` for each. The colours are variables of the style sheet, for light and for dark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

Who = TypeVar("Who")

COLOURS = 8
DASHES: tuple[tuple[int, ...], ...] = ((1, 0), (7, 3), (2, 3), (9, 3, 2, 3), (4, 2))
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-right")
_PATHS = {
    "circle": "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "square": "M-3.5 -3.5h7v7h-7z",
    "triangle-up": "M0 -4.5l4.5 8h-9z",
    "diamond": "M0 -5l4 5l-4 5l-4 -5z",
    "triangle-down": "M0 4.5l4.5 -8h-9z",
    "cross": "M-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "triangle-right": "M4.5 0l-8 4.5v-9z",
}


class Look(NamedTuple):
    """The key that stands for somebody in charts, and how he is drawn."""

    key: str
    colour: str
    dash: tuple[int, ...]
    shape: str

    @property
    def path(self) -> str:
        """The mark as an SVG path around 0,0."""
        return _PATHS[self.shape]


def looks(people: Iterable[Who]) -> dict[Who, Look]:
    """Give everybody a look; it takes 280 people until two look alike.

    >>> found = looks(["Ann", "Bob"])
    >>> found["Ann"].colour, found["Bob"].shape
    ('var(--p0)', 'square')
    """
    return {
        who: Look(f"p{at}", f"var(--p{at % COLOURS})", DASHES[at % len(DASHES)], SHAPES[at % len(SHAPES)])
        for at, who in enumerate(people)
    }
