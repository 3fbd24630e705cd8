"""Findings as data: what is wrong, where in the file, by which rule, who owes whom.

In: the replayed frames, the checks, the faults of the readers. Out: one frame of findings, sorted
by place. How a finding looks is the business of `render.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from pontoon_ledger.checks import CHECKS, FACTS, HANDS
from pontoon_ledger.checks.base import RAISED
from pontoon_ledger.codes import CODES
from pontoon_ledger.frames import MANY
from pontoon_ledger.locate import HandText, place_of, place_within
from pontoon_ledger.notation import MONEY_VERBS
from pontoon_ledger.plays import clause_spans
from pontoon_ledger.rulebook import section_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pontoon_ledger.checks import Check
    from pontoon_ledger.currency import Currency
    from pontoon_ledger.plays import PlayFault
    from pontoon_ledger.records.model import Place, Records

FINDINGS = {
    "code": pl.String,
    "severity": pl.String,
    "file": pl.String,
    "line": pl.Int32,
    "column": pl.Int32,
    "end_column": pl.Int32,
    "session": pl.String,
    "session_no": pl.Int32,
    "deal": pl.String,
    "deal_no": pl.Int32,
    "player": pl.String,
    "hand": pl.Int8,
    "message": pl.String,
    "found": pl.String,
    "expected": pl.String,
    "help": pl.String,
    "rule": pl.String,
    "owed_from": pl.String,
    "owed_to": pl.String,
    "owed_amount": pl.Int64,
    "waived": pl.String,
    "file_no": pl.Int32,
    "deal_idx": pl.UInt32,
}
"""The findings of an audit: the fields of the JSON, and where they belong in the other frames."""


def raise_over(over: str, table: pl.DataFrame) -> pl.DataFrame:
    """Every check of the register over one of the two frames: the columns of `RAISED`.

    Where there are many rows they are asked as one plan, for the checks have much in common that is worked
    out once; looking for that takes longer than a few rows do. Rows are put together before their messages
    are made: polars panics over columns in unequal pieces.
    """
    raised = [pl.DataFrame(schema=RAISED)]
    checks = _worth_asking([check for check in CHECKS if check.over == over], table)
    asked = [check.broken.fill_null(False).alias(str(i)) for i, check in enumerate(checks)]
    if len(table) < MANY:
        broken = table.with_columns(**FACTS[over]).select(asked)
    else:
        broken = table.lazy().with_columns(**FACTS[over]).select(asked).collect()
    hit = broken.select(pl.all().any()).row(0)
    for i, check in enumerate(checks):
        if hit[i]:
            rows = broken[str(i)]
            for other in checks:
                if other in check.unless:
                    rows &= ~broken[str(checks.index(other))]
            raised.append(_raise(check, table.filter(rows).rechunk()))
    return pl.concat(raised)


def _worth_asking(checks: list[Check], table: pl.DataFrame) -> list[Check]:
    """The checks whose `where` says something in some row, and all those without one."""
    columns = {check.where for check in checks if check.where is not None}
    if not columns:
        return checks
    flags = [
        pl.col(name) if table.schema[name] == pl.Boolean else pl.col(name).is_not_null() for name in columns
    ]
    some = table.select(flag.any() for flag in flags).row(0, named=True)
    return [check for check in checks if check.where is None or some[check.where]]


def _raise(check: Check, rows: pl.DataFrame) -> pl.DataFrame:
    slot = pl.lit(check.slot) if isinstance(check.slot, str) else check.slot
    nothing = pl.lit(None, dtype=pl.String)
    raised = rows.with_columns(**check.words).select(
        code=pl.lit(check.code),
        row=pl.col("row") if check.over == HANDS else pl.lit(None, dtype=pl.UInt32),
        deal_idx=pl.col("deal_idx"),
        slot=slot,
        message=check.message,
        found=nothing if check.found is None else check.found,
        expected=nothing if check.expected is None else check.expected,
        help=nothing if check.help is None else check.help,
        owed=pl.lit(None, dtype=pl.Int64) if check.owed is None else check.owed,
    )
    return raised.cast(RAISED)  # type: ignore[arg-type]


class Desk:
    """Turns what was raised into findings: knows the files, the sessions and where each row stands."""

    def __init__(
        self, records: Records, hands: pl.DataFrame, deals: pl.DataFrame, money: dict[int, Currency]
    ) -> None:
        self.records = records
        self.hands = hands
        self.deals = deals
        self.money = money
        self.sessions = records.sessions["session"].to_list()
        self.rows: list[dict[str, Any]] = []
        waivers = records.waivers.select("deal_idx", "code", "reason").iter_rows()
        self.waivers = {(deal_idx, code): reason for deal_idx, code, reason in waivers}

    def add_raised(self, raised: pl.DataFrame) -> None:
        """Locate findings of the checks: on a clause of a hand, or on a field of a deal."""
        of_hands = raised.filter(pl.col("row").is_not_null())
        context = self.hands.select(
            "row",
            "player",
            "hand",
            "holder",
            "banker",
            "session_no",
            "deal_no",
            "file_no",
            "line",
            "index",
            "text",
        )[of_hands["row"]]
        found = pl.concat([of_hands.drop("row"), context], how="horizontal")
        for at in found.iter_rows(named=True):
            source = self.records.sources[at["file_no"]]
            hand = HandText(source, at["text"], at["line"], at["index"], self.money[at["session_no"]])
            self._append(at, place_of(hand, at["slot"]), self._owed(at))
        of_deals = raised.filter(pl.col("row").is_null())
        fields = self.deals.select(pl.exclude("row", "slot", "help", "index"))[of_deals["deal_idx"]]
        for at, deal in zip(of_deals.iter_rows(named=True), fields.iter_rows(named=True), strict=True):
            self._append({**deal, **at, "player": None, "hand": None}, _deal_place(deal, at["slot"]), None)

    def _owed(self, at: dict[str, Any]) -> tuple[str | None, str | None, int] | None:
        if at["owed"] is None or at["owed"] == 0:
            return None
        pair = (at["holder"], at["player"])
        return (*(pair if at["owed"] > 0 else pair[::-1]), abs(at["owed"]))

    def add_play_faults(self, faults: Iterable[PlayFault], guessed: Collection[int] = ()) -> None:
        """Faults of clauses, P005 to P007; no amounts where the currency is a guess (sessions `guessed`)."""
        for fault in faults:
            at = self.hands.row(fault.row, named=True)
            if at["session_no"] in guessed and _is_of_money(at["text"], fault):
                continue
            source = self.records.sources[at["file_no"]]
            hand = HandText(source, at["text"], at["line"], at["index"])
            bad = fault.bad
            at |= {"code": bad.code, "message": bad.message, "found": bad.found}
            at |= {"expected": bad.expected, "help": bad.help}
            self._append(at, place_within(hand, fault.clause, bad.start, bad.end), None)

    def add_faults(self, guessed: Collection[int] = ()) -> None:
        """Faults that the readers found; no amounts where the currency is a guess (sessions `guessed`)."""
        for at in self.records.faults.iter_rows(named=True):
            if at["code"] == "P006" and at["session_no"] in guessed:
                continue
            deal = at["deal_idx"]
            at["deal_no"] = self.deals["deal_no"][deal] if deal is not None else None
            self.rows.append(self._row(at, at["line"], at["column"], at["end_column"], None))

    def add(
        self, at: dict[str, Any], place: Place, owed: tuple[str | None, str | None, int] | None = None
    ) -> None:
        """A finding that is not of one hand: `at` needs code, message, session_no, file_no."""
        self._append(at, place, owed)

    def add_to_hand(self, row: int, slot: str, what: dict[str, Any]) -> None:
        """A finding on a clause of one hand: `what` needs code and message."""
        at = self.hands.row(row, named=True)
        source = self.records.sources[at["file_no"]]
        hand = HandText(source, at["text"], at["line"], at["index"], self.money[at["session_no"]])
        self._append({**at, **what}, place_of(hand, slot), None)

    def _append(
        self, at: dict[str, Any], place: Place, owed: tuple[str | None, str | None, int] | None
    ) -> None:
        self.rows.append(self._row(at, place.line, place.column, place.end_column, owed))

    def _row(
        self,
        at: dict[str, Any],
        line: int | None,
        column: int | None,
        end_column: int | None,
        owed: tuple[str | None, str | None, int] | None,
    ) -> dict[str, Any]:
        session_no, file_no, deal_idx = at["session_no"], at["file_no"], at.get("deal_idx")
        player = at.get("player") or (at.get("holder") if at.get("banker") else None)
        return {
            **{name: at.get(name) for name in FINDINGS},
            "severity": CODES[at["code"]].severity,
            "player": player,
            "file": self.records.sources[file_no].path if file_no is not None else None,
            "line": line,
            "column": column,
            "end_column": end_column,
            "session": self.sessions[session_no] if session_no is not None else None,
            "deal": self.deals["deal"][deal_idx] if deal_idx is not None else None,
            "rule": section_of(at["code"]),
            "owed_from": owed[0] if owed else None,
            "owed_to": owed[1] if owed else None,
            "owed_amount": owed[2] if owed else None,
            "waived": at.get("waived") or self.waivers.get((deal_idx, at["code"])),
        }

    def frame(self) -> pl.DataFrame:
        """All findings, sorted by file and place."""
        rows = pl.DataFrame(self.rows, schema=FINDINGS)
        return rows.sort("file_no", "line", "column", "code", nulls_last=True, maintain_order=True)


def _is_of_money(text: str, fault: PlayFault) -> bool:
    """Whether a fault stands in a clause that names an amount, whose words a currency explains."""
    start, end = clause_spans(text)[0][fault.clause]
    first = text[start:end].split()[:1]
    return fault.bad.code == "P006" or (bool(first) and first[0].lower() in MONEY_VERBS)


def _deal_place(deal: dict[str, Any], slot: str) -> Place:
    from pontoon_ledger.records.model import Place

    if deal.get(f"{slot}_line") is not None:
        return Place(deal[f"{slot}_line"], deal[f"{slot}_column"], deal[f"{slot}_end"])
    return Place(deal["line"], deal["column"], deal["column"])
