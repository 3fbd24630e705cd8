"""What the ledger holds as tables for other programs, each under the names that people have now.

In: the chosen sessions and a table's name. Out: a frame, its money as DECIMAL or as decimal texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from pontoon_ledger.export.chosen import Chosen

_NIGHTS = "(SELECT session_id, session, date, currency, decimals FROM sessions) AS nights"
_NIGHT = "session, date, currency, decimals"
_HAND_MONEY = ("bet", "price3", "price4", "price5", "stake")
_RESULTS = ("due", "shoot_due", "recorded", "shoot_recorded", "counts")


def _money(*columns: str) -> str:
    return ", ".join(f"money({column}, decimals) AS {column.split('.')[-1]}" for column in columns)


QUERIES = {
    "hands": f"""
        SELECT {_NIGHT}, deal_no, deal, coalesce(played.name, hands.player) AS player, hand, banker,
            coalesce(held.name, hands.bank) AS bank, split, c1, c2, c3, c4, c5, cards, how3, how4, how5,
            {_money(*_HAND_MONEY)}, ending, total, class, {_money(*_RESULTS)},
            note, hands.file, line
        FROM hands JOIN {_NIGHTS} USING (session_id)
        LEFT JOIN players AS played ON played.player_id = hands.player_id
        LEFT JOIN players AS held ON held.player_id = hands.bank_id
        ORDER BY date, session, row_no
    """,
    "deals": f"""
        SELECT {_NIGHT}, deal_no, deal, coalesce(name, bank) AS bank, void, gap, {_money("price")}, doubled,
            deals.file, line
        FROM deals JOIN {_NIGHTS} USING (session_id) LEFT JOIN players ON player_id = bank_id
        ORDER BY date, session, deal_no
    """,
    "moves": f"""
        SELECT session, date, currency, decimals, deal_no, deal, kind, payer, payer_account, payee,
            payee_account, {_money("recorded", "due", "counts")}, file, line, note
        FROM moves
        ORDER BY date, session NULLS LAST, deal_no NULLS LAST, kind, payer, payee, counts, note
    """,
    "findings": f"""
        SELECT {_NIGHT}, deal_no, deal, player, hand, code, severity, message, found, expected, help, rule,
            owed_from, owed_to, {_money("owed_amount")}, waived, findings.file, line, "column", end_column
        FROM findings JOIN {_NIGHTS} USING (session_id)
        ORDER BY date, session, findings.file, line, "column", code, player, hand
    """,
    "sessions": """
        SELECT session, date, currency, decimals, deals, hands, judged, undecided, unreadable, complete,
            rules, file
        FROM sessions ORDER BY date, session
    """,
}
VIEWS = {"balances": "balances", "debts": "pairwise_debts", "results": "results_by_deal"}


def table(chosen: Chosen, name: str) -> pl.DataFrame:
    """Make one of the `TABLES`, its money as DECIMAL.

    >>> from pontoon_ledger.export.chosen import Chosen
    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     table(Chosen(ledger), "balances").schema["balance"]
    Decimal(precision=29, scale=4)
    """
    return chosen.ask(QUERIES[name]) if name in QUERIES else chosen.view(VIEWS[name])


def as_texts(frame: pl.DataFrame) -> pl.DataFrame:
    """Write money as decimal texts, each with the decimals of its currency.

    >>> from decimal import Decimal
    >>> frame = pl.DataFrame({"due": [Decimal("-0.2000"), None, Decimal("5.0000")], "decimals": [2, 2, 0]})
    >>> as_texts(frame)["due"].to_list()
    ['-0.20', None, '5']
    """
    amounts = [name for name, kind in frame.schema.items() if isinstance(kind, pl.Decimal)]
    return frame.with_columns(_text(name) for name in amounts)


def _text(name: str) -> pl.Expr:
    """All amounts come with four decimals, the most that a currency has."""
    whole = pl.col(name).cast(pl.String)
    return whole.str.head(whole.str.len_chars().cast(pl.Int64) - 4 + pl.col("decimals")).str.strip_suffix(".")
