"""Cards named of a hand: those that were seen stay, and what has two readings is refused with both."""

from __future__ import annotations

from itertools import chain, product

import pytest
from test_record_engine import after, opened

from pontoon_ledger.cards import UNKNOWN, card_name, parse_card
from pontoon_ledger.currency import NO_CURRENCY
from pontoon_ledger.scoring import telling
from pontoon_ledger.scoring.model import Deal, Hand, bare
from pontoon_ledger.scoring.naming import identified, same_card
from pontoon_ledger.scoring.turns import Setting, play_line
from pontoon_ledger.scoring.words import MisreadError, Words
from pontoon_ledger.words import fold

NAMES = ("Ann", "Bob", "Cat", "Dan")
SETTING = Setting(NO_CURRENCY, {fold(name): name for name in NAMES})


def played(deal: Deal, *lines: str) -> Deal:
    """The deal after lines that no audit has judged."""
    for line in lines:
        deal = play_line(deal, Words(line, NO_CURRENCY, NAMES), SETTING)
    return deal


def begun(*lines: str) -> Deal:
    return played(Deal(NAMES, "Ann", own=Hand("Ann")), *lines)


def over(hand: str, bank: str = "KhQd s") -> Deal:
    """A deal that is over but for the payment, Bob alone against the bank."""
    return begun(f"b.2 {hand} s - - {bank}")


def refusal(deal: Deal, line: str) -> str:
    with pytest.raises(MisreadError) as refused:
        played(deal, line)
    return str(refused.value)


def shown(hand: Hand) -> str:
    return "".join(card_name(card) for card in hand.cards)


@pytest.mark.parametrize(
    ("hand", "said", "are"),
    [
        ("7cx", "Td", "7cTd"),
        ("x7c", "Td", "Td7c"),
        ("7cx", "7cTd", "7cTd"),
        ("7cx", "Td7c", "7cTd"),
        ("7cx", "Td 7c", "7cTd"),
        ("7cx", "xTd", "7cTd"),
        ("7cx", "Tdx", "7cTd"),
        ("7cx", "7cx", "7cx"),
        ("x7c", "7cx", "x7c"),
        ("7cx", "xx", "7cx"),
        ("7x", "7cx", "7cx"),
        ("7x", "77c", "77c"),
        ("7x", "7cTd", "7cTd"),
        ("7cx", "7Td", "7cTd"),
        ("xx t9h", "2c", "2cx9h"),
        ("xx t9h", "9h 5c 2d", "5c2d9h"),
        ("7cx t", "7c2cx", "7c2cx"),
        ("7cx t", "7cx2c", "7cx2c"),
        ("7cx t", "2c8d", "7c2c8d"),
        ("", "9c", "9cx"),
    ],
)
def test_a_card_named_later_fills_what_was_not_seen(hand: str, said: str, are: str) -> None:
    assert shown(played(over(hand), f"Bob {said}").hands[0]) == are


def test_a_second_card_named_of_an_unseen_hand_leaves_the_first() -> None:
    assert shown(played(over(""), "Bob 9c", "Bob Td").hands[0]) == "9cTd"
    assert shown(played(over("9c8d", "s19"), "Ann 9h", "Ann Tc").own) == "9hTc"


@pytest.mark.parametrize(
    ("hand", "said", "readings"),
    [
        ("7c9d", "Td", "7c 9d, and Td would push out what was seen: Bob Td9d or Bob 7cTd"),
        ("7c9d t2h", "TdJh", "Td Jh would push out what was seen: Bob TdJh2h or Bob 7cTdJh"),
        ("7c9d t2h", "9dJh", "Jh would push out what was seen: Bob Jh9d2h or Bob 7c9dJh"),
        ("7cx t9d", "2cJh", "2c Jh would push out what was seen: Bob 2cJh9d or Bob 7c2cJh"),
        ("7cx t", "2c", "2c may be one or another card not seen: Bob 7c2cx or Bob 7cx2c"),
        ("7x", "7c", "7c may be a card seen or one not seen: Bob 7cx or Bob 77c"),
        ("x7", "7cx", "7c may be a card seen or one not seen: Bob x7c or Bob 7c7"),
        ("7cx", "7c", "Bob has 7c x already"),
        ("7cx", "7c x", "'x' may be a card not seen, or bust: write 7cx for the cards, or bust"),
        ("7cx", "7c t", "'t' may be a ten or a twist: write 7cT for the cards"),
        ("7cx", "7cTd5h", "Bob has 2 cards"),
    ],
)
def test_what_has_two_readings_is_refused_with_both(hand: str, said: str, readings: str) -> None:
    assert readings in refusal(over(hand), f"Bob {said}")


