"""`pontoon record` at a real terminal: an evening, a power cut, narrow windows, ways to leave."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command import ROOT, Door, door

from pontoon_ledger.scoring.commands import COMMANDS
from pontoon_ledger.scoring.sitting import Sitting
from pontoon_ledger.scoring.terminal import Terminal
from pontoon_ledger.scoring.words import SHORT

if sys.platform == "win32":
    pytest.skip("a pseudo-terminal is needed", allow_module_level=True)

from at_a_terminal import AtATerminal

HEAD = """\
# Friday at Ann's
session: friday
currency: GBP
stakes: {min: 0.10, max: 1.00}
players: [Ann, Bob, Cat, Dan]
bank: Ann
deals:   # as they were played
"""


__all__ = ["door"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "friday.yaml").write_text(HEAD, encoding="utf-8")
    return tmp_path


def sit_down(folder: Path) -> AtATerminal:
    table = AtATerminal("record", "friday.yaml", cwd=folder)
    table.wait_for("q leaves")
    return table


def test_an_evening_of_three_deals_with_a_power_cut(folder: Path, door: Door) -> None:
    table = sit_down(folder)
    table.wait_for("Deal 1: Ann holds the bank")
    table.wait_for("Bob bets> ")
    shown = table.type("b2", "Bob bets> ")
    assert "Refused: Bob bet 2.00, over the greatest stake of 1.00 (P201)" in shown
    assert "Rule 2.1: the initial stake lies within the limits of the table." in shown
    table.type("b.2 5c9d b.1 8h8s b.5 AhKd", "Dan: Ah Kd, a pontoon")
    table.wait_for("Bob: 5c 9d, 14. May twist or buy for 0.20 to 0.40.")
    table.type("u.2 4h", "Bob: 5c 9d 4h, 18. May stick, twist or buy for 0.20.")
    table.type("s", "Cat: 8h 8s, 16. May stick, twist, buy for 0.10 to 0.20 or split.")
    table.type("sp 3c Td", "Cat/1: 8h 3c, 11. May twist or buy for 0.10 to 0.20.")
    table.wait_for("Cat/1> ")
    table.kill()
    assert (folder / "friday.yaml").read_text() == HEAD

    table = sit_down(folder)
    table.wait_for("goes on where the last sitting broke off, after 'sp 3c Td'")
    table.wait_for("Cat/1: 8h 3c, 11. May twist")
    table.wait_for("Cat/1> ")
    shown = table.type("s", "Cat/1> ")
    assert "Refused: Cat stuck on 11, which is less than 15 (P202)" in shown
    table.type("! his glass, his rules", "Cat/2: 8s Td, 18. May stick")
    table.type("s Kh7d s", "Due:")
    shown = table.wait_for("Paid? ")
    for due in ("Bob won 0.40", "Cat/1 lost 0.10", "Cat/2 won 0.10", "Dan won 1.00", "Ann (bank) lost 1.40"):
        assert due in shown
    assert "Next the bank would go to Dan, who won it by a pontoon." in shown
    table.type("", "Deal 1 is in friday.yaml.")
    table.wait_for("So far: Ann -1.40, Bob +0.40, Cat 0.00, Dan +1.00")
    table.wait_for("Deal 2: Dan holds the bank")
    table.wait_for("Shuffle and cut first.")
    table.kill()

    table = sit_down(folder)
    table.wait_for("broke off, after Enter")
    table.wait_for("Ann bets> ")
    shown = table.type("undo 2", "Cat/2> ")
    assert "Taken back: Enter" in shown
    assert "Taken back: s Kh7d s" in shown
    assert (folder / "friday.yaml").read_text() == HEAD
    table.type("s Kh7c s", "Paid? ")
    table.type("", "Ann bets> ")
    table.type("bank Ann", "(P402)")
    table.type("! Dan did not want it", "Deal 2: Ann holds the bank")
    table.type("b b b", "Bob's cards> ")
    assert table.interrupt() == 130
    assert "Deal 2 is not over: pontoon record friday.yaml goes on with it." in table.shown

    table = sit_down(folder)
    table.wait_for("Bob's cards> ")
    table.type("5c9h t9s", "Bob: 5c 9h 9s, 23, bust")
    table.type("7dQh s 2h3h t4c t5d t6h", "Dan: 2h 3h 4c 5d 6h, a five-card trick")
    table.type("JcTh s", "Paid? ")
    table.type("Dan won .5", "(P301)")
    table.type("", "Deal 3: Ann holds the bank")
    table.type("b.1 - - KcQc s 9c8c s", "Paid? ")
    table.type("", "Deal 4")
    table.type("q", "All is in friday.yaml.")
    assert table.status() == 0
    assert not (folder / "friday.yaml.journal").exists()

    assert (folder / "friday.yaml").read_text() == HEAD + EVENING
    checked = door("check", "friday.yaml")
    assert checked.status == 0
    assert "his glass, his rules" in checked.out
    assert "Dan did not want it" in checked.out
    assert "3 deals read = 3 judged + 0 undecided + 0 unreadable; due sums to 0; 2 waived" in checked.out
    settled = door("settle", "friday.yaml", "--format", "csv")
    assert settled.status == 0
    assert "payment,Ann,GBP,,,,,Dan,2.00" in settled.out


EVENING = """\
  - waive:
      P202: his glass, his rules
    hands:
      Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.40
      Cat:
        - bet 0.10, 8h 3c, stick, lost 0.10
        - split 0.10, 8s Td, stick, won 0.10
      Dan: bet 0.50, Ah Kd, pontoon, won 1.00
      Ann: Kh 7c, stick
  - bank: Ann
    waive:
      P402: Dan did not want it
    hands:
      Bob: bet 0.20, 5c 9h, twist 9s, bust, lost 0.20
      Cat: bet 0.10, 7d Qh, stick, lost 0.10
      Dan: bet 0.50, 2h 3h, twist 4c, twist 5d, twist 6h, five, won 1.00
      Ann: Jc Th, stick
  - hands:
      Bob: bet 0.10, Kc Qc, stick, won 0.10
      Ann: 9c 8c, stick
