"""What the score keeper is told: whose turn it is, what the cards make, what is due, what is refused.

In: the game, before and after an entry. Out: short texts, one a line; how they are broken into lines is the
terminal's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.cards import card_name, points_of
from pontoon_ledger.explain.phrases import bounds, listed, result
from pontoon_ledger.money import format_amount
from pontoon_ledger.notation import Kind
from pontoon_ledger.rulebook.laws import LAWS
from pontoon_ledger.rules import spec_of
from pontoon_ledger.scoring.engine import bank_need_not_play
from pontoon_ledger.scoring.model import play_of
from pontoon_ledger.scoring.words import FIRST

if TYPE_CHECKING:
    from pontoon_ledger.scoring.engine import Game
    from pontoon_ledger.scoring.judging import Due, Finding
    from pontoon_ledger.scoring.model import Deal, Hand


def opening(game: Game) -> list[str]:
    """Tell what the sitting begins with: the session, its seats, its limits."""
    session = game.session
    limits = bounds(*session.stakes, session.unit.decimals)
    money = " ".join(filter(None, ("stakes", limits, session.unit.code))) if limits else session.unit.code
    said = [listed(session.seats), money, f"rules {spec_of(session.rules)}"]
    return [f"{session.name}: {'; '.join(filter(None, said))}"]


def deal_opened(game: Game) -> list[str]:
    """Tell how the deal in play begins."""
    deal, verdict = game.deal, game.verdict
    held = f"{deal.bank} holds the bank" if deal.bank else "who holds the bank? bank and a name"
    lines = ["", f"Deal {deal.label or game.number}: {held}"]
    if verdict.shuffle:
        lines.append("Shuffle and cut first.")
    if game.session.rules.shoot and deal.bank:
        lines.append(_kitty(game))
    return lines


def _kitty(game: Game) -> str:
    if game.verdict.dry:
        return f"{game.deal.bank} puts up a kitty: kitty and the amount"
    if game.verdict.kitty is None:
        return "What is in the kitty is not known: kitty and the amount"
    return f"The kitty stands at {_money(game, game.verdict.kitty)}"


def told(before: Game, after: Game) -> list[str]:
    """Tell what an accepted entry has led to."""
    if len(after.written) != len(before.written):
        return deal_opened(after)
    if (after.deal.bank, after.deal.seats) != (before.deal.bank, before.deal.seats):
        return [*deal_opened(after), *remarks(before, after)]
    lines = _over_now(before.deal, after.deal)
    lines += remarks(before, after)
    if after.turn.kind == "pay" and before.turn.kind != "pay":
        return lines + due(after)
    return lines + asked(after)


def _over_now(before: Deal, after: Deal) -> list[str]:
    """The hands whose cards have just ended them."""
    old = {hand for hand in (*before.hands, before.own) if hand.done}
    over = [(hand, name) for hand, name in _named(after) if hand.ending is not None and hand not in old]
    return [f"{name}: {_ended(hand)}" for hand, name in over if hand.done and not _said_so(hand)]


def _said_so(hand: Hand) -> bool:
    """Whether the score keeper has just been told what the hand stands on."""
    return hand.ending is not None and hand.ending.kind == Kind.STICK and (hand.total or 21) < 21


def _ended(hand: Hand) -> str:
    """How a hand has ended, by its cards or as it was entered."""
    ending, comes_to = hand.ending, hand.total
    kind = ending.kind if ending else None
    said = {int(Kind.PONTOON): "a pontoon", int(Kind.FIVE): "a five-card trick", int(Kind.BUST): "bust"}
    number = None if kind in (Kind.PONTOON, Kind.FIVE) else comes_to or (ending.total if ending else None)
    stuck = "sticks" if kind == Kind.STICK and comes_to is None else None
    parts = (cards(hand), None if number is None else str(number), said.get(kind or 0), stuck)
    return ", ".join(part for part in parts if part)


def _named(deal: Deal) -> list[tuple[Hand, str]]:
    hands = [(hand, label(deal, at)) for at, hand in enumerate(deal.hands)]
    return [*hands, (deal.own, f"{deal.own.player} (bank)")]


def label(deal: Deal, at: int) -> str:
    """The name of a hand: of its player, and which of his hands it is where he has several."""
    hand = deal.hands[at]
    return f"{hand.player}/{deal.number(at)}" if len(deal.of(hand.player)) > 1 else hand.player


def cards(hand: Hand) -> str:
    """The cards of a hand.

    >>> from pontoon_ledger.scoring.model import Hand, bare
    >>> cards(Hand("Bob", (bare((16, 65)),)))
    '5c x'
    """
    return " ".join(card_name(card) for card in hand.cards)


def total(hand: Hand) -> str:
    """What a hand comes to, as people say it; empty where a card is not known.

    >>> from pontoon_ledger.scoring.model import Hand, bare
    >>> total(Hand("Bob", (bare((0, 20)),))), total(Hand("Bob", (bare((16, 33)),)))
    ('17 (soft)', '14')
    """
    if hand.total is None:
        return ""
    soft = hand.total != sum(points_of(card) or 0 for card in hand.cards)
    return f"{hand.total}{' (soft)' if soft else ''}"


def table(game: Game) -> list[str]:
    """Tell what has been entered of the deal in play."""
    unit = game.session.unit
    hands = [f"  {name}: {play_of(hand, unit)}" for hand, name in _named(game.deal) if hand.clauses]
    return hands + [f"  {name} sits out" for name in game.deal.out]


def asked(game: Game) -> list[str]:
    """Tell how the hand in turn stands and what may be done with it."""
    turn, deal = game.turn, game.deal
    if turn.kind == "play" and turn.at is not None:
        return [_stands(game, deal.hands[turn.at], label(deal, turn.at))]
    if turn.kind == "bank" and bank_need_not_play(deal):
        return [f"Every hand is bust: {deal.bank} need not play. Enter, or the bank's cards."]
    if turn.kind == "bank" and len(deal.own.cards) >= FIRST:
        return [_stands(game, deal.own, f"{deal.bank} (bank)")]
    return []


def _stands(game: Game, hand: Hand, name: str) -> str:
    comes_to = total(hand)
    says = f"{name}: {cards(hand)}{f', {comes_to}' if comes_to else ''}."
    offer = game.verdict.offer
    if offer is None or not offer.words:
        return says
    price = bounds(*offer.price, game.session.unit.decimals) if offer.price else None
    words = [f"buy for {price}" if word == "buy" and price else word for word in offer.words]
    return f"{says} May {listed(words, 'or')}."


def remarks(before: Game | None, after: Game) -> list[str]:
    """The warnings and notes that an entry has brought up."""
    old = {(f.key, f.message) for f in before.verdict.findings} if before else set()
    new = [f for f in after.verdict.findings if f.severity != "E" and f.code not in ("P303", "P304")]
    return [f"Mind: {f.message} ({f.code})" for f in new if (f.key, f.message) not in old]


def due(game: Game) -> list[str]:
    """Tell what is due to everybody, and who has the bank next."""
    deal = game.deal
    if deal.void is not None:
        return ["The deal is void: nothing is due, the bank stays.", "Enter writes it down."]
    lines = ["Due:"]
    dues = game.verdict.dues
    lines += [f"  {label(deal, at)} {_due(game, deal.hands[at], dues[at])}" for at in range(len(deal.hands))]
    known = [one.hand for one in dues if one.hand is not None]
    if len(known) == len(dues):
        lines.append(f"  {deal.bank} (bank) {result(-sum(known), game.session.unit.decimals)}")
    if game.verdict.next_bank:
        lines.append(_sentence(game.verdict.next_bank()))
    return [*lines, "Enter if it was paid so; else a name and what, as in Bob won .40"]


def _due(game: Game, hand: Hand, one: Due) -> str:
    decimals = game.session.unit.decimals
    said = {paid.kind: paid.amount for paid in hand.paid}
    paid = [amount for kind, amount in said.items() if kind != Kind.SHOOT_RESULT]
    if one.hand is None:
        hand_due = f"{one.open or 'open'}, as far as is known; say what was paid"
    else:
        hand_due = result(one.hand, decimals)
    shot = any(clause.kind == Kind.SHOOT for clause in hand.clauses)
    shoot = f", shoot {result(one.shoot, decimals)}" if shot and one.shoot is not None else ""
    differs = bool(paid) and paid[0] is not None and paid[0] != one.hand
    return f"{hand_due}{shoot}" + (f" (paid: {result(paid[0] or 0, decimals)})" if differs else "")


def standings(game: Game, sums: list[tuple[str, int | None]]) -> str:
    """Tell what everybody has won or lost so far."""
    return f"So far: {', '.join(f'{name} {_signed(game, amount)}' for name, amount in sums)}"


def _signed(game: Game, amount: int | None) -> str:
    if amount is None:
        return "open"
    return f"{'+' if amount > 0 else ''}{_money(game, amount)}"


def refused(findings: tuple[Finding, ...]) -> list[str]:
    """Tell what is refused, by which rule, and how to let it stand."""
    lines = []
    for finding in findings:
        lines.append(f"Refused: {finding.message} ({finding.code})")
        law = LAWS.get(finding.code)
        lines += [f"Rule {law.section}: {law.sentence}."] if law else []
    return [*lines, "! and a reason lets it stand; anything else is a new entry."]


def prompt(game: Game) -> str:
    """Ask for the next entry."""
    turn, deal = game.turn, game.deal
    if turn.kind == "bet":
        usual = game.bets.get(turn.player or "")
        return f"{turn.player} bets{f' [{_money(game, usual)}]' if usual is not None else ''}> "
    if turn.kind == "shoot":
        return f"{turn.player} shoots? "
    if turn.kind in ("cards", "play") and turn.at is not None:
        name = label(deal, turn.at)
        if turn.kind == "play":
            return f"{name}> "
        hand = deal.hands[turn.at]
        return f"{name}'s cards> " if not hand.cards else f"{name} has {cards(hand)} and> "
    if turn.kind == "bank":
        return f"{turn.player} (bank)> " if deal.own.cards else f"{turn.player}'s cards (bank)> "
    return {"holder": "Bank> ", "nobody": "Who is in? "}.get(turn.kind, "Paid? ")


def _money(game: Game, minor: int) -> str:
    return format_amount(minor, game.session.unit.decimals)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
