"""Which deal, which player: labels and names as the user gives them.

In: an audit and a label, perhaps a session's name; a table and a player's name. Out: the number of the
deal, the name of the seat, or an `ExplainError` that names the nearest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.explain.model import ExplainError
from pontoon_ledger.explain.phrases import listed
from pontoon_ledger.words import fold, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.explain.table import Table

_MOST_NAMED = 12


def find_deal(audit: Audit, label: str, session: str | None) -> int:
    """Find the deal with this label; the session must be named where several have it."""
    deals = audit.deals.select("deal_idx", "session_no", "session", "deal")
    if session is not None:
        deals = _of_session(deals, session)
    wanted = fold(label)
    fits = [row for row in deals.iter_rows(named=True) if fold(row["deal"]) == wanted]
    if not fits:
        raise _no_such_deal(label, deals["deal"].to_list())
    if len({row["session_no"] for row in fits}) > 1:
        names = list(dict.fromkeys(str(row["session"]) for row in fits))
        if len(names) == 1:
            raise ExplainError(f"deal {label} is in two records of {names[0]!r}: give one of the files alone")
        shown = listed([repr(name) for name in names])
        raise ExplainError(
            f"deal {label} is in {len(names)} sessions, {shown}: say which, as in --session {names[0]!r}"
        )
    return int(fits[0]["deal_idx"])


def _of_session(deals: pl.DataFrame, session: str) -> pl.DataFrame:
    names = deals["session"].unique(maintain_order=True).to_list()
    wanted = [name for name in names if fold(name) == fold(session)]
    if not wanted:
        near = nearest(session, names)
        raise ExplainError(f"there is no session {session!r}{_hint(near, names)}", near)
    return deals.filter(pl.col("session").is_in(wanted))


def _no_such_deal(label: str, labels: Sequence[str]) -> ExplainError:
    if not labels:
        return ExplainError(f"there is no deal {label}: no deal could be read")
    near = _nearest_label(label, labels)
    return ExplainError(f"there is no deal {label}{_hint(near, list(dict.fromkeys(labels)))}", near)


def _nearest_label(label: str, labels: Sequence[str]) -> str | None:
    """Find the label that looks most like it or, of plain numbers, the one whose number comes nearest."""
    if not _is_number(label):
        return nearest(label, labels)
    numbers = [name for name in labels if _is_number(name)]
    alike = nearest(label, [name for name in labels if not _is_number(name)])
    return alike or min(numbers, key=lambda name: abs(int(name) - int(label)), default=None)


def _is_number(label: str) -> bool:
    return label.isascii() and label.isdigit()


def _hint(near: str | None, known: Sequence[str]) -> str:
    hint = f"; the nearest is {near}" if near else ""
    if len(known) <= _MOST_NAMED:
        return f"{hint}; there {'is' if len(known) == 1 else 'are'} {listed(known)}"
    return f"{hint}; there are {len(known)}, from {known[0]} to {known[-1]}"


def find_player(audit: Audit, table: Table, player: str) -> str:
    """Find the seat that a name means: its own name, another spelling of it, or `bank`."""
    wanted = fold(player)
    inside = list(dict.fromkeys(h["player"] for h in table.players if h["player"] is not None))
    inside += [table.holder] if table.holder is not None and table.holder not in inside else []
    aliases = audit.records.aliases.filter(pl.col("session_no") == table.deal["session_no"])
    meant = {fold(alias): seat for seat, alias in aliases.select("player", "alias").iter_rows()}
    meant |= {fold(name): name for name in inside}
    if table.holder is not None:
        meant.setdefault("bank", table.holder)
    if meant.get(wanted) in inside:
        return str(meant[wanted])
    near = nearest(player, inside)
    hint = f"; the nearest is {near}" if near else ""
    shown = f"in it are {listed(inside)}" if inside else "nobody is named in it"
    raise ExplainError(f"{player} has no hand in deal {table.deal['deal']}{hint}; {shown}", near)
