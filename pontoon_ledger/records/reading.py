"""A record's text to `Raw`: once through, and where the text breaks, again up to the line of the break.

In: a `Source`. Out: all that stands before the break, judged by no rule yet, and the P002 that tells of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pontoon_ledger.records.faults import Faults
from pontoon_ledger.records.places import line_starts
from pontoon_ledger.records.walk import Walker

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Source
    from pontoon_ledger.records.raw import Raw

_OPEN = re.compile(r":\s*(?:#.*)?$")


def read_raw(source: Source, faults: Faults) -> Raw:
    r"""All of a record that can be read; where its text breaks, what stands in the lines before.

    >>> from pontoon_ledger.records.faults import Faults
    >>> from pontoon_ledger.records.model import Source
    >>> raw = read_raw(Source("a.yaml", "yaml", "deals:\n  - hands: {Ann: stick}\n  - @"), Faults())
    >>> raw.whole, raw.deals.plays
    (False, ['stick'])
    """
    walker = Walker(source, faults)
    broken = walker.walk()
    if broken is None:
        return walker.raw
    raw = walker.raw
    if source.kind != "json":
        before = source.text[: line_starts(source.text)[(broken.place.line or 1) - 1]]
        again = Walker(replace(source, text=before), Faults())
        again.walk()
        if _deals(again.raw) >= _deals(raw) - 1:
            raw, faults.found[:] = again.raw, again.faults.found
            raw.cut_off = _open_lines(before)
    raw.whole = False
    faults.found.append(broken)
    faults.deal = None
    if raw.deals is not None and broken.deal_idx is not None:
        raw.deals.spoiled.add(broken.deal_idx)
        raw.deals.handless.discard(broken.deal_idx)
        raw.deals.spoiled &= set(range(_deals(raw)))
    if (broken.deal_idx or 0) >= _deals(raw):
        faults.found[-1] = replace(broken, deal_idx=None)
    return raw


def _deals(raw: Raw) -> int:
    return len(raw.deals.deal_at) if raw.deals else 0


def _open_lines(text: str) -> set[int]:
    """The numbers of the last lines that end in a key whose value has not begun."""
    lines = text.splitlines()
    last = len(lines)
    while last and (not lines[last - 1].strip() or _OPEN.search(lines[last - 1])):
        last -= 1
    return set(range(last + 1, len(lines) + 1))
