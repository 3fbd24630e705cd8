"""The door of the ledger: a path becomes an open DuckDB connection, or a plain word why not.

In: a path and what for. Out: a connection on a database that is a ledger of this version.
Nothing here writes into a file that it has not recognised; a new ledger is made beside its
place and moved there whole.
"""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from pontoon_ledger.resources import schema_text
from pontoon_ledger.store.model import LedgerError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection as Connection

SCHEMA_VERSION = 1
PATIENCE = 2.0
"""Seconds to wait for somebody else to let go of the ledger."""

_CLOSED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
    "lock_configuration": "true",
}
_READING = _CLOSED | {"memory_limit": "1GB", "max_temp_directory_size": "4GB"}
_CREATING = _CLOSED | {"storage_compatibility_version": "v1.3.0"}
"""The oldest DuckDB that the package runs with can read what the newest writes."""

_MAGIC = slice(8, 12)
_BEFORE_BLOCKS = 3 * 4096
"""Bytes of a DuckDB file that come before its numbered blocks."""

_HOLDER = re.compile(r"held in (?P<program>.*?) \(PID (?P<pid>\d+)\)")
_BUSY = re.compile(r"Could not set lock|used by another process|different configuration", re.IGNORECASE)
_DAMAGE = re.compile(
    r"corrupt|checksum|read enough bytes|not a valid DuckDB|failed to deserialize", re.IGNORECASE
)


def open_ledger(path: Path, *, write: bool) -> Connection:
    """Open the ledger at `path`; raises LedgerError.

    >>> open_ledger(Path("no such folder/ledger.duckdb"), write=False)
    Traceback (most recent call last):
        ...
    pontoon_ledger.store.model.LedgerError: there is no ledger at no such folder/ledger.duckdb
    """
    _look(path)
    reading = _connect(path, read_only=True)
    try:
        _recognise(reading, path)
        _measure(reading, path)
    except LedgerError:
        reading.close()
        raise
    if not write:
        return reading
    reading.close()
    return _connect(path, read_only=False)


def open_memory() -> Connection:
    """Open a new ledger that lives as long as its connection.

    >>> open_memory().sql("SELECT schema_version FROM meta").fetchall()
    [(1,)]
    """
    connection = duckdb.connect(":memory:", config=_CLOSED)
    _fill(connection)
    return connection


def create(path: Path) -> None:
    """Make an empty ledger at `path` unless something is there; raises LedgerError."""
    _no_lost_log(path)
    try:
        with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as folder:
            fresh = Path(folder) / path.name
            with duckdb.connect(str(fresh), config=_CREATING) as connection:
                _fill(connection)
            _move(fresh, path)
    except (OSError, duckdb.Error) as error:
        raise LedgerError(f"no ledger can be made at {path}: {plain(error)}") from error


def plain(error: BaseException) -> str:
    """What an error of DuckDB or of the system says, in one line without its trimmings.

    >>> plain(ValueError("IO Error: Cannot open file: Permission denied"))
    'Cannot open file: Permission denied'
    """
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    first = next(iter(str(error).strip().splitlines()), "")
    return re.sub(r"^(got external error: )?([A-Za-z]+ )?Error: ", "", first) or type(error).__name__


def _fill(connection: Connection) -> None:
    """Make the tables and views in an empty database."""
    connection.execute(f"BEGIN TRANSACTION;\n{schema_text('ledger.sql')}\nCOMMIT;")


def _move(fresh: Path, path: Path) -> None:
    """Put the new file in its place, never over another."""
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        return
    except OSError:
        if not path.exists():
            fresh.rename(path)


def _look(path: Path) -> None:
    """Refuse what is no DuckDB database by its first bytes, before DuckDB touches it."""
    try:
        with path.open("rb") as file:
            head = file.read(_MAGIC.stop)
    except FileNotFoundError:
        _no_lost_log(path)
        raise LedgerError(f"there is no ledger at {path}") from None
    except OSError as error:
        raise LedgerError(f"the ledger {path} cannot be opened: {plain(error)}") from error
    if not head:
        raise LedgerError(f"{path} is an empty file and no ledger; remove it, or name another file")
    if head[_MAGIC] != b"DUCK":
        raise LedgerError(f"{path} is not a ledger (no DuckDB database); it is left as it is")


