"""The head of a session: everything but its deals, typed field by field.

In: the nodes of the top level and the `Faults` to tell into. Out: a `Head`, the `Seating`, and after
the deals the rows of `cash` and `debts`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.currency import NO_CURRENCY, Currency, UnknownCurrency, currency
from pontoon_ledger.records.faults import Faults, quoted
from pontoon_ledger.records.fields import Fields, civil_date, money
from pontoon_ledger.records.model import NOWHERE, Head
from pontoon_ledger.records.nodes import Listing, Mapping, Scalar
from pontoon_ledger.records.seats import Row, Seating
from pontoon_ledger.rules import OPTIONS, OptionError, Rules, override, parse_option, preset
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Source
    from pontoon_ledger.records.options import ReadOptions

FORMAT = "pontoon/1"
KEYS = dict.fromkeys(
    (
        *("format", "session", "date", "currency", "rules", "stakes", "players", "order", "bank", "kitty"),
        *("paid", "cash", "payments", "owed", "deals"),
    )
)
Limits = tuple[int | None, int | None]
NO_LIMITS: Limits = (None, None)


class HeadReading(Struct):
    """The head as it was read: what it says, who sits, and the fields that wait for all seats.

    `cut_at_commas`: a list of this text may have parted an amount at its decimal comma.
    """

    head: Head
    seating: Seating
    fields: Fields
    cut_at_commas: bool


def read_head(
    node: Mapping, source: Source, faults: Faults, options: ReadOptions, *, whole: bool = True
) -> HeadReading:
    """Type the fields of the head; a session without a name has that of its file."""
    fields = Fields(node, KEYS, "a session", faults)
    if whole:
        fields.require("players", "deals")
    _format(fields)
    name = fields.scalar("session")
    day = fields.scalar("date")
    told = [len(faults.found)]
    money_unit = _currency(fields)
    told.append(len(faults.found))
    rules, kitty = _rules(fields, money_unit)
    told.append(len(faults.found))
    given = given_rules(options.rules, faults) if options.rules is not None else None
    rules = given or rules
    seating = Seating(faults)
    roster = seating.sit(fields.listing("players"))
    order = fields.choice("order", ["unknown"])
    bank, place = None, NOWHERE
    if "bank" in fields.entries:
        key, value = fields.entries["bank"]
        place = value.place or key.place
    if holder := fields.scalar("bank"):
        place = holder.place
        bank = roster.find(holder.text)
        if bank is None:
            seating.unknown(holder, roster)
    head = Head(
        session=name.text.strip() if name else _stem(source.path),
        currency=money_unit,
        rules=rules,
        date=civil_date(day, faults) if day else None,
        stakes=_limits(fields, "stakes", money_unit),
        kitty=_limits(fields, "kitty", money_unit) if "kitty" in fields.entries else kitty,
        seats=seating.everyone(),
        order_known=order is None and not roster.open,
        bank=bank,
        bank_place=place,
        at_table=fields.choice("paid", ["at the end", "at the table"]) == "at the table",
        place=name.place if name else node.place,
        rules_known=given is not None or told[1] == told[2],
        money_known=told[0] == told[1],
    )
    return HeadReading(head, seating, fields, source.kind != "json")


def _stem(path: str) -> str:
    return "standard input" if path == "-" else Path(path).stem


def given_rules(text: str, faults: Faults) -> Rules | None:
    """The rules of the command line, None with a fault where they cannot be read."""
    from pontoon_ledger.rules import parse_spec

    try:
        return parse_spec(text)
    except OptionError as error:
        faults.add("P004", NOWHERE, f"--rules: {error}", found=error.found, expected=error.expected)
        return None


def _format(fields: Fields) -> None:
    value = fields.scalar("format")
    if value is not None and value.text.strip() != FORMAT:
        message = f"this is not a format that is read here: {quoted(value.text)}"
        fields.faults.add("P004", value.place, message, found=value.text.strip(), expected=FORMAT)


def _currency(fields: Fields) -> Currency:
    _, node = fields.entries.get("currency", (None, None))
    if isinstance(node, Mapping):
        return _own_currency(Fields(node, ("code", "decimals"), "a currency", fields.faults))
    code = fields.scalar("currency")
    known = _known_currency(code, fields.faults) if code else None
    return known or NO_CURRENCY


def _known_currency(code: Scalar, faults: Faults) -> Currency | None:
    try:
        return currency(code.text)
    except UnknownCurrency as error:
        help_ = f"did you mean {error.near!r}?" if error.near else None
        faults.add("P004", code.place, error.message, found=error.found, expected=error.expected, help_=help_)
        return None


def _own_currency(fields: Fields) -> Currency:
    """A currency that the record describes: its code, and decimals that need not be in the table."""
    fields.require("code")
    code, decimals = fields.scalar("code"), fields.scalar("decimals")
    if code is None:
        return NO_CURRENCY
    if decimals is None:
        if "decimals" not in fields.entries:
            return _known_currency(code, fields.faults) or NO_CURRENCY
        return NO_CURRENCY
    letters, digits = code.text.strip().upper(), decimals.text.strip()
    if not (len(letters) == 3 and letters.isascii() and letters.isalpha()):
        message = f"a currency's code is three letters, not {quoted(code.text)}"
        fields.faults.add("P004", code.place, message, found=letters, expected="a code such as XTS")
        return NO_CURRENCY
    if digits not in ("0", "1", "2", "3", "4"):
        message = f"a currency has 0 to 4 decimals, not {quoted(digits)}"
        fields.faults.add("P004", decimals.place, message, found=digits, expected="0, 1, 2, 3 or 4")
        return NO_CURRENCY
    try:
        sign = currency(letters).sign
    except UnknownCurrency:
        sign = None
    return Currency(letters, int(digits), sign)


def _rules(fields: Fields, unit: Currency) -> tuple[Rules, Limits]:
    """The rules of the session, and the limits of the kitty where they stand among its options."""
    _, node = fields.entries.get("rules", (None, None))
    if not isinstance(node, Mapping):
        name = fields.scalar("rules")
        return (_preset(name, fields.faults) if name else None) or Rules(), NO_LIMITS
    own = Fields(node, ("base", *OPTIONS, "kitty"), "a set of rules", fields.faults)
    base = own.scalar("base")
    rules = (_preset(base, fields.faults) if base else None) or Rules()
    for option in OPTIONS:
        value = own.scalar(option)
        if value is None:
            continue
        try:
            parse_option(option, value.text)
        except OptionError as error:
            _option_fault(error, value, fields.faults)
            continue
        rules = override(rules, {option: value.text})
    return rules, _limits(own, "kitty", unit) if "kitty" in own.entries else NO_LIMITS


def _preset(name: Scalar, faults: Faults) -> Rules | None:
    try:
        return preset(name.text)
    except OptionError as error:
        _option_fault(error, name, faults)
        return None


def _option_fault(error: OptionError, value: Scalar, faults: Faults) -> None:
    help_ = f"did you mean {error.near!r}?" if error.near else None
    faults.add("P004", value.place, str(error), found=error.found, expected=error.expected, help_=help_)


def _limits(fields: Fields, name: str, unit: Currency) -> Limits:
    node = fields.mapping(name)
    if node is None:
        return NO_LIMITS
    own = Fields(node, ("min", "max"), f"{name!r}", fields.faults)
    least, most = own.amount("min", unit), own.amount("max", unit)
    if least is not None and most is not None and least > most:
        value = own.entries["min"][1]
        found = value.text if isinstance(value, Scalar) else None
        message = f"the smallest {'stake' if name == 'stakes' else name} is larger than the largest"
        fields.faults.add("P004", value.place, message, found=found, expected="min no larger than max")
        return None, None
    return least, most


def cash_rows(reading: HeadReading) -> list[Row]:
    """The rows of the frame `cash`."""
    node = reading.fields.mapping("cash") if "cash" in reading.fields.entries else None
    faults, unit = reading.fields.faults, reading.head.currency
    rows: list[Row] = []
    seen: set[str] = set()
    for key, value in node.items if node else ():
        player = someone(key, reading.seating)
        if player is not None and player in seen:
            message = f"{player!r} has chips written here a second time"
            faults.add("P009", key.place, message, found=key.text, help_="put both into one entry")
            continue
        if player:
            seen.add(player)
        if not isinstance(value, Mapping):
            reading.fields.wrong_kind(value, "chips are written {in: ..., out: ..., owed: ...}")
            continue
        own = Fields(value, ("in", "out", "owed"), "an entry of 'cash'", faults)
        before = len(faults.found)
        bought, out, owed = _bought(own, reading), own.amount("out", unit), own.amount("owed", unit)
        if player is None or len(faults.found) > before:
            continue
        place = key.place
        rows.append((0, player, bought, out, owed or 0, place.line, place.column, place.end_column))
    return rows


def _bought(own: Fields, reading: HeadReading) -> int | None:
    """The sum of what was bought, at once or several times."""
    _, node = own.entries.get("in", (None, None))
    unit = reading.head.currency
    if not isinstance(node, Listing):
        return own.amount("in", unit)
    total, before = 0, "?"
    for item in node.items:
        if not isinstance(item, Scalar):
            own.wrong_kind(item, "'in' lists amounts")
            continue
        if reading.cut_at_commas and item.glued:
            both = f"{before},{item.text}"
            message = f"{quoted(both)} can be read as one amount with a decimal comma or as two amounts"
            help_ = f"write {before}.{item.text} or, with a blank, {before}, {item.text}"
            own.faults.add("P006", item.place, message, found=both, help_=help_)
        total += money(item, unit, own.faults) or 0
        before = item.text
    return total


def debt_rows(reading: HeadReading) -> list[Row]:
    """The rows of the frame `debts`: first the payments, then what is owed."""
    rows: list[Row] = []
    for key, kind in (("payments", "payment"), ("owed", "owed")):
        node = reading.fields.listing(key)
        for item in node.items if node else ():
            if not isinstance(item, Mapping):
                reading.fields.wrong_kind(item, f"{key!r} lists entries {{from: ..., to: ..., amount: ...}}")
            elif row := _debt(reading, item, key, kind):
                rows.append(row)
    return rows


def _debt(reading: HeadReading, node: Mapping, key: str, kind: str) -> Row | None:
    faults = reading.fields.faults
    before = len(faults.found)
    own = Fields(node, ("from", "to", "amount", "note"), f"an entry of {key!r}", faults)
    own.require("from", "to", "amount")
    amount = own.amount("amount", reading.head.currency)
    payer, payee = own.scalar("from"), own.scalar("to")
    names = [someone(value, reading.seating) if value else None for value in (payer, payee)]
    note = own.note("note")
    if payer and payee and names[0] is not None and names[0] == names[1]:
        message = f"{names[0]!r} can owe or pay nothing to himself or herself"
        faults.add("P004", payee.place, message, found=payee.text.strip(), expected="two people")
    if len(faults.found) > before:
        return None
    return (0, kind, names[0], names[1], amount, note, node.place.line)


def someone(value: Scalar, seating: Seating) -> str | None:
    """The seat or the person that `value` names; tells a P008 where there is none."""
    found = seating.known(value.text) or seating.people().get(fold(value.text))
    if found is None:
        seating.unknown(value)
    return found
