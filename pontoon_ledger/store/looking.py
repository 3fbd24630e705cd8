"""A ledger's file seen from outside, before DuckDB is asked: may it be one at all.

In: a path. Out: nothing, or a plain word why it is none. Nothing here is written.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from pontoon_ledger.store.model import LedgerError

if TYPE_CHECKING:
    from pathlib import Path

_MAGIC = slice(8, 12)
_LONGEST_SHOWN = 300


def shown(path: Path | str) -> str:
    """A path as a message names it: on one line, and not without end.

    >>> shown("pontoon.duckdb"), len(shown("a" * 1000))
    ('pontoon.duckdb', 203)
    """
    text = str(path)
    text = text if text.isprintable() else repr(text)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:100]}...{text[-100:]}"


def nameable(path: Path) -> None:
    """Refuse a path that DuckDB has no spelling for: to it a backslash ends a folder's name everywhere."""
    text = str(path)
    if "\0" in text or text != text.encode(errors="replace").decode():
        raise LedgerError(f"no ledger can be called {text!r}; name it in letters that can be written")
    with suppress(FileNotFoundError):
        text = str(path.absolute())
    if os.sep != "\\" and "\\" in text:
        raise LedgerError(f"no ledger can be at {shown(path)}: its path must be without a backslash")


def is_there(path: Path) -> bool:
    """Whether anything stands at the path, true where nobody can tell.

    >>> from pathlib import Path
    >>> is_there(Path("no such folder") / "pontoon.duckdb")
    False
    """
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def look(path: Path) -> None:
    """Refuse what cannot be a ledger by what the folder says of it.

    The file stays closed: to close it would give up the lock that this program may have on it.
    """
    nameable(path)
    try:
        found = path.stat()
    except FileNotFoundError:
        no_lost_log(path)
        if path.is_symlink():
            raise LedgerError(
                f"the link {shown(path)} leads nowhere; remove it, or name another file"
            ) from None
        raise LedgerError(f"there is no ledger at {shown(path)}") from None
    except OSError as error:
        raise LedgerError(f"the ledger {shown(path)} cannot be opened: {error.strerror or error}") from error
    if not stat.S_ISREG(found.st_mode):
        what = "it is a folder" if stat.S_ISDIR(found.st_mode) else "it is no ordinary file"
        raise LedgerError(f"the ledger {shown(path)} cannot be opened: {what}")
    if not found.st_size:
        raise LedgerError(f"{shown(path)} is an empty file and no ledger; remove it, or name another file")


def no_lost_log(path: Path) -> None:
    """Refuse to start anew beside the unfinished work of a ledger that has gone."""
    log = path.with_name(path.name + ".wal")
    try:
        lost = log.exists() and not path.exists()
    except OSError:
        lost = False
    if lost:
        raise LedgerError(
            f"there is no ledger at {shown(path)}, but {shown(log.name)} beside it holds unsaved work "
            "of one; put the ledger back, or move that file away"
        )


def is_database(path: Path) -> bool:
    """Whether the file begins as DuckDB's do, true where nobody may look."""
    try:
        with path.open("rb") as file:
            return file.read(_MAGIC.stop)[_MAGIC] == b"DUCK"
    except OSError:
        return True
