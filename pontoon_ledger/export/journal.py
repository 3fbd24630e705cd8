"""The ledger as a journal: all money that passed as entries that balance, in no program's syntax yet.

In: the chosen sessions. Out: a `Journal`: commodities, accounts, then entries and checks in order of
time. What is not known is in no entry, but named in the one that it belongs to.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pontoon_ledger.export.names import account_of
from pontoon_ledger.render.text import many
from pontoon_ledger.transfers import PLAY_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from pontoon_ledger.export.chosen import Chosen

NO_CODE = "MONEY"
"""What money is called where the records name no currency; the code of one has three letters."""

_ONE_BY_ONE = ("payment", "owed", "between")
_PARTS = ("deal", "coin", "share", "coin share", "play", "cash", *_ONE_BY_ONE)
"""What an entry is made of, in the order in which the entries of a session stand."""

_MOVES = """
SELECT
    coalesce(moves.date, CAST({undated} AS DATE)) AS day, moves.session, moves.deal_no, moves.deal, kind,
    payer, payer_account, payee, payee_account, counts, currency, decimals, moves.file, moves.line,
    moves.note, coalesce(name, held.bank) AS bank,
    CASE
        WHEN moves.session_id IS NULL THEN 'between'
        WHEN kind <> 'share' AND of_the_play(kind) THEN if(moves.deal_no IS NULL, 'play', 'deal')
        WHEN kind = 'coin' AND moves.deal_no IS NULL THEN 'coin share'
        ELSE kind
    END AS part
FROM moves
LEFT JOIN deals AS held ON held.session_id = moves.session_id AND held.deal_no = moves.deal_no
LEFT JOIN players ON player_id = held.bank_id
ORDER BY
    day NULLS FIRST, moves.session NULLS LAST, moves.deal_no NULLS LAST,
    list_position({parts}, part), payer, payee, counts, moves.note, kind
