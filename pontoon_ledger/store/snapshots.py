"""What a session says at one time, and what changed from one telling to the next.

In: an open connection, or an audit that is to be compared with it. Out: `Snapshot`s, and rows of the table
`changes`: findings come and gone, balances moved, deals and hands more or fewer, rules and dates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl
from msgspec import Struct

from pontoon_ledger.money import format_amount
from pontoon_ledger.transfers import PLAY_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.people import People
    from pontoon_ledger.store.model import Audit

_SESSION = ("session_id", "date", "rules", "deals", "hands", "decimals")
_FINDING = ("session_id", "code", "deal", "player", "hand", "message")
_MOVE = ("session_id", "kind", "payer", "payee", "payer_account", "payee_account", "counts")


class Change(NamedTuple):
    """One row of the table `changes` without its revision."""

    session_id: int
    what: str
    subject: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        """One line, as it is shown.

        >>> print(Change(1, "balance", "Ann", "0.20", "-0.10"))
        balance of Ann: 0.20, now -0.10
        >>> print(Change(1, "finding", "P301 deal 8, Big Al", "Big Al won 2.00, but won 4.00 is due", None))
        gone: P301 deal 8, Big Al: Big Al won 2.00, but won 4.00 is due
        """
        if self.what == "finding":
            return f"{'gone' if self.after is None else 'new'}: {self.subject}: {self.before or self.after}"
        label = {"balance": "balance of ", "count": "", "rules": "", "date": ""}[self.what]
        was = "not there before" if self.before is None else self.before
        return f"{label}{self.subject}: {was}, {'gone now' if self.after is None else f'now {self.after}'}"


class Snapshot(Struct, frozen=True):
    """The sessions, findings and moves of some sessions at one time."""

    sessions: pl.DataFrame
    findings: pl.DataFrame
    moves: pl.DataFrame


def kept(connection: Connection, ids: Sequence[int]) -> Snapshot:
    """What the ledger says of sessions now."""
    listed = ", ".join(map(str, ids)) or "NULL"
    names = "coalesce({0}.name, {1}) AS {1}, {1}_id IS NULL AND {1} IS NOT NULL AS {1}_account"
    where = f"WHERE session_id IN ({listed})"
    queries = (
        f"SELECT {', '.join(_SESSION)} FROM sessions {where}",
        f"SELECT {', '.join(_FINDING)} FROM findings {where}",
        f"SELECT session_id, kind, {names.format('a', 'payer')}, {names.format('b', 'payee')}, counts "
        "FROM transfers LEFT JOIN players a ON a.player_id = payer_id "
        f"LEFT JOIN players b ON b.player_id = payee_id {where}",
    )
    sessions, findings, moves = (pl.DataFrame(connection.sql(query)) for query in queries)
    return Snapshot(sessions.with_columns(pl.col("date").cast(pl.String)), findings, moves.select(_MOVE))


def told(audit: Audit, ids: Mapping[int, int], people: People) -> Snapshot:
    """What an audit says of sessions; `ids`: the session of the ledger for the number in the audit."""
    numbers = pl.DataFrame(
        {"session_no": list(ids.keys()), "session_id": list(ids.values())},
        schema={"session_no": pl.Int32, "session_id": pl.Int32},
    )
    sessions, findings, moves = (
        frame.join(numbers, on="session_no", how="inner")
        for frame in (audit.sessions, audit.findings, audit.transfers)
    )
    spelt = pl.concat([moves["payer"], moves["payee"]]).drop_nulls().unique().to_list()
    shown = {name: people.shown(name) for name in spelt}
    renamed = [
        pl.when(f"{side}_account")
        .then(side)
        .otherwise(pl.col(side).replace_strict(shown, default=None, return_dtype=pl.String))
        .alias(side)
        for side in ("payer", "payee")
    ]
    return Snapshot(
        sessions.select(_SESSION).with_columns(pl.col("date").cast(pl.String)),
        findings.select(_FINDING),
        moves.with_columns(renamed).select(_MOVE),
    )


def changes(old: Snapshot, new: Snapshot) -> list[Change]:
    """What `new` says otherwise than `old`, session by session.

    >>> empty = Snapshot(pl.DataFrame(), pl.DataFrame(), pl.DataFrame())
    >>> changes(empty, empty)
    []
    """
    before, after = _facts(old), _facts(new)
    found = [
        Change(*key, before.get(key), after.get(key))
        for key in dict.fromkeys([*before, *after])
        if before.get(key) != after.get(key)
    ]
    was, now = _findings(old), _findings(new)
    for key in dict.fromkeys([*was, *now]):
        session_id, subject, message = key
        count = now.get(key, 0) - was.get(key, 0)
        gone, come = (message, None) if count < 0 else (None, message)
        found += [Change(session_id, "finding", subject, gone, come)] * abs(count)
    return sorted(found, key=lambda change: change.session_id)


def _facts(snapshot: Snapshot) -> dict[tuple[int, str, str], str]:
    """All that is compared by value: counts, rules, dates, balances."""
    facts: dict[tuple[int, str, str], str] = {}
    decimals = {}
    for row in snapshot.sessions.iter_rows(named=True):
        number = row["session_id"]
        decimals[number] = row["decimals"]
        for what, name in (("date", "date"), ("rules", "rules"), ("count", "deals"), ("count", "hands")):
            if row[name] is not None:
                facts[number, what, name] = str(row[name])
    for row in _balances(snapshot.moves):
        number, player, balance = row["session_id"], row["player"], row["balance"]
        name = f"the {player}" if row["account"] else player or "nobody knows whom"
        known = balance is not None
        if balance != 0:
            facts[number, "balance", name] = format_amount(balance, decimals[number]) if known else "?"
    return facts


def _balances(moves: pl.DataFrame) -> Iterable[dict[str, Any]]:
    """What each party has still to get of each session."""
    if moves.is_empty():
        return []
    counts = pl.col("counts").cast(pl.Int64)
    owed = pl.when(pl.col("kind").is_in(PLAY_KINDS)).then(counts).otherwise(-counts)
    sides = pl.concat(
        [
            moves.select("session_id", player="payee", account="payee_account", amount=owed),
            moves.select("session_id", player="payer", account="payer_account", amount=-owed),
        ]
    )
    total = pl.when(pl.col("amount").null_count() > 0).then(None).otherwise(pl.col("amount").sum())
    return (
        sides.group_by("session_id", "player", "account")
        .agg(balance=total)
        .sort("session_id", "account", "player")
        .iter_rows(named=True)
    )


def _findings(snapshot: Snapshot) -> dict[tuple[int, str, str], int]:
    """How often each finding stands in each session, told without its line."""
    found: dict[tuple[int, str, str], int] = {}
    for row in snapshot.findings.iter_rows(named=True):
        where = [f"deal {row['deal']}"] if row["deal"] is not None else []
        where += [row["player"]] if row["player"] is not None else []
        where[-1:] = [f"{where[-1]} hand {row['hand']}"] if where and (row["hand"] or 1) > 1 else where[-1:]
        subject = f"{row['code']} {', '.join(where)}".strip()
        key = (row["session_id"], subject, row["message"])
        found[key] = found.get(key, 0) + 1
    return found
