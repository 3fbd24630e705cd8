"""The commands put together, in the order in which the help lists them.

In: the modules of the groups. Out: the typer application.
"""

from typing import Annotated

import typer

import pontoon_ledger
from pontoon_ledger.cli import (
    balances,
    check,
    comparing,
    export,
    files,
    keeping,
    ledger,
    people,
    query,
    report,
    rules,
    settle,
    stats,
)

app = typer.Typer(
    name="pontoon",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pontoon {pontoon_ledger.__version__}")
        raise typer.Exit


@app.callback()
def pontoon(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Replay written-down deals of Pontoon, check every payout, settle up.

    Exit status: 0 all is well; 1 check found errors, or a result is incomplete; 2 the command could not do
    its work.
    """


for command in (
    check.check,
    check.explain,
    settle.settle,
    ledger.add,
    ledger.sessions,
    balances.balance,
    balances.debts,
    balances.pay,
    stats.stats,
    ledger.findings,
    query.query,
    keeping.history,
    keeping.remove,
    keeping.verify,
    people.rename,
    people.merge,
    comparing.whatif,
    comparing.infer,
    rules.rules,
    files.fmt,
    files.convert,
    report.report,
    export.export,
):
    app.command()(command)
