"""What becomes of sessions in the ledger: `history`, `remove`, `verify`.

In: a database, a session's name. Out: its revisions and what each changed; what no longer agrees.
"""

from difflib import unified_diff
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import completing
from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.ledgers import open_ledger
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen
from pontoon_ledger.render.text import clean

if TYPE_CHECKING:
    from pontoon_ledger.store.keeping import Revision

_Session = Annotated[
    str, typer.Argument(metavar="SESSION", help="The session's name.", autocompletion=completing.sessions)
]


def history(
    session: _Session,
    *,
    diff: Annotated[bool, typer.Option("--diff", help="Show what changed in the text too.")] = False,
    db: o.Db = o.DEFAULT_DB,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Tell how a session was changed: each time it was added, in findings and balances."""
    from pontoon_ledger.render.keeping import history_shape, history_table

    screen = Screen(Format(form), quiet, no_color)
    with open_ledger(db) as ledger:
        revisions = ledger.history(session)
    if form == Format.JSON:
        screen.json(history_shape(revisions))
    elif form in {Format.CSV, Format.MARKDOWN}:
        screen.table(history_table(revisions))
    else:
        for before, one in zip([None, *revisions], revisions, strict=False):
            screen.sentences(
                [clean(f"{one.revision}  {one.added:%Y-%m-%d %H:%M} UTC  {one.event}, from {one.path}")]
            )
            screen.sentences(f"   {clean(str(change))}" for change in one.changes)
            if diff and before is not None:
                screen.say(f"   {clean(line)}" for line in _difference(before, one))


def _difference(before: "Revision", after: "Revision") -> list[str]:
    """The lines that differ between two tellings."""
    old, new = ([line for _, text in one.texts for line in text.splitlines()] for one in (before, after))
    return list(unified_diff(old, new, lineterm="", n=1))[2:]


def remove(
    session: _Session,
    *,
    db: o.Db = o.DEFAULT_DB,
    quiet: o.Quiet = False,
) -> None:
    """Take a session out of the ledger; its texts and its history stay."""
    screen = Screen(Format.TABLE, quiet)
    with open_ledger(db, write=True) as ledger:
        name = ledger.remove(session)
    screen.say([clean(f"{name}: removed; its history stays, and it can be added again")])


def verify(
    *,
    db: o.Db = o.DEFAULT_DB,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Judge every session anew from its stored text and compare it with what the ledger says.

    Exit status: 1 where something differs.
    """
    from pontoon_ledger.render.keeping import verify_lines, verify_shape, verify_table

    screen = Screen(Format(form), quiet, no_color)
    with open_ledger(db) as ledger:
        found = ledger.verify()
    if form == Format.JSON:
        screen.json(verify_shape(found))
    elif form in {Format.CSV, Format.MARKDOWN}:
        screen.table(verify_table(found))
    else:
        screen.sentences(clean(line) for line in verify_lines(found))
    raise typer.Exit(int(not found.sound))
