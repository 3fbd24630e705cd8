"""Records from one form to another: YAML to a table with its head, and back.

In: the audit of one session. Out: `Converted`, the texts of the files to write, which were read again
and say the same; what a form cannot carry is a `ConversionError` that names it.
"""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.formatting.layout import flow_text
from pontoon_ledger.formatting.quoting import scalar
from pontoon_ledger.formatting.record import audited
from pontoon_ledger.formatting.tree import Block, Entry, Node, NotTidiedError, Text, read_tree, walk
from pontoon_ledger.records.dialect import PAPER_LINE, find_dialect
from pontoon_ledger.records.parquet import csv_of, from_table
from pontoon_ledger.records.partitions import PARQUET
from pontoon_ledger.records.session import TableBeside
from pontoon_ledger.retelling import Told, head_lines, money_of, record_lines, table_text, told_deals
from pontoon_ledger.sameness import difference

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit

_MOST = 8


class ConversionError(ValueError):
    """The record cannot be converted: why, and in `advice` what to do."""

    def __init__(self, message: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.advice = advice


class Converted(Struct, frozen=True):
    """The files to write, as path and text, and what the user should know of them."""

    files: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()


def to_table(audit: Audit, out: str) -> Converted:
    r"""Write a session as the table `out` and, beside it, the head that names it.

    Where the head would take the place of the record itself it gets a name of its own.

    >>> import pathlib, tempfile
    >>> from pontoon_ledger import audit, read
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "friday.yaml"
    >>> _ = path.write_text("players: [Ann, Bob]\nbank: Ann\ndeals:\n  - hands: {Bob: won 0.20}\n")
    >>> for name, text in to_table(audit(read(path)), "sheet.csv").files:
    ...     print(name, text.split("\n"))
    sheet.csv ['deal,player,bet,cards,play,won', '1,Bob,,,,0.20', '']
    sheet.yaml ['session: friday', 'players: [Ann, Bob]', 'bank: Ann', 'deals: sheet.csv', '']
    """
    _one_session(audit)
    deals = told_deals(audit)
    _refuse(_not_for_tables(deals, audit), "a table cannot say")
    path = PurePath(out)
    table = table_text(deals, money_of(audit), "\t" if path.suffix.lower() == ".tsv" else ",")
    if path.suffix.lower() == PARQUET:
        table = csv_of(from_table(table))
    head, notes = _head(audit, f" {scalar(path.name)}")
    head_path, why = _beside(path, audit)
    _prove(audit, audited(head_path, head, lambda name: TableBeside(out, table.encode())))
    return Converted(((out, table), (head_path, head)), why + notes)


def _beside(table: PurePath, audit: Audit) -> tuple[str, tuple[str, ...]]:
    """Where the head of a table goes, never onto a file that was read, and why it is called so."""
    read = {os.path.realpath(source.path) for source in audit.records.sources}
    plain = head = table.with_suffix(".yaml")
    while os.path.realpath(head) in read:
        head = head.with_stem(f"{head.stem}-head")
    if head == plain:
        return str(head), ()
    told = f"{head} is the head of {table}, since {plain} is the record itself and stays as it is"
    return str(head), (f"{told}; both name the same session, so check one of the two at a time",)


def to_record(audit: Audit, out: str) -> Converted:
    r"""Write a session as the one record `out`.

    >>> import pathlib, tempfile
    >>> from pontoon_ledger import audit, read
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "friday.csv"
    >>> _ = path.write_text("deal,player,play,bank\n1,Bob,won 0.20,Ann\n")
    >>> print(to_record(audit(read(path)), "friday.yaml").files[0][1], end="")
    format: pontoon/1
    session: friday
    rules: pagat
    players: [Bob, Ann]
    order: unknown
    deals:
      - bank: Ann
        hands:
          Bob: won 0.20
    """
    _one_session(audit)
    deals = told_deals(audit)
    _refuse(_not_for_records(deals, audit), "a YAML record cannot say")
    text, notes = _head(audit, "\n" + "\n".join(record_lines(deals, audit)))
    _prove(audit, audited(out, text))
    return Converted(((out, text),), notes)


def _one_session(audit: Audit) -> None:
    faults = audit.findings.filter(audit.findings["code"].str.starts_with("P0"))
    told = [
        ":".join(str(part) for part in (file, line) if part is not None) + f": {code} {message}"
        for file, line, code, message in faults.select("file", "line", "code", "message").iter_rows()
    ]
    if told or not audit.sessions.height:
        shown = "\n".join([*told[:_MOST], *(["..."] if len(told) > _MOST else [])])
        raise ConversionError(f"the record has faults, so it is not converted\n{shown}")
    if audit.sessions.height > 1:
        names = ", ".join(audit.sessions["session"].to_list())
        message = f"the table holds {audit.sessions.height} sessions ({names}), and a record holds one"
        raise ConversionError(message, "give each session a file of its own")


def _refuse(facts: list[str], what: str) -> None:
    if facts:
        more = [f"and {len(facts) - _MOST} more"] if len(facts) > _MOST else []
        raise ConversionError(
            f"{what}: {'; '.join([*facts[:_MOST], *more])}",
            "nothing was written; take it out, or keep the record in the form it has",
        )


def _not_for_tables(deals: list[Told], audit: Audit) -> list[str]:
    """What only YAML can say of deals."""
    facts = []
    for before, deal in zip([None, *deals], deals, strict=False):
        if before is not None and before.roster != deal.roster:
            facts.append(f"that the seats change (deal {deal.label})")
        if deal.tally:
            facts.append(f"a running total (tally, deal {deal.label})")
        if "note" in deal.fields:
            facts.append(f"a note on a whole deal (deal {deal.label})")
        if not deal.rows and "void" not in deal.fields and "gap" not in deal.fields:
            facts.append(f"a deal without hands (deal {deal.label})")
    if audit.records.seats["roster"].n_unique() > 1 and not facts:
        facts.append("that the seats change")
    return facts


def _not_for_records(deals: list[Told], audit: Audit) -> list[str]:
    """What only a table can say, or says in another order."""
    facts = []
    for source in audit.records.sources:
        dialect = find_dialect(source.text)[0] if source.kind == "csv" else None
        if dialect is not None and PAPER_LINE in dialect.layout.columns:
            facts.append("where a hand stands in the paper book (column 'line')")
    for deal in deals:
        who = [name for name, _ in deal.rows]
        runs = [name for at, name in enumerate(who) if at == 0 or who[at - 1] != name]
        if None in who:
            facts.append(f"whose the bank's row is where nobody can tell who held it (deal {deal.label})")
        elif len(runs) > len(set(runs)):
            facts.append(f"hands of one player that do not stand together (deal {deal.label})")
    return facts


def _prove(before: Audit, after: Audit) -> None:
    """Refuse a result that does not say the same as what it was made of."""
    faults = after.findings.filter(after.findings["code"].str.starts_with("P0"))
    if faults.height:
        deal, message = faults.select("deal", "message").row(0)
        where = f" (deal {deal})" if deal is not None else ""
        raise ConversionError(f"in the other form this could not be read: {message}{where}")
    if (found := difference(before, after)) is not None:
        raise ConversionError(f"the other form would not say the same: {found}", "nothing was written")


def _head(audit: Audit, deals: str) -> tuple[str, tuple[str, ...]]:
    """The head of a session with other deals below it, and what is lost of its comments."""
    source = audit.records.sources[0]
    if source.kind == "csv":
        return "\n".join([*head_lines(audit), f"deals:{deals}"]) + "\n", ()
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        root = read_tree(text, source.kind)
    except NotTidiedError as error:
        raise ConversionError(str(error)) from None
    added = _added(root, audit)
    if not isinstance(root, Block):
        return "\n".join([*added, *_opened(root, text), f"deals:{deals}"]) + "\n", ()
    entry = next(entry for entry in root.entries if entry.key and entry.key.value == "deals")
    assert entry.key is not None
    end = max(one.end for one in [entry.key, *walk(entry.value)])
    end = max(end, getattr(entry.value, "end", end))
    stop = text.find("\n", end)
    after = text[stop + 1 :] if stop >= 0 else ""
    text = f"{text[: entry.key.end]}:{deals}\n{after}"
    first = root.entries[0]
    at = _line_start(text, root.entries[1] if _is(first, "format") and len(root.entries) > 1 else first)
    lost = _comments(entry)
    notes = (f"{lost} comment{'s' * (lost > 1)} among the deals could not be taken along",) if lost else ()
    return text[:at] + "".join(f"{line}\n" for line in added) + text[at:], notes


def _added(root: Node, audit: Audit) -> list[str]:
    """What the head did not say, since the file's name or the table said it."""
    head = audit.records.sessions.row(0, named=True)
    keys = {one.value for one in _keys(root)}
    added = [f"session: {scalar(head['session'])}"] if "session" not in keys else []
    return added + ([f"date: {head['date']}"] if head["date"] and "date" not in keys else [])


def _keys(root: Node) -> list[Text]:
    assert not isinstance(root, Text)
    pairs = [entry.key for entry in root.entries] if isinstance(root, Block) else [k for k, _ in root.items]
    return [key for key in pairs if key is not None]


def _opened(root: Node, text: str) -> list[str]:
    """The fields of a head that stands in brackets, a line each, without its deals."""
    assert not isinstance(root, Text | Block)
    for one in walk(root):
        one.said = one.value
    return [
        f"{scalar(key.value)}: {flow_text(value, None, text)}"
        for key, value in root.items
        if key is not None and key.value != "deals"
    ]


def _is(entry: Entry, key: str) -> bool:
    return entry.key is not None and entry.key.value == key


def _line_start(text: str, entry: Entry) -> int:
    assert entry.key is not None
    return text.rfind("\n", 0, entry.key.start) + 1


def _comments(entry: Entry) -> int:
    """How many comments stand at or below an entry, those above it left out."""
    count = int(entry.beside is not None)
    if isinstance(entry.value, Block):
        for inner in entry.value.entries:
            count += sum(map(bool, inner.above)) + _comments(inner)
        count += sum(map(bool, entry.value.below))
    return count
