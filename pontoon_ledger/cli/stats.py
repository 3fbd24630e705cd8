"""`stats`: how players and bankers fared.

In: a player, paths, or the ledger. Out: tables of figures.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import completing
from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.courses import show_courses
from pontoon_ledger.cli.ledgers import ledger_or_files, say_unfinished
from pontoon_ledger.cli.options import Format, misuse
from pontoon_ledger.cli.reading import read_options
from pontoon_ledger.cli.screen import Screen, TroubleError
from pontoon_ledger.render.text import many
from pontoon_ledger.words import fold, nearest

if TYPE_CHECKING:
    from pontoon_ledger.odds.beside import Beside
    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.store import Ledger

_PER = ("session", "month", "rules", "role")


def stats(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PLAYER] [PATH]...",
            help="One player; records to take in place of the ledger. A file, a folder, - or what looks like "
            "a path is a record, any other word a player.",
            autocompletion=completing.players,
        ),
    ] = None,
    *,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="|".join(_PER),
            help="One table, a row for each session, month, ...",
            autocompletion=completing.one_of(_PER),
        ),
    ] = None,
    db: o.Db = o.DEFAULT_DB,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Show how players and bankers fared, or all about one player.

    Every rate is shown with its n and its 95 % interval. docs/statistics.md says what each figure counts.
    JSON has all of them, CSV one table; pontoon query reads the views behind them. pontoon luck tells how
    much of a result was luck and how much was play.

    Exit status: 1 where something is not known or left out.
    """
    per, (player, paths) = _per(by), _told_apart(words or ())
    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    with _opened(paths, db, options, screen, player) as (ledger, reasons):
        name = None if player is None else _known(ledger, player)
        if name is not None:
            _mention_seats(ledger, name, screen)
        missing = (
            _show_by(ledger, per, name, screen, reasons) if per else _show(ledger, name, screen, reasons)
        )
    raise typer.Exit(say_unfinished([*reasons, *missing], "these figures are"))


def _show(ledger: "Ledger", player: str | None, screen: Screen, reasons: list[str]) -> list[str]:
    """Show all statistics; what of them is not known."""
    from pontoon_ledger.render.luck_beside import beside_shape
    from pontoon_ledger.render.stat_tables import RETURNS, of_one, overview
    from pontoon_ledger.render.statistics import named_apart, sides_table, slim, statistics_shape
    from pontoon_ledger.store.statistics import statistics, unknown_counts

    found = statistics(ledger, player)
    missing = _told(unknown_counts(found))
    if not screen.machine:
        found = named_apart(found, ledger.currencies())
    if screen.format == Format.JSON:
        whose = {} if player is None else {"player": player}
        beside = {"luck": beside_shape(_luck(ledger, player, screen))}
        screen.json({"complete": not (reasons or missing), **whose, **statistics_shape(found), **beside})
    elif screen.format == Format.CSV:
        screen.table(sides_table(found))
    else:
        luck = _luck(ledger, player, screen)
        for number, (heading, table) in enumerate((of_one if player else overview)(found)):
            screen.say([""] if number else [])
            screen.head(heading)
            screen.table(slim(table, screen.width) if screen.format == Format.TABLE else table)
            if heading == RETURNS:
                _show_luck(screen, luck)
        show_courses(screen, ledger.moves(), player)
    return missing


def _luck(ledger: "Ledger", player: str | None, screen: Screen) -> "Beside":
    """Weigh the hands where that is done at once; else say what does it."""
    from pontoon_ledger import api
    from pontoon_ledger.odds.beside import AT_ONCE, TOO_MANY, beside, put_off
    from pontoon_ledger.odds.luck import NOT_READY

    hands = int(ledger.sessions()["hands"].sum())
    if hands > AT_ONCE:
        found = put_off(hands)
    else:
        spellings = ledger.spellings()
        audit = api.audit(ledger.records())
        found = beside(audit, lambda session, name: spellings.get(fold(name), name), player)
    for why in found.left_out.keys() & {NOT_READY, TOO_MANY}:
        n = found.left_out[why]
        screen.note(f"of {many(n, 'hand')} the luck is not told here: {why}; pontoon luck does that")
    return found


