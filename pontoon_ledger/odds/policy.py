"""How a banker plays: on what he stays, hard and soft totals apart.

In: words such as `17/18`, or counts of what a banker has really done. Out: a `Policy`: for each total the
share of times he stays, 0 and 1 for a banker of fixed habits.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

Share = Fraction | int
_TOTALS = range(22)
_WORDS = re.compile(r"(?:hard\s*)?(\d+)(?:(?:[\s,/]|and|soft)*(\d+))?", re.IGNORECASE)


class PolicyError(ValueError):
    """Words that say of no banker how he plays; `expected` is what may be written."""

    expected = "a total from 4 to 21 that he stays on, as in 17, or hard and soft apart, as in 17/18"


class Policy(Struct, frozen=True):
    """For each total from 0 to 21 the share of times that the banker stays, `hard` and `soft` apart."""

    hard: tuple[Share, ...]
    soft: tuple[Share, ...]

    def stays(self, total: int, soft: bool) -> Share:
        """The share of times that he stays on a total.

        >>> stays_on(17, 18).stays(17, True)
        0
        """
        return (self.soft if soft else self.hard)[total]

    def forced(self, below: int) -> Policy:
        """The same banker under rules that make him draw below a total (rulebook 4.1).

        >>> stays_on(15).forced(16) == stays_on(16)
        True
        """
        return Policy(
            *(
                tuple(0 if t < below else share for t, share in zip(_TOTALS, shares, strict=True))
                for shares in (self.hard, self.soft)
            )
        )


def stays_on(hard: int, soft: int | None = None) -> Policy:
    """A banker who stays on `hard` and more, on soft totals on `soft` and more (the same unless told).

    >>> stays_on(17).hard[16:18]
    (0, 1)
    """
    soft = hard if soft is None else soft
    return Policy(*(tuple(int(t >= least) for t in _TOTALS) for least in (hard, soft)))


DEFAULT = stays_on(17, 18)


def parse_policy(text: str) -> Policy:
    """A banker in words: `17`, `17/18`, `17, soft 18`; raises PolicyError.

    >>> parse_policy("17 soft 18") == parse_policy("17/18") == DEFAULT
    True
    """
    said = _WORDS.fullmatch(text.strip())
    totals = [int(number) for number in said.groups() if number] if said else []
    if not totals or not all(4 <= t <= 21 for t in totals):
        raise PolicyError(f"{text.strip()!r} does not say on what the banker stays")
    return stays_on(*totals)


def spoken(policy: Policy) -> str:
    """A policy in words; of one that is not of fixed totals what there is to say.

    >>> spoken(DEFAULT), spoken(stays_on(16))
    ('stays on 17, soft 18', 'stays on 16')
    """
    if not is_plain(policy):
        return "stays and draws as he did in the record"
    hard, soft = _least(policy)
    return f"stays on {hard}" if hard == soft else f"stays on {hard}, soft {soft}"


def is_plain(policy: Policy) -> bool:
    """Whether a banker stays on fixed totals, as `stays_on` has it.

    >>> is_plain(DEFAULT), is_plain(observed({(16, False): 1}, {(16, False): 3}))
    (True, False)
    """
    return policy == stays_on(*_least(policy))


def _least(policy: Policy) -> tuple[int, int]:
    hard, soft = (next((t for t in _TOTALS if shares[t]), 21) for shares in (policy.hard, policy.soft))
    return hard, soft


def observed(
    stayed: Mapping[tuple[int, bool], int], seen: Mapping[tuple[int, bool], int], other: Policy = DEFAULT
) -> Policy:
    """A banker as he was seen: by (total, soft) how often he stayed of how often he could have drawn.

    Where he was never seen he is taken to play as `other`.

    >>> observed({(16, False): 1}, {(16, False): 3}).stays(16, False)
    Fraction(1, 3)
    """
    shares = (
        tuple(
            Fraction(stayed.get((t, soft), 0), seen[t, soft]) if seen.get((t, soft)) else other.stays(t, soft)
            for t in _TOTALS
        )
        for soft in (False, True)
    )
    return Policy(*shares)
