"""The game as the score keeper sees it: a line goes in, the next state or a refusal comes out.

In: the text of a session file, and lines. Out: frozen `Game`s; nothing here reads, writes or prints. The
audit judges every state (`judging`); what it refuses the table may overrule with a reason.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon_ledger.money import format_amount
from pontoon_ledger.notation import Clause, Kind
from pontoon_ledger.scoring.commands import command
from pontoon_ledger.scoring.judging import Finding, Verdict
from pontoon_ledger.scoring.model import Deal, Hand
from pontoon_ledger.scoring.turns import Setting, Turn, play_line, whose_turn
from pontoon_ledger.scoring.words import MisreadError, Words, taken_for_entries
from pontoon_ledger.scoring.writing import deal_lines
from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pontoon_ledger.scoring.opening import Session
    from pontoon_ledger.scoring.slot import Slot


class Game(Struct, frozen=True):
    """A session being recorded: its file with a place for deals, the deals written, the one in play."""

    session: Session
    slot: Slot
    written: tuple[str, ...]
    deal: Deal
    verdict: Verdict
    bets: Mapping[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The session file as it should be: every deal that is over."""
        return self.slot.with_deals(self.written)

    @property
    def turn(self) -> Turn:
        """What is asked next."""
        return whose_turn(self.deal, shoot=self.session.rules.shoot)

    def money(self, minor: int) -> str:
        """An amount in minor units as the record writes it, without its currency."""
        return format_amount(minor, self.session.unit.decimals)

    @property
    def number(self) -> int:
        """The number of the deal in play."""
        return self.session.deals + len(self.written) + 1


class Refused(Struct, frozen=True):
    """An entry that the rules forbid: the findings, and the deal as it would be."""

    line: str
    deal: Deal
    findings: tuple[Finding, ...]


def begin(session: Session, slot: Slot) -> Game:
    """The game as the session file has it, its next deal open."""
    deal = Deal(session.seats)
    return _judged(Game(session, slot, (), deal, _NOTHING, session.bets), deal)


_SAID = ("P301", "P302", "P504", "P602", "P603")
"""Codes of what was said of the money and does not fit."""
_NOTHING = Verdict((), None, None, shuffle=False, kitty=None, dry=False, dues=())


def _judged(game: Game, deal: Deal, *, offers: bool = True) -> Game:
    """The game with another deal in play, judged. Where nobody is said to hold the bank, the heir does."""
    judge = game.session.judge
    verdict = judge.verdict(game.slot, game.written, deal, game.verdict.kitty, offers=offers)
    holder = verdict.holder
    if deal.bank is None and holder in deal.seats and holder not in deal.out:
        deal = replace(deal, bank=holder, own=Hand(holder))
    return replace(game, deal=replace(deal, before=verdict.before), verdict=verdict)


def enter(game: Game, line: str, *, offers: bool = True) -> Game | Refused:
    """Take one line. MisreadError where it cannot be understood, Refused where the rules forbid it."""
    deal = _entered(game, line)
    if deal is None:
        return unsettled(game) or _closed(game)
    after = _judged(game, deal, offers=offers)
    if faults := after.verdict.wrong("P0"):
        raise MisreadError(faults[0].message)
    if wrong := _refusing(game, after):
        return Refused(line.strip(), after.deal, wrong)
    return after


def _refusing(before: Game, after: Game) -> tuple[Finding, ...]:
    """The errors for which an entry is refused: never the cards for what was said of the money before."""
    wrong = _not_ruled(after)
    if _money_said(after.deal) == _money_said(before.deal):
        return tuple(finding for finding in wrong if finding.code not in _SAID)
    old = _not_ruled(before)
    return tuple(finding for finding in wrong if finding.code not in _SAID or finding not in old)


def _money_said(deal: Deal) -> tuple[object, ...]:
    """All that was said of the money of a deal."""
    hands = [(hand.player, hand.paid) for hand in (*deal.hands, deal.own) if hand.paid]
    return (*hands, deal.tally)


def unsettled(game: Game) -> Refused | None:
    """What was said of the money and does not fit the deal now that it is over, None where all of it does."""
    wrong = _not_ruled(game) if game.turn.kind == "pay" else ()
    return Refused("", game.deal, wrong) if wrong else None


