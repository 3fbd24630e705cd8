"""The bank and the pack between deals: who holds the bank and why, the shuffle, who is next.

In: the table. Out: the steps that open a deal, and those that close it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.explain.model import Step
from pontoon_ledger.explain.notes import told
from pontoon_ledger.explain.phrases import listed
from pontoon_ledger.explain.shooting import kitty
from pontoon_ledger.notation import Kind
from pontoon_ledger.replay.bank import clockwise
from pontoon_ledger.replay.totals import BIT, PONTOON

if TYPE_CHECKING:
    from pontoon_ledger.explain.table import Row, Table

_OF_THE_BANK = ("P010", "P401", "P402", "P403", "P404")
_NATURAL = BIT[PONTOON]


def opening(table: Table) -> tuple[Step, ...]:
    """Tell whether the deal counts, who holds the bank, the shuffle, and the findings about the deal."""
    deal = table.deal
    findings = table.notes.get(None, [])
    of_bank = [f for f in findings if f["code"] in _OF_THE_BANK]
    of_pack = [f for f in findings if f["code"] in ("P103", "P104")]
    of_kitty = [f for f in findings if f["code"] in ("P501", "P505", "P506", "P507")]
    others = [f for f in findings if f not in (*of_bank, *of_pack, *of_kitty)]
    steps = []
    if deal["gap"]:
        steps.append(Step("the deals before this one were not written: bank and pack start anew"))
    if not deal["has_hands"]:
        steps.append(Step("no hands are written in this deal"))
    if table.void:
        reason = "" if deal["void"].casefold() == "true" else f" ({deal['void']})"
        steps.append(Step(f"the deal is void{reason}: nothing is due, and the bank stays where it is"))
    steps += [_who_holds(table, deal, table.preceding, "the deal before"), *map(told, of_bank)]
    steps += [*_shuffle(table), *map(told, of_pack)]
    steps += [*kitty(table), *map(told, of_kitty)]
    if deal["doubled"] and table.rules.banker_doubles:
        steps.append(Step("the banker doubles: what is paid or lost once counts twice", "2.2"))
    if deal["note"]:
        steps.append(Step(f"noted: {deal['note']}"))
    return (*steps, *map(told, others))


def _who_holds(table: Table, deal: Row, last: Row | None, before: str) -> Step:
    """Tell who holds the bank in a deal, and why; `last` is the deal that it follows, called `before`."""
    if deal["holder"] is None:
        return _nobody(deal)
    if deal["price"] is not None:
        return _bought(table, deal)
    if deal["step"] is not None:
        return _wrongly(table, deal)
    if deal["fresh"]:
        holder = deal["holder"]
        return Step(f"{holder} holds the bank: the record names {holder} as the first to hold it", "6.5")
    if last is not None and last["void"] is not None and not deal["bank_changed"]:
        return Step(f"{deal['holder']} keeps the bank: {before} was void")
    return _passed(table, deal, before)


def _passed(table: Table, deal: Row, before: str) -> Step:
    """Tell how the bank came from the deal before, nobody selling it and no rule broken."""
    holder, passes = deal["holder"], table.rules.bank_passes
    if deal["bank_changed"] and passes == "each_deal":
        left = f"the next in the deal from {deal['previous']}'s left"
        return Step(f"{holder} holds the bank, {left}: these rules pass it on each deal", "6.3")
    if deal["bank_changed"] or (deal["previous"] is None and deal["claimants"] == deal["heir"]):
        return _won(deal, before)
    if passes == "never":
        return Step(f"{holder} keeps the bank: these rules never pass it on", "6.3")
    if holder != deal["previous"] or deal["heir"] != holder:
        return Step(f"{holder} holds the bank, as the record says; who had won it cannot be told", "6.3")
    if passes == "each_deal":
        return Step(f"{holder} keeps the bank", "6.3")
    return Step(f"{holder} keeps the bank: no pontoon won it in {before}", "6.3")


def _nobody(deal: Row) -> Step:
    unknown = "who holds the bank is not known: "
    if deal["bank_unreadable"]:
        return Step(unknown + "what is written of it cannot be read", "1.5")
    if deal["staker"] is not None:
        return Step(f"{unknown}{deal['staker']} should hold it, but stakes against it", "1.5")
    if deal["step"] == "P010":
        return Step(unknown + "nobody is named", "6.5")
    if deal["lost"]:
        return Step(unknown + "something before this could not be read", "6.3")
    heirs = (deal["heirs"] or "").split("\n")
    if len(heirs) > 1:
        return Step(f"{unknown}by what is written it may be {listed(heirs, 'or')}", "6.3")
    return Step(unknown + "the record does not say, and it does not follow from what went before", "6.3")


def _bought(table: Table, deal: Row) -> Step:
    holder, price = deal["holder"], deal["price"]
    if deal["sale"] is None:
        return Step(
            f"{holder} holds the bank; a price of {table.money(price)} is written, but there was no sale",
            "6.4",
        )
    seller = deal["seller"] or "whoever held it"
    if price == 0:
        return Step(f"{holder} holds the bank: {seller} handed it over for nothing", "6.4")
    return Step(f"{holder} holds the bank: bought from {seller} for {table.money(price)}", "6.4")


def _wrongly(table: Table, deal: Row) -> Step:
    rules = {
        "each_deal": "; these rules: it passes to the next seat each deal",
        "never": "; these rules: it never passes on",
    }
    more = rules.get(table.rules.bank_passes, "")
    return Step(f"{deal['holder']} holds the bank, as the record says{more}", "6.3")


def _won(deal: Row, before: str) -> Step:
    holder, previous, claimants = deal["holder"], deal["previous"], deal["claimants"].split("\n")
    if holder not in claimants:
        return Step(f"{holder} holds the bank: a pontoon in {before} may have won it", "6.3")
    if len(claimants) == 1:
        loser = "" if previous is None else f" from {previous}"
        return Step(f"{holder} holds the bank: a pontoon in {before} won it{loser}", "6.3")
    first = "" if deal["heir"] is None else f", {holder} being the first from {previous}'s left"
    return Step(f"{holder} holds the bank: {listed(claimants)} had pontoons in {before}{first}", "6.3")


def _shuffle(table: Table) -> list[Step]:
    deal, after = table.deal, table.rules.shuffle_after
    rule = "" if after == "any_pontoon" else f" (these rules: shuffle_after {after})"
    if deal["fresh"] and deal["shuffled"] is None:
        return []
    if deal["shuffled"] is None:
        due = deal["shuffle_due"]
        return [Step(f"a shuffle was due{rule}; whether there was one is not written", "6.2")] if due else []
    if deal["shuffled"]:
        called = {True: f", as was due{rule}", None: "; whether one was due cannot be told"}
        return [Step("the pack was shuffled" + called.get(deal["shuffle_due"], ""), "6.2")]
    called = {False: ", and nothing called for it", None: "; whether it should have been cannot be told"}
    return [Step("the pack was not shuffled" + called.get(deal["shuffle_due"], ""), "6.1")]


def next_bank(table: Table) -> tuple[Step, ...]:
    """Tell who holds the bank in the deal after, by the record or, at its end, by the rules."""
    after = table.following
    if after is None:
        return (_last(table),)
    if after["gap"]:
        return (Step("what came next was not written"),)
    step = _who_holds(table, after, table.deal, "this deal")
    return (Step(f"next, in deal {after['deal']}, {step.text}", step.rule),)


def _last(table: Table) -> Step:
    """Tell who would be the next banker: this is the last deal that is written."""
    holder, rules = table.holder, table.rules
    if holder is None:
        return _last_of_anybody(table)
    if table.void or rules.bank_passes == "never":
        why = "the deal is void" if table.void else "these rules never pass it on"
        return Step(f"next the bank would stay with {holder}: {why}", "6.3")
    if rules.bank_passes == "each_deal":
        left = [seat for seat in clockwise(table.seats, holder) if seat != holder]
        if left and table.session["order_known"]:
            return Step(
                f"next the bank would pass to {left[0]}, if in the deal, as in each deal by these rules",
                "6.3",
            )
        return Step("next the bank would pass to the next seat, as in each deal by these rules", "6.3")
    return _last_by_pontoon(table, holder)


def _last_of_anybody(table: Table) -> Step:
    """Nobody knows who holds the bank: the one sure pontoon wins it all the same, if the bank has none."""
    claims = [h for h in table.hands if h["pontoon_open"]]
    turn = table.rules.peek and any(h["playing"] and _went_on(h) for h in table.hands)
    good = len(claims) == 1 and claims[0]["pontoon_sure"] and not (claims[0]["split"] or claims[0]["banker"])
    if table.void or table.rules.bank_passes != "pontoon" or not good or not (turn or table.bank_row):
        return Step("who would hold the bank next is not known", "6.3")
    return Step(f"next the bank would go to {claims[0]['player']}, who won it by a pontoon", "6.3")


def _went_on(hand: Row) -> bool:
    return (hand["cards"] or 0) > 2 or hand["split"] or hand["ending"] in (Kind.STICK, Kind.BUST, Kind.FIVE)


def _last_by_pontoon(table: Table, holder: str) -> Step:
    bank = next((h["bank_classes"] for h in table.hands), 0)
    if bank == _NATURAL:
        return Step(f"next the bank would stay with {holder}, who had a pontoon", "6.3")
    order = {seat: i for i, seat in enumerate(clockwise(table.seats, holder))}
    claims = sorted(
        (h for h in table.players if h["pontoon_open"] and not h["split"]),
        key=lambda h: order.get(h["player"], len(order)),
    )
    if not claims:
        return Step(f"next the bank would stay with {holder}: no pontoon won it", "6.3")
    sure = [h["player"] for h in claims if h["pontoon_sure"]]
    first_is_sure = claims[0]["pontoon_sure"] and not bank & _NATURAL
    if not first_is_sure or (len(claims) > 1 and not table.session["order_known"]):
        return Step("who would hold the bank next cannot be told: a pontoon may have won it", "6.3")
    more = f", the first of {listed(sure)} from {holder}'s left" if len(sure) > 1 else ""
    return Step(f"next the bank would go to {sure[0]}, who won it by a pontoon{more}", "6.3")
