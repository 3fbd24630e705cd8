"""Who held the bank: a fold over the deals of a session (rulebook 6.3 to 6.5).

In: what each deal says of its bank, and the hands that were or may have been pontoons. Out: one
row a deal: the holder, the heirs by the rules, who sold it, and what is wrong with the step.
The heirs are a set: what the record leaves open is not decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct, field
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

STEP = {
    "holder": pl.String,
    "heir": pl.String,
    "heirs": pl.String,
    "previous": pl.String,
    "claimants": pl.String,
    "step": pl.String,
    "seller": pl.String,
    "sale": pl.Int64,
    "bank_changed": pl.Boolean,
    "fresh": pl.Boolean,
    "lost": pl.Boolean,
}
"""`heir`: the one heir by the rules, null where open. `heirs`: all who may be, a line each, empty where none
is at the table, null where anybody may. `claimants`: who surely made a pontoon before, a line each.
`step`: the code (or `P010`) of what is wrong, null where nothing is. `sale`: the price that moves from the
holder to `seller`. `bank_changed`: whether the named banker is another than the last, null where unknown.
`fresh`: the first deal, or one after a gap. `lost`: the holder is unknown because something before it could
not be read (which has its own finding)."""


class Step(Struct):
    """The bank's step into one deal: the columns of `STEP`."""

    holder: str | None
    heir: str | None
    heirs: list[str] | None
    previous: str | None
    claimants: list[str | None]
    fresh: bool
    step: str | None = None
    seller: str | None = None
    sale: int | None = None
    bank_changed: bool | None = None
    lost: bool = False


class Claim(Struct, frozen=True):
    """A hand that made a pontoon (`sure`) or may have made one."""

    player: str | None
    sure: bool
    bank_row: bool = False
    split: bool = False
    unread: bool = False


class DealFacts(Struct):
    """What the walk asks of one deal.

    `before` and `expected` are the holder before and the heir where the deals before it took the regular
    course, `won` is who made the pontoon of the last of them; `before` is None right behind another deal of
    the walk. Of those `present`, who have a row ("" is one of the bank), some surely bet, whether the bet is
    written or only what a player does with it (`staking`); some have a row that cannot be read (`unread`).
    """

    bank: str | None
    price: int | None
    void: bool
    gap: bool
    unreadable: bool
    hands: bool
    seats: Sequence[str]
    present: Sequence[str]
    claims: Sequence[Claim]
    turn_taken: bool
    before: str | None = None
    expected: str | None = None
    won: str | None = None
    staking: Sequence[str] = ()
    unread: Sequence[str] = ()


class SessionFacts(Struct):
    """What the fold asks of a session's head."""

    first_bank: str | None
    passes: str
    sale: bool
    peek: bool
    order_known: bool
    bank_unreadable: bool = False


class _State(Struct):
    """The bank between two deals: `heirs` None = anybody. `ordered`: the order of the seats is known."""

    previous: str | None = None
    claimants: list[Claim] = field(default_factory=list)
    heirs: list[str] | None = None
    fresh: bool = True
    passes_by_seat: bool = False
    lost: bool = False
    seats: Sequence[str] = ()
    ordered: bool = True


def clockwise(seats: Sequence[str], start: str | None) -> list[str]:
    """The seats from the left of `start` round to `start` itself.

    >>> clockwise(["Ann", "Bob", "Cat"], "Bob")
    ['Cat', 'Ann', 'Bob']
    """
    if start not in seats:
        return list(seats)
    i = seats.index(start) + 1
    return [*seats[i:], *seats[:i]]


def follow_bank(session: SessionFacts, deals: Sequence[DealFacts]) -> list[Step]:
    """The bank's way through one session: a row of `STEP` for each deal."""
    state = _State(previous=session.first_bank, fresh=True)
    if session.first_bank is not None:
        state.heirs = [session.first_bank]
    state.lost = session.bank_unreadable
    rows = []
    for deal in deals:
        if deal.before is not None and deal.expected is not None:
            claims = [Claim(deal.won, sure=True)] if deal.won is not None else []
            state = _State(deal.before, claims, [deal.expected], fresh=False)
        if deal.gap:
            state = _State()
        row = _step(session, state, deal)
        rows.append(row)
        if deal.hands or deal.void:
            state = _after(session, state, deal, row)
        elif not deal.gap:
            state = _State(fresh=False, lost=True)
        elif row.holder is not None:
            state = _State(previous=row.holder, heirs=[row.holder], fresh=True)
    return rows


