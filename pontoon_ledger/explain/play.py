"""How a hand was played: stake, burned pairs, cards, endings, all that was staked.

In: the table and the row of a hand. Out: its steps, each under the name of its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.cards import UNKNOWN, rank_of
from pontoon_ledger.explain.model import Step
from pontoon_ledger.explain.phrases import card_word, card_words, class_name, counted, members, total_of
from pontoon_ledger.explain.shooting import shot
from pontoon_ledger.notation import Kind
from pontoon_ledger.replay.totals import BIT, BUST, FIVE, PONTOON, ROYAL, TWENTY_ONE
from pontoon_ledger.shape import BOUGHT, TWISTED

if TYPE_CHECKING:
    from pontoon_ledger.explain.notes import Placed
    from pontoon_ledger.explain.table import Row, Table

_MOST = 5
_PAIRS = [
    "aces",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
]
_PLACES = {3: "third", 4: "fourth", 5: "fifth"}
_SPECIAL = {FIVE: ", a five-card trick", PONTOON: ", a pontoon", ROYAL: ", three sevens"}


def cards_of(row: Row) -> list[int]:
    """List the cards that count, up to five; none where the row has none or cannot be read."""
    if not row["listed"] or row["faulty"]:
        return []
    return [row[f"c{k}"] for k in range(1, 6) if row[f"c{k}"] is not None]


def played(table: Table, row: Row) -> list[Placed]:
    """Tell a player's turn, from the stake to the last card."""
    if row["unread"]:
        return [("row", unreadable(row))]
    steps = [*_stake(table, row), *_burned(row)]
    steps += first_two(row)
    for k in range(3, len(cards_of(row)) + 1):
        steps.append((_PLACES[k], _taken(table, row, k)))
    steps += [*past_the_fifth(row), *shot(table, row)]
    steps += [("ending", step) for step in _ending(table, row)]
    if not (table.shown_at_once or table.void):
        steps += _staked(table, row)
    return steps


def unreadable(row: Row) -> Step:
    """Tell a row with a fault in it as it stands: nothing of it is judged."""
    text = " ".join(row["text"].split())
    said = f'the record says "{text}"' if text else "what the record says here cannot be read"
    return Step(f"{said}; because of the fault in it the hand is not judged")


def first_two(row: Row) -> list[Placed]:
    """Tell the two first cards and what they make."""
    cards = cards_of(row)[:2]
    if not cards:
        return []
    if cards == [UNKNOWN, UNKNOWN] and not row["cards_written"]:
        return [("cards", Step("the first two cards are not written"))]
    total = total_of(cards)
    made = "" if total is None else f" make {total}" + (", a pontoon" if total == TWENTY_ONE else "")
    return [("cards", Step(card_words(cards) + made, "1.2"))]


def past_the_fifth(row: Row) -> list[Placed]:
    """Tell of cards behind the fifth, which do not count."""
    if not row["extra"]:
        return []
    cards = card_words(row["more_cards"] or [])
    return [("extra", Step(f"takes {cards} past the fifth card; not counted", "3.6"))]


def running(row: Row, k: int) -> str:
    """Call out the total after card k, as at the table."""
    cards = cards_of(row)[:k]
    total = total_of(cards)
    if total is None:
        known = members(row[f"totals{k}"])
        return f": {class_name(known[0])}" if len(known) == 1 and k < _MOST else ""
    if total > TWENTY_ONE:
        return f": {total}, bust"
    last = k == len(cards_of(row))
    special = _SPECIAL.get(members(row["classes"])[0], "") if last and k > 2 else ""
    return f": {total}{special}"


def _stake(table: Table, row: Row) -> list[Placed]:
    limits = table.bounds(table.session["stakes_min"], table.session["stakes_max"])
    allowed = f" ({limits} allowed)" if limits else ""
    later = row["hand"] > 1 or row["opening"] == Kind.SPLIT
    if later:
        return [("opening", _split_stake(table, row))]
    if row["bet"] is None:
        if not row["playing"]:
            return [("opening", Step("no stake is written: this may be the bank's own hand"))]
        return [("opening", Step(f"the stake is not written{allowed}", "2.1"))]
    steps = [("opening", Step(f"bets {table.money(row['bet'])}{allowed}", "2.1"))]
    if row["split"]:
        steps.append(("opening", _splits(table, row)))
    return steps


def _splits(table: Table, row: Row) -> Step:
    hands = [h for h in table.players if h["player"] == row["player"]]
    first = [(h["burns"] or [h["c1"]])[0] for h in hands if not h["unread"]]
    ranks = {None if card is None else rank_of(card) for card in first}
    rank = ranks.pop()
    pair = "the first two cards" if ranks or rank is None else f"a pair of {_PAIRS[rank]}"
    return Step(f"splits {pair} into {counted(len(hands), 'hand')}", "3.2")


