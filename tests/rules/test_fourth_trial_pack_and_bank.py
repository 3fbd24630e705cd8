"""What players found at the table the fourth time: the pack between deals, and banks that nobody named.

In: small records, and many random ones without suits. Out: the findings that the rulebook asks for, and no
other beside them.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from rules.records import (
    Verdict,
    banks,
    codes,
    deal,
    due,
    finding,
    hands,
    head,
    judge,
    judge_each,
    marked,
    spots,
)

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit

EACH = "{base: pagat, bank_passes: each_deal}"
NEVER = "{base: pagat, bank_passes: never}"
NO_SHUFFLE = "shuffled: false"
FIRST = hands("Bob: bet 0.20, 9h Ks, stick", "Ann: Kh 7d, stick")


def place(audit: Audit | Verdict, code: str) -> tuple[int, int, int]:
    """Where the one finding of that code stands."""
    at = finding(audit, code)
    return at["line"], at["column"], at["end_column"]


def of_the_pack(audit: Audit | Verdict) -> list[tuple[str, str]]:
    """Code and deal of what is said of the cards."""
    rows = audit.findings.select("code", "deal").iter_rows()
    return [(code, at) for code, at in rows if code in ("P101", "P102", "P105")]


@pytest.mark.parametrize("cards", ["9h «Td»", "«Td» 9h"])
@pytest.mark.parametrize("bank", ["Qc 7s", "Ks 7s"])
def test_6_6_a_sure_repeat_is_told_before_one_that_a_shuffle_may_explain(cards: str, bank: str) -> None:
    text, (at,) = marked(
        head()
        + FIRST
        + hands("Bob: bet 0.20, 9s Td, stick", "Ann: Kc 7c, stick")
        + hands(f"Bob: bet 0.20, {cards}, stick", f"Ann: {bank}, stick", fields=NO_SHUFFLE)
    )
    audit = judge(text)
    assert (codes(audit), place(audit, "P102")) == (["P102"], at)
    assert "Td was dealt in deal 2" in finding(audit, "P102")["message"]


def test_6_6_a_shuffle_that_an_error_kept_from_being_told_is_told_in_the_next_deal_that_needs_it() -> None:
    text = head() + FIRST + hands("Bob: bet 0.20, 9s Td, stick", "Ann: Kc 7c, stick")
    text += hands("Bob: bet 0.20, 9h Td, stick", "Ann: Qc 7s, stick", fields=NO_SHUFFLE)
    text += hands("Bob: bet 0.20, 8h Ks, stick", "Ann: Qd 7h, stick", fields=NO_SHUFFLE)
    assert of_the_pack(judge(text)) == [("P102", "3"), ("P105", "4")]


SECOND = hands("Bob: bet 0.20, 9s Td, stick", "Ann: Kc 7c, stick")


def third(card: str, other: str, bank: str, fields: str = "") -> str:
    return hands(f"Bob: bet 0.20, {card} {other}, stick", f"Ann: {bank}, stick", fields=fields)


def test_6_6_each_deal_with_a_card_that_came_too_soon_is_told_once() -> None:
    again = third("9h", "Tc", "Qc 7s") + third("8h", "Ks", "Qd 7h") + third("8c", "Kh", "Qs 6h")
    told = [("P105", "3"), ("P105", "4"), ("P105", "5")]
    assert of_the_pack(judge(head() + FIRST + SECOND + again)) == told


def test_6_6_behind_a_shuffle_that_is_written_the_next_one_is_supposed_anew() -> None:
    text = head() + FIRST + third("9h", "Tc", "Qc 7s")
    text += third("8h", "8d", "Qd 7h", fields="shuffled: true") + third("8h", "Ks", "Qs 6h")
    assert [at for at in of_the_pack(judge(text)) if at[0] == "P105"] == [("P105", "2"), ("P105", "4")]


def test_6_6_each_evening_has_its_own_shuffles() -> None:
    texts = [f"session: evening {n}\n{head()}{FIRST}{third('9h', 'Tc', 'Qc 7s')}" for n in range(2)]
    assert [of_the_pack(audit) for audit in judge_each(texts)] == [[("P105", "2")]] * 2


NINES = hands(
    "Bob: bet 0.20, 9c 9d, stick",
    "Cat: bet 0.20, {}, stick",
    "Ann: 8s Kd, stick",
    fields=NO_SHUFFLE,
)


@pytest.mark.parametrize("cards", ["«9» 9s", "9s «9»"])
def test_6_6_of_a_rank_the_card_without_a_suit_is_the_one_that_came_again(cards: str) -> None:
    text, (at,) = marked(head() + FIRST + NINES.format(cards))
    audit = judge(text)
    assert (codes(audit), place(audit, "P102")) == (["P102"], at)
    assert finding(audit, "P102")["message"].startswith("9 is one too many of its rank since deal 1,")


def test_6_6_where_all_of_the_later_deal_have_suits_the_last_of_the_rank_is_one_too_many() -> None:
    text, (at,) = marked(head() + FIRST.replace("9h Ks", "9 Ks") + NINES.format("9h «9s»"))
    audit = judge(text)
    assert (codes(audit), place(audit, "P102")) == (["P102"], at)
    assert finding(audit, "P102")["message"].startswith("9s is one too many of its rank since deal 1,")


def test_6_6_a_card_that_came_again_by_its_suit_is_not_counted_by_its_rank_too() -> None:
    text = head() + hands("Bob: bet 0.20, 9h 9c, stick", "Ann: 9 7d, stick")
    text += third("9h", "Td", "Kc 7c", fields=NO_SHUFFLE)
    assert of_the_pack(judge(text)) == [("P102", "2")]
    assert of_the_pack(judge(text + third("9s", "Tc", "Qc 7s", fields=NO_SHUFFLE))) == [("P102", "2")]
    more = text.replace("9h 9c", "9h 9d").replace("Td", "9c") + third("9s", "Tc", "Qc 7s", fields=NO_SHUFFLE)
    assert of_the_pack(judge(more)) == [("P102", "2"), ("P102", "3")]


@pytest.mark.parametrize("bob", ["9h 9c", "9 9c"])
def test_1_1_in_one_deal_the_card_without_a_suit_is_the_one_too_many(bob: str) -> None:
    cat = "9h 9s" if bob.startswith("9 ") else "«9» 9s"
    rows = (
        f"Bob: bet 0.20, {bob.replace('9 ', '«9» ')}, stick",
        f"Cat: bet 0.20, {cat}, stick",
        "Ann: 9d Kd",
    )
    text, (at,) = marked(deal(*rows))
    audit = judge(text)
    assert (codes(audit), place(audit, "P101")) == (["P101"], at)


def test_1_1_of_cards_without_suits_as_many_as_there_are_too_many_are_told() -> None:
    rows = ("Bob: bet 0.20, 9 9h, stick", "Cat: bet 0.20, «9h» 9, stick", "Ann: 9c «9», stick")
    text, places = marked(deal(*rows))
    assert [at[1:] for at in spots(judge(text)) if at[0] == "P101"] == places


RANKS, SUITS = "A23456789TJQK", "hcds"


def bare_evening(rng: random.Random) -> tuple[str, list[tuple[list[str], bool]]]:
    """A session of few ranks, half of the suits missing; and of each deal its cards, and whether it says."""
    ranks = rng.sample("23456789", 4)
    deals, text = [], head(players="Ann, Bob, Cat")
    for no in range(rng.randint(3, 7)):
        pack = [rank + suit for rank in ranks for suit in SUITS]
        rng.shuffle(pack)
        cards = [card if rng.random() < 0.6 else card[0] for card in pack[: rng.choice((4, 6))]]
        said = no > 0 and rng.random() < 0.6
        names = ("Bob", "Cat", "Ann")[-len(cards) // 2 :]
        rows = [
            f"{name}: {'' if name == 'Ann' else 'bet 0.20, '}{' '.join(cards[2 * at : 2 * at + 2])}"
            for at, name in enumerate(names)
        ]
        text += hands(*rows, fields=NO_SHUFFLE if said else "")
        deals.append((cards, said))
    return text, deals


def expected(deals: list[tuple[list[str], bool]]) -> tuple[set[int], set[int]]:
    """The deals with a sure repeat, and the others with one, counted window by window."""
    counted = [list(cards) for cards, _ in deals]
    spans: dict[int, set[int]] = {}
    for late, (cards, _) in enumerate(deals):
        for early in range(late):
            all_said = all(said for _, said in deals[early + 1 : late + 1])
            for card in cards:
                if len(card) == 2 and card in deals[early][0]:
                    spans.setdefault(late, set()).add(early)
                    if all_said and card in counted[late]:
                        counted[late].remove(card)
    for early, late in combinations(range(len(deals)), 2):
        between = [card for cards in counted[early : late + 1] for card in cards]
        ranks = Counter(card[0] for card in between)
        for card in counted[late]:
            if ranks[card[0]] > 4 and any(one == card[0] for one in between):
                spans.setdefault(late, set()).add(early)

    def said(early: int, late: int) -> bool:
        return all(deals[at][1] for at in range(early + 1, late + 1))

    sure = {late for late, since in spans.items() if any(said(early, late) for early in since)}
    return sure, spans.keys() - sure


def test_6_6_sure_and_supposed_repeats_are_those_of_a_count_over_every_window() -> None:
    rng = random.Random(66)
    evenings = [bare_evening(rng) for _ in range(70)]
    kinds = Counter[str]()
    for audit, (text, deals) in zip(judge_each([text for text, _ in evenings]), evenings, strict=True):
        told = of_the_pack(audit)
        of_code = {code: {int(at) - 1 for one, at in told if one == code} for code in ("P102", "P105")}
        assert (of_code["P102"], of_code["P105"]) == expected(deals), text
        assert len(told) == len(of_code["P102"]) + len(of_code["P105"])
        kinds.update(code for code, _ in told)
    assert min(kinds["P102"], kinds["P105"]) > 15


ROUND = hands("Bob: bet 0.20, 9c Td, stick", "Cat: bet 0.20, 9s Ts, stick", "Ann: Kh 7d, stick")
OF_A_PLAYER = (
    "9h 8c, buy 0.20 2d, stick",
    "split 0.20, 9h 8c, stick",
    "burn 9h 4c, 9d 8d, stick",
    "staked 0.20",
    "shoot 0.20, 9h 8c, stick",
)


def three(rules: str, players: str = "Ann, Bob, Cat") -> str:
    return head(rules, players) + ROUND


def test_6_3_who_does_what_only_a_player_does_does_not_hold_the_bank() -> None:
    texts = []
    for play in OF_A_PLAYER:
        one_left = hands("Ann: bet 0.20, Kd 7c, stick, lost 0.20", f"Cat: {play}")
        texts += [three(EACH) + one_left, three(EACH, "Ann, Bob, Cat, Dan") + hands(f"Dan: {play}")]
    audits = judge_each(f"session: evening {n}\n{text}" for n, text in enumerate(texts))
    assert [banks(audit) for audit in audits] == [["Ann", "Bob"], ["Ann", None]] * len(OF_A_PLAYER)
    assert not {"P005", "P010"} & {code for audit in audits for code in codes(audit)}


def test_6_3_who_is_named_as_the_banker_or_must_be_does_nothing_that_a_player_does() -> None:
    ann, texts = "Ann: bet 0.20, Kd 7c, stick, lost 0.20", []
    for play in OF_A_PLAYER:
        texts.append(three(EACH) + hands(ann, f"Cat: {play}", fields="bank: Cat"))
        texts.append(three(EACH) + hands(ann, f"Bob: {play}"))
    audits = judge_each(f"session: evening {n}\n{text}" for n, text in enumerate(texts))
    assert all("P005" in codes(audit) for audit in audits)


def test_6_3_both_hands_of_a_split_are_a_players() -> None:
    text = three(EACH, "Ann, Bob, Cat, Dan")
    text += hands("Ann: bet 0.20, Kd 7c, stick", "Dan: 9h 8c, stick, lost 0.20", "+ split 0.20, 9d 8d, stick")
    audit = judge(text)
    assert (banks(audit), due(audit, 2, "Dan")) == (["Ann", None], None)
    assert audit.replayed.filter(player="Dan")["playing"].to_list() == [True, True]


@pytest.mark.parametrize(
    ("turn", "heir"), [("9h 8c, buy 0.20 2d, stick", "Cat"), ("9h 8c, twist 2d, stick", None)]
)
def test_2_4_who_buys_has_had_his_turn_whoever_holds_the_bank(turn: str, heir: str | None) -> None:
    text = head() + hands("Bob: bet 0.20, x x", "Ann: Kh 7d, stick")
    text += hands("Cat: bet 0.20, Ah Kd, pontoon", f"Dan: {turn}")
    audit = judge(text + hands("Bob: bet 0.20, 8h 9d, stick", "Cat: Kc 7s, stick"))
    assert banks(audit) == ["Ann", None, heir]


def with_bank(bank: str, fields: str = "", *, named: bool = True) -> str:
    """A deal of three in which this player has the bank's row, and is named as the banker or not."""
    cards = {"Ann": "8s 9s", "Bob": "8h 9h", "Cat": "8d 9d"}
    rows = [f"{name}: bet 0.20, {held}, stick" for name, held in cards.items() if name != bank]
    said = [*([f"bank: {bank}"] if named else []), "shuffled: true", *fields.splitlines()]
    return hands(*rows, f"{bank}: K 7, stick", fields="\n".join(said))


