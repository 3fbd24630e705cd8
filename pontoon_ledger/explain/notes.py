"""Findings as steps: each told where it belongs in the deal, with its code and any ruling on it.

In: the steps of a hand, each under the name of its place, and the hand's findings. Out: the steps
with the findings among them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pontoon_ledger.explain.model import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pontoon_ledger.explain.table import Row

Spots = Mapping[tuple[int, int, int], str]
Placed = tuple[str, Step]
"""The place of a step within its hand (one of `PLACES`), and the step."""

PLACES = ("row", "opening", "burn", "cards", "third", "fourth", "fifth", "extra", "ending", "staked", "due")
_PLACE_OF = {
    **dict.fromkeys(("P010", "P201", "P207", "P208", "P209"), "opening"),
    **dict.fromkeys(("P005", "P006", "P007", "P008", "P009"), "row"),
    "P206": "fifth",
    **dict.fromkeys(("P202", "P210", "P211", "P212", "P213"), "ending"),
}
_ON_A_CARD = {
    "P101": "extra",
    "P102": "extra",
    "P105": "extra",
    "P204": "fifth",
    "P214": "burn",
    **dict.fromkeys(("P502", "P503", "P507"), "opening"),
}
_NO_CARD_NAMED = {"P203": "extra", "P205": "staked"}
_ORDINAL = re.compile(r" (?:took a|for the) (third|fourth|fifth) card")


def told(finding: Row) -> Step:
    """Tell a finding as a step.

    >>> finding = {"code": "P204", "message": "Bob bought a card after twisting", "rule": "3.4"}
    >>> told({**finding, "waived": None}).text
    'P204: Bob bought a card after twisting'
    >>> told({**finding, "waived": "first night"}).text
    'P204, waived (first night): Bob bought a card after twisting'
    """
    return Step(f"{label(finding)}: {finding['message']}", finding["rule"])


def label(finding: Row) -> str:
    """Name the code of a finding, and the ruling that waives it.

    >>> label({"code": "P303", "waived": "agreed"})
    'P303, agreed at the table'
    """
    waived = finding["waived"]
    if waived is None:
        return str(finding["code"])
    return f"{finding['code']}, " + ("agreed at the table" if waived == "agreed" else f"waived ({waived})")


def with_findings(steps: Sequence[Placed], findings: Iterable[Row], spots: Spots) -> tuple[Step, ...]:
    """Put each finding behind the last step of its place, or of the place before it.

    >>> late = {"code": "P202", "message": "Bob stuck on 14", "rule": "3.5", "waived": None}
    >>> steps = [("cards", Step("5c 9d make 14")), ("ending", Step("sticks")), ("due", Step("14 loses"))]
    >>> [step.text for step in with_findings(steps, [late], {})]
    ['5c 9d make 14', 'sticks', 'P202: Bob stuck on 14', '14 loses']
    """
    every = [*steps, *((_place_of(finding, spots), told(finding)) for finding in findings)]
    return tuple(step for _, step in sorted(every, key=lambda placed: PLACES.index(placed[0])))


def _place_of(finding: Row, spots: Spots) -> str:
    code = finding["code"]
    if code in ("P203", "P205"):
        said = _ORDINAL.findall(finding["message"])
        return said[-1] if said else _NO_CARD_NAMED[code]
    if code in _ON_A_CARD:
        spot = (finding["line"], finding["column"], finding["end_column"])
        return spots.get(spot, _ON_A_CARD[code])
    return _PLACE_OF.get(code, "due")
