"""`report`: an evening or a season as one page for the group.

In: sessions of the ledger, or records. Out: an HTML file that needs nothing else, or Markdown.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import ledger_or_files, open_ledger, say_unfinished, unfinished
from pontoon_ledger.cli.options import Format, misuse
from pontoon_ledger.cli.reading import read_options
from pontoon_ledger.cli.screen import Screen, TroubleError, complain
from pontoon_ledger.period import Period, UnknownSessionError
from pontoon_ledger.words import nearest

if TYPE_CHECKING:
    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.store import Ledger

_FORMS = ("html", "markdown")
_OF_ENDING = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown"}


def form_of(text: str | None) -> str | None:
    """Read a form of reports; any other word is a usage error.

    >>> form_of("HTML")
    'html'
    """
    if text is None or text.lower() in _FORMS:
        return text and text.lower()
    near = nearest(text, _FORMS)
    raise misuse(f"--format cannot be {text!r}", f"did you mean {near}?" if near else "html or markdown")


def report(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SESSION|PATH]...",
            help="Sessions of the ledger by their names, or records in place of it. A file, a folder, - or "
            "what looks like a path is a record. Nothing: the newest session of the ledger.",
        ),
    ] = None,
    *,
    whole: Annotated[bool, typer.Option("--all", help="All sessions of the ledger: the season.")] = False,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to; HTML needs a file.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="|".join(_FORMS),
            callback=form_of,
            help="HTML unless told, or unless the file ends in .md.",
        ),
    ] = None,
    db: o.Db = o.DEFAULT_DB,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    quiet: o.Quiet = False,
) -> None:
    """Write an evening or a season as one page for the group.

    Who pays whom, what was paid wrongly with the deal retold, how the balances went, statistics. The HTML
    file opens anywhere and asks nothing of the net. Example: pontoon report friday.yaml -o friday.html

    Exit status: 1 where something is not known or left out, which the page says too.
    """
    names, paths = _told_apart(words or (), whole=whole)
    as_page = _form(form, output) == "html"
    if as_page and output is None:
        raise misuse("a page is for a browser, not for a terminal", "-o evening.html says where to")
    _spare(output, force=force)
    screen = Screen(Format.PLAIN, quiet)
    options = read_options(rules, currency, stakes, players, bank)
    if as_page:
        _need_extra()
    with _opened(names, paths, db, options, screen, whole=whole) as (ledger, found):
        text, reasons, size = _page(ledger, found) if as_page else _markdown(ledger, found)
    if output is None:
        screen.say([text.removesuffix("\n")])
    else:
        _deliver(output, text, force=force)
        screen.note(f"{output} written{size}")
    raise typer.Exit(say_unfinished(reasons, "this report is"))


def _told_apart(words: Sequence[str], *, whole: bool) -> tuple[list[str], list[str]]:
    """Tell the sessions from the records; there may be one sort of them.

    >>> _told_apart(["2026-11-27 at Ann's"], whole=False), _told_apart(["friday.yaml", "-"], whole=False)
    ((["2026-11-27 at Ann's"], []), ([], ['friday.yaml', '-']))
    """
    names = [word for word in words if not _is_record(word)]
    paths = [word for word in words if _is_record(word)]
    if whole and words:
        raise misuse("--all is the whole ledger and takes no names", "leave it out, or the names")
    if names and paths:
        raise misuse(
            f"sessions of the ledger or records, not both: {names[0]!r} is no file",
            "a session's name of several words stands in quotes; a record is named as the file it is",
        )
    return names, paths


def _is_record(word: str) -> bool:
    from pontoon_ledger.records.paths import RECORDS, TABLES

    if word == "-" or Path(word).suffix.lower() in RECORDS + TABLES or os.sep in word or "/" in word:
        return True
    with suppress(OSError, ValueError):
        return Path(word).exists()
    return False


def _form(said: str | None, output: str | None) -> str:
    """Settle how to write, by what was said or by the ending of the file."""
    if output is None:
        return said or "html"
    ending = Path(output).suffix.lower()
    of_file = _OF_ENDING.get(ending)
    if said and of_file and said != of_file:
        raise misuse(f"--format {said} cannot be written to a file that ends in {ending}")
    if not (said or of_file):
        advice = f"give it a name that ends in one of {', '.join(_OF_ENDING)}"
        raise misuse(f"--output cannot be {output!r} without --format", advice)
    return said or of_file or "html"


def _need_extra() -> None:
    try:
        import altair
        import jinja2
        import vl_convert
    except ImportError as error:
        missing = (error.name or "a library").replace("_", "-")
        raise TroubleError(
            f"pontoon report needs {missing} to draw a page: pip install 'pontoon-ledger[report]'",
            "--format markdown does without",
        ) from None
    del altair, jinja2, vl_convert


@contextmanager
def _opened(
    names: list[str], paths: list[str], db: str, options: "ReadOptions", screen: Screen, *, whole: bool
) -> Iterator[tuple["Ledger", list[str]]]:
    """Open a ledger of what is meant, and say why it is not all of it."""
    if paths or whole:
        _mention(options, screen, whole=whole)
        with ledger_or_files(paths, db, options, screen) as (ledger, reasons):
            if ledger.sessions().is_empty():
                for reason in reasons:
                    complain(reason)
                what = "no session could be taken in" if paths else "the ledger holds no session yet"
                advice = "pontoon check shows what is wrong" if paths else "pontoon add PATH stores one"
                raise TroubleError(what, advice)
            yield ledger, reasons
        return
    _mention(options, screen, whole=True)
    with _narrowed(names, db, screen) as opened:
        yield opened


def _mention(options: "ReadOptions", screen: Screen, *, whole: bool) -> None:
    if whole and options != type(options)():
        screen.note("--rules and the options for tables without a head change nothing in the ledger")


@contextmanager
def _narrowed(names: list[str], db: str, screen: Screen) -> Iterator[tuple["Ledger", list[str]]]:
    """Take these sessions out of the ledger; the newest where none is named."""
    from pontoon_ledger.report.narrowing import narrowed
    from pontoon_ledger.store import LedgerError

    try:
        with open_ledger(db) as ledger:
            rows = ledger.sessions().select("session", "date", "added").rows()
            if not rows:
                raise TroubleError("the ledger holds no session yet", "pontoon add PATH stores one")
            newest = max(rows, key=lambda row: (row[1] is not None, row[1] or row[2], row[2]))[0]
            chosen, _ = Period(tuple(names or [newest])).chosen((name, None) for name, _, _ in rows)
            if not names:
                screen.note(f"the newest session: {newest}; --all takes the whole ledger")
            if ledger.query("SELECT count(*) FROM moves WHERE session_id IS NULL").item():
                screen.note("payments between sessions are part of no session and are left out")
            part, reasons = narrowed(ledger, chosen)
    except UnknownSessionError as error:
        said, _, near = str(error).partition("; did you mean ")
        hint = f"did you mean {near}" if near else "pontoon sessions lists them"
        raise TroubleError(f"{said}, and no file or folder is called so", hint) from None
    except TroubleError as error:
        if names and str(error).startswith("there is no ledger"):
            raise TroubleError(f"{error}, and no file or folder is called {names[0]}", error.help) from None
        raise
    try:
        with part:
            yield part, reasons + unfinished(part.sessions())
    except LedgerError as error:
        raise TroubleError(str(error)) from None


def _page(ledger: "Ledger", reasons: list[str]) -> tuple[str, list[str], str]:
    """Write the page: with it all that is not known, and how large it is."""
    from pontoon_ledger.report.gathering import gather
    from pontoon_ledger.report.page import library_code, page

    found = gather(ledger, reasons)
    text = page(found)
    size, code = (round(len(one.encode()) / 1000) for one in (text, library_code()))
    return text, [*found.reasons, *found.missing], f" ({size} kB, of which {code} kB draw the charts)"


def _markdown(ledger: "Ledger", reasons: list[str]) -> tuple[str, list[str], str]:
    from pontoon_ledger.report.plain import as_markdown

    return as_markdown(ledger, reasons), reasons, ""


def _spare(output: str | None, *, force: bool) -> None:
    """See to it, before the work is done, that there is a place for it."""
    if output is None:
        return
    if Path(output).exists() and not force:
        raise _taken(output)
    if not Path(output).absolute().parent.is_dir():
        raise TroubleError(f"{output} cannot be written: there is no such folder")


def _taken(output: str) -> TroubleError:
    return TroubleError(f"{output} is there already", "--force replaces it")


def _deliver(output: str, text: str, *, force: bool) -> None:
    """Write the file whole, never over another that came meanwhile."""
    from pontoon_ledger.replacing import written_beside

    try:
        with written_beside(output, force=force) as fresh:
            fresh.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    except FileExistsError:
        raise _taken(output) from None
    except OSError as error:
        raise TroubleError(f"{output} cannot be written: {error.strerror}") from None