def without_a_claim(audit: Verdict) -> list[str]:
    """The deals whose banker has no claim, by what is told."""
    return [at for code, at in audit.findings.select("code", "deal").iter_rows() if code == "P401"]


VOID = "void: misdeal"


@pytest.mark.parametrize(("rules", "wrong"), [(NEVER, "Bob"), (EACH, "Cat"), ("pagat", "Bob")])
def test_6_4_a_void_deal_moves_no_bank_and_its_wrong_banker_has_none_behind_it(
    rules: str, wrong: str
) -> None:
    first, void, again = with_bank("Ann"), with_bank(wrong, VOID), with_bank(wrong)
    other = "Ann" if wrong == "Cat" else "Cat"
    told = {
        first + again: ["2"],
        first + again + again: ["2", "3"] if rules == EACH else ["2"],
        first + void + again: ["2", "3"],
        first + void + void + again: ["2", "3", "4"],
        first + void + with_bank(other): ["2", "3"],
        first + void + with_bank(other, VOID) + again: ["2", "3", "4"],
    }
    start = head(rules, "Ann, Bob, Cat", bank="")
    texts = [f"session: evening {n}\n{start}{deals}" for n, deals in enumerate(told)]
    assert [without_a_claim(audit) for audit in judge_each(texts)] == [*told.values()]


def test_6_4_behind_a_void_deal_the_heir_has_the_bank_until_another_deals() -> None:
    start = head(NEVER, "Ann, Bob, Cat", bank="") + with_bank("Ann") + with_bank("Bob", VOID)
    assert banks(judge(start + with_bank("Ann", named=False))) == ["Ann", "Bob", "Ann"]
    later = with_bank("Bob") + with_bank("Bob", named=False)
    assert banks(judge(start + later)) == ["Ann", "Bob", "Bob", "Bob"]
    sold = judge(start + with_bank("Bob", "price: 1.00")).transfers
    assert sold.filter(kind="price").select("payer", "payee").rows() == [("Bob", "Ann")]


def test_6_3_a_claim_won_before_a_void_deal_still_stands_behind_it() -> None:
    first = hands("Bob: bet 0.20, Ac Jd, pontoon", "Ann: Kh 7d, stick", fields="bank: Ann")
    text = head(bank="") + first + with_bank("Ann", VOID)
    for bank, told in (("Ann", ["P402", "P402"]), ("Bob", ["P402"])):
        found = codes(judge(text + with_bank(bank)))
        assert [code for code in found if code.startswith("P4")] == told
