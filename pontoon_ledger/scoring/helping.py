"""The help at the table: what can be entered now, and the rest in short.

In: the game. Out: lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pontoon_ledger.scoring.engine import Game

_NOW = {
    "holder": ["bank Ann       Ann holds the bank"],
    "nobody": ["Bob b.20       lets Bob in", "void           nothing was played"],
    "bet": [
        "b.20           bets 0.20 (b20p, b 0.20; b alone: the same as last time)",
        "b.20 5c9d      with the first two cards; x is a card not seen",
        "-              sits this deal out",
        "bank Cat       Cat holds the bank",
        "sold Cat 1.50  Cat bought it",
        "shuffled       or unshuffled, before this deal",
        "kitty 1.00     Shoot Pontoon: what is put up, or lies in it now",
        "players A, B   new seats, clockwise; join Eve after Bob, leave Dan",
    ],
    "shoot": ["sh.50          shoots 0.50", "Enter          does not"],
    "cards": ["5c9d           the first two cards; xx if they are not seen", "then as below:"],
    "play": [],
    "bank": ["kh7d           the cards; 4c or t 4c draws, s stays", "-              nobody noted them"],
    "pay": [
        "Enter          all was paid as shown: the deal is written down",
        "Bob won .40    or lost .40, push, shoot won .20; Bob/2 for a second hand",
        "Bob 5c9d       cards seen only now",
        "tally Bob 3.40 a running total as read out",
    ],
}
_HAND = [
    "s, s18         sticks (on 18)",
    "t 4h           twists a 4h; t alone: a card not seen",
    "u.20 4h        buys it for 0.20; u ? 4h: price not noted",
    "sp 3cTh        splits; the second cards of both hands",
    "burn 4h9c      throws the pair in for these two",
    "sh.20          shoots 0.20 (before the fourth card)",
    "x, p, five     bust, pontoon, five cards: for cards not seen",
    "bp AhKd        the banker shows a pontoon at once",
]
_ALWAYS = [
    "! reason       lets stand what was refused just now",
    "undo, undo 3   takes back entries, over deals too",
    "d              the banker doubled",
    "void reason    a misdeal",
    "note text      a note to this deal",
    "score          who has won what so far",
    "Bob ...        an entry for Bob, whoever is asked; @S for a player called S",
    "q              leaves; nothing is lost",
]


def help_lines(game: Game) -> list[str]:
    """What can be entered now, then what always can."""
    kind = game.turn.kind
    hand = _HAND if kind in ("cards", "play") else []
    return [*_NOW[kind], *hand, *_ALWAYS]
