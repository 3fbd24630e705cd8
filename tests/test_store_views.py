"""The ledger's views: what they add up to, and what they say of what is not known."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import polars as pl
from fake_audit import (
    FRIDAY,
    Hand,
    balance,
    fake_audit,
    large_audit,
    outcomes,
)
from msgspec.structs import replace

import pontoon_ledger
from pontoon_ledger.store import Ledger

if TYPE_CHECKING:
    from pathlib import Path

VIEWS = ("balances", "pairwise_debts", "player_stats", "banker_stats", "results_by_deal")
MOVES = (
    {"kind": "cash", "payer": "Bob", "payee": "box", "counts": 1000},
    {"kind": "cash", "payer": "box", "payee": "Bob", "counts": 1040},
    {"kind": "payment", "payer": "Cat", "payee": "Ann", "counts": 4},
    {"kind": "owed", "payer": "Cat", "payee": "Bob", "counts": 400},
    {"kind": "price", "payer": "Dan", "payee": "Ann", "counts": 150, "recorded": 150, "due": 150},
    {"kind": "kitty", "payer": "Ann", "payee": "kitty", "counts": 100, "recorded": 100, "due": 100},
)


def test_balances_follow_their_definition_and_sum_to_zero() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, moves=MOVES))
        rows = {row["player"]: row for row in ledger.balances().iter_rows(named=True)}
    expected = {
        "Ann": (-30 + 150 - 100, 4),
        "Bob": (40, -1000 + 1040 + 400),
        "Cat": (-10, -4 - 400),
        "Dan": (-150, 0),
        "kitty": (100, 0),
        "box": (0, 1000 - 1040),
    }
    assert {name: (row["due"], row["paid"]) for name, row in rows.items()} == expected
    assert all(row["balance"] == row["due"] - row["paid"] for row in rows.values())
    assert {name for name, row in rows.items() if row["account"]} == {"box", "kitty"}
    assert sum(row["balance"] for row in rows.values()) == 0


def test_a_seat_played_for_others_is_not_shown_beside_them() -> None:
    amounts = {"recorded": 20, "due": 20, "counts": 20}
    shares = tuple({"kind": "share", "payer": "Bob+Cat", "payee": who} | amounts for who in ("Bob", "Cat"))
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=(Hand(1, "Bob+Cat", 40, recorded=40),), moves=shares))
        assert balance(ledger) == {"Ann": -40, "Bob": 20, "Cat": 20}


def test_a_player_may_be_called_box() -> None:
    with Ledger.memory() as ledger:
        audit = fake_audit(
            replace(FRIDAY, moves=({"kind": "cash", "payer": "box", "payee": "box", "counts": 7},))
        )
        audit = replace(audit, transfers=audit.transfers.with_columns(payer_account=pl.lit(False)))
        ledger.add(audit)
        rows = ledger.balances().filter(player="box").sort("account").select("account", "paid").rows()
    assert rows == [(False, -7), (True, 7)]


def test_what_is_unknown_makes_a_balance_unknown_and_is_counted() -> None:
    hands = (Hand(1, "Bob", 40), Hand(2, "Bob", None), Hand(1, "Cat", -10, recorded=-10))
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=hands))
        rows = {row["player"]: row for row in ledger.balances().iter_rows(named=True)}
        bankers = ledger.stats().bankers.row(0, named=True)
        deals = ledger.query("SELECT counts FROM results_by_deal WHERE deal_no = 2")["counts"].to_list()
    assert [(rows[name]["balance"], rows[name]["undecided"]) for name in ("Ann", "Bob", "Cat")] == [
        (None, 1),
        (None, 1),
        (-10, 0),
    ]
    assert (rows["Bob"]["recorded"], rows["Bob"]["unrecorded"]) == (None, 2)
    assert (rows["Cat"]["recorded"], rows["Cat"]["unrecorded"]) == (-10, 0)
    assert (bankers["net"], bankers["results_unknown"]) == (-30, 1)
    assert deals == [None, None]


def test_a_banker_whom_nobody_knows_is_a_row_without_a_name() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=(Hand(1, "Bob", 40, bank=None),)))
        assert ledger.balances().select("player", "account", "balance").rows() == [
            ("Bob", False, 40),
            (None, False, -40),
        ]


def test_currencies_are_never_added_and_keep_their_decimals() -> None:
    yen = replace(FRIDAY, session="tokyo", currency="JPY", decimals=0)
    dinar = replace(FRIDAY, session="kuwait", currency="KWD", decimals=3)
    none = replace(FRIDAY, session="plain", currency=None)
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY, yen, dinar, none)
        shown = dict(ledger.query("SELECT currency, balance FROM balances WHERE player = 'Bob'").rows())
        minor = ledger.balances().filter(player="Bob")["balance"].to_list()
    assert shown == {"GBP": Decimal("0.4"), "JPY": Decimal(40), "KWD": Decimal("0.04"), None: Decimal("0.4")}
    assert minor == [40] * 4


def test_large_sums_stay_exact_and_no_float_holds_money() -> None:
    big = 10**12 - 1
    hands = tuple(Hand(deal, "Bob", big) for deal in range(1, 400))
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=hands))
        assert balance(ledger) == {"Ann": -399 * big, "Bob": 399 * big}
        assert (
            ledger.query("SELECT balance FROM balances WHERE player = 'Bob'").item()
            == Decimal(399 * big) / 100
        )
        for view in VIEWS:
            assert not [kind for kind in ledger.query(f"FROM {view}").dtypes if kind.is_float()], view


def test_pairs_owe_what_they_dealt_with_each_other_less_what_was_handed_over() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, moves=MOVES))
        pairs = ledger.query("SELECT debtor, creditor, amount FROM pairwise_debts").rows()
    assert {(a, b): int(c * 100) for a, b, c in pairs} == {
        ("Ann", "Bob"): 40,
        ("Cat", "Ann"): 6,
        ("Bob", "Cat"): 400,
        ("Dan", "Ann"): 150,
        ("Ann", "kitty"): 100,
        ("Bob", "box"): 40,
    }


def test_statistics_count_what_they_say() -> None:
    hands = (
        Hand(1, "Bob", 40, klass="pontoon"),
        Hand(1, "Bob", -10, klass="bust", split=True),
        Hand(1, "Ann", None, klass="20"),
        Hand(2, "Bob", 0, klass="five-card trick", stake=None),
        Hand(2, "Ann", None, klass="bust"),
        Hand(3, "Ann", 25, bank="Bob", klass=None),
        Hand(3, "Bob", None, bank="Bob", klass="pontoon"),
        Hand(4, "Bob", 5),
        Hand(5, "Bob", 7),
        Hand(6, "Bob", 999),
    )
    evening = replace(FRIDAY, hands=hands, deals={5: {"gap": True}, 6: {"void": "misdeal"}})
    with Ledger.memory() as ledger:
        outcomes(ledger, evening)
        players, bankers = ledger.stats()
    bob = players.filter(player="Bob").row(0, named=True)
    expected = {
        "sessions": 1,
        "deals": 4,
        "hands": 5,
        "staked": 40,
        "stakes_unknown": 1,
        "net": 42,
        "wins": 3,
    }
    expected |= {"losses": 1, "pushes": 1, "pontoons": 1, "five_card_tricks": 1, "busts": 1, "splits": 1}
    assert {name: bob[name] for name in expected} == expected
    assert players.filter(player="Ann").select("net", "classes_unknown", "results_unknown").row(0) == (
        25,
        1,
        0,
    )
    ann = bankers.filter(banker="Ann").row(0, named=True)
    expected = {"deals": 4, "tenures": 3, "hands_against": 5, "net": -42, "pontoons": 0, "busts": 1}
    assert {name: ann[name] for name in expected | {"classes_unknown": 2}} == expected | {
        "classes_unknown": 2
    }
    assert bankers.filter(banker="Bob").select("deals", "tenures", "net", "pontoons").row(0) == (1, 1, -25, 1)


def test_a_season_sums_to_zero_and_to_the_hands() -> None:
    audit = large_audit(20, 30)
    with Ledger.memory() as ledger:
        ledger.add(audit)
        balances = balance(ledger)
        deals = ledger.query("SELECT sum(counts) FROM results_by_deal GROUP BY session, deal_no")
    sums = audit.hands.group_by("player").agg(pl.col("counts").sum()).filter(pl.col("player") != "Ann")
    expected = dict(sums.rows())
    assert balances == expected | {"Ann": -sum(expected.values())}
    assert set(deals.to_series()) == {Decimal(0)}
    assert deals.height == 600


REAL = """
session: scribbled
date: 2026-11-27
currency: GBP
players: [Ann, Bob, {name: Cat, aka: [Cath]}, {name: Sue+Tom, for: [Sue, Tom]}]
bank: Ann
paid: at the table
cash: {Bob: {in: 10.00, out: 12.30}}
payments: [{from: Cat, to: Ann, amount: 2.00}]
owed: [{from: Bob, to: Cath, amount: 4.00}]
deals:
  - hands:
      Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20
      Cat: bet 0.10, 8h 3c, twist 9d, stick, won 0.10, owing 0.05
      Sue+Tom: bet 0.15, Th 2d, twist Kd, bust, lost 0.15
      Ann: Kh 7d, stick
  - void: misdeal
    hands: {Bob: "bet 0.20, 5c 9d"}
  - bank: Cat
    price: 1.50
    hands: {Bob: "bet 0.20, won 0.20", Ann: "bet 0.20, stick 20, lost 0.20", Cat: stick 21}
"""


def test_ledger_and_settlement_of_a_real_record_agree(tmp_path: Path) -> None:
    record = tmp_path / "scribbled.yaml"
    record.write_text(REAL)
    audit = pontoon_ledger.audit(pontoon_ledger.read(record))
    settled = pontoon_ledger.settle(audit).balances
    with Ledger(tmp_path / "pontoon.duckdb") as ledger:
        assert ledger.add(audit).sessions[0].outcome == "added"
        kept = ledger.balances().select(settled.columns)
        assert kept.sort("account", "player").rows() == settled.sort("account", "player").rows()
        assert kept["balance"].sum() == 0
        assert {"Sue", "Tom", "Cat"} <= set(kept["player"]) - {"Sue+Tom", "Cath"}
        assert ledger.query("SELECT count(*) FROM findings WHERE code = 'P301'").item() == 2
        deals = ledger.query("SELECT bank, void FROM deals ORDER BY deal_no").rows()
        assert deals == [("Ann", False), ("Ann", True), ("Cat", False)]
        assert ledger.add(audit).sessions[0].outcome == "unchanged"
