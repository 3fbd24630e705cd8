"""Amounts as a page shows them: with a sign, and a true minus, which screen readers do not swallow.

In: minor units, or a cell of a table. Out: text.
"""

from __future__ import annotations

import re

from pontoon_ledger.money import format_amount

MINUS = "\N{MINUS SIGN}"
_NUMBER = re.compile(r"-[0-9]+(\.[0-9]+)?( %)?")


def signed(minor: int | None, decimals: int) -> str:
    """Write what somebody is up or down.

    >>> signed(340, 2), signed(-10, 2) == f"{MINUS}0.10", signed(0, 2), signed(None, 2)
    ('+3.40', True, '0.00', '?')
    """
    if minor is None:
        return "?"
    return ("+" if minor > 0 else "") + true_minus(format_amount(minor, decimals))


def true_minus(cell: str) -> str:
    """Give a negative number its minus; any other text stays as it is.

    >>> true_minus("-4.50 %") == f"{MINUS}4.50 %", true_minus("semi-final")
    (True, 'semi-final')
    """
    return MINUS + cell[1:] if _NUMBER.fullmatch(cell) else cell
