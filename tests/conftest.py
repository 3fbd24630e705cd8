"""What all tests share: hypothesis runs without deadlines, and the same examples every time.

PONTOON_HYPOTHESIS=wide draws new examples, more of them. Frames of a few rows gain nothing from many threads,
and the processes of xdist have all cores already: within the tests polars has one thread (POLARS_MAX_THREADS
says otherwise), commands in processes of their own have as many as ever. Garbage is collected more seldom. A
process of the tests makes one empty ledger, and copies it where the program would make another; one in memory
is copied too (test_store.py holds it against one that the program made).
"""

from __future__ import annotations

import functools
import gc
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("wide", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("PONTOON_HYPOTHESIS", "steady"))

os.environ.setdefault("POLARS_MAX_THREADS", "1")
gc.set_threshold(20_000, 50, 1000)


def pytest_configure() -> None:
    """Wait for the file of that name: it says that the programs are installed that some tests call."""
    awaited = os.environ.get("PONTOON_AWAIT")
    while awaited and not Path(awaited).exists():
        time.sleep(0.2)


@pytest.fixture(scope="session", autouse=True)
def _one_empty_ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Half a thousand comments are put on the tables of a new ledger, which takes longer than most tests."""
    from one_ledger import in_memory_as

    from pontoon_ledger.store import opening

    made = tmp_path_factory.mktemp("empty") / "pontoon.duckdb"
    make, open_memory = opening.make_empty, opening.open_memory

    def copied(path: Path) -> None:
        if not made.exists():
            make(made)
        shutil.copyfile(made, path)

    @functools.wraps(open_memory)
    def in_memory() -> DuckDBPyConnection:
        if not made.exists():
            make(made)
        return in_memory_as(made)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "make_empty", copied)
        patch.setattr(opening, "open_memory", in_memory)
        yield
