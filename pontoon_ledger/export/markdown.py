"""A report in Markdown: balances and who pays whom, then each session with its results and findings.

In: the chosen sessions. Out: lines, in which nothing of the record can break out of its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from pontoon_ledger.balances import settle_moves
from pontoon_ledger.render.findings import headline
from pontoon_ledger.render.settlement import balance_table, currencies, plan_lines, rows_of
from pontoon_ledger.render.shapes import amount
from pontoon_ledger.render.table import Table, escaped, markdown, money, words
from pontoon_ledger.render.text import many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.balances import Settlement
    from pontoon_ledger.export.chosen import Chosen

Row = dict[str, Any]

_SESSIONS = "SELECT * FROM sessions ORDER BY date, session"
_MOVES = "SELECT * FROM moves ORDER BY date, session, deal_no, payer, payee, counts, note"
_FINDINGS = """
SELECT found.*, session
FROM findings AS found JOIN (SELECT session_id, session FROM sessions) USING (session_id)
ORDER BY found.file, line, "column", code, hand
"""


def report(chosen: Chosen) -> Iterator[str]:
    """Write the report.

    >>> from pontoon_ledger.export.chosen import Chosen
    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     list(report(Chosen(ledger)))
    ['# Pontoon', '', 'Nobody has played yet.']
    """
    sessions = list(chosen.ask(_SESSIONS).iter_rows(named=True))
    moves = chosen.ask(_MOVES)
    between = moves.filter(pl.col("session_id").is_null())
    single = len(sessions) == 1 and between.is_empty()
    yield f"# {escaped(sessions[0]['session']) if single else 'Pontoon'}"
    yield ""
    if not sessions and between.is_empty():
        yield "Nobody has played yet."
    if not single and not moves.is_empty():
        yield from ["## Balances", ""]
        yield from _settlement(settle_moves(moves), payments=True)
    if not between.is_empty():
        yield from ["## Payments between sessions", "", *_payments(between), ""]
    findings = _by_session(chosen.ask(_FINDINGS))
    mine = _by_session(moves)
    for row in sessions:
        yield from [] if single else [f"## {escaped(row['session'])}", ""]
        yield from [_about(row), ""]
        number = row["session_id"]
        yield from _settlement(settle_moves(mine.get(number, moves.clear())), payments=single)
        yield from _findings(findings[number].to_dicts() if number in findings else [])


def _by_session(frame: pl.DataFrame) -> dict[int, pl.DataFrame]:
    parts = frame.partition_by("session_id", as_dict=True, maintain_order=True)
    return {number: part for (number,), part in parts.items()}


def _settlement(settlement: Settlement, *, payments: bool) -> Iterator[str]:
    """Set the balances of each currency, and who pays whom."""
    rows = list(settlement.balances.iter_rows(named=True))
    for coin in currencies(rows):
        yield from markdown(
            balance_table(rows_of(coin, rows), f"player ({coin.name})" if coin.name else "player")
        )
        yield ""
        if payments:
            yield from (f"- {escaped(line)}" for line in plan_lines(settlement, coin))
            yield ""


def _payments(moves: pl.DataFrame) -> list[str]:
    columns = (*map(words, ("date", "from", "to")), money("amount"), *map(words, ("currency", "note")))
    rows = [
        (
            *(str(row[key]) for key in ("date", "payer", "payee")),
            amount(row["counts"], row["decimals"]),
            row["currency"],
            row["note"],
        )
        for row in moves.iter_rows(named=True)
    ]
    return markdown(Table(columns, tuple(rows)))


def _about(row: Row) -> str:
    """Say in a line when it was, by which rules, how long."""
    told = [str(row["date"] or "no date"), row["currency"] or "no currency named", f"rules: {row['rules']}"]
    told += [many(row["deals"], "deal"), many(row["hands"], "hand")]
    told += [f"{row['undecided']} undecided"] if row["undecided"] else []
    told += [f"record: {row['file']}"] if row["file"] else []
    open_ends = "" if row["complete"] else " Some results are neither written nor decided."
    return f"{escaped('; '.join(told))}.{open_ends}"


def _findings(findings: list[Row]) -> Iterator[str]:
    if not findings:
        yield from ["Nothing was found.", ""]
        return
    yield from [f"{many(len(findings), 'finding')}:", ""]
    yield from (f"- {escaped(headline(row))}" for row in findings)
    yield ""
