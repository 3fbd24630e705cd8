"""A journal as beancount reads it.

In: a `Journal`. Out: its lines. Beancount asserts balances at the start of a day, so all that was
played on one day is asserted once, on the next.
"""

from __future__ import annotations

from datetime import date, timedelta
from itertools import groupby
from typing import TYPE_CHECKING

from pontoon_ledger.export.journal import Check
from pontoon_ledger.export.layout import columns, head, remark
from pontoon_ledger.money import format_amount
from pontoon_ledger.render.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pontoon_ledger.export.journal import Entry, Journal, Key


def lines(journal: Journal) -> Iterator[str]:
    """Write a journal.

    >>> from pontoon_ledger.export.journal import Journal
    >>> list(lines(Journal("Pontoon: friday", (), (), ())))[-1]
    'option "title" "Pontoon: friday"'
    """
    yield from head(journal)
    yield ""
    yield f'option "title" {_quoted(journal.title)}'
    for account in journal.accounts:
        yield ""
        yield f"{account.since} open {account.name} {','.join(account.commodities)}"
        yield f"  name: {_quoted(account.party)}"
    for day, items in groupby(journal.items, lambda item: item.day):
        checks = []
        for item in items:
            if isinstance(item, Check):
                checks.append(item)
            else:
                yield ""
                yield from _entry(item)
        yield ""
        yield from _assertions(day, checks)


def _entry(entry: Entry) -> Iterator[str]:
    flag = "!" if entry.open else "*"
    title = f"{entry.day} {flag} {_quoted(entry.title)}"
    yield title if entry.postings else remark(title)
    for key, value in entry.notes:
        said = f"{key}: {_quoted(value)}"
        yield f"  {said}" if entry.postings else remark(said)
    for what in entry.open:
        said = remark(f"left out, not known: {what}")
        yield f"  {said}" if entry.postings else said
    places, name = entry.commodity.decimals, entry.commodity.name
    rows = [(account, format_amount(amount, places), name) for account, amount in entry.postings]
    for line in columns(rows):
        yield f"  {line}"


def _assertions(day: date, checks: Sequence[Check]) -> Iterator[str]:
    held: dict[Key, int] = {}
    for check in checks:
        held.update(check.balances)
    known = [
        (key, amount) for key, amount in sorted(held.items(), key=_place) if key not in checks[-1].barred
    ]
    after = ", ".join(check.after for check in checks)
    if not known:
        yield remark(f"{day} no balance is known for certain after {after}")
    elif day == date.max:
        yield remark(f"no day follows on which the balances after {after} could be asserted")
    else:
        yield remark(f"balances after {after}")
        rows = [
            (account, f"{format_amount(amount, commodity.decimals)} ~ 0", commodity.name)
            for (account, commodity), amount in known
        ]
        for line in columns(rows):
            yield f"{day + timedelta(days=1)} balance {line}"


def _place(held: tuple[Key, int]) -> tuple[str, str]:
    (account, commodity), _ = held
    return account, commodity.name


def _quoted(text: str) -> str:
    escaped = clean(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
