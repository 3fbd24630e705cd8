"""The JSON shapes of `check` and `settle`: fields that other programs rely on.

In: an audit, a settlement. Out: plain values for `json.dumps`; amounts are decimal strings, what is
absent is null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.money import format_amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import polars as pl

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.batches.joining import Digest
    from pontoon_ledger.render.summary import Summary

FINDING = (
    *("code", "severity", "file", "line", "column", "end_column", "session", "deal", "player", "hand"),
    *("message", "found", "expected", "help", "rule", "owed", "waived"),
)
_COUNTS = ("errors", "warnings", "notes", "waived", "deals", "judged", "undecided", "unreadable")


def amount(minor: int | None, decimals: int) -> str | None:
    """Write an amount, null where it is not known.

    >>> amount(-20, 2), amount(None, 2)
    ('-0.20', None)
    """
    return None if minor is None else format_amount(minor, decimals)


def finding_shape(finding: Mapping[str, Any], decimals: int) -> dict[str, Any]:
    """Shape one finding; `finding` has the columns of `Audit.findings`.

    >>> row = dict.fromkeys(FINDING) | {"owed_from": "Ann", "owed_to": "Bob", "owed_amount": 20}
    >>> finding_shape(row, 2)["owed"]
    {'from': 'Ann', 'to': 'Bob', 'amount': '0.20'}
    """
    owed = None
    if finding["owed_amount"] is not None:
        sides = {"from": finding["owed_from"], "to": finding["owed_to"]}
        owed = {**sides, "amount": amount(finding["owed_amount"], decimals)}
    return {name: owed if name == "owed" else finding[name] for name in FINDING}


def check_shape(audit: Audit | Digest, findings: pl.DataFrame, summary: Summary) -> dict[str, Any]:
    """Shape the result of a check."""
    return {
        "files": files_shape(audit),
        "findings": findings_shape(audit, findings),
        "summary": summary_shape(summary),
        "complete": summary.complete,
    }


def summary_shape(summary: Summary) -> dict[str, int]:
    """Shape the counts of a summary."""
    return {name: getattr(summary, name) for name in _COUNTS}


def findings_shape(audit: Audit | Digest, findings: pl.DataFrame) -> list[dict[str, Any]]:
    """Shape findings of an audit, amounts in the decimals of their sessions."""
    decimals = audit.sessions["decimals"].to_list()
    return [
        finding_shape(row, 2 if row["session_no"] is None else decimals[row["session_no"]])
        for row in findings.iter_rows(named=True)
    ]


def files_shape(audit: Audit | Digest) -> list[dict[str, Any]]:
    """List the files that were read, the deals of a table under the head that names it."""
    from pontoon_ledger.auditing import Audit

    return list(files_by_number(audit).values()) if isinstance(audit, Audit) else audit.files


def files_by_number(audit: Audit) -> dict[int, dict[str, Any]]:
    """The same files by the numbers of their texts."""
    sources, sessions = audit.records.sources, audit.sessions
    home = sessions["file_no"].to_list()
    beside: set[int] = set()
    for frame in (audit.records.deals, audit.records.faults):
        for session_no, file_no in frame.select("session_no", "file_no").unique().iter_rows():
            if session_no is not None and file_no != home[session_no]:
                beside.add(file_no)
    by_number: dict[int, dict[str, Any]] = {}
    for number, source in enumerate(sources):
        if number not in beside:
            by_number[number] = {"path": source.path, "sessions": [], "deals": 0, "hands": 0}
    for row in sessions.iter_rows(named=True):
        file = by_number[row["file_no"]]
        file["sessions"].append(row["session"])
        file["deals"] += row["deals"]
        file["hands"] += row["hands"]
    return by_number


def balance_shapes(balances: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Shape the rows of a settlement's balances."""
    return [
        {
            **{name: row[name] for name in ("player", "account", "currency")},
            **{name: amount(row[name], row["decimals"]) for name in ("recorded", "due", "paid", "balance")},
        }
        for row in balances
    ]
