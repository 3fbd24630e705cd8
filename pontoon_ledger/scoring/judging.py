"""What the audit says of the deal in play: the one judge of the table.

In: the record as it stands, with the deal in play as its last deal. Out: a `Verdict`: its findings, who holds
the bank, what is due, and what may be done next. That is found by trying: what could follow is written
behind the deal, each possibility as a deal after a gap, and judged in the same audit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.cards import UNKNOWN
from pontoon_ledger.notation import Clause, Kind
from pontoon_ledger.scoring.hands import unequal, unpaid
from pontoon_ledger.scoring.model import MOST, Deal, Hand, bare
from pontoon_ledger.scoring.turns import Turn, whose_turn
from pontoon_ledger.scoring.words import FIRST
from pontoon_ledger.scoring.writing import as_it_stands, deal_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.currency import Currency
    from pontoon_ledger.scoring.slot import Slot

_WHILE_PLAYED = ("P102", "P105", "P211", "P303", "P603")
"""Findings that a deal may have only because it is not over yet."""
_OF_THE_BANK = ("P602",)
"""Findings that it may have only because a hand can still win or lose more."""
_OF_THE_MONEY = ("P301", "P302", "P504", *_OF_THE_BANK)
"""Findings that it may have only because the banker can still draw."""


class Finding(Struct, frozen=True):
    """A finding of the audit about the deal in play."""

    code: str
    severity: str
    player: str | None
    hand: int | None
    message: str
    help: str | None = None

    @property
    def key(self) -> tuple[str, str | None, int | None]:
        """What a ruling on it is remembered by."""
        return self.code, self.player, self.hand


class Due(Struct, frozen=True):
    """What is due on a hand and on its shoot bets, None where it is open.

    `open` and `shoot_open` say between which amounts.
    """

    hand: int | None
    shoot: int | None
    open: str | None = None
    shoot_open: str | None = None


class Offer(Struct, frozen=True):
    """What may be done with the hand in turn: words such as `stick`, and what a bought card may cost."""

    words: tuple[str, ...]
    price: tuple[int, int] | None = None


@dataclass(frozen=True)
class Verdict:
    """The judge on a deal. `dues` stand as the deal's hands do; `next_bank` is told once it is over.

    `dry`: the banker has still to put up a kitty.
    """

    findings: tuple[Finding, ...]
    holder: str | None
    before: str | None
    shuffle: bool
    kitty: int | None
    dry: bool
    dues: tuple[Due, ...]
    offer: Offer | None = None
    next_bank: Callable[[], str] | None = field(default=None, compare=False)

    def wrong(self, code: str = "P") -> tuple[Finding, ...]:
        """The errors among the findings, of codes that begin so."""
        return tuple(f for f in self.findings if f.severity == "E" and f.code.startswith(code))


class Judge:
    """Judges deals of one session, shown as the file at `path`."""

    def __init__(self, path: str, unit: Currency, *, shoot: bool) -> None:
        self.path = path
        self.unit = unit
        self.shoot = shoot

    def verdict(
        self, slot: Slot, written: tuple[str, ...], deal: Deal, kitty: int | None, *, offers: bool = True
    ) -> Verdict:
        """Judge a deal behind those written; `kitty` is what lies in the kitty as far as is known."""
        from pontoon_ledger.formatting.record import audited

        turn = whose_turn(deal, shoot=self.shoot)
        stands = as_it_stands(deal)
        tried = dict(self._trials(deal, turn, kitty)) if offers else {}
        texts = [deal_lines(one, self.unit, slot.column) for one in (stands, *tried.values())]
        audit = audited(self.path, slot.with_deals([*written, *texts]))
        at = len(audit.deals) - len(texts)
        over = turn.kind == "pay"
        findings = _findings(audit, at, deal, over=over)
        facts = audit.deals.row(at, named=True)
        return Verdict(
            findings=tuple(findings),
            holder=facts["holder"],
            before=facts["previous"],
            shuffle=bool(facts["shuffle_due"]),
            kitty=facts.get("kitty_start"),
            dry=facts["kitty_step"] == "P506",
            dues=_dues(audit, at, deal),
            offer=_offer(audit, at, deal, turn, list(tried)) if tried and not _unread(findings) else None,
            next_bank=partial(_next_bank, audit, at) if over else None,
        )

    def standings(self, text: str) -> list[tuple[str, int | None]]:
        """What each person has won or lost by the deals of a record, None where that is open."""
        from pontoon_ledger.balances import settle
        from pontoon_ledger.formatting.record import audited

        balances = settle(audited(self.path, text)).balances.filter(~pl.col("account"))
        return list(balances.select("player", "due").iter_rows())

    def _trials(self, deal: Deal, turn: Turn, kitty: int | None) -> Iterator[tuple[str, Deal]]:
        """What could be done next, each as a deal that follows from nothing."""
        alone = replace(deal, gap=True, named=True, price=None, shuffled=None, reseated=False, label=None)
        alone = replace(alone, waive=(), tally=(), note=None, kitty=kitty if self.shoot else None)
        if turn.kind == "bank" and len(deal.own.cards) >= FIRST:
            own = unpaid(deal.own)
            yield "stick", replace(alone, own=own.add(Clause(Kind.STICK)))
            yield "draw", replace(alone, own=own.deal_in([UNKNOWN]))
        if turn.kind == "play" and turn.at is not None:
            for word, tried in _next_moves(deal.hands[turn.at], shoot=self.shoot):
                if word != "split" or not unequal(deal, turn.at):
                    yield word, as_it_stands(alone.put(turn.at, *tried))


def _next_moves(hand: Hand, *, shoot: bool) -> Iterator[tuple[str, tuple[Hand, ...]]]:
    unknown = (UNKNOWN,)
    if shoot and len(hand.cards) == MOST - 2:
        yield "shoot", (hand.add(Clause(Kind.SHOOT, amount=1)),)
    yield "stick", (hand.add(Clause(Kind.STICK)),)
    yield "twist", (hand.add(Clause(Kind.TWIST, cards=unknown)),)
    if hand.stake is not None:
        yield "buy", (hand.add(Clause(Kind.BUY, amount=hand.stake, cards=unknown)),)
    if hand.turned:
        return
    first, second = hand.cards
    kept = tuple(one for one in hand.clauses if one.kind <= Kind.CARDS)
    if hand.stake is not None:
        one = replace(hand, clauses=(*kept, bare((first, UNKNOWN))))
        other = Hand(hand.player, (Clause(Kind.SPLIT, amount=hand.stake), bare((second, UNKNOWN))))
        yield "split", (one, other)
    if UNKNOWN not in hand.cards:
        burned = (*kept, Clause(Kind.BURN, cards=(first, second)), bare((UNKNOWN, UNKNOWN)))
        yield "burn", (replace(hand, clauses=burned),)


def _findings(audit: Audit, at: int, deal: Deal, *, over: bool) -> list[Finding]:
    found = audit.findings.filter(pl.col("deal_idx") == at)
    columns = ("code", "severity", "player", "hand", "message", "help")
    findings = [Finding(*row) for row in found.select(columns).iter_rows()]
    drawing = bool(deal.own.cards) and not deal.own.done
    unripe = (
        (_WHILE_PLAYED, not over),
        (_OF_THE_BANK, not over and not all(hand.done for hand in deal.hands)),
        (_OF_THE_MONEY, not over and drawing),
        (("P010",), deal.bank is None),
        (("P506",), not deal.hands),
    )
    unjudged = {code for codes, yet in unripe if yet for code in codes}
    return [f for f in findings if f.code not in unjudged]


def _unread(findings: list[Finding]) -> bool:
    """Whether the deal has faults of writing."""
    return any(finding.code.startswith("P0") for finding in findings)


def _rows(audit: Audit, at: int) -> dict[tuple[str | None, int], dict[str, Any]]:
    """The rows of the players' hands of a deal, by player and hand."""
    hands = audit.replayed.filter(pl.col("deal_idx") == at, ~pl.col("banker"))
    return {(row["player"], row["hand"]): row for row in hands.iter_rows(named=True)}


