"""The dealer that everything else is compared with, held against the rulebook's own examples.

In: hands out of the rulebook, and many random evenings. Out: trust in the dealer.
"""

from __future__ import annotations

import ast
import csv
import io
import random
import sys
from itertools import pairwise
from pathlib import Path

import dealer
import pytest
import yaml
from dealer import Coin, Deal, Habits, Hand, Move, Style, complete, completions, settle, settle_shoot
from dealer.brute import fits, legal_draws, may_buy_fifth, price_bounds
from dealer.cards import Pack, best, hard, is_pontoon, low, standing
from dealer.chips import KITTY, move_chips
from dealer.play import calls_for_shuffle, claims
from dealer.referee import bank_faults, deal_faults, hand_faults, pack_faults, shoot_faults, split_faults

PAGAT = complete()
BANK = {17: "T7", 18: "T8", 19: "T9", 20: "TQ", 21: "T56", "five": "23453", "bust": "T5K", "pontoon": "AK"}


def hand(cards: str, *moves: tuple[str, int], stake: int = 10, **more: object) -> Hand:
    """A hand by its ranks and how the cards past the second were taken."""
    taken = [Move(kind, price, card) for (kind, price), card in zip(moves, cards[2:], strict=True)]
    return Hand("Bob", stake=stake, cards=list(cards), moves=taken, **more)  # type: ignore[arg-type]


def deal_of(bank: str, *hands: Hand, **more: object) -> Deal:
    """A deal of these hands against a bank."""
    banker = Hand("Ann", bank=True, cards=list(bank))
    seats = ["Ann", *dict.fromkeys(h.player for h in hands)]
    return Deal(1, "1", "Ann", seats, list(hands), banker, **more)  # type: ignore[arg-type]


def pays(cards: str, bank: str, s: int = 1, t: int | None = None, **options: object) -> int:
    """What a hand of these ranks is due."""
    split, doubled = bool(options.pop("split_hand", False)), bool(options.pop("doubled", False))
    rules = complete(options)  # type: ignore[arg-type]
    return settle(list(cards), list(bank), s, t or s, split, rules, doubled)


def test_t1_five_example_hands_fall_strictly() -> None:
    ranks = [standing(list(cards)) for cards in ("AJ", "73422", "984", "9A", "96A")]
    assert ranks == sorted(set(ranks), reverse=True)


def test_aces_and_the_number_of_cards() -> None:
    assert best(list("AA")) == 12
    assert best(list("T9")) == best(list("T234")) == 19
    assert standing(list("T9")) == standing(list("T234"))
    assert is_pontoon(list("AT")) and not is_pontoon(list("A55"))


@pytest.mark.parametrize(
    ("stake", "prices", "bounds"),
    [(6, [], (6, 12)), (6, [10], (6, 10)), (100, [], (100, 200)), (100, [175], (100, 175)), (6, [4], (6, 6))],
)
def test_t2_to_t5_prices(stake: int, prices: list[int], bounds: tuple[int, int]) -> None:
    assert price_bounds(prices, stake, 2) == bounds
    lo, hi = bounds
    before = ["P205"] * sum(price < stake for price in prices)
    for price, fault in [(lo - 1, ["P205"]), (lo, []), (hi, []), (hi + 1, ["P205"])]:
        moves = [("buy", p) for p in (*prices, price)]
        bought = hand("5522"[: 2 + len(moves)], *moves, stake=stake)
        assert hand_faults(bought, complete({"stick_on": 0})) == before + fault


def test_t6_banker_on_17() -> None:
    for cards, times in [("T8", 1), ("T9", 1), ("TQ", 1), ("T56", 1), ("AK", 2), ("23453", 2), ("T7", -1)]:
        assert pays(cards, BANK[17], 5, 15) == times * 15
    assert pays("T6", BANK[17]) == -1


def test_t7_and_t8_banker_on_18_and_21() -> None:
    assert (pays("T9", BANK[18]), pays("T8", BANK[18])) == (1, -1)
    assert (pays("TQ", BANK[21]), pays("777", BANK[21])) == (-1, -1)
    assert (pays("AK", BANK[21]), pays("23453", BANK[21])) == (2, 2)


def test_t9_equal_totals_go_to_the_bank_or_push() -> None:
    assert pays("T9", "T234") == -1
    assert pays("T9", "T234", ties="push") == 0


