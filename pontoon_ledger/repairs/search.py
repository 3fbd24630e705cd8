"""The search: every change tried, those kept that take findings away and make none.

In: an audit and the label of a deal. Out: `Repair`s, smallest first; nothing is ever written.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pontoon_ledger.explain.lookup import find_deal
from pontoon_ledger.repairs.changes import changes_of
from pontoon_ledger.repairs.readings import other_rules, told_rules
from pontoon_ledger.repairs.trial import Key, stretch, tried
from pontoon_ledger.repairs.wording import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    return weigh(audit, deal, session)[0]


def readings(audit: Audit, deal: str | int, session: str | None = None) -> list[str]:
    """Name the options that, changed alone, would take a finding of the deal away and bring it none.

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
    return weigh(audit, deal, session)[1]


def weigh(audit: Audit, deal: str | int, session: str | None = None) -> tuple[list[Repair], list[str]]:
    """Give the repairs of a deal and the readings by other rules, both from the same judging."""
    deal_idx = deal if isinstance(deal, int) else find_deal(audit, deal, session)
    codes = wanted(audit, deal_idx)
    if not codes:
        return [], []
    changes = changes_of(audit, deal_idx, codes)
    whole = stretch(audit, deal_idx)
    rules = list(other_rules(whole))
    for part in (stretch(audit, deal_idx, 1), whole):
        written, *counts = tried(part, [*changes, *rules])
        if _of_deal(written, part, codes) == codes:
            break
    found = _kept(written, zip(changes, counts[: len(changes)], strict=True), part, codes)
    under = zip(rules, counts[len(changes) :], strict=True)
    said = told_rules(_serious(written, part, codes), [(r, _serious(n, part, codes)) for r, n in under])
    if not found:
        return [], said
    likely = [change for change, _, _ in found[: max(_FEWEST_TRIED, _MOST_DEALS // len(whole.records.deals))]]
    written, *counts = tried(whole, likely)
    good = _kept(written, zip(likely, counts, strict=True), whole, codes)
    if any(left == 0 for _, _, left in good):
        good = [each for each in good if each[2] == 0]
    return _grouped(good, codes.total()), said


def wanted(audit: Audit, deal_idx: int) -> Counter[str]:
    """Count the deal's errors and warnings that no ruling waives, by code; unreadable words left out."""
    rows = audit.findings.select("deal_idx", "severity", "waived", "code").iter_rows()
    return Counter(
        code
        for of_deal, severity, waived, code in rows
        if of_deal == deal_idx and severity != "N" and waived is None and not code.startswith(_UNREADABLE)
    )


def _kept(
    written: Counter[Key], tries: Iterable[tuple[Change, Counter[Key]]], part: Stretch, codes: Counter[str]
) -> list[Good]:
    """Keep the changes that take findings of the deal away and bring none anywhere, best first."""
    kept = []
    for change, after in tries:
        gone = written - after
        if gone and not after - written and (of_deal := _serious(gone, part, codes)):
            kept.append((change, gone.total(), codes.total() - of_deal.total()))
    return sorted(kept, key=lambda each: (each[2], each[0].weight, each[0].distance, -each[1]))


def _serious(found: Counter[Key], part: Stretch, codes: Counter[str]) -> Counter[Key]:
    return Counter({key: n for key, n in found.items() if key[1] == part.at and key[0] in codes})


def _of_deal(found: Counter[Key], part: Stretch, codes: Counter[str]) -> Counter[str]:
    return Counter(key[0] for key in _serious(found, part, codes).elements())


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
