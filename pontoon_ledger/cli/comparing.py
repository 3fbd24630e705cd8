"""`whatif` and `infer`: a record under other rules, and the rules that a record fits.

In: paths and rules. Out: findings and balances that change; settings ranked, and what they show.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.reading import audited, need_sessions, read_options, unread
from pontoon_ledger.cli.screen import Screen, complain
from pontoon_ledger.render.text import clean, wrap

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.compare import WhatIf


def whatif(
    paths: o.Paths,
    *,
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            metavar="RULES",
            help='A preset replaces all: "school"; options alone go on top: "peek=no".',
        ),
    ],
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Judge records by other rules: which findings come and go, whose balance changes by how much.

    Exit status: 1 where not all of it could be read.
    """
    screen = Screen(Format(form), quiet, no_color)
    read_options(rules, None, None, None, None)
    from pontoon_ledger.compare import setting_of, what_if

    audit = audited(paths, read_options(None, currency, stakes, players, bank), screen)
    need_sessions(audit)
    setting = setting_of(rules)
    found = what_if(audit, setting)
    from pontoon_ledger.render.comparing import whatif_shape, whatif_table

    complete = _whole(audit)
    if form == Format.JSON:
        screen.json(whatif_shape(found, setting, complete=complete))
    elif form in {Format.CSV, Format.PLAIN} and not (found.same and form == Format.PLAIN):
        screen.table(whatif_table(found))
    else:
        _tell_changes(screen, found, rules)
    raise typer.Exit(int(not complete))


def _whole(audit: "Audit") -> bool:
    """Whether all was read; what was not is said."""
    reasons = unread(audit)
    if reasons:
        complain("not all of it could be read:")
    for reason in reasons:
        complain(f"  {reason}")
    return not reasons


def _tell_changes(screen: Screen, found: "WhatIf", rules: str) -> None:
    from pontoon_ledger.render.comparing import change_lines, changed_balances, changes_table

    if found.same:
        screen.sentences([f"{rules}: nothing changes, neither a finding nor a balance"])
        return
    balances = changed_balances(found)
    if found.findings == 0:
        screen.say(["no finding comes or goes"])
    elif screen.format == Format.MARKDOWN:
        screen.table(changes_table(found))
    else:
        screen.say(change_lines(found, screen.width))
    screen.say([""])
    if balances.rows:
        screen.table(balances)
    else:
        screen.say(["no balance changes"])


def infer(
    paths: o.Paths,
    *,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Find the house rules that a record fits: options one at a time, then in pairs, ranked.

    A setting under which deals can be judged less far is charged with them and with what they hold as
    written: nothing is explained by what is no longer looked at.

    Exit status: 1 where not all of it could be read.
    """
    screen = Screen(Format(form), quiet, no_color)
    audit = audited(paths, read_options(rules, currency, stakes, players, bank), screen)
    need_sessions(audit)
    from pontoon_ledger import inference
    from pontoon_ledger.render.comparing import candidates_table, infer_shape, verdict

    inferred = inference.infer(audit.records)
    complete = _whole(audit)
    if form == Format.JSON:
        screen.json(infer_shape(inferred, complete=complete))
    elif form == Format.CSV:
        screen.table(candidates_table(inferred, None))
    else:
        screen.table(candidates_table(inferred, None if form == Format.PLAIN else 8))
        screen.say([] if form == Format.PLAIN else [""])
        lines = [clean(line) for line in verdict(inferred)]
        if form == Format.TABLE:
            screen.say(part for line in lines for part in wrap(line, screen.width))
        else:
            screen.sentences(lines, listed=True)
    raise typer.Exit(int(not complete))
