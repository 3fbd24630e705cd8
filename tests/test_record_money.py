"""What is said of the money before a deal is over is held to it when it is; no card is refused for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_record_engine import after, codes, opened
from test_record_refusals import STUCK

from pontoon_ledger.formatting.record import audited
from pontoon_ledger.scoring import paying, telling
from pontoon_ledger.scoring.engine import Game, Refused, enter, overrule
from pontoon_ledger.scoring.sitting import Sitting
from pontoon_ledger.scoring.words import MisreadError

STAKES = "session: friday\nplayers: [Ann, Bob]\nbank: Ann\ndeals:\n"
ASK = "Say it anew, or undo what was entered wrong; ! and a reason lets it stand."


@pytest.mark.parametrize(
    ("entries", "tally"),
    [
        ("", "tally Bob 9"),
        ("b.2 KdKc s b.2 59 -", "tally Bob .90"),
        ("b.2 KdKc s - - 9h8c", "tally Bob .90"),
    ],
)
def test_a_tally_is_not_held_against_a_deal_that_is_not_over(entries: str, tally: str) -> None:
    before = after(opened(""), *([entries] if entries else []))
    game = after(before, tally)
    assert telling.told(before, game)[0] == "The tally counts this deal too, and is compared when it is over."


def test_a_tally_that_does_not_fit_is_asked_for_when_the_deal_is_over_and_the_cards_are_taken() -> None:
    before = after(opened(""), "b.2 KdQc - -", "tally Bob -.20", "s")
    game = after(before, "5h5d 8h s")
    wrong = "That does not fit: the tally of Bob says -0.20, but the deals come to 0.20; they part since the"
    assert telling.told(before, game)[-2:] == [f"{wrong} start (P603).", ASK]
    assert paying.due(game)[-1] == ASK
    found = enter(game, "", offers=False)
    assert codes(found) == ["P603"]
    assert isinstance(found, Refused)
    assert "tally and the name say it anew; undo takes back what was entered wrong." in telling.refused(found)
    anew = after(game, "tally Bob .2")
    assert telling.told(game, anew) == ["Enter if it was paid so; else a name and what, as in Bob won .40"]
    assert "tally:\n      Bob: 0.20\n" in after(anew, "").text
    stands = overrule(game, None, "his count")
    assert "waive:\n      P603: his count\n" in after(stands, "").text
    assert after(game, "note he counts badly").deal.note


def test_each_tally_stands_for_itself() -> None:
    game = after(opened(""), STUCK, "tally Bob -.20", "9h8c s")
    assert codes(enter(game, "tally Cat 1", offers=False)) == ["P603"]
    found = enter(game, "tally Bob 3", offers=False)
    assert isinstance(found, Refused)
    assert [finding.message[:28] for finding in found.findings] == ["the tally of Bob says 3.00, "]
    stands = overrule(game, found, "so he says")
    assert codes(enter(stands, "tally Bob 4", offers=False)) == ["P603"]
    assert "waive" not in after(stands, "tally Bob .2", "").text


def test_a_tally_of_a_deal_whose_dues_stay_open_is_not_judged() -> None:
    game = after(opened(""), "b.2 s - -", "tally Bob -.90", "-", "")
    assert "tally:\n      Bob: -0.90\n" in game.text
    assert audited("friday.yaml", game.text).findings["severity"].to_list() == ["N"]


def test_what_the_bank_won_waits_until_every_hand_is_over() -> None:
    game = after(opened(""), "b.2 8c7d - -", "Ann lost .6")
    assert "Ann: 9h 8d, stick, lost 0.60" in after(game, "u.4 5c s", "9h8d s", "").text
    game = after(game, "s", "9h8d s")
    assert paying.due(game)[-1] == ASK
    assert codes(enter(game, "", offers=False)) == ["P602"]


def test_a_payment_said_early_is_asked_for_again_and_the_banks_cards_are_taken() -> None:
    early = after(opened(""), "b.2 Kd5c s - -", "Bob won .2")
    game = after(early, "9h8c")
    assert after(game, "t9c").turn.kind == "pay"
    stuck = after(game, "s")
    assert telling.told(game, stuck)[-1] == ASK
    assert codes(enter(stuck, "", offers=False)) == ["P302"]
    assert "Bob: bet 0.20, Kd 5c, stick, lost 0.20" in after(stuck, "Bob lost .2", "").text
    assert isinstance(enter(after(opened(""), "b.2 Kd5c s - -", "9h8c"), "Bob won .2", offers=False), Game)
    assert codes(enter(stuck, "Bob won .4", offers=False)) == ["P302"]


def test_a_ruling_on_the_money_survives_the_table_leaving(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text(STAKES, encoding="utf-8")
    sitting = Sitting(path)
    for line in ("b.2 KdQc", "tally Bob -.20", "s", "9h8c s"):
        assert sitting.enter(line) is None
    sitting.close()
    again = Sitting(path)
    assert paying.due(again.game)[-1] == ASK
    assert isinstance(again.enter(""), Refused)
    assert again.enter("! his count") is None
    assert again.enter("") is None
    assert again.undo(2) == ["", "! his count"]
    assert paying.due(again.game)[-1] == ASK
    again.close()


def test_nothing_is_let_stand_where_all_fits() -> None:
    with pytest.raises(MisreadError, match="nothing was refused just now"):
        overrule(after(opened(""), f"{STUCK} 9h8c s"), None, "so")
