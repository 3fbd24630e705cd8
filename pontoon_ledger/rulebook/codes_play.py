"""What the codes of the play, of payments and of Shoot Pontoon mean: P2, P3 and P5.

In: nothing. Out: `PLAY_CODES`, by code, each with an example that breaks it and its twin that does not.
"""

from __future__ import annotations

from pontoon_ledger.rulebook.model import CodeText, evening, hands

_ANN = "Ann: Kh 7d, stick"
_SHOWN = "Ann: Ah Kh, pontoon"
_SHOOT = "rules: {base: pagat, shoot: true}\nkitty: {min: 1.00, max: 5.00}"


def _bob(play: str, *more: str, bank: str = _ANN, head: str = "", fields: str = "") -> str:
    """Write one deal of Bob against the bank, which has 17 unless told."""
    return evening(hands(f"Bob: {play}", *more, bank, fields=fields), head=head)


def _two(first: str, second: str, head: str) -> str:
    """Write one deal in which Bob has two hands."""
    return evening(hands("Bob:", f"  - {first}", f"  - {second}", _ANN), head=head)


def _shoot(*rows: str, kitty: str = "1.00", then: tuple[str, ...] = ()) -> str:
    """Write a deal of Shoot Pontoon and those after it."""
    return evening(hands(*rows, _ANN, fields=f"kitty: {kitty}"), *then, head=_SHOOT)


