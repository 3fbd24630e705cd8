"""Every turn that a hand may take, retold: how it is played, how it compares, the bank's hand too.

In: a hand in a record. Out: the sentences that are told of it, with their sections.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from telling import against, cases, everything, said, story

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pontoon_ledger.explain import Explanation


@pytest.fixture
def tell(tmp_path: Path) -> Callable[..., Explanation]:
    """Write a deal and explain it."""
    return partial(story, tmp_path)


COMPARED = cases(
    """
    Tc 7d, stick | bet 6, Ts 8d, stick |  | 5
    = 18 beats the bank's 17
    Tc 9d, stick | bet 6, Ts 8d, stick |  | 5
    = 18 loses to the bank's 19
    Tc 8d, stick | bet 6, Ts 8h, stick |  | 5.1
    = 18 ties with the bank's 18, ties go to the bank
    Tc 8d, stick | bet 6, Ts 8h, stick | {ties: push} | 5.1
    = 18 ties with the bank's 18; these rules: ties push, so nothing moves
    Tc 6d, Kd | bet 6, Ts 5d, stick |  | 5
    = the bank is bust: 15 wins
    bust | bet 6, Ts Ad |  | 5
    = the bank is bust: a pontoon wins and is paid twice
    Tc 8d, stick | bet 6, Ts Ad |  | 5
    = a pontoon beats the bank's 18 and is paid twice
    Tc 8d, stick | bet 6, Ts Ad | {pontoon_pays: 3} | 5
    = a pontoon beats the bank's 18 and is paid three times (these rules: pontoon_pays 3)
    Tc 4d, 7d | bet 6, 2c 2d, twist 3d, twist 4h, twist 5d |  | 5
    = a five-card trick beats the bank's 21 and is paid twice
    2h 2s, 3s 3h 4d | bet 6, 2c 2d, twist 3d, twist 4h, twist 5d | {banker_five_card: 1} | 5.1
    = a five-card trick ties with the bank's five-card trick, ties go to the bank, which takes once
    = (these rules: banker_five_card 1)
    2h 2s, 3s 3h 4d | bet 6, Ts 5d, stick |  | 5
    = 15 loses to the bank's five-card trick, which takes twice
    Ac Kd | bet 6, Ts 5d |  | 2.4
    = the banker shows a pontoon at once: the hand loses twice its first stake
    Ac Kd | bet 6, Ts Ad, pontoon | {pontoon_vs_banker_pontoon: 0} | 2.4
    = the banker shows a pontoon at once: a pontoon against it is a push (these rules:
    = pontoon_vs_banker_pontoon 0)
    Ac Kd | bet 6, Ts 5d, stick | {peek: false} | 5.4
    = 15 loses to the bank's pontoon, which takes twice
    Ac Kd | bet 6, Ts Ad, pontoon | wikipedia | 5.4
    = a pontoon ties with the bank's pontoon, which takes once (these rules: pontoon_vs_banker_pontoon
    = 1)
    Ac Kd | bet 6, Ts Ad | {peek: false, pontoon_vs_banker_pontoon: 0} | 5.4
    = a pontoon against the bank's pontoon is a push (these rules: pontoon_vs_banker_pontoon 0)
     | bet 6, Ts 5d, twist 8c |  | 3.7
    = a bust hand loses all that was staked, whatever the bank has
    Tc 7d, stick | bet 6, 7s 7h, twist 7c | {royal: true} | 8
    = three sevens beat everything and are paid three times; these rules: royal
    bust | bet 6, stick |  | 5
    = whatever the hand was, the hand wins what was staked
    Ac Kd | bet 6 |  | 5
    = whatever the hand was, the hand loses twice its first stake
    Tc 2d, stick | bet 6, x 5d, stick |  | 5
    = a hand that may be 7 to 16 against the bank's 12
    5h x | bet 6, Tc 9c, twist x, stick |  | 5
    = whatever the two hands were, the hand wins what was staked
    """
)


@pytest.mark.parametrize(("bank", "play", "rules", "rule", "text"), COMPARED)
def test_how_a_hand_compares(tell: Any, bank: str, play: str, rules: str, rule: str, text: str) -> None:
    story = tell(against(bank, play), rules=rules)
    bob = next(hand for hand in story.hands if hand.player == "Bob")
    assert (text, rule) in [(step.text, step.rule) for step in bob.steps]


def test_a_doubled_deal(tell: Any) -> None:
    deal = against("Tc 9d, stick", "bet 0.20, Ts 8d, stick", "bet 0.20, 8s 8c, twist 9c")
    story = tell(deal + "  doubled: true\n", rules="{banker_doubles: true}")
    assert "18 loses to the bank's 19, twice because the banker doubled" in said(story)
    assert (
        "a bust hand loses twice what was staked, the banker having doubled, whatever the bank has"
        in said(story, 1)
    )
    assert ("the banker doubles: what is paid or lost once counts twice", "2.2") in [
        (step.text, step.rule) for step in story.opening
    ]


TURNS = cases(
    """
    bet 0.20, 5c 9d, buy 4h, stick
    = buys 4h (price not written; 0.20 to 0.40 allowed): 18
    bet 0.20, 5c 9d, buy 0.20, stick
    = buys a card that nobody noted for 0.20 (0.20 to 0.40 allowed)
    bet 0.20, 5c 9d, buy 4h, stick
    = staked in all: 0.40 to 0.60, not written exactly
    bet 0.20, 5c 2d, buy 0.30 4h, buy 0.30 5h, stick
    = buys 5h for 0.30 (0.20 to 0.30 allowed): 16
    bet 0.20, 5c 2d, buy 0.20 4h, buy 0.20 5h, stick
    = buys 5h for 0.20 (0.20 allowed): 16
    bet 0.20, 5c 9d, 4h, stick
    = takes 4h, bought or twisted, nobody noted which: 18
    5c 9d, buy 0.20 4h, stick
    = buys 4h for 0.20: 18
    5c 9d, buy 0.20 4h, stick
    = the stake is not written
    bet 0.20, staked 0.60, stick 18
    = 0.60 staked in all, as written
    bet 0.20, buy 0.20 5c, stick
    = the first two cards are not written
    bet 0.20, x 9d, twist 2c, stick
    = 9d and a card that nobody noted
    bet 0.20, x x, stick
    = two cards that nobody noted
    bet 0.20, Ac Ad, twist 9c, stick
    = Ac Ad make 12
    bet 0.20, Ac 5d, twist Tc, stick
    = twists Tc: 16
    bet 0.20, 2c 2d, twist 3c, twist 3d, twist 4c
    = twists 4c: 14, a five-card trick
    bet 0.20, 2c 2d, twist 3c, twist 3d, twist 4c, twist 5c
    = takes 5c past the fifth card; not counted
    bet 0.20, five
    = five cards and not bust: a five-card trick; the cards are not written
    bet 0.20, bust
    = bust: the hand is thrown in; the cards are not written
    bet 0.20
    = nothing is written of the cards
    ''
    = nothing is written of the cards
    bet 0.20, 8c 6d, twist 7s
    = 21: no further card may be taken
    bet 0.20, Ac Kd, stick
    = a pontoon, declared or not
    bet 0.20, burn 9c 4d, Ac 9d, stick
    = throws in 9c 4d, which make 13, for two new cards
    bet 0.20, Tc 9d, stick, lost 0.10, note a row over it
    = noted: a row over it
    bet 0.20, Tc 9d, stick, won 0.20, owing 0.10
    = of that 0.10 was not handed over yet
    """
)


@pytest.mark.parametrize(("play", "text"), TURNS)
def test_how_a_hand_was_played(tell: Any, play: str, text: str) -> None:
    assert text in said(tell(against("Th 7d, stick", play)))


SPLITS = [
    (["bet 0.20, Qs Ac", "split 0.20, Qd 9c, stick"], 0, "splits a pair of queens into two hands"),
    (["bet 0.20, Qs Ac", "split 0.20, Qd 9c, stick"], 0, "a pontoon from a split does not win the bank"),
    (["bet 0.20, Qs Ac", "split 0.20, Jd 9c, stick"], 0, "splits the first two cards into two hands"),
    (["bet 0.20, Qs Ac", "split 0.30, Qd 9c, stick"], 1, "a hand of the split, staked with 0.30"),
    (["Qs Ac", "Qd 9c, stick"], 1, "a hand of the split; its stake is not written"),
    (["bet 0.20, Qs Ac", "Qd 9c, stick"], 1, "a hand of the split; its stake is taken to be 0.20 again"),
]


@pytest.mark.parametrize(("hands", "n", "text"), SPLITS)
def test_splits(tell: Any, hands: list[str], n: int, text: str) -> None:
    rows = "".join(f"\n      - {hand}" for hand in hands)
    story = tell(f"- hands:\n    Bob:{rows}\n    Ann: Tc 7d, stick\n")
    assert text in said(story, n)
    assert [hand.heading for hand in story.hands[:2]] == ["Bob, hand 1 of 2", "Bob, hand 2 of 2"]


def test_the_bank_that_need_not_play(tell: Any) -> None:
    bust = "bet 0.20, Tc 6c, twist 7c"
    assert "every hand is bust, so the bank need not play" in everything(tell(against("", bust)))
    story = tell(against("Th 4d", bust))
    assert said(story, 1)[1:3] == ["every hand is bust, so the bank need not play", "the bank has 14"]
    assert said(tell(against("stick, won 0.10", bust)), 1) == [
        "every hand is bust, so the bank need not play",
        "the bank may have 4 to 21; the cards are not written",
        "the bank won 0.20 in all",
        "the record says won 0.10 for the bank",
        "P602: the bank's result is written as won 0.10, but the players' results make it won 0.20",
    ]


BANKS = [
    ("Th 4d, 9c", ["Th 4d make 14", "draws 9c: 23, bust", "the bank is bust"], ""),
    ("Th 4d, 7c", ["Th 4d make 14", "draws 7c: 21", "the bank has 21"], ""),
    (
        "Th 7d, stick 18, note a late one",
        ["Th 7d make 17", "P210: Ann wrote stick 18, but Th 7d come to 17"],
        "",
    ),
    ("stick 17", ["the bank stays on 17; the cards are not written"], ""),
    ("Th x", ["Th and a card that nobody noted", "the bank may have 12 to 20"], ""),
    (
        "Th 4d, stick",
        [
            "Th 4d make 14",
            "the bank stays on 14 (these rules: below 16 the bank must draw)",
            "P213: the banker stayed on 14; below 16 the banker must draw",
        ],
        "{banker_draws_below: 16}",
    ),
    ("Th Ad", ["Th Ad make 21, a pontoon", "a pontoon, shown at once: the deal is over"], ""),
    (
        "Th Ad",
        ["Th Ad make 21, a pontoon", "a pontoon, shown on the bank's turn (these rules: peek false)"],
        "{peek: false}",
    ),
]


@pytest.mark.parametrize(("play", "texts", "rules"), BANKS)
def test_the_hand_of_the_bank(tell: Any, play: str, texts: list[str], rules: str) -> None:
    story = tell(
        against(play, "bet 0.20, Tc 8c, stick" if "once" not in texts[-1] else "bet 0.20, Tc 8c"), rules=rules
    )
    bank = next(n for n, hand in enumerate(story.hands) if hand.banker)
    assert said(story, bank)[: len(texts)] == texts
    assert ("noted: a late one" in said(story, bank)) == ("note" in play)


def test_a_pontoon_shown_at_once_is_told_before_the_hands(tell: Any) -> None:
    story = tell(against("Th Ad", "bet 0.20, Tc 8c", "bet 0.30, 8s 5c, twist 3c, stick"))
    assert [hand.player for hand in story.hands] == ["Ann", "Bob", "Cat"]
    assert "has no turn: the banker showed a pontoon" in said(story, 1)
    assert [text[:4] for text in said(story, 2)].count("P212") == 1
    assert not any("staked in all" in text for text in said(story, 2))


def test_rows_with_faults_are_told_as_they_stand(tell: Any) -> None:
    story = tell(against("Th 7d, stick", "bet 0.20, 5c 3z, won 0.20") + "    Zed: bet 0.20\n")
    assert said(story) == [
        'the record says "bet 0.20, 5c 3z, won 0.20"; because of the fault in it the hand is not judged',
        "P007: '3z' is no card",
        "the record says won 0.20",
    ]
    bob, zed, _ = story.hands
    assert (bob.cards, bob.total, bob.class_name, bob.due) == ((), None, None, None)
    assert zed.heading == "A hand whose player is not known" and any(
        "P008" in text for text in said(story, 1)
    )
    bank = tell(against("Th 7d, stick stick", "bet 0.20, Tc 9c, stick"))
    assert "because the bank's row cannot be read" in everything(bank)


def test_the_same_fault_in_two_cards_is_told_at_each(tell: Any) -> None:
    texts = said(tell(against("Th 7d, stick", "bet 0.20, 2c 3d, twist 2d, buy 0.20 3c, buy 0.20 4c")))
    wrong = "P204: Bob bought a card after twisting"
    assert texts.count(wrong) == 2
    assert texts[texts.index(wrong) - 1].startswith("buys 3c") and texts[texts.index(wrong) + 1].startswith(
        "buys 4c"
    )
