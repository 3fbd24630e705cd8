"""`python -m pontoon_ledger` is `pontoon`.

In: arguments. Out: the exit status of the command.
"""

from pontoon_ledger.cli import main

if __name__ == "__main__":
    main()
