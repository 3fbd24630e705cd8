"""The costliest decisions: whose they were, what was done, what would have been best, what it cost.

In: a `Luck`. Out: a `Decision` each, in words that are said at a card table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pontoon_ledger.cards import card_name
from pontoon_ledger.odds import pack

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.odds.luck import Luck

_BEST = {
    "stick": "stick",
    "twist": "twist",
    "buy_low": "buy",
    "buy_high": "buy",
    "part": "split",
    "burn": "throw in",
}
_DONE = {"part": "split", "burn": "throw in"}


class Decision(NamedTuple):
    """One decision. `cost` in S and `money` in the smallest coin are what it gave away, on average.

    `done_price` and `best_price`: for what the next card was bought, and would best have been; None where
    not. `cards` are those that the hand held; of a pair parted or thrown in only their values (`T`: ten).
    """

    session: str
    deal: str
    name: str
    hand: int
    file: str
    line: int
    cards: str
    total: int
    done: str
    done_price: int | None
    best: str
    best_price: int | None
    cost: float
    money: int
    currency: str | None
    decimals: int


def worst(luck: Luck, seats: pl.DataFrame, most: int) -> list[Decision]:
    """The costliest decisions of these seats, as `luck_lines.named` has them; the costliest first, in S.

    >>> from pontoon_ledger.api import audit, read
    >>> from pontoon_ledger.odds import DEFAULT
    >>> from pontoon_ledger.odds.luck import luck
    >>> from pontoon_ledger.odds.luck_lines import named
    >>> judged = audit(read("sample_logs/kitchen-table.yaml"))
    >>> found = luck(judged, lambda session, name: DEFAULT)
    >>> (decision,) = worst(found, named(found, judged, lambda session, name: name), 1)
    >>> decision.name, decision.cards, decision.done, decision.best
    ('Dev', 'Js 5s 5c', 'twist', 'stick')
    """
    of_seat = seats.select("seat", "session", "deal", "name", "file", "currency", "decimals")
    chosen = luck.mistakes.join(of_seat, on="seat", how="inner", maintain_order="left").head(most)
    return [_decision(at) for at in chosen.iter_rows(named=True)]


def _decision(at: dict[str, Any]) -> Decision:
    bet, held = at["bet"], at["held"]
    best = next(name for name in _BEST if at[name] is not None and abs(at[name] - at["value"]) < 1e-12)
    price = {"buy_low": 1.0, "buy_high": at["cap"]}.get(best)
    cards = [card_name(at[f"c{k}"]) for k in range(1, pack.size(held) + 1)]
    own = at["act"] not in _DONE
    told = {name: at[name] for name in ("session", "deal", "name", "hand", "file", "line", "cost")}
    return Decision(
        **told,
        cards=" ".join(cards) if own else pack.spelled(held),
        total=pack.total(held),
        done=_DONE.get(at["act"], at["act"]),
        done_price=None if at["price"] is None else round(at["price"] * bet),
        best=_BEST[best],
        best_price=None if price is None else round(price * bet),
        money=round(at["cost"] * bet),
        currency=at["currency"],
        decimals=at["decimals"],
    )
