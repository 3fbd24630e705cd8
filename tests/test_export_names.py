"""Names as accounts: there and back for every text, and the real programs take them."""

from __future__ import annotations

import unicodedata
from datetime import date
from pathlib import Path

import pytest
from beancount.core.account import is_valid_leaf
from beancount.core.data import Open, Transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import beancount_check, beancount_entries, hledger, hledger_check, needs_hledger

from pontoon_ledger.export import beancount
from pontoon_ledger.export import hledger as for_hledger
from pontoon_ledger.export.journal import Account, Check, Commodity, Entry, Journal
from pontoon_ledger.export.names import account_of, component_of, name_of, party_of
from pontoon_ledger.render.text import clean

HOSTILE = [
    *("Ann", "ann", "ANN", "Zoë", "Zoe\u0308", "É. Dupont", "李雷", "Ångström", "ǅ", "ß"),
    *("a:b", "(x)", "box", "Kitty", "X-", "X-ann", "X ann", "7", "2026-01-01", "-5", "=1+1", "@x"),
    *("Big Al", "Big  Al", "Big-Al", "Big--Al", "Big---Al", "Big - Al", " Al", "Al ", "Al-", "-Al"),
    *("a---62---b", "---", "-", "", "O'Brien", 'the "King"', "semi;colon", "pi|pe", "back\\slash"),
    *("date:2020-99-99", "[1/1]", "type: Z, date: y", "*", "!", "#tag", "^link", "%", "\U0001f600"),
    *("x\u200fy", "\u202eevil", "nul\x00", "line\nbreak", "tab\tstop", "\u2028", "\xa0", "\ufeff", "\u3164"),
    *("N" * 200, "\U0001f600" * 200, "\u0660\u0661", "\u1369", "\U0001e900", "x" * 199 + ":"),
]
TEXTS = st.text(st.one_of(st.sampled_from(" -aXb1:;\u200f\xeb"), st.characters(codec="utf-8")), max_size=40)
POUND = Commodity("GBP", 2)
DAY = date(2026, 11, 27)


def journal_of(names: list[str]) -> Journal:
    """Everybody wins 1, and what is said about it is the name too."""
    accounts = sorted({account_of(name, account=False): name for name in names}.items())
    kept = [Account(account, name, DAY, ("GBP",)) for account, name in accounts]
    items: list[Entry | Check] = []
    for at, (account, name) in enumerate(accounts, start=1):
        postings = ((account, 1), ("Assets:Table:Box", -1))
        items.append(Entry(DAY, f"deal {name} of {name}", (("note", name),), POUND, postings, (name,)))
        held = (((account, POUND), 1), (("Assets:Table:Box", POUND), -at))
        items.append(Check(DAY, name, held, frozenset()))
    box = Account("Assets:Table:Box", "box", DAY, ("GBP",))
    return Journal(f"Pontoon: {''.join(names)}", (POUND,), (box, *kept), tuple(items))


def written(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@settings(max_examples=400)
@given(TEXTS)
def test_there_and_back(name: str) -> None:
    component = component_of(name)
    assert name_of(component) == name
    assert party_of(account_of(name, account=False)) == (name, False)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_come_back(name: str) -> None:
    assert name_of(component_of(name)) == name


def test_no_two_names_share_an_account() -> None:
    assert len(set(map(component_of, HOSTILE))) == len(set(HOSTILE))


@settings(max_examples=200)
@given(st.from_regex(r"[A-Zab0-9-]{0,12}", fullmatch=True))
def test_what_no_name_makes_is_refused(component: str) -> None:
    try:
        name = name_of(component)
    except ValueError:
        return
    assert component_of(name) == component


@pytest.mark.parametrize(
    "account", ["Assets:Players:ann", "Assets:Players:A---g---", "Income:Ann", "A---ffffff---"]
)
def test_accounts_of_nobody(account: str) -> None:
    with pytest.raises(ValueError, match=r"nobody's account|not made of a name"):
        party_of(account)


def test_plain_names_stay_as_they_are() -> None:
    assert [component_of(name) for name in ("Ann", "Zoë", "李雷", "P1")] == ["Ann", "Zoë", "X-李雷", "P1"]
    assert [account_of(who, account=True) for who in ("box", "kitty")] == [
        "Assets:Table:Box",
        "Assets:Table:Kitty",
    ]


def test_beancount_takes_every_character() -> None:
    letters = [chr(code) for code in range(0x30000) if unicodedata.category(chr(code)) != "Cs"]
    assert is_valid_leaf(component_of("".join(letters)))
    short = [component_of(char) for char in letters[:0x3000]]
    assert all(is_valid_leaf(component) and len(component) <= len("X----10ffff---") for component in short)


def test_beancount_takes_hostile_names_and_gives_them_back(tmp_path: Path) -> None:
    path = written(tmp_path / "a.beancount", list(beancount.lines(journal_of(HOSTILE))))
    assert beancount_check(path) == ""
    entries = beancount_entries(path)
    opened = {entry.account: entry.meta["name"] for entry in entries if isinstance(entry, Open)}
    shown = {account_of(name, account=False): clean(name) for name in HOSTILE}
    assert opened == shown | {"Assets:Table:Box": "box"}
    deals = [entry for entry in entries if isinstance(entry, Transaction)]
    assert {deal.narration for deal in deals} == {f"deal {clean(name)} of {clean(name)}" for name in HOSTILE}
    assert {deal.meta["note"] for deal in deals} == {clean(name) for name in HOSTILE}
    assert {deal.flag for deal in deals} == {"!"}


@settings(max_examples=40)
@given(st.lists(TEXTS, max_size=30))
def test_beancount_takes_any_names(tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    path = written(tmp_path_factory.mktemp("b") / "a.beancount", list(beancount.lines(journal_of(names))))
    entries = beancount_entries(path)
    assert len([entry for entry in entries if isinstance(entry, Transaction)]) == len(set(names))


@needs_hledger
def test_hledger_takes_hostile_names(tmp_path: Path) -> None:
    path = written(tmp_path / "a.journal", list(for_hledger.lines(journal_of(HOSTILE))))
    assert hledger_check(path) == ""
    accounts = hledger(path, "accounts").stdout.splitlines()
    assert {party_of(account) for account in accounts} == {(name, False) for name in HOSTILE} | {
        ("box", True)
    }
    assert hledger(path, "accounts", "date:2026-11-27", "--used").stdout.splitlines() == accounts
    assert hledger(path, "codes").stdout == ""
    assert hledger(path, "payees").stdout.splitlines() == hledger(path, "descriptions").stdout.splitlines()


@needs_hledger
@settings(max_examples=12)
@given(st.lists(TEXTS, max_size=30))
def test_hledger_takes_any_names(tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    path = written(tmp_path_factory.mktemp("h") / "a.journal", list(for_hledger.lines(journal_of(names))))
    assert hledger_check(path) == ""
