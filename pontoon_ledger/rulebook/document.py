"""The rulebook as a page of the documentation.

In: the texts of this package. Out: docs/rules.md, which is never edited by hand.
"""

from __future__ import annotations

from pontoon_ledger.codes import CODES
from pontoon_ledger.rulebook.forms import as_markdown
from pontoon_ledger.rulebook.index import SECTIONS, chapters
from pontoon_ledger.rulebook.pages import whole_book
from pontoon_ledger.rules import OPTIONS, PRESETS

_HEAD = """\
# The rulebook

This is what a record is judged by. A finding names the rule it rests on and its code; `pontoon rules` shows
each page in the terminal, `pontoon rules P204`, `pontoon rules stick_on`, `pontoon rules 3.4`, and
`pontoon rules --compare wikipedia school` tells two games apart.

(Written by `python -m pontoon_ledger.rulebook > docs/rules.md` from the program's own texts: change those.)
"""


def document() -> str:
    """The whole page.

    >>> document().startswith("# The rulebook")
    True
    """
    return "\n".join([_HEAD, *_contents(), "", *as_markdown(whole_book(), linked=True)]) + "\n"


def _contents() -> list[str]:
    lines = [f"- [{number} {SECTIONS[number].title}](#{number})" for number in chapters()]
    for title, names in (("Options", OPTIONS), ("Presets", PRESETS), ("Codes", CODES)):
        lines.append(f"- {title}: " + ", ".join(f"[{name}](#{name})" for name in names))
    return lines
