"""The rules of paying, of the bank, of Shoot Pontoon and of house rules: chapters 5 to 8.

In: nothing. Out: `MONEY`, the sections in their order, each chapter's heading before its sections.
"""

from __future__ import annotations

from pontoon_ledger.rulebook.model import Section

MONEY = (
    Section(
        "5",
        "Settlement",
        """
        Every hand is settled by itself, split hands too. The table says how many times all that was staked
        on it goes to the player (+) or to the bank (-).

          player / banker    five-card   21 on three   20 or less        bust
                             trick       or four
          pontoon            +2          +2            +2                +2
          five-card trick    -2          +2            +2                +2
          21, three or four  -2          -1            +1                +1
          20 or less         -2          -1            +1 if better,     +1
                                                       otherwise -1
          bust before        -1          -1            -1                -1

        A pontoon of the banker that was shown at once ends the deal on the stakes alone (rule 2.4). A split
        hand's pontoon is paid by `split_pontoon_pays`, any other by `pontoon_pays`, a five-card trick by
        `five_card_pays`; the banker's own five-card trick takes `banker_five_card` times from live hands.
        With `royal` a player's 7-7-7 is paid three times, whatever the banker has.
        """,
    ),
    Section(
        "5.1",
        "Equal hands",
        """
        The bank wins them. With `ties: push` nothing moves. Two five-card tricks are equal in this sense.
        """,
    ),
    Section(
        "5.2",
        "A bust hand is done with",
        """
        It was paid for when it went bust. The banker's hand makes no difference: the player neither pays
        again nor gets anything back.
        """,
    ),
    Section(
        "5.3",
        "Losing twice over",
        "Who loses double puts the second half on top of what already lies on the table.",
    ),
    Section(
        "5.4",
        "A pontoon kept for the banker's turn",
        """
        Without `peek` it takes `banker_pontoon` times all that was staked from each live hand, and from a
        player's pontoon, a split one as well, by `pontoon_vs_banker_pontoon`. Hands that were bust by then
        have lost what was staked and no more.
        """,
    ),
    Section(
        "5.5",
        "It comes out even",
        """
        What the players win together the bank loses, and the other way round. So every deal, every tally
        and every evening adds up to nothing, and chips come out as they went in plus what was won.
        """,
    ),
    Section(
        "6",
        "Between two deals",
        "The pack, and who has the bank next.",
    ),
    Section(
        "6.1",
        "No shuffle as a rule",
        """
        As long as nobody had a pontoon, the cards that were used go under the pack, which is dealt on as it
        lies.
        """,
    ),
    Section(
        "6.2",
        "When to shuffle",
        """
        A pontoon in the deal, on whichever hand, means shuffling and cutting before the next
        one; `shuffle_after` has other customs. The pontoon of a split hand, or one that met a pontoon of
        the banker, is a player's pontoon here. Whether the bank changed is judged by the banker whom the
        record names. The first deal of all, and one that follows a gap in the record, need no shuffle.
        """,
    ),
    Section(
        "6.3",
        "Who has the bank next",
        """
        A player whose pontoon did not come of a split takes the bank over, provided that the banker had
        none. Of several such players it is the first to the banker's left. In all other cases
        the bank stays where it is. `bank_passes` may hand it round the table seat by seat instead, leaving
        out whoever is not in the coming deal, or leave it with one person for good. Whoever has it by
        these rules is the one to sell it. Once a hand has been
        split, neither part of it wins the bank.
        """,
    ),
    Section(
        "6.4",
        "Selling the bank",
        """
        Where `bank_sale` is on, whoever has the bank, be it won this minute, may sell it between deals to
        anybody, the old banker included, for whatever the two agree on. The buyer pays the seller. Whom
        the record names as banker, rightly or wrongly, pays and takes in that deal, and the claim to the
        next one is reckoned from him. A price written where sales are off is still owed; one that a person
        pays himself, or for a bank that did not move, is not.
        """,
    ),
    Section(
        "6.5",
        "The first banker",
        "Found by cutting the cards before the evening begins. A record just names him.",
    ),
    Section(
        "6.6",
        "Which cards can come",
        """
        Without a shuffle the pack is a queue: used cards wait at the bottom until all that lay above them
        have been dealt. In which order they were put there is left open, and so is the order of cards
        within a deal.

        Count the cards of the deal in which a card was seen, of the deal in which it is seen
        again, and of all in between. If these are no more than the pack holds, the card came too soon. With
        two packs it takes a third copy among so many cards. A hand whose cards nobody noted counts as five,
        and where something may be missing altogether, nothing is claimed.
        """,
    ),
    Section(
        "7",
        "Shoot Pontoon",
        "A second bet beside the game, against a purse of the banker's. Played where `shoot` is on.",
    ),
    Section(
        "7.1",
        "The kitty",
        """
        The banker puts a sum of his own on the table before anybody plays: the kitty. It lies within its
        own limits (`kitty`), or within those of the stakes where it has none, and is kept apart from
        his other money.
        """,
    ),
    Section(
        "7.2",
        "Shooting before the second card",
        """
        When all stakes lie there and before the second card is dealt, each player in turn may shoot: bet
        any sum against the kitty. What is bet at one time may come to as much as the kitty holds and no
        more. A bet too many is reported but stands, and the banker adds what the kitty cannot pay.
        """,
    ),
    Section(
        "7.3",
        "Shooting before the fourth card",
        """
        Once more a player may shoot on a hand that is about to get its fourth card, bought or twisted,
        whether he has shot before or not, as far as the kitty still has room. At no other card, not twice at
        one spot, and not if the fourth card then does not come. A bet out of time is settled like any other.
        """,
    ),
    Section(
        "7.4",
        "Shooting and splitting",
        """
        The bet made before the second card belongs to the first hand. Every further hand may get one of its
        own, from the split until its turn comes. As a record does not tell when, the latest moment is
        taken, which serves the player best.
        """,
    ),
    Section(
        "7.5",
        "A bust hand's bet",
        """
        Goes into the kitty on the spot, so that those who come later find more room there.
        """,
    ),
    Section(
        "7.6",
        "The banker's pontoon",
        """
        Shown at once, it sweeps the shoot bets into the kitty, each as it is and not doubled. The stakes
        follow rule 2.4.
        """,
    ),
    Section(
        "7.7",
        "Settling the bets",
        """
        Together with the stakes and always even money, be the hand a pontoon or a five-card trick. A hand
        better than the banker's takes its bet out of the kitty; an equal or a worse one pays it in, even
        where ties are a push. If the banker goes bust, every live hand is paid.
        """,
    ),
    Section(
        "7.8",
        "Topping up, running dry",
        """
        Between deals the kitty may be made larger but not smaller. When nothing is left, its banker puts up
        another, or the bank is auctioned: the highest bidder pays the old banker, even where
        `bank_sale` is off.
        """,
    ),
    Section(
        "7.9",
        "A new banker, a new kitty",
        """
        A banker who loses the bank takes his kitty along, and his successor begins with one of his own; so
        does the first of the evening. Not to do so is a fault. At the end the kitty goes
        home to its banker. Limits in the head of a record come before those of its rules. A royal
        beats every hand here too.
        """,
    ),
    Section(
        "7.10",
        "The kitty adds up",
        """
        In every deal, what the players gain by shooting is what the kitty loses by the play.
        """,
    ),
    Section(
        "8",
        "House rules",
        """
        No two tables play the same game, and no book has the last word. Where customs differ there is an
        option, and a record names the ones it was played by: `rules: school`, or a preset with changes,
        `rules: {base: school, stick_on: 15}`. What is not named is as in `pagat`. Shoot Pontoon is one
        change more: `rules: {base: pagat, shoot: true}`, its limits under `kitty: {min: 0.50, max: 2.00}`.
        """,
    ),
)
