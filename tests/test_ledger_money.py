"""Who owes whom across evenings: payments between them, periods, debts, and where a figure comes from."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import polars as pl
import pytest
from command import CLEAN, FRIDAY, Door, door
from fake_audit import FRIDAY as EVENING
from fake_audit import Evening, Hand, balance, fake_audit, outcomes
from hypothesis import given, settings
from hypothesis import strategies as st
from judged import judged_once
from msgspec.structs import replace
from one_ledger import empty_ledger
from samples import SAMPLES

from pontoon_ledger import audit, read
from pontoon_ledger.auditing import Audit
from pontoon_ledger.balances import moves_of, settle_moves
from pontoon_ledger.store import Ledger, LedgerError
from pontoon_ledger.tracing import trace

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["door", "judged_once"]

pytestmark = pytest.mark.usefixtures("judged_once")

GBP = ("GBP", 2)
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Flo"]


def evenings(amounts: list[list[int]]) -> list[Evening]:
    """An evening a list: what each of the others won of Ann."""
    return [
        replace(
            EVENING,
            session=f"evening {number}",
            file=f"{number}.yaml",
            text=f"{number}\n",
            hands=tuple(Hand(1, who, won) for who, won in zip(NAMES[1:], won, strict=False)),
        )
        for number, won in enumerate(amounts)
    ]


@settings(deadline=None, max_examples=12)
@given(st.lists(st.lists(st.integers(-9, 9), min_size=5, max_size=5), min_size=1, max_size=4), st.randoms())
def test_paying_by_the_plan_leaves_the_rest_of_the_plan(
    amounts: list[list[int]], dice: random.Random
) -> None:
    with empty_ledger() as ledger:
        ledger.add(fake_audit(*evenings(amounts)))
        plan = list(settle_moves(ledger.moves()).plans["GBP"].payments)
        dice.shuffle(plan)
        while plan:
            one = plan.pop()
            ledger.pay(one.payer, one.payee, one.amount, currency=GBP)
            left = settle_moves(ledger.moves())
            assert set(left.plans["GBP"].payments) == set(plan)
        assert not any(left for left in balance(ledger).values())


def test_a_payment_moves_both_balances_and_can_be_taken_back() -> None:
    with empty_ledger() as ledger:
        outcomes(ledger, EVENING)
        number = ledger.pay("ann", "Bob", 30, currency=GBP, date="2026-12-01", note="cash")
        assert balance(ledger) == {"Ann": 0, "Bob": 10, "Cat": -10}
        row = ledger.payments().row(0, named=True)
        assert (row["payer"], row["payee"], row["amount"], str(row["date"])) == (
            "Ann",
            "Bob",
            30,
            "2026-12-01",
        )
        ledger.take_back(number)
        assert balance(ledger) == {"Ann": -30, "Bob": 40, "Cat": -10}
        assert ledger.payments()["removed"].null_count() == 0
        with pytest.raises(LedgerError, match="taken back already"):
            ledger.take_back(number)
        with pytest.raises(LedgerError, match="there is no payment 7"):
            ledger.take_back(7)
        assert ledger.pay("Ann", "Bob", 30, currency=GBP) == number + 1


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "currency", "date", "says"),
    [
        ("Ann", "Bobb", 5, GBP, None, "did you mean Bob"),
        ("Ann", "ANN", 5, GBP, None, "cannot pay himself"),
        ("Ann", "Bob", 0, GBP, None, "above nothing"),
        ("Ann", "Bob", 5, ("SEK", 2), None, "played for SEK"),
        ("Ann", "Bob", 5, GBP, "1/12/2026", "no date"),
        ("the box", "the box", 5, GBP, None, "cannot pay himself"),
    ],
)
def test_a_payment_that_cannot_be_is_refused(
    payer: str, payee: str, amount: int, currency: tuple[str, int], date: str | None, says: str
) -> None:
    with empty_ledger() as ledger:
        outcomes(ledger, EVENING)
        with pytest.raises(LedgerError, match=says):
            ledger.pay(payer, payee, amount, currency=currency, date=date)
        assert ledger.payments().is_empty()


def test_the_box_is_paid_as_an_account_unless_somebody_is_called_so() -> None:
    chips = {"kind": "cash", "payer": "Bob", "payee": "box", "counts": -50}
    with empty_ledger() as ledger:
        outcomes(ledger, replace(EVENING, moves=(chips,)))
        assert balance(ledger)["box"] == 50 * -1 * -1
        ledger.pay("Bob", "the box", 50, currency=GBP)
        assert "box" not in balance(ledger)
        someone = replace(
            EVENING, session="x", file="x.yaml", hands=(Hand(1, "Box", 5), Hand(1, "Ann", None))
        )
        outcomes(ledger, someone)
        ledger.pay("Ann", "box", 5, currency=GBP)
        assert balance(ledger)["Box"] == 0


@pytest.fixture(scope="module")
def judged() -> Audit:
    return audit(read([sample.path for sample in SAMPLES]))


@pytest.fixture(scope="module")
def samples(judged: Audit) -> Ledger:
    ledger = Ledger.memory()
    ledger.add(judged)
    return ledger


def test_the_view_and_the_settlement_say_the_same(samples: Ledger) -> None:
    keys = ["player", "account", "currency", "decimals", "recorded", "due", "paid", "balance"]
    view = samples.balances().select(keys)
    ours = settle_moves(samples.moves()).balances.select(keys)
    assert sorted(view.rows(), key=repr) == sorted(ours.rows(), key=repr)
    known = view.group_by("currency").agg(
        pl.col("balance").sum(), pl.col("balance").null_count().alias("open")
    )
    assert known.filter(pl.col("open") == 0, pl.col("balance") != 0).rows() == []


def test_files_and_ledger_have_the_same_moves(judged: Audit, samples: Ledger) -> None:
    whole = judged.sessions.filter(~pl.col("has_faults"))["session"].to_list()
    told = moves_of(judged).filter(pl.col("session").is_in(whole))
    kept = samples.moves().select(told.columns)
    assert told.height > 400
    assert sorted(kept.rows(), key=repr) == sorted(told.rows(), key=repr)


def test_the_lines_of_a_trace_add_up_to_the_balance(samples: Ledger) -> None:
    complete = samples.sessions().filter("complete")["session"].to_list()
    assert len(complete) > 8
    for moves in samples.moves().filter(pl.col("session").is_in(complete)).partition_by("session"):
        _adds_up(moves)


def _adds_up(moves: pl.DataFrame) -> None:
    for row in settle_moves(moves).balances.iter_rows(named=True):
        name = f"the {row['player']}" if row["account"] else row["player"]
        lines = trace(moves, name)
        assert lines["due"].sum() == row["due"], row["player"]
        assert lines["paid"].sum() == row["paid"]
        assert lines["balance"].to_list()[-1:] in ([row["balance"]], [])
        step = 0
        for due, paid, after in lines.select("due", "paid", "balance").rows():
            step += due - paid
            assert step == after


def test_an_open_deal_leaves_the_sum_open_from_there_on() -> None:
    rows = [
        {"deal_no": 1, "deal": "1", "counts": 5},
        {"deal_no": 2, "deal": "2", "counts": None},
        {"deal_no": 3, "deal": "3", "counts": 7},
    ]
    one = fake_audit(replace(EVENING, hands=tuple(Hand(r["deal_no"], "Bob", r["counts"]) for r in rows)))
    lines = trace(moves_of(one), "bob")
    assert lines["due"].to_list() == [5, None, 7]
    assert lines["balance"].to_list() == [5, None, None]


def test_why_on_the_screen_adds_up(door: Door) -> None:
    door.write("friday.yaml", FRIDAY)
    ran = door("settle", "friday.yaml", "--why", "bob")
    assert ran.out == (
        "deal  what    with   due  paid  still due\n"
        "----  ------  ----  ----  ----  ---------\n"
        "1     hands   Ann   0.40             0.40\n"
        "      in all        0.40  0.00       0.40\n"
    )
    shape = json.loads(door("settle", "friday.yaml", "--why", "Ann", "--format", "json").out)
    assert [line["with"] for line in shape["lines"]] == ["Bob", "Cat", "Dan"]
    assert shape["lines"][0]["file"] == "friday.yaml"
    assert shape["totals"] == [{"currency": "GBP", "due": "0.00", "paid": "0.00", "balance": "0.00"}]
    ran = door("settle", "friday.yaml", "--why", "Boob")
    assert (ran.status, ran.err) == (
        2,
        "pontoon: nobody called Boob pays or is paid here; did you mean Bob?\n",
    )


def season(door: Door) -> None:
    door.write("a.yaml", CLEAN.replace("clean", "first").replace("2026-11-27", "2026-10-02"))
    door.write("b.yaml", CLEAN.replace("clean", "second"))
    door.write("c.yaml", CLEAN.replace("clean", "undated").replace("date: 2026-11-27\n", ""))
    assert door("add", ".").status == 0


def test_a_period_counts_both_its_days_and_names_what_has_no_date(door: Door) -> None:
    season(door)
    ran = door(
        "balance", "--since", "2026-10-02", "--until", "2026-10-02", "--player", "bob", "--format", "csv"
    )
    assert ran.out.splitlines()[1] == "Bob,false,GBP,0.40,0.40,0.00,0.40"
    assert ran.status == 1
    assert "undated has no date and is left out" in ran.err
    same = door(
        "balance", ".", "--since", "2026-10-02", "--until", "2026-10-02", "--player", "bob", "--format", "csv"
    )
    assert (same.out, same.status, same.err) == (ran.out, ran.status, ran.err)
    ran = door("balance", "--session", "UNDATED", "--session", "first", "--format", "csv")
    assert (ran.status, ran.out.splitlines()[2]) == (0, "Bob,false,GBP,0.80,0.80,0.00,0.80")
    assert (
        door("balance", "--session", "secnd").err
        == "pontoon: there is no session secnd; did you mean second?\n"
    )
    assert door("balance", "--since", "yesterday").status == 2
    assert "later than" in door("balance", "--since", "2026-02-01", "--until", "2026-01-01").err
    assert door("balance", "--player", "Zed").status == 2


def test_payments_belong_to_a_period_by_their_day(door: Door) -> None:
    season(door)
    door("remove", "undated")
    assert door("pay", "Dan", "Bob", "40p", "--date", "2026-11-30").out == (
        "payment 1: Dan paid Bob 0.40 GBP on 2026-11-30\n"
    )
    late = door("balance", "--since", "2026-11-28", "--format", "csv").out.splitlines()
    assert late[1:] == ["Bob,false,GBP,0.00,0.00,0.40,-0.40", "Dan,false,GBP,0.00,0.00,-0.40,0.40"]
    assert (
        "0.40"
        not in door("balance", "--session", "second", "--player", "Dan", "--format", "csv").out.split(",")[5]
    )


def test_debts_are_by_the_two_peoples_own_dealings(door: Door) -> None:
    door("add", door.write("friday.yaml", FRIDAY))
    assert door("debts").out == (
        "from  to   money  amount\n"
        "----  ---  -----  ------\n"
        "Ann   Bob  GBP      0.40\n"
        "Ann   Cat  GBP      0.10\n"
        "Dan   Ann  GBP      0.50\n"
    )
    assert door("debts", "friday.yaml").out == door("debts").out
    door("pay", "Ann", "Bob", "0.40")
    shape = json.loads(door("debts", "--format", "json").out)
    assert [(row["from"], row["to"]) for row in shape["debts"]] == [("Ann", "Cat"), ("Dan", "Ann")]


def test_pay_lists_takes_back_and_says_what_is_wrong(door: Door) -> None:
    door("add", door.write("friday.yaml", CLEAN))
    assert door("pay").out == "no payments were recorded\n"
    assert door("pay", "Dan", "Bob", "0,40", "--note", "by bank").status == 0
    listed = json.loads(door("pay", "--format", "json").out)["payments"]
    assert (listed[0]["from"], listed[0]["amount"], listed[0]["note"], listed[0]["state"]) == (
        *("Dan", "0.40", "by bank"),
        "counts",
    )
    assert door("pay", "--remove", "1").out == "payment 1 counts no more\n"
    assert door("pay", "--remove", "1").status == 2
    assert door("pay", "--remove", "one").status == 2
    assert door("pay", "Dan", "Bob").status == 2
    assert "the amount" in door("pay", "Dan", "Bob", "1,000").err
    assert door("pay", "Dan", "Bob", "1", "--currency", "EUR").status == 2
    door("add", door.write("euro.yaml", CLEAN.replace("clean", "euro").replace("GBP", "EUR")))
    assert "say which: --currency" in door("pay", "Dan", "Bob", "1").err
    assert door("pay", "Dan", "Bob", "1", "--currency", "eur").out.startswith(
        "payment 2: Dan paid Bob 1.00 EUR"
    )
    out = door("settle").out
    assert "Dan pays Bob £0.40" in out
    assert "Bob pays Cat €0.10" in out
    assert "Bob pays Dan €0.50" in out


def test_check_explain_and_settle_take_files_or_the_ledger(door: Door) -> None:
    door("add", door.write("friday.yaml", FRIDAY))
    for args in (["check"], ["settle"], ["balance"], ["findings"], ["debts"], ["settle", "--why", "Cat"]):
        form = "table" if args == ["check"] else "json"
        files = door(args[0], "friday.yaml", *args[1:], "--format", form)
        assert door(*args, "--format", form) == files, args
    assert door("explain", "Friday", "1", "Bob") == door("explain", "friday.yaml", "1", "Bob")
    assert door("check", "--rules", "pagat, stick_on=18").out == (
        door("check", "friday.yaml", "--rules", "pagat, stick_on=18").out
    )
    ran = door("explain", "saturday", "1")
    assert (ran.status, "no file saturday, and no session of that name" in ran.err) == (2, True)


def test_a_ledger_that_moves_takes_its_records_along(tmp_path: Path, door: Door) -> None:
    door("add", door.write("friday.yaml", FRIDAY))
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (door.folder / "pontoon.duckdb").rename(moved / "season.duckdb")
    (door.folder / "friday.yaml").unlink()
    assert "P301" in door("check", "--db", str(moved / "season.duckdb")).out


def test_one_code_with_two_sorts_of_decimals_is_two_currencies(door: Door) -> None:
    """An amount of a tenth of a coin more or less would be named if the two were added up."""
    door.write("a.yaml", CLEAN.replace("GBP", "{code: XTS, decimals: 3}"))
    door.write("b.yaml", CLEAN.replace("GBP", "{code: XTS, decimals: 2}").replace("clean", "other"))
    ran = door("settle", ".")
    assert "player (XTS of 3 decimals)" in ran.out
    assert [line for line in ran.out.splitlines() if line.startswith("Dan pays Bob")] == [
        "Dan pays Bob 0.400 XTS",
        "Dan pays Bob 0.40 XTS",
    ]
    shape = json.loads(door("settle", ".", "--format", "json").out)
    assert [one["amount"] for one in shape["payments"] if one["to"] == "Bob"] == ["0.400", "0.40"]


SEATS = """\
session: seats
currency: GBP
players: [Ann, {name: Sue+Tom, for: [Sue, Tom]}, Cat]
bank: Ann
cash: {Ann: {in: 5.00, out: 4.00}, Sue+Tom: {in: 5.00, out: 6.00}}
deals:
  - hands:
      Sue+Tom: bet 1, Ah 9d, stick, won 1
      Ann: 7h Ts, stick
