"""A CSV file as records: sessions, deals and hands, in frames.

In: the bytes of a table, and the head of the YAML record that names it or the options of the command
line. Out: `Records`. Whatever is wrong with the table is among its faults; nothing is raised.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from pontoon_ledger.records.decode import decode
from pontoon_ledger.records.dialect import find_dialect
from pontoon_ledger.records.fields import Faults
from pontoon_ledger.records.grid import Grid, read_grid
from pontoon_ledger.records.model import DEALS, HANDS, SCHEMAS, Fault, Records, Source, frame
from pontoon_ledger.records.table_deals import NO_LABEL, Numbered, number_deals
from pontoon_ledger.records.table_fields import (
    Field,
    price_of,
    read_field,
    rulings,
    rulings_of,
    truth_of,
    void_of,
)
from pontoon_ledger.records.table_head import head_of_options
from pontoon_ledger.records.table_players import Names, Players, read_players
from pontoon_ledger.records.table_rows import sort_rows
from pontoon_ledger.records.table_sessions import read_heads, session_frames
from pontoon_ledger.records.table_text import char_places, play_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.records.model import Head, Place
    from pontoon_ledger.records.options import ReadOptions

__all__ = ["char_places", "read_table"]

_PLACED = ("bank", "price", "shuffled", "doubled")


def read_table(
    path_shown: str,
    data: bytes,
    head: Head | None,
    options: ReadOptions,
    place_in_head: Place | None = None,
    *,
    head_is_named: bool = True,
) -> Records:
    r"""Read a table.

    A `head` holds for all of the table, and its name too, unless `head_is_named` is false: then a
    column `session` may make several sessions of it. `place_in_head` is where the head names the table.

    >>> from pontoon_ledger.records.options import ReadOptions
    >>> data = b"deal,player,play\n1,Ann,stick 18\n1,bank,stick 17\n"
    >>> records = read_table("friday.csv", data, None, ReadOptions())
    >>> records.hands.select("player", "bank_row", "text", "line").rows()
    [('Ann', False, 'stick 18', 2), (None, True, 'stick 17', 3)]
    """
    decoded = decode(data)
    source = Source(path_shown, "csv", decoded.text, hashlib.sha256(data).hexdigest())
    if decoded.faults:
        return _unread(source, decoded.faults)
    dialect, header_faults = find_dialect(decoded.text)
    if dialect is None:
        return _unread(source, header_faults)
    source = replace(source, layout=dialect.layout)
    grid = read_grid(decoded.text, decoded.utf8, dialect)
    if grid.frame.is_empty():
        message = "the table has a header and no rows"
        return _unread(source, [*header_faults, Fault("P004", grid.row_place_of_header(), message)])
    faults = Faults(session_no=None)
    named = head is not None and head_is_named
    base = head if head is not None else head_of_options(path_shown, options, faults)
    told = [*header_faults, *faults.found]
    return _read(source, grid, base, told, named=named, place_in_head=place_in_head if head else None)


def _unread(source: Source, faults: Iterable[Fault]) -> Records:
    frames = {name: frame(name) for name in SCHEMAS if name != "faults"}
    return Records(sources=(source,), faults=fault_frame(faults), **frames)
