"""The play of a row as one text, and the way back from its characters to the user's file.

In: a table whose plays stand in one cell or in several. Out: the text that the notation reads. A bet
and a signed result are marked by control characters, which no table can hold.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.notation import BET_CELL, WON_CELL
from pontoon_ledger.records.cells import scan_row
from pontoon_ledger.records.dialect import PLAY_COLUMNS
from pontoon_ledger.records.grid import Grid, filled
from pontoon_ledger.records.places import MOST_PLACED, line_starts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pontoon_ledger.records.model import Source

_BEFORE = {"bet": BET_CELL, "cards": "", "play": "", "won": WON_CELL, "note": "note "}
_BETWEEN = ", "
_NOTE = r"(?i)(?:^|[,;])\s*note\b"
_RESULT_FIRST = ("bet", "cards", "won", "play", "note")
_BREAKS = "[\r\n]"
_PARTINGS = "[,;\r\n]"


def play_text(grid: Grid) -> pl.Series:
    r"""Give the play of each row.

    >>> from pontoon_ledger.records.decode import decode
    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> from pontoon_ledger.records.grid import read_grid
    >>> text = "deal;player;bet;cards;won\n1;Ann;0,20;5c, 9d;-0,20\n"
    >>> grid = read_grid(decode(text.encode()), find_dialect(text)[0])
    >>> play_text(grid).to_list()
    ['\x040,20, 5c  9d, \x03-0,20']
    """
    frame = grid.frame
    filled_in = [name for name in PLAY_COLUMNS if name in grid and frame[name].null_count() < frame.height]
    present = filled_in or ["play" if "play" in grid else next(name for name in PLAY_COLUMNS if name in grid)]
    if present == ["play"]:
        if not _may_have_blank_edges(grid):
            return frame["play"]
        text = pl.col("play").str.strip_chars()
        played = frame.select(text=text if grid.plain else text.str.replace_all(_BREAKS, " "))["text"]
        return played.fill_null("") if played.null_count() else played
    parts = frame.select(_part(name) for name in present)
    text = _joined(present, present)
    if {"play", "won"} <= set(present) and parts["play"].str.contains(_NOTE).any():
        noted = pl.col("play").str.contains(_NOTE).fill_null(value=False)
        text = pl.when(noted).then(_joined(present, list(_RESULT_FIRST))).otherwise(text)
    return parts.select(text=text.fill_null(""))["text"]


def _may_have_blank_edges(grid: Grid) -> bool:
    """Whether a play may begin or end with a blank, or be missing: in ASCII a plain table has no others."""
    if grid.plain is None or not grid.text.isascii():
        return True
    play = pl.col("play")
    edges = (play.str.starts_with(blank) | play.str.ends_with(blank) for blank in " \t")
    return bool(grid.frame.select(pl.any_horizontal(*edges, play.is_null()).any()).item())


def _part(name: str) -> pl.Expr:
    cell = filled(name).str.replace_all(_PARTINGS if name == "cards" else _BREAKS, " ")
    return pl.concat_str(pl.lit(_BEFORE[name]), cell).alias(name)


def _joined(present: list[str], order: list[str]) -> pl.Expr:
    return pl.concat_str([name for name in order if name in present], separator=_BETWEEN, ignore_nulls=True)


def char_places(source: Source, line: int, text: str) -> list[tuple[int, int]]:
    r"""Line and column of each character of a play, which `play_text` made of the row that begins on `line`.

    A character that the user did not write stands where the next one does that he wrote.

    >>> from pontoon_ledger.records.model import CsvLayout, Source
    >>> layout = CsvLayout(";", {"deal": 0, "player": 1, "bet": 2, "won": 3})
    >>> source = Source("a.csv", "csv", "deal;player;bet;won\n1;Ann;2;+4\n", layout=layout)
    >>> char_places(source, 2, "\x042, \x03+4")
    [(2, 7), (2, 7), (2, 9), (2, 9), (2, 9), (2, 9), (2, 10)]
    """
    assert source.layout is not None
    starts = line_starts(source.text)
    row = scan_row(source.text, starts[line - 1], source.layout.delimiter)
    parts: dict[str, list[tuple[str, int]]] = {}
    for name in PLAY_COLUMNS:
        number = source.layout.columns.get(name, len(row.cells))
        if number < len(row.cells) and (value := row.cells[number].value.strip()):
            cell = row.cells[number]
            first = len(cell.value) - len(cell.value.lstrip())
            offsets = cell.offsets()[first : first + min(len(value), MOST_PLACED)]
            parts[name] = list(zip(value[:MOST_PLACED], offsets, strict=True))
    pairs = _assembled(parts)
    length = min(len(text), MOST_PLACED)
    offsets = [offset for _, offset in pairs][:length]
    offsets += [offsets[-1] if offsets else starts[line - 1]] * (length - len(offsets))
    lines = [bisect_right(starts, offset) for offset in offsets]
    return [(at, offset - starts[at - 1] + 1) for at, offset in zip(lines, offsets, strict=True)]


def _assembled(parts: Mapping[str, list[tuple[str, int]]]) -> list[tuple[str, int]]:
    """Give the parts in the order of `play_text`, with what it writes before and between them."""
    play = "".join(char for char, _ in parts.get("play", ()))
    noted = "won" in parts and re.search(_NOTE, play) is not None
    pairs: list[tuple[str, int]] = []
    for name in _RESULT_FIRST if noted else PLAY_COLUMNS:
        if name in parts:
            made = (_BETWEEN if pairs else "") + _BEFORE[name]
            pairs += [(char, parts[name][0][1]) for char in made]
            pairs += parts[name]
    return pairs
