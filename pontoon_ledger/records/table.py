"""A CSV file as records: sessions, deals and hands, in frames.

In: the bytes of a table, and the head of the YAML record that names it or the options of the command
line. Out: `Records`. Whatever is wrong with the table is among its faults; nothing is raised.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec.structs import replace

from pontoon_ledger.frames import meanwhile
from pontoon_ledger.records.cells import scan_row, span_place
from pontoon_ledger.records.decode import decode
from pontoon_ledger.records.dialect import find_dialect
from pontoon_ledger.records.fields import Faults
from pontoon_ledger.records.grid import Grid, read_grid
from pontoon_ledger.records.model import DEALS, HANDS, Fault, Records, Source, frame
from pontoon_ledger.records.places import line_starts
from pontoon_ledger.records.session import NO_ROWS, fault_row, faulty
from pontoon_ledger.records.table_deals import NO_LABEL, Numbered, label_faults, number_deals
from pontoon_ledger.records.table_fields import (
    Field,
    price_of,
    read_field,
    ruling_of,
    rulings,
    truth_of,
    void_of,
)
from pontoon_ledger.records.table_head import head_of_options
from pontoon_ledger.records.table_players import Names, Players, read_players
from pontoon_ledger.records.table_rows import sort_rows
from pontoon_ledger.records.table_sessions import read_heads, seated, session_frames
from pontoon_ledger.records.table_text import char_places, play_text

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Head, Place
    from pontoon_ledger.records.options import ReadOptions

__all__ = ["char_places", "read_table"]

_ROW = 32
"""Bytes of a row at least, or nearly."""

_PLACED = ("bank", "price", "kitty", "shuffled", "doubled")


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
    digest = meanwhile(len(data) // _ROW, lambda: hashlib.sha256(data).hexdigest())
    decoded = decode(data)
    source = Source(path_shown, "csv", decoded.text, digest())
    if decoded.faults:
        return faulty(source, decoded.faults)
    dialect, header_faults = find_dialect(decoded.text)
    grid = read_grid(decoded, dialect) if dialect is not None else None
    unheard = () if grid is not None and grid.plain is not None else decoded.controls()
    if grid is None or dialect is None or unheard:
        return faulty(source, unheard or header_faults)
    source = replace(source, layout=dialect.layout)
    if grid.frame.is_empty():
        place = span_place(decoded.text, dialect.header.cells[0].start, dialect.header.end)
        return faulty(source, [*header_faults, Fault("P004", place, NO_ROWS)])
    faults = Faults(session_no=None)
    named = head is not None and head_is_named
    base = head if head is not None else head_of_options(path_shown, options, faults)
    told = [*header_faults, *faults.found]
    line = place_in_head.line if place_in_head is not None else None
    return _read(source, grid, base, told, named=named, line=line)


def _read(
    source: Source, grid: Grid, base: Head, told: list[Fault], *, named: bool, line: int | None
) -> Records:
    """Read the rows of a table whose layout is known and whose head is `base`."""
    rows = sort_rows(grid)
    if rows.grid.frame.is_empty():
        return faulty(source, [*told, *(fault for _, fault in rows.faults)])
    ahead = meanwhile(rows.grid.frame.height, lambda: _ahead(rows.grid))
    numbered = number_deals(rows.grid, by_session=not named)
    text = ahead() if numbered.grid is rows.grid else play_text(numbered.grid)
    heads, of_heads = read_heads(numbered, base, named=named)
    names = Names(base.seats)
    players = read_players(numbered, names)
    fields = _fields(numbered, names, base)
    heads = _seated(heads, numbered, players, fields["bank"], names)
    on_rows = [*rows.faults, *label_faults(numbered)]
    told = [*told, *(numbered.grid.at(fault, at, name) for at, name, fault in of_heads)]
    parts = [
        frame("faults", [fault_row(fault) for fault in told]),
        _placed_in_deals(numbered, players, on_rows),
        *players.faults,
        *(part for field in fields.values() for part in field.faults),
    ]
    begins = numbered.deals.unique("session_no", keep="first", maintain_order=True)["line"].to_list()
    frames = session_frames(heads, [line or begin for begin in begins])
    return Records(
        sources=(source,),
        sessions=frames["sessions"],
        seats=frames["seats"],
        persons=frames["persons"],
        aliases=frames["aliases"],
        deals=_deals(numbered, fields),
        hands=_hands(numbered, players, text, rows.alone),
        waivers=_waivers(fields["waive"]),
        tallies=frame("tallies"),
        cash=frame("cash"),
        debts=frame("debts"),
        faults=pl.concat(parts).sort("line", "column", maintain_order=True),
    )


def _ahead(grid: Grid) -> pl.Series:
    """What can be found before the deals are: the players' numbers, which the grid keeps, and the plays."""
    _ = grid.player_numbers
    return play_text(grid)


def _fields(numbered: Numbered, names: Names, base: Head) -> dict[str, Field]:
    return {
        "bank": read_field(numbered, "bank", names.of, pl.String),
        "price": read_field(numbered, "price", price_of(base.currency), pl.Int64),
        "kitty": read_field(numbered, "kitty", price_of(base.currency), pl.Int64),
        "shuffled": read_field(numbered, "shuffled", truth_of, pl.Boolean),
        "doubled": read_field(numbered, "doubled", truth_of, pl.Boolean),
        "void": read_field(numbered, "void", void_of, pl.String),
        "gap": read_field(numbered, "gap", truth_of, pl.Boolean),
        "waive": read_field(numbered, "waive", ruling_of, pl.String),
    }


