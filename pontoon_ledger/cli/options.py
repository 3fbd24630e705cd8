"""The options that commands share: named, typed and explained once.

In: nothing. Out: annotated types for the signatures of commands.
"""

from enum import StrEnum
from typing import Annotated

import typer

from pontoon_ledger.cli import completing
from pontoon_ledger.words import nearest

_MOST_JOBS = 1000


def misuse(message: str, advice: str | None = None) -> typer.BadParameter:
    """Make a usage error with its remedy."""
    error = typer.BadParameter(message)
    error.format_message = lambda: message  # type: ignore[method-assign]
    error.advice = advice  # type: ignore[attr-defined]
    return error


class Format(StrEnum):
    """Forms that results can be written in."""

    TABLE = "table"
    PLAIN = "plain"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


def day(option: str, text: str | None) -> str | None:
    """Read a civil date; anything else is a usage error.

    >>> day("--since", "2026-11-27")
    '2026-11-27'
    """
    if text is None:
        return None
    from datetime import date

    try:
        if date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise misuse(f"{option} cannot be {text!r}", "write the day as 2026-11-27")


def format_of(text: str) -> Format:
    """Read a format; any other word is a usage error.

    >>> format_of("JSON")
    <Format.JSON: 'json'>
    """
    if text.lower() in set(Format):
        return Format(text.lower())
    near = nearest(text, Format)
    raise misuse(
        f"--format cannot be {text!r}", f"did you mean {near}?" if near else f"one of {', '.join(Format)}"
    )


def jobs_of(text: str | None) -> int | None:
    """Read how many processes are wanted; anything but a number from 1 is a usage error.

    >>> jobs_of("2"), jobs_of(None)
    (2, None)
    """
    if text is None:
        return None
    if text.isascii() and text.isdecimal() and 0 < int(text) <= _MOST_JOBS:
        return int(text)
    raise misuse(f"--jobs cannot be {text!r}", f"write a number from 1 to {_MOST_JOBS}")


Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATH...", help="Records, or folders of them; - is standard input."),
]
PathsOrLedger = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PATH]...", help="Records to take in place of the ledger; - is standard input."),
]
Db = Annotated[str, typer.Option("--db", metavar="FILE", envvar="PONTOON_DB", help="The ledger.")]
Form = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="|".join(Format),
        callback=format_of,
        show_default=False,
        autocompletion=completing.formats,
        help="How to write the result; a table unless told.",
    ),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="RULES",
        help='Judge by these: "wikipedia", "pagat, stick_on=16".',
        autocompletion=completing.rules,
    ),
]
Money = Annotated[
    str | None,
    typer.Option(
        "--currency",
        metavar="CODE",
        help="For a table without a head: GBP, EUR, ...",
        autocompletion=completing.currencies,
    ),
]
Stakes = Annotated[
    str | None, typer.Option("--stakes", metavar="MIN-MAX", help="For a table without a head: 0.10-1.00.")
]
Players = Annotated[
    str | None,
    typer.Option("--players", metavar="NAMES", help="For a table without a head: Ann,Bob,Cat, clockwise."),
]
Bank = Annotated[
    str | None, typer.Option("--bank", metavar="NAME", help="For a table without a head: who held it first.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="The result alone: no summary, no remarks.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="No colour; so does NO_COLOR in the environment.")]
Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        metavar="CODES",
        help="Only findings of these codes: P3,P204.",
        autocompletion=completing.codes,
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore", metavar="CODES", help="No findings of these codes.", autocompletion=completing.codes
    ),
]
Since = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="Only from this day on: 2026-11-27.")
]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Only up to and with this day.")]
Sessions = Annotated[
    list[str] | None,
    typer.Option(
        "--session",
        metavar="NAME",
        help="Only this session; may be repeated.",
        autocompletion=completing.sessions,
    ),
]
Persons = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="NAME",
        help="Only this player; may be repeated.",
        autocompletion=completing.players,
    ),
]
Jobs = Annotated[
    str | None,
    typer.Option(
        "--jobs",
        metavar="N",
        help="Processes for many or large files; one for each core unless told, 1: none beside.",
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="local|dask|ADDRESS",
        help="Who judges: processes of this machine, Dask on it, or the Dask scheduler at tcp://HOST:PORT.",
    ),
]
Replace = Annotated[bool, typer.Option("--replace", help="Replace a session of the same name.")]
DEFAULT_DB = "pontoon.duckdb"
