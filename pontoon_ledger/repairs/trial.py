"""Many readings of one stretch of a session, judged at once.

In: an audit and changes of one deal. Out: for each change the findings of the stretch, as counts.
The stretch is copied once for each change into one set of frames, as every row is judged alike.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.auditing import judge
from pontoon_ledger.checks.money import money_findings
from pontoon_ledger.checks.rulings import idle_rulings
from pontoon_ledger.findings import Desk
from pontoon_ledger.replay.hands import session_currencies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.records.model import Place, Records
    from pontoon_ledger.repairs.model import Change

Key = tuple[str, int, str | None, int | None]
"""A finding apart from its words: code, deal within the stretch (-1: none), player, hand."""


class Stretch(Struct, frozen=True):
    """Deals of one session that stand together; `at` is the place of the deal in question among them.

    `first_row` is the number of the first hand, `first_tally` of the first tally, among all records.
    """

    records: Records
    at: int
    first_row: int
    first_tally: int


def stretch(audit: Audit, deal_idx: int, around: int | None = None) -> Stretch:
    """Cut out the session of a deal, or so many deals on both sides of it."""
    records = audit.records
    session_no = audit.deals["session_no"][deal_idx]
    mine = audit.deals.filter(pl.col("session_no") == session_no)["deal_idx"]
    start, end = int(mine[0]), int(mine[-1]) + 1
    if around is not None:
        start, end = max(start, deal_idx - around), min(end, deal_idx + around + 1)
    of_session, of_deals = pl.col("session_no") == session_no, pl.col("deal_idx").is_between(start, end - 1)
    renumbered = pl.lit(0, dtype=pl.Int32).alias("session_no")
    frames: dict[str, pl.DataFrame] = {"sessions": records.sessions[session_no : session_no + 1]}
    for name in ("seats", "persons", "aliases", "cash", "debts"):
        frame: pl.DataFrame = getattr(records, name)
        frames[name] = frame.filter(of_session).with_columns(renumbered)
    frames["deals"] = records.deals[start:end].with_columns(renumbered)
    for name in ("hands", "tallies", "waivers"):
        frame = getattr(records, name)
        frames[name] = frame.filter(of_deals).with_columns(pl.col("deal_idx") - start)
    if start > mine[0]:
        frames |= _pinned(audit, start, frames)
    if around is not None:
        frames |= {name: frames[name].clear() for name in ("tallies", "cash", "debts")}
    cut = replace(records, faults=records.faults.clear(), **frames)
    first_row = int((records.hands["deal_idx"] < start).sum())
    first_tally = int((records.tallies["deal_idx"] < start).sum())
    return Stretch(cut, deal_idx - start, first_row, first_tally)


def _pinned(audit: Audit, start: int, frames: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Write into the first deal of a stretch what it takes over from the deals before."""
    taken = audit.deals.row(start, named=True)
    deals = frames["deals"]
    facts = {"bank": taken["holder"], "price": None, "gap": False}
    if taken["kitty_start"] is not None:
        facts["kitty"] = taken["kitty_start"]
    first = deals[:1].with_columns(pl.lit(v, dtype=deals.schema[c]).alias(c) for c, v in facts.items())
    bank = pl.lit(taken["holder"], dtype=pl.String).alias("bank")
    return {"deals": pl.concat([first, deals[1:]]), "sessions": frames["sessions"].with_columns(bank)}


def tried(part: Stretch, changes: Sequence[Change]) -> list[Counter[Key]]:
    """Judge the stretch as written (first) and with each change."""
    many = len(changes) + 1
    records = _changed(part, _copies(part.records, many), changes)
    judged = judge(records)
    size = len(part.records.deals)
    desk = _Counting(records, judged.hands, judged.deals, session_currencies(records))
    desk.rows = judged.raised.select("code", "row", "deal_idx").to_dicts()
    desk.rows += [{"code": fault.bad.code, "row": fault.row} for fault in judged.played.faults]
    money_findings(desk, records, judged.hands, judged.deals, judged.kitty_moves)
    names = judged.hands.select("deal_idx", "player", "hand")
    for found in desk.rows:
        if found.get("row") is not None:
            found["deal_idx"], found["player"], found["hand"] = names.row(found["row"])
    idle_rulings(desk, records, judged.deals)
    counts: list[Counter[Key]] = [Counter() for _ in range(many)]
    for found in desk.rows:
        deal_idx = found.get("deal_idx")
        copy, deal = (found["session_no"], -1) if deal_idx is None else divmod(deal_idx, size)
        counts[copy][found["code"], deal, found.get("player"), found.get("hand")] += 1
    return counts


class _Counting(Desk):
    """A desk that only counts: no finding is located."""

    def add(self, at: dict[str, Any], place: Place, owed: object = None) -> None:
        self.rows.append(at)

    def add_to_hand(self, row: int, slot: str, what: dict[str, Any]) -> None:
        self.rows.append({**what, "row": row})


def _copies(records: Records, many: int) -> dict[str, pl.DataFrame]:
    by = {"session_no": len(records.sessions), "deal_idx": len(records.deals)}
    frames = {}
    for name in (
        "sessions",
        "seats",
        "persons",
        "aliases",
        "deals",
        "hands",
        "tallies",
        "waivers",
        "cash",
        "debts",
    ):
        frame: pl.DataFrame = getattr(records, name)
        copy = pl.int_range(pl.len()) // max(frame.height, 1)
        shifts = [
            (pl.col(c) + (copy * step).cast(frame.schema[c])).alias(c)
            for c, step in by.items()
            if c in frame.columns
        ]
        frames[name] = pl.concat([frame] * many).with_columns(shifts)
    return frames


def _changed(part: Stretch, frames: dict[str, pl.DataFrame], changes: Sequence[Change]) -> Records:
    """Put each change into its copy."""
    cells: dict[tuple[str, str], dict[int, object]] = {}
    sizes = {name: getattr(part.records, name).height for name in ("hands", "deals", "tallies")}
    for copy, change in enumerate(changes, 1):
        for row, column, value in change.cells:
            at = copy * sizes["hands"] + row - part.first_row
            cells.setdefault(("hands", column), {})[at] = value
        if change.field is not None:
            column, value = change.field
            cells.setdefault(("deals", column), {})[copy * sizes["deals"] + part.at] = value
        if change.rule is not None:
            cells.setdefault(("sessions", change.rule[0]), {})[copy] = change.rule[1]
        if change.tally is not None and sizes["tallies"]:
            tally, value = change.tally
            at = copy * sizes["tallies"] + tally - part.first_tally
            cells.setdefault(("tallies", "amount"), {})[at] = value
    for (name, column), values in cells.items():
        frame = frames[name]
        new = frame[column].to_list()
        for at, value in values.items():
            new[at] = value
        frames[name] = frame.with_columns(pl.Series(column, new, dtype=frame.schema[column]))
    return replace(part.records, **frames)
