"""The dealer's evenings typed in: no finding, and every due as the dealer has it.

Many deals go through the pure part of the engine and are judged together; some evenings through all of it,
entry after entry.
"""

from __future__ import annotations

import random

import pytest
from dealer import Deal, Session, play_session, random_rules
from msgspec.structs import replace
from record_keys import before_bets, entries_of, head_of, in_few_lines, lines_of

from pontoon_ledger.currency import Currency
from pontoon_ledger.formatting.record import audited
from pontoon_ledger.scoring import model
from pontoon_ledger.scoring.commands import command
from pontoon_ledger.scoring.engine import Game, begin, enter
from pontoon_ledger.scoring.opening import open_session
from pontoon_ledger.scoring.turns import Setting, play_line, whose_turn
from pontoon_ledger.scoring.words import Words
from pontoon_ledger.scoring.writing import deal_lines
from pontoon_ledger.words import fold

KNOBS = {"reseat": 0.15, "gap": 0.08, "void": 0.08, "sell": 0.2, "sit_out": 0.2}
SHORT = {"sp": "split", "burn": "burn", "t": "twist", "u": "buy", "s": "stick"}


def many(seed: int) -> Session:
    rng = random.Random(seed)
    rules = random_rules(rng) | {"shoot": seed % 3 == 0}
    return play_session(rng, deals=8, players=rng.randint(2, 6), rules=rules, **KNOBS)


def entered(session: Session, deal: Deal, before: Deal | None, setting: Setting) -> model.Deal:
    """One deal through the pure part of the engine: no audit says who holds the bank, the dealer does."""
    holder = None if deal.gap else deal.heir or session.bank
    last = before.bank if before and not deal.gap else holder
    now = model.Deal(
        tuple(before.seats if before else session.seats), holder, last, own=model.Hand(holder or "")
    )
    for line in in_few_lines(lines_of(session, deal, holder)):
        said = command(now, line, setting)
        now = said or play_line(now, Words(line or "-", setting.unit), setting)
        if now.bank is None and not now.gap:
            now = replace(now, bank=holder, own=model.Hand(holder or ""))
    assert whose_turn(now, shoot=setting.shoot).kind == "pay"
    return now


@pytest.mark.parametrize("seed", range(12))
def test_what_is_typed_is_what_was_dealt(seed: int) -> None:
    session = many(seed)
    head = head_of(session)
    unit = Currency(session.coin.code, session.coin.decimals, session.coin.sign)
    names = {fold(name): name for deal in session.deals for name in deal.seats}
    setting = Setting(unit, names, shoot=bool(session.rules["shoot"]))
    before = [None, *session.deals]
    deals = [entered(session, deal, last, setting) for deal, last in zip(session.deals, before, strict=False)]
    audit = audited("evening.yaml", head + "".join(deal_lines(deal, unit) for deal in deals))
    assert audit.findings.filter(audit.findings["severity"] != "N")["message"].to_list() == []
    hands = audit.hands.filter(~audit.hands["banker"])
    wanted = [(deal.no, hand) for deal in session.deals for hand in deal.hands]
    assert hands.select("deal_no", "player", "hand", "due").rows() == [
        (no, hand.player, hand.number, hand.due) for no, hand in wanted
    ]
    shot = hands.filter(hands["shoot_due"].is_not_null())
    assert shot.select("deal_no", "player", "hand", "shoot_due").rows() == session.shoot_dues
    assert audit.deals["holder"].to_list() == [deal.bank for deal in session.deals]


def test_the_evenings_hold_what_they_are_to_show() -> None:
    deals = [deal for seed in range(12) for deal in many(seed).deals]
    hands = [hand for deal in deals for hand in deal.hands]
    assert len(deals) == 96
    assert sum(hand.split for hand in hands) > 10
    assert sum(bool(hand.burns) for hand in hands) > 3
    assert sum(bool(hand.shoot or hand.shoot4) for hand in hands) > 10
    assert any(deal.doubled for deal in deals)
    assert any(deal.price is not None for deal in deals)
    assert any(deal.stopped for deal in deals)
    assert any(deal.void for deal in deals)
    assert any(deal.gap for deal in deals)
    assert any(deal.reseated for deal in deals)
    assert any(not deal.shown for deal in deals)


def typed(game: Game, lines: list[str], *, offers: bool = False) -> Game:
    for line in lines:
        after = enter(game, line, offers=offers)
        assert isinstance(after, Game), (line, after)
        game = after
    return game


def test_an_evening_at_the_table() -> None:
    rules = {"shoot": True, "burn": "13", "bank_passes": "each_deal"}
    session = play_session(random.Random(12), deals=3, players=3, rules=rules, sell=0.3)
    game = begin(*open_session("evening.yaml", head_of(session)))
    for deal in session.deals:
        game = typed(game, in_few_lines(lines_of(session, deal, game.deal.bank)))
        assert game.turn.kind == "pay"
        game = typed(game, [""])
    audit = audited("evening.yaml", game.text)
    assert audit.findings["code"].to_list() == []
    assert audit.deals["holder"].to_list() == [deal.bank for deal in session.deals]
    told = audit.hands.filter(~audit.hands["banker"]).select("deal_no", "player", "hand", "due", "recorded")
    hands = [(deal.no, hand, deal.void) for deal in session.deals for hand in deal.hands]
    assert told.rows() == [
        (no, hand.player, hand.number, hand.due, None if void else hand.due) for no, hand, void in hands
    ]


def test_an_entry_at_a_time_and_what_is_done_was_offered() -> None:
    session = play_session(
        random.Random(13), deals=4, players=4, rules={"burn": "13_14", "royal": True, "stick_on": 16}
    )
    deal = max(session.deals, key=lambda deal: sum(hand.split + len(hand.burns) for hand in deal.hands))
    game = begin(*open_session("evening.yaml", head_of(session)))
    game = typed(game, before_bets(session, deal, game.deal.bank))
    done = set()
    for entry in entries_of(session, deal):
        verb = next((full for short, full in SHORT.items() if entry.startswith(short)), None)
        if game.turn.kind == "play" and verb:
            assert game.verdict.offer is not None
            assert verb in game.verdict.offer.words
            done.add(verb)
        game = typed(game, [entry], offers=True)
    assert done >= {"split", "twist", "stick"}
    dues = [(hand.player, due.hand) for hand, due in zip(game.deal.hands, game.verdict.dues, strict=True)]
    assert dues == [(hand.player, hand.due) for hand in deal.hands]
