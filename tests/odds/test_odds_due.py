"""A finished hand brings in the odds what the audit says is due: legal evenings are dealt and audited."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import dealer

from pontoon_ledger import audit, read
from pontoon_ledger.cards import parse_card, rank_of
from pontoon_ledger.odds import Game, pack
from pontoon_ledger.odds.standing import Chances
from pontoon_ledger.replay.totals import PONTOON
from pontoon_ledger.rules import Rules

if TYPE_CHECKING:
    from pathlib import Path

EVENINGS, DEALS = 25, 25


def test_every_payout_is_the_audits(tmp_path: Path) -> None:
    sessions = {}
    for seed in range(EVENINGS):
        rng = random.Random(seed)
        rules = dealer.random_rules(rng, exclude=("shoot",), change=0.5)
        session = dealer.play_session(rng, deals=DEALS, players=5, rules=rules, name=f"evening {seed}")
        (tmp_path / f"{seed}.yaml").write_text(dealer.to_yaml(session), encoding="utf-8")
        sessions[session.name] = (rules, {deal.no: deal.doubled for deal in session.deals})
    hands = audit(read(tmp_path)).hands
    compared = 0
    cards = ("c1", "c2", "c3", "c4", "c5")
    held = {
        (r["session"], r["deal_no"]): hand_of(r, cards) for r in hands.filter("banker").iter_rows(named=True)
    }
    for row in hands.filter(~hands["banker"]).iter_rows(named=True):
        bank, mine = held.get((row["session"], row["deal_no"])), hand_of(row, cards)
        if bank is None or mine is None or row["due"] is None:
            continue
        rules, doubled = sessions[row["session"]]
        game = Game(Rules(**rules), doubled=doubled[row["deal_no"]])
        klass = game.class_of(mine)
        his = pack.class_of(bank, False)
        if his == PONTOON and game.rules.peek:
            assert row["due"] == Chances(game).shown(mine) * row["bet"]
        else:
            assert row["due"] == game.times(klass, row["split"])[his] * row["stake"]
        compared += 1
    assert compared > EVENINGS * DEALS * 3


def hand_of(row: dict[str, str | None], columns: tuple[str, ...]) -> int | None:
    """The hand of a row; None where not all of it is known."""
    if row["c2"] is None:
        return None
    codes = [parse_card(card) for name in columns if (card := row[name]) is not None]
    ranks = [None if code is None else rank_of(code) for code in codes]
    return None if None in ranks else pack.hand_of(rank for rank in ranks if rank is not None)
