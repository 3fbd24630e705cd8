"""The sample records and what their README says of them.

In: `sample_logs/README.md`. Out: `SAMPLES`, one `Sample` a row of its table.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "sample_logs"
_COUNT = re.compile(r"(?:([0-9]+) × )?(P[0-9]{3})( waived)?")  # noqa: RUF001
_PAYMENT = re.compile(r"(.+) → (.+) ([0-9.]+)")


@dataclass(frozen=True)
class Sample:
    """A row of the table. `payments` is None where the settlement is not complete."""

    name: str
    deals: dict[str, int]
    findings: Counter[tuple[str, bool]]
    payments: list[tuple[str, str, str]] | None

    @property
    def path(self) -> Path:
        """Where the record lies."""
        return FOLDER / self.name


def read_table() -> list[Sample]:
    """Every row of the README's table."""
    lines = (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| [")]
    return [_sample(*(cell.strip() for cell in row)) for row in rows]


def _sample(link: str, _shows: str, deals: str, findings: str, pays: str) -> Sample:
    name, target = re.fullmatch(r"\[(.+)\]\((.+)\)", link).groups()  # type: ignore[union-attr]
    assert name == target, f"{name} links to {target}"
    counts = dict.fromkeys(("judged", "undecided", "unreadable"), 0)
    counts |= {state: int(count) for count, state in (part.split() for part in deals.split(", "))}
    found: Counter[tuple[str, bool]] = Counter()
    for part in findings.split(", ") if findings != "none" else ():
        count, code, waived = _COUNT.fullmatch(part).groups()  # type: ignore[union-attr]
        found[code, waived is not None] += int(count or 1)
    payments = None
    if pays != "not complete":
        payments = [_PAYMENT.fullmatch(part).groups() for part in pays.split("; ")]  # type: ignore[union-attr]
    return Sample(name, counts, found, payments)


SAMPLES = read_table()
