"""The good texts that fuzzing begins with: the sample records, and evenings of the independent dealer.

In: the name of a target. Out: texts.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_PLAY = re.compile(r"(?:bet|split) [^\"\n]*")

QUESTIONS = [
    "FROM balances",
    "SELECT player, sum(counts) FROM hands WHERE deal_no > 1 GROUP BY player ORDER BY 2 DESC LIMIT 5",
    "WITH a AS (SELECT * FROM moves) SELECT money(counts, decimals) FROM a WHERE of_the_play(kind)",
    "SELECT name, count(*) OVER (PARTITION BY person_id) FROM players",
    "PIVOT hands ON class USING count(*) GROUP BY player",
    "DESCRIBE sessions",
    "SUMMARIZE hands",
    "SELECT * FROM read_csv('/x') UNION ALL SELECT getenv('HOME')",
    "COPY hands TO '/x'",
    "ATTACH '/x' AS y",
    "INSTALL httpfs; LOAD httpfs",
    "PRAGMA database_list",
    "SET threads = 1",
    "SELECT * FROM query('SELECT 1')",
]
OPTIONS = [
    *("pagat", "school", "{base: school, burn: off}", "wikipedia, peek: true", "kitty: {min: 1, max: 2}"),
    *(
        "GBP",
        "{code: XTS, decimals: 3}",
        "0.10-1.00",
        "0.10",
        "Ann,Bob,Cat",
        "Ann",
        "[Ann, {name: Bob, aka: [B]}]",
    ),
]


def seeds(target: str) -> list[str]:
    """Good texts for a target, always the same.

    >>> "pagat" in seeds("options")
    True
    """
    if target == "query":
        return QUESTIONS
    if target == "options":
        return OPTIONS
    samples = [path for path in sorted((ROOT / "sample_logs").iterdir()) if path.name != "README.md"]
    tables = [path.read_text(encoding="utf-8")[:3000] for path in samples if path.suffix == ".csv"]
    if target == "csv":
        return tables
    records = [path.read_text(encoding="utf-8")[:3000] for path in samples if path.suffix != ".csv"]
    records += _dealt()
    if target == "yaml":
        return records
    return sorted({play for text in [*records, *tables] for play in _PLAY.findall(text)})


def _dealt() -> list[str]:
    sys.path.insert(0, str(ROOT / "tests"))
    import dealer

    texts = []
    for number in range(12):
        rng = random.Random(number)
        rules = dealer.random_rules(rng)
        session = dealer.play_session(rng, deals=5, players=4, rules=rules, name=f"evening {number}")
        texts.append(dealer.to_yaml(session, dealer.Style(random.Random(number), 0.5)))
    return texts
