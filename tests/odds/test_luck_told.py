"""Which hands are weighed and why others are not; how luck is summed up and how it is judged."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path

import dealer
import polars as pl
import pytest
from command import CLEAN
from polars.testing import assert_frame_equal

from odds.fair_bank import evening
from pontoon_ledger import audit, read
from pontoon_ledger.auditing import Audit
from pontoon_ledger.odds import DEFAULT, Game, Values, pack
from pontoon_ledger.odds import told as t
from pontoon_ledger.odds.bankers import as_recorded
from pontoon_ledger.odds.luck import NOT_READY, PARTS, Luck, luck
from pontoon_ledger.odds.luck_lines import BANKER, EXACT, PLAYER, SQUARES, lines, named
from pontoon_ledger.odds.moments import moments
from pontoon_ledger.odds.selection import selection
from pontoon_ledger.odds.spread import spread_of
from pontoon_ledger.odds.worst import worst
from pontoon_ledger.store import Ledger

Read = Callable[[str], Audit]
BOB = "bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.40"


@pytest.fixture
def judged(tmp_path: Path) -> Read:
    def read_text(text: str) -> Audit:
        path = tmp_path / "night.yaml"
        path.write_text(text, encoding="utf-8")
        return audit(read(path))

    return read_text


def weigh(found: Audit) -> Luck:
    return luck(found, lambda session, name: DEFAULT)


def same(session: int, name: str) -> str:
    return name


def why(found: Audit) -> dict[str, str | None]:
    return dict(weigh(found).seats.select("player", "why").iter_rows())


CASES = {
    BOB: None,
    "bet 0.20, stick 18, won 0.20": t.NO_CARDS,
    "bet 0.20, 5c x, buy 0.20 4h, stick 18, won 0.40": t.NO_CARDS,
    "won 0.20": t.NO_CARDS,
    "bet 0.20, 5c 9d 4h, stick, won 0.20": t.NO_HOW,
    "bet 0.20, 5c 9d, buy 4h, stick, won 0.40": t.NO_PRICE,
    "5c 9d, twist 4h, stick, won 0.40": t.NO_PRICE,
    "bet 0.20, 5c 9d, buy 0.20 4h, won 0.40": t.NO_ENDING,
    "bet 0.20, 5c 9d, stick, lost 0.20": t.UNFIT,
    "bet 0.20, 5c 3d, twist 4h, buy 0.20 6h, stick, won 0.40": t.UNFIT,
    "bet 0.20, 5c 9d, buy 0.50 4h, stick, won 0.70": t.UNFIT,
    "bet 0.20, 5c 9d, buy 0.20 4h, stick 17, won 0.40": t.UNFIT,
    "bet 2.00, 5c 9d, buy 2.00 4h, stick, won 4.00": None,
}


def test_a_hand_is_weighed_or_it_is_said_why_not(judged: Read) -> None:
    head, _, deal = CLEAN.partition("  - hands:")
    deals = [f"  - bank: Ann\n    hands:{deal.replace(BOB, bob)}" for bob in CASES]
    found = judged(head.replace("deals:", "stakes: {min: 0.10, max: 1.00}\ndeals:") + "".join(deals))
    seats = weigh(found).seats
    assert seats.filter(player="Bob")["why"].to_list() == list(CASES.values())
    assert set(seats.filter(pl.col("player") != "Bob")["why"]) == {None}


def test_a_card_twice_spoils_the_deal(judged: Read) -> None:
    twice = why(judged(CLEAN.replace("buy 0.20 4h, stick, won 0.40", "buy 0.20 Kh, bust, lost 0.40")))
    assert set(twice.values()) == {t.UNFIT}


def test_where_the_bank_is_not_known_no_hand_of_the_deal_is_weighed(judged: Read) -> None:
    gone = CLEAN.replace("      Ann: Kh 7d, stick\n", "")
    lost = gone.replace("8h 3c, twist 9h, stick, won 0.10", "8h 3c, twist 9h, twist 5h, bust, lost 0.10")
    assert set(why(judged(lost)).values()) == {t.NO_BANK}
    total = gone + "      Ann: stick 17\n"
    assert set(why(judged(total)).values()) == {None}
    wrong = CLEAN.replace("Ann: Kh 7d, stick", "Ann: Kh 6s 5s 2c, stick")
    assert set(why(judged(wrong)).values()) == {t.BANK_UNFIT}


def test_a_bank_that_need_not_play_is_no_gap(judged: Read) -> None:
    text = """\
players: [Ann, Bob]
bank: Ann
deals:
  - hands:
      Bob: bet 1, Kc 9d, twist 5h, bust, lost 1
"""
    assert why(judged(text)) == {"Bob": None}


def test_a_split_is_weighed_whole_or_not_at_all(judged: Read) -> None:
    text = """\
players: [Ann, Bob]
bank: Ann
deals:
  - hands:
      Bob:
        - bet 1, 8c Th, stick, won 1
        - split 1, 8d {second}
      Ann: Kh 7d, stick
