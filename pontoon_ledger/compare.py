"""The same record under other rules: what would change, and which rules fit best.

In: records. Out: `WhatIf` (findings that come and go, balances that change) and `Inference` (settings
of options ranked by the findings they leave). Many rule sets are one audit: the records are crossed
with them, as options are only columns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.auditing import Audit, audit, judge
from pontoon_ledger.balances import settle
from pontoon_ledger.codes import CODES
from pontoon_ledger.records.model import OPTION_TYPES, Records
from pontoon_ledger.rules import OPTIONS, Rules, Value, spoken

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_AT = ("code", "file", "line", "column", "player", "hand", "message")
_NO_VERDICT = ("P105", "P303", "P304")
Setting = tuple[tuple[str, Value], ...]
"""Options and the values they are set to, on top of the rules that the record names."""


@dataclass(frozen=True)
class WhatIf:
    """Two audits of one record: `gone` and `come` are findings, `balances` those that change.

    `balances` has `player, currency, decimals, before, after` in minor units.
    """

    before: Audit
    after: Audit
    gone: pl.DataFrame
    come: pl.DataFrame
    balances: pl.DataFrame


def under_rules(records: Records, changes: Setting) -> Records:
    """The records with some options changed, all else as each session has it."""
    columns = [pl.lit(value, dtype=OPTION_TYPES[name]).alias(name) for name, value in changes]
    return replace(records, sessions=records.sessions.with_columns(columns))


def what_if(before: Audit, records: Records) -> WhatIf:
    """Compare an audit with that of the same records under other rules."""
    after = audit(records)
    keys = list(_AT)
    gone = before.findings.join(after.findings, on=keys, how="anti", nulls_equal=True)
    come = after.findings.join(before.findings, on=keys, how="anti", nulls_equal=True)
    who = ["player", "account", "currency", "decimals"]
    mine, theirs = (
        settle(a).balances.select(*who, pl.col("balance").alias(n))
        for a, n in ((before, "before"), (after, "after"))
    )
    both = mine.join(theirs, on=who, how="full", coalesce=True, nulls_equal=True)
    changed = both.filter(pl.col("before").ne_missing(pl.col("after"))).sort("currency", "account", "player")
    return WhatIf(before, after, gone, come, changed)


@dataclass(frozen=True)
class Candidate:
    """One setting and what it leaves: errors, warnings, the deals in which they stand."""

    setting: Setting
    errors: int
    warnings: int
    deals: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(f"{name} {spoken(value)}" for name, value in self.setting) or "the rules as written"


@dataclass(frozen=True)
class Inference:
    """Candidates, best first, the rules as written among them; `silent` options change nothing at all.

    `telling`: for the best candidates, the deals that tell each from the rules as written.
    """

    written: Candidate
    candidates: tuple[Candidate, ...]
    silent: tuple[str, ...]

    @property
    def best(self) -> tuple[Candidate, ...]:
        """The candidates that leave the fewest findings; more than one: the record cannot tell them apart."""
        least = (self.candidates[0].errors, self.candidates[0].warnings)
        return tuple(c for c in self.candidates if (c.errors, c.warnings) == least)

    def telling(self, one: Candidate, other: Candidate) -> tuple[str, ...]:
        """The deals in which two candidates leave different findings."""
        return tuple(sorted(set(one.deals) ^ set(other.deals), key=_by_number))


def _by_number(label: str) -> tuple[int, str]:
    return (int(label) if label.isdigit() else 1 << 30, label)


def infer(records: Records, *, pairs: bool = True) -> Inference:
    """Which settings of the options leave the fewest findings: one at a time, then in pairs.

    Findings that say nothing of the rules (P105, P303, P304) do not count. Pairs are tried only of options
    that change something on their own, and only where no single one explains everything.
    """
    singles = [((name, value),) for name, values in OPTIONS.items() for value in values]
    current = records.sessions.row(0, named=True) if len(records.sessions) else {}
    singles = [s for s in singles if current.get(s[0][0]) != s[0][1]]
    tried = _try_all(records, [(), *singles])
    written, rest = tried[0], tried[1:]
    same = (written.errors, written.warnings, written.deals)
    moving = {c.setting[0][0] for c in rest if (c.errors, c.warnings, c.deals) != same}
    silent = tuple(name for name in OPTIONS if name not in moving)
    explained = any(c.errors == 0 and c.warnings == 0 for c in tried)
    if pairs and not explained:
        helpful = [c.setting[0] for c in rest if c.setting[0][0] in moving]
        doubles = [(a, b) for a, b in combinations(helpful, 2) if a[0] != b[0]]
        rest = [*rest, *_try_all(records, doubles)]
    ranked = sorted([written, *rest], key=lambda c: (c.errors, c.warnings, len(c.setting), str(c)))
    return Inference(written, tuple(ranked), silent)


def _try_all(records: Records, settings: Sequence[Setting]) -> list[Candidate]:
    """Judge the records under every setting in one audit."""
    if not settings:
        return []
    many = len(records.sessions)
    judged = judge(crossed(records, settings))
    kept = pl.col("code").is_in(_NO_VERDICT).not_() & pl.col("waived").is_null()
    raised = judged.raised.filter(kept).with_columns(
        severity=pl.col("code").replace_strict({c: v.severity for c, v in CODES.items()}, default="N")
    )
    of_deal = judged.deals.select("deal_idx", candidate=pl.col("session_no") // many, label="deal")
    found = raised.join(of_deal, on="deal_idx", how="left")
    by_candidate = found.group_by("candidate").agg(
        errors=(pl.col("severity") == "E").sum(),
        warnings=(pl.col("severity") == "W").sum(),
        deals=pl.col("label").unique(maintain_order=True),
    )
    rows = {n: (e, w, tuple(sorted(d, key=_by_number))) for n, e, w, d in by_candidate.iter_rows()}
    return [Candidate(setting, *rows.get(n, (0, 0, ()))) for n, setting in enumerate(settings)]


def crossed(records: Records, settings: Sequence[Setting]) -> Records:
    """The records once for each setting: one frame, sessions and deals numbered on."""
    times = len(settings)
    sessions, deals = len(records.sessions), len(records.deals)
    changed = pl.concat([under_rules(records, setting).sessions for setting in settings])
    frames = {"sessions": changed}
    for name in ("seats", "persons", "deals", "hands", "waivers"):
        frame: pl.DataFrame = getattr(records, name)
        parts = [_shifted(frame, n * sessions, n * deals) for n in range(times)]
        frames[name] = pl.concat(parts)
    empty = {
        name: getattr(records, name).clear() for name in ("tallies", "cash", "debts", "faults", "aliases")
    }
    return replace(records, **frames, **empty)  # type: ignore[arg-type]


def _shifted(frame: pl.DataFrame, sessions: int, deals: int) -> pl.DataFrame:
    shifts = {"session_no": sessions, "deal_idx": deals}
    return frame.with_columns(pl.col(c) + by for c, by in shifts.items() if c in frame.columns)


def settings_of(text: Iterable[str], rules: Rules) -> Setting:
    """Option texts such as `stick_on=16` as a setting; raises `rules.OptionError`.

    >>> settings_of(["stick_on=16"], Rules())
    (('stick_on', 16),)
    """
    from pontoon_ledger.rules import override

    changed = override(rules, dict(part.split("=", 1) for part in text))
    return tuple((name, getattr(changed, name)) for name in (part.split("=", 1)[0] for part in text))
