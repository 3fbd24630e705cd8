"""Sums that the record writes itself, rulebook 5.5: the bank's result, tallies, cash.

In: results of all hands and prices of the bank. Out: the findings P601 to P603. A sum with an
unknown in it is held against the range it leaves (P602) or, as one behind a deal that could not be read,
undecided and not reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from pontoon_ledger.money import format_amount
from pontoon_ledger.records.model import Place
from pontoon_ledger.transfers import TRANSFERS, net_by_player, play_moves, player_results, shares

if TYPE_CHECKING:
    from pontoon_ledger.findings import Desk
    from pontoon_ledger.records.model import Records


def money_findings(
    desk: Desk, records: Records, hands: pl.DataFrame, deals: pl.DataFrame, kitty_moves: pl.DataFrame
) -> None:
    """Add P602, P603 and P601 to the desk."""
    if hands.select((pl.col("banker") & pl.coalesce("recorded", "all_recorded").is_not_null()).any()).item():
        _bank_results(desk, hands)
    if records.tallies.is_empty() and records.cash.is_empty():
        return
    deals = deals.with_columns(murky=_murky(hands, deals))
    moves = play_moves(hands, deals, kitty_moves)
    sellers = _possible_sellers(records, deals)
    if not records.tallies.is_empty():
        apart = play_moves(hands, deals, kitty_moves.filter(~pl.col("ends")))
        kitty = [apart, _kitty_as_the_bankers(moves, deals)] if len(kitty_moves) else []
        _tallies(desk, records, [moves, *kitty], deals, sellers)
    if not records.cash.is_empty():
        _cash(desk, records, moves, deals, sellers)


def _murky(hands: pl.DataFrame, deals: pl.DataFrame) -> pl.Series:
    """Deals in which something could not be read or nobody is known to hold the bank."""
    unread = hands.filter("unread")["deal_idx"].unique().to_list()
    return deals.select(
        ~pl.col("readable")
        | pl.col("deal_idx").is_in(unread)
        | (pl.col("holder").is_null() & pl.col("has_hands") & pl.col("void").is_null())
    ).to_series()


def _possible_sellers(records: Records, deals: pl.DataFrame) -> pl.DataFrame:
    """Who may have had the price of a bank of which nobody can tell who sold it: a row each and deal.

    They are the heirs who are left besides the buyer, or, where anybody may be, all at the table.
    """
    sold = deals.filter(pl.col("sale").is_not_null(), pl.col("seller").is_null())
    sold = sold.select("session_no", "deal_no", "roster", "holder", player=pl.col("heirs").str.split("\n"))
    named = sold.drop_nulls("player").explode("player")
    anybody = sold.filter(pl.col("player").is_null()).drop("player")
    seated = records.seats.select("session_no", "roster", "player").unique(maintain_order=True)
    anybody = anybody.join(seated, on=["session_no", "roster"], how="inner", maintain_order="left")
    both = pl.concat([named, anybody.select(named.columns)]).filter(pl.col("player") != pl.col("holder"))
    return both.select("session_no", "deal_no", "player")


def _sum(column: pl.Expr) -> pl.Expr:
    return pl.when(column.is_null().any()).then(None).otherwise(column.sum())


def _bank_results(desk: Desk, hands: pl.DataFrame) -> None:
    """P602: the bank's written result against the negative of the players'.

    Where a player's is not known, against the range in which theirs must lie.
    """
    said = pl.coalesce("recorded", "all_recorded")
    banks = hands.filter(pl.col("banker") & ~pl.col("unread") & said.is_not_null())
    banks = banks.select("row", "deal_idx", "decimals", "banker", said=said)
    mine = hands.join(banks.select("deal_idx"), on="deal_idx", how="semi")
    unread = mine.filter("unread")["deal_idx"].unique()
    sums = (
        player_results(mine)
        .group_by("deal_idx")
        .agg(
            written=_sum(pl.coalesce("recorded", "due")),
            due=_sum(pl.coalesce("due", "recorded")),
            most=-_sum(pl.min_horizontal("recorded", "due_low")),
            least=-_sum(pl.max_horizontal("recorded", "due_high")),
        )
    )
    found = banks.join(sums, on="deal_idx", how="inner").filter(
        ~pl.col("deal_idx").is_in(unread.to_list()),
        pl.when(pl.col("written").is_null())
        .then(~pl.col("said").is_between("least", "most"))
        .otherwise(
            (pl.col("said") != -pl.col("written")) & (pl.col("said") != -pl.col("due")).fill_null(True)
        ),
    )
    for row in found.sort("row").iter_rows(named=True):
        told = _result(row["said"], row["decimals"])
        right = _right(row)
        desk.add_to_hand(
            row["row"],
            "result",
            {
                "code": "P602",
                "message": f"the bank's result is written as {told}, "
                f"but the players' results make it {right}",
                "found": told,
                "expected": right,
            },
        )


def _right(row: dict[str, Any]) -> str:
    if row["written"] is not None:
        return _result(-row["written"], row["decimals"])
    ends = (_result(row[end], row["decimals"]) for end in ("least", "most"))
    return "something between {} and {}".format(*ends)


def _result(amount: int, decimals: int) -> str:
    if amount == 0:
        return "push"
    return f"{'won' if amount > 0 else 'lost'} {format_amount(abs(amount), decimals)}"


def _runs(records: Records, moves: pl.DataFrame, deals: pl.DataFrame, sellers: pl.DataFrame) -> pl.DataFrame:
    """Each player's running net after each deal, as written and as it counts, since the last gap.

    Who may have sold the bank may have its price: his net is unknown.
    """
    at = deals.select(
        "session_no",
        "deal_no",
        "deal_idx",
        "murky",
        segment=pl.col("gap").cast(pl.Int32).cum_sum().over("session_no"),
    )
    sides = [
        moves.select(
            "session_no",
            "deal_no",
            player=side,
            written=pl.coalesce("recorded", "counts") * sign,
            counts=pl.col("counts") * sign,
        )
        for side, sign in (("payee", 1), ("payer", -1))
    ]
    tallies = (
        records.tallies.with_row_index("tally")
        .join(at, on="deal_idx", how="left")
        .drop("murky", "segment", "deal_idx")
    )
    nothing = tallies.select(
        "session_no", "deal_no", "player", written=pl.lit(0, pl.Int64), counts=pl.lit(0, pl.Int64)
    )
    price = sellers.with_columns(written=pl.lit(None, pl.Int64), counts=pl.lit(None, pl.Int64))
    whole = pl.concat([*sides, nothing, price]).join(
        tallies.select("session_no").unique(), on="session_no", how="semi"
    )
    by_deal = whole.group_by("session_no", "deal_no", "player").agg(
        pl.col("written", "counts").sum(),
        unknown=pl.any_horizontal(pl.col("written", "counts").is_null()).sum(),
    )
    murk = at.with_columns(murky=pl.col("murky").cast(pl.Int32).cum_sum().over("session_no", "segment"))
    runs = by_deal.join(murk.drop("deal_idx"), on=["session_no", "deal_no"], how="left").sort(
        "session_no", "deal_no"
    )
    part = ["session_no", "segment", "player"]
    runs = runs.with_columns(pl.col("written", "counts", "unknown").cum_sum().over(part))
    return tallies.join(runs, on=["session_no", "deal_no", "player"], how="left").sort(
        "session_no", "deal_no", "tally"
    )


def _tallies(
    desk: Desk, records: Records, ways: list[pl.DataFrame], deals: pl.DataFrame, sellers: pl.DataFrame
) -> None:
    """P603: a tally that is neither the running total nor follows from the tally before it.

    What lies in the kitty may be counted as its banker's or not, for nobody says how they read it out; when
    the session ends it has gone home, or not yet. `ways` are the moves as each has them.
    """
    runs = _runs(records, ways[0], deals, sellers)
    parted = ~_follows(runs)
    for moves in ways[1:]:
        parted &= ~_follows(_runs(records, moves, deals, sellers))
    runs = runs.with_columns(before_deal_no=_before("deal_no"))
    wrong = runs.filter(parted, pl.col("murky") == 0, pl.col("unknown") == 0)
    labels = {
        (s, n): (i, d, f)
        for s, n, i, d, f in deals.select("session_no", "deal_no", "deal_idx", "deal", "file_no").iter_rows()
    }
    for row in wrong.iter_rows(named=True):
        decimals = records.sessions["decimals"][row["session_no"]]
        said, right = format_amount(row["amount"], decimals), format_amount(row["written"], decimals)
        before = row["before_deal_no"]
        since = (
            f"since the tally after deal {labels[row['session_no'], before][1]}"
            if before
            else f"since the {'gap' if row['segment'] else 'start'}"
        )
        whose = f"the tally of {row['player']} says {said}"
        deal_idx, deal, file_no = labels[row["session_no"], row["deal_no"]]
        at = {
            "code": "P603",
            "session_no": row["session_no"],
            "deal_no": row["deal_no"],
            "deal_idx": deal_idx,
            "deal": deal,
            "file_no": file_no,
            "player": row["player"],
            "message": f"{whose}, but the deals come to {right}; they part {since}",
            "found": said,
            "expected": right,
        }
        desk.add(at, Place(row["line"], row["column"], row["end_column"]))


def _before(column: str) -> pl.Expr:
    """What it was at the player's last tally."""
    return pl.col(column).shift(1).over("session_no", "segment", "player")


