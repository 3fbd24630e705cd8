"""Does the ledger still say what its stored texts say: everything made anew and compared.

In: an open connection. Out: one `Verdict` a session, and what else does not agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

from pontoon_ledger.store import roll, snapshots
from pontoon_ledger.store.comparing import changed_sessions
from pontoon_ledger.store.stored import stored_records
from pontoon_ledger.store.tables import columns_of, register, register_audit, unregister_audit
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection as Connection

    from pontoon_ledger.store.snapshots import Change

_LOST = (
    "SELECT DISTINCT session FROM (SELECT session, unnest(file_ids) AS file_id FROM revisions) "
    "WHERE file_id NOT IN (SELECT file_id FROM files) ORDER BY session"
)
_TABLES_WITH_SESSIONS = ("deals", "hands", "transfers", "findings")


class Verdict(Struct, frozen=True):
    """How one session fared: what its texts say otherwise than the ledger (`before`: the ledger)."""

    session: str
    same: bool
    changes: tuple[Change, ...] = ()
    reason: str | None = None

    def __str__(self) -> str:
        """One line, as it is shown.

        >>> print(Verdict("friday", same=True))
        friday: the same
        """
        if self.same:
            return f"{self.session}: the same"
        return f"{self.session}: {self.reason}"


class Verification(Struct, frozen=True):
    """The sessions one by one, and faults of the ledger as a whole."""

    sessions: tuple[Verdict, ...]
    faults: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """True where nothing differs.

        >>> Verification((Verdict("friday", same=True),), ()).sound
        True
        """
        return not self.faults and all(one.same for one in self.sessions)


def verify(connection: Connection) -> Verification:
    """Read and judge every session anew from its stored text, and compare row by row."""
    from pontoon_ledger.auditing import audit as judge

    kept = connection.execute("SELECT session_id, session FROM sessions ORDER BY session_id").fetchall()
    lost = {name for (name,) in connection.execute(_LOST).fetchall()}
    audit = judge(stored_records(connection, [name for _, name in kept if name not in lost]))
    numbers = {fold(name): number for number, name in audit.sessions.select("session_no", "session").rows()}
    ids = {numbers[fold(name)]: session_id for session_id, name in kept if fold(name) in numbers}
    schema = {"session_no": pl.Int32, "session_id": pl.Int32}
    columns = columns_of(connection)
    register_audit(connection, audit, columns)
    register(connection, "known", pl.DataFrame(list(ids.items()), schema=schema, orient="row"))
    changed = {ids[number]: tables for number, tables in changed_sessions(connection, columns).items()}
    unregister_audit(connection)
    connection.unregister("known")
    differing = {number: session_id for number, session_id in ids.items() if session_id in changed}
    was = snapshots.kept(connection, list(differing.values()))
    changes = snapshots.changes(was, snapshots.told(audit, differing, roll.load(connection)))
    verdicts = []
    for session_id, name in kept:
        if session_id not in ids.values():
            reason = "its text is missing" if name in lost else "its stored text does not hold it"
            verdicts.append(Verdict(name, same=False, reason=reason))
            continue
        mine = tuple(change for change in changes if change.session_id == session_id)
        tables = changed.get(session_id)
        told = f"its text gives other rows in {', '.join(tables)}" if tables else None
        verdicts.append(Verdict(name, same=tables is None, changes=mine, reason=told))
    return Verification(tuple(verdicts), tuple(_faults(connection)))


def _faults(connection: Connection) -> list[str]:
    """What does not agree within the ledger itself."""
    faults = []
    shown = connection.execute("SELECT player_id, name, person_id FROM players ORDER BY player_id").fetchall()
    if shown != roll.derived(connection):
        faults.append("the names in players are not those that aliases give")
    for table in _TABLES_WITH_SESSIONS:
        strays = connection.execute(
            f"SELECT count(*) FROM {table} WHERE session_id NOT IN (SELECT session_id FROM sessions)"
        ).fetchall()[0][0]
        if strays:
            faults.append(f"{strays} rows of {table} belong to no session")
    wrong = connection.execute(
        "SELECT session FROM sessions s "
        "WHERE deals <> (SELECT count(*) FROM deals d WHERE d.session_id = s.session_id AND NOT (gap AND "
        "NOT EXISTS (FROM hands h WHERE h.session_id = d.session_id AND h.deal_no = d.deal_no))) "
        "OR hands <> (SELECT count(*) FROM hands h WHERE h.session_id = s.session_id) ORDER BY session"
    ).fetchall()
    faults += [f"{name} does not hold as many deals and hands as it says" for (name,) in wrong]
    lost = connection.execute(_LOST).fetchall()
    faults += [f"a text of {name} is missing" for (name,) in lost]
    open_sums = connection.execute(
        "SELECT currency, sum(balance) FROM balances GROUP BY currency, decimals "
        "HAVING sum(balance) <> 0 AND count(balance) = count(*)"
    ).fetchall()
    faults += [
        f"the balances in {code or 'the unnamed currency'} add up to {total}" for code, total in open_sums
    ]
    return faults
