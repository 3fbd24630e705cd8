"""What a score keeper types while the dealer's sessions are played.

In: a `Session` of the dealer. Out: the head of its file, and for each deal the lines that record it.
"""

from __future__ import annotations

import random

from dealer import Deal, Hand, Session, Style
from dealer.cards import best
from dealer.write import head_fields


def head_of(session: Session) -> str:
    """The session file before the first deal, with nothing in it but its head."""
    fields = [f"{key}: {value}\n" for key, value in head_fields(Style(random.Random(1)), session)]
    return "".join(fields) + "deals:\n"


def lines_of(session: Session, deal: Deal, holder: str | None) -> list[str]:
    """The lines for one deal; `holder` is who would hold the bank if nothing were said."""
    return [*before_bets(session, deal, holder), *_hands(session, deal), *_bank(deal), *_void(deal)]


def entries_of(session: Session, deal: Deal) -> list[str]:
    """What is typed of the hands and the bank of one deal, an entry a line, in the order of the table."""
    kin = _kin(deal)
    turns = [] if deal.stopped else [entry for hands in kin for entry in _turn(session, hands)]
    return [*(_opening(session, hands) for hands in kin), *_doubled(deal), *turns, *_bank(deal)]


def _kin(deal: Deal) -> list[list[Hand]]:
    return [[hand for hand in deal.hands if hand.player == player] for player in deal.players]


def _money(session: Session, minor: int) -> str:
    decimals = session.coin.decimals
    whole, part = divmod(minor, 10**decimals)
    return f"{whole}.{part:0{decimals}}" if decimals else str(whole)


def before_bets(session: Session, deal: Deal, holder: str | None) -> list[str]:
    """What is typed about the deal before anybody bets."""
    lines = ["gap"] if deal.gap else []
    if deal.reseated:
        lines.append("players " + ", ".join(deal.seats))
    if deal.price is not None:
        lines.append(f"sold {deal.bank} {_money(session, deal.price)}")
    inside = {hand.player for hand in deal.hands} | {deal.bank}
    outs = [f"@{name} out" for name in deal.seats if name not in inside]
    named = deal.price is None and (deal.gap or deal.reseated or holder != deal.bank)
    each = session.rules["bank_passes"] == "each_deal"
    banks = [f"bank {deal.bank}"] if named else []
    lines += [*outs, *banks] if each and not deal.gap else [*banks, *outs]
    if deal.write_shuffled:
        lines.append("shuffled" if deal.called else "unshuffled")
    if session.rules["shoot"] and (deal.put_up or deal.kitty != deal.carried):
        lines.append(f"kitty {_money(session, deal.kitty)}")
    return lines


def _doubled(deal: Deal) -> list[str]:
    """What is typed when all have bet."""
    return ["doubled"] if deal.doubled else []


def _hands(session: Session, deal: Deal) -> list[str]:
    kin = _kin(deal)
    first = [_opening(session, hands) for hands in kin]
    if deal.stopped:
        return [*first, *_doubled(deal)]
    turns = [" ".join(_turn(session, hands)) for hands in kin]
    if session.rules["shoot"] or deal.doubled:
        return [
            *first,
            *_doubled(deal),
            *(f"@{hands[0].player}/1 {turn}" for hands, turn in zip(kin, turns, strict=True) if turn),
        ]
    return [f"{opening} {turn}".strip() for opening, turn in zip(first, turns, strict=True)]


def _dealt(hand: Hand) -> list[list[str]]:
    """The pairs that a hand held one after the other: burned ones, then the kept one."""
    return [*(list(pair) for pair in hand.burns), hand.cards[:2]]


def _split_at(hands: list[Hand]) -> int:
    """Which pair of the first hand was split."""
    if len(hands) == 1:
        return len(hands[0].burns)
    rank = _dealt(hands[1])[0][0][0]
    return next(at for at, pair in enumerate(_dealt(hands[0])) if pair[0][0] == rank)


def _opening(session: Session, hands: list[Hand]) -> str:
    first = hands[0]
    pairs = _dealt(first)
    start = pairs[0] if len(hands) == 1 or _split_at(hands) > 0 else _pair(hands)
    shoot = f" sh{_money(session, first.shoot)}" if first.shoot else ""
    if session.rules["shoot"] and not first.shoot:
        shoot = ""
    return f"b{_money(session, first.stake)}{shoot} {''.join(start)}"


def _pair(hands: list[Hand]) -> list[str]:
    """The pair that was split first: the first cards of the first hand and of the last."""
    return [_dealt(hands[0])[_split_at(hands)][0], _dealt(hands[-1])[0][0]]


def _turn(session: Session, hands: list[Hand]) -> list[str]:
    first, at = hands[0], _split_at(hands)
    words = []
    pairs = _dealt(first)
    for n, pair in enumerate(pairs[1 : at + 1], 1):
        words.append("burn " + "".join(_pair(hands) if n == at and len(hands) > 1 else pair))
    for later in range(len(hands) - 1, 0, -1):
        second = pairs[at][1] if later == 1 else _dealt(hands[later - 1])[0][0]
        words.append(f"sp {second} {_dealt(hands[later])[0][1]}")
    for number, hand in enumerate(hands):
        done = at if number == 0 else 0
        words += _play(session, hand, _dealt(hand)[done + 1 :], later=number > 0)
    return words


def _play(session: Session, hand: Hand, pairs: list[list[str]], *, later: bool) -> list[str]:
    name = f"@{hand.player}/{hand.number} "
    words = [f"{name}sh{_money(session, hand.shoot)}"] if later and hand.shoot else []
    words += ["burn " + "".join(pair) for pair in pairs]
    for drawn, move in enumerate(hand.moves, 3):
        if drawn == 4 and hand.shoot4:
            words.append(f"sh{_money(session, hand.shoot4)}")
        words.append(f"u{_money(session, move.price)} {move.card}" if move.kind == "buy" else f"t{move.card}")
    if best(hand.cards) < 21 and len(hand.cards) < 5:
        words.append(f"{name}s" if later and not words else "s")
    return words


def _bank(deal: Deal) -> list[str]:
    if deal.stopped:
        return ["bp " + "".join(deal.bank_hand.cards)]
    if not deal.shown:
        return [""]
    cards = deal.bank_hand.cards
    over = best(cards) >= 21 or len(cards) == 5
    return ["".join(cards) + ("" if over else " s")]


def _void(deal: Deal) -> list[str]:
    return [] if deal.void is None else ["void" if deal.void == "true" else f"void {deal.void}"]


def in_few_lines(lines: list[str]) -> list[str]:
    """The same entries with the whole deal in one line; what is about the deal stays as it was."""
    first = next(at for at, line in enumerate(lines) if line[:1] == "b" and line[1:2].isdigit())
    behind = [line for line in lines[first:] if not line or line.startswith("void")]
    return [*lines[:first], " ".join(lines[first : len(lines) - len(behind)]), *behind]
