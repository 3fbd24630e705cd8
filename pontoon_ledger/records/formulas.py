"""What the text of a cell is: a value, or what is wrong with it; formulas that failed, above all.

In and out: plain values. A spreadsheet saves the error of a formula as if it were a text.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

_FORMULA = re.compile(r"#[^\s\d]\S*[!?]|#N/[A-Z]|Err:\d{3}|#[A-Z_]+\.\.\.")


class Typed(Struct, frozen=True):
    """What a text is: its value, or the code and the message of what is wrong with it.

    `found` is the part of it that is wrong, from the character `start` on; the whole of it unless told.
    Where several parts are wrong, `parts` has one for each.
    """

    value: Any = None
    code: str | None = None
    message: str | None = None
    expected: str | None = None
    help: str | None = None
    found: str | None = None
    start: int | None = None
    parts: tuple[Typed, ...] = ()


def is_formula_error(text: str) -> bool:
    """Whether a cell holds what a spreadsheet writes for a formula that failed.

    >>> is_formula_error("#REF!"), is_formula_error("#N/A"), is_formula_error("#1")
    (True, True, False)
    """
    return _FORMULA.fullmatch(text) is not None


def formula_error(text: str, code: str = "P004") -> Typed:
    """Say what is told of a formula that failed.

    >>> formula_error("#REF!").code
    'P004'
    """
    message = f"{text!r} is a spreadsheet's formula that failed"
    return Typed(code=code, message=message, help="mend the formula in the sheet and save it again")
