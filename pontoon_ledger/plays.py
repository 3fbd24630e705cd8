"""Plays as columns: from the text of a million rows to the places of a hand.

In: a series of plays and the currency they are written in. Out: a frame of one row a play
(the columns of `PLAY`) and the faults found in them. Each distinct clause is parsed once by
`notation.parse_clause`, each distinct row of clause kinds once by `shape.parse_shape`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.cards import UNKNOWN
from pontoon_ledger.notation import DECIMAL_COMMA, MOST_CARDS, Bad, Kind, parse_clause
from pontoon_ledger.shape import Shape, parse_shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.currency import Currency
    from pontoon_ledger.notation import Clause

PLAY = {
    "opening": pl.UInt8,
    "bet": pl.Int64,
    **{f"c{k}": pl.Int8 for k in range(1, 6)},
    **{f"how{k}": pl.UInt8 for k in (3, 4, 5)},
    **{f"price{k}": pl.Int64 for k in (3, 4, 5)},
    "cards": pl.UInt8,
    "extra": pl.UInt8,
    "listed": pl.Boolean,
    "cards_written": pl.Boolean,
    "burns": pl.List(pl.Int8),
    "more_cards": pl.List(pl.Int8),
    "ending": pl.UInt8,
    "said_total": pl.Int8,
    "recorded": pl.Int64,
    "all_recorded": pl.Int64,
    "shoot_recorded": pl.Int64,
    "shoots": pl.List(pl.Int64),
    "shoot_at": pl.List(pl.Int8),
    "shoot_wrong": pl.List(pl.Boolean),
    "staked": pl.Int64,
    "owing": pl.Int64,
    "agreed": pl.Boolean,
    "note": pl.String,
    "faulty": pl.Boolean,
}
"""Columns of a play. `opening`, `ending` are `notation.Kind` (null where none is written); cards are
codes of `cards.py`; `how` is shape.BOUGHT, TWISTED or BARE, null where no such card was taken;
`cards` counts the cards up to five, null where the row does not list them (`listed` false);
`more_cards` are cards past the fifth, `burns` the burned ones in order. `shoots` are the shoot bets,
`shoot_at` the number of cards that lay before each, `shoot_wrong` whether it stands at no place for one."""

_NOTE = r"(?is)^((?:.*?[,;])?)\s*note\b(.*)$"
_DECIMAL = r"([0-9]),([0-9])"
_WIDTH = 12
_MASK = 32


@dataclass(frozen=True)
class PlayFault:
    """A fault in the play of row `row`: the number of its clause and what is wrong."""

    row: int
    clause: int
    bad: Bad


def clause_spans(text: str) -> tuple[list[tuple[int, int]], str | None]:
    """Where each clause of a play begins and ends, and the note at its end.

    >>> clause_spans("bet 0,20, 5c 9d; note a, b")
    ([(0, 8), (9, 15)], 'a, b')
    """
    noted = re.match(_NOTE, text)
    head, note = (noted.group(1)[:-1], noted.group(2).strip()) if noted else (text, None)
    if noted and not noted.group(1):
        return [], note
    spans, start = [], 0
    for mark in re.finditer(r";|(?<![0-9]),|,(?![0-9])", head):
        spans.append((start, mark.start()))
        start = mark.end()
    return [*spans, (start, len(head))], note


def read_plays(texts: pl.Series, currency: Currency) -> tuple[pl.DataFrame, list[PlayFault]]:
    """The columns of `PLAY` for each text, and the faults of their clauses, in order.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> frame, faults = read_plays(pl.Series(["bet 0.20, 5c 9d, buy 0.20 4h, stick"]), NO_CURRENCY)
    >>> frame.select("bet", "c1", "price3", "cards").row(0), faults
    ((20, 16, 20, 3), [])
    """
    if texts.is_empty():
        return pl.DataFrame(schema=PLAY), []  # type: ignore[arg-type]
    heads, notes = _without_notes(texts.fill_null(""))
    lists = heads.str.split(",")
    lengths = lists.list.len()
    starts = lengths.cum_sum() - lengths
    ids, clauses = _dictionary(lists.explode(), currency)
    kinds = pl.Series([c.kind for c in clauses], dtype=pl.UInt8).gather(ids)
    shape_ids, shapes = _shapes(kinds, starts, lengths)
    frame = _columns(ids, starts, clauses, shape_ids, shapes).with_columns(note=notes)
    return frame, _faults(kinds, ids, starts, clauses, shape_ids, shapes, texts)


def _without_notes(texts: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Plays whose clauses are parted by commas alone, decimal commas hidden, notes cut off."""
    nothing = pl.repeat(None, len(texts), dtype=pl.String, eager=True)
    if not texts.str.contains(r"[0-9],[0-9]|;|(?i:note)").any():
        return texts, nothing
    parts = pl.select(
        head=pl.lit(texts).str.extract(_NOTE, 1),
        note=pl.lit(texts).str.extract(_NOTE, 2).str.strip_chars(),
        text=pl.lit(texts),
    )
    head = pl.coalesce(pl.col("head").str.head(-1), "text")
    hidden = "${1}" + DECIMAL_COMMA + "${2}"
    plain = head.str.replace_all(_DECIMAL, hidden).str.replace_all(_DECIMAL, hidden)
    parts = parts.with_columns(text=plain.str.replace_all(";", ",", literal=True))
    return parts["text"], parts["note"]


