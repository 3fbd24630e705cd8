"""The file that an evening begins with: head, hints, one deal as an example, no deals yet.

In: what the players have agreed on. Out: the text of a session file, or of a head and the table beside it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.formatting.quoting import scalar
from pontoon_ledger.money import format_amount
from pontoon_ledger.rules import Rules, nearest_preset, spoken

if TYPE_CHECKING:
    from pontoon_ledger.currency import Currency

_COLUMNS = ("deal", "player", "bet", "cards", "play", "won", "note", "bank", "price")


class Evening(Struct, frozen=True):
    """What is agreed on before the first deal. `stakes` in minor units, None where there is no limit.

    `editor`: whether the file tells an editor of this machine where the schema is.
    """

    session: str
    date: str
    players: tuple[str, ...]
    bank: str
    unit: Currency
    rules: Rules
    stakes: tuple[int | None, int | None] = (None, None)
    editor: bool = False


def record_text(evening: Evening) -> str:
    """The text of a fresh session file.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> text = record_text(Evening("friday", "2026-11-27", ("Ann", "Bob"), "Ann", NO_CURRENCY, Rules()))
    >>> [line for line in text.splitlines() if not line.lstrip().startswith("#")][-3:]
    ['players: [Ann, Bob]', 'bank: Ann', 'deals:']
    """
    return "".join(f"{line}\n" for line in [*_head(evening), "deals:", *_example(evening)])


def head_text(evening: Evening, table: str) -> str:
    """The text of the head of a table that lies beside it."""
    hint = f"# The deals are the rows of {table}, in the same folder: one for each hand, the bank's too."
    return "".join(f"{line}\n" for line in [*_head(evening), hint, f"deals: {scalar(table)}"])


def table_text(rules: Rules) -> str:
    r"""The text of a fresh table: its header.

    >>> table_text(Rules())
    'deal,player,bet,cards,play,won,note,bank,price\n'
    """
    return ",".join((*_COLUMNS, *(("kitty",) if rules.shoot else ()))) + "\n"


def _head(evening: Evening) -> list[str]:
    names = ", ".join(scalar(name, flow=True) for name in evening.players)
    unit, stakes = evening.unit, _limits(evening)
    return [
        *([f"# yaml-language-server: $schema={_schema()}"] if evening.editor else ()),
        "# An evening of Pontoon. Whatever follows a # is a remark.",
        "format: pontoon/1",
        "# What the evening is called; no two evenings in one ledger have the same name.",
        f"session: {scalar(evening.session)}",
        f"date: {evening.date}",
        f"currency: {unit.code}" if unit.code else "# currency: GBP",
        "# House rules: pagat, gamerules, wikipedia, school, or {base: pagat, stick_on: 16};",
        "# `pontoon rules` tells what there is to choose.",
        f"rules: {_rules(evening.rules)}",
        "# The least and the greatest first bet.",
        f"stakes: {{{stakes}}}" if stakes else "# stakes: {min: 0.10, max: 1.00}",
        *(_KITTY if evening.rules.shoot else ()),
        "# Clockwise: the next name sits on the left.",
        f"players: [{names}]",
        "# Who holds the bank first.",
        f"bank: {scalar(evening.bank)}",
        "# Where coins change hands deal by deal, and not at the end of the evening:",
        "# paid: at the table",
    ]


_KITTY = (
    "# The least and the greatest kitty, where it is not as the stakes.",
    "# kitty: {min: 0.50, max: 2.00}",
)


def _schema() -> str:
    """Where an editor finds the schema of a session."""
    package = Path(__file__).resolve().parent
    homes = (package / "schemas", package.parent / "schemas")
    home = next((folder for folder in homes if folder.is_dir()), homes[0])
    return (home / "session.schema.json").as_uri()


def _rules(rules: Rules) -> str:
    """The preset that comes nearest, with what differs from it."""
    base, changed = nearest_preset(rules)
    said = ", ".join(f"{name}: {spoken(value)}" for name, value in changed.items())
    return f"{{base: {base}, {said}}}" if said else base


def _limits(evening: Evening) -> str:
    sides = zip(("min", "max"), evening.stakes, strict=True)
    said = [f"{side}: {format_amount(one, evening.unit.decimals)}" for side, one in sides if one is not None]
    return ", ".join(said)


def _example(evening: Evening) -> list[str]:
    """A deal in remarks, by these players and within these stakes."""
    decimals = evening.unit.decimals
    stake = evening.stakes[0] or evening.stakes[1] or max(10**decimals // 5, 1)
    once, twice = format_amount(stake, decimals), format_amount(2 * stake, decimals)
    at = evening.players.index(evening.bank)
    first, *more = (*evening.players[at + 1 :], *evening.players[:at])
    shoot = (f", shoot {once}", f", shoot won {once}") if evening.rules.shoot else ("", "")
    plays = [(first, f"bet {once}{shoot[0]}, 5c 9d, buy {once} 4h, stick, won {twice}{shoot[1]}")]
    plays += [(name, f"bet {once}, 8h 3c, twist 9s, stick, won {once}") for name in more[:1]]
    plays.append((evening.bank, "Kh 7d, stick"))
    opened = [f"- kitty: {once}", "  hands:"] if evening.rules.shoot else ["- hands:"]
    lines = [
        "A deal is written like this, a line for each player and one for the bank. `pontoon record` asks",
        "for it at the table and writes it here. What nobody noted may be left out; x is a card nobody saw.",
        *opened,
        *(f"    {scalar(name)}: {scalar(play)}" for name, play in plays),
    ]
    return [f"  # {line}" for line in lines]