def _dues(audit: Audit, at: int, deal: Deal) -> tuple[Due, ...]:
    from pontoon_ledger.explain.phrases import between

    rows, dues = _rows(audit, at), []
    decimals = audit.records.sessions["decimals"][0]
    for place, hand in enumerate(deal.hands):
        row = rows.get((hand.player, deal.number(place)))
        if row is None:
            dues.append(Due(None, None))
            continue
        open_ = between(row["due_low"], row["due_high"], decimals) if row["due"] is None else None
        shot = row["shoot_low"], row["shoot_high"]
        shoot_open = between(*shot, decimals) if row["shoot_due"] is None else None
        dues.append(Due(row["due"], row["shoot_due"], open_, shoot_open))
    return tuple(dues)


def _offer(audit: Audit, at: int, deal: Deal, turn: Turn, tried: list[str]) -> Offer:
    """Which trials raise no error that the deal itself has not."""
    player = turn.player
    mine = pl.col("player") == player
    errors = audit.findings.filter(pl.col("severity") == "E", mine)
    had = _counted(errors.filter(pl.col("deal_idx") == at))
    words = []
    for place, word in enumerate(tried, at + 1):
        has = _counted(errors.filter(pl.col("deal_idx") == place))
        if has <= had:
            words.append(word)
    price = None
    if "buy" in words and turn.at is not None and len(deal.hands[turn.at].cards) < MOST:
        hand = deal.hands[turn.at]
        row = _rows(audit, at)[hand.player, deal.number(turn.at)]
        price = row["s_low"], row[f"bound{len(hand.cards) + 1}"]
    return Offer(tuple(words), price)


def _counted(findings: pl.DataFrame) -> set[tuple[Any, ...]]:
    rows: Iterable[tuple[Any, ...]] = findings.select("code", "hand", "message").iter_rows()
    return set(rows)


def _next_bank(audit: Audit, at: int) -> str:
    from pontoon_ledger.explain.bank import next_bank
    from pontoon_ledger.explain.table import lay

    return next_bank(lay(audit, at))[0].text
