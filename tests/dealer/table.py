"""A session as a table, as it comes out of a spreadsheet, with or without a YAML head.

In: a session, a delimiter, a style. Out: the head's text and the table's. A table cannot say that
seats changed, so such sessions are refused.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from dealer.spell import Style, clauses, rows
from dealer.write import deal_fields, head_fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dealer.model import Deal, Hand, Session

DEAL_COLUMNS = ("bank", "price", "shuffled", "kitty", "doubled", "void", "gap")
Cells = dict[str, str]


def cells_of(style: Style, session: Session, deal: Deal, hand: Hand, *, columns: bool) -> Cells:
    """The cells of one hand: all in `play`, or bet, cards, play and won apart."""
    parts = clauses(style, session, deal, hand)
    cells: Cells = {}
    if columns:
        kinds = [kind for kind, _ in parts]
        if kinds[0] == "bet":
            cells["bet"] = style.amount(hand.stake, session)
            parts, kinds = parts[1:], kinds[1:]
        if kinds[:1] == ["cards"]:
            cells["cards"] = parts[0][1]
            parts, kinds = parts[1:], kinds[1:]
        if kinds[-1:] == ["note"]:
            cells["note"] = parts[-1][1].split(" ", 1)[1]
            parts, kinds = parts[:-1], kinds[:-1]
        due = deal.bank_due if hand.bank else hand.due
        if kinds[-1:] == ["result"] and due and hand.written != "all":
            cells["won"] = signed(style, session, due)
            parts = parts[:-1]
    play = ""
    for n, (_, text) in enumerate(parts):
        play += (style.between(parts[n - 1][1], text) if n else "") + text
    cells["play"] = play
    return cells


def signed(style: Style, session: Session, due: int) -> str:
    """A result with its sign."""
    money = Style().amount(abs(due), session)
    return style.pick(f"+{money}", money) if due > 0 else style.pick(f"-{money}", f"−{money}", f"({money})")  # noqa: RUF001


def table_rows(style: Style, session: Session, *, columns: bool, with_bank: bool) -> list[Cells]:
    """Every hand of a session as named cells; deal cells stand on one row of the deal."""
    if any(deal.reseated for deal in session.deals):
        raise ValueError("a table cannot say who changed seats")
    table: list[Cells] = []
    for deal in session.deals:
        fields = dict(deal_fields(style, session, deal, table=True))
        label = fields.pop("deal")
        if with_bank:
            fields["bank"] = deal.bank
        hands = [hand for kin in rows(deal) for hand in kin]
        told = style.rng.randrange(len(hands)) if style.luck(0.2) else 0
        for n, hand in enumerate(hands):
            name = style.name(hand.player, session)
            row = {"deal": label, "player": style.pick(name, "bank") if hand.bank else name}
            row |= cells_of(style, session, deal, hand, columns=columns)
            table.append(row | (fields if n == told else {}))
    return table


def as_text(style: Style, table: list[Cells], delimiter: str, *, columns: bool, session: bool = False) -> str:
    """Named cells as delimited text; deal columns only where some row fills them."""
    header = ["session"] if session else []
    header += ["deal", "player", *(("bet", "cards", "play", "won", "note") if columns else ("play",))]
    header += [name for name in DEAL_COLUMNS if any(row.get(name) for row in table)]
    if style.luck(0.3):
        style.rng.shuffle(header)
    out = io.StringIO()
    end = style.pick("\n", "\r\n")
    sheet = csv.writer(out, delimiter=delimiter, lineterminator=end)
    sheet.writerow([style.word(name) for name in header])
    for row in table:
        sheet.writerow([row.get(name, "") for name in header])
    return out.getvalue()


def to_csv(
    session: Session,
    delimiter: str = ",",
    style: Style | None = None,
    *,
    csv_name: str = "hands.csv",
    columns: bool = False,
) -> tuple[str, str]:
    """The YAML head that names `csv_name`, and that file's text."""
    style = style or Style()
    head = "".join(f"{key}: {value}\n" for key, value in head_fields(style, session))
    table = table_rows(style, session, columns=columns, with_bank=False)
    return head + f"deals: {csv_name}\n", as_text(style, table, delimiter, columns=columns)


def to_csv_alone(
    sessions: Iterable[Session], delimiter: str = ",", style: Style | None = None, *, columns: bool = False
) -> str:
    """Many sessions in one file with a `session` column. Rules, currency, stakes and seats are not in it.

    Nothing in such a file names the first bank but the deals, so every deal does.
    """
    style = style or Style()
    table: list[Cells] = []
    for session in sessions:
        rows_ = table_rows(style, session, columns=columns, with_bank=True)
        table += [{"session": session.name, **row} for row in rows_]
    return as_text(style, table, delimiter, columns=columns, session=True)
