# ruff: noqa: N802
"""Shoot Pontoon, rulebook chapter 7, and the worked examples T13, X6 and X7."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

from pontoon_ledger import audit, read, settle

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """rules: {base: pagat, shoot: true}
stakes: {min: 0.05, max: 5.00}
players: [D, A, B, C]
bank: D
deals:
"""


@pytest.fixture
def judge(tmp_path: Path):
    def judged(*deals: str):
        text = HEAD
        for deal in deals:
            first, *rows = deal.strip().splitlines()
            text += f"  - {first}\n    hands:\n" + "".join(f"      {row.strip()}\n" for row in rows)
        (tmp_path / "shoot.yaml").write_text(text, encoding="utf-8")
        return audit(read(tmp_path / "shoot.yaml"))

    return judged


def codes(audited) -> list[str]:
    return audited.findings["code"].to_list()


def shoots(audited) -> dict[str, int]:
    rows = audited.hands.filter(pl.col("shoot_due").is_not_null())
    return dict(rows.select("player", "shoot_due").iter_rows())


def kitty_home(audited) -> int:
    """What went home to the banker at the end."""
    return -audited.transfers.filter(pl.col("kind") == "kitty")["counts"].to_list()[-1]


def test_T13_after_half_the_kitty_the_next_may_shoot_the_other_half(judge) -> None:
    half = """kitty: 1.00
        A: bet 0.10, shoot 0.50, Th 9d, stick
        B: bet 0.10, shoot 0.50, Tc 8d, stick
        D: Ts 7d, stick"""
    assert codes(judge(half)) == []
    more = judge(half.replace("B: bet 0.10, shoot 0.50", "B: bet 0.10, shoot 0.51"))
    assert codes(more) == ["P502"]
    assert more.findings["expected"].to_list() == ["0.50 or less"]


def test_T13_after_the_whole_kitty_nobody_may_shoot(judge) -> None:
    whole = judge("""kitty: 1.00
        A: bet 0.10, shoot 1.00, Th 9d, stick
        B: bet 0.10, shoot 0.01, Tc 8d, stick
        D: Ts 7d, stick""")
    assert codes(whole) == ["P502"]
    assert whole.findings["player"].to_list() == ["B"]


X6 = """kitty: 1.00
    A: bet 0.10, shoot 0.60, Th 6d, twist 9c, bust
    B: bet 0.10, shoot 0.40, Tc 9s, stick
    C: bet 0.10, 5c 4d, twist 3d, shoot 1.20, twist 5h, stick
    D: Ts 8d, stick"""


def test_X6_a_bust_makes_room_and_the_kitty_comes_to_240(judge) -> None:
    audited = judge(X6)
    assert codes(audited) == []
    assert shoots(audited) == {"A": -60, "B": 40, "C": -120}
    assert kitty_home(audited) == 240
    assert codes(judge(X6.replace("shoot 1.20", "shoot 1.21"))) == ["P502"]


def test_X7_a_bankers_pontoon_takes_all_shoot_bets_once(judge) -> None:
    audited = judge("""kitty: 0.50
        A: bet 0.10, shoot 0.20, Th 6d
        B: bet 0.10, shoot 0.30, Tc 9s
        D: As Kd""")
    assert codes(audited) == []
    assert shoots(audited) == {"A": -20, "B": -30}
    assert kitty_home(audited) == 100


def test_7_3_one_more_before_the_fourth_card_and_nowhere_else(judge) -> None:
    fourth = X6.replace("twist 3d, shoot 1.20, twist 5h", "twist 3d, shoot 0.10, twist 5h")
    assert codes(judge(fourth)) == []
    third = X6.replace("twist 3d, shoot 1.20, twist 5h", "shoot 0.10, twist 3d, twist 5h")
    assert codes(judge(third)) == ["P503"]


def test_7_7_a_pontoon_and_a_five_card_trick_win_their_shoot_bet_once(judge) -> None:
    audited = judge("""kitty: 2.00
        A: bet 0.10, shoot 0.60, Ah Kd, pontoon
        B: bet 0.10, shoot 0.40, 2c 2s, twist 3h, twist 4h, twist 5h, five
        C: bet 0.10, shoot 0.30, Tc 8s, stick
        D: Ts 8d, stick""")
    assert codes(audited) == []
    assert shoots(audited) == {"A": 60, "B": 40, "C": -30}


def test_7_9_a_first_deal_without_a_kitty_is_a_fault(judge) -> None:
    assert codes(judge(X6.replace("kitty: 1.00", "shuffled: false"))) == ["P506"]


def test_7_10_shoot_results_and_the_kitty_sum_to_zero(judge) -> None:
    audited = judge(X6)
    balances = settle(audited).balances
    assert balances["due"].sum() == balances["balance"].sum() == 0
    moved = audited.transfers.filter(pl.col("kind").is_in(["shoot", "kitty"]))
    gained = moved.filter("payee_account")["counts"].sum() - moved.filter("payer_account")["counts"].sum()
    assert gained == 0
