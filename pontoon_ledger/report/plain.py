"""The report in Markdown, for a chat or a wiki: no charts, the same settlement and findings.

In: an open ledger, and why it is not all. Out: text that says first what is missing.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from pontoon_ledger.export.chosen import Chosen
from pontoon_ledger.export.markdown import escaped, report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.store import Ledger


def as_markdown(ledger: Ledger, reasons: Sequence[str]) -> str:
    """Write it.

    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     print(as_markdown(ledger, ["friday has faults"]))
    # Pontoon
    <BLANKLINE>
    Not everything is known:
    <BLANKLINE>
    - friday has faults
    <BLANKLINE>
    Nobody has played yet.
    <BLANKLINE>
    """
    lines = iter(report(Chosen(ledger)))
    title = islice(lines, 2)
    warning = [f"- {escaped(reason)}" for reason in reasons]
    told = ["Not everything is known:", "", *warning, ""] if warning else []
    return "\n".join([*title, *told, *lines]).rstrip("\n") + "\n"
