"""The typed fields of a record: what a key may hold, and what is told where it holds something else.

In: nodes. Out: texts, truth values, amounts, dates; None where a field is absent or was refused, and
then the fault is among `Faults.found`.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from pontoon_ledger.money import AmountError, parse_amount
from pontoon_ledger.records.faults import Faults, meant, quoted
from pontoon_ledger.records.nodes import Listing, Mapping, Node, Refused, Scalar
from pontoon_ledger.rules import truth
from pontoon_ledger.words import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from pontoon_ledger.currency import Currency

__all__ = ["Faults", "Fields", "civil_date", "meant", "money", "quoted"]

T = TypeVar("T", Scalar, Mapping, Listing)
_KINDS: dict[type, str] = {Scalar: "a text", Mapping: "a mapping", Listing: "a list"}
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_OTHER_DATE = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})")


class Fields:
    """The entries of one mapping, of which each may be asked for by its key."""

    def __init__(self, node: Mapping, known: Collection[str], what: str, faults: Faults) -> None:
        self.place = node.place
        self.what = what
        self.faults = faults
        self.entries: dict[str, tuple[Scalar, Node]] = {}
        self.mistyped: set[str | None] = set()
        for key, value in node.items:
            if key.text in known:
                self.entries[key.text] = (key, value)
            else:
                expected = "one of " + ", ".join(known)
                message = f"{what} has no key {quoted(key.text)}"
                near = nearest(key.text, known)
                self.mistyped.add(near)
                help_ = f"did you mean {near!r}?" if near else None
                faults.add("P003", key.place, message, found=key.text, expected=expected, help_=help_)

    def require(self, *names: str) -> None:
        """Tell of each of `names` that is not there, not even mistyped."""
        for name in names:
            if name not in self.entries and name not in self.mistyped:
                self.faults.add("P004", self.place, f"{self.what} lacks {name!r}", expected=f"{name}: ...")

    def _of(self, name: str, kind: type[T]) -> T | None:
        key, value = self.entries.get(name, (None, None))
        if key is None or isinstance(value, Refused):
            return None
        if isinstance(value, Scalar) and not value.text.strip():
            message = f"{name!r} has no value"
            self.faults.add("P004", key.place, message, found="", help_="write one, or take the line out")
            return None
        if isinstance(value, kind):
            return value
        assert value is not None
        self.wrong_kind(value, f"{name!r} wants {_KINDS[kind]}")
        return None

    def wrong_kind(self, value: Node, message: str) -> None:
        """Tell that `value` is not what its field wants, unless it was refused already."""
        if not isinstance(value, Refused):
            seen = _KINDS[type(value)]
            found = value.text if isinstance(value, Scalar) else None
            self.faults.add("P004", value.place, f"{message}, not {seen}", found=found)

    def scalar(self, name: str) -> Scalar | None:
        """The text of a field with its place."""
        return self._of(name, Scalar)

    def mapping(self, name: str) -> Mapping | None:
        """A field that holds keys and values."""
        return self._of(name, Mapping)

    def listing(self, name: str) -> Listing | None:
        """A field that holds a list."""
        return self._of(name, Listing)

    def text(self, name: str) -> str | None:
        """The trimmed text of a field."""
        value = self._of(name, Scalar)
        return value.text.strip() if value else None

    def note(self, name: str) -> str | None:
        """A free text, which may be empty."""
        _, value = self.entries.get(name, (None, None))
        if isinstance(value, Scalar) and not value.text.strip():
            return None
        return self.text(name)

    def truth(self, name: str) -> bool | None:
        """A field that is yes or no."""
        value = self._of(name, Scalar)
        if value is None:
            return None
        said = truth(value.text)
        if said is None:
            message = f"{name!r} is true or false, not {quoted(value.text)}"
            self.faults.add("P004", value.place, message, found=value.text, expected="true or false")
        return said

    def choice(self, name: str, choices: Iterable[str]) -> str | None:
        """A field that holds one of a few phrases, in any case."""
        value = self._of(name, Scalar)
        if value is None:
            return None
        words = " ".join(value.text.split()).casefold()
        known = list(choices)
        if words in known:
            return words
        message = f"{name!r} cannot be {quoted(value.text)}"
        expected = " or ".join(known)
        self.faults.add(
            "P004", value.place, message, found=value.text, expected=expected, help_=meant(words, known)
        )
        return None

    def amount(self, name: str, currency: Currency) -> int | None:
        """A field that holds an amount of money, in minor units."""
        value = self._of(name, Scalar)
        return None if value is None else money(value, currency, self.faults)


def money(
    value: Scalar,
    currency: Currency,
    faults: Faults,
    parse: Callable[[str, Currency], int] = parse_amount,
) -> int | None:
    """The minor units of an amount that stands at `value`."""
    try:
        return parse(value.text, currency)
    except AmountError as error:
        faults.add("P006", value.place, error.message, found=error.found, expected=error.expected)
        return None


def civil_date(value: Scalar, faults: Faults) -> str | None:
    """A date as the record writes it, if it is YYYY-MM-DD and in the calendar."""
    text = value.text.strip()
    if _ISO.fullmatch(text) and _calendar(text):
        return text
    reason = "there is no such day" if _ISO.fullmatch(text) else "a date is written year-month-day"
    readings = _readings(text)
    help_ = "write " + " or ".join(readings) if readings else None
    if len(readings) == 2:
        reason = f"it can be read as {readings[0]} or as {readings[1]}"
    message = f"{quoted(text)} is no date: {reason}"
    faults.add("P004", value.place, message, found=text, expected="YYYY-MM-DD", help_=help_)
    return None


def _calendar(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _readings(text: str) -> list[str]:
    """The dates that a date with its year last may mean, day first, then month first."""
    parts = _OTHER_DATE.fullmatch(text)
    if parts is None:
        return []
    one, two, year = parts[1].rjust(2, "0"), parts[2].rjust(2, "0"), parts[3]
    days = dict.fromkeys([f"{year}-{two}-{one}", f"{year}-{one}-{two}"])
    return [day for day in days if _calendar(day)]
