"""Journals: hledger and beancount take them, and reckon the balances that the ledger has, to the penny."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import shutil
from datetime import date
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import dealer
import pytest
from beancount.core.data import Balance, Open, Transaction
from dealer import Coin
from fake_audit import Evening, Hand, fake_audit
from journals import (
    Balances,
    beancount_balances,
    beancount_check,
    beancount_entries,
    hledger,
    hledger_balances,
    hledger_check,
    ledger_balances,
    needs_hledger,
)
from msgspec.structs import replace
from samples import SAMPLES

from pontoon_ledger import audit, read
from pontoon_ledger.export import beancount
from pontoon_ledger.export import hledger as for_hledger
from pontoon_ledger.export.chosen import Chosen, choose
from pontoon_ledger.export.journal import Account, Check, Commodity, Entry, Journal, UndatedError, journal
from pontoon_ledger.export.names import account_of
from pontoon_ledger.period import Period
from pontoon_ledger.store import Ledger

WRITERS = {"hledger": for_hledger.lines, "beancount": beancount.lines}
GBP, NONE = Coin("GBP", 2, "£", 10), Coin()
COINS = [
    GBP,
    NONE,
    Coin("JPY", 0, None, 50),
    Coin("KWD", 3, None, 125),
    Coin("XTS", 3, None, 7, made_up=True),
]
XTS1 = Coin("XTS", 1, None, 1, made_up=True)

NAMES = [
    *("Ann", "Zoë", "a:b", "(x)", "box", "kitty", "Big  Al", "Big Al", "Big-Al", "=1+1", "date:2020-99-99"),
    *("[1/1]", "O'Brien", 'the "King"', "; note", "a | b", "😀", "x\u200fy", "李雷", "7", "N" * 200, "ann b"),
]
"""No two are alike after case folding, as no two seats may be."""


def hostile(folder: Path) -> Path:
    """A night of the worst names, with cash, payments, debts, a shared seat, and notes to match."""
    payments = [
        {"from": a, "to": b, "amount": f"0.{at:02}", "note": '; "x" | [1/1] date:2020-99-99'}
        for at, (a, b) in enumerate(pairwise(NAMES), start=1)
    ]
    seats = [*NAMES, {"name": "a+b; c", "for": [NAMES[2], NAMES[3]]}]
    hands = {name: f"bet 0.20, won 0.{at + 21}" for at, name in enumerate([*NAMES[1:], "a+b; c"])}
    night = {
        "session": '(x) ; | "q" * ! 2026-01-01 = #tag',
        "date": "2026-11-27",
        "currency": "GBP",
        "players": seats,
        "bank": "Ann",
        "cash": {name: {"in": "5.00", "out": "4.00", "owed": "1.00"} for name in NAMES[:8]},
        "payments": payments,
        "owed": [{"from": b, "to": a, "amount": "4.01"} for a, b in pairwise(NAMES)],
        "deals": [{"deal": "* 1; |", "hands": hands}, {"deal": "=", "bank": "Ann", "hands": hands}],
    }
    path = folder / "hostile, night; x.json"
    path.write_text(json.dumps(night), encoding="utf-8")
    return path


def dealt(folder: Path, name: str, coin: Coin, *, day: str = "2026-11-27", **rules: Any) -> Path:
    """A session of the dealer as a file."""
    rng = random.Random(name)
    session = dealer.play_session(
        rng, deals=12, players=5, rules=rules, name=name, coin=coin, void=0.1, gap=0.03, sell=0.3
    )
    path = folder / f"{name}.yaml"
    path.write_text(dealer.to_yaml(dataclasses.replace(session, date=day)), encoding="utf-8")
    return path


def ledger_of(*paths: Path) -> Ledger:
    ledger = Ledger.memory()
    assert not ledger.add(audit(read(paths))).of("refused")
    return ledger


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with nothing in it, to be copied."""
    path = tmp_path_factory.mktemp("blank") / "ledger.duckdb"
    Ledger(path).add(fake_audit(Evening()))
    Ledger(path).remove("friday")
    return path


@pytest.fixture
def fake(tmp_path: Path, blank: Path):
    """Make a ledger of made-up evenings."""

    def ledger(*evenings: Evening) -> Ledger:
        kept = Ledger(shutil.copy(blank, tmp_path / f"{len(list(tmp_path.iterdir()))}.duckdb"))
        kept.add(fake_audit(*evenings))
        return kept

    return ledger


