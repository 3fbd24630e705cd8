"""The entries that speak of a whole deal: who holds the bank, who sits where, misdeals, notes, tallies.

In: a deal and a line that begins with such a word. Out: the deal that follows, or a `MisreadError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pontoon_ledger.money import AmountError, format_amount, parse_signed
from pontoon_ledger.records.faults import quoted
from pontoon_ledger.replay.bank import clockwise
from pontoon_ledger.scoring.hints import near_name
from pontoon_ledger.scoring.model import Deal, Hand
from pontoon_ledger.scoring.words import MisreadError, Named, Words
from pontoon_ledger.words import fold, no_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pontoon_ledger.scoring.turns import Setting


def command(deal: Deal, line: str, setting: Setting) -> Deal | None:
    """Apply a line that speaks of the whole deal; None where it does not.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> from pontoon_ledger.scoring.turns import Setting
    >>> setting = Setting(NO_CURRENCY, {"ann": "Ann", "bob": "Bob"})
    >>> deal = command(Deal(("Ann", "Bob"), "Ann"), "sold Bob 1.50", setting)
    >>> deal.bank, deal.price
    ('Bob', 150)
    """
    word, _, rest = line.strip().partition(" ")
    run = COMMANDS.get(word.lower())
    return run(deal, rest.strip(), setting) if run else None


def _bank(deal: Deal, rest: str, setting: Setting) -> Deal:
    words = Words(rest, setting.unit, setting.names.values())
    named = words.name(setting.names, sure=True)
    if named is None or words:
        raise MisreadError(f"who holds the bank? as in bank Ann{_meant(words, setting, named)}")
    if deal.price is not None:
        price = format_amount(deal.price, setting.unit.decimals)
        sold = f"{deal.bank} bought the bank for {price}"
        raise MisreadError(f"{sold}: undo takes that back, and sold says it anew, as in sold Cat 1.50")
    return _held_by(deal, named.player)


def _held_by(deal: Deal, name: str) -> Deal:
    """The deal with another banker; the hands stand in the order of their new turns."""
    if name not in deal.seats:
        raise MisreadError(f"{name} has no seat: players {', '.join(deal.seats)}, {name}")
    if deal.of(name):
        raise MisreadError(f"{name} has bet in this deal; undo takes back what was entered last")
    if deal.own.clauses:
        raise MisreadError("the bank's cards are entered already; undo takes back what was entered last")
    order = clockwise(deal.seats, name)
    hands = tuple(sorted(deal.hands, key=lambda hand: order.index(hand.player)))
    out = tuple(one for one in deal.out if one != name)
    return replace(deal, bank=name, named=True, price=None, hands=hands, out=out, own=Hand(name))


def _sold(deal: Deal, rest: str, setting: Setting) -> Deal:
    words = Words(rest, setting.unit, setting.names.values())
    named = words.name(setting.names, sure=True)
    if named is None or not words:
        meant = _meant(words, setting, named)
        raise MisreadError(f"to whom, and for how much? as in sold Cat 1.50{meant}")
    price = words.amount()
    if words:
        raise MisreadError(f"{words.peek()!r} has no place behind the price: sold Cat 1.50")
    return replace(_held_by(deal, named.player), price=price)


def _players(deal: Deal, rest: str, setting: Setting) -> Deal:
    if deal.hands or deal.own.clauses:
        raise MisreadError("seats change between deals; undo takes back what was entered last")
    names = [setting.names.get(fold(name), name.strip()) for name in rest.split(",")]
    if len(names) < 2 or not all(names):
        raise MisreadError("who sits at the table now? clockwise, as in players Ann, Bob, Eve")
    for name in names:
        if why := no_name(name):
            raise MisreadError(f"no player can be called {quoted(name)}: {why}")
    if len({fold(name) for name in names}) < len(names):
        raise MisreadError("nobody sits at the table twice")
    kept = deal.named and deal.bank in names
    if deal.price is not None and not kept:
        raise MisreadError(f"{deal.bank} has bought the bank and is in this deal; undo takes the sale back")
    bank = deal.bank if kept else None
    out = tuple(name for name in deal.out if name in names)
    return replace(
        deal, seats=tuple(names), reseated=True, bank=bank, named=kept, own=Hand(bank or ""), out=out
    )


def _leave(deal: Deal, rest: str, setting: Setting) -> Deal:
    name = setting.names.get(fold(rest))
    if name not in deal.seats:
        raise MisreadError(f"who leaves the table? as in leave Dan{_near(rest, deal.seats)}")
    return _players(deal, ",".join(one for one in deal.seats if one != name), setting)


def _join(deal: Deal, rest: str, setting: Setting) -> Deal:
    new, _, behind = rest.partition(" after ")
    left = setting.names.get(fold(behind)) if behind else deal.seats[-1]
    if not new.strip() or left not in deal.seats:
        near = _near(behind, deal.seats)
        raise MisreadError(f"who comes, and on whose left? as in join Eve after Bob{near}")
    at = deal.seats.index(left) + 1
    return _players(deal, ",".join((*deal.seats[:at], new.strip(), *deal.seats[at:])), setting)


def _void(deal: Deal, rest: str, setting: Setting) -> Deal:
    if deal.bank is None:
        raise MisreadError("say first who holds the bank, for it stays: bank and a name")
    return replace(deal, void=rest or "true")


def _gap(deal: Deal, rest: str, setting: Setting) -> Deal:
    if deal.hands or deal.own.clauses:
        raise MisreadError("a gap is said before the bets; undo takes back what was entered last")
    bank = deal.bank if deal.named else None
    return replace(deal, gap=True, bank=bank, own=Hand(bank or ""))


def _note(deal: Deal, rest: str, setting: Setting) -> Deal:
    if not rest:
        raise MisreadError("what is to be noted? as in note Dan spilt his beer")
    return replace(deal, note=f"{deal.note}; {rest}" if deal.note else rest)


def _label(deal: Deal, rest: str, setting: Setting) -> Deal:
    if not rest:
        raise MisreadError("what is the deal called? as in deal 2b")
    return replace(deal, label=rest)


def _tally(deal: Deal, rest: str, setting: Setting) -> Deal:
    words = Words(rest, setting.unit, setting.names.values())
    tally = dict(deal.tally)
    while words:
        named = words.name(setting.names, sure=True)
        if named is None or not words:
            raise MisreadError(f"{_WHOSE}{_meant(words, setting, named)}")
        try:
            tally[named.player] = parse_signed(words.take(), setting.unit)
        except AmountError as error:
            raise MisreadError(error.message) from None
    if not tally:
        raise MisreadError(_WHOSE)
    anew = {name for name, total in tally.items() if dict(deal.tally).get(name) != total}
    ruled = tuple(ruling for ruling in deal.ruled if not (ruling[0] == "P603" and ruling[1] in anew))
    return replace(deal, tally=tuple(tally.items()), ruled=ruled)


_WHOSE = "whose running total, and what is it? as in tally Bob 3.40 Cat -1.20"


def _meant(words: Words, setting: Setting, named: Named | None) -> str:
    """The hint where a name was wanted and none could be read."""
    return _near(words.text[words.at :], setting.names.values()) if named is None else ""


def _near(text: str, names: Iterable[str]) -> str:
    near = near_name(text, names)
    return f"; did you mean {near!r}?" if near else ""


COMMANDS: dict[str, Callable[[Deal, str, Setting], Deal]] = {
    "bank": _bank,
    "sold": _sold,
    "players": _players,
    "leave": _leave,
    "join": _join,
    "void": _void,
    "gap": _gap,
    "note": _note,
    "deal": _label,
    "tally": _tally,
}
"""What a line of such an entry begins with."""
