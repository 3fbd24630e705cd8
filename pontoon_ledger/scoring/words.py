"""The short entries of the score keeper: `b.2 5c9d`, `t 2s`, `u.20 4h`, `s18`.

In: a line and the names at the table. Out: one `Entry` after another, or a `MisreadError` that says what
to type instead. What has two readings is refused with both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from pontoon_ledger.cards import card_name
from pontoon_ledger.money import AmountError, parse_amount
from pontoon_ledger.scoring.hints import cards_in, hint, near_name, ten_or_twist
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pontoon_ledger.currency import Currency

_GAP = re.compile(r"(?:[\s,;])*")
_TOKEN = re.compile(r"(?:[^\s,;]|(?<=[0-9]),(?=[0-9]))+")
_NUMBER = re.compile(r"/([0-9]+)")
_TOTAL = re.compile(r"[0-9]{1,2}")

SHORT = {"b": "bet", "u": "buy", "t": "twist", "s": "stick", "x": "bust", "p": "pontoon"}
SHORT |= {"sh": "shoot", "sp": "split", "bp": "shown", "-": "pass", "d": "doubled", "5ct": "five"}
_LONG = ("bet", "buy", "twist", "stick", "bust", "pontoon", "five", "shoot", "split", "burn", "won", "lost")
VERBS = dict.fromkeys(SHORT) | dict.fromkeys(
    (*_LONG, "push", "all", "owing", "paid", "kitty", "shuffled", "unshuffled", "doubled", "out")
)
_BY_LENGTH = sorted(VERBS, key=len, reverse=True)
_WITH_AMOUNT = ("bet", "buy", "shoot", "kitty", "won", "lost", "owing", "paid")
_WITH_CARDS = {"buy": 1, "twist": 1, "split": 2, "burn": 2, "shown": 2}
_RESULTS = ("won", "lost", "push")
FIRST = 2
"""How many cards a hand is dealt before its turn."""


class MisreadError(ValueError):
    """A line that cannot be understood, or does not fit what is asked; nothing of it was taken."""


class Entry(Struct, frozen=True):
    """One thing entered. `of`: `all` or `shoot` before a result; `unsaid`: no amount, nor `?` for it."""

    verb: str
    amount: int | None = None
    cards: tuple[int, ...] = ()
    total: int | None = None
    of: str | None = None
    unsaid: bool = False


class Named(Struct, frozen=True):
    """Whose hand is meant, and which of his hands, where that is said."""

    player: str
    number: int | None = None


class Words:
    """The rest of a line, read from the left; `names` are those that a word may have been meant for."""

    def __init__(self, text: str, unit: Currency, names: Iterable[str] = ()) -> None:
        self.text = text
        self.unit = unit
        self.names = tuple(names)
        self.at = 0
        self._skip()

    def __bool__(self) -> bool:
        return self.at < len(self.text)

    def _skip(self) -> None:
        found = _GAP.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def peek(self) -> str:
        """The next word, empty at the end."""
        found = _TOKEN.match(self.text, self.at)
        return found[0] if found else ""

    def take(self) -> str:
        """The next word, taken off."""
        word = self.peek()
        self.at += len(word)
        self._skip()
        return word

    def name(self, names: Mapping[str, str], *, sure: bool = False) -> Named | None:
        """Take a player's name off, if one stands here; `names` are the seats by folded names.

        A name that is an entry too wants `@` before it or a colon behind it, unless it is `sure` to be one.
        """
        forced = self.text.startswith("@", self.at)
        rest = self.text[self.at + forced :]
        for name in sorted(names, key=len, reverse=True):
            size = _begins(rest, name)
            if not size:
                continue
            number = _NUMBER.match(rest, size)
            end = number.end() if number else size
            colon = rest[end : end + 1] == ":"
            if not (sure or forced or colon or number) and _is_entry(rest[:size]):
                continue
            if rest[end : end + 1] not in ("", " ", ",", ";", ":", "\t"):
                continue
            self.at += forced + end + colon
            self._skip()
            return Named(names[name], int(number[1]) if number else None)
        if forced:
            near = near_name(rest, names.values())
            meant = f"; did you mean {near!r}?" if near else ""
            raise MisreadError(f"nobody here is called {self.take()[1:]!r}{meant}")
        return None

    def entry(self, due: int, *, named: bool = False) -> Entry:
        """Take the next entry off; `due` is how many of the first two cards are asked for.

        Behind the name of its hand (`named`) all cards that follow are one entry.

        >>> from pontoon_ledger.currency import NO_CURRENCY
        >>> words = Words("b.2 5c9d t 2s", NO_CURRENCY)
        >>> words.entry(0).amount, words.entry(2).cards, words.entry(0).cards
        (20, (16, 33), (7,))
        """
        if due and (dealt := self._first_cards(due)):
            return Entry("cards", cards=dealt)
        word, behind = self.peek(), self.text[self.at :]
        verb = _verb(word)
        if verb is None:
            return self._cards_alone(named=named)
        spoken, rest = verb
        self.at += len(word) - len(rest)
        if not rest:
            self._skip()
        if spoken in ("all", "shoot") and self.peek().lower().startswith(_RESULTS):
            result = self.entry(0)
            return Entry(result.verb, result.amount, of=spoken)
        open_ = self.peek() == "?"
        amount = self._amount(spoken, glued=bool(rest)) if spoken in _WITH_AMOUNT else None
        total = self._total(bool(rest)) if spoken in ("stick", "bust") else None
        most = 2 * FIRST if spoken == "burn" and due == FIRST else _WITH_CARDS.get(spoken, 0)
        cards = self._cards(most, glued=bool(rest) and amount is None)
        if rest and amount is None and not cards and total is None:
            raise MisreadError(f"{word!r} cannot be read{hint(behind, VERBS, self.names)}")
        return Entry(spoken, amount, cards, total, unsaid=amount is None and not open_)

    def _first_cards(self, due: int) -> tuple[int, ...]:
        word = self.peek()
        cards = cards_in(word)
        if word[:1] in ("t", "T") and (len(word) == 1 or len(cards_in(word[1:])) == 1):
            raise MisreadError(ten_or_twist(word, due))
        if not cards:
            return ()
        self.take()
        while len(cards) < due and len(more := cards_in(self.peek())) == 1 and self.peek().lower() != "t":
            cards += more
            self.take()
        if word.lower() == "x" and len(cards) == 1 and due > 1:
            raise MisreadError("'x' may be a card not seen, or bust: write xx for two cards, or bust")
        return tuple(cards)

    def _cards_alone(self, *, named: bool) -> Entry:
        behind, word = self.text[self.at :], self.take()
        cards = cards_in(word)
        if not cards:
            raise MisreadError(f"{word!r} cannot be read{hint(behind, VERBS, self.names)}")
        while named and (more := cards_in(self.peek())):
            if self.peek().lower() in ("t", "x"):
                raise MisreadError(_card_or_not(self.peek(), cards))
            self.take()
            cards += more
        return Entry("cards", cards=tuple(cards))

    def _amount(self, verb: str, *, glued: bool) -> int | None:
        """The amount here; None where another thing stands here, or `?`: nobody noted it."""
        word = self.peek()
        if word == "?":
            self.take()
            return None
        try:
            amount = parse_amount(word, self.unit) if word else None
        except AmountError as error:
            if glued or (word[0] in ".,0123456789" and not cards_in(word)):
                raise MisreadError(error.message) from None
            return None
        if amount is not None:
            self.take()
            if verb == "buy" and not glued and cards_in(word) and not cards_in(self.peek()):
                raise MisreadError(
                    f"{word!r} may be the price or the card: write u {word} x for a price, or u .20 {word}"
                )
        return amount

    def amount(self) -> int:
        """Take an amount off."""
        try:
            return parse_amount(self.take(), self.unit)
        except AmountError as error:
            raise MisreadError(error.message) from None

    def _total(self, glued: bool) -> int | None:
        word = self.peek()
        if _TOTAL.fullmatch(word) and (glued or (10 < int(word) < 100 and not cards_in(word))):
            return int(self.take())
        return None

    def _cards(self, most: int, *, glued: bool) -> tuple[int, ...]:
        """Up to so many cards; a `t` that stands alone is a twist, not a ten."""
        cards: list[int] = []
        while most and self:
            word = self.peek()
            found = cards_in(word)
            if not found or len(cards) + len(found) > most or (word.lower() == "t" and not glued):
                break
            self.take()
            cards += found
            glued = False
        return tuple(cards)


def _card_or_not(word: str, cards: list[int]) -> str:
    """Tell the readings of a `t` or an `x` that stands alone behind cards."""
    before = "".join(card_name(card) for card in cards)
    if word.lower() == "t":
        return f"'t' may be a ten or a twist: write {before}T for the cards; Bob t begins a twist"
    return f"'x' may be a card not seen, or bust: write {before}x for the cards, or bust"


def as_a_name(name: str) -> str:
    """A name as it is entered, with @ before it where it could be read as an entry.

    >>> as_a_name("Bob"), as_a_name("S")
    ('Bob', '@S')
    """
    return f"@{name}" if _is_entry(name) else name


def _is_entry(name: str) -> bool:
    """Whether a name is one word that could be an entry as well."""
    return " " not in name and (_verb(name) is not None or bool(cards_in(name)))


def taken_for_entries(line: str, names: Mapping[str, str]) -> list[str]:
    """The names of players in a line that were read as entries, spelt as they are at the table.

    >>> taken_for_entries("S b.4", {"s": "S", "bob": "Bob"}), taken_for_entries("@S b.4", {"s": "S"})
    (['S'], [])
    """
    words = (names.get(fold(word)) for word in _TOKEN.findall(line) if _is_entry(word))
    return list(dict.fromkeys(name for name in words if name is not None))


def _begins(text: str, folded: str) -> int:
    """How many characters at the beginning of a text are this name, however it is spelt."""
    for size in range(len(folded), min(len(text), 2 * len(folded)) + 1):
        if fold(text[:size]) == folded and text[size - 1 : size].strip():
            return size
    return 0


def _verb(word: str) -> tuple[str, str] | None:
    """The verb at the beginning of a word in full, and what is glued to it."""
    low = word.lower()
    if low in VERBS:
        return SHORT.get(low, low), ""
    for verb in _BY_LENGTH:
        rest = word[len(verb) :]
        if low.startswith(verb) and (not rest[:1].isalpha() or _may_follow(verb, rest)):
            return SHORT.get(verb, verb), rest
    return None


def _may_follow(verb: str, rest: str) -> bool:
    """Whether letters glued to a verb are cards that it takes, or money (`bGBP0.20` is not read)."""
    return SHORT.get(verb, verb) in _WITH_CARDS and bool(cards_in(rest))