def test_t10_splits_want_equal_ranks() -> None:
    def halves(first: str, second: str) -> list[Hand]:
        return [hand(first + "9", split=True), hand(second + "9", split=True, number=2)]

    assert split_faults(halves("Q", "Q"), PAGAT) == split_faults(halves("T", "T"), PAGAT) == []
    assert split_faults(halves("Q", "J"), PAGAT) == split_faults(halves("K", "J"), PAGAT) == ["P207"]
    assert split_faults(halves("Q", "Q"), complete({"split": "aces"})) == ["P207"]


def test_t11_burns_want_hard_totals() -> None:
    assert [hard(list(pair)) for pair in ("A2", "94", "A3", "77")] == [None, 13, None, 14]
    burned = hand("T9", burns=[("A", "3")])
    assert hand_faults(burned, complete({"burn": "14"})) == ["P214"]


def test_t12_a_safe_fifth_card_may_only_be_twisted() -> None:
    assert low(list("2234")) == 11
    assert may_buy_fifth(list("2234"), "buy") and not may_buy_fifth(list("2234"), "twist_if_safe")
    bought = hand("22349", ("buy", 10), ("buy", 10), ("buy", 10))
    assert hand_faults(bought, PAGAT) == []
    assert hand_faults(bought, complete({"fifth_card": "twist_if_safe"})) == ["P206"]


def test_t13_shoot_bets_up_to_the_kitty() -> None:
    rules = complete({"shoot": True})

    def bets(*amounts: int) -> list[str]:
        hands = [hand("T9", shoot=bet) for bet in amounts]
        return shoot_faults(deal_of(BANK[18], *hands, kitty=100), rules)

    assert bets(50, 50) == bets(100) == []
    assert bets(50, 51) == bets(100, 1) == ["P502"]


def test_t14_and_t15_five_cards_and_21() -> None:
    assert standing(list("8342A")) == standing(list("52347"))
    assert pays("T52", "8242") == 1


def test_x1_the_same_trick_against_four_banks() -> None:
    bought = hand("23453", ("buy", 12), ("buy", 10), ("buy", 8), stake=6)
    assert bought.staked == 36
    banks = (BANK[20], BANK["five"], BANK["bust"], BANK[21])
    assert [pays("23453", bank, 6, 36) for bank in banks] == [72, -72, 72, 72]


def test_x2_bust_on_the_fifth_card_is_lost_once() -> None:
    assert pays("2345K", BANK["bust"], 6, 36) == -36


def test_x3_and_x4_splits() -> None:
    assert pays("8T", BANK[19], 10, split_hand=True) == -10
    assert pays("8T3", BANK[19], 10, split_hand=True) == 10
    assert pays("TA", BANK[19], 10, split_hand=True) == 20
    assert pays("TA", BANK[19], 10, split_hand=True, split_pontoon_pays=1) == 10
    deal = deal_of(BANK[19], hand("TA", split=True), hand("T9", split=True, number=2))
    assert claims(deal) == []
    assert calls_for_shuffle(deal, "Ann", PAGAT)


def test_x5_banker_shows_a_pontoon() -> None:
    hands = [
        Hand(n, stake=s, cards=list(c)) for n, s, c in (("B", 5, "T9"), ("C", 10, "55"), ("D", 20, "AK"))
    ]
    deal = deal_of(BANK["pontoon"], *hands, stopped=True)
    for each in hands:
        each.due = settle(each.cards, deal.bank_hand.cards, each.stake, each.staked, False, PAGAT)
    assert [each.due for each in hands] == [-10, -20, -40]
    assert deal.bank_due == 70
    assert claims(deal) == [] and calls_for_shuffle(deal, "Ann", PAGAT)
    assert move_chips(deal, PAGAT) == {"B": -10, "C": -20, "D": -40, "Ann": 70, KITTY: 0}


def test_x6_a_kitty_through_a_deal() -> None:
    rules = complete({"shoot": True})
    a = Hand("A", stake=1, cards=list("T5K"), moves=[Move("twist", 0, "K")], shoot=60)
    b = Hand("B", stake=1, cards=list("T9"), shoot=40)
    moves = [Move("twist", 0, "2"), Move("twist", 0, "3")]
    c = Hand("C", stake=1, cards=list("T223"), moves=moves, shoot4=120)
    deal = deal_of(BANK[18], a, b, c, kitty=100)
    assert shoot_faults(deal, rules) == []
    c.shoot4 = 121
    assert shoot_faults(deal, rules) == ["P502"]
    c.shoot4 = 120
    assert 100 + move_chips(deal, rules)[KITTY] == 240
    assert [settle_shoot(h.cards, deal.bank_hand.cards, h.shoot + h.shoot4, rules) for h in (a, b, c)] == [
        -60,
        40,
        -120,
    ]


