"""Fairness: what of a record is counted, how often an honest season alarms, and that a cheat is found.

PONTOON_FAIR_SEASONS widens the run over honest seasons; benchmarks/fairness.py measures it at length.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import dealer
import pytest
from fair_table import Table

from pontoon_ledger import audit, read
from pontoon_ledger.odds import chances
from pontoon_ledger.odds.chances import weigh
from pontoon_ledger.odds.dealt import Deal, Seat, deals_of
from pontoon_ledger.odds.exact import deviations
from pontoon_ledger.odds.fairness import fairness

SEASONS = int(os.environ.get("PONTOON_FAIR_SEASONS", "30"))
HEAD = "players: [Ann, Bob, Cat]\nbank: Ann\n"
A, T, J, Q, K = 0, 9, 10, 11, 12
FULL = """
  - hands:
      Cat: bet 1, 9c 9d, stick, lost 1
      Bob: bet 1, 5c 2d, twist 3h, twist Kh, stick, won 1
      Ann: Kc 9s, stick
"""


def read_deals(tmp_path: Path, text: str, head: str = HEAD) -> list[Deal]:
    path = tmp_path / "night.yaml"
    path.write_text(head + "deals:" + text, encoding="utf-8")
    return list(deals_of(audit(read(path)), lambda _, name: name))


def test_a_deal_is_told_in_the_order_of_play(tmp_path: Path) -> None:
    (deal,) = read_deals(tmp_path, FULL)
    bob, cat = Seat("Bob", (4, 1, 2, K), 2, pontoon=False), Seat("Cat", (8, 8), 0, pontoon=False)
    assert deal == Deal(True, (bob, cat), "Ann", (K, 8), bank_pontoon=False)
    (unordered,) = read_deals(tmp_path, FULL, HEAD + "order: unknown\n")
    assert not unordered.ordered


def test_split_burned_and_hidden_hands(tmp_path: Path) -> None:
    text = """
  - hands:
      Bob:
        - bet 1, 8c Td, stick, lost 1
        - split 1, 8d 2c, twist Kc, stick, lost 1
      Cat: bet 1, burn 9c 4d, Qh 5h, twist 6s, stick, won 1
      Ann: Kd 9s, stick
  - hands:
      Bob: bet 1, Ks 6c, twist Jh, bust, lost 1
      Cat: bet 1, Js 6d, twist Qd, bust, lost 1
"""
    first, second = read_deals(tmp_path, text, HEAD + "rules: {base: pagat, burn: '13'}\n")
    bob, cat = first.seats
    assert bob == Seat("Bob", (7, 7, T, 1, K), 0, pontoon=False)
    assert cat == Seat("Cat", (8, 3, Q, 4, 5), 1, pontoon=False)
    assert second.idle
    assert second.bank is None
    assert second.bank_pontoon is False


def test_what_is_not_written_is_not_known(tmp_path: Path) -> None:
    text = """
  - hands:
      Bob: bet 1, stick 18, lost 1
      Cat: bet 1, x x, lost 1
      Ann: stick 18
