"""What a hand is due, worked out hand by hand: no table, no trick, no speed.

In: two lists of cards, the stakes, the house rules. Out: money in minor units from the player's
side; and, where cards are unknown, every amount that some completion from the pack would give.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from dealer.cards import BUST, FIVE, PLAIN, PONTOON, RANKS, ROYAL, best, low, standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dealer.rules import Rules

UNKNOWN = ("x", "?")


def settle(
    player_cards: Sequence[str],
    bank_cards: Sequence[str],
    S: int,  # noqa: N803
    T: int,  # noqa: N803
    split: bool,
    rules: Rules,
    doubled: bool = False,
) -> int:
    """What the bank pays on one hand (positive) or takes from it (negative)."""
    mine = standing(player_cards, royal=bool(rules["royal"]))
    his = standing(bank_cards)
    twice = doubled and bool(rules["banker_doubles"])

    def times(multiple: int | bool | str, money: int) -> int:
        return (2 if twice and int(multiple) == 1 else int(multiple)) * money

    if his[0] == PONTOON and rules["peek"]:
        both = standing(player_cards)[0] == PONTOON
        return -times(rules["pontoon_vs_banker_pontoon" if both else "banker_pontoon"], S)
    if mine[0] == BUST:
        return -times(1, T)
    if mine[0] == ROYAL:
        return times(3, T)
    if his[0] == PONTOON:
        both = mine[0] == PONTOON
        return -times(rules["pontoon_vs_banker_pontoon" if both else "banker_pontoon"], T)
    if mine[0] == PONTOON:
        return times(rules["split_pontoon_pays" if split else "pontoon_pays"], T)
    if mine == his and rules["ties"] == "push":
        return 0
    if his[0] == FIVE:
        return -times(rules["banker_five_card"], T)
    if mine[0] == FIVE:
        return times(rules["five_card_pays"], T)
    return times(1, T) if mine > his else -times(1, T)


def settle_shoot(player_cards: Sequence[str], bank_cards: Sequence[str], bet: int, rules: Rules) -> int:
    """What a hand's shoot bets bring: one to one, and a tie is lost."""
    if standing(bank_cards)[0] == PONTOON and rules["peek"]:
        return -bet
    mine = standing(player_cards, royal=bool(rules["royal"]))
    return bet if mine[0] != BUST and mine > standing(bank_cards) else -bet


def legal_draws(cards: Sequence[str]) -> bool:
    """Whether every card past the second was taken under 21, and there are at most five."""
    return len(cards) <= 5 and all(best(cards[:n]) < 21 for n in range(2, len(cards)))


def fits(cards: Sequence[str], ending: str | None, stick_on: int = 0, *, unseen: bool = False) -> bool:
    """Whether cards can end so: stick, `stick N`, bust, `bust N`, five, pontoon; None says nothing.

    One may say `stick` of a pontoon or of five cards, but not of a hand that nobody saw.
    """
    if ending is None:
        return True
    word, _, number = ending.partition(" ")
    if number and best(cards) != int(number):
        return False
    level = standing(cards)[0]
    if word == "stick":
        return (level in {PONTOON, FIVE} and not unseen) or (level == PLAIN and best(cards) >= stick_on)
    return level == {"bust": BUST, "five": FIVE, "pontoon": PONTOON}[word]


def fill(cards: Sequence[str], pool: Counter[str]) -> Iterator[tuple[tuple[str, ...], Counter[str]]]:
    """Every way to put ranks of `pool` in the unknown places, with what it leaves of the pool."""
    holes = [i for i, card in enumerate(cards) if card in UNKNOWN]
    if not holes:
        yield tuple(cards), pool
        return
    here = holes[0]
    for rank in RANKS:
        if pool[rank] > 0:
            rest = pool.copy()
            rest[rank] -= 1
            yield from fill([*cards[:here], rank, *cards[here + 1 :]], rest)


def whole_hands(pool: Counter[str], most: int = 5) -> Iterator[tuple[tuple[str, ...], Counter[str]]]:
    """Every hand of two to five cards that somebody may have held at the end, in a legal order.

    One order is enough: the hand was drawn legally if some card can be the last one taken.
    """
    for size in range(2, most + 1):
        for hand in combinations_with_replacement(RANKS, size):
            rest = pool - Counter(hand)
            if sum(rest.values()) == sum(pool.values()) - size and _drawable(hand):
                yield hand, rest


def _drawable(hand: Sequence[str]) -> bool:
    if len(hand) == 2:
        return True
    rests = ([*hand[:i], *hand[i + 1 :]] for i in range(len(hand)))
    return any(best(rest) < 21 and _drawable(rest) for rest in rests)


def completions(
    player_cards: Sequence[str] | None,
    bank_cards: Sequence[str] | None,
    S: int,  # noqa: N803
    T: int | Iterable[int],  # noqa: N803
    split: bool,
    rules: Rules,
    doubled: bool = False,
    *,
    ending: str | None = None,
    bank_ending: str | None = None,
    others: Iterable[str] = (),
    legal: bool = False,
    bank_pontoon: bool = True,
) -> set[int]:
    """Every amount that can be due when the unknown cards ("x") come from the rest of the pack.

    `None` for a hand of which no card is known at all (two to five cards, drawn legally); `T` one
    amount or all that are possible; `others`: cards known to lie elsewhere; `ending`,
    `bank_ending` as written; `legal`: drop completions with a card taken at 21 or after a bust;
    `bank_pontoon=False`: it is known that the bank showed no pontoon.
    """
    stakes = [T] if isinstance(T, int) else list(T)
    pool = Counter(dict.fromkeys(RANKS, 4 * int(rules["packs"])))
    for card in [*(player_cards or ()), *(bank_cards or ()), *others]:
        if card not in UNKNOWN:
            pool[card[0]] -= 1
    stick_on = int(rules["stick_on"])
    results: set[int] = set()
    seen: set[tuple[object, object]] = set()
    mine = whole_hands(pool) if player_cards is None else fill(player_cards, pool)
    for hand, rest in mine:
        if not fits(hand, ending, stick_on, unseen=player_cards is None) or (legal and not legal_draws(hand)):
            continue
        his = whole_hands(rest) if bank_cards is None else fill(bank_cards, rest)
        for bank, _ in his:
            if not fits(bank, bank_ending, unseen=bank_cards is None) or (
                legal and bank_cards is not None and not legal_draws(bank)
            ):
                continue
            if not bank_pontoon and standing(bank)[0] == PONTOON:
                continue
            pair = (standing(hand, royal=bool(rules["royal"])), standing(bank))
            if pair not in seen:
                seen.add(pair)
                results |= {settle(hand, bank, S, total, split, rules, doubled) for total in stakes}
    return results


def price_bounds(prices: Sequence[int], S: int, buy_max: int) -> tuple[int, int]:  # noqa: N803
    """Least and greatest price of the next card bought, after these prices."""
    return (S, buy_max * S) if not prices else (S, max(prices[-1], S))


def may_buy_fifth(cards: Sequence[str], fifth_card: str) -> bool:
    """Whether a hand of four cards may buy its fifth rather than twist it."""
    return fifth_card == "buy" or low(cards) > 11
