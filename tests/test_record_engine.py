"""The engine of `pontoon record`: what the rules forbid is refused, what the table rules stands."""

from __future__ import annotations

from functools import cache

import pytest

from pontoon_ledger.formatting.record import audited
from pontoon_ledger.scoring.engine import Game, Refused, begin, enter, overrule
from pontoon_ledger.scoring.model import play_of
from pontoon_ledger.scoring.opening import NotOpenedError, open_session
from pontoon_ledger.scoring.slot import find_slot
from pontoon_ledger.scoring.words import MisreadError

HEAD = "session: friday\nstakes: {min: 0.10, max: 1.00}\nplayers: [Ann, Bob, Cat, Dan]\nbank: Ann\n"
BETS = "b.2 b.1 b.5"


@cache
def opened(rules: str, deals: str = "") -> Game:
    return begin(*open_session("friday.yaml", f"{HEAD}rules: {{base: pagat{rules}}}\ndeals:\n{deals}"))


def after(game: Game, *lines: str, offers: bool = False) -> Game:
    for line in lines:
        found = enter(game, line, offers=offers)
        assert isinstance(found, Game), (line, found)
        game = found
    return game


def codes(found: Game | Refused) -> list[str]:
    assert isinstance(found, Refused), found
    return [finding.code for finding in found.findings]