def samples(_: Path) -> Ledger:
    """All that settle, in one ledger, so that every session's balances build on those before it."""
    return ledger_of(*(sample.path for sample in SAMPLES if sample.payments is not None))


def currencies(folder: Path) -> Ledger:
    """Nights for money of every kind, among them two kinds of one code, and Shoot."""
    paths = [dealt(folder, f"night {at}", coin) for at, coin in enumerate([*COINS, XTS1])]
    shoots = [
        dealt(folder, f"shoot {at}", coin, day="2026-11-28", shoot=True) for at, coin in enumerate(COINS[:2])
    ]
    return ledger_of(*paths, *shoots)


def hostiles(folder: Path) -> Ledger:
    ledger = ledger_of(hostile(folder))
    ledger.pay("Ann", "(x)", 123, currency=("GBP", 2), date="2026-12-01", note='; "x" | [1/1] date:x')
    ledger.pay("Big Al", "Zoë", 77, currency=("GBP", 2), date="2026-12-01")
    return ledger


LEDGERS = {"samples": samples, "currencies": currencies, "hostile": hostiles}


def results(ledger: Ledger) -> dict[tuple[str, str], int]:
    """What each deal came to for everybody, as the ledger has it."""
    rows = ledger.query(
        "SELECT session, deal, player, account, minor_units(counts, decimals) FROM results_by_deal"
    ).rows()
    return {
        (f"deal {deal} of {session}", account_of(player, account=own)): counts
        for session, deal, player, own, counts in rows
    }


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory):
    """Each ledger's balances, its journal and the results of its deals, made when first asked for."""
    made: dict[str, tuple[Balances, Journal, dict[tuple[str, str], int]]] = {}

    def book(name: str) -> tuple[Balances, Journal, dict[tuple[str, str], int]]:
        if name not in made:
            with LEDGERS[name](tmp_path_factory.mktemp("records")) as ledger:
                made[name] = ledger_balances(ledger), journal(Chosen(ledger)), results(ledger)
        return made[name]

    return book


