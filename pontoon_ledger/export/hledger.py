"""A journal as hledger reads it.

In: a `Journal`. Out: its lines. Texts of the record stand only where hledger takes them for texts: its
comments behind postings and accounts may hold commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.export.journal import Check
from pontoon_ledger.export.layout import columns, head, remark
from pontoon_ledger.money import format_amount
from pontoon_ledger.render.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.export.journal import Entry, Journal

_SEPARATORS = str.maketrans(";|", ",/")


def lines(journal: Journal) -> Iterator[str]:
    """Write a journal.

    >>> from pontoon_ledger.export.journal import Journal
    >>> list(lines(Journal("Pontoon: friday", (), (), ())))[-1]
    'decimal-mark .'
    """
    yield from head(journal)
    yield ""
    yield "decimal-mark ."
    for commodity in journal.commodities:
        yield f"commodity 1000.{'0' * commodity.decimals} {_symbol(commodity.name)}"
    yield from [""] if journal.accounts else []
    for account in journal.accounts:
        if not account.name.endswith(f":{account.party}"):
            yield remark(f"{account.name} is {account.party}")
        yield f"account {account.name}"
    for item in journal.items:
        yield ""
        yield from _check(item) if isinstance(item, Check) else _entry(item)


def _entry(entry: Entry) -> Iterator[str]:
    indent = "    " if entry.postings else ""
    flag = "! " if entry.open else ""
    title = f"{entry.day} {flag}{clean(entry.title).translate(_SEPARATORS)}"
    yield title if entry.postings else remark(title)
    for key, value in entry.notes:
        yield f"{indent}{remark(f'{key}: {value}')}"
    for what in entry.open:
        yield f"{indent}{remark(f'left out, not known: {what}')}"
    places, symbol = entry.commodity.decimals, _symbol(entry.commodity.name)
    rows = [(account, format_amount(amount, places), symbol) for account, amount in entry.postings]
    for line in columns(rows):
        yield f"    {line}"


def _check(check: Check) -> Iterator[str]:
    if not check.balances:
        yield remark(f"{check.day} no balance is known for certain after {check.after}")
        return
    yield f"{check.day} {clean(f'balances after {check.after}').translate(_SEPARATORS)}"
    rows = []
    for (account, commodity), amount in check.balances:
        nothing, held = (format_amount(minor, commodity.decimals) for minor in (0, amount))
        symbol = _symbol(commodity.name)
        rows.append((account, f"{nothing} {symbol} = {held}", symbol))
    for line in columns(rows):
        yield f"    {line}"


def _symbol(name: str) -> str:
    return name if name.isalpha() else f'"{name}"'
