"""Shoot Pontoon retold: the kitty, each shoot bet where it was made, what became of them (rulebook 7).

In: the table and the row of a hand. Out: steps; nothing where nobody shot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.explain.model import Step
from pontoon_ledger.explain.notes import told
from pontoon_ledger.explain.phrases import counted
from pontoon_ledger.replay.totals import BIT, BUST

if TYPE_CHECKING:
    from pontoon_ledger.explain.notes import Placed
    from pontoon_ledger.explain.table import Row, Table

_FIRST, _BEFORE_THE_FOURTH = 0, 3
_LAID = {2: "cards", 3: "third", 4: "fourth", 5: "fifth"}


def kitty(table: Table) -> list[Step]:
    """Tell what is in the kitty when the deal begins."""
    deal = table.deal
    if not table.rules.shoot or not deal["has_hands"] or table.holder is None:
        return []
    start, carried, written = deal["kitty_start"], deal["kitty_carry"], deal["kitty"]
    if start is None:
        return [Step("what is in the kitty is not known", "7.1")]
    if written is None:
        return [Step(f"the kitty stands at {table.money(start)}", "7.8")]
    if not carried:
        return [Step(f"{table.holder} puts up a kitty of {table.money(start)}", "7.1")]
    if start > carried:
        more = table.money(start - carried)
        return [Step(f"{table.holder} adds {more} to the kitty, which stands at {table.money(start)}", "7.8")]
    return [Step(f"the kitty stands at {table.money(start)}, as written", "7.8")]


def shot(table: Table, row: Row) -> list[Placed]:
    """Tell each shoot bet of a hand, under the place where it was made."""
    steps: list[Placed] = []
    for bet, at in zip(row["shoots"] or [], row["shoot_at"] or [], strict=False):
        amount = table.money(bet)
        if at == _FIRST:
            later = row["hand"] > 1
            text = f"shoots for {amount}" + ("" if later else " before the second card")
            steps.append(("opening", Step(text, "7.4" if later else "7.2")))
        elif at == _BEFORE_THE_FOURTH:
            steps.append(("third", Step(f"shoots for {amount} before the fourth card", "7.3")))
        else:
            text = f"shoots for {amount} with {counted(at, 'card')} on the table"
            steps.append((_LAID.get(at, "extra"), Step(text, "7.3")))
    return steps


def shots_settled(table: Table, row: Row, findings: list[Row]) -> list[Step]:
    """Tell what the shoot bets of a hand made, and what the record says of it."""
    said = row["shoot_recorded"]
    if (not row["shoots"] and said is None) or row["unread"]:
        return []
    steps = [] if table.void else [_made(table, row)]
    wrong = [told(f) for f in findings if f["code"] == "P504"]
    if wrong or said is None:
        return [*steps, *wrong]
    right = ", as is due" if said == row["shoot_due"] else ""
    return [*steps, Step(f"of the shoot bets the record says {table.result(said)}{right}")]


def _made(table: Table, row: Row) -> Step:
    if not row["shoots"]:
        return Step("what was shot for is not written", "7.2")
    low, high = row["shoot_low"], row["shoot_high"]
    purse = "the kitty" if table.rules.shoot else "the bank"
    all_bets = table.money(sum(row["shoots"]))
    bet = "the shoot bets" if len(row["shoots"]) > 1 else "the shoot bet"
    if low is None or low != high:
        return Step(f"whether {bet} of {all_bets} won cannot be told", "7.7")
    if low > 0:
        return Step(f"better than the bank: {bet} won {all_bets} from {purse}", "7.7")
    if table.shown_at_once:
        return Step(f"the banker shows a pontoon: {bet} of {all_bets} went to {purse}", "7.6")
    if row["classes"] == BIT[BUST]:
        return Step(f"bust: {bet} of {all_bets} went to {purse} at once", "7.5")
    return Step(f"not better than the bank: {bet} of {all_bets} went to {purse}", "7.7")
