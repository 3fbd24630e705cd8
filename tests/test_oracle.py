"""The product against the independent dealer: clean sessions have no finding and the right money.

Sessions are dealt by `tests/dealer`, which shares no code with the package, written as records and
read back through the real reader. PONTOON_ORACLE_SESSIONS and PONTOON_ORACLE_SEED widen the run.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import dealer
import polars as pl
import pytest

from pontoon_ledger import audit, read, settle

SESSIONS = int(os.environ.get("PONTOON_ORACLE_SESSIONS", "120"))
SEED = int(os.environ.get("PONTOON_ORACLE_SEED", "20261127"))
DEALS = 55


def _play(seed: int, **knobs: float) -> dealer.Session:
    rng = random.Random(seed)
    rules = dealer.random_rules(rng)
    players = rng.randint(2, 7)
    return dealer.play_session(
        rng, deals=DEALS, players=players, rules=rules, name=f"evening {seed}", **knobs
    )


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dealer.Session], Path]:
    folder = tmp_path_factory.mktemp("evenings")
    sessions = []
    for i in range(SESSIONS):
        session = _play(SEED + i, void=0.04, reseat=0.04, gap=0.02)
        style = dealer.Style(random.Random(i), (0, 0.5, 1)[i % 3])
        (folder / f"{i:05}.yaml").write_text(dealer.to_yaml(session, style), encoding="utf-8")
        sessions.append(session)
    return sessions, folder


@pytest.fixture(scope="module")
def audited(evenings: tuple[list[dealer.Session], Path]):
    return audit(read(evenings[1]))


def test_clean_sessions_have_no_finding(audited) -> None:
    assert audited.findings.select("file", "line", "code", "message").rows() == []


def test_what_is_due_agrees_hand_by_hand(evenings, audited) -> None:
    mine = (
        audited.hands.filter(~pl.col("banker")).select("session", "deal_no", "player", "hand", "due").rows()
    )
    dealt = [(s.name, *due) for s in evenings[0] for due in s.dues]
    assert len(dealt) >= 168 * SESSIONS
    assert sorted(mine) == sorted(dealt)


def test_the_bank_is_where_the_dealer_saw_it(evenings, audited) -> None:
    mine = {(s, d): bank for s, d, bank in audited.deals.select("session", "deal_no", "holder").iter_rows()}
    for session in evenings[0]:
        for deal_no, bank in session.bank_of.items():
            assert mine[session.name, deal_no] == bank


def test_the_nets_agree_and_every_deal_sums_to_zero(evenings, audited) -> None:
    """Coins handed over at the table are not part of the play's net."""
    moves = audited.transfers.filter(pl.col("kind") != "coin")
    for number, session in enumerate(evenings[0]):
        own = moves.filter(pl.col("session_no") == number)
        net, kitty = dict.fromkeys(session.net, 0), 0
        columns = ("payer", "payee", "payer_account", "payee_account", "counts")
        for payer, payee, from_kitty, to_kitty, amount in own.select(columns).iter_rows():
            if from_kitty:
                kitty -= amount
            else:
                net[payer] -= amount
            if to_kitty:
                kitty += amount
            else:
                net[payee] += amount
        assert sum(net.values()) == kitty == 0
        assert net == dict(session.net)


def test_every_session_is_wholly_judged(audited) -> None:
    counts = audited.sessions.select("deals", "judged", "undecided", "unreadable", "complete")
    assert counts.filter(pl.col("deals") != pl.col("judged")).rows() == []
    assert counts["complete"].all()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory):
    """Some more sessions, and the audit of their records."""
    sessions = [_play(SEED + 5000 + seed, void=0.05, gap=0.02) for seed in range(6)]
    folder = tmp_path_factory.mktemp("whole")
    for number, session in enumerate(sessions):
        (folder / f"{number}.yaml").write_text(dealer.to_yaml(session), encoding="utf-8")
    return sessions, audit(read(folder))


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("columns", [False, True])
def test_yaml_and_csv_are_one_audit(tmp_path: Path, whole, delimiter: str, columns: bool) -> None:
    sessions, other = whole
    for number, session in enumerate(sessions):
        head, table = dealer.to_csv(session, delimiter, csv_name=f"{number}.csv", columns=columns)
        (tmp_path / f"{number}.yaml").write_text(head, encoding="utf-8")
        (tmp_path / f"{number}.csv").write_text(table, encoding="utf-8")
    one = audit(read(tmp_path))
    assert one.findings["code"].to_list() == other.findings["code"].to_list() == []
    same = [
        "session",
        "deal_no",
        "deal",
        "player",
        "hand",
        "banker",
        "bank",
        "class",
        "stake",
        "due",
        "counts",
    ]
    assert one.hands.select(same).rows() == other.hands.select(same).rows()
    assert one.transfers.rows() == other.transfers.rows()
    assert settle(one).balances.rows() == settle(other).balances.rows()


def test_a_wrong_answer_would_be_seen(evenings, audited) -> None:
    """The comparison can fail: a due changed by one penny is not equal."""
    dealt = sorted((s.name, *due) for s in evenings[0] for due in s.dues)
    name, deal_no, player, hand, due = dealt[0]
    dealt[0] = (name, deal_no, player, hand, due + 1)
    mine = (
        audited.hands.filter(~pl.col("banker")).select("session", "deal_no", "player", "hand", "due").rows()
    )
    assert sorted(mine) != dealt
