"""Faults of the record itself, P001 to P004: files, YAML, keys and values.

In: drafts. Out: kinds in the register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spoil.register import hand_kind, kind

if TYPE_CHECKING:
    from dealer.model import Deal, Hand

    from spoil.draft import Draft, Line

ODD = "\N{INVERTED QUESTION MARK}"


def with_note(d: Draft) -> Deal:
    """Some deal, with a note that an edit may change."""
    deal = d.rng.choice(d.session.deals)
    deal.note = "a long night"
    return deal


@kind("P001")
def a_control_character(d: Draft) -> bool:
    deal = with_note(d)
    d.edit(deal, None, "note", lambda old: f"{old} \x07")
    d.mark("P001", deal, None, "note", "\x07", of_file=True)
    return True


@kind("P001")
def a_byte_that_is_no_text(d: Draft) -> bool:
    deal = with_note(d)
    d.edit(deal, None, "note", lambda old: f"{old} {ODD}")
    d.mark("P001", deal, None, "note", ODD, of_file=True)
    d.encode = lambda text: text.encode().replace(ODD.encode(), b"\xff")
    return True


@kind("P002")
def an_anchor(d: Draft) -> bool:
    deal = with_note(d)
    d.edit(deal, None, "note", lambda old: f"&n {old}")
    d.mark("P002", deal, None, "note", "&n")
    return True


@kind("P002")
def a_tag(d: Draft) -> bool:
    deal = with_note(d)
    d.edit(deal, None, "note", lambda old: f"!!str {old}")
    d.mark("P002", deal, None, "note", "!!str")
    return True


@kind("P002")
def a_key_of_a_deal_twice(d: Draft) -> bool:
    deal = d.rng.choice(d.session.deals)
    deal.note = None
    d.put_marked("P002", deal, "note: one", "note: another", find="note")
    return True


@kind("P002")
def a_key_of_the_head_twice(d: Draft) -> bool:
    d.session.date = None
    d.put_marked("P002", None, "date: 2026-11-27", "date: 2026-11-28", find="date")
    return True


@kind("P002")
def yaml_that_cannot_go_on(d: Draft) -> bool:
    deal = with_note(d)
    d.edit(deal, None, "note", lambda _: "@home")
    d.mark("P002", deal, None, "note", "@")
    d.marks[-1].syntax = True
    return True


@kind("P002", plain=True)
def yaml_that_breaks_off_in_a_row(d: Draft) -> bool:
    """The rows behind it are not read either, so nothing of the deal can be judged."""
    deal, hand = d.rng.choice([(deal, hand) for deal in d.session.deals for hand in deal.hands])
    d.edit(deal, hand, "row", lambda old: f"%{old}")
    d.mark("P002", deal, hand, "row", "%", last=False)
    d.marks[-1].syntax = True
    return True


@kind("P003")
def an_unknown_key_in_a_deal(d: Draft) -> bool:
    d.put_marked("P003", d.rng.choice(d.session.deals), "remark: it rained", find="remark")
    return True


@kind("P003")
def an_unknown_key_in_the_head(d: Draft) -> bool:
    d.put_marked("P003", None, "venue: the kitchen", find="venue")
    return True


@kind("P003")
def an_unknown_option(d: Draft) -> bool:
    d.edit(
        None,
        None,
        "rules",
        lambda old: f"{old[:-1]}, shuffles: 3}}" if old.endswith("}") else f"{{base: {old}, shuffles: 3}}",
    )
    d.mark("P003", None, None, "rules", "shuffles")
    return True


@kind("P004", plain=True)
def a_deal_without_hands(d: Draft) -> bool:
    deal = d.choose(deal for deal in d.session.deals if not deal.gap)
    if deal is None:
        return False
    deal.note = "a long night"

    def drop(order: list[Line]) -> None:
        first = d.session.places[deal.no, None, 0, "hands"][0]
        mine = {at for key, (at, *_) in d.session.places.items() if key[0] == deal.no and key[1] is not None}
        order[:] = [line for line in order if line.at != first and line.at not in mine]

    d.after.append(drop)
    d.mark("P004", deal, None, "row", line_only=True)
    return True


@kind("P004")
def neither_true_nor_false(d: Draft) -> bool:
    deal = d.rng.choice(d.session.deals)
    deal.write_shuffled = False
    d.put_marked("P004", deal, "shuffled: perhaps", find="perhaps")
    return True


@kind("P004", "doubled")
def doubled_or_not_nobody_can_tell(d: Draft) -> bool:
    """So what is due in that deal is open."""
    deal = d.choose(deal for deal in d.session.deals if deal.write_doubled)
    if deal is None:
        return False
    d.edit(deal, None, "doubled", lambda _: "perhaps")
    d.mark("P004", deal, None, "doubled")
    return True


@kind("P004")
def a_date_that_is_none(d: Draft) -> bool:
    d.session.date = "2026-11-27"
    d.edit(None, None, "date", lambda _: "27/11/2026")
    d.mark("P004", None, None, "date")
    return True


@kind("P004")
def a_preset_that_is_none(d: Draft) -> bool:
    d.edit(None, None, "rules", lambda _: "pagan")
    d.mark("P004", None, None, "rules")
    return True


@kind("P004")
def a_currency_that_is_none(d: Draft) -> bool:
    d.edit(None, None, "currency", lambda _: "ZZZ")
    d.mark("P004", None, None, "currency")
    return True


@hand_kind("P004", plain=True)
def a_play_that_is_a_mapping(d: Draft, deal: Deal, hand: Hand) -> bool:
    if len(d.kin(deal, hand)) > 1:
        return False
    d.edit(deal, hand, "row", lambda _: "{bet: 1}")
    d.mark("P004", deal, hand, "row")
    return True
