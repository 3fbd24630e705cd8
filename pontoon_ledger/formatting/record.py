"""One record from its text to its tidy text, with the proof that nothing else has changed.

In: a text, its kind, its path, what lies beside it. Out: the tidy text, or a `NotTidiedError`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pontoon_ledger.formatting.layout import replaced, tidy_lines
from pontoon_ledger.formatting.tree import Flow, NotTidiedError, Text, read_tree
from pontoon_ledger.formatting.wording import Wording, seat_names
from pontoon_ledger.records.session import TableBeside

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.records import ReadOptions

Beside = Callable[[str], TableBeside]
"""Loads the table of that name beside a record."""


def format_record(
    text: str,
    kind: str = "yaml",
    *,
    path: str = "record.yaml",
    beside: Beside | None = None,
    options: ReadOptions | None = None,
    heads: tuple[tuple[str, bytes], ...] = (),
) -> str:
    r"""Tidy a record; raises NotTidiedError where it has faults or cannot be tidied.

    `kind` is yaml (JSON too) or csv. For YAML `beside` loads the table that it names; for CSV `heads`
    are the records that name it, as path and bytes, and `options` fill the head where there is none.

    >>> print(format_record('''
    ... bank:   ann
    ... players: [ Ann,Bob ] # as they sat
    ... deals:
    ... - hands: {Bob: "BET .2; 5C 9D", Ann: Kh 7d}
    ... '''), end="")
    players: [Ann, Bob]  # as they sat
    bank: Ann
    deals:
      - hands: {Bob: 'bet 0.20, 5c 9d', Ann: Kh 7d}
    """
    if kind == "csv":
        from pontoon_ledger.formatting.table import format_table

        return format_table(text, path, options, heads)
    before = audited(path, text, beside)
    refuse_faults(before, path)
    ending = "\r\n" if "\r\n" in text else "\r" if "\r" in text and "\n" not in text else "\n"
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    tidy = _tidied(plain, before).replace("\n", ending)
    prove(before, audited(path, tidy, beside), path)
    return tidy


def _tidied(text: str, audit: Audit) -> str:
    from pontoon_ledger.replay.hands import session_currencies

    tree = read_tree(text, audit.records.sources[0].kind)
    Wording(seat_names(audit.records), session_currencies(audit.records)[0]).say(tree)
    if isinstance(tree, Flow):
        return text[: tree.start] + replaced(tree, text) + text[tree.end :].rstrip("\n") + "\n"
    assert not isinstance(tree, Text)
    return "\n".join(tidy_lines(tree, text)) + "\n"


def audited(path: str, text: str, beside: Beside | None = None) -> Audit:
    """Audit one record from its text.

    >>> audited("a.yaml", "players: [Ann, Bob]").findings["code"].to_list()
    ['P004']
    """
    from pontoon_ledger.auditing import audit
    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.records.combine import combine
    from pontoon_ledger.records.paths import table_beside
    from pontoon_ledger.records.session import read_record

    load = beside or (lambda name: table_beside(path, name))
    return audit(combine([read_record(path, text.encode("utf-8", "surrogatepass"), ReadOptions(), load)]))


def refuse_faults(audit: Audit, path: str) -> None:
    """Raise NotTidiedError where the record at `path` has faults of writing.

    >>> refuse_faults(audited("a.yaml", "players: [Ann, Bob]"), "a.yaml")
    Traceback (most recent call last):
    pontoon_ledger.formatting.tree.NotTidiedError: line 1: P004 a session lacks 'deals'
    """
    faults = audit.findings.filter(audit.findings["code"].str.starts_with("P0"), file=path)
    told = [
        f"line {line}: {code} {message}" if line else f"{code} {message}"
        for code, line, message in faults.select("code", "line", "message").iter_rows()
    ]
    if told or not audit.sessions.height:
        raise NotTidiedError("\n".join(told) or "nothing can be read")


def prove(before: Audit, after: Audit, path: str) -> None:
    """Raise NotTidiedError where the tidy record does not say the same.

    >>> audit = audited("a.yaml", "players: [Ann, Bob]")
    >>> prove(audit, audit, "a.yaml")
    """
    from pontoon_ledger.sameness import difference

    if (found := difference(before, after)) is not None:
        message = f"tidied, it would not say the same ({found}), so nothing was changed"
        raise NotTidiedError(f"internal: {message}; please report it with the record")
