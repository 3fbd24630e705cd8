"""What all tests share: hypothesis runs without deadlines, and the same examples every time.

PONTOON_HYPOTHESIS=wide draws new examples, more of them. Frames of a few rows gain nothing from many threads,
and the processes of xdist have all cores already: within the tests polars has one thread (POLARS_MAX_THREADS
says otherwise), commands in processes of their own have as many as ever. Garbage is collected more seldom.
"""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("wide", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("PONTOON_HYPOTHESIS", "steady"))

os.environ.setdefault("POLARS_MAX_THREADS", "1")
gc.set_threshold(20_000, 50, 1000)