def test_a_card_seen_stays_unless_the_whole_hand_is_said() -> None:
    """All hands of two or three cards out of a few, and all that could be said of them."""
    few = [parse_card(word) for word in ("x", "7", "7c", "7d", "9d")]
    codes = [card for card in few if card is not None]
    taken = 0
    for size in (2, 3):
        for cards in product(codes, repeat=size):
            hand = Hand("Bob", (bare(cards),))
            for said in chain.from_iterable(product(codes, repeat=count) for count in range(1, size + 1)):
                try:
                    now = identified(hand, list(said), "Bob", "").cards
                except MisreadError:
                    continue
                taken += 1
                kept = all(map(same_card, cards, now))
                assert len(now) == size
                assert kept or (len(said) == size and UNKNOWN not in said), (cards, said, now)
    assert taken > 1000


def test_a_hand_said_anew_is_told_with_what_gave_way() -> None:
    before = after(opened(""), "b.2 7c9d s - - KhQd s")
    game = after(before, "Bob 7cTd")
    assert shown(game.deal.hands[0]) == "7cTd"
    told = telling.told(before, game)
    assert told[0] == "Bob: 7c Td in place of 7c 9d; undo takes that back."
    before = after(opened(""), "b.2 7cx s - - KhQd s")
    assert telling.told(before, after(before, "Bob Td")) == ["Bob: 7c Td, 17"]


@pytest.mark.parametrize("entry", ["burn 7c6s", "sp 3c4c"])
def test_cards_that_came_by_the_game_push_nothing_out(entry: str) -> None:
    before = after(opened(", burn: 13_14"), "b.2 7d7h - -")
    assert not any("in place of" in line for line in telling.told(before, after(before, entry)))


def test_a_pair_split_again_pushes_nothing_out() -> None:
    before = after(opened(""), "b.2 7d7h - - sp 7c4c")
    assert not any("in place of" in line for line in telling.told(before, after(before, "sp 2c3c")))


def test_in_a_split_hand_the_rank_stays() -> None:
    deal = begun("b.2 7c7h", "-", "-", "sp", "x", "s", "2s", "Bob/1 9s")
    assert [shown(hand) for hand in deal.hands] == ["7c9s", "7h2s"]
    half = begun("b.2 7c7h", "-", "-", "sp", "Bob/1 7c9s")
    assert [shown(hand) for hand in half.hands] == ["7c9s", "7h"]


def test_of_several_hands_that_are_over_one_is_named() -> None:
    deal = begun("b.2 7c7h - - sp", "x", "s", "x s KhQd s")
    for said in ("9s", "s17"):
        assert refusal(deal, f"Bob {said}") == "Bob has 2 hands: Bob/1 or Bob/2"
    assert shown(played(deal, "Bob/2 9s").hands[1]) == "7h9s"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Td", "say how the card came: t 4h twists, u .20 4h buys; Bob Td where Td is the card not seen"),
        ("5d4d", "say how the card came"),
        ("Bob 5d", None),
        ("7cTd", None),
    ],
)
def test_a_bare_card_at_a_hand_with_one_not_seen(line: str, said: str | None) -> None:
    deal = begun("b.2 7cx - -")
    if said is None:
        assert shown(played(deal, line).hands[0]).startswith("7c")
    else:
        assert refusal(deal, line).startswith(said)


def test_a_card_pushed_at_a_hand_in_turn_is_told_how_it_is_taken() -> None:
    deal = begun("b.2 7c2d - -")
    assert "t 4h twists, u .20 4h buys, Bob 4h2d or Bob 7c4h says the hand anew" in refusal(deal, "Bob 4h")


def test_the_banks_cards_by_name_are_those_it_has() -> None:
    deal = begun("b.2 KcQc s - - Kh")
    assert shown(played(deal, "Ann 9d").own) == "Kh9d"
    assert shown(played(deal, "Ann Kh9d").own) == "Kh9d"
    deal = played(deal, "9d")
    assert shown(played(deal, "Ann KhQd").own) == "KhQd"
    assert "t 4c draws, Ann 4c9d or Ann Kh4c says the hand anew" in refusal(deal, "Ann 4c")
    assert "draws one" in refusal(deal, "Ann KhQd4c")
    assert shown(played(deal, "2c").own) == "Kh9d2c"
    assert shown(played(deal, "Ann t2c").own) == "Kh9d2c"
    unseen = begun("b.2 KcQc s - - Khx")
    assert shown(played(unseen, "Ann 5d").own) == "Kh5d"
    assert shown(played(unseen, "5d").own) == "Khx5d"


def test_the_banks_hand_said_anew_in_its_turn_is_told() -> None:
    before = after(opened(""), "b.2 KcQc s - - Kh9d")
    told = telling.told(before, after(before, "Ann KhQd"))
    assert told[0] == "Ann (bank): Kh Qd in place of Kh 9d; undo takes that back."
