"""Both readings where a house rule decides: under which other rule a finding would be none.

In: an audit and the number of a deal. Out: a sentence for each option that decides, alone.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.auditing import judge
from pontoon_ledger.compare import Setting, crossed
from pontoon_ledger.explain.lookup import find_deal
from pontoon_ledger.explain.phrases import listed
from pontoon_ledger.repairs.search import wanted
from pontoon_ledger.repairs.trial import stretch
from pontoon_ledger.rules import OPTIONS, Value, spoken

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit


def readings(audit: Audit, deal: str | int, session: str | None = None) -> list[str]:
    """Name the options that, changed alone, would take a finding of the deal away and bring none.

    >>> import tempfile, pathlib, pontoon_ledger as pontoon
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "friday.yaml"
    >>> _ = path.write_text('''
    ... players: [Ann, Bob]
    ... bank: Ann
    ... rules: {stick_on: 16}
    ... deals:
    ...   - hands:
    ...       Bob: bet 0.20, Kc 5d, stick, lost 0.20
    ...       Ann: Kh 7d, stick
    ... ''')
    >>> readings(pontoon.audit(pontoon.read(path)), "1")
    ['under stick_on 15 or 0 this would be no fault (P202)']
    """
    deal_idx = deal if isinstance(deal, int) else find_deal(audit, deal, session)
    codes = wanted(audit, deal_idx)
    if not codes:
        return []
    part = stretch(audit, deal_idx, 1)
    rules = part.records.sessions.row(0, named=True)
    others = [(name, value) for name, values in OPTIONS.items() for value in values if rules[name] != value]
    settings: list[Setting] = [(), *(((name, value),) for name, value in others)]
    raised = judge(crossed(part.records, settings)).raised
    size = len(part.records.deals)
    mine = raised.filter(pl.col("deal_idx") % size == part.at, pl.col("waived").is_null())
    counts: list[Counter[tuple[str, int | None]]] = [Counter() for _ in settings]
    hands = len(part.records.hands)
    for code, row, at in mine.select("code", "row", "deal_idx").iter_rows():
        counts[at // size][code, None if row is None else row % hands] += 1
    return _told(others, counts, codes)


def _told(
    others: list[tuple[str, Value]], counts: list[Counter[tuple[str, int | None]]], codes: Counter[str]
) -> list[str]:
    written, *under = counts
    told: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (name, value), found in zip(others, under, strict=True):
        gone = sorted({code for code, _ in written - found if code in codes})
        if gone and not found - written:
            told.setdefault((name, tuple(gone)), []).append(spoken(value))
    return [
        f"under {name} {listed(values, 'or')} this would be no fault ({listed(gone)})"
        for (name, gone), values in told.items()
    ]
