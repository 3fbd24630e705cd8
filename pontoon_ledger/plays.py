"""Plays as columns: from the text of a million rows to the places of a hand.

In: a series of plays and the currency they are written in. Out: a frame of one row a play
(the columns of `PLAY`) and the faults found in them. Each distinct clause is parsed once by
`clauses.read_clauses`, each distinct row of clause kinds once by `shape.parse_shape`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.cards import UNKNOWN, parse_card
from pontoon_ledger.clauses import Clauses, read_clauses
from pontoon_ledger.frames import constants, numbered
from pontoon_ledger.notation import DECIMAL_COMMA, MOST_CARDS, Bad, Kind
from pontoon_ledger.shape import ALONE, Shape, parse_shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.currency import Currency

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
_LEAST_PART = 50_000
"""Plays that are worth a thread of their own."""

_WIDTH = 12
_MOST_EXTRA = 255
_MASK = 32


class PlayFault(Struct, frozen=True):
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
    parts = min(pl.thread_pool_size(), len(texts) // _LEAST_PART)
    if parts < 2:
        return _read(texts, currency)
    from concurrent.futures import ThreadPoolExecutor

    ends = [len(texts) * part // parts for part in range(parts + 1)]
    with ThreadPoolExecutor(parts) as pool:
        read = pool.map(lambda at, to: _read(texts[at:to], currency), ends, ends[1:])
        frames, faults = zip(*read, strict=True)
    found = [replace(f, row=at + f.row) for at, part in zip(ends, faults, strict=False) for f in part]
    frame = pl.concat(frames, rechunk=True)
    return frame.with_columns(**constants(frame)), found


def _read(texts: pl.Series, currency: Currency) -> tuple[pl.DataFrame, list[PlayFault]]:
    """One stretch of the plays, which holds one core."""
    plays = texts.fill_null("")
    notes = pl.repeat(None, len(texts), dtype=pl.String, eager=True)
    ids, starts, lengths, words = _parted(plays)
    if _is_more_than_commas(ids, starts, words):
        heads, notes = _without_notes(plays)
        ids, starts, lengths, words = _parted(heads)
    clauses = read_clauses(words, currency)
    kinds = clauses.kinds.gather(ids)
    shape_ids, shapes = _shapes(kinds, starts, lengths)
    frame = _columns(ids, starts, clauses, shape_ids, shapes).with_columns(note=notes)
    frame = frame.with_columns(**constants(frame))
    return frame, _faults(kinds, ids, starts, clauses, shape_ids, shapes, texts)


def _parted(plays: pl.Series) -> tuple[pl.Series, pl.Series, pl.Series, pl.Series]:
    """The clauses between commas: the number of each, where a play's begin, how many; and what they say."""
    lists = plays.str.split(",")
    lengths = lists.list.len()
    dtype = pl.Categorical(pl.Categories.random())
    coded = lists.explode().cast(dtype)
    numbers = coded.to_physical()
    most = numbers.max()
    assert isinstance(most, int)
    distinct = pl.int_range(0, most + 1, dtype=pl.UInt32, eager=True).cat.to(dtype)
    return numbers, lengths.cum_sum() - lengths, lengths, distinct.cast(pl.String)


def _is_more_than_commas(ids: pl.Series, starts: pl.Series, words: pl.Series) -> bool:
    """Whether a comma may part no clauses, or something else does: each different clause is asked but once.

    A clause that begins with a digit, and is not the first, may be the pence of a decimal comma.
    """
    if words.str.contains(r";|(?i:note)").any():
        return True
    digits = words.str.contains(r"^[0-9]")
    return bool(digits.any()) and digits.gather(ids).sum() != digits.gather(ids.gather(starts)).sum()


