"""`pontoon fmt`: tidy, twice tidy, and nothing else changed: audits, comments, notes, bytes."""

from __future__ import annotations

import random
import re
import stat
from typing import TYPE_CHECKING

import dealer
import pytest
from command import Door, door
from samples import FOLDER

import pontoon_ledger as pontoon
from pontoon_ledger.formatting import NotTidiedError, format_record
from pontoon_ledger.formatting.quoting import scalar
from pontoon_ledger.formatting.tree import read_tree, walk
from pontoon_ledger.sameness import difference

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["door"]

UNTIDY = """\
# Fridays
bank:   BOB

players: [ Ann,{aka: B, name: Bob},'No', 'Smith, J' ] # round the table
currency:  gbp
# what we play
stakes: {max: £1,min: 10p}
deals:
-   note:  "he said: why #2?"
    hands:
       ann: 'BET .2; 5C  10♥,, BUY 20p 4h;stick 19,  WON 0,40 ;note so: he said,  "fine"'   # yes
       # nobody else


       "No":
       - bet 0.10, 8h 3c,
           TWIST 9d, stick
       - "split 0.10,Ks x"    # half
    # why
    void: YES
# between

- hands: {Ann: "stick", B: 'bust'}   # short
  tally: {ann: +0.4}
  waive: {p301: 'for old times'' sake'}
  shuffled: off
  # at the end of it
# the end
"""

TIDY = """\
# Fridays
currency: GBP
# what we play
stakes: {min: 0.10, max: 1.00}

players: [Ann, {name: Bob, aka: B}, 'No', 'Smith, J']  # round the table
bank: Bob
deals:
  # why
  - void: true
    hands:
      Ann: 'bet 0.20, 5c Th, buy 0.20 4h, stick 19, won 0.40, note so: he said,  "fine"'    # yes
      # nobody else

      "No":
        - bet 0.10, 8h 3c, twist 9d, stick
        - split 0.10, Ks x    # half
    note: "he said: why #2?"
  # between

  - shuffled: false
    waive: {P301: for old times' sake}
    tally: {Ann: 0.40}
    hands: {Ann: stick, Bob: bust}   # short
    # at the end of it
# the end
"""


def _evening(seed: int, **knobs: float) -> dealer.Session:
    rng = random.Random(seed)
    rules = dealer.random_rules(rng, exclude=dealer.NOT_YET)
    players = rng.randint(2, 7)
    return dealer.play_session(rng, deals=50, players=players, rules=rules, name=f"evening {seed}", **knobs)


def _comments(text: str) -> list[str]:
    return sorted(re.findall(r"(?m)(?:^|\s)(# .*?)\s*$", text))


def test_everything_at_once() -> None:
    assert format_record(UNTIDY) == TIDY
    assert format_record(TIDY) == TIDY


@pytest.mark.parametrize("seed", range(2))
def test_random_evenings_say_the_same(tmp_path: Path, seed: int) -> None:
    session = _evening(seed, void=0.06, reseat=0.06, gap=0.04, aka=0.4, notes=0.2)
    text = dealer.to_yaml(session, dealer.Style(random.Random(seed), 1))
    tidy = format_record(text)
    audits = []
    for name, one in (("a.yaml", text), ("b.yaml", tidy)):
        (tmp_path / name).write_text(one, encoding="utf-8")
        audits.append(pontoon.audit(pontoon.read(tmp_path / name)))
    assert difference(audits[0], audits[1]) is None
    assert audits[0].hands.drop("file", "line").equals(audits[1].hands.drop("file", "line"))
    assert audits[0].transfers.equals(audits[1].transfers)
    assert format_record(tidy) == tidy
    assert _comments(tidy) == _comments(text)
    assert not re.search(r"[♣♧♦♢♥♡♠♤]", "".join(t.value for t in walk(read_tree(tidy, "yaml"))))


@pytest.mark.parametrize(
    "name", ["phone-app.json", "scribbled.yaml", "suit-symbols.yaml", "wrong-in-many-ways.yaml"]
)
def test_samples(name: str) -> None:
    path = FOLDER / name
    text = path.read_text(encoding="utf-8")
    if name.startswith("wrong"):
        with pytest.raises(NotTidiedError, match=r"line 11: P003 .*'venue'(.|\n)*P010"):
            format_record(text, path=str(path))
        return
    tidy = format_record(text, path=str(path))
    assert format_record(tidy, path=str(path)) == tidy
    assert _comments(tidy) == _comments(text)


HOSTILE = {
    "a name of marks": ("'he: #1 \"x\"'", "bet .2", "he: #1"),
    "a name to be quoted": ('"- dash"', "bet .2", '"- dash": bet 0.20'),
    "a number": ("1e3", "bet .2", "1e3:"),
    "beyond ascii": ("Zoë 王", "bet .2; note ﬁne – ok", "note ﬁne – ok"),  # noqa: RUF001
    "tabs": ("Bob", "bet\t.2;\tstick", "bet 0.20, stick"),
    "a folded play": ("Bob", ">-\n        bet .2,\n        stick", "Bob: bet 0.20, stick"),
    "a literal play": ("Bob", "|\n        bet .2,\n        stick\n", "Bob: bet 0.20, stick"),
    "a note of two lines": ("Bob", "|\n        bet .2, note a\n        b\n", "note a\n"),
    "quotes in a note": ("Bob", '"bet .2, note a \\"b\\" \'c\': d"', "note a \\\"b\\\" 'c': d"),
}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_hostile_texts(ending: str) -> None:
    """Each is the hand of a deal, and what is kept of it stands in that deal."""
    names = ", ".join(dict.fromkeys(name for name, _, _ in HOSTILE.values()))
    deals = [f"  - hands:\n      {name}: {play}\n" for name, play, _ in HOSTILE.values()]
    text = f"players: [Ann, {names}]\nbank: Ann\ndeals:\n{''.join(deals)}"
    tidy = format_record(text.replace("\n", ending))
    told = tidy.replace(ending, "\n").split("  - hands:\n")[1:]
    for one, (name, (_, _, kept)) in zip(told, HOSTILE.items(), strict=True):
        assert kept in one, name
    assert format_record(tidy) == tidy
    assert tidy.replace(ending, "").count("\n") == 0 or ending == "\n"


