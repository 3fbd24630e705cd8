"""Rulings of the table: `agreed` on a hand, `waive` on a deal, and those that change nothing (P304).

In: raised findings, the waivers of the deals. Out: the same findings with the reason in `waived`,
and a P304 for each waiver that found nothing to waive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.records.model import Place

if TYPE_CHECKING:
    from pontoon_ledger.findings import Desk
    from pontoon_ledger.records.model import Records

_RULED = ("P301", "P302", "P303")


def waive(raised: pl.DataFrame, hands: pl.DataFrame, waivers: pl.DataFrame) -> pl.DataFrame:
    """Add `waived`: the reason why a finding stands although it is true, null where it counts."""
    if waivers.is_empty() and not hands["agreed"].any():
        return raised.with_columns(waived=pl.lit(None, dtype=pl.String))
    reasons = waivers.select("deal_idx", "code", reason="reason").unique(["deal_idx", "code"], keep="first")
    raised = raised.join(reasons, on=["deal_idx", "code"], how="left", maintain_order="left")
    agreed = hands.filter("agreed")["row"].to_list()
    by_hand = pl.col("row").is_in(agreed).fill_null(False) & pl.col("code").is_in(_RULED)
    return raised.with_columns(waived=pl.coalesce("reason", pl.when(by_hand).then(pl.lit("agreed")))).drop(
        "reason"
    )


def idle_rulings(desk: Desk, records: Records, deals: pl.DataFrame) -> None:
    """P304 for the waivers whose code was not found in their deal."""
    found = {(row["deal_idx"], row["code"]) for row in desk.rows}
    for waiver in records.waivers.iter_rows(named=True):
        if (waiver["deal_idx"], waiver["code"]) in found:
            continue
        deal = deals.row(waiver["deal_idx"], named=True)
        at = {
            "code": "P304",
            "message": f"the waiver of {waiver['code']} changes nothing: this deal has no such finding",
            "help": "leave it out",
            **{k: deal[k] for k in ("session_no", "deal_no", "deal", "deal_idx", "file_no")},
        }
        desk.add(at, Place(waiver["line"], waiver["column"], waiver["end_column"]))
