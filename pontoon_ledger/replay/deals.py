"""From pontoons to bankers: who held the bank in every deal, and what is wrong with how it came there.

In: deals, sessions, seats and the hands that may be pontoons. Out: the deals with the columns of
`bank.STEP`. The regular course is an expression; only the deals that leave it are walked.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from pontoon_ledger.notation import Kind
from pontoon_ledger.replay.bank import STEP, Claim, DealFacts, SessionFacts, follow_bank
from pontoon_ledger.replay.course import OF_A_PLAYER, TURN, TURN_ASKS, claims_by_deal, regular_course

if TYPE_CHECKING:
    from pontoon_ledger.replay.bank import Step

_BETS = pl.col("opening").is_in([Kind.BET, Kind.OPEN]) & ~pl.col("unread")
_COLUMNS = (
    "deal_idx",
    "session_no",
    "roster",
    "bank",
    "price",
    "void",
    "gap",
    "bank_unreadable",
    "has_hands",
    "before",
    "expected",
    "won",
)


def with_holders(
    deals: pl.DataFrame, sessions: pl.DataFrame, seats: pl.DataFrame, hands: pl.DataFrame
) -> pl.DataFrame:
    """Add the columns of `bank.STEP`, and `staker`: the banker who stakes against himself.

    `hands` needs `pontoon_open`, `pontoon_sure`, `split`, `unread`, `opening`, `ending`, `cards`. A deal
    whose banker turns out to stake against himself (P010) is unreadable: the holder after it is unknown
    until one is written, so the course is followed again with that deal marked.
    """
    stakers: dict[int, str] = {}
    facts = _Facts(deals, sessions, seats, hands)
    staking = hands.select("deal_idx", "player", bets=_BETS)
    while True:
        held = facts.follow(set(stakers))
        holder = held["holder"].gather(staking["deal_idx"])
        wrong = staking.filter(pl.col("bets") & (pl.col("player") == holder))
        first = (
            wrong.with_columns(session_no=held["session_no"].gather(wrong["deal_idx"]))
            .sort("deal_idx")
            .unique("session_no", keep="first")
        )
        if first.is_empty():
            break
        stakers.update(zip(first["deal_idx"], first["player"], strict=True))
    staker = pl.col("deal_idx").replace_strict(stakers, default=None, return_dtype=pl.String)
    return held.with_columns(staker=staker)


class _Rows(NamedTuple):
    """What the rows of one deal tell: whose they are, was a turn taken, who bet, whose cannot be read."""

    players: list[str]
    turn: bool
    staking: list[str]
    unread: list[str]


class _Facts:
    """Everything the walk asks, gathered for the deals that leave the regular course."""

    def __init__(
        self, deals: pl.DataFrame, sessions: pl.DataFrame, seats: pl.DataFrame, hands: pl.DataFrame
    ) -> None:
        self.hands = hands
        wins = (deals["bank_passes"] == "pontoon").any()
        self.claims = claims_by_deal(hands if wins else hands.clear())
        lost = pl.col("bank").is_null() & pl.col("bank_line").is_not_null()
        asked = sessions.select("bank", "bank_passes", "bank_sale", "peek", "order_known", lost=lost)
        self.sessions = [SessionFacts(*row) for row in asked.iter_rows()]
        first = sessions["bank"].gather(deals["session_no"]).alias("first_bank")
        self.deals = deals.with_columns(first)
        self.seats: dict[tuple[int, int], list[str]] = defaultdict(list)
        for session_no, roster, _, player in seats.sort("session_no", "roster", "seat").iter_rows():
            self.seats[session_no, roster].append(player)

    def _near(self, events: pl.DataFrame) -> tuple[dict[int, list[Claim]], dict[int, _Rows]]:
        """The claims of the events, and what their rows tell."""
        asked = ("deal_idx", "player", "pontoon_open", "pontoon_sure", "bank_row", *TURN_ASKS)
        hands = self.hands.select(asked).filter(pl.col("deal_idx").is_in(events["deal_idx"].implode()))
        claims: dict[int, list[Claim]] = defaultdict(list)
        columns = ("deal_idx", "player", "pontoon_sure", "bank_row", "split", "unread")
        for deal, *claim in hands.filter("pontoon_open").select(columns).iter_rows():
            claims[deal].append(Claim(*claim))
        name = pl.col("player").fill_null("")
        rows = hands.group_by("deal_idx").agg(
            name,
            turn=TURN.any(),
            staking=name.filter(OF_A_PLAYER, ~pl.col("unread")),
            unread=name.filter("unread"),
        )
        return claims, {deal: _Rows(*told) for deal, *told in rows.iter_rows()}

    def follow(self, unreadable: set[int]) -> pl.DataFrame:
        """The bank in every deal, the deals of `unreadable` taken as such."""
        deals = regular_course(self.deals, self.claims, unreadable)
        events = deals.filter("event")
        claims, rows = self._near(events)
        by_session: dict[int, list[DealFacts]] = defaultdict(list)
        last = -1
        for (
            idx,
            session,
            roster,
            bank,
            price,
            void,
            gap,
            unread,
            some,
            before,
            expected,
            won,
        ) in events.select(_COLUMNS).iter_rows():
            told = rows.get(idx, _Rows([], False, [], []))
            by_session[session].append(
                DealFacts(
                    bank=bank,
                    price=price,
                    void=void is not None,
                    gap=gap,
                    unreadable=unread or idx in unreadable,
                    hands=some,
                    seats=self.seats[session, roster],
                    present=told.players,
                    claims=claims.get(idx, []),
                    turn_taken=told.turn and self.sessions[session].peek,
                    before=None if idx == last + 1 else before,
                    expected=expected,
                    won=won,
                    staking=told.staking,
                    unread=told.unread,
                )
            )
            last = idx
        steps = [
            s for session, facts in by_session.items() for s in follow_bank(self.sessions[session], facts)
        ]
        return _spread(deals, _step_columns(steps))


def _spread(deals: pl.DataFrame, steps: pl.DataFrame) -> pl.DataFrame:
    """The walked steps beside the regular ones."""
    walked = pl.col("event")
    at = deals.select(pl.when(walked).then(walked.cum_sum().cast(pl.Int64) - 1)).to_series()
    beside = steps.select(pl.all().gather(at)) if len(steps) else steps
    joined = pl.concat([deals, beside.select(pl.all().name.prefix("step_"))], how="horizontal")
    regular = {
        "holder": pl.col("holder"),
        "heir": pl.col("expected"),
        "heirs": pl.col("expected").fill_null(""),
        "previous": pl.col("before"),
        "claimants": pl.col("won").fill_null(""),
        "step": pl.lit(None, dtype=pl.String),
        "seller": pl.col("sold_by"),
        "sale": pl.col("sold_for"),
        "bank_changed": pl.col("holder") != pl.col("before"),
        "fresh": pl.lit(False),
        "lost": pl.lit(False),
    }
    chosen = {name: pl.when(walked).then(f"step_{name}").otherwise(usual) for name, usual in regular.items()}
    return joined.with_columns(**chosen).drop(
        "event", "expected", "before", "won", "first_bank", "sold_by", "sold_for", "^step_.*$"
    )


def _step_columns(steps: list[Step]) -> pl.DataFrame:
    columns = {name: [_told(getattr(step, name)) for step in steps] for name in STEP}
    return pl.DataFrame(columns, schema=STEP)


def _told(value: object) -> object:
    """A list of names as the text that a column holds, nobody's name left out."""
    return "\n".join(name for name in value if name) if isinstance(value, list) else value
