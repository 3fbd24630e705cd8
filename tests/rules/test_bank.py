"""Chapter 6.3 to 6.5: who holds the bank next, sales, and what is left open.

In: sessions of a few deals. Out: the holder of each deal, findings, prices that move.
"""

# ruff: noqa: N802 - tests carry the names of codes and examples

from __future__ import annotations

import polars as pl
import pytest

from rules.records import PLAYERS, balances, banks, codes, due, dues, finding, hands, head, judge

NAMES = PLAYERS.split(", ")
FRESH = "{shuffle_after: every_deal, packs: 2}"
EACH = "{bank_passes: each_deal, shuffle_after: every_deal}"
NEVER = "{bank_passes: never, shuffle_after: every_deal}"
PLAY = {"pontoon": "A K, pontoon", "plain": "T 9, stick"}


def round_of(bank: str, *pontoons: str, fields: str = "", banker: str = "K 7, stick", out: str = "") -> str:
    """A deal of all at the table (but `out`) in which these players make an unsplit pontoon."""
    rows = []
    for name in NAMES:
        if name == bank:
            rows.append(f"{name}: {banker}")
        elif name != out:
            rows.append(f"{name}: bet 0.20, {PLAY['pontoon' if name in pontoons else 'plain']}")
    return hands(*rows, fields=fields)


def named(bank: str) -> str:
    return f"bank: {bank}"


def test_6_3_the_bank_stays_while_nobody_makes_a_pontoon() -> None:
    audit = judge(head(FRESH) + round_of("Ann") + round_of("Ann") + round_of("Ann"))
    assert (banks(audit), codes(audit)) == (["Ann"] * 3, [])


def test_6_3_a_pontoon_wins_it_for_the_next_deal() -> None:
    audit = judge(
        head(FRESH) + round_of("Ann", "Cat") + round_of("Cat") + round_of("Cat", "Bob") + round_of("Bob")
    )
    assert (banks(audit), codes(audit)) == (["Ann", "Cat", "Cat", "Bob"], [])


@pytest.mark.parametrize(
    ("bank", "pontoons", "heir"),
    [
        ("Ann", ("Bob", "Dan"), "Bob"),
        ("Ann", ("Cat", "Dan"), "Cat"),
        ("Bob", ("Ann", "Dan"), "Dan"),
        ("Cat", ("Ann", "Bob"), "Ann"),
        ("Dan", ("Ann", "Bob", "Cat"), "Ann"),
        ("Cat", ("Bob", "Dan"), "Dan"),
    ],
)
def test_6_3_of_several_the_first_from_the_bankers_left(
    bank: str, pontoons: tuple[str, ...], heir: str
) -> None:
    audit = judge(head(FRESH, bank=bank) + round_of(bank, *pontoons) + round_of(heir))
    assert (banks(audit), codes(audit)) == ([bank, heir], [])


@pytest.mark.parametrize(
    ("pontoons", "named_next", "code"),
    [
        (("Bob", "Dan"), "Dan", "P403"),
        (("Bob", "Dan"), "Ann", "P402"),
        (("Bob", "Dan"), "Cat", "P401"),
        (("Bob",), "Ann", "P402"),
        (("Bob",), "Dan", "P401"),
        ((), "Bob", "P401"),
    ],
)
def test_6_3_a_bank_that_went_astray(pontoons: tuple[str, ...], named_next: str, code: str) -> None:
    audit = judge(head(FRESH) + round_of("Ann", *pontoons) + round_of(named_next, fields=named(named_next)))
    assert codes(audit) == [code]
    assert finding(audit, code)["deal_no"] == 2


def test_6_3_the_bankers_own_pontoon_keeps_the_bank() -> None:
    first = hands("Bob: bet 0.20, A K", "Cat: bet 0.20, T 9", "Ann: A Q")
    assert banks(judge(head(FRESH) + first + round_of("Ann"))) == ["Ann", "Ann"]
    wrong = judge(head(FRESH) + first + round_of("Bob", fields=named("Bob")))
    assert codes(wrong) == ["P401"]


def test_6_3_so_does_one_shown_on_his_turn() -> None:
    first = hands("Bob: bet 0.20, A K, pontoon", "Cat: bet 0.20, T 9, stick", "Ann: A Q")
    audit = judge(head("{peek: false, shuffle_after: every_deal}") + first + round_of("Ann"))
    assert (banks(audit), codes(audit)) == (["Ann", "Ann"], [])


