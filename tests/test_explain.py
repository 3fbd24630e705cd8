"""Deals retold: whole texts, every turn that a deal may take, and random evenings told to their end."""

from __future__ import annotations

import json
import random
import re
import textwrap
from typing import TYPE_CHECKING, Any

import dealer
import pytest
from dealer import Habits, Style
from dealer.cards import best

import pontoon_ledger as pontoon
from pontoon_ledger.explain import ExplainError, Explanation, explain

if TYPE_CHECKING:
    from pathlib import Path

    from pontoon_ledger.auditing import Audit

HEAD = "session: Friday\nplayers: [Ann, Bob, {name: Cat, aka: [Cath]}, Dan]\nbank: Ann\n"


@pytest.fixture
def judged(tmp_path: Path) -> Any:
    """Write records and audit them."""

    def audit(deals: str, head: str = HEAD, rules: str = "", **more: str) -> Audit:
        texts = {"friday": f"{head}{f'rules: {rules}' if rules else ''}\ndeals:\n{textwrap.dedent(deals)}"}
        for name, text in {**texts, **more}.items():
            (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        return pontoon.audit(pontoon.read(tmp_path))

    return audit


@pytest.fixture
def tell(judged: Any) -> Any:
    """Write one deal (or several) and explain it."""

    def story(deals: str, deal: str = "1", player: str | None = None, **more: str) -> Explanation:
        told: Explanation = explain(judged(deals, **more), deal, player)
        return told

    return story


def against(bank: str, *hands: str) -> str:
    """A deal of Bob's hand, perhaps Cat's and Dan's, against Ann's."""
    rows = [f"    {name}: {play}" for name, play in zip(("Bob", "Cat", "Dan"), hands, strict=False)]
    return "\n".join(["- hands:", *rows, *([f"    Ann: {bank}"] if bank else [])]) + "\n"


def said(story: Explanation, n: int = 0) -> list[str]:
    """The texts of one hand."""
    return [step.text for step in story.hands[n].steps]


def everything(story: Explanation) -> str:
    """The whole text on one line."""
    return " ".join(" ".join(story.lines(200)).split())


EVENING = """
- hands:
    Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20
    Cat:
      - bet 0.10, 8h 3c, twist 9h, stick 20, won 0.10
      - split 0.10, 8s Th, stick, won 0.10
    Dan: bet 0.50, Ah Kd, pontoon, won 1.00
    Ann: Kh 7d, stick
  note: Dan knocked his glass over
- deal: 2b
  shuffled: true
  hands:
    Bob: bet 0.20, 5c 3d, twist 2h, buy 0.20 4c, stick
    Cat: bet 0.20, stick 18, lost 0.20, agreed
    Ann: bet 2.00, Tc 6d, twist 9h, bust, lost 2.00
    Dan: Kh 7s, 2d, stick
- bank: Cat
  price: 1.50
  hands:
    Dan: bet 0.20, Kc 6d, stick, lost 0.20
    Cat: ''
"""
STAKES = HEAD + "stakes: {min: 0.10, max: 1.00}\n"


def test_a_whole_deal(tell: Any) -> None:
    assert "\n".join(tell(EVENING, head=STAKES).lines()) == textwrap.dedent(
        """\
        Deal 1 of Friday (rules: pagat)
          6.5  Ann holds the bank: the record names Ann as the first to hold it
               noted: Dan knocked his glass over

        Bob
          2.1  bets 0.20 (0.10 to 1.00 allowed)
          1.2  5c 9d make 14
          3.3  buys 4h for 0.20 (0.20 to 0.40 allowed): 18
          3.5  sticks on 18
          3.3  0.40 staked in all
          5    18 beats the bank's 17
          5    won 0.40 is due
          5    P301: Bob won 0.20, but won 0.40 is due: Ann owes Bob 0.20

        Cat, hand 1 of 2
          2.1  bets 0.10 (0.10 to 1.00 allowed)
          3.2  splits a pair of eights into two hands
          1.2  8h 3c make 11
          3.4  twists 9h: 20
          3.5  sticks on 20
          5    20 beats the bank's 17
          5    won 0.10 is due
               the record says won 0.10, as is due

        Cat, hand 2 of 2
          3.2  a hand of the split, staked with 0.10 again
          1.2  8s Th make 18
          3.5  sticks on 18
          5    18 beats the bank's 17
          5    won 0.10 is due
               the record says won 0.10, as is due

        Dan
          2.1  bets 0.50 (0.10 to 1.00 allowed)
          1.2  Ah Kd make 21, a pontoon
          3.1  declares a pontoon
          5    a pontoon beats the bank's 17 and is paid twice
          5    won 1.00 is due
               the record says won 1.00, as is due

        The bank (Ann)
          1.2  Kh 7d make 17
          4.1  the bank stays on 17
          5.5  the bank lost 1.60 in all

        After the deal
          5.5  as it counts: Bob won 0.40, Cat won 0.20, Dan won 1.00 and Ann (bank)
               lost 1.60
               to put right: Ann owes Bob 0.20
          6.3  next, in deal 2b, Dan holds the bank: a pontoon in this deal won it from
               Ann"""
    )


def test_a_deal_with_faults_and_a_ruling(tell: Any) -> None:
    assert "\n".join(tell(EVENING, "2B", head=STAKES).lines(72)) == textwrap.dedent(
        """\
        Deal 2b of Friday (rules: pagat)
          6.3  Dan holds the bank: a pontoon in the deal before won it from Ann
          6.2  the pack was shuffled, as was due

        Bob
          2.1  bets 0.20 (0.10 to 1.00 allowed)
          1.2  5c 3d make 8
          3.4  twists 2h: 10
          3.3  buys 4c for 0.20: 14
          3.4  P204: Bob bought a card after twisting
          3.5  sticks on 14
          3.5  P202: Bob stuck on 14, which is less than 15
          3.3  0.40 staked in all
          5    14 loses to the bank's 19
          5    lost 0.40 is due
               the record does not say what was paid

        Cat
          2.1  bets 0.20 (0.10 to 1.00 allowed)
          3.5  sticks on 18; the cards are not written
          3.3  staked in all: 0.20 to 1.00, not written exactly
          5    18 loses to the bank's 19
          5    what is due cannot be told: between lost 1.00 and lost 0.20,
               because what the further cards cost is not written (P303,
               agreed at the table)
               the record says lost 0.20
               the table agreed that this payment stands

        Ann
          2.1  bets 2.00 (0.10 to 1.00 allowed)
          2.1  P201: Ann bet 2.00, over the greatest stake of 1.00
          1.2  Tc 6d make 16
          3.4  twists 9h: 25, bust
          3.7  bust: the hand is thrown in
          3.7  a bust hand loses all that was staked, whatever the bank has
          5    lost 2.00 is due
               the record says lost 2.00, as is due

        The bank (Dan)
          1.2  Kh 7s make 17
          4.1  draws 2d: 19
          4.1  the bank stays on 19
          5.5  the bank's result cannot be told: one hand is open

        After the deal
          5.5  as it counts: Bob lost 0.40, Cat lost 0.20, Ann lost 2.00 and Dan
               (bank) won 2.60
          6.4  next, in deal 3, Cat holds the bank: bought from Dan for 1.50"""
    )


def test_a_sold_bank_whose_cards_nobody_wrote(tell: Any) -> None:
    assert "\n".join(tell(EVENING, "3", head=STAKES).lines()) == textwrap.dedent(
        """\
        Deal 3 of Friday (rules: pagat)
          6.4  Cat holds the bank: bought from Dan for 1.50

        Dan
          2.1  bets 0.20 (0.10 to 1.00 allowed)
          1.2  Kc 6d make 16
          3.5  sticks on 16
          5    16 against a bank that may have 4 to 21, a five-card trick or bust
          5    what is due cannot be told: between lost 0.40 and won 0.20, because the
               bank's cards are not written (P303)
               the record says lost 0.20

        The bank (Cat)
          4.1  the bank may have anything; the cards are not written
          5.5  the bank's result cannot be told: one hand is open

        After the deal
          5.5  as it counts: Dan lost 0.20 and Cat (bank) won 0.20
          6.3  next the bank would stay with Cat: no pontoon won it"""
    )


def test_one_player_alone(tell: Any) -> None:
    story = tell(EVENING, player="cath")
    assert [(h.player, h.hand) for h in story.hands] == [("Cat", 1), ("Cat", 2)]
    assert story.owed == () and "Ann holds the bank" in everything(story)
    assert [h["player"] for h in tell(EVENING, player=" BOB ").to_json()["hands"]] == ["Bob"]
    assert tell(EVENING, player="bob").to_json()["owed"] == [{"from": "Ann", "to": "Bob", "amount": "0.20"}]
    assert [h.player for h in tell(EVENING, "2b", "bank").hands] == ["Dan"]


def test_json_has_the_promised_shape(tell: Any) -> None:
    told = tell(EVENING).to_json()
    assert json.loads(json.dumps(told)) == told
    assert list(told) == ["session", "deal", "bank", "hands", "owed"]
    assert (told["session"], told["deal"], told["bank"]) == ("Friday", "1", "Ann")
    assert told["owed"] == [{"from": "Ann", "to": "Bob", "amount": "0.20"}]
    bob, *_, dan, ann = told["hands"]
    assert list(bob) == "player hand cards total class stake due recorded steps".split()
    assert {k: v for k, v in bob.items() if k != "steps"} == {
        "player": "Bob",
        "hand": 1,
        "cards": ["5c", "9d", "4h"],
        "total": 18,
        "class": "18",
        "stake": "0.40",
        "due": "0.40",
        "recorded": "0.20",
    }
    assert bob["steps"][2] == {"text": "buys 4h for 0.20 (0.20 to 0.40 allowed): 18", "rule": "3.3"}
    assert (dan["total"], dan["class"], dan["due"]) == (21, "pontoon", "1.00")
    assert (ann["player"], ann["stake"], ann["due"], ann["recorded"]) == ("Ann", None, None, None)
    assert ann["steps"][0]["text"].startswith("Ann holds the bank") and ann["steps"][0]["rule"] == "6.5"
    assert ann["steps"][-1]["text"].startswith("next, in deal 2b")


def test_amounts_in_the_decimals_of_the_currency(tell: Any) -> None:
    story = tell(against("Tc 7d, stick", "bet 50, Ts 9d, stick"), head=HEAD + "currency: JPY\n")
    assert "won 50 is due" in said(story)
    assert story.to_json()["hands"][0]["stake"] == "50"


COMPARED = [
    ("Tc 7d, stick", "bet 6, Ts 8d, stick", "", "18 beats the bank's 17", "5"),
    ("Tc 9d, stick", "bet 6, Ts 8d, stick", "", "18 loses to the bank's 19", "5"),
    ("Tc 8d, stick", "bet 6, Ts 8h, stick", "", "18 ties with the bank's 18, ties go to the bank", "5.1"),
    (
        "Tc 8d, stick",
        "bet 6, Ts 8h, stick",
        "{ties: push}",
        "18 ties with the bank's 18; these rules: ties push, so nothing moves",
        "5.1",
    ),
    ("Tc 6d, Kd", "bet 6, Ts 5d, stick", "", "the bank is bust: 15 wins", "5"),
    ("bust", "bet 6, Ts Ad", "", "the bank is bust: a pontoon wins and is paid twice", "5"),
    ("Tc 8d, stick", "bet 6, Ts Ad", "", "a pontoon beats the bank's 18 and is paid twice", "5"),
    (
        "Tc 8d, stick",
        "bet 6, Ts Ad",
        "{pontoon_pays: 3}",
        "a pontoon beats the bank's 18 and is paid three times (these rules: pontoon_pays 3)",
        "5",
    ),
    (
        "Tc 4d, 7d",
        "bet 6, 2c 2d, twist 3d, twist 4h, twist 5d",
        "",
        "a five-card trick beats the bank's 21 and is paid twice",
        "5",
    ),
    (
        "2h 2s, 3s 3h 4d",
        "bet 6, 2c 2d, twist 3d, twist 4h, twist 5d",
        "{banker_five_card: 1}",
        "a five-card trick ties with the bank's five-card trick, ties go to the bank, which takes once "
        "(these rules: banker_five_card 1)",
        "5.1",
    ),
    (
        "2h 2s, 3s 3h 4d",
        "bet 6, Ts 5d, stick",
        "",
        "15 loses to the bank's five-card trick, which takes twice",
        "5",
    ),
    (
        "Ac Kd",
        "bet 6, Ts 5d",
        "",
        "the banker shows a pontoon at once: the hand loses twice its first stake",
        "2.4",
    ),
    (
        "Ac Kd",
        "bet 6, Ts Ad, pontoon",
        "{pontoon_vs_banker_pontoon: 0}",
        "the banker shows a pontoon at once: a pontoon against it is a push "
        "(these rules: pontoon_vs_banker_pontoon 0)",
        "2.4",
    ),
    (
        "Ac Kd",
        "bet 6, Ts 5d, stick",
        "{peek: false}",
        "15 loses to the bank's pontoon, which takes twice",
        "5.4",
    ),
    (
        "Ac Kd",
        "bet 6, Ts Ad, pontoon",
        "wikipedia",
        "a pontoon ties with the bank's pontoon, which takes once (these rules: pontoon_vs_banker_pontoon 1)",
        "5.4",
    ),
    (
        "Ac Kd",
        "bet 6, Ts Ad",
        "{peek: false, pontoon_vs_banker_pontoon: 0}",
        "a pontoon against the bank's pontoon is a push (these rules: pontoon_vs_banker_pontoon 0)",
        "5.4",
    ),
    (
        "",
        "bet 6, Ts 5d, twist 8c",
        "",
        "a bust hand loses all that was staked, whatever the bank has",
        "3.7",
    ),
    (
        "Tc 7d, stick",
        "bet 6, 7s 7h, twist 7c",
        "{royal: true}",
        "three sevens beat everything and are paid three times; these rules: royal",
        "8",
    ),
    ("bust", "bet 6, stick", "", "whatever the hand was, the hand wins what was staked", "5"),
    ("Ac Kd", "bet 6", "", "whatever the hand was, the hand loses twice its first stake", "5"),
    ("Tc 2d, stick", "bet 6, x 5d, stick", "", "a hand that may be 7 to 16 against the bank's 12", "5"),
]


@pytest.mark.parametrize(("bank", "play", "rules", "text", "rule"), COMPARED)
def test_how_a_hand_compares(tell: Any, bank: str, play: str, rules: str, text: str, rule: str) -> None:
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


TURNS = [
    ("bet 0.20, 5c 9d, buy 4h, stick", "buys 4h (price not written; 0.20 to 0.40 allowed): 18"),
    ("bet 0.20, 5c 9d, buy 0.20, stick", "buys a card that nobody noted for 0.20 (0.20 to 0.40 allowed)"),
    ("bet 0.20, 5c 9d, buy 4h, stick", "staked in all: 0.40 to 0.60, not written exactly"),
    ("bet 0.20, 5c 2d, buy 0.30 4h, buy 0.30 5h, stick", "buys 5h for 0.30 (0.20 to 0.30 allowed): 16"),
    ("bet 0.20, 5c 2d, buy 0.20 4h, buy 0.20 5h, stick", "buys 5h for 0.20 (0.20 allowed): 16"),
    ("bet 0.20, 5c 9d, 4h, stick", "takes 4h, bought or twisted, nobody noted which: 18"),
    ("5c 9d, buy 0.20 4h, stick", "buys 4h for 0.20: 18"),
    ("5c 9d, buy 0.20 4h, stick", "the stake is not written"),
    ("bet 0.20, staked 0.60, stick 18", "0.60 staked in all, as written"),
    ("bet 0.20, buy 0.20 5c, stick", "the first two cards are not written"),
    ("bet 0.20, x 9d, twist 2c, stick", "9d and a card that nobody noted"),
    ("bet 0.20, x x, stick", "two cards that nobody noted"),
    ("bet 0.20, Ac Ad, twist 9c, stick", "Ac Ad make 12"),
    ("bet 0.20, Ac 5d, twist Tc, stick", "twists Tc: 16"),
    ("bet 0.20, 2c 2d, twist 3c, twist 3d, twist 4c", "twists 4c: 14, a five-card trick"),
    ("bet 0.20, 2c 2d, twist 3c, twist 3d, twist 4c, twist 5c", "takes 5c past the fifth card; not counted"),
    ("bet 0.20, five", "five cards and not bust: a five-card trick; the cards are not written"),
    ("bet 0.20, bust", "bust: the hand is thrown in; the cards are not written"),
    ("bet 0.20", "nothing is written of the cards"),
    ("''", "nothing is written of the cards"),
    ("bet 0.20, 8c 6d, twist 7s", "21: no further card may be taken"),
    ("bet 0.20, Ac Kd, stick", "a pontoon, declared or not"),
    ("bet 0.20, burn 9c 4d, Ac 9d, stick", "throws in 9c 4d, which make 13, for two new cards"),
    ("bet 0.20, Tc 9d, stick, lost 0.10, note a row over it", "noted: a row over it"),
    ("bet 0.20, Tc 9d, stick, won 0.20, owing 0.10", "of that 0.10 was not handed over yet"),
]


@pytest.mark.parametrize(("play", "text"), TURNS)
def test_how_a_hand_was_played(tell: Any, play: str, text: str) -> None:
    assert text in said(tell(against("Th 7d, stick", play)))


SPLITS = [
    (["bet 0.20, Qs Ac", "split 0.20, Qd 9c, stick"], 0, "splits a pair of queens into two hands"),
    (["bet 0.20, Qs Ac", "split 0.20, Qd 9c, stick"], 0, "a pontoon from a split does not win the bank"),
    (["bet 0.20, Qs Ac", "split 0.20, Jd 9c, stick"], 0, "splits the first two cards into two hands"),
    (["bet 0.20, Qs Ac", "split 0.30, Qd 9c, stick"], 1, "a hand of the split, staked with 0.30"),
    (["bet 0.20, Qs Ac", "Qd 9c, stick"], 1, "a hand of the split; its stake is taken to be 0.20 again"),
]


@pytest.mark.parametrize(("hands", "n", "text"), SPLITS)
def test_splits(tell: Any, hands: list[str], n: int, text: str) -> None:
    rows = "".join(f"\n      - {hand}" for hand in hands)
    story = tell(f"- hands:\n    Bob:{rows}\n    Ann: Tc 7d, stick\n")
    assert text in said(story, n)
    assert [hand.heading for hand in story.hands[:2]] == ["Bob, hand 1 of 2", "Bob, hand 2 of 2"]


def test_results_of_several_hands_together(tell: Any) -> None:
    rows = (
        "- hands:\n    Bob:\n      - bet 0.20, 8s Tc, stick\n      - split 0.20, 8d 9c, stick, all won {}\n"
    )
    right = tell(rows.format("0.40") + "    Ann: Th 6d, stick\n")
    assert said(right)[-1] == "the record says what was paid on all hands of this player together"
    assert said(right, 1)[-1] == "the record says won 0.40 on all of these hands together, as is due"
    wrong = tell(rows.format("0.30") + "    Ann: Th 6d, stick\n")
    assert said(wrong, 1)[-1] == "P301: Bob won 0.30 in all, but won 0.40 is due: Ann owes Bob 0.10"


def test_rulings(tell: Any) -> None:
    deal = against(
        "Th 7d, stick", "bet 0.20, Tc 8c, stick, won 0.10, agreed", "bet 0.20, Ts 9c, stick, lost 0.20"
    )
    story = tell(deal + "  waive: {P302: we let it be}\n")
    assert said(story)[-2:] == [
        "P301, agreed at the table: Bob won 0.10, but won 0.20 is due: Ann owes Bob 0.10",
        "by that ruling won 0.10 stands",
    ]
    assert said(story, 1)[-2].startswith("P302, waived (we let it be): Cat lost 0.20 the wrong way")
    assert story.owed == ()
    assert story.results == (("Bob", 10), ("Cat", -20), ("Ann (bank)", 10))


def test_what_is_owed_is_one_amount_a_player(tell: Any) -> None:
    deal = """
    - hands:
        Bob:
          - bet 0.20, 8s Tc, stick, won 0.10
          - split 0.20, 8d 9c, stick, won 0.50
        Cat: bet 0.20, Tc 9c, stick, won 0.10
        Ann: Th 6d, stick
    """
    assert tell(textwrap.dedent(deal)).to_json()["owed"] == [
        {"from": "Bob", "to": "Ann", "amount": "0.20"},
        {"from": "Ann", "to": "Cat", "amount": "0.10"},
    ]


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


def test_a_pontoon_shown_at_once_is_told_before_the_hands(tell: Any) -> None:
    story = tell(against("Th Ad", "bet 0.20, Tc 8c", "bet 0.30, 8s 5c, twist 3c, stick"))
    assert [hand.player for hand in story.hands] == ["Ann", "Bob", "Cat"]
    assert "has no turn: the banker showed a pontoon" in said(story, 1)
    assert [text[:4] for text in said(story, 2)].count("P212") == 1
    assert not any("staked in all" in text for text in said(story, 2))


QUIET = against("Th 7d, stick", "bet 0.20, Tc 8c, stick")
PONTOONS = against("Th 7d, stick", "bet 0.20, Ac Kc, pontoon", "bet 0.20, As Ks, pontoon")
HOLDERS = [
    (QUIET, "", "", "Ann keeps the bank: no pontoon won it in the deal before"),
    (
        PONTOONS,
        "",
        "",
        "Bob holds the bank: Bob and Cat had pontoons in the deal before, Bob being the first from Ann's left",
    ),
    (PONTOONS, "bank: Cat", "", "Cat holds the bank, as the record says"),
    (PONTOONS, "bank: Ann", "", "P402: the bank stayed with Ann, though a pontoon won it for Bob"),
    (PONTOONS, "", "{bank_passes: never}", "Ann keeps the bank: these rules never pass it on"),
    (
        QUIET,
        "",
        "{bank_passes: each_deal}",
        "Dan holds the bank, the next in the deal from Ann's left: these rules pass it on each deal",
    ),
    (
        QUIET,
        "bank: Bob",
        "{bank_passes: each_deal}",
        "Bob holds the bank, as the record says; these rules: it passes to the next seat each deal",
    ),
    (QUIET, "{bank: Dan, price: 0}", "", "Dan holds the bank: Ann handed it over for nothing"),
    (QUIET, "{bank: Dan, price: 0.50}", "", "Dan holds the bank: bought from Ann for 0.50"),
    (
        QUIET,
        "{bank: Ann, price: 0.50}",
        "",
        "Ann holds the bank; a price of 0.50 is written, but there was no sale",
    ),
    (
        QUIET,
        "{bank: Dan, price: 0.50}",
        "{bank_sale: false}",
        "P404: the bank was sold, but selling it is off",
    ),
    (against("Th 7d, stick", "bet 0.20, Tc x"), "", "", "by what is written it may be Bob or Ann"),
    (
        against("Th 7d, stick", "bet 0.20, Tc x"),
        "bank: Bob",
        "",
        "Bob holds the bank: a pontoon in the deal before may have won it",
    ),
    (
        against("Th 7d, stick", "bet 0.20, Tc x"),
        "bank: Ann",
        "",
        "Ann holds the bank, as the record says; who had won it cannot be told",
    ),
    (
        QUIET.replace("- hands", "- void: misdeal\n  hands"),
        "",
        "",
        "Ann keeps the bank: the deal before was void",
    ),
    (QUIET, "gap: true", "", "who holds the bank is not known: nobody is named"),
    (QUIET, "{gap: true, bank: Dan}", "", "Dan holds the bank: the record names Dan as the first to hold it"),
    (
        against("Th 7d, stick", "bet 0.20, Tc 5z"),
        "",
        "",
        "who holds the bank is not known: by what is written it may be Bob or Ann",
    ),
    (QUIET, "bank: Bobb", "", "who holds the bank is not known: what is written of it cannot be read"),
]


@pytest.mark.parametrize(("first", "fields", "rules", "text"), HOLDERS)
def test_who_holds_the_bank_and_why(tell: Any, first: str, fields: str, rules: str, text: str) -> None:
    pairs = [pair.strip() for pair in fields.strip("{}").split(",") if pair.strip()]
    second = "".join(f"  {pair}\n" for pair in pairs)
    hands = "  hands:\n    Cat: bet 0.20, Tc 8c, stick\n    Dan: 8c 9s, stick\n"
    body = (second + hands).replace("  ", "- ", 1)
    assert text in everything(tell(first + body, "2", rules=rules))


def test_a_banker_who_stakes_against_himself(tell: Any) -> None:
    story = tell("- hands:\n    Ann: bet 0.20, Tc 9c, stick\n    Bob: bet 0.20, Ts 8c, stick\n")
    assert "who holds the bank is not known: Ann should hold it, but stakes against it" in everything(story)
    assert story.bank is None and story.hands[-1].heading == "The bank"


SHUFFLES = [
    (QUIET, "shuffled: true", "", "6.2 P104: shuffled, although nothing called for it"),
    (QUIET, "shuffled: false", "", "6.1 the pack was not shuffled, and nothing called for it"),
    (PONTOONS, "shuffled: false", "", "6.2 P103: not shuffled, although the deal before called for it"),
    (PONTOONS, "shuffled: true", "", "6.2 the pack was shuffled, as was due"),
    (
        QUIET,
        "shuffled: true",
        "{shuffle_after: every_deal}",
        "6.2 the pack was shuffled, as was due (these rules: shuffle_after every_deal)",
    ),
    (
        against("Th 7d, stick", "bet 0.20, Tc x"),
        "shuffled: true",
        "",
        "6.2 the pack was shuffled; whether one was due cannot be told",
    ),
]


@pytest.mark.parametrize(("first", "field", "rules", "text"), SHUFFLES)
def test_the_shuffle(tell: Any, first: str, field: str, rules: str, text: str) -> None:
    second = f"- {field}\n  bank: Bob\n  hands:\n    Cat: bet 0.20, Tc 8c, stick\n    Bob: 8c 9s, stick\n"
    assert text in everything(tell(first + second, "2", rules=rules))


NEXT = [
    (QUIET, "", "next the bank would stay with Ann: no pontoon won it"),
    (
        against("Th 7d, stick", "bet 0.20, Ac Kc"),
        "",
        "next the bank would go to Bob, who won it by a pontoon",
    ),
    (
        PONTOONS,
        "",
        "next the bank would go to Bob, who won it by a pontoon, the first of Bob and Cat from Ann's left",
    ),
    (PONTOONS, "{bank_passes: never}", "next the bank would stay with Ann: these rules never pass it on"),
    (QUIET, "{bank_passes: each_deal}", "next the bank would pass to Bob, if in the deal"),
    (against("Th Ad", "bet 0.20, Ac Kc"), "", "next the bank would stay with Ann, who had a pontoon"),
    (against("", "bet 0.20, Ac Kc"), "", "who would hold the bank next cannot be told"),
    (
        PONTOONS.replace("- hands", "- void: true\n  hands"),
        "",
        "next the bank would stay with Ann: the deal is void",
    ),
    (QUIET + "- gap: true\n  bank: Bob\n", "", "what came next was not written"),
]


@pytest.mark.parametrize(("deals", "rules", "text"), NEXT)
def test_who_is_next(tell: Any, deals: str, rules: str, text: str) -> None:
    assert text in everything(tell(deals, rules=rules))


def test_a_void_deal(tell: Any) -> None:
    story = tell("- void: cards fell down\n  hands:\n    Bob: bet 0.20, Tc 8c\n    Ann: Th x\n")
    assert said(story)[-1] == "the deal is void, so nothing is due"
    assert story.opening[0].text.startswith("the deal is void (cards fell down): nothing is due")
    assert story.to_json()["hands"][0]["due"] == "0.00"


def test_a_gap_alone(tell: Any) -> None:
    story = tell(QUIET + "- gap: true\n  bank: Dan\n", "2")
    assert story.bank == "Dan" and said(story) == []
    assert "no hands are written in this deal" in everything(story)


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


def test_the_nearest_deal_and_player_are_named(judged: Any) -> None:
    audit = judged(EVENING)
    with pytest.raises(
        ExplainError, match=r"there is no deal 2; the nearest is 1; there are 1, 2b and 3"
    ) as no_deal:
        explain(audit, "2")
    assert no_deal.value.near == "1"
    with pytest.raises(
        LookupError, match="Bbo has no hand in deal 1; the nearest is Bob; in it are Bob, Cat, Dan"
    ):
        explain(audit, "1", "Bbo")
    with pytest.raises(ExplainError, match="Bob has no hand in deal 3"):
        explain(audit, "3", "Bob")
    with pytest.raises(ExplainError, match="there is no session 'Fridy'; the nearest is Friday"):
        explain(audit, "1", session="Fridy")


def test_many_deals_are_not_all_listed(judged: Any) -> None:
    with pytest.raises(ExplainError, match=r"no deal 99; the nearest is 20; there are 20, from 1 to 20"):
        explain(judged(QUIET * 20), "99")


def test_no_deal_at_all(tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").write_text("")
    with pytest.raises(ExplainError, match="no deal could be read"):
        explain(pontoon.audit(pontoon.read(tmp_path)), "1")


def test_a_deal_of_several_sessions(judged: Any) -> None:
    other = HEAD.replace("Friday", "Saturday") + "deals:\n" + QUIET
    audit = judged(EVENING, monday=other)
    with pytest.raises(
        ExplainError, match=r"in 2 sessions, 'Friday' and 'Saturday': say which, as in --session"
    ):
        explain(audit, "1")
    assert explain(audit, "1", session="saturday").session == "Saturday"
    assert explain(audit, "2b").session == "Friday"


TOTAL = re.compile(r"(?:\bmake|:) ([0-9]+)(?:, (?:bust|a pontoon|a five-card trick|three sevens))?$")
TOTALS = ("1.2", "3.3", "3.4", "4.1")


def last_total(story: Explanation, player: str, hand: int) -> int | None:
    """The last total that is called out in a hand's story."""
    told = next(h for h in story.hands if (h.player, h.hand) == (player, hand))
    called = [TOTAL.search(step.text) for step in told.steps if step.rule in TOTALS]
    totals = [int(match[1]) for match in called if match]
    assert totals[-1] == told.total
    return totals[-1]


def evening(seed: int, variety: float) -> tuple[dealer.Session, str]:
    """A random evening and its record."""
    rng = random.Random(seed)
    session = dealer.play_session(
        rng,
        deals=12,
        players=rng.randint(2, 6),
        rules=dealer.random_rules(rng, exclude=dealer.NOT_YET),
        void=0.08,
        gap=0.05,
        sell=0.15,
        habits=Habits(burn_before_split=False),
    )
    return session, dealer.to_yaml(session, Style(rng, variety))


@pytest.mark.parametrize("seed", range(16))
def test_every_deal_of_random_evenings_is_told(tmp_path: Path, seed: int) -> None:
    session, text = evening(seed, 0.0)
    (tmp_path / "evening.yaml").write_text(text, encoding="utf-8")
    audit = pontoon.audit(pontoon.read(tmp_path))
    for deal in session.deals:
        story = explain(audit, deal.label)
        json.dumps(story.to_json())
        assert story.bank == deal.bank
        assert all(len(line) <= 60 for line in story.lines(60))
        for hand in (*deal.hands, *([deal.bank_hand] if deal.shown else [])):
            assert last_total(story, hand.player, hand.number) == best(hand.cards)
        told = {(h.player, h.hand): h.due for h in story.hands if not h.banker}
        assert told == {(h.player, h.number): h.due for h in deal.hands}
        assert story.owed == ()


@pytest.mark.parametrize("seed", range(100, 112))
def test_whatever_is_missing_every_finding_is_told(tmp_path: Path, seed: int) -> None:
    """Clauses, cards and rows are taken out or spoilt at random; the story still holds all that was found."""
    rng = random.Random(seed)
    _, text = evening(seed, 0.0)
    lines = []
    for line in text.splitlines():
        if line.startswith("      ") and ", " in line and rng.random() < 0.5:
            clauses = line.split(", ")
            at = rng.randrange(1, len(clauses))
            kept = [*clauses[:at], *clauses[at + 1 :]]
            line = ", ".join(
                rng.choice([kept, [*clauses[:at], "x x", *clauses[at + 1 :]], [clauses[0], "5z"]])
            )
        if not line.startswith("      ") or rng.random() > 0.05:
            lines.append(line)
    (tmp_path / "evening.yaml").write_text("\n".join(lines), encoding="utf-8")
    audit = pontoon.audit(pontoon.read(tmp_path))
    for deal_idx, label in audit.deals.select("deal_idx", "deal").iter_rows():
        story = explain(audit, label)
        json.dumps(story.to_json())
        codes = sorted(audit.findings.filter(audit.findings["deal_idx"] == deal_idx)["code"])
        steps = [*story.opening, *(step for hand in story.hands for step in hand.steps), *story.closing]
        shown = [code for step in steps for code in re.findall(r"^P[0-9]{3}\b|\(P303", step.text)]
        assert sorted(code.strip("(") for code in shown) == codes
