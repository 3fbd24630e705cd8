"""Payments between evenings, as `pontoon pay` is told of them.

In: an open connection, names, an amount in minor units. Out: rows of the table `payments`; one that is
taken back stays there and counts no more.
"""

from __future__ import annotations

from datetime import date as civil_date
from typing import TYPE_CHECKING

from pontoon_ledger.store import roll
from pontoon_ledger.store.model import LedgerError
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from datetime import datetime

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.people import People

ACCOUNTS = ("box", "kitty")


def currencies(connection: Connection) -> list[tuple[str | None, int]]:
    """The currencies that sessions are played for, with their decimals."""
    return connection.execute(
        "SELECT DISTINCT currency, decimals FROM sessions ORDER BY currency, decimals"
    ).fetchall()


def pay(
    connection: Connection,
    payer: str,
    payee: str,
    amount: int,
    currency: tuple[str | None, int],
    *,
    date: str | None,
    note: str | None,
    now: datetime,
) -> int:
    """Record that `payer` handed `amount` to `payee`; the payment's number."""
    if amount <= 0:
        raise LedgerError("a payment is of some amount above nothing")
    if currency not in currencies(connection):
        raise LedgerError(f"no session of this ledger is played for {currency[0] or 'an unnamed currency'}")
    if date is not None:
        _civil(date)
    people = roll.load(connection)
    sides = [_party(people, name) for name in (payer, payee)]
    (giver, giver_id), (taker, taker_id) = sides
    if (giver_id, fold(giver)) == (taker_id, fold(taker)) or (
        giver_id is not None and people.person(giver) == people.person(taker)
    ):
        raise LedgerError(f"{giver} cannot pay himself or herself")
    last: int = connection.execute("SELECT coalesce(max(payment_id), 0) FROM payments").fetchall()[0][0]
    row = [last + 1, date, giver, giver_id, taker, taker_id, amount, *currency, note, now, None]
    connection.execute(f"INSERT INTO payments VALUES ({', '.join('?' * len(row))})", row)
    return last + 1


def take_back(connection: Connection, number: int, now: datetime) -> None:
    """Let a payment count no more."""
    found = connection.execute("SELECT removed FROM payments WHERE payment_id = ?", [number]).fetchall()
    if not found:
        raise LedgerError(f"there is no payment {number}; pontoon pay alone lists them")
    if found[0][0] is not None:
        raise LedgerError(f"payment {number} was taken back already")
    connection.execute("UPDATE payments SET removed = ? WHERE payment_id = ?", [now, number])


def _party(people: People, name: str) -> tuple[str, int | None]:
    """Who is meant: a player with his number, or the box or the kitty with none."""
    called = name.strip()
    number = people.spellings.get(fold(called))
    if number is not None:
        return called, number
    account = fold(called).removeprefix("the ").strip()
    if account in ACCOUNTS:
        return account, None
    raise LedgerError(roll.nobody(people, name))


def _civil(date: str) -> None:
    try:
        fine = civil_date.fromisoformat(date).isoformat() == date
    except ValueError:
        fine = False
    if not fine:
        raise LedgerError(f"{date} is no date; write it as 2026-11-27")
