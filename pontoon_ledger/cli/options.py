"""The options that commands share: named, typed and explained once.

In: nothing. Out: annotated types for the signatures of commands.
"""

from enum import StrEnum
from typing import Annotated

import typer


class Format(StrEnum):
    """Forms that results can be written in."""

    TABLE = "table"
    PLAIN = "plain"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATH...", help="Records, or folders of them; - is standard input."),
]
PathsOrLedger = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PATH]...", help="Records to take in place of the ledger; - is standard input."),
]
Db = Annotated[str, typer.Option("--db", metavar="FILE", envvar="PONTOON_DB", help="The ledger.")]
Form = Annotated[Format, typer.Option("--format", case_sensitive=False, help="How to write the result.")]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="RULES", help='Judge by these: "wikipedia", "pagat, stick_on=16".'),
]
Money = Annotated[
    str | None, typer.Option("--currency", metavar="CODE", help="For a table without a head: GBP, EUR, ...")
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
    typer.Option("--select", metavar="CODES", help="Only findings of these codes: P3,P204."),
]
Ignore = Annotated[
    list[str] | None, typer.Option("--ignore", metavar="CODES", help="No findings of these codes.")
]
Replace = Annotated[bool, typer.Option("--replace", help="Replace a session of the same name.")]

DEFAULT_DB = "pontoon.duckdb"