@pytest.mark.parametrize("rows", [("A K, pontoon", "A 9, stick"), ("A 9, stick", "A K, pontoon")])
def test_6_3_a_split_pontoon_wins_nothing(rows: tuple[str, str]) -> None:
    first = hands(f"Bob: bet 0.20, {rows[0]}", f"+ split 0.20, {rows[1]}", "Ann: K 7, stick")
    assert banks(judge(head(FRESH) + first + round_of("Ann"))) == ["Ann", "Ann"]
    assert codes(judge(head(FRESH) + first + round_of("Bob", fields=named("Bob")))) == ["P401"]


def test_6_3_a_pontoon_beside_a_split_one_wins() -> None:
    first = hands("Bob: bet 0.20, A K", "+ split 0.20, A 9, stick", "Cat: bet 0.20, A Q", "Ann: K 7, stick")
    assert banks(judge(head(FRESH) + first + round_of("Cat"))) == ["Ann", "Cat"]


def test_6_3_each_deal_it_goes_to_the_next_seat_that_is_in() -> None:
    text = (
        head(EACH) + round_of("Ann") + round_of("Bob") + round_of("Cat") + round_of("Dan") + round_of("Ann")
    )
    audit = judge(text)
    assert (banks(audit), codes(audit)) == (["Ann", "Bob", "Cat", "Dan", "Ann"], [])


def test_6_3_each_deal_one_who_sits_out_is_passed_over() -> None:
    audit = judge(head(EACH) + round_of("Ann") + round_of("Cat", out="Bob"))
    assert (banks(audit), codes(audit)) == (["Ann", "Cat"], [])


@pytest.mark.parametrize(("rules", "right"), [(EACH, "Bob"), (NEVER, "Ann")])
def test_6_3_each_deal_or_never_any_other_banker_is_P401(rules: str, right: str) -> None:
    for name in NAMES:
        audit = judge(head(rules) + round_of("Ann", "Cat") + round_of(name, fields=named(name)))
        assert codes(audit) == ([] if name == right else ["P401"]), name


def test_6_4_a_sale_pays_the_seller() -> None:
    audit = judge(
        head(FRESH) + round_of("Ann") + round_of("Dan", fields="bank: Dan\nprice: 1.50") + round_of("Dan")
    )
    assert (banks(audit), codes(audit)) == (["Ann", "Dan", "Dan"], [])
    price = audit.transfers.filter(pl.col("kind") == "price").select(
        "payer", "payee", "recorded", "due", "counts"
    )
    assert price.rows() == [("Dan", "Ann", 150, 150, 150)]


def test_6_4_the_seller_is_who_held_it_by_the_rules() -> None:
    audit = judge(head(FRESH) + round_of("Ann", "Bob") + round_of("Ann", fields="bank: Ann\nprice: 0.60"))
    assert codes(audit) == []
    assert audit.transfers.filter(pl.col("kind") == "price").select("payer", "payee", "due").rows() == [
        ("Ann", "Bob", 60)
    ]


def test_6_4_each_deal_the_next_seat_is_the_seller() -> None:
    audit = judge(
        head(EACH) + round_of("Ann") + round_of("Dan", fields="bank: Dan\nprice: 0.60") + round_of("Ann")
    )
    assert (banks(audit), codes(audit)) == (["Ann", "Dan", "Ann"], [])
    assert audit.transfers.filter(pl.col("kind") == "price").select("payer", "payee").rows() == [
        ("Dan", "Bob")
    ]


def test_6_4_handed_over_for_nothing() -> None:
    audit = judge(head(FRESH) + round_of("Ann") + round_of("Dan", fields="bank: Dan\nprice: 0"))
    assert (banks(audit), codes(audit)) == (["Ann", "Dan"], [])


def test_6_4_with_sales_off_the_price_stands() -> None:
    rules = "{bank_sale: false, shuffle_after: every_deal}"
    audit = judge(head(rules) + round_of("Ann") + round_of("Dan", fields="bank: Dan\nprice: 1.50"))
    assert (banks(audit), codes(audit)) == (["Ann", "Dan"], ["P404"])
    assert audit.transfers.filter(pl.col("kind") == "price")["counts"].to_list() == [150]


@pytest.mark.parametrize("fields", ["bank: Ann\nprice: 1.50", "price: 1.50"])
def test_6_4_to_oneself_or_without_a_change_no_money_moves(fields: str) -> None:
    audit = judge(head(FRESH) + round_of("Ann") + round_of("Ann", fields=fields))
    assert (banks(audit), codes(audit)) == (["Ann", "Ann"], ["P404"])
    assert audit.transfers.filter(pl.col("kind") == "price").is_empty()


