"""A deal as the pack saw it: who was dealt which ranks in which order, and what of it nobody wrote down.

In: an audit. Out: plain `Deal`s in the order of the record. Ranks are 0 (ace) to 12 (king); suits never
matter.
"""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl
from msgspec import Struct

from pontoon_ledger.cards import rank_of
from pontoon_ledger.replay.totals import BIT, PONTOON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pontoon_ledger.auditing import Audit

_CARDS = ("c1", "c2", "c3", "c4", "c5")
_WRONG = ("P101", "P210", "P211")
"""Findings after which nobody can say which cards a hand was dealt."""
_UNTRUE = ("P102", "P105")
"""A card came again too soon: the session does not say when the pack was shuffled."""
_MIXED = (
    "session_no",
    "deal_idx",
    "holder",
    "packs",
    "peek",
    "order_known",
    "shuffled",
    "shuffle_due",
    "gap",
    "roster",
)
_HAND = ("player", "banker", "split", "cards", "burns", "more_cards", "classes", "unread", "listed")


class Seat(NamedTuple):
    """A player in a deal. `cards`: all dealt to him, the first two first, None where some are not known.

    The last `drawn` of them came one by one to the hand that the two before them began; 0 where he split.
    `pontoon`: whether his first two cards were one, None where nobody can tell.
    """

    name: str
    cards: tuple[int, ...] | None
    drawn: int
    pontoon: bool | None


class Deal(Struct, frozen=True):
    """One deal. `mixed`: whether the pack was shuffled before it, None where nobody can tell.

    `seats` stand in the order of play where `ordered`. `bank`: all cards of the bank, None where they are
    not known; `idle`: it had nobody left to play against and need not show them.
    """

    mixed: bool | None
    seats: tuple[Seat, ...]
    banker: str | None
    bank: tuple[int, ...] | None
    bank_pontoon: bool | None
    idle: bool = False
    packs: int = 1
    peek: bool = True
    ordered: bool = True
    void: bool = False


def deals_of(audit: Audit, shown: Callable[[int, str], str]) -> Iterator[Deal]:
    """Every deal that has hands, in the order of the record; `shown` names a player of a session.

    A session with faults (P0xx) is left out whole, as a ledger leaves it out: it may be another one again.
    """
    faulty = set(audit.sessions.filter(pl.col("has_faults") | ~pl.col("whole"))["session_no"])
    wrong = audit.findings.filter(pl.col("code").is_in(_WRONG)).select("session_no", "deal_no").rows()
    untrue = set(audit.findings.filter(pl.col("code").is_in(_UNTRUE))["session_no"])
    spoilt, places = set(wrong), _places(audit)
    rows = audit.replayed.select("deal_idx", *_HAND, "bank_classes", *_CARDS).iter_rows(named=True)
    hands = {idx: list(group) for idx, group in groupby(rows, key=lambda row: int(row["deal_idx"]))}
    before, through = None, True
    chosen = audit.deals.select(*_MIXED, "deal_no", "readable", void=pl.col("void").is_not_null())
    for deal in chosen.iter_rows(named=True):
        session = int(deal["session_no"])
        mixed = _mixed(deal, first=session != before, trusted=session not in untrue, through=through)
        before, mine = session, hands.get(int(deal["deal_idx"]), [])
        through = bool(mine)
        if mine and session not in faulty:
            sound = deal["readable"] and (session, deal["deal_no"]) not in spoilt
            yield _deal(deal, mine, places, partial(shown, session), mixed=mixed, sound=sound)


def _mixed(deal: dict[str, Any], *, first: bool, trusted: bool, through: bool) -> bool | None:
    """Whether the pack was shuffled before a deal: as it says, else as the rules call for."""
    follows = trusted and through and not first and not deal["gap"]
    if deal["shuffled"] is not None:
        return True if deal["shuffled"] else (False if follows else None)
    if deal["gap"]:
        return None
    if first or deal["shuffle_due"]:
        return True
    return False if follows and deal["shuffle_due"] is not None else None


