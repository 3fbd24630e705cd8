"""The ledger as commands need it: opened from a file, or made of records for the moment.

In: a path of a database, or paths of records. Out: an open `Ledger`; its troubles as plain words.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pontoon_ledger.cli.reading import audited, need_sessions, unread
from pontoon_ledger.cli.screen import Screen, TroubleError, complain

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.balances import Settlement
    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.settlement import Plan
    from pontoon_ledger.store import Ledger


@contextmanager
def open_ledger(db: str, *, write: bool = False) -> Iterator["Ledger"]:
    """Open the ledger at `db`; whatever is wrong with it ends the command."""
    from pontoon_ledger.store import Ledger, LedgerError

    try:
        with Ledger(db, read_only=not write) as ledger:
            yield ledger
    except LedgerError as error:
        missing = str(error).startswith("there is no ledger")
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
            yield ledger, unfinished(ledger)
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
            yield ledger, homeless + left_out + unfinished(ledger)
    except LedgerError as error:
        raise TroubleError(str(error)) from None


def unfinished(ledger: "Ledger") -> list[str]:
    """Name the sessions of a ledger of which something was left out or is open."""
    sessions = ledger.sessions()
    names = sessions.filter(~sessions["complete"])["session"].to_list()
    return [f"{name} has results that are neither written nor decided" for name in names]


def say_unfinished(reasons: Sequence[str], what: str) -> int:
    """Say why a result is incomplete; the exit status."""
    if reasons:
        complain(f"{what} incomplete:")
    for reason in reasons:
        complain(f"  {reason}")
    return int(bool(reasons))


def settlement_of(ledger: "Ledger") -> "Settlement":
    """Settle all that a ledger holds."""
    import polars as pl

    from pontoon_ledger.balances import Settlement

    balances = ledger.balances()
    nameless = balances.filter(pl.col("player").is_null())["currency"].to_list()
    lost = pl.col("currency").is_in(nameless) | (
        pl.col("currency").is_null() if None in nameless else pl.lit(False)
    )
    known = balances.filter(pl.col("player").is_not_null()).with_columns(
        balance=pl.when(lost.fill_null(False)).then(None).otherwise("balance")
    )
    codes = known["currency"].unique(maintain_order=True).to_list()
    plans = {code: _plan(known.filter(pl.col("currency").eq_missing(pl.lit(code)))) for code in codes}
    return Settlement(not known["balance"].is_null().any(), known, plans)


def _plan(balances: "pl.DataFrame") -> "Plan":
    from pontoon_ledger.settlement import Plan, fewest_payments

    known = {
        f"{player} (the {player})" if account else player: balance
        for player, account, balance in balances.select("player", "account", "balance").iter_rows()
        if balance is not None
    }
    return Plan((), (), minimal=False) if sum(known.values()) else fewest_payments(known)
