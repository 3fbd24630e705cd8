"""The audit: records in, hands judged, findings located, transfers summed up.

In: `Records`. Out: `Audit` with frames of sessions, deals, hands, findings and transfers. This is
the whole of section 3 of the flow between the two thin ends that read and print.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.cards import CARD_CODES, card_name
from pontoon_ledger.checks.between import shuffle_calls
from pontoon_ledger.checks.money import money_findings
from pontoon_ledger.checks.pack import too_often
from pontoon_ledger.checks.rulings import idle_rulings, waive
from pontoon_ledger.findings import RAISED, Desk, raise_all
from pontoon_ledger.notation import Kind
from pontoon_ledger.replay.hands import replay, session_currencies
from pontoon_ledger.replay.totals import BIT, CLASS_NAMES, CLASSES
from pontoon_ledger.shape import BOUGHT, TWISTED
from pontoon_ledger.transfers import transfers

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Records

_SINGLE = {BIT[c]: CLASS_NAMES[c] for c in range(CLASSES)}
_ENDINGS = {Kind.STICK: "stick", Kind.BUST: "bust", Kind.PONTOON: "pontoon", Kind.FIVE: "five"}


@dataclass(frozen=True)
class Audit:
    """The result of an audit; frames as `docs/python.md` lists them, money in minor units."""

    records: Records
    replayed: pl.DataFrame
    deals: pl.DataFrame
    findings: pl.DataFrame

    @cached_property
    def hands(self) -> pl.DataFrame:
        """One row a hand in the order of the record (columns of design 3)."""
        return _public_hands(self.replayed, self.records)

    @cached_property
    def transfers(self) -> pl.DataFrame:
        """One row a move of money; see `transfers.TRANSFERS`."""
        return transfers(self.records, self.replayed, self.deals)

    @cached_property
    def sessions(self) -> pl.DataFrame:
        """One row a session with how many of its deals are judged, undecided and unreadable."""
        from pontoon_ledger.summary import session_summary

        return session_summary(self)


def audit(records: Records) -> Audit:
    """Judge the records: every check over every hand and deal."""
    played = replay(records)
    deals = shuffle_calls(played.deals, played.hands)
    hands = _with_payments(played.hands)
    raised = raise_all(hands, deals)
    repeats = too_often(hands.with_columns(packs=deals["packs"].gather(hands["deal_idx"])))
    raised = pl.concat([raised, _repeats(repeats, hands)])
    desk = Desk(records, hands, deals, session_currencies(records))
    desk.add_faults()
    desk.add_play_faults(played.faults)
    raised = waive(raised, hands, records.waivers)
    desk.add_raised(raised)
    hands = _with_counts(hands, raised)
    money_findings(desk, records, hands, deals)
    idle_rulings(desk, records, deals)
    return Audit(records, hands, deals, desk.frame())


def _with_payments(hands: pl.DataFrame) -> pl.DataFrame:
    """Add what the payment checks ask: which rows are payable, and the sums behind `all won`."""
    live = hands.filter("settled", "live", ~pl.col("void"))["deal_idx"].unique()
    banks = hands.filter("bank_row")["deal_idx"].unique()
    hands = hands.with_columns(
        payable=pl.col("settled"),
        spoiled=pl.col("bank_unread") | (pl.col("holder").is_null() & pl.col("lost").fill_null(False)),
        has_bank_row=pl.col("deal_idx").is_in(banks.to_list()),
        faces_live=pl.col("deal_idx").is_in(live.to_list()),
        due=pl.when(pl.col("due_low") == pl.col("due_high")).then("due_low"),
        all_low=pl.lit(None, dtype=pl.Int64),
        all_high=pl.lit(None, dtype=pl.Int64),
    )
    keys = ["deal_idx", "player"]
    summed = hands.filter(pl.col("all_recorded").is_not_null()).select(keys).unique()
    if summed.is_empty():
        return hands
    sums = (
        hands.join(summed, on=keys, how="semi")
        .group_by(keys)
        .agg(
            pl.when(pl.col(f"due_{end}").is_null().any())
            .then(None)
            .otherwise(pl.col(f"due_{end}").sum())
            .alias(f"all_{end}")
            for end in ("low", "high")
        )
    )
    return hands.drop("all_low", "all_high").join(sums, on=keys, how="left", maintain_order="left")


def _repeats(repeats: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """P101 findings from the cards that are one too many."""
    if repeats.is_empty():
        return pl.DataFrame(schema=RAISED)
    names = pl.lit(pl.Series([card_name(c) for c in range(CARD_CODES)]))
    word = names.gather(pl.col("card").cast(pl.Int64))
    nothing = pl.lit(None, dtype=pl.String)
    return repeats.select(
        code=pl.lit("P101"),
        row="row",
        deal_idx=pl.lit(hands["deal_idx"]).gather("row"),
        slot="slot",
        message=pl.format("{} is in this deal once more than the pack holds it", word),
        found=word,
        expected=nothing,
        help=nothing,
        owed=pl.lit(None, dtype=pl.Int64),
    ).cast(RAISED)  # type: ignore[arg-type]


def _with_counts(hands: pl.DataFrame, raised: pl.DataFrame) -> pl.DataFrame:
    """Add `counts`: recorded where a ruling lets it stand or nothing is decided, else what is due."""
    ruled = raised.filter(pl.col("waived").is_not_null(), pl.col("code").is_in(["P301", "P302", "P303"]))[
        "row"
    ]
    stands = pl.col("agreed") | pl.col("row").is_in(ruled.to_list())
    hands = hands.with_columns(
        counts=pl.when(stands & pl.col("recorded").is_not_null())
        .then("recorded")
        .otherwise(pl.coalesce("due", "recorded"))
    )
    all_due = pl.when(pl.col("all_low") == pl.col("all_high")).then("all_low")
    return hands.with_columns(
        all_counts=pl.when(stands).then("all_recorded").otherwise(pl.coalesce(all_due, "all_recorded"))
    )


def _public_hands(hands: pl.DataFrame, records: Records) -> pl.DataFrame:
    names = pl.lit(pl.Series([card_name(c) for c in range(CARD_CODES)]))
    paths = pl.lit(pl.Series([s.path for s in records.sources], dtype=pl.String))
    klass = pl.col("classes").replace_strict(_SINGLE, default=None, return_dtype=pl.String)
    hard = pl.when((pl.col("points") == pl.col("points_high")) & pl.col("listed")).then("points")
    total = pl.coalesce(
        pl.when("listed").then(pl.coalesce(_total_of("totals5"), hard)), "said_total", _total_of("classes")
    )
    how = {BOUGHT: "buy", TWISTED: "twist"}
    stake = (
        pl.when(pl.col("t_low") == pl.col("five_high"))
        .then("t_low")
        .when(
            (pl.col("t_low") == pl.col("t_high"))
            | (pl.col("classes") == BIT[23]) & (pl.col("s_low") == pl.col("s_high"))
        )
        .then("t_low")
    )
    bank = pl.col("banker")
    return hands.select(
        "session_no",
        "session",
        "deal_no",
        "deal",
        "player",
        "hand",
        "banker",
        bank="holder",
        split=pl.col("split") & ~bank,
        bet=pl.when(~bank).then("bet"),
        **{f"c{k}": names.gather(pl.col(f"c{k}").cast(pl.Int64)) for k in range(1, 6)},
        cards="cards",
        **{
            f"how{k}": pl.when(~bank).then(
                pl.col(f"how{k}").replace_strict(how, default=None, return_dtype=pl.String)
            )
            for k in (3, 4, 5)
        },
        **{f"price{k}": pl.when(~bank).then(f"price{k}") for k in (3, 4, 5)},
        ending=pl.col("ending").replace_strict(_ENDINGS, default=None, return_dtype=pl.String),
        total=total,
        **{"class": pl.when(~pl.col("unread")).then(klass)},
        stake=pl.when("settled").then(stake),
        due="due",
        shoot_due=pl.lit(None, dtype=pl.Int64),
        recorded=pl.when(~bank).then("recorded"),
        shoot_recorded=pl.when(~bank).then("shoot_recorded"),
        counts=pl.when(~bank).then("counts"),
        agreed="agreed",
        note="note",
        file=paths.gather("file_no"),
        line="line",
    )


def _total_of(column: str) -> pl.Expr:
    """The total where the set leaves one open."""
    known = {BIT[t]: t for t in range(2, 22)}
    return pl.col(column).replace_strict(known, default=None, return_dtype=pl.Int8)
