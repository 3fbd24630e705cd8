"""`pontoon convert`: the same session in another form, or a refusal that says what would be lost."""

from __future__ import annotations

import random
from pathlib import Path

import dealer
import pytest
from command import Door, door
from samples import FOLDER

import pontoon_ledger as pontoon
from pontoon_ledger.conversion import ConversionError, to_record, to_table
from pontoon_ledger.sameness import difference

__all__ = ["door"]

SMALL = """\
# Fridays
players: [Ann, {name: Bob, aka: B}, Cat]   # clockwise
bank: Ann
payments:
  - {from: Bob, to: Ann, amount: 2.00}
deals:
  - hands:
      Bob:
        - bet 0.20, 8h Th, stick, won 0.20
        - split 0.20, 8s 9c, stick, lost 0.20, owing 0.10, note his, "alas"
      Ann: Kh 7d, stick
  - deal: 2b
    gap: true
    bank: B
    price: 0.50
    shuffled: yes
    waive: {P404: so agreed; truly, P301: why not}
    hands:
      Ann: bet 0.20, 5c 9d, pontoon, won 0.40
  - void: a card, face up
    hands: {}
  - gap: true
"""


def _audit(path: Path) -> pontoon.Audit:
    return pontoon.audit(pontoon.read(path))


def _write(files: tuple[tuple[str, str], ...]) -> None:
    for path, text in files:
        Path(path).write_text(text, encoding="utf-8", newline="")


def _there_and_back(folder: Path, source: Path, suffix: str = "csv") -> pontoon.Audit:
    """Convert to a table and back; each step is the same audit by a comparison of the test's own."""
    first = _audit(source)
    _write(to_table(first, str(folder / f"sheet.{suffix}")).files)
    second = _audit(folder / "sheet.yaml")
    _write(to_record(second, str(folder / "back.yaml")).files)
    third = _audit(folder / "back.yaml")
    for audit in (second, third):
        assert difference(first, audit) is None
        same = ["session", "deal_no", "deal", "hand", "bet", "class", "stake", "due", "recorded", "counts"]
        assert audit.hands.select(same).equals(first.hands.select(same))
        assert audit.transfers.equals(first.transfers)
        codes = ["code", "deal", "hand", "message", "owed_amount", "waived"]
        assert sorted(audit.findings.select(codes).rows(), key=str) == sorted(
            first.findings.select(codes).rows(), key=str
        )
    return second