"""
    whole = weigh(judged(text.format(second="9h, stick, lost 1"))).seats
    assert whole.select("hands", "why", "decisions").row(0) == (2, None, 3)
    gone = weigh(judged(text.format(second="stick 18, won 1").replace("8d stick", "stick"))).seats
    assert gone.select("hands", "why").row(0) == (2, t.NO_CARDS)


def test_misdeals_and_records_with_faults_are_not_in_it(judged: Read) -> None:
    assert why(judged(CLEAN.replace("  - hands:", "  - void: misdeal\n    hands:"))) == {}
    assert why(judged(CLEAN + "      Eve: bet 0.20, 2c 3c, stick\n")) == {}


def test_rules_that_are_not_reckoned_through_can_be_put_off(judged: Read) -> None:
    found = luck(judged(CLEAN), lambda session, name: DEFAULT, lambda game: False)
    assert set(found.seats["why"]) == {NOT_READY}
    assert worst(found, named(found, judged(CLEAN), same), 5) == []


def test_every_hand_played_is_counted_as_the_statistics_count_it(tmp_path: Path) -> None:
    for seed in range(3):
        session = dealer.play_session(
            random.Random(seed), deals=30, players=5, void=0.1, gap=0.1, name=f"n{seed}"
        )
        (tmp_path / f"{seed}.yaml").write_text(dealer.to_yaml(session), encoding="utf-8")
    found = audit(read(tmp_path))
    with Ledger.memory() as ledger:
        ledger.add(found)
        spellings = ledger.spellings()
        told = ledger.query("SELECT player, currency, hands FROM player_stats").rows()
    seats = named(weigh(found), found, lambda session, name: spellings[name.casefold()])
    mine = lines(seats).filter(role=PLAYER).select("name", "currency", "played").rows()
    assert sorted(mine, key=str) == sorted(told, key=str)


def test_a_line_adds_up_in_stakes_and_to_the_penny(tmp_path: Path) -> None:
    session = dealer.play_session(random.Random(7), deals=60, players=4, coin=dealer.Coin("GBP"))
    path = tmp_path / "night.yaml"
    path.write_text(dealer.to_yaml(session), encoding="utf-8")
    found = audit(read(path))
    seats = named(weigh(found), found, same)
    every = lines(seats)
    for row in every.iter_rows(named=True):
        assert row["expected"] + row["luck"] + row["decisions"] == pytest.approx(row["result"], abs=1e-9)
        assert sum(row[part] for part in PARTS) == pytest.approx(row["luck"], abs=1e-9)
        money = [row[f"m_{name}"] for name in ("expected", "luck", "stakes", "decisions")]
        assert sum(money) == row["m_result"]
        assert row["se_from"] == (SQUARES if row["role"] == BANKER else EXACT)
    assert every["result"].sum() == pytest.approx(0, abs=1e-9)
    assert every["m_result"].sum() == 0
    net = {row["name"]: row["m_result"] for row in every.filter(role=PLAYER).iter_rows(named=True)}
    dues: dict[str, int] = {}
    for _, player, _, due in session.dues:
        dues[player] = dues.get(player, 0) + due
    assert net == dues
    by = lines(seats, by_session=True)
    assert by["session"].unique().to_list() == [session.name]
    order = ("role", "name")
    assert_frame_equal(by.drop("session_no", "session").sort(order), every.sort(order), rel_tol=1e-9)
    alone = lines(seats, ["Cat", session.seats[0]])
    assert set(alone["name"]) <= {"Cat", session.seats[0]}


def test_stakes_chosen_on_good_cards_are_no_luck(judged: Read) -> None:
    deal = "  - hands:\n      Bob: bet {}, {} 9d, stick, lost {}\n      Ann: Kh Qd, stick\n"
    head = "players: [Ann, Bob]\nbank: Ann\ndeals:\n"
    text = head + deal.format(3, "Ah", 3) + deal.format(1, "Th", 1)
    found = judged(text)
    row = lines(named(weigh(found), found, same), ["Bob"]).row(0, named=True)
    first = spread_of(Game()).first["worth"]
    assert row["m_stakes"] == round(100 * (first[0] - first[9]))


@pytest.mark.parametrize(
    ("bob", "done", "best", "cards"),
    [
        ("bet 1, 5c 9d, buy 1.50 2h, twist 3c, stick, won 2.50", ("buy", 150), ("twist", None), "5c 9d"),
        ("bet 1, Ah 4d, stick, lost 1", ("stick", None), ("buy", 200), "Ah 4d"),
        ("bet 1, 9h 9d, twist 2c, twist Kc, bust, lost 1", ("twist", None), ("stick", None), "9h 9d 2c"),
    ],
)
def test_the_worst_decision(judged: Read, bob: str, done: object, best: object, cards: str) -> None:
    text = f"players: [Ann, Bob]\nbank: Ann\ndeals:\n  - hands:\n      Bob: {bob}\n      Ann: Kh 6d, stick\n"
    found = judged(text)
    weighed = weigh(found)
    seats = named(weighed, found, same)
    (decision, *_) = worst(weighed, seats, 1)
    assert (decision.done, decision.done_price) == done
    assert (decision.best, decision.best_price) == best
    assert (decision.cards, decision.line, decision.name) == (cards, 5, "Bob")
    values = Values(Game())
    if decision.done == "stick":
        state = values.dealt(pack.cards("A4"))
        assert decision.cost == pytest.approx(values.value(state) - values.stick(state))
        assert decision.money == round(100 * decision.cost)


def test_a_pair_that_should_have_been_parted(judged: Read) -> None:
    text = """\
