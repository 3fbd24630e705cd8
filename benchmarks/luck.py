"""How many hands a second `pontoon luck` weighs, and how often honest luck is called remarkable.

`python benchmarks/luck.py [EVENINGS]`: so many evenings of 40 deals (600 unless told) from freshly shuffled
packs under each set of rules, dealt by tests/dealer. Out: a line for each; the tables are there before.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import polars as pl

from pontoon_ledger import audit, read
from pontoon_ledger.odds import DEFAULT
from pontoon_ledger.odds.luck import PARTS, luck
from pontoon_ledger.odds.luck_lines import BANKER, ENOUGH, PLAYER, lines, named

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import dealer
from odds.fair_bank import evening

LONG = 25
ALPHA = 0.05


def looked_at(rules: str, shuffled: str, evenings: int) -> str:
    options = {**dealer.preset(rules), **({"shuffle_after": shuffled} if shuffled else {})}
    with TemporaryDirectory() as folder:
        for seed in range(evenings):
            session = evening(seed, options, 40)
            (Path(folder) / f"{seed}.yaml").write_text(dealer.to_yaml(session), encoding="utf-8")
        judged = audit(read(folder))
    luck(judged, lambda session, name: DEFAULT)
    begin = time.perf_counter()
    found = luck(judged, lambda session, name: DEFAULT)
    took = time.perf_counter() - begin
    seats = named(found, judged, lambda session, name: name)
    hands = int(seats.filter(pl.col("why").is_null())["hands"].sum())
    each = lines(seats, by_session=True)
    alarms = [
        (each.filter(pl.col("role") == role, pl.col("deals") >= least)["p"] < ALPHA).to_list()
        for role, least in ((PLAYER, LONG), (BANKER, ENOUGH))
    ]
    dealt = seats.select(pl.col(part).mean() for part in PARTS).row(0)
    means = " ".join(f"{part} {value:+.4f}" for part, value in zip(PARTS, dealt, strict=True))
    rates = ", ".join(f"{100 * mean(found):.1f} % of {len(found)}" for found in alarms)
    pack = "fresh packs" if shuffled else "one pack"
    return f"{rules:10} {pack:12} {hands} hands, {hands / took:,.0f} a second; p < {ALPHA}: {rates}; {means}"


if __name__ == "__main__":
    evenings = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    for rules in ("pagat", "wikipedia", "school"):
        print(looked_at(rules, "every_deal", evenings), flush=True)
    print(looked_at("pagat", "", evenings), flush=True)
