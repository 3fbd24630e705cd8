"""One deal played out card by card, with random but legal play.

In: who sits in, the pack, the house rules, the kitty. Out: the deal's hands, played and settled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealer.brute import may_buy_fifth, price_bounds, settle, settle_shoot
from dealer.cards import best, hard
from dealer.model import Hand, Move

if TYPE_CHECKING:
    import random

    from dealer.cards import Pack
    from dealer.knobs import Habits
    from dealer.rules import Rules


class Dealing:
    """One deal in progress: `hands` grows by splits, `kitty` by what is lost to it."""

    def __init__(
        self,
        rng: random.Random,
        pack: Pack,
        rules: Rules,
        habits: Habits,
        *,
        bank: str,
        players: list[str],
        limits: tuple[int, int],
        unit: int,
        kitty: int = 0,
    ) -> None:
        self.rng, self.pack, self.rules, self.habits = rng, pack, rules, habits
        self.limits, self.unit, self.kitty = limits, unit, kitty
        self.hands = [Hand(player) for player in players]
        self.bank = Hand(bank, bank=True)
        self.doubled = self.stopped = False
        self.shown = True

    def play(self) -> None:
        """From the first card to the last."""
        self.pack.begin()
        for hand in (*self.hands, self.bank):
            hand.cards.append(self.pack.draw())
        for hand in self.hands:
            hand.stake = self.multiple(*self.limits)
        self.doubled = bool(self.rules["banker_doubles"]) and self.luck(self.habits.double)
        if self.rules["shoot"]:
            for hand in self.hands:
                hand.shoot = self.shoot_bet()
        for hand in (*self.hands, self.bank):
            hand.cards.append(self.pack.draw())
        self.stopped = bool(self.rules["peek"]) and self.bank.natural
        if not self.stopped:
            self.players_turns()
            self.bank_turn()
        self.reckon()
        self.pack.collect()

    def luck(self, chance: float) -> bool:
        """True with this chance."""
        return self.rng.random() < chance

    def multiple(self, lo: int, hi: int) -> int:
        """An amount from `lo` to `hi`, often one of the ends."""
        pick = self.rng.random()
        if pick < 0.25:
            return lo
        if pick < 0.4:
            return hi
        return min(lo + self.unit * self.rng.randint(0, max(0, (hi - lo) // self.unit)), hi)

    def outstanding(self) -> int:
        """The shoot bets that lie on the table: those of bust hands are the kitty's already."""
        return sum(h.shoot + h.shoot4 for h in self.hands if not (h.done and h.bust))

    def shoot_bet(self) -> int:
        """A shoot bet that the kitty covers, 0 for none."""
        room = self.kitty - self.outstanding()
        if room <= 0 or not self.luck(self.habits.shoot):
            return 0
        return room if self.luck(0.25) else self.multiple(min(self.unit, room), room)

    def reserve(self) -> int:
        """The most cards that the hands still in play can take without splits and burns."""
        return 3 + sum(5 - len(h.cards) for h in self.hands if not h.done)

    def spare(self, cards: int) -> bool:
        """Whether the pack lasts for this many cards more than the reserve."""
        return self.pack.fresh >= self.reserve() + cards

    def players_turns(self) -> None:
        """Each hand in turn, one finished before the next; new hands come behind their parent."""
        at = 0
        while at < len(self.hands):
            hand = self.hands[at]
            if hand.split and at and self.hands[at - 1].player == hand.player and self.rules["shoot"]:
                hand.shoot = self.shoot_bet()
            self.turn(hand)
            at += 1

    def turn(self, hand: Hand) -> None:
        """A player's turn on one hand: burns and splits, then cards."""
        while not hand.natural and (self.try_burn(hand) or self.try_split(hand)):
            pass
        while not hand.natural and self.wants(hand):
            self.take(hand)
        hand.done = True
        if hand.bust:
            self.kitty += hand.shoot + hand.shoot4
            self.pack.throw_in(hand.cards)

    def try_burn(self, hand: Hand) -> bool:
        """Throw the first two cards in for two new ones."""
        option = str(self.rules["burn"])
        allowed = {"off": (), "13": (13,), "14": (14,), "13_14": (13, 14)}[option]
        if hard(hand.cards) not in allowed or not self.spare(2) or not self.luck(self.habits.burn):
            return False
        hand.burns.append((hand.cards[0], hand.cards[1]))
        self.pack.throw_in(hand.cards)
        hand.cards = [self.pack.draw(), self.pack.draw()]
        hand.rank_lost = hand.split or not self.habits.burn_before_split
        return True

    def try_split(self, hand: Hand) -> bool:
        """Make two hands of a pair."""
        first, second = hand.cards
        kin = [h for h in self.hands if h.player == hand.player]
        allowed = {"pairs": True, "aces": first[0] == "A", "none": False}[str(self.rules["split"])]
        if (
            first[0] != second[0]
            or not allowed
            or hand.rank_lost
            or len(kin) >= int(self.rules["max_hands"])
            or not self.spare(5)
            or not self.luck(self.habits.split)
        ):
            return False
        new = Hand(hand.player, stake=hand.stake, split=True, cards=[second])
        hand.split = True
        hand.cards = [first, self.pack.draw()]
        new.cards.append(self.pack.draw())
        self.hands.insert(self.hands.index(hand) + 1, new)
        return True

    def wants(self, hand: Hand) -> bool:
        """Whether the hand takes a card: never at 21 or five cards, always below `stick_on`."""
        total = best(hand.cards)
        if total >= 21 or len(hand.cards) == 5:
            return False
        if total < int(self.rules["stick_on"]):
            return True
        return self.luck(0.6 if len(hand.cards) == 4 else 0.55 if total < 17 else 0.12)

    def take(self, hand: Hand) -> None:
        """Buy or twist the next card; before the fourth there may be a shoot bet."""
        if len(hand.cards) == 3 and self.rules["shoot"]:
            hand.shoot4 = self.shoot_bet()
        buy = not hand.twisted and self.luck(self.habits.buy)
        if len(hand.cards) == 4:
            buy = buy and may_buy_fifth(hand.cards, str(self.rules["fifth_card"]))
        bounds = price_bounds(hand.prices, hand.stake, int(self.rules["buy_max"]))
        price = self.multiple(*bounds) if buy else 0
        card = self.pack.draw()
        hand.moves.append(Move("buy" if buy else "twist", price, card))
        hand.cards.append(card)

    def bank_turn(self) -> None:
        """The banker turns up and draws; against nobody he need not."""
        if all(hand.bust for hand in self.hands):
            self.shown = self.luck(self.habits.show_all_bust) or self.bank.natural
            self.bank.done = True
            return
        floor = {"none": 0, "16": 16, "17": 17}[str(self.rules["banker_draws_below"])]
        cards = self.bank.cards
        while best(cards) < 21 and len(cards) < 5:
            total = best(cards)
            if total >= floor and not self.luck(0.85 if total < 14 else 0.5 if total < 17 else 0.08):
                break
            cards.append(self.pack.draw())
        self.bank.done = True

    def reckon(self) -> None:
        """Settle every hand and number the hands of each player."""
        count: dict[str, int] = {}
        for hand in self.hands:
            count[hand.player] = hand.number = count.get(hand.player, 0) + 1
            dealt = hand.cards, self.bank.cards
            hand.due = settle(*dealt, hand.stake, hand.staked, hand.split, self.rules, self.doubled)
            bets = hand.shoot + hand.shoot4
            hand.shoot_due = settle_shoot(*dealt, bets, self.rules) if bets else 0
            if not hand.bust:
                self.kitty -= hand.shoot_due
