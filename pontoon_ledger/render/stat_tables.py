"""The statistics as small tables for people: returns, rates, cards, totals, best and worst, the bank.

In: frames of `store.statistics`. Out: headings and `Table`s that fit a screen of 80 columns.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pontoon_ledger.render.shapes import amount
from pontoon_ledger.render.statistics import banker_table, percent, player_table, shapes
from pontoon_ledger.render.table import Column, Table, count, money, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import polars as pl

    from pontoon_ledger.store.statistics import Statistics

Row = dict[str, Any]
_RATES = {
    "hands won": "hands",
    "pontoons": "deals",
    "five-card tricks": "turns",
    "busts": "turns",
    "splits": "pairs",
}
"""The rates in their order, and of what each is the share."""

RETURNS = "return on stakes"
"""The heading of the last table about money as it came; behind it there is place for what came of luck."""

_LOWEST = 14
"""Totals up to this share a column."""


def overview(found: Statistics) -> list[tuple[str, Table]]:
    """All tables about everybody, with their headings; those with nothing in them are left out."""
    pontoons = found.rates.filter(found.rates["rate"] == "pontoons")
    return _tables(
        found,
        [
            (
                "how often, in % with 95 % intervals: all players and all bankers together",
                rate_table(found.together),
            ),
            ("pontoons, of first two cards, in %", rate_table(pontoons, by="player")),
        ],
    )


def of_one(found: Statistics) -> list[tuple[str, Table]]:
    """All tables about one player, with their headings."""
    tables = _tables(found, [("how often, in % with 95 % intervals", rate_table(found.rates))])
    bought = [row for row in shapes(found.tenures) if row["bought_for"] is not None]
    columns = (
        *map(words, ("session", "first_deal", "last_deal", "bought_from", "currency")),
        count("deals"),
        count("bought_for"),
        money("net"),
        count("sold_for"),
        money("earned"),
    )
    headings = {"first_deal": "from", "last_deal": "to", "bought_from": "seller", "bought_for": "paid"}
    told = ("banks bought, one by one", _chosen(bought, columns, headings | {"sold_for": "sold for"}))
    return [*tables, *([told] if bought else [])]


def _tables(found: Statistics, rates: list[tuple[str, Table]]) -> list[tuple[str, Table]]:
    tables = [
        ("against the bank", player_table(found.players)),
        ("as the bank", banker_table(found.bankers.filter(found.bankers["tenures"] > 0))),
        (RETURNS, return_table(found)),
        *rates,
        ("cards bought, of those for sale, in %, and for how many stakes", purchase_table(found.cards)),
        ("cards taken, of those that might be", card_table(found.cards)),
        ("totals stuck on", total_table(found.totals)),
        ("best and worst deal", extreme_table(found.extremes)),
        ("longest runs of deals won and lost", run_table(found.extremes)),
        ("turns at the bank", bank_table(found.bankers)),
        ("banks bought and sold", sale_table(found.bankers)),
        ("player against banker", against_table(found.against)),
        ("wrong payments", mistake_table(found.mistakes)),
    ]
    first = {"against the bank", "as the bank"}
    return [(heading, table) for heading, table in tables if table.rows or heading in first]


def return_table(found: Statistics) -> Table:
    """Set what came back for each unit staked, and what the shoot bets made where there were any."""
    rows = [row | {"role": "player"} for row in shapes(found.players)]
    rows += [row | {"role": "banker", "player": row["banker"]} for row in shapes(found.bankers)]
    rows = [row for row in rows if row["return_hands"] or row["shoots"]]
    columns = [*map(words, ("player", "role", "currency")), money("return_on_stakes"), count("return_hands")]
    if any(row["shoots"] for row in rows):
        columns += [money("shoot_net"), count("shoots")]
    told = [row | {"return_on_stakes": percent(row["return_on_stakes"])} for row in rows]
    headings = {"return_on_stakes": "return", "return_hands": "n hands", "shoot_net": "shoot bets"}
    return _chosen(told, columns, headings | {"shoots": "n"})


def rate_table(rates: pl.DataFrame, by: str = "rate") -> Table:
    """Set how often things happen, with their intervals, a row for each rate or for each player."""
    order = list(_RATES)
    rows = sorted(shapes(rates), key=lambda row: order.index(row["rate"]))
    columns = [words(by), words("role"), *map(count, ("k", "n", "share", "low", "high"))]
    columns[1:1] = [words("of")] if by == "rate" else []
    columns += [count("expected")] if any(row["expected"] is not None for row in rows) else []
    columns += [count("unknown", "?")] if any(row["unknown"] for row in rows) else []
    shares = ("share", "low", "high", "expected")
    told = [row | {name: _hundredths(row[name]) for name in shares} for row in rows]
    told = [row | {"of": _RATES[row["rate"]]} for row in told]
    return _chosen(told, columns, {"share": "%", "low": "from", "high": "to"})


def purchase_table(cards: pl.DataFrame) -> Table:
    """Set how often and for how much cards were bought."""
    rows = [row for row in shapes(cards) if row["chances"]]
    for row in rows:
        price = row["price_in_stakes"]
        row |= {name: _hundredths(row[name]) for name in ("share", "low", "high")}
        row["price_in_stakes"] = None if price is None else f"{price:.2f}"
    columns = [
        *map(words, ("player", "currency")),
        *map(count, ("card", "bought", "could_buy", "share", "low", "high")),
        money("spent"),
        count("price_in_stakes"),
    ]
    headings = {"could_buy": "n", "share": "%", "low": "from", "high": "to", "price_in_stakes": "stakes"}
    return _chosen(rows, columns, headings)


def card_table(cards: pl.DataFrame) -> Table:
    """Set what was done where a card might be taken."""
    rows = [row for row in shapes(cards) if row["chances"] or row["unknown"]]
    columns = [*map(words, ("player", "currency"))]
    columns += [*map(count, ("card", "bought", "twisted", "not_taken", "chances"))]
    columns[-1:-1] = [count("how_unknown")] if any(row["how_unknown"] for row in rows) else []
    columns += [count("unknown")] if any(row["unknown"] for row in rows) else []
    headings = {"not_taken": "let go", "chances": "n", "how_unknown": "how ?", "unknown": "?"}
    return _chosen(rows, columns, headings)


def total_table(totals: pl.DataFrame) -> Table:
    """Set the totals that hands stood on, one column each."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for row in totals.iter_rows(named=True):
        name = str(row["total"]) if row["total"] > _LOWEST else "low"
        found.setdefault((row["player"], row["role"]), Counter())[name] += row["hands"]
    unknown = {(row["player"], row["role"]): row["unknown"] for row in totals.iter_rows(named=True)}
    names = ["low", *map(str, range(_LOWEST + 1, 22))]
    columns = [*map(words, ("player", "role")), count("n"), *map(count, names)]
    columns += [count("unknown", "?")] if any(unknown.values()) else []
    rows = [
        {"player": who[0], "role": who[1], "n": hands.total(), "unknown": unknown[who]}
        | {name: hands[name] for name in names}
        for who, hands in found.items()
    ]
    return _chosen(rows, columns, {"low": f"to {_LOWEST}"})


