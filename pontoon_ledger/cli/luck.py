"""`luck`: what of a result was the cards, and what was the play.

In: paths, or the ledger, and how the bankers play. Out: tables, the costliest decisions, a file of all hands.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import audited_or_kept, names_of, say_unfinished
from pontoon_ledger.cli.options import Format, misuse
from pontoon_ledger.cli.reading import need_sessions, read_options, unread
from pontoon_ledger.cli.screen import Screen, TroubleError
from pontoon_ledger.render.text import many
from pontoon_ledger.words import fold, nearest

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.odds.bankers import Habits
    from pontoon_ledger.odds.luck import Luck
    from pontoon_ledger.odds.policy import Policy

_RECORD = "record"
_FILES = (".parquet", ".csv")
_MOST_SHOWN = 1000


def luck(
    paths: o.PathsOrLedger = None,
    *,
    player: o.Persons = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="session", help="A line for each session and player.")
    ] = None,
    banker: Annotated[
        str,
        typer.Option(
            "--bank",
            metavar="POLICY|record",
            help='What bankers stay on: "17/18" is 17, soft 18; "record": each as he really played.',
        ),
    ] = "17/18",
    most: Annotated[
        str, typer.Option("--worst", metavar="N", help="How many of the costliest decisions to show.")
    ] = "5",
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write each deal to a .parquet or .csv as well."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    db: o.Db = o.DEFAULT_DB,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Tell luck from play: what was to be expected, what the cards did, what decisions cost.

    For each player and each banker, in stakes and in money: result = expected + luck of the deal, of the
    draw and of the bank's hand - cost of decisions, exactly; how remarkable that luck is; and the costliest
    decisions. Only hands that are written card by card can be weighed. docs/luck.md explains it all.

    Exit status: 1 where hands had to be left out or something could not be read.
    """
    worst = _number(most)
    if by is not None and by.lower() != "session":
        raise misuse(f"--by cannot be {by!r}", "--by session")
    default = _policy(banker)
    _may_be_written(output, force=force)
    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, None)
    audit = audited_or_kept(paths, db, options, screen)
    if paths:
        need_sessions(audit)
    shown_as, _ = names_of(audit, None if paths else db)
    habits = _habits(default, audit, shown_as)
    from pontoon_ledger.odds.luck import luck as weighed
    from pontoon_ledger.odds.luck_lines import left_out, named, of_players

    found = weighed(audit, habits)
    every = named(found, audit, habits.shown)
    names = _names(every, player or ())
    seats = every if names is None else of_players(every, names)
    if output is not None:
        _write(seats, output, force=force)
        screen.note(f"{output} written")
    gone = left_out(seats)
    reasons = [*unread(audit), *(f"{many(n, 'hand')} left out: {why}" for why, n in gone.items())]
    shown = _Shown(found, seats, names, habits, gone, by_session=by is not None, worst=worst)
    _show(screen, shown, complete=not reasons)
    raise typer.Exit(say_unfinished(reasons, "these figures are"))


class _Shown(Struct, frozen=True):
    """All that is shown: what was weighed, the seats of those who are asked for, what was left out."""

    found: "Luck"
    seats: "pl.DataFrame"
    names: set[str] | None
    habits: "Habits"
    gone: dict[str, int]
    by_session: bool
    worst: int


def _show(screen: Screen, shown: _Shown, *, complete: bool) -> None:
    from pontoon_ledger.odds.luck_lines import lines
    from pontoon_ledger.odds.selection import selection
    from pontoon_ledger.odds.worst import worst
    from pontoon_ledger.render import luck as told
    from pontoon_ledger.render.luck_shapes import luck_shape, machine_table, rest_shape

    rows = lines(shown.seats, shown.names, by_session=shown.by_session)
    own = shown.seats if shown.names is None else shown.seats.filter(shown.seats["name"].is_in(shown.names))
    costly = worst(shown.found, own, shown.worst)
    if screen.format == Format.CSV:
        screen.table(machine_table(rows))
        return
    if screen.format == Format.JSON:
        known = {name: (one.hands, one.choices) for name, one in shown.habits.seen.items()}
        games = list(zip(shown.found.games, *_of_games(shown), strict=True))
        shape = luck_shape(rows, costly, games, known)
        rest = rest_shape(shown.gone, selection(shown.seats), told.verdict(rows))
        screen.json({"complete": complete, **shape, **rest})
        return
    tables = told.tables(rows)
    if costly:
        tables.append(("the costliest decisions", told.decisions_table(costly)))
    for number, (heading, table) in enumerate(tables):
        screen.say([""] if number else [])
        screen.head(heading)
        screen.table(table)
    if screen.format != Format.PLAIN and not screen.quiet:
        screen.say([""])
        for text in _notes(shown, rows):
            screen.paragraph(text)