"""


def test_a_shared_seat_that_bought_chips_answers_for_them(door: Door) -> None:
    assert door("check", door.write("a.yaml", SEATS)).status == 0
    short = door("check", door.write("b.yaml", SEATS.replace("out: 6.00", "out: 5.00")))
    assert "P601 error: Sue+Tom cashed in 5.00: 1.00 less than was bought and won, 6.00" in short.out
    second = SEATS.replace("{name: Sue+Tom, for: [Sue, Tom]}", "Kev, {name: Kev 2, for: Kev}").replace(
        "Sue+Tom: {in: 5.00, out: 6.00}", "Kev: {in: 3, out: 4}, Kev 2: {in: 2, out: 3}"
    )
    second = second.replace("out: 4.00", "out: 3.00").replace(
        "Sue+Tom: bet 1, Ah 9d, stick, won 1",
        "Kev: bet 1, Ah 9d, stick, won 1\n      Kev 2: bet 1, As 9c, stick, won 1",
    )
    assert door("check", door.write("c.yaml", second)).out.startswith("1 deal read = 1 judged")


def test_what_is_still_due_to_a_shared_seat_is_parted_evenly(door: Door) -> None:
    text = SEATS.replace("bet 1, Ah 9d, stick, won 1", "bet 0.05, Ah 9d, stick, won 0.05").replace(
        "cash: {Ann: {in: 5.00, out: 4.00}, Sue+Tom: {in: 5.00, out: 6.00}}",
        "payments: [{from: Sue+Tom, to: Cat, amount: 0.03}]",
    )
    rows = json.loads(door("balance", door.write("a.yaml", text), "--format", "json").out)["balances"]
    assert {row["player"]: row["balance"] for row in rows} == {
        "Ann": "-0.05",
        "Cat": "-0.03",
        "Sue": "0.04",
        "Tom": "0.04",
    }


@pytest.mark.parametrize("order", [("first.yaml", "later.yaml"), ("later.yaml", "first.yaml")])
def test_nicknames_join_people_in_files_as_in_a_ledger(door: Door, order: tuple[str, str]) -> None:
    """Robert is called Bob: who is met as Bob afterwards is he, who was met as Bob before is not."""
    aka = CLEAN.replace("[Ann, Bob,", "[Ann, {name: Robert, aka: [Bob]},").replace("Bob:", "Robert:")
    door.write("first.yaml", aka.replace("clean", "first"))
    door.write("later.yaml", CLEAN.replace("clean", "later"))
    files = json.loads(door("balance", *order, "--format", "json").out)
    for path in order:
        door("add", path)
    kept = json.loads(door("balance", "--format", "json").out)
    assert files == kept
    players = {row["player"]: row["balance"] for row in files["balances"]}
    assert players.get("Robert") == ("0.80" if order[0] == "first.yaml" else "0.40")
    traced = json.loads(door("settle", *order, "--why", "bob", "--format", "json").out)
    assert traced == json.loads(door("settle", "--why", "bob", "--format", "json").out)
