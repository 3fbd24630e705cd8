"""What the score keeper is told: the help of the moment, what is open, who sits where, which rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from test_record_engine import after, opened
from test_record_named_cards import NAMES, SETTING

from pontoon_ledger.currency import NO_CURRENCY
from pontoon_ledger.formatting.record import audited
from pontoon_ledger.scoring import paying, telling
from pontoon_ledger.scoring.engine import Refused, begin, enter, overrule
from pontoon_ledger.scoring.helping import help_lines
from pontoon_ledger.scoring.model import Deal, Hand
from pontoon_ledger.scoring.opening import open_session
from pontoon_ledger.scoring.turns import play_line, whose_turn
from pontoon_ledger.scoring.words import MisreadError, Words

SHOOT = ", shoot: true"


def offered(rules: str, *lines: str) -> set[str]:
    """The first words of the help."""
    return {line.split()[0].rstrip(",") for line in help_lines(after(opened(rules), *lines))}


BETWEEN = {"sold", "shuffled", "players", "gap", "deal", "tally", "bank"}


@pytest.mark.parametrize(
    ("rules", "lines", "there", "not_there"),
    [
        ("", [], BETWEEN | {"void"}, {"kitty", "d", "bp", "burn"}),
        (", bank_sale: false, banker_doubles: true", [], {"bank"}, {"sold", "d"}),
        (", banker_doubles: true", ["b.2"], {"b.20"}, {"d"}),
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


DOUBLES = ", banker_doubles: true"


def test_a_doubled_deal_is_told_wherever_the_deal_is() -> None:
    before = after(opened(DOUBLES), "b.2 - -")
    game = after(before, "d")
    doubled = "Ann has doubled: what pays once pays twice in this deal."
    assert telling.told(before, game) == [doubled]
    later = after(game, "KcQd s")
    assert doubled not in telling.told(game, later)
    assert doubled in telling.deal_opened(later)
    assert paying.due(after(later, "9h8c s"))[:2] == ["Due, doubled:", "  Bob won 0.40"]
    assert "d" not in {line.split()[0] for line in help_lines(game)}


def test_a_doubling_that_the_rules_do_not_know_is_told_as_settled_plain() -> None:
    before = after(opened(""), "b.2 - -")
    found = enter(before, "d", offers=False)
    assert isinstance(found, Refused)
    game = overrule(before, found, "so be it")
    plain = "Ann has doubled; these rules do not know that, and it is settled plain."
    assert telling.told(before, game) == [plain]
    assert paying.due(after(game, "KcQd s 9h8c s"))[:2] == ["Due:", "  Bob won 0.20"]


def test_the_prompt_of_a_bet_says_what_b_alone_bets_and_enter_bets_nothing() -> None:
    game = after(opened(""), "b.2 KcQd s - - 9h8c s", "")
    assert telling.prompt(game) == "Bob bets (b: 0.20)> "
    with pytest.raises(MisreadError, match=r"b bets 0\.20, the same as last time, - sits out"):
        enter(game, "")
    assert after(game, "b").deal.hands[0].stake == 20
    assert telling.prompt(opened("")) == "Bob bets> "


@pytest.mark.parametrize("entries", [[], ["b.2 KcQd s - - 9h8c s"]])
def test_a_void_deal_asks_for_no_payment(entries: list[str]) -> None:
    game = after(opened(""), *entries, "void a card was face up")
    assert telling.prompt(game) == "Void> "
    assert paying.due(game) == ["The deal is void: nothing is due, the bank stays.", "Enter writes it down."]
    assert {"Enter", "undo", "note"} <= offered("", *entries, "void")
    assert not any("won .4" in line or "misdeal" in line for line in help_lines(game))
    written = after(game, "")
    assert written.deal.bank == "Ann"
    assert audited("friday.yaml", written.text).findings["severity"].to_list().count("E") == 0


def test_a_misdeal_before_the_bets_keeps_the_bank_where_it_is() -> None:
    game = after(opened(""), "void", "")
    assert game.text.endswith("  - void: true\n    hands:\n      Ann:\n")
    assert paying.standings(game, []) == "So far nobody has won or lost anything."
    assert "Bob won 0.20" in str(paying.due(after(game, "b.2 KcQd s - - 9h8c s")))
    with pytest.raises(MisreadError, match="say first who holds the bank"):
        enter(after(game, "gap"), "void")


def test_cards_that_come_with_the_bet_do_not_take_the_shoot_bet_away() -> None:
    """Rule 7.2: it is placed before the second card, whenever the score keeper hears of it."""
    game = after(opened(SHOOT), "kitty .5", "b.2 5c9d", "b.2 AhKd", "-")
    assert telling.prompt(game) == "Bob shoots? "
    game = after(game, "sh.2")
    before, game = game, after(game, "sh.1")
    assert telling.told(before, game) == ["Bob: 5c 9d, 14."]
    hands = after(game, "t4h s 9h8c s", "").text
    assert "Bob: bet 0.20, shoot 0.20, 5c 9d, twist 4h, stick, won 0.20, shoot won 0.20" in hands
    assert "Cat: bet 0.20, shoot 0.10, Ah Kd, pontoon, won 0.40, shoot won 0.10" in hands
    assert {"b.20"} <= offered(SHOOT, "kitty .5")
    assert any(line.startswith("b.20 sh.50 ") for line in help_lines(after(opened(SHOOT), "kitty .5")))


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["b.2 5c9d - -", "-"], "play"),
        (["b.2 sh.1 5c9d - -"], "play"),
        (["b.2 - -", "5c9d"], "play"),
        (["b.2 5c9d t4h - -"], "play"),
        (["b.2 5c9d t4h b.2 -"], "shoot"),
        (["b.2 5c9d t4h b.2 8c8d -"], "play"),
        (["b.2 AhKd - - bp AsKc"], "pay"),
        (["b.2 AhKd - - 9h8c s"], "pay"),
        (["b.2 AhKd - -", "9h8c s"], "pay"),
        (["b.2 AhKd b.2 5c9d -", "t4h s"], "bank"),
        (["b.2 AhKd b.2 5c9d -", "-", "sh.1", "t4h s"], "bank"),
    ],
)
def test_the_shoot_bet_is_asked_for_once_and_not_behind_a_turn(lines: list[str], kind: str) -> None:
    setting = replace(SETTING, shoot=True)
    deal = Deal(NAMES, "Ann", own=Hand("Ann"))
    for line in lines:
        deal = play_line(deal, Words(line, NO_CURRENCY), setting)
    assert whose_turn(deal, shoot=True).kind == kind


def test_a_shoot_bet_behind_the_cards_is_refused_with_the_way_to_put_it_right() -> None:
    game = after(opened(SHOOT), "kitty .5", "b.2 5c9d - -", "-")
    found = enter(game, "sh.2", offers=False)
    assert isinstance(found, Refused)
    way = "The cards were entered before it: undo takes them back, then sh.50 5c9d has both."
    assert way in telling.refused(found)
    late = enter(after(game, "t2h t3h"), "sh.2", offers=False)
    assert isinstance(late, Refused)
    assert way not in telling.refused(late)


def test_what_the_bank_won_is_shown_while_its_cards_are_asked_for() -> None:
    before = after(opened(""), "b.2 KcQd s - -")
    told = telling.told(before, after(before, "Ann lost .2"))
    assert told == ["Ann (bank): lost 0.20. The cards, or - where nobody noted them."]