@pytest.mark.parametrize("seed", range(2))
def test_random_evenings(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    rules = dealer.random_rules(rng, exclude=dealer.NOT_YET)
    session = dealer.play_session(
        rng, deals=30, players=5, rules=rules, name=f"e {seed}", void=0.06, gap=0.04, aka=0.4, notes=0.0
    )
    source = tmp_path / "in.yaml"
    source.write_text(dealer.to_yaml(session, dealer.Style(random.Random(seed), 1)), encoding="utf-8")
    audit = _there_and_back(tmp_path, source, ("csv", "tsv")[seed % 2])
    assert audit.hands.height > 60


@pytest.mark.parametrize("name", ["chips.yaml", "zaterdag.yaml"])
def test_samples_there_and_back(tmp_path: Path, name: str) -> None:
    _there_and_back(tmp_path, FOLDER / name)


def test_every_record_can_be_written_as_yaml(tmp_path: Path) -> None:
    for name in ("scribbled.yaml", "phone-app.json", "suit-symbols.yaml"):
        first = _audit(FOLDER / name)
        _write(to_record(first, str(tmp_path / "out.yaml")).files)
        assert difference(first, _audit(tmp_path / "out.yaml")) is None


def test_what_the_files_look_like(tmp_path: Path) -> None:
    source = tmp_path / "friday.yaml"
    source.write_text(SMALL)
    done = to_table(_audit(source), "sheet.csv")
    table, head = (text for _, text in done.files)
    assert table.splitlines() == [
        "deal,player,bet,cards,play,won,note,bank,price,shuffled,void,gap,waive",
        "1,Bob,0.20,8h Th,stick,0.20,,,,,,,",
        '1,Bob,0.20,8s 9c,"stick, owing 0.10",-0.20,"his, ""alas""",,,,,,',
        "1,Ann,,Kh 7d,stick,,,,,,,,",
        "2b,Ann,0.20,5c 9d,pontoon,0.40,,Bob,0.50,true,,true,P404: so agreed; truly; P301: why not",
        '3,,,,,,,,,,"a card, face up",,',
        "4,,,,,,,,,,,true,",
    ]
    before = SMALL.split("deals:", maxsplit=1)[0]
    assert head == before.replace("players", "session: friday\nplayers") + "deals: sheet.csv\n"
    _there_and_back(tmp_path, source)
    assert (tmp_path / "back.yaml").read_text().startswith("# Fridays\nsession: friday\nplayers: [Ann, {name")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    gap: true", "    gap: true\n    note: rain", "a note on a whole deal (deal 2b)"),
        ("    gap: true", "    gap: true\n    tally: {Ann: 1}", "a running total (tally, deal 2b)"),
        ("    gap: true", "    gap: true\n    players: [Ann, Bob]", "that the seats change (deal 2b)"),
        ("void: a card, face up", "shuffled: true", "a deal without hands (deal 3)"),
        ("so agreed; truly", "so; P302 too", "the other form would not say the same"),
        ("2b", "'#REF!'", "in the other form this could not be read: "),
    ],
)
def test_what_a_table_cannot_say_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    source = tmp_path / "friday.yaml"
    source.write_text(SMALL.replace(old, new))
    with pytest.raises(ConversionError) as refused:
        to_table(_audit(source), "sheet.csv")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("deal,player,play,bank,line\n1,Ann,won 1,Bob,7\n", "paper book"),
        ("deal,player,bet,bank\n1,Ann,1,Bob\n1,Cat,1,\n1,Ann,1,\n", "do not stand together (deal 1)"),
        ("session,deal,player,play,bank\na,1,Ann,won 1,Bob\nb,1,Ann,won 1,Bob\n", "holds 2 sessions (a, b)"),
        ("deal,player,play,bank\n1,Ann,wom 1,Bob\n", "t.csv:2: P005"),
    ],
)
def test_what_a_record_cannot_say_is_refused(tmp_path: Path, table: str, said: str) -> None:
    (tmp_path / "t.csv").write_text(table)
    with pytest.raises(ConversionError) as refused:
        to_record(_audit(tmp_path / "t.csv"), "t.yaml")
    assert said in str(refused.value)


def test_a_table_alone_takes_its_head_from_the_options(door: Door) -> None:
    door.write("t.csv", "deal,player,bet,play,won\n1,Bob,20p,5c 9d,-0.2\n1,bank,,stick 18,\n")
    options = ("--players", "Ann,Bob", "--bank", "ann", "--currency", "gbp", "--stakes", "0.10-1")
    done = door("convert", "t.csv", "-o", "new.yaml", *options, "--rules", "pagat, stick_on=16")
    assert (done.status, done.out) == (0, "")
    assert (door.folder / "new.yaml").read_text() == (
        "format: pontoon/1\nsession: t\ncurrency: GBP\nrules: {base: pagat, stick_on: 16}\n"
        "stakes: {min: 0.10, max: 1.00}\nplayers: [Ann, Bob]\nbank: Ann\ndeals:\n"
        "  - hands:\n      Bob: bet 0.20, 5c 9d, lost 0.20\n      Ann: stick 18\n"
    )


def test_nothing_is_overwritten_unasked(door: Door) -> None:
    door.write("friday.yaml", SMALL.replace("    gap: true\n", "    # rain\n    gap: true\n"))
    door.write("sheet.yaml", SMALL)
    refused = door("convert", "friday.yaml", "-o", "sheet.csv")
    assert refused.status == 2
    assert "sheet.yaml is there already" in refused.err
    assert sorted(path.name for path in door.folder.iterdir()) == ["friday.yaml", "sheet.yaml"]
    done = door("convert", "friday.yaml", "-o", "sheet.csv", "--force")
    assert done.status == 0
    assert "1 comment among the deals could not be taken along" in done.err
    assert sorted(path.name for path in door.folder.iterdir()) == ["friday.yaml", "sheet.csv", "sheet.yaml"]
    assert (door.folder / "sheet.yaml").read_text().endswith("deals: sheet.csv\n")
    assert door("convert", "friday.yaml", "-o", "friday.pdf").status == 2
    assert door("convert", "friday.yaml", "-o", "none/friday.csv").status == 2
    assert door("convert", "nowhere.yaml", "-o", "x.csv").status == 2
