"""Everything that a page shows, looked up in the ledger.

In: an open ledger of the sessions that are meant, and why it is not all. Out: a `Report`.
"""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec.structs import replace

from pontoon_ledger.balances import settle_moves
from pontoon_ledger.render.coining import told_apart
from pontoon_ledger.render.ledger import payments_table
from pontoon_ledger.render.settlement import balance_table, currencies, plan_lines, rows_of
from pontoon_ledger.render.stat_tables import overview
from pontoon_ledger.render.statistics import named_apart
from pontoon_ledger.render.table import Table
from pontoon_ledger.render.text import many
from pontoon_ledger.report import figures
from pontoon_ledger.report.amounts import signed
from pontoon_ledger.report.asking import asked
from pontoon_ledger.report.best import best
from pontoon_ledger.report.courses import Course, course
from pontoon_ledger.report.looks import looks
from pontoon_ledger.report.luck import luck
from pontoon_ledger.report.mistakes import wrong
from pontoon_ledger.report.model import Evening, Money, Report
from pontoon_ledger.report.turns import turns_table
from pontoon_ledger.settlement import Coin, coins
from pontoon_ledger.store.statistics import statistics, unknown_counts
from pontoon_ledger.transfers import PLAY_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pontoon_ledger.balances import Settlement
    from pontoon_ledger.report.figures import People
    from pontoon_ledger.report.model import Figure
    from pontoon_ledger.store import Ledger
    from pontoon_ledger.store.statistics import Statistics

Row = dict[str, Any]

_SESSIONS = "SELECT * FROM sessions ORDER BY date, session_id"
_DEALS = "SELECT session_id, deal_no, deal, void, gap FROM deals ORDER BY session_id, deal_no"
_MOST_TURNS = 300
_DRAWN = {"player against banker", "pontoons, of first two cards, in %"}
"""Tables of the statistics that stand behind the charts of a season."""


def gather(ledger: Ledger, reasons: Sequence[str] = ()) -> Report:
    """Look up everything; `reasons` say why the ledger is not all that was asked for.

    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     gather(ledger).title
    'Pontoon'
    """
    sessions = list(asked(ledger, _SESSIONS).iter_rows(named=True))
    moves, found = ledger.moves(), statistics(ledger)
    people = _people(moves, found.tenures)
    evenings = tuple(_evenings(ledger, sessions, moves, found.tenures, people))
    settlement = settle_moves(moves, complete=not reasons)
    single = len(sessions) == 1
    between = moves.filter(pl.col("session_id").is_null())
    open_balances = settlement.balances.filter(pl.col("balance").is_null())["player"].to_list()
    unsettled = [f"the balance of {name} is not known" for name in dict.fromkeys(open_balances)]
    missing = [f"{kind} not known: {count}" for kind, count in unknown_counts(found).items()]
    ways, elsewhere = best(sessions)
    kinds = [(row["currency"], row["decimals"]) for row in sessions]
    named = named_apart(found, kinds)
    paid = ledger.payments().filter(pl.col("removed").is_null())
    tables = [(head, _slim(table)) for head, table in overview(named) if single or head not in _DRAWN]
    return Report(
        title=sessions[0]["session"] if single else "Pontoon",
        facts=_facts(sessions[0]) if single else _season_facts(sessions),
        reasons=(*reasons, *unsettled),
        money=tuple(_money(settlement)),
        between=None if between.is_empty() else payments_table(told_apart(paid, kinds)),
        wrong=wrong(ledger),
        evenings=evenings,
        season=() if single else tuple(_season(sessions, moves, found, people)),
        statistics=tuple(tables),
        missing=tuple(missing),
        luck=luck(ledger),
        best=ways,
        best_elsewhere=elsewhere,
    )


def _slim(table: Table) -> Table:
    """Leave out a currency that all rows have.

    >>> from pontoon_ledger.render.table import words
    >>> _slim(Table((words("currency"),), (("GBP",),))).columns[0].on_screen
    False
    """
    keys = [column.key for column in table.columns]
    if "currency" not in keys or len({row[keys.index("currency")] for row in table.rows}) > 1:
        return table
    shown = tuple(replace(c, on_screen=c.on_screen and c.key != "currency") for c in table.columns)
    return Table(shown, table.rows)


def _people(moves: pl.DataFrame, tenures: pl.DataFrame) -> People:
    """Everybody who played or held the bank, and the kitty, each with a look for the whole page."""
    play = moves.filter(pl.col("kind").is_in(PLAY_KINDS))
    sides = [
        play.select(name=side, account=f"{side}_account", at=pl.int_range(pl.len()))
        for side in ("payer", "payee")
    ]
    held = tenures.select(name="banker", account=pl.lit(False), at=pl.int_range(pl.len()))
    named = pl.concat([*sides, held]).drop_nulls("name").sort("account", "at", maintain_order=True)
    return looks(named.select("name", "account").unique(maintain_order=True).rows())


def _money(settlement: Settlement) -> Iterator[Money]:
    """Say who pays whom in each currency."""
    rows = list(settlement.balances.iter_rows(named=True))
    for coin in currencies(rows):
        lines = plan_lines(settlement, coin)
        count = len(settlement.plans[coin.name].payments)
        table = balance_table(rows_of(coin, rows), f"player ({coin.name})" if coin.name else "player")
        yield Money(coin.name, tuple(lines[:count]), tuple(map(_sentence, lines[count:])), table)


