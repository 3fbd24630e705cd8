"""What the ledger holds as tables: sessions, debts, payments, answers to questions.

In: frames of the ledger. Out: `Table`s and JSON values; money as decimal texts.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pontoon_ledger.render.shapes import amount
from pontoon_ledger.render.table import Column, Table, count, money, words

if TYPE_CHECKING:
    import polars as pl

_SESSIONS = (
    words("session"),
    words("date"),
    words("currency", "money"),
    count("deals"),
    count("hands"),
    count("judged"),
    count("undecided", "open"),
    Column("unreadable", "unreadable", right=True, on_screen=False),
    Column("complete", "whole"),
    Column("rules", "rules", on_screen=False),
    Column("file", "file", on_screen=False),
    Column("revision", "revision", right=True, on_screen=False),
    Column("added", "added", on_screen=False),
)


def value(cell: Any) -> Any:
    """Turn what a frame holds into a text, a whole number, a truth value or None.

    >>> value(Decimal("1.50")), value(date(2026, 11, 27)), value(3), value(None)
    ('1.50', '2026-11-27', 3, None)
    """
    if isinstance(cell, datetime):
        return cell.isoformat(sep=" ", timespec="seconds")
    if isinstance(cell, (date, Decimal)):
        return str(cell)
    return cell if cell is None or isinstance(cell, (bool, int, float, str)) else str(cell)


def sessions_table(frame: pl.DataFrame) -> Table:
    """List the sessions of a ledger."""
    return _table(frame, _SESSIONS)


def _table(frame: pl.DataFrame, columns: tuple[Column, ...]) -> Table:
    """Choose the columns out of a frame; a currency is shown only where one is named."""
    one = frame["currency"].is_null().all()
    kept = tuple(c for c in columns if c.key in frame.columns)
    shown = tuple(
        Column(c.key, c.heading, c.right, c.unknown, on_screen=False) if one and c.key == "currency" else c
        for c in kept
    )
    rows = frame.select([c.key for c in kept]).iter_rows()
    return Table(shown, tuple(tuple(map(value, row)) for row in rows))


def debts_table(debts: pl.DataFrame) -> Table:
    """Set who owes whom by their own dealings."""
    columns = (words("from"), words("to"), words("currency", "money"), money("amount"))
    rows = [
        (
            _party(row["debtor"], account=row["debtor_account"]),
            _party(row["creditor"], account=row["creditor_account"]),
            row["currency"],
            amount(row["amount"], row["decimals"]),
        )
        for row in debts.iter_rows(named=True)
    ]
    return Table(columns, tuple(rows))


def payments_table(payments: pl.DataFrame) -> Table:
    """Set the payments between evenings, those taken back marked so."""
    columns = (
        count("payment", "no"),
        words("date"),
        words("from"),
        words("to"),
        words("currency", "money"),
        money("amount"),
        words("note"),
        words("state"),
    )
    rows = [
        (
            row["payment_id"],
            str(row["date"]),
            _party(row["payer"], account=row["payer_account"]),
            _party(row["payee"], account=row["payee_account"]),
            row["currency"],
            amount(row["amount"], row["decimals"]),
            row["note"],
            "counts" if row["removed"] is None else "taken back",
        )
        for row in payments.iter_rows(named=True)
    ]
    return Table(columns, tuple(rows))


def _party(name: str | None, *, account: bool) -> str:
    return f"the {name}" if account else name or "?"
