"""The journal of a sitting: every accepted entry on disk before the next is asked for.

In: states in plain values. Out: one line of JSON a state behind a first line with the session file as it was
found. A line that a crash cut short is no entry. One program at a time writes it.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = "pontoon-record/1"


class JournalError(Exception):
    """The journal cannot be used: why, and what to do about it."""

    def __init__(self, message: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.advice = advice


class Journal:
    """An open journal; `entries` is what was entered since the sitting began."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file: IO[bytes] = path.open("a+b")
        except OSError as error:
            raise JournalError(f"{path} cannot be written: {error.strerror}") from None
        try:
            alone = _locked(self._file)
        except OSError as error:
            self._file.close()
            advice = "keep the score on a disk of this machine"
            raise JournalError(f"{path} cannot be locked: {error.strerror}", advice) from None
        if not alone:
            self._file.close()
            raise JournalError("the score is being kept in this file already", "one pontoon record at a time")
        self._head: dict[str, Any] = {}
        self.entries: list[dict[str, Any]] = []
        self._end = 0
        try:
            self._read()
        except (ValueError, KeyError, TypeError) as error:
            self.close()
            advice = "move it away; the deals in the session file are safe"
            raise JournalError(f"{path} is no journal of this program", advice) from error

    def _read(self) -> None:
        self._file.seek(0)
        lines = self._file.read().split(b"\n")[:-1]
        for line in lines:
            plain = json.loads(line)
            if self._end == 0:
                if plain["journal"] != FORMAT:
                    raise ValueError(FORMAT)
                self._head = {"base": str(plain["base"]), "opened": dict(plain["opened"])}
            else:
                self.entries.append(dict(plain))
            self._end += len(line) + 1

    def begin(self, base: str, opened: dict[str, Any]) -> None:
        """Begin anew, with the session file as it is and the deal that it opens with."""
        self._end, self.entries = 0, []
        self._head = {"journal": FORMAT, "base": base, "opened": opened}
        self._append(self._head)

    def since_base(self) -> tuple[str, dict[str, Any], list[dict[str, Any]]]:
        """The text and the opening that the entries still count from, and those entries.

        An entry with a `base` of its own takes the session file as it was found changed.
        """
        for at in range(len(self.entries) - 1, -1, -1):
            if "base" in self.entries[at]:
                return self.entries[at]["base"], self.entries[at]["opened"], self.entries[at:]
        return self._head["base"], self._head["opened"], self.entries

    def add(self, entry: dict[str, Any]) -> None:
        """Put an entry behind the others; it is on disk when this returns, or JournalError."""
        self._append(entry)
        self.entries.append(entry)

    def _append(self, plain: dict[str, Any]) -> None:
        line = json.dumps(plain, ensure_ascii=False).encode() + b"\n"
        try:
            self._file.truncate(self._end)
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from None
        self._end += len(line)

    def close(self, *, remove: bool = False) -> None:
        """Close the journal, and remove it where nothing in it is needed any more."""
        if remove:
            with suppress(OSError):
                self.path.unlink()
        self._file.close()
        if remove and self.path.exists():
            with suppress(OSError):
                self.path.unlink()


def _locked(file: IO[bytes]) -> bool:
    """Lock a file for this process, where the system has locks; false where another has it, else OSError."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(1 << 30)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            with suppress(ImportError):
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
