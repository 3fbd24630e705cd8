"""Small tools on frames: facts of deals that hands ask for, by position and without a join.

In: row numbers of deals. Out: columns as long as the deals, to be gathered by `deal_idx`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

MANY = 20_000
"""Rows among which it pays to look for what they have in common."""

_SLICE = 100_000
_SLOTS = 1 << 14


def flags(deals: pl.Series, size: int) -> pl.Series:
    """True at the numbers in `deals`, false elsewhere.

    >>> flags(pl.Series([2, 0, 2], dtype=pl.UInt32), 4).to_list()
    [True, False, True, False]
    """
    return pl.Series([False], dtype=pl.Boolean).new_from_index(0, size).scatter(deals, values=True)


def in_order(frame: pl.DataFrame, key: str) -> pl.DataFrame:
    """The frame, marked as sorted by a key that is in order: grouping by it is then far cheaper.

    >>> in_order(pl.DataFrame({"deal_idx": [0, 0, 1]}), "deal_idx")["deal_idx"].flags["SORTED_ASC"]
    True
    """
    return frame.with_columns(pl.col(key).set_sorted()) if frame[key].is_sorted() else frame


def beside(frame: pl.DataFrame, plan: Callable[[pl.LazyFrame], pl.LazyFrame], *names: str) -> pl.DataFrame:
    """The frame with columns of a plan over it that looks at one row at a time; only these are computed.

    >>> frame = pl.DataFrame({"bet": [20, 30]})
    >>> beside(frame, lambda rows: rows.with_columns(most=2 * pl.col("bet")), "most")["most"].to_list()
    [40, 60]
    """
    return joined(frame, in_slices(frame, lambda rows: plan(rows.lazy()).select(names).collect()))


def in_slices(frame: pl.DataFrame, work: Callable[[pl.DataFrame], pl.DataFrame]) -> pl.DataFrame:
    """What some work makes of the rows, each by itself: in slices on all cores, so that little is held.

    >>> in_slices(pl.DataFrame({"bet": [20, 30]}), lambda rows: rows.select(most=2 * pl.col("bet"))).row(1)
    (60,)
    """
    if len(frame) <= _SLICE:
        return work(frame).rechunk()
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(pl.thread_pool_size()) as pool:
        parts = list(pool.map(work, frame.iter_slices(_SLICE)))
        twins = _in_all(list(pool.map(_twins, parts)))
        columns = {name: [part[name] for part in parts] for name in dict.fromkeys(twins.values())}
        parts.clear()
        whole = dict(zip(columns, pool.map(_whole, columns.values()), strict=True))
    return pl.DataFrame([whole[one].alias(name) for name, one in twins.items()])


def _whole(parts: list[pl.Series]) -> pl.Series:
    """A column of its parts, which are given up: else there would be twice as much."""
    column = pl.concat(parts, rechunk=True)
    parts.clear()
    return column


def numbered(values: pl.Series, seed: int = 0) -> tuple[pl.Series, pl.Series]:
    """A number for each value, alike where the values are, and the value that each number stands for.

    Made for few different numbers in many rows. Every value falls into a slot by its hash, one of each slot
    speaks for it, and what differs from that is numbered in the next round.

    >>> numbers, values = numbered(pl.Series([30, 20, 30]))
    >>> values.gather(numbers).to_list()
    [30, 20, 30]
    """
    if len(values) < MANY:
        return (values.rank("dense") - 1).cast(pl.UInt32), values.unique().sort()
    slots = (values.hash(seed) % _SLOTS).cast(pl.UInt32)
    none = pl.Series([None], dtype=pl.UInt32).new_from_index(0, _SLOTS)
    spoken = none.clone().scatter(slots, pl.int_range(len(values), dtype=pl.UInt32, eager=True))
    differing = values.gather(spoken.drop_nulls())
    count = pl.int_range(len(differing), dtype=pl.UInt32, eager=True)
    numbers = none.scatter(spoken.is_not_null().arg_true(), count).gather(slots)
    others = (differing.gather(numbers) != values).arg_true()
    if others.is_empty():
        return numbers, differing
    more, further = numbered(values.gather(others), seed + 1)
    return numbers.scatter(others, more + len(differing)), pl.concat([differing, further])


def meanwhile(rows: int, work: Callable[[], T]) -> Callable[[], T]:
    """Where there are many rows, begin what another core can do; what is returned gives the result.

    >>> longest = meanwhile(2, lambda: max(["Bob", "Hannah"], key=len))
    >>> longest()
    'Hannah'
    """
    if rows < MANY or pl.thread_pool_size() < 2:
        return work
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(1)
    begun = pool.submit(work)
    pool.shutdown(wait=False)
    return begun.result


def joined(frame: pl.DataFrame, more: pl.DataFrame) -> pl.DataFrame:
    """The frame with these columns.

    Where there are many rows, one that says one thing all over is a constant, and columns that say the same
    are one column under two names.

    >>> joined(pl.DataFrame({"bet": [20, 30]}), pl.DataFrame({"staked": [None, None]})).row(1)
    (30, None)
    """
    if len(frame) < MANY:
        return frame.hstack(more) if frame.columns else more
    alike = constants(more)
    rest = more.drop(alike)
    twins = {name: rest[one].alias(name) for name, one in _twins(rest).items()}
    return frame.with_columns(**{**dict.fromkeys(more.columns), **twins, **alike})


def _twins(frame: pl.DataFrame) -> dict[str, str]:
    """For each column the first that says the same, which may be itself."""
    first: list[pl.Series] = []
    twins = {}
    for column in frame:
        same = (one for one in first if _say_the_same(one, column))
        twins[column.name] = next(same, column).name
        if twins[column.name] == column.name:
            first.append(column)
    return twins


def _say_the_same(one: pl.Series, other: pl.Series) -> bool:
    return one.dtype == other.dtype and one[0] == other[0] and one.equals(other)


def _in_all(twins: list[dict[str, str]]) -> dict[str, str]:
    """The columns that are alike in every slice, by the first of them.

    >>> _in_all([{"least": "least", "most": "least"}, {"least": "least", "most": "most"}])
    {'least': 'least', 'most': 'most'}
    """
    first: dict[tuple[str, ...], str] = {}
    return {name: first.setdefault(tuple(part[name] for part in twins), name) for name in twins[0]}


def constants(frame: pl.DataFrame) -> dict[str, pl.Expr]:
    """The columns that say one thing all over, as literals by name: those take no room, whatever the rows.

    None where there are few rows, for then there is nothing to gain.

    >>> deals = pl.DataFrame({"no": range(20_000)}).with_columns(session=pl.lit("Friday"), price=None)
    >>> pl.DataFrame({"row": [7]}).with_columns(**constants(deals)).row(0)
    (7, 'Friday', None)
    """
    if frame.is_empty() or len(frame) < MANY:
        return {}
    first = frame.row(0, named=True)
    plain = [name for name, dtype in frame.schema.items() if not dtype.is_nested()]
    said = [pl.col(name).eq_missing(pl.col(name).first()).all() for name in plain]
    same = dict(zip(plain, frame.select(said).row(0), strict=True)) if plain else {}
    return {
        name: pl.lit(first[name], dtype=dtype)
        for name, dtype in frame.schema.items()
        if same.get(name) or frame[name].null_count() == len(frame)
    }


def first_rows(deals: pl.Series, size: int) -> pl.Series:
    """For each deal the first position at which it stands in `deals`, null where it does not.

    >>> first_rows(pl.Series([1, 1, 0], dtype=pl.UInt32), 3).to_list()
    [2, 0, None]
    """
    order = pl.int_range(0, len(deals), dtype=pl.UInt32, eager=True).reverse()
    nothing = pl.Series([None], dtype=pl.UInt32).new_from_index(0, size)
    return nothing.scatter(deals.reverse(), order) if len(deals) else nothing
