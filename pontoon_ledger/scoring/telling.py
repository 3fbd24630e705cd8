"""What the score keeper is told: whose turn it is, what the cards make, what is due, what is refused.

In: the game, before and after an entry. Out: short texts, one a line; how they are broken into lines is the
terminal's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pontoon_ledger.cards import RANKS, card_name, points_of, rank_of
from pontoon_ledger.explain.phrases import bounds, listed
from pontoon_ledger.notation import Kind
from pontoon_ledger.rulebook.laws import LAWS
from pontoon_ledger.rules import spec_of
from pontoon_ledger.scoring.engine import bank_need_not_play
from pontoon_ledger.scoring.hands import unpaid
from pontoon_ledger.scoring.model import play_of
from pontoon_ledger.scoring.naming import same_card
from pontoon_ledger.scoring.paying import changed, due
from pontoon_ledger.scoring.words import FIRST

if TYPE_CHECKING:
    from pontoon_ledger.scoring.engine import Game, Refused
    from pontoon_ledger.scoring.judging import Finding
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
    if deal.price is not None:
        lines.append(_bought(game, deal.price))
    if verdict.shuffle:
        lines.append("Shuffle and cut first.")
    if game.session.rules.shoot and deal.bank:
        lines.append(_kitty(game))
    return [*lines, *_doubled(game)]


def _doubled(game: Game) -> list[str]:
    """Tell that the banker has doubled, and what that does."""
    if not game.deal.doubled:
        return []
    if game.session.rules.banker_doubles:
        return [f"{game.deal.bank} has doubled: what pays once pays twice in this deal."]
    return [f"{game.deal.bank} has doubled; these rules do not know that, and it is settled plain."]


def _bought(game: Game, price: int) -> str:
    """Tell that the bank was bought; nobody can tell from whom where deals before were not written."""
    said = f"{game.deal.bank} bought it for {game.money(price)}"
    if not game.deal.gap:
        return f"{said}."
    return f"{said}; who sold it is not known after a gap, so the sums stay open from here."


def _kitty(game: Game) -> str:
    if game.verdict.dry:
        return f"{game.deal.bank} puts up a kitty: kitty and the amount"
    if game.verdict.kitty is None:
        return "What is in the kitty is not known: kitty and the amount"
    return f"The kitty stands at {game.money(game.verdict.kitty)}"


def told(before: Game, after: Game) -> list[str]:
    """Tell what an accepted entry has led to."""
    if len(after.written) != len(before.written):
        return deal_opened(after)
    if _as_opened(after.deal) != _as_opened(before.deal):
        moved = after.deal.seats != before.deal.seats
        seats = [f"At the table, clockwise: {listed(after.deal.seats)}."] if moved else []
        return [*deal_opened(after), *seats, *remarks(before, after)]
    lines = [] if before.deal.doubled else _doubled(after)
    lines += _named_anew(before, after)
    lines += _over_now(before, after)
    lines += remarks(before, after)
    if after.deal.tally != before.deal.tally and after.turn.kind != "pay":
        lines.append("The tally counts this deal too, and is compared when it is over.")
    if after.turn.kind != "pay":
        return lines + asked(after)
    return lines + (changed(before, after) if before.turn.kind == "pay" else due(after))


def _as_opened(deal: Deal) -> tuple[object, ...]:
    """What the telling of a deal's beginning hangs on."""
    return deal.bank, deal.seats, deal.price, deal.gap


def _named_anew(before: Game, after: Game) -> list[str]:
    """The hands of which cards were named that are over, or of which a card seen gave way to another."""
    was = {name: hand for hand, name in _named(before.deal)} if _as_many(before.deal, after.deal) else {}
    lines = []
    for new, name in _named(after.deal):
        old = was.get(name)
        if old is None or old.cards == new.cards or _dealt(old) != _dealt(new):
            continue
        if not all(map(same_card, old.cards, new.cards)):
            lines.append(f"{name}: {cards(new)} in place of {cards(old)}; undo takes that back.")
        elif new.done and _said_so(new):
            lines.append(f"{name}: {_ended(new, royal=False)}")
    return lines


def _as_many(before: Deal, after: Deal) -> bool:
    """Whether nobody has split meanwhile."""
    return all(len(after.of(hand.player)) == len(before.of(hand.player)) for hand in before.hands)


def _dealt(hand: Hand) -> tuple[int, int]:
    """How many cards a hand has, and how many pairs were thrown in before."""
    return len(hand.cards), sum(one.kind == Kind.BURN for one in hand.clauses)


