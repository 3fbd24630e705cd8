"""What the tests of the explanations share: records of one deal, and its story as plain texts.

In: the hands of a deal. Out: an `Explanation` through the real reader.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pontoon_ledger as pontoon
from pontoon_ledger.explain import Explanation, explain

if TYPE_CHECKING:
    from pathlib import Path

    from pontoon_ledger.auditing import Audit

HEAD = "session: Friday\nplayers: [Ann, Bob, {name: Cat, aka: [Cath]}, Dan, Eve]\nbank: Ann\n"
QUIET_HANDS = ("Th 7d, stick", "bet 0.20, Tc 8c, stick")


def judge(folder: Path, deals: str, *, head: str = HEAD, rules: str = "", **more: str) -> Audit:
    """Write records (`more` are further files) and audit them."""
    texts = {"friday": f"{head}{f'rules: {rules}' if rules else ''}\ndeals:\n{textwrap.dedent(deals)}"}
    for name, text in {**texts, **more}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return pontoon.audit(pontoon.read(folder))


def story(
    folder: Path, deals: str, deal: str = "1", player: str | None = None, *, head: str = HEAD, rules: str = ""
) -> Explanation:
    """Write one deal (or several) and explain it."""
    return explain(judge(folder, deals, head=head, rules=rules), deal, player)


def against(bank: str, *hands: str) -> str:
    """A deal of Bob's hand, perhaps Cat's and Dan's, against Ann's."""
    rows = [f"    {name}: {play}" for name, play in zip(("Bob", "Cat", "Dan"), hands, strict=False)]
    return "\n".join(["- hands:", *rows, *([f"    Ann: {bank}"] if bank else [])]) + "\n"


def cases(text: str) -> list[tuple[str, ...]]:
    """Cases written in text: what is set up, parted by bars, and below it, behind `=`, what is told."""
    rows: list[list[str]] = []
    for line in textwrap.dedent(text).strip().splitlines():
        if not line.startswith("="):
            rows.append([part.strip() for part in line.split("|")])
        elif rows[-1][-1][:1] == "=":
            rows[-1][-1] += line[1:]
        else:
            rows[-1].append("= " + line[1:].strip())
    return [(*row[:-1], row[-1].removeprefix("= ")) for row in rows]


def said(story: Explanation, n: int = 0) -> list[str]:
    """The texts of one hand."""
    return [step.text for step in story.hands[n].steps]


def everything(story: Explanation) -> str:
    """The whole text on one line."""
    return " ".join(" ".join(story.lines(200)).split())
