"""What is entered at the table is kept, or refused with a way on: nothing goes in silence."""

from __future__ import annotations

from functools import cache

import pytest
import test_record_engine as engine
from test_record_engine import codes, opened

from pontoon_ledger.formatting.record import audited
from pontoon_ledger.scoring.engine import Game, enter
from pontoon_ledger.scoring.words import MisreadError

SCHOOL = ", stick_on: 16, burn: 13, royal: true"
SHOOT = ", shoot: true"
DOUBLES = ", banker_doubles: true"
WON = "  - hands:\n      Bob: bet 0.20, lost 0.20\n"
DEALT = "b.2 5c9d - b.5 AhKd"
STUCK = "b.2 KcQd s - - "


ENTERED: dict[tuple[int, str, bool], tuple[Game, Game]] = {}


def after(game: Game, *lines: str, offers: bool = False) -> Game:
    """Enter lines; games are frozen, so what many tests begin with is entered once."""
    for line in lines:
        key = id(game), line, offers
        if key not in ENTERED:
            ENTERED[key] = game, engine.after(game, line, offers=offers)
        game = ENTERED[key][1]
    return game


def refusal(game: Game, line: str) -> str:
    with pytest.raises(MisreadError) as refused:
        enter(game, line, offers=False)
    return str(refused.value)


def test_a_gap_keeps_what_was_said_of_the_bank() -> None:
    game = after(opened("", WON), "sold Cat 1.50", "gap")
    assert (game.deal.bank, game.deal.price, game.deal.gap) == ("Cat", 150, True)
    assert refusal(game, "bank Cat").startswith("Cat bought the bank for 1.50: undo takes that back")
    assert refusal(game, "leave Cat").startswith("Cat has bought the bank and is in this deal")
    game = after(game, "b.2 KcQd s - - 9h8c s", "")
    assert game.text.endswith(
        "  - gap: true\n    bank: Cat\n    price: 1.50\n    hands:\n"
        "      Dan: bet 0.20, Kc Qd, stick, won 0.20\n      Cat: 9h 8c, stick\n"
    )
    assert audited("friday.yaml", game.text).findings["severity"].to_list() == ["N"]
    assert after(opened("", WON), "bank Ann", "gap").deal.bank == "Ann"
    assert after(opened(SHOOT, WON), "kitty .5", "gap", "dan").deal.kitty == 50


def test_what_the_bank_was_seen_to_hold_is_not_lost_to_new_seats_or_a_gap() -> None:
    game = after(opened(""), "Ann KhQd")
    assert "seats change between deals" in refusal(game, "join Eve after Bob")
    assert "a gap is said before the bets" in refusal(game, "gap")


@cache
def with_big_al() -> Game:
    return after(opened(""), "join Big Al after Dan")


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("Dna won 1", "Dan"),
        ("Bbo b.2", "Bob"),
        ("Bbo/2 s", "Bob"),
        ("Bbo: s", "Bob"),
        ("dna", "Dan"),
        ("@Dna b.2", "Dan"),
        ("b.2 Catt b.1", "Cat"),
        ("bank Dna", "Dan"),
        ("sold Cta 1.50", "Cat"),
        ("leave Bobb", "Bob"),
        ("join Eve after Bbo", "Bob"),
        ("tally Bbo 3", "Bob"),
        ("tally Bob 3 Cta 1", "Cat"),
        ("Big Sal b.2", "Big Al"),
        ("Bgi Al b.2", "Big Al"),
        ("stik", "stick"),
        ("Eve b.2", None),
        ("leave Xyz", None),
        ("tally Bob", None),
    ],
)
def test_a_name_that_nobody_has_is_refused_with_the_nearest(line: str, near: str | None) -> None:
    told = refusal(with_big_al(), line)
    assert told.endswith(f"did you mean {near!r}?") if near else "did you mean" not in told


def test_who_sits_out_stays_out_when_seats_change() -> None:
    game = after(opened(""), "Dan out", "join Eve after Bob", "leave Cat")
    assert (game.deal.seats, game.deal.out) == (("Ann", "Bob", "Eve", "Dan"), ("Dan",))


