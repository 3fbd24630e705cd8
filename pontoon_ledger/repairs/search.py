"""The search: every change tried, those kept that take findings away and make none.

In: an audit and the label of a deal. Out: `Repair`s, smallest first; nothing is ever written.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pontoon_ledger.explain.lookup import find_deal
from pontoon_ledger.repairs.changes import changes_of
from pontoon_ledger.repairs.trial import Key, stretch, tried
from pontoon_ledger.repairs.wording import told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.repairs.model import Change, Repair
    from pontoon_ledger.repairs.trial import Stretch

MOST_SHOWN = 8
_OF_A_KIND = 3
_MOST_DEALS = 1500
_FEWEST_TRIED = 20
_UNREADABLE = "P00"
Good = tuple["Change", int, int]
"""A change, how many findings go, how many of the deal's stay."""


def repairs(audit: Audit, deal: str | int, session: str | None = None) -> list[Repair]:
    """Offer the smallest single changes that would make a deal fit; raises ExplainError.

    `deal` is its label, or its number among all deals of the audit.


    >>> import tempfile, pathlib, pontoon_ledger as pontoon
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "friday.yaml"
    >>> _ = path.write_text('''
    ... players: [Ann, Bob]
    ... bank: Ann
    ... deals:
    ...   - hands:
    ...       Bob: bet 0.20, Kc 9d, stick, lost 0.20
    ...       Ann: Kh 7d, stick
    ... ''')
    >>> print(repairs(pontoon.audit(pontoon.read(path)), "1")[0])
    if Bob had won 0.20, everything fits
    """
    deal_idx = deal if isinstance(deal, int) else find_deal(audit, deal, session)
    codes = wanted(audit, deal_idx)
    if not codes:
        return []
    changes = changes_of(audit, deal_idx, codes)
    near, whole = stretch(audit, deal_idx, 1), stretch(audit, deal_idx)
    found, seen = _kept(near, changes, codes)
    if seen != codes:
        found, _ = _kept(whole, changes, codes)
    most = max(_FEWEST_TRIED, _MOST_DEALS // len(whole.records.deals))
    good = _kept(whole, [change for change, _, _ in found[:most]], codes)[0]
    if any(left == 0 for _, _, left in good):
        good = [each for each in good if each[2] == 0]
    return _grouped(good, codes.total())


def wanted(audit: Audit, deal_idx: int) -> Counter[str]:
    """Count the deal's errors and warnings that no ruling waives, by code; unreadable words left out."""
    rows = audit.findings.select("deal_idx", "severity", "waived", "code").iter_rows()
    return Counter(
        code
        for of_deal, severity, waived, code in rows
        if of_deal == deal_idx and severity != "N" and waived is None and not code.startswith(_UNREADABLE)
    )


def _kept(part: Stretch, changes: Sequence[Change], codes: Counter[str]) -> tuple[list[Good], Counter[str]]:
    """Keep the changes that take findings away and bring none, best first; and the deal's as written."""
    written, *counts = tried(part, changes)
    kept = []
    for change, after in zip(changes, counts, strict=True):
        gone = written - after
        if gone and not after - written and (of_deal := _of_deal(gone, part, codes)):
            kept.append((change, gone.total(), codes.total() - of_deal.total()))
    kept.sort(key=lambda each: (each[2], each[0].weight, each[0].distance, -each[1]))
    return kept, _of_deal(written, part, codes)


def _of_deal(found: Counter[Key], part: Stretch, codes: Counter[str]) -> Counter[str]:
    mine: Counter[str] = Counter()
    for (code, at, _, _), n in found.items():
        if at == part.at and code in codes:
            mine[code] += n
    return mine


def _grouped(good: Sequence[Good], wrong: int) -> list[Repair]:
    """Tell changes of one place as one repair; not too many of a kind while there are others."""
    places: dict[tuple[object, ...], list[Good]] = {}
    for each in good:
        places.setdefault((*each[0].place, each[1], each[2]), []).append(each)
    offers: dict[str, Repair] = {}
    for group in places.values():
        changes = [change for change, _, _ in group]
        repair = told(changes, group[0][1], group[0][2], wrong)
        offers.setdefault(repair.sentence, repair)
    seen: Counter[str] = Counter()
    early: list[Repair] = []
    late: list[Repair] = []
    for repair in offers.values():
        seen[repair.kind] += 1
        (early if seen[repair.kind] <= _OF_A_KIND else late).append(repair)
    chosen = [*early, *late][:MOST_SHOWN]
    return [repair for repair in offers.values() if repair in chosen]
