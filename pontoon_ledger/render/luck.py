"""Luck as people read it: small tables in S and in money, the costliest decisions, sentences.

In: the lines of `odds.luck_lines`, decisions of `odds.worst`. Out: headings and `Table`s, text. For programs
see `luck_shapes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.money import format_amount
from pontoon_ledger.odds.luck_lines import BANKER, ENOUGH
from pontoon_ledger.odds.policy import spoken
from pontoon_ledger.render.coining import told_apart
from pontoon_ledger.render.table import Column, Table, count, money, words
from pontoon_ledger.render.text import many

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

    from pontoon_ledger.odds.bankers import Habits
    from pontoon_ledger.odds.selection import Selection
    from pontoon_ledger.odds.worst import Decision

Row = dict[str, Any]

REMARKABLE = 0.05
"""What p, corrected for all lines looked at, is called remarkable."""


def units(value: float | None) -> str | None:
    """So many S, with a sign, to two places.

    >>> units(-1.2345), units(-0.001), units(None)
    ('-1.23', '0.00', None)
    """
    if value is None:
        return None
    text = f"{value:+.2f}"
    return "0.00" if float(text) == 0 else text


def coins(minor: int | None, decimals: int) -> str | None:
    """Money with a sign.

    >>> coins(140, 2), coins(-5, 2), coins(None, 2)
    ('+1.40', '-0.05', None)
    """
    if minor is None:
        return None
    return ("+" if minor > 0 else "") + format_amount(minor, decimals)


def chance(p: float | None) -> str | None:
    """A p with two figures.

    >>> chance(0.9714), chance(0.0312), chance(0.00004), chance(None)
    ('0.97', '0.031', 'under 0.0001', None)
    """
    if p is None:
        return None
    return "under 0.0001" if p < 0.0001 else f"{p:.2f}" if p >= 0.095 else f"{p:.2g}"


def who(row: Mapping[str, Any]) -> str:
    """A player, or a player as banker.

    >>> who({"name": "Ann", "role": "banker"})
    'Ann as banker'
    """
    return f"{row['name']} as banker" if row["role"] == BANKER else str(row["name"])


def tables(lines: pl.DataFrame) -> list[tuple[str, Table]]:
    """The tables about everybody, with their headings; nothing where nobody played."""
    rows = list(told_apart(lines).iter_rows(named=True))
    whole = [row for row in rows if row["deals"]]
    told = [("what came of it, in stakes (S)", _of_result(rows))] if rows else []
    if whole:
        told += [("the luck in it, in stakes (S)", _of_luck(whole))]
        told += [("the same in money, each deal by its own stake", _of_money(whole))]
    return told


def _told(rows: Sequence[Row], columns: Sequence[Column], cells: Sequence[tuple[Any, ...]]) -> Table:
    """A table whose lines begin with whose they are."""
    lead: list[tuple[Column, list[Any]]] = [(words("who"), [who(row) for row in rows])]
    if "session" in rows[0]:
        lead.insert(0, (words("session"), [row["session"] for row in rows]))
    if len({row["currency"] for row in rows}) > 1:
        lead.append((words("currency", "money"), [row["currency"] for row in rows]))
    heads = zip(*(named for _, named in lead), strict=True)
    filled = tuple((*head, *row) for head, row in zip(heads, cells, strict=True))
    return Table((*(column for column, _ in lead), *columns), filled)


def _of_result(rows: Sequence[Row]) -> Table:
    names = ("result", "expected", "luck", "decisions")
    columns = [count("hands"), count("played", "of")]
    columns += [Column(name, name, right=True, unknown="-") for name in names]
    columns.append(Column("mistakes", "not best", right=True, unknown="-"))
    cells = [
        (
            row["hands"],
            row["played"],
            *(units(row[name]) for name in names),
            _not_best(row),
        )
        for row in rows
    ]
    return _told(rows, columns, cells)


def _not_best(row: Row) -> str | None:
    """How many of a player's decisions were not the best; a banker's own are not weighed."""
    return f"{row['mistakes']} of {row['choices']}" if row["deals"] and row["role"] != BANKER else None


def _of_luck(rows: Sequence[Row]) -> Table:
    columns = [count("deal"), count("draw"), count("bank", "bank's hand"), count("luck")]
    columns += [count("se", "usual +-"), Column("p", "p", right=True, unknown="too few")]
    cells = [
        (
            units(row["first"] + row["second"]),
            *(units(row[name]) for name in ("draw", "bank", "luck")),
            f"{row['se']:.2f}",
            chance(row["p"]),
        )
        for row in rows
    ]
    return _told(rows, columns, cells)


def _of_money(rows: Sequence[Row]) -> Table:
    names = ("result", "expected", "luck", "stakes", "decisions")
    others = any(row["left"] for row in rows)
    columns = [*map(count, names), *([money("left_net", "not weighed")] if others else [])]
    cells = [
        (
            *(coins(row[f"m_{name}"], row["decimals"]) for name in names),
            *([_others(row)] if others else []),
        )
        for row in rows
    ]
    return _told(rows, columns, cells)


def _others(row: Row) -> str | None:
    """What the hands brought that were left out, None where it is not known of all."""
    return coins(row["left_net"], row["decimals"]) if row["left"] == row["left_known"] else None


def decisions_table(worst: Sequence[Decision]) -> Table:
    """The costliest decisions."""
    several = len({one.session for one in worst}) > 1
    coined = len({one.currency for one in worst}) > 1
    columns = [
        Column("session", "session", on_screen=several),
        *map(words, ("who", "deal", "line", "cards", "done", "best")),
        count("cost", "cost, S"),
        count("money"),
        Column("currency", "", on_screen=coined),
    ]
    rows = [
        (
            one.session,
            one.name,
            one.deal,
            one.line,
            f"{one.cards} ({one.total})",
            act(one.done, one.done_price, one.decimals),
            act(one.best, one.best_price, one.decimals),
            f"{one.cost:.2f}",
            format_amount(one.money, one.decimals),
            one.currency,
        )
        for one in worst
    ]
    return Table(tuple(columns), tuple(rows))


def act(done: str, price: int | None, decimals: int) -> str:
    """What was or might have been done.

    >>> act("buy", 150, 2), act("twist", None, 2)
    ('buy at 1.50', 'twist')
    """
    return done if price is None else f"{done} at {format_amount(price, decimals)}"


def verdict(lines: pl.DataFrame) -> str:
    """Whether anybody's luck was remarkable, in a sentence or two."""
    rows = [row for row in lines.iter_rows(named=True) if row["p"] is not None]
    if not rows:
        return f"Nobody's luck can be judged: it takes {ENOUGH} deals that are weighed."
    beyond = [row for row in rows if row["p_holm"] < REMARKABLE]
    looked = many(len(rows), "line")
    if beyond:
        told = " ".join(
            f"Remarkable: the luck of {_far(row)}; of {looked} looked at one is so far out in "
            f"{_share(row['p_holm'])} of all games."
            for row in beyond
        )
        return f"{told} That may be luck, another banker than was supposed, or not all that was played."
    far = min(rows, key=lambda row: float(row["p"]))
    return (
        f"Nobody's luck is remarkable. The farthest out is that of {_far(far)}; of {looked} looked at one is "
        f"so far out in {_share(far['p_holm'])} of all games."
    )


