"""The words of a record as this program writes them: plays, names, amounts, truth values.

In: the tree of a record, the names of its seats, its currency. Out: the same tree, with `said` set on
each scalar that is written in another way. Free texts are left as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.formatting.schema import kind_inside, kind_of_keys
from pontoon_ledger.formatting.tree import Block, Node, Text
from pontoon_ledger.money import format_amount, parse_amount, parse_signed
from pontoon_ledger.notation import format_clause, parse_clause
from pontoon_ledger.plays import clause_spans
from pontoon_ledger.rules import parse_option, spoken, truth
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pontoon_ledger.currency import Currency
    from pontoon_ledger.records.model import Records


class Wording:
    """Finds the words for the values of one session; `names` gives the seat of a folded name."""

    def __init__(self, names: Mapping[str, str], money: Currency) -> None:
        self.names = names
        self.money = money

    def say(self, node: Node, kind: str | None = "record", key: str | None = None) -> None:
        """Set `said` on every scalar of a node of that kind."""
        if isinstance(node, Text):
            if kind is not None and node.value.strip():
                self._set(node, kind, key)
            return
        pairs = [(e.key, e.value) for e in node.entries] if isinstance(node, Block) else node.items
        keys = kind_of_keys(kind)
        for one, value in pairs:
            if one is not None and keys is not None:
                self._set(one, keys, None)
            name = one.value if one is not None else None
            self.say(value, kind_inside(kind, name), name)

    def _set(self, node: Text, kind: str, key: str | None) -> None:
        said = self.word(node.value, kind, key)
        if "\n" not in said and (kind == "play" or said != node.value):
            node.said = said

    def word(self, text: str, kind: str, key: str | None = None) -> str:
        """Give a value of a kind in the words of this program.

        >>> from pontoon_ledger.currency import NO_CURRENCY
        >>> wording = Wording({"cath": "Cat"}, NO_CURRENCY)
        >>> wording.word("CATH", "name"), wording.word(".2", "amount"), wording.word("Yes", "truth")
        ('Cat', '0.20', 'true')
        """
        if kind in ("name", "seat"):
            return self.names.get(fold(text), text.strip())
        if kind == "play":
            return play_text(text, self.money)
        if kind in ("amount", "signed"):
            parse = parse_amount if kind == "amount" else parse_signed
            return format_amount(parse(text, self.money), self.money.decimals)
        if kind == "truth" and (said := truth(text)) is not None:
            return spoken(said)
        if kind == "option" and key is not None and text.strip().casefold() != "any":
            return spoken(parse_option(key, text))
        if kind in ("preset", "rules", "phrase"):
            return " ".join(text.split()).casefold()
        if kind in ("code", "currency"):
            return text.strip().upper()
        return text


def play_text(text: str, money: Currency) -> str:
    """Give a play with its clauses written one way, parted by commas; its note stays as it is.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> play_text("BET .2; 5C  10d ,, Twist 4h;note as ever;  so", NO_CURRENCY)
    'bet 0.20, 5c Td, twist 4h, note as ever;  so'
    """
    spans, note = clause_spans(text)
    clauses = [format_clause(parse_clause(text[a:b], money), money) for a, b in spans if text[a:b].strip()]
    if note is not None:
        clauses.append(f"note {note}".rstrip())
    return ", ".join(clauses)


def seat_names(records: Records) -> dict[str, str]:
    """Give the name of each seat and person, as `players` spells it, by every folded spelling of it."""
    names = {fold(person): person for person in records.persons["person"]}
    names |= {fold(alias): player for player, alias in records.aliases.select("player", "alias").iter_rows()}
    return names | {fold(player): player for player in records.seats["player"]}
