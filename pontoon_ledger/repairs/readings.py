"""Both readings where a house rule decides: under which other rule a finding would be none.

In: a stretch of a session, or counts of its findings. Out: rules to try, and a sentence for each option
that decides alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.explain.phrases import listed
from pontoon_ledger.repairs.model import Change
from pontoon_ledger.rules import OPTIONS, spoken

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator

    from pontoon_ledger.repairs.trial import Key, Stretch

_OF_THE_BANK = "P4"


def other_rules(part: Stretch) -> Iterator[Change]:
    """Give each option of the rules with each value that the session does not play by."""
    rules = part.records.sessions.row(0, named=True)
    for name, values in OPTIONS.items():
        for value in values:
            if rules[name] != value:
                yield Change("rule", 0, (name,), name, spoken(rules[name]), spoken(value), rule=(name, value))


def told_rules(written: Counter[Key], under: Iterable[tuple[Change, Counter[Key]]]) -> list[str]:
    """Tell which options, changed alone, take a finding of the deal away and bring it none.

    Another way of the bank round the table says nothing of how a hand was played or paid.
    """
    told: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for change, found in under:
        gone = tuple(sorted({code for code, *_ in written - found}))
        if change.said == "bank_passes" and not all(code.startswith(_OF_THE_BANK) for code in gone):
            continue
        if gone and not found - written:
            told.setdefault((change.said, gone), []).append(change.after)
    return [
        f"under {name} {listed(values, 'or')} this would be no fault ({listed(gone)})"
        for (name, gone), values in told.items()
    ]
