"""The fewest payments: tables that tell the program from one with a small thing wrong.

In: amounts that a mutant of the code settled otherwise. Out: who settles with whom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.records import balances, codes, deal, judge, net

import pontoon_ledger as pontoon
from pontoon_ledger.partition import loose_groups
from pontoon_ledger.settlement import fewest_payments

if TYPE_CHECKING:
    from pathlib import Path


def test_many_people_are_parted_into_the_small_groups_they_came_in() -> None:
    amounts = [share * 7**party for party in range(6) for share in (-3, 1, 2)]
    groups = sorted(sorted(group) for group in loose_groups(amounts))
    assert groups == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11], [12, 13, 14, 15, 16, 17]]


def test_sixteen_who_are_left_of_many_people_still_pay_as_seldom_as_can_be() -> None:
    parties = [(9, 37, -46), (-17, -8, 25), (-49, -29, 78), (42, 25, -67), (-7, -32, -2, 41), (977, -977)]
    amounts = [amount for party in parties for amount in party]
    balances = {f"P{at:02}": amount for at, amount in enumerate(amounts)}
    assert len(fewest_payments(balances).payments) == len(amounts) - len(parties)


def test_5_5_one_who_bought_no_chips_or_did_not_play_cashes_in_what_he_has() -> None:
    play = ("Bob: bet 0.20, Th 9c, stick, won 0.20", "Ann: Kh 7d, stick")
    for cash, told in (
        ("Bob: {out: 0.20}", []),
        ("Bob: {out: 0.19}", ["P601"]),
        ("Cat: {in: 2.00, out: 2.00}", []),
        ("Cat: {in: 2.00, out: 1.99}", ["P601"]),
    ):
        assert codes(judge(deal(*play, extra=f"cash:\n  {cash}"))) == told


def test_7_10_what_the_record_leaves_in_the_kitty_goes_home_though_by_the_rules_it_is_empty() -> None:
    play = ("Bob: bet 0.20, shoot 0.50, Th 9c, stick, won 0.20, shoot won 0.30", "Ann: Kh 7d, stick")
    audit = judge(deal(*play, rules="{base: pagat, shoot: true}", fields="kitty: 0.50"))
    recorded = {name: amount for name, amount in net(audit, "recorded").items() if amount}
    assert recorded == {"Ann": -50, "Bob": 50}


def test_4_who_was_paid_is_one_person_however_the_sessions_spell_him(tmp_path: Path) -> None:
    for at, name in enumerate(("Bob", "BOB")):
        play = deal(f"{name}: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick", players=f"Ann, {name}")
        (tmp_path / f"evening-{at}.yaml").write_text(play)
    audit = pontoon.audit(pontoon.read(sorted(tmp_path.iterdir())))
    assert balances(audit) == {"Ann": -40, "Bob": 40}
