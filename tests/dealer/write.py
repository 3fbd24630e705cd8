"""A session as YAML, with the place of everything that is written.

In: a session and a style. Out: the text; `session.places` is filled on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealer.rules import PRESETS, Rules, differences
from dealer.spell import Style, clauses, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dealer.model import Deal, Hand, Place, Session


class Sheet:
    """A text that grows to the right and downwards and knows where it is."""

    def __init__(self) -> None:
        self.lines = [""]

    def put(self, text: str) -> Place:
        """Write on, and say where that stands."""
        assert "\n" not in text
        start = len(self.lines[-1]) + 1
        self.lines[-1] += text
        return len(self.lines), start, start + len(text)

    def newline(self, indent: int = 0) -> None:
        """Begin a line."""
        self.lines.append(" " * indent)

    def text(self) -> str:
        """All that was written."""
        return "\n".join(self.lines).rstrip("\n") + "\n"


def scalar(text: str, *, flow: bool = False) -> str:
    """A YAML scalar that reads as this text."""
    special = text[:1] in "!&*-?|>@`%#{}[],'\"" or text != text.strip() or not text
    special = special or ": " in text or " #" in text or text.endswith(":")
    special = special or (flow and any(mark in text for mark in ",[]{}:"))
    return "'" + text.replace("'", "''") + "'" if special else text


def truth(style: Style, value: bool) -> str:
    """A truth value in one of its spellings."""
    forms = ("true", "yes", "on", "True", "YES") if value else ("false", "no", "off", "No", "OFF")
    return style.pick(*forms)


def rules_text(style: Style, rules: Rules) -> str:
    """A preset's name, or a preset and what differs from it."""
    base = style.pick(min(PRESETS, key=lambda name: len(differences(rules, name))), *PRESETS)
    changed = differences(rules, base)
    if not changed:
        return base
    said = {k: truth(style, v) if isinstance(v, bool) else str(v) for k, v in changed.items()}
    return "{" + ", ".join(f"{k}: {v}" for k, v in {"base": base, **said}.items()) + "}"


def seats_text(session: Session, seats: Sequence[str], *, aka: bool) -> str:
    """The list of seats in brackets."""
    shown = []
    for name in seats:
        others = ", ".join(scalar(other, flow=True) for other in session.aka.get(name, ()))
        plain = scalar(name, flow=True)
        shown.append(f"{{name: {plain}, aka: [{others}]}}" if aka and others else plain)
    return "[" + ", ".join(shown) + "]"


def limits_text(style: Style, session: Session, limits: tuple[int, int]) -> str:
    """Limits as a mapping on one line."""
    lo, hi = (style.amount(money, session, comma=False) for money in limits)
    return f"{{min: {lo}, max: {hi}}}"


def head_fields(style: Style, session: Session) -> list[tuple[str, str]]:
    """All that stands above the deals."""
    coin = session.coin
    code = f"{{code: {coin.code}, decimals: {coin.decimals}}}" if coin.made_up else coin.code
    plain = not differences(session.rules) and style.luck(0.5)
    named = not (session.deals and session.deals[0].write_bank)
    fields = [
        ("format", None if style.luck(0.2) else "pontoon/1"),
        ("session", scalar(session.name)),
        ("date", session.date),
        ("currency", code),
        ("rules", None if plain else rules_text(style, session.rules)),
        ("stakes", limits_text(style, session, session.stakes) if session.stakes else None),
        ("players", seats_text(session, session.seats, aka=True)),
        ("order", "unknown" if session.order_unknown else None),
        ("bank", scalar(style.name(session.bank, session)) if named or not style.luck(0.5) else None),
        ("kitty", limits_text(style, session, session.kitty) if session.kitty else None),
        ("paid", session.paid),
    ]
    return [(key, value) for key, value in fields if value is not None]


def deal_fields(style: Style, session: Session, deal: Deal, *, table: bool = False) -> list[tuple[str, str]]:
    """What is written of a deal besides its hands, as text before any quoting."""
    label = deal.label if table or deal.label != str(deal.no) or style.luck(0.1) else None
    fields = [
        ("deal", label),
        ("gap", truth(style, True) if deal.gap else None),
        ("void", deal.void),
        ("bank", style.name(deal.bank, session) if deal.write_bank else None),
        ("price", None if deal.price is None else style.amount(deal.price, session)),
        ("shuffled", truth(style, deal.called) if deal.write_shuffled else None),
        ("kitty", style.amount(deal.kitty, session) if deal.write_kitty else None),
        ("doubled", truth(style, deal.doubled) if deal.write_doubled else None),
    ]
    return [(key, value) for key, value in fields if value is not None]


