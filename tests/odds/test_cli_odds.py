"""`pontoon odds` and `pontoon strategy`: what the screen says, the forms, what is refused and how."""

from __future__ import annotations

import csv
import json

import pytest
from command import CLEAN, Door, door

from pontoon_ledger.odds import Action, Game, State, Values, pack
from pontoon_ledger.odds.weighing import weigh_hand
from pontoon_ledger.rules import parse_spec

__all__ = ["door"]

FOURTEEN = """\
choice          in S  money     win    lose    bust  five cards
-----------  -------  -----  ------  ------  ------  ----------
twist        -0.4646  -0.46  27.3 %  72.7 %  46.0 %       0.0 %
buy at 1.00  -0.9292  -0.93  27.3 %  72.7 %  46.0 %       0.0 %
buy at 2.00  -1.3938  -1.39  27.3 %  72.7 %  46.0 %       0.0 %

Best: twist, 0.4646 S (0.46) better than buy at 1.00.
The banker stays on 17, soft 18; rules: pagat.
"""


def test_a_hand_of_fourteen(door: Door) -> None:
    ran = door("odds", "bet 1.00, 5c 9d")
    assert (ran.status, ran.out, ran.err) == (0, FOURTEEN, "")


def test_the_words_may_stand_apart(door: Door) -> None:
    assert door("odds", "bet", "1.00,", "5c", "9d").out == FOURTEEN


def test_in_the_middle_of_a_hand(door: Door) -> None:
    ran = door("odds", "bet 1.00, 5c 3d, buy 1.00 4h", "--format", "json")
    told = json.loads(ran.out)
    state = State(pack.cards("345"), staked=2, cap=1)
    values = Values(Game())
    assert {a["action"]: a["result"] for a in told["actions"]} == pytest.approx(
        {action.value: value for action, value in values.choices(state).items()}
    )
    assert (told["best"], told["staked"], told["stake"], told["complete"]) == ("twist", 2.0, "1.00", True)
    assert told["margin"] == pytest.approx(0.0112, abs=5e-5)
    for one in told["actions"]:
        assert one["win"] + one["push"] + one["lose"] == pytest.approx(1)


def test_json_says_what_it_rests_on(door: Door) -> None:
    ran = door("odds", "8c 8d", "--rules", "wikipedia", "--bank", "16", "--seen", "8h Kd", "--format", "json")
    told = json.loads(ran.out)
    assert (told["cards"], told["seen"], told["stake"]) == (["8c", "8d"], ["8h", "Kd"], None)
    assert told["bank"] == "stays on 16"
    results = [one["result"] for one in told["actions"]]
    assert results == sorted(results, reverse=True)
    assert {one["action"] for one in told["actions"]} == {"stick", "twist", "buy low", "buy high"}


def test_csv_holds_bare_numbers(door: Door) -> None:
    rows = list(csv.DictReader(door("odds", "bet 2, Kc 9d", "--format", "csv").out.splitlines()))
    assert rows[0]["action"] == "stick"
    assert float(rows[0]["result"]) == pytest.approx(0.148891, abs=1e-6)
    assert rows[0]["money"] == "+0.30"
    assert 0 < float(rows[0]["win"]) < 1


def test_a_hand_that_is_over(door: Door) -> None:
    ran = door("odds", "bet 1.00, Ac Kd")
    assert "stick   +2.0000  +2.00  100.0 %" in ran.out
    assert "The hand is over" in ran.out
    ran = door("odds", "bet 1.00, 9c 5d, twist Kd, bust")
    assert "-1.0000" in ran.out


def test_a_shoot_bet_is_no_part_of_it(door: Door) -> None:
    ran = door("odds", "bet 1.00, shoot 0.50, 5c 9d")
    assert (ran.status, ran.out) == (0, FOURTEEN)
    assert "shoot bets" in ran.err


def test_cards_that_were_seen_are_counted(door: Door) -> None:
    one, other = (door("odds", "5c 9d", *seen).out for seen in ((), ("--seen", "7c, 7d, 7h, 7s")))
    assert one != other


def test_a_pair_thrown_in_before(door: Door) -> None:
    ran = door("odds", "bet 1.00, burn 9c 4d, Kc 8d", "--rules", "school", "--format", "json")
    told = {one["action"]: one["result"] for one in json.loads(ran.out)["actions"]}
    state = State(pack.cards("K8"), thrown=pack.cards("94"))
    assert told["stick"] == pytest.approx(Values(Game(parse_spec("school"))).stick(state))


