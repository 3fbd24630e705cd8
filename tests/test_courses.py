"""How it went, in a dozen characters: on a terminal, to one scale, and never into a pipe."""

from __future__ import annotations

import os
import pty
import sys
from pathlib import Path

import pytest
from command import CLEAN, Door, door, environment
from samples import ROOT

from pontoon_ledger import audit, read
from pontoon_ledger.balances import moves_of, settle_moves
from pontoon_ledger.courses import courses
from pontoon_ledger.render.spark import WIDTH, spark
from pontoon_ledger.settlement import coins

__all__ = ["door"]


def seen(folder: Path, *args: str, **env: str) -> str:
    """What a command shows on a terminal of 80 columns."""
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execve(sys.executable, [sys.executable, "-m", "pontoon_ledger", *args], environment(**env))
    shown = b""
    while True:
        try:
            piece = os.read(fd, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(fd)
    os.waitpid(pid, 0)
    return shown.decode().replace("\r\n", "\n")


@pytest.fixture
def three(door: Door) -> Door:
    """Three deals in which Bob wins and loses."""
    first, _, hands = CLEAN.partition("  - hands:")
    once = "  - hands:" + hands
    lost = once.replace("5c 9d, buy 0.20 4h, stick, won 0.40", "5c 9d, stick, lost 0.20")
    door.write("friday.yaml", first + once + lost + once)
    return door


def test_the_course_of_a_record_ends_at_what_is_due() -> None:
    for name in ("kitchen-table.yaml", "shoot-night.yaml", "many-splits.yaml"):
        one = audit(read(ROOT / "sample_logs" / name))
        moves = moves_of(one)
        (coin,) = coins(moves.select("currency", "decimals").rows())
        ends = {player: course[-1] for player, course in courses(moves, coin).items()}
        due = settle_moves(moves).balances.filter(~settle_moves(moves).balances["account"])
        assert ends == dict(due.select("player", "due").rows()), name


def test_a_deal_that_is_not_known_leaves_the_rest_unknown(door: Door) -> None:
    path = door.write("friday.yaml", CLEAN + "  - hands:\n      Bob: bet 0.20, stick 19\n      Ann: stick\n")
    moves = moves_of(audit(read(path)))
    (coin,) = coins(moves.select("currency", "decimals").rows())
    assert courses(moves, coin)["Bob"] == [40, None]
    assert courses(moves, coin)["Dan"] == [-50, -50]


def test_many_deals_fit_the_width_and_end_where_they_end() -> None:
    for count in (1, WIDTH, WIDTH + 1, 1000):
        line = spark(list(range(count)), 0, count - 1)
        assert len(line) <= WIDTH
        assert line[-1] == ("█" if count > 1 else "▁")


def test_settle_and_stats_draw_it_on_a_terminal(three: Door) -> None:
    shown = seen(three.folder, "settle", "friday.yaml", NO_COLOR="1")
    assert "player  how it went  lowest  highest\n" in shown
    assert [line.split() for line in shown.splitlines() if line.startswith("Bob  ")][-1][1:] == [
        "▇▇█",
        "0.20",
        "0.60",
    ]
    assert "how it went" in seen(three.folder, "stats", "Bob", "friday.yaml", NO_COLOR="1")


def test_plain_characters_where_the_terminal_has_no_others(three: Door) -> None:
    shown = seen(
        three.folder, "settle", "friday.yaml", NO_COLOR="1", PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    )
    assert shown.isascii()
    assert "how it went" in shown


def test_nothing_of_it_goes_into_a_pipe_or_another_form(three: Door) -> None:
    assert "how it went" not in three("settle", "friday.yaml").out
    assert "how it went" not in seen(three.folder, "settle", "friday.yaml", "--format", "markdown")
    assert "how it went" not in seen(three.folder, "settle", "friday.yaml", "--quiet")