def written(folder: Path, program: str, book: Journal) -> Path:
    path = folder / f"book.{program}"
    path.write_text("".join(f"{line}\n" for line in WRITERS[program](book)), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", LEDGERS)
def test_beancount_agrees_to_the_penny(tmp_path: Path, books, name: str) -> None:
    balances, book, _ = books(name)
    path = written(tmp_path, "beancount", book)
    assert book.left_out == []
    assert beancount_check(path) == ""
    assert beancount_balances(path) == balances


@needs_hledger
@pytest.mark.parametrize("name", LEDGERS)
def test_hledger_agrees_to_the_penny(tmp_path: Path, books, name: str) -> None:
    balances, book, _ = books(name)
    path = written(tmp_path, "hledger", book)
    assert hledger_check(path) == ""
    assert hledger_balances(path) == balances


def test_the_ledgers_hold_what_they_are_for(books) -> None:
    sampled, many, odd = (books(name)[1] for name in LEDGERS)
    assert [one.name for one in many.commodities] == ["GBP", "JPY", "KWD", "MONEY", "XTS-1D", "XTS-3D"]
    assert "Assets:Table:Kitty" in {account.name for account in many.accounts}
    assert {account.party for account in odd.accounts} == {*NAMES, "a+b; c"}
    assert {"Assets:Table:Box", "Assets:Players:X-box"} < {account.name for account in odd.accounts}
    titles = " ".join(item.title for item in sampled.items if isinstance(item, Entry))
    for word in (
        "deal 1 of",
        "coin of deal",
        "shared and second seats",
        "chips of",
        "payment from",
        "debt of",
    ):
        assert word in titles


def test_every_deal_is_one_entry_of_what_it_came_to(books) -> None:
    _, book, results = books("currencies")
    deals = [item for item in book.items if isinstance(item, Entry)]
    assert len(results) > 200
    assert results == {
        (entry.title, account): amount for entry in deals for account, amount in entry.postings
    }
    assert all(sum(amount for _, amount in entry.postings) == 0 for entry in deals)


def tampered(path: Path) -> Path:
    """One penny more from one player to another in the first deal, the entry still balanced."""
    lines = path.read_text(encoding="utf-8").splitlines()
    sums = [at for at, line in enumerate(lines) if re.search(r"^ +Assets:\S+ +-?[0-9.]+ GBP$", line)]
    for at, change in zip(sums[:2], (1, -1), strict=True):
        account, amount, code = lines[at].split()
        lines[at] = f"    {account}  {Decimal(amount) + change * Decimal('0.01')} {code}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_penny_astray_fails_beancounts_assertions(tmp_path: Path, books) -> None:
    said = beancount_check(tampered(written(tmp_path, "beancount", books("samples")[1])))
    assert "Balance failed" in said
    assert "(0.01 too " in said


@needs_hledger
def test_a_penny_astray_fails_hledgers_assertions(tmp_path: Path, books) -> None:
    assert "balance assertion" in hledger_check(tampered(written(tmp_path, "hledger", books("samples")[1])))


FRIDAY = Evening()
SAME_DAY = Evening("a friday", (Hand(1, "Bob", 5), Hand(1, "Ann", None)), file="other.yaml")
NEXT_DAY = Evening("later", (Hand(1, "Bob", -25), Hand(1, "Ann", None)), "2026-11-28", "later.yaml")


def test_two_sessions_of_a_day_are_asserted_together_by_beancount(tmp_path: Path, fake) -> None:
    """Its balances hold at the start of a day, before whatever is played on it."""
    with fake(NEXT_DAY, FRIDAY, SAME_DAY) as ledger:
        path = written(tmp_path, "beancount", journal(Chosen(ledger)))
    asserted = [
        (entry.date, entry.account, entry.amount.number, entry.tolerance)
        for entry in beancount_entries(path)
        if isinstance(entry, Balance)
    ]
    exact = Decimal(0)
    assert asserted == [
        (date(2026, 11, 28), "Assets:Players:Ann", Decimal("-0.35"), exact),
        (date(2026, 11, 28), "Assets:Players:Bob", Decimal("0.45"), exact),
        (date(2026, 11, 28), "Assets:Players:Cat", Decimal("-0.10"), exact),
        (date(2026, 11, 29), "Assets:Players:Ann", Decimal("-0.10"), exact),
        (date(2026, 11, 29), "Assets:Players:Bob", Decimal("0.20"), exact),
    ]


def test_hledger_asserts_after_each_session(tmp_path: Path, fake) -> None:
    with fake(NEXT_DAY, FRIDAY, SAME_DAY) as ledger:
        book = journal(Chosen(ledger))
    text = written(tmp_path, "hledger", book).read_text(encoding="utf-8")
    assert re.findall(r"balances after (.+)\n +Assets:Players:Ann +0.00 GBP = (\S+) GBP", text) == [
        ("a friday", "-0.05"),
        ("friday", "-0.35"),
        ("later", "-0.10"),
    ]


OPEN = Evening(
    "open",
    (
        Hand(1, "Bob", 40),
        Hand(1, "Cat", None),
        Hand(1, "Ann", None),
        Hand(2, "Cat", None),
        Hand(2, "Ann", None),
    ),
    "2026-11-29",
    "open.yaml",
)


def test_what_is_not_known_is_left_out_and_never_asserted(tmp_path: Path, fake) -> None:
    """Deal 1 is booked as far as it is known, of deal 2 nothing is; Bob's balance is right all the same."""
    with fake(FRIDAY, OPEN) as ledger:
        book, balances = journal(Chosen(ledger)), ledger_balances(ledger)
    assert book.left_out == [
        "deal 1 of open: what Cat won or lost against Ann is not known",
        "deal 2 of open: what Cat won or lost against Ann is not known",
    ]
    path = written(tmp_path, "beancount", book)
    entries = beancount_entries(path)
    deals = [entry for entry in entries if isinstance(entry, Transaction)]
    assert [(entry.flag, entry.narration) for entry in deals] == [
        ("*", "deal 1 of friday"),
        ("!", "deal 1 of open"),
    ]
    asserted = [(e.date.day, e.account[-3:], e.amount.number) for e in entries if isinstance(e, Balance)]
    assert asserted == [
        (28, "Ann", Decimal("-0.30")),
        (28, "Bob", Decimal("0.40")),
        (28, "Cat", Decimal("-0.10")),
        (30, "Bob", Decimal("0.80")),
    ]
    assert balances == {("Assets:Players:Bob", "GBP"): Decimal("0.80")}
    assert '\n; 2026-11-29 ! "deal 2 of open"\n' in path.read_text(encoding="utf-8")


@needs_hledger
def test_hledger_takes_a_journal_with_open_ends(tmp_path: Path, fake) -> None:
    with fake(FRIDAY, OPEN) as ledger:
        path = written(tmp_path, "hledger", journal(Chosen(ledger)))
    assert hledger_check(path) == ""
    assert hledger(path, "print", "--pending").stdout.startswith("2026-11-29 ! deal 1 of open\n")
    assert hledger_balances(path)["Assets:Players:Bob", "GBP"] == Decimal("0.80")


def test_a_payer_whom_nobody_knows_bars_all_balances_of_the_currency(tmp_path: Path, fake) -> None:
    nameless = Evening("nameless", (Hand(1, "Bob", 40, bank=None),), "2026-11-29", "n.yaml")
    euros = replace(SAME_DAY, session="euros", currency="EUR", file="e.yaml", date="2026-11-30")
    with fake(FRIDAY, nameless, replace(NEXT_DAY, date="2026-11-30"), euros) as ledger:
        book = journal(Chosen(ledger))
    assert book.left_out == ["deal 1 of nameless: what Bob won or lost against somebody unknown is not known"]
    checks = [item for item in book.items if isinstance(item, Check)]
    assert [(check.after, len(check.balances)) for check in checks] == [
        ("friday", 3),
        ("nameless", 0),
        ("euros", 2),
        ("later", 0),
    ]
    path = written(tmp_path, "beancount", book)
    assert "; 2026-11-29 no balance is known for certain after nameless\n" in path.read_text(encoding="utf-8")
    assert "; 2026-11-29 no balance is known for certain after nameless\n" in written(
        tmp_path, "hledger", book
    ).read_text(encoding="utf-8")


def test_what_one_session_bars_no_other_of_the_day_asserts(tmp_path: Path, fake) -> None:
    with fake(FRIDAY, replace(OPEN, date="2026-11-27")) as ledger:
        path = written(tmp_path, "beancount", journal(Chosen(ledger)))
    asserted = [entry.account for entry in beancount_entries(path) if isinstance(entry, Balance)]
    assert asserted == ["Assets:Players:Bob"]


def edges() -> Journal:
    """A deal on the first day there is, and one on the last."""
    pound, account = Commodity("GBP", 2), Account("Assets:Players:Ann", "Ann", date.min, ("GBP",))
    items: list[Entry | Check] = []
    for day, held in ((date.min, 5), (date.max, 0)):
        postings = (("Assets:Players:Ann", 5 if held else -5), ("Assets:Table:Box", -5 if held else 5))
        items.append(Entry(day, "deal 1 of friday", (), pound, postings, ()))
        items.append(Check(day, "friday", ((("Assets:Players:Ann", pound), held),), frozenset()))
    box = Account("Assets:Table:Box", "box", date.min, ("GBP",))
    return Journal("Pontoon: 2 sessions", (pound,), (account, box), tuple(items))


def test_the_first_and_the_last_day(tmp_path: Path) -> None:
    path = written(tmp_path, "beancount", edges())
    assert [entry.date for entry in beancount_entries(path) if isinstance(entry, Balance)] == [date(1, 1, 2)]
    assert path.read_text(encoding="utf-8").endswith(
        "; no day follows on which the balances after friday could be asserted\n"
    )


@needs_hledger
def test_the_first_and_the_last_day_in_hledger(tmp_path: Path) -> None:
    assert hledger_check(written(tmp_path, "hledger", edges())) == ""


def test_no_date_is_ever_made_up(fake) -> None:
    with fake(replace(FRIDAY, date=None), SAME_DAY, NEXT_DAY) as ledger:
        with pytest.raises(UndatedError, match=r"^friday$"):
            journal(Chosen(ledger))
        days = {item.day for item in journal(Chosen(ledger), date(2020, 2, 29)).items}
        assert days == {date(2020, 2, 29), date(2026, 11, 27), date(2026, 11, 28)}
        left = journal(choose(ledger, Period(sessions=("Later", "A FRIDAY"))))
        assert {item.day for item in left.items} == {date(2026, 11, 27), date(2026, 11, 28)}


def test_accounts_open_with_their_currencies_on_their_first_day(tmp_path: Path, fake) -> None:
    euros = replace(NEXT_DAY, session="euros", currency="EUR", file="e.yaml")
    with fake(euros, FRIDAY) as ledger:
        path = written(tmp_path, "beancount", journal(Chosen(ledger)))
    opened = [(e.date.day, e.account, e.currencies) for e in beancount_entries(path) if isinstance(e, Open)]
    assert opened == [
        (27, "Assets:Players:Ann", ["EUR", "GBP"]),
        (27, "Assets:Players:Bob", ["EUR", "GBP"]),
        (27, "Assets:Players:Cat", ["GBP"]),
    ]
