"""The fewest payments: how few, which, and that they stay in force while they are made."""

import random
from collections.abc import Callable, Iterator, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pontoon_ledger.settlement import Payment, Plan, chat_lines, fewest_payments

MakeTable = Callable[[random.Random, int, int], dict[str, int]]
NAMES = [f"P{number:02}" for number in range(60)]


def table(dice: random.Random, people: int, largest: int) -> dict[str, int]:
    """Random balances that sum to 0, in no order of names, some of them 0."""
    amounts = [dice.randint(-largest, largest) for _ in range(people - 1)]
    names = dice.sample(NAMES, people)
    return dict(zip(names, [*amounts, -sum(amounts)], strict=True))


def split_table(dice: random.Random, people: int, largest: int) -> dict[str, int]:
    """A table of small groups that settle among themselves, with many equal amounts."""
    balances: dict[str, int] = {}
    while len(balances) < people - 1:
        size = min(dice.randint(2, 5), people - len(balances))
        amounts = [dice.choice([-largest, -1, 1, 2, largest]) for _ in range(size - 1)]
        names = NAMES[len(balances) :]
        balances |= dict(zip(names, [*amounts, -sum(amounts)], strict=False))
    return balances


def fewest_by_trial(balances: tuple[int, ...]) -> int:
    """Settle the first who is not by each of the others in turn, and take the best."""
    open_ = [balance for balance in balances if balance]
    if not open_:
        return 0
    first, rest = open_[0], open_[1:]
    return 1 + min(
        fewest_by_trial((*rest[:at], other + first, *rest[at + 1 :]))
        for at, other in enumerate(rest)
        if other * first < 0
    )


def all_plans(debts: list[tuple[str, int]], credits_: dict[str, int]) -> Iterator[tuple[Payment, ...]]:
    """Every way in which the debtors can pay the creditors, payment by payment."""
    if not debts:
        yield ()
        return
    (payer, debt), *others = debts
    for shares in shared_out(debt, list(credits_.items())):
        left = {name: credit - shares.get(name, 0) for name, credit in credits_.items()}
        for plan in all_plans(others, left):
            yield *(Payment(payer, payee, share) for payee, share in shares.items()), *plan


def shared_out(debt: int, credits_: list[tuple[str, int]]) -> Iterator[dict[str, int]]:
    if not credits_:
        if debt == 0:
            yield {}
        return
    (payee, credit), *others = credits_
    for share in range(min(debt, credit) + 1):
        for shares in shared_out(debt - share, others):
            yield {payee: share} | shares if share else shares


def after(balances: Mapping[str, int], payment: Payment) -> dict[str, int]:
    changed = dict(balances)
    changed[payment.payer] += payment.amount
    changed[payment.payee] -= payment.amount
    return changed


def largest_first(balances: Mapping[str, int]) -> int:
    """Count the payments where whoever owes most pays whoever is owed most."""
    left, count = dict(balances), 0
    while any(left.values()):
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        left = after(left, Payment(payer, payee, min(-left[payer], left[payee])))
        count += 1
    return count


def assert_settles(balances: Mapping[str, int], plan: Plan) -> None:
    left = dict(balances)
    for payment in plan.payments:
        assert payment.amount > 0
        assert balances[payment.payer] < 0 < balances[payment.payee]
        left = after(left, payment)
    assert not any(left.values())
    assert sorted(name for group in plan.groups for name in group) == sorted(filter(balances.get, balances))
    for group in plan.groups:
        assert sum(balances[name] for name in group) == 0
        inside = [payment for payment in plan.payments if payment.payer in group]
        assert len(inside) == len(group) - 1
        assert all(payment.payee in group for payment in inside)


def test_as_few_as_by_trial_on_2000_tables() -> None:
    dice = random.Random(2)
    for _ in range(2000):
        balances = table(dice, dice.randint(2, 8), dice.choice([2, 5, 9, 40]))
        plan = fewest_payments(balances)
        assert plan.minimal
        assert len(plan.payments) == fewest_by_trial(tuple(balances.values())), balances
        assert_settles(balances, plan)


def test_the_plan_is_the_one_with_the_largest_payments_among_all_of_the_fewest() -> None:
    dice = random.Random(3)
    for _ in range(150):
        balances = table(dice, dice.randint(2, 6), 3)
        debts = [(name, -balance) for name, balance in balances.items() if balance < 0]
        credits_ = {name: balance for name, balance in balances.items() if balance > 0}
        best = min(
            (len(plan), sorted((-payment.amount, payment.payer, payment.payee) for payment in plan))
            for plan in all_plans(debts, credits_)
        )
        plan = fewest_payments(balances)
        ours = sorted((-payment.amount, payment.payer, payment.payee) for payment in plan.payments)
        assert (len(ours), ours) == best, balances


def test_paying_the_largest_first_alone_would_need_more() -> None:
    balances = {"Ann": 600, "Bob": 400, "Cat": -400, "Dan": -300, "Eve": -300}
    plan = fewest_payments(balances)
    assert largest_first(balances) == 4
    assert len(plan.payments) == 3
    assert plan.groups == (("Ann", "Dan", "Eve"), ("Bob", "Cat"))


