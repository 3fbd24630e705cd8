"""Every statistic of the ledger against a count of its own over the dealer's sessions."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import dealer
import pytest
from held_against import differences

import pontoon_ledger
from pontoon_ledger.store import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

SESSIONS, DEALS = 14, 45


def evenings(seed: int, sessions: int = SESSIONS, deals: int = DEALS) -> list[dealer.Session]:
    """Evenings of one circle of friends under many rules, with misdeals, gaps, sales and changes of seat."""
    found = []
    for at in range(sessions):
        rng = random.Random(seed + at)
        rules = dealer.random_rules(rng)
        names = rng.sample(["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"], rng.randint(2, 6))
        knobs: dict[str, Any] = {"void": 0.05, "gap": 0.03, "reseat": 0.05, "sell": 0.15}
        found.append(
            dealer.play_session(
                rng, deals=deals, players=len(names), names=names, rules=rules, name=f"evening {at}", **knobs
            )
        )
    return found


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ledger, list[dealer.Session]]]:
    folder = tmp_path_factory.mktemp("evenings")
    sessions = evenings(20261127)
    with Ledger.memory() as ledger:
        ledger.add(written(folder, sessions))
        yield ledger, sessions


def written(folder: Path, sessions: Sequence[dealer.Session]) -> pontoon_ledger.Audit:
    """The sessions as records, read and judged."""
    for at, session in enumerate(sessions):
        style = dealer.Style(random.Random(at), (0, 0.5, 1)[at % 3])
        (folder / f"{at:03}.yaml").write_text(dealer.to_yaml(session, style), encoding="utf-8")
    return pontoon_ledger.audit(pontoon_ledger.read(folder))


def test_every_view_shows_what_was_counted(kept: tuple[Ledger, list[dealer.Session]]) -> None:
    assert list(differences(*kept)) == []


def test_a_wrong_count_would_be_seen(kept: tuple[Ledger, list[dealer.Session]]) -> None:
    ledger, sessions = kept
    hand = next(h for deal in sessions[0].deals if not deal.void for h in deal.hands)
    hand.due += 1
    views = {view for view, *_ in differences(ledger, sessions)}
    hand.due -= 1
    assert views >= {"player_stats", "banker_stats", "stats_by", "tenures", "player_vs_banker"}


def test_what_everybody_made_in_either_role_is_the_balance(kept: tuple[Ledger, list[dealer.Session]]) -> None:
    ledger, _ = kept
    made = ledger.query(
        "WITH made AS ("
        "SELECT player, currency, decimals, net + shoot_net AS made FROM player_stats UNION ALL "
        "SELECT banker, currency, decimals, net + shoot_net - bought_for + sold_for FROM banker_stats) "
        "SELECT player, currency, decimals, sum(made) AS made FROM made GROUP BY ALL"
    )
    due = ledger.query("SELECT player, currency, decimals, due FROM balances WHERE NOT account")
    told = {tuple(row[:3]): row[3] for row in due.iter_rows()}
    counted = {tuple(row[:3]): row[3] for row in made.iter_rows()}
    assert {key: told.get(key, 0) for key in counted} == counted
    assert not any(amount for key, amount in told.items() if key not in counted)
    assert sum(counted.values()) == 0


def paid_wrongly(session: dealer.Session, rng: random.Random) -> tuple[str, list[tuple[Any, ...]]]:
    """The session's record with some results written wrongly, and the row of each in `payout_mistakes`."""
    lines = dealer.to_yaml(session).split("\n")
    edits, mistakes = [], []
    unit = session.coin.unit
    for deal in session.deals:
        for hand in deal.hands:
            for clause, due in (("result", hand.due), ("shoot_result", hand.shoot_due)):
                place = session.places.get((deal.no, hand.player, hand.number, clause))
                wrong = rng.choice([-due, 0, due + unit, due - 3 * unit])
                if place is None or hand.written != "own" or wrong == due or rng.random() < 0.8:
                    continue
                amount = dealer.Style().amount(abs(wrong), session)
                text = f"{'won' if wrong > 0 else 'lost'} {amount}" if wrong else "push"
                edits.append((*place, f"shoot {text}" if clause == "shoot_result" else text))
                code = "P504" if clause == "shoot_result" else "P302" if wrong * due < 0 else "P301"
                sides = [(hand.player, "player"), (deal.bank, "banker")]
                (gained, role), (lost, _) = sides if wrong > due else sides[::-1]
                where = session.name, deal.no, code, hand.player, hand.number, deal.bank
                mistakes.append((*where, gained, role, lost, abs(wrong - due)))
    for line, start, end, text in sorted(edits, reverse=True):
        lines[line - 1] = lines[line - 1][: start - 1] + text + lines[line - 1][end - 1 :]
    return "\n".join(lines), mistakes


def test_wrong_payments_are_shown_with_whom_they_favoured(tmp_path: Path) -> None:
    mistakes = []
    for at, session in enumerate(evenings(77, 6)):
        text, found = paid_wrongly(session, random.Random(at))
        (tmp_path / f"{at}.yaml").write_text(text, encoding="utf-8")
        mistakes += found
    assert {mistake[2] for mistake in mistakes} == {"P301", "P302", "P504"}
    with Ledger.memory() as ledger:
        ledger.add(pontoon_ledger.audit(pontoon_ledger.read(tmp_path)))
        told = ledger.query(
            "SELECT session, deal_no, code, player, hand, banker, gained, gained_as, lost, "
            "minor_units(amount, decimals) FROM payout_mistakes"
        ).rows()
    assert sorted(told) == sorted(mistakes)
