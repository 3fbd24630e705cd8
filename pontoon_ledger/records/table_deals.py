"""Which rows are one deal, and which deals one evening.

In: a `Grid`. Out: `Numbered`: the grid with its rows in the order of the deals, the deal of each row,
and a frame of the deals. Deals go by place: a row of a deal further down belongs to that deal, astray.
"""

from __future__ import annotations

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.records.formulas import formula_error, is_formula_error
from pontoon_ledger.records.grid import Grid, filled
from pontoon_ledger.records.model import NOWHERE, Fault
from pontoon_ledger.words import fold

NO_LABEL = "?"
_LONE = pl.lit(0, pl.Int32)


class Numbered(Struct, frozen=True):
    """`deal_idx` and `astray` go with the grid's rows; `deals`: label, session_no, deal_no, line."""

    grid: Grid
    deal_idx: pl.Series
    astray: pl.Series | None
    deals: pl.DataFrame
    sessions: list[str | None]

    def session_of(self, deal_idx: pl.Series) -> pl.Series:
        """Give the session of each of these deals."""
        return self.deals["session_no"].gather(deal_idx).alias("session_no")


def number_deals(grid: Grid, *, by_session: bool) -> Numbered:
    r"""Count the deals of a table; `by_session` where its column `session` parts it into several.

    >>> from pontoon_ledger.records.decode import decode
    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> from pontoon_ledger.records.grid import read_grid
    >>> text = "deal,player,play\n1,Ann,stick\n,Bob,bust\n2,Ann,bust\n"
    >>> grid = read_grid(decode(text.encode()), find_dialect(text)[0])
    >>> number_deals(grid, by_session=False).deals.rows()
    [('1', 0, 1, 2), ('2', 0, 2, 4)]
    """
    label, starts = _labels(grid.frame["deal"])
    sessions: list[str | None] = [None]
    session = None
    if by_session and "session" in grid:
        session, sessions = _sessions(grid.frame["session"], starts)
    if session is not None:
        starts = starts | (session != session.shift(1)).fill_null(value=True)
    runs = pl.DataFrame(
        {
            "label": label.filter(starts),
            "session_no": session.filter(starts) if session is not None else None,
            "line": grid.frame["line"].filter(starts),
        },
        schema_overrides={"session_no": pl.Int32},
    ).with_columns(pl.col("session_no").fill_null(_LONE))
    run = (starts.cum_sum() - 1).cast(pl.UInt32)
    numbered = Numbered(grid, run.alias("deal_idx"), None, _count(runs), sessions)
    different = runs["label"].n_unique() if session is None else runs.select("label", "session_no").n_unique()
    if different == runs.height and runs["session_no"].is_sorted():
        return numbered
    return _gathered(numbered, runs)


def label_faults(numbered: Numbered) -> list[tuple[int, Fault]]:
    r"""Tell of labels that are none, with the line of the row: a failed formula, nothing at all.

    >>> from pontoon_ledger.records.decode import decode
    >>> from pontoon_ledger.records.dialect import find_dialect
    >>> from pontoon_ledger.records.grid import read_grid
    >>> text = "deal,player,play\n,Ann,stick\n#REF!,Ann,stick\n"
    >>> grid = read_grid(decode(text.encode()), find_dialect(text)[0])
    >>> [line for line, _ in label_faults(number_deals(grid, by_session=False))]
    [2, 3]
    """
    grid, told = numbered.grid, []
    first = grid.frame.head(1).select(filled("deal"), "line", "broken").row(0)
    if first[0] is None and not first[2]:
        message = "the row names no deal, and there is none above it"
        fault = Fault("P004", grid.row_place(first[1]), message, expected="the label of the deal")
        told.append((first[1], fault))
    suspects = numbered.deals.filter(
        pl.col("label").str.starts_with("#") | pl.col("label").str.starts_with("Err:")
    )
    suspects = suspects.unique("label", keep="first", maintain_order=True)
    for label, line in suspects.select("label", "line").iter_rows():
        if is_formula_error(label):
            said = formula_error(label)
            fault = Fault("P004", NOWHERE, said.message or "", label, help=said.help)
            told.append((line, grid.at(fault, line, "deal")))
    return told


def _labels(raw: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Give the label of each row, blanks taking the one above, and where another label begins."""
    starts = raw.ne_missing(raw.shift(1))
    starts[0] = True
    heads = raw.filter(starts)
    trimmed = heads.str.strip_chars()
    if heads.null_count() or (heads != trimmed).any() or (trimmed == "").any():
        label = raw.str.strip_chars()
        label = label.set(label == "", None).forward_fill().fill_null(NO_LABEL)
        return _labels(label)
    return raw, starts


def _sessions(raw: pl.Series, starts: pl.Series) -> tuple[pl.Series | None, list[str | None]]:
    """Give the session of each row: the one its deal names, on whichever row, else the one above."""
    texts = raw.drop_nulls().unique(maintain_order=True)
    spelt: dict[str, str] = {}
    for text in texts:
        if name := text.strip():
            spelt.setdefault(fold(name), name)
    if not spelt:
        return None, [None]
    numbers = {name: number for number, name in enumerate(spelt)}
    codes = pl.Series([numbers.get(fold(text)) for text in texts], dtype=pl.Int32)
    code = codes.gather(raw.cast(pl.Enum(texts)).to_physical().cast(pl.UInt32))
    if code.null_count():
        row, here = pl.int_range(pl.len()), pl.col("code")
        first, last = pl.col("starts"), pl.col("starts").shift(-1, fill_value=True)
        known = here.is_not_null()
        code = (
            pl.DataFrame({"code": code, "starts": starts})
            .select(
                above=here.forward_fill(),
                below=here.backward_fill(),
                above_at=pl.when(known).then(row).forward_fill(),
                below_at=pl.when(known).then(row).backward_fill(),
                begins=pl.when(first).then(row).forward_fill(),
                ends=pl.when(last).then(row).backward_fill(),
            )
            .select(
                pl.when(pl.col("above_at") >= pl.col("begins"))
                .then("above")
                .when(pl.col("below_at") <= pl.col("ends"))
                .then("below")
                .otherwise(pl.coalesce("above", "below"))
                .alias("code")
            )["code"]
        )
    return code, list(spelt.values())


def _count(deals: pl.DataFrame) -> pl.DataFrame:
    place = pl.int_range(1, pl.len() + 1, dtype=pl.Int32)
    one_session = deals["session_no"].max() == 0
    return deals.select(
        "label", "session_no", deal_no=place if one_session else place.over("session_no"), line="line"
    )


def _gathered(numbered: Numbered, runs: pl.DataFrame) -> Numbered:
    """Put the rows of each deal, and the deals of each session, together."""
    key = ["label", "session_no"]
    deals = runs.unique(key, keep="first", maintain_order=True)
    order = deals.with_row_index("seen").sort("session_no", "seen").with_row_index("deal_idx")
    found = runs.select(key).join(order, on=key, how="left", maintain_order="left")
    astray = (found["seen"] < found["seen"].cum_max()).gather(numbered.deal_idx)
    deal_idx = found["deal_idx"].gather(numbered.deal_idx)
    rows = numbered.grid.frame.with_columns(deal_idx=deal_idx, astray=astray).sort(
        "deal_idx", maintain_order=True
    )
    grid = replace(numbered.grid, frame=rows.drop("deal_idx", "astray"))
    ordered = _count(order.select(*key, "line"))
    return Numbered(
        grid, rows["deal_idx"], rows["astray"] if astray.any() else None, ordered, numbered.sessions
    )
