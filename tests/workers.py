"""What the processes of a pool are given to do where it matters only how they end. Nothing heavy is imported.

In: something in common, an item. Out: the item.
"""

from __future__ import annotations

import os
import time
from pathlib import Path


def leave(_: str, item: str) -> str:
    """Be gone at `b`."""
    if item == "b":
        os._exit(9)
    return item


def sleep(folder: str, item: str) -> str:
    """Say which process this is, and sleep."""
    (Path(folder) / f"{os.getpid()}.pid").touch()
    time.sleep(60)
    return item
