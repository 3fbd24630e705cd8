"""How a score keeper writes a hand down: clauses, amounts, cards, names, in many legal spellings.

In: a played hand and a style. Out: its clauses, each with its kind and its text.
"""

from __future__ import annotations

import random
import unicodedata
from typing import TYPE_CHECKING

from dealer.cards import PLAIN, best, standing
from dealer.names import fold

if TYPE_CHECKING:
    from dealer.model import Deal, Hand, Session

Clause = tuple[str, str]
SYMBOLS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}
DRAWN = ("third", "fourth", "fifth")


class Style:
    """A score keeper's hand. `variety` 0 writes everything one way; towards 1 anything legal goes."""

    def __init__(self, rng: random.Random | None = None, variety: float = 0.0) -> None:
        self.rng = rng or random.Random(0)
        self.variety = variety
        self.case = self.pick("lower", "lower", "upper", "title")
        self.symbols = self.luck(0.2)
        self.endings = 1.0 - 0.7 * variety

    def luck(self, chance: float) -> bool:
        """True with this chance, scaled by the variety."""
        return self.rng.random() < chance * self.variety

    def pick(self, plain: str, *others: str) -> str:
        """The plain form, or now and then another."""
        return self.rng.choice(others) if others and self.luck(0.5) else plain

    def word(self, text: str) -> str:
        """A verb in this keeper's case."""
        return {"lower": text, "upper": text.upper(), "title": text.capitalize()}[self.case]

    def amount(self, minor: int, session: Session, *, comma: bool = True) -> str:
        """An amount of money; `comma=False` where a comma would cut the value apart."""
        coin = session.coin
        whole, part = divmod(minor, 10**coin.decimals)
        plain = f"{whole}.{part:0{coin.decimals}}" if coin.decimals else str(whole)
        forms = [plain]
        if coin.decimals:
            short = plain.rstrip("0").rstrip(".") if coin.decimals < 3 else plain
            forms += [short, plain.removeprefix("0") if part else str(whole)]
            if comma and coin.decimals < 3:
                forms += [plain.replace(".", ",")]
        if coin.code in {None, "GBP"} and minor < 100:
            forms.append(f"{minor}p")
        if coin.sign:
            forms += [coin.sign + plain, f"{plain}{coin.sign}"]
        if coin.code:
            forms += [f"{coin.code} {plain}", f"{plain} {coin.code}", f"{plain}{coin.code.lower()}"]
        return self.pick(*forms)

    def card(self, card: str, *, suits: bool = True) -> str:
        """A card: ten as T or 10, suits as letters or symbols, either case."""
        rank = self.pick("T", "10") if card[0] == "T" else self.pick(card[0], card[0].lower())
        if not suits:
            return rank
        if self.symbols:
            return rank + self.rng.choice(SYMBOLS[card[1]])
        return rank + self.pick(card[1], card[1].upper())

    def cards(self, cards: list[str], *, suits: bool = True) -> str:
        """Several cards in a row."""
        return self.pick(" ", " ", "  ").join(self.card(card, suits=suits) for card in cards)

    def between(self, before: str, after: str) -> str:
        """What parts two clauses; a bare comma never stands between two digits."""
        tight = not (before[-1].isdigit() and after[0].isdigit())
        return self.pick(", ", ", ", "; ", ";", " , ", *([","] if tight else []), ", , ")

    def name(self, name: str, session: Session) -> str:
        """A player's name, perhaps in another spelling of the same."""
        forms = [*session.aka.get(name, ()), name.lower(), name.upper(), unicodedata.normalize("NFD", name)]
        alike = [form for form in forms if fold(form) == fold(name) or form in session.aka.get(name, ())]
        return self.rng.choice(alike) if alike and self.luck(0.1) else name


def outcome(style: Style, session: Session, due: int, before: str = "", *, comma: bool = True) -> str:
    """`won M`, `lost M` or `push`, after `all` or `shoot`."""
    verb = style.word("push" if due == 0 else "won" if due > 0 else "lost")
    text = verb if due == 0 else f"{verb} {style.amount(abs(due), session, comma=comma)}"
    return f"{style.word(before)} {text}" if before else text


def ending(style: Style, hand: Hand, *, stopped: bool) -> str | None:
    """How the hand ended, or None where it may be left out and is."""
    total = best(hand.cards)
    needed = not hand.bank and not stopped and standing(hand.cards)[0] == PLAIN and total < 21
    if (stopped and not hand.natural) or not (needed or style.rng.random() < style.endings):
        return None
    forms = {
        "stick": ("stick", f"stick {total}"),
        "bust": ("bust", f"bust {total}"),
        "five": ("five", "five-card trick", "5ct"),
        "pontoon": ("pontoon",),
    }[hand.ending]
    return style.word(style.pick(*forms))


def payments(style: Style, session: Session, deal: Deal, hand: Hand) -> list[Clause]:
    """What is written of the payment on this hand."""
    if hand.bank:
        due = deal.bank_due
        return [("result", outcome(style, session, due))] if deal.write_bank_result else []
    if hand.written == "own":
        parts = [("result", outcome(style, session, hand.due))]
        if hand.shoot or hand.shoot4:
            parts.append(("shoot_result", outcome(style, session, hand.shoot_due, "shoot")))
        return parts
    mine = [h for h in deal.hands if h.player == hand.player]
    if hand.written == "all" and hand is mine[-1]:
        due = sum(h.due + h.shoot_due for h in mine)
        return [("result", outcome(style, session, due, "all"))]
    return []


def clauses(style: Style, session: Session, deal: Deal, hand: Hand) -> list[Clause]:
    """All that is written of a hand, in order."""
    suits = session.suits
    parts: list[Clause] = []
    if not hand.bank:
        verb = "bet" if hand.number == 1 else "split"
        parts.append(("bet", f"{style.word(verb)} {style.amount(hand.stake, session)}"))
    if hand.shoot:
        parts.append(("shoot", f"{style.word('shoot')} {style.amount(hand.shoot, session)}"))
    for n, pair in enumerate(hand.burns, 1):
        kind = "burn" if n == 1 else f"burn{n}"
        parts.append((kind, f"{style.word('burn')} {style.cards(list(pair), suits=suits)}"))
    seen = deal.shown or not hand.bank
    if seen:
        first = hand.cards if hand.bank else hand.cards[:2]
        parts.append(("cards", style.cards(first, suits=suits)))
    for kind, move in zip(DRAWN, hand.moves, strict=False):
        if kind == "fourth" and hand.shoot4:
            parts.append(("shoot4", f"{style.word('shoot')} {style.amount(hand.shoot4, session)}"))
        price = f" {style.amount(move.price, session)}" if move.kind == "buy" else ""
        parts.append((kind, f"{style.word(move.kind)}{price} {style.card(move.card, suits=suits)}"))
    stuck = not hand.bank or len(hand.cards) > 2 or any(not h.bust for h in deal.hands)
    end = ending(style, hand, stopped=deal.stopped) if seen and stuck else None
    if end:
        parts.append(("ending", end))
    parts += payments(style, session, deal, hand)
    if style.luck(0.03):
        parts.append(("note", f"{style.word('note')} lucky, as ever; 3 in a row"))
    return parts


def rows(deal: Deal) -> list[list[Hand]]:
    """The hands by player, the bank's last; the bank's is left out if there is nothing to write."""
    table = [[h for h in deal.hands if h.player == player] for player in deal.players]
    if deal.shown or deal.write_bank_result:
        table.append([deal.bank_hand])
    return table