def _no_lost_log(path: Path) -> None:
    """Refuse to start anew beside the unfinished work of a ledger that has gone."""
    log = path.with_name(path.name + ".wal")
    if log.exists() and not path.exists():
        raise LedgerError(
            f"there is no ledger at {path}, but {log.name} beside it holds unsaved work of one; "
            "put the ledger back, or move that file away"
        )


def _connect(path: Path, *, read_only: bool) -> Connection:
    """Open the file, waiting a little while somebody else holds it."""
    config = _READING if read_only else _CLOSED
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return duckdb.connect(str(path), read_only=read_only, config=config)
        except duckdb.Error as error:
            if not _BUSY.search(str(error)):
                raise refusal(path, error) from error
            if time.monotonic() >= until:
                raise LedgerError(_who_holds(path, str(error))) from error
        time.sleep(0.05)


def _who_holds(path: Path, message: str) -> str:
    holder = _HOLDER.search(message)
    if holder:
        who = f"{Path(holder['program']).name} (process {holder['pid']})"
    else:
        who = "this program itself" if "different configuration" in message else "another program"
    return f"the ledger {path} is in use by {who}; try again when that has finished"


def refusal(path: Path, error: BaseException) -> LedgerError:
    """Say what ails a ledger that DuckDB gives up on.

    >>> print(refusal(Path("a.duckdb"), ValueError("IO Error: No space left on device")))
    the ledger a.duckdb cannot be used: No space left on device
    """
    message = str(error)
    if re.search(r"version number|newer version|storage version", message):
        return LedgerError(
            f"the ledger {path} was written by a newer DuckDB than the one installed here; "
            "it is left as it is: upgrade DuckDB to open it"
        )
    if is_damage(error):
        return _damage(path, plain(error))
    return LedgerError(f"the ledger {path} cannot be used: {plain(error)}")


def is_damage(error: BaseException) -> bool:
    """Tell an error that comes of a broken file from every other.

    >>> is_damage(ValueError("Corrupt database file: computed checksum 1 does not match"))
    True
    """
    return bool(_DAMAGE.search(str(error)))


def _damage(path: Path, what: str) -> LedgerError:
    return LedgerError(
        f"the ledger {path} is damaged and is left as it is ({what}); "
        "go back to a copy, or add the records to a new ledger"
    )


def _recognise(connection: Connection, path: Path) -> None:
    """Raise LedgerError unless the database is a ledger in the version of this program."""
    try:
        found = connection.execute("SELECT application, schema_version FROM meta").fetchall()
    except (duckdb.CatalogException, duckdb.BinderException):
        found = []
    except duckdb.Error as error:
        raise refusal(path, error) from error
    if len(found) != 1 or found[0][0] != "pontoon_ledger":
        raise LedgerError(f"{path} is a DuckDB database, but not a ledger; it is left as it is")
    version = found[0][1]
    if version > SCHEMA_VERSION:
        raise LedgerError(
            f"the ledger {path} was made by a newer version of pontoon_ledger "
            f"(tables of version {version}, known here: {SCHEMA_VERSION}); it is left as it is"
        )


def _measure(connection: Connection, path: Path) -> None:
    """Raise LedgerError where the file ends before the last block that something is kept in."""
    try:
        tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
        kept = " UNION ALL ".join(
            f"SELECT block_id, additional_block_ids FROM pragma_storage_info('{name}')" for (name,) in tables
        )
        sizes = connection.execute(
            "SELECT block_size * greatest(used_blocks, last + 1) FROM pragma_database_size(), "
            f"(SELECT max(greatest(block_id, list_max(additional_block_ids))) AS last FROM ({kept}))"
        ).fetchall()
    except duckdb.Error as error:
        raise refusal(path, error) from error
    if path.stat().st_size < _BEFORE_BLOCKS + sizes[0][0]:
        raise _damage(path, "its end is missing")
