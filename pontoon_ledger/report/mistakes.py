"""What was paid wrongly, each with its deal retold, and what else the check found.

In: an open ledger. Out: `Wrong`. Only so many deals are retold and so many mistakes listed; the rest is
counted, never passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pontoon_ledger.money import format_amount
from pontoon_ledger.render.findings import SEVERITIES
from pontoon_ledger.render.table import Column, Table, words
from pontoon_ledger.report.amounts import signed
from pontoon_ledger.report.asking import asked
from pontoon_ledger.report.model import Mistake, Part, Wrong
from pontoon_ledger.rulebook import LAWS

if TYPE_CHECKING:
    from pontoon_ledger.explain import Explanation
    from pontoon_ledger.explain.model import Step
    from pontoon_ledger.store import Ledger

Row = dict[str, Any]

MOST_RETOLD = 60
MOST_LISTED = 400

_PAYMENTS = ("P301", "P302", "P404", "P504")
_UNVERIFIED = "P303"
_FINDINGS = """
SELECT session, found.*
FROM findings AS found JOIN (SELECT session_id, session, date FROM sessions) AS heads USING (session_id)
ORDER BY date, session, deal_no, line, "column", code, hand
"""
_CALLED = """
SELECT DISTINCT session_id, player, name
FROM (
    SELECT session_id, player, player_id FROM hands UNION SELECT session_id, bank, bank_id FROM deals
) JOIN players USING (player_id)
WHERE player <> name
ORDER BY ALL
"""


def wrong(ledger: Ledger) -> Wrong:
    """Tell what was paid wrongly.

    >>> from pontoon_ledger.store import Ledger
    >>> with Ledger.memory() as ledger:
    ...     wrong(ledger).mistakes
    ()
    """
    findings = list(asked(ledger, _FINDINGS).iter_rows(named=True))
    paid = [row for row in findings if row["code"] in _PAYMENTS]
    others = [row for row in findings if row["code"] not in _PAYMENTS]
    listed = paid[:MOST_LISTED]
    places = list(dict.fromkeys((row["session"], row["deal"]) for row in listed))[:MOST_RETOLD]
    stories = _stories(ledger, places)
    called: dict[int, list[str]] = {}
    for session_id, spelt, shown in asked(ledger, _CALLED).iter_rows():
        called.setdefault(session_id, []).append(f"{spelt} in this record is {shown}")
    return Wrong(
        tuple(_mistake(row, stories, tuple(called.get(row["session_id"], ()))) for row in listed),
        len(paid) - len(listed),
        sum(row["code"] == _UNVERIFIED for row in others),
        _others(others[:MOST_LISTED]) if others else None,
        len(others),
    )


def _mistake(row: Row, stories: dict[tuple[str, str], Explanation], called: tuple[str, ...]) -> Mistake:
    story = stories.get((row["session"], row["deal"]))
    law = LAWS.get(row["code"])
    return Mistake(
        session=row["session"],
        deal=row["deal"],
        code=row["code"],
        message=row["message"],
        outcome=_outcome(row),
        law=f"Rule {law.section}: {law.sentence}." if law else None,
        story=_parts(story, row) if story else (),
        called=called if story else (),
    )


def _outcome(row: Row) -> str:
    """Say what becomes of it.

    >>> _outcome({"waived": "agreed", "owed_amount": 20})
    'The table let it stand: agreed.'
    """
    if row["waived"] is not None:
        return f"The table let it stand: {row['waived'].rstrip('.')}."
    if row["owed_amount"] is None:
        return "No amount can be named that would put it right."
    return "The settlement puts it right."


def _stories(ledger: Ledger, places: list[tuple[str, str]]) -> dict[tuple[str, str], Explanation]:
    """Retell deals, from the texts that the ledger keeps."""
    if not places:
        return {}
    from pontoon_ledger import api
    from pontoon_ledger.explain import explain

    audit = api.audit(ledger.records(list(dict.fromkeys(session for session, _ in places))))
    return {(session, deal): explain(audit, deal, session=session) for session, deal in places}


def _parts(story: Explanation, row: Row) -> tuple[Part, ...]:
    """Put a story into parts; the hand that was paid wrongly is marked."""
    parts = [Part("Before the deal", _steps(story.opening))] if story.opening else []
    for hand in story.hands:
        mine = not hand.banker and hand.player == row["player"] and hand.hand == row["hand"]
        parts.append(Part(hand.heading, _steps(hand.steps), wrong=mine))
    parts.append(Part("After the deal", (*_sums(story), *_steps(story.closing))))
    return tuple(parts)


def _sums(story: Explanation) -> list[tuple[str, str | None]]:
    """Tell everybody's result, and who has to put something right."""
    n = story.decimals
    sums: list[tuple[str, str | None]] = []
    if story.results:
        sums.append(
            (f"as it counts: {', '.join(f'{name} {signed(m, n)}' for name, m in story.results)}", "5.5")
        )
    for debt in story.owed:
        between = f"{debt.debtor or 'the bank'} owes {debt.creditor or 'the bank'}"
        sums.append((f"to put right: {between} {format_amount(debt.amount, n)}", None))
    return sums


def _steps(steps: tuple[Step, ...]) -> tuple[tuple[str, str | None], ...]:
    return tuple((step.text, step.rule) for step in steps)


def _others(rows: list[Row]) -> Table:
    """Set what else was found; the session only where there are several."""
    many = len({row["session"] for row in rows}) > 1
    columns = (
        Column("session", "session", on_screen=many),
        *map(words, ("deal", "line", "code", "severity", "message")),
    )
    return Table(
        columns,
        tuple(
            (
                row["session"],
                row["deal"] or "",
                row["line"],
                row["code"],
                f"{SEVERITIES[row['severity']]}{' (waived)' if row['waived'] else ''}",
                row["message"],
            )
            for row in rows
        ),
    )
