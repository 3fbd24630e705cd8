"""The command line: `pontoon`. Each module holds a group of commands that parse, call and print.

In: arguments. Out: results on standard output, complaints on standard error, an exit status.
"""

import atexit
import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

__all__ = ["main"]

YOUNG = 100_000
"""New objects after which Python looks for rings of them. Its own 700 make a short command a tenth slower."""


def main() -> NoReturn:
    """Run `pontoon` with the arguments of this process."""
    gc.set_threshold(YOUNG)
    try:
        from pontoon_ledger.cli.entry import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    if os.environ.get("PONTOON_DEBUG"):
        sys.exit(status)
    _end(status)


def _end(status: int) -> NoReturn:
    """End the process once what is to be done at the end is done and everything is written.

    Python would take all that was imported apart, piece by piece, which lasts as long as a small audit.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
    os._exit(status)