"""
    (deal,) = read_deals(tmp_path, text)
    assert deal.seats == (Seat("Bob", None, 0, pontoon=False), Seat("Cat", None, 0, pontoon=None))
    assert deal.bank is None
    assert deal.bank_pontoon is False
    assert not deal.idle


def test_a_deal_that_contradicts_itself_is_not_known(tmp_path: Path) -> None:
    (deal,) = read_deals(tmp_path, FULL.replace("Kh, stick", "Kh, bust"))
    assert [seat.cards for seat in deal.seats] == [None, None]
    assert deal.bank is None
    assert deal.bank_pontoon is None


@pytest.mark.parametrize(
    ("between", "mixed"),
    [("", False), ("shuffled: true\n    ", True), ("gap: true\n    bank: Ann\n    ", None)],
)
def test_when_the_pack_is_known(tmp_path: Path, between: str, mixed: bool | None) -> None:
    other = FULL.replace("9c 9d", "8c 8d").replace("5c 2d", "4c 6d").replace("3h", "2h").replace("Kh", "7h")
    other = other.replace("Kc 9s", "Kd 9h").replace("stick, won 1", "stick, lost 1")
    text = FULL + other.replace("- hands", f"- {between}hands")
    assert [deal.mixed for deal in read_deals(tmp_path, text)] == [True, mixed]


def test_a_pontoon_calls_for_a_shuffle_and_a_card_too_soon_undoes_all_trust(tmp_path: Path) -> None:
    pontoon = FULL.replace("9c 9d, stick, lost 1", "Ac Kd, pontoon, won 2")
    after = FULL.replace("- hands", "- bank: Ann\n    hands")
    assert [deal.mixed for deal in read_deals(tmp_path, pontoon + after)] == [True, True]
    assert [deal.mixed for deal in read_deals(tmp_path, FULL + FULL)] == [True, None]


def test_a_first_deal_that_was_not_shuffled_follows_no_other_session(tmp_path: Path) -> None:
    text = FULL.replace("- hands", "- shuffled: false\n    hands")
    assert [deal.mixed for deal in read_deals(tmp_path, text)] == [None]


def test_a_session_with_faults_is_left_out(tmp_path: Path) -> None:
    assert read_deals(tmp_path, FULL.replace("9c 9d", "9c 9z")) == []


def test_only_a_known_pack_is_counted() -> None:
    low = Seat("Bob", (1, 2), 0, pontoon=False)
    deals = [
        Deal(True, (low,), "Ann", (3, 4), bank_pontoon=False),
        Deal(False, (low,), "Ann", None, bank_pontoon=False),
        Deal(False, (low,), "Ann", (3, 4), bank_pontoon=False),
        Deal(True, (low,), "Ann", (3, 4), bank_pontoon=False, void=True),
        Deal(None, (low,), "Ann", (3, 4), bank_pontoon=False),
    ]
    tallies = weigh(deals)
    bob = tallies.counted["Bob", "player", chances.PONTOONS]
    assert bob.parts == {(1 - p, p): 1 for p in (64 / 1326, 4 * 16 * 2 / (48 * 47))}
    assert tallies.deals == 1
    assert tallies.left_out == {chances.BANK_UNWRITTEN: 1, chances.UNKNOWN: 2, chances.VOID: 1}


def test_the_second_time_round_is_not_counted() -> None:
    """Four cards of a rank a deal: after thirteen deals the pack is through."""
    ranks = [Deal(n == 0, (Seat("Bob", (n, n), 0, pontoon=False),), "Ann", (n, n), False) for n in range(13)]
    tallies = weigh([*ranks, ranks[1]])
    assert (tallies.deals, tallies.left_out) == (13, {chances.SECOND: 1})
    tallies = weigh([ranks[0], ranks[1], ranks[1]])
    assert (tallies.deals, tallies.left_out) == (2, {chances.CONTRADICTED: 1})


def test_the_chance_to_bust_is_that_of_the_unseen_cards() -> None:
    """Bob takes a card to hard 16, first before Cat with ace and deuce has played, then after, under peek."""
    bob, cat = Seat("Bob", (T, 5, K), 1, pontoon=False), Seat("Cat", (A, 1), 0, pontoon=False)
    deal = Deal(True, (bob, cat), "Ann", (7, 8), bank_pontoon=False, peek=False)
    (part,) = weigh([deal]).counted["Bob", "player", chances.BUSTS].parts
    assert part == pytest.approx((18 / 48, 30 / 48))
    (dealt_after,) = (
        weigh([Deal(True, (cat, bob), "Ann", (7, 8), False)]).counted["Bob", "player", "busts"].parts
    )
    ways = {rank: (3 if rank in {A, 1} else 4) for rank in range(5)}
    whole, free = 0, 0
    for rank in range(13):
        left = ways.get(rank, 3 if rank in {5, T} else 4)
        pairs = 47 * 46 // 2 - (3 - (rank == A)) * (15 - (rank >= T))
        whole, free = whole + left * pairs, free + (left * pairs if rank < 5 else 0)
    assert dealt_after == pytest.approx((free / whole, 1 - free / whole))


def test_the_fifth_card_and_the_bank() -> None:
    bob = Seat("Bob", (1, 2, 3, 4, 5), 3, pontoon=False)
    tallies = weigh([Deal(True, (bob,), "Ann", (6, 8, K), bank_pontoon=False, peek=False)])
    trick = tallies.counted["Bob", "player", chances.TRICKS]
    unseen = [4, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]
    assert (trick.seen, trick.of) == (1, 1)
    assert next(iter(trick.parts)) == pytest.approx((sum(unseen[7:]) / 48, sum(unseen[:7]) / 48))
    bank = tallies.counted["Ann", "banker", chances.BUSTS]
    unseen = [4, 3, 3, 3, 3, 3, 3, 4, 3, 4, 4, 4, 4]
    assert (bank.seen, bank.of) == (1, 1)
    assert next(iter(bank.parts))[1] == pytest.approx(sum(unseen[5:]) / 45)


def test_honest_seasons_seldom_alarm() -> None:
    """At most five in a hundred; of 30 more than 5 would come once in 1,000 times that it holds."""
    found = [fairness(Table(random.Random(f"honest {n}"), 4).season(100)) for n in range(SEASONS)]
    assert sum(bool(one.beyond) for one in found) <= 0.05 * SEASONS + 3.1 * (0.0475 * SEASONS) ** 0.5
    tested = [line for one in found for line in one.lines if line.corrected is not None]
    assert len(tested) > 25 * SEASONS
    assert 0.02 < sum(line.p < 0.05 for line in tested) / len(tested) < 0.055


def test_what_is_expected_is_what_comes() -> None:
    """One long honest season: nothing is four deviations off, a pack taken as whole would be."""
    tallies = weigh(Table(random.Random(5), 5).season(4000))
    together = {subject: tally for subject, tally in tallies.counted.items() if subject[0] is None}
    gaps = {subject: deviations(tally.parts, tally.seen) for subject, tally in together.items()}
    assert len(gaps) == 32
    assert max(map(abs, gaps.values())) < 4


def test_a_cheat_is_named_and_an_honest_banker_is_not() -> None:
    """The bank stays with Ann, who deals herself an extra ace in one hand of twenty."""
    crooked, straight = (
        fairness(Table(random.Random("a long season"), 5, cheat, stays=True).season(2000))
        for cheat in ("Ann", None)
    )
    assert {(line.who, line.role) for line in crooked.beyond} == {("Ann", "banker")}
    assert "aces" in {line.what for line in crooked.beyond}
    assert straight.beyond == ()
    assert fairness(Table(random.Random("a long season"), 5, "Ann", stays=True).season(100)).beyond == ()


def test_real_records_of_the_dealer_are_fair(tmp_path: Path) -> None:
    """Splits, burns, sales, sitting out, voids and gaps, by any house rules, through the real reader."""
    for seed in range(12):
        rng = random.Random(seed)
        names = ["Ann", "Bob", "Cat", "Dan", "Eve"]
        session = dealer.play_session(
            rng,
            deals=60,
            players=5,
            names=names,
            rules=dealer.random_rules(rng),
            name=f"{seed}",
            void=0.03,
            gap=0.02,
        )
        (tmp_path / f"{seed}.yaml").write_text(dealer.to_yaml(session), encoding="utf-8")
    found = fairness(deals_of(audit(read(tmp_path)), lambda _, name: name))
    assert found.beyond == ()
    assert found.unwritten == {}
    assert found.deals > 200