def _places(audit: Audit) -> dict[tuple[int, int], list[str]]:
    """The seats of each roster, clockwise."""
    places: dict[tuple[int, int], list[str]] = {}
    seats = audit.records.seats.sort("session_no", "roster", "seat")
    for session, roster, player in seats.select("session_no", "roster", "player").iter_rows():
        places.setdefault((session, roster), []).append(player)
    return places


def _deal(
    deal: dict[str, Any],
    rows: list[dict[str, Any]],
    places: dict[tuple[int, int], list[str]],
    shown: Callable[[str], str],
    *,
    mixed: bool | None,
    sound: bool,
) -> Deal:
    banks = [row for row in rows if row["banker"]]
    mine: dict[str | None, list[dict[str, Any]]] = {}
    for row in rows:
        if not row["banker"]:
            mine.setdefault(row["player"], []).append(row)
    circle = places.get((deal["session_no"], deal["roster"]), [])
    ordered = bool(deal["order_known"]) and {deal["holder"], *mine} <= set(circle)
    order = list(mine)
    if ordered:
        left = circle.index(deal["holder"]) + 1
        order = [name for name in circle[left:] + circle[:left] if name in mine]
    sound = sound and None not in mine and deal["holder"] is not None and len(banks) <= 1
    classes = rows[0]["bank_classes"] if sound else None
    bank = _known(banks[0], sound=sound) if banks else None
    return Deal(
        mixed,
        tuple(_seat(shown(name) if name else "", mine[name], sound=sound) for name in order),
        deal["holder"] and shown(deal["holder"]),
        None if bank is None or len(bank) < 2 else bank,
        None if classes is None else _either(classes),
        idle=sound and all(row["classes"] == BIT[0] for hands in mine.values() for row in hands),
        packs=deal["packs"],
        peek=deal["peek"],
        ordered=ordered,
        void=deal["void"],
    )


def _either(classes: int) -> bool | None:
    """Whether a set of classes is that of a pontoon, None where it may be."""
    return classes == BIT[PONTOON] if classes == BIT[PONTOON] or not classes & BIT[PONTOON] else None


def _seat(name: str, rows: list[dict[str, Any]], *, sound: bool) -> Seat:
    """A player's hands of one deal."""
    parted = len(rows) > 1 or rows[0]["split"]
    known = [_known(row, sound=sound) for row in rows]
    burned = [_ranks(row["burns"] or ()) for row in rows]
    readable = sound and not rows[0]["unread"]
    pontoon = False if parted or burned[0] else (_either(rows[0]["classes"]) if readable else None)
    if None in known or None in burned or (parted and len(rows) < 2):
        return Seat(name, None, 0, pontoon)
    hands = [(burns or ()) + (cards or ()) for burns, cards in zip(burned, known, strict=True)]
    if parted:
        return Seat(name, _parted(hands, burned[0] or ()), 0, pontoon=False)
    return Seat(name, hands[0], len(known[0] or ()) - 2, pontoon)


def _parted(hands: list[tuple[int, ...]], burned: tuple[int, ...]) -> tuple[int, ...]:
    """All cards of split hands, the pair that was dealt first in front.

    A burned pair whose first card is not of the rank that was split had been thrown in before the split.

    >>> _parted([(7, 9), (7, 1, 12)], ()), _parted([(8, 3, 6, 9), (6, 1)], (8, 3))
    ((7, 7, 9, 1, 12), (8, 3, 6, 9, 6, 1))
    """
    first, second = hands[0][0], hands[1][0]
    if burned and first != second:
        return tuple(rank for hand in hands for rank in hand)
    return (first, second, *hands[0][1:], *hands[1][1:], *(rank for hand in hands[2:] for rank in hand))


def _known(row: dict[str, Any], *, sound: bool) -> tuple[int, ...] | None:
    """All cards of a hand, None where some are not known."""
    if not sound or row["unread"] or not row["listed"]:
        return None
    return _ranks([row[name] for name in _CARDS[: row["cards"]]] + list(row["more_cards"] or ()))


def _ranks(cards: Any) -> tuple[int, ...] | None:
    ranks = [None if card is None else rank_of(card) for card in cards]
    return None if None in ranks else tuple(rank for rank in ranks if rank is not None)