class Writer:
    """Writes one session on one sheet."""

    def __init__(self, session: Session, style: Style) -> None:
        self.session, self.style, self.sheet = session, style, Sheet()
        self.places = session.places
        self.places.clear()

    def write(self) -> str:
        """The whole record."""
        sheet = self.sheet
        for key, value in head_fields(self.style, self.session):
            sheet.put(f"{key}: ")
            self.places[0, None, 0, key] = sheet.put(value)
            if self.style.luck(0.05):
                sheet.put("  # " + key)
            sheet.newline()
        sheet.put("deals:")
        for deal in self.session.deals:
            self.deal(deal)
        return sheet.text()

    def deal(self, deal: Deal) -> None:
        """An entry of the list of deals."""
        if self.style.luck(0.1):
            self.sheet.newline()
            self.sheet.newline(2)
            self.sheet.put(f"# the {deal.no}. deal")
        fields = [(key, scalar(value)) for key, value in deal_fields(self.style, self.session, deal)]
        if deal.reseated:
            fields.append(("players", seats_text(self.session, deal.seats, aka=False)))
        if deal.note:
            fields.append(("note", scalar(deal.note)))
        fields.append(("hands", ""))
        if self.style.luck(0.2):
            self.style.rng.shuffle(fields)
        for n, (key, value) in enumerate(fields):
            self.sheet.newline(2)
            self.sheet.put("- " if n == 0 else "  ")
            where = self.sheet.put(f"{key}:")
            if n == 0:
                self.places[deal.no, None, 0, "row"] = where
            if key == "hands":
                self.places[deal.no, None, 0, key] = where
                self.hands(deal)
            else:
                self.sheet.put(" ")
                self.places[deal.no, None, 0, key] = self.sheet.put(value)

    def hands(self, deal: Deal) -> None:
        """The rows of a deal, one player under another."""
        table = rows(deal)
        if self.style.luck(0.15):
            self.style.rng.shuffle(table)
        for kin in table:
            self.sheet.newline(6)
            name = self.style.name(kin[0].player, self.session)
            self.places[deal.no, kin[0].player, 0, "key"] = self.sheet.put(scalar(name))
            self.sheet.put(":")
            if len(kin) == 1 and not self.style.luck(0.05):
                self.sheet.put(" ")
                self.play(deal, kin[0])
                continue
            for hand in kin:
                self.sheet.newline(8)
                self.sheet.put("- ")
                self.play(deal, hand)

    def play(self, deal: Deal, hand: Hand) -> None:
        """The play of a hand, clause by clause, perhaps in quotes, perhaps over two lines."""
        parts = clauses(self.style, self.session, deal, hand)
        quote = self.style.pick("", "", "", "'", '"')
        if scalar(parts[0][1]) != parts[0][1]:
            quote = quote or '"'
        self.sheet.put(quote)
        start = None
        for n, (kind, text) in enumerate(parts):
            where = self.sheet.put(text)
            start = start or where
            self.places[deal.no, hand.player, hand.number, kind] = where
            if n + 1 < len(parts):
                self.sheet.put(self.style.between(text, parts[n + 1][1]))
                self.fold()
        assert start
        end = where[2] if where[0] == start[0] else len(self.sheet.lines[start[0] - 1].rstrip()) + 1
        self.places[deal.no, hand.player, hand.number, "row"] = start[0], start[1], end
        self.sheet.put(quote)

    def fold(self) -> None:
        """Now and then go on in the next line."""
        if self.sheet.lines[-1].endswith(" ") and self.style.luck(0.02):
            self.sheet.lines[-1] = self.sheet.lines[-1].rstrip()
            self.sheet.newline(12)


def to_yaml(session: Session, style: Style | None = None) -> str:
    """The session as YAML. Fills `session.places`; without a style everything is written plainly."""
    return Writer(session, style or Style()).write()
