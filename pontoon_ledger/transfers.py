"""Every move of money as a row: who pays whom, as recorded, as due, as it counts (design 4).

In: the audited hands and deals, and the cash, payments and debts of the head. Out: one frame of
transfers, from payer to payee, which sums to zero by construction. A negative amount goes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.replay.course import SHOT

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Records

TRANSFERS = {
    "session_no": pl.Int32,
    "deal_no": pl.Int32,
    "kind": pl.String,
    "payer": pl.String,
    "payee": pl.String,
    "payer_account": pl.Boolean,
    "payee_account": pl.Boolean,
    "recorded": pl.Int64,
    "due": pl.Int64,
    "counts": pl.Int64,
}
"""`payer`, `payee`: players, or the accounts `box` and `kitty` where the flag beside says so; null =
not known. Kinds of the play: hand, shoot, price, kitty, share; of what was paid: coin, cash, payment,
owed."""

PLAY_KINDS = ("hand", "shoot", "price", "kitty", "share")
BOX = "box"
KITTY = "kitty"


def transfers(
    records: Records, hands: pl.DataFrame, deals: pl.DataFrame, kitty_moves: pl.DataFrame
) -> pl.DataFrame:
    """All transfers of the records, kind by kind.

    Needs hands with `recorded`, `due`, `counts`, `payable`, and deals with `holder`, `seller`, `sale`.
    """
    play = play_moves(hands, deals, kitty_moves)
    coins = _coins(records, hands, deals, kitty_moves)
    paid = pl.concat([coins, _cash(records), _debts(records)])
    return pl.concat([play, paid, shares(records, play, "share"), _shares_paid(records, play, paid)])


def play_moves(hands: pl.DataFrame, deals: pl.DataFrame, kitty_moves: pl.DataFrame) -> pl.DataFrame:
    """The moves of the play itself: results of hands and shoot bets, kitties, prices of the bank."""
    return pl.concat([_hands(hands), _shoots(hands), _kitties(kitty_moves), _prices(deals)])


def _frame(frame: pl.DataFrame, kind: str, **columns: pl.Expr | str) -> pl.DataFrame:
    """A frame of transfers of one kind from expressions; accounts are named by `payer_account=...`."""
    given = {name: pl.col(c) if isinstance(c, str) else c for name, c in columns.items()}
    given.setdefault("payer_account", pl.lit(False))
    given.setdefault("payee_account", pl.lit(False))
    given.setdefault("deal_no", pl.lit(None, dtype=pl.Int32))
    for amount in ("recorded", "due", "counts"):
        given.setdefault(amount, given["amount"] if "amount" in given else pl.lit(None, dtype=pl.Int64))
    given.pop("amount", None)
    if frame.is_empty():
        return pl.DataFrame(schema=TRANSFERS)
    given |= {"session_no": pl.col("session_no"), "kind": pl.lit(kind)}
    return frame.select(given[name].cast(dtype).alias(name) for name, dtype in TRANSFERS.items())


def player_results(hands: pl.DataFrame) -> pl.DataFrame:
    """One row a result: a hand, or all hands of a player in a deal where `all won` sums them up.

    Columns `session_no, deal_no, deal_idx, player, holder, recorded, due, due_low, due_high, counts, owing`
    and `void`.
    """
    keys = ["deal_idx", "player"]
    dues = ["due", "due_low", "due_high"]
    columns = ["session_no", "deal_no", *keys, "holder", "recorded", *dues, "counts", "owing", "void"]
    of_all = ["all_recorded", "all_counts", "shoot_counts", "shoots", "shoot_recorded"]
    rows = hands.select("playing", *columns, *of_all).filter("playing")
    summed = rows.filter(pl.col("all_recorded").is_not_null()).select(keys).unique()
    if summed.is_empty():
        return rows.select(columns)
    shot = pl.when(~(SHOT & pl.col("shoot_counts").is_null()).any()).then(pl.col("shoot_counts").sum())
    whole = (
        rows.join(summed, on=keys, how="semi")
        .group_by(keys, maintain_order=True)
        .agg(
            pl.col("session_no", "deal_no", "holder", "void").first(),
            recorded=pl.col("all_recorded").drop_nulls().first() - shot,
            **{name: _sum_of_all(name) for name in dues},
            counts=pl.col("all_counts").drop_nulls().first() - shot,
            owing=pl.when(pl.col("owing").is_not_null().any()).then(pl.col("owing").sum()),
        )
        .select(columns)
    )
    return pl.concat([rows.join(summed, on=keys, how="anti", nulls_equal=True).select(columns), whole]).sort(
        "deal_idx", maintain_order=True
    )


def _sum_of_all(name: str) -> pl.Expr:
    """The sum, null where one is."""
    return pl.when(pl.col(name).is_null().any()).then(None).otherwise(pl.col(name).sum())


def _hands(hands: pl.DataFrame) -> pl.DataFrame:
    rows = player_results(hands)
    return _frame(
        rows,
        "hand",
        deal_no="deal_no",
        payer="holder",
        payee="player",
        recorded=_nothing_in_void("recorded"),
        due="due",
        counts="counts",
    )


def _nothing_in_void(recorded: str) -> pl.Expr:
    """What was recorded; nothing where a void deal, in which nothing is due, does not say."""
    return pl.coalesce(recorded, pl.when("void").then(pl.lit(0, dtype=pl.Int64)))


def _shoots(hands: pl.DataFrame) -> pl.DataFrame:
    """Shoot bets; what `all won` sums up is recorded of them as it counts, and the rest of it of the hand."""
    told = pl.when("summed").then("shoot_counts").otherwise("shoot_recorded")
    bets = _bets(hands).with_columns(told=told)
    recorded = _nothing_in_void("told")
    return _of_bets(bets, "shoot", recorded=recorded, due="shoot_due", counts="shoot_counts")


def _bets(hands: pl.DataFrame) -> pl.DataFrame:
    """The hands with shoot bets, and whether a result in all sums up what their player made (`summed`)."""
    keys = ["deal_idx", "player"]
    whole = hands.filter(pl.col("all_recorded").is_not_null()).select(*keys, summed=pl.lit(True)).unique()
    bets = hands.filter(pl.col("playing") & SHOT)
    bets = bets.join(whole, on=keys, how="left", maintain_order="left")
    return bets.with_columns(pl.col("summed").fill_null(False))


def _of_bets(bets: pl.DataFrame, kind: str, **amounts: str | pl.Expr) -> pl.DataFrame:
    """Shoot bets against the kitty; against the banker himself where the rules know no kitty."""
    return _frame(
        bets,
        kind,
        deal_no="deal_no",
        payer=pl.when("shoot_on").then(pl.lit(KITTY)).otherwise("holder"),
        payee="player",
        payer_account="shoot_on",
        **amounts,
    )


def _kitties(moves: pl.DataFrame) -> pl.DataFrame:
    return _of_kitties(moves, "kitty", recorded="recorded", due="counts", counts="counts")


def _of_kitties(moves: pl.DataFrame, kind: str, **amounts: str | pl.Expr) -> pl.DataFrame:
    """What the bankers put into their kitties and took home."""
    return _frame(
        moves,
        kind,
        deal_no="deal_no",
        payer="banker",
        payee=pl.lit(KITTY),
        payee_account=pl.lit(True),
        **amounts,
    )


def _prices(deals: pl.DataFrame) -> pl.DataFrame:
    sold = deals.filter(pl.col("sale").is_not_null())
    return _frame(sold, "price", deal_no="deal_no", payer="holder", payee="seller", amount="sale")


def _coins(
    records: Records, hands: pl.DataFrame, deals: pl.DataFrame, kitty_moves: pl.DataFrame
) -> pl.DataFrame:
    """What changed hands in coin, deal by deal, where the head says `paid: at the table`.

    Where chips were bought (`cash`) they were what changed hands, and the box settles them.
    """
    sessions = records.sessions.with_row_index("session_no").select("session_no", "at_table")
    chips = pl.col("session_no").is_in(records.cash["session_no"].cast(pl.UInt32).implode())
    at_table = sessions.select(pl.col("at_table") & ~chips).to_series()
    if not at_table.any():
        return pl.DataFrame(schema=TRANSFERS)
    there = pl.lit(at_table).gather("session_no")
    rows = player_results(hands).filter(there, pl.col("recorded").is_not_null())
    handed = _handed("recorded", pl.col("owing"))
    coins = _frame(
        rows.with_columns(m=handed), "coin", deal_no="deal_no", payer="holder", payee="player", counts="m"
    )
    sold = deals.filter(pl.col("sale").is_not_null(), there)
    prices = _frame(sold, "coin", deal_no="deal_no", payer="holder", payee="seller", counts="sale")
    into = kitty_moves.filter(there, pl.col("recorded").is_not_null())
    kitties = _of_kitties(into, "coin", counts="recorded")
    return pl.concat([coins, _shoot_coins(hands, there), prices, kitties])


def _shoot_coins(hands: pl.DataFrame, there: pl.Expr) -> pl.DataFrame:
    """The coins of shoot bets, which stay owing as far as what is owing is more than the rest of the hand.

    Where `all won` sums up all that a player made, his shoot bets are paid as they count.
    """
    rest = pl.col("owing").fill_null(0) - pl.col("recorded").fill_null(0).abs()
    bets = _bets(hands).filter(there).with_columns(rest=pl.max_horizontal(rest, 0))
    paid = pl.when("summed").then("shoot_counts").otherwise(_handed("shoot_recorded", pl.col("rest")))
    bets = bets.with_columns(m=paid).filter(pl.col("m").is_not_null())
    return _of_bets(bets, "coin", counts="m")


def _handed(result: str, owing: pl.Expr) -> pl.Expr:
    """A result without what was not handed over of it."""
    amount = pl.col(result)
    return amount - amount.sign() * pl.min_horizontal(owing.fill_null(0), amount.abs())


def _cash(records: Records) -> pl.DataFrame:
    """Chips bought from the box, less those on tick, and chips cashed in."""
    cash, box, yes = records.cash, pl.lit(BOX), pl.lit(True)
    bought = pl.col("bought").fill_null(0) - pl.col("owed").fill_null(0)
    into = _frame(
        cash.with_columns(m=bought), "cash", payer="player", payee=box, payee_account=yes, counts="m"
    )
    out = cash.filter(pl.col("cashed").is_not_null())
    return pl.concat(
        [into, _frame(out, "cash", payer=box, payee="player", payer_account=yes, counts="cashed")]
    )


def _debts(records: Records) -> pl.DataFrame:
    """Payments made that night, and debts brought in: who owes has, as it were, been paid already."""
    paid = records.debts.filter(pl.col("kind") == "payment")
    owed = records.debts.filter(pl.col("kind") == "owed")
    return pl.concat(
        [
            _frame(paid, "payment", payer="payer", payee="payee", counts="amount"),
            _frame(owed, "owed", payer="payee", payee="payer", counts="amount"),
        ]
    )


def shares(records: Records, moves: pl.DataFrame, kind: str) -> pl.DataFrame:
    """What a seat made goes to those it was played for, evenly, the odd penny to the first."""
    if records.persons.is_empty():
        return pl.DataFrame(schema=TRANSFERS)
    people = _people(records, net_by_player(moves, "recorded", "due", "counts"))
    amounts = {name: _part(pl.col(name)) for name in ("recorded", "due", "counts")}
    parts = people.with_columns(**amounts)
    return _frame(parts, kind, payer="player", payee="person", **{name: name for name in amounts})


def _shares_paid(records: Records, play: pl.DataFrame, paid: pl.DataFrame) -> pl.DataFrame:
    """What a seat was paid already, so that what is still due to it is what is parted evenly."""
    if records.persons.is_empty():
        return pl.DataFrame(schema=TRANSFERS)
    owed = net_by_player(play, "counts").rename({"counts": "owed"}).drop("account")
    people = _people(records, net_by_player(paid, "counts")).join(
        owed.with_columns(played=pl.lit(True)), on=["session_no", "player"], how="left"
    )
    made = pl.when(pl.col("played").is_null()).then(0).otherwise("owed")
    rest = _part(made) - _part(made - pl.col("counts"))
    parts = people.with_columns(counts=pl.when(made.is_null()).then(_part(pl.col("counts"))).otherwise(rest))
    return _frame(parts, "coin", payer="player", payee="person", counts="counts")


def _people(records: Records, nets: pl.DataFrame) -> pl.DataFrame:
    """Those whom seats were played for, each with the nets of the seat and how many they are."""
    people = records.persons.with_columns(n=pl.len().over("session_no", "player").cast(pl.Int64))
    return people.join(nets, on=["session_no", "player"], how="inner")


def _part(amount: pl.Expr) -> pl.Expr:
    """One person's part of an amount."""
    even = amount.sign() * (amount.abs() // pl.col("n"))
    odd = amount - even * pl.col("n")
    extra = pl.when(pl.col("share").cast(pl.Int64) < odd.abs()).then(odd.sign()).otherwise(0)
    return even + extra


def net_by_player(moves: pl.DataFrame, *amounts: str) -> pl.DataFrame:
    """The net of each party of each session: `session_no, player, account` and the amounts; null if any is.

    >>> moves = pl.DataFrame({"session_no": [0], "payer": ["Ann"], "payee": ["Bob"], "counts": [5],
    ...     "payer_account": [False], "payee_account": [False]})
    >>> net_by_player(moves, "counts").sort("player")["counts"].to_list()
    [-5, 5]
    """
    sums = [
        pl.when(pl.col(a).is_null().any()).then(None).otherwise(pl.col(a).sum()).alias(a) for a in amounts
    ]

    def sides(party: str) -> pl.LazyFrame:
        who = {"player": party, "account": f"{party}_account"}
        return moves.lazy().group_by("session_no", **who, maintain_order=True).agg(sums)

    gives = sides("payer").with_columns(-pl.col(a) for a in amounts)
    both = pl.concat([sides("payee"), gives])
    return both.group_by("session_no", "player", "account", maintain_order=True).agg(sums).collect()
