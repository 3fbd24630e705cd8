"""The commands, in the order in which the help lists them, and the application made of them.

In: the names of the commands that may be asked for. Out: the typer application. A command's module is
imported when it is put in, so that one command does not pay for all.
"""

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Annotated

import typer

import pontoon_ledger

COMMANDS = {
    "new": ("new", "pontoon new friday.yaml --players Ann,Bob,Cat --stakes 0.10-1.00"),
    "record": ("record", "pontoon record friday.yaml"),
    "check": ("check", "pontoon check friday.yaml"),
    "audit": ("audit", "pontoon audit season/ -o findings/"),
    "explain": ("check", "pontoon explain friday.yaml 8 Ann"),
    "settle": ("settle", "pontoon settle friday.yaml --why Ann"),
    "add": ("ledger", "pontoon add evenings/"),
    "sessions": ("ledger", "pontoon sessions"),
    "balance": ("balances", "pontoon balance --since 2026-09-01"),
    "debts": ("balances", "pontoon debts"),
    "pay": ("balances", 'pontoon pay Dev Niall 5.90 --note "by bank"'),
    "stats": ("stats", "pontoon stats Ann --by month"),
    "luck": ("luck", "pontoon luck friday.yaml"),
    "fairness": ("fairness", "pontoon fairness --player Ann"),
    "findings": ("ledger", "pontoon findings --select P3"),
    "query": ("query", 'pontoon query "FROM balances"'),
    "history": ("keeping", 'pontoon history "Friday at Ann\'s" --diff'),
    "remove": ("keeping", 'pontoon remove "Friday at Ann\'s"'),
    "verify": ("keeping", "pontoon verify"),
    "rename": ("people", 'pontoon rename Al "Big Al"'),
    "merge": ("people", "pontoon merge Bobby Bob"),
    "whatif": ("comparing", 'pontoon whatif friday.yaml --rules "pagat, ties=push"'),
    "infer": ("comparing", "pontoon infer friday.yaml"),
    "rules": ("rules", "pontoon rules P205"),
    "fmt": ("files", "pontoon fmt friday.yaml --diff"),
    "convert": ("files", "pontoon convert friday.yaml -o friday.csv"),
    "odds": ("odds", 'pontoon odds "bet 1.00, 5c 9d"'),
    "strategy": ("strategy", "pontoon strategy --rules wikipedia --bank 16"),
    "report": ("report", "pontoon report friday.yaml -o friday.html"),
    "export": ("export", "pontoon export --to hledger -o season.journal"),
}
"""Each command: its module, in which a function has its name, and an example of it."""


_COMPLETION = "_PONTOON_COMPLETE"
"""Set by a shell that asks what a line may go on with, and gives no arguments."""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pontoon {pontoon_ledger.__version__}")
        raise typer.Exit


def pontoon(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Replay written-down deals of Pontoon, check every payout, settle up.

    Exit status: 0 all is well; 1 check found errors, or a result is incomplete; 2 the command could not do
    its work.
    """


def assembled(names: Iterable[str] = COMMANDS, *, listed: bool = False) -> typer.Typer:
    """The application with the named commands; `listed`, with no more of them than a list of them needs.

    >>> [command.callback.__name__ for command in assembled(["rules"]).registered_commands]
    ['rules']
    """
    app = typer.Typer(
        name="pontoon",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(pontoon)
    for name in names:
        home, example = COMMANDS[name]
        command = getattr(import_module(f"pontoon_ledger.cli.{home}"), name)
        app.command(name, epilog=f"Example: {example}")(_without_options(command) if listed else command)
    return app


def asked_for(args: list[str]) -> typer.Typer:
    """The application with what these arguments can mean: the command that is named first, else all.

    The version needs none, and the list of them in the help not their options, which take long to build.

    >>> [len(asked_for(args).registered_commands) for args in (["rules", "P205"], ["--version"])]
    [1, 0]
    """
    if args == ["--version"]:
        return assembled([])
    if args in ([], ["--help"], ["-h"]) and _COMPLETION not in os.environ:
        return assembled(listed=True)
    return assembled(args[:1] if args and args[0] in COMMANDS else COMMANDS)


def _without_options(command: Callable[..., None]) -> Callable[[], None]:
    def named() -> None:
        """Stand in for a command of which only the help is shown."""

    named.__doc__ = command.__doc__
    return named
