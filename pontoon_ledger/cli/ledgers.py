"""The ledger as commands need it: opened from a file, or made of records for the moment.

In: a path of a database, or paths of records. Out: an open `Ledger`; its troubles as plain words.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_ledger.cli.reading import audited, need_sessions, unread
from pontoon_ledger.cli.screen import Screen, TroubleError, complain

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.store import Ledger


@contextmanager
def open_ledger(db: str, *, write: bool = False) -> Iterator["Ledger"]:
    """Open the ledger at `db`; whatever is wrong with it ends the command."""
    from pontoon_ledger.store import Ledger, LedgerError

    try:
        with Ledger(db, read_only=not write) as ledger:
            yield ledger
    except LedgerError as error:
        missing = str(error).startswith("there is no ledger") and "unsaved work" not in str(error)
        advice = (
            "pontoon add PATH makes one, --db names another, or name records to read" if missing else None
        )
        raise TroubleError(str(error), advice) from None


@contextmanager
def ledger_or_files(
    paths: Sequence[str] | None, db: str, options: "ReadOptions", screen: Screen
) -> Iterator[tuple["Ledger", list[str]]]:
    """Open the ledger, or make one of records; with it what it leaves out."""
    if not paths:
        with open_ledger(db) as ledger:
            yield ledger, unfinished(ledger.sessions())
        return
    from pontoon_ledger.store import Ledger, LedgerError

    audit = audited(paths, options, screen)
    need_sessions(audit)
    try:
        with Ledger.memory() as ledger:
            result = ledger.add(audit)
            refused = {one.session for one in result.of("refused")}
            left_out = [f"{one.session} is left out: {one.reason}" for one in result.of("refused")]
            homeless = [note for note in unread(audit) if not any(note.startswith(f"{s} (") for s in refused)]
            yield ledger, homeless + left_out + unfinished(ledger.sessions())
    except LedgerError as error:
        raise TroubleError(str(error)) from None


def audited_or_kept(
    paths: Sequence[str] | None,
    db: str,
    options: "ReadOptions",
    screen: Screen,
    sessions: Sequence[str] | None = None,
) -> "Audit":
    """Judge records, or the sessions of the ledger (these, or all) as their stored texts tell them."""
    if paths:
        return audited(paths, options, screen)
    from msgspec.structs import replace

    from pontoon_ledger import api

    if replace(options, rules=None) != type(options)():
        screen.note("the options for tables without a head change nothing in the ledger")
    with open_ledger(db) as ledger:
        records = ledger.records(sessions)
    return api.audit(records, options.rules)


def names_of(audit: "Audit", db: str | None) -> tuple[Callable[[int, str], str], dict[str, str]]:
    """The name to show for a name of a session, and for every spelling: by the ledger, or by the records."""
    from pontoon_ledger.words import fold

    if db is not None:
        with open_ledger(db) as ledger:
            spellings = ledger.spellings()
        return lambda session, name: spellings.get(fold(name), name), spellings
    from pontoon_ledger.naming import roll_of

    people, apart = roll_of(audit)
    known = {spelling: people.shown(spelling) for spelling in people.spellings}
    return lambda session, name: name if session in apart else people.shown(name), known


def seated_as(audit: "Audit", db: str, player: str) -> str:
    """The name by which the sessions of an audit know a player of the ledger; as given where they do."""
    from pontoon_ledger.naming import names_by_session
    from pontoon_ledger.words import fold

    with open_ledger(db) as ledger:
        spellings = ledger.spellings()
    names = [name for met in names_by_session(audit).values() for name in met]
    own = {fold(name) for name in (*names, *audit.records.aliases["alias"])}
    shown = spellings.get(fold(player))
    if shown is None or fold(player) in own:
        return player
    return next((name for name in names if spellings.get(fold(name)) == shown), player)


def kept_session(name: str, db: str) -> str | None:
    """The session of the ledger that is called so, None where there is none or no ledger."""
    from pontoon_ledger.words import fold

    return next((one for one in session_names(db) if fold(one) == fold(name)), None)


def session_names(db: str) -> list[str]:
    """What the sessions of the ledger are called; none where there is no ledger."""
    if not Path(db).exists():
        return []
    with open_ledger(db) as ledger:
        known: list[str] = ledger.sessions()["session"].to_list()
    return known


def unfinished(sessions: "pl.DataFrame") -> list[str]:
    """Name the sessions, as a ledger lists them, of which something was left out or is open."""
    names = sessions.filter(~sessions["complete"])["session"].to_list()
    return [f"{name} has results that are neither written nor decided" for name in names]


def say_unfinished(reasons: Sequence[str], what: str) -> int:
    """Say why a result is incomplete; the exit status."""
    if reasons:
        complain(f"{what} incomplete:")
    for reason in reasons:
        complain(f"  {reason}")
    return int(bool(reasons))