def _over_now(before: Game, after: Game) -> list[str]:
    """The hands whose cards have just ended them."""
    old = {_as_played(hand) for hand in (*before.deal.hands, before.deal.own) if hand.done}
    hands = _named(after.deal)
    over = [(hand, name) for hand, name in hands if hand.ending is not None and _as_played(hand) not in old]
    royal = after.session.rules.royal
    return [
        f"{name}: {_ended(hand, royal=royal and hand != after.deal.own)}"
        for hand, name in over
        if hand.done and not _said_so(hand)
    ]


def _as_played(hand: Hand) -> Hand:
    """The hand without what was said of its money."""
    return replace(unpaid(hand).without(Kind.OWING, Kind.SHOOT), asked=False)


def _said_so(hand: Hand) -> bool:
    """Whether the score keeper has just been told what the hand stands on."""
    return hand.ending is not None and hand.ending.kind == Kind.STICK and (hand.total or 21) < 21


def _ended(hand: Hand, *, royal: bool) -> str:
    """How a hand has ended, by its cards or as it was entered. `royal`: three sevens are paid as such."""
    ending, comes_to = hand.ending, hand.total
    kind = ending.kind if ending else None
    said = {int(Kind.PONTOON): "a pontoon", int(Kind.FIVE): "a five-card trick", int(Kind.BUST): "bust"}
    number = None if kind in (Kind.PONTOON, Kind.FIVE) else comes_to or (ending.total if ending else None)
    stuck = "sticks" if kind == Kind.STICK and comes_to is None else None
    sevens = "three sevens, which beat everything" if royal and _sevens(hand) else None
    parts = (cards(hand), None if number is None else str(number), said.get(kind or 0), stuck, sevens)
    return ", ".join(part for part in parts if part)


_SEVEN = RANKS.index("7")


def _sevens(hand: Hand) -> bool:
    return [rank_of(card) for card in hand.cards] == 3 * [_SEVEN]


def _named(deal: Deal) -> list[tuple[Hand, str]]:
    hands = [(hand, deal.name_of(at)) for at, hand in enumerate(deal.hands)]
    return [*hands, (deal.own, f"{deal.own.player} (bank)")]


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
        return [_stands(game, deal.hands[turn.at], deal.name_of(turn.at))]
    if turn.kind == "bank" and bank_need_not_play(deal):
        return [f"Every hand is bust: {deal.bank} need not play. Enter, or the bank's cards."]
    if turn.kind == "bank" and deal.own.paid and not deal.own.cards:
        said = play_of(deal.own, game.session.unit)
        return [f"{deal.bank} (bank): {said}. The cards, or - where nobody noted them."]
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


def refused(found: Refused) -> list[str]:
    """Tell what is refused, by which rule, and how to let it stand."""
    lines = []
    for finding in found.findings:
        lines.append(f"Refused: {finding.message} ({finding.code})")
        law = LAWS.get(finding.code)
        lines += [f"Rule {law.section}: {law.sentence}."] if law else []
        if finding.code == "P503" and _cards_first(found.deal, finding):
            lines.append("The cards were entered before it: undo takes them back, then sh.50 5c9d has both.")
        if finding.code == "P603":
            lines.append("tally and the name say it anew; undo takes back what was entered wrong.")
    return [*lines, "! and a reason lets it stand; anything else is a new entry."]


def _cards_first(deal: Deal, finding: Finding) -> bool:
    """Whether a shoot bet at the wrong time stands behind the first two cards of a hand."""
    mine = [deal.hands[at] for at in deal.of(finding.player or "")]
    return any(hand.clauses[-1].kind == Kind.SHOOT and len(hand.cards) == FIRST for hand in mine)


def prompt(game: Game) -> str:
    """Ask for the next entry."""
    turn, deal = game.turn, game.deal
    if turn.kind == "bet":
        usual = game.bets.get(turn.player or "")
        return f"{turn.player} bets{f' (b: {game.money(usual)})' if usual is not None else ''}> "
    if turn.kind == "shoot":
        return f"{turn.player} shoots? "
    if turn.kind in ("cards", "play") and turn.at is not None:
        name = deal.name_of(turn.at)
        if turn.kind == "play":
            return f"{name}> "
        hand = deal.hands[turn.at]
        return f"{name}'s cards> " if not hand.cards else f"{name} has {cards(hand)} and> "
    if turn.kind == "bank":
        return f"{turn.player} (bank)> " if deal.own.cards else f"{turn.player}'s cards (bank)> "
    if deal.void is not None and turn.kind == "pay":
        return "Void> "
    return {"holder": "Bank> ", "nobody": "Who is in? "}.get(turn.kind, "Paid? ")
