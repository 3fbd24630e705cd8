"""Who is who in the ledger: `rename`, `merge`.

In: names. Out: a word on what was done; every change can be taken back.
"""

from typing import Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.completing import players
from pontoon_ledger.cli.ledgers import open_ledger
from pontoon_ledger.cli.options import Format, misuse
from pontoon_ledger.cli.screen import Screen
from pontoon_ledger.render.text import clean


def rename(
    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD", help="The player as the ledger shows or knows him.", autocompletion=players
        ),
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The name to show.")],
    *,
    db: o.Db = o.DEFAULT_DB,
    quiet: o.Quiet = False,
) -> None:
    """Show a player under another name, in every session; records may use either."""
    with open_ledger(db, write=True) as ledger:
        was = ledger.rename(old, new)
    Screen(Format.TABLE, quiet).say([clean(f"{was} is shown as {new.strip()} from now on")])


def merge(
    one: Annotated[
        str, typer.Argument(metavar="A", help="The player whose name goes.", autocompletion=players)
    ],
    other: Annotated[
        str | None,
        typer.Argument(
            metavar="B", help="The player that A really is; this name stays.", autocompletion=players
        ),
    ] = None,
    *,
    undo: Annotated[bool, typer.Option("--undo", help="Take the merging of A back.")] = False,
    db: o.Db = o.DEFAULT_DB,
    quiet: o.Quiet = False,
) -> None:
    """Make one person of two players who never sat together."""
    screen = Screen(Format.TABLE, quiet)
    if undo == (other is not None):
        raise misuse("merge takes A and B, or --undo and A", "such as: pontoon merge Al Alan")
    with open_ledger(db, write=True) as ledger:
        if other is None:
            alone, was = ledger.part(one)
            screen.say([clean(f"{alone} and {was} are two people again")])
        else:
            gone, stays = ledger.merge(one, other)
            screen.say([clean(f"{gone} is {stays} from now on, in every session")])
