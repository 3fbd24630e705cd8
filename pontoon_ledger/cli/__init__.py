"""The command line: `pontoon`. Each module holds a group of commands that parse, call and print.

In: arguments. Out: results on standard output, complaints on standard error, an exit status.
"""

from pontoon_ledger.cli.entry import main

__all__ = ["main"]
