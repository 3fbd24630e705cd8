"""How it went, at a glance: shown below results where somebody looks at a terminal.

In: moves. Out: a small table for each currency, nothing into a pipe.
"""

import sys
from typing import TYPE_CHECKING

from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen

if TYPE_CHECKING:
    import polars as pl


def show_courses(screen: Screen, moves: "pl.DataFrame", player: str | None = None) -> None:
    """Draw the course of every balance, or of one player's, on a terminal and in a table alone."""
    if screen.format != Format.TABLE or screen.quiet or not sys.stdout.isatty():
        return
    from pontoon_ledger.courses import courses
    from pontoon_ledger.render.spark import course_table
    from pontoon_ledger.settlement import coins

    for coin in coins(moves.select("currency", "decimals").rows()):
        found = {name: one for name, one in courses(moves, coin).items() if player in {None, name}}
        if any(len(course) > 1 for course in found.values()):
            screen.say([""])
            if coin.name:
                screen.head(coin.name)
            screen.table(course_table(found, coin.decimals, unicode=screen.unicode))