def _sentence(note: str) -> str:
    """Take a remark out of its brackets.

    >>> _sentence("(2 payments, the fewest that settle it)")
    '2 payments, the fewest that settle it.'
    """
    inner = note.removeprefix("(").removesuffix(")")
    return f"{inner[:1].upper()}{inner[1:]}."


def _evenings(
    ledger: Ledger, sessions: Sequence[Row], moves: pl.DataFrame, tenures: pl.DataFrame, people: People
) -> Iterator[Evening]:
    deals = asked(ledger, _DEALS).partition_by("session_id", as_dict=True, maintain_order=True)
    mine = moves.partition_by("session_id", as_dict=True, maintain_order=True)
    turns = tenures.partition_by("session", as_dict=True, maintain_order=True)
    for row in sessions:
        number = row["session_id"]
        held = turns.get((row["session"],), tenures.clear())
        coin = Coin(row["currency"], row["decimals"], row["currency"])
        told = deals.get((number,))
        figure = outcome = None
        if told is not None and (number,) in mine:
            line = _evening_course(mine[number,], told)
            outcome = _outcome(line, coin)
            if line.lines:
                figure = figures.evening(line, held.to_dicts(), people, coin, notes=_remarks(told))
        listed = held.head(_MOST_TURNS)
        yield Evening(
            row["session"],
            _facts(row),
            outcome or "nothing was played",
            figure,
            turns_table(listed),
            held.height - listed.height,
        )


def _evening_course(moves: pl.DataFrame, deals: pl.DataFrame) -> Course:
    """Follow everybody deal by deal; what a seat made is shared out at the end."""
    numbers = deals.select("deal_no", place=pl.int_range(1, pl.len() + 1))
    labels = ["the start", *(f"deal {label}" for label in deals["deal"])]
    labels += ["the sharing out"] if (moves["kind"] == "share").any() else []
    placed = moves.join(numbers, on="deal_no", how="left", maintain_order="left")
    return course(placed, pl.col("place").fill_null(len(labels) - 1), labels)


def _remarks(deals: pl.DataFrame) -> list[str]:
    """Say where deals are missing, and which do not count."""
    torn = [f"Deals before deal {label} were not written." for label in deals.filter("gap")["deal"]]
    void = deals.filter("void")["deal"].to_list()
    return torn + ([f"Misdeals: {', '.join(void)}."] if void else [])


def _outcome(evening: Course, coin: Coin) -> str:
    """Name the best and the worst.

    >>> from pontoon_ledger.report.courses import Line
    >>> _outcome(Course((), (Line("Ann", False, (5,), 1),)), Coin("GBP", 2, "GBP"))
    'Ann +0.05'
    """
    ends = sorted((-line.last, line.name) for line in evening.lines if line.last is not None)
    chosen = ends if len(ends) < 3 else [ends[0], ends[-1]]
    return ", ".join(f"{name} {signed(-end, coin.decimals)}" for end, name in chosen) or "even, or not known"


def _facts(row: Row) -> tuple[str, ...]:
    """Say in a few words when it was, by which rules, how long."""
    told = [str(row["date"] or "no date"), row["currency"] or "no currency named", f"rules: {row['rules']}"]
    told += [many(row["deals"], "deal"), many(row["hands"], "hand")]
    told += [f"{row['undecided']} undecided"] if row["undecided"] else []
    told += [f"record: {PurePath(row['file']).name}"] if row["file"] and row["file"] != "-" else []
    return tuple(told)


def _season_facts(sessions: Sequence[Row]) -> tuple[str, ...]:
    dates = [row["date"] for row in sessions if row["date"] is not None]
    told = [many(len(sessions), "session")]
    told += [f"{min(dates)} to {max(dates)}"] if dates else []
    told += [f"{len(sessions) - len(dates)} without a date"] if dates and len(dates) < len(sessions) else []
    told += [many(sum(row[name] for row in sessions), name[:-1]) for name in ("deals", "hands")]
    return tuple(told)


def _season(
    sessions: Sequence[Row], moves: pl.DataFrame, found: Statistics, people: People
) -> Iterator[Figure]:
    kinds = coins((row["currency"], row["decimals"]) for row in sessions)
    for coin in kinds:
        mine = [row for row in sessions if (row["currency"], row["decimals"]) == (coin.code, coin.decimals)]
        line, dates = _season_course(mine, moves)
        if len(mine) > 1 and line.lines:
            yield figures.standings(line, dates, people, coin)
    for coin in kinds:
        same = pl.col("currency").eq_missing(pl.lit(coin.code, dtype=pl.String))
        cells = found.against.filter(same, pl.col("decimals") == coin.decimals)
        if not cells.is_empty():
            yield figures.against(cells, coin)
    yield from figures.luck(found)


def _season_course(sessions: Sequence[Row], moves: pl.DataFrame) -> tuple[Course, list[date | None]]:
    """Follow everybody evening by evening; the time before the first is a step before it."""
    places = pl.DataFrame(
        {"session_id": [row["session_id"] for row in sessions]}, schema={"session_id": pl.Int32}
    ).with_columns(place=pl.int_range(1, pl.len() + 1))
    placed = moves.join(places, on="session_id", how="inner", maintain_order="left")
    labels = [", ".join(str(part) for part in (row["date"], row["session"]) if part) for row in sessions]
    dates: list[date | None] = [row["date"] for row in sessions]
    first, last = dates[0], dates[-1]
    step = (last - first) / len(dates) if first and last else timedelta()
    before = first - max(timedelta(days=step.days), timedelta(days=1)) if first else None
    return course(placed, pl.col("place"), ["the start", *labels]), [before, *dates]
