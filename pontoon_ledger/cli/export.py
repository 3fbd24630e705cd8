"""`export`: the ledger, or records, written for other programs.

In: paths, or the ledger; a format. Out: a journal, a table or a report, on standard output or in a file.
"""

import sys
from collections.abc import Sequence
from datetime import date
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import completing
from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import ledger_or_files, say_unfinished, unfinished
from pontoon_ledger.cli.options import Format, day, misuse
from pontoon_ledger.cli.passed import no_session, period
from pontoon_ledger.cli.reading import read_options
from pontoon_ledger.cli.screen import Screen, TroubleError, complain
from pontoon_ledger.export import FORMATS, JOURNALS, TABLES
from pontoon_ledger.period import UnknownSessionError
from pontoon_ledger.words import nearest

if TYPE_CHECKING:
    from pontoon_ledger.export.chosen import Chosen
    from pontoon_ledger.period import Period
    from pontoon_ledger.store import Ledger

_MOST_TOLD = 12
"""Unknown payments that are told one by one; the journal names all."""


def format_of(text: str) -> str:
    """Read what to write for; any other word is a usage error.

    >>> format_of("CSV")
    'csv'
    """
    return _one_of("--to", text, FORMATS)


def export(
    paths: o.PathsOrLedger = None,
    *,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="|".join(FORMATS),
            callback=format_of,
            help="What to write for.",
            autocompletion=completing.one_of(FORMATS),
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to; standard output unless told."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    table: Annotated[
        str | None,
        typer.Option(
            "--table",
            metavar="NAME",
            help="Which table for csv, jsonl, parquet; the hands unless told.",
            autocompletion=completing.one_of(TABLES),
        ),
    ] = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="In CSV all texts as they are, what a spreadsheet would run too.")
    ] = False,
    dated: Annotated[
        str | None,
        typer.Option("--date", metavar="DATE", help="In journals the day of sessions that have none."),
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
    quiet: o.Quiet = False,
) -> None:
    """Write the ledger for other programs: a journal of double entry, a table, a report.

    Tables: hands, deals, moves, findings, sessions, balances, debts, results.

    Exit status: 1 where the export is incomplete.
    """
    part = period(session, since, until)
    kind = _table(to, table)
    on = _undated(to, dated)
    if raw and to != "csv":
        raise misuse("--raw is for csv alone", "the other formats take every text as text")
    if output is None and to == "parquet":
        raise misuse("parquet is no text and cannot go to a screen", "-o FILE says where to")
    _spare(output, force)
    screen = Screen(Format.PLAIN, quiet)
    options = read_options(rules, currency, stakes, players, bank)
    data: str | bytes
    with ledger_or_files(paths, db, options, screen) as (ledger, found):
        chosen, reasons = _chosen(ledger, part, found, paths, screen)
        if to in JOURNALS:
            data, more = _journal(chosen, to, on)
            reasons += more
        elif to == "markdown":
            data = _report(chosen)
        else:
            data = _tabled(chosen, to, kind, raw=raw)
    _spare(output, force)
    _deliver(screen, output, data)
    raise typer.Exit(say_unfinished(reasons, "this export is"))


def _one_of(option: str, text: str, known: Sequence[str]) -> str:
    if text.lower() in known:
        return text.lower()
    near = nearest(text, known)
    raise misuse(
        f"{option} cannot be {text!r}", f"did you mean {near}?" if near else f"one of {', '.join(known)}"
    )


def _table(to: str, named: str | None) -> str:
    """Which table is meant; only some formats are made of one."""
    if named is not None and to in (*JOURNALS, "markdown"):
        raise misuse("--table is for csv, jsonl and parquet", f"{to} is made of the whole ledger")
    return _one_of("--table", named or TABLES[0], TABLES)


def _undated(to: str, text: str | None) -> date | None:
    if text is not None and to not in JOURNALS:
        raise misuse("--date is for journals", f"{to} can do without dates")
    found = day("--date", text)
    return date.fromisoformat(found) if found else None


def _chosen(
    ledger: "Ledger", part: "Period", found: list[str], paths: Sequence[str] | None, screen: Screen
) -> tuple["Chosen", list[str]]:
    """What is to be exported, and why it is not all that was asked for."""
    from pontoon_ledger.export.chosen import choose

    try:
        chosen = choose(ledger, part)
    except UnknownSessionError as error:
        for reason in found:
            complain(reason)
        raise no_session(error, paths) from None
    sessions = ledger.sessions()
    meant = sessions["session"].is_in(chosen.ask("SELECT session FROM sessions")["session"].to_list())
    if part.sessions:
        reasons = unfinished(sessions.filter(meant))
        if ledger.query("SELECT count(*) FROM moves WHERE session_id IS NULL").item():
            screen.note("payments between sessions are part of no session and are left out")
    else:
        others = unfinished(sessions.filter(~meant))
        reasons = [reason for reason in found if reason not in others]
    return chosen, reasons + [f"{name} has no date and is left out" for name in chosen.undated]


def _journal(chosen: "Chosen", to: str, on: date | None) -> tuple[str, list[str]]:
    """Write a journal; with it what is missing from it."""
    from pontoon_ledger.export import beancount, hledger
    from pontoon_ledger.export.journal import UndatedError, journal

    try:
        book = journal(chosen, on)
    except UndatedError as error:
        raise TroubleError(
            f"a journal needs a date for everything, and there is none for {error}",
            "--date DATE gives one; --session NAME, or --since DATE, leaves such sessions out",
        ) from None
    lines = (hledger if to == "hledger" else beancount).lines(book)
    missing = book.left_out
    told = missing[:_MOST_TOLD]
    if len(missing) > len(told):
        told.append(f"and {len(missing) - len(told)} more; the journal names them all")
    return "".join(f"{line}\n" for line in lines), told


def _report(chosen: "Chosen") -> str:
    from pontoon_ledger.export.markdown import report

    return "\n".join(report(chosen)).rstrip("\n") + "\n"


def _tabled(chosen: "Chosen", to: str, name: str, *, raw: bool) -> str | bytes:
    from pontoon_ledger.export.jsonl import as_jsonl
    from pontoon_ledger.export.parquet import as_parquet
    from pontoon_ledger.export.spreadsheet import as_csv
    from pontoon_ledger.export.tables import as_texts, table

    frame = table(chosen, name)
    if to == "parquet":
        return as_parquet(frame)
    texts = as_texts(frame)
    return as_jsonl(texts) if to == "jsonl" else as_csv(texts, raw=raw)


def _spare(output: str | None, force: bool) -> None:
    """Leave a file alone that is there, also one that came while the work was done."""
    if output is not None and Path(output).exists() and not force:
        raise TroubleError(f"{output} is there already", "--force replaces it")


def _deliver(screen: Screen, output: str | None, data: str | bytes) -> None:
    """Write the whole of it, always as UTF-8, to a file or to standard output."""
    from pontoon_ledger.replacing import replace_file

    if output is None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        screen.say([str(data).removesuffix("\n")] if data else [])
        return
    try:
        replace_file(output, data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise TroubleError(f"{output} cannot be written: {error.strerror}") from None
    screen.note(f"{output} written")