def _step(session: SessionFacts, state: _State, deal: DealFacts) -> Step:
    """Who holds the bank in this deal, and whether the way it came there is right."""
    heirs = _heirs_of(state, deal)
    heir = heirs[0] if heirs is not None and len(heirs) == 1 else None
    row = Step(
        holder=deal.bank or heir,
        heir=heir,
        heirs=heirs,
        previous=state.previous,
        claimants=[c.player for c in state.claimants if c.sure],
        fresh=state.fresh,
    )
    if deal.unreadable:
        row.holder = None
    elif deal.price is not None:
        _judge_sale(session, state, deal, row)
    elif deal.bank is None:
        unknown_start = state.fresh and state.heirs is None
        if row.holder is None and deal.hands and (unknown_start or heirs == []) and not state.lost:
            row.step = "P010"
    elif heirs is not None and deal.bank not in heirs and heirs:
        row.step = _judge_passing(session, state, deal.bank)
    elif heirs is None and session.passes == "each_deal" and deal.bank == state.previous and not state.fresh:
        row.heirs = [seat for seat in deal.seats if seat in deal.present and seat != deal.bank] or None
        row.step = "P401" if row.heirs else None
    known = row.holder is not None and state.previous is not None
    row.bank_changed = row.holder != state.previous if known else None
    hidden = state.passes_by_seat and len(deal.unread) > 0
    row.lost = row.holder is None and (state.lost or deal.unreadable or row.step == "P010" or hidden)
    return row


def _heirs_of(state: _State, deal: DealFacts) -> list[str] | None:
    """The heirs who can take the bank in the coming deal (under each_deal: the next seat that is in).

    None where one of several may have it who has gone: then it may be with anybody.
    """
    if state.heirs is None:
        return None
    if not state.passes_by_seat:
        seated = [h for h in state.heirs if not deal.seats or h in deal.seats]
        return seated if len(seated) in (0, len(state.heirs)) else None
    round_table = _round_table(state, deal)
    if round_table is None:
        return None
    if deal.bank is not None:
        present = {*deal.present, deal.bank}
        return [next((p for p in round_table if p in present), deal.bank)]
    return _without_a_name(round_table, deal)


def _without_a_name(round_table: Sequence[str], deal: DealFacts) -> list[str] | None:
    """The first seat that is in the deal: who has a row or holds the bank (6.3). None where that is open.

    Seats before the first row were out if that row is not a player's. If it is, the bank is with somebody
    who has no row, or bets on none: that is known where only one such seat is left.
    """
    banked = "" in deal.present
    first = next((p for p in round_table if p in deal.present), None)
    doubted = first is None or banked or first in deal.staking or first in deal.unread
    if first is not None and (first == round_table[0] or not doubted):
        return [first]
    idle = [p for p in round_table if p not in (deal.present if banked else deal.staking)]
    return idle if len(idle) == 1 else None


def _round_table(state: _State, deal: DealFacts) -> list[str] | None:
    """The seats from the last banker's left, as they were where he has gone; None if somebody came too.

    None as well where nobody knows the order of more than two.
    """
    if not state.ordered and len(deal.seats) > 2:
        return None
    if state.previous in deal.seats or not deal.seats:
        return clockwise(deal.seats, state.previous)
    if not set(deal.seats) <= set(state.seats):
        return None
    return [seat for seat in clockwise(state.seats, state.previous) if seat in deal.seats]


def _judge_sale(session: SessionFacts, state: _State, deal: DealFacts, row: Step) -> None:
    """A sale goes from the heir to the named banker; P404 where it cannot be (6.4). He may leave by it."""
    only = state.heirs[0] if state.heirs is not None and len(state.heirs) == 1 else None
    seller, buyer = row.heir or only, deal.bank
    nobody_sells = state.fresh and state.previous is None and not deal.gap and state.heirs is None
    if buyer is None:
        row.step = "P404"
        if row.holder is None and state.fresh and state.heirs is None:
            row.step = "P010"
    elif buyer == seller or nobody_sells:
        row.step = "P404"
    else:
        row.seller, row.sale = seller, deal.price
        row.step = None if session.sale else "P404"


