"""The public functions: read records, audit them, settle up.

In: paths, or what the function before gave back. Out: `Records`, `Audit`, `Settlement`. The same
functions carry the commands; nothing here prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pontoon_ledger import auditing
from pontoon_ledger.records import ReadOptions
from pontoon_ledger.records import read as read_records

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.balances import Settlement
    from pontoon_ledger.records.model import Records
    from pontoon_ledger.rules import Rules


def read(paths: str | Path | Iterable[str | Path], options: ReadOptions | None = None) -> Records:
    """Read records from files and folders (`-`: standard input). Bad input becomes faults, never an error.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "friday.yaml").write_text('''
    ... players: [Ann, Bob]
    ... bank: Ann
    ... deals:
    ...   - hands:
    ...       Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20
    ...       Ann: Kh 7d, stick
    ... ''')
    >>> records = read(folder / "friday.yaml")
    >>> records.hands["player"].to_list()
    ['Bob', 'Ann']
    """
    return read_records(paths, options=options or ReadOptions())


def audit(records: Records, rules: Rules | str | None = None) -> Audit:
    """Judge every hand and deal. `rules` replaces the rules that the records name.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "friday.yaml"
    >>> _ = path.write_text('''
    ... players: [Ann, Bob]
    ... bank: Ann
    ... deals:
    ...   - hands:
    ...       Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20
    ...       Ann: Kh 7d, stick
    ... ''')
    >>> audit(read(path)).findings.select("code", "line", "message").row(0)
    ('P301', 6, 'Bob won 0.20, but won 0.40 is due: Ann owes Bob 0.20')
    """
    if rules is not None:
        records = with_rules(records, rules)
    return auditing.audit(records)


def settle(audit: Audit) -> Settlement:
    """Who owes whom after all sessions of an audit; see `balances.settle`."""
    from pontoon_ledger import balances

    return balances.settle(audit)


def with_rules(records: Records, rules: Rules | str) -> Records:
    """The same records under other rules: a `Rules`, or text such as `"wikipedia, stick_on=16"`."""
    import polars as pl

    from pontoon_ledger.records.model import OPTION_TYPES
    from pontoon_ledger.rules import parse_spec, spec_of

    chosen = parse_spec(rules) if isinstance(rules, str) else rules
    columns = [pl.lit(getattr(chosen, name), dtype=dtype).alias(name) for name, dtype in OPTION_TYPES.items()]
    options = replace(records.options, rules=spec_of(chosen))
    return replace(records, sessions=records.sessions.with_columns(columns), options=options)
