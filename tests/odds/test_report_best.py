"""How to play best, as the page of `pontoon report` has it: which rules, what the maps say and do not say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import asdict

from pontoon_ledger.report.best import best
from pontoon_ledger.report.charts import PLAYS
from pontoon_ledger.rules import PRESETS, Rules
from pontoon_ledger.store import LedgerError

if TYPE_CHECKING:
    from pathlib import Path

    from pontoon_ledger.report.model import Figure


def sessions(*told: tuple[Rules, int]) -> list[dict[str, object]]:
    return [asdict(rules) | {"session": "friday", "deals": deals} for rules, deals in told]


def at(figure: Figure, hand: str) -> tuple[dict[str, object], tuple[object, ...]]:
    """The cell of a hand and its row in the table."""
    cells = zip(figure.data["cells"], figure.table.rows, strict=True)
    return next((cell, row) for cell, row in cells if row[0] == hand)


def test_the_rules_of_most_deals_come_first_and_others_are_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    own = Rules(split="none", max_hands=3)
    played = [(PRESETS["pagat"], 5), (PRESETS["wikipedia"], 8), (PRESETS["gamerules"], 4), (own, 30)]
    shown, elsewhere = best(sessions(*played))
    assert [one.rules for one in shown] == ["pagat", "wikipedia"]
    assert [one.comes_to for one in shown] == [
        "the bank gains 1.47 % of every first stake",
        "the bank gains 1.72 % of every first stake",
    ]
    assert elsewhere == (
        'Under pagat, split=none, max_hands=3: pontoon strategy --rules "pagat, split=none, max_hands=3" '
        "tells it; after that it is on this page too.",
    )
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("pontoon_ledger.report.best._MOST", 1)
    shown, elsewhere = best(sessions(*played[:2]))
    assert [one.rules for one in shown] == ["wikipedia"]
    assert elsewhere == ('Under pagat: pontoon strategy --rules "pagat" tells it.',)


def test_who_wins_by_the_school_rules() -> None:
    ((school,), _) = best(sessions((PRESETS["school"], 1)))
    assert school.comes_to == "the bank loses 1.87 % of every first stake"
    assert "X: throw in" in school.notes[-1]


def test_rules_that_are_none_are_a_damaged_ledger() -> None:
    (row,) = sessions((Rules(), 1))
    with pytest.raises(LedgerError, match="in the rules of friday burn cannot be 'zz'"):
        best([row | {"burn": "zz"}])


def test_a_map_says_all_that_it_shows() -> None:
    ((pagat,), _) = best(sessions((Rules(), 1)))
    two, pairs, three, four = pagat.figures
    assert two.alt == (
        "Two cards, what to do on each total. "
        "Hard: buy at the highest price on 5 to 11, twist on 12 to 14, stick on 15 to 20. "
        "Soft: buy at the highest price on 13 to 18, stick on 19 to 20."
    )
    assert pairs.alt.endswith(
        "Pair of: buy at the highest price on A to 5, twist on 6, split the pair on 7 to 8, stick on 9 to T."
    )
    for figure in pagat.figures:
        cells = figure.data["cells"]
        assert len(cells) == len(figure.table.rows) == len({cell["told"] for cell in cells})
        assert {cell["letter"] for cell in cells} <= set(PLAYS)
        for cell, row in zip(cells, figure.table.rows, strict=True):
            assert cell["told"].startswith(f"{row[0]}: {row[1]}; ")
    cell, row = at(three, "hard 8, twisted")
    assert (cell["letter"], cell["weight"], row[3:]) == ("T", 0, (None, None))
    assert cell["told"] == "hard 8, twisted: twist; nothing else is allowed"
    assert at(four, "hard 8, twisted")[0] == cell
    cell, row = at(two, "hard 15")
    assert cell["told"] == "hard 15: stick; to twist gives 0.09 S less"
    assert row == ("hard 15", "stick", "-0.42", "twist", "0.09")
    assert 0 < cell["weight"] < 0.25
