"""`query`: a question in SQL to the ledger, and what can be asked.

In: SQL, or a file of it; paths, or the ledger. Out: the rows of the answer, on the screen or in a file.
"""

import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.answers import Question, show, write
from pontoon_ledger.cli.ledgers import ledger_or_files, open_ledger, say_unfinished
from pontoon_ledger.cli.options import Format, format_of, misuse
from pontoon_ledger.cli.reading import read_options
from pontoon_ledger.cli.screen import Screen, TroubleError

if TYPE_CHECKING:
    from pontoon_ledger.store import Ledger

PARQUET = "parquet"
_FORMS = "|".join((*Format, PARQUET))
_OF_ENDING = {".parquet": PARQUET, ".csv": Format.CSV, ".json": Format.JSON, ".md": Format.MARKDOWN}


def query(
    sql: Annotated[
        str | None,
        typer.Argument(
            metavar="SQL", help="One question, such as: FROM balances; or a .sql file; - is standard input."
        ),
    ] = None,
    paths: o.PathsOrLedger = None,
    *,
    db: o.Db = o.DEFAULT_DB,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to a .parquet, .csv, .json or .md."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    explain_schema: Annotated[
        bool, typer.Option("--explain-schema", help="Show what can be asked, or that of the tables named.")
    ] = False,
    timeout: Annotated[
        str, typer.Option("--timeout", metavar="SECONDS", help="How long an answer may take; 0 for ever.")
    ] = "60",
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar=_FORMS,
            show_default=False,
            help="How to write the answer; a table, or as FILE is named, unless told.",
        ),
    ] = "",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Ask the ledger a question in SQL.

    It is opened for reading alone. pontoon query --explain-schema tells which tables and views there are,
    --explain-schema hands what each column of one means; docs/queries.md has questions to begin with.
    Beside what it keeps there are luck, luck_by_player and luck_by_session, reckoned when a question names
    them. An answer of any length is written as it comes; on a screen its first thousand rows set the widths.

    Exit status: 1 where the ledger is incomplete, or luck is asked for and hands could not be weighed.
    """
    written = _form(form, output)
    if explain_schema:
        if output is not None or written == PARQUET:
            raise misuse("--explain-schema is for the screen, not for a file")
        _explain([*([sql] if sql else []), *(paths or [])], db, Screen(Format(written), quiet, no_color))
        return
    question = _question(sql, paths or [], _seconds(timeout))
    options = read_options(rules, currency, stakes, players, bank)
    if output is not None:
        _may_be_written(output, db, force=force)
    screen = Screen(Format.CSV if written == PARQUET else Format(written), quiet, no_color)
    with ledger_or_files(paths, db, options, screen) as (ledger, reasons):
        if output is not None:
            parquet = written == PARQUET
            whole = not reasons
            missing = write(ledger, question, output, screen, parquet=parquet, force=force, complete=whole)
        else:
            missing = show(ledger, question, screen, complete=not reasons)
    raise typer.Exit(say_unfinished([*reasons, *missing], "what was asked is"))


def _form(form: str, output: str | None) -> str:
    """Settle how to write, by what was said or by the ending of the file."""
    ending = Path(output).suffix.lower() if output else ""
    of_file = _OF_ENDING.get(ending)
    said = form.lower() if form.lower() in {"", PARQUET} else format_of(form)
    if said == PARQUET and output is None:
        raise misuse("--format parquet needs a file to write to", "add -o FILE.parquet")
    if said and of_file and said != of_file:
        raise misuse(f"--format {said} cannot be written to a file that ends in {ending}")
    if output == "":
        raise misuse("--output needs the name of a file")
    if output and not (said or of_file):
        raise misuse(
            f"--output cannot be {output!r} without --format",
            f"give it a name that ends in one of {', '.join(_OF_ENDING)}",
        )
    return said or of_file or Format.TABLE


def _may_be_written(output: str, db: str, *, force: bool) -> None:
    """Refuse a file that is there already before any work is done, and the ledger itself in any case."""
    if os.path.realpath(output) == os.path.realpath(db):
        raise TroubleError(f"{output} is the ledger; it is left as it is")
    if Path(output).exists() and not force:
        raise TroubleError(f"{output} is there already", "--force replaces it")


def _seconds(text: str) -> float | None:
    """Read how long an answer may take, None for any time."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < 1e6:
        raise misuse(f"--timeout cannot be {text!r}", "a number of seconds such as 120, or 0 for no limit")
    return seconds or None


def _question(sql: str | None, paths: Sequence[str], seconds: float | None) -> Question:
    """Take the question as it stands on the command line, in a file or in standard input."""
    from pontoon_ledger.records.limits import content

    if sql is None:
        raise misuse("no question", 'ask one in SQL: "FROM balances", or see what there is: --explain-schema')
    if sql == "-":
        if "-" in paths:
            raise misuse("standard input cannot be the question and a record at once")
        return Question(_text(_standard_input(), "standard input"), "standard input", seconds)
    if not sql.lower().endswith(".sql"):
        return Question(sql, None, seconds)
    try:
        return Question(_text(content(Path(sql)), sql), sql, seconds)
    except FileNotFoundError:
        raise TroubleError(f"there is no file {sql}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no name of a file"
        raise TroubleError(f"{sql} cannot be read: {why}") from None


def _standard_input() -> bytes:
    from pontoon_ledger.records.limits import UnfitError, whole

    try:
        return whole(sys.stdin.buffer)
    except UnfitError as error:
        raise TroubleError(f"standard input cannot be read: {error.strerror}") from None
    except (AttributeError, OSError, ValueError):
        raise TroubleError("the question cannot be read: there is no standard input") from None


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise TroubleError(f"{name} is no text in UTF-8 (line {line}); save it as UTF-8") from None


def _explain(names: Sequence[str], db: str, screen: Screen) -> None:
    """Show what can be asked."""
    from pontoon_ledger.render.describing import described_columns, described_shape, described_table
    from pontoon_ledger.store.describing import described

    with _ledger_or_blank(db) as ledger:
        things = described(ledger, names)
    if screen.format == Format.JSON:
        screen.json({"complete": True, "tables": described_shape(things)})
    elif screen.format in {Format.CSV, Format.PLAIN}:
        screen.table(described_table(things))
    else:
        for number, thing in enumerate(things):
            screen.say([""] if number else [])
            screen.head(f"{thing.name} ({thing.kind})")
            screen.paragraph(thing.comment or "")
            if thing.columns:
                screen.table(described_columns(thing))


@contextmanager
def _ledger_or_blank(db: str) -> Iterator["Ledger"]:
    """Open the ledger, or where none was named nor made yet an empty one."""
    from pontoon_ledger.store import Ledger, LedgerError

    if db != o.DEFAULT_DB or Path(db).exists():
        with open_ledger(db) as ledger:
            yield ledger
        return
    try:
        with Ledger.memory() as ledger:
            yield ledger
    except LedgerError as error:
        raise TroubleError(str(error)) from None
