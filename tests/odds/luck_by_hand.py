"""The parts of a hand's result reckoned one by one from what the dealer knows of it, by recursion.

In: `Values`, the hands of one player in one deal as `dealer` has them. Out: a mapping of the parts in S. Of a
pair that was parted again the first hand is taken to be the one, as the package takes it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pontoon_ledger.cards import RANKS
from pontoon_ledger.odds import Action, State, Values, burning, pack, parting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dealer import Hand


def hand_of(cards: Sequence[str]) -> int:
    """Cards as the package's number of a hand."""
    return pack.cards("".join(card[0] for card in cards))


def worth_of_first(values: Values, rank: str) -> float:
    """What a deal is worth when the first card is known, over the thirteen ranks of the second."""
    packs, worth = values.game.rules.packs, 0.0
    for other in RANKS:
        state = values.dealt(hand_of([rank, other]), pair=rank == other)
        worth += (4 * packs - (rank == other)) / (52 * packs - 1) * values.before_peek(state)
    return worth


class Account:
    """Follows the hands of a player through a deal and sums up what each event brought."""

    def __init__(self, values: Values, hands: Sequence[Hand], *, stopped: bool) -> None:
        self.values, self.stake = values, hands[0].stake
        self.parts: Counter[str] = Counter()
        self.burns = {hand.number: list(hand.burns) for hand in hands}
        first = self.next_two(hands)
        start = values.dealt(hand_of(first), pair=first[0][0] == first[1][0])
        worth, before = worth_of_first(values, first[0][0]), values.before_peek(start)
        self.parts["first"] = worth - values.sitting()
        self.parts["second"] = before - worth
        if stopped:
            self.parts["bank"] = hands[0].due / self.stake - before
        else:
            self.parts["bank"] = values.value(start) - before
            self.follow(start, list(hands))

    def next_two(self, hands: Sequence[Hand]) -> tuple[str, str]:
        """The two cards that lie before a player: a pair to be thrown in, one to be parted, or his own."""
        lead, burns = hands[0], self.burns[hands[0].number]
        if len(hands) == 1:
            return burns[0] if burns else (lead.cards[0], lead.cards[1])
        parted = self.first_card(hands[-1])
        if burns and burns[0][0][0] != parted[0]:
            return burns[0]
        return parted, parted

    def first_card(self, hand: Hand) -> str:
        burns = self.burns[hand.number]
        return burns[0][0] if burns else hand.cards[0]

    def follow(self, state: State, hands: list[Hand]) -> None:
        """Play on from two cards."""
        values, lead = self.values, hands[0]
        value, burns = values.value(state), self.burns[lead.number]
        if burns and (len(hands) == 1 or burns[0][0][0] != self.first_card(hands[-1])[0]):
            done = values.of_action(state, Action.BURN)
            del burns[0]
            one, other = self.next_two(hands)
            seen, thrown, split, parted = burning(values.game, state)
            pair = one[0] == other[0] and not split
            later = State(hand_of([one, other]), seen, thrown, split, parted, pair, cap=state.cap)
            self.chosen(value - done, values.value(later) - done)
            self.follow(later, hands)
        elif len(hands) > 1:
            card, seen, thrown, parted = parting(state)
            assert pack.size(card) == 1
            done = values.of_action(state, Action.SPLIT)
            halves = []
            for part in (hands[:-1], hands[-1:]):
                one, other = self.next_two(part)
                pair = one[0] == other[0]
                half = State(hand_of([one, other]), seen, thrown, True, parted, pair, cap=state.cap)
                halves.append((half, part))
            self.chosen(value - done, sum(values.value(half) for half, _ in halves) - done)
            for half, part in halves:
                self.follow(half, part)
        else:
            self.draw(state, lead)

    def draw(self, state: State, hand: Hand) -> None:
        """Take the cards of a hand one by one, to its end."""
        values = self.values
        for move in hand.moves:
            price = move.price / self.stake if move.kind == "buy" else None
            done = values.of_action(state, Action.TWIST) if price is None else values.bought(state, price)
            later = state.taken(pack.value_of(RANKS.index(move.card[0])), price)
            self.chosen(values.value(state) - done, values.value(later) - done)
            state = later
        assert state.hand == hand_of(hand.cards)
        stays = values.stick(state)
        if not pack.done(state.hand):
            self.chosen(values.value(state) - stays, 0.0)
        self.parts["bank"] += hand.due / self.stake - stays

    def chosen(self, cost: float, luck: float) -> None:
        """A decision and the card that came of it."""
        self.parts["cost"] += cost
        self.parts["draw"] += luck
        self.parts["decisions"] += 1
