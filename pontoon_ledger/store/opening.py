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
from pontoon_ledger.store.looking import is_database, is_there, look, nameable, no_lost_log, shown
from pontoon_ledger.store.migrating import upgrade
from pontoon_ledger.store.model import LedgerError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection as Connection

SCHEMA_VERSION = 2
PATIENCE = 2.0
"""Seconds to wait for somebody else to let go of the ledger."""

_CLOSED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
}
_READING = _CLOSED | {"memory_limit": "1GB", "max_temp_directory_size": "4GB"}
_CREATING = _CLOSED | {"storage_compatibility_version": "v1.3.0", "default_block_size": "65536"}
"""The oldest DuckDB that the package runs with can read what the newest writes; a few evenings do not take
megabytes."""

_BEFORE_BLOCKS = 3 * 4096
"""Bytes of a DuckDB file that come before its numbered blocks."""

_HOLDER = re.compile(r"held in (?P<program>.*?) \(PID (?P<pid>\d+)\)")
_BUSY = re.compile(r"Could not set lock|used by another process|different configuration", re.IGNORECASE)
_DAMAGE = re.compile(
    r"corrupt|checksum|read enough bytes|not a valid DuckDB|failed to deserialize", re.IGNORECASE
)
_COMMENT = re.compile(r"^COMMENT ON .*?;$", re.MULTILINE | re.DOTALL)
_INTERRUPTED = re.compile(r"failed: KeyboardInterrupt\b")
"""What becomes of an interrupt while DuckDB reads one of our frames."""

_NO_ROOM = re.compile(r"No space left|File too large|quota", re.IGNORECASE)


def open_ledger(path: Path, *, write: bool) -> Connection:
    """Open the ledger at `path`; raises LedgerError.

    >>> open_ledger(Path("no such folder/ledger.duckdb"), write=False)
    Traceback (most recent call last):
        ...
    pontoon_ledger.store.model.LedgerError: there is no ledger at no such folder/ledger.duckdb
    """
    look(path)
    reading = _connect(path, read_only=True)
    try:
        version = _recognise(reading, path)
        _measure(reading, path)
        if write or version < SCHEMA_VERSION:
            _read_through(reading, path)
    except LedgerError:
        reading.close()
        raise
    if version < SCHEMA_VERSION:
        reading.close()
        _upgrade(path, version)
        return _connect(path, read_only=not write)
    if not write:
        return reading
    reading.close()
    return _connect(path, read_only=False)


def _upgrade(path: Path, version: int) -> None:
    """Bring an older ledger to the tables of this version, or say why that cannot be."""
    try:
        with _connect(path, read_only=False) as connection:
            if _recognise(connection, path) == version:
                upgrade(connection, version)
    except (LedgerError, duckdb.Error) as error:
        raise LedgerError(
            f"the ledger {shown(path)} was made by an older version of pontoon_ledger and must be brought "
            f"up to date before it can be used, which fails here: {plain(error)}; "
            "copy it to where it may be written"
        ) from error


def open_memory() -> Connection:
    """Open a new ledger that lives as long as its connection; `comment` tells what its columns mean.

    >>> open_memory().sql("SELECT schema_version FROM meta").fetchall()
    [(2,)]
    """
    connection = duckdb.connect(":memory:", config=_CLOSED)
    _shut(connection)
    _run(connection, _COMMENT.sub("", schema_text("ledger.sql")))
    return connection


def create(path: Path) -> None:
    """Make an empty ledger at `path` unless something is there; raises LedgerError."""
    nameable(path)
    if is_there(path):
        return
    no_lost_log(path)
    try:
        with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as folder:
            fresh = Path(folder).absolute() / path.name
            make_empty(fresh)
            _move(fresh, path)
    except (OSError, duckdb.Error) as error:
        raise LedgerError(f"no ledger can be made at {shown(path)}: {plain(error)}") from error


def make_empty(path: Path) -> None:
    """Write a ledger without a session, all its tables and columns with their comments."""
    with duckdb.connect(str(path), config=_CREATING) as connection:
        _shut(connection)
        _run(connection, schema_text("ledger.sql"))
        connection.execute("CHECKPOINT")


def plain(error: BaseException) -> str:
    """What an error of DuckDB or of the system says, in one line without its trimmings.

    >>> plain(ValueError("IO Error: Cannot open file: Permission denied"))
    'Cannot open file: Permission denied'
    """
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    first = next(iter(str(error).strip().splitlines()), "")
    return re.sub(r"^(got external error: )?([A-Za-z]+ )?Error: ", "", first) or type(error).__name__


def comment(connection: Connection) -> None:
    """Give a ledger in memory the comments of the schema, which cost more than all its tables."""
    _run(connection, "\n".join(_COMMENT.findall(schema_text("ledger.sql"))))


def _run(connection: Connection, statements: str) -> None:
    connection.execute(f"BEGIN TRANSACTION;\n{statements}\nCOMMIT;")