def _far(row: Row) -> str:
    whose = f"{who(row)} ({row['session']})" if "session" in row else who(row)
    deals = many(row["deals"], "deal")
    return f"{whose}, {units(row['luck'])} S in {deals}, where {row['se']:.2f} either way is usual"


def _share(p: float) -> str:
    return "nearly all" if p > 0.95 else f"{100 * p:.2g} %"


def left_out(reasons: Mapping[str, int], weighed: int, found: Selection) -> list[str]:
    """What was not weighed and why, and what that does to the figures."""
    gone = sum(reasons.values())
    if not gone:
        return [f"All {many(weighed, 'hand')} that were played are weighed."]
    told = "; ".join(f"{many(n, 'hand')}: {why}" for why, n in reasons.items())
    said = [f"{weighed} of {many(weighed + gone, 'hand')} are weighed. Left out: {told}."]
    if found.p is not None:
        said.append(_like_the_others(found))
    elif weighed:
        said.append("What the others brought is not known, so nobody can tell whether these are like them.")
    return said


def _like_the_others(found: Selection) -> str:
    held = (
        f"Of the deals weighed {found.won} of {found.weighed} were won, of those left out "
        f"{found.others_won} of {found.others}"
    )
    if found.p is not None and found.p < REMARKABLE:
        return (
            f"{held}: not by chance (p {chance(found.p)}). What is written down here was chosen by how it "
            "ended, and the luck shown is in good part that choice and not the cards."
        )
    return f"{held}: no sign that it was chosen by how it ended what is written down."


def banks(habits: Habits) -> str:
    """How the bankers were taken to play, and of how much that is known."""
    usual = spoken(habits.default)
    if not habits.seen:
        return (
            f"Every banker is taken to play so: he {usual}. What he did otherwise is part of the luck of the "
            "bank's hand."
        )
    told = ", ".join(
        f"{name} ({many(one.hands, 'hand')}, {many(one.choices, 'choice')})"
        for name, one in habits.seen.items()
    )
    return f"Bankers are taken to play as they did: {told}. Where that shows nothing, a banker {usual}."
