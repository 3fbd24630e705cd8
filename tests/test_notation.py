"""The notation: every clause there and back, splitting alike in both ways, faults underlined to the word."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from pontoon_ledger.cards import CARD_CODES, NO_SUIT, card_name, parse_card
from pontoon_ledger.currency import NO_CURRENCY, Currency
from pontoon_ledger.notation import Clause, Kind, format_clause, parse_clause
from pontoon_ledger.plays import clause_spans, read_plays

GBP = Currency("GBP", 2, "£")
MONEY = [NO_CURRENCY, GBP, Currency("JPY", 0, "¥"), Currency("KWD", 3, None)]
amounts = st.integers(0, 10**9)
cards = st.integers(0, CARD_CODES - 1)
suited = st.integers(0, NO_SUIT - 1)
clauses = st.one_of(
    st.builds(Clause, st.sampled_from([Kind.BET, Kind.SPLIT, Kind.SHOOT, Kind.STAKED, Kind.OWING]), amounts),
    st.builds(
        Clause,
        st.sampled_from([Kind.RESULT, Kind.ALL_RESULT, Kind.SHOOT_RESULT]),
        st.integers(-(10**9), 10**9),
    ),
    st.lists(cards, min_size=1, max_size=8).map(lambda c: Clause(Kind.CARDS + len(c), cards=tuple(c))),
    st.builds(lambda a, b: Clause(Kind.BURN, cards=(a, b)), cards, cards),
    st.builds(lambda m, c: Clause(Kind.BUY, m, cards=(c,)), amounts, cards),
    suited.map(lambda c: Clause(Kind.BUY, cards=(c,))),
    cards.map(lambda c: Clause(Kind.TWIST, cards=(c,))),
    st.builds(
        lambda kind, n: Clause(kind, total=n), st.sampled_from([Kind.STICK, Kind.BUST]), st.integers(0, 99)
    ),
    st.sampled_from([Clause(k) for k in (Kind.STICK, Kind.BUST, Kind.PONTOON, Kind.FIVE, Kind.AGREED)]),
)


@given(clauses, st.sampled_from(MONEY))
def test_a_clause_written_and_read_again_is_the_same(clause: Clause, currency: Currency) -> None:
    assert parse_clause(format_clause(clause, currency), currency) == clause


@given(st.integers(0, CARD_CODES - 1))
def test_a_card_written_and_read_again_is_the_same(code: int) -> None:
    assert parse_card(card_name(code)) == parse_card(card_name(code).upper()) == code


WORDS = ["bet 0.20", "0,20", "5c 9d", "buy 0,30 4h", " stick ", "", "won 1", "note a, b; c", "NOTE x", "zz"]


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.sampled_from([",", ";", ", ", " ;"]))
def test_plays_are_split_alike_one_by_one_and_in_columns(words: list[str], mark: str) -> None:
    text = mark.join(words)
    spans, note = clause_spans(text)
    kinds = [parse_clause(text[a:b], NO_CURRENCY).kind for a, b in spans]
    frame, faults = read_plays(pl.Series(["bet 0.10", text]), NO_CURRENCY)
    assert frame["note"][1] == note
    found = [fault.clause for fault in faults if fault.row == 1]
    unreadable = [i for i, kind in enumerate(kinds) if kind == Kind.BAD]
    assert found == unreadable if unreadable else len(found) <= 1


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("bett 0.20", "P005", "bett 0.20"),
        ("5c 9z", "P007", "9z"),
        ("twist 4q", "P007", "4q"),
        ("buy zz 4h", "P006", "zz"),
        ("buy 0.20 zz", "P007", "zz"),
        ("bet", "P006", "bet"),
        ("won 1,000", "P006", "1,000"),
        ("won -0.20", "P006", "-0.20"),
        ("bet 0.20 5c 9d", "P005", "5c 9d"),
        ("stick high", "P005", "high"),
        ("burn 9c", "P005", "burn 9c"),
        ("all", "P005", "all"),
    ],
)
def test_a_fault_is_underlined_to_the_word(text: str, code: str, word: str) -> None:
    bad = parse_clause("  " + text, NO_CURRENCY).bad
    assert bad is not None
    assert (bad.code, ("  " + text)[bad.start : bad.end]) == (code, word)


def test_a_million_hands_are_few_clauses_and_few_shapes() -> None:
    """More than twelve clauses take the slower key, with the same result."""
    short = "bet 0.20, 5c 3d, twist 2h, twist 4c, stick"
    long = "bet 0.20, " + ", ".join(["burn 9c 4d"] * 12) + ", 5c 3d, twist 2h, twist 4c, stick"
    one = read_plays(pl.Series([short]), NO_CURRENCY)[0]
    both = read_plays(pl.Series([short, long]), NO_CURRENCY)[0]
    same = [name for name in one.columns if name != "burns"]
    assert both.select(same).row(0) == both.select(same).row(1) == one.select(same).row(0)
    assert both["burns"].list.len().to_list() == [None, 24]


@pytest.mark.parametrize("threads", [2, 3, 50])
def test_plays_read_in_several_threads_are_those_read_in_one(threads: int, monkeypatch: pytest.MonkeyPatch):
    plays = [
        "bet 0.20, 5c 9d, buy 0.20 4h, stick",
        "bet 1, 5c 5d, burn 7c 7d, note a, b",
        "Kh 7d, stick",
        "bett",
    ]
    plays += [
        "bet 0.20; Ah Kd; stick",
        "",
        "bet 0,20, shoot 0,50, x x, won all 3",
        "stick, bet 1",
        "bet 1, 8h 8h 8h",
    ]
    texts = pl.Series(plays * 3)
    whole, faults = read_plays(texts, NO_CURRENCY)
    monkeypatch.setattr("pontoon_ledger.plays._LEAST_PART", 1)
    monkeypatch.setattr(pl, "thread_pool_size", lambda: threads)
    frame, found = read_plays(texts, NO_CURRENCY)
    assert_frame_equal(frame, whole)
    assert {fault.row for fault in found} == {at + row for at in (0, 9, 18) for row in (1, 3, 6, 7)}
    assert found == faults


@pytest.mark.parametrize("text", ["won -0.20", "won (0.20)", "lost -0.20", "lost +£0.20", "all lost +0.20"])
def test_a_sign_beside_won_or_lost_is_refused_with_both_readings(text: str) -> None:
    bad = parse_clause(text, GBP).bad
    assert bad is not None
    assert (bad.code, bad.expected) == ("P006", "won 0.20 or lost 0.20")


@pytest.mark.parametrize(("text", "code"), [("bet 0.20,5c 9d", "P006"), ("bet 5,9 5", "P005")])
def test_a_clause_that_runs_on_behind_a_decimal_comma_is_told_of_the_space(text: str, code: str) -> None:
    bad = parse_clause(text, GBP).bad
    assert bad is not None
    assert bad.code == code
    assert "put a space behind" in (bad.help or "")
    ambiguous = parse_clause("bet 1,000", GBP).bad
    assert ambiguous is not None
    assert ambiguous.help is None