def _show_luck(screen: Screen, found: "Beside") -> None:
    """Show what of the money was luck, and what of it the decisions cost."""
    from pontoon_ledger.odds.policy import DEFAULT, spoken
    from pontoon_ledger.render.luck import left_out
    from pontoon_ledger.render.luck_beside import beside_tables

    if found.lines is None:
        return
    for heading, table in beside_tables(found.lines):
        screen.say([""])
        screen.head(heading)
        screen.table(table)
    if screen.format == Format.TABLE and not screen.quiet:
        screen.paragraph(
            "result = expected + luck + stakes + decisions, where every banker is taken to play so: "
            f"he {spoken(DEFAULT)}. pontoon luck tells more."
        )
        if found.left_out:
            for text in left_out(found.left_out, found.hands, found.selection):
                screen.paragraph(text)


def _show_by(ledger: "Ledger", per: str, player: str | None, screen: Screen, reasons: list[str]) -> list[str]:
    """Show the figures by session, month, rules or role; what of them is not known."""
    from pontoon_ledger.render.coining import told_apart
    from pontoon_ledger.render.statistics import by_table, for_eyes
    from pontoon_ledger.store.statistics import figures_by, unknown_figures

    figures = figures_by(ledger, per, player)
    missing = _told(unknown_figures(figures))
    table = by_table(figures if screen.machine else told_apart(figures, ledger.currencies()), per)
    if screen.format == Format.JSON:
        whose = {} if player is None else {"player": player}
        screen.json({"complete": not (reasons or missing), **whose, "by": per, "rows": table.mappings()})
    else:
        screen.table(table if screen.machine else for_eyes(table))
    return missing


def _per(by: str | None) -> str | None:
    if by is None or by.lower() in _PER:
        return by and by.lower()
    near = nearest(by, _PER)
    raise misuse(f"--by cannot be {by!r}", f"did you mean {near}?" if near else f"one of {', '.join(_PER)}")


def _told_apart(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Tell the player from the records.

    >>> _told_apart(["Ann", "friday.yaml", "-"])
    ('Ann', ['friday.yaml', '-'])
    """
    players = [word for word in words if not _is_record(word)]
    if len(players) > 1:
        raise misuse(
            f"one player at a time: {' and '.join(map(repr, players))} are no files",
            "a name of several words stands in quotes; a record is named as the file it is",
        )
    return (players[0] if players else None), [word for word in words if _is_record(word)]


def _is_record(word: str) -> bool:
    from pontoon_ledger.records.paths import RECORDS, TABLES

    if word == "-" or Path(word).suffix.lower() in RECORDS + TABLES or os.sep in word or "/" in word:
        return True
    with suppress(OSError, ValueError):
        return Path(word).exists()
    return False


@contextmanager
def _opened(
    paths: Sequence[str], db: str, options: "ReadOptions", screen: Screen, player: str | None
) -> Iterator[tuple["Ledger", list[str]]]:
    """Open the ledger or the records; where there is no ledger, a word may have been meant for a record."""
    try:
        with ledger_or_files(paths, db, options, screen) as opened:
            yield opened
    except TroubleError as error:
        if player is None or paths or not str(error).startswith("there is no ledger"):
            raise
        raise TroubleError(f"{error}, and no file or folder is called {player}", error.help) from None


def _known(ledger: "Ledger", word: str) -> str:
    """Find the player who is called so."""
    spellings = ledger.spellings()
    if fold(word) in spellings:
        return spellings[fold(word)]
    near = nearest(word, {*spellings, *spellings.values()})
    meant = f"did you mean {spellings.get(fold(near), near)}?" if near else "pontoon stats lists the players"
    raise TroubleError(f"nobody here is called {word}, and no file or folder is", meant)


def _mention_seats(ledger: "Ledger", player: str, screen: Screen) -> None:
    from pontoon_ledger.store.statistics import seats

    played, whose = seats(ledger, player)
    for seat in played:
        screen.note(f"the seat {seat} was played for {player} too and is counted apart, as {seat}")
    if whose:
        screen.note(f"{player} is a seat played for {' and '.join(whose)}")


def _told(counts: dict[str, int]) -> list[str]:
    return [f"{kind} not known: {count}" for kind, count in counts.items()]
