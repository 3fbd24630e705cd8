"""What a hand brought is what a deal is worth, and the luck of each card, less the cost of each decision.

PONTOON_LUCK_HANDS plays so many hands (800 unless told), PONTOON_LUCK_EXACT=1 reckons every hand of the
samples in fractions (one of a few of them unless told).
"""

from __future__ import annotations

import os
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import dealer
import polars as pl
import pytest
from samples import SAMPLES

from odds.luck_by_hand import Account
from pontoon_ledger import audit, read
from pontoon_ledger.odds import DEFAULT, Action, Game, State, Values
from pontoon_ledger.odds.keeping import table_of
from pontoon_ledger.odds.luck import PARTS, luck
from pontoon_ledger.odds.moments import moments
from pontoon_ledger.odds.reach import ready
from pontoon_ledger.odds.told import rules_by_session, told
from pontoon_ledger.rules import Rules

HANDS = int(os.environ.get("PONTOON_LUCK_HANDS", "800"))
EXACT = bool(os.environ.get("PONTOON_LUCK_EXACT"))
ALL = ["sitting", *PARTS]
KNOWN: dict[Game, Values] = {}
SOME = ["kitchen-table.yaml", "many-splits.yaml", "other-rules.yaml", "shoot-night.yaml"]

SPECS: dict[str, dict[str, Any]] = {
    "pagat": {},
    "wikipedia": dealer.preset("wikipedia"),
    "school": dealer.preset("school"),
    "house": {"split": "none", "ties": "push", "banker_doubles": True, "buy_max": 1, "stick_on": 0},
}


def always(session: int, name: str) -> Any:
    return DEFAULT


def night(rules: dict[str, Any], seed: int, deals: int = 100) -> dealer.Session:
    return dealer.play_session(random.Random(seed), deals=deals, players=6, rules=rules, name=f"night {seed}")


def weighed(session: dealer.Session, folder: Path) -> pl.DataFrame:
    path = folder / f"{session.name}.yaml"
    path.write_text(dealer.to_yaml(session), encoding="utf-8")
    return luck(audit(read(path)), always).seats


def seats_of(session: dealer.Session) -> list[tuple[dealer.Deal, list[dealer.Hand]]]:
    seats: dict[tuple[int, str], tuple[dealer.Deal, list[dealer.Hand]]] = {}
    for deal in session.deals:
        for hand in deal.hands:
            seats.setdefault((deal.no, hand.player), (deal, []))[1].append(hand)
    return list(seats.values())


@pytest.mark.parametrize("name", SPECS)
def test_parts_add_up_to_what_the_dealer_paid(name: str, tmp_path: Path) -> None:
    played, seed = 0, 0
    while played < HANDS / len(SPECS):
        session = night(SPECS[name], seed)
        seats = weighed(session, tmp_path)
        parts = seats.select(pl.sum_horizontal(ALL) - pl.col("cost")).to_series().to_list()
        keys = seats.select("deal_no", "player").rows()
        found = dict(zip(keys, parts, strict=True))
        mine = seats_of(session)
        assert len(found) == len(mine)
        for deal, hands in mine:
            brought = sum(hand.due for hand in hands) / hands[0].stake
            assert found[deal.no, hands[0].player] == pytest.approx(brought, abs=1e-9)
        assert seats["cost"].min() > -1e-12
        played, seed = played + len(session.dues), seed + 1


