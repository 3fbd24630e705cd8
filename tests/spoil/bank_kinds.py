"""The bank in wrong hands, P401 to P404.

In: drafts. Out: kinds in the register. A sale whose price is struck out leaves a bank that just went.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spoil.register import kind

if TYPE_CHECKING:
    from dealer.model import Deal

    from spoil.draft import Draft


def sold(d: Draft) -> list[tuple[Deal, Deal]]:
    """The sales: the deal before, the deal in which the buyer holds the bank."""
    deals = d.session.deals
    return [(deals[deal.no - 2], deal) for deal in deals if deal.price is not None]


def strike(d: Draft, code: str, deal: Deal) -> bool:
    """Strike out the price."""
    deal.price = None
    deal.write_bank = True
    d.mark(code, deal, None, "bank")
    return True


@kind("P401", "sales")
def the_bank_went_for_nothing(d: Draft) -> bool:
    by_pontoon = d.rules["bank_passes"] == "pontoon"
    found = d.choose(
        deal
        for before, deal in sold(d)
        if not by_pontoon
        or (deal.bank not in before.claimants and not (before.claimants and deal.bank == before.bank))
    )
    return found is not None and strike(d, "P401", found)


@kind("P401", "passing")
def the_bank_passed_where_it_never_does(d: Draft) -> bool:
    moved = [e for e in d.session.deals[1:] if e.bank != d.session.deals[e.no - 2].bank]
    if len(moved) != 1:
        return False
    moved[0].write_bank = True
    d.rules["bank_passes"] = "never"
    if d.rules["shuffle_after"] == "bank_change":
        return False
    d.mark("P401", moved[0], None, "bank")
    return True


@kind("P402", "sold back")
def the_bank_stayed_though_won(d: Draft) -> bool:
    found = d.choose(deal for before, deal in sold(d) if before.claimants and deal.bank == before.bank)
    return found is not None and strike(d, "P402", found)


@kind("P403", "claims")
def the_bank_went_to_the_second_claim(d: Draft) -> bool:
    """Two claimants change seats, so that the other was the first."""
    deals = d.session.deals
    several = [deal for deal in deals[:-1] if len(deal.claimants) > 1]
    if len(several) != 1 or len(several[0].claimants) != 2:
        return False
    won = several[0]
    one, other = won.claimants
    seats = d.session.seats
    i, j = seats.index(one), seats.index(other)
    seats[i], seats[j] = other, one
    after = deals[won.no]
    if after.bank != one:
        return False
    after.write_bank = True
    d.mark("P403", after, None, "bank")
    return True


@kind("P404", "sales")
def sold_where_sales_are_off(d: Draft) -> bool:
    found = sold(d)
    if len(found) != 1:
        return False
    d.rules["bank_sale"] = False
    d.mark("P404", found[0][1], None, "price")
    return True


@kind("P404", "passing")
def sold_to_oneself(d: Draft) -> bool:
    deal = d.choose(deal for deal in d.session.deals[1:] if deal.bank == deal.heir)
    if deal is None:
        return False
    deal.price, deal.write_bank = d.session.coin.unit, True
    d.mark("P404", deal, None, "price")
    return True


@kind("P404", "passing")
def a_price_and_no_buyer(d: Draft) -> bool:
    deal = d.choose(deal for deal in d.session.deals[1:] if deal.bank == deal.heir)
    if deal is None:
        return False
    deal.price, deal.write_bank = d.session.coin.unit, False
    d.mark("P404", deal, None, "price")
    return True
