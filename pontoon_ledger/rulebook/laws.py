"""The law behind each code: the section of the rulebook and its sentence.

In: a code. Out: the section it cites and one line in plain words, for findings and their excerpts.
"""

from __future__ import annotations

from typing import NamedTuple


class Law(NamedTuple):
    """A section of the rulebook and what it says, in one line."""

    section: str
    sentence: str


LAWS: dict[str, Law] = {
    "P010": Law("1.5", "one player holds the bank and plays against every other hand, never against himself"),
    "P101": Law("1.1", "a pack holds each card once"),
    "P102": Law("6.6", "without a shuffle a card cannot come again before all undealt cards have been dealt"),
    "P103": Law("6.2", "after a pontoon the pack is shuffled and cut before the next deal"),
    "P104": Law("6.1", "as long as nobody had a pontoon the pack is dealt on without a shuffle"),
    "P105": Law("6.6", "without a shuffle a card cannot come again before all undealt cards have been dealt"),
    "P201": Law("2.1", "the initial stake lies within the limits of the table"),
    "P202": Law("3.5", "a hand may stick only on the total that the rules ask for, or more"),
    "P203": Law("3.6", "no card may be taken on 21, after a bust or behind the fifth"),
    "P204": Law("3.4", "after a twist a hand may only twist"),
    "P205": Law(
        "3.3",
        "a card costs at least the stake and at most the limit, and no more than the card bought before it",
    ),
    "P206": Law("3.3", "with four cards that come to 11 or less the fifth may only be twisted"),
    "P207": Law("3.2", "only two first cards of equal rank may be split"),
    "P208": Law("3.2", "a split hand is staked with the same stake again"),
    "P209": Law("3.2", "a hand may be split to no more hands than the rules allow"),
    "P210": Law("1.2", "a hand counts what its cards come to, an ace as 1 or 11"),
    "P211": Law("3.5", "a hand under 21 with fewer than five cards ends by sticking"),
    "P212": Law("2.4", "when the banker shows a pontoon at once nobody takes a turn and the deal is over"),
    "P213": Law("4.1", "the banker draws below the total that the rules set"),
    "P214": Law("3.8", "two first cards may be burned only on the hard totals that the rules name"),
    "P215": Law("2.2", "the banker may double only where the rules say so"),
    "P301": Law("5", "each hand is paid by the settlement table"),
    "P302": Law("5", "the better hand is paid, ties go as the rules say"),
    "P303": Law("5", "what is due follows from both hands and all that was staked"),
    "P304": Law("5", "a ruling lets a payment stand that differs from what is due"),
    "P401": Law("6.3", "the bank goes only to a player who won it, or who buys it"),
    "P402": Law("6.3", "an unsplit pontoon wins the bank while the banker has none"),
    "P403": Law("6.3", "of several pontoons the first from the banker's left wins the bank"),
    "P404": Law("6.4", "the banker may sell the bank to another player where the rules allow sales"),
    "P501": Law("7.1", "the kitty lies within its limits when it is put up"),
    "P502": Law("7.2", "the shoot bets outstanding never exceed the kitty"),
    "P503": Law("7.3", "a shoot bet is placed before the second card or before the fourth"),
    "P504": Law("7.7", "shoot bets are settled one to one with the kitty"),
    "P505": Law("7.8", "the banker may add to the kitty and never takes out of it"),
    "P506": Law("7.8", "a banker without a kitty puts one up, or the bank goes to the highest bidder"),
    "P507": Law("7", "shoot bets are for Shoot Pontoon only"),
    "P601": Law("5.5", "what a player cashes in is what he bought and won"),
    "P602": Law("5.5", "the bank's result is the negative of the players' results"),
    "P603": Law("5.5", "a running total is the sum of the deals behind it"),
}


def section_of(code: str) -> str | None:
    """The section that a code cites, None for faults of the record itself.

    >>> section_of("P204"), section_of("P005")
    ('3.4', None)
    """
    law = LAWS.get(code)
    return law.section if law else None
