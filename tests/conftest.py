"""What all tests share: hypothesis runs without deadlines, and the same examples every time.

PONTOON_HYPOTHESIS=wide draws new examples, more of them.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("wide", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("PONTOON_HYPOTHESIS", "steady"))