def _without_notes(texts: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Plays whose clauses are parted by commas alone, decimal commas hidden, notes cut off."""
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


def _shapes(kinds: pl.Series, starts: pl.Series, lengths: pl.Series) -> tuple[pl.Series, list[Shape]]:
    """The shape of each row, by a key that packs twelve kinds into an integer; longer rows by text."""
    most = int(lengths.max() or 0)  # type: ignore[arg-type]
    rows = pl.DataFrame({"start": starts, "length": lengths})
    if most <= _WIDTH:
        at = [pl.when(pl.col("length") > i).then(pl.col("start") + i) for i in range(most)]
        of = [pl.lit(kinds).gather(i).cast(pl.UInt64).fill_null(0) * _MASK**k for k, i in enumerate(at)]
        keys = rows.select(key=pl.sum_horizontal(of))
        numbers, distinct = numbered(keys["key"])
        shapes = [parse_shape(_unpack(int(key))) for key in distinct]
    else:
        owner = rows.select(pl.int_range(pl.len(), dtype=pl.UInt32).repeat_by("length").explode()).to_series()
        keys = (
            pl.DataFrame({"row": owner, "kind": kinds})
            .group_by("row", maintain_order=True)
            .agg(key=pl.col("kind").cast(pl.String).str.join(" "))
        )
        numbers, distinct = numbered(keys["key"])
        shapes = [parse_shape(tuple(int(kind) for kind in key.split())) for key in distinct]
    return numbers, shapes


def _unpack(key: int) -> tuple[int, ...]:
    kinds = []
    while key:
        key, kind = divmod(key, _MASK)
        kinds.append(kind)
    return tuple(kinds)


def _columns(
    ids: pl.Series, starts: pl.Series, clauses: Clauses, shape_ids: pl.Series, shapes: Sequence[Shape]
) -> pl.DataFrame:
    """Fill the places of each hand: shape -> number of the clause -> what the clause says."""
    places = {
        "opening": [s.opening for s in shapes],
        **{f"card{k}": [_clause_of(s.cards, k) for s in shapes] for k in range(5)},
        "ending": [s.ending for s in shapes],
        "result": [s.result for s in shapes],
        "shoot_result": [s.shoot_result for s in shapes],
        "staked": [s.staked for s in shapes],
        "owing": [s.owing for s in shapes],
    }
    rows = pl.DataFrame({"start": starts, "shape": shape_ids})

    def of_shape(values: Sequence[int | bool | None], dtype: type[pl.DataType]) -> pl.Expr:
        one = values[0]
        if all(value is one for value in values):
            return pl.lit(one, dtype=dtype)
        return pl.lit(pl.Series(values, dtype=dtype)).gather(pl.col("shape"))

    named = {name: at for name, at in places.items() if any(place is not None for place in at)}
    numbers = {
        name: pl.lit(ids).gather(pl.col("start") + of_shape(at, pl.UInt32)) for name, at in named.items()
    }
    rows = rows.with_columns(**numbers)

    def said(values: pl.Series, name: str) -> pl.Expr:
        return pl.lit(values).gather(name) if name in named else pl.lit(None, dtype=values.dtype)

    def card_at(k: int) -> pl.Expr:
        inside = [len(clauses) * s.cards[k][1] if k < len(s.cards) else 0 for s in shapes]
        at = pl.col(f"card{k}") + of_shape(inside, pl.UInt32)
        unnamed = [k < len(s.cards) and s.cards[k][0] < 0 for s in shapes]
        card = pl.lit(clauses.cards).gather(at) if f"card{k}" in named else pl.lit(None, dtype=pl.Int8)
        return pl.when(of_shape(unnamed, pl.Boolean)).then(pl.lit(UNKNOWN, dtype=pl.Int8)).otherwise(card)

    taken = {k: [s.cards[k - 1][2] if k <= len(s.cards) else None for s in shapes] for k in (3, 4, 5)}
    result = said(clauses.amounts, "result")
    to_all = of_shape([s.all_result for s in shapes], pl.Boolean)
    columns = rows.select(
        pl.col("start"),
        opening=said(clauses.kinds, "opening"),
        bet=said(clauses.amounts, "opening"),
        **{f"c{k + 1}": card_at(k) for k in range(5)},
        **{f"how{k}": of_shape(how, pl.UInt8) for k, how in taken.items()},
        **{f"price{k}": said(clauses.amounts, f"card{k - 1}") for k in taken},
        cards=of_shape([len(s.cards) if s.listed else None for s in shapes], pl.UInt8),
        extra=of_shape([min(len(s.extra), _MOST_EXTRA) for s in shapes], pl.UInt8),
        listed=of_shape([s.listed for s in shapes], pl.Boolean),
        cards_written=of_shape([s.first_cards is not None for s in shapes], pl.Boolean),
        ending=said(clauses.kinds, "ending"),
        said_total=said(clauses.totals, "ending"),
        recorded=pl.when(~to_all).then(result),
        all_recorded=pl.when(to_all).then(result),
        shoot_recorded=said(clauses.amounts, "shoot_result"),
        staked=said(clauses.amounts, "staked"),
        owing=said(clauses.amounts, "owing"),
        agreed=of_shape([s.agreed is not None for s in shapes], pl.Boolean),
        faulty=of_shape([s.bad or s.fault is not None for s in shapes], pl.Boolean),
    ).drop("start")
    lists = _Rows(shape_ids, ids, starts, len(clauses))
    burned = [[(p, j) for p in s.burns for j in (0, 1)] for s in shapes]
    further = [[(p, j) for p, j, _ in s.extra] for s in shapes]
    return columns.with_columns(
        burns=lists.lists(burned, clauses.cards),
        more_cards=lists.lists(further, clauses.cards),
        shoots=lists.lists([[(p, 0) for p, _ in s.shoots] for s in shapes], clauses.amounts),
        shoot_at=lists.constants([[n for _, n in s.shoots] for s in shapes], pl.Int8),
        shoot_wrong=lists.constants([s.shoots_wrong for s in shapes], pl.Boolean),
    )


def _clause_of(cards: Sequence[tuple[int, int, int]], k: int) -> int | None:
    """The clause that names card k, None where there is none or it was dealt before what is written."""
    return cards[k][0] if k < len(cards) and cards[k][0] >= 0 else None


class _Rows:
    """List columns of what only a few rows have: burned pairs, sixth cards, shoot bets."""

    def __init__(self, shape_ids: pl.Series, ids: pl.Series, starts: pl.Series, clauses: int) -> None:
        self.shape_ids, self.ids, self.starts, self.clauses = shape_ids, ids, starts, clauses

    def constants(self, values: Sequence[Sequence[int | bool]], dtype: type[pl.DataType]) -> pl.Expr:
        """A list that the shape alone decides, null where it is empty."""
        if not any(values):
            return pl.lit(None, dtype=pl.List(dtype))
        table = pl.Series([list(v) or None for v in values], dtype=pl.List(dtype))
        return pl.lit(table.gather(self.shape_ids))

    def lists(self, places: Sequence[Sequence[tuple[int, int]]], values: pl.Series) -> pl.Expr:
        """The values at places (clause, which of its values) of each row."""
        if not any(places):
            return pl.lit(None, dtype=pl.List(values.dtype))
        at = self.constants([[p * MOST_CARDS + j for p, j in row] for row in places], pl.UInt32)
        rows = pl.DataFrame({"start": self.starts}).with_row_index("row").with_columns(at=at)
        some = rows.drop_nulls("at").explode("at")
        clause = self.ids.gather(some["start"] + some["at"] // MOST_CARDS)
        some = some.with_columns(value=values.gather(clause + some["at"] % MOST_CARDS * self.clauses))
        lists = some.group_by("row", maintain_order=True).agg("value")
        return pl.lit(rows.join(lists, on="row", how="left", maintain_order="left")["value"])


def _faults(
    kinds: pl.Series,
    ids: pl.Series,
    starts: pl.Series,
    clauses: Clauses,
    shape_ids: pl.Series,
    shapes: Sequence[Shape],
    texts: pl.Series,
) -> list[PlayFault]:
    """The clauses that could not be read, and those that stand where they cannot."""
    faults = []
    at = (kinds == Kind.BAD).arg_true()
    owner = starts.search_sorted(at, side="right") - 1
    for flat, row in zip(at, owner, strict=True):
        faults.append(PlayFault(row, flat - starts[row], clauses.bad[ids[flat]]))
    misplaced = pl.Series([s.fault is not None for s in shapes], dtype=pl.Boolean).gather(shape_ids)
    for row in misplaced.arg_true():
        fault = shapes[shape_ids[row]].fault
        if fault is not None:
            faults.append(_misplaced(texts[row], row, *fault))
    return sorted(faults, key=lambda f: (f.row, f.clause))


def _misplaced(text: str, row: int, clause: int, message: str, expected: str) -> PlayFault:
    """A clause that can be read and cannot stand in this play."""
    said, *after = (text[start:end] for start, end in clause_spans(text)[0][clause : clause + 2])
    inside = len(said) - len(said.lstrip())
    two = [one.strip() for one in (said, *after)]
    parted = message == ALONE and len(two) == 2 and all(parse_card(one) is not None for one in two)
    hint = f"part the first two cards by a space: {' '.join(two)}" if parted else None
    bad = Bad("P005", inside, inside + len(two[0]), message, two[0], expected, hint)
    return PlayFault(row, clause, bad)