@pytest.mark.parametrize("name", SPECS)
def test_each_part_is_that_of_a_reckoning_one_by_one(name: str, tmp_path: Path) -> None:
    session = night(SPECS[name], 99, deals=max(8, HANDS // 100))
    seats = weighed(session, tmp_path)
    rows = {(row["deal_no"], row["player"]): row for row in seats.iter_rows(named=True)}
    house = Rules(**session.rules)  # type: ignore[arg-type]
    known: dict[bool, Values] = {}
    for deal, hands in seats_of(session):
        if deal.doubled not in known:
            known[deal.doubled] = values_of(Game(house, doubled=deal.doubled))
        account = Account(known[deal.doubled], hands, stopped=deal.stopped)
        row = rows[deal.no, hands[0].player]
        for part in (*PARTS, "cost"):
            assert row[part] == pytest.approx(account.parts[part], abs=1e-9), (deal.no, hands, part)
        assert row["decisions"] == account.parts["decisions"]


def values_of(game: Game) -> Values:
    """Values worked out here; where pairs may be thrown in, what follows on that is taken from the table."""
    if game.rules.burn == "off":
        return ready(game)
    values, table = Values(game), table_of(game)
    for row in table.of("fresh").iter_rows(named=True):
        values.know(fresh=(row["seen"], row["thrown"], row["split"], row["parted"]), value=row["value"])
    for row in table.of("half").iter_rows(named=True):
        values.know(half=(row["hand"], row["seen"], row["thrown"], row["parted"]), value=row["value"])
    return values


def worth_of(values: Values, state: State, act: str, price: Fraction | None) -> Any:
    """Q of what was done."""
    if price is not None:
        return values.bought(state, price)
    named = {"part": Action.SPLIT, "burn": Action.BURN}
    return values.of_action(state, named.get(act) or Action(act))


def exact_parts(
    values: Values, rows: list[dict[str, Any]], hands: dict[int, dict[str, Any]]
) -> dict[str, Any]:
    """The parts of a seat in fractions, from its moments."""
    parts = dict.fromkeys(("draw", "bank", "cost"), Fraction())
    for row in rows:
        hand = hands[row["row"]]
        bet = hand["bet"]
        staked, cap = (Fraction(round(row[name] * bet), bet) for name in ("staked", "cap"))
        names = ("hand", "seen", "thrown", "split", "parted", "pair", "twisted")
        state = State(*(row[name] for name in names), staked, cap)
        paid = Fraction(hand["due"], bet)
        if row["first"]:
            before = values.before_peek(state)
            parts["before"] = before
            parts["bank"] += (paid if hand["shown"] else values.value(state)) - before
        if hand["shown"]:
            continue
        value = values.value(state)
        if not row["first"]:
            parts["draw"] += value
        price = None if row["price"] is None else Fraction(round(row["price"] * bet), bet)
        done = value if row["act"] is None else worth_of(values, state, row["act"], price)
        parts["cost"] += value - done
        if row["last"]:
            parts["bank"] += paid - values.stick(state)
        else:
            parts["draw"] -= done
    return parts


@pytest.mark.parametrize("name", [sample.name for sample in SAMPLES] if EXACT else SOME)
def test_the_samples_in_fractions(name: str) -> None:
    path = next(sample.path for sample in SAMPLES if sample.name == name)
    judged = audit(read(path))
    hands = told(judged).filter(pl.col("why").is_null())
    seats = {row["seat"]: row for row in luck(judged, always).seats.iter_rows(named=True)}
    house = rules_by_session(judged)
    by_row = {row["row"]: row for row in hands.iter_rows(named=True)}
    chosen = hands if EXACT else hands.filter(of=1).head(1)
    of_seat = moments(chosen).partition_by("seat", as_dict=True, maintain_order=True)
    for (seat,), found in of_seat.items():
        rows = list(found.iter_rows(named=True))
        lead = by_row[rows[0]["row"]]
        game = Game(house[lead["session_no"]], DEFAULT, lead["doubled"])
        values = KNOWN.setdefault(game, Values(game, exact=True))
        parts = exact_parts(values, rows, by_row)
        ended = [by_row[row] for row in {one["row"] for one in rows}]
        brought = sum((Fraction(one["due"], one["bet"]) for one in ended), Fraction())
        assert brought == parts["before"] + parts["draw"] + parts["bank"] - parts["cost"]
        mine = seats[seat]
        dealt = mine["sitting"] + mine["first"] + mine["second"]
        assert dealt == pytest.approx(float(parts["before"]), abs=1e-12)
        for part in ("draw", "bank", "cost"):
            assert mine[part] == pytest.approx(float(parts[part]), abs=1e-12)
