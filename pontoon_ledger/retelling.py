"""Deals written anew out of what was read of them: as rows of a table, or as the lines of a record.

In: an audit of one session. Out: text. What a form cannot say is the caller's to refuse.
"""

from __future__ import annotations

import csv
import io
from itertools import groupby
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.formatting.quoting import scalar
from pontoon_ledger.money import format_amount
from pontoon_ledger.notation import Kind, format_clause, parse_clause
from pontoon_ledger.plays import clause_spans
from pontoon_ledger.replay.hands import session_currencies
from pontoon_ledger.rules import Rules, differences, spoken

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.currency import Currency
    from pontoon_ledger.notation import Clause

_OF_HANDS = ("deal", "player", "bet", "cards", "play", "won", "note")
_OF_DEALS = ("bank", "price", "shuffled", "kitty", "doubled", "void", "gap", "waive")


class Told(Struct, frozen=True):
    """One deal: its fields as texts, its rows as seat and play, its rulings and running totals."""

    deal_no: int
    label: str
    fields: dict[str, str]
    rows: list[tuple[str | None, str]]
    rulings: list[tuple[str, str]]
    tally: list[tuple[str, str]]
    roster: int


def money_of(audit: Audit) -> Currency:
    """Give the currency of an audit of one session."""
    return session_currencies(audit.records)[0]


def told_deals(audit: Audit) -> list[Told]:
    """Every deal of the one session of an audit."""
    records, unit = audit.records, money_of(audit)
    seat = pl.when("banker").then(pl.coalesce("bank", "player")).otherwise("player")
    seats = audit.hands.select(seat=seat)["seat"]
    rows: dict[int, list[tuple[str | None, str]]] = {}
    for at, who, text in records.hands.select("deal_idx", seats.alias("seat"), "text").iter_rows():
        rows.setdefault(at, []).append((who, text or ""))
    rulings: dict[int, list[tuple[str, str]]] = {}
    for at, code, reason in records.waivers.select("deal_idx", "code", "reason").iter_rows():
        rulings.setdefault(at, []).append((code, reason))
    tallies: dict[int, list[tuple[str, str]]] = {}
    for at, who, amount in records.tallies.select("deal_idx", "player", "amount").iter_rows():
        tallies.setdefault(at, []).append((who, format_amount(amount, unit.decimals)))
    return [
        Told(
            deal["deal_no"],
            deal["deal"],
            _fields(deal, unit),
            rows.get(at, []),
            rulings.get(at, []),
            tallies.get(at, []),
            deal["roster"],
        )
        for at, deal in enumerate(records.deals.iter_rows(named=True))
    ]


def _fields(deal: dict[str, Any], unit: Currency) -> dict[str, str]:
    said = {name: deal[name] for name in ("bank", "void", "note") if deal[name] is not None}
    said |= {n: format_amount(deal[n], unit.decimals) for n in ("price", "kitty") if deal[n] is not None}
    said |= {n: spoken(deal[n]) for n in ("shuffled", "doubled") if deal[n] is not None}
    return said | ({"gap": "true"} if deal["gap"] else {})


def clauses_of(text: str, hand: int, unit: Currency) -> tuple[list[Clause], str | None]:
    r"""Give the clauses of a play, a bet out of a cell as what it opens, and the note.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> clauses, note = clauses_of("\x040.20, stick, note so", 2, NO_CURRENCY)
    >>> [clause.kind.name for clause in clauses], note
    (['SPLIT', 'STICK'], 'so')
    """
    spans, note = clause_spans(text)
    clauses = [parse_clause(text[start:end], unit) for start, end in spans if text[start:end].strip()]
    opens = Kind.BET if hand == 1 else Kind.SPLIT
    return [replace(one, kind=opens) if one.kind == Kind.OPEN else one for one in clauses], note


def table_text(deals: list[Told], unit: Currency, delimiter: str = ",") -> str:
    """Write deals as a table with the columns that they need.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> deal = Told(1, "1", {"bank": "Ann"}, [("Bob", "bet .2, 5c 9d, stick, lost .2")], [], [], 0)
    >>> print(table_text([deal], NO_CURRENCY), end="")
    deal,player,bet,cards,play,won,bank
    1,Bob,0.20,5c 9d,stick,-0.20,Ann
    """
    table: list[dict[str, str]] = []
    for deal in deals:
        fields = {name: said for name, said in deal.fields.items() if name in _OF_DEALS}
        if deal.rulings:
            fields["waive"] = "; ".join(f"{code}: {reason}" for code, reason in deal.rulings)
        counts: dict[str | None, int] = {}
        for number, (who, text) in enumerate(deal.rows or [(None, "")]):
            counts[who] = counts.get(who, 0) + 1
            row = {"deal": deal.label, "player": who or "", **_cells(text, counts[who], unit)}
            table.append(row | (fields if number == 0 else {}))
    needed = {name for row in table for name, cell in row.items() if cell}
    columns = [name for name in (*_OF_HANDS, *_OF_DEALS) if name in needed or name in _OF_HANDS[:5]]
    sheet = io.StringIO()
    writer = csv.writer(sheet, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(name, "") for name in columns] for row in table)
    return sheet.getvalue()


