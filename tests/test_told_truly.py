"""What is said beside the figures is true too: who is not known, since when, by which rules.

In: small records with one thing amiss. Out: the sentence that tells it.
"""

from __future__ import annotations

import pytest
from command import CLEAN, FRIDAY, Door, door

__all__ = ["door"]


def test_a_hand_whose_player_is_not_known_is_not_laid_to_the_bank(door: Door) -> None:
    door.write("friday.yaml", FRIDAY.replace("Cat: bet", "Ctt: bet"))
    done = door("settle", "friday.yaml")
    assert done.status == 1
    assert "deal 1 of friday: nobody can tell who played one of the hands" in done.err
    assert "held the bank" not in done.err


def test_infer_says_what_is_wrong_where_no_bank_is_named(door: Door) -> None:
    door.write("friday.yaml", "players: [Ann, Bob]\ndeals:\n  - hands: {Bob: 'bet 1, lost 1'}\n")
    done = door("infer", "friday.yaml")
    assert "friday.yaml) has faults; pontoon check shows them" in done.err
    assert "internal error" not in done.err


@pytest.mark.parametrize(("gap", "since"), [("", "the start"), ("    gap: true\n    bank: Ann\n", "the gap")])
def test_a_tally_parts_from_the_deals_since_they_were_written_on(door: Door, gap: str, since: str) -> None:
    deal = "    hands: {Bob: 'bet 0.20, Th 9d, stick, won 0.20', Ann: 'Kh 7d, stick'}\n"
    told = f"  - tally: {{Bob: 0.90}}\n{gap}{deal}"
    door.write("friday.yaml", f"players: [Ann, Bob]\nbank: Ann\ndeals:\n  -{deal[3:]}{told}")
    done = door("check", "friday.yaml", "--format", "plain")
    assert f"they part since {since}" in done.out
    assert "P603" in done.out


def test_fmt_says_of_an_empty_file_that_it_is_empty(door: Door) -> None:
    door.write("friday.yaml", "")
    assert door("fmt", "friday.yaml").err.strip().endswith("friday.yaml was left as it is: it is empty")


@pytest.mark.parametrize(
    "words", [("odds", "bet 1, 5c 9d"), ("strategy",), ("odds", "bet 1, shoot 1, 5c 9d")]
)
def test_shoot_bets_are_said_to_be_left_aside_once(door: Door, words: tuple[str, ...]) -> None:
    done = door(*words, "--rules", "pagat, shoot=true")
    assert done.status == 0
    assert done.err.count("shoot bets are a bet of their own and no part of this") == 1


def test_a_sign_that_cannot_be_written_gives_way_to_the_code(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pontoon_ledger.cli.screen import Screen
    from pontoon_ledger.render.paint import Paint

    door.write("friday.yaml", CLEAN)
    assert "pays Bob £0.40" in door("settle", "friday.yaml").out
    monkeypatch.setattr(Screen, "paint", Paint(charset="ascii"))
    assert "pays Bob 0.40 GBP" in door("settle", "friday.yaml").out
