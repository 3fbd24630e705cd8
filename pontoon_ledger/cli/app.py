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
    new,
    people,
    query,
    record,
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


COMMANDS = (
    (new.new, "pontoon new friday.yaml --players Ann,Bob,Cat --stakes 0.10-1.00"),
    (record.record, "pontoon record friday.yaml"),
    (check.check, "pontoon check friday.yaml"),
    (check.explain, "pontoon explain friday.yaml 8 Ann"),
    (settle.settle, "pontoon settle friday.yaml --why Ann"),
    (ledger.add, "pontoon add evenings/"),
    (ledger.sessions, "pontoon sessions"),
    (balances.balance, "pontoon balance --since 2026-09-01"),
    (balances.debts, "pontoon debts"),
    (balances.pay, 'pontoon pay Dev Niall 5.90 --note "by bank"'),
    (stats.stats, "pontoon stats Ann --by month"),
    (ledger.findings, "pontoon findings --select P3"),
    (query.query, 'pontoon query "FROM balances"'),
    (keeping.history, 'pontoon history "Friday at Ann\'s" --diff'),
    (keeping.remove, 'pontoon remove "Friday at Ann\'s"'),
    (keeping.verify, "pontoon verify"),
    (people.rename, 'pontoon rename Al "Big Al"'),
    (people.merge, "pontoon merge Bobby Bob"),
    (comparing.whatif, 'pontoon whatif friday.yaml --rules "pagat, ties=push"'),
    (comparing.infer, "pontoon infer friday.yaml"),
    (rules.rules, "pontoon rules P205"),
    (files.fmt, "pontoon fmt friday.yaml --diff"),
    (files.convert, "pontoon convert friday.yaml -o friday.csv"),
    (report.report, "pontoon report friday.yaml -o friday.html"),
    (export.export, "pontoon export --to hledger -o season.journal"),
)
"""Each command with an example of it."""

for _command, _example in COMMANDS:
    app.command(epilog=f"Example: {_example}")(_command)
