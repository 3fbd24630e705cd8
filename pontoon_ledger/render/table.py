"""Tables for a program, a spreadsheet, a page: one table, written in the form asked for.

In: a `Table` of plain values. Out: text. What is not known is `?` where people read it, empty in CSV.
Tables for a screen are drawn in `drawing`.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from pontoon_ledger.render.text import clean

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


class Column(Struct, frozen=True):
    """A column: its key, its heading, where it stands; `on_screen` false for what only machines want."""

    key: str
    heading: str
    right: bool = False
    unknown: str = ""
    on_screen: bool = True


class Table(Struct, frozen=True):
    """Columns and rows of values: texts, whole numbers, truth values, None for unknown."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]

    def mappings(self) -> list[dict[str, Any]]:
        """Turn rows into mappings by key, as JSON has them.

        >>> Table((Column("player", "player"),), (("Ann",),)).mappings()
        [{'player': 'Ann'}]
        """
        keys = [column.key for column in self.columns]
        return [dict(zip(keys, row, strict=True)) for row in self.rows]


def money(key: str, heading: str | None = None) -> Column:
    """Make a column of amounts: right-aligned, `?` where unknown.

    >>> money("due").right
    True
    """
    return Column(key, heading or key, right=True, unknown="?")


def count(key: str, heading: str | None = None) -> Column:
    """Make a column of whole numbers.

    >>> count("hands").heading
    'hands'
    """
    return Column(key, heading or key, right=True)


def words(key: str, heading: str | None = None) -> Column:
    """Make a column of texts.

    >>> words("player").right
    False
    """
    return Column(key, heading or key)


def plain(table: Table) -> list[str]:
    r"""Write a row a line, cells parted by tabs, no headings.

    >>> plain(Table((words("player"), money("due")), (("Ann", None),)))
    ['Ann\t?']
    """
    seen = [at for at, column in enumerate(table.columns) if column.on_screen]
    return ["\t".join(said(row[at], table.columns[at]) for at in seen) for row in table.rows]


def as_csv(table: Table) -> list[str]:
    """Write CSV: keys as the header, all columns, unknown cells empty.

    >>> as_csv(Table((words("player"), money("due")), (("Ann, me", None),)))
    ['player,due', '"Ann, me",']
    """
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.key for column in table.columns])
    writer.writerows([[_machine_word(cell) for cell in row] for row in table.rows])
    return text.getvalue().splitlines()


def markdown(table: Table) -> list[str]:
    r"""Write a table of Markdown.

    >>> for line in markdown(Table((words("player"), money("due")), (("A|n", "1.00"),))):
    ...     print(line)
    | player | due |
    | --- | ---: |
    | A\|n | 1.00 |
    """
    seen = [at for at, column in enumerate(table.columns) if column.on_screen]
    columns = [table.columns[at] for at in seen]
    lines = [[escaped(column.heading) for column in columns]]
    lines.append(["---:" if column.right else "---" for column in columns])
    lines += [[escaped(said(row[at], table.columns[at])) for at in seen] for row in table.rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def escaped(text: str) -> str:
    r"""Write a text so that Markdown shows it and obeys nothing in it.

    >>> print(escaped("*Star* <b>"))
    \*Star\* \<b\>
    """
    return _MARKS.sub(r"\\\1", clean(text))


def said(cell: Any, column: Column) -> str:
    r"""Write a cell as people read it, in one line and with nothing that a terminal would obey.

    >>> said(None, money("due")), said(True, words("whole")), said("a\tb", words("player"))
    ('?', 'yes', 'a\\tb')
    """
    return column.unknown if cell is None else _plain_word(cell)


def _plain_word(cell: Any) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return clean(str(cell))


def _machine_word(cell: Any) -> Any:
    if isinstance(cell, str):
        return clean(cell)
    return str(cell).lower() if isinstance(cell, bool) else cell