def _shut(connection: Connection) -> None:
    """Lock the configuration, and have no bar drawn on standard output, as DuckDB does unless told not to.

    A second connection of this process finds it locked already.
    """
    asked = connection.execute("SELECT current_setting('lock_configuration')").fetchone()
    if asked == (False,):
        connection.execute("SET enable_progress_bar = false; SET lock_configuration = true")


def _move(fresh: Path, path: Path) -> None:
    """Put the new file in its place, never over another."""
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        return
    except (OSError, NotImplementedError):
        if not path.exists():
            fresh.rename(path)


def _connect(path: Path, *, read_only: bool) -> Connection:
    """Open the file, waiting a little while somebody else holds it."""
    config = _READING if read_only else _CLOSED
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection = duckdb.connect(str(path.absolute()), read_only=read_only, config=config)
            _shut(connection)
            return connection
        except duckdb.Error as error:
            if not _BUSY.search(str(error)):
                if not is_database(path):
                    raise LedgerError(
                        f"{shown(path)} is not a ledger (no DuckDB database); it is left as it is"
                    ) from error
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
    return f"the ledger {shown(path)} is in use by {who}; try again when that has finished"


def refusal(path: Path, error: BaseException) -> LedgerError:
    """Say what ails a ledger that DuckDB gives up on.

    >>> print(refusal(Path("a.duckdb"), ValueError("IO Error: No space left on device")))
    there is no room for the ledger a.duckdb, which stays as it was (No space left on device)
    """
    message = str(error)
    if _INTERRUPTED.search(message):
        raise KeyboardInterrupt from error
    if re.search(r"version number|newer version|storage version", message):
        return LedgerError(
            f"the ledger {shown(path)} was written by a newer DuckDB than the one installed here; "
            "it is left as it is: upgrade DuckDB to open it"
        )
    if is_damage(error):
        return _damage(path, plain(error))
    if "This WAL was created" in message:
        return LedgerError(
            f"the file {shown(path.name + '.wal')} beside the ledger {shown(path)} holds unsaved work of "
            "another ledger, or of another copy of this one; put back the ledger that it belongs to, "
            "or move that file away"
        )
    if _NO_ROOM.search(message):
        return LedgerError(
            f"there is no room for the ledger {shown(path)}, which stays as it was ({plain(error)})"
        )
    return LedgerError(f"the ledger {shown(path)} cannot be used: {plain(error)}")


def is_damage(error: BaseException) -> bool:
    """Tell an error that comes of a broken file from every other.

    >>> is_damage(ValueError("Corrupt database file: computed checksum 1 does not match"))
    True
    """
    return bool(_DAMAGE.search(str(error)))


def _damage(path: Path, what: str) -> LedgerError:
    return LedgerError(
        f"the ledger {shown(path)} is damaged and is left as it is ({what}); "
        "go back to a copy, or add the records to a new ledger"
    )


def _recognise(connection: Connection, path: Path) -> int:
    """The version of a ledger's tables; LedgerError for another database or a newer version."""
    try:
        found = connection.execute("SELECT application, schema_version FROM meta").fetchall()
    except (duckdb.CatalogException, duckdb.BinderException):
        found = []
    except duckdb.Error as error:
        raise refusal(path, error) from error
    application, version = found[0] if len(found) == 1 else (None, None)
    if application != "pontoon_ledger" or not isinstance(version, int) or version < 1:
        raise LedgerError(f"{shown(path)} is a DuckDB database, but not a ledger; it is left as it is")
    if version > SCHEMA_VERSION:
        raise LedgerError(
            f"the ledger {shown(path)} was made by a newer version of pontoon_ledger "
            f"(tables of version {version}, known here: {SCHEMA_VERSION}); it is left as it is"
        )
    return version


def _measure(connection: Connection, path: Path) -> None:
    """Raise LedgerError where the file ends before the last block that something is kept in."""
    long = path.stat().st_size - _BEFORE_BLOCKS
    try:
        size, blocks, used = connection.execute(
            "SELECT block_size, total_blocks, used_blocks FROM pragma_database_size()"
        ).fetchall()[0]
        if long >= size * blocks:
            return
        kept = " UNION ALL ".join(
            f"SELECT block_id, additional_block_ids FROM pragma_storage_info({_literal(name)})"
            for name in _tables(connection)
        )
        last = connection.execute(
            f"SELECT max(greatest(block_id, list_max(additional_block_ids))) FROM ({kept})"
        ).fetchall()[0][0]
    except duckdb.Error as error:
        raise refusal(path, error) from error
    if long < size * max(used, (last or 0) + 1):
        raise _damage(path, "its end is missing")


def _read_through(connection: Connection, path: Path) -> None:
    """Raise LedgerError unless every row can be read, so that no damaged ledger is written into."""
    try:
        for name in _tables(connection):
            connection.execute(f"SELECT count(hash(held)) FROM {name} AS held").fetchall()
    except duckdb.Error as error:
        raise refusal(path, error) from error


def _tables(connection: Connection) -> list[str]:
    """The names of all tables of a file, which others may have named, as SQL spells them."""
    found = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
    return ['"' + name.replace('"', '""') + '"' for (name,) in found]


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
