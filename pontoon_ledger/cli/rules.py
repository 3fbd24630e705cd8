"""`rules`: the rulebook in the terminal, its codes, options, presets and sections.

In: words. Out: their pages; nothing heavy is imported for it.
"""

from typing import Annotated, Any

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.completing import topics
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen, TroubleError
from pontoon_ledger.render.table import Table, words
from pontoon_ledger.rulebook import forms, index, pages
from pontoon_ledger.rulebook.options import OPTION_TEXTS
from pontoon_ledger.rules import OptionError, Rules, parse_spec

_KEYS = ("kind", "name", "title")
_COMPARED = ("option", "title", "left", "left_meaning", "right", "right_meaning")


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
    screen = Screen(Format(form), quiet, no_color)
    if compare and word:
        raise o.misuse("--compare takes two sets of rules and no further word")
    if compare:
        _compare(screen, *compare)
    else:
        _show(screen, word or [])


def _show(screen: Screen, words_: list[str]) -> None:
    try:
        names = index.look_up(words_) if words_ else index.everything()
    except index.UnknownWordError as error:
        raise TroubleError(str(error), error.advice) from None
    if screen.format == Format.JSON:
        # a chapter holds its sections, so that all of it is told once
        screen.json([index.to_json(name) for name in names if words_ or index.kind_of(name) != "section"])
    elif screen.format in {Format.CSV, Format.PLAIN}:
        rows = tuple((index.kind_of(name), name, index.title_of(name)) for name in names)
        screen.table(Table(tuple(map(words, _KEYS)), rows))
    else:
        many = [block for name in names for block in pages.page(name)]
        _tell(screen, many if words_ else pages.overview())


def _compare(screen: Screen, left: str, right: str) -> None:
    found = index.compare(_rules(left), _rules(right))
    if screen.format == Format.JSON:
        screen.json({"left": left, "right": right, "differences": [_difference(each) for each in found]})
    elif screen.format in {Format.CSV, Format.PLAIN}:
        rows = tuple(
            (
                at.option,
                index.title_of(at.option),
                at.left,
                index.meaning(at.option, at.left),
                at.right,
                index.meaning(at.option, at.right),
            )
            for at in found
        )
        screen.table(Table(tuple(map(words, _COMPARED)), rows))
    else:
        _tell(screen, pages.comparison(left, right, found))


def _rules(spec: str) -> Rules:
    try:
        return parse_spec(spec)
    except OptionError as error:
        advice = f"did you mean {error.near}?" if error.near else error.expected
        raise TroubleError(str(error), advice) from None


def _difference(at: index.Difference) -> dict[str, Any]:
    sides = {"left": at.left, "right": at.right}
    told = {side: {"value": v, "meaning": index.meaning(at.option, v)} for side, v in sides.items()}
    sections = list(OPTION_TEXTS[at.option].sections)
    return {"option": at.option, "title": index.title_of(at.option), "sections": sections, **told}


def _tell(screen: Screen, blocks: list[forms.Block]) -> None:
    if screen.format == Format.MARKDOWN:
        screen.say(forms.as_markdown(blocks))
    else:
        screen.say(forms.on_screen(blocks, screen.width, screen.paint))