def _seated(heads: list[Head], numbered: Numbered, players: Players, bank: Field, names: Names) -> list[Head]:
    """Where nobody named the seats, those sit there who play or hold the bank."""
    if all(head.seats for head in heads):
        return heads
    first = names.of(heads[0].bank).value if heads[0].bank is not None else None
    heads = [replace(head, bank=first) for head in heads]
    if len(heads) == 1:
        everyone = dict.fromkeys(names.by_fold.values())
        return seated(heads, pl.DataFrame({"session_no": [0] * len(everyone), "player": list(everyone)}))
    holders = (
        numbered.session_of(bank.values["deal_idx"]).to_frame().with_columns(player=bank.values["value"])
    )
    play = players.sat_in(numbered.session_of(numbered.deal_idx))
    openers = pl.DataFrame(
        {"session_no": range(len(heads)), "player": [first] * len(heads)},
        schema={"session_no": pl.Int32, "player": pl.String},
    )
    sat = pl.concat([play, holders, openers]).drop_nulls().unique(maintain_order=True)
    return seated(heads, sat)


def _placed_in_deals(numbered: Numbered, players: Players, on_rows: list[tuple[int, Fault]]) -> pl.DataFrame:
    """Give the faults that are known by the line of their row, laid to its session, deal and player."""
    grid = numbered.grid
    if not on_rows and not grid.faults:
        return frame("faults")
    found = [*on_rows, *grid.faults.items()]
    lines = [line for line, _ in found]
    rows = (
        grid.frame.select("line")
        .with_columns(
            numbered.deal_idx,
            numbered.session_of(numbered.deal_idx),
            *players.columns.select("player", "hand"),
        )
        .filter(pl.col("line").is_in(lines))
    )
    of_line = {row[0]: row[1:] for row in rows.iter_rows()}
    placed = []
    for line, fault in found:
        deal, session, player, hand = of_line.get(line, (None, None, None, None))
        placed.append(
            replace(
                fault,
                deal_idx=deal,
                session_no=session,
                player=player,
                hand=hand if player is not None else None,
            )
        )
    return frame("faults", [fault_row(fault) for fault in placed])


def _deals(numbered: Numbered, fields: dict[str, Field]) -> pl.DataFrame:
    deals = numbered.deals.with_row_index("deal_idx")
    nothing = pl.DataFrame(schema=DEALS)
    lost = pl.concat([field.lost for field in fields.values()]).unique()
    hidden = _banks_in_broken_rows(numbered)
    hidden = hidden.filter(~hidden.is_in(fields["bank"].values["deal_idx"].implode()))
    bank_lost = pl.concat([fields["bank"].lost, fields["price"].lost, hidden]).unique()
    unlabelled = (pl.col("label") == NO_LABEL) & (pl.col("deal_idx") == 0)
    columns: dict[str, Any] = {
        "deal": pl.col("label"),
        "roster": pl.lit(0),
        "file_no": pl.lit(0),
        "column": pl.lit(1),
        "readable": ~(pl.col("deal_idx").is_in(lost.implode()) | unlabelled),
        "bank_unreadable": pl.col("deal_idx").is_in(bank_lost.implode()),
    }
    deals = deals.with_columns(**columns)
    for name in (*_PLACED, "void", "gap"):
        values = fields[name].values
        place = {
            "line": f"{name}_line",
            "column": f"{name}_column",
            "end_column": f"{name}_end",
            "value": name,
        }
        kept = (
            values.rename(place)
            if name in _PLACED
            else values.select("deal_idx", pl.col("value").alias(name))
        )
        deals = deals.join(kept, on="deal_idx", how="left", maintain_order="left") if kept.height else deals
    missing = [
        pl.lit(None, kind).alias(name) for name, kind in nothing.schema.items() if name not in deals.columns
    ]
    deals = deals.with_columns(missing).with_columns(
        pl.col("gap").fill_null(value=False), void=pl.when(pl.col("void") != "").then("void")
    )
    return deals.select(pl.col(name).cast(kind) for name, kind in nothing.schema.items())


def _banks_in_broken_rows(numbered: Numbered) -> pl.Series:
    """The deals with a row of too many or too few cells that has something where the bank would stand."""
    grid = numbered.grid
    at = grid.dialect.layout.columns.get("bank")
    broken = grid.frame.select("line", numbered.deal_idx, "broken").filter("broken")
    if at is None or broken.is_empty():
        return pl.Series(dtype=pl.UInt32)
    starts = line_starts(grid.text)
    rows = (scan_row(grid.text, starts[line - 1], grid.dialect.layout.delimiter) for line in broken["line"])
    says = [len(row.cells) > at and bool(row.cells[at].value.strip()) for row in rows]
    return broken["deal_idx"].filter(pl.Series(says)).unique()


def _hands(numbered: Numbered, players: Players, text: pl.Series, alone: list[int]) -> pl.DataFrame:
    hands = numbered.grid.frame.select("line").with_columns(numbered.deal_idx, *players.columns, text=text)
    if alone:
        hands = hands.filter(~pl.col("line").is_in(alone))
    fixed = {"file_no": pl.lit(0), "column": pl.lit(1), "index": pl.lit(None)}
    return hands.with_columns(**fixed).select(pl.col(name).cast(kind) for name, kind in HANDS.items())


def _waivers(field: Field) -> pl.DataFrame:
    rows = [
        (deal_idx, code, reason, *place)
        for deal_idx, text, *place in field.values.iter_rows()
        for code, reason in rulings(text)
    ]
    return frame("waivers", rows)
