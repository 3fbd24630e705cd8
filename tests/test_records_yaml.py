"""A session in YAML: what each field gives, and every fault of a file at its place in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pontoon_ledger.records import ReadOptions, events, read

if TYPE_CHECKING:
    from pathlib import Path

    from pontoon_ledger.records.model import Records

SESSION = """\
# yaml-language-server: $schema=../schemas/session.schema.json
format: pontoon/1
session: At Ann's
date: 2026-11-27
currency: gbp
rules: {base: wikipedia, stick_on: any, royal: On, burn: 13_14}
stakes: {min: 0.10, max: £1}
players:
  - Ann
  - Bob
  - {name: Cat, aka: [Cath, C]}
  - {name: Bob 2, for: bob}
  - {name: Sue+Tom, for: [Sue, Tom]}
  - No
bank: ann
paid: At the  Table
cash:
  Bob: {in: [10.00, 20p], out: 12.30}
  c: {in: 5, owed: 5}
  Sue: {out: 1}
payments:
  - {from: Cath, to: Ann, amount: 2.00, note: on account}
owed:
  - {from: Tom, to: C, amount: .5}
deals:
  - hands:
      Bob: bet 0.20, 5c 9d, buy 0.20 4h,
        stick,  won 0.40
      cath:
        - bet 0.10, 8h 3c, twist 9d, stick, won 0.10
        - 'split 0.10, 8s Th, stick, won 0.10'
      'NO': "bet 0.5, Ah\\tKd"
      Ann:
    note: Dan knocked his glass over
  - deal: 2b
    bank: Bob
    shuffled: yes
    hands: {Bob: "bet 0.2, 5c 9d", Ann: , No: stick}
  - bank: C
    price: 1.50
    doubled: OFF
    players: [Ann, Bob, C, Eve]
    waive: {P402: Bob did not want it, p301: so}
    tally: {Bob: 3.40, Bob 2: -1.20, Cath: (0.20)}
    hands: {Eve: }
  - void: misdeal
    hands: {Bob: , Ann: }
  - gap: true
    bank: Ann
  - void: no
    hands: {}
