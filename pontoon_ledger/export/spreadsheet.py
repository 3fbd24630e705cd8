"""A table as CSV that a spreadsheet can open without running anything.

In: a frame of texts, whole numbers, dates and truth values. Out: CSV in UTF-8.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.render.text import clean

if TYPE_CHECKING:
    from collections.abc import Callable

_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def harmless(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula; a plain number is none.

    >>> [harmless(text) for text in ("=1+1", "-0.20", "-2+3", "@Bob", "Ann")]
    ["'=1+1", '-0.20', "'-2+3", "'@Bob", 'Ann']
    """
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def as_csv(frame: pl.DataFrame, *, raw: bool = False) -> str:
    r"""Write CSV: unknown cells empty; texts as they are if `raw`, else such as do no harm.

    >>> as_csv(pl.DataFrame({"player": ["=A1", "Bob\n"], "due": ["-0.20", None]}))
    "player,due\n'=A1,-0.20\nBob\\n,\n"
    """
    return (frame if raw else _over_texts(frame, lambda text: harmless(clean(text)))).write_csv()


def _over_texts(frame: pl.DataFrame, change: Callable[[str], str]) -> pl.DataFrame:
    """Change the texts of a frame, each different one once."""
    changes = {}
    for name, kind in frame.schema.items():
        if kind == pl.String:
            told = {text: change(text) for text in frame[name].unique().drop_nulls()}
            changes[name] = {old: new for old, new in told.items() if old != new}
    return frame.with_columns(
        pl.col(name).replace(list(told), list(told.values())) for name, told in changes.items() if told
    )