@pytest.mark.parametrize(
    ("code", "rules", "line"),
    [
        ("P101", "", "b.2 5c9d b.1 5c8h"),
        ("P201", "", "b2"),
        ("P202", "", f"{BETS} 5c9d s"),
        ("P203", "", "b.2 xx t4h t5h s Bob KhJd"),
        ("P204", "", "b.2 5c3d t2h u.2 4c"),
        ("P205", "", "b.2 5c9d u.5 4h"),
        ("P206", ", fifth_card: twist_if_safe", "b.2 2c2d u.2 3h u.2 3c u.2 4c"),
        ("P207", "", "b.2 QcJd sp 3c 4c"),
        ("P209", ", max_hands: 2", "b.2 8c8d sp 8h 4c sp 5c 6c"),
        ("P210", "", "b.2 5c9d s17"),
        ("P212", "", "b.2 5c9d t4h s b.1 KhQs s b.1 8h9c s AhKd"),
        ("P213", ", banker_draws_below: 17", "b.2 KcQd s b.1 KhQs s b.1 8h9c s 5hJs s"),
        ("P214", "", "b.2 9c4d burn 5h2c"),
        ("P215", "", f"{BETS} d"),
        ("P401", "", "bank Cat"),
        ("P404", ", bank_sale: false", "sold Cat 1.50"),
        ("P501", ", shoot: true", "kitty 5.00"),
        ("P502", ", shoot: true", "kitty .5 b.2 sh.6"),
        ("P503", ", shoot: true", "kitty .5 b.2 5c3d sh.2"),
        ("P506", ", shoot: true", "b.2"),
        ("P507", "", "b.2 sh.2"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_its_code(code: str, rules: str, line: str) -> None:
    found = enter(opened(rules), line, offers=False)
    assert code in codes(found)


DONE = "b.2 5c9d u.2 4h s b.1 8h8s s b.5 AhKd KhTs s"
"""Bob has 18, Cat 16, Dan a pontoon, the bank 20."""


@cache
def done() -> Game:
    return after(opened(""), DONE)


def test_a_deal_is_paid_as_due_and_written_down() -> None:
    game = done()
    assert [due.hand for due in game.verdict.dues] == [-40, -10, 100]
    game = after(game, "")
    assert game.text.endswith(
        "deals:\n"
        "  - hands:\n"
        "      Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, lost 0.40\n"
        "      Cat: bet 0.10, 8h 8s, stick, lost 0.10\n"
        "      Dan: bet 0.50, Ah Kd, pontoon, won 1.00\n"
        "      Ann: Kh Ts, stick\n"
    )
    assert (game.deal.bank, game.verdict.shuffle, game.number) == ("Dan", True, 2)
    assert game.bets == {"Bob": 20, "Cat": 10, "Dan": 50}


def test_a_wrong_payment_is_refused_and_the_table_may_let_it_stand() -> None:
    game = done()
    found = enter(game, "Bob lost .1")
    assert codes(found) == ["P301"]
    assert isinstance(found, Refused)
    game = after(overrule(game, found, "he was   skint"), "")
    assert "  - waive:\n      P301: he was skint\n" in game.text
    assert "buy 0.20 4h, stick, lost 0.10" in game.text
    findings = audited("friday.yaml", game.text).findings
    assert findings.select("code", "waived").rows() == [("P301", "he was skint")]


def test_a_ruling_covers_what_was_refused_and_nothing_later() -> None:
    found = enter(opened(""), "b.2 5c9d s b.1 5d8h", offers=False)
    assert isinstance(found, Refused)
    game = overrule(opened(""), found, "first")
    found = enter(game, "Cat s", offers=False)
    assert codes(found) == ["P202"]
    assert isinstance(found, Refused)
    assert overrule(game, found, "second").deal.waive == (("P202", "first; second"),)
    with pytest.raises(MisreadError, match="why"):
        overrule(game, found, " ")


def test_a_ruling_without_use_is_not_written() -> None:
    found = enter(opened(""), "b2 5c9d", offers=False)
    assert isinstance(found, Refused)
    game = overrule(opened(""), found, "so what")
    game = after(game, "void the pack fell down", "")
    assert "waive" not in game.text
    assert "void: the pack fell down" in game.text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("t4h", "Bob has not bet yet"),
        ("b.2 b.1 b.1 b.1", "everybody has bet"),
        ("Ann b.2", "Ann holds the bank"),
        ("b.2 Bob b.2", "Bob has bet already"),
        ("Eve b.2", "'Eve' cannot be read"),
        ("b", "how much?"),
        ("b.2 5c9d u 4h", "what did it cost?"),
        ("b.2 5c9d 4h", "t 4h twists, u .20 4h buys"),
        ("b.2 5c9d4h", "Bob gets two cards first"),
        ("b.2 5c9d t4h sp", "only the first two cards can be split"),
        ("b.2 5c9d sp 4h", "a split gives each hand a card"),
        ("b.2 5c9d t4h burn", "only the first two cards can be burned"),
        ("b.2 AhKd t4h", "Cat has not bet yet"),
        ("Bob t4h", "Bob has not bet in this deal"),
        ("b.2 5c9d Bob/2 s", "Bob has no hand 2"),
        ("bp AhKd", "when all have bet"),
        ("b.2 Bob", "what of Bob?"),
        ("bank Eve", "who holds the bank?"),
        ("bank", "who holds the bank?"),
        ("sold Cat", "to whom, and for how much?"),
        ("players Ann", "who sits at the table now?"),
        ("players Ann, Bob, ann", "nobody sits at the table twice"),
        ("leave Eve", "who leaves the table?"),
        ("join", "who comes"),
        ("note", "what is to be noted?"),
        ("deal", "what is the deal called?"),
        ("tally Bob", "whose running total"),
        ("tally Bob zzz", "'zzz'"),
        ("", "nothing was entered"),
        ("b.2 b.1 b.5 u.2 5h Bob won .4 Cat/2 s", "Cat has no hand 2"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_of_the_line_is_taken(line: str, said: str) -> None:
    with pytest.raises(MisreadError) as refused:
        enter(opened(""), line)
    assert said in str(refused.value)


def test_cards_that_nobody_saw_leave_what_is_due_open_until_they_are_shown() -> None:
    game = after(opened(""), f"{BETS} Bob u.2 s Cat xx t9h s Dan xx t bust 9d8c s")
    assert [due.hand for due in game.verdict.dues] == [None, None, -50]
    assert game.verdict.dues[0].open == "between lost 0.40 and won 0.40"
    game = after(game, "Bob 5c9s4h Cat 2c")
    assert [due.hand for due in game.verdict.dues] == [40, None, -50]
    game = after(game, "Cat won .1", "")
    assert "Bob: bet 0.20, 5c 9s, buy 0.20 4h, stick, won 0.40" in game.text
    assert "Cat: bet 0.10, 2c x, twist 9h, stick, won 0.10" in game.text
    assert "Dan: bet 0.50, x x, twist x, bust, lost 0.50" in game.text


def test_the_banker_shows_a_pontoon_and_nobody_takes_a_turn() -> None:
    game = after(opened(""), "b.2 5c9d b.1 b.5 AhKc bp AsKd")
    assert game.turn.kind == "pay"
    assert [due.hand for due in game.verdict.dues] == [-40, -20, -100]
    assert "Ann: As Kd, pontoon" in after(game, "").text


def test_against_nobody_the_bank_need_not_play() -> None:
    game = after(opened(""), "b.2 5c9d tKh b.1 bust b.5 7c9h tKs", "")
    assert game.turn.kind == "pay"
    assert "Ann:" not in after(game, "").text


def test_a_bank_that_nobody_noted_is_left_out() -> None:
    game = after(opened(""), f"{BETS} Bob s Cat s Dan s - Bob won .2 Cat lost .1 Dan lost 1", "")
    assert game.text.endswith(
        "      Bob: bet 0.20, stick, staked 0.20, won 0.20\n"
        "      Cat: bet 0.10, stick, staked 0.10, lost 0.10\n"
        "      Dan: bet 0.50, stick, staked 0.50, lost 1.00\n"
    )


def test_sitting_out_selling_joining_and_leaving() -> None:
    game = after(opened(""), "join Eve after Bob", "sold Cat 1.50")
    with pytest.raises(MisreadError, match="Cat holds the bank: say first who holds it instead"):
        enter(game, "Cat out")
    game = after(game, "Dan out Ann out Bob b.2 b.1 KhQs s Bob KcQc s 9c9d s", "")
    assert game.text.endswith(
        "  - bank: Cat\n"
        "    price: 1.50\n"
        "    players: [Ann, Bob, Eve, Cat, Dan]\n"
        "    hands:\n"
        "      Bob: bet 0.20, Kc Qc, stick, won 0.20\n"
        "      Eve: bet 0.10, Kh Qs, stick, won 0.10\n"
        "      Cat: 9c 9d, stick\n"
    )
    game = after(game, "leave Dan")
    assert (game.deal.seats, game.deal.bank) == (("Ann", "Bob", "Eve", "Cat"), "Cat")


def test_an_ending_behind_cards_that_ended_the_hand_is_its_own_and_never_the_next() -> None:
    game = after(opened(""), "- - b.5 KcQd s 9h8c4d s")
    assert game.turn.kind == "pay"
    with pytest.raises(MisreadError, match="the hand of Bob is over by its cards; whose is 'stick'"):
        enter(opened(""), "b.2 b.1 b.1 Bob 5c9d t7h s t4c")


def test_the_bank_that_goes_round_passes_over_who_sits_out() -> None:
    done = "  - hands:\n      Bob: bet 0.20, lost 0.20\n"
    game = opened(", bank_passes: each_deal", done)
    assert game.deal.bank == "Bob"
    game = after(game, "Bob out")
    assert (game.deal.bank, game.turn.player) == ("Cat", "Dan")
    assert codes(enter(game, "Bob b.2", offers=False)) == ["P401"]


def test_a_gap_asks_for_the_bank() -> None:
    game = after(opened("", "  - hands:\n      Bob: bet 0.20, lost 0.20\n"), "gap")
    assert game.turn.kind == "holder"
    with pytest.raises(MisreadError, match="say first who holds the bank"):
        enter(game, "b.2")
    assert after(game, "dan").deal.bank == "Dan"


def test_a_kitty_is_asked_for_and_stands() -> None:
    game = opened(", shoot: true")
    assert game.verdict.dry
    game = after(game, "kitty .5", BETS)
    assert (game.verdict.dry, game.verdict.kitty, game.turn.kind) == (False, 50, "shoot")
    game = after(game, "sh.2 - -")
    game = after(game, "Bob 5c3d t2c Cat 8h9c s Dan KhTd s", offers=True)
    assert game.verdict.offer is not None
    assert game.verdict.offer.words == ("shoot", "twist")
    game = after(game, "sh.3 t9h s 8sTc s", "")
    assert "Bob: bet 0.20, shoot 0.20, 5c 3d, twist 2c, shoot 0.30, twist 9h, stick, won 0.20" in game.text
    assert "shoot won 0.50" in game.text
    assert game.verdict.kitty == 0


def test_a_card_that_came_too_soon_is_refused_when_the_deal_is_over() -> None:
    done = "  - hands:\n      Bob: bet 0.20, 5c 9d, twist 4h, stick, lost 0.20\n      Ann: Kh Ts, stick\n"
    game = after(opened("", done), "b.2 5cTd s b.1 KcQd s b.5 8h9h s")
    assert game.verdict.findings == ()
    game = after(game, "7c8s s")
    assert [finding.code for finding in game.verdict.findings] == ["P105"]
    assert codes(enter(game, "unshuffled", offers=False)) == ["P102"]


def test_a_tally_that_differs_is_refused() -> None:
    game = done()
    assert codes(enter(game, "tally Bob .40", offers=False)) == ["P603"]
    assert after(game, "tally Bob -.40 Dan +1.00").deal.tally == (("Bob", -40), ("Dan", 100))


def test_a_note_and_a_label() -> None:
    game = after(done(), "deal 2b", "note Dan spilt: his beer", "note twice", "")
    assert "  - deal: 2b\n" in game.text
    assert "note: 'Dan spilt: his beer; twice'" in game.text


def test_results_of_split_hands_and_of_all_together() -> None:
    game = after(opened(""), "b.2 8c8d sp 3h Th t9h s Bob/2 s - - KcQd s")
    with pytest.raises(MisreadError, match="Bob has 2 hands"):
        enter(game, "Bob lost .2")
    game = after(game, "Bob all lost .4", "")
    assert "        - bet 0.20, 8c 3h, twist 9h, stick\n" in game.text
    assert "        - split 0.20, 8d Th, stick, all lost 0.40\n" in game.text


def test_paid_takes_the_side_that_is_due_and_owing_is_kept() -> None:
    game = after(opened(""), "b.2 KcQd s - - 9h8c s", "paid .2 Bob owing .1")
    assert play_of(game.deal.hands[0], game.session.unit) == "bet 0.20, Kc Qd, stick, won 0.20, owing 0.10"


def test_the_offers_are_the_judges() -> None:
    game = after(opened(""), f"{BETS} Bob 8h8s", offers=True)
    assert game.verdict.offer is not None
    assert game.verdict.offer.words == ("stick", "twist", "buy", "split")
    assert game.verdict.offer.price == (20, 40)
    game = after(game, "t 3c", offers=True)
    assert game.verdict.offer is not None
    assert (game.verdict.offer.words, game.verdict.offer.price) == (("stick", "twist"), None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("players: [Ann, Bob]\n", "a session lacks 'deals'"),
        ("players: [Ann, Bob\ndeals:\n", "line 1"),
        ("players: [Ann, Bob]\ndeals:\npaymets: []\n", "line 3: a session has no key 'paymets'"),
        (f"{HEAD}deals:\n  - hands:\n      Bob: zzz 3\n", "line 7: 'zzz' begins no clause"),
        ("players: [Ann, Bob]\ndeals: [{hands: {Bob: won 1}}]\n", "written in brackets"),
        ('{"players": ["Ann", "Bob"], "deals": []}', "it is JSON"),
        ("{players: [Ann, Bob], deals: []}", "written in brackets"),
        ("players: [Ann, Bob]\ndeals: hands.csv\n", "its deals are in hands.csv"),
    ],
)
def test_a_file_that_no_deal_can_go_into_is_refused(text: str, said: str) -> None:
    with pytest.raises(NotOpenedError) as refused:
        open_session("friday.yaml", text)
    assert said in str(refused.value)


LONG = "deals:\n    - hands:\n        Bob: won 1\n      note: |\n        a\n\n        b\n"
SHORT = "deals:\n- hands: {Bob: won 1}  # x\n  # y\n"


@pytest.mark.parametrize(
    ("deals", "shown"),
    [
        ("deals:", "deals:\nNEW"),
        ("deals: []  # none yet", "deals:  # none yet\nNEW"),
        ("deals:\n  # an example\n\n# the end", "deals:\n  # an example\nNEW\n# the end\n"),
        (f"{SHORT}# z", f"{SHORT}NEW# z\n"),
        (f"{LONG}\npayments: []", f"{LONG}NEW\npayments: []\n"),
    ],
)
def test_the_deal_goes_behind_the_last_and_all_else_stays(deals: str, shown: str) -> None:
    head = "players: [Ann, Bob]\nbank: Ann\n"
    assert find_slot(head + deals).with_deals(["NEW"]) == head + shown
