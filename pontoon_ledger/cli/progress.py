"""One line on the terminal that says what is being done, while it takes long, and is gone afterwards.

In: words on the work. Out: that line on standard error; nothing where no terminal is or the work is short.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer

from pontoon_ledger.render.text import clean, width, wrap

PATIENCE = 0.5
"""Seconds of work before anything is shown."""


@contextmanager
def progress(*, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Give a function that shows what is being done; an empty text takes the line away for other words.

    >>> with progress(quiet=True) as tell:
    ...     tell("reading file 3 of 20")
    """
    if quiet or not sys.stderr.isatty():
        yield lambda text: None
        return
    line = _Line()
    try:
        yield line.show
    finally:
        line.end()


class _Line:
    """The line, drawn over itself. That it cannot be drawn stops no work, so such errors are let go."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._text = ""
        self._drawn = 0
        self._open = False
        self._timer = Timer(PATIENCE, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def show(self, text: str) -> None:
        """Draw another text, or note it for the time when the work has become long."""
        with self._lock:
            self._text = text
            if self._open:
                self._draw()

    def end(self) -> None:
        """Take the line away for good."""
        self._timer.cancel()
        self.show("")
        self._open = False

    def _begin(self) -> None:
        with self._lock:
            self._open = True
            self._draw()

    def _draw(self) -> None:
        room = max(_columns() - 1, 1)
        text = wrap(clean(self._text), room)[0]
        blanks = " " * (self._drawn - width(text))
        with suppress(OSError, ValueError):
            sys.stderr.write(f"\r{text}{blanks}" + ("" if text else "\r"))
            sys.stderr.flush()
        self._drawn = width(text)


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
