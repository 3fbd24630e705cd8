"""The short entries of `pontoon record`: each read as it is meant, or refused with its readings."""

from __future__ import annotations

import re

import pytest

from pontoon_ledger.cards import parse_card
from pontoon_ledger.currency import NO_CURRENCY, currency
from pontoon_ledger.scoring.words import Entry, MisreadError, Named, Words


def cards(*names: str) -> tuple[int, ...]:
    codes = [parse_card(name) for name in names]
    return tuple(code for code in codes if code is not None)


def entries(line: str, due: int = 0) -> list[Entry]:
    words, found = Words(line, NO_CURRENCY), []
    while words:
        found.append(words.entry(due))
        due = 0
    return found


@pytest.mark.parametrize(
    ("line", "amount"),
    [("b.2", 20), ("b2", 200), ("b20p", 20), ("b 0,20", 20), ("b£0.20", 20), ("BET 0.20", 20), ("b .2", 20)],
)
def test_an_amount_is_written_as_in_the_record(line: str, amount: int) -> None:
    assert entries(line) == [Entry("bet", amount)]


@pytest.mark.parametrize(
    ("line", "verb", "total", "names"),
    [
        ("t4h", "twist", None, ["4h"]),
        ("t 10", "twist", None, ["T"]),
        ("tkh", "twist", None, ["Kh"]),
        ("t", "twist", None, []),
        ("s", "stick", None, []),
        ("s18", "stick", 18, []),
        ("s 18", "stick", 18, []),
        ("x", "bust", None, []),
        ("x23", "bust", 23, []),
        ("p", "pontoon", None, []),
        ("5ct", "five", None, []),
        ("sp3cTh", "split", None, ["3c", "Th"]),
        ("sp 3c th", "split", None, ["3c", "Th"]),
        ("sp", "split", None, []),
        ("burn 9c4d", "burn", None, ["9c", "4d"]),
        ("bp AhKd", "shown", None, ["Ah", "Kd"]),
        ("-", "pass", None, []),
        ("d", "doubled", None, []),
    ],
)
def test_verbs_and_what_they_take(line: str, verb: str, total: int | None, names: list[str]) -> None:
    (entry,) = entries(line)
    assert (entry.verb, entry.total, entry.cards) == (verb, total, cards(*names))


def test_a_price_a_card_or_both() -> None:
    assert entries("u.20 4h") == [Entry("buy", 20, cards("4h"))]
    assert entries("u .20 x") == [Entry("buy", 20, cards("x"))]
    assert entries("u.20") == [Entry("buy", 20)]
    assert entries("u 4h") == [Entry("buy", None, cards("4h"), unsaid=True)]
    assert entries("u ? 4h") == [Entry("buy", None, cards("4h"))]
    assert entries("u.2 t 5h")[1].verb == "twist"


def test_results() -> None:
    assert entries("won .4") == [Entry("won", 40)]
    assert entries("all lost .3") == [Entry("lost", 30, of="all")]
    assert entries("shoot won .2") == [Entry("won", 20, of="shoot")]
    assert entries("sh.2") == [Entry("shoot", 20)]


def test_first_cards_come_before_verbs_where_they_are_due() -> None:
    assert entries("5c9d s", 2)[0].cards == cards("5c", "9d")
    assert entries("5c 9d", 2)[0].cards == cards("5c", "9d")
    assert entries("x 5c", 2)[0].cards == cards("x", "5c")
    assert entries("th9c", 2)[0].cards == cards("Th", "9c")
    assert entries("10 4h", 2)[0].cards == cards("T", "4h")
    assert entries("as7h", 2)[0].cards == cards("As", "7h")
    assert [entry.verb for entry in entries("xx t4h", 2)] == ["cards", "twist"]
    assert [entry.verb for entry in entries("s", 2)] == ["stick"]


@pytest.mark.parametrize(
    ("line", "due", "readings"),
    [
        ("t4h", 2, "a ten and 4h, or a twist: write 10 4h for cards, xx t4h to twist"),
        ("t", 2, "a ten or a twist"),
        ("x", 2, "write xx for two cards, or bust"),
        ("t", 1, "write 10 for a ten; x t for a twist on a card not seen"),
        ("t5h", 1, "write 10 for a ten; x t5h where it was not seen"),
        ("u 4", 0, "the price or the card: write u 4 x for a price"),
        ("b 1,000", 0, "can be read as 1000 or as 1.000"),
        ("u.24h", 0, "'.24h' is not an amount"),
        ("stik", 0, "did you mean 'stick'?"),
        ("zz", 0, "? shows what can be entered"),
    ],
)
def test_two_readings_are_refused_with_both(line: str, due: int, readings: str) -> None:
    with pytest.raises(MisreadError, match=re.escape(readings)):
        entries(line, due)


NAMES = {
    "pontoon pete": "Pontoon Pete",
    "ann": "Ann",
    "big al": "Big Al",
    "b": "B",
    "smith, j": "Smith, J",
    "zoë": "Zoë",
    "7": "7",
}


@pytest.mark.parametrize(
    ("line", "named", "rest"),
    [
        ("ANN t4h", Named("Ann"), "t4h"),
        ("Big Al/2 won .4", Named("Big Al", 2), "won"),
        ("Pontoon Pete s", Named("Pontoon Pete"), "s"),
        ("Smith, J: s", Named("Smith, J"), "s"),
        ("Zoe\u0308 s", Named("Zoë"), "s"),
        ("b: b.2", Named("B"), "b.2"),
        ("@b b.2", Named("B"), "b.2"),
        ("7: s", Named("7"), "s"),
    ],
)
def test_a_name_in_front_in_any_spelling(line: str, named: Named, rest: str) -> None:
    words = Words(line, NO_CURRENCY)
    assert words.name(NAMES) == named
    assert words.peek() == rest


@pytest.mark.parametrize("line", ["b.2", "b", "Annabel b.2", "7", "t4h"])
def test_an_entry_is_no_name(line: str) -> None:
    assert Words(line, NO_CURRENCY).name(NAMES) is None


def test_a_forced_name_must_be_one() -> None:
    with pytest.raises(MisreadError, match="nobody here is called 'Eve'"):
        Words("@Eve s", NO_CURRENCY).name(NAMES)


def test_the_money_of_the_session_is_read() -> None:
    assert Words("b50", currency("JPY")).entry(0).amount == 50
    assert Words("b0.125", currency("KWD")).entry(0).amount == 125
