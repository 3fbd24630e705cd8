"""From pontoons to bankers: the facts that the bank's fold asks for, and its answer on every deal.

In: deals, sessions, seats and the hands that may be pontoons. Out: the deals with the columns of
`bank.STEP`. Only deals in which the bank may move are walked; between them it stays where it was.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.notation import Kind
from pontoon_ledger.replay.bank import STEP, Claim, DealFacts, SessionFacts, follow_bank

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.replay.bank import Step

_TURN = pl.col("opening").is_not_null() & (
    (pl.col("cards") > 2).fill_null(False)
    | pl.col("split")
    | pl.col("ending").is_in([Kind.STICK, Kind.BUST, Kind.FIVE]).fill_null(False)
)
"""A hand that has taken a turn: under `peek` the banker then showed no pontoon (2.4)."""


def with_holders(
    deals: pl.DataFrame, sessions: pl.DataFrame, seats: pl.DataFrame, hands: pl.DataFrame
) -> pl.DataFrame:
    """Add the columns of `bank.STEP`, and `staker`: the banker who stakes against himself.

    `hands` needs `pontoon_open`, `pontoon_sure`, `split`, `unread`, `opening`, `ending`, `cards`. A deal
    whose banker turns out to stake against himself (P010) is unreadable: the holder after it is unknown
    until one is written, so the fold is asked again with that deal marked.
    """
    stakers: dict[int, str] = {}
    facts = _Facts(deals, sessions, seats, hands)
    staking = hands.filter(pl.col("opening").is_in([Kind.BET, Kind.OPEN]), ~pl.col("unread"))
    staking = staking.select("deal_idx", "player")
    while True:
        held = facts.fold(set(stakers))
        mine = held.select(deal_idx=pl.col("deal_idx"), player=pl.col("holder"), session_no="session_no")
        wrong = mine.join(staking, on=["deal_idx", "player"], how="semi")
        first = wrong.sort("deal_idx").unique("session_no", keep="first")
        if first.is_empty():
            break
        stakers.update(zip(first["deal_idx"], first["player"], strict=True))
    staker = pl.col("deal_idx").replace_strict(stakers, default=None, return_dtype=pl.String)
    return held.with_columns(staker=staker)


class _Facts:
    """Everything the fold asks, gathered once."""

    def __init__(
        self, deals: pl.DataFrame, sessions: pl.DataFrame, seats: pl.DataFrame, hands: pl.DataFrame
    ) -> None:
        self.deals = deals
        lost = pl.col("bank").is_null() & pl.col("bank_line").is_not_null()
        rows = sessions.select("bank", "bank_passes", "bank_sale", "peek", "order_known", lost=lost).iter_rows()
        self.sessions = [SessionFacts(*row) for row in rows]
        self.seats: dict[tuple[int, int], list[str]] = defaultdict(list)
        for session_no, roster, _, player in seats.sort("session_no", "roster", "seat").iter_rows():
            self.seats[session_no, roster].append(player)
        open_hands = hands.filter("pontoon_open")
        self.claims: dict[int, list[Claim]] = defaultdict(list)
        columns = ("deal_idx", "player", "pontoon_sure", "bank_row", "split", "unread")
        for deal, player, sure, bank_row, split, unread in open_hands.select(columns).iter_rows():
            self.claims[deal].append(Claim(player, sure, bank_row, split, unread))
        self._present(hands)

    def _present(self, hands: pl.DataFrame) -> None:
        """Who has a row, and whether a turn was taken, in the deals where it matters."""
        by_seat = pl.Series([s.passes == "each_deal" for s in self.sessions], dtype=pl.Boolean)
        wanted = self.deals.select(
            "deal_idx",
            wanted=pl.lit(by_seat).gather("session_no") | pl.col("deal_idx").is_in(list(self.claims)),
        )
        some = hands.join(wanted.filter("wanted"), on="deal_idx", how="semi")
        grouped = some.group_by("deal_idx").agg(pl.col("player").fill_null(""), turn=_TURN.any())
        self.present: dict[int, tuple[list[str], bool]] = {d: (p, t) for d, p, t in grouped.iter_rows()}

    def _events(self, unreadable: set[int]) -> pl.Expr:
        """The deals in which the bank may move or be named anew, or that another may follow from."""
        claimed = pl.col("deal_idx").is_in(list(self.claims)) | pl.col("deal_idx").is_in(list(unreadable))
        special = (
            claimed
            | pl.col("price").is_not_null()
            | pl.col("void").is_not_null()
            | pl.col("gap")
            | pl.col("bank_unreadable")
            | ~pl.col("has_hands")
        )
        named = pl.col("bank").is_not_null() & pl.col("bank").ne_missing(pl.col("bank").shift(1))
        by_seat = pl.Series([s.passes == "each_deal" for s in self.sessions], dtype=pl.Boolean)
        return (
            special
            | special.shift(1, fill_value=True)
            | named
            | (pl.col("deal_no") == 1)
            | (pl.col("session_no") != pl.col("session_no").shift(1))
            | pl.lit(by_seat).gather("session_no")
        )

    def fold(self, unreadable: set[int]) -> pl.DataFrame:
        """The bank in every deal, the deals of `unreadable` taken as such."""
        deals = self.deals.with_columns(event=self._events(unreadable))
        by_session: dict[int, list[DealFacts]] = defaultdict(list)
        columns = (
            "deal_idx",
            "session_no",
            "roster",
            "bank",
            "price",
            "void",
            "gap",
            "bank_unreadable",
            "has_hands",
        )
        for idx, session, roster, bank, price, void, gap, unread, some in (
            deals.filter("event").select(columns).iter_rows()
        ):
            present, turn = self.present.get(idx, ([], False))
            by_session[session].append(
                DealFacts(
                    bank=bank,
                    price=price,
                    void=void is not None,
                    gap=gap,
                    unreadable=unread or idx in unreadable,
                    hands=some,
                    seats=self.seats[session, roster],
                    present=present,
                    claims=self.claims.get(idx, []),
                    turn_taken=turn and self.sessions[session].peek,
                )
            )
        rows: list[Step] = []
        for session, facts in by_session.items():
            rows += follow_bank(self.sessions[session], facts)
        steps = _step_columns(rows)
        at = (pl.col("event").cum_sum() - 1).cast(pl.Int64)
        deals = deals.with_columns(at=at)
        spread = steps[deals["at"]] if len(deals) else steps
        joined = pl.concat([deals, spread], how="horizontal")
        quiet = ~pl.col("event")
        return joined.with_columns(
            heir=pl.when(quiet).then("holder").otherwise("heir"),
            heirs=pl.when(quiet).then(pl.concat_list("holder")).otherwise("heirs"),
            previous=pl.when(quiet).then("holder").otherwise("previous"),
            claimants=pl.when(quiet).then(pl.lit([], dtype=pl.List(pl.String))).otherwise("claimants"),
            step=pl.when(quiet).then(None).otherwise("step"),
            seller=pl.when(quiet).then(None).otherwise("seller"),
            sale=pl.when(quiet).then(None).otherwise("sale"),
            bank_changed=pl.when(~quiet)
            .then("bank_changed")
            .when(pl.col("holder").is_not_null())
            .then(False),
            fresh=pl.when(quiet).then(False).otherwise("fresh"),
        ).drop("event", "at")


def _step_columns(steps: list[Step]) -> pl.DataFrame:
    columns = {
        name: [getattr(step, name) for step in steps] for name in STEP if name not in ("heirs", "claimants")
    }
    lists = {name: _lists(getattr(step, name) for step in steps) for name in ("heirs", "claimants")}
    plain = {name: kind for name, kind in STEP.items() if name not in lists}
    frame = pl.DataFrame(columns, schema=plain)  # type: ignore[arg-type]
    return frame.with_columns(**lists).select(*STEP)


def _lists(lists: Iterable[list[str | None] | list[str] | None]) -> pl.Series:
    """Lists of names as a column: joined and split again, which is far faster than a series a row."""
    joined = [None if names is None else "\n".join(name or "" for name in names) for names in lists]
    split = pl.Series(joined, dtype=pl.String).str.split("\n")
    return split.list.filter(pl.element() != "")
