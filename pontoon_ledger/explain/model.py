"""What an explanation is: a deal retold, hand by hand, each step with the section it rests on.

In: the steps that the other modules of this package tell. Out: the same as JSON (design 6.1) and as
lines for a terminal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.explain.phrases import listed, result
from pontoon_ledger.money import format_amount
from pontoon_ledger.render.text import clean, wrap

if TYPE_CHECKING:
    from collections.abc import Callable

_LEAST_WIDTH = 40


class ExplainError(LookupError):
    """The deal, the session or the player is not there; `near` is the nearest one that is."""

    def __init__(self, message: str, near: str | None = None) -> None:
        super().__init__(message)
        self.near = near


class Step(Struct, frozen=True):
    """One thing that happened, and the section of the rulebook that it rests on."""

    text: str
    rule: str | None = None

    def to_json(self) -> dict[str, str | None]:
        """Write the step as JSON.

        >>> Step("sticks on 18", "3.5").to_json()
        {'text': 'sticks on 18', 'rule': '3.5'}
        """
        return {"text": self.text, "rule": self.rule}


class HandStory(Struct, frozen=True):
    """One hand retold. Amounts in minor units, None where unknown; `banker` on the bank's own hand."""

    player: str | None
    hand: int
    heading: str
    banker: bool = False
    cards: tuple[str, ...] = ()
    total: int | None = None
    class_name: str | None = None
    stake: int | None = None
    due: int | None = None
    recorded: int | None = None
    steps: tuple[Step, ...] = ()

    def to_json(self, decimals: int) -> dict[str, object]:
        """Write the hand as JSON, amounts as decimal strings.

        >>> HandStory("Bob", 1, "Bob", stake=20).to_json(2)["stake"]
        '0.20'
        """
        amounts = {"stake": self.stake, "due": self.due, "recorded": self.recorded}
        return {
            "player": self.player,
            "hand": self.hand,
            "cards": list(self.cards),
            "total": self.total,
            "class": self.class_name,
            **{k: None if m is None else format_amount(m, decimals) for k, m in amounts.items()},
            "steps": [step.to_json() for step in self.steps],
        }


class Debt(Struct, frozen=True):
    """What one player still owes another of this deal, in minor units; None is the unknown banker."""

    debtor: str | None
    creditor: str | None
    amount: int


@dataclass(frozen=True)
class Explanation:
    """A deal retold. `opening` and `closing` are what concerns the deal and the bank, not one hand.

    `results` are the players' results as they count, in minor units, None where open, the bank's last.
    `offers` works out, when lines are asked for, what would make the deal fit.
    """

    session: str
    deal: str
    bank: str | None
    rules: str
    decimals: int
    hands: tuple[HandStory, ...]
    owed: tuple[Debt, ...] = ()
    opening: tuple[Step, ...] = ()
    closing: tuple[Step, ...] = ()
    results: tuple[tuple[str, int | None], ...] = ()
    offers: Callable[[], tuple[Step, ...]] = field(default=tuple, compare=False, repr=False)

    def to_json(self) -> dict[str, object]:
        """Write the explanation as JSON. What concerns the deal stands with the bank's hand.

        >>> Explanation("Friday", "2b", "Ann", "pagat", 2, ()).to_json()
        {'session': 'Friday', 'deal': '2b', 'bank': 'Ann', 'hands': [], 'owed': []}
        """
        hands = [hand.to_json(self.decimals) for hand in self.hands]
        for story, hand in zip(self.hands, hands, strict=True):
            if story.banker:
                whole = (*self.opening, *story.steps, *self.closing)
                hand["steps"] = [step.to_json() for step in whole]
                break
        owed = [
            {"from": d.debtor, "to": d.creditor, "amount": format_amount(d.amount, self.decimals)}
            for d in self.owed
        ]
        return {"session": self.session, "deal": self.deal, "bank": self.bank, "hands": hands, "owed": owed}

    def lines(self, width: int = 80) -> list[str]:
        """Write it for a terminal: the section of the rulebook at the left, what happened beside it.

        >>> Explanation("Friday", "2b", None, "pagat", 2, (), opening=(Step("a gap"),)).lines()
        ['Deal 2b of Friday (rules: pagat)', '       a gap']
        """
        width = max(width, _LEAST_WIDTH)
        title = f"Deal {self.deal} of {self.session} (rules: {self.rules})"
        lines = [*wrap(clean(title), width), *_told(self.opening, width)]
        for hand in self.hands:
            lines += ["", *wrap(clean(hand.heading), width), *_told(hand.steps, width)]
        if self.closing or self.results:
            lines += ["", "After the deal", *_told((*self._sums(), *self.closing), width)]
        if offered := self.offers():
            lines += ["", "What would make it fit", *_told(offered, width)]
        return lines

    def _sums(self) -> list[Step]:
        """Tell everybody's result in one line, and who has to put something right."""
        steps = []
        if self.results:
            said = [f"{name} {_outcome(amount, self.decimals)}" for name, amount in self.results]
            steps.append(Step("as it counts: " + listed(said), "5.5"))
        for debt in self.owed:
            amount = format_amount(debt.amount, self.decimals)
            steps.append(
                Step(f"to put right: {debt.debtor or 'the bank'} owes {debt.creditor or 'the bank'} {amount}")
            )
        return steps


def _outcome(amount: int | None, decimals: int) -> str:
    if amount is None:
        return "open"
    return result(amount, decimals) if amount else "even"


def _told(steps: tuple[Step, ...], width: int) -> list[str]:
    lines = []
    for step in steps:
        first = f"  {step.rule or '':<5}"
        opening, *more = wrap(clean(step.text), width - len(first))
        lines += [first + opening, *(" " * len(first) + line for line in more)]
    return lines
