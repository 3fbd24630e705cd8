"""A deal retold: every hand's story, the bank's, the results, and what has to be put right.

In: an audit, a deal's label, perhaps a player and a session. Out: an `Explanation`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from pontoon_ledger.cards import card_name
from pontoon_ledger.explain.bank import next_bank, opening
from pontoon_ledger.explain.lookup import find_deal, find_player
from pontoon_ledger.explain.model import Debt, Explanation, HandStory, Step
from pontoon_ledger.explain.notes import told, with_findings
from pontoon_ledger.explain.offers import offered
from pontoon_ledger.explain.phrases import card_word, class_name, class_words, counted, members
from pontoon_ledger.explain.play import cards_of, first_two, past_the_fifth, played, running, unreadable
from pontoon_ledger.explain.table import lay
from pontoon_ledger.explain.verdict import settled
from pontoon_ledger.replay.totals import BIT, BUST, PONTOON, TWENTY_ONE

if TYPE_CHECKING:
    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.explain.notes import Placed
    from pontoon_ledger.explain.table import Row, Table

_NOTHING = "nothing is written of the bank's cards"
_SETTLING = ("P301", "P302", "P303", "P304", "P504", "P602")


def explain(audit: Audit, deal: str, player: str | None = None, session: str | None = None) -> Explanation:
    """Retell one deal, or one player's part in it; raises ExplainError where it is not there.

    >>> import tempfile, pathlib, pontoon_ledger as pontoon
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "friday.yaml"
    >>> _ = path.write_text('''
    ... players: [Ann, Bob]
    ... bank: Ann
    ... deals:
    ...   - hands:
    ...       Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20
    ...       Ann: Kh 7d, stick
    ... ''')
    >>> story = explain(pontoon.audit(pontoon.read(path)), "1", "Bob")
    >>> [step.text for step in story.hands[0].steps][2:5]
    ['buys 4h for 0.20 (0.20 to 0.40 allowed): 18', 'sticks on 18', '0.40 staked in all']
    >>> story.to_json()["owed"]
    [{'from': 'Ann', 'to': 'Bob', 'amount': '0.20'}]
    """
    table = lay(audit, find_deal(audit, deal, session))
    stories = [_story(table, row) for row in table.players]
    bank = [_bank_story(table, row) for row in table.hands if row["banker"]]
    bank = bank or [_unwritten_bank(table)]
    stories = [*bank, *stories] if table.shown_at_once else [*stories, *bank]
    owed = _owed(table)
    name = None
    if player is not None:
        name = find_player(audit, table, player)
        stories = [s for s in stories if s.player == name]
        owed = [d for d in owed if name in (d.debtor, d.creditor)]
    return Explanation(
        session=table.session["session"],
        deal=table.deal["deal"],
        bank=table.holder,
        rules=table.rules_said,
        decimals=table.decimals,
        hands=tuple(stories),
        owed=tuple(owed),
        opening=opening(table),
        closing=next_bank(table),
        results=_results(audit, table),
        offers=lambda: offered(audit, table, name),
    )


def _story(table: Table, row: Row) -> HandStory:
    """Tell a player's hand."""
    findings = table.notes.get(row["row"], [])
    settling = [f for f in findings if f["code"] in _SETTLING]
    steps = played(table, row)
    steps += [("due", step) for step in settled(table, row, settling)]
    if row["note"]:
        steps.append(("due", Step(f"noted: {row['note']}")))
    return _filled(table, row, steps, [f for f in findings if f not in settling])


def _filled(table: Table, row: Row, steps: list[Placed], findings: list[Row]) -> HandStory:
    player = row["player"] or (table.holder if row["banker"] else None)
    return HandStory(
        player=player,
        hand=row["hand"],
        heading=_heading(table, row, player),
        banker=row["banker"],
        cards=tuple(
            card_name(c) for c in (*cards_of(row), *((row["more_cards"] or []) if cards_of(row) else []))
        ),
        total=None if row["unread"] else row["shown_total"],
        class_name=row["shown_class"],
        stake=row["shown_stake"],
        due=row["due"],
        recorded=None if row["banker"] else row["recorded"],
        steps=with_findings(steps, findings, table.spots),
    )


def _heading(table: Table, row: Row, player: str | None) -> str:
    if row["banker"]:
        return f"The bank ({player})" if player else "The bank"
    name = player or "A hand whose player is not known"
    n = table.hands_of(row["player"])
    return f"{name}, hand {row['hand']} of {n}" if player and n > 1 else name


