"""What YAML cuts apart in braces: an amount at its decimal comma, a text at the commas in it.

In: the keys of a mapping in { }, as they come. Out: those that are no keys but pieces of the value before
them, and one P002 for the mapping that says how to write it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from pontoon_ledger.records.faults import quoted
from pontoon_ledger.records.places import place_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.records.faults import Faults
    from pontoon_ledger.records.model import Place

_NO_VALUE = re.compile(r"\s*[,}]")
_AMOUNT = re.compile(r"[0-9]+(?![0-9])")
_FREE = re.compile(r"(?:note|void|P[0-9]{3})\Z", re.IGNORECASE)
_THOUSAND = 3


class _Cut(NamedTuple):
    """A value and the pieces that belong to it: its key, whether it is an amount, from where to where."""

    key: str
    amount: bool
    start: int
    end: int


class Pieces:
    """Gathers the pieces of one mapping in braces."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.cuts: list[_Cut] = []

    def takes(self, event: Any, items: Sequence[tuple[Any, Any]]) -> bool:
        """Whether the key that begins with `event` is a piece of the last value; if so it is noted."""
        value = getattr(event, "value", None)
        if not items or not value or event.style:
            return False
        if not _NO_VALUE.match(self.text, event.end_mark.index):
            return False
        key, last = items[-1]
        start, at, end = getattr(last, "index", None), event.start_mark.index, event.end_mark.index
        if start is None or not last.text:
            return False
        before = self.text[max(at - 2, 0) : at]
        amount = before[-1:] == "," and before[:1].isdigit() and _AMOUNT.match(value) is not None
        if not amount and not _FREE.match(key.text):
            return False
        if self.cuts and self.cuts[-1].start == start:
            amount = self.cuts.pop().amount and amount
        self.cuts.append(_Cut(key.text, amount, start, end))
        return True

    @property
    def keys(self) -> set[str]:
        """The keys whose values were cut."""
        return {cut.key for cut in self.cuts}

    def tell(self, faults: Faults) -> bool:
        """Tell of all pieces at once; whether there were any."""
        if not self.cuts:
            return False
        found = [self.text[cut.start : cut.end] for cut in self.cuts]
        amounts = [_dotted(said) for said, cut in zip(found, self.cuts, strict=True) if cut.amount]
        first = self.cuts[0]
        help_ = f'put it in quotes: {first.key}: "{found[0]}"'
        if amounts:
            help_ = f"write {' and '.join(amounts)}, or {help_}"
        message = f"YAML cuts a mapping in {{ }} at its commas: {quoted(found[0])} is no longer one value"
        faults.add("P002", self._place(first), message, found=found[0], help_=help_)
        return True

    def _place(self, cut: _Cut) -> Place:
        line = self.text[cut.start : cut.end].split("\n", 1)[0].rstrip()
        return place_at(self.text, cut.start, len(line))


def _dotted(text: str) -> str:
    """An amount without its commas, in both readings where the last may part thousands.

    >>> _dotted("0,10"), _dotted("1,000"), _dotted("1,000,50")
    ('0.10', '1.000 or 1000', '1000.50')
    """
    *whole, last = text.split(",")
    joined = f"{''.join(whole)}.{last}"
    return f"{joined} or {joined.replace('.', '')}" if len(last) == _THOUSAND else joined
