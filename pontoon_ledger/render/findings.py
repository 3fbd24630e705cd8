"""Findings as a person reads them: place, message, excerpt with underline, the rule in a line.

In: rows of `Audit.findings` (as mappings) and the texts they point into. Out: lines of text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.render.excerpt import excerpt
from pontoon_ledger.render.paint import NO_PAINT
from pontoon_ledger.render.table import Column, Table
from pontoon_ledger.render.text import clean
from pontoon_ledger.rulebook import LAWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pontoon_ledger.records.model import Source
    from pontoon_ledger.render.paint import Paint

SEVERITIES = {"E": "error", "W": "warning", "N": "note"}
_GUTTER = 5


def headline(finding: Mapping[str, Any], paint: Paint = NO_PAINT) -> str:
    """Say where it is and what is wrong, in one line.

    >>> at = {"file": "a.yaml", "line": 3, "column": 7, "code": "P204", "severity": "E"}
    >>> headline(at | {"message": "Bob bought a card after twisting", "waived": None})
    'a.yaml:3:7: P204 error: Bob bought a card after twisting'
    """
    severity = SEVERITIES[finding["severity"]]
    kind, word = ("waived", f"{severity} (waived)") if finding["waived"] else (severity, severity)
    place = ":".join(str(part) for part in (finding["file"], finding["line"], finding["column"]) if part)
    said = paint(f"{finding['code']} {word}:", kind)
    return f"{paint(clean(place or 'command line') + ':', 'path')} {said} {clean(finding['message'])}"


def finding_lines(
    finding: Mapping[str, Any], line: str | None, width: int = 80, paint: Paint = NO_PAINT
) -> list[str]:
    """Put a finding into lines; `line` is the line of the file that it stands on, None where there is none.

    >>> at = {"file": "a.yaml", "line": 3, "column": 12, "end_column": 15, "code": "P005", "severity": "E",
    ...       "message": "'byu' cannot be read", "waived": None, "expected": "buy", "help": None}
    >>> for text in finding_lines(at, "Bob: 5c 9d, byu 1"):
    ...     print(text)
    a.yaml:3:12: P005 error: 'byu' cannot be read
        3 | Bob: 5c 9d, byu 1
          |            ^^^
          = expected buy
    """
    lines = [headline(finding, paint)]
    number = str(finding["line"] or "").rjust(_GUTTER)
    blank = " " * len(number)
    if line is not None and finding["column"]:
        shown = excerpt(line, finding["column"], finding["end_column"], width - len(number) - 3)
        kind = "waived" if finding["waived"] else SEVERITIES[finding["severity"]]
        lines.append(f"{paint(f'{number} |', 'dim')} {shown.line}".rstrip())
        at = len(shown.underline) - len(shown.underline.lstrip())
        lines.append(f"{paint(f'{blank} |', 'dim')} {' ' * at}{paint(shown.underline[at:], kind)}")
    return lines + [f"{blank} {paint('=', 'dim')} {text}" for text in _remarks(finding)]


def _remarks(finding: Mapping[str, Any]) -> list[str]:
    """Write what stands behind `=`: the law, or what was expected where none is broken; advice; a ruling."""
    law = LAWS.get(finding["code"])
    remarks = []
    if law:
        remarks.append(f"rule {law.section}: {law.sentence} (pontoon rules {finding['code']})")
    elif finding["expected"]:
        remarks.append(f"expected {clean(finding['expected'])}")
    if finding["help"]:
        remarks.append(f"help: {clean(finding['help'])}")
    if finding["waived"]:
        remarks.append(f"waived: {clean(finding['waived'])}")
    return remarks


class Pages:
    """The lines of the files that findings point into, split when first asked for."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        self._open: tuple[int, list[str]] = (-1, [])

    def line(self, file_no: int | None, number: int | None) -> str | None:
        r"""Turn up a line, None where there is none.

        >>> from pontoon_ledger.records.model import Source
        >>> pages = Pages([Source("a.yaml", "yaml", "one\r\ntwo")])
        >>> pages.line(0, 2), pages.line(0, 3), pages.line(None, None)
        ('two', None, None)
        """
        if file_no is None or number is None:
            return None
        if self._open[0] != file_no:
            self._open = (file_no, self.sources[file_no].text.splitlines())
        lines = self._open[1]
        return lines[number - 1] if 0 < number <= len(lines) else None


_ON_SCREEN = {"code", "severity", "file", "line", "message"}
_IN_TABLE = (
    *("code", "severity", "file", "line", "column", "end_column", "session", "deal", "player", "hand"),
    *("message", "found", "expected", "help", "rule", "owed_from", "owed_to", "owed_amount", "waived"),
)


def findings_table(shapes: Iterable[Mapping[str, Any]]) -> Table:
    """Put findings, in the shape that JSON gives them, into a table.

    >>> findings_table([]).mappings()
    []
    """
    numbers = {"line", "column", "end_column", "hand"}
    columns = tuple(Column(k, k, right=k in numbers, on_screen=k in _ON_SCREEN) for k in _IN_TABLE)
    rows = []
    for shape in shapes:
        flat = {**shape, **{f"owed_{side}": part for side, part in (shape["owed"] or {}).items()}}
        rows.append(tuple(flat.get(key) for key in _IN_TABLE))
    return Table(columns, tuple(rows))
