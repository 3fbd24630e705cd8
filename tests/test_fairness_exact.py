"""The exact tests against counting by hand: fractions, and every deal of a small pack."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, exp, lgamma, log, log1p, prod

import pytest

from pontoon_ledger.odds.chances import without_pontoon
from pontoon_ledger.odds.exact import LEAST, dealt, deviations, holm, pontoons, spread


def two_sided(chances: dict[int, Fraction], seen: int) -> Fraction:
    """The sum of all that is no likelier."""
    return sum((p for p in chances.values() if p <= chances[seen]), Fraction(0))


def binomial(n: int, p: Fraction) -> dict[int, Fraction]:
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


@pytest.mark.parametrize("p", [Fraction(64, 1326), Fraction(1, 2), Fraction(4, 52), Fraction(9, 10)])
@pytest.mark.parametrize("n", [1, 7, 40, 300])
def test_a_binomial_test_is_that_of_fractions(n: int, p: Fraction) -> None:
    exact, sums = binomial(n, p), spread({(float(1 - p), float(p)): n})
    for seen in {0, 1, n // 9, n // 2, n - 1, n}:
        assert sums.two_sided(seen) == pytest.approx(
            max(LEAST, float(two_sided(exact, seen))), rel=1e-6, abs=LEAST
        )


def test_unequal_parts_are_every_way_of_them_added_up() -> None:
    rng = random.Random(7)
    for _ in range(30):
        parts: Counter[tuple[Fraction, ...]] = Counter()
        for _ in range(rng.randint(1, 6)):
            weights = [rng.randint(0, 5) for _ in range(rng.randint(2, 4))]
            weights[rng.randrange(len(weights))] += 1
            parts[tuple(Fraction(w, sum(weights)) for w in weights)] += 1
        every: Counter[int] = Counter()
        for ways in product(*(tuple(enumerate(part)) for part in parts.elements())):
            every[sum(k for k, _ in ways)] += prod(p for _, p in ways)
        floats = {tuple(map(float, part)): n for part, n in parts.items()}
        sums = spread(floats)
        mean = sum(k * p for k, p in every.items())
        variance = sum(k * k * p for k, p in every.items()) - mean**2
        assert sums.mean == pytest.approx(float(mean))
        assert sums.variance == pytest.approx(float(variance))
        for seen, chance in every.items():
            assert sums.chances[seen - sums.first] == pytest.approx(float(chance), abs=1e-13)
            assert sums.two_sided(seen) == pytest.approx(max(LEAST, float(two_sided(every, seen))), abs=1e-10)
            if variance:
                assert deviations(floats, seen) == pytest.approx(float(seen - mean) / float(variance) ** 0.5)


def test_a_long_sum_seen_through_a_window_is_still_exact() -> None:
    """20,000 cards: the window holds a few hundred sums, and what lies outside is below `LEAST`."""
    n, p = 20_000, 1 / 13
    ways = {k: lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) for k in range(n + 1)}
    exact = {k: exp(way + k * log(p) + (n - k) * log1p(-p)) for k, way in ways.items()}
    sums = spread({(1 - p, p): n})
    assert len(sums.chances) < n
    assert sums.first > 0
    for seen in (1538, 1500, 1600, 1420, 1700, 1300):
        limit = exact[seen] * (1 + 1e-7)
        assert sums.two_sided(seen) == pytest.approx(
            max(LEAST, sum(chance for chance in exact.values() if chance <= limit)), rel=1e-3, abs=2e-10
        )
    assert sums.two_sided(0) == sums.two_sided(n) == LEAST


def test_cards_drawn_without_putting_back() -> None:
    pack = [0, 0, 0, 1, 2, 3, 4, 5]
    for drawn in range(1, 9):
        counted = Counter(sum(card == 0 for card in hand) for hand in combinations(pack, drawn))
        chances = dealt(8, 3, drawn)
        assert sum(chances) == pytest.approx(1)
        assert [chances[k] for k in counted] == pytest.approx([n / comb(8, drawn) for n in counted.values()])


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_pontoons_of_several_hands_from_one_pack(hands: int) -> None:
    """Two aces, three tens, two others, dealt in every order."""
    pack = "AATTTxx"
    made = Counter(
        sum(set(order[2 * k : 2 * k + 2]) == {"A", "T"} for k in range(hands)) for order in permutations(pack)
    )
    chances = pontoons(7, 2, 3, hands)
    assert list(chances) == pytest.approx([made[k] / sum(made.values()) for k in range(len(chances))])


def test_two_cards_of_a_whole_pack_are_a_pontoon_in_64_of_1326() -> None:
    assert pontoons(52, 4, 16, 1) == (1 - 64 / 1326, 64 / 1326)
    assert pontoons(104, 8, 32, 1)[1] == pytest.approx(256 / 5356)


def test_the_next_card_where_the_bank_has_shown_no_pontoon() -> None:
    """The next card and the bank's two, dealt in every order from what is unseen."""
    unseen = [2, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0]
    pack = [rank for rank, n in enumerate(unseen) for _ in range(n)]
    counted: Counter[int] = Counter()
    for card, *bank in permutations(pack, 3):
        counted[card] += not (min(bank) == 0 and max(bank) >= 9)
    weights = without_pontoon(unseen)
    assert [Fraction(w, sum(weights)) for w in weights] == [
        Fraction(counted[rank], counted.total()) for rank in range(13)
    ]


def test_holm_is_the_least_level_at_which_the_stepping_down_rejects() -> None:
    rng = random.Random(3)
    for _ in range(50):
        chances = [rng.choice([0.001, 0.01, 0.02, 0.04, 0.2, 0.9]) for _ in range(rng.randint(1, 7))]
        order = sorted(range(len(chances)), key=chances.__getitem__)
        steps = [min(1.0, (len(chances) - at) * chances[i]) for at, i in enumerate(order)]
        assert holm(chances) == [max(steps[: order.index(i) + 1]) for i in range(len(chances))]
    assert holm([]) == []
