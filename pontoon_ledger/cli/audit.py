"""`audit`: records of any number judged batch by batch, the results kept as Parquet.

In: paths, a folder. Out: files of hands, deals, transfers, findings and sessions; the last line of a check.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.engines import engine_of
from pontoon_ledger.cli.options import Format, misuse
from pontoon_ledger.cli.progress import progress
from pontoon_ledger.cli.reading import need_sessions, read_options, remark
from pontoon_ledger.cli.screen import Screen, TroubleError
from pontoon_ledger.render.table import Table, words
from pontoon_ledger.render.text import many

if TYPE_CHECKING:
    from pontoon_ledger.render.summary import Summary
    from pontoon_ledger.scale import Audited


def audit(
    paths: o.Paths,
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FOLDER", help="Where the results go, as Parquet.")
    ],
    engine: o.Engine = None,
    jobs: o.Jobs = None,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Audit records of any number, batch by batch, and keep the results as Parquet.

    What was broken off goes on where it stopped; only files that are new or were changed are judged.
    pontoon add FOLDER takes the results into a ledger.

    Exit status: as check.
    """
    from pontoon_ledger.batches.pool import cores
    from pontoon_ledger.render.summary import summary_of
    from pontoon_ledger.scale import UnfitFolderError, audit_into

    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    processes = o.jobs_of(jobs) or cores()
    if "-" in paths:
        raise misuse("audit cannot read standard input", "name files or folders that every worker can reach")
    try:
        with engine_of(engine, processes) as workers, progress(quiet=quiet) as say:
            done = audit_into(
                paths,
                output,
                options,
                engine=workers,
                told=lambda at, all_: say(f"{at} of {all_} files judged"),
            )
    except UnfitFolderError as error:
        raise TroubleError(str(error), "name another folder with -o") from None
    digest = done.digest
    remark(screen, options, digest.notes, headed=digest.sessions.height > 0 and not digest.bare)
    summary = summary_of(digest, digest.findings)
    _tell(screen, output, done, summary)
    need_sessions(digest)
    raise typer.Exit(int(summary.errors > 0 or summary.left_out))


def _tell(screen: Screen, output: str, done: "Audited", summary: "Summary") -> None:
    told = {
        "folder": output,
        "sessions": done.digest.sessions.height,
        "hands": int(done.digest.sessions["hands"].sum()),
        "batches_judged": done.judged,
        "batches_kept": done.kept,
    }
    if screen.format == Format.JSON:
        from pontoon_ledger.render.shapes import summary_shape

        screen.json({**told, "summary": summary_shape(summary), "complete": summary.complete})
    elif screen.format in {Format.CSV, Format.MARKDOWN}:
        screen.table(Table(tuple(map(words, told)), (tuple(told.values()),)))
    else:
        screen.say([summary.line()])
        screen.note(
            f"hands and findings of {many(done.digest.sessions.height, 'session')} are in {output}; "
            f"batches judged now: {done.judged}, before: {done.kept}"
        )