def _cells(text: str, hand: int, unit: Currency) -> dict[str, str]:
    """The cells of a play: what has a column of its own stands there."""
    clauses, note = clauses_of(text, hand, unit)
    cells = {}
    opens = Kind.BET if hand == 1 else Kind.SPLIT
    if clauses and clauses[0].kind == opens:
        cells["bet"] = format_amount(clauses.pop(0).amount or 0, unit.decimals)
    if clauses and clauses[0].kind > Kind.CARDS:
        cells["cards"] = format_clause(clauses.pop(0), unit)
    for one in [one for one in clauses if one.kind == Kind.RESULT][:1]:
        clauses.remove(one)
        cells["won"] = format_amount(one.amount or 0, unit.decimals)
    cells["play"] = ", ".join(format_clause(one, unit) for one in clauses)
    return cells | ({"note": note} if note else {})


def record_lines(deals: list[Told], audit: Audit) -> list[str]:
    """Write deals as lines below `deals:`."""
    lines: list[str] = []
    unit, seats = money_of(audit), Seats(audit)
    roster = 0
    for deal in deals:
        said = deal.fields
        fields = [("deal", scalar(deal.label))] if deal.label != str(deal.deal_no) else []
        fields += [(name, scalar(said[name])) for name in ("gap", "void", "bank", "price") if name in said]
        fields += [(name, scalar(said[name])) for name in ("shuffled", "kitty", "doubled") if name in said]
        if deal.roster != roster:
            roster = deal.roster
            fields.append(("players", seats.text(roster)))
        fields += [("waive", _below(deal.rulings))] if deal.rulings else []
        fields += [("tally", _below(deal.tally))] if deal.tally else []
        fields += [("hands", _hands(deal, unit))] if deal.rows or "gap" not in said else []
        fields += [("note", scalar(said["note"]))] if "note" in said else []
        text = "\n".join(f"{name}:{'' if value[:1] == chr(10) else ' '}{value}" for name, value in fields)
        first, *more = text.split("\n")
        lines += [f"  - {first}", *(f"    {line}" for line in more)]
    return lines


def _below(pairs: list[tuple[str, str]]) -> str:
    return "".join(f"\n  {scalar(key)}: {scalar(value)}" for key, value in pairs)


def _hands(deal: Told, unit: Currency) -> str:
    lines = []
    for who, rows in groupby(deal.rows, key=lambda row: row[0]):
        plays = [_play(text, hand, unit) for hand, (_, text) in enumerate(rows, 1)]
        name = scalar(who or "")
        if len(plays) == 1:
            lines.append(f"\n  {name}: {plays[0]}".rstrip(" "))
        else:
            lines.append(f"\n  {name}:" + "".join(f"\n    - {play}" for play in plays))
    return "".join(lines) or "{}"


def _play(text: str, hand: int, unit: Currency) -> str:
    clauses, note = clauses_of(text, hand, unit)
    parts = [format_clause(one, unit) for one in clauses] + ([f"note {note}"] if note else [])
    return scalar(", ".join(parts)) if parts else ""


class Seats:
    """Writes who sits where, each seat with its other names where it is named first."""

    def __init__(self, audit: Audit) -> None:
        records = audit.records
        self.seats = records.seats
        self.more: dict[str, dict[str, list[str]]] = {}
        for who, alias in records.aliases.select("player", "alias").iter_rows():
            self.more.setdefault(who, {}).setdefault("aka", []).append(alias)
        for who, person in records.persons.sort("share").select("player", "person").iter_rows():
            self.more.setdefault(who, {}).setdefault("for", []).append(person)

    def text(self, roster: int) -> str:
        """Write one roster as a list in brackets."""
        names = self.seats.filter(roster=roster).sort("seat")["player"].to_list()
        return "[" + ", ".join(self._seat(name) for name in names) + "]"

    def _seat(self, name: str) -> str:
        plain, more = scalar(name, flow=True), self.more.pop(name, {})
        lists = [f"{k}: [{', '.join(scalar(v, flow=True) for v in vs)}]" for k, vs in more.items()]
        return f"{{name: {plain}, {', '.join(lists)}}}" if lists else plain


def head_lines(audit: Audit) -> list[str]:
    """Write the head of a session, everything above its deals."""
    head = audit.records.sessions.row(0, named=True)
    decimals = head["decimals"]
    own = differences(Rules(**{name: head[name] for name in Rules.__struct_fields__}), Rules())
    options = ", ".join(f"{name}: {spoken(value)}" for name, value in own.items())
    fields = {
        "format": "pontoon/1",
        "session": scalar(head["session"]),
        "date": head["date"],
        "currency": head["currency"],
        "rules": f"{{base: pagat, {options}}}" if own else "pagat",
        "stakes": _limits(head["stakes_min"], head["stakes_max"], decimals),
        "players": Seats(audit).text(0),
        "order": None if head["order_known"] else "unknown",
        "bank": scalar(head["bank"]) if head["bank"] is not None else None,
    }
    return [f"{name}: {said}" for name, said in fields.items() if said is not None]


def _limits(least: int | None, most: int | None, decimals: int) -> str | None:
    sides = [("min", least), ("max", most)]
    said = [f"{name}: {format_amount(side, decimals)}" for name, side in sides if side is not None]
    return f"{{{', '.join(said)}}}" if said else None