def extreme_table(extremes: pl.DataFrame) -> Table:
    """Set the best and the worst deal of everybody."""
    rows = [row | _places(row) for row in shapes(extremes) if row["deals"]]
    columns = [*map(words, ("player", "role", "currency"))]
    columns += [
        count("biggest_win"),
        words("win_at"),
        count("biggest_loss"),
        words("loss_at"),
        count("deals"),
    ]
    headings = {"biggest_win": "best", "win_at": "in", "biggest_loss": "worst", "loss_at": "in", "deals": "n"}
    return _chosen(rows, columns, headings)


def run_table(extremes: pl.DataFrame) -> Table:
    """Set the longest runs of everybody, and where they began."""
    rows = [row | _places(row) for row in shapes(extremes) if row["deals"]]
    columns = [*map(words, ("player", "role", "currency")), count("longest_winning_run"), words("winning_at")]
    columns += [count("longest_losing_run"), words("losing_at"), count("deals")]
    columns += [count("unknown", "?")] if any(row["unknown"] for row in rows) else []
    headings = {"longest_winning_run": "won", "winning_at": "from", "longest_losing_run": "lost"}
    return _chosen(rows, columns, headings | {"losing_at": "from", "deals": "n"})


def _places(row: Row) -> Row:
    """Say in which session and deal the best, the worst and the runs were."""
    ends = {"win": "win_deal", "loss": "loss_deal", "winning": "winning_from", "losing": "losing_from"}
    return {
        f"{end}_at": f"{row[f'{end}_session']}, {row[deal]}" if row[f"{end}_session"] else ""
        for end, deal in ends.items()
    }


