"""Why results are open: the deals of which nobody wrote or can tell the money.

In: an audit. Out: a line a deal, in the order of the record.
"""

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.render.text import many

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit

_MOST = 12


def open_results(audit: "Audit") -> list[str]:
    """Name the transfers that are not known, deal by deal."""
    moves = audit.transfers.filter(
        pl.col("counts").is_null() | pl.col("payer").is_null() | pl.col("payee").is_null(),
        pl.col("kind") != "share",
    )
    labels = audit.deals.select("session_no", "deal_no", "deal")
    names = audit.sessions["session"].to_list()
    told = []
    for row in moves.join(labels, on=["session_no", "deal_no"], how="left", maintain_order="left").iter_rows(
        named=True
    ):
        session = names[row["session_no"]]
        place = f"deal {row['deal']} of {session}" if row["deal"] is not None else session
        if row["kind"] == "price" and row["payee"] is None:
            told.append(f"{place}: nobody can tell who sold the bank")
        elif row["payee"] is None and row["payer"] is not None and row["kind"] == "hand":
            told.append(f"{place}: nobody can tell who played one of the hands")
        elif row["payer"] is None or row["payee"] is None:
            told.append(f"{place}: nobody can tell who held the bank")
        else:
            told.append(f"{place}: what {row['payee']} won or lost is neither written nor decided")
    told = list(dict.fromkeys(told))
    more = len(told) - _MOST
    return told if more <= 1 else [*told[:_MOST], f"and {many(more, 'more result')} like these"]
