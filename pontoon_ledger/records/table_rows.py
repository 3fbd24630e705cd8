"""Rows and cells of a table that are no hands: totals, notes of a misdeal, formulas that failed.

In: a `Grid` fresh from its reader. Out: the grid without the rows that belong to no deal, the lines of
the rows that say something of a deal only, and the faults of cells that nothing else judges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.records.dialect import PAPER_LINE, PLAY_COLUMNS
from pontoon_ledger.records.formulas import formula_error, is_formula_error
from pontoon_ledger.records.grid import Grid, filled
from pontoon_ledger.records.model import NOWHERE, Fault

if TYPE_CHECKING:
    from collections.abc import Iterable

_DEAL_ALONE = ("gap", "void")
_UNJUDGED = ("note", PAPER_LINE)


class Sorted(Struct, frozen=True):
    """`alone`: the lines of rows without a player that speak of their deal; `faults` by line."""

    grid: Grid
    alone: list[int]
    faults: list[tuple[int, Fault]]


def sort_rows(grid: Grid) -> Sorted:
    r"""Take out the rows that are no hands; tell once of rows that should be and name no player.

    >>> from pontoon_ledger.records.decode import decode
    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> from pontoon_ledger.records.grid import read_grid
    >>> text = "deal,player,won\n1,Ann,2\nTotal,,2\n"
    >>> done = sort_rows(read_grid(decode(text.encode()), find_dialect(text)[0]))
    >>> done.grid.frame.height, done.faults[0][0], done.faults[0][1].code
    (1, 3, 'P004')
    """
    faults = [*_nameless_columns(grid), *_failed_formulas(grid)]
    if not grid.has_blank_players():
        return Sorted(grid, [], faults)
    nobody = grid.values("player").is_null() & ~grid.frame["broken"]
    lone = grid.frame.select(_is_alone(grid)).to_series() & nobody
    lost = nobody & ~lone
    deal = grid.values("deal")
    labels = deal.filter(~lost).unique()
    stays = deal.is_in(labels.drop_nulls().implode()).fill_null(value=False)
    if lost.any():
        lines = grid.frame["line"].filter(lost).to_list()
        more = "" if len(lines) == 1 else f", and so do {len(lines) - 1} more below it"
        message = f"the row names no player{more}"
        help_ = "name the player, or take totals and headings out of the table"
        fault = Fault("P004", grid.row_place(lines[0]), message, expected="a player's name", help=help_)
        faults.append((lines[0], fault))
    return Sorted(grid.only(~lost | stays), grid.frame["line"].filter(lone).to_list(), faults)


def _is_alone(grid: Grid) -> pl.Expr:
    """Whether a row holds no play and says that a deal is void or comes after a gap."""
    says = [filled(name).is_not_null() for name in _DEAL_ALONE if name in grid]
    plays = [filled(name).is_null() for name in PLAY_COLUMNS if name in grid]
    return pl.all_horizontal(pl.any_horizontal(says), *plays) if says else pl.lit(value=False)


def _nameless_columns(grid: Grid) -> Iterable[tuple[int, Fault]]:
    """Make a fault for each column without a name that is not empty, at its first text."""
    for cell in grid.dialect.nameless:
        name = f"c{cell}"
        texts = (
            grid.frame.select("line", filled(name).alias("text"), "broken")
            .filter(~pl.col("broken"))
            .drop_nulls("text")
        )
        if texts.height:
            line, text = texts.row(0)[:2]
            message = f"{text!r} stands in a column without a name"
            help_ = "name the column in the header, or empty it"
            yield line, grid.at(Fault("P003", NOWHERE, message, text, help=help_), line, cell)


def _failed_formulas(grid: Grid) -> Iterable[tuple[int, Fault]]:
    """Make a fault for each failed formula in a column whose texts may be anything."""
    suspect = pl.col("text").str.starts_with("#") | pl.col("text").str.starts_with("Err:")
    for name in _UNJUDGED:
        if name not in grid or grid.frame[name].null_count() == grid.frame.height:
            continue
        suspects = grid.frame.select("line", text=name).filter(suspect)
        for line, text in suspects.iter_rows():
            if is_formula_error(text.strip()):
                said = formula_error(text.strip())
                fault = Fault("P004", NOWHERE, said.message or "", text.strip(), help=said.help)
                yield line, grid.at(fault, line, name)