def test_a_free_text_is_left_as_it_is() -> None:
    note = "|\n      one:  two\n\n        three   # no comment\n"
    text = f"players: [A, B]\nbank: A\ndeals:\n- note: {note}  hands:\n     B: won .2\n"
    before, after = (read_tree(one, "yaml") for one in (text, format_record(text)))
    notes = [[t.value for t in walk(tree) if "three" in t.value] for tree in (before, after)]
    assert notes[0] == notes[1] == ["one:  two\n\n  three   # no comment\n"]


@pytest.mark.parametrize(
    "text", ["a: b", "a #b", "#a", "", " a", "'", '"a" b', "- a", "a\nb", "{a}", "?", "~", "a:"]
)
def test_a_scalar_is_read_back(text: str) -> None:
    for shown in (f"- {scalar(text)}\n", f"[{scalar(text, flow=True)}]"):
        assert [one.value for one in walk(read_tree(shown, "yaml"))] == [text]


def test_what_cannot_be_tidied_says_so() -> None:
    head = "players: [A, B]\nbank: A\ndeals:\n  - hands:\n"
    with pytest.raises(NotTidiedError, match="line 5: a key behind '\\?'"):
        format_record(head + "      ? B\n      : won 0.20\n")
    with pytest.raises(NotTidiedError, match="P007"):
        format_record(head + "      B: bet .2, 5c 9z\n")


def test_in_place_check_and_diff(door: Door) -> None:
    head = "players: [A, B]\nbank: A\ndeals:\n  - hands:\n"
    tidy, untidy = head + "      B: won 0.20\n", head + "      B:  WON .2\n"
    path = door.folder / door.write("a.yaml", untidy)
    path.chmod(0o640)
    door.write("good.yaml", tidy.replace("players", "session: other\nplayers"))
    looked = door("fmt", "--check", ".")
    assert (looked.status, looked.out, path.read_text()) == (1, "would change: a.yaml\n", untidy)
    shown = door("fmt", "--diff", "a.yaml")
    assert (shown.status, path.read_text()) == (0, untidy)
    assert "-      B:  WON .2\n+      B: won 0.20\n" in shown.out
    done = door("fmt", ".")
    assert (done.status, done.out, path.read_text()) == (0, "tidied: a.yaml\n", tidy)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(p.name for p in door.folder.iterdir()) == ["a.yaml", "good.yaml"]
    assert door("fmt", "--check", "a.yaml").status == 0
    bad = door("fmt", door.write("bad.yaml", tidy.replace("won", "wom")), "nowhere.yaml")
    assert bad.status == 2
    assert "bad.yaml was left as it is: line 5: P005" in bad.err
    assert "nowhere.yaml was left as it is: it is not there" in bad.err


def test_encodings_are_kept(door: Door) -> None:
    text = "players: [Ann, Zoë]\nbank: Ann\ndeals:\n- hands: {Zoë: won .2}\n"
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xef\xbb\xbf", "utf-8"), (b"", "utf-8")):
        path = door.folder / "a.yaml"
        path.write_bytes(mark + text.encode(encoding))
        assert door("fmt", "a.yaml").status == 0
        data = path.read_bytes()
        assert data.startswith(mark + "p".encode(encoding))
        assert "{Zoë: won 0.20}" in data[len(mark) :].decode(encoding)


def test_a_table_is_tidied_cell_by_cell(door: Door) -> None:
    door.write("head.yaml", "players: [Ann, {name: Bob, aka: B}]\ncurrency: KWD\nbank: Ann\ndeals: t.csv\n")
    table = (
        'Deal;Player;Bet;Cards;Play;Won;Line\n1;b;0,5;"5C,10h";"STICK; note a;b";(0,5);7\n\n1;ann;;;18 ;;\n'
    )
    path = door.folder / door.write("t.csv", table.replace("18 ", "stick  18"))
    assert door("fmt", "t.csv").status == 0
    assert path.read_text() == (
        "Deal;Player;Bet;Cards;Play;Won;Line\n"
        '1;Bob;0,500;5c Th;"stick, note a;b";-0,500;7\n\n1;Ann;;;stick 18;;\n'
    )
    assert door("fmt", "--check", "t.csv").status == 0


def test_a_bare_table_keeps_its_amounts() -> None:
    table = "deal,player,play,bank\n1,Bob,BET 5,Ann\n,bank,STICK  18,\n"
    assert format_record(table, "csv", path="a.csv") == table.replace("STICK  18", "stick 18")
