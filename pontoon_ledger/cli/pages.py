"""Pages of the rulebook, in the form asked for.

In: words, or two sets of rules. Out: what the user sees.
"""

from typing import Any

from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen, TroubleError, complain
from pontoon_ledger.render.table import Table, words
from pontoon_ledger.rulebook import forms, index, pages
from pontoon_ledger.rulebook.options import OPTION_TEXTS
from pontoon_ledger.rules import OptionError, Rules, parse_spec

_KEYS = ("kind", "name", "title")
_COMPARED = ("option", "title", "left", "left_meaning", "right", "right_meaning")


def show_pages(screen: Screen, words_: list[str]) -> None:
    """Show the pages that words mean, all that there are without any; words unknown are told of behind."""
    names, unknown = index.look_up(words_) if words_ else (index.everything(), [])
    if names:
        _show(screen, names, words_)
    for error in unknown[:-1]:
        complain(str(error), error.advice)
    if unknown:
        raise TroubleError(str(unknown[-1]), unknown[-1].advice)


def _show(screen: Screen, names: list[str], words_: list[str]) -> None:
    if screen.format == Format.JSON:
        # a chapter holds its sections, so that all of it is told once
        screen.json([index.to_json(name) for name in names if words_ or index.kind_of(name) != "section"])
    elif screen.format in {Format.CSV, Format.PLAIN}:
        rows = tuple((index.kind_of(name), name, index.title_of(name)) for name in names)
        screen.table(Table(tuple(map(words, _KEYS)), rows))
    else:
        many = [block for name in names for block in pages.page(name)]
        _tell(screen, many if words_ else pages.overview())


def compare_rules(screen: Screen, left: str, right: str) -> None:
    """Tell two sets of rules apart."""
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
