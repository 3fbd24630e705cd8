"""What was staked, known and open: whatever is left out of a record, the ranges still hold what it was."""

from __future__ import annotations

from unittest.mock import patch

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon_ledger import frames
from pontoon_ledger.replay.stakes import with_ranges, with_stakes
from pontoon_ledger.shape import BARE, BOUGHT, TWISTED

LOWEST, HIGHEST, BUY_MAX = 10, 100, 2
SCHEMA = {
    **{f"how{k}": pl.UInt8 for k in (3, 4, 5)},
    **{f"price{k}": pl.Int64 for k in (3, 4, 5)},
    **dict.fromkeys(("bet", "first_bet", "staked", "stakes_min", "stakes_max"), pl.Int64),
    **dict.fromkeys(("split", "listed", "banker"), pl.Boolean),
    "buy_max": pl.Int64,
}
RANGES = ("s_low", "s_high", "t_least", "t_most", "t_low", "t_high", "five_high")


@st.composite
def hands(draw: st.DrawFn) -> dict[str, int | bool | None]:
    """A hand by rulebook 3.3, everything written: cards bought, none dearer than the last, then twists."""
    bet = draw(st.integers(LOWEST, HIGHEST))
    bought, twisted = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    row = dict.fromkeys(SCHEMA) | {"split": False, "listed": True, "banker": False, "buy_max": BUY_MAX}
    row |= {"bet": bet, "stakes_min": LOWEST, "stakes_max": HIGHEST}
    most = BUY_MAX * bet
    for k in range(3, min(bought + twisted, 3) + 3):
        row[f"how{k}"] = BOUGHT if k < bought + 3 else TWISTED
        if k < bought + 3:
            row[f"price{k}"] = most = draw(st.integers(bet, most))
    return row


def ranges(*rows: dict[str, int | bool | None]) -> list[dict[str, int | bool | None]]:
    return with_ranges(with_stakes(pl.DataFrame(rows, schema=SCHEMA))).rows(named=True)


def staked(row: dict[str, int | bool | None]) -> int:
    return sum(row[name] or 0 for name in ("bet", "price3", "price4", "price5"))


@given(st.lists(hands(), min_size=1, max_size=5))
def test_2_1_and_3_3_what_is_written_is_one_sum(rows):
    for row, told in zip(rows, ranges(*rows), strict=True):
        assert [told[name] for name in RANGES] == [row["bet"]] * 2 + [staked(row)] * 5
        assert not told["ranged"]


def unnoted(row: dict[str, int | bool | None]) -> dict[str, int | None]:
    """The cards of a hand of which nobody noted how they were taken, nor for how much."""
    taken = [k for k in (3, 4, 5) if row[f"how{k}"] is not None]
    return {f"how{k}": BARE for k in taken} | {f"price{k}": None for k in taken}


GONE = st.sets(st.sampled_from(("bet", "price3", "price4", "price5")))


@given(st.lists(st.tuples(hands(), GONE, st.booleans()), min_size=1, max_size=5))
def test_3_3_what_is_left_out_makes_a_range_around_what_it_was(rows):
    left = [row | dict.fromkeys(gone) | (unnoted(row) if bare else {}) for row, gone, bare in rows]
    for (row, _, _), told in zip(rows, ranges(*left), strict=True):
        assert told["s_low"] <= row["bet"] <= told["s_high"]
        assert told["t_least"] <= staked(row) <= told["t_most"]
        assert told["t_low"] <= staked(row) <= told["t_high"] <= told["five_high"]


@given(hands())
def test_2_1_the_bank_stakes_nothing(row):
    banks, players = ranges({**row, "bet": None, "banker": True}, row)
    assert [banks[name] for name in RANGES] == [None] * len(RANGES)
    assert players["t_low"] == staked(row)


@pytest.mark.parametrize("few", [0, 1000])
@given(st.lists(st.integers(0, 1 << 63), max_size=50), st.integers(1, 5))
def test_equal_numbers_are_numbered_alike_and_others_are_not(few, values, times):
    told = pl.Series(values * times, dtype=pl.UInt64)
    with patch.object(frames, "MANY", few), patch.object(frames, "_SLOTS", 8):
        numbers, different = frames.numbered(told)
    assert different.gather(numbers).equals(told)
    assert len(different) == len(set(values))
