"""The register of codes: what each finding is called and how grave it is.

In: nothing. Out: `CODES`, code -> `Code(severity, title)`, in the order of the chapters. Codes are
never renumbered; a new one goes to the end of its chapter.
"""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """E an error, W a warning, N a note; and the finding in a few words."""

    severity: str
    title: str


CODES: dict[str, Code] = {
    "P001": Code("E", "the file cannot be read"),
    "P002": Code("E", "not well-formed YAML, JSON or CSV, or a construct a record may not use"),
    "P003": Code("E", "a key or column that no record has"),
    "P004": Code("E", "a field is missing, of the wrong kind, or given two values"),
    "P005": Code("E", "a clause of the play cannot be read where it stands"),
    "P006": Code("E", "an amount cannot be read"),
    "P007": Code("E", "a card cannot be read"),
    "P008": Code("E", "a name that has no seat"),
    "P009": Code("E", "a player, seat, deal or session is there twice"),
    "P010": Code("E", "nobody can hold the bank, or its holder stakes against himself"),
    "P101": Code("E", "one card is in the deal too often"),
    "P102": Code("E", "a card came again too soon though no shuffle was written"),
    "P103": Code("W", "no shuffle where one was due"),
    "P104": Code("W", "a shuffle where none was due"),
    "P105": Code("N", "a card came again too soon: an unwritten shuffle is supposed"),
    "P201": Code("E", "the initial stake is outside the limits"),
    "P202": Code("E", "stuck on too low a total"),
    "P203": Code("E", "a card taken that could not be taken"),
    "P204": Code("E", "bought after a twist"),
    "P205": Code("E", "the price of a bought card is out of bounds"),
    "P206": Code("E", "the fifth card bought where it can only be twisted"),
    "P207": Code("E", "a split that the rules do not allow"),
    "P208": Code("E", "the split hand is not staked like the first"),
    "P209": Code("E", "split into too many hands"),
    "P210": Code("E", "the ending or total written is not what the cards say"),
    "P211": Code("W", "no ending is written: taken as stuck"),
    "P212": Code("E", "played on though the banker had shown a pontoon"),
    "P213": Code("E", "the banker stayed where he had to draw"),
    "P214": Code("E", "a burn that the rules do not allow"),
    "P215": Code("E", "the banker doubled where doubling is off"),
    "P301": Code("E", "the wrong amount was paid"),
    "P302": Code("E", "the payment went the wrong way"),
    "P303": Code("N", "too little is recorded to check the payment"),
    "P304": Code("N", "a ruling that changes nothing"),
    "P401": Code("E", "the bank went to somebody with no claim to it"),
    "P402": Code("E", "the bank stayed though a pontoon had won it"),
    "P403": Code("E", "the bank went to a claimant who was not the first"),
    "P404": Code("E", "a sale of the bank that cannot be"),
    "P501": Code("E", "the kitty is outside its limits"),
    "P502": Code("E", "the shoot bets are more than the kitty"),
    "P503": Code("E", "a shoot bet at the wrong time"),
    "P504": Code("E", "a shoot bet wrongly settled"),
    "P505": Code("E", "the kitty is less than was carried into the deal"),
    "P506": Code("E", "the kitty is empty and was not put up anew"),
    "P507": Code("E", "a shoot bet where shooting is off"),
    "P601": Code("E", "the chips cashed in do not agree with the results"),
    "P602": Code("E", "the bank's written result does not balance the players'"),
    "P603": Code("E", "a running total differs from the results"),
}
