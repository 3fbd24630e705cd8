"""What players found at the table: sales back and away, seats that are gone, coins of shoot bets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import pontoon_ledger as pontoon
from pontoon_ledger.store import Ledger
from rules.records import balances, banks, codes, deal, finding, hands, head, judge, net

if TYPE_CHECKING:
    from pathlib import Path

EACH = "{base: pagat, bank_passes: each_deal}"
SHOOT = "{base: pagat, shoot: true}"
K17 = "Ann: Kh 7d, stick"


@pytest.mark.parametrize("seats", ["Ann, Bob, Dan", "Dan, Ann, Bob", "Bob, Dan, Ann"])
@pytest.mark.parametrize("bank", ["Dan", "Ann"])
def test_6_3_the_bank_passes_on_from_a_seat_that_is_gone(seats: str, bank: str) -> None:
    other = {"Dan": "Ann", "Ann": "Dan"}[bank]
    text = head(EACH, bank="Cat") + hands("Dan: bet 0.10, Jh 9h, stick", "Cat: Qd 7h")
    rows = (f"{other}: bet 0.10, Js 9s, stick", f"{bank}: Qs 7s, stick")
    text += hands(*rows, fields=f"players: [{seats}]\nbank: {bank}")
    assert codes(judge(text)) == ([] if bank == "Dan" else ["P401"])


def test_6_3_who_came_as_the_banker_left_may_sit_anywhere() -> None:
    text = head(EACH, bank="Cat") + hands("Dan: bet 0.10, Jh 9h, stick", "Cat: Qd 7h")
    rows = ("Ann: bet 0.10, Js 9s, stick", "Dan: bet 0.10, 8s 9d, stick", "Eve: Qs 7s, stick")
    for bank in ("", "bank: Eve"):
        audit = judge(text + hands(*rows, fields=f"players: [Ann, Bob, Dan, Eve]\n{bank}"))
        assert banks(audit)[1] == (bank[6:] or None)
        assert "P401" not in codes(audit)


def test_6_4_the_banker_sells_and_leaves() -> None:
    text = head() + hands("Cat: bet .10, 9c Kh, stick, won .10", "Ann: Jd 7d, stick")
    text += hands(
        "Cat: bet .10, 9h Kd, stick, won .10",
        "Bob: Jh 7h, stick",
        fields="bank: Bob\nplayers: [Bob, Cat, Dan]\nprice: 1.00",
    )
    audit = judge(text)
    assert codes(audit) == []
    assert balances(audit) == {"Ann": 90, "Bob": -110, "Cat": 20}


@pytest.mark.parametrize(("kitty", "told"), [("kitty: 0.20", []), ("", ["P506"]), ("kitty: 1.20", ["P501"])])
def test_7_9_a_bank_that_was_sold_back_has_a_new_kitty(kitty: str, told: list[str]) -> None:
    text = head(SHOOT, extra="stakes: {min: .10, max: 1.00}")
    text += hands("Bob: bet 0.10, Ac Kd, pontoon, won .20", "Ann: Ks 7c", fields="kitty: 0.50")
    fields = f"bank: Ann\nprice: 1.00\n{kitty}"
    text += hands("Bob: bet 0.10, 8d Kc, stick, won .10", K17, fields=fields)
    assert codes(judge(text)) == told


AT_TABLE = "paid: at the table"
SHOT = "Bob: bet .10, shoot .20, 8c Kh, stick"


@pytest.mark.parametrize(
    ("result", "paid", "balance"),
    [
        ("won .10, shoot won .20", 30, 0),
        ("won .10, shoot won .20, owing .15", 15, 15),
        ("won .10, shoot won .20, owing .30", 0, 30),
        ("all won .30", 30, 0),
        ("won .10", 10, 20),
    ],
)
def test_5_5_a_shoot_bet_is_paid_at_the_table_as_the_hand_is(result: str, paid: int, balance: int) -> None:
    rows = (f"{SHOT}, {result}", "Ann: Jd 7d, stick")
    audit = judge(deal(*rows, rules=SHOOT, fields="kitty: .50", extra=AT_TABLE))
    assert codes(audit) == []
    assert (net(audit, "paid")["Bob"], balances(audit)["Bob"]) == (paid, balance)
    assert sum(amount or 0 for amount in balances(audit).values()) == 0


def test_5_5_too_much_paid_for_a_shoot_bet_at_the_table_comes_back() -> None:
    rows = (f"{SHOT}, won .10, shoot won .30", "Ann: Jd 7d, stick")
    audit = judge(deal(*rows, rules=SHOOT, fields="kitty: .50", extra=AT_TABLE))
    assert finding(audit, "P504")["owed_amount"] == 10
    assert balances(audit) == {"Ann": 10, "Bob": -10}


def test_4_a_void_deal_without_payments_leaves_none_out() -> None:
    text = head() + hands("Bob: bet 0.10, 9c Kd, stick, won .10", "Ann: Ks 7c, stick")
    text += hands("Bob: bet 0.10, 8d Kc, stick", K17, fields="void: true")
    assert net(judge(text), "recorded") == {"Ann": -10, "Bob": 10}


@pytest.mark.parametrize("last", [False, True])
def test_a_session_with_a_gap_of_its_own_is_whole_in_the_ledger(tmp_path: Path, last: bool) -> None:
    text = "session: friday\n" + head() + hands("Bob: bet 0.10, Jd 9d, stick, won 0.10", "Ann: Qd 7h, stick")
    text += "  - gap: true\n"
    text += "" if last else hands("Bob: bet 0.10, Jh 9h, stick, won 0.10", "Ann: Jc 7c", fields="bank: Ann")
    (tmp_path / "friday.yaml").write_text(text)
    with Ledger.memory() as ledger:
        ledger.add(pontoon.audit(pontoon.read(tmp_path)))
        told = ledger.verify()
    assert told.faults == ()


UNKNOWN = "order: unknown"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (("Dan: bet .10, shoot .60, 2c 9c, twist 9h, stick",), ["P502"]),
        (("Dan: bet .10, shoot .50, 2c 9c, twist 9h, stick",), []),
        (("Dan: bet .10, shoot .20, 2c 3c, twist 4h, shoot .31, twist 8d, stick",), ["P502"]),
        (
            ("Bob: bet .10, shoot .50, Kc 6c, twist 9h, bust", "Dan: bet .10, shoot .60, Tc 9c, stick"),
            ["P502"],
        ),
        (
            (
                "Bob: bet .10, shoot .50, Kc 6c, twist 9h, bust",
                "Dan: bet .10, 2c 3c, twist 4h, shoot 1.50, twist 8d, stick",
            ),
            [],
        ),
        (
            (
                "Bob: bet .10, shoot .50, Kc 6c, twist 9h, bust",
                "Dan: bet .10, 2c 3c, twist 4h, shoot 1.51, twist 8d, stick",
            ),
            ["P502"],
        ),
    ],
)
def test_7_2_a_bet_over_all_that_the_kitty_may_hold_is_found_whatever_the_order(
    rows: tuple[str, ...], told: list[str]
) -> None:
    audit = judge(deal(*rows, "Ann: Ks 7c, stick", rules=SHOOT, fields="kitty: 0.50", extra=UNKNOWN))
    assert codes(audit) == told
