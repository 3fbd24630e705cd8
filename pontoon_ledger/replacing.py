"""Files written whole or not at all.

In: paths and bytes. Out: files; a crash at any moment leaves each as it was before or as it is after.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: str | Path, data: bytes) -> None:
    """Write a file through another beside it, with the permissions that it has; a link stays a link.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "a.yaml"
    >>> replace_file(path, b"bank: Ann")
    >>> path.read_bytes(), len(list(path.parent.iterdir()))
    (b'bank: Ann', 1)
    """
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(target))
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _mode(target: Path) -> int:
    """The permissions of a file, or those that a new one gets."""
    try:
        return target.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