def test_6_4_the_deal_is_settled_with_the_named_banker_and_the_next_heir_follows_from_him() -> None:
    text = (
        head(FRESH)
        + round_of("Ann", "Bob")
        + round_of("Dan", "Ann", "Cat", fields=named("Dan"))
        + round_of("Ann")
    )
    audit = judge(text)
    assert (banks(audit), codes(audit)) == (["Ann", "Dan", "Ann"], ["P401"])
    assert due(audit, 2, "Ann") == 40


def test_6_5_the_record_names_the_first_banker() -> None:
    assert banks(judge(head(bank="") + round_of("Dan", fields=named("Dan")))) == ["Dan"]
    assert codes(judge(head(bank="") + round_of("Dan", fields=named("Dan")))) == []
    assert codes(judge(head(bank="") + round_of("Dan"))) == ["P010"]


def test_2_1_a_void_deal_moves_no_bank_and_no_money() -> None:
    text = head(FRESH) + round_of("Ann") + round_of("Ann", "Cat", fields="void: misdeal") + round_of("Ann")
    audit = judge(text)
    assert (banks(audit), codes(audit)) == (["Ann"] * 3, [])
    assert dues(audit, "Cat")[1] == 0
    assert balances(audit) == {"Ann": -120, "Bob": 40, "Cat": 40, "Dan": 40}


def test_2_5_an_heir_keeps_his_claim_over_a_void_deal() -> None:
    text = (
        head(FRESH)
        + round_of("Ann", "Bob")
        + round_of("Bob", "Cat", fields="void: misdeal")
        + round_of("Bob")
    )
    audit = judge(text)
    assert (banks(audit), codes(audit)) == (["Ann", "Bob", "Bob"], [])


def test_2_1_a_misdeal_of_which_nothing_is_written_moves_nothing_either() -> None:
    misdeal = "  - void: misdeal\n    hands: {}\n"
    for heir in ("Ann", "Bob"):
        first = round_of("Ann") if heir == "Ann" else round_of("Ann", "Bob")
        audit = judge(head(FRESH) + first + misdeal + misdeal + round_of(heir))
        assert (audit.deals["holder"].to_list(), codes(audit)) == (["Ann", heir, heir, heir], [])
        assert audit.sessions["judged"].to_list() == [4]
    audit = judge(head(FRESH) + round_of("Ann") + misdeal + round_of("Bob", fields=named("Bob")))
    assert codes(audit) == ["P401"]


def test_7_8_the_kitty_outlasts_a_misdeal_of_which_nothing_is_written() -> None:
    shoot = "{base: pagat, shoot: true, shuffle_after: every_deal}"
    bob = "bet 0.20, shoot 0.50, Th 9c, stick, won 0.20, shoot won 0.50"
    row = f"    hands: {{Bob: '{bob}', Ann: 'K 7, stick'}}\n"
    text = head(shoot) + f"  - kitty: 1.00\n{row}  - void: misdeal\n    hands: {{}}\n"
    assert codes(judge(f"{text}  -{row[3:]}")) == []
    assert codes(judge(f"{text}  - kitty: 0.40\n{row}")) == ["P505", "P502"]


def test_6_6_how_many_cards_were_dealt_is_not_known_of_a_misdeal_without_a_line() -> None:
    deal = "hands: {Bob: 'bet 0.20, Th 9c, stick, won 0.20', Ann: 'Kh 7d, stick'}\n"
    text = head() + f"  - {deal}  - void: misdeal\n    hands: {{}}\n  - shuffled: false\n    {deal}"
    assert codes(judge(text)) == []
    assert codes(judge(text.replace("  - void: misdeal\n    hands: {}\n", ""))) == ["P102"]


def test_2_1_money_that_moved_in_a_void_deal_goes_back() -> None:
    audit = judge(
        head() + hands("Bob: bet 0.20, T 9, stick, won 0.20", "Ann: K 7, stick", fields="void: yes")
    )
    assert codes(audit) == ["P301"]


def test_2_1_after_a_gap_the_bank_starts_anew() -> None:
    text = (
        head(FRESH)
        + round_of("Ann", "Bob")
        + round_of("Dan", fields="gap: true\nbank: Dan")
        + round_of("Dan")
    )
    audit = judge(text)
    assert (banks(audit), codes(audit)) == (["Ann", "Dan", "Dan"], [])


def test_2_1_after_a_gap_the_bank_must_be_named() -> None:
    audit = judge(head(FRESH) + round_of("Ann", "Bob") + round_of("Bob", fields="gap: true"))
    assert codes(audit) == ["P010"]


def test_2_1_a_gap_alone_may_name_it() -> None:
    audit = judge(head(FRESH) + round_of("Ann") + "  - gap: true\n    bank: Dan\n" + round_of("Dan"))
    assert (banks(audit), codes(audit)) == (["Ann", "Dan"], [])


