"""The rulebook as a page of the documentation.

In: the texts of this package. Out: docs/rules.md, which is never edited by hand.
"""

from __future__ import annotations

from pontoon_ledger.rulebook.pages import as_markdown, whole_book

_HEAD = """\
# The rulebook

This is what a record is judged by. A finding names the rule it rests on and its code; `pontoon rules` shows each
page in the terminal, `pontoon rules P204`, `pontoon rules stick_on`, `pontoon rules 3.4`, and
`pontoon rules --compare wikipedia school` tells two games apart.

(Written by `python -m pontoon_ledger.rulebook > docs/rules.md` from the texts in the program: change them there.)
"""


def document() -> str:
    """The whole page.

    >>> document().startswith("# The rulebook")
    True
    """
    return "\n".join([_HEAD, *as_markdown(whole_book(), linked=True)]) + "\n"