"""


@pytest.fixture(params=["libyaml", "pure"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "libyaml" and not events.LIBYAML:
        pytest.skip("PyYAML was built without libyaml")
    monkeypatch.setattr(events, "LIBYAML", request.param == "libyaml")
    return str(request.param)


def text_read(
    folder: Path, text: str, name: str = "friday.yaml", options: ReadOptions | None = None
) -> Records:
    (folder / name).write_bytes(text.encode())
    return read(folder / name, options=options or ReadOptions())


def test_a_whole_session_is_read_without_a_fault(tmp_path: Path) -> None:
    records = text_read(tmp_path, SESSION)
    assert records.faults.rows() == []
    session = records.sessions.row(0, named=True)
    assert (
        session
        | {
            "session": "At Ann's",
            "date": "2026-11-27",
            "currency": "GBP",
            "decimals": 2,
            "stakes_min": 10,
            "stakes_max": 100,
            "order_known": True,
            "bank": "Ann",
            "bank_line": 15,
            "bank_column": 7,
            "bank_end": 10,
            "at_table": True,
            "whole": True,
            "line": 3,
            "peek": False,
            "stick_on": 0,
            "royal": True,
            "burn": "13_14",
            "split": "aces",
        }
        == session
    )


def test_seats_persons_and_aliases(tmp_path: Path) -> None:
    records = text_read(tmp_path, SESSION)
    names = ["Ann", "Bob", "Cat", "Bob 2", "Sue+Tom", "No"]
    first = [(0, 0, seat, name) for seat, name in enumerate(names)]
    later = [(0, 1, seat, name) for seat, name in enumerate(["Ann", "Bob", "Cat", "Eve"])]
    assert records.seats.rows() == first + later
    assert records.aliases.rows() == [(0, "Cat", "Cath"), (0, "Cat", "C")]
    assert records.persons.rows() == [
        (0, "Bob 2", "Bob", 0),
        (0, "Sue+Tom", "Sue", 0),
        (0, "Sue+Tom", "Tom", 1),
    ]


def test_hands_keep_their_text_and_know_where_it_begins(tmp_path: Path) -> None:
    hands = text_read(tmp_path, SESSION).hands
    assert hands.select("deal_idx", "player", "hand", "text", "line", "column").rows() == [
        (0, "Bob", 1, "bet 0.20, 5c 9d, buy 0.20 4h, stick,  won 0.40", 27, 12),
        (0, "Cat", 1, "bet 0.10, 8h 3c, twist 9d, stick, won 0.10", 30, 11),
        (0, "Cat", 2, "split 0.10, 8s Th, stick, won 0.10", 31, 11),
        (0, "No", 1, "bet 0.5, Ah\tKd", 32, 13),
        (0, "Ann", 1, "", 33, 7),
        (1, "Bob", 1, "bet 0.2, 5c 9d", 38, 18),
        (1, "Ann", 1, "", 38, 36),
        (1, "No", 1, "stick", 38, 47),
        (2, "Eve", 1, "", 45, 13),
        (3, "Bob", 1, "", 47, 13),
        (3, "Ann", 1, "", 47, 20),
    ]
    assert [SESSION[index : index + 3] for index in hands["index"][:4]] == ["bet", "bet", "'sp", '"be']
    assert hands["readable"].all()
    assert not hands["bank_row"].any()


def test_fields_of_deals(tmp_path: Path) -> None:
    records = text_read(tmp_path, SESSION)
    deals = records.deals
    assert deals["deal"].to_list() == ["1", "2b", "3", "4", "5", "6"]
    assert deals["deal_no"].to_list() == [1, 2, 3, 4, 5, 6]
    assert deals["roster"].to_list() == [0, 0, 1, 1, 1, 1]
    assert deals["bank"].to_list() == [None, "Bob", "Cat", None, "Ann", None]
    assert deals.select("line", "column").rows() == [(26, 5), (35, 5), (39, 5), (46, 5), (48, 5), (50, 5)]
    third = deals.row(2, named=True)
    assert (third["price"], third["price_line"], third["price_column"], third["price_end"]) == (
        150,
        40,
        12,
        16,
    )
    assert (third["doubled"], third["doubled_line"]) == (False, 41)
    assert deals["shuffled"].to_list() == [None, True, None, None, None, None]
    assert deals["void"].to_list() == [None, None, None, "misdeal", None, None]
    assert deals["gap"].to_list() == [False, False, False, False, True, False]
    assert deals["note"][0] == "Dan knocked his glass over"
    assert deals["readable"].all()
    assert not deals["bank_unreadable"].any()
    assert records.tallies.rows() == [
        (2, "Bob", 340, 44, 18, 22),
        (2, "Bob 2", -120, 44, 31, 36),
        (2, "Cat", -20, 44, 44, 50),
    ]
    assert records.waivers.rows() == [
        (2, "P402", "Bob did not want it", 43, 13, 17),
        (2, "P301", "so", 43, 40, 44),
    ]


def test_chips_and_debts(tmp_path: Path) -> None:
    records = text_read(tmp_path, SESSION)
    assert records.cash.rows() == [
        (0, "Bob", 1020, 1230, 0, 18, 3, 6),
        (0, "Cat", 500, None, 500, 19, 3, 4),
        (0, "Sue", None, 100, 0, 20, 3, 6),
    ]
    assert records.debts.rows() == [
        (0, "payment", "Cat", "Ann", 200, "on account", 22),
        (0, "owed", "Tom", "Cat", 50, None, 24),
    ]


FAULTY = """\
format: pontoon/2
session: Friday
date: 03/04/2026
currency: GPB
rules: {base: pagett, stick_on: 17, splitt: aces, shoot: true, peek: maybe}
stakes: {min: 2.00, max: 1.00, mid: 1}
players: [Ann, Bob, {name: Cat, aka: [Cath, bob]}, ann]
order: anticlockwise
bank: Anne
kitty: {min: 3, max: 2}
paid: tomorrow
playrs: nobody
cash:
  Bob: {in: [5, 1,000], out: -2}
  Zoe: {in: 5}
  bob: {in: 1}
  Cat: 5
payments:
  - {from: Bob, to: bob, amount: 1}
  - {from: Bob, amount: 1}
  - Cat pays Ann
