"""Files written whole or not at all.

In: paths and bytes. Out: files; a crash at any moment leaves each as it was before or as it is after.
"""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def replace_file(path: str | Path, data: bytes) -> None:
    """Write a file through another beside it, with the permissions and the owner that it has.

    A link stays a link. What `may_replace` forbids is not replaced.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "a.yaml"
    >>> replace_file(path, b"bank: Ann")
    >>> path.read_bytes(), len(list(path.parent.iterdir()))
    (b'bank: Ann', 1)
    """
    with written_beside(path, force=True) as fresh:
        fresh.write_bytes(data)


@contextmanager
def written_beside(path: str | Path, *, force: bool = False) -> Iterator[Path]:
    """Give a file beside `path` to write into, which takes its place once the block has ended well.

    Without `force` a file that is there is never replaced: FileExistsError.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "a.csv"
    >>> with written_beside(path) as fresh:
    ...     _ = fresh.write_text("deal,player")
    >>> path.read_text(), len(list(path.parent.iterdir()))
    ('deal,player', 1)
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not force:
        raise _taken(target)
    may_replace(target)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    fresh = Path(name)
    try:
        yield fresh
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
        if force:
            _like(fresh, target)
            fresh.replace(target)
        else:
            fresh.chmod(_mode(target))
            _place(fresh, target)
    finally:
        with suppress(OSError):
            fresh.unlink()


def may_replace(path: str | Path) -> None:
    """Raise OSError where a file is there that must not be replaced: read-only, another's, or no plain file.

    One who may do anything on the machine is held to the first too: whoever took the right to write away
    meant it.
    """
    target = Path(path)
    if not target.exists():
        return
    if not target.is_file():
        raise OSError(errno.EINVAL, "it is no plain file", str(path))
    if not (_mode(target) & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, "it is read-only", str(path))
    if hasattr(os, "geteuid") and os.geteuid() not in (0, target.stat().st_uid):
        raise PermissionError(errno.EPERM, "it belongs to another, and would not any more", str(path))


def _like(fresh: Path, target: Path) -> None:
    """Give a file the owner, the group and the permissions of the one that it takes the place of."""
    if hasattr(os, "chown") and target.exists():
        was, now = target.stat(), fresh.stat()
        if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
            try:
                os.chown(fresh, was.st_uid, was.st_gid)
            except OSError as error:
                reason = f"its owner and group cannot be kept ({error.strerror})"
                raise PermissionError(errno.EPERM, reason, str(target)) from None
    fresh.chmod(_mode(target))


def _place(fresh: Path, target: Path) -> None:
    """Give a file its name unless another has got it meanwhile."""
    try:
        target.hardlink_to(fresh)
    except (OSError, NotImplementedError):
        if target.exists():
            raise _taken(target) from None
        fresh.replace(target)


def _taken(target: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, "it is there already", str(target))


def _mode(target: Path) -> int:
    """The permissions of a file, or those that a new one gets."""
    try:
        return target.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
