"""How to play best under the rules of the sessions: maps of what to do on each total, and the bank's edge.

In: the sessions of a ledger. Out: a `Best` for each set of rules whose strategy is at hand. Others take
seconds: a page does not wait for them, and says what works them out.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from pontoon_ledger.odds import Game, pack
from pontoon_ledger.odds.keeping import at_hand
from pontoon_ledger.odds.policy import spoken as stays
from pontoon_ledger.odds.strategy import strategy_of
from pontoon_ledger.render.strategy import CARDS, LEGEND, LETTERS, edge_lines
from pontoon_ledger.render.table import Column, Table, count, words
from pontoon_ledger.report import charts
from pontoon_ledger.report.model import Best, Figure
from pontoon_ledger.rules import OptionError, Rules, override, spec_of, spoken
from pontoon_ledger.store.model import LedgerError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pontoon_ledger.odds.strategy import Advice, Strategy

Row = dict[str, Any]

_MOST = 3
_DEEP = 0.5
"""What the next best gives away, in S, where a colour is as deep as it gets."""

_HIGHEST = 20


def best(sessions: Sequence[Row]) -> tuple[tuple[Best, ...], tuple[str, ...]]:
    """The best way to play these sessions, the rules of most deals first, and where to find what is not here.

    A session is a row of the ledger's table; raises LedgerError where its rules are none.

    >>> best([])
    ((), ())
    """
    deals: dict[Game, int] = {}
    for row in sessions:
        game = Game(_rules(row))
        deals[game] = deals.get(game, 0) + row["deals"]
    games = sorted(deals, key=lambda game: -deals[game])
    shown = [game for game in games if at_hand(game, "strategy")][:_MOST]
    return tuple(map(_best, shown)), tuple(map(_elsewhere, (game for game in games if game not in shown)))


def _rules(row: Row) -> Rules:
    """The house rules of a session, which in a stranger's ledger need not be any."""
    told = {name: row[name] for name in Rules.__struct_fields__ if row[name] is not None}
    try:
        return override(Rules(), {name: spoken(value) for name, value in told.items()})
    except OptionError as error:
        raise LedgerError(f"the ledger is damaged: in the rules of {row['session']} {error}") from error


def _elsewhere(game: Game) -> str:
    rules = spec_of(game.rules)
    told = f'Under {rules}: pontoon strategy --rules "{rules}" tells it'
    return f"{told}." if at_hand(game, "strategy") else f"{told}; after that it is on this page too."


def _best(game: Game) -> Best:
    found = strategy_of(game)
    used = {LETTERS[advice.action] for advice in found.lines}
    key = "; ".join(f"{letter}: {said}" for letter, said in LEGEND.items() if letter in used)
    gains = "gains" if found.edge >= 0 else "loses"
    return Best(
        rules=spec_of(game.rules),
        comes_to=f"the bank {gains} {100 * abs(found.edge):.2f} % of every first stake",
        notes=(
            *edge_lines(game, found, f"the banker {stays(game.bank)}"),
            "As an amount S is the first stake. Hard is a hand without an ace, or with aces that count 1; "
            "soft is one with an ace that counts 11. Who has twisted may buy no more.",
            f"In the maps: {key}. The deeper the colour, the more the next best would give away; it is faint "
            "too where nothing else is allowed.",
        ),
        figures=tuple(_figures(found)),
    )


def _figures(strategy: Strategy) -> Iterator[Figure]:
    lowest = min(advice.total for advice in strategy.lines if advice.pair is None)
    totals = tuple(map(str, range(lowest, _HIGHEST + 1)))
    for cards, name in CARDS.items():
        mine = [advice for advice in strategy.lines if advice.cards == cards]
        whole = [advice for advice in mine if advice.pair is None]
        if whole:
            yield _figure(name, sorted(whole, key=_order), totals)
        pairs = [advice for advice in mine if advice.pair is not None]
        if pairs:
            yield _figure(f"{name}, a pair", sorted(pairs, key=_order), tuple(pack.VALUES))


def _order(advice: Advice) -> tuple[Any, ...]:
    return (
        not advice.buying,
        advice.soft and advice.pair is None,
        pack.VALUES.find(advice.pair or ""),
        advice.total,
    )


def _figure(title: str, lines: Sequence[Advice], across: tuple[str, ...]) -> Figure:
    rows = {hand: list(some) for hand, some in groupby(lines, _hand)}
    told = " ".join(f"{hand[0].upper()}{hand[1:]}: {_runs(some)}." for hand, some in rows.items())
    return Figure(
        title=title,
        alt=f"{title}, what to do on each total. {told}",
        spec=charts.plays(len(rows), across),
        data={"cells": [_cell(advice) for advice in lines]},
        table=_table(lines),
    )


def _hand(advice: Advice) -> str:
    if advice.pair is not None:
        return "pair of"
    return ("soft" if advice.soft else "hard") + ("" if advice.buying else ", twisted")


def _at(advice: Advice) -> str:
    return advice.pair or str(advice.total)


def _named(advice: Advice) -> str:
    """A hand as it is called at a table, such as hard 14, twisted."""
    kind, _, twisted = _hand(advice).partition(", ")
    return f"{kind} {_at(advice)}" + (f", {twisted}" if twisted else "")


def _said(action: str) -> str:
    return LEGEND[LETTERS[action]]


def _runs(lines: Sequence[Advice]) -> str:
    """What to do, totals with the same advice together."""
    parts = []
    for action, some in groupby(lines, lambda advice: advice.action):
        first, *others = map(_at, some)
        parts.append(f"{_said(action)} on {first}{f' to {others[-1]}' if others else ''}")
    return ", ".join(parts)


def _cell(advice: Advice) -> Row:
    """One square of a map."""
    if advice.second is None:
        other = "nothing else is allowed"
    else:
        other = f"to {_said(advice.second)} gives {advice.margin:.2f} S less"
    return {
        "hand": _hand(advice),
        "total": _at(advice),
        "letter": LETTERS[advice.action],
        "weight": round(min((advice.margin or 0) / _DEEP, 1), 3),
        "told": f"{_named(advice)}: {_said(advice.action)}; {other}",
    }


def _table(lines: Sequence[Advice]) -> Table:
    columns = (
        words("hand"),
        words("best"),
        count("value", "brings, in S"),
        words("second", "next best"),
        Column("margin", "worse by", right=True),
    )
    rows = (
        (
            _named(advice),
            _said(advice.action),
            f"{advice.value:+.2f}",
            None if advice.second is None else _said(advice.second),
            None if advice.margin is None else f"{advice.margin:.2f}",
        )
        for advice in lines
    )
    return Table(columns, tuple(rows))
