"""What passed between people, as the commands on money need it: of files or of the ledger, cut down as asked.

In: paths or a database, the options that choose. Out: moves, and why they are not all.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.cli.ledgers import open_ledger, unfinished
from pontoon_ledger.cli.options import day, misuse
from pontoon_ledger.cli.reading import audited, need_sessions, unread
from pontoon_ledger.cli.screen import Screen, TroubleError
from pontoon_ledger.period import Period, UnknownSessionError
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.records.model import Records


class Passed(Struct, frozen=True):
    """Moves, why they are not all that was asked for, and whom other spellings (folded) stand for."""

    moves: "pl.DataFrame"
    reasons: list[str]
    called: Mapping[str, str]

    def name(self, spelling: str) -> str:
        """The name that the moves have for a spelling."""
        return self.called.get(fold(spelling), spelling)


def period(sessions: Sequence[str] | None, since: str | None, until: str | None) -> Period:
    """Read the options that choose; each that cannot be read is a usage error."""
    first, last = day("--since", since), day("--until", until)
    if first is not None and last is not None and first > last:
        raise misuse(f"--since {first} is later than --until {last}")
    return Period(tuple(sessions or ()), first, last)


def nothing_passed(since: str | None, until: str | None, sessions: Sequence[str] | None) -> str:
    """Say that there is nothing to show.

    >>> nothing_passed(None, None, None), nothing_passed("2027-01-01", None, None)
    ('nobody has played yet', 'nothing passed in what was asked for')
    """
    return "nothing passed in what was asked for" if since or until or sessions else "nobody has played yet"


def passed(
    paths: Sequence[str] | None, db: str, options: "ReadOptions", screen: Screen, part: Period
) -> Passed:
    """The moves of records or of the ledger in a period."""
    try:
        return _of_files(paths, options, screen, part) if paths else _of_ledger(db, part)
    except UnknownSessionError as error:
        raise no_session(error, paths) from None


def no_session(error: UnknownSessionError, paths: Sequence[str] | None) -> TroubleError:
    """Say that no session is called so, and the nearest that is, or where they are listed."""
    listed = "pontoon sessions lists them" if not paths else "pontoon sessions PATH lists those of records"
    return TroubleError(str(error), None if "did you mean" in str(error) else listed)


def _of_files(paths: Sequence[str], options: "ReadOptions", screen: Screen, part: Period) -> Passed:
    from pontoon_ledger.balances import moves_of
    from pontoon_ledger.cli.reasons import open_results
    from pontoon_ledger.naming import roll_of

    undated: list[str] = []

    def choose(records: "Records") -> "Records":
        from pontoon_ledger.records.subset import sessions_named

        names, lost = part.chosen(records.sessions.select("session", "date").rows())
        undated.extend(lost)
        return sessions_named(records, names)

    audit = audited(paths, options, screen, None if part.whole else choose)
    if part.whole:
        need_sessions(audit)
    reasons = unread(audit) + open_results(audit) + list(map(_undated, undated))
    people, _ = roll_of(audit)
    called = {spelling: people.shown(spelling) for spelling in people.spellings}
    return Passed(moves_of(audit), reasons, called)


def _of_ledger(db: str, part: Period) -> Passed:
    import polars as pl

    with open_ledger(db) as ledger:
        moves, sessions, called = ledger.moves(), ledger.sessions(), ledger.spellings()
    days = [
        (name, None if day is None else str(day)) for name, day in sessions.select("session", "date").rows()
    ]
    names, undated = part.chosen(days)
    mine = pl.col("session").is_in(names)
    if not part.sessions:
        paid = [part.holds(day) for day in moves["date"]]
        mine |= pl.col("session").is_null() & pl.Series(paid, dtype=pl.Boolean)
    reasons = unfinished(sessions.filter(sessions["session"].is_in(names)))
    return Passed(moves.filter(mine), reasons + list(map(_undated, undated)), called)


def _undated(session: str) -> str:
    return f"{session} has no date and is left out"
