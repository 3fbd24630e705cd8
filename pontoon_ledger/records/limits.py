"""What is read of a file at most, and what is no file to be read.

In: a path or a stream. Out: its bytes, or an `UnfitError` whose `strerror` says why there are none.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

MOST_MIB = 1024
"""MiB of a file that are read unless PONTOON_MAX_FILE_MIB says otherwise."""

_MIB = 1 << 20
_HANDED_OVER = ("/dev/", "/proc/")
"""Where a shell puts the pipe of a <(command)."""


class UnfitError(OSError):
    """A file that is not read: too large, or a pipe or device without an end."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.EINVAL, why)


def most_bytes() -> int:
    """Bytes that are read of one file at most; raises UnfitError where the variable is no whole number.

    >>> most_bytes() >= 1 << 20
    True
    """
    said = os.environ.get("PONTOON_MAX_FILE_MIB") or str(MOST_MIB)
    if not (said.isascii() and said.isdigit() and int(said[:9]) > 0 and len(said) <= 9):
        raise UnfitError(f"PONTOON_MAX_FILE_MIB is {said[:40]!r}, which is no whole number of MiB")
    return int(said) * _MIB


def content(file: Path) -> bytes:
    """All bytes of a file; raises OSError, UnfitError where it is none that can be read to its end.

    >>> from pathlib import Path
    >>> content(Path(__file__))[:3]
    b'\"\"\"'
    """
    fit(file)
    with file.open("rb") as stream:
        return whole(stream, file.stat().st_size + 1)


def fit(file: Path) -> None:
    """Raise UnfitError for what is larger than the limit, and for what may have no end.

    >>> from pathlib import Path
    >>> fit(Path(__file__))
    """
    found = file.stat()
    if stat.S_ISFIFO(found.st_mode):
        if not str(file).startswith(_HANDED_OVER):
            raise UnfitError("it is a pipe; hand its text to standard input, which is -")
    elif not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
        raise UnfitError("it is a device and no file")
    elif stat.S_ISREG(found.st_mode) and found.st_size > most_bytes():
        raise _too_large()


def whole(stream: BinaryIO, likely: int = 0) -> bytes:
    """All that a stream holds, likely so many bytes; raises UnfitError where that is more than the limit.

    >>> from io import BytesIO
    >>> whole(BytesIO(b"bank: Ann"))
    b'bank: Ann'
    """
    left = most_bytes()
    parts = []
    while part := stream.read(min(max(likely, 16 * _MIB), left + 1)):
        left -= len(part)
        if left < 0:
            raise _too_large()
        parts.append(part)
    return b"".join(parts)


def _too_large() -> UnfitError:
    return UnfitError(
        f"it has more than {most_bytes() // _MIB:,} MiB; PONTOON_MAX_FILE_MIB sets how many may be read"
    )