players: [Ann, Bob]
bank: Ann
deals:
  - hands:
      Bob:
        - bet 1, Kc 9h, stick, won 1
        - split 1, Kd 8h, stick, won 1
      Ann: Kh 6d, stick
  - hands:
      Bob: bet 1, Ac Ah, twist 9d, stick, won 1
      Ann: Kh 6d, stick
"""
    found = judged(text)
    weighed = weigh(found)
    (first, second) = worst(weighed, named(weighed, found, same), 2)
    assert {(one.done, one.best, one.cards) for one in (first, second)} == {
        ("split", "stick", "T T"),
        ("twist", "buy", "Ac Ah"),
    }


def test_luck_is_none_on_average_and_as_wide_as_is_said(tmp_path: Path) -> None:
    for seed in range(12):
        session = evening(seed, {"shuffle_after": "every_deal"}, 60, 6)
        (tmp_path / f"{seed}.yaml").write_text(dealer.to_yaml(session), encoding="utf-8")
    found = audit(read(tmp_path))
    seats = weigh(found).seats
    every = seats.with_columns(luck=pl.sum_horizontal(PARTS), variance=pl.col("var_first") + pl.col("var"))
    for part in (*PARTS, "luck"):
        mean, sd = every[part].mean(), every[part].std()
        assert abs(mean) < 4 * sd / math.sqrt(len(every)), part  # type: ignore[operator,arg-type]
    assert (every["luck"] ** 2).sum() / every["variance"].sum() == pytest.approx(1, abs=0.15)
    split = every.filter(pl.col("hands") > 1)
    assert (split["luck"] ** 2).sum() / split["variance"].sum() == pytest.approx(1, abs=0.5)


def test_the_variance_of_the_next_card_is_that_of_its_values(judged: Read) -> None:
    text = "players: [Ann, Bob]\nbank: Ann\ndeals:\n  - hands:\n      Bob: {}\n      Ann: Kh 6d, stick\n"
    found = judged(text.format("bet 1, 5c 9d, buy 1.50 2h, stick, lost 2.50"))
    hands = t.told(found).with_columns(live=~pl.col("bust"))
    rows = moments(hands).join(hands.select("row", "live"), on="row", how="left")
    spread = spread_of(Game())
    weighed = spread.weigh(rows).sort("hand", descending=False)
    values = Values(Game())
    state = values.dealt(pack.cards("95"))
    bought = values.bought(state, 1.5)
    square = sum(
        chance * values.value(state.taken(v, 1.5)) ** 2 for v, chance in values.draws(pack.cards("95"))
    )
    mine = weighed.filter(act="buy").row(0, named=True)
    assert mine["q"] == pytest.approx(bought)
    assert mine["var"] == pytest.approx(square - bought**2)
    end = state.taken(1, 1.5)
    times = Game().times(16, False)
    out, none = end.hand, values.no_pontoon(end.hand)
    paid = sum(chance * n * n for chance, n in zip(values.bank(out), times, strict=True)) / none
    last = weighed.filter("last").row(0, named=True)
    assert last["var"] == pytest.approx((paid - values.finished(out, out) ** 2) * 2.5**2)


def test_bankers_as_they_played(tmp_path: Path) -> None:
    deal = "  - hands:\n      Bob: bet 1, Kc 9d, stick, won 1\n      Ann: Kh {}d, stick\n"
    text = "players: [Ann, Bob]\nbank: Ann\nrules: {base: pagat, bank_passes: never}\ndeals:\n"
    path = tmp_path / "night.yaml"
    path.write_text(text + 3 * deal.format(5), encoding="utf-8")
    found = audit(read(path))
    habits = as_recorded(found, lambda session, name: f"{name}!", DEFAULT)
    assert {name: (one.hands, one.choices) for name, one in habits.seen.items()} == {"Ann!": (3, 3)}
    assert habits(0, "Ann").stays(15, False) == 1
    assert habits(0, "Bob") == DEFAULT
    (game,) = luck(found, habits).games
    assert game.bank.stays(15, False) == 1


def test_who_writes_only_winners_down_is_found_out() -> None:
    def of(weighed: int, won: int, others: int, others_won: int) -> float | None:
        whys = [None] * weighed + ["no cards"] * others
        net = [1] * won + [-1] * (weighed - won) + [1] * others_won + [-1] * (others - others_won)
        return selection(pl.DataFrame({"why": whys, "due": net, "counts": net}, strict=False)).p

    assert of(11, 11, 16, 1) == pytest.approx(12 / math.comb(27, 11))
    assert of(100, 45, 100, 47) == pytest.approx(0.887, abs=0.01)
    assert of(100, 60, 100, 40) == pytest.approx(0.0073, abs=0.0005)
    assert of(5, 5, 0, 0) is None