@pytest.mark.parametrize("make", [table, split_table])
def test_a_payment_made_leaves_the_rest_of_the_plan_as_it_was(make: MakeTable) -> None:
    dice = random.Random(4)
    for _ in range(1500):
        balances = make(dice, dice.randint(2, 10), dice.choice([2, 3, 7, 30]))
        plan = fewest_payments(balances)
        for payment in plan.payments:
            rest = tuple(other for other in plan.payments if other != payment)
            assert fewest_payments(after(balances, payment)).payments == rest, (balances, payment)


@settings(deadline=None)
@given(st.lists(st.integers(-6, 6), min_size=1, max_size=11), st.randoms())
def test_payments_made_in_any_order_leave_the_rest(amounts: list[int], dice: random.Random) -> None:
    balances = dict(zip(NAMES, [*amounts, -sum(amounts)], strict=False))
    plan = fewest_payments(balances)
    order = list(plan.payments)
    dice.shuffle(order)
    for made, payment in enumerate(order, start=1):
        balances = after(balances, payment)
        assert set(fewest_payments(balances).payments) == set(order[made:])


@settings(deadline=None)
@given(st.lists(st.integers(-9, 9), min_size=1, max_size=20), st.randoms())
def test_the_order_of_the_balances_changes_nothing(amounts: list[int], dice: random.Random) -> None:
    rows = list(zip(NAMES, [*amounts, -sum(amounts)], strict=False))
    plan = fewest_payments(dict(rows))
    dice.shuffle(rows)
    assert fewest_payments(dict(rows)) == plan


@pytest.mark.parametrize("largest", [1, 3, 1000, 10**12])
def test_sixteen_people_are_settled_for_certain(largest: int) -> None:
    dice = random.Random(5)
    amounts = [dice.choice([-1, 1]) * dice.randint(1, largest) for _ in range(15)]
    balances = dict(zip(NAMES, [*amounts, -sum(amounts)], strict=False))
    plan = fewest_payments(balances)
    assert_settles(balances, plan)
    assert plan.minimal
    assert len(plan.payments) <= largest_first(balances)


def test_sixteen_people_in_groups_that_are_known() -> None:
    dice = random.Random(6)
    balances: dict[str, int] = {}
    for group in range(4):
        amounts = [10 ** (2 * group) * share for share in (50, -11, -17)]
        names = NAMES[group * 4 : group * 4 + 4]
        balances |= dict(zip(names, [*amounts, -sum(amounts)], strict=True))
    rows = dice.sample(list(balances.items()), 16)
    plan = fewest_payments(dict(rows))
    assert plan.groups == tuple(tuple(NAMES[at : at + 4]) for at in (0, 4, 8, 12))
    assert len(plan.payments) == 12


@pytest.mark.parametrize("people", [17, 18, 24, 60])
def test_above_sixteen_the_plan_settles_and_is_not_called_minimal(people: int) -> None:
    dice = random.Random(7)
    for largest in (1, 4, 100, 10**9):
        amounts = [dice.choice([-1, 1]) * dice.randint(1, largest) for _ in range(people - 2)]
        amounts.append(people * largest)
        balances = dict(zip(NAMES, [*amounts, -sum(amounts)], strict=False))
        plan = fewest_payments(balances)
        assert all(balances.values())
        assert not plan.minimal
        assert_settles(balances, plan)
        assert len(plan.payments) <= people - 1


def test_above_sixteen_exact_matches_and_small_groups_are_still_found() -> None:
    matches = {name: (-1) ** at * 1000 * (at // 2 + 1) for at, name in enumerate(NAMES[:10])}
    threes = dict(zip(NAMES[10:], [7, -4, -3, 90, -77, -13, 501, -11, -490, 33, -31, -2], strict=False))
    plan = fewest_payments(matches | threes)
    assert len(plan.groups) == 5 + 4
    assert len(plan.payments) == 22 - 9


def test_people_at_nothing_do_not_count_towards_sixteen() -> None:
    balances = dict.fromkeys(NAMES, 0) | {"P03": 5, "P01": -5}
    assert fewest_payments(balances) == Plan((Payment("P01", "P03", 5),), (("P01", "P03"),), minimal=True)


def test_nobody_owes_anything() -> None:
    assert fewest_payments({}) == Plan((), (), minimal=True)
    assert fewest_payments({"Ann": 0}).payments == ()
    assert chat_lines(fewest_payments({}), "£", 2) == []


def test_balances_that_do_not_sum_to_0_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to -20 minor units"):
        fewest_payments({"Ann": 100, "Bob": -120})


@pytest.mark.parametrize(
    ("mark", "decimals", "line"),
    [
        ("£", 2, "Bob pays Ann £3.40"),
        ("GBP", 2, "Bob pays Ann 3.40 GBP"),
        ("kr", 2, "Bob pays Ann 3.40 kr"),
        ("R$", 2, "Bob pays Ann R$3.40"),
        ("¥", 0, "Bob pays Ann ¥340"),
        ("XTS", 3, "Bob pays Ann 0.340 XTS"),
        (None, 2, "Bob pays Ann 3.40"),
    ],
)
def test_lines_for_a_chat(mark: str | None, decimals: int, line: str) -> None:
    assert chat_lines(fewest_payments({"Ann": 340, "Bob": -340}), mark, decimals) == [line]