def _dictionary(words: pl.Series, currency: Currency) -> tuple[pl.Series, list[Clause]]:
    """Each distinct clause parsed once: the number of each clause, and what the numbers mean."""
    categories = pl.Categories.random()
    coded = words.cast(pl.Categorical(categories))
    clauses = [parse_clause(text, currency) for text in categories.to_series()]
    return coded.to_physical(), clauses


def _shapes(kinds: pl.Series, starts: pl.Series, lengths: pl.Series) -> tuple[pl.Series, list[Shape]]:
    """The shape of each row, by a key that packs twelve kinds into an integer; longer rows by text."""
    most = int(lengths.max() or 0)  # type: ignore[arg-type]
    rows = pl.DataFrame({"start": starts, "length": lengths})
    if most <= _WIDTH:
        at = [pl.when(pl.col("length") > i).then(pl.col("start") + i) for i in range(most)]
        of = [pl.lit(kinds).gather(i).cast(pl.UInt64).fill_null(0) * _MASK**k for k, i in enumerate(at)]
        keys = rows.select(key=pl.sum_horizontal(of))
        distinct = keys["key"].unique(maintain_order=True)
        shapes = [parse_shape(_unpack(int(key))) for key in distinct]
    else:
        owner = rows.select(pl.int_range(pl.len(), dtype=pl.UInt32).repeat_by("length").explode()).to_series()
        keys = (
            pl.DataFrame({"row": owner, "kind": kinds})
            .group_by("row", maintain_order=True)
            .agg(key=pl.col("kind").cast(pl.String).str.join(" "))
        )
        distinct = keys["key"].unique(maintain_order=True)
        shapes = [parse_shape(tuple(int(kind) for kind in key.split())) for key in distinct]
    numbers = pl.DataFrame({"key": distinct, "id": pl.Series(range(len(shapes)), dtype=pl.UInt32)})
    return keys.select("key").join(numbers, on="key", how="left", maintain_order="left")["id"], shapes


def _unpack(key: int) -> tuple[int, ...]:
    kinds = []
    while key:
        key, kind = divmod(key, _MASK)
        kinds.append(kind)
    return tuple(kinds)


def _columns(
    ids: pl.Series,
    starts: pl.Series,
    clauses: Sequence[Clause],
    shape_ids: pl.Series,
    shapes: Sequence[Shape],
) -> pl.DataFrame:
    """Fill the places of each hand: shape -> number of the clause -> what the clause says."""
    amounts = pl.Series([c.amount for c in clauses], dtype=pl.Int64)
    totals = pl.Series([c.total for c in clauses], dtype=pl.Int8)
    kinds = pl.Series([c.kind for c in clauses], dtype=pl.UInt8)
    cards = pl.Series(
        [card for c in clauses for card in (*c.cards, *[None] * MOST_CARDS)[:MOST_CARDS]], dtype=pl.Int8
    )

    def of_shape(values: Sequence[int | bool | None], dtype: type[pl.DataType]) -> pl.Expr:
        return pl.lit(pl.Series(values, dtype=dtype)).gather(pl.col("shape"))

    def clause_at(places: Sequence[int | None]) -> pl.Expr:
        return pl.lit(ids).gather(pl.col("start") + of_shape(places, pl.UInt32))

    def said(values: pl.Series, places: Sequence[int | None]) -> pl.Expr:
        return pl.lit(values).gather(clause_at(places))

    def card_at(k: int) -> pl.Expr:
        places = [(s.cards[k][0], s.cards[k][1]) if k < len(s.cards) else (None, 0) for s in shapes]
        at = clause_at([p if p is None or p >= 0 else None for p, _ in places]).cast(pl.Int64)
        card = pl.lit(cards).gather(at * MOST_CARDS + of_shape([j for _, j in places], pl.Int64))
        if any(p == -1 for p, _ in places):
            unnamed = of_shape([p == -1 for p, _ in places], pl.Boolean)
            card = pl.when(unnamed).then(pl.lit(UNKNOWN, dtype=pl.Int8)).otherwise(card)
        return card

    taken = {k: [s.cards[k - 1] if k <= len(s.cards) else None for s in shapes] for k in (3, 4, 5)}
    result = said(amounts, [s.result for s in shapes])
    to_all = of_shape([s.all_result for s in shapes], pl.Boolean)
    rows = pl.DataFrame({"start": starts, "shape": shape_ids}).select(
        opening=said(kinds, [s.opening for s in shapes]),
        bet=said(amounts, [s.opening for s in shapes]),
        **{f"c{k + 1}": card_at(k) for k in range(5)},
        **{f"how{k}": of_shape([t[2] if t else None for t in taken[k]], pl.UInt8) for k in taken},
        **{f"price{k}": said(amounts, [t[0] if t else None for t in taken[k]]) for k in taken},
        cards=of_shape([len(s.cards) if s.listed else None for s in shapes], pl.UInt8),
        extra=of_shape([len(s.extra) for s in shapes], pl.UInt8),
        listed=of_shape([s.listed for s in shapes], pl.Boolean),
        cards_written=of_shape([s.first_cards is not None for s in shapes], pl.Boolean),
        ending=said(kinds, [s.ending for s in shapes]),
        said_total=said(totals, [s.ending for s in shapes]),
        recorded=pl.when(~to_all).then(result),
        all_recorded=pl.when(to_all).then(result),
        shoot_recorded=said(amounts, [s.shoot_result for s in shapes]),
        staked=said(amounts, [s.staked for s in shapes]),
        owing=said(amounts, [s.owing for s in shapes]),
        agreed=of_shape([s.agreed is not None for s in shapes], pl.Boolean),
        faulty=of_shape([s.bad or s.fault is not None for s in shapes], pl.Boolean),
    )
    lists = _Rows(shape_ids, ids, starts)
    burned = [[p * MOST_CARDS + j for p in s.burns for j in (0, 1)] for s in shapes]
    further = [[p * MOST_CARDS + j for p, j, _ in s.extra] for s in shapes]
    return rows.with_columns(
        burns=lists.lists(burned, cards),
        more_cards=lists.lists(further, cards),
        shoots=lists.lists([[p * MOST_CARDS for p, _ in s.shoots] for s in shapes], amounts, each=1),
        shoot_at=lists.constants([[n for _, n in s.shoots] for s in shapes], pl.Int8),
        shoot_wrong=lists.constants([s.shoots_wrong for s in shapes], pl.Boolean),
    )


