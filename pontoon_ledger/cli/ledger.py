"""The ledger's commands: `add`, `sessions`, `balance`, `stats`, `findings`, `query`.

In: paths or a database. Out: what became of each session, tables out of the ledger.
"""

from dataclasses import replace
from typing import Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import (
    ledger_or_files,
    open_ledger,
    say_unfinished,
    settlement_of,
)
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.reading import audited, chosen_codes, need_sessions, read_options, unread
from pontoon_ledger.cli.screen import Screen, complain
from pontoon_ledger.render.table import Table, count, words
from pontoon_ledger.render.text import clean


def add(
    paths: o.Paths,
    *,
    db: o.Db = o.DEFAULT_DB,
    replace_: o.Replace = False,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Audit records and store them in the ledger.

    Exit status: 1 where a session was refused.
    """
    screen = Screen(Format(form), quiet, no_color)
    audit = audited(paths, read_options(rules, currency, stakes, players, bank), screen)
    need_sessions(audit)
    with open_ledger(db, write=True) as ledger:
        result = ledger.add(audit, replace=replace_)
    names = ("session", "outcome", "date", "file", "deals", "hands", "revision", "reason")
    rows = tuple(tuple(getattr(one, name) for name in names) for one in result.sessions)
    numbers = {"deals", "hands", "revision"}
    table = Table(tuple(count(n) if n in numbers else words(n) for n in names), rows)
    missing = [note for note in unread(audit) if " has faults" not in note and "to its end" not in note]
    complete = result.complete and not missing
    if form == Format.JSON:
        screen.json({"complete": complete, "sessions": table.mappings()})
    elif form in {Format.CSV, Format.MARKDOWN}:
        screen.table(table)
    else:
        screen.say(clean(str(one)) for one in result.sessions)
    for note in missing:
        complain(note)
    raise typer.Exit(0 if complete else 1)


def sessions(
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
    """List the sessions of the ledger."""
    from pontoon_ledger.render.ledger import sessions_table

    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    with ledger_or_files(paths, db, options, screen) as (ledger, reasons):
        table = sessions_table(ledger.sessions())
    if form == Format.JSON:
        screen.json({"complete": not reasons, "sessions": table.mappings()})
    else:
        screen.table(table)
    raise typer.Exit(say_unfinished(reasons, "these sessions are"))


def balance(
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
    """Show what every player has still to get or to pay.

    Exit status: 1 where the result is incomplete.
    """
    from pontoon_ledger.render.settlement import balance_table, balances_table, currencies, settle_shape

    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    with ledger_or_files(paths, db, options, screen) as (ledger, reasons):
        settlement = settlement_of(ledger)
    settlement = replace(settlement, complete=settlement.complete and not reasons)
    if form == Format.JSON:
        shape = settle_shape(settlement)
        screen.json({"complete": shape["complete"], "balances": shape["balances"]})
    elif form == Format.CSV:
        screen.table(balances_table(settlement))
    else:
        rows = list(settlement.balances.iter_rows(named=True))
        for number, code in enumerate(currencies(rows)):
            screen.say([""] if number else [])
            mine = [row for row in rows if row["currency"] == code]
            screen.table(balance_table(mine, f"player ({code})" if code else "player"))
        if not rows:
            screen.say(["nobody has played yet"])
    raise typer.Exit(say_unfinished(reasons, "these balances are") or int(not settlement.complete))


def stats(
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
    """Show how players and bankers fared.

    Exit status: 1 where the result is incomplete.
    """
    from pontoon_ledger.render.ledger import banker_table, open_counts, player_table, stats_table

    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    with ledger_or_files(paths, db, options, screen) as (ledger, reasons):
        figures = ledger.stats()
    for kind, missing in open_counts(figures).items():
        reasons.append(f"{kind} not known: {missing}")
    as_players, as_bankers = player_table(figures), banker_table(figures)
    if form == Format.JSON:
        tables = {"players": as_players.mappings(), "bankers": as_bankers.mappings()}
        screen.json({"complete": not reasons, **tables})
    elif form == Format.CSV:
        screen.table(stats_table(figures))
    else:
        screen.head("against the bank")
        screen.table(as_players)
        screen.say([""])
        screen.head("as the bank")
        screen.table(as_bankers)
    raise typer.Exit(say_unfinished(reasons, "these figures are"))


def findings(
    paths: o.PathsOrLedger = None,
    *,
    db: o.Db = o.DEFAULT_DB,
    select: o.Select = None,
    ignore: o.Ignore = None,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """List what the check found in the sessions of the ledger."""
    screen = Screen(Format(form), quiet, no_color)
    codes = chosen_codes(select, ignore)
    options = read_options(rules, currency, stakes, players, bank)
    with ledger_or_files(paths, db, options, screen) as (ledger, reasons):
        kept = ledger.query(
            "SELECT f.*, s.session, s.decimals FROM findings f JOIN sessions s USING (session_id) "
            'ORDER BY s.date, s.session_id, f.file, f.line, f."column", f.code'
        )
    from pontoon_ledger.render.findings import finding_lines, findings_table, headline
    from pontoon_ledger.render.shapes import finding_shape

    rows = [row for row in kept.iter_rows(named=True) if row["code"] in codes]
    shapes = [finding_shape(row, row["decimals"]) for row in rows]
    if form == Format.JSON:
        screen.json({"complete": not reasons, "findings": shapes})
    elif form in {Format.CSV, Format.MARKDOWN}:
        screen.table(findings_table(shapes))
    elif form == Format.PLAIN:
        screen.say(headline(row) for row in rows)
    else:
        screen.say(line for row in rows for line in finding_lines(row, None, screen.width, screen.paint))
    raise typer.Exit(say_unfinished(reasons, "these findings are"))


def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="One question, such as: FROM balances")],
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
    """Ask the ledger a question in SQL.

    It is opened for reading alone. Tables: sessions, players, deals, hands, transfers, findings, files;
    views: balances, pairwise_debts, player_stats, banker_stats, results_by_deal.

    Exit status: 1 where the ledger is incomplete.
    """
    from pontoon_ledger.render.ledger import frame_table

    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    with ledger_or_files(paths, db, options, screen) as (ledger, reasons):
        table = frame_table(ledger.query(sql))
    if form == Format.JSON:
        screen.json({"complete": not reasons, "rows": table.mappings()})
    else:
        screen.table(table)
    raise typer.Exit(say_unfinished(reasons, "what was asked is"))
