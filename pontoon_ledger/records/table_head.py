"""The head of a table that comes without one: what the command line says, defaults for the rest.

In: the path of the table and the options of reading. Out: a `Head`, and a P004 without a line for each
option that cannot be read; the default stands in for it.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from pontoon_ledger.currency import NO_CURRENCY, Currency, UnknownCurrency, currency
from pontoon_ledger.money import AmountError, parse_amount
from pontoon_ledger.records.fields import Faults, meant, quoted
from pontoon_ledger.records.head import given_rules
from pontoon_ledger.records.model import NOWHERE, Head, Seat
from pontoon_ledger.rules import Rules
from pontoon_ledger.words import fold, no_name

if TYPE_CHECKING:
    from pontoon_ledger.records.options import ReadOptions

Limits = tuple[int | None, int | None]


def head_of_options(path_shown: str, options: ReadOptions, faults: Faults) -> Head:
    """Build the head of a table from the options.

    >>> from pontoon_ledger.records.options import ReadOptions
    >>> head = head_of_options("games/friday.csv", ReadOptions(stakes="0.10-1.00"), Faults())
    >>> head.session, head.stakes, head.order_known
    ('friday', (10, 100), False)
    """
    unit = _currency(options.currency, faults)
    rules = given_rules(options.rules, faults) if options.rules is not None else None
    seats = _seats(options.players, faults)
    return Head(
        session=_session(path_shown),
        currency=unit,
        rules=rules or Rules(),
        stakes=_stakes(options.stakes, unit, faults),
        seats=seats,
        order_known=bool(seats),
        bank=_bank(options.bank, seats, faults),
    )


def _session(path_shown: str) -> str:
    return PurePath(path_shown).stem if path_shown.strip("-") else "standard input"


def _refuse(
    faults: Faults, option: str, text: str, message: str, expected: str, help_: str | None = None
) -> None:
    faults.add("P004", NOWHERE, f"--{option}: {message}", found=text, expected=expected, help_=help_)


def _currency(code: str | None, faults: Faults) -> Currency:
    if code is None:
        return NO_CURRENCY
    try:
        return currency(code)
    except UnknownCurrency as error:
        help_ = f"did you mean {error.near!r}?" if error.near else None
        _refuse(faults, "currency", code, str(error), "a currency code such as GBP", help_)
        return NO_CURRENCY


def _stakes(text: str | None, unit: Currency, faults: Faults) -> Limits:
    if text is None:
        return None, None
    expected = "the least and the greatest stake, as in 0.10-1.00"
    least, mark, most = text.partition("-")
    if not mark:
        _refuse(faults, "stakes", text, f"{text!r} names one amount, not two", expected)
        return None, None
    try:
        limits = (parse_amount(least, unit), parse_amount(most, unit))
    except AmountError as error:
        _refuse(faults, "stakes", text, error.message, expected)
        return None, None
    if limits[0] > limits[1]:
        _refuse(faults, "stakes", text, "the smallest stake is larger than the largest", expected)
        return None, None
    return limits


def _seats(text: str | None, faults: Faults) -> tuple[Seat, ...]:
    if text is None:
        return ()
    names = [name.strip() for name in text.split(",")]
    expected = "two or more names, clockwise, as in Ann,Bob,Cat"
    folded = [fold(name) for name in names]
    if not all(names) or len(names) < 2:
        _refuse(faults, "players", text, f"{text!r} does not name two players or more", expected)
        return ()
    for name in names:
        if why := no_name(name):
            _refuse(faults, "players", text, f"no player can be called {quoted(name)}: {why}", expected)
            return ()
    if twice := next((name for i, name in enumerate(names) if folded[i] in folded[:i]), None):
        _refuse(faults, "players", text, f"{twice!r} sits there twice", expected)
        return ()
    return tuple(Seat(name) for name in names)


def _bank(text: str | None, seats: tuple[Seat, ...], faults: Faults) -> str | None:
    if text is None:
        return None
    name = text.strip()
    by_fold = {fold(seat.name): seat.name for seat in seats}
    if not name or (seats and fold(name) not in by_fold):
        help_ = meant(name, by_fold.values())
        _refuse(faults, "bank", text, f"{name!r} has no seat", "one of " + ", ".join(by_fold.values()), help_)
        return None
    return by_fold.get(fold(name), name)
