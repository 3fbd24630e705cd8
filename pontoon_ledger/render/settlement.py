"""A settlement as people read it: a table of balances for each currency, then who pays whom.

In: a `Settlement`. Out: tables, and lines that can be pasted into a chat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pontoon_ledger.currency import UnknownCurrency
from pontoon_ledger.currency import currency as look_up
from pontoon_ledger.render.shapes import amount, balance_shapes
from pontoon_ledger.render.table import Column, Table, money, words
from pontoon_ledger.render.text import clean, many
from pontoon_ledger.settlement import Coin, Payment, Plan, chat_lines, coins

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pontoon_ledger.balances import Settlement

Row = dict[str, Any]
_AMOUNTS = ("recorded", "due", "paid", "balance")


def settle_shape(settlement: Settlement) -> dict[str, Any]:
    """Shape a settlement for JSON."""
    rows = list(settlement.balances.iter_rows(named=True))
    return {
        "complete": settlement.complete,
        "balances": balance_shapes(rows),
        "payments": [payment for coin in currencies(rows) for payment in _payments(settlement, rows, coin)],
    }


def settle_table(settlement: Settlement) -> Table:
    """Put balances and payments into one table, as a spreadsheet wants them."""
    shape = settle_shape(settlement)
    columns = (
        *map(words, ("kind", "player", "currency")),
        *map(money, _AMOUNTS),
        words("to"),
        money("amount"),
    )
    rows = [
        (
            "account" if b["account"] else "balance",
            b["player"],
            b["currency"],
            *(b[n] for n in _AMOUNTS),
            None,
            None,
        )
        for b in shape["balances"]
    ]
    rows += [
        ("payment", p["from"], p["currency"], None, None, None, None, p["to"], p["amount"])
        for p in shape["payments"]
    ]
    return Table(columns, tuple(rows))


def balances_table(settlement: Settlement) -> Table:
    """Put the balances of all currencies into one table."""
    rows = balance_shapes(settlement.balances.iter_rows(named=True))
    columns = (*map(words, ("player", "account", "currency")), *map(money, _AMOUNTS))
    return Table(columns, tuple(tuple(row.values()) for row in rows))


def balance_table(rows: Iterable[Mapping[str, Any]], heading: str = "player") -> Table:
    """Set the balances of one currency; a plus marks what a player is to get.

    >>> row = {"player": "Ann", "account": False, "currency": "GBP", "decimals": 2}
    >>> balance_table([row | {"recorded": 20, "due": 40, "paid": 0, "balance": 40}]).rows
    (('Ann', '0.20', '0.40', '0.00', '+0.40'),)
    """
    columns = (Column("player", heading), *map(money, _AMOUNTS))
    return Table(columns, tuple(_balance_row(row) for row in rows))


def _balance_row(row: Mapping[str, Any]) -> tuple[str | None, ...]:
    name = f"the {row['player']}" if row["account"] else row["player"]
    said = [amount(row[key], row["decimals"]) for key in _AMOUNTS]
    if row["balance"] is not None and row["balance"] > 0:
        said[-1] = f"+{said[-1]}"
    return (name, *said)


def currencies(rows: Iterable[Mapping[str, Any]]) -> list[Coin]:
    """List the currencies that occur, in order.

    >>> currencies([{"currency": "GBP", "decimals": 2}, {"currency": "GBP", "decimals": 2}])
    [Coin(code='GBP', decimals=2, name='GBP')]
    """
    return coins((row["currency"], row["decimals"]) for row in rows)


def rows_of(coin: Coin, rows: Iterable[Row]) -> list[Row]:
    """The rows of one currency.

    >>> rows_of(Coin(None, 2, None), [{"currency": "GBP", "decimals": 2}, {"currency": None, "decimals": 2}])
    [{'currency': None, 'decimals': 2}]
    """
    return [row for row in rows if (row["currency"], row["decimals"]) == (coin.code, coin.decimals)]


def plan_lines(settlement: Settlement, coin: Coin, charset: str = "utf-8") -> list[str]:
    """Say who pays whom in one currency, and how good the plan is; the sign only where it can be written."""
    rows = rows_of(coin, settlement.balances.iter_rows(named=True))
    plan = settlement.plans[coin.name]
    unknown = [row["player"] for row in rows if row["balance"] is None]
    unsettled = any(row["balance"] for row in rows)
    if not plan.payments:
        if unknown:
            return ["no payments can be named until every balance is known"]
        return (
            ["these balances do not cancel out, so no payments are named"]
            if unsettled
            else ["all is settled"]
        )
    plain = _plain_names(plan, rows, "the ")
    mark = _mark(coin.code, settlement.plans)
    if mark and mark.encode(charset, "replace").decode(charset) != mark:
        mark = coin.code
    lines = [clean(line) for line in chat_lines(plain, mark, rows[0]["decimals"])]
    groups = " | ".join(clean(" + ".join(group)) for group in plain.groups)
    payments = many(len(plan.payments), "payment")
    if plan.minimal:
        lines.append(f"({payments}, the fewest that settle it; each group comes out even: {groups})")
    else:
        people = sum(map(len, plan.groups))
        lines.append(f"({payments}; with {people} people not proved minimal; groups: {groups})")
    if unknown:
        lines.append(f"(left out, not known: {clean(', '.join(unknown))})")
    return lines


def _payments(settlement: Settlement, rows: list[Row], coin: Coin) -> list[dict[str, Any]]:
    mine = rows_of(coin, rows)
    plan = _plain_names(settlement.plans[coin.name], mine, "")
    return [
        {
            "from": payment.payer,
            "to": payment.payee,
            "amount": amount(payment.amount, mine[0]["decimals"]),
            "currency": coin.code,
        }
        for payment in plan.payments
    ]


def _plain_names(plan: Plan, rows: Iterable[Mapping[str, Any]], before: str) -> Plan:
    """Call the accounts in a plan by their names, which settling up has told from people of that name."""
    names = {
        f"{row['player']} (the {row['player']})": f"{before}{row['player']}" for row in rows if row["account"]
    }
    return replace(
        plan,
        payments=tuple(
            Payment(names.get(p.payer, p.payer), names.get(p.payee, p.payee), p.amount) for p in plan.payments
        ),
        groups=tuple(tuple(names.get(name, name) for name in group) for group in plan.groups),
    )


def _mark(code: str | None, others: Iterable[str | None]) -> str | None:
    """Find the sign that people write for a currency; its code where that is plainer.

    >>> _mark("SEK", []), _mark("SEK", ["NOK"]), _mark("XTS", [])
    ('kr', 'SEK', 'XTS')
    """
    sign = _sign(code)
    shared = any(other != code and _sign(other) == sign for other in others)
    return code if shared or sign is None else sign


def _sign(code: str | None) -> str | None:
    try:
        return look_up(code).sign if code else None
    except UnknownCurrency:
        return None