def _split_stake(table: Table, row: Row) -> Step:
    first = row["first_bet"]
    if row["bet"] is not None:
        again = " again" if row["bet"] == first else ""
        return Step(f"a hand of the split, staked with {table.money(row['bet'])}{again}", "3.2")
    if first is not None:
        return Step(f"a hand of the split; its stake is taken to be {table.money(first)} again", "3.2")
    return Step("a hand of the split; its stake is not written", "3.2")


def _burned(row: Row) -> list[Placed]:
    burns = row["burns"] or []
    pairs = [burns[i : i + 2] for i in range(0, len(burns), 2)]
    steps: list[Placed] = []
    for pair in pairs:
        total = total_of(pair)
        made = "" if total is None else f", which make {total},"
        steps.append(("burn", Step(f"throws in {card_words(pair)}{made} for two new cards", "3.8")))
    return steps


def _taken(table: Table, row: Row, k: int) -> Step:
    card, how, price = card_word(row[f"c{k}"]), row[f"how{k}"], row[f"price{k}"]
    total = running(row, k)
    if how == TWISTED:
        return Step(f"twists {card}{total}", "3.4")
    if how != BOUGHT:
        return Step(f"takes {card}, bought or twisted, nobody noted which{total}", "3")
    notes = []
    if price is None:
        notes.append("price not written")
    allowed = _allowed(table, row, k)
    if allowed:
        notes.append(f"{allowed} allowed")
    paid = "" if price is None else f" for {table.money(price)}"
    noted = f" ({'; '.join(notes)})" if notes else ""
    return Step(f"buys {card}{paid}{noted}{total}", "3.3")


def _allowed(table: Table, row: Row, k: int) -> str | None:
    """Say what card k may cost, None where the stake is open or the card may not be bought."""
    if row["s_low"] != row["s_high"] or any(row[f"how{j}"] == TWISTED for j in range(3, k)):
        return None
    return table.bounds(row["s_low"], row[f"bound{k}"])


def _ending(table: Table, row: Row) -> list[Step]:
    if row["contradicted"]:
        return []
    classes = row["classes"]
    if classes == BIT[PONTOON]:
        return _pontoon(row)
    if table.shown_at_once and row["ending"] is None:
        return [Step("has no turn: the banker showed a pontoon", "2.4")]
    unlisted = "" if cards_of(row) else "; the cards are not written"
    if classes == BIT[BUST]:
        return [Step(f"bust: the hand is thrown in{unlisted}", "3.7")]
    if classes == BIT[FIVE]:
        return [Step(f"five cards and not bust: a five-card trick{unlisted}", "3.6")]
    return _standing(row, unlisted)


def _standing(row: Row, unlisted: str) -> list[Step]:
    """Tell the end of a hand that is neither bust nor anything special."""
    known = members(row["classes"])
    if row["ending"] == Kind.STICK:
        on = f" on {class_name(known[0])}" if len(known) == 1 and known[0] != ROYAL else ""
        return [Step(f"sticks{on}{unlisted}", "3.5")]
    if not row["listed"]:
        return [Step("nothing is written of the cards")]
    if known in ([TWENTY_ONE], [ROYAL]):
        return [Step("21: no further card may be taken", "3.6")]
    return []


def _pontoon(row: Row) -> list[Step]:
    declared = row["ending"] == Kind.PONTOON or not row["listed"]
    steps = [Step("declares a pontoon" if declared else "a pontoon, declared or not", "3.1")]
    if row["split"]:
        steps.append(Step("a pontoon from a split does not win the bank", "6.3"))
    return steps


def _staked(table: Table, row: Row) -> list[Placed]:
    """Say what was staked in all, where that is more than the first stake or not known."""
    five_cards = row["classes"] & (BIT[BUST] | BIT[FIVE])
    low, high = row["t_low"], max(row["t_high"], row["five_high"] if five_cards else 0)
    if row["classes"] == BIT[PONTOON] and not row["listed"] and row["staked"] is None:
        return []
    if row["staked"] is not None:
        return [("staked", Step(f"{table.money(row['staked'])} staked in all, as written", "3.3"))]
    if low == high:
        return [] if low == row["s_low"] else [("staked", Step(f"{table.money(low)} staked in all", "3.3"))]
    return [("staked", Step(f"staked in all: {table.bounds(low, high)}, not written exactly", "3.3"))]
