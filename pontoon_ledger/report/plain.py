"""The report in Markdown, for a chat or a wiki: no charts, the same settlement and findings.

In: an open ledger, and why it is not all. Out: text that says first what is missing.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from pontoon_ledger.export.chosen import Chosen
from pontoon_ledger.export.markdown import report
from pontoon_ledger.render.table import escaped, markdown
from pontoon_ledger.report.luck import luck

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    return "\n".join([*title, *told, *lines, *_luck(ledger)]).rstrip("\n") + "\n"


def _luck(ledger: Ledger) -> Iterator[str]:
    """What was luck and what was play, behind the money."""
    found = luck(ledger)
    if found is None:
        return
    yield from ["## Luck and decisions", ""]
    for heading, table in found.tables:
        yield from [f"**{escaped(heading)}**", "", *markdown(table), ""]
    for note in found.notes:
        yield from [escaped(note), ""]