def _entered(game: Game, line: str) -> Deal | None:
    """The deal after a line; None where the line ends it."""
    turn, words = game.turn, line.strip()
    if not words:
        if turn.kind == "pay":
            return None
        if turn.kind not in ("shoot", "bank") or (turn.kind == "bank" and not bank_need_not_play(game.deal)):
            raise MisreadError(f"nothing was entered; {_instead(game)}")
        words = "-"
    setting = _setting(game)
    if turn.kind == "holder" and fold(words) in setting.names:
        words = f"bank {words}"
    try:
        changed = command(game.deal, words, setting)
        return changed or play_line(game.deal, Words(words, setting.unit, setting.names.values()), setting)
    except MisreadError as error:
        if not (mistaken := taken_for_entries(words, setting.names)):
            raise
        hints = " and ".join(f"@{name} for the player {name}" for name in mistaken)
        raise MisreadError(f"{error}; write {hints}") from None


def _instead(game: Game) -> str:
    """What to type in place of nothing."""
    usual = game.bets.get(game.turn.player or "") if game.turn.kind == "bet" else None
    if usual is None:
        return "? shows what can be"
    return f"b bets {game.money(usual)}, the same as last time, - sits out"


def bank_need_not_play(deal: Deal) -> bool:
    """Whether nobody is left to play against.

    >>> bank_need_not_play(Deal(("Ann", "Bob"), "Ann", hands=(Hand("Bob", (Clause(Kind.BUST),)),)))
    True
    """
    endings = [hand.ending for hand in deal.hands]
    return all(one is not None and one.kind == Kind.BUST for one in endings)


def _setting(game: Game) -> Setting:
    names = {**game.session.names, **{fold(name): name for name in game.deal.seats}}
    dues = {at: due.hand for at, due in enumerate(game.verdict.dues)}
    return Setting(game.session.unit, names, game.session.rules.shoot, game.bets, dues)


def _not_ruled(game: Game) -> tuple[Finding, ...]:
    """The errors that the table has not overruled."""
    left = Counter(game.deal.ruled)
    wrong = []
    for finding in game.verdict.wrong():
        if left[finding.key] > 0:
            left[finding.key] -= 1
        else:
            wrong.append(finding)
    return tuple(wrong)


def overrule(game: Game, refused: Refused | None, reason: str) -> Game:
    """Let a refused entry stand, with the table's reason; with none, what was said and does not fit."""
    refused = refused or unsettled(game)
    if refused is None:
        raise MisreadError("nothing was refused just now that ! could let stand")
    reason = " ".join(reason.split())
    if not reason:
        raise MisreadError("why? the reason is written down: ! Dan did not want it")
    waive = dict(refused.deal.waive)
    for finding in refused.findings:
        said = waive.get(finding.code)
        waive[finding.code] = f"{said}; {reason}" if said and reason not in said else said or reason
    ruled = (*refused.deal.ruled, *(finding.key for finding in refused.findings))
    return _judged(game, replace(refused.deal, waive=tuple(waive.items()), ruled=ruled))


def resumed(
    session: Session, slot: Slot, written: tuple[str, ...], deal: Deal, bets: Mapping[str, int]
) -> Game:
    """The game with the deals written and the deal in play that were kept of it."""
    return _judged(Game(session, slot, written, deal, _NOTHING, {**session.bets, **bets}), deal)


def stakes_of(deal: Deal) -> dict[str, int]:
    """What each player bet in a deal."""
    return {hand.player: hand.stake for hand in deal.hands if hand.stake is not None and not hand.split}


def _closed(game: Game) -> Game:
    """The game with its deal written, paid as due where nothing else was said, and the next one open."""
    deal = game.deal
    hands = deal.hands if deal.void is not None else tuple(_paid(game, at) for at in range(len(deal.hands)))
    codes = {finding.code for finding in game.verdict.findings}
    kept = tuple(ruling for ruling in deal.waive if ruling[0] in codes)
    text = deal_lines(replace(deal, hands=hands, waive=kept), game.session.unit, game.slot.column)
    done = replace(
        game, written=(*game.written, text), bets={**game.bets, **stakes_of(deal)}, verdict=_NOTHING
    )
    return _judged(done, Deal(deal.seats))


def _paid(game: Game, at: int) -> Hand:
    hand, due = game.deal.hands[at], game.verdict.dues[at]
    mine = [game.deal.hands[other] for other in game.deal.of(hand.player)]
    together = any(one.kind == Kind.ALL_RESULT for other in mine for one in other.paid)
    if together:
        return hand
    said = {one.kind for one in hand.paid}
    if due.hand is not None and Kind.RESULT not in said:
        hand = hand.add(Clause(Kind.RESULT, amount=due.hand))
    shot = any(one.kind == Kind.SHOOT for one in hand.clauses)
    if shot and due.shoot is not None and Kind.SHOOT_RESULT not in said:
        hand = hand.add(Clause(Kind.SHOOT_RESULT, amount=due.shoot))
    return hand
