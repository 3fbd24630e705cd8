"""The command line: `pontoon`. Each module holds a group of commands that parse, call and print.

In: arguments. Out: results on standard output, complaints on standard error, an exit status.
"""

import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run `pontoon` with the arguments of this process."""
    try:
        from pontoon_ledger.cli.entry import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
