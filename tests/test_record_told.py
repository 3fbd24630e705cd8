"""What the score keeper is told: the help of the moment, what is open, who sits where, which rules."""

from __future__ import annotations

import pytest
from test_record_engine import after, opened

from pontoon_ledger.scoring import paying, telling
from pontoon_ledger.scoring.engine import begin
from pontoon_ledger.scoring.helping import help_lines
from pontoon_ledger.scoring.opening import open_session

SHOOT = ", shoot: true"


def offered(rules: str, *lines: str) -> set[str]:
    """The first words of the help."""
    return {line.split()[0].rstrip(",") for line in help_lines(after(opened(rules), *lines))}


BETWEEN = {"sold", "shuffled", "players", "gap", "deal", "tally", "bank"}


@pytest.mark.parametrize(
    ("rules", "lines", "there", "not_there"),
    [
        ("", [], BETWEEN, {"kitty", "d", "bp", "burn", "void"}),
        (", bank_sale: false, banker_doubles: true", [], {"d"}, {"sold"}),
        (SHOOT, [], {"kitty"}, {"d"}),
        ("", ["b.2"], {"b.20", "void", "tally"}, {"bp", "gap", "bank", "sold"}),
        ("", ["b.2 - -"], {"5c9d", "sp", "bp"}, {"9d", "burn", "sh.20", "d", "gap"}),
        (", peek: false, split: none, burn: 13", ["b.2 - -"], {"burn"}, {"bp", "sp"}),
        (SHOOT, ["kitty .5", "b.2 - - -"], {"sh.20", "bp"}, {"kitty", "burn"}),
        (", banker_doubles: true", ["b.2 9c9d - -"], {"d", "bp"}, {"5c9d"}),
        (", banker_doubles: true", ["b.2 9c2d - - t4h"], {"t"}, {"d", "bp"}),
        ("", ["b.2 9c9d - - sp"], {"9d"}, {"5c9d", "d", "bp"}),
        ("", ["b.2 KcQd s - -"], {"kh7d", "-"}, {"bp", "sp"}),
        ("", ["b.2 KcQd s - - 9h8c s"], {"Enter", "Bob"}, {"bp", "kh7d", "gap"}),
    ],
)
def test_the_help_fits_the_moment(rules: str, lines: list[str], there: set[str], not_there: set[str]) -> None:
    words = offered(rules, *lines)
    assert there <= words
    assert not words & not_there


def test_what_is_open_is_told_with_its_shoot_bets_until_it_is_said() -> None:
    game = after(opened(SHOOT), "kitty 1", "b.2 - b.1", "sh.5 -", "s KcQd s s")
    lines = paying.due(game)
    shot = "  Bob between lost 0.20 and won 0.20, shoot between lost 0.50 and won 0.50, as far as is known"
    assert f"{shot}; say what was paid" in lines
    assert lines[-1] == "Say what was paid, as in Bob won .40; Enter leaves all of it open"
    told = []
    for line in ("Bob won .2", "Bob shoot won .5", "Ann 9h9d"):
        before, game = game, after(game, line)
        told.append(telling.told(before, game))
    assert told[:2] == [
        ["Say what was paid, as in Bob shoot won .40; Enter leaves what Bob shoot and Dan won or lost open"],
        ["Say what was paid, as in Dan won .40; Enter leaves what Dan won or lost open"],
    ]
    assert told[2][1:3] == [f"{shot} (paid: won 0.20)", "  Dan won 0.10"]
    assert told[2][-1] == "Enter if it was paid so; else a name and what, as in Bob won .40"


def test_new_seats_a_sale_and_a_gap_are_told() -> None:
    before = opened("")
    game = after(before, "join Eve after Bob")
    assert "At the table, clockwise: Ann, Bob, Eve, Cat and Dan." in telling.told(before, game)
    before, game = game, after(game, "sold Cat 1.50")
    assert "Cat bought it for 1.50." in telling.told(before, game)
    before, game = game, after(game, "gap")
    assert any("who sold it is not known after a gap" in line for line in telling.told(before, game))


def test_three_sevens_are_told_as_what_they_are_paid_as() -> None:
    for rules, said in ((", royal: true", ", three sevens, which beat everything"), ("", "")):
        before = after(opened(rules), "b.2 7c7d - -")
        assert telling.told(before, after(before, "t7h"))[0] == f"Bob: 7c 7d 7h, 21{said}"


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ("school", "rules school"),
        ("{base: school, burn: off}", "rules school, burn=off"),
        ("{base: pagat, stick_on: 16}", "rules pagat, stick_on=16"),
    ],
)
def test_the_rules_are_told_by_their_preset(rules: str, shown: str) -> None:
    head = f"session: s\nplayers: [Ann, Bob]\nbank: Ann\nrules: {rules}\ndeals:\n"
    assert telling.opening(begin(*open_session("s.yaml", head)))[0].endswith(shown)


def test_what_the_bank_won_is_shown_while_its_cards_are_asked_for() -> None:
    before = after(opened(""), "b.2 KcQd s - -")
    told = telling.told(before, after(before, "Ann lost .2"))
    assert told == ["Ann (bank): lost 0.20. The cards, or - where nobody noted them."]
