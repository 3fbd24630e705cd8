"""Where tables are kept: beside the program for the presets, else in the user's cache, if he has one.

In: a name and how to make what is called so. Out: its bytes. What is kept is checked before it is used; a
cache that cannot be read or written is done without.
"""

from __future__ import annotations

import io
import os
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from pontoon_ledger.odds.policy import is_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from pontoon_ledger.odds.game import Game
    from pontoon_ledger.odds.tables import Table

VERSION = 1
"""To be raised when tables of the same game come out differently: older files are then passed over."""
SHIPPED = Path(__file__).resolve().parent / "shipped"
_DIGEST = 32


def cache_folder() -> Path | None:
    """The folder for what can be made again, None where the user has no place for it."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        said = os.environ.get(name, "")
        if said and Path(said).is_absolute():
            return Path(said) / "pontoon"
    try:
        return Path.home() / ".cache" / "pontoon"
    except RuntimeError:
        return None


def file_name(game: Game, kind: str) -> str:
    """What a file about a game is called.

    >>> from pontoon_ledger.odds.game import Game
    >>> file_name(Game(), "table").endswith(f"-{VERSION}.table")
    True
    """
    return f"{game.key()}-{VERSION}.{kind}"


def at_hand(game: Game, kind: str = "table") -> bool:
    """Whether what is kept about a game of this kind need not be worked out first.

    >>> from pontoon_ledger.odds.game import Game
    >>> at_hand(Game()), at_hand(Game(), "strategy"), at_hand(Game(), "tales")
    (True, True, False)
    """
    name = file_name(game, kind)
    return any(folder is not None and (folder / name).is_file() for folder in (SHIPPED, cache_folder()))


def sealed(content: bytes) -> bytes:
    """Bytes with their digest before them.

    >>> opened(sealed(b"cards")), opened(b"cards")
    (b'cards', None)
    """
    return sha256(content).digest() + content


def opened(found: bytes) -> bytes | None:
    """What was sealed, None where it is not whole."""
    digest, content = found[:_DIGEST], found[_DIGEST:]
    return content if sha256(content).digest() == digest else None


def kept(game: Game, kind: str, make: Callable[[], bytes]) -> bytes:
    """Fetch what is kept about a game, or make it and keep it."""
    name = file_name(game, kind)
    cache = cache_folder() if is_plain(game.bank) else None
    for folder in (SHIPPED, cache):
        with suppress(OSError):
            content = opened((folder / name).read_bytes()) if folder else None
            if content is not None:
                return content
    content = make()
    if cache is not None:
        _keep(cache, name, content)
    return content


def _keep(folder: Path, name: str, content: bytes) -> None:
    """Write a file whole or not at all; a cache that takes nothing is no fault."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder, delete=False) as fresh:
            fresh.write(sealed(content))
        try:
            Path(fresh.name).replace(folder / name)
        except OSError:
            Path(fresh.name).unlink()


@lru_cache(maxsize=8)
def table_of(game: Game) -> Table:
    """The table of a game, from where it is kept or made now.

    >>> from pontoon_ledger.odds.game import Game
    >>> round(table_of(Game()).sitting, 6)
    -0.014734
    """
    import polars as pl

    from pontoon_ledger.odds.tables import Table

    return Table(game, pl.read_parquet(io.BytesIO(kept(game, "table", lambda: table_bytes(game)))))


def table_bytes(game: Game) -> bytes:
    """A table made now, as it is kept."""
    from pontoon_ledger.odds.tables import build

    written = io.BytesIO()
    build(game).frame.write_parquet(written, compression="zstd", compression_level=12)
    return written.getvalue()