"""

_TITLES = {
    "deal": "deal {deal} of {session}",
    "coin": "coin of deal {deal} of {session}",
    "share": "shared and second seats of {session}",
    "coin share": "coin of shared and second seats of {session}",
    "play": "kitties and prices of {session}",
    "cash": "chips of {session}",
    "payment": "payment from {payer} to {payee} in {session}",
    "owed": "debt of {payee} to {payer} in {session}",
    "between": "payment from {payer} to {payee}",
}
_OPEN = {
    "hand": "what {payee} won or lost against {payer}",
    "shoot": "what {payee} won or lost by shooting",
    "kitty": "what {payer} put into the kitty or took home",
    "price": "what {payer} paid {payee} for the bank",
    "share": "what {payee} gets of the seat {payer}",
}
_PASSED = "what {payer} handed {payee}"
_NOBODY = "somebody unknown"


class UndatedError(Exception):
    """An entry has no day that it could stand on; the message names the sessions."""


class Commodity(Struct, frozen=True):
    """A currency by a name that no other in the journal has."""

    name: str
    decimals: int


class Account(Struct, frozen=True):
    """An account, whose it is, the day of its first entry, and the currencies in it."""

    name: str
    party: str
    since: date
    commodities: tuple[str, ...]


class Entry(Struct, frozen=True):
    """Sums that cancel out, by account, in minor units; `open` names what is not known of it."""

    day: date
    title: str
    notes: tuple[tuple[str, str], ...]
    commodity: Commodity
    postings: tuple[tuple[str, int], ...]
    open: tuple[str, ...]


Key = tuple[str, Commodity]


class Check(Struct, frozen=True):
    """What accounts hold after the entries above it; `barred` are those of which nobody can know."""

    day: date
    after: str
    balances: tuple[tuple[Key, int], ...]
    barred: frozenset[Key]


class Journal(Struct, frozen=True):
    """All that the journal of a program is made of."""

    title: str
    commodities: tuple[Commodity, ...]
    accounts: tuple[Account, ...]
    items: tuple[Entry | Check, ...]

    @property
    def left_out(self) -> list[str]:
        """What is missing, a sentence each.

        >>> Journal("", (), (), ()).left_out
        []
        """
        entries = (item for item in self.items if isinstance(item, Entry))
        return [f"{entry.title}: {what} is not known" for entry in entries for what in entry.open]


def journal(chosen: Chosen, undated: date | None = None) -> Journal:
    """Book all that counts; what has no date is booked on the day `undated`, or raises UndatedError.

    >>> from pontoon_ledger.export.chosen import Chosen
    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     journal(Chosen(ledger)).title
    'Pontoon: 0 sessions'
    """
    day = f"'{undated.isoformat()}'" if undated else "NULL"
    moves = chosen.ask(_MOVES.format(undated=day, parts=list(_PARTS)))
    without = moves.filter(moves["day"].is_null())["session"].unique(maintain_order=True)
    if len(without):
        raise UndatedError(", ".join(name or "a payment between sessions" for name in without))
    sessions = chosen.ask("SELECT session FROM sessions")["session"].to_list()
    title = f"Pontoon: {sessions[0] if len(sessions) == 1 else many(len(sessions), 'session')}"
    books = _Books(_commodities(moves.select("currency", "decimals").unique().rows()))
    items = tuple(books.items(moves.iter_rows(named=True)))
    return Journal(title, books.commodities(), books.accounts(), items)


def _commodities(currencies: Iterable[tuple[str | None, int]]) -> dict[tuple[str | None, int], Commodity]:
    """Name the currencies; a code that stands for money of several kinds of coin gets their decimals."""
    kinds = list(currencies)
    codes = Counter(code for code, _ in kinds)
    suffix = {kind: f"-{kind[1]}D" if codes[kind[0]] > 1 else "" for kind in kinds}
    return {kind: Commodity(f"{kind[0] or NO_CODE}{suffix[kind]}", kind[1]) for kind in kinds}


class _Books:
    """The accounts while the entries are made."""

    def __init__(self, names: dict[tuple[str | None, int], Commodity]) -> None:
        self.names = names
        self.totals: Counter[Key] = Counter()
        self.known: dict[tuple[str, bool], str] = {}
        self.owners: dict[str, tuple[str, date]] = {}
        self.unknown: set[Key] = set()
        self.lost: set[Commodity] = set()

    def commodities(self) -> tuple[Commodity, ...]:
        return tuple(sorted(self.names.values(), key=lambda commodity: commodity.name))

    def accounts(self) -> tuple[Account, ...]:
        used = sorted((account, commodity.name) for account, commodity in self.totals)
        return tuple(
            Account(account, *self.owners[account], tuple(name for _, name in keys))
            for account, keys in groupby(used, itemgetter(0))
        )

    def items(self, moves: Iterable[dict[str, Any]]) -> Iterator[Entry | Check]:
        for (day, session), night in groupby(moves, itemgetter("day", "session")):
            touched: set[Key] = set()
            for (_, part), rows in groupby(night, itemgetter("deal_no", "part")):
                for group in ([row] for row in rows) if part in _ONE_BY_ONE else [list(rows)]:
                    entry = self.entry(group)
                    touched.update((account, entry.commodity) for account, _ in entry.postings)
                    yield entry
            yield self.check(day, session or "the payments of the day", touched)

    def entry(self, rows: list[dict[str, Any]]) -> Entry:
        first = rows[0]
        commodity = self.names[first["currency"], first["decimals"]]
        nets: Counter[str] = Counter()
        missing = []
        for row in rows:
            if None in (row["counts"], row["payer"], row["payee"]):
                missing.append(_said(_OPEN.get(row["kind"], _PASSED), row))
                self.close(row, commodity)
                continue
            payer, payee = (self.account(row, side) for side in ("payer", "payee"))
            gets = row["counts"] if row["kind"] in PLAY_KINDS else -row["counts"]
            nets[payee] += gets
            nets[payer] -= gets
        for account, amount in nets.items():
            self.totals[account, commodity] += amount
        title = _said(_TITLES[first["part"]], first)
        return Entry(
            first["day"], title, tuple(_notes(first)), commodity, tuple(sorted(nets.items())), tuple(missing)
        )

    def account(self, row: dict[str, Any], side: str) -> str:
        party, own = row[side], row[f"{side}_account"]
        if (party, own) not in self.known:
            self.known[party, own] = account_of(party, account=own)
            self.owners[self.known[party, own]] = (party, row["day"])
        return self.known[party, own]

    def close(self, row: dict[str, Any], commodity: Commodity) -> None:
        """Of whom this is missing, no balance is known any more; of everybody if nobody knows of whom."""
        if None in (row["payer"], row["payee"]):
            self.lost.add(commodity)
        for side in ("payer", "payee"):
            if row[side] is not None:
                self.unknown.add((account_of(row[side], account=row[f"{side}_account"]), commodity))

    def check(self, day: date, after: str, touched: set[Key]) -> Check:
        lost = {key for key in self.totals if key[1] in self.lost} if self.lost else set()
        barred = frozenset(self.unknown | lost)
        told = sorted(touched - barred, key=lambda key: (key[0], key[1].name))
        return Check(day, after, tuple((key, self.totals[key]) for key in told), barred)


def _said(text: str, row: dict[str, Any]) -> str:
    parties = {side: row[side] or _NOBODY for side in ("payer", "payee")}
    return text.format(deal=row["deal"], session=row["session"], **parties)


def _notes(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Where an entry stands in the record, who held the bank, what was said about it."""
    if row["file"] is not None:
        yield "record", row["file"] if row["line"] is None else f"{row['file']}:{row['line']}"
    if row["part"] == "deal" and row["bank"] is not None:
        yield "bank", row["bank"]
    if row["note"] is not None:
        yield "note", row["note"]
