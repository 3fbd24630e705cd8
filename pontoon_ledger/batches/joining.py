"""Parts joined: what files have in common, told as one audit of all of them tells it.

In: the `Part`s of all batches, in any order. Out: a `Digest`. Across files there are only the names of
sessions (a second one is P009), the people who play in several, and the sums.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

import polars as pl

from pontoon_ledger.balances import settle_moves
from pontoon_ledger.batches.judging import first_numbers, renumbered
from pontoon_ledger.codes import CODES
from pontoon_ledger.findings import FINDINGS
from pontoon_ledger.naming import roll, shown_by
from pontoon_ledger.records.combine import fault_of_name, named_again
from pontoon_ledger.records.model import Place
from pontoon_ledger.rulebook import section_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pontoon_ledger.balances import Settlement
    from pontoon_ledger.batches.judging import Part

_NAME_AT = ("name_line", "name_column", "name_end")


@dataclass(frozen=True)
class Digest:
    """What is kept of an audit in batches.

    `findings` and `sessions` are those of an `Audit`, row by row, and `transfers` is too where it was asked
    for, session by session. `again`: the findings, among the others, of names that an earlier session has.
    `drift`: the dues summed by currency. `files`: what `check` tells of each file. `bare`: whether a session
    has no head but the options. `moves`: who paid whom in each session, summed.
    """

    findings: pl.DataFrame
    again: pl.DataFrame
    sessions: pl.DataFrame
    drift: pl.DataFrame
    files: list[dict[str, Any]]
    notes: tuple[str, ...]
    bare: bool
    transfers: pl.DataFrame | None
    moves: pl.DataFrame | None
    names: dict[int, list[str]] = field(repr=False)
    aliases: list[tuple[int, str, str]] = field(repr=False)
    lines: dict[tuple[int, int], str] = field(repr=False)

    def line(self, file_no: int | None, number: int | None) -> str | None:
        """A line that a finding stands on, None where there is none, or lines were not asked for."""
        return None if file_no is None or number is None else self.lines.get((file_no, number))

    def settle(self) -> Settlement:
        """Who owes whom after all sessions, as `balances.settle` says it; ValueError without balances."""
        if self.moves is None:
            raise ValueError("the balances of these batches were not asked for")
        money = self.sessions.select("session_no", "currency", "decimals")
        moves = self.moves.join(money, on="session_no", how="left", maintain_order="left")
        shown = shown_by(*roll(self.names, self.aliases), self.names)
        for side in ("payer", "payee"):
            told = shown.select("session_no", pl.col("spelling").alias(side), shown="name")
            moves = (
                moves.join(told, on=["session_no", side], how="left", maintain_order="left")
                .with_columns(pl.when(f"{side}_account").then(side).otherwise("shown").alias(side))
                .drop("shown")
            )
        return settle_moves(moves, complete=bool(self.sessions["complete"].all()))


def join(parts: Sequence[Part]) -> Digest:
    """Join the parts of all batches, one at least."""
    counts = sorted((count for part in parts for count in part.counts), key=attrgetter("position"))
    first = first_numbers(counts)
    texts = {position: begin for position, begin, _, _ in first.iter_rows()}
    begins = {position: begin for position, _, begin, _ in first.iter_rows()}
    sessions, again = _named_once(_in_order([part.sessions for part in parts], first))
    findings = pl.concat([_in_order([part.findings for part in parts], first), again])
    return Digest(
        findings=findings.sort("file_no", "line", "column", "code", nulls_last=True, maintain_order=True),
        again=again,
        sessions=sessions,
        drift=pl.concat(part.drift for part in parts)
        .group_by("currency", "decimals")
        .agg(pl.col("due").sum()),
        files=_by_position(part.files for part in parts),
        notes=tuple(_by_position(part.notes for part in parts)),
        bare=any(part.bare for part in parts),
        transfers=_wanted([part.transfers for part in parts], first),
        moves=_wanted([part.moves for part in parts], first),
        names={begins[at] + n: told for part in parts for (at, n), told in part.names.items()},
        aliases=[(begins[at] + n, name, alias) for part in parts for at, n, name, alias in part.aliases],
        lines={(texts[at] + n, line): text for part in parts for (at, n, line), text in part.lines.items()},
    )


def _wanted(frames: list[pl.DataFrame | None], first: pl.DataFrame) -> pl.DataFrame | None:
    there = [frame for frame in frames if frame is not None]
    return _in_order(there, first) if there else None


def _in_order(frames: Sequence[pl.DataFrame], first: pl.DataFrame) -> pl.DataFrame:
    """The rows of all batches in the order of the files, numbered among all."""
    whole = pl.concat(frames).sort("position", nulls_last=True, maintain_order=True)
    return renumbered(whole, first, 1).drop("position")


def _by_position(told: Iterable[Sequence[tuple[int, Any]]]) -> list[Any]:
    return [what for _, what in sorted((one for part in told for one in part), key=itemgetter(0))]


def _named_once(sessions: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The sessions, those marked whose name an earlier one has, and the findings of that."""
    again = named_again(sessions.select("session", "file").iter_rows())
    rows = []
    for number, earlier in again:
        row = sessions.row(number, named=True)
        fault = fault_of_name(row["session"], earlier, Place(*(row[name] for name in _NAME_AT)))
        told = {name: getattr(fault, name) for name in ("code", "message", "found", "expected", "help")}
        place = {name: getattr(fault.place, name) for name in ("line", "column", "end_column")}
        whose = {name: row[name] for name in ("session", "session_no", "file", "file_no")}
        law = {"severity": CODES[fault.code].severity, "rule": section_of(fault.code)}
        rows.append({**dict.fromkeys(FINDINGS), **told, **place, **whose, **law})
    marked = pl.col("session_no").is_in([number for number, _ in again])
    sessions = sessions.with_columns(
        has_faults=pl.col("has_faults") | marked, complete=pl.col("complete") & ~marked
    )
    return sessions.drop(_NAME_AT), pl.DataFrame(rows, schema=FINDINGS)