def test_x7_a_bankers_pontoon_takes_all_shoot_bets_once() -> None:
    rules = complete({"shoot": True})
    hands = [Hand("B", stake=1, cards=list("T9"), shoot=20), Hand("C", stake=1, cards=list("AK"), shoot=30)]
    assert 50 + move_chips(deal_of(BANK["pontoon"], *hands, kitty=50, stopped=True), rules)[KITTY] == 100


def test_x8_turns() -> None:
    assert hand_faults(hand("2345", ("twist", 0), ("buy", 10)), complete({"stick_on": 0})) == ["P204"]
    assert hand_faults(hand("T4"), PAGAT) == ["P202"]
    assert hand_faults(hand("A4"), PAGAT) == []
    assert hand_faults(hand("T562", ("twist", 0), ("twist", 0)), PAGAT) == ["P203"]
    assert hand_faults(hand("A464", ("twist", 0), ("twist", 0)), PAGAT) == ["P203"]


def test_a_pontoon_shown_late_takes_all_that_is_staked() -> None:
    late = {"peek": False}
    assert pays("T9", "AK", 10, 30, **late) == -60
    assert pays("T5K", "AK", 10, 30, **late) == -30
    assert pays("AQ", "AK", 10, pontoon_vs_banker_pontoon=0, **late) == 0
    assert pays("777", "AK", 10, 30, royal=True, **late) == 90
    assert pays("T9", "AK", 10, 30, banker_pontoon=1, doubled=True, banker_doubles=True, **late) == -60


def test_doubling_raises_single_multiples_only() -> None:
    both = {"banker_doubles": True, "doubled": True}
    assert pays("T9", BANK[18], **both) == 2
    assert pays("T5K", BANK[18], **both) == -2
    assert pays("AK", BANK[18], **both) == 2
    assert pays("777", BANK[18], royal=True, **both) == 3
    assert pays("T9", BANK[18], doubled=True) == 1


def test_five_cards_against_five() -> None:
    assert pays("23453", "23462") == -2
    assert pays("23453", "23462", banker_five_card=1) == -1
    assert pays("23453", "23462", ties="push") == 0
    assert pays("777", "23462", royal=True) == 3


def test_completions_of_a_hidden_card() -> None:
    assert completions(["T", "x"], ["T", "7"], 1, 1, False, PAGAT) == {-1, 1, 2}
    assert completions(["T", "x"], ["T", "7"], 1, 1, False, PAGAT, ending="stick 20") == {1}
    assert completions(["T", "5", "x"], ["T", "Q"], 1, 1, False, PAGAT) == {-1, 1}
    assert completions(["T", "9"], ["T", "Q", "x"], 1, 1, False, PAGAT) == {-1, 1}
    gone = ["A"] * 4
    assert completions(["T", "x"], ["T", "8"], 1, [1, 3], False, PAGAT, others=gone) == {-3, -1, 1, 3}
    assert completions(["T", "5", "T", "x"], ["T", "8"], 1, 1, False, PAGAT, legal=True) == set()


def test_completions_of_a_hand_never_written() -> None:
    assert completions(["T", "9"], None, 1, 1, False, PAGAT) == {-2, -1, 1}
    assert completions(["T", "9"], None, 1, 1, False, PAGAT, bank_ending="bust") == {1}
    assert completions(["2", "2"], None, 1, 1, False, PAGAT, bank_ending="stick") == {-1}
    assert completions(None, ["T", "Q"], 1, 1, False, PAGAT, ending="stick") == {-1, 1}
    assert completions(
        ["T", "9"], None, 1, 1, False, complete({"banker_five_card": 1}), bank_pontoon=False
    ) == {
        -1,
        1,
    }


def test_endings_fit_their_cards() -> None:
    assert fits(list("T9"), "stick", 15) and not fits(list("T4"), "stick", 15)
    assert fits(list("AK"), "stick", 15) and not fits(list("T5K"), "stick", 0)
    assert legal_draws(list("T56")) and not legal_draws(list("T562"))


