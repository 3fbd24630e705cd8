"""The whole application under the name that typer's own tools look for.

In: the commands. Out: `app`, of which `docs/cli.md` is made.
"""

from pontoon_ledger.cli.commands import assembled

app = assembled()
