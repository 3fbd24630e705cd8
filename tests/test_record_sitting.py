"""A sitting on disk: every entry is in the journal at once, every deal in the file, and nothing is lost."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon_ledger.scoring.engine import Refused
from pontoon_ledger.scoring.journal import Journal, JournalError
from pontoon_ledger.scoring.judging import Due, Judge, Verdict
from pontoon_ledger.scoring.model import Deal
from pontoon_ledger.scoring.sitting import Sitting, SittingError
from pontoon_ledger.scoring.slot import Slot
from pontoon_ledger.scoring.words import MisreadError

HEAD = "# Friday's game\nsession: friday  # at Ann's\nplayers: [Ann, Bob]\nbank: Ann\ndeals:\n  # the first\n"
DEAL = "b.2 KcQd s 9h8c s"
WRITTEN = "  - hands:\n      Bob: bet 0.20, Kc Qd, stick, won 0.20\n      Ann: 9h 8c, stick\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "friday.yaml"
    path.write_text(HEAD, encoding="utf-8")
    return path


OPEN: list[Sitting] = []


def won_by_bob(
    judge: Judge, slot: Slot, written: tuple[str, ...], deal: Deal, *args: object, **more: object
) -> Verdict:
    """In place of the audit, where only what is kept is asked: Ann holds the bank and Bob wins his stake."""
    dues = tuple(Due(hand.stake, None) for hand in deal.hands)
    return Verdict((), deal.bank or "Ann", "Ann", shuffle=False, kitty=None, dry=False, dues=dues)


@pytest.fixture
def unjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Judge, "verdict", won_by_bob)


quick = pytest.mark.usefixtures("unjudged")


@pytest.fixture(autouse=True)
def nothing_stays_open() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop()._journal._file.close()


def sit(path: Path, *lines: str) -> Sitting:
    sitting = Sitting(path)
    OPEN.append(sitting)
    for line in lines:
        assert sitting.enter(line) is None, line
    return sitting


def break_off(path: Path, *lines: str) -> None:
    """A sitting that ends without a farewell; the lock goes with the process, here with the file."""
    sit(path, *lines)._journal._file.close()


def journal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.journal")


@quick
def test_every_entry_is_on_disk_before_the_next(path: Path) -> None:
    sitting = sit(path)
    for count, line in enumerate(["b.2", "KcQd", "s"], 1):
        sitting.enter(line)
        lines = journal_of(path).read_text().splitlines()
        assert len(lines) == count + 1
        assert json.loads(lines[-1])["typed"] == line
    assert path.read_text() == HEAD
    sitting.enter("9h8c s")
    sitting.enter("")
    assert path.read_text() == HEAD + WRITTEN
    sitting.close()
    assert not journal_of(path).exists()


def test_a_refused_entry_is_not_kept_and_an_overruled_one_is(path: Path) -> None:
    sitting = sit(path, "b.2 5c9d")
    before = journal_of(path).read_bytes()
    assert isinstance(sitting.enter("s"), Refused)
    assert journal_of(path).read_bytes() == before
    with pytest.raises(MisreadError):
        sitting.enter("zz")
    assert sitting.enter("! he may") is None
    assert sitting.game.deal.waive == (("P202", "he may"),)
    with pytest.raises(MisreadError, match="nothing was refused"):
        sitting.enter("! again")
    sitting.close()


def test_it_goes_on_exactly_where_it_broke_off(path: Path) -> None:
    break_off(path, DEAL, "", "b.1", "5c3d t2h")
    sitting = sit(path)
    assert sitting.notes == ["this goes on where the last sitting broke off, after '5c3d t2h'"]
    assert sitting.game.turn.kind == "play"
    assert sitting.game.bets == {"Bob": 20}
    assert sitting.game.number == 2
    sitting.enter("t 9c s Jc7h s")
    sitting.enter("")
    assert path.read_text().startswith(HEAD + WRITTEN)
    assert path.read_text().endswith(
        "Bob: bet 0.10, 5c 3d, twist 2h, twist 9c, stick, won 0.10\n      Ann: Jc 7h, stick\n"
    )
    sitting.close()


@quick
def test_undo_reaches_back_over_deals_and_over_a_break(path: Path) -> None:
    break_off(path, DEAL, "", "b.1")
    sitting = sit(path)
    assert sitting.undo() == ["b.1"]
    assert path.read_text() == HEAD + WRITTEN
    assert sitting.undo(2) == ["", DEAL]
    assert path.read_text() == HEAD
    assert sitting.game.bets == {}
    with pytest.raises(MisreadError, match="nothing is left to undo"):
        sitting.undo()
    sitting._journal._file.close()
    again = sit(path)
    assert (again.game.turn.kind, again.game.number, again.unfinished) == ("bet", 1, False)
    again.close()


@quick
def test_only_so_much_can_be_undone(path: Path) -> None:
    sitting = sit(path, "b.2")
    with pytest.raises(MisreadError, match="only 1 can be undone"):
        sitting.undo(2)
    sitting.close()
    assert journal_of(path).exists()


@quick
def test_a_crash_between_journal_and_file_is_made_good(path: Path) -> None:
    sitting = sit(path, DEAL)
    sitting._write = lambda game: None  # type: ignore[method-assign]
    sitting.enter("")
    sitting._journal._file.close()
    assert path.read_text() == HEAD
    sit(path).close()
    assert path.read_text() == HEAD + WRITTEN


@quick
def test_a_line_that_a_crash_cut_short_is_no_entry(path: Path) -> None:
    break_off(path, "b.2", "KcQd")
    torn = journal_of(path).read_bytes()[:-20]
    journal_of(path).write_bytes(torn)
    sitting = sit(path, "KcQd")
    assert (sitting.game.turn.kind, len(sitting._kept)) == ("play", 3)


def test_a_file_changed_by_hand_is_taken_as_it_is_and_the_deal_goes_on(path: Path) -> None:
    break_off(path, DEAL, "", "b.1 5c3d")
    path.write_text(path.read_text().replace("won 0.20", "won 0.20, note hm"))
    sitting = sit(path)
    assert "has been changed since the last sitting" in sitting.notes[0]
    sitting._journal._file.close()
    sitting = sit(path)
    assert sitting.notes == ["this goes on where the last sitting broke off, after 'b.1 5c3d'"]
    assert (sitting.game.turn.kind, sitting.game.number) == ("play", 2)
    sitting.enter("t 9c s Jc7h s")
    sitting.enter("")
    assert "note hm\n" in path.read_text()
    assert "Bob: bet 0.10, 5c 3d, twist 9c, stick" in path.read_text()
    sitting.close()


def edited(path: Path) -> None:
    """Another hand writes into the session file between two sittings."""
    path.write_text(path.read_text().replace("# Friday's game", "# Friday's game, again"))


@quick
def test_after_an_edit_by_hand_undo_goes_entry_by_entry_through_the_deal_in_play(path: Path) -> None:
    break_off(path, DEAL, "", "note a rush", "b.1", "5c3d", "t2h")
    edited(path)
    sitting = sit(path)
    assert sitting.undo(2) == ["t2h", "5c3d"]
    assert sitting.game.turn.kind == "cards"
    sitting._journal._file.close()
    again = sit(path)
    assert again.undo() == ["b.1"]
    assert again.game.deal.note == "a rush"
    assert again.undo() == ["note a rush"]
    with pytest.raises(MisreadError, match="nothing is left to undo"):
        again.undo()
    again.close()
    assert not journal_of(path).exists()


@quick
def test_after_an_edit_what_was_said_before_the_bets_stands_at_the_table_as_it_is_now(path: Path) -> None:
    break_off(path, "note a rush")
    path.write_text(HEAD.replace("[Ann, Bob]", "[Ann, Bob, Cat]"))
    sitting = sit(path)
    assert (sitting.game.deal.note, sitting.game.deal.seats) == ("a rush", ("Ann", "Bob", "Cat"))
    assert sitting.game.turn.player == "Bob"


@quick
def test_a_read_only_file_is_refused_at_once_and_stays_as_it_is(path: Path) -> None:
    path.chmod(0o444)
    with pytest.raises(SittingError, match="cannot be written: it is read-only"):
        Sitting(path)
    assert path.read_text() == HEAD
    assert not journal_of(path).exists()


def test_a_deal_that_no_longer_fits_the_file_is_not_lost_in_silence(path: Path) -> None:
    break_off(path, "b.2 5c3d")
    path.write_text(HEAD.replace("Bob", "Rob"))
    with pytest.raises(SittingError, match="the deal in play no longer fits"):
        Sitting(path)
    assert journal_of(path).exists()


@quick
def test_a_file_changed_meanwhile_is_not_written_over(path: Path) -> None:
    sitting = sit(path, DEAL)
    path.write_text(f"{HEAD}# by another hand\n")
    with pytest.raises(SittingError, match="changed by another program meanwhile"):
        sitting.enter("")
    assert path.read_text() == f"{HEAD}# by another hand\n"
    sitting.close()
    assert sit(path).game.turn.kind == "pay"


@quick
def test_a_file_that_is_gone_is_not_invented(path: Path) -> None:
    break_off(path, "b.2")
    path.unlink()
    with pytest.raises(SittingError, match="is gone, but the journal of a sitting is there"):
        Sitting(path)


@quick
def test_one_keeps_the_score_at_a_time(path: Path) -> None:
    sitting = sit(path, "b.2")
    with pytest.raises(SittingError, match="kept in this file already"):
        Sitting(path)
    sitting.close()


@quick
def test_a_full_disk_takes_no_entry_and_harms_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = sit(path, "b.2")
    before = journal_of(path).read_bytes()

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(JournalError, match="No space left"):
        sitting.enter("KcQd")
    assert sitting.game.turn.kind == "cards"
    assert journal_of(path).read_bytes() == before
    monkeypatch.undo()
    sitting.enter("KcQd")
    assert sitting.game.turn.kind == "play"
    sitting.close()


@quick
def test_a_file_that_cannot_be_written_leaves_the_deal_in_the_journal(path: Path) -> None:
    sitting = sit(path, DEAL)
    real = sitting.path
    sitting.path = path.parent / "nowhere" / "friday.yaml"
    sitting._still_ours = lambda: None  # type: ignore[method-assign]
    with pytest.raises(SittingError, match="cannot be written"):
        sitting.enter("")
    sitting.path = real
    sitting._journal._file.close()
    sit(path).close()
    assert path.read_text() == HEAD + WRITTEN


@quick
def test_a_journal_of_another_program_is_not_guessed_at(path: Path) -> None:
    break_off(path, "b.2")
    lines = journal_of(path).read_text().replace('"seats"', '"chairs"')
    journal_of(path).write_text(lines)
    with pytest.raises(SittingError, match="cannot be understood"):
        sit(path)
    assert journal_of(path).read_text() == lines


@pytest.mark.parametrize(
    "text", ["what?\n", '{"journal": "pontoon-record/9", "base": ""}\n', '["journal"]\n']
)
def test_what_is_no_journal_is_not_touched(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.journal"
    path.write_text(text)
    with pytest.raises(JournalError, match="is no journal of this program"):
        Journal(path)
    assert path.read_text() == text


@quick
@pytest.mark.parametrize(
    ("mark", "encoding", "newline"),
    [(b"\xef\xbb\xbf", "utf-8", "\n"), (b"\xff\xfe", "utf-16-le", "\r\n")],
)
def test_a_file_keeps_its_encoding_and_line_ends(
    path: Path, mark: bytes, encoding: str, newline: str
) -> None:
    named = HEAD.replace("Bob", "Zoë")
    path.write_bytes(mark + named.replace("\n", newline).encode(encoding))
    sitting = sit(path, DEAL, "")
    sitting.close()
    text = named + WRITTEN.replace("Bob", "Zoë")
    assert path.read_bytes() == mark + text.replace("\n", newline).encode(encoding)


def test_a_faulty_file_is_refused_and_no_journal_is_left(path: Path) -> None:
    path.write_text("players: [Ann\n")
    with pytest.raises(SittingError, match="line 1"):
        Sitting(path)
    path.write_bytes(b"players: [Zo\xeb]\n")
    with pytest.raises(SittingError, match="this is not UTF-8 text"):
        Sitting(path)
    assert not journal_of(path).exists()
