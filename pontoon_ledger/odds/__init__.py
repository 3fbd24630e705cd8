"""What a hand is worth: its own chances against a banker of known habits, and each choice weighed.

In: house rules, a banker's policy, a hand by rank. Out: values in units of the first stake S (floats, or
fractions where asked exactly), tables for many hands at once, the best strategy, the bank's edge.

The rooms, from the pack up:

- `pack`: a hand is a whole number that adds up as cards do (`pack.cards("59")`, `pack.hand_of(ranks)`).
- `policy`: a `Policy` for the banker (`DEFAULT` stays on 17, soft 18; `parse_policy`; `observed`).
- `game`: `Game(rules, bank, doubled)`: all that the chances hang on; `Game.key()` names it.
- `banker`: the chances of the bank's classes given cards that lie elsewhere.
- `standing`: `Chances`: W of a finished hand, the chances of the next card.
- `states`, `values`: a `State`, its `Action`s; `Values(game, exact=False)`: V and Q. `reach.ready(game)`: the
  same with the bank's hands worked out for all places at once, which a whole deal wants.
- `tables`: all places of a game in a frame; `keeping.table_of(game)` has it shipped, cached or made;
  `analysis.weigh(table, moments)`: 100,000 hands at once on it. `record.record_of(audit.hands, "Ann")`: a
  banker as he was seen.
- `graph`, `figures`, `chart`, `strategy`: what comes of one way to play, and the best; `compare`: of rules.
- `asking`, `weighing`: one hand in the words of a record, and what each choice brings.

    values = Values(Game())                               # exact=True: in fractions
    hand = values.dealt(pack.cards("95"))                 # State; pair=True: of equal rank; seen=...
    values.before_peek(hand)                              # before the banker has looked for a pontoon
    values.value(hand), values.choices(hand)              # V; {Action: Q}, the bank has shown none
    values.bought(hand, 1.5)                              # Q of the next card at any price, in S
    later = hand.taken(pack.value_of(rank), 1.5)          # the hand with the card bought (None: twisted)
    values.stick(later)                                   # W x T: what it brings where it ends
    [values.half(*parting(hand))] * 2                     # what each hand of a split is worth at once
    values.fresh(*burning(game, hand))                    # what a pair thrown in leaves
    values.sitting()                                      # a deal before the first card, per S

The identity for a hand at real prices: result = sitting + (before_peek - sitting) [the deal] + (value -
before_peek, or the payment less before_peek) [has the bank a pontoon] + for each act (Q - V) [minus its
cost] and (V of what came - Q) [the draw] + (result - W T) [the bank's hand]. A split adds 2 x half to one
hand's line and then goes on once for each of the two.
"""

from pontoon_ledger.odds.game import Game
from pontoon_ledger.odds.policy import DEFAULT, Policy, PolicyError, observed, parse_policy, stays_on
from pontoon_ledger.odds.states import Action, State
from pontoon_ledger.odds.values import Values, burning, parting

__all__ = [
    "DEFAULT",
    "Action",
    "Game",
    "Policy",
    "PolicyError",
    "State",
    "Values",
    "burning",
    "observed",
    "parse_policy",
    "parting",
    "stays_on",
]