@pytest.mark.parametrize(
    "lines", [(), ("b.2",), ("b.2", "- -"), ("b.2", "- -", "sh.5"), ("b.2", "- -", "sh.5", "5c9d")]
)
def test_the_kitty_stands_once_a_bet_is_made(lines: tuple[str, ...]) -> None:
    game = after(opened(SHOOT), "kitty .5", *lines)
    if lines:
        assert "before the bets" in refusal(game, "kitty 1")
    else:
        assert after(game, "kitty 1").deal.kitty == 100


@pytest.mark.parametrize(
    ("entries", "may"),
    [
        (DEALT, True),
        ("b.2 - b.5", True),
        (f"{DEALT} Bob t4h", False),
        (f"{DEALT} Bob t4h s", False),
        ("b.2 8c8d - - sp", False),
        (f"{STUCK}", False),
        (f"{STUCK} 9h8c", False),
    ],
)
def test_the_banker_doubles_when_all_have_bet_and_before_the_first_turn(entries: str, may: bool) -> None:
    game = after(opened(DOUBLES), *([entries] if entries else []))
    if may:
        assert after(game, "d").deal.doubled
    else:
        assert "before the first turn" in refusal(game, "d")


@pytest.mark.parametrize("entries", ["", "b.2", "b.2 -"])
def test_the_banker_doubles_no_sooner_than_all_have_bet(entries: str) -> None:
    game = after(opened(DOUBLES), *([entries] if entries else []))
    assert "2.2" in refusal(game, "d")


@pytest.mark.parametrize(
    ("entries", "may"),
    [
        ("9c4d burn 9d4h", False),
        ("9c4d burn 7d7h", True),
        ("9c4d burn 7dx", True),
        ("9c4d burn 7d7h sp 6c3d Bob/1 burn 5c8h", False),
        ("9c4d burn 7d7h sp 6c3d Bob/1 burn 7c7s", True),
        ("9c4d burn 8d8h sp 3c4h t9s s Bob/2", False),
        ("7d7h sp 6c3d Bob/1 burn 5c5s", False),
        ("7d7h sp 6c3d Bob/1 burn 7c7s", True),
        ("7d7h sp Tc6d s burn 5c5s Bob/2", False),
    ],
)
def test_after_a_burn_only_a_pair_of_the_hands_rank_is_split(entries: str, may: bool) -> None:
    """Rules 3.2 and 3.8; in the record the burn would hide what was split."""
    game = after(opened(SCHOOL), f"b.2 - - {entries.removesuffix(' Bob/2')}", offers=True)
    split = "Bob/2 sp" if "Bob/2" in entries else "sp"
    if may:
        after(game, split)
    else:
        assert "(P207; rules 3.2 and 3.8)" in refusal(game, split)
    assert game.verdict.offer is not None
    assert ("split" in game.verdict.offer.words) == may


def test_without_a_burn_the_table_may_let_a_split_stand() -> None:
    assert codes(enter(opened(""), "b.2 QcJd sp 3c 4c", offers=False)) == ["P207"]


def test_what_the_bank_won_is_held_to_what_it_can_have_won_and_ends_no_turn() -> None:
    game = after(opened(""), STUCK)
    assert codes(enter(game, "Ann won 5", offers=False)) == ["P602"]
    assert "whose? put the name first" in refusal(game, "won .2")
    game = after(game, "Ann lost .2", offers=True)
    assert game.turn.kind == "bank"
    assert game.verdict.offer is None
    game = after(game, "9h8c", offers=True)
    assert game.verdict.offer is not None
    assert game.verdict.offer.words == ("stick", "draw")
    assert "Ann: 9h 8c, stick, lost 0.20\n" in after(game, "s", "").text


