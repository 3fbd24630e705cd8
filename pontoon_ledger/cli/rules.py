"""`rules`: the rulebook in the terminal, its codes, options, presets and sections.

In: words. Out: their pages; nothing heavy is imported for it.
"""

from typing import Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.completing import topics
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen


def rules(
    word: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CODE|OPTION|SECTION|PRESET]...",
            help="P204, stick_on, 3.4, a chapter, wikipedia.",
            autocompletion=topics,
        ),
    ] = None,
    *,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option("--compare", metavar="RULES RULES", help="Tell two presets, or sets of options, apart."),
    ] = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Look up codes, options, presets and sections of the rules."""
    from pontoon_ledger.cli.pages import compare_rules, show_pages

    screen = Screen(Format(form), quiet, no_color)
    if compare and word:
        raise o.misuse("--compare takes two sets of rules and no further word")
    if compare:
        compare_rules(screen, *compare)
    else:
        show_pages(screen, word or [])
