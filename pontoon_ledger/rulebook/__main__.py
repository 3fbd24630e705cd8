"""`python -m pontoon_ledger.rulebook`: the whole rulebook as Markdown, which is docs/rules.md.

In: nothing. Out: the page on standard output.
"""

import sys

from pontoon_ledger.rulebook.document import document

if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.write(document())
