"""The rules of the play in the program's own words: chapters 1 to 4.

In: nothing. Out: `PLAY`, the sections in their order, each chapter's heading before its sections.
"""

from __future__ import annotations

from pontoon_ledger.rulebook.model import Section

PLAY = (
    Section(
        "1",
        "Cards, hands and seats",
        """
        Throughout, the stake of a hand is what was laid down before its second card. All that is staked
        is the stake together with the price of every card bought for the hand. A hand is live until it
        goes bust.
        """,
    ),
    Section(
        "1.1",
        "The pack",
        """
        An ordinary pack of 52 without jokers, or two of them shuffled together (`packs`). An ace is worth
        1 or 11, whichever its holder prefers; tens and court cards are worth 10; the others the number
        printed on them. Suits mean nothing in the play: they only help to tell one seven from another.
        """,
    ),
    Section(
        "1.2",
        "What a hand is worth",
        """
        Of the totals its aces allow, a hand is worth the highest that is not over 21. If all are over,
        the lowest is the one that counts, and the hand is bust. So two aces are 12, and A-9-A is 21.
        """,
    ),
    Section(
        "1.3",
        "Which hand is better",
        """
        From the top: a pontoon, which is an ace and a card worth ten and nothing more; a five-card trick,
        which is any five cards that did not go bust, one as good as another; 21 on three or four cards;
        then 20, 19 and on downwards; a bust hand last. More cards do not decide between equal totals.

        K-A beats 2-3-4-5-A, that beats 10-6-5, that beats Q-J, and that beats 8-A. With `royal` a
        player's 7-7-7 stands above all of them.
        """,
    ),
    Section(
        "1.4",
        "The seats",
        """
        At least two people. The record lists them clockwise, so the one named next sits to the left, and
        the first follows the last. Anybody may leave out a deal.
        """,
    ),
    Section(
        "1.5",
        "The banker",
        """
        One of them has the bank. He plays a game of two against each of the other hands and lays down no
        stake of his own.
        """,
    ),
    Section(
        "2",
        "The deal",
        "From the first card to the moment when the player on the banker's left may speak.",
    ),
    Section(
        "2.1",
        "First card and stake",
        """
        Everybody gets a card face down, starting at the banker's left and ending with him. The players look
        at theirs and lay down a stake in the same order, within the limits of the table (`stakes`). The
        limits are for this stake: what is bought or split later may well go past the maximum.
        """,
    ),
    Section(
        "2.2",
        "The banker's double",
        """
        Where `banker_doubles` is on, the banker may look at his card once all stakes lie there, and double
        the deal. Whatever would be paid once is then paid twice, the loss of a bust hand too; what is paid
        twice, three times or not at all stays as it is. Limits and prices of cards go by the stake itself.
        A double where the option is off is reported, and the deal settled as if it had not been said.
        """,
    ),
    Section(
        "2.3",
        "Second card",
        "A second card for everybody, face down as well. This time the banker looks too.",
    ),
    Section(
        "2.4",
        "The banker's pontoon",
        """
        With `peek` a banker who finds a pontoon in his hand turns it over there and then. Nobody gets a
        turn, everybody pays on the stake (`banker_pontoon`; a player who has a pontoon as well pays by
        `pontoon_vs_banker_pontoon`), and the next deal begins. Without `peek` he keeps it to himself until
        his own turn, and rule 5.4 says what it costs.
        """,
    ),
    Section(
        "3",
        "A player's turn",
        """
        Clockwise from the banker's left. A player finishes one hand before he touches the next.
        """,
    ),
    Section(
        "3.1",
        "A pontoon",
        """
        Is said aloud and takes no further card. One that its holder forgot to declare is a pontoon still.
        """,
    ),
    Section(
        "3.2",
        "Splitting",
        """
        Two first cards of one rank may be parted into two hands: two queens, two tens, but not a king and
        a jack. The new hand gets a stake as large as the first, each of the two a card face down, and from
        there each is played by itself. If the card that comes is of that rank again, it may be split off
        too, until there are `max_hands` hands. `split` says which pairs may be parted.
        """,
    ),
    Section(
        "3.3",
        "Buying a card",
        """
        Under 21, with fewer than five cards, and as long as this hand has not twisted, a card may be
        bought; it comes face down. The third costs at least the stake and at most `buy_max` times it. The
        fourth and the fifth cost at least the stake and at most what the card before cost.

        On a stake of 0.20 bought at 0.30, the next card costs 0.20 to 0.30. If a price was out of bounds,
        what comes after is measured by that price, or by the stake if that is more. A split hand goes by
        its own stake. `fifth_card` may rule out buying the fifth.
        """,
    ),
    Section(
        "3.4",
        "Twisting",
        """
        Under 21 and with fewer than five cards a card may be had for nothing, face up. From then on this
        hand can have its cards in no other way.
        """,
    ),
    Section(
        "3.5",
        "Sticking",
        "A hand may stop once it has reached what `stick_on` asks for; until then it must take a card.",
    ),
    Section(
        "3.6",
        "When no card may be taken",
        """
        On 21 the hand is finished, also where an ace that counts eleven is part of it. Five cards
        finish it as well.
        """,
    ),
    Section(
        "3.7",
        "Bust",
        """
        A hand over 21 is thrown in at once. All that was staked on it goes to the bank, and its cards go
        to the bottom of the pack.
        """,
    ),
    Section(
        "3.8",
        "Burning",
        """
        Where `burn` allows it, two first cards that come to the total it names, with no ace among them,
        may be thrown in for two others, and those again, all for the same stake. A split hand may do so
        too, and for rule 3.2 keeps the rank that it was dealt first. Two cards that came by burning may
        be split.
        """,
    ),
    Section(
        "4",
        "The banker's turn",
        "When the last player has finished.",
    ),
    Section(
        "4.1",
        "How the banker plays",
        """
        He turns his two cards over, takes as many more as he likes, all face up, and stops where he likes,
        unless `banker_draws_below` makes him go on. 21 and five cards stop him as they stop anybody. Buying,
        splitting and burning are not for him.
        """,
    ),
    Section(
        "4.2",
        "Nobody left to play against",
        "If all hands of the players went bust, he may leave his cards as they are.",
    ),
)
