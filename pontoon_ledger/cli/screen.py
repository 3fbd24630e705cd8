"""Where results and complaints go: standard output in the form asked for, standard error.

In: tables, lines, JSON values. Out: what the user sees. The only module that writes,
but for the line of `progress`.
"""

import errno
import os
import sys
from collections.abc import Iterable
from functools import cached_property
from shutil import get_terminal_size
from typing import Any

from msgspec import Struct

from pontoon_ledger.cli.options import Format
from pontoon_ledger.render.paint import Paint
from pontoon_ledger.render.table import Table, as_csv, escaped, markdown, plain
from pontoon_ledger.render.text import clean, wrap

PIPE_CLOSED = 141


class TroubleError(Exception):
    """The command cannot do its work: why, and what to do about it."""

    def __init__(self, message: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.help = advice


def complain(message: str, advice: str | None = None) -> None:
    """Say on standard error what is amiss."""
    first, *more = message.splitlines() or [""]
    sys.stderr.write(f"pontoon: {clean(first)}\n")
    for line in [*more, *([advice] if advice else [])]:
        sys.stderr.write(f"         {clean(line)}".rstrip() + "\n")


def unwritten(error: OSError) -> str:
    """Say that what a command tells is lost, and why.

    >>> unwritten(OSError(errno.EBADF, "Bad file descriptor"))
    'the output cannot be written: standard output is closed'
    """
    why = "standard output is closed" if error.errno == errno.EBADF else error.strerror
    return f"the output cannot be written: {why}"


def hang_up() -> int:
    """Leave a pipe that nobody reads any more, so that nothing is said of it; the exit status."""
    let_go()
    return PIPE_CLOSED


def let_go() -> None:
    """Give up what cannot be written, so that Python does not complain of it once more at its end."""
    for number in (1, 2):
        try:
            os.fstat(number)
            (sys.stdout, sys.stderr)[number - 1].flush()
        except (OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, number)
            os.close(nowhere)


class Screen(Struct, frozen=True, dict=True):
    """The user's wishes on the output, and the ways to fulfil them."""

    format: Format
    quiet: bool = False
    no_color: bool = False

    @property
    def machine(self) -> bool:
        """Whether a program reads the output: nothing but the result may stand in it."""
        return self.format in {Format.JSON, Format.CSV}

    @cached_property
    def width(self) -> int:
        """Columns of the terminal, 80 where there is none."""
        return max(get_terminal_size((80, 24)).columns, 40)

    @cached_property
    def paint(self) -> Paint:
        """Colour for a terminal that wants it."""
        plain_wish = self.no_color or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        people = self.format == Format.TABLE and sys.stdout.isatty()
        charset = sys.stdout.encoding or "ascii"
        return Paint(people and not plain_wish, lines=people and self.unicode, charset=charset)

    def say(self, lines: Iterable[str]) -> None:
        """Write lines of the result."""
        try:
            for line in lines:
                sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
        except BrokenPipeError:
            raise SystemExit(hang_up()) from None
        except OSError as error:
            raise TroubleError(unwritten(error)) from None

    def table(self, table: Table) -> None:
        """Write a table in the form asked for."""
        if self.format == Format.TABLE:
            from pontoon_ledger.render.drawing import screen

            self.say(screen(table, self.width, self.paint))
        else:
            writers = {Format.PLAIN: plain, Format.CSV: as_csv, Format.MARKDOWN: markdown}
            self.say(writers.get(self.format, as_csv)(table))

    def json(self, value: Any) -> None:
        """Write a JSON value."""
        import json

        self.say([json.dumps(value, ensure_ascii=not self.unicode, indent=2)])

    @property
    def unicode(self) -> bool:
        """Whether standard output takes any character as it is."""
        return (sys.stdout.encoding or "").lower().replace("-", "") in {"utf8", "utf16"}

    def head(self, text: str) -> None:
        """Write a heading, where people read the output."""
        if self.format == Format.MARKDOWN:
            self.say([f"**{escaped(text)}**", ""])
        elif self.format == Format.TABLE:
            self.say(self.paint(line, "head") for line in wrap(self.paint.shown(text), self.width))

    def paragraph(self, text: str) -> None:
        """Write a text that people read, broken into lines."""
        if self.format == Format.MARKDOWN:
            self.say([escaped(text), ""])
        else:
            self.say(wrap(self.paint.shown(text), self.width))

    def sentences(self, lines: Iterable[str], *, listed: bool = False) -> None:
        """Write lines that people read, in Markdown as a list if wished.

        A terminal gets them broken between words, each set in as it was.
        """
        if self.format == Format.MARKDOWN:
            lines = (f"{'- ' if listed else ''}{escaped(line)}" for line in lines)
        elif self.format == Format.TABLE and sys.stdout.isatty():
            lines = [part for line in lines for part in self._broken(self.paint.shown(line))]
        self.say(lines)

    def _broken(self, line: str) -> list[str]:
        text = line.lstrip(" ")
        margin = " " * (len(line) - len(text))
        return [margin + part for part in wrap(text, self.width - len(margin))]

    def note(self, message: str) -> None:
        """Mention something on standard error, unless quiet is wished."""
        if not self.quiet:
            complain(message)
