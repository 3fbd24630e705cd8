"""The rulebook that ships with the program: sections, options, presets and codes in its own words.

In: a code. Out: the law behind it, at once; `index` and `pages` beside this module hold
the rest. `python -m pontoon_ledger.rulebook` writes all of it as Markdown.
"""

from pontoon_ledger.rulebook.laws import LAWS, Law, section_of

__all__ = ["LAWS", "Law", "section_of"]
