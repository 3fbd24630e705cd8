"""All single changes of a deal that are worth trying: within its plays, between them, in its fields.

In: an audit and the number of a deal. Out: `Change`s.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import polars as pl

from pontoon_ledger.cards import NO_SUIT, RANKS, SUITS
from pontoon_ledger.money import format_amount
from pontoon_ledger.notation import RESULTS, Kind
from pontoon_ledger.repairs.clauses import AMOUNT, CARD, Play, shown, within
from pontoon_ledger.repairs.model import Change
from pontoon_ledger.replay.hands import session_currencies
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from pontoon_ledger.auditing import Audit

BANKER, PAYMENT, LINES = 4, 5, 6
_BY_RANK = {"P101", "P102", "P207", "P214"}
_TEN = RANKS.index("T")
Row = dict[str, Any]


def changes_of(audit: Audit, deal_idx: int, codes: Collection[str]) -> list[Change]:
    """Give every change of the deal that is worth trying where these codes were found.

    Tens and court cards are told apart only where a finding may hang on it; else the ten stands for all.
    """
    deal = audit.deals.row(deal_idx, named=True)
    hands = audit.replayed.with_columns(audit.hands["total"].alias("shown_total"))
    rows = hands.filter(pl.col("deal_idx") == deal_idx).to_dicts()
    currency = session_currencies(audit.records)[deal["session_no"]]
    fresh, amounts = _fresh(audit, deal), _amounts(rows, deal)
    ranks = range(len(RANKS) if _BY_RANK & set(codes) else _TEN + 1)
    for row in rows:
        row["bank_fits"] = _bank_fits(rows) if row["banker"] else None
    plays = [
        Play(row, row["shown_total"], _name(row, rows), currency, fresh, ranks, amounts)
        for row in rows
        if row["readable"] and not row["faulty"]
    ]
    return [
        *(change for play in plays for change in within(play)),
        *_exchanges(plays),
        *_actors(audit, deal, rows),
        *_fields(audit, deal),
        *_tallies(audit, deal),
    ]


def _name(row: Row, rows: Sequence[Row]) -> str:
    if row["banker"]:
        return "the bank"
    several = sum(r["player"] == row["player"] for r in rows) > 1
    return f"{row['player'] or 'somebody'}" + (f" (hand {row['hand']})" if several else "")


def _bank_fits(rows: Sequence[Row]) -> int | None:
    """What the bank made of the deal by the players' results as written."""
    paid = []
    for row in rows:
        if not row["banker"] and row["recorded"] is not None:
            paid.append(row["recorded"])
        elif not row["banker"] and row["all_recorded"] is None:
            paid.append(row["due"])
    together = [row["all_recorded"] for row in rows if not row["banker"] and row["all_recorded"] is not None]
    return None if None in paid else -sum(paid) - sum(together)


