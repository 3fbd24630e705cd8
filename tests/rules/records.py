"""Small records for the tests of the rules: written as text, read and judged like a user's file.

In: YAML text, or rows of one deal; `«…»` marks where a finding is expected to stand. Out: the
audit, and the few values that a test asks of it.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

import pontoon_ledger as pontoon

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.auditing import Audit

Spot = tuple[str, int, int, int]
PLAYERS = "Ann, Bob, Cat, Dan"


def judge(text: str) -> Audit:
    """Read the text as a session's YAML file and audit it.

    >>> due(judge(deal("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick")), 1, "Bob")
    20
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.yaml"
        path.write_text(text, encoding="utf-8")
        return pontoon.audit(pontoon.read(path))


@dataclass(frozen=True)
class Verdict:
    """What the audit of many files says of one of them."""

    hands: pl.DataFrame
    findings: pl.DataFrame


def judge_each(texts: Iterable[str]) -> list[Verdict]:
    """The same for many sessions in one audit, which is much faster; one verdict a text.

    >>> texts = [deal(f"Bob: bet 0.20, Th {card}, stick", "Ann: Kh 7d, stick") for card in ("9c", "7c")]
    >>> won, lost = judge_each(texts)
    >>> due(won, 1, "Bob"), due(lost, 1, "Bob")
    (20, -20)
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, text in enumerate(texts):
            paths.append(Path(folder) / f"evening-{number:04}.yaml")
            paths[-1].write_text(text, encoding="utf-8")
        audit = pontoon.audit(pontoon.read(paths))
    by_file = [pl.col("file").str.ends_with(path.name) for path in paths]
    return [Verdict(audit.hands.filter(mine), audit.findings.filter(mine)) for mine in by_file]


def head(rules: str = "pagat", players: str = PLAYERS, bank: str = "Ann", extra: str = "") -> str:
    """The lines above the deals. `extra` holds further keys, a line each."""
    more = "".join(f"{line}\n" for line in extra.splitlines())
    named = f"bank: {bank}\n" if bank else ""
    return f"rules: {rules}\nplayers: [{players}]\n{named}{more}deals:\n"


def hands(*rows: str, fields: str = "") -> str:
    """One deal: its fields, a line each, then a line a hand. A row is `Name: play`; `+ play` is a split hand.

    >>> print(hands("Bob: bet 0.20, 8h 3c, stick", "+ split 0.20, 8s Th, stick", fields="bank: Ann"), end="")
      - bank: Ann
        hands:
          Bob:
            - bet 0.20, 8h 3c, stick
            - split 0.20, 8s Th, stick
    """
    lines = [*fields.splitlines(), "hands:"]
    for at, row in enumerate(rows):
        split_follows = at + 1 < len(rows) and rows[at + 1].startswith("+ ")
        if row.startswith("+ "):
            lines.append(f"    - {row[2:]}")
        elif split_follows:
            name, _, play = row.partition(": ")
            lines += [f"  {name}:", f"    - {play}"]
        else:
            lines.append(f"  {row}")
    return "".join(f"{'  - ' if at == 0 else '    '}{line}\n" for at, line in enumerate(lines))


def deal(*rows: str, rules: str = "pagat", fields: str = "", extra: str = "", players: str = PLAYERS) -> str:
    """A whole session of one deal in which Ann holds the bank."""
    return head(rules, players, extra=extra) + hands(*rows, fields=fields)


def series(*plays: tuple[str, str], **options: object) -> str:
    """A session in which Bob plays so in each deal against such a bank; the cards are
    shuffled before each, and the bank never passes from Ann.

    >>> audit = judge(series(("T 9, stick", "K 7, stick"), ("T 6, stick", "K 7, stick"), ties="push"))
    >>> dues(audit)
    [20, -20]
    """
    rules = {"bank_passes": "never", "shuffle_after": "every_deal", **options}
    said = ", ".join(f"{name}: {str(value).lower()}" for name, value in rules.items())
    return head(f"{{{said}}}") + "".join(
        hands(f"Bob: bet 0.20, {play}", f"Ann: {bank}") for play, bank in plays
    )


def marked(text: str) -> tuple[str, list[tuple[int, int, int]]]:
    """The text without its marks, and the places (line, column, end column) that they enclose.

    >>> marked("a: 1\\nb: «two»")
    ('a: 1\\nb: two', [(2, 4, 7)])
    """
    lines, places = [], []
    for number, line in enumerate(text.split("\n"), start=1):
        rest = line
        while "«" in rest:
            start, end = rest.index("«"), rest.index("»")
            places.append((number, start + 1, end))
            rest = rest[:start] + rest[start + 1 : end] + rest[end + 1 :]
        lines.append(rest)
    return "\n".join(lines), places


def spots(audit: Audit | Verdict) -> list[Spot]:
    """Code and place of every finding, in the order of the file."""
    return list(audit.findings.select("code", "line", "column", "end_column").iter_rows())


def codes(audit: Audit | Verdict) -> list[str]:
    """The code of every finding, in the order of the file."""
    return audit.findings["code"].to_list()


def finding(audit: Audit | Verdict, code: str) -> dict[str, Any]:
    """The one finding of that code."""
    return audit.findings.row(by_predicate=pl.col("code") == code, named=True)


def debt(audit: Audit | Verdict, code: str) -> tuple[str, str, int] | None:
    """Who owes whom how much by the one finding of that code."""
    at = finding(audit, code)
    return None if at["owed_from"] is None else (at["owed_from"], at["owed_to"], at["owed_amount"])


def hand_of(audit: Audit | Verdict, deal_no: int, player: str, hand: int = 1) -> dict[str, Any]:
    """One row of the audited hands."""
    wanted = (pl.col("deal_no") == deal_no) & (pl.col("player") == player) & (pl.col("hand") == hand)
    return audit.hands.row(by_predicate=wanted, named=True)


def due(audit: Audit | Verdict, deal_no: int, player: str, hand: int = 1) -> int | None:
    """What is due on a hand, in minor units, signed from the player's side."""
    amount: int | None = hand_of(audit, deal_no, player, hand)["due"]
    return amount


def dues(audit: Audit | Verdict, player: str = "Bob") -> list[int | None]:
    """What is due to a player, hand by hand."""
    return audit.hands.filter(pl.col("player") == player)["due"].to_list()


def banks(audit: Audit | Verdict) -> list[str | None]:
    """Who held the bank, deal by deal."""
    return audit.hands.group_by("deal_no", maintain_order=True).agg(pl.col("bank").first())["bank"].to_list()


def balances(audit: Audit) -> dict[str, int | None]:
    """What each player still has to get (negative: to pay), with the accounts by their names."""
    table = pontoon.settle(audit).balances
    return dict(table.select("player", "balance").iter_rows())


def net(audit: Audit, column: str) -> dict[str, int | None]:
    """A column of the balances (`recorded`, `due`, `paid`) by player."""
    return dict(pontoon.settle(audit).balances.select("player", column).iter_rows())
