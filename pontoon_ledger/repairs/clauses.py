"""Single changes within one play: a card, an amount, a verb, a clause too few, too many or of the wrong kind.

In: a hand of the deal and what is known of the table. Out: `Change`s to be tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.cards import NO_SUIT, RANKS, UNKNOWN, card_name, parse_card, rank_of
from pontoon_ledger.money import format_amount
from pontoon_ledger.notation import (
    BET_CELL,
    ENDINGS,
    RESULTS,
    WON_CELL,
    Clause,
    Kind,
    format_clause,
    parse_clause,
)
from pontoon_ledger.plays import clause_spans
from pontoon_ledger.repairs.model import Change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pontoon_ledger.currency import Currency

_TEN = RANKS.index("T")
VERB, AMOUNT, CARD, CLAUSE = range(4)
_RESULTS = (*RESULTS, Kind.SHOOT_RESULT)
_STAKES = (Kind.BET, Kind.SPLIT, Kind.OPEN, Kind.BUY, Kind.STAKED, Kind.SHOOT, Kind.OWING)
_NAMES = {Kind.BUY: "price", Kind.STAKED: "stake in all", Kind.SHOOT: "shoot bet", Kind.OWING: "rest owed"}
_ENDING_WORDS = {Kind.PONTOON: "had a pontoon", Kind.FIVE: "had a five-card trick", Kind.BUST: "went bust"}


class Play(Struct, frozen=True):
    """A hand about to be changed: its row, its text cut into clauses, whose it is.

    `fresh` gives the best card of a rank: one that lies nowhere near. `ranks` and `amounts` are
    those worth trying.
    """

    row: dict[str, Any]
    total: int | None
    name: str
    currency: Currency
    fresh: Callable[[int], Sequence[int]]
    ranks: Sequence[int]
    amounts: Sequence[int]

    @property
    def text(self) -> str:
        """The play as written."""
        return str(self.row["text"])

    def clauses(self) -> list[tuple[int, int, Clause]]:
        """Cut the play into clauses: where each stands and what it says."""
        spans = clause_spans(self.text)[0]
        return [(a, b, parse_clause(self.text[a:b], self.currency)) for a, b in spans]

    def written(self, a: int, b: int, new: str) -> str:
        """Write other words in the place of a clause."""
        said = self.text[a:b]
        inner = said.strip()
        before = said[: said.index(inner)] if inner else ""
        return self.text[:a] + before + new + said[len(before) + len(inner) :] + self.text[b:]

    def money(self, amount: int) -> str:
        """An amount as the record writes it."""
        return format_amount(abs(amount), self.currency.decimals)

    def change(self, kind: str, weight: int, place: object, said: str, new: str, **more: Any) -> Change:
        """Make a change of this play."""
        return Change(
            kind,
            weight,
            (self.row["row"], place),
            said,
            shown(self.text),
            shown(new),
            self.row["player"] or self.row["holder"],
            self.row["hand"],
            cells=((self.row["row"], "text", new),),
            **more,
        )


def shown(text: str) -> str:
    r"""Show a play to people, the cells of a table named.

    >>> shown("\x040.20, 5c 9d, \x03+0.40")
    'bet 0.20, 5c 9d, result +0.40'
    """
    return text.replace(BET_CELL, "bet ").replace(WON_CELL, "result ")


def within(play: Play) -> Iterator[Change]:
    """Give every single change of one play that is worth trying."""
    clauses = play.clauses()
    for n, (a, b, clause) in enumerate(clauses):
        if clause.cards and clause.kind != Kind.BAD:
            yield from _cards(play, n, a, b, clause)
        if clause.kind in _RESULTS:
            yield from _results(play, n, a, b, clause)
        elif clause.kind in _STAKES:
            yield from _stakes(play, n, a, b, clause)
        if clause.kind in (Kind.BUY, Kind.TWIST):
            yield from _other_kind(play, n, a, b, clause)
        if clause.kind in (Kind.BUY, Kind.TWIST, Kind.BURN, Kind.SHOOT, *ENDINGS):
            yield _left_out(play, n, a, b, clauses)
    yield from _endings(play, clauses)
    yield from _missing(play, clauses)


def _cards(play: Play, n: int, a: int, b: int, clause: Clause) -> Iterator[Change]:
    """Try another card of the pack in the place of each."""
    ends, at = [], a
    for word in play.text[a:b].split():
        at = play.text.index(word, at, b)
        ends.append((at, at + len(word)))
        at += len(word)
    ends = ends[-len(clause.cards) :]
    for k, ((start, end), old) in enumerate(zip(ends, clause.cards, strict=True)):
        if old == UNKNOWN or parse_card(play.text[start:end]) != old:
            continue
        for rank in play.ranks:
            known = play.fresh(rank)
            for card in [NO_SUIT + rank] if old >= NO_SUIT else known if rank == rank_of(old) else known[:1]:
                if card != old:
                    new = play.text[:start] + card_name(card) + play.text[end:]
                    said = f"{play.name}'s {card_name(old)} was {{}}"
                    far = abs(rank - (rank_of(old) or 0))
                    yield play.change(
                        "card", CARD, (n, k), said, new, card=card, choice=card_name(card), distance=far
                    )


def _results(play: Play, n: int, a: int, b: int, clause: Clause) -> Iterator[Change]:
    """Try the result that is due, and the same amount the other way."""
    old = clause.amount or 0
    row = play.row
    due = {Kind.ALL_RESULT: ("all_low", "all_high"), Kind.SHOOT_RESULT: ("shoot_low", "shoot_high")}
    fits = {row[c] for c in due.get(Kind(clause.kind), ("due_low", "due_high"))} | {
        row.get("bank_fits"),
        -old,
    }
    for amount in sorted(v for v in fits if v is not None and v != old):
        way = "win" if amount > 0 else "lose" if amount < 0 else "push"
        verb = {"win": f"won {play.money(amount)}", "lose": f"lost {play.money(amount)}", "push": "pushed"}[
            way
        ]
        part = {Kind.ALL_RESULT: " on all hands together", Kind.SHOOT_RESULT: " by the shoot bets"}
        said = f"{play.name} had {verb}{part.get(Kind(clause.kind), '')}"
        new = play.written(a, b, _spelt(play, a, b, replace(clause, amount=amount)))
        kind, weight = ("verb", VERB) if amount == -old else ("amount", AMOUNT)
        choice = f"{'+' if amount > 0 else '-' if amount < 0 else ''}{play.money(amount)}"
        yield play.change(kind, weight, (n, amount), said, new, choice=choice, distance=abs(amount - old))


def _spelt(play: Play, a: int, b: int, clause: Clause) -> str:
    """Write a clause anew, a cell of a table as a cell."""
    mark = play.text[a:b].strip()[:1]
    if mark == BET_CELL:
        return f"{BET_CELL}{play.money(clause.amount or 0)}"
    if mark == WON_CELL:
        return f"{WON_CELL}{'-' if (clause.amount or 0) < 0 else '+'}{play.money(clause.amount or 0)}"
    return format_clause(clause, play.currency)


def _stakes(play: Play, n: int, a: int, b: int, clause: Clause) -> Iterator[Change]:
    """Try another bet, price or stake."""
    old = clause.amount
    amounts = set(play.amounts)
    paid = play.row["recorded"] if play.row["recorded"] is not None else play.row["all_recorded"]
    if old is not None:
        amounts |= {old * 10, old // 10}
        if paid is not None and play.row["t_low"] is not None and play.row["t_low"] == play.row["t_high"]:
            rest = play.row["t_low"] - old
            amounts |= {abs(paid) // times - rest for times in (1, 2, 3)}
    for amount in sorted(v for v in amounts if v > 0 and v != old):
        name = _NAMES.get(Kind(clause.kind), "bet")
        if clause.cards and clause.cards[0] != UNKNOWN:
            name += f" for the {card_name(clause.cards[0])}"
        new = play.written(a, b, _spelt(play, a, b, replace(clause, amount=amount)))
        said = f"{play.name}'s {name} was {{}}"
        far = abs(amount - (old or 0))
        yield play.change("amount", AMOUNT, n, said, new, choice=play.money(amount), distance=far)


def _prices(play: Play) -> list[int]:
    low = play.row["s_low"]
    known = [play.row[f"price{k}"] for k in (3, 4, 5)]
    return sorted({v for v in (low, 2 * low if low else None, *known) if v})


def _other_kind(play: Play, n: int, a: int, b: int, clause: Clause) -> Iterator[Change]:
    """Try a twist where a buy is written, and the other way round."""
    card = card_name(clause.cards[0]) if clause.cards else "card"
    if clause.kind == Kind.BUY:
        new = play.written(a, b, format_clause(Clause(Kind.TWIST, cards=clause.cards), play.currency))
        yield play.change("clause", CLAUSE, (n, "kind"), f"{play.name} twisted the {card}", new)
        return
    for price in _prices(play):
        bought = Clause(Kind.BUY, amount=price, cards=clause.cards)
        new = play.written(a, b, format_clause(bought, play.currency))
        said = f"{play.name} bought the {card} for {{}}"
        yield play.change("clause", CLAUSE, (n, "kind"), said, new, choice=play.money(price), distance=price)


def _left_out(play: Play, n: int, a: int, b: int, clauses: list[tuple[int, int, Clause]]) -> Change:
    """Try the play without one clause."""
    cut = (a, clauses[n + 1][0]) if n + 1 < len(clauses) else (clauses[n - 1][1] if n else 0, b)
    said = f"{play.name}'s '{play.text[a:b].strip()}' was not there"
    return play.change("clause", CLAUSE, (n, "out"), said, play.text[: cut[0]] + play.text[cut[1] :])


def _endings(play: Play, clauses: list[tuple[int, int, Clause]]) -> Iterator[Change]:
    """Try another ending, the total that the cards make, or an ending where none is written."""
    at = next((n for n, (_, _, c) in enumerate(clauses) if c.kind in ENDINGS), None)
    if at is None:
        behind = _behind_cards(clauses)
        if behind is not None and not play.row["banker"]:
            new = play.text[:behind] + ", stick" + play.text[behind:]
            yield play.change("clause", CLAUSE, "ending", f"{play.name} had stuck", new)
        return
    a, b, old = clauses[at]
    wanted = [Clause(kind) for kind in ENDINGS if kind != old.kind]
    if old.total is not None and play.total not in (None, old.total):
        wanted.append(Clause(old.kind, total=play.total))
    for clause in wanted:
        same = clause.kind == old.kind
        said = _ENDING_WORDS.get(Kind(clause.kind), "stuck")
        total = f" on {clause.total}" if clause.total is not None else ""
        new = play.written(a, b, format_clause(clause, play.currency))
        yield play.change(
            "ending", AMOUNT if same else CLAUSE, (at, clause.kind), f"{play.name} {said}{total}", new
        )


def _behind_cards(clauses: list[tuple[int, int, Clause]]) -> int | None:
    """Find where a further card or an ending would be written."""
    ends = [b for _, b, c in clauses if c.kind > Kind.CARDS or c.kind in (Kind.BUY, Kind.TWIST)]
    return ends[-1] if ends else None


def _missing(play: Play, clauses: list[tuple[int, int, Clause]]) -> Iterator[Change]:
    """Try a further card that nobody wrote down."""
    at = _behind_cards(clauses)
    if at is None or (play.row["cards"] or 0) >= 5:
        return
    taken = [Clause(Kind.CARDS + 1)] if play.row["banker"] else [Clause(Kind.TWIST)]
    taken += [] if play.row["banker"] else [Clause(Kind.BUY, amount=price) for price in _prices(play)[:2]]
    for clause in taken:
        how = {Kind.TWIST: "twisted", Kind.BUY: "bought"}.get(clause.kind, "drew")  # type: ignore[call-overload]
        price = f" for {play.money(clause.amount)}" if clause.amount else ""
        for rank in range(_TEN + 1):
            card = play.fresh(rank)[0]
            word = format_clause(replace(clause, cards=(card,)), play.currency)
            gap = " " if play.row["banker"] else ", "
            new = play.text[:at] + gap + word + play.text[at:]
            said = f"{play.name} {how} {{}} more{price}"
            yield play.change(
                "clause",
                CLAUSE,
                ("more", clause.kind, clause.amount),
                said,
                new,
                card=card,
                choice=card_name(card),
            )
