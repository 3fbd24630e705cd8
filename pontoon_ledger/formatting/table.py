"""A table tidied cell by cell: plays, cards, names and amounts; layout, header and blanks stay.

In: the text of a CSV file, and the records that name it. Out: the same table in tidy cells. The decimal
mark of an amount stays too: the spreadsheet that wrote it may know no other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pontoon_ledger.currency import NO_CURRENCY, Currency
from pontoon_ledger.formatting.record import audited, prove, refuse_faults
from pontoon_ledger.formatting.tree import NotTidiedError
from pontoon_ledger.formatting.wording import Wording, seat_names
from pontoon_ledger.notation import format_clause, parse_clause
from pontoon_ledger.plays import clause_spans
from pontoon_ledger.records.cells import scan_row
from pontoon_ledger.records.dialect import find_dialect
from pontoon_ledger.records.session import TableBeside

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.records import ReadOptions

_KINDS = {
    "player": "name",
    "bank": "name",
    "bet": "amount",
    "price": "amount",
    "kitty": "amount",
    "won": "signed",
    "cards": "cards",
    "play": "play",
    "shuffled": "truth",
    "doubled": "truth",
    "gap": "truth",
}
_COMMA = re.compile(r"[0-9],[0-9]")
_PARTINGS = re.compile(r"[,;\r\n]")


def format_table(
    text: str, path: str, options: ReadOptions | None, heads: tuple[tuple[str, bytes], ...]
) -> str:
    r"""Tidy a table; raises NotTidiedError where it has faults.

    >>> from pontoon_ledger.records import ReadOptions
    >>> table = "Deal;Player;Play;Bank\n1;bob;\"BET ,5; stick 18\";Ann\n;Bob ; \"SPLIT 0,5\" ;\n"
    >>> print(format_table(table.replace(",5", "0,5"), "a.csv", ReadOptions(currency="GBP"), ()), end="")
    Deal;Player;Play;Bank
    1;bob;bet 0,50, stick 18;Ann
    ;bob;split 0,50;
    """
    before = _audits(text, path, options, heads)
    for audit in before:
        refuse_faults(audit, path)
    dialect, _ = find_dialect(text)
    if dialect is None:
        raise NotTidiedError("the table has no header")
    known = bool(heads) or (options is not None and options.currency is not None)
    words = _Cells(before[0], known=known)
    delimiter = dialect.layout.delimiter
    kinds = {number: _KINDS[name] for name, number in dialect.layout.columns.items() if name in _KINDS}
    pieces, done, at = [], 0, dialect.body
    while at < len(text):
        row = scan_row(text, at, delimiter)
        for number, cell in enumerate(row.cells):
            if number in kinds and cell.value.strip():
                quotes = int(text[cell.start - 1 : cell.start] == '"')
                said = words.word(cell.value.strip(), kinds[number])
                pieces += [text[done : cell.start - quotes].rstrip(" "), _quoted(said, delimiter)]
                done = cell.end + quotes
                done += len(text[done:]) - len(text[done:].lstrip(" "))
        at = max(row.next, at + 1)
    tidy = "".join([*pieces, text[done:]])
    for audit, again in zip(before, _audits(tidy, path, options, heads), strict=True):
        prove(audit, again, path)
    return tidy


def _audits(
    text: str, path: str, options: ReadOptions | None, heads: tuple[tuple[str, bytes], ...]
) -> list[Audit]:
    """The audits of a table under each record that names it, or of the table alone."""
    from pontoon_ledger.auditing import audit
    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.records.combine import combine
    from pontoon_ledger.records.table import read_table

    data = text.encode()
    if not heads:
        return [audit(combine([read_table(path, data, None, options or ReadOptions(), None)]))]
    return [
        audited(head, written.decode("utf-8-sig", "replace"), lambda _: TableBeside(path, data))
        for head, written in heads
    ]


class _Cells:
    """The words for cells; without a known currency amounts stay as they are."""

    def __init__(self, audit: Audit, *, known: bool) -> None:
        from pontoon_ledger.replay.hands import session_currencies

        self.money: Currency = session_currencies(audit.records)[0] if known else NO_CURRENCY
        self.known = known
        self.wording = Wording(seat_names(audit.records), self.money)

    def word(self, text: str, kind: str) -> str:
        if kind == "play":
            return self._play(text)
        if kind == "cards":
            return self._clause(_PARTINGS.sub(" ", text))
        if kind in ("amount", "signed"):
            if not self.known:
                return text
            return _as_marked(self.wording.word(text, kind), text)
        return self.wording.word(text, kind)

    def _play(self, text: str) -> str:
        spans, note = clause_spans(text)
        clauses = [self._clause(text[start:end]) for start, end in spans if text[start:end].strip()]
        if note is not None:
            clauses.append(f"note {note}".rstrip())
        return ", ".join(clauses)

    def _clause(self, text: str) -> str:
        clause = parse_clause(text, self.money)
        if clause.amount and not self.known:
            return " ".join(text.split())
        return _as_marked(format_clause(clause, self.money), text)


def _as_marked(said: str, text: str) -> str:
    """An amount with the decimal mark that it had."""
    return re.sub(r"([0-9])\.([0-9])", r"\1,\2", said) if _COMMA.search(text) else said


def _quoted(text: str, delimiter: str) -> str:
    if any(mark in text for mark in (delimiter, '"', "\n", "\r")):
        return '"' + text.replace('"', '""') + '"'
    return text
