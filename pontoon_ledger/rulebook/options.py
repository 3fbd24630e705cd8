"""The options of chapter 8 and the presets in words: what each value means at the table.

In: nothing. Out: `OPTION_TEXTS` and `PRESET_TEXTS`, by name. Values are spelt as a record spells them.
"""

from __future__ import annotations

from pontoon_ledger.rulebook.model import OptionText, PresetText

_SHOOTING = ("7", *(f"7.{n}" for n in range(1, 11)))

OPTION_TEXTS: dict[str, OptionText] = {
    "stick_on": OptionText(
        "the least total a player may stick on",
        "Below it a player has to take another card. The banker is not bound by it.",
        {
            "15": "stick on 15 or more",
            "16": "stick on 16 or more",
            "0": "stick on anything (`any` says it too)",
        },
        ("3.5",),
    ),
    "split": OptionText(
        "which pairs may be split",
        "A pair is two first cards of one rank: two jacks, not a jack and a king.",
        {
            "pairs": "any pair may be split",
            "aces": "two aces may be split, no other pair",
            "none": "nobody splits",
        },
        ("3.2",),
    ),
    "max_hands": OptionText(
        "how many hands one player may split into",
        "Counts all hands of a player in a deal, the first among them.",
        {"4": "up to four hands", "3": "up to three hands", "2": "one split, two hands"},
        ("3.2",),
    ),
    "split_pontoon_pays": OptionText(
        "what the pontoon of a split hand is paid",
        "An ace and a ten-card on a hand that was split. It never wins the bank, whatever it is paid.",
        {"2": "twice all that was staked", "1": "once all that was staked"},
        ("3.2", "5"),
    ),
    "buy_max": OptionText(
        "how dear the third card may be",
        "The stake times this is the most a third card may cost, and so bounds the fourth and fifth.",
        {"2": "up to twice the stake", "1": "the stake, no more and no less"},
        ("3.3",),
    ),
    "fifth_card": OptionText(
        "whether the fifth card may be bought when it cannot bust",
        "Four cards that come to 11 or less, aces as one, make a five-card trick with any fifth.",
        {
            "buy": "the fifth card may be bought like the others",
            "twist_if_safe": "four cards of 11 or less get their fifth by a twist and not for money",
        },
        ("3.3",),
    ),
    "peek": OptionText(
        "when a banker shows his pontoon",
        "Decides whether players can lose bought cards and split hands to a banker's pontoon.",
        {
            "true": "at once, before anybody has a turn; it costs a multiple of the stake",
            "false": "on his own turn, after the players; it costs a multiple of all that was staked",
        },
        ("2.4", "5.4"),
    ),
    "banker_pontoon": OptionText(
        "what the banker's pontoon costs a player",
        "Taken from every player; one who has a pontoon too is a case of its own.",
        {
            "2": "twice the stake (with `peek` off: twice all that was staked)",
            "1": "the stake (with `peek` off: all that was staked)",
            "3": "three times the stake (with `peek` off: of all that was staked)",
        },
        ("2.4", "5.4"),
    ),
    "pontoon_vs_banker_pontoon": OptionText(
        "what the banker's pontoon costs a player who has one too",
        "The bank stays where it is, for the banker had a pontoon.",
        {
            "2": "twice the stake",
            "1": "the stake",
            "0": "nothing: it is a push",
        },
        ("2.4", "5.4"),
    ),
    "pontoon_pays": OptionText(
        "what a player's pontoon is paid",
        "A pontoon on two first cards that were not split.",
        {"2": "twice the stake", "1": "the stake", "3": "three times the stake"},
        ("5",),
    ),
    "five_card_pays": OptionText(
        "what a player's five-card trick is paid",
        "It wins against all but a pontoon or a five-card trick of the banker.",
        {"2": "twice all that was staked", "1": "once all that was staked"},
        ("5",),
    ),
    "banker_five_card": OptionText(
        "what the banker's five-card trick costs a player",
        "Taken from live hands that it beats or ties; bust hands have paid already.",
        {"2": "twice all that was staked", "1": "once all that was staked"},
        ("5",),
    ),
    "ties": OptionText(
        "who wins between equal hands",
        "Equal totals, 21 against 21, two five-card tricks.",
        {"banker": "the bank wins", "push": "nobody wins, no money moves"},
        ("5.1",),
    ),
    "royal": OptionText(
        "whether three sevens are a hand of their own",
        "For players only, on split hands and in doubled deals alike; the banker's own are a plain 21.",
        {
            "false": "7-7-7 is a plain 21",
            "true": "a player's 7-7-7 beats everything and is paid three times all that was staked",
        },
        ("1.3", "5", "7.9"),
    ),
    "burn": OptionText(
        "which two first cards may be thrown in for new ones",
        "The total is one without an ace. The stake stays as it is.",
        {
            "off": "none",
            "13": "two cards that come to 13",
            "14": "two cards that come to 14",
            "13_14": "two cards that come to 13 or 14",
        },
        ("3.8",),
    ),
    "banker_doubles": OptionText(
        "whether the banker may double a deal",
        "He looks at his first card when all have staked, and says so. What is paid once is paid twice.",
        {"false": "the banker may not double", "true": "the banker may double"},
        ("2.2",),
    ),
    "banker_draws_below": OptionText(
        "up to where the banker has to draw",
        "Not asked of a banker whose players have all gone bust.",
        {
            "none": "he may stay on any total",
            "16": "he must draw on 15 and less",
            "17": "he must draw on 16 and less",
        },
        ("4.1",),
    ),
    "shuffle_after": OptionText(
        "what calls for a shuffle before the next deal",
        "Where nothing does, used cards go under the pack and it is dealt on.",
        {
            "any_pontoon": "a pontoon of anybody, the banker too",
            "player_pontoon": "a pontoon of a player; the banker's alone does not count",
            "bank_change": "a change of banker",
            "every_deal": "every deal",
        },
        ("6.1", "6.2"),
    ),
    "bank_passes": OptionText(
        "how the bank comes to the next banker",
        "A sale comes on top of this where `bank_sale` is on.",
        {
            "pontoon": "a player's pontoon wins it",
            "each_deal": "it goes to the left after every deal",
            "never": "it stays with one player",
        },
        ("6.3",),
    ),
    "bank_sale": OptionText(
        "whether the bank may be sold",
        "An auction over a kitty that ran dry is always allowed.",
        {"true": "the banker may sell it between deals", "false": "it may not be sold"},
        ("6.4", "7.8"),
    ),
    "packs": OptionText(
        "how many packs are in the game",
        "As many copies of one card may be in a deal as there are packs.",
        {"1": "one pack, 52 cards", "2": "two packs, 104 cards"},
        ("1.1", "6.6"),
    ),
    "shoot": OptionText(
        "whether Shoot Pontoon is played",
        "Its kitty has limits of its own, written in the head of a record: `kitty: {min: 0.50, max: 2.00}`.",
        {"false": "no kitty, no shoot bets", "true": "the banker puts up a kitty, players may shoot at it"},
        _SHOOTING,
    ),
}

PRESET_TEXTS: dict[str, PresetText] = {
    "pagat": PresetText(
        "the rules of Pontoon on pagat.com, collected by John McLeod",
        "The full British family game. What a record does not say is taken from here.",
    ),
    "gamerules": PresetText(
        "the page on Pontoon of gamerules.com",
        "Like `pagat`, except that a pontoon of the banker alone calls for no shuffle.",
    ),
    "wikipedia": PresetText(
        "Wikipedia, Pontoon (banking game): the modern rules, as far as the article tells them",
        "The banker's pontoon waits for his turn and costs no more than a plain loss, but bought "
        "cards are lost to it.",
    ),
    "school": PresetText(
        "what playgrounds commonly add",
        "Nobody sticks on 15, a bad 13 may be thrown in, and three sevens are the best hand of all.",
    ),
}