class _Rows:
    """List columns of what only a few rows have: burned pairs, sixth cards, shoot bets."""

    def __init__(self, shape_ids: pl.Series, ids: pl.Series, starts: pl.Series) -> None:
        self.shape_ids, self.ids, self.starts = shape_ids, ids, starts

    def constants(self, values: Sequence[Sequence[int | bool]], dtype: type[pl.DataType]) -> pl.Series:
        """A list that the shape alone decides, null where it is empty."""
        if not any(values):
            return pl.repeat(None, len(self.shape_ids), dtype=pl.List(dtype), eager=True)
        table = pl.Series([list(v) or None for v in values], dtype=pl.List(dtype))
        return table.gather(self.shape_ids)

    def lists(self, places: Sequence[Sequence[int]], values: pl.Series, each: int = MOST_CARDS) -> pl.Series:
        """The values at places (clause * MOST_CARDS + card) of each row; `each` values belong to a clause."""
        at = self.constants(places, pl.UInt32)
        size = len(self.shape_ids)
        if not any(places):
            return pl.repeat(None, size, dtype=pl.List(values.dtype), eager=True)
        order = pl.Series(range(size), dtype=pl.UInt32)
        rows = pl.DataFrame({"row": order, "at": at, "start": self.starts})
        some = rows.filter(pl.col("at").is_not_null()).explode("at")
        clause = self.ids.gather(some["start"] + some["at"] // MOST_CARDS).cast(pl.Int64)
        some = some.with_columns(value=values.gather(clause * each + some["at"] % MOST_CARDS))
        lists = some.group_by("row", maintain_order=True).agg("value")
        return rows.select("row").join(lists, on="row", how="left", maintain_order="left")["value"]


def _faults(
    kinds: pl.Series,
    ids: pl.Series,
    starts: pl.Series,
    clauses: Sequence[Clause],
    shape_ids: pl.Series,
    shapes: Sequence[Shape],
    texts: pl.Series,
) -> list[PlayFault]:
    """The clauses that could not be read, and those that stand where they cannot."""
    faults = []
    at = (kinds == Kind.BAD).arg_true()
    owner = starts.search_sorted(at, side="right") - 1
    for flat, row in zip(at, owner, strict=True):
        bad = clauses[ids[flat]].bad
        if bad is not None:
            faults.append(PlayFault(row, flat - starts[row], bad))
    misplaced = pl.Series([s.fault is not None for s in shapes], dtype=pl.Boolean).gather(shape_ids)
    for row in misplaced.arg_true():
        fault = shapes[shape_ids[row]].fault
        if fault is not None:
            clause, message, expected = fault
            start, end = clause_spans(texts[row])[0][clause]
            said = texts[row][start:end]
            inside = len(said) - len(said.lstrip())
            bad = Bad("P005", inside, inside + len(said.strip()), message, said.strip(), expected)
            faults.append(PlayFault(row, clause, bad))
    return sorted(faults, key=lambda f: (f.row, f.clause))
