"""The help at the table: what can be entered now by the rules of the session, and the rest in short.

In: the game. Out: lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.scoring.banking import begun
from pontoon_ledger.scoring.words import FIRST

if TYPE_CHECKING:
    from pontoon_ledger.rules import Rules
    from pontoon_ledger.scoring.engine import Game

_BETS = [
    "b.20           bets 0.20 (b20p, b 0.20; b alone: the same as last time)",
    "b.20 5c9d      with the first two cards; x is a card not seen",
    "-              sits this deal out",
]
_BETS_AND_SHOOTS = "b.20 sh.50     with a shoot bet; then 5c9d, or asked for in its turn"
_VOID = ["Enter          the void deal is written down"]
_SHOOT = ["sh.50          shoots 0.50", "Enter          does not"]
_TWO_CARDS = ["5c9d           the first two cards; xx if they are not seen", "then as below:"]
_SECOND_CARD = ["9d             the second card; x if it is not seen", "then as below:"]
_BANK = [
    "kh7d           the cards; 4c or t 4c draws, s stays",
    "s18            stuck on 18, or x: bust, where the cards are not seen",
    "-              nobody noted them",
]
_PAY = [
    "Enter          what is due is written down as paid",
    "Bob won .40    or lost .40, push; Bob/2 for a second hand, Bob all won .40",
    "Bob 5c9d       cards seen only now, the bank's too",
]
_LAST = [
    "! reason       lets stand what was refused just now",
    "undo, undo 3   takes back entries, over deals too",
    "tally Bob 3.40 a running total as read out, after this deal",
    "note text      a note to this deal",
    "score          who has won what so far",
    "Bob ...        an entry for Bob, whoever is asked; @S for a player called S",
    "q              leaves; nothing is lost",
]


def help_lines(game: Game) -> list[str]:
    """What can be entered now, then what always can."""
    rules, deal = game.session.rules, game.deal
    kind = game.turn.kind
    now = {
        "holder": ["bank Ann       Ann holds the bank, or the name alone"],
        "nobody": ["Bob b.20       lets Bob in"],
        "bet": [*_BETS[:2], *_if(rules.shoot, _BETS_AND_SHOOTS), *_BETS[2:]],
        "shoot": _SHOOT,
        "cards": _cards(game),
        "bank": _BANK,
        "pay": [*_PAY, *_if(rules.shoot, "Bob shoot won .20, shoot lost .20: the shoot bets alone")],
    }.get(kind, [])
    if deal.void is not None and kind == "pay":
        return [*_VOID, *_LAST]
    hand = _hand(rules) if kind in ("cards", "play") else []
    if not deal.hands:
        return [*now, *_between(rules), "void reason    a misdeal", *_LAST]
    untouched = kind != "pay" and not begun(deal)
    return [
        *now,
        *hand,
        *_if(rules.peek and untouched and kind != "bet", "bp AhKd        the banker shows a pontoon at once"),
        *_if(_may_double(game), "d              the banker doubled"),
        "void reason    a misdeal",
        *_LAST,
    ]


def _may_double(game: Game) -> bool:
    deal = game.deal
    closed = deal.doubled or game.turn.kind in ("bet", "pay")
    return game.session.rules.banker_doubles and not closed and not begun(deal)


def _cards(game: Game) -> list[str]:
    at = game.turn.at
    return _TWO_CARDS if at is None or game.deal.hands[at].wanting == FIRST else _SECOND_CARD


def _hand(rules: Rules) -> list[str]:
    """What can be done with a hand."""
    return [
        "s, s18         sticks (on 18)",
        "t 4h           twists a 4h; t alone: a card not seen",
        "u.20 4h        buys it for 0.20; u ? 4h: price not noted",
        *_if(rules.split != "none", "sp 3cTh        splits; the second cards of both hands"),
        *_if(rules.burn != "off", "burn 4h9c      throws the pair in for these two"),
        *_if(
            rules.shoot, "sh.20          shoots 0.20: a split hand before its turn, or before the fourth card"
        ),
        "x, p, five     bust, pontoon, five cards: for cards not seen",
    ]


def _between(rules: Rules) -> list[str]:
    """What can be said before the bets."""
    return [
        "bank Cat       Cat holds the bank",
        *_if(rules.bank_sale, "sold Cat 1.50  Cat bought it"),
        *_if(rules.shoot, "kitty 1.00     what is put up, or lies in it now"),
        "shuffled       or unshuffled, before this deal",
        "players A, B   new seats, clockwise; join Eve after Bob, leave Dan",
        "gap            deals before this one were not written down",
        "deal 2b        what this deal is called",
    ]


def _if(told: bool, line: str) -> list[str]:
    return [line] if told else []
