"""Amounts of money: text as people write it to integer minor units, and back.

In: an amount's text and the session's currency. Out: an int (pence, cents; never a float),
or an `AmountError` that says what was found and what to write instead.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NoReturn

from pontoon_ledger.currency import code_of_sign

if TYPE_CHECKING:
    from pontoon_ledger.currency import Currency

LARGEST = 10**12
"""The largest amount that is read, in minor units."""

_MINUS = "-\N{MINUS SIGN}"
_PLAIN = re.compile(r"([0-9]+)(?:[.,]([0-9]+))?|\.([0-9]+)")
_PENCE = re.compile(r"([0-9]+)p", re.IGNORECASE)
_TWO_READINGS = re.compile(r"([1-9][0-9]{0,2})[.,]([0-9]{3})")
_GROUPED = re.compile(r"[0-9]{1,3}([.,'\u2019\s])[0-9]{3}(?:\1[0-9]{3})*(?:(?!\1)[.,]([0-9]+))?")


class AmountError(ValueError):
    """An amount that cannot be read: what was found, and what to write instead."""

    def __init__(self, found: str, reason: str, expected: str) -> None:
        shown = found if len(found) <= 40 else found[:37] + "..."
        self.found = found
        self.expected = expected
        self.message = f"{shown!r} {reason}: write {expected}"
        super().__init__(self.message)


def format_amount(minor: int, decimals: int) -> str:
    """Write an amount as a decimal text.

    >>> format_amount(20, 2), format_amount(-105, 2), format_amount(7, 0)
    ('0.20', '-1.05', '7')
    """
    sign = "-" if minor < 0 else ""
    digits = str(abs(minor)).rjust(decimals + 1, "0")
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}" if decimals else sign + digits


def parse_amount(text: str, currency: Currency) -> int:
    """Read an amount as people write it, in minor units, 0 or more; raises AmountError.

    >>> from pontoon_ledger.currency import currency
    >>> pound = currency("GBP")
    >>> [parse_amount(text, pound) for text in ("0.20", ".2", "0,20", "20p", "£0.20", "0.2 gbp", "5")]
    [20, 20, 20, 20, 20, 20, 500]
    >>> parse_amount("1,000", pound)
    Traceback (most recent call last):
    pontoon_ledger.money.AmountError: '1,000' can be read as 1000 or as 1.000: write 1000 or 1.00
    """
    found = text.strip()
    lead, body = _signed_body(found, currency)
    minor = _unsigned(body, found, currency)
    if lead:
        reason = "is below zero" if lead == "-" else "has a sign, and an amount here has none"
        raise AmountError(found, reason, body)
    return minor


def parse_signed(text: str, currency: Currency) -> int:
    r"""Read an amount with its sign, a result or a running total; raises AmountError.

    >>> from pontoon_ledger.currency import currency
    >>> pound = currency("GBP")
    >>> [parse_signed(text, pound) for text in ("+0.40", "-0.20", "(0.20)", "\N{MINUS SIGN}£0.20", "0.40")]
    [40, -20, -20, -20, 40]
    """
    found = text.strip()
    lead, body = _signed_body(found, currency)
    minor = _unsigned(body, found, currency, lead)
    return -minor if lead == "-" else minor


def _signed_body(text: str, currency: Currency) -> tuple[str, str]:
    """Take the sign off, which stands before or behind the currency's mark, and the mark."""
    lead, body = _split_sign(text)
    body = _without_mark(body, currency)
    return (lead, body) if lead else _split_sign(body)


def _split_sign(text: str) -> tuple[str, str]:
    if text.startswith("(") and text.endswith(")"):
        return "-", text[1:-1].strip()
    if text[:1] and text[0] in "+" + _MINUS:
        return ("+" if text[0] == "+" else "-"), text[1:].strip()
    return "", text


def _marks(currency: Currency) -> list[str]:
    """List what may stand beside the number; no currency at all is taken for pounds."""
    marks = [currency.code, currency.sign] if currency.code else ["£"]
    return [mark.casefold() for mark in marks if mark]


def _without_mark(text: str, currency: Currency) -> str:
    for mark in _marks(currency):
        if text[: len(mark)].casefold() == mark:
            return text[len(mark) :].strip()
        if text[-len(mark) :].casefold() == mark:
            return text[: -len(mark)].strip()
    return text


def _pence(currency: Currency) -> bool:
    return (currency.sign == "£" or currency.code is None) and currency.decimals >= 2