"""


def test_forty_columns_a_file_made_by_asking_and_a_plain_way_out(tmp_path: Path) -> None:
    table = AtATerminal("record", "new.yaml", cwd=tmp_path, columns=40)
    table.wait_for("new.yaml is not there yet")
    table.wait_for("Cat: ")
    assert "two players or more" in table.type("Ann", "Cat: ")
    for answer in ("Ann, Bob", "Bob", "gbp", "1-.5", ".1-1", "school", ""):
        table.type(answer, ": " if answer else "[n] ")
    table.type("", "Deal 1: Bob holds the bank")
    table.wait_for("Ann bets> ")
    started = table.at
    for line, said in (
        ("?", "q              leaves"),
        ("b5", "Refused: Ann bet 5.00"),
        ("zz", "? 'zz' cannot be read"),
        ("undo", "nothing is left to undo"),
        ("score", "No deal is over yet."),
        ("b\x1b[A", "cannot be shown"),
    ):
        assert said in " ".join(table.type(line, "Ann bets> ").replace("\n    ", " ").split("\n"))
    table.press(b"\x04")
    table.wait_for("All is in new.yaml.")
    assert table.status() == 0
    assert [line for line in table.shown[started:].splitlines() if len(line) > 40] == []
    assert [path.name for path in tmp_path.iterdir()] == ["new.yaml"]
    text = (tmp_path / "new.yaml").read_text()
    for line in (
        "currency: GBP",
        "rules: school",
        "stakes: {min: 0.10, max: 1.00}",
        "players: [Ann, Bob]",
        "bank: Bob",
    ):
        assert f"{line}\n" in text


def test_the_end_of_input_leaves_as_q_does_and_says_what_is_not_over(folder: Path) -> None:
    table = sit_down(folder)
    table.wait_for("Bob bets> ")
    table.type("b.2", "Cat bets> ")
    table.press(b"\x04")
    table.wait_for("Kept. Deal 1 is not over: pontoon record friday.yaml goes on with it.")
    assert table.status() == 0
    table = sit_down(folder)
    table.wait_for("Cat bets> ")
    assert table.interrupt() == 130


def test_an_interrupt_at_the_first_questions_writes_nothing(tmp_path: Path) -> None:
    table = AtATerminal("record", "new.yaml", cwd=tmp_path)
    table.wait_for("Players, clockwise")
    table.type("Ann, Bob", "Who holds the bank first?")
    assert table.interrupt() == 130
    assert list(tmp_path.iterdir()) == []


def soon(otherwise: str, so: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 30
    while not so():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)


def stopped(table: AtATerminal) -> bool:
    """Press Ctrl-Z, again where it came just before a line was waited for; whether it stopped."""
    os.kill(table.pid, signal.SIGTSTP)
    time.sleep(0.2)
    return os.waitpid(table.pid, os.WUNTRACED | os.WNOHANG)[0] == table.pid


def test_the_line_can_still_be_edited_after_a_stop(folder: Path) -> None:
    """Ctrl-Z and fg: the shell gives the terminal back as it wants it for itself."""
    termios = pytest.importorskip("termios")
    table = AtATerminal("record", "friday.yaml", cwd=folder, TERM="xterm")
    table.wait_for("Bob bets> ")
    table.press(b"b5")
    table.wait_for("b5")
    soon("it does not stop", lambda: stopped(table))
    mode = termios.tcgetattr(table.fd)
    mode[3] |= termios.ICANON | termios.ECHO
    termios.tcsetattr(table.fd, termios.TCSANOW, mode)
    os.kill(table.pid, signal.SIGCONT)
    soon("it cannot be edited", lambda: not termios.tcgetattr(table.fd)[3] & termios.ICANON)
    table.press(b"\x1b[D.")
    assert "^[[D" not in table.type("", "Cat bets> ")
    table.type("q", "Kept.")
    assert table.status() == 0


def test_in_a_folder_that_is_not_there_nobody_is_asked_anything(tmp_path: Path) -> None:
    for command in ("record", "new"):
        table = AtATerminal(command, "nowhere/new.yaml", cwd=tmp_path)
        table.wait_for("nowhere/new.yaml cannot be written: No such file")
        assert table.status() == 2
        assert "Players" not in table.shown
        assert "not there yet" not in table.shown


def test_without_a_terminal_it_says_what_it_wants(door: Door) -> None:
    done = door("record", "friday.yaml")
    assert (done.status, done.out) == (2, "")
    assert "it wants a terminal" in done.err


def test_a_table_is_no_session_file(tmp_path: Path) -> None:
    table = AtATerminal("record", "hands.csv", cwd=tmp_path)
    table.wait_for("a session file ends in .yaml")
    assert table.status() == 2
    assert list(tmp_path.iterdir()) == []


def talk(path: Path, *lines: str) -> list[str]:
    """What is shown in answer to lines, without a terminal of its own."""
    shown: list[str] = []
    typed = [*lines, "q"]

    def ask(prompt: str) -> str:
        shown.append(f"{prompt}{typed[0]}")
        return typed.pop(0)

    sitting = Sitting(path)
    Terminal(sitting, ask, shown.append, lambda: 80).run()
    sitting.close()
    return shown


def test_what_is_told_at_the_table(folder: Path) -> None:
    path = folder / "friday.yaml"
    path.write_text(HEAD.replace("deals:", "rules: {base: pagat, shoot: true}\ndeals:"))
    shown = talk(path, "shuffled", "kitty .5", "b.2 - b.1", "sh.5", "", "AhKd", "p", "")
    assert "  Ann puts up a kitty: kitty and the amount" in shown
    assert "  Mind: shuffled, although nothing called for it (P104)" in shown
    assert shown[shown.index("Bob shoots? sh.5") :] == [
        "Bob shoots? sh.5",
        "Dan shoots? ",
        "Bob's cards> AhKd",
        "  Bob: Ah Kd, a pontoon",
        "Dan's cards> p",
        "  Dan: a pontoon",
        "Ann's cards (bank)> ",
        "  ? nothing was entered; ? shows what can be",
        "Ann's cards (bank)> q",
    ]
    shown = talk(path, "undo", "Tc 9h")
    assert "  this goes on where the last sitting broke off, after 'p'" in shown
    assert "    Bob: bet 0.20, shoot 0.50, Ah Kd, pontoon" in shown
    assert "    Cat sits out" in shown
    assert shown[-2:] == ["  Dan: Tc 9h, 19. May stick, twist or buy for 0.10 to 0.20.", "Dan> q"]


def blocks(kind: str) -> list[str]:
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    return [part.split("```")[0] for part in text.split(f"```{kind}\n")[1:]]


def test_the_deal_in_the_documentation_is_what_its_commands_lead_to(door: Door) -> None:
    path = Path("friday.yaml")
    begin, record = blocks("sh")[0].splitlines()
    assert record == f"pontoon record {path}"
    assert door(*begin.removeprefix("pontoon ").split()).status == 0
    (told,) = blocks("console")
    told = told.removeprefix("$ pontoon record friday.yaml\n")
    typed = re.findall(r"^\S.*?[>?](?: (.*))?$", told, re.MULTILINE)
    shown: list[str] = []

    def ask(prompt: str) -> str:
        line = str(typed.pop(0))
        shown.append(f"{prompt}{line}".rstrip())
        return line

    sitting = Sitting(path)
    terminal = Terminal(sitting, ask, shown.append, lambda: 80)
    terminal.run()
    terminal.farewell()
    sitting.close()
    assert shown == told.splitlines()
    assert path.read_text().endswith(blocks("yaml")[0])


def test_the_documentation_names_every_entry() -> None:
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    entries = {word for cell in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"[a-z?!-]+", cell)}
    spoken = {word for word in SHORT if word != "5ct"} | {"burn", "kitty", "shuffled", "unshuffled", "out"}
    assert spoken | set(COMMANDS) <= entries
