"""Whether the cards came as an honest pack deals them: every line an exact test, all corrected together.

In: deals as `dealt` has them. Out: lines with what was seen, what was to be expected, and p; what was left
out, and why. A small p is no proof of anything: docs/fairness.md says what it finds and what it cannot.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.cards import RANKS as LETTERS
from pontoon_ledger.odds import chances
from pontoon_ledger.odds.exact import LEAST, Spread, deviations, holm, spread

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pontoon_ledger.odds.chances import Subject, Tallies, Tally
    from pontoon_ledger.odds.dealt import Deal

ALPHA = 0.05
"""A line is beyond chance where p after Holm is below this."""
TOO_FEW = 0.001
"""A line that could not come below this, whatever was dealt, tests nothing and is not corrected for."""
ACES, FURTHEST = "aces", "furthest rank"
_WHOLE = (chances.UNWRITTEN, chances.BANK_UNWRITTEN, chances.CONTRADICTED, chances.NOBODY)


class Line(Struct, frozen=True):
    """One thing looked at. `who` is None for all together; `rank` the letter of the rank furthest out.

    `p` is exact and two-sided, for a furthest rank times the thirteen there are; `corrected` by Holm, None
    where there are too few to tell.
    """

    what: str
    who: str | None
    role: str
    seen: int
    of: int
    expected: float
    p: float
    rank: str | None = None
    corrected: float | None = None


class Fairness(Struct, frozen=True):
    """All lines, of `deals` deals counted whole; `left_out` says how many were not, and why."""

    lines: tuple[Line, ...]
    deals: int
    left_out: Counter[str]

    @property
    def looked_at(self) -> int:
        """How many lines test anything."""
        return sum(line.corrected is not None for line in self.lines)

    @property
    def least(self) -> Line | None:
        """The line that is least likely in an honest season."""
        tested = [line for line in self.lines if line.corrected is not None]
        return min(tested, key=lambda line: (line.corrected or 0.0, line.p), default=None)

    @property
    def beyond(self) -> tuple[Line, ...]:
        """The lines that are beyond chance, the least likely first."""
        found = [line for line in self.lines if line.corrected is not None and line.corrected < ALPHA]
        return tuple(sorted(found, key=lambda line: line.p))

    @property
    def unwritten(self) -> dict[str, int]:
        """What of `left_out` is missing from the record or contradicts itself."""
        return {reason: self.left_out[reason] for reason in _WHOLE if self.left_out[reason]}


def fairness(deals: Iterable[Deal], only: Collection[str] | None = None) -> Fairness:
    """Test all that can be tested, or what is about the players of `only`.

    >>> from pontoon_ledger.odds.dealt import Deal, Seat
    >>> pair = Seat("Ann", (0, 12), 0, True)
    >>> found = fairness([Deal(True, (pair,), "Bob", (3, 9), False)] * 20)
    >>> [(line.what, line.seen, line.of, round(line.expected, 2)) for line in found.beyond][0]
    ('pontoons', 20, 20, 0.97)
    """
    tallies = chances.weigh(deals)
    people = {(who, role) for who, role, _ in tallies.counted}
    alone = Counter(role for who, role in people if who is not None)
    chosen = sorted(
        (
            (who, role)
            for who, role in people
            if (who in only if only is not None else who is not None or alone[role] > 1)
        ),
        key=lambda one: (one[0] is not None, one[0] or "", one[1] != chances.PLAYER),
    )
    lines = [line for who, role in chosen for line in _lines(tallies, who, role)]
    tested = [at for at, (_, least) in enumerate(lines) if least < TOO_FEW]
    corrected = dict(zip(tested, holm([lines[at][0].p for at in tested]), strict=True))
    whole = tuple(replace(line, corrected=corrected.get(at)) for at, (line, _) in enumerate(lines))
    return Fairness(whole, tallies.deals, tallies.left_out)


def _lines(tallies: Tallies, who: str | None, role: str) -> list[tuple[Line, float]]:
    """The lines of one person in one role, each with the least p that it could have had."""
    found = []
    subjects: dict[str, Subject] = {
        chances.PONTOONS: (who, role, chances.PONTOONS),
        ACES: (who, role, chances.ACE),
        FURTHEST: (who, role, _furthest(tallies, who, role)),
        chances.TRICKS: (who, role, chances.TRICKS),
        chances.BUSTS: (who, role, chances.BUSTS),
    }
    for what, subject in subjects.items():
        tally = tallies.counted.get(subject)
        if tally is not None:
            found.append(_line(what, subject, tally))
    return found


def _furthest(tallies: Tallies, who: str | None, role: str) -> int:
    """The rank that lies the most standard deviations from its mean."""
    ranks = [tallies.counted.get((who, role, rank)) for rank in range(chances.RANKS)]
    gaps = [abs(deviations(tally.parts, tally.seen)) if tally else 0.0 for tally in ranks]
    return gaps.index(max(gaps))


def _line(what: str, subject: Subject, tally: Tally) -> tuple[Line, float]:
    """Test one tally. The p of the furthest of thirteen ranks counts thirteen times."""
    who, role, of = subject
    sums = spread(tally.parts)
    times = chances.RANKS if what == FURTHEST else 1
    rank = LETTERS[of] if what == FURTHEST and isinstance(of, int) else None
    p = min(1.0, times * sums.two_sided(tally.seen))
    return Line(what, who, role, tally.seen, tally.of, sums.mean, p, rank), times * _least(sums)


def _least(sums: Spread) -> float:
    """The least p that any sum that can be would have."""
    possible = [chance for chance in sums.chances if chance > LEAST]
    least = min(possible)
    return sum(chance for chance in possible if chance <= least * 2)