def test_2_1_new_seats_count_from_their_deal_on() -> None:
    """Dan changes to the seat left of Ann: his claim now comes before Bob's."""
    moved = hands(
        "Bob: bet 0.20, A K", "Dan: bet 0.20, A Q", "Ann: K 7, stick", fields="players: [Ann, Dan, Bob, Cat]"
    )
    audit = judge(head(FRESH) + round_of("Ann") + moved + round_of("Dan"))
    assert (banks(audit), codes(audit)) == (["Ann", "Ann", "Dan"], [])


def test_2_1_somebody_came() -> None:
    came = hands("Eve: bet 0.20, A K", "Ann: K 7, stick", fields="players: [Ann, Bob, Cat, Eve]")
    then = hands("Ann: bet 0.20, T 9, stick", "Eve: K 7, stick")
    audit = judge(head(FRESH) + round_of("Ann") + came + then)
    assert (banks(audit), codes(audit)) == (["Ann", "Ann", "Eve"], [])


def test_2_1_an_heir_who_left_leaves_nobody_to_hold_the_bank() -> None:
    left = hands("Ann: bet 0.20, T 9, stick", "Cat: K 7, stick", fields="players: [Ann, Cat, Dan]")
    audit = judge(head(FRESH) + round_of("Ann", "Bob") + left)
    assert codes(audit) == ["P010"]


def test_5_with_order_unknown_one_claimant_is_known() -> None:
    audit = judge(head(FRESH, extra="order: unknown") + round_of("Ann", "Cat") + round_of("Cat"))
    assert (banks(audit), codes(audit)) == (["Ann", "Cat"], [])


def test_5_with_order_unknown_the_heir_among_several_is_not() -> None:
    text = head(FRESH, extra="order: unknown") + round_of("Ann", "Cat", "Dan")
    audit = judge(text + hands("Bob: bet 0.20, T 9, stick", "Cat: K 7, stick"))
    assert banks(audit)[1] is None
    assert dues(audit, "Bob")[1] is None
    assert not {"P401", "P402", "P403"} & set(codes(audit))


def test_5_with_order_unknown_the_bank_may_not_stay() -> None:
    audit = judge(
        head(FRESH, extra="order: unknown")
        + round_of("Ann", "Cat", "Dan")
        + round_of("Ann", fields=named("Ann"))
    )
    assert codes(audit) == ["P402"]


OPEN = {
    "a hand without cards may have been a pontoon": (
        hands("Bob: bet 0.20, won 0.40", "Cat: bet 0.20, T 9, stick", "Ann: K 7, stick"),
        {"Ann", "Bob"},
    ),
    "a hand of which a card is unknown": (
        hands("Bob: bet 0.20, x K", "Cat: bet 0.20, T 9, stick", "Ann: K 7, stick"),
        {"Ann", "Bob"},
    ),
    "a bank without a row may have had one too": (hands("Bob: bet 0.20, A K, pontoon"), {"Ann", "Bob"}),
    "two that may have been one": (
        hands("Bob: bet 0.20, won 0.40", "Cat: bet 0.20, won 0.40", "Ann: K 7, stick"),
        {"Ann", "Bob", "Cat"},
    ),
    "an open hand before a sure one": (
        hands("Bob: bet 0.20, won 0.40", "Cat: bet 0.20, A K", "Ann: K 7, stick"),
        {"Bob", "Cat"},
    ),
    "an open hand behind a sure one": (
        hands("Bob: bet 0.20, A K", "Cat: bet 0.20, won 0.40", "Ann: K 7, stick"),
        {"Bob"},
    ),
    "a turn shows that the bank had none": (
        hands("Bob: bet 0.20, A K, pontoon", "Cat: bet 0.20, T 9, stick"),
        {"Bob"},
    ),
    "a total without cards is no pontoon": (
        hands("Bob: bet 0.20, stick 18", "Cat: bet 0.20, stick", "Ann: K 7, stick"),
        {"Ann"},
    ),
}


@pytest.mark.parametrize("case", OPEN)
def test_3_1_who_may_hold_the_bank_next(case: str) -> None:
    first, heirs = OPEN[case]
    for name in NAMES:
        audit = judge(head(FRESH) + first + round_of(name, fields=named(name)))
        wrong = {code for code in codes(audit) if code.startswith("P4")}
        assert bool(wrong) == (name not in heirs), name
    unnamed = judge(head(FRESH) + first + round_of(min(heirs)))
    if len(heirs) > 1:
        assert banks(unnamed)[1] is None
        assert not {code for code in codes(unnamed) if code.startswith("P4")}
    else:
        assert banks(unnamed)[1] == min(heirs)