owed:
  - {from: Bob, to: Cath, amount: 0.005}
session: Saturday
deals:
  - hands:
      Bob: &x bet 0.20, stick
      Cat: *x
      Ann: !!str stick 17
      Cathy: bet 0.10
      cath: bet 0.30
      BOB:
        - bet 0.10
        - BET 0.20, stick
    bank: Kat
    bank: Bob
  - deal: 1
    hands:
      Bob: {bet: 1}
      Cat: []
      Ann: [bet 0.10, 8h 3c, stick]
      <<: *x
      ? [a, b]
      : stick
    price:
    shuffled: perhaps
    doubled: [yes]
    kitty: -1
    waive: {P999: why, P402: "", P301: [x]}
    tally: {Bob: 1.2345, Zed: 1, bob: 2}
  - hands: {Bob: bet 0.20, 5c 9d, stick, Ann: 9c}
    players: [Ann]
  - note: nothing else
  - just words
  - Hands: {Ann: stick}
    void:
  - hands: [Ann, Bob]
"""


def test_every_fault_of_a_file_is_told_in_one_run(tmp_path: Path) -> None:
    faults = text_read(tmp_path, FAULTY).faults
    assert faults.select("code", "line", "column", "end_column", "found", "help").rows() == [
        ("P004", 1, 9, 18, "pontoon/2", None),
        ("P004", 3, 7, 17, "03/04/2026", "write 2026-04-03 or 2026-03-04"),
        ("P004", 4, 11, 14, "GPB", "did you mean 'GBP'?"),
        ("P004", 5, 15, 21, "pagett", "did you mean 'pagat'?"),
        ("P004", 5, 33, 35, "17", None),
        ("P003", 5, 37, 43, "splitt", "did you mean 'split'?"),
        ("P004", 5, 70, 75, "maybe", None),
        ("P004", 6, 15, 19, "2.00", None),
        ("P003", 6, 32, 35, "mid", "did you mean 'min'?"),
        ("P009", 7, 45, 48, "bob", "give each seat a name of its own"),
        ("P009", 7, 52, 55, "ann", "give each seat a name of its own"),
        ("P004", 8, 8, 21, "anticlockwise", None),
        ("P008", 9, 7, 11, "Anne", "did you mean 'Ann'?"),
        ("P004", 10, 14, 15, "3", None),
        ("P004", 11, 7, 15, "tomorrow", None),
        ("P003", 12, 1, 7, "playrs", "did you mean 'players'?"),
        ("P006", 14, 19, 22, "1,000", "write 1.000 or, with a blank, 1, 000"),
        ("P006", 14, 30, 32, "-2", None),
        ("P008", 15, 3, 6, "Zoe", None),
        ("P009", 16, 3, 6, "bob", "put both into one entry"),
        ("P004", 17, 8, 9, "5", None),
        ("P004", 19, 21, 24, "bob", None),
        ("P004", 20, 5, 27, None, None),
        ("P004", 21, 5, 17, "Cat pays Ann", None),
        ("P006", 23, 35, 40, "0.005", None),
        ("P002", 24, 1, 8, "session", "keep one of the two"),
        ("P002", 27, 12, 14, "&x", "leave it out; put a text with & in quotes"),
        ("P002", 28, 12, 14, "*x", "write the value out; put a text with * in quotes"),
        ("P002", 29, 12, 17, "!!str", "leave it out; put a text with ! in quotes"),
        ("P008", 30, 7, 12, "Cathy", "did you mean 'Cath'?"),
        ("P009", 31, 7, 11, "cath", "write the hands of a split as a list under one name"),
        ("P009", 32, 7, 10, "BOB", "write the hands of a split as a list under one name"),
        ("P009", 34, 11, 26, "bet", faults["help"][33 - 1]),
        ("P008", 35, 11, 14, "Kat", "did you mean 'Cat'?"),
        ("P002", 36, 5, 9, "bank", "keep one of the two"),
        ("P009", 37, 11, 12, "1", "give each deal a label of its own"),
        ("P004", 39, 12, 20, None, "a play with a colon in it wants quotes"),
        ("P004", 40, 12, 14, None, "a play with a colon in it wants quotes"),
        ("P002", 41, 12, 36, None, faults["help"][39 - 1]),
        ("P002", 42, 7, 9, "<<", "write the fields out where they belong"),
        ("P002", 43, 9, 15, None, "put it in quotes"),
        ("P004", 45, 5, 10, "", "write one, or take the line out"),
        ("P004", 46, 15, 22, "perhaps", None),
        ("P004", 47, 14, 19, None, None),
        ("P006", 48, 12, 14, "-1", None),
        ("P004", 49, 13, 17, "P999", None),
        ("P004", 49, 24, 28, "P402", None),
        ("P004", 49, 40, 43, None, None),
        ("P006", 50, 18, 24, "1.2345", None),
        ("P008", 50, 26, 29, "Zed", None),
        ("P009", 50, 34, 37, "bob", None),
        ("P008", 51, 13, 16, "Bob", None),
        ("P002", 51, 28, 33, "5c 9d", faults["help"][53 - 1]),
        ("P004", 52, 14, 19, None, None),
        ("P004", 53, 5, 23, None, None),
        ("P004", 54, 5, 15, "just words", None),
        ("P003", 55, 5, 10, "Hands", "did you mean 'hands'?"),
        ("P004", 56, 5, 9, "", "write one, or take the line out"),
        ("P004", 57, 12, 22, None, None),
    ]
    helps = faults.filter(code="P002")["help"].to_list()
    assert 'write each hand on a line of its own, or in quotes: Bob: "bet 0.20, 5c 9d, stick"' in helps


def test_a_fault_spoils_its_own_value_and_no_more(tmp_path: Path) -> None:
    records = text_read(tmp_path, FAULTY)
    assert records.hands.select("deal_idx", "player", "hand", "text", "readable").rows() == [
        (0, "Bob", 1, "", False),
        (0, "Cat", 1, "", False),
        (0, "Ann", 1, "", False),
        (0, None, 1, "bet 0.10", False),
        (0, "Cat", 2, "bet 0.30", False),
        (0, "Bob", 2, "bet 0.10", False),
        (0, "Bob", 3, "BET 0.20, stick", False),
        (1, "Bob", 1, "", False),
        (1, "Cat", 1, "", False),
        (1, "Ann", 1, "", False),
        (2, None, 1, "bet 0.20", False),
        (2, "Ann", 1, "9c", True),
    ]
    assert not records.deals["readable"].any()
    assert records.deals["bank_unreadable"].to_list() == [True, True, False, False, False, False, False]
    told = records.faults.filter(records.faults["hand"].is_not_null()).select("deal_idx", "player", "hand")
    assert told.rows()[:6] == [
        (0, "Bob", 1),
        (0, "Cat", 1),
        (0, "Ann", 1),
        (0, None, 1),
        (0, "Cat", 2),
        (0, "Bob", 2),
    ]


def one_fault(folder: Path, text: str) -> tuple[object, ...]:
    faults = text_read(folder, text).faults
    assert faults.height == 1, faults.select("code", "line", "message").rows()
    return faults.select("code", "line", "column", "found").row(0)


DEAL = "deals:\n  - hands: {Ann: stick}\n"
PLAYERS = "players: [Ann, Bob]\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (DEAL, ("P004", 1, 1, None)),
        (PLAYERS, ("P004", 1, 1, None)),
        (PLAYERS + "deals: []\n", ("P001", 2, 8, None)),
        (PLAYERS + "deals:\n", ("P001", 2, 1, None)),
        (PLAYERS + "deals: {a: b}\n", ("P004", 2, 8, None)),
        ("players: [Ann]\n" + DEAL, ("P004", 1, 10, None)),
        ("players: &p [Ann, Bob]\n" + DEAL, ("P002", 1, 10, "&p")),
        ("players: [Ann, [Bob]]\n" + DEAL, ("P004", 1, 16, None)),
        ("players: [Ann, {aka: Bob}]\n" + DEAL, ("P004", 1, 16, None)),
        ("players: [Ann, {name: Bob, for: [Al, al]}]\n" + DEAL, ("P009", 1, 38, "al")),
        (PLAYERS + "date: 2026-02-30\n" + DEAL, ("P004", 2, 7, "2026-02-30")),
        (PLAYERS + "date: 20261127\n" + DEAL, ("P004", 2, 7, "20261127")),
        (PLAYERS + "currency: {code: XTS, decimals: 9}\n" + DEAL, ("P004", 2, 33, "9")),
        (PLAYERS + "currency: {code: chips, decimals: 0}\n" + DEAL, ("P004", 2, 18, "CHIPS")),
        (PLAYERS + "currency: {decimals: 0}\n" + DEAL, ("P004", 2, 11, None)),
        (PLAYERS + "rules: {base: pagat, kitty: {least: 1}}\n" + DEAL, ("P003", 2, 30, "least")),
        (PLAYERS + "deals:\n  -\n", ("P004", 3, 4, "")),
        (PLAYERS + DEAL + "  - deal: '1'\n    hands: {}\n", ("P009", 4, 11, "1")),
        (PLAYERS + "deals:\n  - {deal: 2, hands: {}}\n  - hands: {}\n", ("P009", 4, 5, "2")),
        (PLAYERS + "deals:\n  - hands:\n", ("P004", 3, 5, "")),
        (PLAYERS + "deals:\n  - hands: {}\n    void: [x]\n", ("P004", 4, 11, None)),
        (PLAYERS + "deals:\n  - hands: {Ann: [stick, {a: b}]}\n", ("P004", 3, 26, None)),
        (PLAYERS + 'deals:\n  - hands: {Ann: "a\\x07b"}\n', ("P002", 3, 18, "U+0007")),
        (PLAYERS + "deals: a/b.csv\n", ("P004", 2, 8, "a/b.csv")),
        (PLAYERS + "deals: no.csv\n", ("P001", 2, 8, "no.csv")),
        ("- Ann\n", ("P004", 1, 1, None)),
        ("Ann and Bob played\n", ("P004", 1, 1, "Ann and Bob played")),
        ("# nothing\n", ("P001", None, None, None)),
    ],
)
def test_single_faults(tmp_path: Path, text: str, expected: tuple[object, ...]) -> None:
    assert one_fault(tmp_path, text) == expected


def test_names_are_accepted_as_they_come_where_the_players_could_not_be_read(tmp_path: Path) -> None:
    records = text_read(tmp_path, DEAL)
    assert records.hands["player"].to_list() == ["Ann"]
    assert records.seats.rows() == [(0, 0, 0, "Ann")]
    assert records.sessions["order_known"].to_list() == [False]


def test_a_currency_of_ones_own(tmp_path: Path) -> None:
    text = PLAYERS + "currency: {code: xts, decimals: 3}\nstakes: {max: 0.125}\n" + DEAL
    session = text_read(tmp_path, text).sessions.row(0, named=True)
    assert (session["currency"], session["decimals"], session["stakes_max"]) == ("XTS", 3, 125)


def test_rules_given_take_the_place_of_those_written_and_say_so(tmp_path: Path) -> None:
    options = ReadOptions(rules="school, stick_on=any")
    records = text_read(tmp_path, SESSION, options=options)
    assert records.sessions.select("stick_on", "burn", "peek").row(0) == (0, "13", True)
    assert len(records.notes) == 1
    assert "school, stick_on=any" in records.notes[0]


def test_rules_given_that_are_none_are_a_fault(tmp_path: Path) -> None:
    records = text_read(tmp_path, SESSION, options=ReadOptions(rules="pagatt"))
    assert records.faults.select("code", "line", "found").rows() == [("P004", None, "pagatt")]


def test_the_deals_may_stand_before_the_head(tmp_path: Path) -> None:
    records = text_read(
        tmp_path, "deals:\n  - hands: {ann: stick}\n    price: 1\ncurrency: JPY\nplayers: [Ann, Bob]\n"
    )
    assert records.faults.is_empty()
    assert records.hands["player"].to_list() == ["Ann"]
    assert records.deals["price"].to_list() == [1]


def test_a_session_without_a_name_has_its_files(tmp_path: Path) -> None:
    assert text_read(tmp_path, PLAYERS + DEAL, "monday.yml").sessions["session"].to_list() == ["monday"]
