"""A session file opened for recording: what its head says, and where its next deal goes.

In: the path and the text of a session file. Out: a `Session` and its `Slot`, or a `NotOpenedError` that says
what is to be put right first.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field

from pontoon_ledger.formatting.tree import NotTidiedError
from pontoon_ledger.formatting.wording import seat_names
from pontoon_ledger.notation import Kind
from pontoon_ledger.plays import read_plays
from pontoon_ledger.records.events import is_json
from pontoon_ledger.records.options import ReadOptions
from pontoon_ledger.records.paths import table_beside
from pontoon_ledger.records.session import read_record
from pontoon_ledger.replay.hands import session_currencies
from pontoon_ledger.rules import OPTIONS, Rules
from pontoon_ledger.scoring.judging import Judge
from pontoon_ledger.scoring.slot import NoSlotError, find_slot

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from pontoon_ledger.currency import Currency
    from pontoon_ledger.records.model import Records
    from pontoon_ledger.scoring.slot import Slot


class NotOpenedError(ValueError):
    """A file that no deal can be recorded into: why, and what to do about it."""

    def __init__(self, message: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.advice = advice


class Session(Struct, frozen=True):
    """What the head of a session file says. `deals` are those in the file before this sitting."""

    judge: Judge
    name: str
    unit: Currency
    rules: Rules
    stakes: tuple[int | None, int | None]
    seats: tuple[str, ...]
    names: Mapping[str, str]
    deals: int
    bets: Mapping[str, int] = field(default_factory=dict)


def open_session(path: str, text: str) -> tuple[Session, Slot]:
    r"""Open the text of a session file, its lines ending in LF.

    >>> session, slot = open_session("friday.yaml", "players: [Ann, Bob]\nbank: Ann\ndeals:\n")
    >>> session.seats, session.deals, slot.column
    (('Ann', 'Bob'), 0, 2)
    """
    if is_json(path, text):
        raise NotOpenedError("it is JSON", "pontoon convert -o evening.yaml makes a YAML file of it")
    beside = partial(table_beside, path)
    records = read_record(path, text.encode("utf-8", "surrogatepass"), ReadOptions(), beside)
    for code, line, message in records.faults.select("code", "line", "message").iter_rows():
        # a list of deals that is empty yet is P001, and no fault here
        if code != "P001" or not records.sessions.height:
            raise _faulty(code, line, message)
    try:
        slot = find_slot(text)
    except NoSlotError as error:
        raise NotOpenedError(str(error), error.advice) from None
    except NotTidiedError as error:
        raise NotOpenedError(str(error)) from None
    return _session(path, records), slot


def _faulty(code: str, line: int | None, message: str) -> NotOpenedError:
    where = f"line {line}: " if line else ""
    return NotOpenedError(
        f"{where}{message} ({code})", "put that right first; pontoon check shows all there is"
    )


def _session(path: str, records: Records) -> Session:
    head = records.sessions.row(0, named=True)
    unit = session_currencies(records)[0]
    rules = Rules(**{name: head[name] for name in OPTIONS})
    plays, faults = read_plays(records.hands["text"], unit)
    if faults:
        first = faults[0]
        raise _faulty(first.bad.code, records.hands["line"][first.row], first.bad.message)
    seats = records.seats.filter(roster=records.seats["roster"].max()).sort("seat")["player"]
    return Session(
        judge=Judge(path, unit, shoot=rules.shoot),
        name=head["session"],
        unit=unit,
        rules=rules,
        stakes=(head["stakes_min"], head["stakes_max"]),
        seats=tuple(seats),
        names=seat_names(records),
        deals=len(records.deals),
        bets=_bets(records.hands["player"], plays),
    )


def _bets(players: pl.Series, plays: pl.DataFrame) -> dict[str, int]:
    """What each player bet last."""
    opened = zip(players, plays["opening"], plays["bet"], strict=True)
    return {name: bet for name, opening, bet in opened if name and bet is not None and opening == Kind.BET}
