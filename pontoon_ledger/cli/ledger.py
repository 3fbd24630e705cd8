"""What the ledger holds: `add`, `sessions`, `findings`.

In: paths or a database. Out: what became of each session, tables out of the ledger.
"""

from typing import TYPE_CHECKING

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import ledger_or_files, open_ledger, say_unfinished
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.progress import progress
from pontoon_ledger.cli.reading import audited, chosen_codes, need_sessions, read_options
from pontoon_ledger.cli.results import add_results, are_results
from pontoon_ledger.cli.screen import Screen, complain

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit


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

    All of them go in at once: if that is broken off, the ledger is as it was. A file that cannot be read is
    told of, and the others are added. The results of pontoon audit go in batch by batch.

    Exit status: 1 where a session was refused or a file has faults, 2 where nothing could be read.
    """
    from pontoon_ledger.render.adding import (
        added_counts,
        added_lines,
        added_plainly,
        added_table,
        files_told,
        left_out,
    )
    from pontoon_ledger.store.model import AddResult

    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    result = AddResult()
    audit: Audit | None = None
    with progress(quiet=quiet) as tell:
        if are_results(paths, options):
            files, result = add_results(paths, db, tell, replacing=replace_)
        else:
            audit = audited(paths, options, screen, tell=tell)
            if audit.sessions.height:
                tell("writing the ledger")
                with open_ledger(db, write=True) as ledger:
                    result = ledger.add(audit, replace=replace_)
            files = files_told(audit, result)
    missing = left_out(files, result)
    if form == Format.JSON:
        shapes = {"sessions": added_table(result).mappings(), "files": [file.shape for file in files]}
        screen.json({"complete": missing is None, **shapes})
    if audit is not None:
        need_sessions(audit)
    if form in {Format.CSV, Format.MARKDOWN}:
        screen.table(added_table(result))
    elif form == Format.PLAIN:
        screen.say(added_plainly(files))
    elif form == Format.TABLE:
        screen.say(added_lines(files))
        if not quiet and (len(files) > 1 or len(result.sessions) > 1):
            screen.say(["", added_counts(files, result)])
    if missing:
        complain(missing)
        for file in files if screen.machine or form == Format.MARKDOWN else ():
            if file.reason:
                complain(f"{file.path}: {file}")
    raise typer.Exit(int(missing is not None))


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
