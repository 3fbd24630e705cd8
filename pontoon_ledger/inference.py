"""Which rules a record was played by, as far as it shows: settings of options, ranked by what they leave.

In: records. Out: `Inference`. Many rule sets are one audit, as options are only columns: single
options first, then those pairs that could explain more than either of the two.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import polars as pl
from msgspec import Struct

from pontoon_ledger.auditing import judge
from pontoon_ledger.codes import CODES
from pontoon_ledger.compare import Setting, crossed, spoken_setting
from pontoon_ledger.rules import OPTIONS, Value
from pontoon_ledger.summary import IS_OPEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pontoon_ledger.records.model import Records

FEW_DEALS = 3
"""So many deals must tell a setting from the rules as written, or a slip of the pen explains as much."""
MOST_PAIRS = 120
_MOST_HANDS = 500_000
_UNCOUNTED = "^P0|P105|P303|P304"
_SEVERITY = {code: entry.severity for code, entry in CODES.items()}
Left = tuple[int, int]
"""What speaks against a setting: errors and deals judged less far, and warnings."""


class DealName(NamedTuple):
    """A deal as people call it."""

    session: str
    deal: str


class InDeal(NamedTuple):
    """What is found in one deal: how much, and a mark that tells these findings from any others."""

    errors: int
    warnings: int
    mark: int


class Open(NamedTuple):
    """What cannot be judged in one deal: record faults (P0xx) that the rules bring about, and open hands."""

    faults: int
    hands: int


_CLEAN = InDeal(0, 0, 0)
_JUDGED = Open(0, 0)


@dataclass(frozen=True)
class Candidate:
    """One setting, the errors and warnings it leaves, and what is found `by_deal` (position -> findings).

    `unjudged` tells what cannot be judged under it (position -> `Open`), `lost` in how many deals that is
    more than by the rules as written. Such a deal keeps what it holds as written, what comes counts as
    well, and the loss as one error more.
    """

    setting: Setting
    errors: int
    warnings: int
    by_deal: Mapping[int, InDeal] = field(repr=False, compare=False)
    unjudged: Mapping[int, Open] = field(default_factory=dict, repr=False, compare=False)
    lost: int = 0

    def __str__(self) -> str:
        return spoken_setting(self.setting)

    @property
    def left(self) -> Left:
        """What is left and what is lost: the less, the better the setting fits."""
        return self.errors + self.lost, self.warnings

    def apart(self, other: Candidate) -> set[int]:
        """The deals in which another setting finds something else."""
        deals = self.by_deal.keys() | other.by_deal.keys()
        return {at for at in deals if self.by_deal.get(at, _CLEAN) != other.by_deal.get(at, _CLEAN)}

    def betters(self, other: Candidate) -> set[int]:
        """The deals in which it leaves less than another setting does."""
        return {
            at
            for at in self.apart(other)
            if self.by_deal.get(at, _CLEAN)[:2] < other.by_deal.get(at, _CLEAN)[:2]
        }


class Conclusion(StrEnum):
    """How much the record shows."""

    EMPTY = "empty"
    CONSISTENT = "consistent"
    UNEXPLAINED = "unexplained"
    TOO_FEW = "too few"
    TIED = "tied"
    PARTLY = "partly"
    EXPLAINED = "explained"


class Inference(Struct, frozen=True):
    """The settings that were tried, best first, `written` among them.

    `silent` are the options of which no value changes any finding, with the rules as written and with
    the best setting: the record says nothing about them. `untried` counts the pairs left out.
    """

    written: Candidate
    candidates: tuple[Candidate, ...]
    silent: tuple[str, ...]
    deals: tuple[DealName, ...]
    untried: int = 0

    @property
    def best(self) -> tuple[Candidate, ...]:
        """The settings that leave least; where they are several, the record does not decide between them."""
        return tuple(c for c in self.candidates if c.left == self.candidates[0].left)

    def resting(self, candidate: Candidate) -> dict[str, tuple[DealName, ...]]:
        """For each option of a setting the deals that speak for it: without it they hold more findings."""
        tried = {c.setting: c for c in self.candidates}
        rests = {}
        for part in candidate.setting:
            rest = tuple(each for each in candidate.setting if each != part)
            without = tried[rest if rest in tried else rest[:-1]]
            rests[part[0]] = tuple(self.deals[at] for at in sorted(candidate.betters(without)))
        return rests

    def telling(self, one: Candidate, other: Candidate) -> tuple[DealName, ...]:
        """The deals that tell two settings apart."""
        return tuple(self.deals[at] for at in sorted(one.apart(other)))

    @property
    def conclusion(self) -> Conclusion:
        """What may be said of the best settings, and no more."""
        best = self.best
        if not self.deals:
            return Conclusion.EMPTY
        if best[0].left == self.written.left:
            return Conclusion.UNEXPLAINED if any(self.written.left) else Conclusion.CONSISTENT
        if any(len(deals) < FEW_DEALS for c in best for deals in self.resting(c).values()):
            return Conclusion.TOO_FEW
        if len(best) > 1:
            return Conclusion.TIED
        return Conclusion.PARTLY if any(best[0].left) else Conclusion.EXPLAINED


def infer(records: Records, *, pairs: bool = True) -> Inference:
    """Which settings of the options leave the fewest findings: one at a time, then in pairs.

    Clauses that cannot be read, running totals and cash do not count, nor do waived findings and those
    that say nothing of the rules (P105, P303, P304). A pair is tried where it could leave less than either
    of its two options, and kept where it does: what one option explains is never laid to two.
    """
    if records.hands.is_empty():
        nothing = Candidate((), 0, 0, {})
        return Inference(nothing, (nothing,), tuple(OPTIONS), ())
    singles = [((name, value),) for name, values in OPTIONS.items() for value in values]
    written, *rest = _try_all(records, [(), *(s for s in singles if _is_new(records, *s[0]))])
    rest = _held_to(written, rest)
    silent = _unmoved(written, rest)
    rest = [c for c in rest if c.setting[0][0] not in silent]
    untried = 0
    if pairs and any(min([written.left, *(c.left for c in rest)])):
        chosen = _worth_trying(written, rest)
        untried = max(len(chosen) - MOST_PAIRS, 0)
        alone = {c.setting: c.left for c in rest}
        doubles = _held_to(written, _try_all(records, chosen[:MOST_PAIRS]))
        rest += [c for c in doubles if c.left < min(alone[part,] for part in c.setting)]
    best = min([written, *rest], key=_rank)
    if best.setting and silent:
        more = [best.setting + s for s in singles if s[0][0] in silent and _is_new(records, *s[0])]
        further = _held_to(written, _try_all(records, more))
        silent = _unmoved(best, further)
        rest += [c for c in further if c.left < best.left]
    names = records.deals["session_no"].to_list(), records.deals["deal"].to_list()
    sessions = records.sessions["session"].to_list()
    deals = tuple(DealName(sessions[no], label) for no, label in zip(*names, strict=True))
    return Inference(written, tuple(sorted([written, *rest], key=_rank)), silent, deals, untried)


def _is_new(records: Records, name: str, value: Value) -> bool:
    """Whether some session has another value of an option."""
    return any(own != value for own in records.sessions[name].unique())


def _rank(candidate: Candidate) -> tuple[int, int, int, str]:
    return (*candidate.left, len(candidate.setting), str(candidate))


def _unmoved(ground: Candidate, tried: Iterable[Candidate]) -> tuple[str, ...]:
    """The options, last in the settings tried, of which none changes what is found."""
    tried = list(tried)
    moving = {c.setting[-1][0] for c in tried if c.apart(ground)}
    known = {c.setting[-1][0] for c in tried}
    return tuple(name for name in OPTIONS if name in known - moving)


def _worth_trying(written: Candidate, singles: Sequence[Candidate]) -> list[Setting]:
    """The pairs that could leave less than either of the two alone, the most promising first.

    Where one of the two alone moves a deal the other cannot undo it; where both do, all may be well.
    """
    moved = {c.setting: c.apart(written) for c in singles}
    hopes: list[tuple[Left, Setting]] = []
    for a, b in combinations(singles, 2):
        if a.setting[0][0] == b.setting[0][0]:
            continue
        both = moved[a.setting] & moved[b.setting]
        left = [x + y - z for x, y, z in zip(a.left, b.left, written.left, strict=True)]
        for at in both:
            found = (c.by_deal.get(at, _CLEAN) for c in (a, b, written))
            for n, (x, y, z) in enumerate(zip(*(f[:2] for f in found), strict=True)):
                left[n] -= x + y - z
        hope = (left[0], left[1])
        if hope < min(a.left, b.left):
            hopes.append((hope, a.setting + b.setting))
    return [setting for _, setting in sorted(hopes, key=lambda h: (h[0], spoken_setting(h[1])))]


def _try_all(records: Records, settings: Sequence[Setting]) -> list[Candidate]:
    """Judge the records under every setting, as many at once as fit."""
    at_once = max(_MOST_HANDS // max(len(records.hands), 1), 1)
    parts = [settings[n : n + at_once] for n in range(0, len(settings), at_once)]
    return [candidate for part in parts for candidate in _try_some(records, part)]


def _try_some(records: Records, settings: Sequence[Setting]) -> list[Candidate]:
    hands, deals = max(len(records.hands), 1), max(len(records.deals), 1)
    judged = judge(crossed(records, settings))
    raised = judged.raised
    severity = pl.col("code").replace_strict(_SEVERITY, return_dtype=pl.String)
    marked = pl.struct("code", pl.col("row") % hands, "slot", "message").hash()
    found = (
        raised.filter(~pl.col("code").str.contains(_UNCOUNTED) & pl.col("waived").is_null())
        .group_by(number=pl.col("deal_idx") // deals, deal=pl.col("deal_idx") % deals)
        .agg(errors=(severity == "E").sum(), warnings=(severity == "W").sum(), mark=marked.sum())
    )
    by_deal: list[dict[int, InDeal]] = [{} for _ in settings]
    for number, deal, *what in found.iter_rows():
        by_deal[number][deal] = InDeal(*what)
    unjudged: list[dict[int, Open]] = [{} for _ in settings]
    faults = raised.filter(pl.col("code").str.starts_with("P0")).select("deal_idx", faults=1, hands=0)
    rows = judged.hands.filter(pl.col("unread") | (IS_OPEN & ~pl.col("void")))
    both = pl.concat([faults, rows.select("deal_idx", faults=0, hands=1)], how="vertical_relaxed")
    for at, *counts in both.group_by("deal_idx").sum().iter_rows():
        unjudged[at // deals][at % deals] = Open(*counts)
    return [
        Candidate(setting, *_sums(each), each, out)
        for setting, each, out in zip(settings, by_deal, unjudged, strict=True)
    ]


def _sums(by_deal: Mapping[int, InDeal]) -> Left:
    return sum(f.errors for f in by_deal.values()), sum(f.warnings for f in by_deal.values())


def _held_to(written: Candidate, tried: Iterable[Candidate]) -> list[Candidate]:
    """Lay the deals that a setting judges less far to its charge: what vanishes there is not explained."""
    held = []
    for each in tried:
        by_deal, lost = dict(each.by_deal), 0
        for at, now in each.unjudged.items():
            before = written.unjudged.get(at, _JUDGED)
            come = max(now.faults - before.faults, 0)
            if not come and now.hands <= before.hands:
                continue
            lost += 1
            own, was = by_deal.get(at, _CLEAN), written.by_deal.get(at, _CLEAN)
            errors, warnings = max(own.errors, was.errors), max(own.warnings, was.warnings)
            by_deal[at] = InDeal(errors + come + 1, warnings, own.mark)
        errors, warnings = _sums(by_deal)
        held.append(Candidate(each.setting, errors - lost, warnings, by_deal, each.unjudged, lost))
    return held
