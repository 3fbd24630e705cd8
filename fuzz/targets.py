"""What is fuzzed: one function a door, each taking a text and letting only the promised errors pass.

In: a text. Out: nothing; any exception that leaves a target is a finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.api import audit
from pontoon_ledger.cli.options import misuse
from pontoon_ledger.cli.reading import read_options
from pontoon_ledger.currency import NO_CURRENCY, currency
from pontoon_ledger.notation import parse_clause
from pontoon_ledger.plays import read_plays
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.session import TableBeside, read_record
from pontoon_ledger.records.table import read_table
from pontoon_ledger.store import Ledger, LedgerError

if TYPE_CHECKING:
    from collections.abc import Callable

_MISUSE = type(misuse(""))
_COINS = (NO_CURRENCY, currency("GBP"))
AUDITED = 32
"""One text of so many is judged too, which takes ten times as long as reading it."""

_LEDGER: list[Ledger] = []


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def notation(text: str) -> None:
    """Every clause by itself, then the play as a whole; no reader lets half a character through."""
    text = _data(text).decode("utf-8", "replace")
    for coin in _COINS:
        for clause in text.split(",")[:50]:
            parse_clause(clause, coin)
    read_plays(pl.Series([text], dtype=pl.String), NO_CURRENCY)


def clauses(text: str) -> None:
    """Only the clauses of a play, many times quicker."""
    for clause in text.split(",")[:50]:
        parse_clause(clause, _COINS[len(text) % 2])


def yaml(text: str) -> None:
    """A record, read and judged; a text that begins like JSON is JSON."""
    name = "a.json" if text.lstrip().startswith("{") else "a.yaml"
    records = read_record(
        name, _data(text), ReadOptions(), lambda beside: TableBeside(beside, None, "is not there")
    )
    assert records.sessions.height or records.faults.height, "nothing read and nothing told"
    if len(text) % AUDITED == 0:
        audit(records)


def csv(text: str) -> None:
    """A table without a head, read and judged."""
    records = read_table("a.csv", _data(text), None, ReadOptions())
    assert records.sessions.height or records.faults.height, "nothing read and nothing told"
    if len(text) % AUDITED == 0:
        audit(records)


def options(text: str) -> None:
    """A text as each of the options of reading."""
    for name in ("rules", "currency", "stakes", "players", "bank"):
        said = dict.fromkeys(("rules", "currency", "stakes", "players", "bank"))
        try:
            read_options(**{**said, name: text})
        except _MISUSE:
            continue


def query(text: str) -> None:
    """A question to a ledger in memory, which must not change by it."""
    if not _LEDGER:
        _LEDGER.append(Ledger.memory())
    try:
        _LEDGER[0].query(text, seconds=1, most_rows=1000)
    except LedgerError:
        return


TARGETS: dict[str, Callable[[str], None]] = {
    "notation": notation,
    "clauses": clauses,
    "yaml": yaml,
    "csv": csv,
    "options": options,
    "query": query,
}
