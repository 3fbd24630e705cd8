"""What the journals of all programs have in common on paper: the head, and sums in a column.

In: a `Journal`, postings. Out: lines of text, in which nothing of the record can break out of its line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.export.journal import NO_CODE
from pontoon_ledger.render.text import clean, pad, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pontoon_ledger.export.journal import Journal

_HEAD = """
An account holds what its owner has still to get; below zero, what he has still to pay.
What the play brought (hands, shoot bets, kitties, prices of the bank) is added to the account of
who got it and taken from that of who gave it. For money handed over (coin at the table, chips,
payments, debts from elsewhere) it is the other way round: who got it has less to get.
What is booked is what counts: what the rules make due, or what the table recorded where it was
let stand or nobody can tell what was due.
"""
_UNNAMED = f"{NO_CODE} is the money of records that name no currency."
_OPEN = """
An entry marked ! is not known to its end. What is not known is left out, and no balance that hangs
on it is asserted."""


def head(journal: Journal) -> Iterator[str]:
    """Write the comment that a journal begins with.

    >>> from pontoon_ledger.export.journal import Journal
    >>> next(head(Journal("Pontoon: friday", (), (), ())))
    '; Pontoon: friday'
    """
    told = _HEAD
    if any(commodity.name == NO_CODE for commodity in journal.commodities):
        told += _UNNAMED
    if journal.left_out:
        told += _OPEN
    yield remark(journal.title)
    yield from (remark(line) for line in told.splitlines())


def remark(text: str) -> str:
    r"""Write a comment of one line.

    >>> remark("Ann\nBob"), remark("")
    ('; Ann\\nBob', ';')
    """
    return f"; {clean(text)}".rstrip()


def columns(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    """Set accounts, sums and what stands behind them in columns.

    >>> columns([("Ann", "-0.20", "GBP"), ("The box", "10.20", "GBP")])
    ['Ann      -0.20 GBP', 'The box  10.20 GBP']
    """
    told = list(rows)
    left = max((width(account) for account, _, _ in told), default=0)
    right = max((len(amount) for _, amount, _ in told), default=0)
    return [f"{pad(account, left)}  {amount.rjust(right)} {rest}" for account, amount, rest in told]
