"""Wrong payments, idle rulings, sums that do not agree: P301 to P304, P601 to P603.

In: drafts. Out: kinds in the register.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dealer.write import scalar

from spoil.register import hand_kind, kind

if TYPE_CHECKING:
    from dealer.model import Deal, Hand

    from spoil.draft import Draft


def told(d: Draft, minor: int) -> str:
    """A result in words."""
    return "push" if minor == 0 else f"{'won' if minor > 0 else 'lost'} {d.money(abs(minor))}"


@hand_kind("P301")
def the_wrong_amount(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.written != "own":
        return False
    unit = d.session.coin.unit
    side = 1 if hand.due > 0 or (hand.due == 0 and d.rng.random() < 0.5) else -1
    wrong = abs(hand.due) + d.rng.choice((1, -1, unit, -unit, 7 * unit))
    if wrong <= 0 or wrong == abs(hand.due):
        return False
    d.edit(deal, hand, "result", lambda _: told(d, side * wrong))
    d.mark("P301", deal, hand, "result")
    return True


@hand_kind("P301")
def nothing_paid_though_something_is_due(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.written != "own" or hand.due == 0:
        return False
    d.edit(deal, hand, "result", lambda _: "push")
    d.mark("P301", deal, hand, "result")
    return True


@kind("P301")
def the_wrong_amount_in_all(d: Draft) -> bool:
    found = d.choose((e, h) for e, h in d.hands() if h.written == "all" and h is d.kin(e, h)[-1])
    if found is None:
        return False
    deal, hand = found
    right = sum(h.due + h.shoot_due for h in d.kin(deal, hand))
    wrong = right + (1 if right >= 0 else -1) * d.session.coin.unit
    d.edit(deal, hand, "result", lambda _: f"all {told(d, wrong)}")
    d.mark("P301", deal, hand, "result")
    return True


@hand_kind("P302")
def paid_the_wrong_way(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.written != "own" or hand.due == 0:
        return False
    d.edit(deal, hand, "result", lambda _: told(d, -hand.due))
    d.mark("P302", deal, hand, "result")
    return True


@hand_kind("P303", "plain", plain=True)
def a_stake_not_written(d: Draft, deal: Deal, hand: Hand) -> bool:
    limits = d.session.stakes
    if len(d.kin(deal, hand)) > 1 or hand.due == 0 or hand.prices or limits is None or limits[0] == limits[1]:
        return False
    if hand.written == "all":
        hand.written = "own"
    d.edit(deal, hand, "row", lambda old: old.split(", ", 1)[1])
    d.mark("P303", deal, hand, "row", told(d, hand.due) if hand.written else None, last=False)
    return True


@hand_kind("P303", "plain")
def a_price_not_written(d: Draft, deal: Deal, hand: Hand) -> bool:
    """One price stays open between the stake and its double; without a payment the row is marked."""
    if len(hand.prices) != 1 or hand.due == 0 or d.rules["buy_max"] != 2 or hand.written == "all":
        return False
    d.edit(deal, hand, "third", lambda old: f"{old.split()[0]} {old.split()[-1]}")
    d.mark("P303", deal, hand, "result" if hand.written else "row")
    return True


@hand_kind("P304")
def agreed_on_what_is_due(d: Draft, deal: Deal, hand: Hand) -> bool:
    if hand.written != "own":
        return False
    d.add(deal, hand, "result", "agreed")
    d.mark("P304", deal, hand, "result", "agreed")
    return True


@kind("P304")
def a_waiver_of_nothing(d: Draft) -> bool:
    code = d.rng.choice(("P301", "P402", "P205", "P602"))
    deal = d.rng.choice(d.deals)
    d.put_marked("P304", deal, f"waive: {{{code}: Dan did not want it}}", find=code)
    return True


@kind("P601")
def cash_that_does_not_come_out(d: Draft) -> bool:
    """Chips of all, cashed in by what the evening brought; one stack is off."""
    if any(deal.gap for deal in d.session.deals):
        return False
    lines = ["cash:"]
    names = list(d.session.net)
    off = d.rng.randrange(len(names))
    most = max(abs(net) for net in d.session.net.values())
    for n, name in enumerate(names):
        out = most + 10 + d.session.net[name] + (d.rng.choice((1, -1)) if n == off else 0)
        lines.append(f"  {scalar(name)}: {{in: {d.money(most + 10)}, out: {d.money(out)}}}")
    d.put_marked("P601", None, *lines, find=None, at=off + 1)
    return True


@kind("P602", "plain")
def the_banks_result_is_off(d: Draft) -> bool:
    deal = d.rng.choice(d.deals)
    deal.write_bank_result = True
    wrong = deal.bank_due + d.rng.choice((1, -1, d.session.coin.unit))
    if deal.bank_due and d.rng.random() < 0.3:
        wrong = -deal.bank_due
    d.edit(deal, deal.bank_hand, "result", lambda _: told(d, wrong))
    d.mark("P602", deal, deal.bank_hand, "result")
    return True


def running(d: Draft, upto: Deal) -> Counter[str]:
    """Each player's total after that deal, since the start or the last gap."""
    totals: Counter[str] = Counter()
    for deal in d.session.deals[: upto.no]:
        if deal.gap:
            totals.clear()
        for hand in deal.hands:
            totals[hand.player] += hand.due
            totals[deal.bank] -= hand.due
        if deal.price is not None and deal.heir:
            totals[deal.heir] += deal.price
            totals[deal.bank] -= deal.price
    return totals


@kind("P603", "sales")
def a_tally_that_is_off(d: Draft) -> bool:
    """Two players' tallies are read out, one wrongly; a later one goes on from it."""
    first = d.rng.choice(d.session.deals)
    one, other = d.rng.sample(first.seats, 2)
    slip = d.rng.choice((1, -1, d.session.coin.unit))
    for deal in [first, *d.session.deals[first.no :][:1]]:
        totals = running(d, deal)
        right, wrong = totals[other], totals[one] + slip
        lines = ["tally:", f"  {scalar(other)}: {signed(d, right)}", f"  {scalar(one)}: {signed(d, wrong)}"]
        if deal is first:
            d.put_marked("P603", deal, *lines, find=signed(d, wrong))
        else:
            d.put(deal, *lines)
    return True


def signed(d: Draft, minor: int) -> str:
    """A total with its sign."""
    return f"{'-' if minor < 0 else '+'}{d.money(abs(minor))}"
