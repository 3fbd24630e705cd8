"""`settle`: who owes whom, with the fewest payments.

In: paths, or the ledger. Out: balances, payments for the chat, and why a balance is open.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import open_ledger, settlement_of, unfinished
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.reading import audited, need_sessions, read_options, unread
from pontoon_ledger.cli.screen import Screen, complain

if TYPE_CHECKING:
    from pontoon_ledger.balances import Settlement


def settle(
    paths: o.PathsOrLedger = None,
    *,
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
    """Say who owes whom, with the fewest payments that settle it.

    Exit status: 1 where the result is incomplete.
    """
    screen = Screen(Format(form), quiet, no_color)
    if paths:
        audit = audited(paths, read_options(rules, currency, stakes, players, bank), screen)
        need_sessions(audit)
        from pontoon_ledger import api
        from pontoon_ledger.cli.reasons import open_results

        settlement = api.settle(audit)
        reasons = unread(audit) + open_results(audit)
    else:
        with open_ledger(db) as ledger:
            settlement = settlement_of(ledger)
            reasons = unfinished(ledger)
    settlement = replace(settlement, complete=settlement.complete and not reasons)
    from pontoon_ledger.render.settlement import settle_shape, settle_table

    if form == Format.JSON:
        screen.json(settle_shape(settlement))
    elif form == Format.CSV:
        screen.table(settle_table(settlement))
    else:
        _tell(screen, settlement)
    if not settlement.complete:
        complain("this settlement is incomplete:" if reasons else "this settlement is incomplete")
        for reason in reasons:
            complain(f"  {reason}")
        raise typer.Exit(1)


def _tell(screen: Screen, settlement: "Settlement") -> None:
    """Show the balances and the payments of each currency."""
    from pontoon_ledger.render.settlement import balance_table, currencies, plan_lines

    rows = list(settlement.balances.iter_rows(named=True))
    bullet = "- " if screen.format == Format.MARKDOWN else ""
    for number, code in enumerate(currencies(rows)):
        mine = [row for row in rows if row["currency"] == code]
        screen.say([""] if number else [])
        screen.table(balance_table(mine, f"player ({code})" if code else "player"))
        screen.say([] if screen.format == Format.PLAIN else [""])
        screen.say(f"{bullet}{line}" for line in plan_lines(settlement, code))
    if not rows:
        screen.say(["nobody has played yet"])
    if any(row["recorded"] is None and row["balance"] is not None for row in rows):
        screen.note("recorded is ? where not every payment was written down; what is due stands in for it")
