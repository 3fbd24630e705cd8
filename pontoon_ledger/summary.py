"""How many deals were judged, undecided and unreadable: the counts that the last line conserves.

In: an audit. Out: one row a session with its counts and whether anything was left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.replay.course import SHOT
from pontoon_ledger.rules import OPTIONS, PRESETS, Rules, differences, spoken

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit


_NO_DUE = pl.col("due").is_null() | (SHOT & pl.col("shoot_due").is_null())
IS_OPEN = (pl.col("playing") | pl.col("holder").is_null()) & _NO_DUE
"""A row whose due is open: it leaves its deal undecided."""


def deal_states(audit: Audit) -> pl.DataFrame:
    """Each deal with `state`: judged, undecided or unreadable; `has_hands` false for a gap alone.

    Unreadable: a record fault (P0xx) in the deal. Undecided: a hand of it whose due is open.
    """
    faults = audit.findings.filter(pl.col("code").str.starts_with("P0"), pl.col("deal_idx").is_not_null())
    bad = faults["deal_idx"].unique().to_list()
    open_deals = audit.replayed.filter(IS_OPEN)["deal_idx"].unique().to_list()
    unread = audit.replayed.filter("unread")["deal_idx"].unique().to_list()
    at = pl.col("deal_idx")
    return audit.deals.with_columns(
        state=pl.when(at.is_in(bad) | at.is_in(unread) | ~pl.col("readable"))
        .then(pl.lit("unreadable"))
        .when(at.is_in(open_deals) & pl.col("void").is_null())
        .then(pl.lit("undecided"))
        .otherwise(pl.lit("judged"))
    )


def session_summary(audit: Audit) -> pl.DataFrame:
    """One row a session: its head, its counts, `has_faults` (any P0xx) and `complete`."""
    states = deal_states(audit).filter(pl.col("has_hands") | ~pl.col("gap") | ~pl.col("readable"))
    counts = states.group_by("session_no").agg(
        deals=pl.len().cast(pl.Int32),
        **{s: (pl.col("state") == s).sum().cast(pl.Int32) for s in ("judged", "undecided", "unreadable")},
    )
    hands = audit.replayed.group_by("session_no").agg(hands=pl.len().cast(pl.Int32))
    faulty = audit.findings.filter(pl.col("code").str.starts_with("P0"))
    faults = faulty["session_no"].drop_nulls().unique().to_list()
    of_files = faulty.filter(pl.col("session_no").is_null())["file_no"].drop_nulls().unique().to_list()
    faults += audit.deals.filter(pl.col("file_no").is_in(of_files))["session_no"].unique().to_list()
    moves = audit.transfers.filter(
        pl.col("counts").is_null() | pl.col("payer").is_null() | pl.col("payee").is_null()
    )
    partial = moves["session_no"].unique().to_list()
    paths = pl.lit(pl.Series([s.path for s in audit.records.sources], dtype=pl.String))
    sessions = audit.records.sessions.with_row_index("session_no").with_columns(
        pl.col("session_no").cast(pl.Int32)
    )
    rules = [_rules_in_words(row) for row in sessions.select(list(OPTIONS)).iter_rows(named=True)]
    whole = sessions.join(counts, on="session_no", how="left", maintain_order="left")
    whole = whole.join(hands, on="session_no", how="left", maintain_order="left").with_columns(
        pl.col("deals", "hands", "judged", "undecided", "unreadable").fill_null(0)
    )
    at = pl.col("session_no")
    has_faults = at.is_in(faults)
    return whole.with_columns(
        file=paths.gather("file_no"),
        rules=pl.Series(rules, dtype=pl.String),
        has_faults=has_faults,
        complete=pl.col("whole") & ~has_faults & ~at.is_in(partial),
    )


def _rules_in_words(options: dict[str, object]) -> str:
    """The rules as a preset and what differs from it: the preset with the fewest differences."""
    rules = Rules(**options)  # type: ignore[arg-type]
    name, base = min(PRESETS.items(), key=lambda item: len(differences(rules, item[1])))
    changes = [f"{option} {spoken(value)}" for option, value in differences(rules, base).items()]
    return ", ".join([name, *changes])
