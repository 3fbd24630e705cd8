"""`odds`: what a hand may do, what each choice brings, and what is best.

In: a hand as a record writes it, house rules, the banker's habits. Out: a table of choices, and a sentence.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import say_unfinished
from pontoon_ledger.cli.options import Format, misuse
from pontoon_ledger.cli.playing import NO_SHOOT, Banker, Records, game_of
from pontoon_ledger.cli.screen import Screen, TroubleError

if TYPE_CHECKING:
    from pontoon_ledger.odds.asking import Asked
    from pontoon_ledger.odds.game import Game


def odds(
    hand: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND", help='The hand up to now as a record writes it: "bet 1.00, 5c 3d, buy 1.00 4h".'
        ),
    ],
    *,
    rules: o.Rules = None,
    banker: Banker = "17/18",
    doubled: Annotated[
        bool, typer.Option("--doubled", help="The banker has doubled (rules with banker_doubles).")
    ] = False,
    seen: Annotated[
        str | None,
        typer.Option("--seen", metavar="CARDS", help='Cards that lie face up elsewhere: "Kh 7d 4".'),
    ] = None,
    records: Records = None,
    db: o.Db = o.DEFAULT_DB,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Weigh what a hand may do: twist, buy, stick, split or throw in.

    The result of each choice is what the hand brings on average if it is then played in the best way, against
    a banker who stays on 17, soft 18 (--bank), with all cards in a fresh pack that you cannot see. Where the
    banker shows a pontoon at once, he has shown none.

    Exit status: 1 where a record for --bank could not be read whole, 2 where the hand cannot be read or may
    not be played so.
    """
    screen = Screen(Format(form), quiet, no_color)
    game, note, reasons = game_of(rules, banker, records, db, screen, doubled=doubled)
    asked = _asked(" ".join(hand), game, _cards(seen))
    from pontoon_ledger.odds.weighing import weigh_hand
    from pontoon_ledger.render.odds import odds_shape, odds_table, verdict
    from pontoon_ledger.rules import parse_spec

    choices = weigh_hand(game, asked.state)
    if asked.shoots and not parse_spec(rules or "pagat").shoot:
        screen.note(NO_SHOOT)
    if asked.stuck:
        choices = [choice for choice in choices if choice.action == "stick"] or choices
    if screen.format == Format.JSON:
        screen.json({**odds_shape(game, asked, choices, note), "complete": not reasons})
    else:
        screen.table(odds_table(asked, choices, machine=screen.machine))
        if not screen.machine and screen.format != Format.PLAIN:
            screen.say([""])
            for text in verdict(game, asked, choices, note):
                screen.paragraph(text)
    raise typer.Exit(say_unfinished(reasons, "what is known of the banker is"))


def _cards(seen: str | None) -> list[str]:
    """The words of the cards seen elsewhere."""
    if seen is not None and seen.strip().lower() == "table":
        raise misuse("a single hand has no table", 'name the cards that lie face up: --seen "Kh 7d"')
    return (seen or "").replace(",", " ").split()


def _asked(text: str, game: "Game", seen: list[str]) -> "Asked":
    from pontoon_ledger.odds.asking import HandError, ask

    try:
        return ask(text, game, seen)
    except HandError as error:
        raise TroubleError(str(error), error.advice) from None
