"""The words of a record as this program writes them: plays, names, amounts, truth values.

In: the tree of a record, and the `Records` that were read from it. Out: the same tree, with `said`
set on each scalar that is to be written in another way. Free texts are left as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.formatting.layout import kind_inside
from pontoon_ledger.formatting.tree import Block, Flow, Node, Text
from pontoon_ledger.money import format_amount, parse_amount, parse_signed
from pontoon_ledger.notation import Kind, format_clause, parse_clause
from pontoon_ledger.plays import clause_spans
from pontoon_ledger.rules import OPTIONS, parse_option, spoken, truth
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pontoon_ledger.currency import Currency
    from pontoon_ledger.records.model import Records

_AMOUNTS = {("deal", "price"), ("deal", "kitty"), ("debt", "amount")}
_AMOUNT_KINDS = {"limits", "chips"}
_NAMES = {("record", "bank"), ("deal", "bank"), ("debt", "from"), ("debt", "to"), ("seat", "name")}
_TRUTHS = {("deal", "shuffled"), ("deal", "doubled"), ("deal", "gap"), ("deal", "void")}
_PHRASES = {("record", "order"), ("record", "paid")}


class Wording:
    """Finds the words for the values of one session."""

    def __init__(self, names: dict[str, str], money: Currency) -> None:
        self.names = names
        self.money = money

    def say(self, root: Node) -> None:
        """Set `said` throughout a record."""
        self._node(root, "record", None)

    def play(self, text: str) -> str:
        """A play, its clauses one way, parted by commas.

        >>> from pontoon_ledger.currency import NO_CURRENCY
        >>> Wording({}, NO_CURRENCY).play("BET .2; 5C  10d ,, Twist 4h;note as ever;  so")
        'bet 0.20, 5c Td, twist 4h, note as ever;  so'
        """
        return play_text(text, self.money)

    def name(self, text: str) -> str:
        """A name as `players` spells it."""
        return self.names.get(fold(text), text.strip())

    def amount(self, text: str) -> str:
        """An amount with all its decimals."""
        return format_amount(parse_amount(text, self.money), self.money.decimals)

    def _node(self, node: Node, kind: str | None, key: str | None) -> None:
        if isinstance(node, Text):
            self._text(node, kind, key)
            return
        inside = kind_inside(kind, key) or (key if kind == "deal" else None)
        if kind == "seats" or (kind == "debts" or kind == "deals"):
            inside = kind_inside(kind, None)
        for one, value in _pairs(node):
            if one is None:
                self._item(value, kind if inside is None else inside, key)
            else:
                if inside in ("hands", "tally", "all chips"):
                    _set(one, self.name(one.value))
                elif inside == "waive":
                    _set(one, one.value.strip().upper())
                self._node(value, inside, one.value)

    def _item(self, value: Node, kind: str | None, key: str | None) -> None:
        raise NotImplementedError
