"""Tables in Parquet: each is read as the CSV that says the same, so that there is one reader of tables.

In: a Parquet file, or the folder of one session's parts. Out: the bytes of a CSV, or why there are none;
and the way back. Row n stands on line n + 1 of that CSV: these are the lines of findings, and this is the
text that a ledger keeps.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.records.limits import content
from pontoon_ledger.records.partitions import PARQUET, parts_of, said_by_folders
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pathlib import Path

_MOST_SAID = 200
_NOT_TEXTS: dict[pl.DataType, str] = {
    pl.Binary(): "bytes",
    pl.Duration(): "spans of time",
}


class NotTextError(ValueError):
    """A column that is no text and cannot be told as one."""


def as_table(path: Path) -> tuple[bytes | None, str]:
    r"""The bytes of the CSV, or None and the reason.

    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "may.parquet"
    >>> pl.DataFrame({"deal": [1, 1], "player": ["Ann", "bank"], "won": [0.2, None]}).write_parquet(path)
    >>> as_table(path)
    (b'deal,player,won\n1,Ann,0.2\n1,bank,\n', '')
    """
    files = [path] if path.suffix.lower() == PARQUET and not path.is_dir() else _parts(path)
    if not files:
        return None, "is a folder without Parquet files in it"
    frames = []
    for file in files:
        try:
            frame = _texts(content(file), said_by_folders(file.absolute()))
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
            said = str(error).partition("\n")[0][:_MOST_SAID]
            return None, f"cannot be read as Parquet: {_beside(file, path)}{said}"
        except NotTextError as error:
            return None, f"cannot be read: {_beside(file, path)}{error}"
        frames.append(frame)
    whole = pl.concat(frames, how="diagonal")
    return (whole.write_csv().encode(), "") if whole.width else (None, "is empty")


def csv_of(data: bytes) -> str:
    """The text of the CSV that says the same as the bytes of one Parquet file.

    >>> csv_of(from_table("deal,player,won" + chr(10) + '1,Ann,"0.20"')).split()
    ['deal,player,won', '1,Ann,0.20']
    """
    return _texts(data, {}).write_csv()


def from_table(text: str, delimiter: str = ",") -> bytes:
    """A CSV as Parquet, all of it as texts.

    >>> from_table("deal,player,won" + chr(10) + "1,Ann,0.20")[:4]
    b'PAR1'
    """
    file = BytesIO()
    table = pl.read_csv(text.encode(), separator=delimiter, infer_schema=False)
    table.write_parquet(file)
    return file.getvalue()


def _parts(folder: Path) -> list[Path]:
    return [folder / name for name in parts_of(file.name for file in folder.iterdir())]


def _beside(file: Path, path: Path) -> str:
    return "" if file == path else f"{file.name}: "


def _texts(data: bytes, told: dict[str, str | None]) -> pl.DataFrame:
    """All columns as texts, and what the folders have told where no column says it."""
    frame = pl.read_parquet(BytesIO(data), hive_partitioning=False)
    for name, kind in frame.schema.items():
        if kind.is_nested() or kind in _NOT_TEXTS:
            raise NotTextError(
                f"its column {name!r} holds {_NOT_TEXTS.get(kind, 'lists or records')}, not texts"
            )
    columns = {fold(column) for column in frame.columns}
    texts = frame.select(_text(name, kind) for name, kind in frame.schema.items())
    more = [pl.lit(text, pl.String).alias(name) for name, text in told.items() if name not in columns]
    return texts.with_columns(more)


def _text(name: str, kind: pl.DataType) -> pl.Expr:
    """A column as texts, null where empty: numbers as they are, days as 2026-11-27."""
    cell = pl.col(name)
    if isinstance(kind, pl.Datetime):
        midnight = cell.dt.time() == pl.time(0, 0, 0)
        return (
            pl.when(midnight).then(cell.dt.date().cast(pl.String)).otherwise(cell.cast(pl.String)).alias(name)
        )
    text = cell.cast(pl.String)
    return pl.when(text != "").then(text).alias(name)
