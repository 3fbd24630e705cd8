"""The one grammar of a clause: `bet 0.20`, `5c 9d`, `buy 0.20 4h`, `stick 18`, `won 0.40`.

In: the text of one clause and the currency. Out: a `Clause`: its kind and values, or one
fault with the span of the words to underline. `plays.py` runs it once per distinct clause.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct

from pontoon_ledger.cards import UNKNOWN, card_name, meant_card, parse_card
from pontoon_ledger.money import AmountError, format_amount, parse_amount, parse_signed
from pontoon_ledger.words import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pontoon_ledger.currency import Currency

BET_CELL = "\x04"
WON_CELL = "\x03"
DECIMAL_COMMA = "\x01"
MOST_CARDS = 8


class Kind(IntEnum):
    """What a clause is. A clause of n bare cards has the kind CARDS + n."""

    EMPTY = 1
    BET = 2
    SPLIT = 3
    OPEN = 4
    BURN = 5
    SHOOT = 6
    BUY = 7
    TWIST = 8
    STICK = 9
    PONTOON = 10
    FIVE = 11
    BUST = 12
    RESULT = 13
    SHOOT_RESULT = 14
    ALL_RESULT = 15
    STAKED = 16
    OWING = 17
    AGREED = 18
    NOTE = 19
    BAD = 20
    CARDS = 22


OPENINGS = (Kind.BET, Kind.SPLIT, Kind.OPEN)
ENDINGS = (Kind.STICK, Kind.PONTOON, Kind.FIVE, Kind.BUST)
RESULTS = (Kind.RESULT, Kind.ALL_RESULT)
_SIDES = ("won", "lost", "push")


_LONGEST_SHOWN = 80
_SIGNED = re.compile(r"[-\N{MINUS SIGN}(]\s*[^\w\s]?\s*[0-9]")
_PARTED = "part two clauses by a comma"
_NOT_AMONG_CARDS = f"{_PARTED}; what is no card goes, in a sheet, into its column 'play'"
_DECIMAL = "a comma between two digits is a decimal comma: put a space behind the one that parts clauses"


class Bad(Struct, frozen=True):
    """Why a clause cannot be read; `start` and `end` are the words to underline."""

    code: str
    start: int
    end: int
    message: str
    found: str
    expected: str
    help: str | None = None


class Clause(Struct, frozen=True):
    """One clause. `amount` in minor units (signed in results), `total` as in `stick 18`."""

    kind: int
    amount: int | None = None
    total: int | None = None
    cards: tuple[int, ...] = ()
    note: str | None = None
    bad: Bad | None = None


class _Words:
    """The words of a clause behind its verb; where they stand is only asked for faults."""

    __slots__ = ("currency", "skipped", "text", "verb", "words")

    def __init__(self, text: str, words: list[str], skipped: int, currency: Currency, verb: str) -> None:
        self.text = text
        self.words = words
        self.skipped = skipped
        self.currency = currency
        self.verb = verb

    def __len__(self) -> int:
        return len(self.words)

    @property
    def spans(self) -> list[tuple[int, int]]:
        return [m.span() for m in re.finditer(r"\S+", self.text)][self.skipped :]

    def word(self, i: int) -> str:
        return self.words[i]

    def between(self, i: int, j: int) -> str:
        if j == i + 1:
            return self.words[i]
        spans = self.spans
        return self.text[spans[i][0] : spans[j - 1][1]]


class _Unreadable(Exception):  # noqa: N818
    """Carries the fault of a clause out of its parser."""

    def __init__(self, bad: Bad) -> None:
        super().__init__(bad.message)
        self.bad = bad


def parse_clause(text: str, currency: Currency) -> Clause:
    """Read one clause; a fault comes back in `bad`, nothing is raised.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> clause = parse_clause(" buy 0.20 4h", NO_CURRENCY)
    >>> clause.kind == Kind.BUY, clause.amount, clause.cards
    (True, 20, (14,))
    >>> parse_clause("5c 9z", NO_CURRENCY).bad.code
    'P007'
    """
    text = text.replace(DECIMAL_COMMA, ",")
    words = text.split()
    if not words:
        return Clause(Kind.EMPTY)
    first = words[0]
    try:
        if first[0] in _CELLS:
            return _CELLS[first[0]](_cell_words(text, currency))
        verb = first.lower()
        parser = _VERBS.get(verb)
        if parser is None:
            return _bare_cards(_Words(text, words, 0, currency, first))
        return parser(_Words(text, words[1:], 1, currency, verb))
    except _Unreadable as unreadable:
        return Clause(Kind.BAD, bad=unreadable.bad)


def _cell_words(text: str, currency: Currency) -> _Words:
    said = text.translate({ord(BET_CELL): " ", ord(WON_CELL): " "})
    return _Words(said, said.split(), 0, currency, "the cell")


def _short(text: str) -> str:
    """Cut a text to what a message can hold."""
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def _quoted(text: str) -> str:
    return repr(_short(text))


def _fail(
    words: _Words, code: str, i: int | None, message: str, expected: str, hint: str | None = None
) -> NoReturn:
    """A fault on word i and all that follow it, or (i is None) on the whole clause."""
    stripped = words.text.strip()
    start = words.text.index(stripped) if i is None else words.spans[i][0]
    end = start + len(stripped) if i is None else words.spans[-1][1]
    raise _Unreadable(Bad(code, start, end, message, _short(words.text[start:end]), expected, hint))


def _one_word(words: _Words, code: str, i: int, message: str, expected: str) -> NoReturn:
    start, end = words.spans[i]
    hint = _NOT_AMONG_CARDS if words.word(i).lower() in _VERBS else _did_you_mean(meant_card(words.word(i)))
    raise _Unreadable(Bad(code, start, end, message, _short(words.word(i)), expected, hint))


def _did_you_mean(near: str | None) -> str | None:
    return f"did you mean {_quoted(near)}?" if near else None


def _no_more(words: _Words, i: int, expected: str) -> None:
    if len(words) > i:
        said = words.between(i, len(words))
        hint = _DECIMAL if _has_decimal_comma(words.text) else _PARTED
        _fail(words, "P005", i, f"{_quoted(said)} cannot stand there", expected, hint)


def _has_decimal_comma(text: str) -> bool:
    return re.search(r"[0-9],[0-9]", text) is not None


@lru_cache(maxsize=8192)
def _read(said: str, currency: Currency) -> int:
    return parse_amount(said, currency)


def _amount(words: _Words, i: int, j: int, *, signed: bool = False) -> int:
    """The amount that words i to j write; P006 on them, or on the clause where they are missing."""
    if j <= i or i >= len(words):
        _fail(
            words, "P006", None, f"{words.verb!r} needs an amount", f"{words.verb} and an amount, as in 0.20"
        )
    said = words.between(i, j)
    try:
        return (parse_signed if signed else _read)(said, words.currency)
    except AmountError as error:
        start, end = words.spans[i][0], words.spans[j - 1][1]
        hint = _DECIMAL if re.search(r"[0-9],[0-9]\S*[^0-9.,\s]", said) else None
        raise _Unreadable(Bad("P006", start, end, error.message, error.found, error.expected, hint)) from None


def _amount_only(words: _Words) -> int:
    """One amount and nothing behind it. A sign or code may stand apart from its figures."""
    for j in range(min(len(words), 2), 0, -1):
        try:
            amount = _read(words.between(0, j), words.currency)
        except AmountError:
            continue
        if j < len(words) and not _begins_a_clause(words.word(j)):
            return _amount(words, 0, len(words))
        _no_more(words, j, f"{words.verb} and one amount")
        return amount
    return _amount(words, 0, 1 if len(words) > 1 and _begins_a_clause(words.word(1)) else len(words))


def _begins_a_clause(word: str) -> bool:
    return word.lower() in _VERBS or parse_card(word) is not None


def _card(words: _Words, i: int) -> int:
    card = parse_card(words.word(i))
    if card is None:
        said = words.word(i)
        _one_word(
            words,
            "P007",
            i,
            f"{_quoted(said)} is no card",
            "a rank A 2-9 10 T J Q K and a suit c d h s, or x",
        )
    return card


def _bare_cards(words: _Words) -> Clause:
    if parse_card(words.word(0)) is None:
        said = words.word(0)
        near = f"stick {said}" if said.isdigit() else meant_card(said) or nearest(words.verb, _VERBS)
        expected = "a card, or one of " + _SOME_VERBS
        _fail(words, "P005", None, f"{_quoted(said)} begins no clause", expected, _did_you_mean(near))
    if len(words) > MOST_CARDS:
        _fail(words, "P005", MOST_CARDS, "too many cards for one hand", "five cards at most")
    cards = tuple(_card(words, i) for i in range(len(words)))
    return Clause(Kind.CARDS + len(cards), cards=cards)


def _opening(kind: Kind) -> Callable[[_Words], Clause]:
    return lambda words: Clause(kind, amount=_amount_only(words))


def _burn(words: _Words) -> Clause:
    cards = tuple(_card(words, i) for i in range(min(len(words), 2)))
    if len(cards) < 2:
        _fail(words, "P005", None, "a burn throws in two cards", "burn and two cards, as in burn 9c 4d")
    _no_more(words, 2, "burn and two cards")
    return Clause(Kind.BURN, cards=cards)


def _buy(words: _Words) -> Clause:
    """`buy M C`, either of the two may be left out where nobody noted it."""
    n = len(words)
    last = parse_card(words.word(n - 1)) if n else None
    if n == 0:
        return Clause(Kind.BUY, cards=(UNKNOWN,))
    if n == 1:
        return _buy_one(words, last)
    for j in (1, 2) if parse_card(words.word(1)) is not None else (2, 1):
        try:
            amount = _read(words.between(0, j), words.currency)
        except AmountError:
            amount = None
        if amount is not None:
            card = _card(words, j) if j < n else UNKNOWN
            _no_more(words, j + 1, "buy, one price and one card")
            return Clause(Kind.BUY, amount=amount, cards=(card,))
    return Clause(Kind.BUY, amount=_amount(words, 0, max(n - 1, 1)), cards=(last or 0,))


def _buy_one(words: _Words, card: int | None) -> Clause:
    if card is None:
        return Clause(Kind.BUY, amount=_amount(words, 0, 1), cards=(UNKNOWN,))
    said = words.word(0)
    if said.isdigit():
        message = f"{_quoted(said)} may be the price or the card"
        _one_word(words, "P006", 0, message, f"'buy {said} x' for a price, 'buy {said}c' for a card")
    return Clause(Kind.BUY, cards=(card,))


def _twist(words: _Words) -> Clause:
    card = _card(words, 0) if len(words) else UNKNOWN
    _no_more(words, 1, "twist and one card")
    return Clause(Kind.TWIST, cards=(card,))


def _counted(kind: Kind) -> Callable[[_Words], Clause]:
    def parse(words: _Words) -> Clause:
        total = None
        if len(words):
            said = words.word(0)
            if not (said.isascii() and said.isdigit() and len(said) <= 2):
                _fail(
                    words,
                    "P005",
                    0,
                    f"{_quoted(said)} is no total",
                    f"{words.verb}, or {words.verb} and a total",
                )
            total = int(said)
            _no_more(words, 1, f"{words.verb} and one total")
        return Clause(kind, total=total)

    return parse


def _plain(kind: Kind) -> Callable[[_Words], Clause]:
    def parse(words: _Words) -> Clause:
        _no_more(words, 0, f"{words.verb} alone")
        return Clause(kind)

    return parse


def _five(words: _Words) -> Clause:
    tail = words.between(0, len(words)).lower().split() if len(words) else []
    if tail not in ([], ["card", "trick"], ["cards"], ["trick"]):
        _no_more(words, 0, "five, five-card trick or 5ct")
    return Clause(Kind.FIVE)


def _result(kind: Kind) -> Callable[[_Words], Clause]:
    def parse(words: _Words) -> Clause:
        if words.verb == "push":
            _no_more(words, 0, "push alone")
            return Clause(kind, amount=0)
        _refuse_a_second_side(words)
        amount = _amount_only(words)
        return Clause(kind, amount=amount if words.verb == "won" else -amount)

    return parse


def _refuse_a_second_side(words: _Words) -> None:
    """P006 where a sign says who paid besides `won` or `lost`: nobody knows which of them was meant."""
    said = words.between(0, len(words)) if len(words) else ""
    if not said or said[0] in ".0123456789":
        return
    try:
        amount = parse_signed(said, words.currency)
    except AmountError:
        twice, expected = _SIGNED.match(said) is not None, "won or lost, and an amount without a sign"
    else:
        twice = amount < 0 or (words.verb == "lost" and "+" in said)
        money = format_amount(abs(amount), words.currency.decimals)
        expected = f"won {money} or lost {money}"
    if twice:
        message = f"{_quoted(said)} has a sign, and {words.verb!r} says already who paid"
        _fail(words, "P006", 0, message, expected)


def _all(words: _Words) -> Clause:
    return _result_behind(words, Kind.ALL_RESULT)


def _shoot(words: _Words) -> Clause:
    if len(words) and words.word(0).lower() in _SIDES:
        return _result_behind(words, Kind.SHOOT_RESULT)
    return Clause(Kind.SHOOT, amount=_amount_only(words))


def _result_behind(words: _Words, kind: Kind) -> Clause:
    verb = words.word(0).lower() if len(words) else ""
    if verb not in _SIDES:
        expected = f"{words.verb} won, {words.verb} lost or {words.verb} push"
        _fail(words, "P005", None, f"{_quoted(words.text.strip())} is no result", expected)
    return _result(kind)(_Words(words.text, words.words[1:], words.skipped + 1, words.currency, verb))


def _note(words: _Words) -> Clause:
    return Clause(Kind.NOTE, note=words.between(0, len(words)) if len(words) else "")


def _bet_cell(words: _Words) -> Clause:
    return Clause(Kind.OPEN, amount=_amount(words, 0, len(words)))


def _won_cell(words: _Words) -> Clause:
    if len(words) and words.word(0).lower() in _SIDES:
        message = f"{_quoted(words.text.strip())} stands where the sign alone says who won"
        _fail(words, "P006", None, message, "an amount with its sign, as in +0.20 or -0.20, 0 for a push")
    return Clause(Kind.RESULT, amount=_amount(words, 0, len(words), signed=True))


_CELLS = {BET_CELL: _bet_cell, WON_CELL: _won_cell}
_VERBS: dict[str, Callable[[_Words], Clause]] = {
    "bet": _opening(Kind.BET),
    "split": _opening(Kind.SPLIT),
    "burn": _burn,
    "shoot": _shoot,
    "buy": _buy,
    "twist": _twist,
    "stick": _counted(Kind.STICK),
    "pontoon": _plain(Kind.PONTOON),
    "five": _five,
    "five-card": _five,
    "5ct": _plain(Kind.FIVE),
    "bust": _counted(Kind.BUST),
    "won": _result(Kind.RESULT),
    "lost": _result(Kind.RESULT),
    "push": _result(Kind.RESULT),
    "all": _all,
    "staked": _opening(Kind.STAKED),
    "owing": _opening(Kind.OWING),
    "agreed": _plain(Kind.AGREED),
    "note": _note,
}
MONEY_VERBS = ("bet", "split", "shoot", "buy", "won", "lost", "all", "staked", "owing")
_SOME_VERBS = ", ".join(word for word in _VERBS if word not in ("five-card", "5ct"))


def format_clause(clause: Clause, currency: Currency) -> str:
    """A clause as this program writes it: `parse_clause` of it gives the clause back.

    >>> from pontoon_ledger.currency import NO_CURRENCY
    >>> format_clause(parse_clause("BUY .2  10h", NO_CURRENCY), NO_CURRENCY)
    'buy 0.20 Th'
    """
    kind, cards = clause.kind, " ".join(card_name(c) for c in clause.cards)
    money = "" if clause.amount is None else format_amount(abs(clause.amount), currency.decimals)
    total = "" if clause.total is None else f" {clause.total}"
    if kind > Kind.CARDS:
        return cards
    if kind in (Kind.RESULT, Kind.ALL_RESULT, Kind.SHOOT_RESULT):
        before = {Kind.RESULT: "", Kind.ALL_RESULT: "all ", Kind.SHOOT_RESULT: "shoot "}[Kind(kind)]
        amount = clause.amount or 0
        return before + (f"won {money}" if amount > 0 else f"lost {money}" if amount < 0 else "push")
    if kind == Kind.BUY:
        return " ".join(part for part in ("buy", money, cards) if part)
    if kind == Kind.NOTE:
        return f"note {clause.note}".rstrip()
    verb = {Kind.OPEN: "bet", Kind.EMPTY: "", Kind.BAD: ""}.get(Kind(kind), Kind(kind).name.lower())
    return " ".join(part for part in (verb + total, money, cards) if part)
