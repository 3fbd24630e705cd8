"""`check` and `explain`: what is wrong with records, and how a deal came to what is due.

In: paths. Out: findings and a summary; the story of one deal.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import completing
from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import audited_or_kept, kept_session, say_unfinished, seated_as, session_names
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.reading import (
    audited_in_batches,
    chosen_codes,
    need_sessions,
    read_options,
    shown,
    unread,
)
from pontoon_ledger.cli.screen import Screen, TroubleError, complain
from pontoon_ledger.render.table import Table, words
from pontoon_ledger.render.text import clean

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.batches.joining import Digest


def check(
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
    jobs: o.Jobs = None,
    engine: o.Engine = None,
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Audit records and report what is wrong in them; without PATH, the sessions of the ledger.

    Exit status: 0 no errors, 1 errors or something left out, 2 nothing could be read.
    """
    screen = Screen(Format(form), quiet, no_color)
    codes = chosen_codes(select, ignore)
    options = read_options(rules, currency, stakes, players, bank)
    many = o.jobs_of(jobs)
    if engine is not None and not paths:
        raise o.misuse("--engine is for records", "name them, or leave it out for those of the ledger")
    audit: Audit | Digest
    if paths:
        audit = audited_in_batches(paths, options, screen, many, engine)
    else:
        audit = audited_or_kept(paths, db, options, screen)
    from pontoon_ledger.render.summary import summary_of

    findings = shown(audit.findings, codes)
    summary = summary_of(audit, findings)
    untold = summary.left_out and not findings["code"].str.starts_with("P0").any()
    if form == Format.JSON:
        from pontoon_ledger.render.shapes import check_shape

        screen.json(check_shape(audit, findings, summary))
    else:
        _report(screen, audit, findings)
        for note in unread(audit) if not (summary.complete or untold or quiet) else ():
            if note.endswith("its end"):
                complain(note)
        if form == Format.CSV:
            screen.note(summary.line())
        elif not quiet:
            screen.say(["", summary.line()] if len(findings) and form != Format.PLAIN else [summary.line()])
    if untold:
        say_unfinished(unread(audit), "this check is")
    raise typer.Exit(2 if not audit.sessions.height else int(summary.errors > 0 or summary.left_out))


def _report(screen: Screen, audit: "Audit | Digest", findings: "pl.DataFrame") -> None:
    if screen.format in {Format.CSV, Format.MARKDOWN}:
        from pontoon_ledger.render.findings import findings_table
        from pontoon_ledger.render.shapes import findings_shape

        if len(findings) or screen.format == Format.CSV:
            screen.table(findings_table(findings_shape(audit, findings)))
        return
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.render.findings import Pages, finding_lines, headline

    def lines() -> Iterator[str]:
        line_of = Pages(audit.records.sources).line if isinstance(audit, Audit) else audit.line
        for row in findings.iter_rows(named=True):
            if screen.format == Format.PLAIN:
                yield headline(row)
            else:
                yield from finding_lines(
                    row, line_of(row["file_no"], row["line"]), screen.width, screen.paint
                )

    screen.say(lines())


def explain(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="A record, - for standard input, or a session of the ledger by its name.",
            autocompletion=completing.sessions,
        ),
    ],
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="The deal's label or number.")],
    player: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAYER]", help="Tell this player's hands alone.", autocompletion=completing.players
        ),
    ] = None,
    *,
    session: Annotated[
        str | None, typer.Option("--session", metavar="NAME", help="Which session, where there are several.")
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
    """Tell a deal step by step, with the rules cited and what is owed."""
    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    there = path == "-" or _is_there(path)
    kept = None if there else kept_session(path, db)
    if kept is None and not there:
        raise TroubleError(
            f"there is no file {path}, and no session of that name in the ledger {db}",
            _meant(path, db) or "pontoon sessions lists those of a ledger",
        )
    audit = audited_or_kept(None if kept else [path], db, options, screen, [kept] if kept else None)
    need_sessions(audit)
    if kept and player is not None and (seated := seated_as(audit, db, player)) != player:
        screen.note(f"{player} sits in {kept} as {seated}")
        player = seated
    from pontoon_ledger.explain import ExplainError
    from pontoon_ledger.explain import explain as tell

    try:
        story = tell(audit, deal, player, session)
    except ExplainError as error:
        raise TroubleError(str(error.args[0] if error.args else error)) from None
    if form == Format.JSON:
        screen.json(story.to_json())
    elif form in {Format.CSV, Format.MARKDOWN}:
        screen.table(_steps(story.to_json()))
    else:
        screen.say(clean(line) for line in story.lines(screen.width))


def _meant(path: str, db: str) -> str | None:
    """The session of the ledger, or the record beside, whose name is nearest."""
    from pontoon_ledger.records.paths import RECORDS, TABLES
    from pontoon_ledger.words import nearest

    known = session_names(db)
    with suppress(OSError, ValueError):
        beside = Path(path).parent.iterdir()
        known += [str(one) for one in beside if one.suffix.lower() in RECORDS + TABLES]
    near = nearest(path, known)
    return f"did you mean {near}?" if near else None


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:
        return False


def _steps(story: dict) -> Table:  # type: ignore[type-arg]
    """Put the steps of a story into a table."""
    columns = (words("player"), words("hand"), words("text", "what happened"), words("rule"))
    rows = [
        (hand["player"], hand["hand"], step["text"], step["rule"])
        for hand in story["hands"]
        for step in hand["steps"]
    ]
    return Table(columns, tuple(rows))