def test_the_pack_is_a_queue() -> None:
    pack = Pack(random.Random(1))
    first = []
    for _ in range(4):
        pack.begin()
        first.append([pack.draw() for _ in range(13)])
        pack.collect()
    assert len({card for deal in first for card in deal}) == 52
    pack.begin()
    assert {pack.draw() for _ in range(13)} == set(first[0])


KINDS = [
    {"exclude": dealer.EXTRAS},
    {"exclude": dealer.NOT_YET},
    {},
]


def evenings(kind: dict[str, object], count: int, deals: int = 15) -> list[dealer.Session]:
    """Random evenings under random rules."""
    played = []
    for seed in range(count):
        rng = random.Random(seed)
        rules = dealer.random_rules(rng, **kind)  # type: ignore[arg-type]
        most = 10 if rules["packs"] == 1 else 14
        played.append(
            dealer.play_session(
                rng,
                deals=deals,
                players=rng.randint(2, most),
                rules=rules,
                reseat=0.1,
                gap=0.03,
                void=0.05,
                sell=0.2,
                aka=0.2,
            )
        )
    return played


@pytest.mark.parametrize("kind", KINDS, ids=["plain", "no shoot", "all"])
def test_random_evenings_are_legal(kind: dict[str, object]) -> None:
    for session in evenings(kind, 60):
        for deal in session.deals:
            assert deal_faults(deal, session.rules, session.stakes) == []
        assert pack_faults(session) == []
        assert bank_faults(session) == []


@pytest.mark.parametrize("kind", KINDS, ids=["plain", "no shoot", "all"])
def test_every_deal_and_evening_sums_to_zero(kind: dict[str, object]) -> None:
    for session in evenings(kind, 40):
        for deal in session.deals:
            shoots = sum(h.shoot_due for h in deal.hands)
            assert deal.bank_due + sum(h.due for h in deal.hands) == 0
            assert shoots + deal.kitty_end - deal.kitty == 0
        assert sum(session.net.values()) == 0


def test_a_whole_evening_added_up_without_the_dealer() -> None:
    for session in evenings({"exclude": dealer.NOT_YET}, 30):
        net = dict.fromkeys(session.net, 0)
        for no, player, _, due in session.dues:
            net[player] += due
            net[session.bank_of[no]] -= due
        for deal in session.deals:
            if deal.price is not None:
                assert deal.heir
                net[deal.bank] -= deal.price
                net[deal.heir] += deal.price
        assert net == session.net


def test_everything_happens_sooner_or_later() -> None:
    sessions = evenings({}, 250)
    deals = [deal for session in sessions for deal in session.deals]
    hands = [each for deal in deals for each in deal.hands]
    assert {each.ending for each in hands} == {"stick", "bust", "five", "pontoon"}
    assert max(each.number for each in hands) == 4
    assert any(each.split and each.burns for each in hands)
    assert any(each.split and each.natural for each in hands)
    assert any(each.shoot4 for each in hands)
    assert any(each.number > 1 and each.shoot for each in hands)
    assert any(deal.stopped for deal in deals)
    assert any(deal.bank_hand.natural and not deal.stopped for deal in deals)
    assert any(not deal.shown for deal in deals)
    assert any(deal.doubled for deal in deals)
    assert any(len(deal.claimants) > 1 for deal in deals)
    assert any(deal.price is not None and deal.bank == last.bank for last, deal in pairwise(deals))
    assert any(
        deal.kitty_end == 0 and session.rules["shoot"] for session in sessions for deal in session.deals
    )
    assert any(each.due == 3 * each.staked for each in hands)


def test_the_referee_sees_a_card_that_came_too_soon() -> None:
    session = evenings({}, 1)[0]
    session.deals[3].bank_hand.cards[0] = session.deals[2].bank_hand.cards[0]
    for deal in session.deals:
        deal.called = deal.gap = False
    assert pack_faults(session)


def test_yaml_says_what_was_played() -> None:
    for session in evenings({}, 40, deals=8):
        record = yaml.load(dealer.to_yaml(session), yaml.BaseLoader)
        assert record["format"] == "pontoon/1"
        assert len(record["deals"]) == len(session.deals)
        for deal, entry in zip(session.deals, record["deals"], strict=True):
            assert entry.get("bank", deal.heir or session.bank) == deal.bank
            for player in deal.players:
                plays = entry["hands"][player]
                mine = [h for h in deal.hands if h.player == player]
                assert len(mine) == (len(plays) if isinstance(plays, list) else 1)
                for each, play in zip(mine, plays if isinstance(plays, list) else [plays], strict=True):
                    assert play.startswith("bet " if each.number == 1 else "split ")
                    assert play.count("buy ") == len(each.prices)
                    assert f"{each.cards[0]} {each.cards[1]}" in play
            assert (deal.bank in entry["hands"]) == (deal.shown or deal.write_bank_result)


