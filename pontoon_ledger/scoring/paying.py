"""What the score keeper is told of the money: what is due to everybody, what Enter writes down, the sums.

In: the game. Out: short texts, one a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.explain.phrases import listed, result
from pontoon_ledger.notation import Kind
from pontoon_ledger.scoring.engine import unsettled

if TYPE_CHECKING:
    from pontoon_ledger.scoring.engine import Game
    from pontoon_ledger.scoring.judging import Due
    from pontoon_ledger.scoring.model import Hand


def due(game: Game) -> list[str]:
    """Tell what is due to everybody, and who has the bank next."""
    deal = game.deal
    if deal.void is not None:
        return ["The deal is void: nothing is due, the bank stays.", *_settling(game)]
    lines = ["Due, doubled:" if deal.doubled and game.session.rules.banker_doubles else "Due:"]
    dues = game.verdict.dues
    lines += [f"  {deal.name_of(at)} {_due(game, deal.hands[at], dues[at])}" for at in range(len(deal.hands))]
    known = [one.hand for one in dues if one.hand is not None]
    if len(known) == len(dues):
        lines.append(f"  {deal.bank} (bank) {result(-sum(known), game.session.unit.decimals)}")
    if game.verdict.next_bank:
        lines.append(_sentence(game.verdict.next_bank()))
    return [*lines, *_settling(game)]


def changed(before: Game, after: Game) -> list[str]:
    """Tell what an entry has changed of what is due, or of what is still to be said of the payments."""
    if before.verdict.dues != after.verdict.dues:
        return due(after)
    same = _settling(before) == _settling(after)
    return [] if same and unsettled(after) is None else _settling(after)


def _settling(game: Game) -> list[str]:
    """Tell what is still to be settled before the deal is written, or what Enter would write."""
    wrong = unsettled(game)
    if wrong is None:
        return [_how_to_pay(game)]
    said = [f"That does not fit: {finding.message} ({finding.code})." for finding in wrong.findings]
    return [*said, "Say it anew, or undo what was entered wrong; ! and a reason lets it stand."]


def _how_to_pay(game: Game) -> str:
    """Tell what Enter would write down of what is due, and what it would leave open."""
    if game.deal.void is not None:
        return "Enter writes it down."
    hands = game.deal.hands
    open_ = _left_open(game)
    if not open_:
        return f"Enter if it was paid so; else a name and what, as in {hands[0].player} won .40"
    nothing_said = len(open_) == len(hands) and not any(hand.paid for hand in hands)
    left = "all of it" if nothing_said else f"what {listed(open_)} won or lost"
    return f"Say what was paid, as in {open_[0]} won .40; Enter leaves {left} open"


def _left_open(game: Game) -> list[str]:
    """The hands of which neither what is due nor what was paid is known, their shoot bets too."""
    deal = game.deal
    settled = {hand.player for hand in deal.hands if any(one.kind == Kind.ALL_RESULT for one in hand.paid)}
    open_ = []
    for at, (hand, one) in enumerate(zip(deal.hands, game.verdict.dues, strict=True)):
        said = {paid.kind for paid in hand.paid}
        hand_open = one.hand is None and Kind.RESULT not in said
        shoot_open = one.shoot is None and _has_shot(hand) and Kind.SHOOT_RESULT not in said
        if (hand_open or shoot_open) and hand.player not in settled:
            open_.append(deal.name_of(at) if hand_open else f"{deal.name_of(at)} shoot")
    return open_


def _has_shot(hand: Hand) -> bool:
    return any(one.kind == Kind.SHOOT for one in hand.clauses)


def _due(game: Game, hand: Hand, one: Due) -> str:
    decimals = game.session.unit.decimals
    said = {paid.kind: paid.amount for paid in hand.paid}
    paid = [amount for kind, amount in said.items() if kind != Kind.SHOOT_RESULT]
    hand_due = (one.open or "open") if one.hand is None else result(one.hand, decimals)
    shoot = ""
    if _has_shot(hand):
        shot = (one.shoot_open or "open") if one.shoot is None else result(one.shoot, decimals)
        shoot = f", shoot {shot}"
    vague = ", as far as is known" if one.hand is None else ""
    vague += "; say what was paid" if vague and not paid else ""
    differs = bool(paid) and paid[0] is not None and paid[0] != one.hand
    return f"{hand_due}{shoot}{vague}" + (f" (paid: {result(paid[0] or 0, decimals)})" if differs else "")


def standings(game: Game, sums: list[tuple[str, int | None]]) -> str:
    """Tell what everybody has won or lost so far."""
    if not sums:
        return "So far nobody has won or lost anything."
    return f"So far: {', '.join(f'{name} {_signed(game, amount)}' for name, amount in sums)}"


def _signed(game: Game, amount: int | None) -> str:
    if amount is None:
        return "open"
    return f"{'+' if amount > 0 else ''}{game.money(amount)}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
