"""A big record is judged in slices, by several threads, and holds columns that are alike once.

What comes out is the same.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import pontoon_ledger as pontoon
from pontoon_ledger import findings, frames

SAMPLES = Path(__file__).parent.parent / "sample_logs"


@pytest.mark.parametrize("rows", [50])
def test_the_samples_in_slices_are_the_samples_as_a_whole(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pontoon.audit(pontoon.read(SAMPLES))
    monkeypatch.setattr(frames, "_SLICE", rows)
    for room in (frames, findings):
        monkeypatch.setattr(room, "MANY", 0)
    monkeypatch.setattr(pl, "thread_pool_size", lambda: 2)
    sliced = pontoon.audit(pontoon.read(SAMPLES))
    for name in ("replayed", "hands", "findings", "transfers"):
        assert_frame_equal(getattr(sliced, name), getattr(whole, name))


def test_columns_that_say_nearly_the_same_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "MANY", 0)
    more = pl.DataFrame({"least": [1, None, 3], "most": [1, None, 3], "other": [1, None, 4]})
    held = frames.joined(pl.DataFrame({"row": [0, 1, 2]}), more)
    assert_frame_equal(held.drop("row"), more)