def _unsigned(body: str, found: str, currency: Currency, lead: str = "") -> int:
    """Read digits with at most one decimal mark, or pence."""
    decimals = currency.decimals
    # The currency's own sign or code on pence (`£20p`) says the unit twice.
    if (pence := _PENCE.fullmatch(body)) and _pence(currency) and found.strip("()+ " + _MINUS) == body:
        whole, part = pence[1], "0" * (decimals - 2)
    elif (plain := _PLAIN.fullmatch(body)) and len(plain[2] or plain[3] or "") <= decimals:
        whole, part = plain[1] or "", (plain[2] or plain[3] or "").ljust(decimals, "0")
    else:
        _refuse(body, found, currency, lead)
    digits = (whole + part).lstrip("0")
    if len(digits) > len(str(LARGEST)) or int(digits or "0") > LARGEST:
        most = format_amount(LARGEST, decimals)
        raise AmountError(found, "is more money than a card table has seen", f"an amount up to {most}")
    return int(digits or "0")


def _refuse(body: str, found: str, currency: Currency, lead: str) -> NoReturn:
    """Say why `body` is no amount; the first reason that fits is the one told."""
    decimals = currency.decimals
    example = "0." + "20".ljust(decimals, "0")[:decimals] if decimals else "5"
    money = currency.code or "this record"
    if not body:
        raise AmountError(found, "has no amount in it", f"an amount such as {example}")
    if not body.isascii() and (digits := _ascii_digits(body)) != body:
        raise AmountError(found, "has digits other than 0 to 9", lead + digits)
    if two := _TWO_READINGS.fullmatch(body):
        finer = two[2][decimals:].strip("0")
        small = _coarser(decimals) if finer else lead + f"{two[1]}.{two[2][:decimals]}".rstrip(".")
        large = two[1] + two[2]
        reason = f"can be read as {lead}{large} or as {lead}{two[1]}.{two[2]}"
        raise AmountError(found, reason, f"{lead}{large} or {small}")
    if plain := _PLAIN.fullmatch(body):
        raise AmountError(found, f"is too fine, {money} has {_count(decimals)}", _cut(plain, decimals, lead))
    if grouped := _GROUPED.fullmatch(body):
        fraction = grouped[2]
        whole = "".join(re.findall(r"[0-9]+", body[: -len(fraction)] if fraction else body))
        written = f"{lead}{whole}.{fraction}" if fraction else lead + whole
        raise AmountError(found, "has a mark between the thousands", written)
    _refuse_marked(body, found, currency, example, lead)


def _refuse_marked(body: str, found: str, currency: Currency, example: str, lead: str) -> NoReturn:
    """Refuse what stands around the number."""
    money = currency.code or "this record"
    if pence := re.fullmatch(r"([0-9]+)\s*p", body, re.IGNORECASE):
        if _pence(currency):
            raise AmountError(found, "is not how pence are written", f"{pence[1]}p")
        raise AmountError(found, f"is in pence and the money is {money}", f"an amount such as {example}")
    mark = re.sub(r"[0-9.,+()\s-]", "", body)
    if mark and (other := code_of_sign(mark)):
        written = _bare(body.replace(mark, "", 1).strip(), currency.decimals, lead)
        if currency.code is None:
            advice = f"{written or 'the amount'} without it, or `currency: {other}` in the record's head"
            raise AmountError(found, f"has {mark!r} in it and the record names no currency", advice)
        reason = f"has {mark!r} in it and the money is {money}"
        raise AmountError(found, reason, f"{written or 'the amount'} in {money}")
    raise AmountError(found, "is not an amount", f"digits with at most one decimal mark, such as {example}")


def _bare(number: str, decimals: int, lead: str) -> str | None:
    """The amount that stands beside a mark, with all its decimals; None where that is not plain."""
    plain = _PLAIN.fullmatch(number)
    if plain is None or _TWO_READINGS.fullmatch(number):
        return None
    whole, part = plain[1] or "0", plain[2] or plain[3] or ""
    if len(part) > decimals:
        return None
    return lead + (f"{whole}.{part.ljust(decimals, '0')}" if decimals else whole)


def _ascii_digits(text: str) -> str:
    return "".join(
        str(value) if (value := unicodedata.decimal(char, None)) is not None else char for char in text
    )


def _count(decimals: int) -> str:
    return {0: "no decimals", 1: "one decimal"}.get(decimals, f"{decimals} decimals")


def _coarser(decimals: int) -> str:
    return f"an amount with at most {_count(decimals)}" if decimals else "a whole number"


def _cut(plain: re.Match[str], decimals: int, lead: str) -> str:
    """Say what to write for too many decimals: the amount itself where only zeros go."""
    whole, part = plain[1] or "0", plain[2] or plain[3]
    if part[decimals:].strip("0"):
        return _coarser(decimals)
    return lead + (f"{whole}.{part[:decimals]}" if decimals else whole)
