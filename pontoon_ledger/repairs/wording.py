"""A repair in a sentence for the people at the table.

In: the changes of one place that would all do. Out: a `Repair`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.cards import NO_SUIT, RANKS, card_name, points_of, rank_of
from pontoon_ledger.explain.phrases import listed
from pontoon_ledger.repairs.model import Repair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.repairs.model import Change

_MOST_NAMED = 4
_TENS = set(range(RANKS.index("T"), len(RANKS)))


def told(changes: Sequence[Change], removes: int, left: int, wrong: int) -> Repair:
    """Tell changes of one place as one repair, the nearest first."""
    first = changes[0]
    choices = tuple(change.choice for change in changes if change.choice is not None)
    cards = [change.card for change in changes if change.card is not None]
    what = _cards(cards, first.before) if cards else _amounts(choices)
    effect = "everything fits" if left == 0 else f"{wrong - left} of {wrong} findings would go"
    return Repair(
        first.kind,
        first.player,
        first.hand,
        first.before,
        first.after,
        f"if {first.said.format(what) if '{}' in first.said else first.said}, {effect}",
        removes,
        left,
        choices,
    )


def _amounts(choices: Sequence[str]) -> str:
    named = listed(choices[:_MOST_NAMED], "or")
    return f"{named} (or the like)" if len(choices) > _MOST_NAMED else named


def _cards(cards: Sequence[int], before: str) -> str:
    """Name cards that would do: one, some of a rank, or all that count the same.

    >>> _cards([34], "5c 9d"), _cards([24, 28], "5c 9d"), _cards([36, 40, 44, 48], "5c 9d")
    ('the 9h', 'a 7 or an 8', 'any card worth 10')
    """
    ranks = sorted({rank for card in cards if (rank := rank_of(card)) is not None})
    written = any(card_name(s) in before for s in range(ranks[0] * 4, ranks[0] * 4 + 4))
    if len(ranks) == 1 and cards[0] < NO_SUIT and written:
        return listed([f"the {card_name(card)}" for card in cards[:3]], "or")
    if len(ranks) == 1:
        return f"any card worth {points_of(cards[0])}" if ranks[0] else "an ace"
    tens = _TENS & set(ranks)
    whole = tens == _TENS or tens == {min(_TENS)}
    names = [_rank(rank) for rank in ranks if rank not in tens or not whole]
    if tens and whole:
        names.append("any card worth 10")
    if len(names) <= _MOST_NAMED:
        return listed(names, "or")
    said = [RANKS[rank] for rank in ranks if rank not in tens or not whole]
    return f"one of {' '.join(said)}" + (" or any card worth 10" if tens and whole else "")


def _rank(rank: int) -> str:
    word = {0: "ace", 9: "ten", 10: "jack", 11: "queen", 12: "king"}.get(rank, RANKS[rank])
    return f"{'an' if word in ('ace', '8') else 'a'} {word}"
