"""Deals retold: whole texts, JSON, what is owed, and random evenings told to their end.

In: records through the real reader. Out: what `pontoon explain` says of them.
"""

from __future__ import annotations

import json
import random
import re
import textwrap
from functools import partial
from typing import TYPE_CHECKING, Any

import dealer
import pytest
from dealer import Habits, Style
from dealer.cards import best
from telling import HEAD, QUIET_HANDS, against, everything, judge, said, story

import pontoon_ledger as pontoon
from pontoon_ledger.explain import ExplainError, Explanation, explain

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def tell(tmp_path: Path) -> Callable[..., Explanation]:
    """Write a deal and explain it."""
    return partial(story, tmp_path)


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
    Dan: bet 0.20, Kc 6s, stick, lost 0.20
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
               Ann

        What would make it fit
               if Bob had won 0.40, everything fits
               if Bob twisted the 4h, everything fits"""
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
               because what the further cards cost is not written (P303, agreed
               at the table)
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
          6.4  next, in deal 3, Cat holds the bank: bought from Dan for 1.50

        What would make it fit
               if Bob's 5c was one of A 6 7 8 9 or any card worth 10, 1 of 3
               findings would go
               if Bob's 3d was one of 4 5 6 7 8 9 or any card worth 10, 1 of 3
               findings would go
               if Bob's 2h was one of 3 4 5 6 7 8 9, 1 of 3 findings would go
               if Bob's 4c was one of A 5 6 7 8 9 or any card worth 10, 1 of 3
               findings would go
               if Bob's 'twist 2h' was not there, 1 of 3 findings would go
               if Bob twisted the 4c, 1 of 3 findings would go
               if Bob's 'buy 0.20 4c' was not there, 1 of 3 findings would go
               if Bob twisted one of A 2 3 4 5 6 7 more, 1 of 3 findings would
               go
               under stick_on 0 this would be no fault (P202)"""
    )


def test_a_sold_bank_whose_cards_nobody_wrote(tell: Any) -> None:
    assert "\n".join(tell(EVENING, "3", head=STAKES).lines()) == textwrap.dedent(
        """\
        Deal 3 of Friday (rules: pagat)
          6.4  Cat holds the bank: bought from Dan for 1.50

        Dan
          2.1  bets 0.20 (0.10 to 1.00 allowed)
          1.2  Kc 6s make 16
          3.5  sticks on 16
          5    16 against a bank that may have 4 to 21, a five-card trick or bust
          5    what is due cannot be told: between lost 0.40 and won 0.20, because the
               bank's cards are not written (P303)
               the record says lost 0.20

        The bank (Cat)
               nothing is written of the bank's cards
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
    assert list(bob) == ["player", "hand", "cards", "total", "class", "stake", "due", "recorded", "steps"]
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


def test_the_nearest_deal_and_player_are_named(tmp_path: Path) -> None:
    audit = judge(tmp_path, EVENING)
    with pytest.raises(
        ExplainError, match=r"there is no deal 2; the nearest is 2b; there are 1, 2b and 3"
    ) as no_deal:
        explain(audit, "2")
    assert no_deal.value.near == "2b"
    with pytest.raises(
        LookupError, match="Bbo has no hand in deal 1; the nearest is Bob; in it are Bob, Cat, Dan"
    ):
        explain(audit, "1", "Bbo")
    with pytest.raises(ExplainError, match="Bob has no hand in deal 3"):
        explain(audit, "3", "Bob")
    with pytest.raises(ExplainError, match="there is no session 'Fridy'; the nearest is Friday"):
        explain(audit, "1", session="Fridy")


def test_labels_that_are_no_numbers(tmp_path: Path) -> None:
    audit = judge(tmp_path, against(*QUIET_HANDS) + "- deal: last one\n  " + against(*QUIET_HANDS)[2:])
    with pytest.raises(
        ExplainError, match="no deal lastone; the nearest is last one; there are 1 and last one"
    ):
        explain(audit, "lastone")


def test_many_deals_are_not_all_listed(tmp_path: Path) -> None:
    with pytest.raises(ExplainError, match=r"no deal 99; the nearest is 20; there are 20, from 1 to 20"):
        explain(judge(tmp_path, against(*QUIET_HANDS) * 20), "99")


def test_no_deal_at_all(tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").write_text("")
    with pytest.raises(ExplainError, match="no deal could be read"):
        explain(pontoon.audit(pontoon.read(tmp_path)), "1")


def test_a_deal_of_several_sessions(tmp_path: Path) -> None:
    other = HEAD.replace("Friday", "Saturday") + "deals:\n" + against(*QUIET_HANDS)
    audit = judge(tmp_path, EVENING, monday=other)
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


def test_two_records_of_one_session(tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
        judge(folder, against(*QUIET_HANDS))
    audit = pontoon.audit(pontoon.read(folders))
    with pytest.raises(
        ExplainError, match="deal 1 is in two records of 'Friday': give one of the files alone"
    ):
        explain(audit, "1")


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
    for written in text.splitlines():
        line = written
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
