"""A deal as the lines of a record, below `deals:`.

In: a deal and the money of the session. Out: the lines of one entry of the list. For the judge the deal
that is not over yet is filled up: whoever is still to bet has an empty line, a card asked for is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pontoon_ledger.cards import UNKNOWN
from pontoon_ledger.formatting.quoting import scalar
from pontoon_ledger.money import format_amount
from pontoon_ledger.notation import Clause, Kind
from pontoon_ledger.rules import spoken
from pontoon_ledger.scoring.model import Deal, Hand, play_of

if TYPE_CHECKING:
    from pontoon_ledger.currency import Currency

_BEFORE_THE_FOURTH = 3


def deal_lines(deal: Deal, unit: Currency, column: int = 2) -> str:
    r"""Write a deal as an entry of the list, its dash at a column.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> hand = Hand("Bob", (Clause(Kind.BET, amount=20), Clause(Kind.STICK, total=18)))
    >>> print(deal_lines(Deal(("Ann", "Bob"), "Ann", "Ann", hands=(hand,), note="so"), NO_CURRENCY), end="")
      - hands:
          Bob: bet 0.20, stick 18
        note: so
    """
    lines: list[str] = []
    for key, value in _fields(deal, unit):
        lines += (
            [f"{key}: {value}"] if isinstance(value, str) else [f"{key}:", *(f"  {one}" for one in value)]
        )
    dash = " " * column
    return "".join(f"{dash}{'  ' if at else '- '}{line}\n" for at, line in enumerate(lines))


def _fields(deal: Deal, unit: Currency) -> list[tuple[str, str | list[str]]]:
    """The fields of a deal in the order in which a tidy record has them."""
    money = {"price": deal.price, "kitty": deal.kitty}
    said = {name: format_amount(one, unit.decimals) for name, one in money.items() if one is not None}
    truths = {"shuffled": deal.shuffled, "doubled": deal.doubled}
    said |= {name: spoken(one) for name, one in truths.items() if one is not None}
    said |= {"gap": "true"} if deal.gap else {}
    texts = {"deal": deal.label, "void": deal.void, "bank": _bank_to_write(deal)}
    said |= {name: scalar(one) for name, one in texts.items() if one is not None}
    first = ("deal", "gap", "void", "bank", "price", "shuffled", "kitty", "doubled")
    fields: list[tuple[str, str | list[str]]] = [(name, said[name]) for name in first if name in said]
    if deal.reseated:
        fields.append(("players", "[" + ", ".join(scalar(name, flow=True) for name in deal.seats) + "]"))
    if deal.waive:
        fields.append(("waive", [f"{code}: {scalar(reason)}" for code, reason in deal.waive]))
    if deal.tally:
        sums = [(name, format_amount(total, unit.decimals)) for name, total in deal.tally]
        fields.append(("tally", [f"{scalar(name)}: {total}" for name, total in sums]))
    fields.append(("hands", _hands(deal, unit) or "{}"))
    if deal.note is not None:
        fields.append(("note", scalar(deal.note)))
    return fields


def _bank_to_write(deal: Deal) -> str | None:
    """The banker, where he does not follow from the deal before."""
    return deal.bank if deal.named or deal.bank != deal.before else None


def _hands(deal: Deal, unit: Currency) -> list[str]:
    """A line a hand; a misdeal before the bets has the banker's alone, for the bank stays with him."""
    lines = []
    for name in dict.fromkeys(hand.player for hand in deal.hands):
        plays = [_play(deal.hands[at], unit) for at in deal.of(name)]
        key = scalar(name)
        if len(plays) == 1:
            lines.append(f"{key}: {plays[0]}".rstrip(" "))
        else:
            lines += [f"{key}:", *(f"  - {play}" for play in plays)]
    if deal.own.clauses or (deal.void is not None and not lines):
        lines.append(f"{scalar(deal.own.player)}: {_play(deal.own, unit)}".rstrip(" "))
    return lines


def _play(hand: Hand, unit: Currency) -> str:
    play = play_of(hand.filled(), unit)
    return scalar(play) if play else ""


def as_it_stands(deal: Deal) -> Deal:
    """The deal as the judge may see it while it is played.

    A shoot bet before the fourth card is one only with a fourth card behind it, so an unknown one stands in.
    """
    if deal.void is not None:
        return deal
    here = {hand.player for hand in deal.hands}
    inside = deal.order if deal.bank else [name for name in deal.seats if name not in deal.out]
    waiting = tuple(Hand(name) for name in inside if name not in here)
    return replace(deal, hands=(*(_with_the_fourth(hand) for hand in deal.hands), *waiting))


def _with_the_fourth(hand: Hand) -> Hand:
    last = hand.clauses[-1] if hand.clauses else None
    if last is None or last.kind != Kind.SHOOT or len(hand.cards) != _BEFORE_THE_FOURTH or hand.done:
        return hand
    return hand.add(Clause(Kind.TWIST, cards=(UNKNOWN,)))
