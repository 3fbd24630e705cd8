"""Settling up: the fewest payments after which nobody owes anybody.

In: what each person still has to get (above 0) or to pay (below 0), in minor units of one
currency. Out: a `Plan`, and the lines of it that go into a chat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from pontoon_ledger.money import format_amount
from pontoon_ledger.partition import LIMIT, loose_groups, mates

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Coin(NamedTuple):
    """A currency as it is settled for itself: its code, its decimals, its name among the plans."""

    code: str | None
    decimals: int
    name: str | None


def coins(kinds: Iterable[tuple[str | None, int]]) -> list[Coin]:
    """The currencies among codes and decimals; one code with two sorts of decimals is two currencies.

    >>> [coin.name for coin in coins([("GBP", 2), ("XTS", 3), ("XTS", 2), ("GBP", 2)])]
    ['GBP', 'XTS of 3 decimals', 'XTS of 2 decimals']
    """
    sorts = list(dict.fromkeys(kinds))
    codes = [code for code, _ in sorts]
    return [
        Coin(code, n, code if codes.count(code) == 1 else f"{code or 'no currency'} of {n} decimals")
        for code, n in sorts
    ]


class Payment(Struct, frozen=True):
    """One person hands money to another."""

    payer: str
    payee: str
    amount: int


class Plan(Struct, frozen=True):
    """Payments that settle everyone, sorted by payer and payee.

    `groups` is the certificate: each settles within itself, with one payment fewer than it
    has people. `minimal`: it is proved that no plan has fewer payments.
    """

    payments: tuple[Payment, ...]
    groups: tuple[tuple[str, ...], ...]
    minimal: bool


def fewest_payments(balances: Mapping[str, int]) -> Plan:
    """Find the fewest payments that settle all balances; ValueError unless they sum to 0.

    Only those who owe pay, and only those who are owed get. People at 0 appear nowhere.
    Above `partition.LIMIT` people the plan is a good one, not proved to be minimal, and may
    change while it is carried out.

    Up to there it is, of all plans with the fewest payments, the one with the largest payment,
    then with the next largest and so on, equal ones by the names of payer and payee. An order
    of single payments like this keeps a plan in force while it is carried out: the best plans
    once a payment of it is made are the best plans that hold this payment, less it, and what
    all of them have in common does not change which is first.

    >>> plan = fewest_payments({"Ann": 700, "Bob": -400, "Cat": -300, "Dan": 200, "Eve": -200})
    >>> for payment in plan.payments:
    ...     print(payment.payer, payment.payee, payment.amount)
    Bob Ann 400
    Cat Ann 300
    Eve Dan 200
    >>> plan.groups
    (('Ann', 'Bob', 'Cat'), ('Dan', 'Eve'))
    """
    if total := sum(balances.values()):
        raise ValueError(f"the balances sum to {total} minor units and not to 0")
    unsettled = {name: balances[name] for name in sorted(balances) if balances[name]}
    if minimal := len(unsettled) <= LIMIT:
        payments = _largest_first_in_groups(unsettled)
    else:
        payments = _in_loose_groups(unsettled)
    payments.sort(key=lambda payment: (payment.payer, payment.payee))
    return Plan(tuple(payments), _connected(payments), minimal)


def chat_lines(plan: Plan, mark: str | None, decimals: int) -> list[str]:
    """Put a plan into lines for a chat; `mark` is the currency's sign or code, None for neither.

    >>> plan = fewest_payments({"Ann": 340, "Bob": -340})
    >>> chat_lines(plan, "£", 2), chat_lines(plan, "SEK", 2), chat_lines(plan, None, 2)
    (['Bob pays Ann £3.40'], ['Bob pays Ann 3.40 SEK'], ['Bob pays Ann 3.40'])
    """
    before, after = ("", f" {mark}") if mark and mark[-1].isalpha() else (mark or "", "")
    return [
        f"{payment.payer} pays {payment.payee} {before}{format_amount(payment.amount, decimals)}{after}"
        for payment in plan.payments
    ]


def _largest_first_in_groups(unsettled: Mapping[str, int]) -> list[Payment]:
    """Make the largest payment that some best plan holds, until nothing is left.

    Where a debtor and a creditor share a group of a best plan, some best plan has the one pay
    the other as much as both amounts allow: that settles one of them, and the group that
    remains still sums to 0 and needs one payment fewer.
    """
    left = dict(unsettled)
    payments = []
    while left:
        names = list(left)
        together = mates(list(left.values()))
        amount, payer, payee = min(
            (-min(-left[payer], left[payee]), payer, payee)
            for at, payer in enumerate(names)
            for other, payee in enumerate(names)
            if left[payer] < 0 < left[payee] and together[at] >> other & 1
        )
        payments.append(_pay(left, payer, payee, -amount))
    return payments


def _largest_first(unsettled: Mapping[str, int]) -> list[Payment]:
    """Make the largest payment that can be, until nothing is left."""
    left = dict(unsettled)
    payments = []
    while left:
        amount = min(-min(left.values()), max(left.values()))
        payer = next(name for name, balance in left.items() if balance <= -amount)
        payee = next(name for name, balance in left.items() if balance >= amount)
        payments.append(_pay(left, payer, payee, amount))
    return payments


def _in_loose_groups(unsettled: Mapping[str, int]) -> list[Payment]:
    names = list(unsettled)
    payments = []
    for group in loose_groups(list(unsettled.values())):
        part = {names[at]: unsettled[names[at]] for at in group}
        payments += _largest_first(part) if len(part) > LIMIT else _largest_first_in_groups(part)
    return payments


def _pay(left: dict[str, int], payer: str, payee: str, amount: int) -> Payment:
    """Book a payment in `left`, and drop who is settled by it."""
    for name, change in ((payer, amount), (payee, -amount)):
        left[name] += change
        if not left[name]:
            del left[name]
    return Payment(payer, payee, amount)


def _connected(payments: Iterable[Payment]) -> tuple[tuple[str, ...], ...]:
    """Collect the people whom payments connect, each group and all of them sorted by name."""
    group_of: dict[str, set[str]] = {}
    for payment in payments:
        joined = group_of.get(payment.payer, {payment.payer}) | group_of.get(payment.payee, {payment.payee})
        group_of.update(dict.fromkeys(joined, joined))
    return tuple(sorted({tuple(sorted(group)) for group in group_of.values()}))
