"""Odds of one hand for people and programs: a table of choices, what is best, the JSON shape.

In: choices that were weighed. Out: a `Table`, sentences, plain values. Money is what is expected, rounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.cards import card_name
from pontoon_ledger.money import format_amount
from pontoon_ledger.odds import pack
from pontoon_ledger.odds.policy import spoken
from pontoon_ledger.odds.states import Action
from pontoon_ledger.render.table import Column, Table, count, words
from pontoon_ledger.rules import spec_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.odds.asking import Asked
    from pontoon_ledger.odds.game import Game
    from pontoon_ledger.odds.weighing import Choice

_CHANCES = ("win", "push", "lose", "bust", "five")
_HEADINGS = {"push": "equal", "five": "five cards"}


def units(value: float) -> str:
    """A result in units of S, with its sign.

    >>> units(0.46641), units(-0.0)
    ('+0.4664', '0.0000')
    """
    text = f"{value:+.4f}"
    return "0.0000" if float(text) == 0 else text


def percent(share: float) -> str:
    """A chance in hundredths.

    >>> percent(0.4601)
    '46.0 %'
    """
    return f"{100 * share:.1f} %"


def money(value: float, stake: int, *, signed: bool = True) -> str:
    """So many times S as money, to the smallest coin.

    >>> money(-0.4646, 100), money(1.5, 100, signed=False)
    ('-0.46', '1.50')
    """
    minor = round(value * stake)
    return ("+" if signed and minor > 0 else "") + format_amount(minor, 2)


def named(choice: Choice, stake: int | None) -> str:
    """An action with its price, as it is said."""
    if choice.price is None:
        return {Action.BURN: "throw in"}.get(choice.action, choice.action.value)
    if stake is not None:
        return f"buy at {money(choice.price, stake, signed=False)}"
    return "buy at S" if choice.price == 1 else f"buy at {choice.price:g} S"


def odds_table(asked: Asked, choices: Sequence[Choice], *, machine: bool = False) -> Table:
    """A row for each choice; chances of a split are those of one of its hands. Bare numbers for machines."""
    result, share = (repr, repr) if machine else (units, percent)
    push = any(choice.ends.push > 0 for choice in choices)
    shown = [name for name in _CHANCES if push or name != "push"]
    columns = [words("action", "choice"), Column("result", "in S", right=True)]
    if asked.stake is not None:
        columns.append(Column("money", "money", right=True))
    columns += [count(name, _HEADINGS.get(name, name)) for name in shown]
    rows = []
    for choice in choices:
        row: list[Any] = [named(choice, asked.stake), result(choice.result)]
        if asked.stake is not None:
            row.append(money(choice.result, asked.stake))
        rows.append((*row, *(share(getattr(choice.ends, name) / choice.ends.hands) for name in shown)))
    return Table(tuple(columns), tuple(rows))


def verdict(game: Game, asked: Asked, choices: Sequence[Choice], bank: str) -> list[str]:
    """What is best and by how much, and what the figures rest on."""
    best, *others = choices
    said = []
    if pack.done(asked.state.hand) or asked.stuck:
        said.append("The hand is over; this is what it brings against what the bank may yet have.")
    elif not others:
        said.append(f"There is nothing else to do: {named(best, asked.stake)}.")
    else:
        by = best.result - others[0].result
        gain = (
            f"{by:.4f} S" if asked.stake is None else f"{by:.4f} S ({money(by, asked.stake, signed=False)})"
        )
        said.append(f"Best: {named(best, asked.stake)}, {gain} better than {named(others[0], asked.stake)}.")
    if any(choice.action == Action.SPLIT for choice in choices):
        said.append("A split's result is that of its hands together; its chances are those of one of them.")
    said.append(f"{bank[0].upper()}{bank[1:]}; rules: {spec_of(game.rules)}.")
    return said


def odds_shape(game: Game, asked: Asked, choices: Sequence[Choice], bank: str) -> dict[str, Any]:
    """The JSON of `odds`: results in units of S, chances of one hand, amounts as decimal strings."""
    best, *others = choices
    stake = asked.stake
    return {
        "cards": [card_name(card) for card in asked.cards],
        "seen": [card_name(card) for card in asked.seen],
        "total": pack.total(asked.state.hand),
        "soft": pack.soft(asked.state.hand),
        "stake": None if stake is None else format_amount(stake, 2),
        "staked": float(asked.state.staked),
        "rules": spec_of(game.rules),
        "bank": spoken(game.bank),
        "bank_known_from": bank,
        "doubled": game.doubled,
        "actions": [
            {
                "action": choice.action.value,
                "price": _price(choice, stake),
                "result": choice.result,
                "money": None if stake is None else format_amount(round(choice.result * stake), 2),
                "hands": choice.ends.hands,
                **{name: getattr(choice.ends, name) / choice.ends.hands for name in _CHANCES},
            }
            for choice in choices
        ],
        "best": best.action.value,
        "margin": best.result - others[0].result if others else None,
        "complete": True,
    }


def _price(choice: Choice, stake: int | None) -> str | None:
    if choice.price is None or stake is None:
        return None
    return money(choice.price, stake, signed=False)
