"""The command line: `pontoon`. Each module holds a group of commands that parse, call and print.

In: arguments. Out: results on standard output, complaints on standard error, an exit status.
"""

import gc
import sys
from typing import NoReturn

__all__ = ["main"]

YOUNG = 100_000
"""New objects after which Python looks for rings of them. Its own 700 make a short command a tenth slower."""


def main() -> NoReturn:
    """Run `pontoon` with the arguments of this process.

    What is left at the end is frozen, or Python would search all of it for rings once more before it lets go.
    """
    gc.set_threshold(YOUNG)
    try:
        from pontoon_ledger.cli.entry import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    gc.freeze()
    sys.exit(status)
