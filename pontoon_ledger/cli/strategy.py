"""`strategy`: the best way to play as a chart, the bank's edge, and which house rule helps whom.

In: house rules, the banker's habits, rules to compare. Out: charts and tables, or JSON.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import say_unfinished
from pontoon_ledger.cli.options import Format, misuse
from pontoon_ledger.cli.playing import Banker, Records, game_of
from pontoon_ledger.cli.screen import Screen

if TYPE_CHECKING:
    from pontoon_ledger.odds.compare import Changed
    from pontoon_ledger.odds.game import Game

_ALL = "all"


def strategy(
    changes: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RULES]...", help="Further rules for --compare."),
    ] = None,
    *,
    rules: o.Rules = None,
    banker: Banker = "17/18",
    compare: Annotated[
        list[str] | None,
        typer.Option(
            "--compare",
            metavar="RULES",
            help="Whom other rules help, each alone: stick_on=16 split=aces; a preset; all: every option.",
        ),
    ] = None,
    records: Records = None,
    db: o.Db = o.DEFAULT_DB,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Show the best way to play, and what the bank gains by it all the same.

    A chart for two, three and four cards: what to do on each total, hard and soft, while one may still buy
    and when one only twists. The edge is what the bank gains of each player in a deal, in units of his
    stake S.

    Exit status: 1 where a record for --bank could not be read whole.
    """
    if changes and not compare:
        raise misuse(f"{changes[0]!r} is for --compare", "pontoon strategy --compare " + " ".join(changes))
    screen = Screen(Format(form), quiet, no_color)
    game, note, reasons = game_of(rules, banker, records, db, screen)
    if compare:
        _compare(screen, game, note, [*compare, *(changes or ())], complete=not reasons)
    else:
        _show(screen, game, note, complete=not reasons)
    raise typer.Exit(say_unfinished(reasons, "what is known of the banker is"))


def _show(screen: Screen, game: "Game", note: str, *, complete: bool) -> None:
    from pontoon_ledger.odds.strategy import strategy_of
    from pontoon_ledger.render.strategy import (
        chart_lines,
        edge_lines,
        ends_table,
        lines_table,
        strategy_shape,
    )

    found = strategy_of(game)
    if screen.format == Format.JSON:
        screen.json({**strategy_shape(game, found, note), "complete": complete})
    elif screen.format == Format.CSV:
        screen.table(lines_table(found))
    elif screen.format in {Format.PLAIN, Format.MARKDOWN}:
        screen.table(lines_table(found))
        if screen.format == Format.MARKDOWN:
            screen.sentences(["", *edge_lines(game, found, note)])
    else:
        screen.say(chart_lines(found, screen.paint))
        screen.say([""])
        screen.table(ends_table(found))
        screen.say([""])
        for text in edge_lines(game, found, note):
            screen.paragraph(text)


def _compare(screen: Screen, game: "Game", note: str, words: list[str], *, complete: bool) -> None:
    from pontoon_ledger.odds.strategy import edge_of
    from pontoon_ledger.render.strategy import compare_shape, compare_table, compared

    edge, found = edge_of(game), _changed(game, words)
    if screen.format == Format.JSON:
        screen.json({**compare_shape(game, edge, found, note), "complete": complete})
        return
    screen.table(compare_table(edge, found, machine=screen.machine))
    if screen.format in {Format.TABLE, Format.MARKDOWN}:
        screen.say([""])
        for text in compared(game, edge, note):
            screen.paragraph(text)


def _changed(game: "Game", words: list[str]) -> list["Changed"]:
    """Each rule by itself and, where there are several options, all at once."""
    from pontoon_ledger.odds.compare import compare, every_change, of_preset
    from pontoon_ledger.rules import OptionError

    if [word.lower() for word in words] == [_ALL]:
        return sorted(compare(game, every_change(game)), key=lambda one: -one.gain)
    said = [word for text in words for word in text.replace(",", " ").split()]
    options = dict(word.split("=", 1) for word in said if "=" in word)
    try:
        each = {w: dict([w.split("=", 1)]) if "=" in w else of_preset(w) for w in said}
        if len(options) > 1 and len(options) == len(each):
            each[", ".join(each)] = options
        return compare(game, each)
    except OptionError as error:
        advice = f"did you mean {error.near}?" if error.near else f"expected {error.expected}"
        raise misuse(f"--compare: {error}", advice) from None