def _follows(runs: pl.DataFrame) -> pl.Series:
    """Whether each tally is the running total or has risen since the last as that has; true if unknown."""
    rise = pl.col("amount") - _before("amount")
    return runs.select(
        pl.any_horizontal(
            (pl.col("amount") == pl.col(run)) | (rise == pl.col(run) - _before(run)).fill_null(False)
            for run in ("written", "counts")
        ).fill_null(True)
    ).to_series()


def _kitty_as_the_bankers(moves: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """The same moves, had the bankers no purse apart: shoot bets are won from them and lost to them."""
    keys = ["session_no", "deal_no"]
    own = moves.filter(pl.col("kind") != "kitty")
    own = own.join(deals.select(*keys, "holder"), on=keys, how="left", maintain_order="left")
    return own.with_columns(payer=pl.when("payer_account").then("holder").otherwise("payer")).drop("holder")


def _cash(
    desk: Desk, records: Records, moves: pl.DataFrame, deals: pl.DataFrame, sellers: pl.DataFrame
) -> None:
    """P601: what was cashed in against what was bought and won; undecided where deals are missing.

    A seat played for others answers for its own chips where it has any, else those it was played for do.
    Of one who may have sold the bank nobody knows what he won.
    """
    partial = deals.filter(pl.col("murky") | pl.col("gap"))["session_no"].unique().to_list()
    partial += records.sessions.with_row_index("n").filter(~pl.col("whole"))["n"].to_list()
    moves = moves.with_columns(recorded=pl.coalesce("recorded", "counts"))
    stakes_apart = records.cash.select("session_no", payer="player").unique()
    of_seats = shares(records, moves, "share").join(stakes_apart, on=["session_no", "payer"], how="anti")
    moves = pl.concat([moves.select(*TRANSFERS), of_seats])
    nets = net_by_player(moves, "recorded").filter(~pl.col("account"))
    nets = nets.select("session_no", "player", net="recorded", known=pl.lit(True))
    rows = records.cash.join(nets, on=["session_no", "player"], how="left", maintain_order="left")
    net = pl.when(pl.col("known").is_null()).then(0).otherwise("net")
    keys = ["session_no", "player"]
    owners = records.persons.join(sellers, on=keys, how="semi").select("session_no", player="person")
    rows = rows.with_columns(right=pl.col("bought").fill_null(0) + net)
    rows = rows.join(pl.concat([sellers.select(keys), owners]), on=keys, how="anti", maintain_order="left")
    wrong = rows.filter(~pl.col("session_no").is_in(partial), pl.col("cashed") != pl.col("right"))
    for row in wrong.iter_rows(named=True):
        session = records.sessions.row(row["session_no"], named=True)
        decimals = session["decimals"]
        said, right = format_amount(row["cashed"], decimals), format_amount(row["right"], decimals)
        off = row["cashed"] - row["right"]
        much = f"{format_amount(abs(off), decimals)} {'more' if off > 0 else 'less'}"
        at = {
            "code": "P601",
            "session_no": row["session_no"],
            "file_no": session["file_no"],
            "player": row["player"],
            "message": f"{row['player']} cashed in {said}: {much} than was bought and won, {right}",
            "found": said,
            "expected": right,
        }
        desk.add(at, Place(row["line"], row["column"], row["end_column"]))
