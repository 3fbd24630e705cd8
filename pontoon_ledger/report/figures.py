"""Charts with their figures: the course of an evening, standings, player against banker, luck.

In: courses and frames of the statistics. Out: `Figure`s, each with a sentence that says what it shows and
the table behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from pontoon_ledger.render.stat_tables import against_table, rate_table
from pontoon_ledger.render.table import Column, Table, words
from pontoon_ledger.report import charts
from pontoon_ledger.report.amounts import MINUS, signed
from pontoon_ledger.report.model import Entry, Figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from pontoon_ledger.report.courses import Course, Line
    from pontoon_ledger.report.looks import Look
    from pontoon_ledger.settlement import Coin
    from pontoon_ledger.store.statistics import Statistics

Row = dict[str, Any]
People = Mapping[tuple[str, bool], "Look"]
"""Everybody's look, by the name and whether it is an account."""

MOST_PLACES = 300
"""Deals that are drawn; of more every so many."""

_MOST_BANKS = 100
_MARKS = 12
_DAYS = 6
_RATES = ("pontoons", "five-card tricks", "busts")


class _Drawn(NamedTuple):
    """What is drawn: which places of a course, who how, in which money."""

    course: Course
    places: Sequence[int]
    people: People
    coin: Coin


def evening(
    course: Course, turns: Sequence[Row], people: People, coin: Coin, *, notes: Sequence[str] = ()
) -> Figure:
    """Draw how everybody's balance went through an evening, and who held the bank."""
    told = list(notes)
    places = course.thinned(MOST_PLACES)
    if len(places) < len(course.labels):
        told.append(f"Of {len(course.labels) - 1} deals one in {places[1]} is drawn.")
    if len(turns) > _MOST_BANKS:
        told.append(f"The bank changed hands too often ({len(turns)} turns) to be marked.")
        turns = []
    rows = _course_rows(course, places, people, range(len(course.labels)))
    banks = [
        {
            "start": turn["first_no"] - 0.5,
            "end": turn["last_no"] + 0.5,
            "key": people[turn["banker"], False].key,
            "name": turn["banker"],
            "change": number > 0,
            "told": f"{turn['banker']} held the bank, {_deals(turn)}",
        }
        for number, turn in enumerate(turns)
    ]
    spec = charts.lines(tuple(people.values()), coin.decimals, banks=bool(turns))
    title = f"Balances through the evening{_in(coin)}"
    return _lines(title, "after", spec, _Drawn(course, places, people, coin), told, course=rows, banks=banks)