@pytest.mark.parametrize("variety", [0.0, 0.4, 1.0])
def test_places_are_where_they_say(variety: float) -> None:
    opening = ("bet ", "split ")
    for seed, session in enumerate(evenings({}, 30, deals=6)):
        text = dealer.to_yaml(session, Style(random.Random(seed), variety))
        assert yaml.load(text, yaml.BaseLoader)["deals"]
        lines = text.split("\n")
        told = {key: lines[line - 1][a - 1 : b - 1] for key, (line, a, b) in session.places.items()}
        for deal in session.deals:
            for each in deal.hands:
                key = deal.no, each.player, each.number
                assert told[*key, "bet"].lower().startswith(opening)
                assert told[*key, "row"].startswith(told[*key, "bet"])
                assert len(told[*key, "cards"].split()) == 2
                for kind, move in zip(("third", "fourth", "fifth"), each.moves, strict=False):
                    assert told[*key, kind].lower().startswith(move.kind)
                if each.shoot4:
                    assert told[*key, "shoot4"].lower().startswith("shoot ")
            if deal.price is not None:
                assert any(digit.isdigit() for digit in told[deal.no, None, 0, "price"])


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_tables_hold_a_row_a_hand(delimiter: str, columns: bool) -> None:
    for seed in range(15):
        rng = random.Random(seed)
        session = dealer.play_session(rng, deals=8, players=5, rules=dealer.random_rules(rng), void=0.05)
        head, text = dealer.to_csv(session, delimiter, Style(rng, 0.5), columns=columns)
        assert yaml.load(head, yaml.BaseLoader)["deals"] == "hands.csv"
        table = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))
        unseen = sum(not (deal.shown or deal.write_bank_result) for deal in session.deals)
        assert len(table) == sum(len(deal.hands) + 1 for deal in session.deals) - unseen
        assert all(None not in row and None not in row.values() for row in table)


def test_many_sessions_in_one_table() -> None:
    rng = random.Random(4)
    several = [dealer.play_session(rng, deals=3, players=4, name=f"night {n}", coin=Coin()) for n in range(3)]
    table = list(csv.DictReader(io.StringIO(dealer.to_csv_alone(several))))
    assert list(dict.fromkeys(row["session"] for row in table)) == ["night 0", "night 1", "night 2"]
    assert sum(bool(row["bank"]) for row in table) == 9


def test_a_table_cannot_say_who_changed_seats() -> None:
    session = dealer.play_session(random.Random(1), deals=12, players=5, reseat=1.0)
    with pytest.raises(ValueError, match="seats"):
        dealer.to_csv(session)


def test_knobs_hold() -> None:
    rng = random.Random(2)
    never = Habits(burn=0, split=0, buy=0, shoot=0, double=0)
    session = dealer.play_session(
        rng, deals=40, players=4, rules={"shoot": True, "burn": "13"}, habits=never, sell=0, sit_out=0, pay=0
    )
    hands = [each for deal in session.deals for each in deal.hands]
    assert not any(each.split or each.burns or each.prices or each.shoot or each.written for each in hands)
    assert {len(deal.players) for deal in session.deals} == {3}


def test_random_rules_leave_out_what_they_should() -> None:
    for seed in range(200):
        rules = dealer.random_rules(random.Random(seed), exclude=dealer.EXTRAS)
        assert (rules["shoot"], rules["burn"], rules["royal"], rules["banker_doubles"]) == (
            False,
            "off",
            False,
            False,
        )
        only = dealer.random_rules(random.Random(seed), allow=["ties"], change=1.0)
        assert set(dealer.rules.differences(only)) <= {"ties"}


def test_the_dealer_imports_nothing_of_the_package() -> None:
    files = [Path(__file__), *Path(dealer.__file__).parent.glob("*.py")]
    assert len(files) > 8
    allowed = {"dealer", "pytest", "yaml"}
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [str(node.module)]
            for name in names:
                top = name.split(".")[0]
                assert top in allowed or top in sys.stdlib_module_names, f"{file.name}: {name}"