@pytest.mark.parametrize(
    ("entry", "written", "due"),
    [
        ("s", "bet 0.20, stick, staked 0.20", "between lost 0.20 and won 0.20"),
        ("xx s", "bet 0.20, stick, staked 0.20", "between lost 0.20 and won 0.20"),
        ("s18", "bet 0.20, stick 18, staked 0.20, won 0.20", None),
        ("xx t s", "bet 0.20, x x, twist x, stick", "between lost 0.20 and won 0.20"),
        ("9cx s", "bet 0.20, 9c x, stick", "between lost 0.20 and won 0.20"),
    ],
)
def test_an_unseen_hand_that_stuck_is_no_pontoon(entry: str, written: str, due: str | None) -> None:
    game = after(opened(""), f"b.2 {entry} - - 9h8c s")
    assert game.verdict.dues[0].open == due
    game = after(game, "")
    assert f"Bob: {written}\n" in game.text
    assert game.deal.bank == "Ann"
    assert "P401" not in audited("friday.yaml", game.text).findings["code"].to_list()


def test_cards_seen_only_at_the_end_take_the_place_of_what_was_said_without_them() -> None:
    game = after(opened(""), "b.2 s - - s19", "Bob KcQd", "Ann 9hTc")
    assert [due.hand for due in game.verdict.dues] == [20]
    assert game.text != after(game, "").text
    assert after(game, "").text.endswith(
        "      Bob: bet 0.20, Kc Qd, stick, won 0.20\n      Ann: 9h Tc, stick 19\n"
    )
    assert "the bank has 2 cards" in refusal(game, "Ann 9hTc2d")
    assert "the bank's hand is over" in refusal(game, "Ann t2d")
    bare = after(opened(""), f"{STUCK} s")
    assert "Ann kd9h tells what the bank had" in refusal(bare, "kd9h")
    assert after(bare, "Ann kd9h").deal.own.cards


@pytest.mark.parametrize("line", ["Bob s", "Ann s"])
def test_a_total_is_not_erased_in_silence(line: str) -> None:
    game = after(opened(""), "b.2 s18 - - s19")
    assert "is over, on 1" in refusal(game, line)
    assert after(game, f"{line}17").turn.kind == "pay"


SPLIT = "b.2 9c9d - - sp"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("t5h", "x t5h"),
        ("t", "x t"),
        ("t", "10"),
        ("t5h", "10"),
        ("xx", "x"),
        ("xx t5h", "x"),
    ],
)
def test_with_one_card_wanted_a_hint_can_be_typed(line: str, hint: str) -> None:
    game = after(opened(""), SPLIT)
    assert hint in refusal(game, line)
    found = enter(game, hint, offers=False)
    assert isinstance(found, Game), found
    assert not found.deal.hands[0].wanting


def test_with_one_card_wanted_it_may_be_unseen_or_the_hand_bust() -> None:
    game = after(opened(""), SPLIT, "x t5h", "bust")
    assert "Bob: bet 0.20" not in game.text
    hands = after(game, "x t8h s KhQd s", "").text
    assert "        - bet 0.20, 9c x, twist 5h, bust, lost 0.20\n" in hands
    found = after(opened(""), SPLIT, "bust 8c s KhQd s")
    assert [card for card in found.deal.hands[0].cards if card == 65] == [65, 65]
    aces = after(opened(""), "b.2 AcAd - - sp", "bust")
    assert len(aces.deal.hands[0].cards) == 4


@pytest.mark.parametrize("name", ["S", "Q", "X", "all"])
def test_a_player_whose_name_is_an_entry_is_told_how_he_is_written(name: str) -> None:
    game = after(opened(""), f"players Ann, {name}, Bob", "bank Ann")
    assert refusal(game, f"{name} b.4").endswith(f"; write @{name} for the player {name}")
    assert after(game, f"@{name} b.4").deal.hands[0].stake == 40


@pytest.mark.parametrize("word", ["1c2d", "1", "b.2 91"])
def test_there_is_no_one(word: str) -> None:
    assert "there is no 1; an ace is A, a ten is T or 10" in refusal(
        after(opened(""), "b.2"), f"Bob {word[-4:]}"
    )