def _bank_story(table: Table, row: Row) -> HandStory:
    """Tell the bank's hand."""
    findings = table.notes.get(row["row"], [])
    settling = [f for f in findings if f["code"] in _SETTLING]
    if row["unread"]:
        steps: list[Placed] = [("row", unreadable(row))]
    else:
        steps = first_two(row)
        names = {3: "third", 4: "fourth", 5: "fifth"}
        for k in range(3, len(cards_of(row)) + 1):
            steps.append((names[k], Step(f"draws {card_word(row[f'c{k}'])}{running(row, k)}", "4.1")))
        steps += past_the_fifth(row)
        steps += [("ending", step) for step in _bank_ending(table, row)]
    said = row["recorded"] if row["recorded"] is not None else row["all_recorded"]
    steps += [("due", step) for step in _bank_result(table, said)]
    steps += [("due", told(f)) for f in settling]
    if row["note"]:
        steps.append(("due", Step(f"noted: {row['note']}")))
    return _filled(table, row, steps, [f for f in findings if f not in settling])


def _unwritten_bank(table: Table) -> HandStory:
    holder = table.holder
    steps = []
    if table.deal["has_hands"]:
        steps = [Step(_NOTHING), *_alone(table), *_bank_result(table, None)]
    heading = f"The bank ({holder})" if holder else "The bank"
    return HandStory(holder, 1, heading, banker=True, steps=tuple(steps))


def _alone(table: Table) -> list[Step]:
    """Say so where the bank need not play, every hand being bust."""
    if table.players and all(h["classes"] == BIT[BUST] for h in table.players) and not table.void:
        return [Step("every hand is bust, so the bank need not play", "4.2")]
    return []


def _bank_ending(table: Table, row: Row) -> list[Step]:
    if row["contradicted"]:
        return []
    known = members(row["bank_classes"])
    if not row["listed"] and row["ending"] is None:
        return [Step(_NOTHING), *_alone(table)]
    unlisted = "" if cards_of(row) else "; the cards are not written"
    if known == [PONTOON]:
        if table.rules.peek:
            return [Step(f"a pontoon, shown at once: the deal is over{unlisted}", "2.4")]
        return [Step(f"a pontoon, shown on the bank's turn (these rules: peek false){unlisted}", "2.4")]
    alone = _alone(table)
    return [*alone, Step(_bank_stands(table, row, known, bool(alone)) + unlisted, "4.1")]


def _bank_stands(table: Table, row: Row, known: list[int], alone: bool) -> str:
    if len(known) > 1:
        return f"the bank may have {class_words(row['bank_classes'])}"
    if known == [BUST]:
        return "the bank is bust"
    if known[0] >= TWENTY_ONE or alone:
        return f"the bank has {class_name(known[0])}"
    below = table.rules.banker_draws_below
    rule = "" if below == "none" else f" (these rules: below {below} the bank must draw)"
    return f"the bank stays on {known[0]}{rule}"


def _bank_result(table: Table, said: int | None) -> list[Step]:
    """Tell what the bank made of the deal: the negative of the players' dues."""
    dues = [h["due"] for h in table.players]
    missing = sum(due is None for due in dues)
    result = -sum(due or 0 for due in dues)
    if missing:
        are = "is" if missing == 1 else "are"
        text = f"the bank's result cannot be told: {counted(missing, 'hand')} {are} open"
    elif result == 0:
        text = "the bank comes out even"
    else:
        text = f"the bank {table.result(result)} in all"
    steps = [Step(text, "5.5")]
    if said is not None:
        steps.append(Step(f"the record says {table.result(said)} for the bank"))
    return steps


def _results(audit: Audit, table: Table) -> tuple[tuple[str, int | None], ...]:
    """Sum up everybody's result of this deal as it counts, shoot bets too, the bank's and kitty's last."""
    moves = audit.transfers.filter(
        pl.col("session_no") == table.deal["session_no"],
        pl.col("deal_no") == table.deal["deal_no"],
        pl.col("kind").is_in(["hand", "shoot"]),
    )
    bank = f"{table.holder} (bank)" if table.holder else "the bank"
    players: dict[str, int | None] = {}
    purses: dict[str, int | None] = {}
    for payee, from_kitty, counts in moves.select("payee", "payer_account", "counts").iter_rows():
        for side, name, sign in (
            (players, payee or "somebody", 1),
            (purses, "the kitty" if from_kitty else bank, -1),
        ):
            before = side.get(name, 0)
            side[name] = None if before is None or counts is None else before + sign * counts
    return (*players.items(), *purses.items())


def _owed(table: Table) -> list[Debt]:
    """Sum up the corrections that the findings of the deal ask for, one a player."""
    net: dict[str | None, int] = {}
    holder = table.holder
    for finding in table.findings:
        if finding["owed_amount"] is None or finding["waived"] is not None:
            continue
        to_player = finding["owed_from"] == holder
        other = finding["owed_to"] if to_player else finding["owed_from"]
        net[other] = net.get(other, 0) + (finding["owed_amount"] if to_player else -finding["owed_amount"])
    return [
        Debt(holder, other, amount) if amount > 0 else Debt(other, holder, -amount)
        for other, amount in net.items()
        if amount
    ]
