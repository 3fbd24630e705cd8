"""What the codes of the record, the pack, the bank and the sums mean: P0, P1, P4 and P6.

In: nothing. Out: `RECORD_CODES`, by code, each with an example that breaks it and its twin that does not.
"""

from __future__ import annotations

from pontoon_ledger.rulebook.model import CodeText, evening, hands

_ANN = "Ann: Kh 7d, stick"
_FIRST = hands("Bob: bet 0.20, Th 9c, stick", _ANN)
_BOB_WON = hands("Bob: bet 0.20, Ah Kd, pontoon", "Cat: bet 0.20, Ts 8s, stick", _ANN)
_TWO_WON = hands(
    "Bob: bet 0.20, Ts 8s, stick", "Cat: bet 0.20, Ah Kd, pontoon", "Dan: bet 0.20, Ac Qd, pontoon", _ANN
)
_LATER = "Dan: bet 0.20, 8h 8d, stick"

RECORD_CODES: dict[str, CodeText] = {
    "P001": CodeText(
        "The file is not there, may not be opened, is empty, is not text or tells of no deal. The same goes "
        "for a table that a record names under `deals:`.",
        "What cannot be read cannot be judged, and an evening must not go missing in silence.",
        "players: [Ann, Bob]\nbank: Ann\ndeals:« friday-night.csv|\n  - hands:\n      Bob: bet 0.20, Th 9c, "
        "stick\n      Ann: Kh 7d, stick»\n",
        "Here no friday-night.csv lies beside the record. To see the code without a record, check a file "
        "that does not exist, an empty one, or a photograph.",
    ),
    "P002": CodeText(
        "The text is not YAML, JSON or a table as it should be, or uses what a record may not: anchors, "
        "tags, a second document, one key twice, rows that are too long or too short.",
        "Such places have two readings. Behind one that breaks the file itself nothing can be read.",
        evening(_FIRST, head="«bank: Bob|date: 2026-11-27»"),
    ),
    "P003": CodeText(
        "A key, a column or an option that the format does not have. The nearest one that it has is named.",
        "A key with a typing error would otherwise be passed over, and what it says would not count.",
        evening(_FIRST, head="«payed|paid»: at the end"),
    ),
    "P004": CodeText(
        "A field that must be there is not, holds what it cannot hold, or is given two different values.",
        "The program does not choose for you: a date in another order may be a different evening.",
        evening(_FIRST, head="date: «27/11/2026|2026-11-27»"),
    ),
    "P005": CodeText(
        "A clause of the play begins with no word that is known, or stands where it makes no sense: a "
        "second ending, a card behind `stick`, one first card without the other.",
        "The hand cannot be played again from what is written, and what hangs on it stays open.",
        evening(hands("Bob: bet 0.20, Th 9c, «stuck|stick»", _ANN)),
    ),
    "P006": CodeText(
        "An amount is missing or is none, has a sign where none belongs, more decimals than the currency, or "
        "two readings: 1,000 may be one or a thousand.",
        "Money is counted to the penny or not at all.",
        evening(hands("Bob: bet 1.00, Th 9c, stick, won «1,000|1.00»", _ANN)),
    ),
    "P007": CodeText(
        "Something stands in the place of a card that is none. Write rank and suit, `9c` or `Th`, the rank "
        "alone, or `x` for a card that nobody noted.",
        "One wrong card can turn a win into a loss; a guess would be worse than a question.",
        evening(hands("Bob: bet 0.20, Th «1c|9c», stick", _ANN)),
    ),
    "P008": CodeText(
        "Somebody plays, pays or buys chips who is not among the players of the record.",
        "Mostly a typing error, and left alone it would give one person two accounts.",
        evening(hands("«Bib|Bob»: bet 0.20, Th 9c, stick", _ANN)),
    ),
    "P009": CodeText(
        "The same player, seat, deal or session comes a second time. A player's further hand is written as a "
        "`split` in a list below the first.",
        "Counting it twice or dropping one of the two would both be wrong.",
        evening(hands("Bob: bet 0.20, Th 9c, stick", "«Bob|Cat»: bet 0.20, Td 8d, stick", _ANN)),
    ),
    "P010": CodeText(
        "The banker's own row has a stake, or nothing in the record tells who held the bank.",
        "Without a banker nobody knows who is owed what is lost.",
        evening(hands("Bob: bet 0.20, Th 9c, stick", "Ann: «bet 0.20, |»Kh 7d, stick")),
    ),
    "P101": CodeText(
        "One card is in a deal more often than the pack holds it; without suits, a fifth of one rank.",
        "Somebody misread or miswrote a card, and one of the two hands is not what it seems.",
        evening(hands("Bob: bet 0.20, «Kh|Kd» 9c, stick", _ANN)),
    ),
    "P102": CodeText(
        "A card is seen again while it must still have lain in the pack, and the record says of every deal "
        "since that nothing was shuffled.",
        "Either a card or the word about the shuffle is wrong.",
        evening(_FIRST, hands(_LATER, "Ann: Qc «Kh|Kd», stick", fields="shuffled: false")),
    ),
    "P103": CodeText(
        "The record says there was no shuffle, but what happened in the deal before called for one.",
        "Those who remember the used cards have an edge. The money stands; hence a warning.",
        evening(
            _BOB_WON,
            hands(_LATER, "Bob: Kc 7c, stick", fields="shuffled: «false|true»"),
        ),
    ),
    "P104": CodeText(
        "The record says there was a shuffle, but nothing called for one.",
        "Changes no payment, but it is not the game that was agreed on; hence a warning.",
        evening(_FIRST, hands(_LATER, "Ann: Kc 7c, stick", fields="shuffled: «true|false»")),
    ),
    "P105": CodeText(
        "A card is seen again while it should still have lain in the pack, and nobody wrote whether there "
        "was a shuffle. One is supposed.",
        "Probably somebody shuffled. If nobody did, a card is written wrongly.",
        evening(_FIRST, hands(_LATER, "Ann: Qc «Kh|Kd», stick")),
    ),
    "P401": CodeText(
        "The bank is with somebody who neither won it nor, as far as is written, bought it.",
        "From here on the wrong person may be winning and losing for the bank.",
        evening(_FIRST, hands(_LATER, "«Cat|Ann»: Kc 7c, stick", fields="bank: «Cat|Ann»")),
    ),
    "P402": CodeText(
        "A player's pontoon won the bank, but the old banker dealt on.",
        "The bank is worth having, and the winner has a right to it. Where he did not want it, a "
        "`waive` with that reason settles the matter.",
        evening(_BOB_WON, hands(_LATER, "«Ann|Bob»: Kc 7c, stick", fields="bank: «Ann|Bob»")),
    ),
    "P403": CodeText(
        "Several players had a pontoon, and the bank went to one of them who does not come first from the "
        "banker's left.",
        "Only one of them can have it, and the seats decide who.",
        evening(
            _TWO_WON,
            hands("Bob: bet 0.20, 8h 8d, stick", "«Dan|Cat»: Kc 7c, stick", fields="bank: «Dan|Cat»"),
        ),
    ),
    "P404": CodeText(
        "A price of the bank is written, but it went to its holder, to nobody, or may not be sold at all.",
        "Either no sale took place, or the buyer was not written down.",
        evening(
            _FIRST,
            hands(_LATER, "«Ann|Bob»: Kc 7c, stick", fields="bank: «Ann|Bob»\nprice: 0.50"),
        ),
    ),
    "P601": CodeText(
        "A player's chips at the end are not those he bought plus what he won or less what he lost.",
        "Chips went astray, or a result is written wrongly; the difference says how much to look for.",
        evening(_FIRST, head="cash:\n  Bob: {in: 5.00, out: «5.50|5.20»}\n  Ann: {in: 5.00, out: 4.80}"),
    ),
    "P602": CodeText(
        "The result on the bank's row is not what the players lost or won together, with the other sign.",
        "Money was made or lost in the writing.",
        evening(hands("Bob: bet 0.20, Th 9c, stick, won 0.20", "Ann: Kh 7d, stick, lost «0.30|0.20»")),
    ),
    "P603": CodeText(
        "A running total that was read out and written down is not the sum of the deals so far.",
        "It says between which two tallies the mistake must lie, so that nobody has to "
        "search the whole evening.",
        evening(
            hands(
                "Bob: bet 0.20, Th 9c, stick, won 0.20",
                _ANN,
                fields="tally: {Bob: «0.30|0.20», Ann: -0.20}",
            )
        ),
    ),
}