def _notes(shown: _Shown, rows: "pl.DataFrame") -> list[str]:
    """What the figures come to, and what they rest on."""
    from pontoon_ledger.odds.selection import selection
    from pontoon_ledger.render import luck as told

    if shown.seats.is_empty():
        return ["No hand was played here."]
    weighed = int(shown.seats.filter(shown.seats["why"].is_null())["hands"].sum())
    said = [told.verdict(rows), *told.left_out(shown.gone, weighed, selection(shown.seats))]
    return [*said, *([told.banks(shown.habits)] if weighed else [])]


def _of_games(shown: _Shown) -> tuple[list[float], list[int]]:
    """What a deal of each game is worth, and how many hands of it were weighed."""
    from pontoon_ledger.odds.keeping import table_of

    hands = [int(shown.seats.filter(game=n)["hands"].sum()) for n in range(len(shown.found.games))]
    return [table_of(game).sitting for game in shown.found.games], hands


def _policy(words: str) -> "Policy | None":
    """Read how bankers play, None for as the record shows it."""
    from pontoon_ledger.odds.policy import PolicyError, parse_policy

    if words.strip().lower() == _RECORD:
        return None
    try:
        return parse_policy(words)
    except PolicyError as error:
        raise misuse(f"--bank: {error}", f"{error.expected}; or record") from None


def _habits(policy: "Policy | None", audit: "Audit", shown: Callable[[int, str], str]) -> "Habits":
    from pontoon_ledger.odds.bankers import Habits, as_recorded
    from pontoon_ledger.odds.policy import DEFAULT

    return as_recorded(audit, shown, DEFAULT) if policy is None else Habits(policy, shown)


def _names(seats: "pl.DataFrame", wanted: Sequence[str]) -> set[str] | None:
    """The players asked for, by any spelling; who is not here is no player to ask for."""
    pairs = [*seats.select("player", "name").rows(), *seats.select("holder", "against").rows()]
    here = {name for _, name in pairs if name is not None}
    spelt = {fold(spelling): name for spelling, name in pairs if name is not None}
    spelt |= {fold(name): name for name in here}
    for word in wanted:
        if fold(word) not in spelt:
            near = nearest(word, sorted(here))
            raise TroubleError(f"nobody here is called {word}", f"did you mean {near}?" if near else None)
    return {spelt[fold(word)] for word in wanted} or None


def _number(text: str) -> int:
    if text.isascii() and text.isdecimal() and int(text) <= _MOST_SHOWN:
        return int(text)
    raise misuse(f"--worst cannot be {text!r}", f"write a number from 0 to {_MOST_SHOWN}")


def _may_be_written(output: str | None, *, force: bool) -> None:
    """Refuse a file before any work is done."""
    if output is None:
        return
    if Path(output).suffix.lower() not in _FILES:
        raise misuse(f"--output cannot be {output!r}", f"give it a name that ends in {' or '.join(_FILES)}")
    if Path(output).exists() and not force:
        raise TroubleError(f"{output} is there already", "--force replaces it")


def _write(seats: "pl.DataFrame", output: str, *, force: bool) -> None:
    """Write a row for each player in each deal."""
    from pontoon_ledger.odds.luck_lines import for_file
    from pontoon_ledger.replacing import written_beside

    rows = for_file(seats)
    try:
        with written_beside(output, force=force) as fresh:
            if output.lower().endswith(".csv"):
                rows.write_csv(fresh)
            else:
                rows.write_parquet(fresh)
    except OSError as error:
        raise TroubleError(f"{output} cannot be written: {error.strerror or 'no room'}") from None