def _judge_passing(session: SessionFacts, state: _State, named: str) -> str:
    """Which code an unsold bank with the wrong player has."""
    if session.passes != "pontoon":
        return "P401"
    if any(c.player == named for c in state.claimants):
        return "P403"
    if named == state.previous and any(c.sure for c in state.claimants):
        return "P402"
    return "P401"


def _after(session: SessionFacts, state: _State, deal: DealFacts, row: Step) -> _State:
    """The bank after a deal: who has a claim, in the order of 6.3, and who the heirs are.

    A void deal moves no bank: the heir before it keeps his claim, even where another wrongly held it.
    """
    holder = row.holder
    if deal.void:
        if holder is None:
            return replace(state, fresh=False, lost=state.lost or row.lost)
        if row.step in ("P401", "P402", "P403"):
            return replace(state, fresh=False)
        return _State(previous=holder, heirs=[holder], fresh=False)
    if holder is None:
        return _won_of_anybody(session, deal) or _State(fresh=False, lost=row.lost)
    if session.passes == "never":
        return _State(previous=holder, heirs=[holder], fresh=False)
    if session.passes == "each_deal":
        by_seat = session.order_known or len(deal.seats) == 2
        heirs: list[str] | None = [] if by_seat else None
        ordered = session.order_known
        return _State(
            holder, [], heirs, fresh=False, passes_by_seat=by_seat, ordered=ordered, seats=deal.seats
        )
    claimants = _claimants(deal, holder)
    lost = any(c.unread for c in deal.claims)
    return _State(holder, claimants, _heirs(session, deal, holder, claimants), fresh=False, lost=lost)


def _won_of_anybody(session: SessionFacts, deal: DealFacts) -> _State | None:
    """The bank after a deal with a single sure pontoon and surely none of the bank, whoever holds it."""
    alone = deal.claims[0] if len(deal.claims) == 1 else None
    if session.passes != "pontoon" or alone is None or alone.player is None:
        return None
    good = alone.sure and not (alone.split or alone.unread or alone.bank_row)
    if not good or not (deal.turn_taken or "" in deal.present):
        return None
    return _State(claimants=[alone], heirs=[alone.player], fresh=False)


def _claimants(deal: DealFacts, holder: str) -> list[Claim]:
    """Hands that won the bank or may have, clockwise from the banker's left; none if the banker had one."""
    if _bank_pontoon(deal, holder) is True:
        return []
    order = {p: i for i, p in enumerate(clockwise(deal.seats, holder))}
    claims = [c for c in deal.claims if not c.bank_row and not c.split and c.player != holder]
    return sorted(claims, key=lambda c: order.get(c.player or "", len(order)))


def _bank_pontoon(deal: DealFacts, holder: str) -> bool | None:
    """Whether the banker had a pontoon; None where the record does not say."""
    own = [c for c in deal.claims if c.bank_row or c.player == holder]
    if own:
        if own[0].sure:
            return True
        return False if deal.turn_taken else None
    if holder in deal.present or "" in deal.present:
        return False
    return False if deal.turn_taken else None


def _heirs(
    session: SessionFacts, deal: DealFacts, holder: str, claimants: Sequence[Claim]
) -> list[str] | None:
    """The players who may be the next banker by 6.3; None where that may be anybody."""
    if not claimants:
        return [holder]
    if any(c.player is None for c in claimants):
        return None
    names = [c.player for c in claimants if c.player is not None]
    sure = [c.sure for c in claimants]
    if not session.order_known and len(names) > 1:
        heirs = names
    else:
        until = sure.index(True) + 1 if True in sure else len(names)
        heirs = names[:until]
    if True not in sure or _bank_pontoon(deal, holder) is None:
        heirs = [*heirs, holder]
    return list(dict.fromkeys(heirs))
