"""What a newcomer was told wrongly: rules that fit, files of one name, signs, cells, dates, commas."""

from __future__ import annotations

import json

import polars as pl
import pytest
from command import CLEAN, Door, door

from pontoon_ledger.currency import NO_CURRENCY, currency
from pontoon_ledger.inference import Candidate, DealName, InDeal, Inference, Open, _held_to
from pontoon_ledger.notation import parse_clause
from pontoon_ledger.plays import read_plays
from pontoon_ledger.render.comparing import verdict

__all__ = ["door"]

UNDONE = """\
players: [Pri, Tom, Jo]
bank: Pri
deals:
  - hands:
      Tom: bet 0.20, 9h 8d, stick, won 0.20
      Jo: bet 0.20, 9c 8s, stick, won 0.20
      Pri: Kh 6d, stick
  - hands:
      Tom: bet 0.20, 7h 8c, stick, won 0.20
      Jo: bet 0.20, 7c Qs, stick, won 0.20
      Pri: Kd 6s, stick
  - hands:
      Tom: bet 0.20, 5h Jc, stick, won 0.20
      Jo: bet 0.20, 5c Js, stick, won 0.20
      Pri: Qd 7s, stick
"""
"""Three wrong payments in the last two deals, which cannot be judged if the bank passes each deal."""


def test_a_setting_that_spoils_deals_explains_nothing(door: Door) -> None:
    path = door.write("friday.yaml", UNDONE)
    told = json.loads(door("infer", path, "--format", "json").out)
    assert (told["conclusion"], told["written"]["errors"]) == ("unexplained", 3)
    passed = next(one for one in told["candidates"] if one["setting"] == {"bank_passes": "each_deal"})
    assert (passed["errors"], passed["unjudged"]) == (4, 2)
    assert {"bank_passes": "each_deal"} not in told["best"]
    assert "each_deal" not in door("infer", path).out


def test_what_a_fitting_setting_spoils_is_said() -> None:
    written = Candidate((), 5, 0, {0: InDeal(4, 0, 7), 1: InDeal(1, 0, 8)}, {2: Open(0, 1)})
    unjudged = {1: Open(1, 2), 2: Open(0, 1), 3: Open(0, 1)}
    (held,) = _held_to(written, [Candidate((("peek", False),), 0, 0, {}, unjudged)])
    assert (held.errors, held.lost, held.left) == (2, 2, (4, 0))
    names = tuple(DealName("friday", label) for label in "1234")
    told = Inference(written, (held, written), (), names)
    left = "it leaves 2 errors and 2 deals no longer judged in full, the rules as written 5 errors."
    assert verdict(told)[0].endswith(left)


def test_the_example_of_convert_runs_and_keeps_its_source(door: Door) -> None:
    path = door.folder / door.write("clean.yaml", CLEAN)
    for more in ((), ("--force",)):
        ran = door("convert", "clean.yaml", "-o", "clean.csv", *more)
        assert (ran.status, path.read_text(encoding="utf-8")) == (0, CLEAN)
        assert "clean-head.yaml written" in ran.err
        assert "clean.yaml is the record itself and stays as it is" in " ".join(ran.err.split())
    assert door("convert", "clean.yaml", "-o", "clean.csv").status == 2
    assert "deals: clean.csv\n" in (door.folder / "clean-head.yaml").read_text(encoding="utf-8")
    assert door("settle", "clean-head.yaml").out == door("settle", "clean.yaml").out
    again = door("convert", "clean-head.yaml", "-o", "./clean-head.csv")
    assert "clean-head-head.yaml written" in again.err
    other = door("convert", "clean.yaml", "-o", "sheet.csv")
    assert (other.status, "sheet.yaml written" in other.err, "stays as it is" in other.err) == (
        0,
        True,
        False,
    )


def test_one_unknown_word_does_not_stop_the_others(door: Door) -> None:
    ran = door("rules", "shoot", "kity", "P505", "xyzzy", "--format", "plain")
    assert [line.split("\t")[1] for line in ran.out.splitlines()] == ["shoot", "P505"]
    assert (ran.status, "did you mean kitty?" in ran.err, "'xyzzy'" in ran.err) == (2, True, True)
    assert door("rules", "shoot", "kitty", "P505").status == 0
    alone = door("rules", "xyzzy", "--format", "json")
    assert (alone.status, alone.out) == (2, "")


@pytest.mark.parametrize(
    "text",
    ["won -1,000", "lost -0.205", "won -20 p", "all lost (1,000.50)", "won \N{MINUS SIGN}$5", "won -.2 4h"],
)
def test_no_advice_on_a_signed_result_drops_its_sign(text: str) -> None:
    bad = parse_clause(text, currency("GBP")).bad
    assert bad is not None
    assert (bad.code, bad.expected) == ("P006", "won or lost, and an amount without a sign")
    assert "says already who paid" in bad.message
    assert bad.help is None


@pytest.mark.parametrize(
    ("play", "hint"),
    [
        ("bet 0.20, 8c, Kd, stick", "part the first two cards by a space: 8c Kd"),
        ("bet 0.20; 8c; 10h", "part the first two cards by a space: 8c 10h"),
        ("8c, stick", None),
        ("5c 9d, stick, 4h, 5c", None),
    ],
)
def test_two_cards_parted_by_a_comma_are_shown_together(play: str, hint: str | None) -> None:
    faults = read_plays(pl.Series([play]), NO_CURRENCY)[1]
    assert [(one.bad.code, one.bad.help) for one in faults] == [("P005", hint)]
