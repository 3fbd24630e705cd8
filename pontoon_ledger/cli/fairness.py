"""`fairness`: whether the cards came as an honest pack deals them.

In: paths, or the ledger. Out: a table of exact tests and what they come to.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import audited_or_kept, names_of, say_unfinished
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.reading import need_sessions, read_options, unread
from pontoon_ledger.cli.screen import Screen, TroubleError
from pontoon_ledger.render.text import many
from pontoon_ledger.words import fold, nearest

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.odds.fairness import Fairness


def fairness(
    paths: o.PathsOrLedger = None,
    *,
    player: o.Persons = None,
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
    """Test whether pontoons, aces, ranks, five-card tricks and busts came as chance has it.

    By player and as banker, with exact tests, corrected for how many things are looked at. docs/fairness.md
    says what is counted, how often it cries wolf, and how many hands it takes to find a cheat.

    Exit status: 1 where cards are not written or something could not be read; a finding is no error.
    """
    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    audit = audited_or_kept(paths, db, options, screen)
    if paths:
        need_sessions(audit)
    found = _tested(audit, None if paths else db, player or ())
    reasons = [*unread(audit), *(f"{many(n, 'deal')} where {why}" for why, n in found.unwritten.items())]
    _show(screen, found, complete=not reasons)
    raise typer.Exit(say_unfinished(reasons, "these tests are"))


def _tested(audit: "Audit", db: str | None, wanted: Sequence[str]) -> "Fairness":
    """Test what was asked for; who is not here is no player to ask for."""
    from pontoon_ledger.odds import fairness as tests
    from pontoon_ledger.odds.dealt import deals_of

    shown, spellings = names_of(audit, db)
    deals = list(deals_of(audit, shown))
    here = {seat.name for deal in deals for seat in deal.seats} | {deal.banker or "" for deal in deals}
    spelt = spellings | {fold(name): name for name in here}
    chosen = {spelt.get(fold(word), word) for word in wanted}
    for name in sorted(chosen - here):
        near = nearest(name, sorted(here - {""}))
        raise TroubleError(f"nobody here is called {name}", f"did you mean {near}?" if near else None)
    return tests.fairness(deals, chosen if wanted else None)


def _show(screen: Screen, found: "Fairness", *, complete: bool) -> None:
    from pontoon_ledger.render import fairness as shown

    if screen.format == Format.JSON:
        screen.json(shown.fairness_shape(found, complete=complete))
    elif screen.format == Format.CSV:
        screen.table(shown.machine_table(found))
    else:
        if found.lines:
            screen.table(shown.fairness_table(found))
            screen.say([""] if screen.format != Format.PLAIN else [])
        more = [] if screen.quiet else [shown.reach(found), *shown.left_out(found)]
        for text in [*shown.verdict(found), *more] if screen.format != Format.PLAIN else []:
            screen.paragraph(text)