def bank_table(bankers: pl.DataFrame) -> Table:
    """Set how long the bank was held, and what a turn at it made."""
    rows = []
    for row in bankers.filter(bankers["tenures"] > 0).iter_rows(named=True):
        known = not row["net_unknown"]
        per_turn = round(Fraction(row["net"], row["tenures"])) if known else None
        rows.append(
            row
            | {"net": amount(row["net"] if known else None, row["decimals"])}
            | {"per_turn": amount(per_turn, row["decimals"])}
            | {"length": f"{row['deals'] / row['tenures']:.1f}"}
        )
    columns = [*map(words, ("banker", "currency")), count("tenures"), count("deals"), count("length")]
    columns += [money("net"), money("per_turn")]
    headings = {"tenures": "turns", "length": "deals a turn", "per_turn": "net a turn"}
    return _chosen(rows, columns, headings)


def sale_table(bankers: pl.DataFrame) -> Table:
    """Set the banks bought, what they earned, and the banks sold."""
    rows = [row for row in shapes(bankers) if row["banks_bought"] or row["banks_sold"]]
    columns = [*map(words, ("banker", "currency")), count("banks_bought"), money("bought_for")]
    columns += [money("bought_earned"), count("banks_sold"), money("sold_for")]
    headings = {"banks_bought": "bought", "bought_for": "paid", "bought_earned": "earned"}
    return _chosen(rows, columns, headings | {"banks_sold": "sold", "sold_for": "received"})


def against_table(against: pl.DataFrame) -> Table:
    """Set what each player won from each banker."""
    rows = [row | {"banker": row["banker"] or "?"} for row in shapes(against)]
    columns = [*map(words, ("player", "banker", "currency")), count("deals"), count("hands")]
    columns += [money("staked"), money("net")]
    if (against["shoot_net"].fill_null(1) != 0).any():
        columns += [money("shoot_net")]
    return _chosen(rows, columns, {"shoot_net": "shoot bets"})


def mistake_table(mistakes: pl.DataFrame) -> Table:
    """Count the wrong payments by their kind and by whom they favoured."""
    sums: dict[tuple[Any, ...], list[Row]] = {}
    for row in mistakes.iter_rows(named=True):
        key = row["kind"], row["gained"], row["gained_as"], row["currency"], row["decimals"]
        sums.setdefault(key, []).append(row)
    rows = []
    for (kind, gained, role, currency, decimals), found in sums.items():
        amounts = [row["amount"] or 0 for row in found if row["amount"] is not None or row["code"] == "P404"]
        total = sum(amounts) if len(amounts) == len(found) else None
        stands = sum(row["waived"] is not None for row in found)
        rows.append(
            {"kind": kind, "gained": gained or "?", "role": role or "", "currency": currency}
            | {"n": len(found), "amount": amount(total, decimals), "waived": stands}
        )
    columns = [words("kind"), words("gained"), *map(words, ("role", "currency")), count("n"), money("amount")]
    headings = {"gained": "in favour of", "role": "as", "waived": "let stand"}
    return _chosen(rows, [*columns, count("waived")], headings)


def _hundredths(share: float | None) -> str | None:
    return None if share is None else f"{100 * share:.2f}"


def _chosen(rows: Sequence[Row], columns: Iterable[Column], headings: dict[str, str]) -> Table:
    """Columns of rows under their headings; a currency is shown only where there is more than one."""
    one = len({row.get("currency") for row in rows}) <= 1
    named = {"currency": "money"} | headings
    shown = tuple(
        replace(c, heading=named.get(c.key, c.heading), on_screen=not (one and c.key == "currency"))
        for c in columns
    )
    return Table(shown, tuple(tuple(row[c.key] for c in shown) for row in rows))