def test_throwing_in_is_worth_what_the_table_says() -> None:
    best, *_ = weigh_hand(Game(parse_spec("pagat, burn=13, split=none"), memory=1), State(pack.cards("94")))
    assert best.action == Action.BURN
    assert best.result == pytest.approx(best.ends.result, abs=1e-3)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("bet 1.00", "odds need the two first cards"),
        ("won 1.00", "odds need the two first cards"),
        ("bet 1.00, 5c x", "one is not known"),
        ("bet 1.00, 5c 5c", "5c is there 2 times, and the pack has 1"),
        ("5 5, twist 5, twist 5, twist 5", "5 is there 5 times"),
        ("bet 0, 5c 9d", "a bet of nothing has no odds"),
        ("bet 1.00, 5c 9z", "'9z' is no card"),
        ("bet 1.00, 5c 3d, twist 4h, buy 1.00 2c", "may only be twisted after a twist (rule 3.4)"),
        ("bet 1.00, 5c 3d, buy 3.00 4h", "may cost 1.00 to 2.00 here (rule 3.3)"),
        ("bet 1.00, 5c 3d, buy 1.50 4h, buy 1.60 2c", "may cost 1.00 to 1.50 here (rule 3.3)"),
        ("bet 1.00, 5c 3d, buy 4h", "the price of the third card is not written"),
        ("5c 3d, buy 1.00 4h", "prices mean nothing without the bet"),
        ("bet 1.00, 5c 3d 4h", "whether the third card was bought or twisted is not written"),
        ("bet 1.00, Kc Qd, twist 2h, twist 3c", "the hand was over before it (rule 3.6)"),
        ("bet 1.00, burn 9c 4d, 5c 3d", "may not be thrown in under these rules"),
        ("bet 1.00, 5c 9d, stick", "one may not stick on 14 here (rule 3.5)"),
        ("bet 1.00, Kc 9d, stick 18", "which its cards are not"),
        ("bet 1.00, Kc 9d, five", "which its cards are not"),
        ("bet 1.00, Kc 9d, bet 2.00", "a second opening"),
    ],
)
def test_what_is_no_hand_is_said(door: Door, hand: str, said: str) -> None:
    ran = door("odds", hand)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--bank", "foo"), "does not say on what the banker stays"),
        (("--rules", "pagat, burn=15"), "burn cannot be"),
        (("--seen", "5c Zz"), "'Zz' is no card that was seen"),
        (("--seen", "5c"), "5c is there 2 times"),
        (("--seen", "table"), "a single hand has no table"),
        (("--doubled",), "the banker cannot double under these rules"),
        (("--from", "friday.yaml"), "--from is where --bank record looks"),
    ],
)
def test_options_that_cannot_be(door: Door, args: tuple[str, ...], said: str) -> None:
    ran = door("odds", "bet 1.00, 5c 9d", *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_a_doubled_deal(door: Door) -> None:
    plain = json.loads(door("odds", "Kc 9d", "--format", "json").out)
    twice = json.loads(
        door("odds", "Kc 9d", "--rules", "banker_doubles=yes", "--doubled", "--format", "json").out
    )
    assert twice["actions"][0]["result"] > 1.9 * plain["actions"][0]["result"]


def test_the_banker_as_he_was_recorded(door: Door) -> None:
    friday = door.write("friday.yaml", CLEAN)
    ran = door("odds", "Kc 9d", "--bank", "record ann", "--from", friday)
    assert ran.status == 0
    assert "plays as Ann did in 1 hand, 1 choice" in " ".join(ran.out.split())
    ran = door("odds", "Kc 9d", "--bank", "record Bob", "--from", friday)
    assert (ran.status, ran.out) == (2, "")
    assert "nobody called Bob has held the bank" in ran.err
    door("add", friday)
    assert door("odds", "Kc 9d", "--bank", "record").status == 0


def test_a_record_without_hands_of_the_bank(door: Door) -> None:
    bare = door.write("bare.yaml", CLEAN.replace("Kh 7d, stick", "stick 17"))
    ran = door("odds", "Kc 9d", "--bank", "record", "--from", bare)
    assert (ran.status, ran.out) == (2, "")
    assert "no hand of a banker card by card" in ran.err


def test_a_chart_fits_a_screen(door: Door) -> None:
    for rules in ("pagat", "wikipedia", "school"):
        ran = door("strategy", "--rules", rules)
        assert (ran.status, ran.err) == (0, "")
        assert max(map(len, ran.out.splitlines())) <= 80
        heads = [line.split()[:4] for line in ran.out.splitlines() if " cards  " in line]
        assert heads == [[number, "cards", "4", "5"] for number in ("Two", "Three", "Four")]


def test_the_chart_as_json_and_as_rows(door: Door) -> None:
    told = json.loads(door("strategy", "--format", "json").out)
    assert told["edge"] == pytest.approx(0.014733602737978, abs=1e-12)
    assert told["bank_policy"] == "stays on 17, soft 18"
    assert {line["cards"] for line in told["chart"]} == {2, 3, 4}
    rows = list(csv.DictReader(door("strategy", "--format", "csv").out.splitlines()))
    assert [row["action"] for row in rows] == [line["action"] for line in told["chart"]]
    assert door("strategy", "--format", "markdown").out.startswith("| cards | may |")


def test_rules_are_compared(door: Door) -> None:
    ran = door("strategy", "--compare", "stick_on=16", "split=aces")
    assert "stick_on=16                     +0.0261  +0.0114  the bank" in ran.out
    assert "stick_on=16, split=aces" in ran.out
    told = json.loads(door("strategy", "--compare", "school", "--format", "json").out)
    assert told["changes"][0]["helps"] == "the players"
    assert told["changes"][0]["gain"] == pytest.approx(told["changes"][0]["edge"] - told["edge"])


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("split=aces",), "'split=aces' is for --compare"),
        (("--compare", "stick_o=16"), "did you mean stick_on?"),
        (("--compare", "wiki"), "did you mean wikipedia?"),
        (("--compare", "stick_on=17"), "expected one of 15, 16, 0"),
    ],
)
def test_comparisons_that_cannot_be(door: Door, args: tuple[str, ...], said: str) -> None:
    ran = door("strategy", *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_a_banker_made_to_draw_is_said(door: Door) -> None:
    ran = door("odds", "Kc 9d", "--rules", "banker_draws_below=17", "--bank", "15")
    assert "by these rules the banker stays on 17" in ran.err
