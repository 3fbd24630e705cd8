"""`settle`: who owes whom, with the fewest payments, and where a figure comes from.

In: paths, or the ledger. Out: balances, payments for the chat, the lines behind one balance; why
a balance is open.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.completing import players as players_of
from pontoon_ledger.cli.courses import show_courses
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.passed import Passed, nothing_passed, passed, period
from pontoon_ledger.cli.reading import read_options
from pontoon_ledger.cli.screen import Screen, TroubleError, complain

if TYPE_CHECKING:
    from pontoon_ledger.balances import Settlement


def settle(
    paths: o.PathsOrLedger = None,
    *,
    why: Annotated[
        str | None,
        typer.Option(
            "--why",
            metavar="PLAYER",
            help="Trace this player's balance to its deals.",
            autocompletion=players_of,
        ),
    ] = None,
    db: o.Db = o.DEFAULT_DB,
    since: o.Since = None,
    until: o.Until = None,
    session: o.Sessions = None,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Say who owes whom, with the fewest payments that settle it.

    Exit status: 1 where the result is incomplete.
    """
    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    found = passed(paths, db, options, screen, period(session, since, until))
    if why is not None:
        _trace(screen, found, why)
        return
    from pontoon_ledger.balances import settle_moves
    from pontoon_ledger.render.settlement import settle_shape, settle_table

    settlement = settle_moves(found.moves, complete=not found.reasons)
    if form == Format.JSON:
        screen.json(settle_shape(settlement))
    elif form == Format.CSV:
        screen.table(settle_table(settlement))
    else:
        _tell(screen, settlement, nothing_passed(since, until, session))
        show_courses(screen, found.moves)
    _leave("this settlement is incomplete", found.reasons, complete=settlement.complete)


def _tell(screen: Screen, settlement: "Settlement", nothing: str) -> None:
    """Show the balances and the payments of each currency."""
    from pontoon_ledger.render.settlement import balance_table, currencies, plan_lines, rows_of

    rows = list(settlement.balances.iter_rows(named=True))
    for number, coin in enumerate(currencies(rows)):
        mine = rows_of(coin, rows)
        screen.say([""] if number else [])
        screen.table(balance_table(mine, f"player ({coin.name})" if coin.name else "player"))
        screen.say([] if screen.format == Format.PLAIN else [""])
        screen.sentences(plan_lines(settlement, coin, screen.paint.charset), listed=True)
    if not rows:
        screen.sentences([nothing])
    if any(row["recorded"] is None and row["balance"] is not None for row in rows):
        screen.note("recorded is ? where not every payment was written down; what is due stands in for it")


def _trace(screen: Screen, found: Passed, player: str) -> None:
    """Show what a balance is made of."""
    from pontoon_ledger.render.settlement import currencies, rows_of
    from pontoon_ledger.render.tracing import trace_rows, trace_shape, trace_table
    from pontoon_ledger.tracing import UnknownPlayerError, trace

    try:
        rows = trace_rows(trace(found.moves, found.name(player)))
    except UnknownPlayerError as error:
        raise TroubleError(str(error)) from None
    complete = not found.reasons and all(row["balance"] is not None for row in rows)
    many = found.moves["session"].n_unique() > 1
    if screen.format == Format.JSON:
        screen.json({"complete": complete, "player": player, **trace_shape(rows)})
    elif screen.format == Format.CSV:
        from pontoon_ledger.render.tracing import lines_table

        screen.table(lines_table(rows))
    else:
        kinds = currencies(rows)
        for number, coin in enumerate(kinds):
            screen.say([""] if number else [])
            if len(kinds) > 1:
                screen.head(coin.name or "no currency named")
            screen.table(trace_table(rows_of(coin, rows), many=many))
    _leave("these figures are incomplete", found.reasons, complete=complete)


def _leave(what: str, reasons: Sequence[str], *, complete: bool) -> None:
    """End with 1 where something is open, saying why."""
    if complete:
        return
    complain(f"{what}:" if reasons else what)
    for reason in reasons:
        complain(f"  {reason}")
    raise typer.Exit(1)
