"""An evening of Pontoon: deal after deal, with the bank, the pack and the kitty passing on.

In: a random source, house rules, and knobs for how often what happens. Out: a `Session` that is
legal throughout and knows what everybody is due.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dealer.cards import Pack
from dealer.chips import KITTY, move_chips
from dealer.knobs import Knobs
from dealer.model import Deal, Session
from dealer.names import COINS, pick_names
from dealer.rules import complete
from dealer.turns import Dealing

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from dealer.rules import Rules


class Evening:
    """A session in progress."""

    def __init__(self, rng: random.Random, deals: int, players: int, rules: Rules, knobs: Knobs) -> None:
        self.rng, self.knobs, self.rules = rng, knobs, rules
        assert 2 <= players <= (10 if self.rules["packs"] == 1 else 20)
        coin = knobs.coin or rng.choice(COINS)
        seats = list(knobs.names) if knobs.names else pick_names(rng, players, awkward=knobs.awkward)
        low = coin.unit * rng.randint(1, 5)
        self.limits = low, low + coin.unit * rng.randint(0, 20)
        self.kitty_limits = low * rng.randint(1, 5), low * rng.randint(5, 40)
        if rng.random() < 0.2 and knobs.limits:
            self.kitty_limits = self.limits
        self.session = Session(
            name=knobs.name or f"evening {rng.randint(1, 10**6)}",
            date=f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}" if self.luck(0.5) else None,
            coin=coin,
            rules=self.rules,
            stakes=self.limits if knobs.limits else None,
            kitty=self.kitty_limits if self.rules["shoot"] and self.kitty_limits != self.limits else None,
            seats=list(seats),
            bank=rng.choice(seats),
            deals=[],
            order_unknown=knobs.order_unknown and not self.rules["shoot"],
            paid=rng.choice([None, "at the end", "at the table"]),
            suits=knobs.suits,
            aka={n: [f"{n} {rng.choice('BCD')}.", f"old {n}"] for n in seats if self.luck(knobs.aka)},
        )
        assert not (self.session.order_unknown and self.rules["bank_passes"] == "each_deal")
        self.seats = list(seats)
        self.pack = Pack(rng, int(self.rules["packs"]))
        self.purses: Counter[str] = Counter(dict.fromkeys(seats, 0))
        self.heir: str | None = self.session.bank
        self.kitty = 0

        for no in range(1, deals + 1):
            self.one_deal(no)
        if self.kitty:
            self.take_home(self.session.deals[-1].bank)
        self.session.net = {name: self.purses[name] for name in self.purses if name != KITTY}
        assert sum(self.session.net.values()) == 0

    @property
    def last(self) -> Deal | None:
        """The deal before."""
        return self.session.deals[-1] if self.session.deals else None

    def luck(self, chance: float) -> bool:
        """True with this chance."""
        return self.rng.random() < chance

    def take_home(self, owner: str) -> None:
        """The kitty goes back to who put it up."""
        self.purses[owner] += self.kitty
        self.kitty = 0

    def one_deal(self, no: int) -> None:
        """Set a deal up, play it, settle it."""
        rng, last = self.rng, self.last
        gap = bool(last) and self.luck(self.knobs.gap)
        reseated = bool(last) and self.luck(self.knobs.reseat) and self.reseat()
        inside = self.who_sits_in(gap)
        heir = None if gap or last is None else self.who_is_next(inside)
        bank = rng.choice(inside) if gap else heir or self.session.bank
        price = None
        if heir and last and not last.void and not self.session.order_unknown:
            bank, price = self.sell(heir, inside)
        quiet = price is None and (
            not self.rules["shoot"] or (bank == (last and last.bank) and self.kitty > 0)
        )
        void = bool(last) and not gap and quiet and self.luck(self.knobs.void)
        called = not gap and last is not None and calls_for_shuffle(last, bank, self.rules)
        if called or gap:
            self.pack.shuffle()
        carried, put_up = self.set_kitty(bank, gap, void)
        start = self.kitty

        at = self.seats.index(bank)
        clockwise = [p for p in (*self.seats[at + 1 :], *self.seats[:at]) if p in inside]
        dealing = Dealing(
            rng,
            self.pack,
            self.rules,
            self.knobs.habits,
            bank=bank,
            players=clockwise,
            limits=self.limits,
            unit=self.session.coin.unit,
            kitty=start,
        )
        dealing.play()
        deal = Deal(
            no=no,
            label=f"{no}{rng.choice('abx')}" if self.luck(self.knobs.labels) else str(no),
            bank=bank,
            seats=list(self.seats),
            hands=dealing.hands,
            bank_hand=dealing.bank,
            heir=heir,
            price=price,
            reseated=reseated,
            gap=gap,
            void=rng.choice(["misdeal", "true", "a card was face up"]) if void else None,
            called=called,
            doubled=dealing.doubled,
            shown=dealing.shown or self.rules["bank_passes"] == "each_deal" or void,
            stopped=dealing.stopped,
            carried=carried,
            kitty=start,
            kitty_end=start if void else dealing.kitty,
            put_up=put_up,
        )
        self.session.deals.append(deal)
        self.settle(deal)
        self.decide_what_is_written(deal)

    def who_sits_in(self, gap: bool) -> list[str]:
        """Those in the coming deal, in seat order; whoever must be there is."""
        must = set() if gap else {self.heir or self.session.bank}
        if self.rules["bank_passes"] == "each_deal" and self.last and not self.last.void:
            must = set()
        inside = [p for p in self.seats if p in must or not self.luck(self.knobs.sit_out)]
        return inside if len(inside) >= 2 else list(self.seats)

    def who_is_next(self, inside: list[str]) -> str:
        """The banker by the rules."""
        last = self.last
        assert last
        if self.rules["bank_passes"] != "each_deal" or last.void:
            assert self.heir
            return self.heir
        at = self.seats.index(last.bank)
        return next(p for p in (*self.seats[at + 1 :], *self.seats[:at]) if p in inside)

    def sell(self, heir: str, inside: list[str]) -> tuple[str, int | None]:
        """Perhaps somebody buys the bank."""
        last = self.last
        assert last
        dry = self.rules["shoot"] and self.kitty == 0 and heir == last.bank
        chance = 0.5 if dry else self.knobs.sell if self.rules["bank_sale"] else 0.0
        others = [p for p in inside if p != heir and not (self.rules["shoot"] and p == last.bank)]
        if not others or heir not in inside or not self.luck(chance):
            return heir, None
        return self.rng.choice(others), self.session.coin.unit * self.rng.choice([0, 1, 5, 12, 40])

    def set_kitty(self, bank: str, gap: bool, void: bool) -> tuple[int, bool]:
        """Take an old kitty home, put a new one up, or add to it; what was there, and whether it is new."""
        if not self.rules["shoot"]:
            return 0, False
        last, unit = self.last, self.session.coin.unit
        if last and (gap or last.bank != bank):
            self.take_home(last.bank)
        carried = self.kitty
        if carried == 0:
            lo, hi = self.kitty_limits
            added = min(lo + unit * self.rng.randint(0, (hi - lo) // unit), hi)
        else:
            added = unit * self.rng.randint(1, 20) if self.luck(self.knobs.top_up) and not void else 0
        self.kitty += added
        self.purses[bank] -= added
        return carried, carried == 0

    def settle(self, deal: Deal) -> None:
        """Enter the deal in the purses, checking one reckoning by the other; find the next banker."""
        if deal.void:
            for hand in deal.hands:
                hand.due = hand.shoot_due = 0
        moved = move_chips(deal, self.rules)
        told: Counter[str] = Counter({deal.bank: deal.bank_due, KITTY: deal.kitty_end - deal.kitty})
        for hand in deal.hands:
            told[hand.player] += hand.due + hand.shoot_due
        assert told == moved, f"two reckonings of deal {deal.no} disagree"
        for name, change in moved.items():
            if name != KITTY:
                self.purses[name] += change
        self.kitty = deal.kitty_end
        assert self.kitty >= 0
        if deal.price is not None:
            assert deal.heir
            self.purses[deal.bank] -= deal.price
            self.purses[deal.heir] += deal.price
        assert sum(v for k, v in self.purses.items() if k != KITTY) + self.kitty == 0
        deal.claimants = claims(deal)
        self.heir = deal.bank
        if self.rules["bank_passes"] == "pontoon" and deal.claimants:
            self.heir = deal.claimants[0]
        deal.next_heir = None if self.rules["bank_passes"] == "each_deal" and not deal.void else self.heir

    def reseat(self) -> bool:
        """Somebody leaves, somebody comes, or two change seats; never whoever the bank hangs on."""
        last = self.last
        assert last
        seats, bound = list(self.seats), {self.heir, last.bank}
        free = [p for p in seats if p not in bound]
        if free and len(seats) > 3 and self.luck(0.5):
            seats.remove(self.rng.choice(free))
        if len(seats) < 8 and self.luck(0.5):
            for new in pick_names(self.rng, 1, awkward=self.knobs.awkward, taken=self.purses):
                seats.insert(self.rng.randint(0, len(seats)), new)
                self.purses[new] += 0
        if seats == self.seats and len(last.claimants) <= 1:
            self.rng.shuffle(seats)
        changed = seats != self.seats
        self.seats = seats
        return changed

    def decide_what_is_written(self, deal: Deal) -> None:
        """What of the deal's facts the score keeper puts down."""
        knobs, first = self.knobs, deal.no == 1
        follows = not first and not deal.gap and deal.bank == deal.heir
        deal.write_bank = not (first or follows) or self.luck(knobs.write_bank) or self.session.order_unknown
        deal.write_shuffled = not first and not deal.gap and self.luck(knobs.write_shuffled)
        deal.write_doubled = deal.doubled or (bool(self.rules["banker_doubles"]) and self.luck(0.2))
        deal.write_kitty = bool(self.rules["shoot"]) and (deal.kitty != deal.carried or self.luck(0.05))
        deal.write_bank_result = not self.rules["shoot"] and not deal.void and self.luck(knobs.bank_result)
        deal.note = "a glass fell over" if self.luck(knobs.notes) else None
        if deal.void:
            return
        for player in deal.players:
            mode = self.rng.choice(["own", "own", "all"]) if self.luck(knobs.pay) else None
            for hand in deal.hands:
                if hand.player == player:
                    hand.written = mode


def claims(deal: Deal) -> list[str]:
    """Who won the bank with an unsplit pontoon, the first to claim it first."""
    if deal.void or deal.bank_hand.natural:
        return []
    return [hand.player for hand in deal.hands if hand.natural and not hand.split]


def calls_for_shuffle(last: Deal, bank: str, rules: Rules) -> bool:
    """Whether the rules call for a shuffle between a deal and the next, in which `bank` holds the bank."""
    if last.void:
        return False
    players = any(hand.natural for hand in last.hands)
    return {
        "any_pontoon": players or last.bank_hand.natural,
        "player_pontoon": players,
        "bank_change": last.bank != bank,
        "every_deal": True,
    }[str(rules["shuffle_after"])]


def play_session(
    rng: random.Random,
    *,
    deals: int,
    players: int,
    rules: Mapping[str, int | bool | str] | None = None,
    **knobs: object,
) -> Session:
    """Play an evening. `knobs` are the fields of `Knobs`; `rules` the options that are not default."""
    return Evening(rng, deals, players, complete(rules), Knobs(**knobs)).session  # type: ignore[arg-type]