PLAY_CODES: dict[str, CodeText] = {
    "P201": CodeText(
        "The stake before the second card is less than the least or more than the greatest of the table. "
        "Cards bought later are not meant.",
        "The limits are what everybody agreed to risk.",
        _bob("bet «1.50|1.00», Th 9c, stick", head="stakes: {min: 0.10, max: 1.00}"),
    ),
    "P202": CodeText(
        "A player stuck on less than these rules ask for.",
        "The hand should have taken a card and might have gone bust. It is settled as it lies.",
        _bob("bet 0.20, Th «4c|5c», stick"),
    ),
    "P203": CodeText(
        "A card was taken by a hand that was finished: on 21, on a pontoon, after going bust or behind the "
        "fifth card. The banker's hand is meant too.",
        "The hand was over, and the card belonged to the next in turn.",
        _bob("bet 0.20, Th 6c, twist «5c|4c», twist 9d, bust"),
    ),
    "P204": CodeText(
        "A card was bought on a hand that had already twisted one.",
        "Who buys puts in more money to get a card unseen; having twisted, he gave up that choice. The price "
        "counts as staked all the same.",
        _bob("bet 0.30, 6s 2d, twist 3s, «buy 0.30|twist» 7c, stick"),
    ),
    "P205": CodeText(
        "A bought card cost less than the stake, more than the rules allow, or more than the one before it. "
        "The finding tells the bounds.",
        "The price is part of what is won or lost.",
        _bob("bet 0.30, 6s 8d, buy «0.80|0.60» 5h, stick"),
    ),
    "P206": CodeText(
        "The fifth card was bought though none could bust the hand, and then these rules want a twist.",
        "Raising on a certainty is what the rule is there to prevent.",
        _bob(
            "bet 0.20, 2h 2c, buy 0.20 2d, buy 0.20 3c, «buy 0.20|twist» 4d",
            head="rules: {base: pagat, fifth_card: twist_if_safe}",
        ),
    ),
    "P207": CodeText(
        "Cards were split that are no pair, a pair that these rules do not split, or a split hand has no "
        "first hand.",
        "A second hand is a second chance and a second stake.",
        _two("bet 0.20, Kc 9c, stick", "split 0.20, «Q|K»s 8d, stick", ""),
    ),
    "P208": CodeText(
        "The hand that was split off is not staked with the same sum as the first.",
        "The split doubles the bet; it is no occasion for another.",
        _two("bet 0.20, Kc 9c, stick", "split «0.30|0.20», Ks 8d, stick", ""),
    ),
    "P209": CodeText(
        "A player split into more hands than these rules allow.",
        "One hand too many is one stake too many.",
        evening(
            hands(
                "Bob:",
                "  - bet 0.20, 8h 9c, stick",
                "  - split 0.20, 8c 9d, stick",
                "  - split 0.20, 8d Qs, stick",
                _ANN,
            ),
            head="rules: {base: pagat, max_hands: «2|3»}",
        ),
    ),
    "P210": CodeText(
        "What is written about the end of a hand, a total, bust, pontoon or five-card trick, is not what its "
        "cards come to.",
        "One of the two is wrong, and the program cannot know which. The payment of that "
        "hand is not judged on top of it.",
        _bob("bet 0.20, Th 9c, stick «18|19»"),
    ),
    "P211": CodeText(
        "A hand could have gone on but no ending is written. It is settled as if it had stuck.",
        "Perhaps a card is missing; hence a warning.",
        _bob("bet 0.20, Th 9c«|, stick»"),
    ),
    "P212": CodeText(
        "The banker had shown a pontoon, but a player still took a card, split, burned or stuck.",
        "The deal was over. The hand is settled on its stake, and what came later does not count.",
        _bob("bet 0.20, Th 5c«, twist 4d|»", bank=_SHOWN),
    ),
    "P213": CodeText(
        "The banker stayed on a total too low for these rules, with somebody left to play against.",
        "He might have gone bust. It is settled as it lies.",
        _bob(
            "bet 0.20, Th 9c, stick",
            bank="Ann: Kh «5|6»d, stick",
            head="rules: {base: pagat, banker_draws_below: 16}",
        ),
    ),
    "P214": CodeText(
        "Two first cards were thrown in where nobody burns, or with a total that may not be burned.",
        "A free second try on a bad hand is worth a good deal.",
        _bob("bet 0.20, burn 9d «5|4»c, Th 9c, stick", head="rules: {base: pagat, burn: 13}"),
    ),
    "P215": CodeText(
        "The banker doubled though these rules do not have it.",
        "The players staked without reckoning with it; the deal is settled plain.",
        _bob(
            "bet 0.20, Th 9c, stick",
            head="rules: {base: pagat, banker_doubles: «false|true»}",
            fields="doubled: true",
        ),
    ),
    "P301": CodeText(
        "The right side was paid, but not what the hand is due. The finding says who owes whom how much.",
        "That is what the program is for. Where cards are missing it is raised only if none could justify "
        "the payment.",
        _bob("bet 0.30, 6s 8d, buy 0.30 5h, stick, won «0.30|0.60»"),
    ),
    "P302": CodeText(
        "The money went to the loser, or moved from the winner.",
        "It is owed twice: once to undo it, once to pay it.",
        _bob("bet 0.20, Th 6d, stick, «won|lost» 0.20"),
    ),
    "P303": CodeText(
        "What is written leaves more than one result open. The note says what is missing and between which "
        "amounts the payment lies.",
        "Nothing is guessed. What was paid stands until somebody fills the gap.",
        _bob("«|bet 0.20, »Th 9c, stick, won 0.20"),
    ),
    "P304": CodeText(
        "`agreed` or `waive` is written, but nothing was there to agree on or to waive.",
        "A ruling that has lost its object may stand at the wrong hand.",
        _bob("bet 0.20, Th 9c, stick, won 0.20«, agreed|»"),
    ),
    "P501": CodeText(
        "A banker put up a kitty that is smaller or larger than it may be. Adding to one later is free.",
        "The kitty bounds what the table can win and lose by shooting.",
        _shoot("Bob: bet 0.20, shoot 0.20, Th 9c, stick", kitty="«0.50|1.00»"),
    ),
    "P502": CodeText(
        "When this bet was made, the shoot bets on the table came to more than the kitty held.",
        "The kitty cannot pay them all; the banker has to add what is lacking.",
        _shoot("Bob: bet 0.20, shoot 0.60, Th 9c, stick", "Cat: bet 0.20, shoot «0.50|0.40», Td 8d, stick"),
    ),
    "P503": CodeText(
        "A shoot bet was made at another moment than before the second card or before the fourth, a second "
        "time at one of them, or before a fourth card that never came.",
        "Who knows more cards bets on better odds. It is settled all the same.",
        _shoot("Bob: bet 0.20, «Th 4c, shoot 0.20|shoot 0.20, Th 4c», twist 5c, stick"),
    ),
    "P504": CodeText(
        "A shoot bet was not settled at even money, or went to the wrong side.",
        "What was shot for is owed by the kitty or to it, not more and not less.",
        _shoot("Bob: bet 0.20, shoot 0.40, Th 9c, stick, won 0.20, shoot won «0.80|0.40»"),
    ),
    "P505": CodeText(
        "The kitty as written is less than was left in it after the deal before.",
        "Money was taken out, or lost on the way. The banker is charged with the difference.",
        _shoot(
            "Bob: bet 0.20, shoot 0.50, Th 6c, stick",
            kitty="2.00",
            then=(hands("Bob: bet 0.20, 8h 9d, stick", "Ann: Qc 8s, stick", fields="kitty: «2.00|2.50»"),),
        ),
    ),
    "P506": CodeText(
        "The kitty is empty, or a new banker has none, and the deal was played without another.",
        "There is nothing to shoot at.",
        _shoot(
            "Bob: bet 0.20, shoot 1.00, Th 9c, stick",
            then=(
                hands("Bob: bet 0.20, 8h 9d, stick", "Ann: Qc 8s, stick", fields="«bank: Ann|kitty: 1.00»"),
            ),
        ),
    ),
    "P507": CodeText(
        "A shoot bet or a kitty in a record whose rules are not those of Shoot Pontoon.",
        "Perhaps the head lacks `shoot: true`; perhaps the bet was made at another table.",
        _bob("bet 0.20, «shoot 0.20, |»Th 9c, stick"),
    ),
}
