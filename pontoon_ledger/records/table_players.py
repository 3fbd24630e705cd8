"""Whose hand each row is: names to seats, a player's hands counted, the bank's row.

In: the numbered rows and the seats, if anybody named them. Out: `Players`: a row's player, hand and
whether it is the bank's, and the faults of rows without a seat or of a player twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct, field

from pontoon_ledger.records.fields import meant
from pontoon_ledger.records.formulas import Typed, formula_error, is_formula_error
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Seat
    from pontoon_ledger.records.table_deals import Numbered

BANK = "bank"
_OPENS_BET = r"(?i)^[\s,;]*bet\b"
_OPENS_SPLIT = r"(?i)^[\s,;]*split\b"
_FEW = 40
_MOST_HANDS = 127


class Names(Struct):
    """Finds the seat that a name means. Where no seats are known every name has one, as first spelt."""

    seats: tuple[Seat, ...]
    by_fold: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat in self.seats:
            for name in (seat.name, *seat.aka):
                self.by_fold.setdefault(fold(name), seat.name)

    def of(self, text: str) -> Typed:
        """Give the seat of a name, or what is wrong with it.

        >>> from pontoon_ledger.records.model import Seat
        >>> names = Names((Seat("Ann"), Seat("Bob", aka=("Bobby",))))
        >>> names.of("bobby").value, names.of("Anne").help
        ('Bob', "did you mean 'Ann'?")
        """
        folded = fold(text)
        known = self.by_fold.get(folded)
        if known is not None:
            return Typed(known)
        if is_formula_error(text):
            return formula_error(text)
        if folded == BANK or self.seats:
            expected = (
                "one of " + ", ".join(seat.name for seat in self.seats) if self.seats else "a player's name"
            )
            near = meant(text, self.by_fold.values())
            return Typed(None, "P008", f"{text!r} has no seat", expected, near)
        self.by_fold[folded] = text
        return Typed(text)


class Players(Struct, frozen=True):
    """Columns that go with the rows: `player`, `hand`, `bank_row`, `readable`; and the faults."""

    columns: pl.DataFrame
    faults: tuple[pl.DataFrame, ...]
    who: pl.Series

    def sat_in(self, session_no: pl.Series) -> pl.DataFrame:
        """Give the players of each session (`session_no`, `player`) in the order of the rows."""
        first = (session_no.cast(pl.UInt64) * (1 << 32) + self.who).arg_unique().sort()
        return pl.DataFrame([session_no.gather(first), self.columns["player"].gather(first)])


def read_players(numbered: Numbered, names: Names) -> Players:
    r"""Find the player of each row.

    >>> from pontoon_ledger.records.decode import decode
    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> from pontoon_ledger.records.grid import read_grid
    >>> from pontoon_ledger.records.table_deals import number_deals
    >>> text = 'deal,player,play\n1,Ann,bet 1\n1,ann,split 1\n1,BANK,stick 17\n'
    >>> grid = read_grid(decode(text.encode()), find_dialect(text)[0])
    >>> read_players(number_deals(grid, by_session=False), Names(())).columns.rows()
    [('Ann', 1, False, True), ('Ann', 2, False, True), (None, 1, True, True)]
    """
    spelt = numbered.grid.spelt.drop_nulls()
    known = _known(spelt, names)
    number = numbered.grid.player_numbers
    each = {name: known[name].gather(number) for name in ("player", "bank_row", "who")}
    lost = known["code"].is_not_null()
    rows = numbered.grid.frame.select("line", "broken").with_columns(
        numbered.deal_idx,
        number=number,
        hand=_count_hands(numbered.deal_idx, each["who"], len(spelt)),
        astray=pl.lit(value=False) if numbered.astray is None else numbered.astray,
        lost=lost.gather(number).fill_null(value=False) if lost.any() else pl.lit(value=False),
        **each,
    )
    rows = rows.with_columns(twice=_twice(numbered, rows))
    faults = [
        *_unknown(numbered, rows, known),
        *_told_twice(numbered, rows, known),
        *_told_astray(numbered, rows),
    ]
    faulty = pl.any_horizontal("lost", "broken", "astray", "twice") | pl.col("who").is_null()
    bank_row = (
        pl.col("bank_row").fill_null(value=False) if rows["bank_row"].null_count() else pl.col("bank_row")
    )
    return Players(rows.select("player", "hand", bank_row, readable=~faulty), tuple(faults), each["who"])


def _known(spelt: pl.Series, names: Names) -> pl.DataFrame:
    """Say what each way of writing a player means; `who` tells people apart, whatever they are called."""
    people: dict[str, int] = {}
    table = []
    for text in spelt:
        name = text.strip()
        is_bank = fold(name) == BANK and BANK not in names.by_fold
        said = Typed() if is_bank or not name else names.of(name)
        who = people.setdefault(fold(said.value or name), len(people)) if name else None
        table.append((name, said.value, is_bank, who, said.code, said.message, said.expected, said.help))
    schema = {"found": pl.String, "player": pl.String, "bank_row": pl.Boolean, "who": pl.UInt64}
    texts = dict.fromkeys(("code", "message", "expected", "help"), pl.String)
    return pl.DataFrame(table, schema={**schema, **texts}, orient="row")


def _count_hands(deal_idx: pl.Series, who: pl.Series, people: int) -> pl.Series:
    """Give the number of each row among the rows of its player in its deal, from 1."""
    key = (deal_idx.cast(pl.UInt64) * max(people, 1) + who).to_frame("key")
    largest: int = deal_idx.rle().struct.field("len").max()  # type: ignore[assignment]
    if largest > _FEW:
        earlier = pl.int_range(pl.len()).over("key")
    else:
        same = [(pl.col("key") == pl.col("key").shift(lag)).fill_null(False) for lag in range(1, largest)]
        if not key.select(pl.any_horizontal(False, *same).any()).item():
            return pl.repeat(1, len(deal_idx), dtype=pl.Int8, eager=True)
        earlier = pl.sum_horizontal(same)
    counted = pl.min_horizontal(earlier + 1, _MOST_HANDS)
    hand = pl.when(pl.col("key").is_null()).then(1).otherwise(counted)
    return key.select(hand=hand.cast(pl.Int8))["hand"]


def _twice(numbered: Numbered, rows: pl.DataFrame) -> pl.Series:
    """Give the rows of a player who is in the deal already and does not split here."""
    grid = numbered.grid
    further = (pl.col("hand") > 1) & ~pl.any_horizontal("lost", "broken", "astray")
    play = grid.frame["play"].fill_null("") if "play" in grid else pl.lit("")
    if not (rows["hand"] > 1).any():
        return pl.repeat(value=False, n=rows.height, dtype=pl.Boolean, eager=True)
    opens_bet, opens_split = (pl.col("play").str.contains(opening) for opening in (_OPENS_BET, _OPENS_SPLIT))
    no_split = opens_bet if "bet" in grid else ~opens_split
    return rows.with_columns(play=play).select(twice=further & (no_split | pl.col("bank_row")))["twice"]


def _unknown(numbered: Numbered, rows: pl.DataFrame, known: pl.DataFrame) -> list[pl.DataFrame]:
    """Make a fault for each row whose player has no seat; a broken row has had its fault."""
    if known["code"].null_count() == known.height:
        return []
    lost = rows.filter(pl.col("lost") & ~pl.col("broken") & pl.col("who").is_not_null())
    told = lost.select("line", "deal_idx").with_columns(
        numbered.session_of(lost["deal_idx"]),
        *(known[name].gather(lost["number"]) for name in ("found", "code", "message", "expected", "help")),
    )
    return [
        numbered.grid.fault_frame(code, "player", told.filter(code=code).drop("code"))
        for code in told["code"].unique().sort()
    ]


def _told_twice(numbered: Numbered, rows: pl.DataFrame, known: pl.DataFrame) -> list[pl.DataFrame]:
    twice = rows.filter("twice")
    if twice.is_empty():
        return []
    name = known["found"].gather(twice["number"])
    again = pl.format(
        "{} is in this deal already, and this row does not split", pl.col("found").pipe(_quoted)
    )
    of_bank = pl.lit("the bank's row is in this deal already")
    help_ = "begin the play of a split hand with 'split' and its stake"
    told = twice.select("line", "deal_idx", "player", "hand", "bank_row").with_columns(
        name.alias("found"), numbered.session_of(twice["deal_idx"])
    )
    told = told.with_columns(
        message=pl.when("bank_row").then(of_bank).otherwise(again),
        help=pl.when("bank_row").then(None).otherwise(pl.lit(help_)),
    ).drop("bank_row")
    return [numbered.grid.fault_frame("P009", "player", told)]


def _told_astray(numbered: Numbered, rows: pl.DataFrame) -> list[pl.DataFrame]:
    """Make a fault for each row of a deal further down, on its deal, or its player where that is blank."""
    if numbered.astray is None:
        return []
    grid = numbered.grid.only(numbered.astray)
    astray = rows.filter(numbered.astray)
    label = numbered.deals["label"].gather(astray["deal_idx"])
    told = astray.select("line", "deal_idx", "player", "hand").with_columns(
        numbered.session_of(astray["deal_idx"]),
        message=pl.format("the rows of deal {} ended further up", label),
        help=pl.lit("put the rows of a deal together; give another deal another label"),
    )
    blank = grid.values("deal").is_null()
    parts = (("deal", ~blank), ("player", blank))
    return [
        grid.fault_frame("P009", name, told.with_columns(found=grid.values(name)).filter(here))
        for name, here in parts
        if here.any()
    ]


def _quoted(text: pl.Expr) -> pl.Expr:
    return pl.concat_str(pl.lit("'"), text, pl.lit("'"))
