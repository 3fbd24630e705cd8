"""Whether two records say the same: what `fmt` and `convert` have to show before they write.

In: the audits of both. Out: the first thing that differs, in words, or nothing. Files, lines and
columns may differ, and so may the words in which a value was written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.plays import read_plays
from pontoon_ledger.replay.hands import session_currencies

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.records.model import Records

_PLACES = ("file", "file_no", "line", "column", "end_column", "index", "found", "text", "opening")
_FRAMES = ("sessions", "seats", "persons", "aliases", "deals", "hands", "tallies", "waivers", "cash", "debts")
_WRITTEN_ONLY = {"hands": ("bank_row", "player")}
_ORDER = ("session_no", "deal_no", "code", "player", "hand", "message")


def difference(one: Audit, other: Audit) -> str | None:
    r"""Say what differs between two audits and the records below them, None where nothing does.

    >>> import pathlib, tempfile
    >>> from pontoon_ledger import audit, read
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "friday.yaml"
    >>> audits = []
    >>> for won in ("0.40", ".4", "0.30"):
    ...     hands = f"{{Bob: 'bet 0.40, Kc 9s, stick, won {won}', Ann: '8h Qc, stick'}}"
    ...     _ = path.write_text(f"players: [Ann, Bob]\nbank: Ann\ndeals:\n  - hands: {hands}\n")
    ...     audits.append(audit(read(path)))
    >>> difference(audits[0], audits[1]), difference(audits[0], audits[2])
    (None, "'recorded' of the plays, deal 1")
    """
    for name, left, right in _pairs(one, other):
        if (found := _differs(left, right)) is not None:
            column, row = found
            deal = _deal(left if row < left.height else right, row, name, one)
            return f"{column!r} of the {name}" + (f", deal {deal}" if deal is not None else "")
    return None


def _pairs(one: Audit, other: Audit) -> list[tuple[str, pl.DataFrame, pl.DataFrame]]:
    frames = [(name, getattr(one.records, name), getattr(other.records, name)) for name in _FRAMES]
    frames.append(("plays", _plays(one.records), _plays(other.records)))
    holder = pl.when("banker").then(pl.coalesce("player", "bank")).otherwise("player")
    judged = [each.hands.with_columns(player=holder) for each in (one, other)]
    frames.append(("hands as judged", judged[0], judged[1]))
    frames.append(("findings", one.findings.sort(_ORDER), other.findings.sort(_ORDER)))
    frames.append(("transfers", one.transfers, other.transfers))
    return [(name, _without_places(name, left), _without_places(name, right)) for name, left, right in frames]


def _without_places(name: str, frame: pl.DataFrame) -> pl.DataFrame:
    places = [
        column
        for column in frame.columns
        if column in (*_PLACES, *_WRITTEN_ONLY.get(name, ()))
        or column.endswith(("_line", "_column"))
        or (column.endswith("_end") and f"{column[:-4]}_line" in frame.columns)
    ]
    return frame.drop(places)


def _plays(records: Records) -> pl.DataFrame:
    """The plays of all hands as columns, with the number of their deal."""
    money = session_currencies(records)
    rows = records.hands.join(
        records.deals.with_row_index("deal_idx").select("deal_idx", "session_no"), on="deal_idx", how="left"
    )
    parts = []
    for number, unit in money.items():
        mine = rows.filter(session_no=number)
        parts.append(read_plays(mine["text"], unit)[0].with_columns(mine["deal_idx"]))
    return pl.concat(parts) if parts else pl.DataFrame()


def _differs(left: pl.DataFrame, right: pl.DataFrame) -> tuple[str, int] | None:
    """The first column and row in which two frames differ."""
    if left.equals(right):
        return None
    if left.height != right.height:
        return "number", min(left.height, right.height)
    for column in left.columns:
        unequal = left[column].ne_missing(right[column]).arg_true()
        if len(unequal):
            return column, int(unequal[0])
    return None


def _deal(frame: pl.DataFrame, row: int, name: str, audit: Audit) -> str | None:
    """The label of the deal that a row is of."""
    if row >= frame.height:
        return None
    if "deal" in frame.columns:
        label: str | None = frame["deal"][row]
        return label
    if "deal_idx" in frame.columns and frame["deal_idx"][row] is not None:
        return str(audit.records.deals["deal"][frame["deal_idx"][row]])
    return None