def standings(course: Course, dates: Sequence[date | None], people: People, coin: Coin) -> Figure:
    """Draw how everybody stood after each evening; `dates` has one for the time before the first too.

    Where a date is missing the evenings stand at equal distances.
    """
    days = [day for day in dates if day is not None]
    places = course.thinned(MOST_PLACES)
    if len(days) == len(dates):
        along = [(day - date(1970, 1, 1)).days for day in days]
        named = tuple(along[1 :: max(1, len(days) // _DAYS)])
        spec = charts.lines(tuple(people.values()), coin.decimals, days=named)
    else:
        along = list(range(len(dates)))
        spec = charts.lines(tuple(people.values()), coin.decimals, along="session")
    rows = _course_rows(course, places, people, along)
    told = ["What the play brought, evening by evening; what was paid is not in it."]
    drawn = _Drawn(course, places, people, coin)
    return _lines(f"Standings{_in(coin)}", "after", spec, drawn, told, course=rows)


def against(frame: pl.DataFrame, coin: Coin) -> Figure:
    """Draw what each player won from each banker, shoot bets with it."""
    met = {(row["player"], row["banker"] or "?"): row for row in frame.iter_rows(named=True)}
    players, bankers = (sorted({pair[at] for pair in met}) for at in (0, 1))
    nets = {pair: _net(row) for pair, row in met.items()}
    most = max((abs(net or 0) for net in nets.values()), default=0) or 1
    cells = [
        _cell(player, banker, nets[player, banker], most, coin.decimals)
        if (player, banker) in met
        else {"player": player, "banker": banker, "amount": "", "sign": "", "tone": "none", "weight": 0}
        for player in players
        for banker in bankers
    ]
    ends = sorted((-abs(net), pair) for pair, net in nets.items() if net)
    said = "; ".join(_told(*pair, nets[pair], coin.decimals) for _, pair in ends[:3])
    return Figure(
        title=f"Player against banker{_in(coin)}",
        alt=f"A map of what each player won from each banker. The largest: {said or 'none'}.",
        spec=charts.heat(len(players), max((len(str(cell["amount"])) for cell in cells), default=0)),
        data={"cells": cells},
        table=against_table(frame),
        notes=(f"A row is a player, a column the banker played against: + the player won, {MINUS} lost.",),
    )


def luck(found: Statistics) -> list[Figure]:
    """Draw how often players had pontoons, five-card tricks and busts, beside what was to be expected."""
    figures = []
    for rate in _RATES:
        mine = found.rates.filter(found.rates["rate"] == rate)
        players = mine.filter((mine["role"] == "player") & (mine["n"] > 0))
        whole = found.together.filter((found.together["rate"] == rate) & (found.together["role"] == "player"))
        if not players.is_empty() and not whole.is_empty():
            figures.append(_rate(rate, players, whole.row(0, named=True), mine))
    return figures


def _rate(rate: str, players: pl.DataFrame, whole: Row, mine: pl.DataFrame) -> Figure:
    rows = [*players.iter_rows(named=True), {**whole, "player": "all together"}]
    told = {row["player"]: f"{row['player']}: {row['k']} of {row['n']}, {_percent(row)}" for row in rows}
    if whole["expected"] is not None:
        line, name = whole["expected"], "expected of two cards"
        note = f"The line: {100 * line:.2f} %, which two cards of a full pack come to."
    else:
        line, name = whole["share"], "all players together"
        note = "The line: all players together; what one may expect hangs on how one plays."
    apart = [row["player"] for row in players.iter_rows(named=True) if not row["low"] <= line <= row["high"]]
    beyond = (
        f"Apart from it: {', '.join(apart)} (of twenty intervals one misses by chance alone)."
        if apart
        else "Every interval reaches it."
    )
    return Figure(
        title=f"Luck: {rate}",
        alt=f"How often each player had {rate}, with 95 % intervals. {note} {beyond}",
        spec=charts.shares(len(rows)),
        data={
            "shares": [
                {"name": row["player"], "share": row["share"], "low": row["low"], "high": row["high"]}
                | {"told": told[row["player"]]}
                for row in rows
            ],
            "expected": [{"share": line, "told": f"{name}: {100 * line:.2f} %"}],
        },
        table=rate_table(mine, by="player"),
        notes=(f"A dot is the share, the bar its 95 % interval. {note} {beyond}",),
    )


def _percent(row: Row) -> str:
    return f"{100 * row['share']:.2f} % ({100 * row['low']:.2f} to {100 * row['high']:.2f})"


def _lines(
    title: str, after: str, spec: charts.Spec, drawn: _Drawn, notes: Sequence[str], **data: list[Row]
) -> Figure:
    """Put a chart of lines together with its legend, best first, and its table."""
    course, places, people, coin = drawn
    ranked = sorted(course.lines, key=lambda line: (line.last is None, -(line.last or 0), line.name))
    legend = tuple(
        Entry(_name(line), people[line.name, line.account], signed(line.last, coin.decimals))
        for line in ranked
    )
    lost = [f"{_name(line)} from {course.labels[line.lost]} on" for line in ranked if line.lost is not None]
    ends = ", ".join(f"{entry.name} {entry.value}" for entry in legend)
    return Figure(
        title=title,
        alt=f"Lines of balances over {len(course.labels) - 1} places. At the end: {ends or 'nobody'}.",
        spec=spec,
        data=data,
        table=_matrix(course, places, after, coin.decimals),
        notes=(*notes, *([f"Not known, and not drawn: {'; '.join(lost)}."] if lost else [])),
        legend=legend,
        matrix=True,
    )


def _course_rows(course: Course, places: Sequence[int], people: People, along: Sequence[int]) -> list[Row]:
    """Lay out balances for the chart: a row a place. A line begins just before its player's first result."""
    step = max(1, len(places) // _MARKS)
    rows = []
    for at, place in enumerate(places):
        row = {
            "x": along[place],
            "label": course.labels[place],
            "mark": at % step == 0 or place == places[-1],
        }
        for line in course.lines:
            if place >= line.first - 1 and line.values[place] is not None:
                row[people[line.name, line.account].key] = line.values[place]
        rows.append(row)
    return rows


def _matrix(course: Course, places: Sequence[int], named: str, decimals: int) -> Table:
    columns = (words("place", named), *(_amounts(_name(line)) for line in course.lines))
    rows = [
        (course.labels[place], *(signed(line.values[place], decimals) for line in course.lines))
        for place in places
    ]
    return Table(columns, tuple(rows))


def _amounts(name: str) -> Column:
    return Column(name, name, right=True, unknown="?")


def _name(line: Line) -> str:
    return f"the {line.name}" if line.account else line.name


def _net(row: Row) -> int | None:
    if row["net"] is None or row["shoot_net"] is None:
        return None
    return int(row["net"] + row["shoot_net"])


def _cell(player: str, banker: str, net: int | None, most: int, decimals: int) -> Row:
    """One square of the map; the deeper its colour the nearer it comes to `most`."""
    tone = "open" if net is None else "won" if net > 0 else "lost" if net < 0 else "even"
    said = signed(net, decimals)
    return {
        "player": player,
        "banker": banker,
        "amount": said,
        "sign": {"won": "+", "lost": MINUS, "even": "0", "open": "?"}[tone],
        "tone": tone,
        "weight": round(abs(net or 0) / most, 3),
        "told": _told(player, banker, net, decimals),
    }


def _told(player: str, banker: str, net: int | None, decimals: int) -> str:
    return f"{player} against {banker}: {signed(net, decimals)}"


def _deals(turn: Row) -> str:
    first, last = turn["first_deal"], turn["last_deal"]
    return f"deal {first}" if turn["first_no"] == turn["last_no"] else f"deals {first} to {last}"


def _in(coin: Coin) -> str:
    return f" ({coin.name})" if coin.name else ""
