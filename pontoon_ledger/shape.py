"""What a row of clauses means: which clause fills which place of the hand.

In: the kinds of a row's clauses, in order. Out: a `Shape`: for each place of the hand the
number of its clause, or the one clause that stands where it cannot. A million different
plays have a few hundred shapes, so `plays.py` asks once per distinct row of kinds.
"""

from __future__ import annotations

from msgspec import Struct, field

from pontoon_ledger.notation import ENDINGS, OPENINGS, RESULTS, Kind

BOUGHT, TWISTED, BARE = 1, 2, 0
ALONE = "one card alone"
_ONCE = {
    Kind.SHOOT_RESULT: "shoot_result",
    Kind.STAKED: "staked",
    Kind.OWING: "owing",
    Kind.AGREED: "agreed",
}


class Shape(Struct):
    """The places of a hand. `cards[k]` = (clause, card in it, how it was taken) of card k + 1."""

    opening: int | None = None
    cards: list[tuple[int, int, int]] = field(default_factory=list)
    first_cards: int | None = None
    extra: list[tuple[int, int, int]] = field(default_factory=list)
    burns: list[int] = field(default_factory=list)
    shoots: list[tuple[int, int]] = field(default_factory=list)
    ending: int | None = None
    result: int | None = None
    all_result: bool = False
    shoot_result: int | None = None
    staked: int | None = None
    owing: int | None = None
    agreed: int | None = None
    listed: bool = False
    bad: bool = False
    shoots_wrong: list[bool] = field(default_factory=list)
    fault: tuple[int, str, str] | None = None


def parse_shape(kinds: tuple[int, ...]) -> Shape:
    """Read a row of kinds (design 2.2). At most one fault: (clause, message, expected).

    >>> parse_shape((Kind.BET, Kind.CARDS + 2, Kind.TWIST, Kind.STICK)).cards
    [(1, 0, 0), (1, 1, 0), (2, 0, 2)]
    >>> parse_shape((Kind.BET, Kind.CARDS + 1, Kind.STICK)).fault[0]
    1
    """
    shape = Shape(bad=Kind.BAD in kinds)
    for i, kind in enumerate(kinds):
        problem = _place(shape, i, kind)
        if problem and shape.fault is None:
            shape.fault = (i, *problem)
    if shape.bad:
        shape.fault = None
    shape.shoots_wrong = [_wrong_shoot(shape, k) for k in range(len(shape.shoots))]
    return shape


def _wrong_shoot(shape: Shape, k: int) -> bool:
    """Whether shoot bet k stands where none may be, or is the second there (rulebook 7.2, 7.3)."""
    lay = shape.shoots[k][1]
    again = any(before == lay for _, before in shape.shoots[:k])
    return again or lay not in (0, 3) or (lay == 3 and len(shape.cards) < 4)


def _place(shape: Shape, i: int, kind: int) -> tuple[str, str] | None:
    """Put one clause into the shape, or say why it cannot stand there: (message, expected)."""
    if kind in OPENINGS:
        return _open(shape, i)
    if kind > Kind.CARDS:
        return _bare(shape, i, kind - Kind.CARDS)
    if kind in (Kind.BUY, Kind.TWIST):
        return _take(shape, i, BOUGHT if kind == Kind.BUY else TWISTED)
    if kind in ENDINGS:
        return _end(shape, i)
    if kind in RESULTS:
        return _result(shape, i, kind)
    if kind == Kind.BURN:
        return _burn(shape, i)
    if kind == Kind.SHOOT:
        return _shoot(shape, i)
    if kind in _ONCE:
        name = _ONCE[Kind(kind)]
        if getattr(shape, name) is not None:
            return f"a second {name.replace('_', ' ')}", "one of its kind a hand"
        setattr(shape, name, i)
    return None


def _open(shape: Shape, i: int) -> tuple[str, str] | None:
    if shape.opening is not None:
        return "a second opening of one hand", "one bet or split a hand"
    if shape.ending is not None:
        return "an opening behind the ending", "the opening first, the ending last"
    shape.opening = i
    return None


def _burn(shape: Shape, i: int) -> tuple[str, str] | None:
    if shape.listed:
        return "a burn behind the cards that were kept", "the burned pair before the two kept cards"
    shape.burns.append(i)
    return None


def _shoot(shape: Shape, i: int) -> tuple[str, str] | None:
    if shape.ending is not None:
        return "a shoot bet behind the ending", "the shoot bet where it was made"
    shape.shoots.append((i, len(shape.cards)))
    return None


def _bare(shape: Shape, i: int, n: int) -> tuple[str, str] | None:
    if shape.ending is not None:
        return "a card behind the ending", "the ending behind the last card"
    if shape.first_cards is None:
        if shape.listed:
            return "the first two cards behind what was taken", "the first two cards before buys and twists"
        if n == 1:
            return ALONE, "two with a space between, as in 5c 9d, or 5c x if nobody noted it"
        shape.first_cards = i
    for j in range(n):
        _add(shape, (i, j, BARE))
    return None


def _take(shape: Shape, i: int, how: int) -> tuple[str, str] | None:
    if shape.ending is not None:
        return "a card behind the ending", "the ending behind the last card"
    if not shape.cards:
        shape.cards += [(-1, 0, BARE), (-1, 0, BARE)]
    _add(shape, (i, 0, how))
    return None


def _add(shape: Shape, card: tuple[int, int, int]) -> None:
    shape.listed = True
    (shape.cards if len(shape.cards) < 5 else shape.extra).append(card)


def _end(shape: Shape, i: int) -> tuple[str, str] | None:
    if shape.ending is not None:
        return "a second ending of one hand", "one ending a hand"
    shape.ending = i
    return None


def _result(shape: Shape, i: int, kind: int) -> tuple[str, str] | None:
    if shape.result is not None:
        return "a second result of one hand", "one result a hand"
    shape.result = i
    shape.all_result = kind == Kind.ALL_RESULT
    return None