def _amounts(rows: Sequence[Row], deal: Row) -> list[int]:
    """Amounts that were about: bets, prices and limits of the deal, and twice as much."""
    said = {row[c] for row in rows for c in ("bet", "s_low", "price3", "price4", "price5", "recorded")}
    said = {abs(v) for v in said if v}
    said |= {2 * v for v in said} | {v // 2 for v in said}
    return sorted(said | {deal[c] for c in ("stakes_min", "stakes_max", "kitty_start") if deal[c]})


def _fresh(audit: Audit, deal: Row) -> Callable[[int], Sequence[int]]:
    """For a rank its cards, those first that lay farthest from this deal."""
    cards = [f"c{k}" for k in range(1, 6)]
    mine = audit.replayed.filter(pl.col("session_no") == deal["session_no"])
    seen = mine.select("deal_no", pl.concat_list(*cards, pl.col("burns").fill_null([])).alias("card"))
    seen = seen.explode("card").filter(pl.col("card") < NO_SUIT)
    near = seen.group_by("card").agg(((pl.col("deal_no").cast(pl.Int64) - deal["deal_no"]).abs()).min())
    away: dict[int, int] = dict(near.iter_rows())

    def of_rank(rank: int) -> Sequence[int]:
        suits = range(rank * 4, rank * 4 + len(SUITS))
        return sorted(suits, key=lambda card: -away.get(card, 1000))

    table = [of_rank(rank) for rank in range(len(RANKS))]
    return table.__getitem__


def _exchanges(plays: Sequence[Play]) -> Iterator[Change]:
    """Two players' plays exchanged, or only what was paid on them."""
    for one, other in combinations(plays, 2):
        pair = (one.row["row"], other.row["row"])
        names = f"{one.name} and {other.name}"
        before = _lines((one, one.text), (other, other.text))
        after = _lines((one, other.text), (other, one.text))
        if one.text != other.text:
            cells = ((pair[0], "text", other.text), (pair[1], "text", one.text))
            said = f"the lines of {names} were exchanged"
            yield Change("lines", LINES, (*pair, "lines"), said, before, after, cells=cells)
        mine, theirs = _paid(one), _paid(other)
        if mine is None or theirs is None or one.row["banker"] or other.row["banker"]:
            continue
        texts = (
            one.written(*mine, other.text[slice(*theirs)].strip()),
            other.written(*theirs, one.text[slice(*mine)].strip()),
        )
        cells = ((pair[0], "text", texts[0]), (pair[1], "text", texts[1]))
        said = f"what was paid to {names} was exchanged"
        after = _lines((one, texts[0]), (other, texts[1]))
        yield Change("payment", PAYMENT, (*pair, "paid"), said, before, after, cells=cells)


def _lines(*pairs: tuple[Play, str]) -> str:
    return "\n".join(f"{play.name}: {shown(text)}" for play, text in pairs)


def _paid(play: Play) -> tuple[int, int] | None:
    return next(((a, b) for a, b, c in play.clauses() if c.kind in (*RESULTS, Kind.SHOOT_RESULT)), None)


def _seats(audit: Audit, deal: Row) -> list[str]:
    seats = audit.records.seats.filter(
        pl.col("session_no") == deal["session_no"], pl.col("roster") == deal["roster"]
    )
    return seats.sort("seat")["player"].to_list()


def _actors(audit: Audit, deal: Row, rows: Sequence[Row]) -> Iterator[Change]:
    """Another player's hands, another banker."""
    seats = _seats(audit, deal)
    present = {row["player"] for row in rows}
    for player in sorted(p for p in present if p is not None):
        mine = [row["row"] for row in rows if row["player"] == player]
        for other in seats:
            if other not in present:
                cells = tuple((row, "player", other) for row in mine)
                said = f"{player}'s line was {{}}'s"
                place = ("player", player)
                yield Change("player", LINES, place, said, player, other, player, choice=other, cells=cells)
    written = f"bank: {deal['bank']}" if deal["bank"] else ""
    for other in seats:
        if other != deal["holder"] or (deal["bank"] is None and deal["step"]):
            yield Change(
                "banker", BANKER, ("bank",), "{} held the bank", written, f"bank: {other}", other,
                choice=other, field=("bank", other),
            )  # fmt: skip


def _fields(audit: Audit, deal: Row) -> Iterator[Change]:
    """A field of the deal that is missing or says the wrong thing."""
    money = audit.records.sessions["decimals"][deal["session_no"]]

    def field(name: str, value: object, said: str, weight: int = CARD, shown_as: str = "") -> Change:
        old = deal[name]
        was = "" if old is None else f"{name}: {_word(old, money)}"
        now = "" if value is None else f"{name}: {shown_as or _word(value, money)}"
        return Change(
            "field", weight, (name, said), said, was, now, field=(name, value), choice=shown_as or None
        )

    if deal["shuffled"] is not True:
        yield field("shuffled", True, "the pack was shuffled before this deal")
    if deal["shuffled"] is not False:
        yield field("shuffled", False, "the pack was not shuffled before this deal")
    if deal["shuffled"] is not None:
        yield field("shuffled", None, "nobody had written whether the pack was shuffled", BANKER)
    if deal["price"] is not None:
        yield field("price", None, "the bank was not bought")
    elif deal["bank"] is not None:
        yield field(
            "price", 0, f"{deal['bank']} bought the bank or was given it (a price is missing)", BANKER
        )
    if deal["doubled"]:
        yield field("doubled", None, "the banker did not double")
    else:
        yield field("doubled", True, "the banker doubled")
    kitties = {deal[c] for c in ("kitty_carry", "kitty_left", "kitty_low", "kitty_high")}
    kitties |= {deal["kitty"] * 10, deal["kitty"] // 10} if deal["kitty"] else set()
    if deal["shoot"]:
        for kitty in sorted(k for k in kitties if k and k != deal["kitty"]):
            yield field("kitty", kitty, "the kitty was {}", AMOUNT, format_amount(kitty, money))
        if deal["kitty"] is not None:
            yield field("kitty", None, "the kitty went on as it was")


def _word(value: object, decimals: int) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return format_amount(value, decimals) if isinstance(value, int) else str(value)


def _tallies(audit: Audit, deal: Row) -> Iterator[Change]:
    """A running total read out wrongly: the one that the deals come to."""
    tallies = audit.records.tallies.with_row_index("n").filter(pl.col("deal_idx") == deal["deal_idx"])
    wrong = audit.findings.filter(pl.col("deal_idx") == deal["deal_idx"], pl.col("code") == "P603")
    right = {fold(p): v for p, v in wrong.select("player", "expected").iter_rows() if p and v}
    decimals = audit.records.sessions["decimals"][deal["session_no"]]
    for n, player, amount in tallies.select("n", "player", "amount").iter_rows():
        if player is not None and fold(player) in right:
            said, was = right[fold(player)], format_amount(amount, decimals)
            yield Change(
                "amount", AMOUNT, ("tally", n), f"the tally of {player} was {{}}", was, said, player,
                choice=said, tally=(n, int(said.replace(".", ""))),
            )  # fmt: skip
