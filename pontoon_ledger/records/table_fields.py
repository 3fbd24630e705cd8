"""The columns of a table that speak of a whole deal: bank, price, shuffled, doubled, void, gap, waive.

In: the numbered rows. Out: for each column the one value of each deal, with its place, and a fault
where a value cannot be read or a deal has two. Each distinct text is typed once.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.codes import CODES
from pontoon_ledger.money import AmountError, parse_amount
from pontoon_ledger.records.cell_places import PLACE
from pontoon_ledger.records.fields import meant
from pontoon_ledger.records.formulas import Typed, formula_error, is_formula_error
from pontoon_ledger.rules import truth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pontoon_ledger.currency import Currency
    from pontoon_ledger.records.table_deals import Numbered

_NEXT_RULING = re.compile(r";\s*(?=[A-Za-z]\d{3}\b|[Pp]\d+\s*:)")
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR_LAST = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})")
_RULING = re.compile(r"([A-Za-z]\d{3})\b\s*:?\s*(.*)", re.DOTALL)
_AS_RULED = "a code and the reason, as in P402: Dan did not want it"


class Field(Struct, frozen=True):
    """One column, typed: a row for each deal that has a value (`deal_idx, value`, its place).

    `lost` are the deals that have a value which cannot be read, or two.
    """

    values: pl.DataFrame
    lost: pl.Series
    faults: tuple[pl.DataFrame, ...] = ()


def truth_of(text: str) -> Typed:
    """Type a truth value.

    >>> truth_of("Yes").value, truth_of("x").code
    (True, 'P004')
    """
    said = truth(text)
    if said is None:
        return Typed(code="P004", message=f"{text!r} is neither true nor false", expected="true or false")
    return Typed(said)


def void_of(text: str) -> Typed:
    """Type the reason of a misdeal; a plain yes is a reason too, a plain no is none.

    >>> void_of("misdeal").value, void_of("yes").value, void_of("no").value
    ('misdeal', 'true', '')
    """
    said = truth(text)
    return Typed(text if said is None else "true" if said else "")


def date_of(text: str) -> Typed:
    """Type a civil date; one with its year last is refused, with what it may mean.

    >>> date_of("2026-11-27").value
    '2026-11-27'
    >>> date_of("3/11/2026").help
    'write 2026-11-03 or 2026-03-11'
    """
    if _is_date(text):
        return Typed(text)
    help_ = None
    if said := _YEAR_LAST.fullmatch(text):
        one, two, year = said[1].zfill(2), said[2].zfill(2), said[3]
        readings = dict.fromkeys(
            day for day in (f"{year}-{two}-{one}", f"{year}-{one}-{two}") if _is_date(day)
        )
        help_ = "write " + " or ".join(readings) if readings else None
    return Typed(None, "P004", f"{text!r} is no date", "YYYY-MM-DD", help_)


def _is_date(text: str) -> bool:
    if not _ISO.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def price_of(unit: Currency) -> Callable[[str], Typed]:
    """Make the function that types the price of a bank.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> price_of(NO_CURRENCY)("1,50").value, price_of(NO_CURRENCY)("-1").code
    (150, 'P006')
    """

    def typed(text: str) -> Typed:
        try:
            return Typed(parse_amount(text, unit))
        except AmountError as error:
            return Typed(code="P006", message=error.message, expected=error.expected)

    return typed


def rulings(text: str) -> list[tuple[str, str]]:
    """Read the rulings of a deal, `code: reason`, more of them parted by semicolons.

    >>> rulings("P402: Dan did not want it; p301 agreed")
    [('P402', 'Dan did not want it'), ('P301', 'agreed')]
    """
    return [(code, reason) for _, code, reason in _parted(text)]


def ruling_of(text: str) -> Typed:
    """Type the rulings of a deal: the text is its own value, or it says what is wrong in each of them.

    Those in which nothing is wrong are a value all the same.

    >>> ruling_of("P402: Dan did not want it").code is None
    True
    >>> [(one.start, one.message) for one in ruling_of("P402; P2: no").parts]
    [(0, "'P402' is waived without a reason"), (6, "there is no finding 'P2' to waive")]
    >>> [(one.value, one.code) for one in ruling_of("P402: agreed; P301").parts]
    [(None, 'P004'), ('P402: agreed', None)]
    """
    wrong, good = [], []
    for start, code, reason in _parted(text):
        near = None
        if code not in CODES:
            message, near = f"there is no finding {code!r} to waive", meant(code, CODES)
        elif reason:
            good.append(f"{code}: {reason}")
            continue
        else:
            message = f"{code!r} is waived without a reason"
        said = text[start : start + len(code)]
        wrong.append(Typed(None, "P004", message, _AS_RULED, near, said, start))
    kept = [Typed("; ".join(good))] if good else []
    return replace(wrong[0], parts=(*wrong, *kept)) if wrong else Typed(text)


def _parted(text: str) -> Iterator[tuple[int, str, str]]:
    """The rulings in a cell: where each begins, its code, its reason."""
    ends = [mark.span() for mark in _NEXT_RULING.finditer(text)]
    whole = len(text.rstrip("; "))
    for (_, start), (end, _) in zip([(0, 0), *ends], [*ends, (whole, whole)], strict=True):
        part = text[start:end].strip()
        said = _RULING.fullmatch(part)
        code = said[1].upper() if said else part.partition(":")[0].strip()
        yield start, code, said[2].strip() if said else ""


def read_field(
    numbered: Numbered, name: str, kind: Callable[[str], Typed], dtype: type[pl.DataType]
) -> Field:
    """Read one column of the deals; `kind` types a text. Rows astray say nothing of a deal."""
    grid = numbered.grid
    text = grid.values(name) if name in grid and _is_filled(grid.frame[name]) else None
    if text is None or text.null_count() == len(text):
        empty = pl.DataFrame(schema={"deal_idx": pl.UInt32, "value": dtype, **PLACE})
        return Field(empty, empty["deal_idx"])
    rows = pl.DataFrame([grid.frame["line"], text.alias("text"), numbered.deal_idx])
    if numbered.astray is not None:
        rows = rows.filter(~numbered.astray)
    rows = rows.drop_nulls("text")
    texts = rows["text"].unique(maintain_order=True)
    code = "P006" if name in ("price", "kitty") else "P004"
    typed = [formula_error(text, code) if is_formula_error(text) else kind(text) for text in texts]
    table = pl.DataFrame(
        [
            (text, one.value, one.code, one.message, one.expected, one.help, one.found or text, one.start)
            for text, item in zip(texts, typed, strict=True)
            for one in item.parts or (item,)
        ],
        schema={
            "text": pl.String,
            "value": dtype,
            **dict.fromkeys(("code", "message", "expected", "help", "found"), pl.String),
            "start": pl.UInt32,
        },
        orient="row",
    )
    return _one_a_deal(numbered, name, rows.join(table, on="text", how="left", maintain_order="left"))


def _is_filled(column: pl.Series) -> bool:
    return column.null_count() < len(column)


def _one_a_deal(numbered: Numbered, name: str, rows: pl.DataFrame) -> Field:
    """Give the value that each deal has, from the typed rows of one column."""
    bad = rows.filter(pl.col("code").is_not_null())
    good = rows.filter(pl.col("code").is_null()) if bad.height else rows
    begins = good["deal_idx"].ne_missing(good["deal_idx"].shift(1))
    first = good.filter(begins)
    second = good.clear()
    if first.height < good.height:
        said = first.select(pl.col("value").alias("first"), pl.col("text").alias("first_text"))
        second = good.hstack(said.select(pl.all().gather(begins.cum_sum() - 1))).filter(
            pl.col("value") != pl.col("first")
        )
    whole = bad.filter(~pl.col("text").is_in(good["text"].unique().implode()))
    lost = pl.concat([whole["deal_idx"], second["deal_idx"]]).unique()
    values = first.filter(~pl.col("deal_idx").is_in(lost.implode())) if len(lost) else first
    places = numbered.grid.places(values["line"], name)
    told = []
    if bad.height:
        once = bad.unique(["deal_idx", "text", "start"], keep="first", maintain_order=True)
        told += [
            _faults(numbered, code, name, rows)
            for (code,), rows in once.group_by("code", maintain_order=True)
        ]
    if second.height:
        once = second.unique(["deal_idx", "value"], keep="first", maintain_order=True)
        message = pl.format("this deal has two values of " + repr(name) + ": {} and {}", "first_text", "text")
        once = once.with_columns(message=message, expected=pl.col("first_text"), found="text")
        told.append(_faults(numbered, "P004", name, once))
    return Field(values.select("deal_idx", "value").hstack(places), lost, tuple(told))


def _faults(numbered: Numbered, code: object, name: str, rows: pl.DataFrame) -> pl.DataFrame:
    told = rows.select("line", "deal_idx", "message", "expected", "help", "found")
    told = told.with_columns(numbered.session_of(rows["deal_idx"]))
    faults = numbered.grid.fault_frame(str(code), name, told)
    begin, width = rows["start"].cast(pl.Int32), rows["found"].str.len_chars().cast(pl.Int32)
    as_it_is = faults["end_column"] - faults["column"] == rows["text"].str.len_chars()
    inside = as_it_is & begin.is_not_null()
    return faults.with_columns(
        column=pl.when(inside).then(faults["column"] + begin).otherwise("column"),
        end_column=pl.when(inside).then(faults["column"] + begin + width).otherwise("end_column"),
    )
