"""The tests of fairness as people read them: a table, a sentence on what it comes to, what was left out.

In: a `Fairness`. Out: a table, a JSON value, sentences.
"""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Any

from pontoon_ledger.odds import chances
from pontoon_ledger.odds.fairness import ACES, FURTHEST
from pontoon_ledger.render.table import Column, Table, count, words
from pontoon_ledger.render.text import many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.odds.fairness import Fairness, Line

ENOUGH = 1300
"""Counted hands of a banker after which an extra ace in 20 is found four times in five, about
(docs/fairness.md has the measured table)."""
_OF = {
    chances.PONTOONS: "hands",
    ACES: "cards",
    FURTHEST: "cards",
    chances.TRICKS: "fifth cards",
    chances.BUSTS: "cards taken",
}


def fairness_table(found: Fairness) -> Table:
    """A row for each thing looked at, for people.

    >>> from collections import Counter
    >>> from pontoon_ledger.odds.fairness import Fairness, Line
    >>> line = Line("aces", "Ann", "banker", 9, 40, 3.08, 0.0021, corrected=0.0042)
    >>> fairness_table(Fairness((line,), 20, Counter())).rows[0]
    ('Ann as banker', 'aces', 9, 40, '3.1', '0.0021', '0.0042')
    """
    columns = (
        words("who"),
        words("what"),
        count("seen"),
        count("of"),
        count("expected"),
        count("p"),
        Column("p_holm", "after Holm", right=True, unknown="too few"),
    )
    return Table(columns, tuple(_row(line) for line in found.lines))


def _row(line: Line) -> tuple[Any, ...]:
    corrected = None if line.corrected is None else _chance(line.corrected)
    what = f"{_called(line)}, furthest rank" if line.rank else line.what
    return (_whose(line), what, line.seen, line.of, f"{line.expected:.1f}", _chance(line.p), corrected)


def _whose(line: Line) -> str:
    if line.who is None:
        return f"all {line.role}s"
    return f"{line.who} as banker" if line.role == chances.BANKER else line.who


def _called(line: Line) -> str:
    return "10" if line.rank == "T" else line.rank or ""


def _chance(p: float) -> str:
    """A chance with two figures.

    >>> _chance(0.97123), _chance(0.000266), _chance(1e-10)
    ('0.97', '0.00027', 'under 1e-9')
    """
    return "under 1e-9" if p < 1e-9 else f"{p:.{max(2, 1 - floor(log10(p)))}f}"


def machine_table(found: Fairness) -> Table:
    """The same for programs; `who` is empty for all together, `p_holm` where there are too few to tell."""
    names = ("what", "rank", "who", "role", "seen", "of", "unit", "expected", "p", "p_holm")
    return Table(
        tuple(words(name) for name in names), tuple(tuple(row.values()) for row in _mappings(found.lines))
    )


def _mappings(lines: Sequence[Line]) -> list[dict[str, Any]]:
    return [
        {
            "what": line.what,
            "rank": line.rank,
            "who": line.who,
            "role": line.role,
            "seen": line.seen,
            "of": line.of,
            "unit": _OF[line.what],
            "expected": round(line.expected, 6),
            "p": _figures(line.p),
            "p_holm": None if line.corrected is None else _figures(line.corrected),
        }
        for line in lines
    ]


def fairness_shape(found: Fairness, *, complete: bool) -> dict[str, Any]:
    """The JSON of all of it; p as numbers, null where there are too few to tell."""
    return {
        "complete": complete,
        "deals": found.deals,
        "looked_at": found.looked_at,
        "beyond_chance": len(found.beyond),
        "lines": _mappings(found.lines),
        "left_out": dict(found.left_out),
        "verdict": " ".join(verdict(found)),
    }


def _figures(p: float) -> float:
    return float(f"{p:.4g}")


def verdict(found: Fairness) -> list[str]:
    """What it comes to, in plain sentences."""
    least = found.least
    if least is None or least.corrected is None:
        return ["There is too little here to tell anything, whatever was dealt."]
    looked = f"{many(found.looked_at, 'thing')} looked at"
    if not found.beyond:
        often = (
            "nearly every honest season"
            if least.corrected > 0.6
            else f"one honest season in {round(1 / least.corrected)}"
        )
        return [
            f"Nothing here is beyond chance: the least likely of the {looked} is {_told(least)}. Of this "
            f"size {often} has something as unlikely."
        ]
    told = [
        f"Beyond chance: {_told(line)}. With {looked}, so much would happen once in {_seasons(line)} honest "
        "seasons."
        for line in found.beyond
    ]
    return [
        *told,
        "That is a reason to look, not a proof: a record that leaves out what is dull does it too.",
    ]


def _seasons(line: Line) -> str:
    """In how many honest seasons it happens once, no more exactly than anybody wants to know."""
    seasons = 1 / (line.corrected or 1e-9)
    if seasons >= 1e9:
        return "more than 1,000,000,000"
    return f"{round(seasons, 2 - len(str(int(seasons)))):,.0f}"


def _told(line: Line) -> str:
    what = f"cards of rank {_called(line)}" if line.rank else line.what
    return (
        f"{what} for {_whose(line)}, {line.seen:,} of {line.of:,} {_OF[line.what]} where "
        f"{line.expected:,.1f} were to be expected"
    )


def reach(found: Fairness) -> str:
    """What so many hands can show and what they cannot."""
    held = [line for line in found.lines if line.role == chances.BANKER and line.what == chances.PONTOONS]
    most = max((line.of for line in held if line.who), default=0)
    here = f"Here the most for one banker is {many(most, 'hand')}." if most else "Here no bank was counted."
    return (
        "A banker who deals himself an extra ace in one hand of 20 is found, four times in five, after about "
        f"{ENOUGH:,} counted hands of his. {here} Who cheats more rarely, or knows the cards and deals them "
        "fairly, leaves nothing to find here."
    )


def left_out(found: Fairness) -> list[str]:
    """What was not counted and why, the most first.

    >>> from collections import Counter
    >>> from pontoon_ledger.odds.fairness import Fairness
    >>> left_out(Fairness((), 20, Counter({"the deal is void": 2})))
    ['20 deals were counted. Not, or not whole: 2 deals where the deal is void.']
    """
    counted = f"{many(found.deals, 'deal')} {'was' if found.deals == 1 else 'were'} counted."
    reasons = [f"{many(deals, 'deal')} where {reason}" for reason, deals in found.left_out.most_common()]
    told = [f"{counted} Not, or not whole: {'; '.join(reasons)}." if reasons else counted]
    if found.unwritten:
        told.append(
            "If what is not written was left out for what the cards were, say because only the hands that "
            "win are shown, then the rest is no fair sample, and no test mends that."
        )
    return told
