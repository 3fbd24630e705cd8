"""Money between people over many evenings: `balance`, `debts`, `pay`.

In: paths, or the ledger. Out: tables of balances and debts, each currency for itself; payments recorded.
"""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.completing import players as players_of
from pontoon_ledger.cli.ledgers import ledger_or_files, open_ledger, say_unfinished
from pontoon_ledger.cli.options import Format, day, misuse
from pontoon_ledger.cli.passed import nothing_passed, passed, period
from pontoon_ledger.cli.reading import read_options
from pontoon_ledger.cli.screen import Screen, TroubleError

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.balances import Settlement
    from pontoon_ledger.currency import Currency
    from pontoon_ledger.store import Ledger


def balance(
    paths: o.PathsOrLedger = None,
    *,
    db: o.Db = o.DEFAULT_DB,
    since: o.Since = None,
    until: o.Until = None,
    session: o.Sessions = None,
    player: o.Persons = None,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Show what every player has still to get or to pay.

    Exit status: 1 where the result is incomplete.
    """
    from msgspec.structs import replace

    from pontoon_ledger.balances import settle_moves
    from pontoon_ledger.render.settlement import (
        balance_table,
        balances_table,
        currencies,
        rows_of,
        settle_shape,
    )

    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    found = passed(paths, db, options, screen, period(session, since, until))
    settlement = settle_moves(found.moves, complete=not found.reasons)
    if player:
        names = [found.name(name) for name in player]
        settlement = replace(settlement, balances=_rows_of(settlement, names))
    if form == Format.JSON:
        shape = settle_shape(settlement)
        screen.json({"complete": shape["complete"], "balances": shape["balances"]})
    elif form == Format.CSV:
        screen.table(balances_table(settlement))
    else:
        rows = list(settlement.balances.iter_rows(named=True))
        for number, coin in enumerate(currencies(rows)):
            screen.say([""] if number else [])
            mine = rows_of(coin, rows)
            screen.table(balance_table(mine, f"player ({coin.name})" if coin.name else "player"))
        if not rows:
            screen.sentences([nothing_passed(since, until, session)])
    raise typer.Exit(say_unfinished(found.reasons, "these balances are") or int(not settlement.complete))


def debts(
    paths: o.PathsOrLedger = None,
    *,
    db: o.Db = o.DEFAULT_DB,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Show who owes whom by their own dealings; pontoon settle needs fewer payments.

    Exit status: 1 where the result is incomplete.
    """
    from pontoon_ledger.render.coining import told_apart
    from pontoon_ledger.render.ledger import debts_table

    screen = Screen(Format(form), quiet, no_color)
    options = read_options(rules, currency, stakes, players, bank)
    with ledger_or_files(paths, db, options, screen) as (ledger, reasons):
        owed, kinds = ledger.debts(), ledger.currencies()
    table = debts_table(owed if screen.machine else told_apart(owed, kinds))
    complete = not reasons and not owed["amount"].is_null().any()
    if form == Format.JSON:
        screen.json({"complete": complete, "debts": table.mappings()})
    elif owed.height or form == Format.CSV:
        screen.table(table)
    else:
        screen.say(["nobody owes anybody"])
    raise typer.Exit(say_unfinished(reasons, "these debts are") or int(not complete))


def pay(
    payer: Annotated[
        str | None,
        typer.Argument(metavar="FROM", help="Who hands money over.", autocompletion=players_of),
    ] = None,
    payee: Annotated[
        str | None, typer.Argument(metavar="TO", help="Who gets it.", autocompletion=players_of)
    ] = None,
    amount: Annotated[str | None, typer.Argument(metavar="AMOUNT", help="How much: 5.90.")] = None,
    *,
    date: Annotated[
        str | None, typer.Option("--date", metavar="DATE", help="The day it was paid; today unless told.")
    ] = None,
    note: Annotated[str | None, typer.Option("--note", metavar="TEXT", help="A word on it.")] = None,
    currency: Annotated[
        str | None, typer.Option("--currency", metavar="CODE", help="Where the ledger has several.")
    ] = None,
    remove: Annotated[
        str | None, typer.Option("--remove", metavar="NUMBER", help="Take a payment back.")
    ] = None,
    db: o.Db = o.DEFAULT_DB,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Record money handed over between evenings; alone, list what was recorded.

    FROM and TO are players, or the box and the kitty. Example: pontoon pay Dev Niall 5.90 --note "by bank"
    """
    from pontoon_ledger.store import LedgerError

    screen = Screen(Format(form), quiet, no_color)
    given = [payer, payee, amount]
    if remove is None and None in given and given != [None] * 3:
        raise misuse("pay takes FROM, TO and AMOUNT", 'such as: pontoon pay Dev Niall 5.90 --note "by bank"')
    if remove is not None and given != [None] * 3:
        raise misuse("--remove takes back a payment and records none", "leave FROM, TO and AMOUNT out")
    if given == [None] * 3 and remove is None:
        with open_ledger(db) as ledger:
            _list(ledger, screen)
        return
    with open_ledger(db, write=True) as ledger:
        try:
            if remove is not None:
                number = _number(remove)
                ledger.take_back(number)
                said = f"payment {number} counts no more"
            else:
                number, said = _pay(ledger, (payer or "", payee or "", amount or ""), currency, date, note)
        except LedgerError as error:
            raise TroubleError(str(error)) from None
        if form == Format.TABLE:
            screen.say([said])
        else:
            _list(ledger, screen, number)


def _list(ledger: "Ledger", screen: Screen, number: int | None = None) -> None:
    """Show the payments, or the one of this number."""
    from pontoon_ledger.render.coining import told_apart
    from pontoon_ledger.render.ledger import payments_table

    found = ledger.payments()
    if number is not None:
        found = found.filter(found["payment_id"] == number)
    table = payments_table(found if screen.machine else told_apart(found, ledger.currencies()))
    if screen.format == Format.JSON:
        screen.json({"payments": table.mappings()})
    elif table.rows or screen.format == Format.CSV:
        screen.table(table)
    else:
        screen.say(["no payments were recorded"])


def _pay(
    ledger: "Ledger", said: tuple[str, str, str], code: str | None, date: str | None, note: str | None
) -> tuple[int, str]:
    """Record one payment; its number, and what it was taken for."""
    from datetime import date as civil_date

    from pontoon_ledger.money import AmountError, format_amount, parse_amount

    payer, payee, text = said
    used = _currency(ledger, code)
    on = day("--date", date) or civil_date.today().isoformat()
    try:
        minor = parse_amount(text, used)
    except AmountError as error:
        told = error.message.endswith(error.expected)
        raise misuse(f"the amount {error.message}", None if told else f"expected {error.expected}") from None
    number = ledger.pay(payer, payee, minor, currency=(used.code, used.decimals), date=on, note=note)
    code_shown = f" {used.code}" if used.code else ""
    shown = f"{format_amount(minor, used.decimals)}{code_shown}"
    return number, f"payment {number}: {payer} paid {payee} {shown} on {on}"


def _currency(ledger: "Ledger", code: str | None) -> "Currency":
    """The currency that a payment is in: the one named, or the only one of the ledger."""
    from pontoon_ledger.currency import Currency, UnknownCurrency
    from pontoon_ledger.currency import currency as look_up
    from pontoon_ledger.settlement import coins
    from pontoon_ledger.words import fold

    known = coins(ledger.currencies())
    if not known:
        raise TroubleError("the ledger holds no session yet", "pontoon add PATH stores one")
    exact = [one for one in known if code is not None and fold(code) == fold(one.name or "none")]
    named = exact or [one for one in known if code is None or fold(code) == fold(one.code or "none")]
    if len(named) != 1:
        listed = ", ".join(one.name or "none" for one in known)
        if code is None:
            advice = "say which: --currency " + shlex.quote(known[0].name or "none")
            raise misuse(f"the ledger has several currencies ({listed})", advice)
        raise misuse(f"--currency cannot be {code!r}", f"the ledger has {listed}")
    chosen = named[0]
    try:
        sign = look_up(chosen.code).sign if chosen.code else None
    except UnknownCurrency:
        sign = None
    return Currency(chosen.code, chosen.decimals, sign)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise misuse(
            f"--remove cannot be {text!r}", "give the payment's number; pontoon pay alone lists them"
        )
    return int(text)


def _rows_of(settlement: "Settlement", names: list[str]) -> "pl.DataFrame":
    """The balances of these players; one who has none is a mistake of use."""
    import polars as pl

    from pontoon_ledger.words import fold, nearest

    known = {fold(name): name for name in settlement.balances["player"]}
    for name in names:
        if fold(name) not in known:
            near = nearest(name, known.values())
            hint = f"did you mean {near}?" if near else "pontoon balance lists who has"
            raise TroubleError(f"nobody called {name} has a balance here", hint)
    return settlement.balances.filter(pl.col("player").is_in([known[fold(name)] for name in names]))
